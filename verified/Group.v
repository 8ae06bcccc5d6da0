(** Symmetries one after another, and their number. *)
From Coq Require Import Arith Lia Bool List ZArith NArith.
From Verified Require Import Spec Copies Encoding Encoding_proof Nearest Symmetries.
Import ListNotations.

(** * Counting *)

Definition card (P : transformation -> Prop) (n : nat) : Prop :=
  exists all, NoDup all /\ length all = n /\ forall t, In t all <-> P t.

Lemma NoDup_map_in {A B} (f : A -> B) l : NoDup l ->
  (forall x y, In x l -> In y l -> f x = f y -> x = y) -> NoDup (map f l).
Proof.
  induction 1 as [|x l not_in H IH]; simpl; intros inj; constructor.
  - intros Hx. apply in_map_iff in Hx as (y & E & Hy). apply inj in E; subst; auto.
  - apply IH. intros; apply inj; auto.
Qed.

(** If [f] tells the representatives apart, each of them makes as many as [Q] has. *)
Lemma count_cosets (P Q : transformation -> Prop) (f : transformation -> nat)
    (m : transformation -> transformation -> transformation) reps n : card Q n ->
  NoDup (map f reps) ->
  (forall r q, In r reps -> Q q -> P (m r q) /\ f (m r q) = f r) ->
  (forall r q q', In r reps -> Q q -> Q q' -> m r q = m r q' -> q = q') ->
  (forall g, P g -> exists r q, In r reps /\ Q q /\ g = m r q) ->
  card P (length reps * n).
Proof.
  intros (all & distinct & long & which) apart makes injective reached.
  exists (flat_map (fun r => map (m r) all) reps). split; [|split].
  - clear reached. induction reps as [|r reps IH]; simpl; [constructor|].
    inversion apart as [|? ? not_in apart']; subst. apply NoDup_join.
    + apply NoDup_map_in; auto. intros x y Hx Hy. apply injective; simpl; auto; apply which; auto.
    + apply IH; auto; [intros; apply makes; simpl; auto|].
      intros r' q q' Hr. apply injective. simpl; auto.
    + intros x Hx Hx'. apply in_map_iff in Hx as (q & <- & Hq).
      apply in_flat_map in Hx' as (r' & Hr' & Hx'). apply in_map_iff in Hx' as (q' & E & Hq').
      apply not_in. apply in_map_iff. exists r'. split; auto.
      rewrite <- (proj2 (makes r q (or_introl eq_refl) (proj1 (which q) Hq))), <- E.
      symmetry. apply makes; simpl; auto. apply which; auto.
  - rewrite <- long. clear. induction reps as [|r reps IH]; simpl; auto.
    rewrite app_length, map_length, IH. reflexivity.
  - intros t. rewrite in_flat_map. split.
    + intros (r & Hr & Ht). apply in_map_iff in Ht as (q & <- & Hq). apply makes; auto.
      apply which; auto.
    + intros Ht. destruct (reached t Ht) as (r & q & Hr & Hq & ->). exists r. split; auto.
      apply in_map. apply which; auto.
Qed.

(** * Transformations one after another *)

Section Group.
  Variables h w : nat.
  Local Notation size := (Spec.size h w).

  Definition of_maps (q : bool) (R C D : nat -> nat) : transformation :=
    {| has_turn := q; row_images := map R (seq 0 size); column_images := map C (seq 0 size);
       digit_images := map D (seq 1 size) |}.
  (** First [b], then [a], which has no turn. *)
  Definition comp (a b : transformation) : transformation :=
    of_maps (has_turn b) (fun x => row_image a (row_image b x))
      (fun x => column_image a (column_image b x)) (fun d => digit_image a (digit_image b d)).
  Definition digits_inverse (D : nat -> nat) (d : nat) : nat :=
    match d with 0 => 0 | S x => S (inverse size (fun x => D (S x) - 1) x) end.
  (** What moves lines and digits back, without the turn. *)
  Definition back (a : transformation) : transformation :=
    of_maps false (inverse size (row_image a)) (inverse size (column_image a))
      (digits_inverse (digit_image a)).
  Definition identity : transformation := of_maps false (fun x => x) (fun x => x) (fun d => d).

  (** Rows, columns and digits, numbered together. *)
  Definition point (t : transformation) (x : nat) : nat :=
    if x <? size then row_image t x else
    if x <? 2 * size then size + column_image t (x - size) else
    2 * size + (digit_image t (S (x - 2 * size)) - 1).

  Lemma row_of_maps q R C D x : x < size -> row_image (of_maps q R C D) x = R x.
  Proof. intros. unfold row_image. simpl. apply nth_map_seq; auto. Qed.
  Lemma column_of_maps q R C D x : x < size -> column_image (of_maps q R C D) x = C x.
  Proof. intros. unfold column_image. simpl. apply nth_map_seq; auto. Qed.
  Lemma digit_of_maps q R C D d : 0 < d <= size -> digit_image (of_maps q R C D) d = D d.
  Proof.
    intros. unfold digit_image. destruct d as [|d]; [lia|]. simpl. rewrite <- seq_shift, map_map.
    apply (nth_map_seq size (fun x => D (S x))). lia.
  Qed.

  Record good (t : transformation) : Prop := {
    good_rows : keeps_blocks size h (row_image t);
    good_columns : keeps_blocks size w (column_image t);
    good_digits : renames size (digit_image t) }.

  Lemma keeps_ext k p q : (forall x, x < size -> p x = q x) -> keeps_blocks size k p ->
    keeps_blocks size k q.
  Proof.
    intros E [r i t]. split; intros; rewrite <- ?E in * by auto; auto.
  Qed.

  Lemma good_maps q R C D : keeps_blocks size h R -> keeps_blocks size w C -> renames size D ->
    good (of_maps q R C D).
  Proof.
    intros HR HC [z r i]. split.
    - eapply keeps_ext; [|exact HR]. intros; rewrite row_of_maps; auto.
    - eapply keeps_ext; [|exact HC]. intros; rewrite column_of_maps; auto.
    - split; [reflexivity| |]; intros; rewrite ?digit_of_maps in * by auto; auto.
  Qed.

  Lemma keeps_permutes k p : keeps_blocks size k p -> permutes size p.
  Proof. intros [r i _]. split; auto. Qed.

  Lemma keeps_inverse k p : keeps_blocks size k p -> keeps_blocks size k (inverse size p).
  Proof.
    intros K. pose proof (keeps_permutes k p K) as P. destruct K as [r i t].
    assert (I : forall x, x < size -> inverse size p x < size /\ p (inverse size p x) = x)
      by (intros; apply inverse_right; auto).
    split.
    - intros. apply I; auto.
    - intros x y Hx Hy E. rewrite <- (proj2 (I x Hx)), <- (proj2 (I y Hy)), E. reflexivity.
    - intros x y Hx Hy. rewrite (t (inverse size p x) (inverse size p y)) by (apply I; auto).
      rewrite (proj2 (I x Hx)), (proj2 (I y Hy)). reflexivity.
  Qed.

  Lemma digits_permute D : renames size D -> permutes size (fun x => D (S x) - 1).
  Proof.
    intros [z r i]. split.
    - intros x Hx. pose proof (r (S x)). lia.
    - intros x y Hx Hy E. pose proof (r (S x)). pose proof (r (S y)).
      assert (S x = S y); [|lia]. apply i; lia.
  Qed.

  Lemma digits_inverse_right D d : renames size D -> 0 < d <= size ->
    0 < digits_inverse D d <= size /\ D (digits_inverse D d) = d.
  Proof.
    intros H Hd. destruct d as [|x]; [lia|]. simpl.
    destruct (inverse_right size _ x (digits_permute D H)) as [L E]; [lia|].
    split; [lia|]. pose proof (digit_range _ _ H (S (inverse size (fun x => D (S x) - 1) x))). lia.
  Qed.

  Lemma renames_inverse D : renames size D -> renames size (digits_inverse D).
  Proof.
    intros H. split; [reflexivity| |].
    - intros d Hd. apply digits_inverse_right; auto.
    - intros d e Hd He E. rewrite <- (proj2 (digits_inverse_right D d H Hd)), E.
      apply digits_inverse_right; auto.
  Qed.

  Lemma good_identity : good identity.
  Proof. apply good_maps; auto using keeps_identity, renames_identity. Qed.
  Lemma good_back t : good t -> good (back t).
  Proof. intros [R C D]. apply good_maps; auto using keeps_inverse, renames_inverse. Qed.
  Lemma good_comp a b : good a -> good b -> good (comp a b).
  Proof.
    intros [R C D] [R' C' D']. apply good_maps; auto using renames_compose;
      apply keeps_compose; auto.
  Qed.

  (** A point is a row, a column or a digit. *)
  Lemma point_row t x : x < size -> point t x = row_image t x.
  Proof. intros. unfold point. destruct (Nat.ltb_spec x size); lia. Qed.
  Lemma point_column t y : y < size -> point t (size + y) = size + column_image t y.
  Proof.
    intros. unfold point. destruct (Nat.ltb_spec (size + y) size); [lia|].
    destruct (Nat.ltb_spec (size + y) (2 * size)); [|lia]. do 2 f_equal. lia.
  Qed.
  Lemma point_digit t d : d < size -> point t (2 * size + d) = 2 * size + (digit_image t (S d) - 1).
  Proof.
    intros. unfold point. destruct (Nat.ltb_spec (2 * size + d) size); [lia|].
    destruct (Nat.ltb_spec (2 * size + d) (2 * size)); [lia|].
    replace (2 * size + d - 2 * size) with d by lia. reflexivity.
  Qed.

  Inductive kind : nat -> Prop :=
  | A_row x : x < size -> kind x
  | A_column y : y < size -> kind (size + y)
  | A_digit d : d < size -> kind (2 * size + d).
  Lemma kind_of x : x < 3 * size -> kind x.
  Proof.
    intros. destruct (Nat.lt_ge_cases x size); [apply A_row; auto|].
    destruct (Nat.lt_ge_cases x (2 * size)).
    - replace x with (size + (x - size)) by lia. apply A_column. lia.
    - replace x with (2 * size + (x - 2 * size)) by lia. apply A_digit. lia.
  Qed.

  Lemma rows_below t x : good t -> x < size -> row_image t x < size.
  Proof. intros G. apply (good_rows t G). Qed.
  Lemma columns_below t x : good t -> x < size -> column_image t x < size.
  Proof. intros G. apply (good_columns t G). Qed.
  Lemma digits_below t d : good t -> d < size -> 0 < digit_image t (S d) <= size.
  Proof. intros G Hd. apply (digit_range _ _ (good_digits t G)). lia. Qed.

  Lemma point_range t x : good t -> x < 3 * size -> point t x < 3 * size.
  Proof.
    intros G Hx. destruct (kind_of x Hx) as [x Hy|y Hy|d Hy].
    - rewrite point_row by auto. pose proof (rows_below t x G Hy). lia.
    - rewrite point_column by auto. pose proof (columns_below t y G Hy). lia.
    - rewrite point_digit by auto. pose proof (digits_below t d G Hy). lia.
  Qed.

  Lemma point_injective t x y : good t -> x < 3 * size -> y < 3 * size ->
    point t x = point t y -> x = y.
  Proof.
    intros G Hx Hy.
    destruct (kind_of x Hx) as [a Ha|a Ha|a Ha]; destruct (kind_of y Hy) as [b Hb|b Hb|b Hb];
      clear Hx Hy; rewrite ?(point_row t a Ha), ?(point_row t b Hb), ?(point_column t a Ha),
        ?(point_column t b Hb), ?(point_digit t a Ha), ?(point_digit t b Hb);
      pose proof (rows_below t a G Ha); pose proof (rows_below t b G Hb);
      pose proof (columns_below t a G Ha); pose proof (columns_below t b G Hb); try lia; intros E.
    - apply (injective _ _ _ (good_rows t G)); auto.
    - f_equal. apply (injective _ _ _ (good_columns t G)); auto. lia.
    - pose proof (digits_below t a G Ha). pose proof (digits_below t b G Hb). f_equal.
      apply Nat.succ_inj. apply (digit_injective _ _ (good_digits t G)); [lia|lia|].
      lia.
  Qed.

  Lemma point_comp a b x : good b -> x < 3 * size -> point (comp a b) x = point a (point b x).
  Proof.
    intros G Hx. destruct (kind_of x Hx) as [x Hy|y Hy|d Hy]; clear Hx.
    - rewrite (point_row b x Hy), !point_row by auto using rows_below. unfold comp, identity. rewrite row_of_maps by auto. reflexivity.
    - rewrite (point_column b y Hy), !point_column by auto using columns_below. f_equal. unfold comp, identity. rewrite column_of_maps by auto. reflexivity.
    - pose proof (digits_below b d G Hy). rewrite (point_digit b d Hy), !point_digit by (auto; lia).
      unfold comp. rewrite digit_of_maps by lia. do 3 f_equal. lia.
  Qed.

  Lemma point_identity x : x < 3 * size -> point identity x = x.
  Proof.
    intros Hx. destruct (kind_of x Hx) as [x Hy|y Hy|d Hy].
    - rewrite point_row by auto. unfold comp, identity. rewrite row_of_maps by auto. reflexivity.
    - rewrite point_column by auto. f_equal. unfold comp, identity. rewrite column_of_maps by auto. reflexivity.
    - rewrite point_digit by auto. unfold identity. rewrite digit_of_maps by lia. lia.
  Qed.

  Lemma point_back a x : good a -> x < 3 * size -> point a (point (back a) x) = x.
  Proof.
    intros G Hx. pose proof (good_back a G) as Gb. pose proof G as [R C D].
    destruct (kind_of x Hx) as [x Hy|y Hy|d Hy]; clear Hx.
    - rewrite (point_row (back a) x Hy), point_row by auto using rows_below. unfold back. rewrite row_of_maps by auto.
      apply inverse_right; eauto using keeps_permutes.
    - rewrite (point_column (back a) y Hy), point_column by auto using columns_below. unfold back.
      rewrite column_of_maps by auto. f_equal. apply inverse_right; eauto using keeps_permutes.
    - pose proof (digits_below (back a) d Gb Hy). rewrite (point_digit (back a) d Hy), point_digit by (auto; lia).
      replace (S (digit_image (back a) (S d) - 1)) with (digit_image (back a) (S d)) by lia.
      unfold back. rewrite digit_of_maps by lia.
      rewrite (proj2 (digits_inverse_right _ (S d) D ltac:(lia))). lia.
  Qed.

  Lemma point_back_left a x : good a -> x < 3 * size -> point (back a) (point a x) = x.
  Proof.
    intros G Hx. apply (point_injective a); auto using point_range, good_back.
    apply point_back; auto using point_range.
  Qed.

  (** * Symmetries *)

  Variable B : grid.
  Hypothesis B_fits : forall r c, r < size -> c < size -> B r c <= size.
  Local Notation symmetric := (is_symmetry_of h w B).

  Lemma symmetric_leads t : symmetric t ->
    leads h w (has_turn t) B B (row_image t) (column_image t) (digit_image t).
  Proof.
    intros (Q & (LR & DR & RR & BR) & (LC & DC & RC & BC) & (LD & DD & RD) & E).
    assert (lines : forall k l, length l = size -> NoDup l -> (forall x, In x l -> x < size) ->
      (forall x y, x < size -> y < size -> (x / k = y / k <-> nth x l 0 / k = nth y l 0 / k)) ->
      keeps_blocks size k (fun x => nth x l 0)).
    { intros k l L D R T. split; auto.
      - intros. apply R, nth_In. lia.
      - intros x y Hx Hy. rewrite NoDup_nth in D. apply D; lia. }
    split; [exact Q|]. split; [apply lines; auto|]. split; [apply lines; auto|]. split.
    - split; [reflexivity| |].
      + intros [|d] Hd; [lia|]. apply RD. unfold digit_image. simpl. apply nth_In. lia.
      + intros [|d] [|e] Hd He; try lia. unfold digit_image. simpl. rewrite NoDup_nth in DD.
        intros X. f_equal. apply (DD d e); lia || exact X.
    - intros r c Hr Hc. unfold row_image, column_image. rewrite E by auto.
      destruct (has_turn t); reflexivity.
  Qed.

  Lemma symmetric_good t : symmetric t -> good t.
  Proof. intros S. apply symmetric_leads in S as (_ & R & C & D & _). split; auto. Qed.

  Lemma leads_symmetric q R C D : leads h w q B B R C D -> symmetric (of_maps q R C D).
  Proof.
    intros (Q & HR & HC & HD & E).
    assert (lines : forall k p, keeps_blocks size k p -> moves_lines h w k (map p (seq 0 size))).
    { intros k p [r i t]. split; [rewrite map_length, seq_length; auto|]. split.
      - apply NoDup_map_in; [apply seq_NoDup|]. intros x y Hx Hy.
        apply seq_below in Hx, Hy. auto.
      - split.
        + intros x Hx. apply in_map_iff in Hx as (y & <- & Hy). apply seq_below in Hy. auto.
        + intros x y Hx Hy. rewrite !nth_map_seq by auto. auto. }
    split; [exact Q|]. split; [apply lines; auto|]. split; [apply lines; auto|]. split.
    - split; [simpl; rewrite map_length, seq_length; auto|]. split.
      + apply NoDup_map_in; [apply seq_NoDup|]. intros x y Hx Hy. apply in_seq in Hx, Hy.
        apply (digit_injective _ _ HD); lia.
      + intros d Hd. apply in_map_iff in Hd as (x & <- & Hx). apply in_seq in Hx.
        apply (digit_range _ _ HD). lia.
    - intros r c Hr Hc. simpl. rewrite !nth_map_seq by auto. rewrite E by auto.
      assert (value : forall v, v <= size -> D v = nth v (0 :: map D (seq 1 size)) 0).
      { intros [|v] Hv; [apply (blank _ _ HD)|]. symmetry.
        apply (digit_of_maps false (fun x => x) (fun x => x) D (S v)). lia. }
      unfold turned. destruct q; apply value; apply B_fits; lia.
  Qed.

  Lemma symmetric_comp a b : symmetric a -> has_turn a = false -> symmetric b ->
    symmetric (comp a b).
  Proof.
    intros Ha T Hb. apply symmetric_leads in Ha, Hb. rewrite T in Ha.
    apply leads_symmetric. exact (leads_then _ _ _ _ _ _ _ _ _ _ _ Hb Ha).
  Qed.

  Lemma leads_identity : leads h w false B B (fun x => x) (fun x => x) (fun d => d).
  Proof.
    split; [discriminate|]. split; [apply keeps_identity|]. split; [apply keeps_identity|].
    split; [apply renames_identity|]. auto.
  Qed.

  (** Back by [a], and then by [g]: both have a turn, or none. *)
  Lemma leads_back q R C D R' C' D' : leads h w q B B R C D -> leads h w q B B R' C' D' ->
    leads h w false B B (fun x => R' (inverse size R x)) (fun x => C' (inverse size C x))
      (fun d => D' (digits_inverse D d)).
  Proof.
    intros (Q & HR & HC & HD & E) (_ & HR' & HC' & HD' & E').
    split; [discriminate|].
    split; [apply keeps_compose; auto using keeps_inverse|].
    split; [apply keeps_compose; auto using keeps_inverse|].
    split; [apply renames_compose; auto using renames_inverse|]. intros r c Hr Hc.
    destruct (inverse_right size R r (keeps_permutes _ _ HR) Hr) as [Lr Er].
    destruct (inverse_right size C c (keeps_permutes _ _ HC) Hc) as [Lc Ec].
    rewrite E' by auto. f_equal. rewrite <- Er at 2. rewrite <- Ec at 2. rewrite E by auto.
    set (v := (if q then turned h w B else B) (inverse size R r) (inverse size C c)).
    assert (Hv : v <= size) by (unfold v, turned; destruct q; apply B_fits; lia).
    destruct v as [|v]; [rewrite (blank _ _ HD); reflexivity|].
    pose proof (digit_range _ _ HD (S v) ltac:(lia)).
    apply (digit_injective _ _ HD); try lia.
    - apply digits_inverse_right; auto.
    - symmetry. apply digits_inverse_right; auto.
  Qed.

  Lemma of_maps_ext q R C D R' C' D' : (forall x, x < size -> R x = R' x) ->
    (forall x, x < size -> C x = C' x) -> (forall d, 0 < d <= size -> D d = D' d) ->
    of_maps q R C D = of_maps q R' C' D'.
  Proof.
    intros HR HC HD. unfold of_maps. f_equal; apply map_ext_in; intros x Hx.
    - apply HR, seq_below, Hx.
    - apply HC, seq_below, Hx.
    - apply in_seq in Hx. apply HD. lia.
  Qed.

  Lemma list_of_nth (l : list nat) n : length l = n -> map (fun x => nth x l 0) (seq 0 n) = l.
  Proof.
    intros <-. induction l as [|x l IH]; simpl; auto. f_equal. rewrite <- seq_shift, map_map. exact IH.
  Qed.

  Lemma own_maps t : symmetric t ->
    t = of_maps (has_turn t) (row_image t) (column_image t) (digit_image t).
  Proof.
    intros (_ & (LR & _) & (LC & _) & (LD & _) & _). unfold of_maps, row_image, column_image.
    rewrite !list_of_nth by auto. destruct t as [q R C D]. simpl in *. f_equal.
    rewrite <- seq_shift, map_map. unfold digit_image. simpl. symmetry. apply list_of_nth, LD.
  Qed.

  Lemma points_determine t t' : symmetric t -> symmetric t' -> has_turn t = has_turn t' ->
    (forall x, x < 3 * size -> point t x = point t' x) -> t = t'.
  Proof.
    intros S S' T H. rewrite (own_maps t S), (own_maps t' S'), T.
    apply symmetric_good in S as [R C D]. apply symmetric_good in S' as [R' C' D'].
    apply of_maps_ext.
    - intros x Hx. specialize (H x ltac:(lia)). rewrite !point_row in H by auto. exact H.
    - intros x Hx. specialize (H (size + x) ltac:(lia)). rewrite !point_column in H by auto. lia.
    - intros d Hd. specialize (H (2 * size + (d - 1)) ltac:(lia)).
      rewrite !point_digit in H by lia. replace (S (d - 1)) with d in H by lia.
      pose proof (digit_range _ _ D d Hd). pose proof (digit_range _ _ D' d Hd). lia.
  Qed.

  Lemma symmetric_identity : symmetric identity.
  Proof. apply leads_symmetric, leads_identity. Qed.

  Lemma symmetric_back a : symmetric a -> has_turn a = false -> symmetric (back a).
  Proof.
    intros S T. apply symmetric_leads in S. rewrite T in S.
    apply leads_symmetric, (leads_back _ _ _ _ _ _ _ S leads_identity).
  Qed.

  (** * The number of symmetries, by representatives *)

  Definition fixes (p : nat) (t : transformation) : Prop := forall x, x < p -> point t x = x.
  Definition upright_fixing (p : nat) (t : transformation) : Prop :=
    symmetric t /\ has_turn t = false /\ fixes p t.

  Variable reps : nat -> list transformation.
  Hypothesis reps_fix : forall p r, In r (reps p) -> upright_fixing p r.
  Hypothesis reps_apart : forall p, NoDup (map (fun r => point r p) (reps p)).
  Hypothesis reps_complete : forall p g, p < 3 * size -> upright_fixing p g ->
    exists r, In r (reps p) /\ point r p = point g p.

  (** The product of the numbers of representatives of the last [k] points. *)
  Fixpoint number_of_last (k : nat) : N :=
    match k with
    | 0 => 1
    | S k' => N.of_nat (length (reps (3 * size - S k'))) * number_of_last k'
    end.

  Lemma upright_number k : k <= 3 * size ->
    card (upright_fixing (3 * size - k)) (N.to_nat (number_of_last k)).
  Proof.
    induction k as [|k IH]; intros Hk.
    - exists [identity]. split; [constructor; [easy|constructor]|]. split; [reflexivity|].
      intros t. split.
      + intros [<-|[]]. split; [apply symmetric_identity|]. split; [reflexivity|].
        intros x Hx. apply point_identity. lia.
      + intros (S & T & F). left. apply points_determine; auto using symmetric_identity.
        intros x Hx. rewrite point_identity by auto. symmetry. apply F. lia.
    - cbn [number_of_last]. rewrite N2Nat.inj_mul, Nat2N.id. specialize (IH ltac:(lia)).
      set (p := 3 * size - S k) in *. replace (3 * size - k) with (S p) in IH by lia.
      assert (Hp : p < 3 * size) by lia.
      assert (in_reps : forall r, In r (reps p) -> upright_fixing p r /\ good r).
      { intros r Hr. split; [auto|]. apply symmetric_good, (reps_fix p r Hr). }
      apply (count_cosets _ (upright_fixing (S p)) (fun r => point r p) comp); auto.
      + intros r q Hr (Sq & Tq & Fq). destruct (in_reps r Hr) as [(Sr & Tr & Fr) Gr].
        pose proof (symmetric_good q Sq) as Gq. split.
        * split; [apply symmetric_comp; auto|]. split; [exact Tq|].
          intros x Hx. rewrite point_comp, Fq, Fr by (auto; lia). reflexivity.
        * rewrite point_comp, Fq by (auto; lia). reflexivity.
      + intros r q q' Hr (Sq & Tq & Fq) (Sq' & Tq' & Fq') E.
        destruct (in_reps r Hr) as [_ Gr].
        pose proof (symmetric_good q Sq) as Gq. pose proof (symmetric_good q' Sq') as Gq'.
        apply points_determine; auto; [congruence|]. intros x Hx.
        apply (point_injective r); auto using point_range.
        rewrite <- !point_comp by auto. congruence.
      + intros g (Sg & Tg & Fg). pose proof (symmetric_good g Sg) as Gg.
        destruct (reps_complete p g Hp (conj Sg (conj Tg Fg))) as (r & Hr & E).
        destruct (in_reps r Hr) as [(Sr & Tr & Fr) Gr]. exists r, (comp (back r) g).
        assert (Sb : symmetric (comp (back r) g)).
        { apply symmetric_comp; auto. apply symmetric_back; auto. }
        split; [exact Hr|]. split.
        * split; [exact Sb|]. split; [exact Tg|]. intros x Hx.
          rewrite point_comp by (auto; lia).
          assert (same : point g x = point r x).
          { destruct (Nat.eq_dec x p) as [->|]; [auto|]. rewrite Fg, Fr; lia. }
          rewrite same. apply point_back_left; auto. lia.
        * apply points_determine; auto; [apply symmetric_comp; auto|]. intros x Hx.
          rewrite !point_comp by auto using symmetric_good.
          symmetry. apply point_back; auto using point_range.
  Qed.

  Lemma card_same (P Q : transformation -> Prop) n : (forall t, P t <-> Q t) -> card P n -> card Q n.
  Proof.
    intros H (all & D & L & W). exists all. split; [exact D|]. split; [exact L|].
    intros t. rewrite W. apply H.
  Qed.

  (** Without symmetries by a turn, and with them. *)
  Theorem number_without_turn : (forall t, symmetric t -> has_turn t = false) ->
    has_symmetries h w (N.to_nat (number_of_last (3 * size))) B.
  Proof.
    intros none. pose proof (upright_number (3 * size) (le_n _)) as U. rewrite Nat.sub_diag in U.
    apply (card_same _ symmetric) in U; [exact U|]. intros t. split; [intros (S & _); exact S|].
    intros S. split; [exact S|]. split; [auto|]. intros x Hx. lia.
  Qed.

  Theorem number_with_turn t0 : symmetric t0 -> has_turn t0 = true ->
    has_symmetries h w (N.to_nat (2 * number_of_last (3 * size))) B.
  Proof.
    intros S0 T0. pose proof (upright_number (3 * size) (le_n _)) as U. rewrite Nat.sub_diag in U.
    rewrite N2Nat.inj_mul. change (N.to_nat 2) with (length [identity; t0]).
    pose proof (symmetric_good t0 S0) as G0. pose proof good_identity as Gi.
    assert (Hreps : forall r, In r [identity; t0] -> symmetric r /\ good r).
    { intros r [<-|[<-|[]]]; auto using symmetric_identity. }
    apply (count_cosets symmetric (upright_fixing 0) (fun r => if has_turn r then 1 else 0)
      (fun r q => comp q r)); auto.
    - simpl. rewrite T0. repeat constructor; simpl; intuition discriminate.
    - intros r q Hr (Sq & Tq & _). destruct (Hreps r Hr). split; [|reflexivity].
      apply symmetric_comp; auto.
    - intros r q q' Hr (Sq & Tq & _) (Sq' & Tq' & _) E. destruct (Hreps r Hr) as [_ Gr].
      apply points_determine; auto; [congruence|]. intros x Hx.
      rewrite <- (point_back r x Gr Hx).
      rewrite <- !point_comp by auto using point_range, good_back. congruence.
    - intros g Sg. pose proof (symmetric_good g Sg) as Gg.
      assert (fix0 : forall t, fixes 0 t) by (intros t x Hx; lia).
      destruct (has_turn g) eqn:T.
      + exists t0, (comp g (back t0)). split; [simpl; auto|].
        assert (Sb : symmetric (comp g (back t0))).
        { pose proof (symmetric_leads g Sg) as Lg. pose proof (symmetric_leads t0 S0) as L0.
          rewrite T in Lg. rewrite T0 in L0.
          pose proof (leads_symmetric _ _ _ _ (leads_back _ _ _ _ _ _ _ L0 Lg)) as X.
          replace (comp g (back t0)) with
            (of_maps false (fun x => row_image g (inverse size (row_image t0) x))
               (fun x => column_image g (inverse size (column_image t0) x))
               (fun d => digit_image g (digits_inverse (digit_image t0) d))); [exact X|].
          unfold comp. apply of_maps_ext; intros; unfold back;
            rewrite ?row_of_maps, ?column_of_maps, ?digit_of_maps by auto; reflexivity. }
        split; [split; [exact Sb|]; split; [reflexivity|auto]|].
        apply points_determine; auto.
        * apply symmetric_comp; auto.
        * simpl. congruence.
        * intros x Hx. rewrite !point_comp by auto using good_back, point_range.
          rewrite point_back_left by auto. reflexivity.
      + exists identity, g. split; [simpl; auto|]. split; [split; auto|].
        apply points_determine; auto using symmetric_comp, symmetric_identity.
        intros x Hx. rewrite point_comp, point_identity by auto. reflexivity.
  Qed.
End Group.
