(** A checker of proofs in LRAT format, and the theorem that it accepts no formula with a model.

    A step of a proof adds a clause and names earlier clauses, its hints. If all literals of the new
    clause are false, each hint in turn has one literal that is not yet false, which must be true;
    the last hint has none. *)
From Coq Require Import List ZArith Bool.
From Verified Require Import Encoding Encoding_proof.
Import ListNotations.

(** A map from positive numbers, as a binary tree. *)
Inductive tree (A : Type) :=
| Leaf
| Node (even : tree A) (here : option A) (odd : tree A).
Arguments Leaf {A}.
Arguments Node {A}.

Section Tree.
  Context {A : Type}.
  Fixpoint get (t : tree A) (p : positive) : option A :=
    match t, p with
    | Leaf, _ => None
    | Node _ here _, xH => here
    | Node even _ _, xO q => get even q
    | Node _ _ odd, xI q => get odd q
    end.
  Fixpoint put (t : tree A) (p : positive) (x : option A) : tree A :=
    match p, t with
    | xH, Leaf => Node Leaf x Leaf
    | xO q, Leaf => Node (put Leaf q x) None Leaf
    | xI q, Leaf => Node Leaf None (put Leaf q x)
    | xH, Node even _ odd => Node even x odd
    | xO q, Node even here odd => Node (put even q x) here odd
    | xI q, Node even here odd => Node even here (put odd q x)
    end.

  Lemma get_put p : forall t q x, get (put t p x) q = if (p =? q)%positive then x else get t q.
  Proof. induction p; destruct t, q; simpl; intros; rewrite ?IHp; auto; destruct q; auto. Qed.
End Tree.

(** Clauses by their numbers. Those of the formula are many, and are numbered without gaps: they are
    the leaves, from left to right, of a tree in which all leaves have the same depth. Clauses with
    greater numbers are in another tree. *)
Inductive vector (A : Type) :=
| Empty
| Item (x : option A)
| Pair (a b : vector A).
Arguments Empty {A}.
Arguments Item {A}.
Arguments Pair {A}.

Section Vector.
  Context {A : Type}.
  (** A place in a vector: a path from the top, of which the first step is outermost. *)
  Fixpoint leaf_at (v : vector A) (path : positive) {struct path} : option A :=
    match path, v with
    | xH, Item x => x
    | xO q, Pair a _ => leaf_at a q
    | xI q, Pair _ b => leaf_at b q
    | _, _ => None
    end.
  Fixpoint replace (v : vector A) (path : positive) (x : option A) {struct path} : vector A :=
    match path, v with
    | xH, _ => Item x
    | xO q, Pair a b => Pair (replace a q x) b
    | xI q, Pair a b => Pair a (replace b q x)
    | xO q, _ => Pair (replace Empty q x) Empty
    | xI q, _ => Pair Empty (replace Empty q x)
    end.

  Lemma leaf_replace x c path : forall v q, leaf_at (replace v path x) q = Some c ->
    x = Some c \/ leaf_at v q = Some c.
  Proof.
    assert (empty : forall q, leaf_at (@Empty A) q = None) by (destruct q; auto).
    induction path as [path IH|path IH|]; destruct v, q; simpl; intros H; auto;
      rewrite ?empty in H; try discriminate; apply IH in H as []; auto;
      rewrite empty in H; discriminate.
  Qed.
End Vector.

(** The path to the leaf with number [p], or nothing if there are at most [p] leaves. *)
Fixpoint path_to (depth : nat) (p : positive) (path : positive) : option positive :=
  match depth, p with
  | S depth', xO q => path_to depth' q (xO path)
  | S depth', xI q => path_to depth' q (xI path)
  | S depth', xH => Some (Nat.iter depth' xO (xI path))
  | 0, _ => None
  end.

Record store := { depth : nat; low : vector clause; high : tree clause }.
Definition find (s : store) (p : positive) : option clause :=
  match path_to (depth s) p xH with Some path => leaf_at (low s) path | None => get (high s) p end.
Definition set (s : store) (p : positive) (x : option clause) : store :=
  match path_to (depth s) p xH with
  | Some path => {| depth := depth s; low := replace (low s) path x; high := high s |}
  | None => {| depth := depth s; low := low s; high := put (high s) p x |}
  end.

Lemma find_set s p x q c : find (set s p x) q = Some c -> x = Some c \/ find s q = Some c.
Proof.
  unfold find, set. destruct (path_to (depth s) p xH) as [path|]; simpl;
    destruct (path_to (depth s) q xH); auto.
  - apply leaf_replace.
  - rewrite get_put. destruct (p =? q)%positive; auto.
Qed.

(** Values of variables; a variable may have none. *)
Definition values := tree bool.
Definition value_of (known : values) (l : Z) : option bool :=
  match l with
  | Zpos v => get known v
  | Zneg v => match get known v with Some b => Some (negb b) | None => None end
  | Z0 => None
  end.
Definition make_true (known : values) (l : Z) : values :=
  match l with
  | Zpos v => put known v (Some true)
  | Zneg v => put known v (Some false)
  | Z0 => known
  end.

(** The literals of a clause that are not false: none, one, or more. *)
Inductive not_false := None_left | One_left (l : Z) | More_left.
Fixpoint left_in (known : values) (c : clause) (found : not_false) : not_false :=
  match c with
  | [] => found
  | l :: c' =>
    match value_of known l with
    | Some false => left_in known c' found
    | _ => match found with
           | None_left => left_in known c' (One_left l)
           | One_left k => if (k =? l)%Z then left_in known c' found else More_left
           | More_left => More_left
           end
    end
  end.

(** Whether the hints lead to a clause whose literals are all false. *)
Fixpoint refuted (clauses : store) (known : values) (hints : list positive) : bool :=
  match hints with
  | [] => false
  | hint :: hints' =>
    match find clauses hint with
    | None => false
    | Some c => match left_in known c None_left with
                | None_left => match hints' with [] => true | _ => false end
                | One_left l => refuted clauses (make_true known l) hints'
                | More_left => false
                end
    end
  end.
Definition follows (clauses : store) (c : clause) (hints : list positive) : bool :=
  refuted clauses (fold_left (fun known l => make_true known (- l)%Z) c Leaf) hints.

Section Soundness.
  Variable model : positive -> bool.
  Definition agrees (known : values) : Prop :=
    forall v b, get known v = Some b -> model v = b.
  Definition all_hold (clauses : store) : Prop :=
    forall p c, find clauses p = Some c -> satisfied model c.

  Lemma value_agrees known l : agrees known -> value_of known l = Some false ->
    true_in model l = false.
  Proof.
    destruct l as [|v|v]; simpl; intros H E; [easy|auto|].
    destruct (get known v) as [b|] eqn:G; [|easy]. apply H in G. subst b. congruence.
  Qed.

  Lemma make_true_agrees known l : agrees known -> true_in model l = true ->
    agrees (make_true known l).
  Proof.
    intros H T. destruct l as [|v|v]; simpl in *; auto; intros u b; rewrite get_put;
      destruct (Pos.eqb_spec v u) as [->|]; auto; intros [= <-]; auto.
    destruct (model u); auto.
  Qed.

  (** A clause that holds has a true literal among those that are left. *)
  Lemma left_in_true known c : agrees known -> forall found,
    (satisfied model c \/ (exists l, found = One_left l /\ true_in model l = true)) ->
    match left_in known c found with
    | None_left => False
    | One_left l => true_in model l = true
    | More_left => True
    end.
  Proof.
    intros H. induction c as [|l c IH]; simpl; intros found S.
    - destruct S as [(l & [] & _)|(l & -> & T)]. auto.
    - assert (rest : satisfied model (l :: c) -> true_in model l = false -> satisfied model c).
      { intros (k & [<-|K] & T) F; [congruence|]. exists k; auto. }
      destruct (value_of known l) as [[]|] eqn:V.
      2: { apply value_agrees in V; auto. apply IH. destruct S; auto. }
      all: destruct found as [|k|]; auto.
      1, 3: apply IH; destruct S as [S|(? & [=] & _)];
        destruct (true_in model l) eqn:T; [right; eauto|left; auto].
      all: destruct (Z.eqb_spec k l) as [->|]; auto; apply IH; destruct S as [S|S]; auto;
        destruct (true_in model l) eqn:T; [right; eauto|left; auto].
  Qed.

  Lemma refuted_sound clauses hints : all_hold clauses -> forall known, agrees known ->
    refuted clauses known hints = false.
  Proof.
    intros H. induction hints as [|hint hints IH]; simpl; intros known K; auto.
    destruct (find clauses hint) as [c|] eqn:G; auto. apply H in G.
    pose proof (left_in_true known c K None_left (or_introl G)) as L.
    destruct (left_in known c None_left); [easy| |easy]. auto using make_true_agrees.
  Qed.

  Theorem follows_sound clauses c hints : all_hold clauses -> follows clauses c hints = true ->
    satisfied model c.
  Proof.
    intros H F. destruct (existsb (true_in model) c) eqn:E.
    { apply existsb_exists in E as (l & ? & ?). exists l; auto. }
    exfalso. enough (agrees (fold_left (fun known l => make_true known (- l)%Z) c Leaf)) as K.
    { unfold follows in F. rewrite (refuted_sound clauses hints H _ K) in F. discriminate. }
    clear F. assert (L : agrees Leaf) by (intros v b; destruct v; discriminate).
    revert E L. generalize (@Leaf bool). induction c as [|l c IH]; simpl; auto.
    intros known E L. apply orb_false_iff in E as [E E']. apply IH; auto.
    destruct l as [|v|v]; simpl in *; auto; intros u b; rewrite get_put;
      destruct (Pos.eqb_spec v u) as [->|]; auto; intros [= <-]; auto.
    destruct (model u); auto.
  Qed.
End Soundness.
