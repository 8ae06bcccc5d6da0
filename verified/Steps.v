(** Every turn, and every permutation of blocks, lines or digits, is made by single steps. *)
From Coq Require Import Arith Lia Bool List.
From Verified Require Import Spec Copies.

(** A property of all products of exchanges is a property of all permutations. *)
Lemma by_exchanges n (P : (nat -> nat) -> Prop) :
  (forall p, (forall x, x < n -> p x = x) -> P p) ->
  (forall p q i j, i < n -> j < n -> permutes n p ->
     (forall x, x < n -> q x = exchange i j (p x)) -> P p -> P q) ->
  forall p, permutes n p -> P p.
Proof.
  intros fixed exchanged.
  enough (H : forall k, k <= n -> forall p, permutes n p -> (forall x, k <= x < n -> p x = x) -> P p).
  { intros p Hp. apply (H n); auto. intros; lia. }
  induction k as [|k IH]; intros Hk p [range inj] above.
  - apply fixed. intros. apply above. lia.
  - assert (Hi : p k <= k).
    { destruct (le_lt_dec (p k) k) as [|L]; auto.
      assert (p k < n) by (apply range; lia).
      assert (p (p k) = p k) by (apply above; lia). apply inj in H0; lia. }
    apply (exchanged (fun x => exchange (p k) k (p x)) p (p k) k); try lia.
    + split; intros x.
      * intros. apply exchange_range; try lia. auto.
      * intros y Hx Hy E. apply inj; auto.
        rewrite <- (exchange_twice (p k) k (p x)), E, exchange_twice. auto.
    + intros. rewrite exchange_twice. auto.
    + apply IH; [lia| |].
      * split; intros x.
        -- intros. apply exchange_range; try lia. auto.
        -- intros y Hx Hy E. apply inj; auto.
           rewrite <- (exchange_twice (p k) k (p x)), E, exchange_twice. auto.
      * intros x Hx. destruct (Nat.eq_dec x k) as [->|].
        -- compare_numbers.
        -- rewrite (above x) by lia. compare_numbers.
Qed.

Section Steps.
  Variables h w : nat.
  Local Notation size := (Spec.size h w).
  Local Notation is_copy := (is_copy h w).

  (** Two grids have the same cells. *)
  Definition same (A B : grid) : Prop := forall r c, r < size -> c < size -> A r c = B r c.

  Lemma same_is_copy A B : same A B -> is_copy A B.
  Proof. intros S. exists A. split; [constructor|exact S]. Qed.

  Lemma steps_first A B C : step h w A B -> steps h w B C -> steps h w A C.
  Proof. intros S T. induction T; eauto using one_more, no_step. Qed.

  Lemma step_then_copy A B C : step h w A B -> is_copy B C -> is_copy A C.
  Proof. intros S (D & T & E). exists D. split; auto. eapply steps_first; eauto. Qed.

  Lemma step_same A A' B : same A A' -> step h w A B -> exists B', step h w A' B' /\ same B B'.
  Proof.
    intros E S. assert (sized : size = w * h) by apply Nat.mul_comm. destruct S.
    - eexists. split; [apply turn; auto|]. intros r c ? ?. apply E; lia.
    - eexists. split; [apply (exchange_bands h w A' b b'); auto|]. intros r c ? ?. apply E; auto.
      rewrite sized in *. apply block_range; eauto using exchange_range, div_range, mod_range.
    - eexists. split; [apply (exchange_stacks h w A' s s'); auto|]. intros r c ? ?. apply E; auto.
      apply block_range; eauto using exchange_range, div_range, mod_range.
    - eexists. split; [apply (exchange_rows h w A' b i i'); auto|]. intros r c ? ?. apply E; auto.
      rewrite sized in *. apply exchange_range; auto using block_range.
    - eexists. split; [apply (exchange_columns h w A' s j j'); auto|]. intros r c ? ?. apply E; auto.
      apply exchange_range; auto; apply block_range; auto.
    - eexists. split; [apply (exchange_digits h w A' d d'); auto|]. intros r c ? ?. simpl.
      rewrite E; auto.
  Qed.

  Lemma steps_same A B : steps h w A B -> forall A', same A A' ->
    exists B', steps h w A' B' /\ same B B'.
  Proof.
    induction 1 as [|B C S IH T]; intros A' E.
    - exists A'. split; auto. constructor.
    - destruct (IH A' E) as (B' & S' & E'). destruct (step_same _ _ _ E' T) as (C' & T' & E'').
      exists C'. split; auto. eapply one_more; eauto.
  Qed.

  Lemma copy_trans A B C : is_copy A B -> is_copy B C -> is_copy A C.
  Proof.
    intros (B' & S & E) (C' & T & F).
    destruct (steps_same _ _ T B') as (C'' & T' & E').
    { intros r c ? ?. symmetry. auto. }
    exists C''. split.
    - clear - S T'. induction T'; eauto using one_more.
    - intros r c ? ?. rewrite <- E'; auto.
  Qed.

  (** Lines in [m] blocks of [k]: rows, or columns. [along A f] has line [f x] of [A] as line [x]. *)
  Section Lines.
    Variables m k : nat.
    Hypothesis lines : size = m * k.
    Variable along : grid -> (nat -> nat) -> grid.
    Hypothesis along_same : forall A f g, (forall x, x < size -> f x = g x) ->
      same (along A f) (along A g).
    Hypothesis along_compose : forall A f g r c,
      along (along A f) g r c = along A (fun x => f (g x)) r c.
    Hypothesis along_identity : forall A r c, along A (fun x => x) r c = A r c.
    Hypothesis blocks_step : forall A b b', b < m -> b' < m ->
      step h w A (along A (fun x => exchange b b' (x / k) * k + x mod k)).
    Hypothesis lines_step : forall A b i i', b < m -> i < k -> i' < k ->
      step h w A (along A (exchange (b * k + i) (b * k + i'))).

    Lemma copy_of_blocks p : permutes m p ->
      forall A, is_copy A (along A (fun x => p (x / k) * k + x mod k)).
    Proof.
      revert p. apply (by_exchanges m (fun p => forall A,
        is_copy A (along A (fun x => p (x / k) * k + x mod k)))).
      - intros p fixed A. apply same_is_copy. intros r c Hr Hc. rewrite <- along_identity at 1.
        apply along_same; auto. intros x Hx. rewrite lines in Hx.
        rewrite fixed by eauto using div_range. eauto using div_mod.
      - intros p q i j Hi Hj [range _] E IH A.
        apply (step_then_copy _ _ _ (blocks_step A i j Hi Hj)).
        eapply copy_trans; [apply IH|]. apply same_is_copy. intros r c Hr Hc. rewrite along_compose.
        apply along_same; auto. intros x Hx. rewrite lines in Hx.
        rewrite E, block_div, block_mod by eauto using div_range, mod_range. reflexivity.
    Qed.

    Lemma copy_of_lines_in_block b p : b < m -> permutes k p ->
      forall A, is_copy A (along A (fun x => if x / k =? b then b * k + p (x mod k) else x)).
    Proof.
      intros Hb. revert p. apply (by_exchanges k (fun p => forall A, is_copy A
        (along A (fun x => if x / k =? b then b * k + p (x mod k) else x)))).
      - intros p fixed A. apply same_is_copy. intros r c Hr Hc. rewrite <- along_identity at 1.
        apply along_same; auto. intros x Hx. rewrite lines in Hx.
        destruct (Nat.eqb_spec (x / k) b) as [<-|]; auto.
        rewrite fixed by eauto using mod_range. eauto using div_mod.
      - intros p q i j Hi Hj [range _] E IH A.
        apply (step_then_copy _ _ _ (lines_step A b i j Hb Hi Hj)).
        eapply copy_trans; [apply IH|]. apply same_is_copy. intros r c Hr Hc. rewrite along_compose.
        apply along_same; auto. intros x Hx. rewrite lines in Hx.
        destruct (Nat.eqb_spec (x / k) b) as [<-|ne].
        + rewrite E by eauto using mod_range. compare_numbers.
        + pose proof (block_div k b i Hi). pose proof (block_div k b j Hj).
          unfold exchange. destruct (Nat.eqb_spec x (b * k + i)); [congruence|].
          destruct (Nat.eqb_spec x (b * k + j)); [congruence|]. reflexivity.
    Qed.

    Lemma copy_of_lines (p : nat -> nat -> nat) : (forall b, b < m -> permutes k (p b)) ->
      forall A, is_copy A (along A (fun x => x / k * k + p (x / k) (x mod k))).
    Proof.
      intros P A.
      enough (H : forall b, b <= m -> is_copy A
        (along A (fun x => if x / k <? b then x / k * k + p (x / k) (x mod k) else x))).
      { eapply copy_trans; [apply (H m); auto|]. apply same_is_copy. intros r c Hr Hc.
        apply along_same; auto. intros x Hx. rewrite lines in Hx. apply div_range in Hx.
        apply Nat.ltb_lt in Hx. rewrite Hx. reflexivity. }
      induction b as [|b IH]; intros Hb.
      - apply same_is_copy. intros r c Hr Hc. rewrite <- along_identity at 1. apply along_same; auto.
      - eapply copy_trans; [apply IH; lia|].
        eapply copy_trans; [apply (copy_of_lines_in_block b (p b)); auto|].
        apply same_is_copy. intros r c Hr Hc. rewrite along_compose. apply along_same; auto.
        intros x Hx. rewrite lines in Hx. pose proof (mod_range _ _ _ Hx).
        assert (p b (x mod k) < k) by (apply P; auto).
        destruct (Nat.eqb_spec (x / k) b) as [E|].
        + rewrite E, block_div by auto. destruct (Nat.ltb_spec b b); [lia|].
          destruct (Nat.ltb_spec b (S b)); [auto|lia].
        + destruct (Nat.ltb_spec (x / k) b), (Nat.ltb_spec (x / k) (S b)); auto; lia.
    Qed.

    (** Blocks are permuted, then the lines of each block. *)
    Lemma copy_along p (q : nat -> nat -> nat) : permutes m p -> (forall b, b < m -> permutes k (q b)) ->
      forall A, is_copy A (along A (fun x => p (x / k) * k + q (x / k) (x mod k))).
    Proof.
      intros P Q A. eapply copy_trans; [apply (copy_of_blocks p P)|].
      eapply copy_trans; [apply (copy_of_lines q Q)|].
      apply same_is_copy. intros r c Hr Hc. rewrite along_compose. apply along_same; auto.
      intros x Hx. rewrite lines in Hx.
      assert (q (x / k) (x mod k) < k) by (apply Q; eauto using div_range, mod_range).
      rewrite block_div, block_mod by auto. reflexivity.
    Qed.
  End Lines.

  Lemma copy_by_rows p q : permutes w p -> (forall b, b < w -> permutes h (q b)) ->
    forall A, is_copy A (fun r c => A (p (r / h) * h + q (r / h) (r mod h)) c).
  Proof.
    intros P Q A. apply (copy_along w h (Nat.mul_comm h w) (fun A f r c => A (f r) c)); auto.
    - intros B f g E r c Hr Hc. rewrite E; auto.
    - intros. apply exchange_bands; auto.
    - intros. apply exchange_rows; auto.
  Qed.

  Lemma copy_by_columns p q : permutes h p -> (forall s, s < h -> permutes w (q s)) ->
    forall A, is_copy A (fun r c => A r (p (c / w) * w + q (c / w) (c mod w))).
  Proof.
    intros P Q A. apply (copy_along h w eq_refl (fun A f r c => A r (f c))); auto.
    - intros B f g E r c Hr Hc. rewrite E; auto.
    - intros. apply exchange_stacks; auto.
    - intros. apply exchange_columns; auto.
  Qed.

  (** Digits are renamed by a permutation of the numbers below [size]; 0 is the blank. *)
  Definition rename (p : nat -> nat) (d : nat) : nat := match d with 0 => 0 | S d => S (p d) end.

  Lemma copy_by_digits p : permutes size p -> forall A B,
    (forall r c, r < size -> c < size -> B r c <= size) ->
    (forall r c, r < size -> c < size -> A r c = rename p (B r c)) -> is_copy A B.
  Proof.
    revert p. apply (by_exchanges size (fun p => forall A B,
      (forall r c, r < size -> c < size -> B r c <= size) ->
      (forall r c, r < size -> c < size -> A r c = rename p (B r c)) -> is_copy A B)).
    - intros p fixed A B range E. apply same_is_copy. intros r c Hr Hc. rewrite E by auto.
      specialize (range r c Hr Hc). destruct (B r c); simpl; auto.
    - intros p q i j Hi Hj [_ _] E IH A B range F.
      apply (step_then_copy A (fun r c => exchange (S i) (S j) (A r c))).
      { apply exchange_digits; lia. }
      apply IH; auto. intros r c Hr Hc. rewrite F by auto. specialize (range r c Hr Hc).
      destruct (B r c) as [|d]; simpl; [compare_numbers|]. rewrite E by lia.
      rewrite <- (exchange_twice i j (p d)) at 2. generalize (exchange i j (p d)). intros x.
      compare_numbers.
  Qed.
End Steps.
