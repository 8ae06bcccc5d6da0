"""A solver's DRUP proof made into an LRAT proof: each clause gets the hints that show it.

Every clause of a DRUP proof follows by unit propagation from those before it (RUP). Doing that once
with watched literals tells which clauses took part; those are the hints. Deletions are passed over,
as more clauses only help. What holds without assumptions is kept between clauses, as unit clauses
of their own with their own hints. In the end only what leads to the empty clause is kept.
(Goldberg, Novikov 2003: RUP; Wetzler, Heule, Hunt 2014: DRAT-trim; Cruz-Filipe et al. 2017: LRAT.)
"""

from collections.abc import Iterable, Iterator, Sequence

from ..sudoku.errors import ProofError
from ..sudoku.language import Message

Hints = list[int]


def lrat(clauses: Iterable[Sequence[int]], drup: Iterable[str]) -> list[str]:
    """Return the lines of an LRAT proof that the clauses, numbered from 1, are contradictory.

    `drup` are lines as solvers write them: literals and 0, or `d`, literals and 0. The final empty
    clause may be missing. Raises `ProofError` where a line is no clause, or does not follow.
    """
    trail = _Trail(clauses)
    for number, line in enumerate(drup, 1):
        words = line.split()
        is_deletion = words[:1] == ["d"]
        clause = _literals(words[1:] if is_deletion else words, number)
        if is_deletion or trail.is_refuted:
            continue
        if any(abs(literal) > trail.variables for literal in clause):
            raise ProofError(
                Message("line {number} of the proof has other variables", number=number)
            )
        hints = trail.hints(clause)
        if hints is None:
            raise ProofError(
                Message(
                    "line {number} of the proof does not follow from those before", number=number
                )
            )
        trail.add(clause, hints)
    if not trail.is_refuted:
        raise ProofError(Message("the proof ends without the empty clause"))
    return list(_needed(trail.lemmas))


def _literals(words: list[str], number: int) -> list[int]:
    try:
        *literals, end = map(int, words)
    except ValueError:
        end = 1
    if end != 0 or 0 in literals:
        raise ProofError(
            Message("line {number} of the proof is no clause that ends with 0", number=number)
        )
    return list(dict.fromkeys(literals))


def _needed(lemmas: dict[int, tuple[Sequence[int], Hints]]) -> Iterator[str]:
    """Yield the lines of those lemmas that lead to the last one, the empty clause."""
    needed = {max(lemmas)}
    for identifier in sorted(lemmas, reverse=True):
        if identifier in needed:
            needed.update(lemmas[identifier][1])
    for identifier, (clause, hints) in lemmas.items():
        if identifier in needed:
            yield " ".join(map(str, (identifier, *clause, 0, *hints, 0)))


class _Trail:
    """Clauses under unit propagation.

    `value[literal]` is 1 for true, -1 for false, 0 for neither; negative literals use that Python
    counts places in a list from its end. `reason[variable]` is the number of the clause that made
    it true or false, 0 for an assumption. A clause is watched by its first two literals, which are
    not false unless something that was assumed later is.
    """

    def __init__(self, formula: Iterable[Sequence[int]]) -> None:
        self.clauses: dict[int, list[int]] = {}
        self.lemmas: dict[int, tuple[Sequence[int], Hints]] = {}
        self.watches: dict[int, list[int]] = {}
        self.variables = 0
        self.value = [0]
        self.reason = [0]
        self.trail: list[int] = []
        self.head = 0
        self.next = 1
        self.is_refuted = False

        self._load(formula)

    def _load(self, formula: Iterable[Sequence[int]]) -> None:
        """Number the formula's clauses before anything follows from them; then propagate."""
        short = []
        for clause in formula:
            literals = list(dict.fromkeys(clause))
            self._make_room(max(map(abs, literals), default=0))
            self._watch(self.next, literals)
            if len(literals) < 2:
                short.append(self.next)
            self.next += 1
        for identifier in short:
            if not self.is_refuted:
                self._force(identifier)

    def add(self, clause: Sequence[int], hints: Hints) -> None:
        """Add a lemma with its hints, and propagate what it forces."""
        identifier = self._record(clause, hints)
        literals = list(clause)
        value = self.value
        # Literals that are not false come first, so that the watches are right from the start.
        literals.sort(key=lambda literal: value[literal] < 0)
        self._watch(identifier, literals)
        self._force(identifier)

    def hints(self, clause: Sequence[int]) -> Hints | None:
        """Return the clauses that show a clause by unit propagation, in order; None if none do."""
        mark = len(self.trail)
        conflict = 0
        for literal in clause:
            if self.value[literal] > 0:  # true already: its reason alone shows the clause
                conflict = self.reason[abs(literal)]
                break
            if self.value[literal] == 0:
                self._assign(-literal, 0)
        hints = None
        if conflict or any(literal == -other for literal in clause for other in clause):
            hints = [conflict] if conflict else []
        elif conflict := self._propagate():
            hints = self._explanation(conflict)
        for literal in self.trail[mark:]:
            self.value[literal] = self.value[-literal] = 0
        del self.trail[mark:]
        self.head = mark
        return hints

    def _watch(self, identifier: int, literals: list[int]) -> None:
        self.clauses[identifier] = literals
        if len(literals) > 1:
            for literal in literals[:2]:
                self.watches.setdefault(literal, []).append(identifier)

    def _force(self, identifier: int) -> None:
        """Make the only literal of a clause that is not false true; where all are false, refute."""
        free = [literal for literal in self.clauses[identifier] if self.value[literal] >= 0]
        if not free:
            self._refute(identifier)
        elif len(free) == 1 and self.value[free[0]] == 0:
            self._assign(free[0], identifier)
            self._settle()

    def _record(self, clause: Sequence[int], hints: Hints) -> int:
        identifier = self.next
        self.next += 1
        self.lemmas[identifier] = clause, hints
        return identifier

    def _make_room(self, variable: int) -> None:
        """Enlarge the lists; those indexed by literals hold the negative ones behind."""
        if variable > self.variables:
            more = variable - self.variables
            middle = self.variables + 1
            self.value[middle:middle] = [0] * (2 * more)
            self.reason += [0] * more
            self.variables = variable

    def _assign(self, literal: int, reason: int) -> None:
        self.value[literal], self.value[-literal] = 1, -1
        self.reason[abs(literal)] = reason
        self.trail.append(literal)

    def _settle(self) -> None:
        """Propagate without assumptions; make a lemma of every literal that this makes true."""
        mark = self.head
        conflict = self._propagate()
        for literal in self.trail[mark:]:
            reason = self.reason[abs(literal)]
            if len(self.clauses[reason]) > 1:
                hints = [
                    self.reason[abs(other)] for other in self.clauses[reason] if other != literal
                ]
                unit = self._record([literal], [*hints, reason])
                self.clauses[unit] = [literal]
                self.reason[abs(literal)] = unit
        if conflict:
            self._refute(conflict)

    def _refute(self, conflict: int) -> None:
        """Record the empty clause: all literals of the conflict are false by unit clauses."""
        hints = [self.reason[abs(literal)] for literal in self.clauses[conflict]]
        self._record([], [*hints, conflict])
        self.is_refuted = True

    def _explanation(self, conflict: int) -> Hints:
        """Return the reasons, in the order of propagation, that lead to a false clause."""
        seen = {abs(literal) for literal in self.clauses[conflict]}
        hints = [conflict]
        for literal in reversed(self.trail):
            variable = abs(literal)
            if variable in seen and (reason := self.reason[variable]):
                hints.append(reason)
                seen.update(map(abs, self.clauses[reason]))
        hints.reverse()
        return hints

    def _propagate(self) -> int:
        """Propagate what is on the trail; return the number of a clause that became false, or 0."""
        value, clauses, watches, trail = self.value, self.clauses, self.watches, self.trail
        while self.head < len(trail):
            false = -trail[self.head]
            self.head += 1
            watching = watches.get(false)
            if not watching:
                continue
            kept = []
            for place, identifier in enumerate(watching):
                clause = clauses[identifier]
                if clause[0] == false:
                    clause[0], clause[1] = clause[1], false
                first = clause[0]
                if value[first] > 0:
                    kept.append(identifier)
                    continue
                for k in range(2, len(clause)):
                    literal = clause[k]
                    if value[literal] >= 0:
                        clause[1], clause[k] = literal, false
                        watches.setdefault(literal, []).append(identifier)
                        break
                else:
                    kept.append(identifier)
                    if value[first] < 0:
                        kept += watching[place + 1 :]
                        watches[false] = kept
                        return identifier
                    value[first], value[-first] = 1, -1
                    self.reason[abs(first)] = identifier
                    trail.append(first)
            watches[false] = kept
        return 0
