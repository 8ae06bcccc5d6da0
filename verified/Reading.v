(** What the program reads: a text that shows two grids is read as these grids. *)
From Coq Require Import List ZArith Bool Arith Lia.
From Verified Require Import Spec Encoding Encoding_proof Symmetries Program.
Import ListNotations.

(** * A text that shows two grids *)

(** The digits of a number up to 99. *)
Definition show_digit (d : nat) : symbol := nth d [D0; D1; D2; D3; D4; D5; D6; D7; D8; D9] Other.
Definition show_number (n : nat) : list symbol :=
  if n <? 10 then [show_digit n] else [show_digit (n / 10); show_digit (n mod 10)].

(** A line: the numbers of a row, with a space between them. *)
Fixpoint show_row (row : list nat) : list symbol :=
  match row with
  | [] => [Newline]
  | [n] => show_number n ++ [Newline]
  | n :: row' => show_number n ++ Space :: show_row row'
  end.
Definition show_grid (g : rows) : list symbol := flat_map show_row g.

(** Both grids, with an empty line between them. *)
Definition show_pair (first second : rows) : list symbol :=
  show_grid first ++ Newline :: show_grid second.

Example shown : show_pair [[1; 12]; [0; 3]] [[2; 0]; [0; 1]] =
  [D1; Space; D1; D2; Newline; D0; Space; D3; Newline; Newline;
   D2; Space; D0; Newline; D0; Space; D1; Newline].
Proof. reflexivity. Qed.

(** The text shows these two grids, and perhaps more lines after another empty line. *)
Definition shows (text : list symbol) (first second : rows) : Prop :=
  text = show_pair first second \/ exists rest, text = show_pair first second ++ Newline :: rest.

(** * It is read as these grids *)

Lemma read_digit d text row : d < 10 ->
  read_rows (show_digit d :: text) Nothing row = read_rows text (Number d) row.
Proof. intros. do 10 (destruct d as [|d]; [reflexivity|]). lia. Qed.

Lemma read_second_digit n d text row : 0 < n < 10 -> d < 10 ->
  read_rows (show_digit d :: text) (Number n) row = read_rows text (Number (n * 10 + d)) row.
Proof.
  intros Hn Hd. destruct n as [|n]; [lia|].
  assert (L : n <? 9 = true) by (apply Nat.ltb_lt; lia).
  do 10 (destruct d as [|d]; [simpl; rewrite L; reflexivity|]). lia.
Qed.

Lemma read_number n text row : n < 100 ->
  read_rows (show_number n ++ text) Nothing row = read_rows text (Number n) row.
Proof.
  intros H. unfold show_number. destruct (Nat.ltb_spec n 10).
  - apply read_digit. auto.
  - assert (0 < n / 10 < 10).
    { split; [apply Nat.div_str_pos; lia|apply Nat.div_lt_upper_bound; lia]. }
    assert (n mod 10 < 10) by (apply Nat.mod_upper_bound; lia).
    cbn [app]. rewrite read_digit, read_second_digit by tauto. do 2 f_equal.
    rewrite Nat.mul_comm. symmetry. apply Nat.div_mod. discriminate.
Qed.

Lemma read_row row : forall text before, (forall n, In n row -> n < 100) ->
  read_rows (show_row row ++ text) Nothing before =
  match read_rows text Nothing [] with Some later => Some ((before ++ row) :: later) | None => None end.
Proof.
  induction row as [|n row IH]; intros text before H.
  - rewrite app_nil_r. reflexivity.
  - destruct row as [|m row].
    + cbn [show_row]. rewrite <- app_assoc, read_number by (apply H; simpl; auto). reflexivity.
    + change (show_row (n :: m :: row)) with (show_number n ++ Space :: show_row (m :: row)).
      rewrite <- app_assoc, read_number by (apply H; simpl; auto).
      change (read_rows ((Space :: show_row (m :: row)) ++ text) (Number n) before)
        with (read_rows (show_row (m :: row) ++ text) Nothing (before ++ [n])).
      rewrite IH by (intros; apply H; simpl in *; auto). rewrite <- app_assoc. reflexivity.
Qed.

Lemma read_grid g : forall text, (forall row n, In row g -> In n row -> n < 100) ->
  read_rows (show_grid g ++ text) Nothing [] =
  match read_rows text Nothing [] with Some later => Some (g ++ later) | None => None end.
Proof.
  induction g as [|row g IH]; intros text H.
  - simpl. destruct (read_rows text Nothing []); reflexivity.
  - unfold show_grid. cbn [flat_map]. fold (show_grid g). rewrite <- app_assoc, read_row.
    + rewrite IH by (intros; eapply H; simpl; eauto). destruct (read_rows text Nothing []); reflexivity.
    + intros n. apply H. simpl; auto.
Qed.

Lemma split_shown g later : (forall row, In row g -> row <> []) ->
  split_rows (g ++ [] :: later) = (g, later).
Proof.
  induction g as [|row g IH]; intros H; [reflexivity|]. cbn [app split_rows].
  destruct row as [|n row]; [destruct (H [] (or_introl eq_refl) eq_refl)|].
  rewrite IH by (intros; apply H; simpl; auto). reflexivity.
Qed.

(** What [well_formed] grids with up to 99 rows have: rows that are not empty, and short numbers. *)
Lemma well_formed_rows n g : 0 < n < 100 -> well_formed n g = true -> length g = n /\
  forall row, In row g -> row <> [] /\ forall v, In v row -> v < 100.
Proof.
  intros large W. apply andb_true_iff in W as [L F]. apply Nat.eqb_eq in L. split; [exact L|].
  rewrite forallb_forall in F. intros row Hr. apply F, andb_true_iff in Hr as [L' F'].
  apply Nat.eqb_eq in L'. rewrite forallb_forall in F'. split.
  - intros ->. simpl in L'. lia.
  - intros v Hv. apply F', Nat.leb_le in Hv. lia.
Qed.

(** The boxes have [h] rows and [w] columns: by the option, or because this is usual. *)
Definition shape_is (box : option (nat * nat)) (h w : nat) : Prop :=
  match box with Some hw => hw | None => default_box (size h w) end = (h, w).

(** A text that shows two grids with up to 99 rows is read as these grids. *)
Theorem shown_is_read box h w first second : shape_is box h w -> 0 < size h w < 100 ->
  well_formed (size h w) first = true -> well_formed (size h w) second = true ->
  read_pair box (show_pair first second) =
  Some {| height := h; width := w; first_grid := first; second_grid := second; symmetries := [] |}.
Proof.
  unfold shape_is. intros shape large W1 W2. set (n := size h w) in *.
  destruct (well_formed_rows n first large W1) as [L1 R1].
  destruct (well_formed_rows n second large W2) as [L2 R2].
  unfold read_pair, show_pair. rewrite read_grid by (intros; eapply R1; eauto).
  change (read_rows (Newline :: show_grid second) Nothing []) with
    (match read_rows (show_grid second) Nothing [] with
     | Some later => Some ([] :: later) | None => None end).
  rewrite <- (app_nil_r (show_grid second)), read_grid by (intros; eapply R2; eauto).
  cbn [read_rows ended]. rewrite split_shown by (intros; apply R1; auto).
  rewrite split_shown by (intros; apply R2; auto). rewrite L1, shape. cbn [read_symmetries].
  rewrite W1, W2. assert (P : 0 <? n = true) by (apply Nat.ltb_lt; lia). rewrite P.
  assert (Q : h * w =? n = true) by (apply Nat.eqb_refl). rewrite Q. reflexivity.
Qed.

(** Whatever follows after another empty line, no other grids are read. *)
Theorem shown_is_read_before box h w first second rest file : shape_is box h w ->
  0 < size h w < 100 ->
  well_formed (size h w) first = true -> well_formed (size h w) second = true ->
  read_pair box (show_pair first second ++ Newline :: rest) = Some file ->
  height file = h /\ width file = w /\ first_grid file = first /\ second_grid file = second.
Proof.
  unfold shape_is. intros shape large W1 W2. set (n := size h w) in *.
  destruct (well_formed_rows n first large W1) as [L1 R1].
  destruct (well_formed_rows n second large W2) as [L2 R2].
  unfold read_pair, show_pair. rewrite <- app_assoc, read_grid by (intros; eapply R1; eauto).
  change (read_rows ((Newline :: show_grid second) ++ Newline :: rest) Nothing []) with
    (match read_rows (show_grid second ++ Newline :: rest) Nothing [] with
     | Some later => Some ([] :: later) | None => None end).
  rewrite read_grid by (intros; eapply R2; eauto).
  change (read_rows (Newline :: rest) Nothing []) with
    (match read_rows rest Nothing [] with
     | Some later => Some ([] :: later) | None => None end).
  destruct (read_rows rest Nothing []) as [later|]; [|easy].
  rewrite split_shown by (intros; apply R1; auto).
  rewrite split_shown by (intros; apply R2; auto). rewrite L1, shape.
  destruct (read_symmetries n later); [|easy]. destruct (_ && _); [|easy].
  intros [= <-]. auto.
Qed.

(** If the text shows two grids, and the program answers no, what was asked is not so. *)
Theorem shown_correct asked box h w first second text source next proof : shape_is box h w ->
  0 < size h w < 100 ->
  well_formed (size h w) first = true -> well_formed (size h w) second = true ->
  shows text first second -> answer_to asked box text source next proof = Verified_no ->
  ~ holds_for asked h w (cell first) (cell second).
Proof.
  intros shape large W1 W2 S A. apply answer_correct in A as (file & P & no).
  assert (same : height file = h /\ width file = w /\ first_grid file = first /\
                 second_grid file = second).
  { destruct S as [->|(rest & ->)].
    - rewrite (shown_is_read box h w) in P by auto. injection P as <-. auto.
    - eapply shown_is_read_before; eauto. }
  destruct same as (E1 & E2 & E3 & E4). rewrite E1, E2, E3, E4 in no. exact no.
Qed.

Theorem not_copies_of_shown box h w first second text source next proof : shape_is box h w ->
  0 < size h w < 100 ->
  well_formed (size h w) first = true -> well_formed (size h w) second = true ->
  shows text first second -> not_copies box text source next proof = Verified_no ->
  ~ is_copy h w (cell first) (cell second).
Proof. exact (shown_correct Copy box h w first second text source next proof). Qed.
