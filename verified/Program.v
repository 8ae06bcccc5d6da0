(** The program: it reads two grids and a proof, makes the formula, and checks the proof. *)
From Coq Require Import List ZArith Bool Arith Lia.
From Verified Require Import Spec Encoding Encoding_proof Nearest Symmetries Checker.
Import ListNotations.

(** A character of a file. Characters that neither file may hold are [Other]. *)
Inductive symbol :=
| D0 | D1 | D2 | D3 | D4 | D5 | D6 | D7 | D8 | D9 | Space | Newline | Minus | Dot | Letter_d | Other.

Definition digit (s : symbol) : option nat :=
  match s with
  | D0 => Some 0 | D1 => Some 1 | D2 => Some 2 | D3 => Some 3 | D4 => Some 4
  | D5 => Some 5 | D6 => Some 6 | D7 => Some 7 | D8 => Some 8 | D9 => Some 9
  | _ => None
  end.

(** * The two grids *)

(** The grids are split into lines of numbers, of which the largest allowed has two digits. *)
Inductive token := Nothing | Blank | Number (n : nat).
Definition ended (t : token) (row : list nat) : list nat :=
  match t with Nothing => row | Blank => row ++ [0] | Number n => row ++ [n] end.
Fixpoint read_rows (text : list symbol) (t : token) (row : list nat) : option rows :=
  match text with
  | [] => Some [ended t row]
  | Newline :: text' => match read_rows text' Nothing [] with
                        | Some later => Some (ended t row :: later) | None => None end
  | Space :: text' => read_rows text' Nothing (ended t row)
  | s :: text' =>
    match t, digit s, s with
    | Nothing, _, Dot => read_rows text' Blank row
    | Nothing, Some d, _ => read_rows text' (Number d) row
    | Number (S n), Some d, _ =>
      if n <? 9 then read_rows text' (Number (S n * 10 + d)) row else None
    | _, _, _ => None
    end
  end.

(** The rows before the first empty row, and the rows after it. *)
Fixpoint split_rows (g : rows) : rows * rows :=
  match g with
  | [] => ([], [])
  | [] :: later => ([], later)
  | row :: later => let (a, b) := split_rows later in (row :: a, b)
  end.

Definition is_empty (row : list nat) : bool := match row with [] => true | _ => false end.

(** The grid has [n] rows of [n] values up to [n]. *)
Definition well_formed (n : nat) (g : rows) : bool :=
  (length g =? n) && forallb (fun row => (length row =? n) && forallb (fun v => v <=? n) row) g.

(** Without [box], boxes are as near to squares as possible, and not higher than wide. *)
Definition default_box (n : nat) : nat * nat :=
  let fitting := filter (fun h => (n mod h =? 0) && (h * h <=? n)) (seq 1 n) in
  let h := last fitting 1 in (h, n / h).

(** A line with 0, or 1 after a quarter turn, and the images of all rows, columns and digits from 1. *)
Definition read_symmetry (n : nat) (line : list nat) : option symmetry :=
  match line with
  | quarter :: images =>
    let (rows, images') := (firstn n images, skipn n images) in
    if length images =? 3 * n then
      Some {| has_turn := quarter =? 1; row_images := map pred rows;
              column_images := map pred (firstn n images'); digit_images := skipn n images' |}
    else None
  | [] => None
  end.
Fixpoint read_symmetries (n : nat) (lines : rows) : option (list symmetry) :=
  match lines with
  | [] => Some []
  | [] :: lines' => read_symmetries n lines'
  | line :: lines' => match read_symmetry n line, read_symmetries n lines' with
                      | Some s, Some later => Some (s :: later) | _, _ => None end
  end.

(** The file with the pair: the height and width of the boxes, the two grids, and symmetries of the
    second grid, if there are lines after the grids. *)
Record pair_file := { height : nat; width : nat; first_grid : rows; second_grid : rows;
                      symmetries : list symmetry }.
Definition read_pair (box : option (nat * nat)) (text : list symbol) : option pair_file :=
  match read_rows text Nothing [] with
  | None => None
  | Some all =>
    let (first, later) := split_rows all in
    let (second, rest) := split_rows later in
    let n := length first in
    let (h, w) := match box with Some hw => hw | None => default_box n end in
    match read_symmetries n rest with
    | None => None
    | Some some =>
      if (0 <? n) && (h * w =? n) && well_formed n first && well_formed n second
      then Some {| height := h; width := w; first_grid := first; second_grid := second;
                   symmetries := some |}
      else None
    end
  end.

(** * The proof *)

Inductive answer :=
| Verified_no (* the proof is accepted: the answer is no, or the number is right *)
| Unreadable_pair
| Other_number (* of symmetries, or of two grids that differ *)
| No_symmetry (* of the second grid, but the file with the pair lists it as one *)
| Unreadable_proof (line : positive)
| Wrong_step (line : positive)
| No_such_clause (line : positive) (* that a line deletes *)
| No_empty_clause.

(** A word of the line that is read: nothing yet, a minus, a number, or the letter d. *)
Inductive word := No_word | Only_minus | Digits (negative : bool) (n : N) | Word_d.
Inductive item := Int (z : Z) | Deletes.

Record state := { clauses : store; line : positive; current : word;
                  items : list item (* of this line, the last one first *) }.
Inductive outcome := Answer (a : answer) | Continue (s : state).

(** Add the word that has ended to the items of its line. *)
Definition with_word (w : word) (l : list item) : option (list item) :=
  match w with
  | No_word => Some l
  | Only_minus => None
  | Digits true N0 => None
  | Digits true (Npos p) => Some (Int (Zneg p) :: l)
  | Digits false n => Some (Int (Z.of_N n) :: l)
  | Word_d => Some (Deletes :: l)
  end.

(** Read literals up to 0; the last literal comes first. *)
Fixpoint read_literals (l : list item) (read : clause) : option (clause * list item) :=
  match l with
  | Int 0 :: l' => Some (read, l')
  | Int z :: l' => read_literals l' (z :: read)
  | _ => None
  end.
Fixpoint read_hints (l : list item) (read : list positive) : option (list positive) :=
  match l with
  | [Int 0] => Some (rev_append read [])
  | Int (Zpos p) :: l' => read_hints l' (p :: read)
  | _ => None
  end.
Fixpoint delete (clauses : store) (numbers : list positive) : option store :=
  match numbers with
  | [] => Some clauses
  | p :: numbers' => match find clauses p with
                     | None => None | Some _ => delete (set clauses p None) numbers' end
  end.

(** Check a line of the proof. *)
Definition check_line (st : state) (l : list item) : outcome :=
  let continue clauses := Continue {| clauses := clauses; line := Pos.succ (line st);
                                      current := No_word; items := [] |} in
  match l with
  | Int (Zpos _) :: Deletes :: l' =>
    match read_hints l' [] with
    | None => Answer (Unreadable_proof (line st))
    | Some numbers => match delete (clauses st) numbers with
                      | None => Answer (No_such_clause (line st))
                      | Some remaining => continue remaining
                      end
    end
  | Int (Zpos number) :: l' =>
    match read_literals l' [] with
    | None => Answer (Unreadable_proof (line st))
    | Some (c, l'') =>
      match read_hints l'' [] with
      | None => Answer (Unreadable_proof (line st))
      | Some hints =>
        if follows (clauses st) c hints then
          match c with [] => Answer Verified_no | _ => continue (set (clauses st) number (Some c)) end
        else Answer (Wrong_step (line st))
      end
    end
  | _ => Answer (Unreadable_proof (line st))
  end.

(** Read one more character of the proof. *)
Definition read_symbol (st : state) (s : symbol) : outcome :=
  let refuse := Answer (Unreadable_proof (line st)) in
  let go w l := Continue {| clauses := clauses st; line := line st; current := w; items := l |} in
  match s with
  | Newline => match with_word (current st) (items st) with
               | None => refuse | Some l => check_line st (rev_append l []) end
  | Space => match with_word (current st) (items st) with
             | None => refuse | Some l => go No_word l end
  | Minus => match current st with No_word => go Only_minus (items st) | _ => refuse end
  | Letter_d => match current st with No_word => go Word_d (items st) | _ => refuse end
  | _ =>
    match digit s with
    | None => refuse
    | Some d =>
      let d := N.of_nat d in
      match current st with
      | No_word => go (Digits false d) (items st)
      | Only_minus => go (Digits true d) (items st)
      | Digits negative (Npos p) =>
        go (Digits negative (N.double (Npos p + N.double (N.double (Npos p))) + d)%N) (items st)
      | _ => refuse
      end
    end
  end.

(** The characters of the proof come from any source: [next] returns the next character and the
    source without it, or nothing at the end. Reading stops after 2 ^ [depth] characters. *)
Section Source.
  Variable source : Type.
  Variable next : source -> option (symbol * source).
  Definition read_one (s : state * source) : answer + (state * source) :=
    match next (snd s) with
    | None => inl No_empty_clause
    | Some (c, rest) => match read_symbol (fst s) c with
                        | Answer a => inl a | Continue st => inr (st, rest) end
    end.
  Fixpoint read_many (depth : nat) (s : state * source) : answer + (state * source) :=
    match depth with
    | 0 => read_one s
    | S depth' => match read_many depth' s with
                  | inl a => inl a | inr s' => read_many depth' s' end
    end.
End Source.

(** Fill a vector with clauses, which are made part after part. *)
Section Fill.
  Variable part : Type.
  Variable make : part -> list clause.
  Definition supply : Type := list part * list clause.
  Fixpoint first_of (ps : list part) : option (clause * supply) :=
    match ps with
    | [] => None
    | p :: ps' => match make p with [] => first_of ps' | c :: cs => Some (c, (ps', cs)) end
    end.
  Definition take (s : supply) : option (clause * supply) :=
    match s with (ps, c :: cs) => Some (c, (ps, cs)) | (ps, []) => first_of ps end.
  Fixpoint fill (depth : nat) (s : supply) : vector clause * supply :=
    match depth with
    | 0 => match take s with Some (c, s') => (Item (Some c), s') | None => (Empty, s) end
    | S depth' =>
      match s with
      | ([], []) => (Empty, s)
      | _ => let (a, s1) := fill depth' s in let (b, s2) := fill depth' s1 in
             (Pair a b, s2)
      end
    end.
End Fill.

(** Enough for all clauses of a formula: a vector of this depth has more leaves. *)
Definition depth_for (size : nat) : nat :=
  let n := N.of_nat size in S (N.to_nat (N.log2 (n * n * n * (3 * n + 9) + 100))).

(** The parts of the plain formula, and after them the clauses that use symmetries. *)
Definition all_parts (h w : nat) : list (option part) := map Some (parts h w) ++ [None].
Definition clauses_of_all (asked : question) (file : pair_file) : option part -> list clause :=
  let (h, w, first, second, some) := file in
  let t := all_tables h w in let turned := turned_rows h w first in
  let g := given_up_table h w asked first in
  fun p => match p with Some p => clauses_of h w asked t g first turned second p
                      | None => symmetry_clauses h w some end.

(** The clauses, numbered from 1; number 0 is a clause that always holds. *)
Definition load (h w : nat) (make : option part -> list clause) : store :=
  let depth := depth_for (size h w) in
  {| depth := depth; high := Leaf; low := fst (fill _ make depth (all_parts h w, [[1; -1]%Z])) |}.

(** Check a proof that the clauses have no model. *)
Definition check_proof (h w : nat) (make : option part -> list clause)
    (source : Type) (next : source -> option (symbol * source)) (proof : source) : answer :=
  let start := {| clauses := load h w make; line := 1; current := No_word; items := [] |} in
  match read_many source next 60 (start, proof) with inl a => a | inr _ => No_empty_clause end.

(** Symmetries can shorten only proofs that the second grid is not a copy. *)
Definition can_use_symmetries (asked : question) (file : pair_file) : bool :=
  match symmetries file with
  | [] => true
  | some => negb (frees_blanks asked) && (1 <? size (height file) (width file)) &&
            forallb (is_symmetry (height file) (width file) (cell (second_grid file))) some
  end.

Definition answer_to (asked : question) (box : option (nat * nat)) (text : list symbol)
    (source : Type) (next : source -> option (symbol * source)) (proof : source) : answer :=
  match read_pair box text with
  | None => Unreadable_pair
  | Some file =>
    if can_use_symmetries asked file
    then check_proof (height file) (width file) (clauses_of_all asked file) source next proof
    else No_symmetry
  end.

(** * What the program proves *)

Section Correct.
  Variable model : positive -> bool.
  Local Notation all_hold := (all_hold model).

  Lemma delete_holds numbers : forall cs remaining, all_hold cs ->
    delete cs numbers = Some remaining ->
    all_hold remaining.
  Proof.
    induction numbers as [|p numbers IH]; simpl; intros cs remaining H E; [injection E as <-; exact H|].
    destruct (find cs p); [|easy]. apply (IH _ _) in E; auto.
    intros q c' F. apply find_set in F as [|F]; [easy|]. exact (H q c' F).
  Qed.

  Definition right (o : outcome) : Prop :=
    match o with Answer a => a <> Verified_no | Continue s => all_hold (clauses s) end.

  Lemma check_line_right st l : all_hold (clauses st) -> right (check_line st l).
  Proof.
    intros H. destruct l as [|[[|number|]|] l]; try easy.
    assert (adds : forall l', right match read_literals l' [] with
      | None => Answer (Unreadable_proof (line st))
      | Some (c, l'') => match read_hints l'' [] with
        | None => Answer (Unreadable_proof (line st))
        | Some hints => if follows (clauses st) c hints then
            match c with [] => Answer Verified_no | _ => Continue {| clauses :=
              set (clauses st) number (Some c); line := Pos.succ (line st);
              current := No_word; items := [] |} end
          else Answer (Wrong_step (line st)) end end).
    { intros l'. destruct (read_literals l' []) as [[c l'']|]; [|easy].
      destruct (read_hints l'' []) as [hints|]; [|easy].
      destruct (follows (clauses st) c hints) eqn:F; [|easy].
      apply (follows_sound model) in F; auto. destruct c as [|k c].
      - destruct F as (? & [] & _).
      - intros q c' G. apply find_set in G as [[= <-]|G]; [exact F|exact (H q c' G)]. }
    destruct l as [|[z|] l]; try apply adds. simpl.
    destruct (read_hints l []) as [numbers|]; [|easy].
    destruct (delete (clauses st) numbers) eqn:D; [|easy]. simpl. eauto using delete_holds.
  Qed.

  Lemma read_symbol_right st s : all_hold (clauses st) -> right (read_symbol st s).
  Proof.
    intros H. unfold read_symbol. destruct s; simpl; try easy;
      try (destruct (current st) as [| |? []|]; simpl; easy || exact H);
      try (destruct (with_word _ _); [|easy]; auto using check_line_right).
  Qed.

  Lemma read_many_right source next depth : forall s,
    all_hold (clauses (fst s)) ->
    match read_many source next depth s with
    | inl a => a <> Verified_no
    | inr s' => all_hold (clauses (fst s'))
    end.
  Proof.
    induction depth as [|depth IH]; simpl; intros s H.
    - unfold read_one. destruct (next (snd s)) as [[c rest]|]; [|easy].
      pose proof (read_symbol_right (fst s) c H). destruct (read_symbol (fst s) c); auto.
    - pose proof (IH s H) as K. destruct (read_many source next depth s); auto. apply IH, K.
  Qed.

  Definition supply_holds {part} (make : part -> list clause) (s : supply part) : Prop :=
    all_satisfied model (snd s) /\ forall p, In p (fst s) -> all_satisfied model (make p).

  Lemma take_holds {part} (make : part -> list clause) s c s' : supply_holds make s -> take _ make s = Some (c, s') ->
    satisfied model c /\ supply_holds make s'.
  Proof.
    destruct s as [ps [|c' cs]]; simpl; intros [Hcs Hps] E.
    - clear Hcs. simpl in Hps. revert Hps E. induction ps as [|p ps IH]; simpl; [easy|].
      intros Hps. pose proof (Hps p (or_introl eq_refl)) as Hp. destruct (make p) as [|d ds]; auto.
      intros [= <- <-]. split; [apply Hp; simpl; auto|]. split; simpl; auto.
      intros x ?. apply Hp. simpl; auto.
    - injection E as <- <-. split; [apply Hcs; simpl; auto|]. split; simpl; auto.
      intros x ?. apply Hcs. simpl; auto.
  Qed.

  Lemma fill_holds {part} (make : part -> list clause) depth : forall s, supply_holds make s ->
    (forall path c, leaf_at (fst (fill _ make depth s)) path = Some c -> satisfied model c) /\
    supply_holds make (snd (fill _ make depth s)).
  Proof.
    assert (empty : forall q, leaf_at (@Empty clause) q = None) by (destruct q; auto).
    induction depth as [|depth IH]; intros s H.
    - cbn [fill]. destruct (take _ make s) as [[c s']|] eqn:E; simpl.
      + apply take_holds in E as [Hc Hs]; auto. split; auto.
        intros [| |] c'; simpl; try discriminate. intros [= <-]. exact Hc.
      + split; auto. intros path c. rewrite empty. discriminate.
    - assert (done : (forall path c, leaf_at (@Empty clause) path = Some c -> satisfied model c) /\
        supply_holds make s) by (split; auto; intros path c; rewrite empty; discriminate).
      assert (more : let (a, s1) := fill _ make depth s in let (b, s2) := fill _ make depth s1 in
        (forall path c, leaf_at (Pair a b) path = Some c -> satisfied model c) /\
        supply_holds make s2).
      { destruct (IH s H) as [Hl H1]. destruct (fill _ make depth s) as [a s1]. simpl in *.
        destruct (IH s1 H1) as [Hr H2]. destruct (fill _ make depth s1) as [b s2]. simpl in *.
        split; auto. intros [q|q|] c; simpl; eauto. discriminate. }
      cbn [fill]. destruct s as [[|p ps] [|c cs]]; auto;
        destruct (fill _ make depth _) as [a s1]; destruct (fill _ make depth s1); auto.
  Qed.

  Lemma load_holds h w make :
    (forall p, In p (all_parts h w) -> all_satisfied model (make p)) -> all_hold (load h w make).
  Proof.
    intros S p c. unfold find, load. cbn [depth low high].
    destruct (path_to (depth_for _) p xH); [|destruct p; discriminate].
    apply fill_holds. split; cbn [fst snd]; [|exact S].
    apply all_satisfied_one. destruct (model 1) eqn:M.
    - exists 1%Z. simpl; auto.
    - exists (-1)%Z. simpl. rewrite M. auto.
  Qed.
End Correct.

Local Opaque read_many.

Lemma check_proof_right h w make source next proof :
  check_proof h w make source next proof = Verified_no -> forall model,
  ~ forall p, In p (all_parts h w) -> all_satisfied model (make p).
Proof.
  intros A model S. unfold check_proof in A. apply load_holds in S. set (start := {| clauses := _ |}) in A.
  pose proof (read_many_right model source next 60 (start, proof) S) as K.
  destruct (read_many source next 60 (start, proof)); congruence.
Qed.

Lemma well_formed_fits h w g : well_formed (size h w) g = true -> fits h w g.
Proof.
  intros W r c Hr Hc. apply andb_true_iff in W as [L F]. apply Nat.eqb_eq in L.
  rewrite forallb_forall in F. assert (Hin : In (nth r g []) g) by (apply nth_In; lia).
  apply F, andb_true_iff in Hin as [L' F']. apply Nat.eqb_eq in L'.
  rewrite forallb_forall in F'. apply Nat.leb_le, F', nth_In. lia.
Qed.

(** What is read has a shape, and its values fit. *)
Lemma read_pair_fits box text file : read_pair box text = Some file ->
  0 < height file /\ 0 < width file /\
  fits (height file) (width file) (first_grid file) /\
  fits (height file) (width file) (second_grid file).
Proof.
  unfold read_pair. destruct (read_rows _ _ _); [|easy].
  destruct (split_rows _) as [f later]. destruct (split_rows later) as [s rest].
  destruct (match box with Some hw => hw | None => _ end) as [h w].
  destruct (read_symmetries _ _); [|easy]. destruct (_ && _) eqn:E; [|easy]. intros [= <-]. simpl.
  repeat (apply andb_true_iff in E as [E ?]). apply Nat.ltb_lt in E. apply Nat.eqb_eq in H1.
  rewrite <- H1 in *. repeat split; auto using well_formed_fits; nia.
Qed.

(** If what was asked is so, all clauses have a model together. *)
Lemma all_clauses_have_a_model box text file asked : read_pair box text = Some file ->
  can_use_symmetries asked file = true ->
  holds_for asked (height file) (width file) (cell (first_grid file)) (cell (second_grid file)) ->
  exists model, forall p, In p (all_parts (height file) (width file)) ->
    all_satisfied model (clauses_of_all asked file p).
Proof.
  intros P use holds. apply read_pair_fits in P as (Hh & Hw & F1 & F2).
  destruct file as [h w first second some]. cbn [height width first_grid second_grid] in *.
  assert (found : exists model, all_satisfied model (formula h w asked first second) /\
                                all_satisfied model (symmetry_clauses h w some)).
  { unfold can_use_symmetries in use. cbn [symmetries height width second_grid] in use.
    destruct some as [|s some].
    - destruct (copies_satisfy h w asked first second Hh Hw F1 F2 holds) as [model S].
      exists model. split; [exact S|]. apply no_symmetries_no_clauses.
    - apply andb_true_iff in use as [use Y]. apply andb_true_iff in use as [copy large].
      destruct asked; [|discriminate|discriminate]. apply Nat.ltb_lt in large.
      apply symmetries_keep_a_model; auto. }
  destruct found as (model & S & T). exists model. intros p Hp. unfold all_parts in Hp.
  apply in_app_or in Hp as [Hp|[<-|[]]]; [|exact T]. apply in_map_iff in Hp as (q & <- & Hq).
  intros c Hc. apply S. unfold formula. apply in_flat_map. eauto.
Qed.

(** Whatever the file with the proof holds: if the program answers no, it has read two grids, and
    what was asked is not so. *)
Theorem answer_correct asked box text source next proof :
  answer_to asked box text source next proof = Verified_no ->
  exists file, read_pair box text = Some file /\
    ~ holds_for asked (height file) (width file) (cell (first_grid file)) (cell (second_grid file)).
Proof.
  unfold answer_to. destruct (read_pair box text) as [file|] eqn:P; [|easy].
  destruct (can_use_symmetries asked file) eqn:use; [|easy].
  intros A. exists file. split; auto. intros holds.
  destruct (all_clauses_have_a_model _ _ _ _ P use holds) as [model S].
  exact (check_proof_right _ _ _ _ _ _ A model S).
Qed.

Definition not_copies := answer_to Copy.
Definition not_part := answer_to Part.
Definition cannot_agree (k : nat) := answer_to (At_least k).

Theorem not_copies_correct box text source next proof :
  not_copies box text source next proof = Verified_no ->
  exists file, read_pair box text = Some file /\
    ~ is_copy (height file) (width file) (cell (first_grid file)) (cell (second_grid file)).
Proof. exact (answer_correct Copy box text source next proof). Qed.

Theorem not_part_correct box text source next proof :
  not_part box text source next proof = Verified_no ->
  exists file, read_pair box text = Some file /\
    ~ is_part (height file) (width file) (cell (first_grid file)) (cell (second_grid file)).
Proof. exact (answer_correct Part box text source next proof). Qed.

Theorem cannot_agree_correct k box text source next proof :
  cannot_agree k box text source next proof = Verified_no ->
  exists file, read_pair box text = Some file /\
    ~ can_agree (height file) (width file) k (cell (first_grid file)) (cell (second_grid file)).
Proof. exact (answer_correct (At_least k) box text source next proof). Qed.
