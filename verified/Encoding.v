(** The plain formula of "the second grid is a copy of the first", and of two questions like it. *)
From Coq Require Import Arith Lia Bool List ZArith.
From Verified Require Import Spec Copies.
Import ListNotations.

(** A literal is a number of a variable, with a minus if it is negated; a clause is a list of
    literals, of which one must be true. *)
Definition clause := list Z.
Definition true_in (model : positive -> bool) (l : Z) : bool :=
  match l with Zpos v => model v | Zneg v => negb (model v) | Z0 => false end.
Definition satisfied (model : positive -> bool) (c : clause) : Prop :=
  exists l, In l c /\ true_in model l = true.

(** A grid as a list of rows. *)
Definition rows := list (list nat).
Definition cell (g : rows) : grid := fun r c => nth c (nth r g []) 0.
Definition matrix (n : nat) (f : nat -> nat -> nat) : rows :=
  map (fun r => map (f r) (seq 0 n)) (seq 0 n).

(** Clauses that exactly one of the literals is true: one of them, and no two. *)
Fixpoint no_two (before later : list Z) : list clause :=
  match later with
  | [] => []
  | l :: later' => map (fun k => [- k; - l])%Z before ++ no_two (before ++ [l]) later'
  end.
Definition exactly_one (l : list Z) : list clause := l :: no_two [] l.

(** The questions: is the second grid a copy of the first? Is the first a part of the second? Can at
    least [k] of their digits be made to agree? *)
Inductive question := Copy | Part | At_least (k : nat).
Definition holds_for (asked : question) (h w : nat) (A B : grid) : Prop :=
  match asked with
  | Copy => is_copy h w A B | Part => is_part h w A B | At_least k => can_agree h w k A B
  end.
(** May a blank of the first grid become anything? *)
Definition frees_blanks (asked : question) : bool :=
  match asked with Copy => false | Part | At_least _ => true end.

(** Clauses that count. [counted most free literals] lists variables from [free] on, the clauses
    about them, and the next free variable. Variable [j] of the list, from 0, must be true if more
    than [j] of [literals] are true; there are at most [most] of them. The literals are counted in
    two halves. [fuel] is at least the number of literals. *)
Definition premise (counts : list Z) (i : nat) : clause :=
  match i with 0 => [] | S i' => [- nth i' counts 0]%Z end.
Definition add_counts (counts1 counts2 total : list Z) : list clause :=
  flat_map (fun i => flat_map (fun j =>
      if (0 <? i + j) && (i + j <=? length total)
      then [premise counts1 i ++ premise counts2 j ++ [nth (i + j - 1) total 0%Z]] else [])
    (seq 0 (S (length counts2)))) (seq 0 (S (length counts1))).
Definition variables_from (free : Z) (n : nat) : list Z :=
  map (fun i => free + Z.of_nat i)%Z (seq 0 n).
Fixpoint counted (fuel most : nat) (free : Z) (literals : list Z) : list Z * list clause * Z :=
  match fuel, literals with
  | S fuel', _ :: _ :: _ =>
    let half := length literals / 2 in
    let '(counts1, cs1, free1) := counted fuel' most free (firstn half literals) in
    let '(counts2, cs2, free2) := counted fuel' most free1 (skipn half literals) in
    let n := min most (length literals) in
    let total := variables_from free2 n in
    (total, cs1 ++ cs2 ++ add_counts counts1 counts2 total, (free2 + Z.of_nat n)%Z)
  | _, _ => (literals, [], free)
  end.

(** The first place of a cell in a list, from 0. *)
Fixpoint position (r c : nat) (cells : list (nat * nat)) : nat :=
  match cells with
  | [] => 0
  | (r', c') :: cells' => if (r =? r') && (c =? c') then 0 else S (position r c cells')
  end.

Section Formula.
  Variables h w : nat.
  Variable asked : question.
  Local Notation size := (Spec.size h w).

  (** The variables are 1, that the first grid is turned, and those of square matrices: variable
      (i, j) of a matrix is true if i becomes j. Matrix 0 is for bands, matrix 1 for stacks. Then
      there is one for the rows of each band (of the second grid), one for the columns of each stack,
      one for all rows, one for all columns, one for digits. *)
  Definition rows_matrix := 2 + w + h.
  Definition columns_matrix := 3 + w + h.
  Definition digits_matrix := 4 + w + h.
  Definition side (m : nat) : nat :=
    if m =? 0 then w else if m <? 2 + w then h else if m <? 2 + w + h then w else size.

  (** The matrices are numbered one after another, each row by row. *)
  Fixpoint offset (m : nat) : Z :=
    match m with 0 => 2 | S m' => offset m' + Z.of_nat (side m') * Z.of_nat (side m') end.
  Definition lit (m i j : nat) : Z :=
    offset m + Z.of_nat i * Z.of_nat (side m) + Z.of_nat j.

  (** The literals of a matrix in a table, so that each is computed once. *)
  Definition table (m : nat) : list (list Z) :=
    let start := offset m in let n := Z.of_nat (side m) in
    map (fun i => let row := (start + Z.of_nat i * n)%Z in
      map (fun j => row + Z.of_nat j)%Z (seq 0 (side m))) (seq 0 (side m)).
  Definition look (t : list (list Z)) (i j : nat) : Z := nth j (nth i t []) 0%Z.

  Record tables := { row_table : list (list Z); column_table : list (list Z);
                     digit_table : list (list Z) }.
  Definition all_tables : tables := {| row_table := table rows_matrix;
    column_table := table columns_matrix; digit_table := table digits_matrix |}.

  (** Each row and each column of a matrix has exactly one true variable. *)
  Definition bijection (m : nat) : list clause :=
    let n := side m in
    flat_map (fun i => exactly_one (map (lit m i) (seq 0 n))) (seq 0 n) ++
    (if n =? 1 then [] else
     flat_map (fun j => exactly_one (map (fun i => lit m i j) (seq 0 n))) (seq 0 n)).

  (** Line [i] of the grid moves with its block and within it; blocks have [k] lines. *)
  Definition follow (lines blocks within k i : nat) : list clause :=
    map (lit lines i) (seq 0 size) ::
    flat_map (fun j => [[- lit lines i j; lit blocks (i / k) (j / k)];
                        [- lit lines i j; lit (within + j / k) (i mod k) (j mod k)]])%Z
             (seq 0 size).

  (** The clauses about row [r] of the first grid, if it becomes row [r2] of the second: the cell in
      column [c] must become an equal one, unless a literal of [unless c] is true. For a part, a
      blank may become anything. For a copy, a single digit cannot become another. *)
  Definition row_agrees (t : tables) (first second : rows) (unless : nat -> clause) (r r2 : nat)
      : list clause :=
    let cells := nth r first [] in let cells2 := nth r2 second [] in
    let not_row := (- look (row_table t) r r2)%Z in
    let free := frees_blanks asked in let one_digit := negb free && (size =? 1) in
    flat_map (fun c => let a := nth c cells 0 in
      flat_map (fun c2 =>
        match a, nth c2 cells2 0 with
        | 0, 0 => []
        | S d, S d2 => if one_digit then [] else
                       [not_row :: (- look (column_table t) c c2)%Z ::
                        look (digit_table t) d d2 :: unless c]
        | 0, S _ => if free then [] else
                    [not_row :: (- look (column_table t) c c2)%Z :: unless c]
        | _, _ => [not_row :: (- look (column_table t) c c2)%Z :: unless c]
        end) (seq 0 size)) (seq 0 size).

  (** If at least [k] digits must agree, each cell of the first grid that is not blank has a variable:
      it is given up, so that it need not agree. They are numbered after those of the matrices. *)
  Definition first_free : Z := offset (5 + w + h).
  Definition digit_cells (g : rows) : list (nat * nat) :=
    filter (fun x => negb (cell g (fst x) (snd x) =? 0)) (list_prod (seq 0 size) (seq 0 size)).
  Definition given_up_table (first : rows) : list (list Z) :=
    match asked with
    | Copy | Part => []
    | At_least _ =>
      let cells := digit_cells first in let start := first_free in
      map (fun r => map (fun c => start + Z.of_nat (position r c cells))%Z (seq 0 size)) (seq 0 size)
    end.
  Definition given_up (g : list (list Z)) (r c : nat) : clause :=
    match asked with At_least _ => [look g r c] | Copy | Part => [] end.

  (** The formula, in parts that the program makes one after another. *)
  Inductive part :=
  | Bijection (m : nat)
  | Row_follows (r : nat)
  | Column_follows (c : nat)
  | Not_turned
  | Row_agrees (turned : bool) (r r2 : nat)
  | Few_given_up.

  (** A quarter turn is possible if boxes are square, and matters if a grid has several cells. *)
  Definition turns : bool := (h =? w) && (1 <? h).

  Definition turned_rows (g : rows) : rows := matrix size (turned h w (cell g)).

  (** At most as many digits are given up as there are more than [k]. *)
  Definition few_given_up (first : rows) : list clause :=
    match asked with
    | Copy | Part => []
    | At_least k =>
      let n := length (digit_cells first) in let free := (first_free + Z.of_nat n)%Z in
      let '(counts, cs, _) := counted n (S (n - k)) free (variables_from first_free n) in
      cs ++ (if n <? k then [1%Z] :: (if turns then [[-1]]%Z else [])
             else match nth_error counts (n - k) with Some l => [[- l]]%Z | None => [] end)
    end.

  Definition clauses_of (t : tables) (g : list (list Z)) (first turned_first second : rows) (p : part)
      : list clause :=
    match p with
    | Bijection m => bijection m
    | Row_follows r => follow rows_matrix 0 2 h r
    | Column_follows c => follow columns_matrix 1 (2 + w) w c
    | Not_turned => [[-1]]%Z
    | Row_agrees false r r2 =>
      row_agrees t first second (fun c => given_up g r c ++ if turns then [1%Z] else []) r r2
    | Row_agrees true r r2 =>
      row_agrees t turned_first second (fun c => given_up g (size - 1 - c) r ++ [(-1)%Z]) r r2
    | Few_given_up => few_given_up first
    end.

  Definition all_cells (turned : bool) : list part :=
    flat_map (fun r => map (Row_agrees turned r) (seq 0 size)) (seq 0 size).
  Definition parts : list part :=
    map Bijection (seq 0 (2 + w + h)) ++ [Bijection digits_matrix] ++
    map Row_follows (seq 0 size) ++ map Column_follows (seq 0 size) ++
    (if turns then [] else [Not_turned]) ++
    all_cells false ++ (if turns then all_cells true else []) ++ [Few_given_up].

  Definition formula (first second : rows) : list clause :=
    flat_map (clauses_of all_tables (given_up_table first) first (turned_rows first) second) parts.
End Formula.
