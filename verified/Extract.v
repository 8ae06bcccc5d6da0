(** Prints what the main theorems assume, and extracts the program. *)
From Coq Require Import Extraction ExtrOcamlBasic.
From Verified Require Import Encoding Encoding_converse Symmetries Program Reading Symmetry_count.

(* Together, because each command searches the libraries anew. *)
Definition main_theorems := (
  satisfiable_iff_copy,
  symmetries_keep_a_model,
  not_copies_correct,
  satisfiable_iff_part,
  not_part_correct,
  not_copies_of_shown,
  symmetry_count_correct,
  satisfiable_iff_can_agree,
  cannot_agree_correct
).
Print Assumptions main_theorems.

Set Warnings "-extraction-reserved-identifier".
Extraction "Extracted.ml" not_copies not_part cannot_agree symmetry_count all_parts clauses_of_all
  clauses_of_symmetries read_pair.
