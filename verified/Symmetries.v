(** Clauses that use symmetries of the second grid. They exclude many ways from the first grid to the
    second, but not all: if there is a way, then there is one whose images of the first row, the first
    column and the second row are least, compared one after another. A symmetry after this way makes
    none of these images less and leaves those before it. *)
From Coq Require Import Arith Lia Bool List ZArith.
From Verified Require Import Spec Copies Encoding Encoding_proof.
Import ListNotations.

(** A symmetry of a grid. *)
Definition symmetry := transformation.
Definition row_image (s : symmetry) (r : nat) : nat := nth r (row_images s) 0.
Definition column_image (s : symmetry) (c : nat) : nat := nth c (column_images s) 0.
Definition digit_image (s : symmetry) (d : nat) : nat := nth d (0 :: digit_images s) 0.

Section Symmetries.
  Variables h w : nat.
  Local Notation size := (Spec.size h w).

  (** * Which clauses *)

  Definition all_below (n : nat) (test : nat -> bool) : bool := forallb test (seq 0 n).

  Definition is_block_permutation (k : nat) (p : nat -> nat) : bool :=
    all_below size (fun x => (p x <? size) && all_below size (fun y =>
      ((x =? y) || negb (p x =? p y)) && Bool.eqb (x / k =? y / k) (p x / k =? p y / k))).
  Definition is_renaming (p : nat -> nat) : bool :=
    (p 0 =? 0) && all_below size (fun x => (0 <? p (S x)) && (p (S x) <=? size) &&
      all_below size (fun y => (x =? y) || negb (p (S x) =? p (S y)))).

  (** Does [s] lead from [B] to [B]? *)
  Definition is_symmetry (B : grid) (s : symmetry) : bool :=
    (negb (has_turn s) || (h =? w)) && is_block_permutation h (row_image s) &&
    is_block_permutation w (column_image s) && is_renaming (digit_image s) &&
    all_below size (fun r => all_below size (fun c =>
      B (row_image s r) (column_image s c) =?
      digit_image s ((if has_turn s then turned h w B else B) r c))).

  (** The image of a row, or else of a column. *)
  Definition line_image (is_row : bool) (s : symmetry) (x : nat) : nat :=
    if is_row then row_image s x else column_image s x.

  (** For each line the least line that is known to be its image by products of [some]. *)
  Definition lower (is_row : bool) (some : list symmetry) (least : list nat) : list nat :=
    map (fun x => fold_left (fun m s => min m (nth (line_image is_row s x) least 0)) some
                            (nth x least 0)) (seq 0 size).
  Fixpoint settle (is_row : bool) (some : list symmetry) (rounds : nat) (least : list nat) : list nat :=
    match rounds with
    | 0 => least
    | S rounds' => let next := lower is_row some least in
      if forallb (fun x => nth x next 0 =? nth x least 0) (seq 0 size) then least
      else settle is_row some rounds' next
    end.
  Definition least_images (is_row : bool) (some : list symmetry) : list nat :=
    settle is_row some size (seq 0 size).

  (** Images of the compared lines so far, and symmetries that leave them in place. *)
  Definition node : Type := list nat * list symmetry.
  (** The images so far with one more that can be made less. *)
  Definition forbidden (is_row : bool) (nd : node) : list (list nat) :=
    let least := least_images is_row (snd nd) in
    flat_map (fun x => map (fun y => fst nd ++ [y])
      (filter (fun y => (nth y least 0 =? x) && (x <? y)) (seq 0 size))) (seq 0 size).
  (** The images so far with one more that cannot be made less, as far as is known. *)
  Definition children (is_row : bool) (nd : node) : list node :=
    let least := least_images is_row (snd nd) in
    flat_map (fun x => match filter (fun s => line_image is_row s x =? x) (snd nd) with
                       | [] => [] | remaining => [(fst nd ++ [x], remaining)] end)
             (filter (fun x => nth x least 0 =? x) (seq 0 size)).
  Fixpoint chain (kinds : list bool) (nodes : list node) : list (list nat) :=
    match kinds with
    | [] => []
    | is_row :: kinds' => flat_map (forbidden is_row) nodes ++
                          chain kinds' (flat_map (children is_row) nodes)
    end.

  Definition compared : list bool := [true; false; true].
  Definition upright (symmetries : list symmetry) : list symmetry :=
    filter (fun s => negb (has_turn s)) symmetries.
  Definition forbidden_images (symmetries : list symmetry) : list (list nat) :=
    chain compared [([], upright symmetries)].

  (** The literals that the first row, the first column and the second row have these images. *)
  Definition literals (images : list nat) : list Z :=
    map (fun pair => fst pair (snd pair)) (combine
      [lit h w (rows_matrix h w) 0; lit h w (columns_matrix h w) 0; lit h w (rows_matrix h w) 1] images).

  Definition symmetry_clauses (symmetries : list symmetry) : list clause :=
    match symmetries with
    | [] => []
    | _ => (if existsb has_turn symmetries then [[-1]]%Z else []) ++
           map (fun images => map Z.opp (literals images)) (forbidden_images symmetries)
    end.

  (** * They hold for a way with least images *)

  (** The way by [R], [C] and [D], after a turn if [q], leads from [A] to [B]. *)
  Definition leads (q : bool) (A B : grid) (R C D : nat -> nat) : Prop :=
    (q = true -> h = w) /\ keeps_blocks size h R /\ keeps_blocks size w C /\ renames size D /\
    forall r c, r < size -> c < size -> B (R r) (C c) = D ((if q then turned h w A else A) r c).

  Lemma all_below_true n test : all_below n test = true -> forall x, x < n -> test x = true.
  Proof. unfold all_below. rewrite forallb_forall. intros H x Hx. apply H, seq_below, Hx. Qed.

  Lemma block_permutation_keeps k p : is_block_permutation k p = true -> keeps_blocks size k p.
  Proof.
    intros H. unfold is_block_permutation in H. pose proof (all_below_true _ _ H) as H'. clear H.
    assert (K : forall x y, x < size -> y < size -> p x < size /\
      (p x = p y -> x = y) /\ (x / k = y / k <-> p x / k = p y / k)).
    { intros x y Hx Hy. pose proof (H' x Hx) as E. apply andb_true_iff in E as [L E].
      apply Nat.ltb_lt in L. pose proof (all_below_true _ _ E y Hy) as F.
      apply andb_true_iff in F as [F G]. apply eqb_prop in G.
      split; [exact L|]. split.
      - intros Epp. rewrite Epp, Nat.eqb_refl, orb_false_r in F. apply Nat.eqb_eq, F.
      - rewrite <- !Nat.eqb_eq, G. reflexivity. }
    split; intros; eapply K; eauto.
  Qed.

  Lemma renaming_renames p : is_renaming p = true -> renames size p.
  Proof.
    intros H. apply andb_true_iff in H as [Z H]. apply Nat.eqb_eq in Z.
    pose proof (all_below_true _ _ H) as H'. clear H.
    assert (K : forall x y, x < size -> y < size ->
      0 < p (S x) <= size /\ (p (S x) = p (S y) -> x = y)).
    { intros x y Hx Hy. pose proof (H' x Hx) as E. apply andb_true_iff in E as [E F].
      apply andb_true_iff in E as [E G]. apply Nat.ltb_lt in E. apply Nat.leb_le in G.
      split; [auto|]. intros Epp. pose proof (all_below_true _ _ F y Hy) as X.
      simpl in X. rewrite Epp, Nat.eqb_refl, orb_false_r in X. apply Nat.eqb_eq, X. }
    split; [exact Z| |].
    - intros [|d] Hd; [lia|]. apply (K d d); lia.
    - intros [|d] [|e] Hd He E; try lia. f_equal. apply (K d e); lia || auto.
  Qed.

  Lemma symmetry_leads B s : is_symmetry B s = true ->
    leads (has_turn s) B B (row_image s) (column_image s) (digit_image s).
  Proof.
    unfold is_symmetry. rewrite !andb_true_iff, orb_true_iff. intros [[[[T R] C] D] E].
    split; [intros Q; rewrite Q in T; destruct T as [T|T]; [discriminate|]; apply Nat.eqb_eq, T|].
    split; [apply block_permutation_keeps, R|]. split; [apply block_permutation_keeps, C|].
    split; [apply renaming_renames, D|]. intros r c Hr Hc.
    apply Nat.eqb_eq. exact (all_below_true _ _ (all_below_true _ _ E r Hr) c Hc).
  Qed.

  (** A way, and then an upright symmetry. *)
  Lemma leads_then q A B R C D R' C' D' : leads q A B R C D -> leads false B B R' C' D' ->
    leads q A B (fun x => R' (R x)) (fun x => C' (C x)) (fun d => D' (D d)).
  Proof.
    intros (Q & HR & HC & HD & E) (_ & HR' & HC' & HD' & E').
    split; [exact Q|]. split; [apply keeps_compose; auto|]. split; [apply keeps_compose; auto|].
    split; [apply renames_compose; auto|]. intros r c Hr Hc.
    rewrite E' by (apply HR || apply HC; auto). rewrite E; auto.
  Qed.

  (** A way with a turn, and then a symmetry with a turn. *)
  Lemma turned_leads_then A B R C D R' C' D' : leads true A B R C D -> leads true B B R' C' D' ->
    exists R2 C2 D2, leads false A B R2 C2 D2.
  Proof.
    intros (Q & HR & HC & HD & E) (_ & HR' & HC' & HD' & E'). specialize (Q eq_refl).
    pose proof (keeps_reversal w h) as Rev. rewrite <- size_rows in Rev.
    set (rev x := size - 1 - x) in *. change (keeps_blocks size h rev) in Rev.
    assert (rr : forall x, x < size -> rev (rev x) = x) by (unfold rev; lia).
    assert (rl : forall x, x < size -> rev x < size) by (unfold rev; lia).
    exists (fun x => R' (C (rev x))), (fun x => C' (rev (R x))), (fun d => D' (D d)).
    split; [discriminate|].
    pose proof (eq_ind_r (fun k => keeps_blocks size k C) HC Q) as HC2. cbv beta in HC2.
    pose proof (eq_ind h (fun k => keeps_blocks size k _) (keeps_compose _ _ _ _ Rev HR) w Q) as HR2.
    cbv beta in HR2.
    split; [exact (keeps_compose _ _ _ _ HR' (keeps_compose _ _ _ _ HC2 Rev))|].
    split; [exact (keeps_compose _ _ _ _ HC' HR2)|].
    split; [apply renames_compose; auto|]. intros r c Hr Hc.
    assert (R c < size) by (apply HR; auto). assert (C (rev r) < size) by (apply HC; auto).
    rewrite E' by auto. unfold turned. fold (rev (rev (R c))). rewrite rr by auto.
    rewrite E by auto. unfold turned. fold (rev (rev r)). rewrite rr by auto. reflexivity.
  Qed.

  Section Second.
    Variable B : grid.

    Definition upright_symmetry (H : bool -> nat -> nat) : Prop :=
      exists D, leads false B B (H true) (H false) D.

    (** [H] leaves the images of lines of these kinds in place. *)
    Fixpoint stays (H : bool -> nat -> nat) (kinds : list bool) (images : list nat) : Prop :=
      match kinds, images with
      | is_row :: kinds', x :: images' => H is_row x = x /\ stays H kinds' images'
      | [], [] => True
      | _, _ => False
      end.
    (** [H] makes the last image less and leaves the others in place. *)
    Fixpoint lessens (H : bool -> nat -> nat) (kinds : list bool) (images : list nat) : Prop :=
      match kinds, images with
      | is_row :: _, [x] => H is_row x < x
      | is_row :: kinds', x :: images' => H is_row x = x /\ lessens H kinds' images'
      | _, _ => False
      end.

    Lemma stays_more H kinds : forall images is_row x, stays H kinds images -> H is_row x = x ->
      stays H (kinds ++ [is_row]) (images ++ [x]).
    Proof.
      induction kinds as [|k kinds IH]; intros [|y images] is_row x; simpl; intros S E; auto; try easy.
      destruct S as [S1 S2]. auto.
    Qed.
    Lemma stays_lessens H kinds more : forall images is_row x, stays H kinds images ->
      H is_row x < x -> lessens H (kinds ++ is_row :: more) (images ++ [x]).
    Proof.
      induction kinds as [|k kinds IH]; intros [|y images] is_row x; simpl; intros S E; auto; try easy.
      destruct S as [S1 S2]. specialize (IH images is_row x S2 E). destruct images; simpl in *; auto.
    Qed.
    Lemma stays_twice H H' kinds : forall images, stays H kinds images -> stays H' kinds images ->
      stays (fun k x => H' k (H k x)) kinds images.
    Proof.
      induction kinds as [|k kinds IH]; intros [|y images]; simpl; auto.
      intros [E S] [E' S']. rewrite E. auto.
    Qed.
    Lemma stays_identity kinds : forall images, length images = length kinds ->
      stays (fun _ x => x) kinds images.
    Proof. induction kinds; intros [|y images]; simpl; auto; try discriminate. Qed.
    Lemma stays_length H kinds : forall images, stays H kinds images -> length images = length kinds.
    Proof. induction kinds; intros [|y images]; simpl; try easy. intros [_ S]. f_equal; auto. Qed.

    (** Some upright symmetry leaves [images] in place and moves line [x] to [y]. *)
    Definition reaches (kinds : list bool) (images : list nat) (is_row : bool) (x y : nat) : Prop :=
      exists H, upright_symmetry H /\ stays H kinds images /\ H is_row x = y.

    Lemma reaches_itself kinds images is_row x : length images = length kinds ->
      reaches kinds images is_row x x.
    Proof.
      intros L. exists (fun _ x => x). split; [|split; auto using stays_identity].
      exists (fun d => d). split; [discriminate|]. split; [apply keeps_identity|].
      split; [apply keeps_identity|]. split; [apply renames_identity|]. auto.
    Qed.
    Lemma reaches_further kinds images is_row x y z : reaches kinds images is_row x y ->
      reaches kinds images is_row y z -> reaches kinds images is_row x z.
    Proof.
      intros (H & (D & U) & S & <-) (H' & (D' & U') & S' & <-).
      exists (fun k x => H' k (H k x)). split; [|split; auto using stays_twice].
      exists (fun d => D' (D d)). exact (leads_then _ _ _ _ _ _ _ _ _ U U').
    Qed.

    (** What holds for each node: its symmetries are some, and leave its images in place. *)
    Definition sound (kinds : list bool) (nd : node) : Prop :=
      length (fst nd) = length kinds /\ (forall x, In x (fst nd) -> x < size) /\
      forall s, In s (snd nd) -> is_symmetry B s = true /\ has_turn s = false /\
                                 stays (fun is_row => line_image is_row s) kinds (fst nd).

    Lemma line_image_range s is_row x : is_symmetry B s = true -> x < size ->
      line_image is_row s x < size.
    Proof.
      intros S Hx. apply symmetry_leads in S as (_ & HR & HC & _).
      destruct is_row; [apply HR | apply HC]; auto.
    Qed.

    Lemma symmetry_reaches kinds nd s is_row x : sound kinds nd -> In s (snd nd) ->
      reaches kinds (fst nd) is_row x (line_image is_row s x).
    Proof.
      intros (_ & _ & S) Hs. destruct (S s Hs) as (Y & T & K).
      exists (fun is_row => line_image is_row s). split; [|auto].
      exists (digit_image s). apply symmetry_leads in Y. rewrite T in Y. exact Y.
    Qed.

    Lemma nth_map_seq n (f : nat -> nat) x : x < n -> nth x (map f (seq 0 n)) 0 = f x.
    Proof.
      intros. rewrite nth_indep with (d' := f 0) by (rewrite map_length, seq_length; auto).
      rewrite map_nth, seq_nth; auto.
    Qed.

    Lemma lower_reached kinds nd is_row least : sound kinds nd ->
      (forall x, x < size -> reaches kinds (fst nd) is_row x (nth x least 0)) ->
      forall x, x < size -> reaches kinds (fst nd) is_row x (nth x (lower is_row (snd nd) least) 0).
    Proof.
      intros S H x Hx. unfold lower. rewrite nth_map_seq by auto.
      assert (K : forall some m, incl some (snd nd) -> reaches kinds (fst nd) is_row x m ->
        reaches kinds (fst nd) is_row x
          (fold_left (fun m s => min m (nth (line_image is_row s x) least 0)) some m)).
      { induction some as [|s some IH]; simpl; intros m I M; auto.
        apply incl_cons_inv in I as [I I']. apply IH; auto.
        destruct (Nat.min_dec m (nth (line_image is_row s x) least 0)) as [->| ->]; auto.
        apply reaches_further with (line_image is_row s x); [apply symmetry_reaches; auto|].
        apply H, line_image_range; auto. apply S; auto. }
      apply K; auto using incl_refl.
    Qed.

    Lemma least_reached kinds nd is_row : sound kinds nd -> forall x, x < size ->
      reaches kinds (fst nd) is_row x (nth x (least_images is_row (snd nd)) 0).
    Proof.
      intros S. unfold least_images.
      assert (K : forall rounds least,
        (forall x, x < size -> reaches kinds (fst nd) is_row x (nth x least 0)) ->
        forall x, x < size ->
          reaches kinds (fst nd) is_row x (nth x (settle is_row (snd nd) rounds least) 0)).
      { induction rounds as [|rounds IH]; simpl; intros least H; auto.
        destruct (forallb _ _); auto. apply IH. apply lower_reached; auto. }
      apply K. intros x Hx. rewrite seq_nth by auto. apply reaches_itself. apply S.
    Qed.

    (** A symmetry lessens these images. *)
    Definition can_be_less (kinds : list bool) (images : list nat) : Prop :=
      (forall x, In x images -> x < size) /\
      exists H, upright_symmetry H /\ lessens H kinds images.

    Lemma forbidden_can_be_less kinds is_row more nd images : sound kinds nd ->
      In images (forbidden is_row nd) -> can_be_less (kinds ++ is_row :: more) images.
    Proof.
      intros S I. unfold forbidden in I. apply in_flat_map in I as (x & _ & I).
      apply in_map_iff in I as (y & <- & I). apply filter_In in I as [Hy I].
      apply seq_below in Hy. apply andb_true_iff in I as [E L].
      apply Nat.eqb_eq in E. apply Nat.ltb_lt in L.
      destruct (least_reached kinds nd is_row S y Hy) as (H & U & K & E'). split.
      - intros z Hz. apply in_app_or in Hz as [Hz|[<-|[]]]; auto. apply S; auto.
      - exists H. split; auto. apply stays_lessens; auto. rewrite E', E. exact L.
    Qed.

    Lemma children_sound kinds is_row nd child : sound kinds nd -> In child (children is_row nd) ->
      sound (kinds ++ [is_row]) child.
    Proof.
      intros S I. unfold children in I. apply in_flat_map in I as (x & Hx & I).
      apply filter_In in Hx as [Hx _]. apply seq_below in Hx.
      set (remaining := filter _ (snd nd)) in I.
      assert (child = (fst nd ++ [x], remaining)) as -> by (destruct remaining; [easy|destruct I as [<-|[]]; auto]).
      destruct S as (L & F & S). split; [|split]; simpl.
      - rewrite !app_length, L. reflexivity.
      - intros z Hz. apply in_app_or in Hz as [Hz|[<-|[]]]; auto.
      - intros s Hs. apply filter_In in Hs as [Hs E]. apply Nat.eqb_eq in E.
        destruct (S s Hs) as (Y & T & K). repeat split; auto. apply stays_more; auto.
    Qed.

    Lemma chain_can_be_less more : forall kinds nodes images,
      (forall nd, In nd nodes -> sound kinds nd) -> In images (chain more nodes) ->
      can_be_less (kinds ++ more) images.
    Proof.
      induction more as [|is_row more IH]; simpl; intros kinds nodes images S I; [easy|].
      apply in_app_or in I as [I|I].
      - apply in_flat_map in I as (nd & Hn & I). eapply forbidden_can_be_less; eauto.
      - replace (kinds ++ is_row :: more) with ((kinds ++ [is_row]) ++ more)
          by (rewrite <- app_assoc; reflexivity).
        apply (IH _ (flat_map (children is_row) nodes)); auto.
        intros child Hc. apply in_flat_map in Hc as (nd & Hn & Hc). eapply children_sound; eauto.
    Qed.

    Lemma forbidden_images_can_be_less symmetries images :
      forallb (is_symmetry B) symmetries = true -> In images (forbidden_images symmetries) ->
      can_be_less compared images.
    Proof.
      intros Y I. apply (chain_can_be_less compared [] [([], upright symmetries)]); auto.
      intros nd [<-|[]]. split; [reflexivity|]. split; [easy|]. simpl. intros s Hs.
      apply filter_In in Hs as [Hs T]. rewrite forallb_forall in Y.
      apply negb_true_iff in T. auto.
    Qed.
  End Second.

  Definition images_of (R C : nat -> nat) : list nat := [R 0; C 0; R 1].
  (** Do the images of the compared lines begin with [images]? *)
  Definition begins_with (whole images : list nat) : bool :=
    if list_eq_dec Nat.eq_dec images (firstn (length images) whole) then true else false.

  Definition weight (R C : nat -> nat) : nat := (R 0 * size + C 0) * size + R 1.

  Lemma less_weight B (H : bool -> nat -> nat) R C images : upright_symmetry B H ->
    1 < size -> (forall x, x < size -> R x < size /\ C x < size) ->
    lessens H compared images -> begins_with (images_of R C) images = true ->
    weight (fun r => H true (R r)) (fun c => H false (C c)) < weight R C.
  Proof.
    intros (D & _ & HR & HC & _) large range L E. unfold begins_with in E.
    destruct (list_eq_dec Nat.eq_dec images _) as [same|]; [clear E|discriminate].
    destruct (range 0 ltac:(lia)) as [r0 c0]. destruct (range 1 large) as [r1 _].
    pose proof (in_range _ _ _ HR _ r0). pose proof (in_range _ _ _ HC _ c0).
    pose proof (in_range _ _ _ HR _ r1). unfold weight, compared in *.
    destruct images as [|a [|b [|c [|d images]]]]; simpl in L, same; try easy;
      injection same as; subst.
    - nia.
    - destruct L as [-> L]. nia.
    - destruct L as (-> & -> & L). nia.
  Qed.

  (** If there is a way, there is one that keeps all clauses. *)
  Theorem least_way A B symmetries : 1 < size -> forallb (is_symmetry B) symmetries = true ->
    forall q R C D, leads q A B R C D -> exists q' R' C' D', leads q' A B R' C' D' /\
      (existsb has_turn symmetries = true -> q' = false) /\
      forall images, In images (forbidden_images symmetries) ->
        begins_with (images_of R' C') images = false.
  Proof.
    intros large Y q R C D way.
    assert (upright_way : exists q R C D, leads q A B R C D /\
      (existsb has_turn symmetries = true -> q = false)).
    { destruct q; [|exists false, R, C, D; auto].
      destruct (existsb has_turn symmetries) eqn:T; [|exists true, R, C, D; split; auto; easy].
      apply existsb_exists in T as (s & Hs & T). rewrite forallb_forall in Y.
      pose proof (symmetry_leads B s (Y s Hs)) as turn. rewrite T in turn.
      destruct (turned_leads_then _ _ _ _ _ _ _ _ way turn) as (R2 & C2 & D2 & way2).
      exists false, R2, C2, D2. auto. }
    clear q R C D way. destruct upright_way as (q & R & C & D & way & T). exists q.
    remember (weight R C) as bound eqn:W. assert (L : weight R C <= bound) by lia. clear W.
    revert R C D way L. induction bound as [bound IH] using lt_wf_ind. intros R C D way L.
    destruct (existsb (begins_with (images_of R C)) (forbidden_images symmetries)) eqn:X.
    - apply existsb_exists in X as (images & I & E).
      destruct (forbidden_images_can_be_less B symmetries images Y I) as (_ & H & U & K).
      pose proof U as (D' & U').
      assert (range : forall x, x < size -> R x < size /\ C x < size).
      { destruct way as (_ & HR & HC & _). intros x Hx. split; [apply HR | apply HC]; auto. }
      pose proof (less_weight B H R C images U large range K E) as less.
      apply (IH (weight (fun r => H true (R r)) (fun c => H false (C c))) ltac:(lia)
        _ _ _ (leads_then _ _ _ _ _ _ _ _ _ way U')). auto.
    - exists R, C, D. split; [exact way|]. split; [exact T|]. intros images I.
      destruct (begins_with (images_of R C) images) eqn:E; auto.
      rewrite <- X. symmetry. apply existsb_exists. eauto.
  Qed.

  Lemma true_opp_one model : true_in model (-1) = negb (true_in model 1).
  Proof. reflexivity. Qed.

  Lemma symmetry_clauses_satisfied symmetries q R C D model : describes h w q R C D model -> 0 < h -> 0 < w -> 1 < size ->
    keeps_blocks size h R -> keeps_blocks size w C ->
    (existsb has_turn symmetries = true -> q = false) ->
    (forall images, In images (forbidden_images symmetries) ->
      begins_with (images_of R C) images = false /\ length images <= 3 /\
      forall x, In x images -> x < size) ->
    all_satisfied model (symmetry_clauses symmetries).
  Proof.
    intros HM Hh Hw large HR HC T F. unfold symmetry_clauses.
    destruct symmetries as [|s some]; [easy|]. set (symmetries := s :: some) in *.
    apply all_satisfied_app.
    - destruct (existsb has_turn symmetries); [|easy]. apply all_satisfied_one.
      exists (-1)%Z. split; [simpl; auto|]. rewrite true_opp_one, (true_one _ _ _ _ _ _ _ HM), (T eq_refl). reflexivity.
    - intros c Hc. apply in_map_iff in Hc as (images & <- & I). destruct (F images I) as (E & short & below).
      unfold begins_with in E. destruct (list_eq_dec Nat.eq_dec images _) as [|differ]; [discriminate|].
      assert (row : forall r x, r < size -> x < size ->
        true_in model (- lit h w (rows_matrix h w) r x) = negb (R r =? x)).
      { intros. rewrite (true_not_lit _ _ _ _ _ _ _ HM), (image_rows h w false R C D); rewrite ?side_rows; auto; try easy.
        unfold rows_matrix, matrices. lia. }
      assert (column : forall c x, c < size -> x < size ->
        true_in model (- lit h w (columns_matrix h w) c x) = negb (C c =? x)).
      { intros. rewrite (true_not_lit _ _ _ _ _ _ _ HM), (image_columns h w false R C D); rewrite ?side_columns; auto; try easy.
        unfold columns_matrix, matrices. lia. }
      assert (pick : forall l, In l (map Z.opp (literals images)) ->
        true_in model l = true -> satisfied model (map Z.opp (literals images))).
      { intros l Hl Tl. exists l. auto. }
      destruct images as [|a images]; [destruct (differ eq_refl)|].
      assert (a < size) by (apply below; simpl; auto).
      destruct (Nat.eqb_spec (R 0) a) as [<-|N];
        [|apply (pick (- lit h w (rows_matrix h w) 0 a)%Z (or_introl eq_refl)); rewrite row by lia; apply negb_true_iff, Nat.eqb_neq, N].
      destruct images as [|b images]; [destruct (differ eq_refl)|].
      assert (b < size) by (apply below; simpl; auto).
      destruct (Nat.eqb_spec (C 0) b) as [<-|N];
        [|apply (pick (- lit h w (columns_matrix h w) 0 b)%Z (or_intror (or_introl eq_refl))); rewrite column by lia;
          apply negb_true_iff, Nat.eqb_neq, N].
      destruct images as [|d images]; [destruct (differ eq_refl)|].
      assert (d < size) by (apply below; simpl; auto).
      destruct (Nat.eqb_spec (R 1) d) as [<-|N];
        [|apply (pick (- lit h w (rows_matrix h w) 1 d)%Z (or_intror (or_intror (or_introl eq_refl)))); rewrite row by lia;
          apply negb_true_iff, Nat.eqb_neq, N].
      destruct images; [destruct (differ eq_refl)|simpl in short; lia].
  Qed.

  Lemma no_symmetries_no_clauses model : all_satisfied model (symmetry_clauses []).
  Proof. intros c []. Qed.

  (** If [second] is a copy of [first], the plain formula and the clauses have a model. *)
  Theorem symmetries_keep_a_model first second symmetries : 0 < h -> 0 < w -> 1 < size ->
    fits h w first -> fits h w second -> forallb (is_symmetry (cell second)) symmetries = true ->
    is_copy h w (cell first) (cell second) ->
    exists model, all_satisfied model (formula h w Copy first second) /\
                  all_satisfied model (symmetry_clauses symmetries).
  Proof.
    intros Hh Hw large F1 F2 Y copy. apply copies_are_made in copy as (q0 & R0 & C0 & D0 & way0).
    destruct (least_way _ _ symmetries large Y q0 R0 C0 D0 way0) as (q & R & C & D & way & T & F).
    destruct way as (Q & HR & HC & HD & E). exists (way_model h w q R C D). split.
    - apply (way_satisfies h w Copy first second q R C D); auto using way_model_describes; try easy;
        [|intros r c Hr Hc; specialize (E r c Hr Hc); destruct q; right; simpl; auto]. intros Hq. specialize (Q Hq). unfold turns.
      rewrite (proj2 (Nat.eqb_eq h w) Q). apply Nat.ltb_lt.
      unfold Spec.size in large. nia.
    - apply (symmetry_clauses_satisfied symmetries q R C D); auto using way_model_describes. intros images I. split; [auto|].
      destruct (forbidden_images_can_be_less _ symmetries images Y I) as (below & H & _ & L).
      split; [|exact below]. destruct images as [|a [|b [|c [|d images]]]]; simpl; try lia.
      destruct L as (_ & _ & _ & []).
  Qed.
End Symmetries.
