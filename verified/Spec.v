(** What is a copy? This file is all that a reader has to believe about Sudokus.

    [nat] is the type of the numbers 0, 1, 2, ...; [r / h] and [r mod h] are quotient and remainder
    of whole numbers; [=?] is the test whether two numbers are equal. *)
From Coq Require Import Arith List.

(** A grid has a value in each row [r] and column [c], both numbered from 0. The value 0 is a blank;
    other values are digits. Digits may repeat. *)
Definition grid := nat -> nat -> nat.

(** The number [x] after the exchange of the numbers [i] and [j]. *)
Definition exchange (i j x : nat) : nat := if x =? i then j else if x =? j then i else x.

(** A transformation as a table: a quarter turn clockwise or none; then the places to which rows and
    columns move, from 0; and what the digits become, from 1. *)
Record transformation := { has_turn : bool; row_images : list nat; column_images : list nat;
                           digit_images : list nat }.

Section Copies.
  (** Boxes have [h] rows and [w] columns. A grid has [h * w] rows and columns: [w] bands of [h] rows
      and [h] stacks of [w] columns. Row [i] of band [b] is row [b * h + i] of the grid. *)
  Variables h w : nat.
  Definition size := h * w.

  (** [step A B]: a single step makes the grid [A] the grid [B]. *)
  Inductive step (A : grid) : grid -> Prop :=
  | turn : h = w -> (* by a quarter, clockwise *)
      step A (fun r c => A (size - 1 - c) r)
  | exchange_bands b b' : b < w -> b' < w ->
      step A (fun r c => A (exchange b b' (r / h) * h + r mod h) c)
  | exchange_stacks s s' : s < h -> s' < h ->
      step A (fun r c => A r (exchange s s' (c / w) * w + c mod w))
  | exchange_rows b i i' : b < w -> i < h -> i' < h -> (* two rows of band [b] *)
      step A (fun r c => A (exchange (b * h + i) (b * h + i') r) c)
  | exchange_columns s j j' : s < h -> j < w -> j' < w -> (* two columns of stack [s] *)
      step A (fun r c => A r (exchange (s * w + j) (s * w + j') c))
  | exchange_digits d d' : 0 < d <= size -> 0 < d' <= size ->
      step A (fun r c => exchange d d' (A r c)).

  (** Any number of steps, one after another. *)
  Inductive steps (A : grid) : grid -> Prop :=
  | no_step : steps A A
  | one_more B C : steps A B -> step B C -> steps A C.

  (** The grid [B] is a copy of [A]: some steps make [A] a grid with the same cells as [B]. *)
  Definition is_copy (A B : grid) : Prop :=
    exists C, steps A C /\ forall r c, r < size -> c < size -> C r c = B r c.

  (** The grid [A] is a part of [B]: some steps make [A] a grid of which each digit is in [B]. *)
  Definition is_part (A B : grid) : Prop :=
    exists C, steps A C /\ forall r c, r < size -> c < size -> C r c <> 0 -> C r c = B r c.

  (** At least [k] digits of [A] and [B] can be made to agree: some steps make [A] a grid that has
      the same digits as [B] in [k] different cells. *)
  Definition can_agree (k : nat) (A B : grid) : Prop :=
    exists C cells, steps A C /\ NoDup cells /\ length cells = k /\
      forall r c, In (r, c) cells -> r < size /\ c < size /\ C r c <> 0 /\ C r c = B r c.

  (** All lines get different places, and the lines of each block of [k] lines stay together. *)
  Definition moves_lines (k : nat) (images : list nat) : Prop :=
    length images = size /\ NoDup images /\ (forall x, In x images -> x < size) /\
    forall x y, x < size -> y < size ->
      (x / k = y / k <-> nth x images 0 / k = nth y images 0 / k).

  (** All digits get different names; [size] digits are in the list. *)
  Definition renames_digits (images : list nat) : Prop :=
    length images = size /\ NoDup images /\ forall d, In d images -> 0 < d <= size.

  (** The transformation [t] leads from [A] back to [A]. *)
  Definition is_symmetry_of (A : grid) (t : transformation) : Prop :=
    (has_turn t = true -> h = w) /\ moves_lines h (row_images t) /\
    moves_lines w (column_images t) /\ renames_digits (digit_images t) /\
    forall r c, r < size -> c < size ->
      A (nth r (row_images t) 0) (nth c (column_images t) 0) =
      nth (if has_turn t then A (size - 1 - c) r else A r c) (0 :: digit_images t) 0.

  (** [A] has exactly [n] symmetries: they can be listed without repetition. *)
  Definition has_symmetries (n : nat) (A : grid) : Prop :=
    exists all, NoDup all /\ length all = n /\ forall t, In t all <-> is_symmetry_of A t.
End Copies.
