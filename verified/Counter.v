(** What the clauses that count say: [counted]. *)
From Coq Require Import Arith Lia Bool List ZArith.
From Verified Require Import Encoding Encoding_proof.
Import ListNotations.

Definition number_true (model : positive -> bool) (literals : list Z) : nat :=
  length (filter (true_in model) literals).

(** Variables below a bound, and models with the same values of them. *)
Definition variables_below (free : Z) (l : list Z) : Prop := forall x, In x l -> (0 < x < free)%Z.
Definition clauses_below (free : Z) (cs : list clause) : Prop :=
  forall c, In c cs -> forall l, In l c -> (0 < Z.abs l < free)%Z.
Definition same_below (free : Z) (model model' : positive -> bool) : Prop :=
  forall p, (Zpos p < free)%Z -> model' p = model p.

Lemma same_true free model model' l : same_below free model model' -> (0 < Z.abs l < free)%Z ->
  true_in model' l = true_in model l.
Proof. intros S H. destruct l as [|p|p]; simpl in *; auto; rewrite S; auto; lia. Qed.

Lemma same_clauses free model model' cs : same_below free model model' -> clauses_below free cs ->
  all_satisfied model cs -> all_satisfied model' cs.
Proof.
  intros S B M c Hc. destruct (M c Hc) as (l & Hl & T). exists l. split; auto.
  rewrite (same_true free model); auto. apply (B c); auto.
Qed.

Lemma same_number free model model' l : same_below free model model' -> variables_below free l ->
  number_true model' l = number_true model l.
Proof.
  intros S B. unfold number_true. f_equal. apply filter_ext_in. intros x Hx. apply B in Hx.
  apply (same_true free); auto. lia.
Qed.

Lemma same_less free free' model model' : (free <= free')%Z -> same_below free' model model' ->
  same_below free model model'.
Proof. intros L S p Hp. apply S. lia. Qed.

Lemma same_trans free m1 m2 m3 : same_below free m1 m2 -> same_below free m2 m3 ->
  same_below free m1 m3.
Proof. intros S T p Hp. rewrite T, S; auto. Qed.

Lemma clauses_below_less free free' cs : (free <= free')%Z -> clauses_below free cs ->
  clauses_below free' cs.
Proof. intros L B c Hc l Hl. specialize (B c Hc l Hl). lia. Qed.

Lemma variables_below_less free free' l : (free <= free')%Z -> variables_below free l ->
  variables_below free' l.
Proof. intros L B x Hx. specialize (B x Hx). lia. Qed.

Lemma true_opp model x : (0 < x)%Z -> true_in model (- x) = negb (true_in model x).
Proof. destruct x; simpl; auto; lia. Qed.

Lemma nth_variables_from free n j : j < n -> nth j (variables_from free n) 0%Z = (free + Z.of_nat j)%Z.
Proof.
  intros. unfold variables_from.
  rewrite nth_indep with (d' := (free + Z.of_nat 0)%Z) by (rewrite map_length, seq_length; auto).
  rewrite (map_nth (fun i => free + Z.of_nat i)%Z), seq_nth; auto.
Qed.

Lemma length_variables_from free n : length (variables_from free n) = n.
Proof. unfold variables_from. rewrite map_length, seq_length. reflexivity. Qed.

Lemma below_variables_from free n : (0 < free)%Z ->
  variables_below (free + Z.of_nat n) (variables_from free n).
Proof.
  intros H x Hx. apply in_map_iff in Hx as (i & <- & Hi). apply seq_below in Hi. lia.
Qed.

Lemma below_nth free l i : variables_below free l -> i < length l -> (0 < nth i l 0 < free)%Z.
Proof. intros B Hi. apply B, nth_In, Hi. Qed.

Lemma number_true_length model l : number_true model l <= length l.
Proof. unfold number_true. induction l as [|x l IH]; simpl; auto. destruct (true_in model x); simpl; lia. Qed.

Lemma in_add_counts counts1 counts2 total c : In c (add_counts counts1 counts2 total) <->
  exists i j, i <= length counts1 /\ j <= length counts2 /\ 0 < i + j <= length total /\
    c = premise counts1 i ++ premise counts2 j ++ [nth (i + j - 1) total 0%Z].
Proof.
  unfold add_counts. rewrite in_flat_map. split.
  - intros (i & Hi & H). apply in_flat_map in H as (j & Hj & H). apply seq_below in Hi, Hj.
    destruct (_ && _) eqn:E; [|easy]. apply andb_true_iff in E as [E F].
    apply Nat.ltb_lt in E. apply Nat.leb_le in F. destruct H as [<-|[]].
    exists i, j. repeat split; lia || auto.
  - intros (i & j & Hi & Hj & [L L'] & ->). exists i. rewrite seq_below. split; [lia|].
    apply in_flat_map. exists j. rewrite seq_below. split; [lia|].
    apply Nat.ltb_lt in L. apply Nat.leb_le in L'. rewrite L, L'. simpl; auto.
Qed.

Lemma halves (l : list Z) a b rest : l = a :: b :: rest ->
  0 < length l / 2 /\ length l / 2 < length l.
Proof.
  intros ->. cbn [length]. split; [apply Nat.div_str_pos; lia | apply Nat.div_lt; lia].
Qed.

(** What [counted] promises: which variables are new; every model can be extended to them; and in
    every model they are true if they must be. *)
Record counts_right (most : nat) (free : Z) (literals counts : list Z) (cs : list clause) (free' : Z)
    : Prop := {
  later : (free <= free')%Z;
  counts_below : variables_below free' counts;
  counts_length : length counts = min most (length literals);
  cs_below : clauses_below free' cs;
  extends : forall model, exists model', same_below free model model' /\ all_satisfied model' cs /\
    forall j, j < length counts -> true_in model' (nth j counts 0%Z) = (j <? number_true model literals);
  forced : forall model, all_satisfied model cs -> forall j, j < length counts ->
    j < number_true model literals -> true_in model (nth j counts 0%Z) = true }.

Lemma counts_none most free literals : variables_below free literals -> length literals <= 1 ->
  0 < most -> counts_right most free literals literals [] free.
Proof.
  intros B short Hm.
  assert (value : forall model j, j < length literals ->
    true_in model (nth j literals 0%Z) = (j <? number_true model literals)).
  { intros model j Hj. destruct literals as [|a [|b rest]]; simpl in *; try lia.
    assert (j = 0) as -> by lia. unfold number_true. simpl. destruct (true_in model a); auto. }
  split; auto; try easy; try lia.
  - intros model. exists model. repeat split; auto; easy.
  - intros model _ j Hj Hc. rewrite value by auto. apply Nat.ltb_lt, Hc.
Qed.

Section Add.
  Variable most : nat.
  Variables free free1 free2 : Z.
  Variables l1 l2 counts1 counts2 : list Z.
  Variables cs1 cs2 : list clause.
  Hypothesis free_positive : (0 < free)%Z.
  Hypothesis below : variables_below free l2.
  Hypothesis right1 : counts_right most free l1 counts1 cs1 free1.
  Hypothesis right2 : counts_right most free1 l2 counts2 cs2 free2.
  Let n := min most (length (l1 ++ l2)).
  Let total := variables_from free2 n.

  Lemma number_true_app model : number_true model (l1 ++ l2) = number_true model l1 + number_true model l2.
  Proof. unfold number_true. rewrite filter_app, app_length. reflexivity. Qed.

  Lemma add_extends model : exists model', same_below free model model' /\
    all_satisfied model' (cs1 ++ cs2 ++ add_counts counts1 counts2 total) /\
    forall j, j < length total -> true_in model' (nth j total 0%Z) = (j <? number_true model (l1 ++ l2)).
  Proof.
    destruct right1 as [L1 B1 _ C1 X1 _]. destruct right2 as [L2 B2 _ C2 X2 _].
    destruct (X1 model) as (model1 & S1 & A1 & V1). destruct (X2 model1) as (model2 & S2 & A2 & V2).
    rewrite (same_number free model model1) in V2 by auto. rewrite number_true_app.
    set (c1 := number_true model l1) in *. set (c2 := number_true model l2) in *.
    set (model3 := fun p => if (Zpos p <? free2)%Z then model2 p
                            else Z.to_nat (Zpos p - free2) <? c1 + c2).
    assert (S3 : same_below free2 model2 model3).
    { intros p Hp. unfold model3. apply Z.ltb_lt in Hp. rewrite Hp. reflexivity. }
    assert (S13 : same_below free1 model1 model3).
    { apply same_trans with model2; auto. eapply same_less; eauto. }
    assert (V3 : forall j, true_in model3 (free2 + Z.of_nat j) = (j <? c1 + c2)).
    { intros j. destruct (free2 + Z.of_nat j)%Z as [|p|p] eqn:E; try lia. simpl. unfold model3.
      destruct (Z.ltb_spec (Zpos p) free2); [lia|]. rewrite <- E. f_equal. lia. }
    exists model3. split; [|split].
    - apply same_trans with model1; auto. eapply same_less; eauto.
    - apply all_satisfied_app; [apply (same_clauses free1 model1); auto|].
      apply all_satisfied_app; [apply (same_clauses free2 model2); auto|].
      intros c Hc. apply in_add_counts in Hc as (i & j & Hi & Hj & Hij & ->).
      unfold total in *. rewrite length_variables_from in Hij. rewrite nth_variables_from by lia.
      assert (P : forall counts free' k number, variables_below free' counts -> k <= length counts ->
        (forall i, i < length counts -> true_in model3 (nth i counts 0%Z) = (i <? number)) ->
        number < k -> exists x, In x (premise counts k) /\ true_in model3 x = true).
      { intros counts free' [|k] number Bc Hk V Hl; [lia|].
        exists (- nth k counts 0)%Z. split; [simpl; auto|].
        pose proof (below_nth _ _ k Bc Hk). rewrite true_opp, V by lia.
        destruct (Nat.ltb_spec k number); [lia|auto]. }
      assert (V1' : forall i, i < length counts1 -> true_in model3 (nth i counts1 0%Z) = (i <? c1)).
      { intros k Hk. rewrite <- V1 by auto. apply (same_true free1); auto.
        pose proof (below_nth _ _ k B1 Hk). lia. }
      assert (V2' : forall i, i < length counts2 -> true_in model3 (nth i counts2 0%Z) = (i <? c2)).
      { intros k Hk. rewrite <- V2 by auto. apply (same_true free2); auto.
        pose proof (below_nth _ _ k B2 Hk). lia. }
      destruct (Nat.lt_ge_cases c1 i) as [Li|Li].
      { destruct (P counts1 free1 i c1 B1 Hi V1' Li) as (x & Hx & T). exists x.
        split; [apply in_or_app; auto|auto]. }
      destruct (Nat.lt_ge_cases c2 j) as [Lj|Lj].
      { destruct (P counts2 free2 j c2 B2 Hj V2' Lj) as (x & Hx & T). exists x.
        split; [apply in_or_app; right; apply in_or_app; auto|auto]. }
      exists (free2 + Z.of_nat (i + j - 1))%Z. split.
      { apply in_or_app; right; apply in_or_app; right; simpl; auto. }
      rewrite V3. apply Nat.ltb_lt. lia.
    - intros j Hj. unfold total in *. rewrite length_variables_from in Hj.
      rewrite nth_variables_from by auto. apply V3.
  Qed.

  Lemma add_forced model : all_satisfied model (cs1 ++ cs2 ++ add_counts counts1 counts2 total) ->
    forall j, j < length total -> j < number_true model (l1 ++ l2) ->
    true_in model (nth j total 0%Z) = true.
  Proof.
    destruct right1 as [L1 B1 N1 _ _ F1]. destruct right2 as [L2 B2 N2 _ _ F2].
    intros M j Hj Hc. unfold total in *. rewrite length_variables_from in Hj.
    rewrite number_true_app in Hc. subst n. rewrite app_length in *.
    pose proof (number_true_length model l1) as T1. pose proof (number_true_length model l2) as T2.
    set (c1 := number_true model l1) in *. set (c2 := number_true model l2) in *.
    set (i := min c1 (S j)). set (k := S j - i).
    assert (Hi : i <= length counts1) by lia. assert (Hk : k <= length counts2) by lia.
    assert (P : forall counts free' k number, variables_below free' counts -> k <= length counts ->
      (forall j, j < length counts -> j < number -> true_in model (nth j counts 0%Z) = true) ->
      k <= number -> forall x, In x (premise counts k) -> true_in model x = false).
    { intros counts free' [|z] number Bc Hz V Hl x; simpl; [easy|]. intros [<-|[]].
      pose proof (below_nth _ _ z Bc Hz). rewrite true_opp, V by lia. reflexivity. }
    destruct (M (premise counts1 i ++ premise counts2 k ++
      [nth j (variables_from free2 (min most (length l1 + length l2))) 0%Z])) as (x & Hx & T).
    { apply in_or_app; right; apply in_or_app; right. apply in_add_counts. exists i, k.
      rewrite length_variables_from. repeat split; auto; try lia. repeat f_equal. lia. }
    assert (M1 : all_satisfied model cs1) by (intros c ?; apply M, in_or_app; auto).
    assert (M2 : all_satisfied model cs2).
    { intros c ?; apply M, in_or_app; right; apply in_or_app; auto. }
    apply in_app_or in Hx as [Hx|Hx].
    { rewrite (P counts1 free1 i c1 B1 Hi (F1 model M1) ltac:(lia) x Hx) in T. discriminate. }
    apply in_app_or in Hx as [Hx|[<-|[]]]; [|exact T].
    rewrite (P counts2 free2 k c2 B2 Hk (F2 model M2) ltac:(lia) x Hx) in T. discriminate.
  Qed.

  Lemma add_right : counts_right most free (l1 ++ l2) total
    (cs1 ++ cs2 ++ add_counts counts1 counts2 total) (free2 + Z.of_nat n).
  Proof.
    pose proof right1 as [L1 B1 N1 C1 _ _]. pose proof right2 as [L2 B2 N2 C2 _ _].
    split; [lia|apply below_variables_from; lia|apply length_variables_from| |exact add_extends|exact add_forced].
    intros c Hc x Hx.
    apply in_app_or in Hc as [Hc|Hc]; [specialize (C1 c Hc x Hx); lia|].
    apply in_app_or in Hc as [Hc|Hc]; [specialize (C2 c Hc x Hx); lia|].
    apply in_add_counts in Hc as (i & j & Hi & Hj & Hij & ->).
    unfold total in *. rewrite length_variables_from in Hij.
    assert (P : forall counts k, variables_below free2 counts -> k <= length counts ->
      In x (premise counts k) -> (0 < Z.abs x < free2 + Z.of_nat n)%Z).
    { intros counts [|k] Bc Hk; simpl; [easy|]. intros [<-|[]].
      pose proof (below_nth _ _ k Bc Hk). lia. }
    apply in_app_or in Hx as [Hx|Hx].
    { apply (P counts1 i); auto. eapply variables_below_less; eauto. }
    apply in_app_or in Hx as [Hx|[<-|[]]]; [apply (P counts2 j); auto|].
    rewrite nth_variables_from by lia. lia.
  Qed.
End Add.

Theorem counted_right fuel : forall most free literals, 0 < most -> length literals <= fuel ->
  (0 < free)%Z -> variables_below free literals ->
  let '(counts, cs, free') := counted fuel most free literals in
  counts_right most free literals counts cs free'.
Proof.
  induction fuel as [|fuel IH]; intros most free literals Hm Hf Hfree B.
  { apply counts_none; auto; lia. }
  destruct literals as [|a [|b rest]]; try (apply counts_none; auto).
  remember (a :: b :: rest) as l eqn:El. pose proof (halves l a b rest El) as [H1 H2].
  assert (unfolded : counted (S fuel) most free l =
    let half := length l / 2 in
    let '(counts1, cs1, free1) := counted fuel most free (firstn half l) in
    let '(counts2, cs2, free2) := counted fuel most free1 (skipn half l) in
    let n := min most (length l) in let total := variables_from free2 n in
    (total, cs1 ++ cs2 ++ add_counts counts1 counts2 total, (free2 + Z.of_nat n)%Z))
    by (subst l; reflexivity).
  rewrite unfolded. clear unfolded El a b rest. cbv zeta. set (half := length l / 2) in *.
  assert (B1 : variables_below free (firstn half l)).
  { intros x Hx. apply B. rewrite <- (firstn_skipn half l). apply in_or_app; auto. }
  assert (B2 : variables_below free (skipn half l)).
  { intros x Hx. apply B. rewrite <- (firstn_skipn half l). apply in_or_app; auto. }
  pose proof (IH most free (firstn half l) Hm ltac:(rewrite firstn_length; lia) Hfree B1) as R1.
  destruct (counted fuel most free (firstn half l)) as [[counts1 cs1] free1].
  pose proof (later _ _ _ _ _ _ R1) as L1.
  pose proof (IH most free1 (skipn half l) Hm ltac:(rewrite skipn_length; lia) ltac:(lia)
    (variables_below_less _ _ _ L1 B2)) as R2.
  destruct (counted fuel most free1 (skipn half l)) as [[counts2 cs2] free2].
  pose proof (add_right most free free1 free2 _ _ _ _ _ _ Hfree B2 R1 R2) as R.
  rewrite firstn_skipn in R. exact R.
Qed.
