(** If the formula has a model, what is asked is so. *)
From Coq Require Import Arith Lia Bool List ZArith.
From Verified Require Import Spec Copies Encoding Encoding_proof Counter Nearest Steps.
Import ListNotations.

Lemma no_two_in l later : forall before k rest, In k (before ++ later) ->
  In [- k; - l]%Z (no_two before (later ++ l :: rest)).
Proof.
  induction later as [|a later IH]; simpl; intros before k rest Hk.
  - rewrite app_nil_r in Hk. apply in_or_app. left. apply (in_map (fun k => [- k; - l]%Z)), Hk.
  - apply in_or_app. right. apply IH. rewrite <- app_assoc. exact Hk.
Qed.

(** What a model makes true. *)
Section Converse.
  Variables h w : nat.
  Local Notation size := (Spec.size h w).
  Local Notation lit := (lit h w).
  Local Notation side := (side h w).
  Variable model : positive -> bool.
  Definition holds (m i j : nat) : Prop := true_in model (lit m i j) = true.

  Lemma not_lit m i j : i < side m -> j < side m ->
    true_in model (- lit m i j) = negb (true_in model (lit m i j)).
  Proof.
    intros Hi Hj. pose proof (lit_range h w m i j Hi Hj). pose proof (offset_positive h w m).
    destruct (lit m i j); try lia. auto.
  Qed.

  Lemma one_true (n : nat) (f : nat -> Z) : all_satisfied model (exactly_one (map f (seq 0 n))) ->
    (forall i, i < n -> true_in model (- f i) = negb (true_in model (f i))) ->
    (exists i, i < n /\ true_in model (f i) = true) /\
    (forall i j, i < n -> j < n -> true_in model (f i) = true -> true_in model (f j) = true -> i = j).
  Proof.
    intros M N. split.
    - destruct (M (map f (seq 0 n))) as (l & Hl & T); [simpl; auto|].
      apply in_map_iff in Hl as (i & <- & Hi). exists i. rewrite seq_below in Hi. auto.
    - assert (less : forall i j, i < j -> j < n -> true_in model (f i) = true ->
        true_in model (f j) = true -> False).
      { intros i j L Hj Ti Tj.
        destruct (M [- f i; - f j]%Z) as (l & Hl & T).
        { right. replace (seq 0 n) with (seq 0 j ++ j :: seq (S j) (n - S j)).
          - rewrite map_app. apply no_two_in. simpl. apply in_map, in_seq. lia.
          - change (j :: seq (S j) (n - S j)) with (seq (0 + j) (S (n - S j))).
            rewrite <- seq_app. f_equal. lia. }
        destruct Hl as [<-|[<-|[]]]; rewrite N, ?Ti, ?Tj in T by lia; discriminate. }
      intros i j Hi Hj Ti Tj. destruct (Nat.lt_trichotomy i j) as [L|[L|L]]; auto;
        exfalso; eauto.
  Qed.

  (** The [i] that becomes [j] by matrix [m]. *)
  Definition source (m j : nat) : nat :=
    hd 0 (filter (fun i => true_in model (lit m i j)) (seq 0 (side m))).

  (** A matrix whose clauses hold. *)
  Record matrix_of_model (m : nat) : Prop := {
    image_unique : forall i j j', i < side m -> j < side m -> j' < side m ->
      holds m i j -> holds m i j' -> j = j';
    origin_unique : forall i i' j, i < side m -> i' < side m -> j < side m ->
      holds m i j -> holds m i' j -> i = i';
    source_range : forall j, j < side m -> source m j < side m;
    source_holds : forall j, j < side m -> holds m (source m j) j }.

  Lemma bijection_holds m : all_satisfied model (bijection h w m) -> matrix_of_model m.
  Proof.
    intros H. unfold bijection in H.
    assert (rows : forall i, i < side m ->
      all_satisfied model (exactly_one (map (lit m i) (seq 0 (side m))))).
    { intros i Hi c Hc. apply H, in_or_app. left. apply in_flat_map. exists i.
      rewrite seq_below. auto. }
    assert (columns : forall j, j < side m -> (exists i, i < side m /\ holds m i j) /\
      forall i i', i < side m -> i' < side m -> holds m i j -> holds m i' j -> i = i').
    { intros j Hj. destruct (Nat.eqb_spec (side m) 1) as [one|many].
      - destruct (one_true _ _ (rows j Hj)) as [(i & Hi & T) _]; [intros; apply not_lit; auto|].
        split; [|lia]. exists j. split; auto. unfold holds. replace j with i at 2 by lia. exact T.
      - apply (one_true (side m) (fun i => lit m i j)); [|intros; apply not_lit; auto].
        intros c Hc. apply H, in_or_app. right. apply in_flat_map. exists j. rewrite seq_below. auto. }
    assert (found : forall j, j < side m -> source m j < side m /\ holds m (source m j) j).
    { intros j Hj. destruct (columns j Hj) as [(i & Hi & T) _]. unfold source.
      assert (Hin : In i (filter (fun i => true_in model (lit m i j)) (seq 0 (side m))))
        by (apply filter_In; rewrite seq_below; auto).
      destruct (filter _ _) as [|i' l] eqn:F; [easy|]. simpl.
      assert (Hin' : In i' (i' :: l)) by (simpl; auto). rewrite <- F in Hin'.
      apply filter_In in Hin' as [Hi' T']. rewrite seq_below in Hi'. auto. }
    split; intros; try apply found; auto.
    - apply (one_true _ _ (rows i ltac:(auto))); auto. intros; apply not_lit; auto.
    - apply (columns j); auto.
  Qed.

  Lemma source_permutes m n : side m = n -> matrix_of_model m -> permutes n (source m).
  Proof.
    intros <- M. split; [apply M|]. intros x y Hx Hy E.
    apply (image_unique m M (source m x)); auto using source_range, source_holds.
    rewrite E. apply source_holds; auto.
  Qed.

  (** The lines that become line [j], by blocks and within blocks. *)
  Lemma follow_holds lines blocks within m k : size = m * k -> 
    side lines = size -> side blocks = m -> (forall b, b < m -> side (within + b) = k) ->
    matrix_of_model blocks -> (forall b, b < m -> matrix_of_model (within + b)) ->
    (forall i, i < size -> all_satisfied model (follow h w lines blocks within k i)) ->
    forall j, j < size ->
      holds lines (source blocks (j / k) * k + source (within + j / k) (j mod k)) j.
  Proof.
    intros sized Sl Sb Sw Mb Mw F j Hj. rewrite sized in Hj.
    pose proof (div_range _ _ _ Hj) as Hb. pose proof (mod_range _ _ _ Hj) as Hi.
    pose proof (Mw _ Hb) as M.
    assert (Rb : source blocks (j / k) < m) by (rewrite <- Sb; apply Mb; lia).
    assert (Rw : source (within + j / k) (j mod k) < k).
    { pose proof (source_range _ M (j mod k)) as X. rewrite Sw in X; auto. }
    set (b := source blocks (j / k)) in *. set (i := source (within + j / k) (j mod k)) in *.
    assert (R : b * k + i < size) by (rewrite sized; apply block_range; auto).
    specialize (F _ R). destruct (F (map (lit lines (b * k + i)) (seq 0 size))) as (l & Hl & T);
      [simpl; auto|].
    apply in_map_iff in Hl as (j' & <- & Hj'). rewrite seq_below in Hj'.
    assert (implied : forall m' i' j'', i' < side m' -> j'' < side m' ->
      In [- lit lines (b * k + i) j'; lit m' i' j'']%Z (follow h w lines blocks within k (b * k + i)) ->
      holds m' i' j'').
    { intros m' i' j'' ? ? Hin. destruct (F _ Hin) as (l & [<-|[<-|[]]] & T'); auto.
      rewrite not_lit, T in T' by (rewrite Sl; auto). discriminate. }
    pose proof Hj' as Hj''. rewrite sized in Hj''. pose proof (div_range _ _ _ Hj'') as Hb'.
    pose proof (mod_range _ _ _ Hj'') as Hi'.
    assert (E : j' / k = j / k).
    { apply (image_unique _ Mb b); try (rewrite Sb; auto).
      - apply implied; try (rewrite Sb; auto). right. apply in_flat_map. exists j'.
        rewrite seq_below. split; auto. rewrite block_div by auto. simpl; auto.
      - apply Mb. rewrite Sb; auto. }
    assert (E' : j' mod k = j mod k).
    { apply (image_unique _ M i); try (rewrite Sw; auto).
      - apply implied; try (rewrite Sw; auto). right. apply in_flat_map. exists j'.
        rewrite seq_below. split; auto. rewrite block_mod, E by auto. simpl; auto.
      - apply M. rewrite Sw; auto. }
    assert (j = j') as ->.
    { rewrite (div_mod _ _ _ Hj), (div_mod _ _ _ Hj''), E, E'. reflexivity. }
    exact T.
  Qed.

  Variable asked : question.
  Variables first second : rows.
  Hypothesis some : 0 < h /\ 0 < w.
  Hypothesis first_fits : fits h w first.
  Hypothesis second_fits : fits h w second.
  Hypothesis satisfied_formula : all_satisfied model (formula h w asked first second).

  Lemma part_holds p : In p (parts h w) -> all_satisfied model
    (clauses_of h w asked (all_tables h w) (given_up_table h w asked first) first
       (turned_rows h w first) second p).
  Proof. intros Hp c Hc. apply satisfied_formula, in_flat_map. eauto. Qed.

  Lemma bijection_of m : m < 2 + w + h \/ m = digits_matrix h w -> matrix_of_model m.
  Proof.
    intros Hm. apply bijection_holds. apply (part_holds (Bijection m)). unfold parts.
    destruct Hm as [Hm| ->].
    - apply in_or_app. left. apply in_map, seq_below, Hm.
    - apply in_or_app. right. apply in_or_app. left. simpl; auto.
  Qed.

  Definition row_source (r : nat) : nat := source 0 (r / h) * h + source (2 + r / h) (r mod h).
  Definition column_source (c : nat) : nat :=
    source 1 (c / w) * w + source (2 + w + c / w) (c mod w).

  Lemma row_holds r : r < size -> holds (rows_matrix h w) (row_source r) r.
  Proof.
    apply (follow_holds (rows_matrix h w) 0 2 w h); auto using side_rows, side_bands, side_row.
    - apply size_rows.
    - apply bijection_of. lia.
    - intros. apply bijection_of. lia.
    - intros i Hi. apply (part_holds (Row_follows i)). unfold parts.
      do 2 (apply in_or_app; right). apply in_or_app. left. apply in_map, seq_below, Hi.
  Qed.

  Lemma column_holds c : c < size -> holds (columns_matrix h w) (column_source c) c.
  Proof.
    apply (follow_holds (columns_matrix h w) 1 (2 + w) h w);
      auto using side_columns, side_stacks, side_column.
    - apply bijection_of. lia.
    - intros. apply bijection_of. lia.
    - intros i Hi. apply (part_holds (Column_follows i)). unfold parts.
      do 3 (apply in_or_app; right). apply in_or_app. left. apply in_map, seq_below, Hi.
  Qed.

  Lemma row_source_range r : r < size -> row_source r < size.
  Proof.
    intros Hr. unfold row_source. rewrite (size_rows h w) in Hr |- *.
    pose proof (div_range _ _ _ Hr). pose proof (mod_range _ _ _ Hr). apply (block_range h w).
    - pose proof (source_range 0 (bijection_of 0 ltac:(lia)) (r / h)) as X.
      rewrite side_bands in X. auto.
    - pose proof (source_range _ (bijection_of (2 + r / h) ltac:(lia)) (r mod h)) as X.
      rewrite side_row in X; auto.
  Qed.

  Lemma column_source_range c : c < size -> column_source c < size.
  Proof.
    intros Hc. unfold column_source.
    pose proof (div_range w h c Hc). pose proof (mod_range w h c Hc). apply (block_range w h).
    - pose proof (source_range 1 (bijection_of 1 ltac:(lia)) (c / w)) as X.
      rewrite side_stacks in X. auto.
    - pose proof (source_range _ (bijection_of (2 + w + c / w) ltac:(lia)) (c mod w)) as X.
      rewrite side_column in X; auto.
  Qed.

  (** A cell of a grid, turned or not, agrees with the second grid if no literal of [unless] is
      true. *)
  Lemma cells_agree grid1 unless : fits h w grid1 ->
    (forall r r2, r < size -> r2 < size ->
      all_satisfied model (row_agrees h w asked (all_tables h w) grid1 second (unless r) r r2)) ->
    forall r c, r < size -> c < size ->
      (forall l, In l (unless (row_source r) (column_source c)) -> true_in model l = false) ->
      agree asked (cell grid1 (row_source r) (column_source c))
        (rename (source (digits_matrix h w)) (cell second r c)).
  Proof.
    intros F1 agree r c Hr Hc U.
    pose proof (row_holds r Hr) as TR. pose proof (column_holds c Hc) as TC.
    assert (Rr : row_source r < size) by (apply row_source_range; auto).
    assert (Rc : column_source c < size) by (apply column_source_range; auto).
    assert (refute : forall rest, satisfied model
      (- look (table h w (rows_matrix h w)) (row_source r) r ::
       - look (table h w (columns_matrix h w)) (column_source c) c :: rest)%Z ->
      exists l, In l rest /\ true_in model l = true).
    { intros rest (l & Hl & T).
      rewrite !look_table in Hl by (rewrite ?side_rows, ?side_columns; auto).
      destruct Hl as [<-|[<-|Hl]]; [| |eauto];
        rewrite not_lit in T by (rewrite ?side_rows, ?side_columns; auto).
      - unfold holds in TR. rewrite TR in T. discriminate.
      - unfold holds in TC. rewrite TC in T. discriminate. }
    set (not_row := (- look (table h w (rows_matrix h w)) (row_source r) r)%Z) in *.
    set (not_column := (- look (table h w (columns_matrix h w)) (column_source c) c)%Z) in *.
    assert (cells : forall cs : list clause, cs =
        match nth (column_source c) (nth (row_source r) grid1 []) 0, nth c (nth r second []) 0 with
        | 0, 0 => []
        | S d, S d2 => if negb (frees_blanks asked) && (size =? 1) then [] else
            [not_row :: not_column :: look (table h w (digits_matrix h w)) d d2 :: unless (row_source r) (column_source c)]
        | 0, S _ => if frees_blanks asked then [] else [not_row :: not_column :: unless (row_source r) (column_source c)]
        | _, _ => [not_row :: not_column :: unless (row_source r) (column_source c)]
        end -> all_satisfied model cs).
    { intros cs -> cl Hcl. apply (agree (row_source r) r Rr Hr). unfold row_agrees.
      apply in_flat_map. exists (column_source c). rewrite seq_below. split; auto.
      apply in_flat_map. exists c. rewrite seq_below. split; auto. }
    specialize (cells _ eq_refl).
    pose proof (F1 _ _ Rr Rc) as V1. pose proof (second_fits r c Hr Hc) as V2.
    unfold cell in *. destruct (nth (column_source c) (nth (row_source r) grid1 []) 0) as [|d];
      destruct (nth c (nth r second []) 0) as [|d2]; simpl in *; try (destruct asked; easy).
    - destruct asked; [|easy|easy]. destruct (refute _ (cells _ (or_introl eq_refl))) as (l & Hl & T).
      rewrite U in T by auto. discriminate.
    - destruct (refute _ (cells _ (or_introl eq_refl))) as (l & Hl & T).
      rewrite U in T by auto. discriminate.
    - enough (E : d = source (digits_matrix h w) d2) by (rewrite E; destruct asked; easy).
      pose proof (bijection_of (digits_matrix h w) (or_intror eq_refl)) as M.
      destruct (negb (frees_blanks asked) && (size =? 1)) eqn:one.
      + apply andb_true_iff in one as [_ one]. apply Nat.eqb_eq in one.
        pose proof (source_range _ M d2) as X. rewrite side_digits in X. lia.
      + destruct (refute _ (cells _ (or_introl eq_refl))) as (l & [<-|Hl] & T);
          [|rewrite U in T by auto; discriminate].
        rewrite look_table in T by (rewrite side_digits; lia).
        pose proof (source_holds _ M d2) as T2. rewrite side_digits in T2.
        specialize (T2 ltac:(lia)).
        apply (origin_unique _ M d (source (digits_matrix h w) d2) d2);
          rewrite ?side_digits; auto; try lia.
        pose proof (source_range _ M d2) as X. rewrite side_digits in X. apply X. lia.
  Qed.

  Lemma lines_permute m k p q : permutes m p -> (forall b, b < m -> permutes k (q b)) ->
    permutes (m * k) (fun x => p (x / k) * k + q (x / k) (x mod k)).
  Proof.
    intros P Q. assert (range : forall x, x < m * k -> p (x / k) < m /\ q (x / k) (x mod k) < k).
    { intros x Hx. pose proof (div_range _ _ _ Hx) as Hd. split; [apply P; auto|].
      apply (Q (x / k)); eauto using mod_range. }
    split.
    - intros x Hx. apply block_range; apply range; auto.
    - intros x y Hx Hy E. destruct (range x Hx) as [_ Rx]. destruct (range y Hy) as [_ Ry].
      assert (D : x / k = y / k).
      { apply P; eauto using div_range.
        rewrite <- (block_div k (p (x / k)) _ Rx), E, block_div; auto. }
      rewrite (div_mod _ _ _ Hx), (div_mod _ _ _ Hy), D. f_equal.
      apply (Q (y / k)); eauto using div_range, mod_range.
      rewrite <- (block_mod k (p (y / k)) (q (y / k) (y mod k))), <- E, D, block_mod; auto.
      rewrite <- D. auto.
  Qed.

  Lemma row_source_permutes : permutes size row_source.
  Proof.
    rewrite (size_rows h w). apply (lines_permute w h (source 0) (fun b => source (2 + b))).
    - apply source_permutes; auto using side_bands. apply bijection_of. lia.
    - intros b Hb. apply source_permutes; auto using side_row. apply bijection_of. lia.
  Qed.

  Lemma column_source_permutes : permutes size column_source.
  Proof.
    apply (lines_permute h w (source 1) (fun s => source (2 + w + s))).
    - apply source_permutes; auto using side_stacks. apply bijection_of. lia.
    - intros s Hs. apply source_permutes; auto using side_column. apply bijection_of. lia.
  Qed.

  (** Is this cell of the first grid given up? *)
  Definition is_given_up (r c : nat) : bool :=
    existsb (true_in model) (given_up asked (given_up_table h w asked first) r c).

  (** The grid that the model makes of the first one, by a turn if [q]. *)
  Definition found (q : bool) (B : grid) : Prop := is_copy h w (cell first) B /\
    forall r c, r < size -> c < size ->
      let (r0, c0) := source_cell size q (row_source r) (column_source c) in
      (B r c = 0 -> cell first r0 c0 = 0) /\
      (is_given_up r0 c0 = false -> agree asked (B r c) (cell second r c)).

  Lemma found_grid : exists q B, found q B.
  Proof.
    assert (by_rows : forall A, is_copy h w A (fun r c => A (row_source r) c)).
    { intros A. apply (copy_by_rows h w (source 0) (fun b => source (2 + b))).
      - apply source_permutes; auto using side_bands. apply bijection_of. lia.
      - intros b Hb. apply source_permutes; auto using side_row. apply bijection_of. lia. }
    assert (by_columns : forall A, is_copy h w A (fun r c => A r (column_source c))).
    { intros A. apply (copy_by_columns h w (source 1) (fun s => source (2 + w + s))).
      - apply source_permutes; auto using side_stacks. apply bijection_of. lia.
      - intros s Hs. apply source_permutes; auto using side_column. apply bijection_of. lia. }
    assert (P : permutes size (source (digits_matrix h w))).
    { apply source_permutes; auto using side_digits. apply bijection_of. auto. }
    set (digit := rename (inverse size (source (digits_matrix h w)))).
    assert (rest : forall A, (forall r c, r < size -> c < size -> A r c <= size) ->
      is_copy h w A (fun r c => digit (A (row_source r) (column_source c)))).
    { intros A F. eapply copy_trans; [apply by_rows|]. eapply copy_trans; [apply by_columns|].
      apply (copy_by_digits h w (source (digits_matrix h w)) P); intros r c Hr Hc;
        specialize (F (row_source r) (column_source c) (row_source_range r Hr) (column_source_range c Hc));
        unfold digit; destruct (A (row_source r) (column_source c)) as [|d]; simpl; try lia;
        destruct (inverse_right size _ d P ltac:(lia)); [lia|congruence]. }
    assert (agrees : forall a b, b <= size ->
      agree asked a (rename (source (digits_matrix h w)) b) -> agree asked (digit a) b).
    { intros a b Hb H. assert (back : digit (rename (source (digits_matrix h w)) b) = b).
      { destruct b as [|d]; auto. simpl. rewrite inverse_left; auto; lia. }
      destruct asked; simpl in *; [rewrite H; auto| |]; intros filled;
        rewrite H; auto; intros ->; auto. }
    assert (agree_in : forall t r r2, r < size -> r2 < size ->
      In (Row_agrees t r r2) (all_cells h w t)).
    { intros t r r2 Hr Hr2. unfold all_cells. apply in_flat_map. exists r. rewrite seq_below.
      split; auto. apply in_map, seq_below; auto. }
    assert (not_given_up : forall r c l, is_given_up r c = false ->
      In l (given_up asked (given_up_table h w asked first) r c) -> true_in model l = false).
    { intros r c l H Hl. apply not_true_is_false. intros T.
      rewrite <- not_true_iff_false in H. apply H, existsb_exists. eauto. }
    assert (upright : true_in model 1 = false \/ turns h w = false -> exists q B, found q B).
    { intros T. exists false. eexists. split; [apply (rest (cell first)); auto|].
      intros r c Hr Hc. simpl. split.
      { unfold digit. destruct (cell first _ _); simpl; auto. discriminate. }
      intros G. apply agrees; auto.
      apply (cells_agree first (fun r c => given_up asked (given_up_table h w asked first) r c ++
                                           if turns h w then [1%Z] else [])); auto.
      - intros r' r2 Hr' Hr2. apply (part_holds (Row_agrees false r' r2)). unfold parts.
        do 5 (apply in_or_app; right). apply in_or_app. left. auto.
      - intros l Hl. apply in_app_or in Hl as [Hl|Hl]; [exact (not_given_up _ _ l G Hl)|].
        destruct (turns h w); simpl in Hl; [|easy].
        destruct Hl as [<-|[]]. destruct T; auto; discriminate. }
    destruct (turns h w) eqn:turning; [|auto].
    destruct (true_in model 1) eqn:T; [|auto].
    assert (F1 : fits h w (turned_rows h w first)).
    { intros x y ? ?. unfold turned_rows. rewrite cell_matrix by auto. unfold turned.
      apply first_fits; lia. }
    exists true. eexists. split.
    { eapply step_then_copy; [apply turn|apply rest].
      - unfold turns in turning. apply andb_true_iff in turning as [E _]. apply Nat.eqb_eq, E.
      - intros r c Hr Hc. apply first_fits; lia. }
    intros r c Hr Hc. simpl. split.
    { unfold digit. destruct (cell first _ _); simpl; auto. discriminate. }
    intros G. apply agrees; auto.
    assert (X : agree asked (cell (turned_rows h w first) (row_source r) (column_source c))
                      (rename (source (digits_matrix h w)) (cell second r c))).
    { apply (cells_agree (turned_rows h w first)
        (fun r c => given_up asked (given_up_table h w asked first) (size - 1 - c) r ++ [(-1)%Z])); auto.
      - intros x r2 Hx Hr2. apply (part_holds (Row_agrees true x r2)). unfold parts.
        do 6 (apply in_or_app; right). rewrite turning. apply in_or_app. auto.
      - intros l Hl. apply in_app_or in Hl as [Hl|[<-|[]]]; [exact (not_given_up _ _ l G Hl)|].
        simpl in *. rewrite T. auto. }
    unfold turned_rows in X. rewrite cell_matrix in X
      by auto using row_source_range, column_source_range. exact X.
  Qed.

  Lemma few_are_given_up : all_satisfied model (few_given_up h w asked first).
  Proof.
    apply (part_holds Few_given_up). unfold parts. do 7 (apply in_or_app; right). simpl; auto.
  Qed.

  Lemma not_turned : turns h w = false -> true_in model (-1) = true.
  Proof.
    intros T. destruct (part_holds Not_turned) with (c := [(-1)%Z]) as (l & [<-|[]] & H);
      [|simpl; auto|exact H].
    unfold parts. rewrite T. do 4 (apply in_or_app; right). simpl; auto.
  Qed.

  (** If a grid is found of which enough digits are not given up, they agree. *)
  Lemma found_agrees k q B : asked = At_least k -> found q B ->
    can_agree h w k (cell first) (cell second).
  Proof.
    intros A ((C & S & E) & F). pose proof few_are_given_up as few. rewrite A in few.
    apply few_hold in few as [Hk few]; [|apply not_turned].
    set (digits := digit_cells h w first) in *.
    set (kept := fun x : nat * nat => negb (is_given_up (fst x) (snd x))).
    set (origin := fun x : nat * nat =>
      source_cell size q (row_source (fst x)) (column_source (snd x))).
    set (cells := filter (fun x => kept (origin x) &&
        negb (cell first (fst (origin x)) (snd (origin x)) =? 0))
      (list_prod (seq 0 size) (seq 0 size))).
    assert (distinct : NoDup digits) by apply NoDup_filter, NoDup_pairs.
    assert (enough : k <= length (filter kept digits)).
    { rewrite (number_of_items model (fun x => is_given_up (fst x) (snd x)) digits) in few.
      - pose proof (filter_and_rest (fun x => is_given_up (fst x) (snd x)) digits) as L.
        unfold kept. lia.
      - intros i [r c] Hi. cbn [fst snd]. unfold is_given_up. rewrite A. cbn [given_up existsb].
        assert (Hin : In (r, c) digits) by (eapply nth_error_In; eauto).
        apply in_digit_cells in Hin as (Hr & Hc & _).
        rewrite given_up_variable, orb_false_r by auto. fold digits.
        rewrite (position_of _ _ _ _ distinct Hi). reflexivity. }
    assert (enough_cells : k <= length cells).
    { eapply Nat.le_trans; [exact enough|]. rewrite <- (map_length origin cells).
      apply NoDup_incl_length; [apply NoDup_filter, distinct|].
      intros [r0 c0] Hin. apply filter_In in Hin as [Hin Hkept].
      apply in_digit_cells in Hin as (Hr0 & Hc0 & filled).
      assert (reached : exists r c, r < size /\ c < size /\
        source_cell size q (row_source r) (column_source c) = (r0, c0)).
      { destruct q.
        - destruct (permutes_onto _ _ row_source_permutes c0 Hc0) as (r & Hr & Er).
          destruct (permutes_onto _ _ column_source_permutes (size - 1 - r0) ltac:(lia)) as (c & Hc & Ec).
          exists r, c. split; [exact Hr|]. split; [exact Hc|]. unfold source_cell. rewrite Er, Ec. f_equal. lia.
        - destruct (permutes_onto _ _ row_source_permutes r0 Hr0) as (r & Hr & Er).
          destruct (permutes_onto _ _ column_source_permutes c0 Hc0) as (c & Hc & Ec).
          exists r, c. split; [exact Hr|]. split; [exact Hc|]. unfold source_cell. rewrite Er, Ec. reflexivity. }
      destruct reached as (r & c & Hr & Hc & O). apply in_map_iff. exists (r, c).
      assert (O' : origin (r, c) = (r0, c0)) by exact O. split; [exact O'|].
      apply filter_In. rewrite in_prod_iff, !seq_below, O', Hkept. split; [auto|].
      cbn [fst snd]. apply Nat.eqb_neq in filled. rewrite filled. reflexivity. }
    exists C, (firstn k cells). split; [exact S|]. split.
    { apply NoDup_first, NoDup_filter, NoDup_pairs. }
    split; [rewrite firstn_length; lia|]. intros r c Hin.
    assert (Hin' : In (r, c) cells).
    { rewrite <- (firstn_skipn k cells). apply in_or_app. auto. }
    apply filter_In in Hin' as [range good]. rewrite in_prod_iff, !seq_below in range.
    destruct range as [Hr Hc]. split; [exact Hr|]. split; [exact Hc|].
    rewrite E by auto. specialize (F r c Hr Hc). unfold origin, kept in good. cbn [fst snd] in good.
    destruct (source_cell size q (row_source r) (column_source c)) as [r0 c0]. cbn [fst snd] in good.
    apply andb_true_iff in good as [K filled]. apply negb_true_iff in K, filled.
    apply Nat.eqb_neq in filled. destruct F as [F G]. specialize (G K). rewrite A in G. simpl in G.
    split; auto.
  Qed.

  Lemma model_is_answer : holds_for asked h w (cell first) (cell second).
  Proof.
    destruct found_grid as (q & B & found). pose proof found as ((C & S & E) & F).
    assert (direct : given_up asked (given_up_table h w asked first) = (fun _ _ => []) ->
      forall r c, r < size -> c < size -> agree asked (C r c) (cell second r c)).
    { intros none r c Hr Hc. specialize (F r c Hr Hc). unfold is_given_up in F. rewrite none in F.
      rewrite E by auto. destruct (source_cell _ _ _ _). apply F. reflexivity. }
    assert (kinds : asked = Copy \/ asked = Part \/ exists k, asked = At_least k)
      by (destruct asked; eauto).
    destruct kinds as [A|[A|[k A]]]; [| |rewrite A; exact (found_agrees k q B A found)];
      rewrite A in direct |- *; exists C; (split; [exact S|]); exact (direct eq_refl).
  Qed.
End Converse.

(** The formula has a model if and only if what is asked is so. *)
Theorem satisfiable_iff h w asked first second : 0 < h -> 0 < w ->
  fits h w first -> fits h w second ->
  ((exists model, all_satisfied model (formula h w asked first second)) <->
   holds_for asked h w (cell first) (cell second)).
Proof.
  intros Hh Hw F1 F2. split.
  - intros (model & S). apply (model_is_answer h w model); auto.
  - apply copies_satisfy; auto.
Qed.

Theorem satisfiable_iff_copy h w first second : 0 < h -> 0 < w ->
  fits h w first -> fits h w second ->
  ((exists model, all_satisfied model (formula h w Copy first second)) <->
   is_copy h w (cell first) (cell second)).
Proof. exact (satisfiable_iff h w Copy first second). Qed.

Theorem satisfiable_iff_part h w first second : 0 < h -> 0 < w ->
  fits h w first -> fits h w second ->
  ((exists model, all_satisfied model (formula h w Part first second)) <->
   is_part h w (cell first) (cell second)).
Proof. exact (satisfiable_iff h w Part first second). Qed.

Theorem satisfiable_iff_can_agree h w k first second : 0 < h -> 0 < w ->
  fits h w first -> fits h w second ->
  ((exists model, all_satisfied model (formula h w (At_least k) first second)) <->
   can_agree h w k (cell first) (cell second)).
Proof. exact (satisfiable_iff h w (At_least k) first second). Qed.
