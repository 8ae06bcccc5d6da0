(** The formula has a model if what is asked is so: also if enough digits can be made to agree. *)
From Coq Require Import Arith Lia Bool List ZArith.
From Verified Require Import Spec Copies Encoding Encoding_proof Counter.
Import ListNotations.

Lemma look_map n f r c : r < n -> c < n ->
  look (map (fun r => map (f r) (seq 0 n)) (seq 0 n)) r c = f r c.
Proof.
  intros. unfold look.
  rewrite nth_indep with (d' := map (f 0) (seq 0 n)) by (rewrite map_length, seq_length; auto).
  rewrite (map_nth (fun r => map (f r) (seq 0 n))), seq_nth by auto. simpl (0 + r).
  rewrite nth_indep with (d' := f r 0) by (rewrite map_length, seq_length; auto).
  rewrite (map_nth (f r)), seq_nth by auto. reflexivity.
Qed.

Lemma position_found r c cells : In (r, c) cells ->
  nth_error cells (position r c cells) = Some (r, c).
Proof.
  induction cells as [|[r' c'] cells IH]; simpl; [easy|]. intros H.
  destruct (Nat.eqb_spec r r'), (Nat.eqb_spec c c'); simpl; try (subst; reflexivity);
    apply IH; destruct H as [[=]|]; auto; congruence.
Qed.

Lemma position_of r c cells i : NoDup cells -> nth_error cells i = Some (r, c) ->
  position r c cells = i.
Proof.
  intros distinct H. assert (H' := position_found _ _ _ (nth_error_In _ _ H)).
  apply (NoDup_nth_error cells); auto; [|congruence]. apply nth_error_Some. congruence.
Qed.

Lemma filter_and_rest {A} (f : A -> bool) l :
  length (filter f l) + length (filter (fun x => negb (f x)) l) = length l.
Proof. induction l as [|x l IH]; simpl; auto. destruct (f x); simpl; lia. Qed.

Lemma NoDup_join {A} (a b : list A) : NoDup a -> NoDup b -> (forall x, In x a -> In x b -> False) ->
  NoDup (a ++ b).
Proof.
  intros Ha Hb apart. induction Ha as [|x a not_in Ha IH]; simpl; auto. constructor.
  - intros H. apply in_app_or in H as [H|H]; auto. apply (apart x); simpl; auto.
  - apply IH. intros y Hy. apply apart. simpl; auto.
Qed.

Lemma NoDup_first {A} n (l : list A) : NoDup l -> NoDup (firstn n l).
Proof.
  intros H. revert n. induction H as [|x l not_in H IH]; intros [|n]; simpl; constructor; auto.
  intros Hx. apply not_in. rewrite <- (firstn_skipn n l). apply in_or_app. auto.
Qed.

Lemma NoDup_pairs m n : NoDup (list_prod (seq 0 m) (seq 0 n)).
Proof.
  generalize (seq_NoDup m 0), (seq_NoDup n 0). generalize (seq 0 m), (seq 0 n). intros a b Ha Hb.
  induction a as [|x a IH]; simpl; [constructor|]. inversion Ha as [|? ? not_in Ha']; subst.
  apply NoDup_join; auto.
  - clear - Hb. induction Hb as [|y b not_in Hb IH']; simpl; constructor; auto.
    intros H. apply in_map_iff in H as (? & [= <-] & H). auto.
  - intros [y z] H H'. apply in_map_iff in H as (? & [= <- _] & _). apply in_prod_iff in H' as [H' _]. auto.
Qed.

(** Variables that say which items of a list have a property. *)
Lemma number_of_items {A} model (f : A -> bool) items : forall free,
  (forall i x, nth_error items i = Some x -> true_in model (free + Z.of_nat i) = f x) ->
  number_true model (variables_from free (length items)) = length (filter f items).
Proof.
  unfold number_true, variables_from.
  induction items as [|x items IH]; intros free H; [reflexivity|]. cbn [length seq map filter].
  rewrite (H 0 x eq_refl). rewrite <- seq_shift, map_map.
  rewrite (map_ext _ (fun i => (free + 1) + Z.of_nat i)%Z) by (intros; lia).
  assert (rest : length (filter (true_in model)
    (map (fun i => (free + 1) + Z.of_nat i)%Z (seq 0 (length items)))) = length (filter f items)).
  { apply IH. intros i y Hy. rewrite <- (H (S i) y Hy). f_equal. lia. }
  destruct (f x); cbn [length]; rewrite rest; reflexivity.
Qed.

Section Nearest.
  Variables h w : nat.
  Local Notation size := (Spec.size h w).

  Lemma first_free_positive : (2 <= first_free h w)%Z.
  Proof. apply offset_positive. Qed.

  Lemma describes_same q R C D model model' : describes h w q R C D model ->
    same_below (first_free h w) model model' -> describes h w q R C D model'.
  Proof.
    intros [one lits] S. split.
    - rewrite <- one. apply (same_true (first_free h w)); auto.
      pose proof first_free_positive. simpl. lia.
    - intros m i j Hm Hi Hj. rewrite <- lits by auto. apply (same_true (first_free h w)); auto.
      pose proof (lit_range h w m i j Hi Hj). pose proof (offset_positive h w m).
      pose proof (offset_grows h w m (5 + w + h) Hm). unfold first_free. lia.
  Qed.

  Lemma in_digit_cells g r c : In (r, c) (digit_cells h w g) <->
    r < size /\ c < size /\ cell g r c <> 0.
  Proof.
    unfold digit_cells. rewrite filter_In, in_prod_iff, !seq_below. cbn [fst snd].
    destruct (Nat.eqb_spec (cell g r c) 0); simpl; intuition.
  Qed.

  Lemma given_up_variable k g r c : r < size -> c < size ->
    look (given_up_table h w (At_least k) g) r c =
    (first_free h w + Z.of_nat (position r c (digit_cells h w g)))%Z.
  Proof. intros. unfold given_up_table. rewrite look_map; auto. Qed.

  (** A model in which few digits are given up can be extended. *)
  Lemma few_satisfied k g model : let n := length (digit_cells h w g) in k <= n ->
    number_true model (variables_from (first_free h w) n) <= n - k ->
    exists model', same_below (first_free h w + Z.of_nat n) model model' /\
                   all_satisfied model' (few_given_up h w (At_least k) g).
  Proof.
    intros n Hk few. unfold few_given_up. fold n. pose proof first_free_positive as free.
    pose proof (below_variables_from (first_free h w) n ltac:(lia)) as B.
    pose proof (counted_right n (S (n - k)) (first_free h w + Z.of_nat n)
      (variables_from (first_free h w) n) ltac:(lia) ltac:(rewrite length_variables_from; auto)
      ltac:(lia) B) as count.
    destruct (counted _ _ _ _) as [[counts cs] next]. destruct count as [_ below _ _ extend _].
    destruct (extend model) as (model' & S & A & V). exists model'. split; [exact S|].
    apply all_satisfied_app; [exact A|]. destruct (Nat.ltb_spec n k); [lia|].
    destruct (nth_error counts (n - k)) as [l|] eqn:E; [|easy]. apply all_satisfied_one.
    assert (short : n - k < length counts) by (apply nth_error_Some; congruence).
    apply (nth_error_nth _ _ 0%Z) in E. pose proof (below_nth _ _ _ below short) as positive.
    specialize (V _ short). rewrite E in *. exists (- l)%Z. split; [simpl; auto|].
    rewrite true_opp, V by lia. apply negb_true_iff, Nat.ltb_ge. exact few.
  Qed.

  (** In every model few digits are given up. *)
  Lemma few_hold k g model : let n := length (digit_cells h w g) in
    all_satisfied model (few_given_up h w (At_least k) g) ->
    (turns h w = false -> true_in model (-1) = true) ->
    k <= n /\ number_true model (variables_from (first_free h w) n) <= n - k.
  Proof.
    intros n M one. unfold few_given_up in M. fold n in M. pose proof first_free_positive as free.
    pose proof (below_variables_from (first_free h w) n ltac:(lia)) as B.
    pose proof (counted_right n (S (n - k)) (first_free h w + Z.of_nat n)
      (variables_from (first_free h w) n) ltac:(lia) ltac:(rewrite length_variables_from; auto)
      ltac:(lia) B) as count.
    destruct (counted _ _ _ _) as [[counts cs] next]. destruct count as [_ below long _ _ must].
    rewrite length_variables_from in long.
    assert (rest : forall c, In c (if n <? k then [1%Z] :: (if turns h w then [[-1]]%Z else [])
      else match nth_error counts (n - k) with Some l => [[- l]]%Z | None => [] end) ->
      satisfied model c) by (intros c Hc; apply M, in_or_app; auto).
    assert (single : forall l, satisfied model [l] -> true_in model l = true).
    { intros l (x & [<-|[]] & T). exact T. }
    destruct (Nat.ltb_spec n k) as [less|enough].
    - exfalso. assert (T : true_in model 1 = true) by (apply single, rest; simpl; auto).
      assert (F : true_in model (-1) = true).
      { destruct (turns h w); [apply single, rest; simpl; auto|auto]. }
      simpl in T, F. rewrite T in F. discriminate.
    - split; [exact enough|].
      pose proof (number_true_length model (variables_from (first_free h w) n)) as most.
      rewrite length_variables_from in most.
      destruct (nth_error counts (n - k)) as [l|] eqn:E.
      + assert (short : n - k < length counts) by (apply nth_error_Some; congruence).
        apply (nth_error_nth _ _ 0%Z) in E. pose proof (below_nth _ _ _ below short) as positive.
        assert (F : true_in model (- l) = true) by (apply single, rest; simpl; auto).
        rewrite E in positive. rewrite true_opp in F by lia.
        destruct (Nat.le_gt_cases (number_true model (variables_from (first_free h w) n)) (n - k))
          as [|more]; auto. exfalso.
        rewrite <- E, (must model) in F; auto; [discriminate|].
        intros c Hc. apply M, in_or_app. auto.
      + apply nth_error_None in E. lia.
  Qed.

  (** If enough digits can be made to agree, the formula has a model. *)
  Lemma agreement_satisfies k first second : 0 < h -> 0 < w ->
    fits h w first -> fits h w second -> can_agree h w k (cell first) (cell second) ->
    exists model, all_satisfied model (formula h w (At_least k) first second).
  Proof.
    intros Hh Hw F1 F2 (B & cells & S & distinct & long & same).
    assert (copy : is_copy h w (cell first) B) by (exists B; auto).
    apply copies_are_made, made_with_turns in copy; auto.
    destruct copy as (q & R & C & D & HQ & HR & HC & HD & E).
    assert (HR' : permutes size R) by (split; apply HR).
    assert (HC' : permutes size C) by (split; apply HC).
    set (target := fun x : nat * nat => if q then (R (snd x), C (size - 1 - fst x))
                                        else (R (fst x), C (snd x))).
    assert (hits : forall r c, r < size -> c < size ->
      target (source_cell size q r c) = (R r, C c)).
    { intros r c Hr Hc. unfold target, source_cell. destruct q; simpl; auto. repeat f_equal. lia. }
    set (agreeing := fun x : nat * nat => D (cell first (fst x) (snd x)) =?
                                          cell second (fst (target x)) (snd (target x))).
    set (digits := digit_cells h w first). set (n := length digits).
    assert (enough : k <= length (filter agreeing digits)).
    { rewrite <- long, <- (map_length target (filter agreeing digits)). apply NoDup_incl_length; auto.
      intros [r c] Hin. destruct (same r c Hin) as (Hr & Hc & some & equal).
      destruct (permutes_onto _ _ HR' r Hr) as (r0 & Hr0 & <-).
      destruct (permutes_onto _ _ HC' c Hc) as (c0 & Hc0 & <-).
      apply in_map_iff. exists (source_cell size q r0 c0). split; [auto|].
      assert (value : B (R r0) (C c0) = D (cell first (fst (source_cell size q r0 c0))
                                                     (snd (source_cell size q r0 c0)))).
      { rewrite E by auto. destruct q; reflexivity. }
      apply filter_In. split.
      - destruct (source_cell size q r0 c0) as [a b] eqn:X. apply in_digit_cells.
        assert (a < size /\ b < size) as [Ha Hb].
        { unfold source_cell in X. destruct q; injection X as <- <-; lia. }
        split; [auto|]. split; [auto|]. intros Z. cbn [fst snd] in value.
        rewrite value, Z, (blank _ _ HD) in some. auto.
      - unfold agreeing. rewrite hits by auto. cbn [fst snd]. apply Nat.eqb_eq. congruence. }
    pose proof (filter_and_rest agreeing digits) as split_length. fold n in split_length.
    set (start := way_model h w q R C D).
    set (marked := fun p => if (Zpos p <? first_free h w)%Z then start p else
      match nth_error digits (Z.to_nat (Zpos p - first_free h w)) with
      | Some x => negb (agreeing x) | None => false end).
    assert (below : same_below (first_free h w) start marked).
    { intros p Hp. unfold marked. apply Z.ltb_lt in Hp. rewrite Hp. reflexivity. }
    assert (marks : forall i x, nth_error digits i = Some x ->
      true_in marked (first_free h w + Z.of_nat i) = negb (agreeing x)).
    { intros i x Hx. pose proof first_free_positive.
      destruct (first_free h w + Z.of_nat i)%Z as [|p|p] eqn:P; try lia. simpl. unfold marked.
      destruct (Z.ltb_spec (Zpos p) (first_free h w)); [lia|].
      replace (Z.to_nat (Zpos p - first_free h w)) with i by lia. rewrite Hx. reflexivity. }
    pose proof (number_of_items marked (fun x => negb (agreeing x)) digits _ marks) as number.
    fold n in number.
    destruct (few_satisfied k first marked) as (model & same_marks & few); fold digits; fold n; try lia.
    fold digits in same_marks. fold n in same_marks.
    exists model. apply (way_satisfies h w _ first second q R C D); auto.
    { apply describes_same with marked.
      - apply describes_same with start; auto. apply way_model_describes.
      - eapply same_less; [|exact same_marks]. lia. }
    intros r c Hr Hc. pose proof (hits r c Hr Hc) as hit.
    destruct (source_cell size q r c) as [r0 c0] eqn:X.
    assert (r0 < size /\ c0 < size) as [Hr0 Hc0].
    { unfold source_cell in X. destruct q; injection X as <- <-; lia. }
    destruct (agreeing (r0, c0)) eqn:A.
    { right. unfold agreeing in A. rewrite hit in A. cbn [fst snd] in A. apply Nat.eqb_eq in A.
      simpl. auto. }
    destruct (Nat.eq_dec (cell first r0 c0) 0) as [zero|some].
    { right. simpl. rewrite zero, (blank _ _ HD). intros []; auto. }
    left. exists (look (given_up_table h w (At_least k) first) r0 c0).
    split; [left; reflexivity|]. rewrite given_up_variable by auto.
    fold digits. assert (Hin : In (r0, c0) digits) by (apply in_digit_cells; auto).
    pose proof (position_found _ _ _ Hin) as place.
    pose proof (marks _ _ place) as T. rewrite A in T. change (negb false) with true in T. rewrite <- T.
    apply (same_true (first_free h w + Z.of_nat n)); auto.
    assert (position r0 c0 digits < n) by (apply nth_error_Some; congruence).
    pose proof first_free_positive. lia.
  Qed.
End Nearest.

(** If what is asked is so, the formula has a model. *)
Theorem copies_satisfy h w asked first second : 0 < h -> 0 < w ->
  fits h w first -> fits h w second -> holds_for asked h w (cell first) (cell second) ->
  exists model, all_satisfied model (formula h w asked first second).
Proof.
  intros Hh Hw F1 F2 holds.
  assert (copy : (exists k, asked = At_least k) \/
    few_given_up h w asked first = [] /\
    exists B, is_copy h w (cell first) B /\ forall r c, r < size h w -> c < size h w ->
      agree asked (B r c) (cell second r c)).
  { destruct asked as [| |k]; simpl in *; [right|right|left; eauto]; split; auto.
    - exists (cell second). auto.
    - destruct holds as (B & S & E). exists B. split; auto. exists B. auto. }
  destruct copy as [[k ->]|(none & B & copy & agrees)]; [apply agreement_satisfies; auto|].
  apply copies_are_made, made_with_turns in copy; auto.
  destruct copy as (q & R & C & D & HQ & HR & HC & HD & E).
  exists (way_model h w q R C D). apply (way_satisfies h w asked first second q R C D); auto.
  - apply way_model_describes.
  - rewrite none. easy.
  - intros r c Hr Hc. specialize (E r c Hr Hc). unfold source_cell.
    destruct q; right; unfold turned in E; rewrite <- E;
      apply agrees; apply HR || apply HC; auto.
Qed.
