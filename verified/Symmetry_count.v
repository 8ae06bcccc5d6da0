(** The number of symmetries: the known ones make it, and the formula of all others has no model. *)
From Coq Require Import Arith Lia Bool List ZArith NArith.
From Verified Require Import Spec Copies Encoding Encoding_proof Counter Nearest Symmetries Group Checker Program.
Import ListNotations.

Section Known.
  Variables h w : nat.
  Local Notation size := (Spec.size h w).
  Variable g : rows.
  Variable listed : list symmetry.
  Local Notation B := (cell g).

  (** * Known symmetries *)

  (** Without a turn: none of the cells changes; those that are listed; and those that exchange two
      digits that do not occur. *)
  Definition tidy (s : symmetry) : transformation :=
    of_maps h w (has_turn s) (row_image s) (column_image s) (digit_image s).
  Definition occurs (d : nat) : bool :=
    existsb (fun r => existsb (fun c => B r c =? d) (seq 0 size)) (seq 0 size).
  Definition unused : list nat := filter (fun d => negb (occurs d)) (seq 1 size).
  Definition renaming (d e : nat) : transformation :=
    of_maps h w false (fun x => x) (fun x => x) (exchange d e).
  Definition known : list transformation :=
    identity h w :: map tidy (upright listed) ++
    let digits := unused in flat_map (fun d => map (renaming d) digits) digits.

  (** Those that leave the first [p] points in place, and where they move the next one. *)
  Definition fitting (some : list transformation) (p : nat) : list transformation :=
    filter (fun t => forallb (fun x => point h w t x =? x) (seq 0 p)) some.
  Definition places (some : list transformation) (p : nat) : list nat :=
    map (fun t => point h w t p) (fitting some p).
  Definition reps (some : list transformation) (p : nat) : list transformation :=
    let here := fitting some p in
    flat_map (fun y => match List.find (fun t => point h w t p =? y) here with
                       | Some t => [t] | None => [] end) (seq 0 (3 * size)).
  Definition known_turn : bool := existsb has_turn listed.
  Definition number : N :=
    let some := known in let upright := number_of_last h w (reps some) (3 * size) in
    if known_turn then 2 * upright else upright.

  (** * The clauses that a symmetry is another one *)

  (** Line [p] of all rows and columns moves to the row, or column, with number [j]. *)
  Definition base (p : nat) : nat := if p <? size then 0 else size.
  Definition line_lit (p j : nat) : Z :=
    if p <? size then lit h w (rows_matrix h w) p j else lit h w (columns_matrix h w) (p - size) j.
  Definition beyond (some : list transformation) (p : nat) : list Z :=
    let here := places some p in
    map (line_lit p) (filter (fun j => negb (existsb (Nat.eqb (base p + j)) here)) (seq 0 size)).
  Definition leaving (some : list transformation) : list (nat * list Z) :=
    filter (fun x => match snd x with [] => false | _ => true end)
      (map (fun p => (p, beyond some p)) (seq 0 (2 * size))).
  (** A variable for each line that may leave its known places: it is the first that moves. *)
  Definition leaves (x : nat * list Z * Z) : list clause :=
    let '(p, lits, v) := x in
    [- v; -1]%Z :: map (fun b => [- v; line_lit b (b - base b)]%Z) (seq 0 p) ++ [(- v)%Z :: lits].
  Definition other_clauses : list clause :=
    let lines := leaving known in let variables := variables_from (first_free h w) (length lines) in
    ((if known_turn then [] else [1%Z]) ++ variables) :: flat_map leaves (combine lines variables).

  (** * What follows if they have no model *)

  Hypothesis some_rows : 0 < h.
  Hypothesis some_columns : 0 < w.
  Hypothesis large : 1 < size.
  Hypothesis g_fits : fits h w g.
  Hypothesis listed_right : forallb (is_symmetry h w B) listed = true.
  Local Notation symmetric := (is_symmetry_of h w B).
  Local Notation upright_fixing := (upright_fixing h w B).
  Local Notation point := (point h w).

  Lemma tidy_symmetric s : In s listed -> symmetric (tidy s).
  Proof.
    intros Hs. rewrite forallb_forall in listed_right. apply leads_symmetric; auto.
    apply symmetry_leads. auto.
  Qed.

  Lemma not_unused r c d : r < size -> c < size -> In d unused -> B r c <> d.
  Proof.
    intros Hr Hc Hd <-. apply filter_In in Hd as [_ Hd]. apply negb_true_iff in Hd.
    rewrite <- not_true_iff_false in Hd. apply Hd. apply existsb_exists. exists r.
    rewrite seq_below. split; auto. apply existsb_exists. exists c. rewrite seq_below.
    split; auto. apply Nat.eqb_refl.
  Qed.

  Lemma renaming_symmetric d e : In d unused -> In e unused -> symmetric (renaming d e).
  Proof.
    intros Hd He. apply leads_symmetric; auto.
    assert (range : forall x, In x unused -> 0 < x <= size).
    { intros x Hx. apply filter_In in Hx as [Hx _]. apply in_seq in Hx. lia. }
    split; [discriminate|]. split; [apply keeps_identity|]. split; [apply keeps_identity|].
    split; [apply renames_exchange; auto|]. intros r c Hr Hc.
    pose proof (not_unused r c d Hr Hc Hd). pose proof (not_unused r c e Hr Hc He).
    unfold exchange. destruct (Nat.eqb_spec (B r c) d); [easy|].
    destruct (Nat.eqb_spec (B r c) e); [easy|]. reflexivity.
  Qed.

  Lemma known_right t : In t known -> symmetric t /\ has_turn t = false.
  Proof.
    intros [<-|Ht]; [split; [apply symmetric_identity; auto|reflexivity]|].
    apply in_app_or in Ht as [Ht|Ht].
    - apply in_map_iff in Ht as (s & <- & Hs). apply filter_In in Hs as [Hs T].
      apply negb_true_iff in T. split; [apply tidy_symmetric; auto|exact T].
    - apply in_flat_map in Ht as (d & Hd & Ht). apply in_map_iff in Ht as (e & <- & He).
      split; [apply renaming_symmetric; auto|reflexivity].
  Qed.

  Lemma in_fitting t p : In t (fitting known p) <-> In t known /\ fixes h w p t.
  Proof.
    unfold fitting. rewrite filter_In, forallb_forall. split; intros [K F]; split; auto.
    - intros x Hx. apply Nat.eqb_eq, F, seq_below, Hx.
    - intros x Hx. apply Nat.eqb_eq, F, seq_below, Hx.
  Qed.

  Lemma reps_fix p r : In r (reps known p) -> upright_fixing p r.
  Proof.
    intros Hr. apply in_flat_map in Hr as (y & _ & Hr).
    destruct (List.find _ _) as [t|] eqn:F; [|easy]. destruct Hr as [<-|[]].
    apply find_some in F as [F _]. apply in_fitting in F as [K F].
    destruct (known_right t K). split; auto.
  Qed.

  Lemma reps_apart p : NoDup (map (fun r => point r p) (reps known p)).
  Proof.
    unfold reps. pose proof (seq_NoDup (3 * size) 0) as distinct. revert distinct.
    generalize (seq 0 (3 * size)). intros l distinct.
    induction distinct as [|y l not_in distinct IH]; [constructor|]. cbn [flat_map].
    destruct (List.find _ _) as [t|] eqn:F; [|exact IH]. cbn [app map]. constructor; auto.
    apply find_some in F as [_ F]. apply Nat.eqb_eq in F. rewrite F. intros H.
    apply in_map_iff in H as (s & E & Hs). apply in_flat_map in Hs as (z & Hz & Hs).
    destruct (List.find (fun t => point t p =? z) _) as [s'|] eqn:G; [|easy]. destruct Hs as [->|[]].
    apply find_some in G as [_ G]. apply Nat.eqb_eq in G. congruence.
  Qed.

  Lemma place_has_rep p t : p < 3 * size -> symmetric t -> In (point t p) (places known p) ->
    exists r, In r (reps known p) /\ point r p = point t p.
  Proof.
    intros Hp St H. unfold reps. apply in_map_iff in H as (s & E & Hs).
    destruct (List.find (fun s => point s p =? point t p) (fitting known p)) as [r|] eqn:F.
    - exists r. pose proof (find_some _ _ F) as [_ G]. apply Nat.eqb_eq in G. split; [|exact G].
      apply in_flat_map. exists (point t p). split.
      + apply seq_below, point_range; auto. eapply symmetric_good; eauto.
      + rewrite F. simpl; auto.
    - pose proof (find_none _ _ F s Hs) as G. apply Nat.eqb_neq in G. easy.
  Qed.

  (** Digits: those that do not occur can be exchanged, the others are in place. *)
  Lemma digit_place d t : d < size -> upright_fixing (2 * size + d) t ->
    In (point t (2 * size + d)) (places known (2 * size + d)).
  Proof.
    intros Hd (St & Tt & F). pose proof (symmetric_good _ _ B t St) as G.
    pose proof (symmetric_leads _ _ B t St) as (_ & _ & _ & HD & E). rewrite Tt in E.
    pose proof (digits_below h w t d G Hd) as De. set (e := digit_image t (S d)) in *.
    assert (same_digit : forall x, 0 < x <= size -> occurs x = true -> digit_image t x = x).
    { intros x Hx Ox. apply existsb_exists in Ox as (r & Hr & Ox).
      apply existsb_exists in Ox as (c & Hc & Ox). apply seq_below in Hr, Hc. apply Nat.eqb_eq in Ox.
      specialize (E r c Hr Hc). rewrite Ox in E. rewrite <- E.
      pose proof (F r ltac:(lia)) as Fr. rewrite point_row in Fr by auto.
      pose proof (F (size + c) ltac:(lia)) as Fc. rewrite point_column in Fc by auto.
      rewrite Fr. replace (column_image t c) with c by lia. exact Ox. }
    destruct (occurs (S d)) eqn:O.
    { apply in_map_iff. exists (identity h w). split.
      - rewrite point_identity by lia. rewrite point_digit by auto.
        rewrite (same_digit (S d)) by (auto; lia). lia.
      - apply in_fitting. split; [left; reflexivity|]. intros x Hx. apply point_identity. lia. }
    assert (Oe : occurs e = false).
    { apply not_true_is_false. intros Oe. pose proof (same_digit e De Oe) as X. unfold e in X at 2.
      apply (digit_injective _ _ HD) in X; try lia. congruence. }
    assert (above : S d <= e).
    { apply Nat.nlt_ge. intros L. pose proof (F (2 * size + (e - 1)) ltac:(lia)) as X.
      rewrite point_digit in X by lia. replace (S (e - 1)) with e in X by lia.
      pose proof (digit_range _ _ HD e De).
      assert (X' : digit_image t e = digit_image t (S d)) by (fold e; lia).
      apply (digit_injective _ _ HD) in X'; lia. }
    assert (is_unused : forall x, 0 < x <= size -> occurs x = false -> In x unused).
    { intros x Hx Ox. apply filter_In. rewrite in_seq, Ox. split; [lia|reflexivity]. }
    assert (Gr : renames size (exchange (S d) e)) by (apply renames_exchange; lia).
    apply in_map_iff. exists (renaming (S d) e). split.
    - rewrite !point_digit by auto. unfold renaming. rewrite digit_of_maps by lia. fold e.
      unfold exchange. rewrite Nat.eqb_refl. reflexivity.
    - apply in_fitting. split.
      + right. apply in_or_app. right. apply in_flat_map. exists (S d). split; [apply is_unused; auto; lia|].
        apply in_map, is_unused; auto.
      + intros x Hx. destruct (kind_of h w x ltac:(lia)) as [x Hy|y Hy|a Ha].
        * rewrite point_row by auto. unfold renaming. apply row_of_maps; auto.
        * rewrite point_column by auto. unfold renaming. rewrite column_of_maps by auto. reflexivity.
        * rewrite point_digit by auto. unfold renaming. rewrite digit_of_maps by lia.
          unfold exchange. destruct (Nat.eqb_spec (S a) (S d)); [lia|].
          destruct (Nat.eqb_spec (S a) e); lia.
  Qed.

  Lemma in_combine_variables {A} (lines : list A) x v free :
    In (x, v) (combine lines (variables_from free (length lines))) ->
    exists i, nth_error lines i = Some x /\ v = (free + Z.of_nat i)%Z.
  Proof.
    revert free. induction lines as [|y lines IH]; intros free; [easy|].
    unfold variables_from. cbn [length seq map combine]. intros [[= <- <-]|H].
    - exists 0. split; [reflexivity|lia].
    - rewrite <- seq_shift, map_map in H.
      rewrite (map_ext _ (fun i => (free + 1) + Z.of_nat i)%Z) in H by (intros; lia).
      destruct (IH (free + 1)%Z H) as (i & N & ->). exists (S i). split; [exact N|lia].
  Qed.

  (** A model for the symmetry [t], in which the variables from [first_free] on have these values. *)
  Definition model_of (t : transformation) (value : Z -> bool) (p : positive) : bool :=
    if (Zpos p <? first_free h w)%Z
    then way_model h w (has_turn t) (row_image t) (column_image t) (digit_image t) p
    else value (Zpos p).

  Lemma model_of_describes t value : describes h w (has_turn t) (row_image t) (column_image t)
    (digit_image t) (model_of t value).
  Proof.
    apply describes_same with (way_model h w (has_turn t) (row_image t) (column_image t) (digit_image t)).
    - apply way_model_describes.
    - intros p Hp. unfold model_of. apply Z.ltb_lt in Hp. rewrite Hp. reflexivity.
  Qed.

  Lemma model_of_new t value i : true_in (model_of t value) (first_free h w + Z.of_nat i) =
    value (first_free h w + Z.of_nat i)%Z.
  Proof.
    pose proof (first_free_positive h w).
    destruct (first_free h w + Z.of_nat i)%Z as [|p|p] eqn:E; try lia. simpl. unfold model_of.
    destruct (Z.ltb_spec (Zpos p) (first_free h w)); [lia|reflexivity].
  Qed.

  Lemma model_of_satisfies t value : symmetric t ->
    all_satisfied (model_of t value) (formula h w Copy g g).
  Proof.
    intros S. pose proof (symmetric_leads _ _ B t S) as (Q & R & C & D & E).
    apply (way_satisfies h w Copy g g (has_turn t) (row_image t) (column_image t) (digit_image t));
      auto using model_of_describes; [|easy|].
    - intros T. specialize (Q T). unfold turns. rewrite (proj2 (Nat.eqb_eq h w) Q). apply Nat.ltb_lt.
      unfold Spec.size in large. nia.
    - intros r c Hr Hc. specialize (E r c Hr Hc). unfold source_cell.
      destruct (has_turn t); right; simpl; symmetry; exact E.
  Qed.

  Lemma line_lit_true t value p j : p < 2 * size -> j < size ->
    true_in (model_of t value) (line_lit p j) = (point t p =? base p + j).
  Proof.
    intros Hp Hj. pose proof (true_lit _ _ _ _ _ _ _ (model_of_describes t value)) as lits.
    unfold line_lit, base, Group.point. destruct (Nat.ltb_spec p size).
    - rewrite lits; [|unfold rows_matrix, matrices; lia|rewrite side_rows; auto|rewrite side_rows; auto].
      rewrite (image_rows h w false) by (auto || discriminate). reflexivity.
    - destruct (Nat.ltb_spec p (2 * size)); [|lia].
      rewrite lits; [|unfold columns_matrix, matrices; lia|rewrite side_columns; lia|rewrite side_columns; auto].
      rewrite (image_columns h w false) by (auto || discriminate). apply eq_true_iff_eq. rewrite !Nat.eqb_eq. lia.
  Qed.

  Definition has_no_model : Prop := forall model,
    all_satisfied model (formula h w Copy g g) -> ~ all_satisfied model other_clauses.

  Lemma line_place p t : has_no_model -> p < 2 * size -> upright_fixing p t ->
    In (point t p) (places known p).
  Proof.
    intros none Hp (St & Tt & F). pose proof (symmetric_good _ _ B t St) as G.
    destruct (in_dec Nat.eq_dec (point t p) (places known p)) as [|out]; [auto|]. exfalso.
    assert (image : exists j, j < size /\ point t p = base p + j).
    { unfold base. destruct (Nat.ltb_spec p size).
      - exists (row_image t p). split; [apply rows_below; auto|]. rewrite point_row by auto. lia.
      - exists (column_image t (p - size)). split; [apply columns_below; auto; lia|].
        replace p with (size + (p - size)) at 1 by lia. apply point_column. lia. }
    destruct image as (j & Hj & Ej).
    assert (Hin : In (line_lit p j) (beyond known p)).
    { apply in_map, filter_In. rewrite seq_below. split; auto. apply negb_true_iff.
      apply not_true_is_false. intros X. apply existsb_exists in X as (y & Hy & X).
      apply Nat.eqb_eq in X. subst y. rewrite <- Ej in Hy. auto. }
    assert (leaver : In (p, beyond known p) (leaving known)).
    { apply filter_In. split; [apply (in_map (fun p => (p, beyond known p))), seq_below, Hp|].
      cbn [snd]. destruct (beyond known p); easy. }
    apply In_nth_error in leaver as (i & Hi).
    set (value := fun v => (v =? first_free h w + Z.of_nat i)%Z).
    assert (short : i < length (leaving known)) by (apply nth_error_Some; congruence).
    pose proof (first_free_positive h w) as positive.
    apply (none (model_of t value) (model_of_satisfies t value St)).
    intros c [<-|Hc].
    - exists (first_free h w + Z.of_nat i)%Z. split.
      + apply in_or_app. right. apply (in_map (fun i => first_free h w + Z.of_nat i)%Z), seq_below, short.
      + rewrite model_of_new. apply Z.eqb_refl.
    - apply in_flat_map in Hc as ([[p' lits] v] & Hx & Hc).
      apply in_combine_variables in Hx as (i' & Hi' & ->).
      assert (T : true_in (model_of t value) (- (first_free h w + Z.of_nat i')) = negb (i' =? i)).
      { rewrite true_opp, model_of_new by lia. unfold value. f_equal.
        destruct (Nat.eqb_spec i' i) as [->|]; [apply Z.eqb_refl|]. apply Z.eqb_neq. lia. }
      assert (shut : i' <> i -> forall rest,
        satisfied (model_of t value) ((- (first_free h w + Z.of_nat i'))%Z :: rest)).
      { intros ne rest. exists (- (first_free h w + Z.of_nat i'))%Z. split; [simpl; auto|].
        rewrite T. apply Nat.eqb_neq in ne. rewrite ne. reflexivity. }
      destruct Hc as [<-|Hc].
      { exists (-1)%Z. split; [simpl; auto|].
        pose proof (true_one _ _ _ _ _ _ _ (model_of_describes t value)) as one.
        rewrite Tt in one. simpl in *. rewrite one. reflexivity. }
      apply in_app_or in Hc as [Hc|[<-|[]]].
      + apply in_map_iff in Hc as (b & <- & Hb). apply seq_below in Hb.
        destruct (Nat.eq_dec i' i) as [->|ne]; [|apply shut; exact ne].
        rewrite Hi in Hi'. injection Hi' as <- <-.
        exists (line_lit b (b - base b)). split; [simpl; auto|].
        assert (b - base b < size /\ base b + (b - base b) = b) as [L E].
        { unfold base. destruct (Nat.ltb_spec b size); lia. }
        rewrite line_lit_true by (auto; lia). rewrite E. apply Nat.eqb_eq, F, Hb.
      + destruct (Nat.eq_dec i' i) as [->|ne]; [|apply shut; exact ne].
        rewrite Hi in Hi'. injection Hi' as <- <-.
        exists (line_lit p j). split; [right; exact Hin|].
        rewrite line_lit_true by auto. apply Nat.eqb_eq, Ej.
  Qed.

  Lemma no_other_turn : has_no_model -> known_turn = false ->
    forall t, symmetric t -> has_turn t = false.
  Proof.
    intros none unknown t St. destruct (has_turn t) eqn:T; [|reflexivity]. exfalso.
    set (value := fun _ : Z => false). pose proof (first_free_positive h w) as positive.
    apply (none (model_of t value) (model_of_satisfies t value St)). intros c [<-|Hc].
    - exists 1%Z. rewrite unknown. split; [simpl; auto|].
      pose proof (true_one _ _ _ _ _ _ _ (model_of_describes t value)) as one. rewrite T in one.
      exact one.
    - apply in_flat_map in Hc as ([[p' lits] v] & Hx & Hc).
      apply in_combine_variables in Hx as (i' & _ & ->).
      assert (F : true_in (model_of t value) (- (first_free h w + Z.of_nat i')) = true).
      { rewrite true_opp, model_of_new by lia. reflexivity. }
      exists (- (first_free h w + Z.of_nat i'))%Z. split; [|exact F].
      destruct Hc as [<-|Hc]; [simpl; auto|]. apply in_app_or in Hc as [Hc|[<-|[]]]; [|simpl; auto].
      apply in_map_iff in Hc as (b & <- & _). simpl; auto.
  Qed.

  Theorem number_right : has_no_model -> has_symmetries h w (N.to_nat number) B.
  Proof.
    intros none.
    assert (complete : forall p t, p < 3 * size -> upright_fixing p t ->
      exists r, In r (reps known p) /\ point r p = point t p).
    { intros p t Hp U. apply place_has_rep; [exact Hp|apply U|].
      destruct (Nat.lt_ge_cases p (2 * size)); [apply line_place; auto|].
      replace p with (2 * size + (p - 2 * size)) in * by lia. apply digit_place; auto. lia. }
    unfold number. destruct known_turn eqn:T.
    - unfold known_turn in T. apply existsb_exists in T as (s & Hs & T).
      apply (number_with_turn h w B g_fits _ reps_fix reps_apart complete (tidy s));
        [apply tidy_symmetric; auto|exact T].
    - apply (number_without_turn h w B g_fits _ reps_fix reps_apart complete).
      apply no_other_turn; auto.
  Qed.
End Known.

(** * The program *)

Fixpoint read_number (text : list symbol) (n : N) : option N :=
  match text with
  | [] => Some n
  | s :: text' => match digit s with
                  | Some d => read_number text' (10 * n + N.of_nat d) | None => None end
  end.

Definition same_rows (a b : rows) : bool :=
  if list_eq_dec (list_eq_dec Nat.eq_dec) a b then true else false.

Definition clauses_of_symmetries (file : pair_file) : option part -> list clause :=
  let (h, w, _, g, some) := file in
  let plain := clauses_of_all Copy {| height := h; width := w; first_grid := g; second_grid := g;
                                      symmetries := [] |} in
  fun p => match p with Some _ => plain p | None => other_clauses h w g some end.

(** The file has the grid twice, and its symmetries. Is their number the one that [text] says? *)
Definition symmetry_count (said : list symbol) (box : option (nat * nat)) (text : list symbol)
    (source : Type) (next : source -> option (symbol * source)) (proof : source) : answer :=
  match read_pair box text, read_number said 0 with
  | None, _ => Unreadable_pair
  | _, None => Other_number
  | Some file, Some n =>
    let h := height file in let w := width file in let g := second_grid file in
    if forallb (is_symmetry h w (cell g)) (symmetries file) then
      if same_rows (first_grid file) g && (1 <? size h w) && (n =? number h w g (symmetries file))%N
      then check_proof h w (clauses_of_symmetries file) source next proof
      else Other_number
    else No_symmetry
  end.

(** Whatever the file with the proof holds: if the program accepts it, the number is right. *)
Theorem symmetry_count_correct said box text source next proof :
  symmetry_count said box text source next proof = Verified_no ->
  exists file n, read_pair box text = Some file /\ read_number said 0 = Some n /\
    first_grid file = second_grid file /\
    has_symmetries (height file) (width file) (N.to_nat n) (cell (second_grid file)).
Proof.
  unfold symmetry_count. destruct (read_pair box text) as [file|] eqn:P; [|easy].
  destruct (read_number said 0) as [n|]; [|easy].
  destruct (forallb _ _) eqn:listed; [|easy]. destruct (_ && _) eqn:E; [|easy]. intros A.
  apply andb_true_iff in E as [E same]. apply andb_true_iff in E as [E large]. apply N.eqb_eq in same. apply Nat.ltb_lt in large.
  unfold same_rows in E. destruct (list_eq_dec _ _ _) as [equal|]; [|discriminate].
  exists file, n. split; [reflexivity|]. split; [reflexivity|]. split; [exact equal|]. subst n.
  apply read_pair_fits in P as (Hh & Hw & _ & F).
  apply number_right; auto. intros model M O.
  apply (check_proof_right _ _ _ _ _ _ A model). intros p Hp. clear A. destruct file as [h w f g some].
  cbn [height width second_grid symmetries] in *. unfold all_parts in Hp.
  apply in_app_or in Hp as [Hp|[<-|[]]]; [|exact O]. apply in_map_iff in Hp as (q & <- & Hq).
  intros c Hc. apply M. unfold formula. apply in_flat_map. eauto.
Qed.
