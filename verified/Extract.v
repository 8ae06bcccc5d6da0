(** Prints what the last theorem assumes, and extracts the program. *)
From Coq Require Import Extraction ExtrOcamlBasic.
From Verified Require Import Encoding Program.

Print Assumptions not_copies_correct.

Set Warnings "-extraction-reserved-identifier".
Extraction "Extracted.ml" not_copies parts clauses_of all_tables turned_rows read_pair.
