(** Prints what the main theorems assume, and extracts the program. *)
From Coq Require Import Extraction ExtrOcamlBasic.
From Verified Require Import Encoding Encoding_converse Symmetries Program Reading Symmetry_count.

Print Assumptions satisfiable_iff_copy.
Print Assumptions symmetries_keep_a_model.
Print Assumptions not_copies_correct.
Print Assumptions satisfiable_iff_part.
Print Assumptions not_part_correct.
Print Assumptions not_copies_of_shown.
Print Assumptions symmetry_count_correct.
Print Assumptions satisfiable_iff_can_agree.
Print Assumptions cannot_agree_correct.

Set Warnings "-extraction-reserved-identifier".
Extraction "Extracted.ml" not_copies not_part cannot_agree symmetry_count all_parts clauses_of_all
  clauses_of_symmetries read_pair.
