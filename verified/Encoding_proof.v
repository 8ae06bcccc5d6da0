(** The formula has a model if the first grid is a copy of the second, or a part of it, or if enough
    of their digits can be made to agree. *)
From Coq Require Import Arith Lia Bool List ZArith.
From Verified Require Import Spec Copies Encoding.
Import ListNotations.

Definition all_satisfied (model : positive -> bool) (cs : list clause) : Prop :=
  forall c, In c cs -> satisfied model c.

Lemma all_satisfied_app model a b :
  all_satisfied model a -> all_satisfied model b -> all_satisfied model (a ++ b).
Proof. intros Ha Hb c Hc. apply in_app_or in Hc as []; auto. Qed.

Lemma all_satisfied_map {A} model (f : A -> list clause) l :
  (forall x, In x l -> all_satisfied model (f x)) -> all_satisfied model (flat_map f l).
Proof. intros H c Hc. apply in_flat_map in Hc as (x & ? & ?). exact (H x H0 c H1). Qed.

Lemma all_satisfied_one model c : satisfied model c -> all_satisfied model [c].
Proof. intros H c' [<-|[]]; auto. Qed.

Lemma seq_below n x : In x (seq 0 n) <-> x < n.
Proof. rewrite in_seq. lia. Qed.

Lemma no_two_pairs (f : nat -> Z) later : forall before c, NoDup (before ++ later) ->
  In c (no_two (map f before) (map f later)) ->
  exists i j, i <> j /\ In i (before ++ later) /\ In j (before ++ later) /\ c = [- f i; - f j]%Z.
Proof.
  induction later as [|a later IH]; simpl; intros before c ND Hc; [easy|].
  apply in_app_or in Hc as [Hc|Hc].
  - rewrite map_map in Hc. apply in_map_iff in Hc as (i & <- & Hi). exists i, a.
    repeat split; try (apply in_or_app; simpl; auto).
    intros ->. apply NoDup_remove_2 in ND. apply ND, in_or_app. auto.
  - change [f a] with (map f [a]) in Hc. rewrite <- map_app in Hc.
    replace (before ++ a :: later) with ((before ++ [a]) ++ later) in *
      by (rewrite <- app_assoc; reflexivity). auto.
Qed.

Lemma exactly_one_satisfied model (f : nat -> Z) n k : k < n ->
  (forall j, j < n -> true_in model (f j) = (k =? j)) ->
  (forall j, j < n -> true_in model (- f j) = negb (k =? j)) ->
  all_satisfied model (exactly_one (map f (seq 0 n))).
Proof.
  intros Hk pos neg c [<-|Hc].
  - exists (f k). split; [apply in_map, seq_below; auto|]. rewrite pos, Nat.eqb_refl; auto.
  - change [] with (map f []) in Hc. apply no_two_pairs in Hc as (i & j & ne & Hi & Hj & ->);
      [|apply seq_NoDup]. simpl in Hi, Hj. apply seq_below in Hi, Hj.
    destruct (Nat.eqb_spec k i) as [->|].
    + exists (- f j)%Z. split; [simpl; auto|]. rewrite neg by auto.
      destruct (Nat.eqb_spec i j); auto; lia.
    + exists (- f i)%Z. split; [simpl; auto|]. rewrite neg by auto.
      destruct (Nat.eqb_spec k i); auto; lia.
Qed.

Lemma NoDup_images (p : nat -> nat) (l : list nat) : NoDup l ->
  (forall x y, In x l -> In y l -> p x = p y -> x = y) -> NoDup (map p l).
Proof.
  induction l as [|a l IH]; simpl; intros ND inj; constructor; inversion ND; subst.
  - intros Hin. apply in_map_iff in Hin as (x & E & Hx). apply inj in E; subst; auto.
  - apply IH; auto.
Qed.

Lemma permutes_onto n p : permutes n p -> forall y, y < n -> exists x, x < n /\ p x = y.
Proof.
  intros [range inj] y Hy.
  assert (H : incl (seq 0 n) (map p (seq 0 n))).
  { apply NoDup_length_incl.
    - apply NoDup_images; [apply seq_NoDup|]. intros; apply inj; auto; apply seq_below; auto.
    - rewrite map_length; auto.
    - intros z Hz. apply in_map_iff in Hz as (x & <- & Hx). apply seq_below, range, seq_below; auto. }
  apply seq_below, H, in_map_iff in Hy as (x & <- & Hx). exists x. split; auto. apply seq_below; auto.
Qed.

Definition inverse (n : nat) (p : nat -> nat) (y : nat) : nat :=
  hd 0 (filter (fun x => p x =? y) (seq 0 n)).

Lemma inverse_right n p y : permutes n p -> y < n ->
  inverse n p y < n /\ p (inverse n p y) = y.
Proof.
  intros P Hy. destruct (permutes_onto n p P y Hy) as (x & Hx & E). unfold inverse.
  assert (Hin : In x (filter (fun x => p x =? y) (seq 0 n)))
    by (apply filter_In; rewrite seq_below, E, Nat.eqb_refl; auto).
  destruct (filter _ _) as [|x' l] eqn:F; [easy|]. simpl.
  assert (Hin' : In x' (x' :: l)) by (simpl; auto). rewrite <- F in Hin'.
  apply filter_In in Hin' as [Hx' E']. rewrite seq_below in Hx'. apply Nat.eqb_eq in E'. auto.
Qed.

Lemma inverse_left n p x : permutes n p -> x < n -> inverse n p (p x) = x.
Proof.
  intros P Hx. destruct (inverse_right n p (p x) P) as [? E]; [apply P; auto|].
  apply P in E; auto.
Qed.

(** What [keeps_blocks] says about blocks, and about the lines of a block. *)
Section Blocks.
  Variables m k : nat.
  Variable p : nat -> nat.
  Hypothesis keeps : keeps_blocks (m * k) k p.
  Hypothesis some : 0 < k.

  Definition block_image (b : nat) : nat := p (b * k) / k.
  Definition within_image (b2 i : nat) : nat := p (inverse m block_image b2 * k + i) mod k.

  Lemma line_range b i : b < m -> i < k -> b * k + i < m * k.
  Proof. apply block_range. Qed.

  Lemma block_image_of b i : b < m -> i < k -> p (b * k + i) / k = block_image b.
  Proof.
    intros. unfold block_image. pose proof (line_range b i H H0).
    assert (b * k < m * k) by (apply Nat.mul_lt_mono_pos_r; auto).
    apply (proj1 (together _ _ _ keeps (b * k + i) (b * k) ltac:(auto) ltac:(auto))).
    rewrite block_div, Nat.div_mul by lia. auto.
  Qed.

  Lemma block_image_permutes : permutes m block_image.
  Proof.
    split; intros; unfold block_image in *.
    - apply div_range, (in_range _ _ _ keeps). apply Nat.mul_lt_mono_pos_r; auto.
    - apply (proj2 (together _ _ _ keeps (x * k) (y * k) ltac:(apply Nat.mul_lt_mono_pos_r; auto)
        ltac:(apply Nat.mul_lt_mono_pos_r; auto))) in H1; try (apply Nat.mul_lt_mono_pos_r; auto).
      rewrite !Nat.div_mul in H1 by lia. auto.
  Qed.

  Lemma within_image_permutes b2 : b2 < m -> permutes k (within_image b2).
  Proof.
    intros Hb. destruct (inverse_right m block_image b2 block_image_permutes Hb) as [Hi E].
    unfold within_image. set (b := inverse m block_image b2) in *. split; intros.
    - apply Nat.mod_upper_bound. lia.
    - pose proof (block_image_of b x Hi H). pose proof (block_image_of b y Hi H0).
      assert (b * k + x = b * k + y); [|lia]. apply (injective _ _ _ keeps); auto using line_range.
      rewrite (div_mod k m (p (b * k + x))), (div_mod k m (p (b * k + y)))
        by (apply (in_range _ _ _ keeps); auto using line_range). congruence.
  Qed.

  Lemma within_image_of b i : b < m -> i < k ->
    within_image (block_image b) i = p (b * k + i) mod k.
  Proof. intros. unfold within_image. rewrite inverse_left; auto using block_image_permutes. Qed.
End Blocks.

(** The number of rows of each matrix. *)
Section Sides.
  Variables h w : nat.
  Ltac decide_side := unfold side, rows_matrix, columns_matrix, digits_matrix;
    repeat match goal with
    | |- context [?a =? ?b] => destruct (Nat.eqb_spec a b)
    | |- context [?a <? ?b] => destruct (Nat.ltb_spec a b)
    end; try lia.

  Lemma side_bands : side h w 0 = w. Proof. decide_side. Qed.
  Lemma side_stacks : side h w 1 = h. Proof. decide_side. Qed.
  Lemma side_row b : b < w -> side h w (2 + b) = h. Proof. decide_side. Qed.
  Lemma side_column s : s < h -> side h w (2 + w + s) = w. Proof. decide_side. Qed.
  Lemma side_rows : side h w (rows_matrix h w) = size h w. Proof. decide_side. Qed.
  Lemma side_columns : side h w (columns_matrix h w) = size h w. Proof. decide_side. Qed.
  Lemma side_digits : side h w (digits_matrix h w) = size h w. Proof. decide_side. Qed.
End Sides.

(** What is asked of a cell that becomes a cell of the second grid. *)
Definition agree (asked : question) (a b : nat) : Prop :=
  match asked with Copy => a = b | Part | At_least _ => a <> 0 -> a = b end.

Section Model.
  Variables h w : nat.
  Local Notation size := (Spec.size h w).
  Variable quarter : bool.
  Variables R C D : nat -> nat.

  Definition image (m i : nat) : nat :=
    if m =? 0 then block_image h R i else if m =? 1 then block_image w C i else
    if m <? 2 + w then within_image w h R (m - 2) i else
    if m <? 2 + w + h then within_image h w C (m - (2 + w)) i else
    if m =? rows_matrix h w then R i else if m =? columns_matrix h w then C i else D (S i) - 1.

  Local Notation lit := (lit h w).
  Local Notation side := (side h w).
  Local Notation offset := (offset h w).
  Definition matrices := 5 + w + h.

  Definition way_model (p : positive) : bool :=
    if (p =? 1)%positive then quarter else
    existsb (fun m => existsb (fun i => existsb (fun j =>
      (lit m i j =? Zpos p)%Z && (image m i =? j)) (seq 0 (side m))) (seq 0 (side m)))
      (seq 0 matrices).

  Lemma offset_grows m m' : m < m' ->
    (offset m + Z.of_nat (side m) * Z.of_nat (side m) <= offset m')%Z.
  Proof.
    induction 1 as [|m' ? IH]; cbn [Encoding.offset]; [lia|].
    pose proof (Z.square_nonneg (Z.of_nat (side m'))). lia.
  Qed.

  Lemma offset_positive m : (2 <= offset m)%Z.
  Proof.
    induction m; cbn [Encoding.offset]; [lia|].
    pose proof (Z.square_nonneg (Z.of_nat (side m))). lia.
  Qed.

  Lemma lit_range m i j : i < side m -> j < side m ->
    (offset m <= lit m i j < offset m + Z.of_nat (side m) * Z.of_nat (side m))%Z.
  Proof. unfold Encoding.lit. nia. Qed.

  Lemma lit_injective m i j m' i' j' : i < side m -> j < side m -> i' < side m' -> j' < side m' ->
    lit m i j = lit m' i' j' -> m = m' /\ i = i' /\ j = j'.
  Proof.
    intros. pose proof (lit_range m i j H H0). pose proof (lit_range m' i' j' H1 H2).
    assert (m = m') as <-.
    { destruct (Nat.lt_trichotomy m m') as [L|[L|L]]; auto;
        apply offset_grows in L; lia. }
    unfold Encoding.lit in H3. assert (i * side m + j = i' * side m + j') as E by lia.
    split; auto. split.
    - rewrite <- (block_div (side m) i j), <- (block_div (side m) i' j'), E; auto.
    - rewrite <- (block_mod (side m) i j), <- (block_mod (side m) i' j'), E; auto.
  Qed.

  (** The model says what [quarter], [R], [C] and [D] are. Its other variables may have any values. *)
  Record describes (model : positive -> bool) : Prop := {
    true_one : true_in model 1 = quarter;
    true_lit : forall m i j, m < matrices -> i < side m -> j < side m ->
      true_in model (lit m i j) = (image m i =? j) }.

  Lemma way_model_describes : describes way_model.
  Proof.
    split; [reflexivity|].
    intros m i j Hm Hi Hj. pose proof (lit_range m i j Hi Hj). pose proof (offset_positive m).
    destruct (lit m i j) as [|p|p] eqn:E; try lia. simpl. unfold way_model.
    destruct (Pos.eqb_spec p 1); [subst; lia|].
    apply eq_true_iff_eq. rewrite !existsb_exists. split.
    - intros (m' & _ & X). apply existsb_exists in X as (i' & Hi' & X).
      apply existsb_exists in X as (j' & Hj' & X). apply andb_true_iff in X as [X Y].
      apply Z.eqb_eq in X. apply seq_below in Hi', Hj'. rewrite <- E in X.
      apply lit_injective in X as (-> & -> & ->); auto.
    - intros X. exists m. rewrite seq_below. split; auto.
      apply existsb_exists. exists i. rewrite seq_below. split; auto.
      apply existsb_exists. exists j. rewrite seq_below. split; auto.
      rewrite E, Z.eqb_refl. auto.
  Qed.

  Variable model : positive -> bool.
  Hypothesis model_describes : describes model.

  Lemma true_not_lit m i j : m < matrices -> i < side m -> j < side m ->
    true_in model (- lit m i j) = negb (image m i =? j).
  Proof.
    intros Hm Hi Hj. rewrite <- (true_lit _ model_describes) by auto.
    pose proof (lit_range m i j Hi Hj). pose proof (offset_positive m).
    destruct (lit m i j); try lia. auto.
  Qed.

  Lemma bijection_satisfied m : m < matrices -> permutes (side m) (image m) ->
    all_satisfied model (bijection h w m).
  Proof.
    intros Hm P. unfold bijection. apply all_satisfied_app.
    - apply all_satisfied_map. intros i Hi. apply seq_below in Hi.
      apply exactly_one_satisfied with (image m i); intros; auto using true_not_lit, (true_lit _ model_describes).
      apply P; auto.
    - destruct (_ =? 1); [easy|]. apply all_satisfied_map. intros j Hj. apply seq_below in Hj.
      destruct (inverse_right _ _ j P Hj) as [Hi E].
      assert (same : forall i, i < side m -> (image m i =? j) = (inverse (side m) (image m) j =? i)).
      { intros i ?. apply eq_true_iff_eq. rewrite !Nat.eqb_eq. split; [|congruence].
        intros <-. apply inverse_left; auto. }
      apply exactly_one_satisfied with (inverse (side m) (image m) j); intros; auto.
      + rewrite (true_lit _ model_describes), same; auto.
      + rewrite true_not_lit, same; auto.
  Qed.

  Lemma look_table m i j : i < side m -> j < side m -> look (table h w m) i j = lit m i j.
  Proof.
    intros. unfold look, table. rewrite nth_indep with (d' := map (fun j => (offset m +
      Z.of_nat 0 * Z.of_nat (side m)) + Z.of_nat j)%Z (seq 0 (side m)))
      by (rewrite map_length, seq_length; auto).
    rewrite (map_nth (fun i => map (fun j => (offset m + Z.of_nat i * Z.of_nat (side m)) +
      Z.of_nat j)%Z (seq 0 (side m)))). rewrite seq_nth by auto. simpl (0 + i).
    rewrite nth_indep with (d' := (offset m + Z.of_nat i * Z.of_nat (side m) + Z.of_nat 0)%Z)
      by (rewrite map_length, seq_length; auto).
    rewrite (map_nth (fun j => offset m + Z.of_nat i * Z.of_nat (side m) + Z.of_nat j)%Z).
    rewrite seq_nth by auto. reflexivity.
  Qed.

  Hypothesis some : 0 < h /\ 0 < w.
  Hypothesis quarter_fits : quarter = true -> h = w.
  Hypothesis R_keeps : keeps_blocks size h R.
  Hypothesis C_keeps : keeps_blocks size w C.
  Hypothesis D_renames : renames size D.

  Ltac decide_matrix := unfold image, Encoding.side, rows_matrix, columns_matrix, digits_matrix,
    matrices in *; repeat match goal with
    | |- context [?a =? ?b] => destruct (Nat.eqb_spec a b)
    | |- context [?a <? ?b] => destruct (Nat.ltb_spec a b)
    end; try lia.

  Lemma image_bands b : image 0 b = block_image h R b. Proof. decide_matrix. Qed.
  Lemma image_stacks s : image 1 s = block_image w C s. Proof. decide_matrix. Qed.
  Lemma image_row b i : b < w -> image (2 + b) i = within_image w h R b i.
  Proof. intros. decide_matrix. replace (2 + b - 2) with b by lia. auto. Qed.
  Lemma image_column s j : s < h -> image (2 + w + s) j = within_image h w C s j.
  Proof. intros. decide_matrix. replace (2 + w + s - (2 + w)) with s by lia. auto. Qed.
  Lemma image_rows r : image (rows_matrix h w) r = R r. Proof. decide_matrix. Qed.
  Lemma image_columns c : image (columns_matrix h w) c = C c. Proof. decide_matrix. Qed.
  Lemma image_digits d : image (digits_matrix h w) d = D (S d) - 1. Proof. decide_matrix. Qed.

  Lemma R_keeps' : keeps_blocks (w * h) h R.
  Proof. rewrite <- size_rows. exact R_keeps. Qed.

  Lemma bijections_satisfied m : m < 2 + w + h \/ m = digits_matrix h w ->
    all_satisfied model (bijection h w m).
  Proof.
    intros Hm. apply bijection_satisfied; [decide_matrix|].
    destruct Hm as [Hm | ->].
    2: { rewrite side_digits. split; intros; rewrite ?image_digits in *.
         - pose proof (digit_range _ _ D_renames (S x)). lia.
         - pose proof (digit_range _ _ D_renames (S x)).
           pose proof (digit_range _ _ D_renames (S y)).
           assert (S x = S y); [|lia]. apply (digit_injective _ _ D_renames); lia. }
    destruct (Nat.eq_dec m 0) as [->|]; [rewrite side_bands|].
    { apply (block_image_permutes w h R R_keeps'). apply some. }
    destruct (Nat.eq_dec m 1) as [->|]; [rewrite side_stacks|].
    { apply (block_image_permutes h w C C_keeps). apply some. }
    destruct (Nat.lt_ge_cases m (2 + w)).
    - replace m with (2 + (m - 2)) by lia. rewrite side_row by lia.
      pose proof (within_image_permutes w h R R_keeps' (proj1 some) (m - 2)) as [a b]; [lia|].
      split; intros x; intros; rewrite ?image_row in * by lia; auto.
    - replace m with (2 + w + (m - (2 + w))) by lia. rewrite side_column by lia.
      pose proof (within_image_permutes h w C C_keeps (proj2 some) (m - (2 + w))) as [a b]; [lia|].
      split; intros x; intros; rewrite ?image_column in * by lia; auto.
  Qed.

  Lemma implication m i j m' i' j' : m < matrices -> i < side m -> j < side m ->
    m' < matrices -> i' < side m' -> j' < side m' -> (image m i = j -> image m' i' = j') ->
    satisfied model [- lit m i j; lit m' i' j']%Z.
  Proof.
    intros. destruct (Nat.eq_dec (image m i) j) as [E|E].
    - exists (lit m' i' j'). split; [simpl; auto|]. rewrite (true_lit _ model_describes), Nat.eqb_eq; auto.
    - exists (- lit m i j)%Z. split; [simpl; auto|].
      rewrite true_not_lit by auto. apply Nat.eqb_neq in E. rewrite E. auto.
  Qed.

  Lemma rows_follow r : r < size -> all_satisfied model (follow h w (rows_matrix h w) 0 2 h r).
  Proof.
    intros Hr c [<-|Hc].
    - exists (lit (rows_matrix h w) r (R r)).
      assert (R r < size) by (apply (in_range _ _ _ R_keeps); auto).
      split; [apply in_map, seq_below; auto|].
      rewrite (true_lit _ model_describes), image_rows, Nat.eqb_refl; rewrite ?side_rows; auto. decide_matrix.
    - revert c Hc. apply all_satisfied_map. intros j Hj. apply seq_below in Hj.
      pose proof Hr as Hr'. pose proof Hj as Hj'. rewrite size_rows in Hr', Hj'.
      pose proof (div_range _ _ _ Hr'). pose proof (div_range _ _ _ Hj').
      pose proof (mod_range _ _ _ Hr'). pose proof (mod_range _ _ _ Hj').
      pose proof (block_image_of w h R R_keeps' (proj1 some) _ _ H H1) as B.
      pose proof (within_image_of w h R R_keeps' (proj1 some) _ _ H H1) as W.
      rewrite <- (div_mod h w r Hr') in B, W.
      intros c [<-|[<-|[]]]; apply implication;
        rewrite ?side_rows, ?side_bands, ?side_row, ?image_rows, ?image_bands, ?image_row by auto;
        auto; try decide_matrix; intros <-; congruence.
  Qed.

  Lemma columns_follow c : c < size ->
    all_satisfied model (follow h w (columns_matrix h w) 1 (2 + w) w c).
  Proof.
    intros Hr cl [<-|Hc].
    - exists (lit (columns_matrix h w) c (C c)).
      assert (C c < size) by (apply (in_range _ _ _ C_keeps); auto).
      split; [apply in_map, seq_below; auto|].
      rewrite (true_lit _ model_describes), image_columns, Nat.eqb_refl; rewrite ?side_columns; auto. decide_matrix.
    - revert cl Hc. apply all_satisfied_map. intros j Hj. apply seq_below in Hj.
      pose proof (div_range _ _ _ Hr). pose proof (div_range _ _ _ Hj).
      pose proof (mod_range _ _ _ Hr). pose proof (mod_range _ _ _ Hj).
      pose proof (block_image_of h w C C_keeps (proj2 some) _ _ H H1) as B.
      pose proof (within_image_of h w C C_keeps (proj2 some) _ _ H H1) as W.
      rewrite <- (div_mod w h c Hr) in B, W.
      intros cl [<-|[<-|[]]]; apply implication;
        rewrite ?side_columns, ?side_stacks, ?side_column, ?image_columns, ?image_stacks,
          ?image_column by auto;
        auto; try decide_matrix; intros <-; congruence.
  Qed.

  Variable asked : question.
  Variables first second : rows.
  Definition fits (g : rows) : Prop := forall r c, r < size -> c < size -> cell g r c <= size.
  Hypothesis second_fits : fits second.

  (** The cells of a row of [first], turned or not, agree with [second]. *)
  Lemma row_agrees_satisfied unless r r2 : fits first -> r < size -> r2 < size ->
    (forall c, c < size -> (exists l, In l (unless c) /\ true_in model l = true) \/
                           agree asked (D (cell first r c)) (cell second (R r) (C c))) ->
    all_satisfied model (row_agrees h w asked (all_tables h w) first second unless r r2).
  Proof.
    intros first_fits Hr Hr2 H. apply all_satisfied_map. intros c Hc. apply seq_below in Hc.
    apply all_satisfied_map. intros c2 Hc2. apply seq_below in Hc2. cbn [all_tables row_table column_table digit_table].
    rewrite !look_table by (rewrite ?side_rows, ?side_columns; auto).
    pose proof (first_fits r c Hr Hc) as F1. pose proof (second_fits r2 c2 Hr2 Hc2) as F2.
    unfold cell in F1, F2.
    set (nr := (- lit (rows_matrix h w) r r2)%Z). set (nc := (- lit (columns_matrix h w) c c2)%Z).
    assert (Hnr : true_in model nr = negb (R r =? r2)).
    { unfold nr. rewrite true_not_lit, image_rows; rewrite ?side_rows; auto. decide_matrix. }
    assert (Hnc : true_in model nc = negb (C c =? c2)).
    { unfold nc. rewrite true_not_lit, image_columns; rewrite ?side_columns; auto. decide_matrix. }
    assert (K : forall rest, (R r = r2 -> C c = c2 -> satisfied model rest) ->
      satisfied model (nr :: nc :: rest)).
    { intros rest X. destruct (Nat.eqb_spec (R r) r2).
      - destruct (Nat.eqb_spec (C c) c2).
        + destruct X as (l & ? & ?); auto. exists l. simpl; auto.
        + exists nc. simpl. rewrite Hnc. auto.
      - exists nr. simpl. rewrite Hnr. auto. }
    assert (Dn : forall d, 0 < d <= size -> 0 < D d) by (intros; apply (digit_range _ _ D_renames); lia).
    destruct (nth c (nth r first []) 0) as [|d] eqn:E1;
      destruct (nth c2 (nth r2 second []) 0) as [|d2] eqn:E2; try easy;
      try (destruct (negb _ && (size =? 1)); [easy|]);
      try (destruct asked eqn:A; [|easy|easy]; simpl frees_blanks; cbv iota);
      apply all_satisfied_one, K; intros ER EC;
      (destruct (H c Hc) as [(l & Hl & T)|H']; [exists l; simpl; auto|]; clear H; rename H' into H);
      rewrite ER, EC in H; unfold cell in H; rewrite E1, E2 in H.
    - rewrite (blank _ _ D_renames) in H. discriminate.
    - specialize (Dn (S d)). destruct asked; simpl in H; lia.
    - assert (D (S d) = S d2) by (specialize (Dn (S d)); destruct asked; simpl in H; lia).
      exists (look (table h w (digits_matrix h w)) d d2). split; [simpl; auto|].
      rewrite look_table, (true_lit _ model_describes), image_digits; rewrite ?side_digits; try lia.
      + apply Nat.eqb_eq. lia.
      + decide_matrix.
  Qed.
End Model.

Lemma cell_matrix n f r c : r < n -> c < n -> cell (matrix n f) r c = f r c.
Proof.
  intros. unfold cell, matrix.
  rewrite nth_indep with (d' := map (f 0) (seq 0 n)) by (rewrite map_length, seq_length; auto).
  rewrite (map_nth (fun r => map (f r) (seq 0 n))), seq_nth by auto. simpl (0 + r).
  rewrite nth_indep with (d' := f r 0) by (rewrite map_length, seq_length; auto).
  rewrite (map_nth (f r)), seq_nth by auto. auto.
Qed.

(** A turn that does not matter can be left out. *)
Lemma made_with_turns h w A B : 0 < h -> made h w A B -> exists quarter R C D,
  (quarter = true -> turns h w = true) /\
  keeps_blocks (size h w) h R /\ keeps_blocks (size h w) w C /\ renames (size h w) D /\
  forall r c, r < size h w -> c < size h w ->
    B (R r) (C c) = D ((if quarter : bool then turned h w A else A) r c).
Proof.
  intros Hh (q & R & C & D & HQ & HR & HC & HD & E).
  destruct (turns h w) eqn:T; [exists q, R, C, D; auto|].
  exists false, R, C, D. split; [discriminate|]. repeat (split; [assumption|]).
  intros r c Hr Hc. rewrite E by auto. destruct q; [|auto]. specialize (HQ eq_refl). subst w.
  unfold turns in T. rewrite Nat.eqb_refl in T. apply Nat.ltb_ge in T.
  assert (h = 1) as -> by lia. unfold turned. f_equal. f_equal; unfold size in *; lia.
Qed.

(** The cell of a grid that a turn, if [q], brings to row [r] and column [c]. *)
Definition source_cell (n : nat) (q : bool) (r c : nat) : nat * nat :=
  if q then (n - 1 - c, r) else (r, c).

(** A way by [R], [C] and [D], after a turn if [q], is a model of the formula. *)
Lemma way_satisfies h w asked first second (q : bool) R C D model : 0 < h -> 0 < w ->
  fits h w first -> fits h w second -> (q = true -> turns h w = true) ->
  keeps_blocks (size h w) h R -> keeps_blocks (size h w) w C -> renames (size h w) D ->
  describes h w q R C D model -> all_satisfied model (few_given_up h w asked first) ->
  (forall r c, r < size h w -> c < size h w -> let (r0, c0) := source_cell (size h w) q r c in
    (exists l, In l (given_up asked (given_up_table h w asked first) r0 c0) /\ true_in model l = true) \/
    agree asked (D (cell first r0 c0)) (cell second (R r) (C c))) ->
  all_satisfied model (formula h w asked first second).
Proof.
  intros Hh Hw F1 F2 HQ HR HC HD HM few E'.
  pose proof (true_one _ _ _ _ _ _ _ HM) as one.
  assert (minus_one : true_in model (-1) = negb q) by (rewrite <- one; reflexivity).
  assert (square : q = true -> h = w).
  { intros Q. apply HQ, andb_true_iff in Q as [Q _]. apply Nat.eqb_eq, Q. }
  set (n := Spec.size h w) in *.
  assert (F1' : fits h w (turned_rows h w first)).
  { intros r c ? ?. unfold turned_rows. rewrite cell_matrix by auto. unfold turned.
    apply F1; fold n; lia. }
  apply all_satisfied_map. intros p Hp. unfold parts in Hp.
  repeat (apply in_app_or in Hp as [Hp|Hp]).
  - apply in_map_iff in Hp as (m & <- & Hm). apply seq_below in Hm.
    eapply bijections_satisfied; eauto.
  - destruct Hp as [<-|[]]. eapply bijections_satisfied; eauto.
  - apply in_map_iff in Hp as (r & <- & Hr). apply seq_below in Hr. eapply rows_follow; eauto.
  - apply in_map_iff in Hp as (c & <- & Hc). apply seq_below in Hc. eapply columns_follow; eauto.
  - destruct (turns h w); [easy|]. destruct Hp as [<-|[]]. apply all_satisfied_one.
    exists (-1)%Z. split; [simpl; auto|]. rewrite minus_one.
    destruct q; [|reflexivity]. discriminate (HQ eq_refl).
  - apply in_flat_map in Hp as (r & Hr & Hp). apply in_map_iff in Hp as (r2 & <- & Hr2).
    apply seq_below in Hr, Hr2. eapply row_agrees_satisfied; eauto. intros c Hc. destruct q.
    + left. exists 1%Z. rewrite (HQ eq_refl). split; [apply in_or_app; simpl; auto|auto].
    + destruct (E' r c Hr Hc) as [(l & Hl & T)|A]; [|right; exact A].
      left. exists l. split; [apply in_or_app; auto|auto].
  - destruct (turns h w); [|easy].
    apply in_flat_map in Hp as (r & Hr & Hp). apply in_map_iff in Hp as (r2 & <- & Hr2).
    apply seq_below in Hr, Hr2. eapply row_agrees_satisfied; eauto. intros c Hc. destruct q.
    + destruct (E' r c Hr Hc) as [(l & Hl & T)|A].
      * left. exists l. split; [apply in_or_app; auto|auto].
      * right. unfold turned_rows. rewrite cell_matrix by auto. exact A.
    + left. exists (-1)%Z. rewrite minus_one. split; [apply in_or_app; simpl; auto|auto].
  - destruct Hp as [<-|[]]. exact few.
Qed.
