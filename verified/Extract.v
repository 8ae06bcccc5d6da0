(** Prints what the main theorems assume, and extracts the program. *)
From Coq Require Import Extraction ExtrOcamlBasic.
From Verified Require Import Encoding Encoding_converse Program.

Print Assumptions satisfiable_iff_copy.
Print Assumptions not_copies_correct.
Print Assumptions satisfiable_iff_part.
Print Assumptions not_part_correct.

Set Warnings "-extraction-reserved-identifier".
Extraction "Extracted.ml" not_copies not_part parts clauses_of all_tables turned_rows read_pair.
