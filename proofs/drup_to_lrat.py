"""Convert a solver's DRUP proof, which lists only clauses, to an LRAT proof, in which each clause
also has hints: the numbers of the earlier clauses from which it follows.

Every clause of a DRUP proof follows from the clauses before it by unit propagation (RUP): if all
its literals are assumed to be false, then clauses in which a single literal is not false make this
literal true, one after another, until all literals of some clause are false. The clauses that took
part are the hints.

The conversion first reads the clauses, until unit propagation alone leads to a contradiction. Then
it goes backward through the clauses and finds hints only for clauses that are hints of a later
clause. These needed clauses are tried before all other clauses, which keeps the proof short.
Deletions are ignored, because additional clauses can only help. Each literal that is true without
assumptions gets a unit clause with its own hints. (Goldberg, Novikov 2003: RUP, backward; Heule,
Hunt, Wetzler 2013: needed clauses first; Cruz-Filipe et al. 2017: LRAT.)

The compiled functions (kernel) in kernel/proof_hints.c do the same and write the same lines. The
class in this file is used if there is no kernel, or if a proof is wrong, to find the error.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain

from ..base.errors import ProofError
from ..kernel import kernel_functions
from ..solvers.deadline import Deadline, Timeout
from ..solvers.protocol import DrupProof


def convert_drup_to_lrat(
    clauses: Iterable[Sequence[int]], drup_lines: Iterable[str], timeout: Timeout = None
) -> list[str]:
    """Convert a DRUP proof that a formula has no model to an LRAT proof, and return the lines of
    the LRAT proof. In an LRAT proof, each clause also has hints: the numbers of the earlier clauses
    from which it follows. `clauses` are the clauses of the formula, and `drup_lines` has the lines
    of the DRUP proof.

    The final empty clause of the DRUP proof may be missing. Raises `ProofError` if a line is not a
    clause, if a needed clause does not follow from the clauses before it, or if the proof leads to
    no contradiction. Raises `DeadlinePassedError` if the time runs out.
    """
    deadline = Deadline.from_timeout(timeout)
    # A list of all clauses would be slow, because Python would search it for garbage again and
    # again.
    formula: list[int] = []
    for clause in deadline.iterate_until_deadline(clauses):
        formula += clause
        formula.append(0)
    lines = drup_lines
    if not isinstance(lines, DrupProof):
        lines = list(deadline.iterate_until_deadline(drup_lines))
    with suppress(ProofError):  # if the proof is wrong, the code below finds the first error
        numbers: Iterable[int]
        if isinstance(lines, DrupProof):
            numbers = lines.added_clauses
        else:
            added = _yield_line_numbers_and_added_clauses(deadline.iterate_until_deadline(lines))
            numbers = chain.from_iterable((*clause, 0) for _, clause in added)
        steps = kernel_functions.try_make_lrat_lines(formula, numbers, deadline.check_deadline)
        if steps is not None:
            return steps
    proof = _ProofConversion(deadline.iterate_until_deadline(_yield_clauses(formula)))
    for line, clause in _yield_line_numbers_and_added_clauses(
        deadline.iterate_until_deadline(lines)
    ):
        proof.add_learnt_clause_and_propagate(line, clause)
    return list(proof.yield_lrat_lines_from_last_to_first(deadline))[::-1]


def _yield_clauses(numbers: list[int]) -> Iterator[list[int]]:
    """Yield each clause of a formula. `numbers` has the literals of all clauses, with a 0 after
    each clause.
    """
    start = 0
    while start < len(numbers):
        end = numbers.index(0, start)
        yield numbers[start:end]
        start = end + 1


def _yield_line_numbers_and_added_clauses(drup: Iterable[str]) -> Iterator[tuple[int, list[int]]]:
    """Yield each clause that a DRUP proof adds to the formula, with the number of its line of text,
    from 1. Deletions of clauses are skipped.
    """
    for number, line in enumerate(drup, 1):
        words = line.split()
        is_deletion = words[:1] == ["d"]
        try:
            *literals, end = map(int, words[is_deletion:])
        except ValueError:
            end = 1
        if end != 0 or 0 in literals:
            raise ProofError(
                "line {number} of the proof is no clause that ends with 0", number=number
            )
        if not is_deletion:
            yield number, literals


def _make_unproved_clause_error(line_number: int) -> ProofError:
    """Return the error for a line of a proof whose clause does not follow from the clauses before
    it.
    """
    return ProofError(
        "line {number} of the proof does not follow from those before", number=line_number
    )


class _LiteralCodes(dict[int, int]):
    """A dictionary from literals to codes, which are used as indices of lists. The code of the
    variable v is 2v, and the code of its negation 2v + 1. Each code is computed only once, when it
    is first needed, so that equal codes are the same object.
    """

    def __missing__(self, literal: int) -> int:
        code = self[literal] = 2 * abs(literal) + (literal < 0)
        return code


class _ProofConversion:
    """A conversion of a DRUP proof to an LRAT proof, while it is in progress. It holds the
    formula's clauses, the clauses that the solver added, and the literals that follow from both by
    unit propagation.

    All clauses are in one list of numbers, `arena`. Each clause is written as its number, the codes
    of its literals, and 0. The start of a clause, by which the code refers to the clause, is the
    index of its first literal in `arena`. The first two literals of a clause are watched. When unit
    propagation has ended without a contradiction, a watched literal can be false only if the other
    watched literal is true.

    - `value[code]`: 1 if the literal with this code is true, -1 if it is false, 0 if it is
      undecided.
    - `trail`: the codes of the true literals, in the order in which they became true. The literals
      that are true without assumptions come first.
    - `fixed`: the literals that are false because their negation is true without assumptions, in
      the order of `trail`. Their codes are mapped to the number of the unit clause that shows it.
    - `reason[code]`: the start of the clause that made the literal with this code true, or 0 if the
      literal was assumed to be true.
    """

    def __init__(self, formula: Iterable[Sequence[int]]) -> None:
        self.codes = _LiteralCodes()
        self.arena = [0]
        self.clause_starts = [0]  # the start of each clause, by its number
        for clause in formula:
            self._append_clause_and_get_clause_number(
                [self.codes[literal] for literal in dict.fromkeys(clause)]
            )
        self.formula_size = len(self.clause_starts) - 1
        self.variables = max(map(abs, self.codes), default=0)
        size = 2 * self.variables + 2
        self.value = [0] * size
        self.reason = [0] * size
        # The starts of the clauses that watch each literal: of the clauses that are needed, and of
        # all other clauses.
        self.needed_watches: list[list[int]] = [[] for _ in range(size)]
        self.other_watches: list[list[int]] = [[] for _ in range(size)]
        self.trail: list[int] = []
        self.fixed: dict[int, int] = {}
        self.lines: dict[int, int] = {}
        self.hints: dict[int, list[int]] = {}
        self.needed: set[int] = set()
        self.is_refuted = False
        units = []
        for start in self.clause_starts[1:]:
            if not self.arena[start]:
                self._add_empty_clause(start)
                return
            if not self.arena[start + 1]:
                units.append(start)
            self._watch_clause(start)
        self._fix_units_and_add_empty_clause_on_conflict(units)

    def add_learnt_clause_and_propagate(self, line_number: int, clause: Iterable[int]) -> None:
        """Add a clause that the solver learnt, and record all literals that become true by unit
        propagation. `line_number` is the number of the clause's line in the DRUP proof.
        """
        if any(abs(literal) > self.variables for literal in clause):
            raise ProofError("line {number} of the proof has other variables", number=line_number)
        if self.is_refuted:
            return
        value = self.value
        codes = [self.codes[literal] for literal in dict.fromkeys(clause)]
        if any(value[code] > 0 or code ^ 1 in codes for code in codes):
            return  # it contains a true literal, or a literal and its negation: no clause needs it
        if not codes:
            raise _make_unproved_clause_error(line_number)
        codes.sort(key=lambda code: value[code] < 0)
        number = self._append_clause_and_get_clause_number(codes)
        self.lines[number] = line_number
        self._watch_clause(self.clause_starts[number])
        if value[codes[0]] < 0:
            self._add_empty_clause(self.clause_starts[number])
        elif len(codes) == 1 or value[codes[1]] < 0:
            self._fix_units_and_add_empty_clause_on_conflict([self.clause_starts[number]])

    def yield_lrat_lines_from_last_to_first(self, deadline: Deadline) -> Iterator[str]:
        """Yield the lines of the LRAT proof, from the last line to the first. The last line of the
        proof is the empty clause. Clauses from which the empty clause does not follow are left out.
        """
        if not self.is_refuted:
            raise ProofError("the proof ends without the empty clause")
        last = len(self.clause_starts) - 1
        self.needed.add(last)
        literals = {code: literal for literal, code in self.codes.items()}
        for number in deadline.iterate_until_deadline(
            range(last, self.formula_size, -1), items_per_check=16
        ):
            clause = self._get_literal_codes_of_clause(self.clause_starts[number])
            self._undo_last_clause(number)
            if number not in self.needed:
                continue
            hints = self.hints.pop(number, None) or self._find_hints(number, clause)
            for hint in hints:
                self._mark_as_needed(hint)
            words = (number, *(literals[code] for code in clause), 0, *hints, 0)
            yield " ".join(map(str, words))

    def _append_clause_and_get_clause_number(self, literal_codes: list[int]) -> int:
        """Append a clause to the list `arena`, and return the clause's number in the proof, not its
        index in the list. `literal_codes` are the codes of its literals.
        """
        number = len(self.clause_starts)
        self.arena.append(number)
        self.clause_starts.append(len(self.arena))
        self.arena += literal_codes
        self.arena.append(0)
        return number

    def _get_literal_codes_of_clause(self, clause_start: int) -> list[int]:
        """Return the codes of the literals of the clause that starts at index `clause_start`."""
        return self.arena[clause_start : self.arena.index(0, clause_start)]

    def _watch_clause(self, clause_start: int) -> None:
        """Let the first two literals of a clause watch it: unit propagation looks at the clause
        only if one of them becomes false. `clause_start` is the index of the clause in `arena`. A
        clause with a single literal is not watched.
        """
        first, second = self.arena[clause_start], self.arena[clause_start + 1]
        if first and second:
            self.other_watches[first].append(clause_start)
            self.other_watches[second].append(clause_start)

    def _unwatch_clause(self, clause_start: int, clauses_by_watch: list[list[int]]) -> None:
        """Remove a clause from the lists of the two literals that watch it. `clause_start` is its
        index in `arena`; `clauses_by_watch` has, for each literal, the clauses that it watches.
        """
        for code in self._get_literal_codes_of_clause(clause_start)[:2]:
            watching = clauses_by_watch[code]
            # This is usually true, because the clause is one of the latest.
            if watching[-1] == clause_start:
                watching.pop()
            else:
                watching.remove(clause_start)

    def _fix_units_and_add_empty_clause_on_conflict(self, clause_starts: list[int]) -> None:
        """Record the literals that must be true without assumptions, and all literals that follow
        from them by unit propagation. Each number in `clause_starts` is the index in `arena` of a
        clause whose first literal must be true, because all its other literals are false. If a
        contradiction follows, the empty clause is added, which ends the proof.
        """
        known, conflict = len(self.trail), 0
        for start in clause_starts:
            code = self.arena[start]
            if self.value[code] < 0:
                conflict = start
            elif not self.value[code]:
                self._assign_true(code, start)
        conflict = conflict or self._propagate(known)
        for code in self.trail[known:]:
            start = self.reason[code]
            number = self.arena[start - 1]
            if self.arena[start + 1]:
                others = [
                    self.fixed[other]
                    for other in self._get_literal_codes_of_clause(start)
                    if other != code
                ]
                unit = self._append_clause_and_get_clause_number([code])
                self.hints[unit] = [*others, number]
                number = unit
            self.fixed[code ^ 1] = number
        if conflict:
            self._add_empty_clause(conflict)

    def _add_empty_clause(self, false_clause_start: int) -> None:
        """Add the empty clause, which ends the proof. `false_clause_start` is the index in `arena`
        of a clause whose literals are all false; the empty clause follows from this clause.
        """
        units = [self.fixed[code] for code in self._get_literal_codes_of_clause(false_clause_start)]
        self.hints[self._append_clause_and_get_clause_number([])] = [
            *units,
            self.arena[false_clause_start - 1],
        ]
        self.is_refuted = True

    def _undo_last_clause(self, clause_number: int) -> None:
        """Remove the last clause, whose number is `clause_number`, and undo all literals that are
        true because of it. Afterwards the earlier clauses can be examined without this clause.
        """
        start = self.clause_starts.pop()
        if clause_number in self.lines and self.arena[start + 1]:
            is_needed = clause_number in self.needed
            self._unwatch_clause(start, self.needed_watches if is_needed else self.other_watches)
        while self.fixed and next(reversed(self.fixed.values())) >= clause_number:
            self.fixed.popitem()
        self._shorten_trail(len(self.fixed))

    def _mark_as_needed(self, clause_number: int) -> None:
        """Record that the proof needs clause `clause_number`. From now on, unit propagation tries
        this clause before all clauses that are not needed, which keeps the proof short.
        """
        start = self.clause_starts[clause_number]
        if clause_number not in self.needed and self.arena[start + 1]:
            self._unwatch_clause(start, self.other_watches)
            for code in self._get_literal_codes_of_clause(start)[:2]:
                self.needed_watches[code].append(start)
        self.needed.add(clause_number)

    def _find_hints(self, clause_number: int, literal_codes: list[int]) -> list[int]:
        """Return the hints of a clause: the numbers of the earlier clauses from which the clause
        follows by unit propagation. `literal_codes` are the codes of the clause's literals, and
        `clause_number` is its number. Raises `ProofError` if the clause does not follow from
        earlier clauses.
        """
        known = len(self.trail)
        for code in literal_codes:
            if not self.value[code]:
                self._assign_true(code ^ 1, 0)
        conflict = self._propagate(known)
        if not conflict:
            raise _make_unproved_clause_error(self.lines[clause_number])
        # The hints are first the unit clauses that make literals of the conflict false, then the
        # other clauses that made literals true, in the order in which they did.
        false, clause_starts = set(self._get_literal_codes_of_clause(conflict)), [conflict]
        for code in reversed(self.trail[len(self.fixed) :]):
            if code ^ 1 in false and (start := self.reason[code]):
                clause_starts.append(start)
                false.update(self._get_literal_codes_of_clause(start))
        # The literals of the clause itself are assumed to be false, so they need no hints, even if
        # they are false without the assumption.
        false.difference_update(literal_codes)
        units = sorted(self.fixed[code] for code in false if code in self.fixed)
        self._shorten_trail(known)
        return units + [self.arena[start - 1] for start in reversed(clause_starts)]

    def _assign_true(self, literal_code: int, reason_start: int) -> None:
        """Make the literal with this code true. `reason_start` is the start of the clause from
        which it follows, or 0 for an assumption.
        """
        self.value[literal_code], self.value[literal_code ^ 1] = 1, -1
        self.reason[literal_code] = reason_start
        self.trail.append(literal_code)

    def _shorten_trail(self, new_length: int) -> None:
        """Undo all assignments except the first `new_length`: the literals in `trail` after them
        become undecided.
        """
        for code in self.trail[new_length:]:
            self.value[code] = self.value[code ^ 1] = 0
        del self.trail[new_length:]

    def _propagate(self, trail_index: int) -> int:
        """Find all literals that follow by unit propagation from the literals in `trail` from index
        `trail_index` on, and append them to `trail`. Return the index in `arena` of a clause whose
        literals are all false, or 0 if there is no such clause.

        Needed clauses are tried first. This loop takes nearly all the time of a conversion.
        """
        arena, value, reason, trail = self.arena, self.value, self.reason, self.trail
        needed_head = other_head = trail_index
        while other_head < len(trail):
            if needed_head < len(trail):
                watches, false = self.needed_watches, trail[needed_head] ^ 1
                needed_head += 1
            else:
                watches, false = self.other_watches, trail[other_head] ^ 1
                other_head += 1
            if not watches[false]:
                continue
            kept: list[int] = []
            watching = iter(watches[false])
            for start in watching:
                mine, other = start, arena[start + 1]
                if other == false:
                    mine, other = start + 1, arena[start]
                if value[other] > 0:
                    kept.append(start)
                    continue
                spare = start + 2
                while value[arena[spare]] < 0:
                    # ends at the latest at the 0 after the clause, because `value[0]` is 0
                    spare += 1
                if literal := arena[spare]:
                    arena[mine], arena[spare] = literal, false
                    watches[literal].append(start)
                    continue
                kept.append(start)
                if value[other] < 0:
                    kept.extend(watching)
                    watches[false] = kept
                    return start
                value[other], value[other ^ 1] = 1, -1
                reason[other] = start
                trail.append(other)
            watches[false] = kept
        return 0
