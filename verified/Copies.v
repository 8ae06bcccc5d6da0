(** Every copy is made by a turn or none, one permutation of the rows, one of the columns, and one of
    the digits. *)
From Coq Require Import Arith Lia Bool List.
From Verified Require Import Spec.

Ltac compare_numbers := unfold exchange in *; repeat match goal with
  | |- context [?a =? ?b] => destruct (Nat.eqb_spec a b); subst
  | H : context [?a =? ?b] |- _ => destruct (Nat.eqb_spec a b); subst
  end; try lia.

Lemma exchange_twice i j x : exchange i j (exchange i j x) = x.
Proof. compare_numbers. Qed.

Lemma exchange_range i j x n : i < n -> j < n -> x < n -> exchange i j x < n.
Proof. compare_numbers. Qed.

(** [p] permutes the numbers below [n]. *)
Definition permutes (n : nat) (p : nat -> nat) : Prop :=
  (forall x, x < n -> p x < n) /\ (forall x y, x < n -> y < n -> p x = p y -> x = y).

(** [p] permutes the numbers below [n] and keeps blocks of [k] numbers together. *)
Record keeps_blocks (n k : nat) (p : nat -> nat) : Prop := {
  in_range : forall x, x < n -> p x < n;
  injective : forall x y, x < n -> y < n -> p x = p y -> x = y;
  together : forall x y, x < n -> y < n -> (x / k = y / k <-> p x / k = p y / k) }.

Lemma keeps_compose n k p q : keeps_blocks n k p -> keeps_blocks n k q ->
  keeps_blocks n k (fun x => p (q x)).
Proof.
  intros [rp ip tp] [rq iq tq]; split; intros.
  - auto.
  - apply iq, ip; auto.
  - rewrite tq, tp by auto. reflexivity.
Qed.

Lemma keeps_identity n k : keeps_blocks n k (fun x => x).
Proof. split; intros; auto; reflexivity. Qed.

(** A function that is its own inverse keeps blocks if it maps each block into one. *)
Lemma keeps_involution n k p : (forall x, x < n -> p x < n) -> (forall x, x < n -> p (p x) = x) ->
  (forall x y, x < n -> y < n -> x / k = y / k -> p x / k = p y / k) -> keeps_blocks n k p.
Proof.
  intros range twice blocks. split; auto.
  - intros x y ? ? E. rewrite <- (twice x), <- (twice y), E; auto.
  - intros x y ? ?. split; auto. intros E. rewrite <- (twice x), <- (twice y); auto.
Qed.

Lemma block_div k b i : i < k -> (b * k + i) / k = b.
Proof. intros. symmetry. apply Nat.div_unique with i; lia. Qed.
Lemma block_mod k b i : i < k -> (b * k + i) mod k = i.
Proof. intros. symmetry. apply Nat.mod_unique with b; lia. Qed.
Lemma block_range k m b i : b < m -> i < k -> b * k + i < m * k.
Proof. intros. assert (S b * k <= m * k) by (apply Nat.mul_le_mono_r; lia). simpl in *. lia. Qed.
Lemma div_range k m x : x < m * k -> x / k < m.
Proof. intros. apply Nat.div_lt_upper_bound; [intros -> | ]; lia. Qed.
Lemma mod_range k m x : x < m * k -> x mod k < k.
Proof. intros. apply Nat.mod_upper_bound. intros ->; lia. Qed.
Lemma div_mod k m x : x < m * k -> x = x / k * k + x mod k.
Proof. intros. rewrite Nat.mul_comm. apply Nat.div_mod. intros ->; lia. Qed.

Lemma keeps_exchange_blocks m k b b' : b < m -> b' < m ->
  keeps_blocks (m * k) k (fun x => exchange b b' (x / k) * k + x mod k).
Proof.
  intros. apply keeps_involution; intros x; intros.
  - apply block_range; eauto using exchange_range, div_range, mod_range.
  - rewrite block_div, block_mod, exchange_twice by eauto using mod_range.
    symmetry; eauto using div_mod.
  - rewrite !block_div by eauto using mod_range. congruence.
Qed.

Lemma keeps_exchange_lines m k b i i' : b < m -> i < k -> i' < k ->
  keeps_blocks (m * k) k (exchange (b * k + i) (b * k + i')).
Proof.
  intros. assert (stays : forall x, exchange (b * k + i) (b * k + i') x / k = x / k).
  { intros. compare_numbers; rewrite ?block_div; auto. }
  apply keeps_involution; intros x; intros.
  - apply exchange_range; auto using block_range.
  - apply exchange_twice.
  - rewrite !stays; auto.
Qed.

Lemma keeps_reversal m k : keeps_blocks (m * k) k (fun x => m * k - 1 - x).
Proof.
  assert (mirrored : forall x, x < m * k -> (m * k - 1 - x) / k = m - 1 - x / k).
  { intros x ?. pose proof (div_range k m x H). pose proof (mod_range k m x H).
    pose proof (div_mod k m x H) as E. set (a := x / k) in *. set (y := x mod k) in *.
    clearbody a y. subst x. symmetry. apply Nat.div_unique with (k - 1 - y); [lia|].
    assert (exists t, m = a + 1 + t) as [t ->] by (exists (m - 1 - a); lia).
    replace (a + 1 + t - 1 - a) with t by lia.
    replace ((a + 1 + t) * k) with (a * k + k + k * t) by ring. lia. }
  apply keeps_involution; intros; try (rewrite !mirrored); try lia.
Qed.

(** [D] permutes the digits up to [n] and keeps the blank. *)
Record renames (n : nat) (D : nat -> nat) : Prop := {
  blank : D 0 = 0;
  digit_range : forall d, 0 < d <= n -> 0 < D d <= n;
  digit_injective : forall d e, 0 < d <= n -> 0 < e <= n -> D d = D e -> d = e }.

Lemma renames_compose n D E : renames n D -> renames n E -> renames n (fun d => D (E d)).
Proof.
  intros [b r i] [b' r' i']; split; intros; auto; try congruence.
Qed.

Lemma renames_exchange n d d' : 0 < d <= n -> 0 < d' <= n -> renames n (exchange d d').
Proof.
  split; intros; compare_numbers.
Qed.

Lemma renames_identity n : renames n (fun d => d).
Proof. split; auto. Qed.

Section NormalForm.
  Variables h w : nat.
  Local Notation size := (size h w).

  Definition turned (A : grid) : grid := fun r c => A (size - 1 - c) r.

  (** [B] is made from [A]: by a quarter turn if [quarter], then by permutations. *)
  Definition made (A B : grid) : Prop := exists quarter R C D,
    (quarter = true -> h = w) /\
    keeps_blocks size h R /\ keeps_blocks size w C /\ renames size D /\
    forall r c, r < size -> c < size ->
      B (R r) (C c) = D ((if quarter : bool then turned A else A) r c).

  Lemma size_rows : size = w * h. Proof. apply Nat.mul_comm. Qed.

  Lemma made_then_rows A B p : keeps_blocks size h p -> (forall x, x < size -> p (p x) = x) ->
    made A B -> made A (fun r c => B (p r) c).
  Proof.
    intros P twice (q & R & C & D & HQ & HR & HC & HD & E).
    exists q, (fun x => p (R x)), C, D. split; [auto|].
    split; [apply keeps_compose; auto|]. split; [auto|]. split; [auto|].
    intros. rewrite twice by (apply HR; auto). auto.
  Qed.

  Lemma made_then_columns A B p : keeps_blocks size w p -> (forall x, x < size -> p (p x) = x) ->
    made A B -> made A (fun r c => B r (p c)).
  Proof.
    intros P twice (q & R & C & D & HQ & HR & HC & HD & E).
    exists q, R, (fun x => p (C x)), D. split; [auto|]. split; [auto|].
    split; [apply keeps_compose; auto|]. split; [auto|].
    intros. rewrite twice by (apply HC; auto). auto.
  Qed.

  Lemma made_then_turn A B : h = w -> made A B -> made A (turned B).
  Proof.
    intros Hw (q & R & C & D & HQ & HR & HC & HD & E).
    pose proof (eq_ind_r (fun k => keeps_blocks size k C) HC Hw) as HC'. simpl in HC'.
    pose proof (keeps_reversal w h) as Rev. rewrite <- size_rows in Rev.
    set (rev x := size - 1 - x) in *.
    assert (rr : forall x, x < size -> rev (rev x) = x) by (unfold rev; lia).
    assert (rl : forall x, x < size -> rev x < size) by (unfold rev; lia).
    change (keeps_blocks size h rev) in Rev.
    destruct q.
    - exists false, (fun x => C (rev x)), (fun x => rev (R x)), D.
      split; [auto|]. split; [exact (keeps_compose _ _ _ _ HC' Rev)|].
      split; [apply (eq_ind h (fun k => keeps_blocks size k _)); auto;
              exact (keeps_compose _ _ _ _ Rev HR)|].
      split; [auto|]. intros r c ? ?. unfold turned in *. fold (rev (rev (R c))). rewrite rr by (apply HR; auto).
      rewrite E by auto. fold (rev (rev r)). rewrite rr; auto.
    - exists true, C, (fun x => rev (R (rev x))), D.
      split; [auto|]. split; [auto|].
      split; [apply (eq_ind h (fun k => keeps_blocks size k _)); auto;
              exact (keeps_compose _ _ _ _ Rev (keeps_compose _ _ _ _ HR Rev))|].
      split; [auto|]. intros r c ? ?. unfold turned. fold (rev (rev (R (rev c)))). rewrite rr by (apply HR; auto).
      rewrite E by auto. reflexivity.
  Qed.

  Lemma made_then_digits A B E : renames size E -> made A B -> made A (fun r c => E (B r c)).
  Proof.
    intros HE (q & R & C & D & HQ & HR & HC & HD & cells).
    exists q, R, C, (fun d => E (D d)). split; [auto|]. split; [auto|]. split; [auto|].
    split; [apply renames_compose; auto|]. intros. rewrite cells by auto. reflexivity.
  Qed.

  Lemma made_then_step A B C : made A B -> step h w B C -> made A C.
  Proof.
    intros M S. destruct S.
    - apply made_then_turn; auto.
    - pose proof (keeps_exchange_blocks w h b b' H H0) as K. rewrite <- size_rows in K.
      apply (made_then_rows _ _ _ K); auto.
      intros x ?. rewrite size_rows in H1. rewrite block_div, block_mod, exchange_twice
        by eauto using mod_range. symmetry; eauto using div_mod.
    - pose proof (keeps_exchange_blocks h w s s' H H0) as K.
      apply (made_then_columns _ _ _ K); auto.
      intros x ?. unfold Spec.size in *. rewrite block_div, block_mod, exchange_twice
        by eauto using mod_range. symmetry; eauto using div_mod.
    - pose proof (keeps_exchange_lines w h b i i' H H0 H1) as K. rewrite <- size_rows in K.
      apply (made_then_rows _ _ _ K); auto using exchange_twice.
    - pose proof (keeps_exchange_lines h w s j j' H H0 H1) as K.
      apply (made_then_columns _ _ _ K); auto using exchange_twice.
    - apply made_then_digits; auto using renames_exchange.
  Qed.

  Theorem copies_are_made A B : is_copy h w A B -> made A B.
  Proof.
    intros (C & S & same). assert (M : made A C).
    { clear same. induction S; eauto using made_then_step.
      exists false, (fun x => x), (fun x => x), (fun x => x).
      split; [discriminate|]. split; [apply keeps_identity|]. split; [apply keeps_identity|].
      split; [apply renames_identity|]. reflexivity. }
    destruct M as (q & R & C' & D & HQ & HR & HC & HD & E).
    exists q, R, C', D. repeat (split; [assumption|]). intros r c ? ?.
    rewrite <- same by (apply HR || apply HC; auto). auto.
  Qed.
End NormalForm.
