"""Find the nearest copy of a Sudoku: the transformation that moves the most clues of this Sudoku
onto equal clues of another Sudoku.
"""

from __future__ import annotations  # help() then shows the names of types, not their parts

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from ..base.errors import DeadlinePassedError, WitnessError
from ..base.registry import render_as_html, render_as_text
from ..base.verdict import AnswerWithVerdict, Verdict, choose_verdict_word
from ..encoding.clue_comparison import FormulaWithCostCountersByRow, MostAgreeingCellsFormula
from ..solvers.deadline import Deadline, Timeout
from ..solvers.protocol import Bounds, FewestStepsBackend
from ..solvers.registry import NEAREST, find_backend, make_oracle
from ..sudoku.allowed_moves import EVERYTHING, MOVE_KINDS, AllowedMoves
from ..sudoku.grid import Grid, check_grids
from ..sudoku.transformation import Permutation, Transformation

if TYPE_CHECKING:
    from ..questions.claim import Claim


_SYMMETRY_SECONDS = 10.0
"""Twice the number of seconds for finding symmetries. After them, no symmetries are used."""


@dataclass(frozen=True, slots=True)
class NearestCopy(AnswerWithVerdict):
    """The answer to the question how near two Sudokus are to being copies: how many clues of the
    first can a transformation move onto equal clues of the second?

    - `blanks`: if true, blank cells count like clues in all numbers below.
    - `at_least`: if it is a number, the caller asked only whether a transformation can move this
      number of clues onto equal clues. If it is None, the caller asked for the greatest number.
    - `transformation`: the best transformation that was found.
    - `agreeing`: the number of clues of the first grid that `transformation` moves onto equal
      clues, counted on the grids.
    - `at_most`: a bound: no transformation moves more than this number of clues onto equal clues.
      It is greater than `agreeing` if the search ended early, because the time was up or because it
      was known whether `at_least` clues can agree.
    - `total`: the number of clues of the first grid.
    - `seconds`: the time that the answer took.
    - `only`: the kinds of moves that were allowed, such as exchanging rows.
    """

    first: Grid
    second: Grid
    blanks: bool
    at_least: int | None
    transformation: Transformation
    agreeing: int
    at_most: int
    total: int
    backend: str
    seconds: float
    only: AllowedMoves = EVERYTHING

    @property
    def is_exact(self) -> bool:
        """Whether it is known that no other transformation moves more cells of the first grid onto
        equal cells of the second.
        """
        return self.agreeing == self.at_most

    @property
    def verdict(self) -> Verdict:
        """The answer to the question. If `at_least` is None, the question is how many cells can
        agree: yes if the greatest number is known, otherwise undecided.

        If `at_least` is given, the question is whether `at_least` cells can agree: yes if a
        transformation makes them agree, no if none does, undecided if the time was not enough.
        """
        if self.at_least is None:
            return Verdict.YES if self.is_exact else Verdict.UNDECIDED
        if self.agreeing >= self.at_least:
            return Verdict.YES
        return Verdict.NO if self.at_most < self.at_least else Verdict.UNDECIDED

    @property
    def word(self) -> str:
        """The word for the answer in programs and JSON, such as "exact" or "reached"."""
        return choose_verdict_word("nearest" if self.at_least is None else "near", self.verdict)

    def claim(self, **_other_options: object) -> Claim | None:
        """Return the statement that a certificate of this answer proves: how many cells of the two
        grids can agree, or whether `at_least` cells can agree. Return None if the answer is
        undecided.
        """
        from ..questions.nearest import HowManyCellsAgree
        from ..questions.yes_no_claims import make_claim

        question = HowManyCellsAgree(self.first, self.second, self.blanks, self.at_least, self.only)
        witness = self.transformation if question.is_yes_proved_by(self.transformation) else None
        best = self.at_least is None and self.is_exact
        return make_claim(question, self.verdict, witness, best)

    __str__ = render_as_text
    _repr_html_ = render_as_html


def nearest(  # noqa: PLR0913 - a question with all its options
    first: Grid,
    second: Grid,
    backend: str = NEAREST,
    *,
    blanks: bool = False,
    at_least: int | None = None,
    timeout: Timeout = None,
    progress: Callable[[int, int], None] = lambda _, __: None,
    only: Iterable[str] = MOVE_KINDS,
    break_symmetry: bool = True,
) -> NearestCopy:
    """Find the transformation that moves the most clues of the first grid onto equal clues of the
    second, and return it in a `NearestCopy`.

    - `backend`: the solver: `maxsat:rc2`, or a backend that can solve a formula again and again
      under different assumptions.
    - `blanks`: if true, blank cells that are moved onto blank cells count too.
    - `at_least`: if it is given, the search ends when it is known whether a transformation can move
      at least this number of clues onto equal clues.
    - `timeout`: the time limit in seconds. When the time is up, the result has the best
      transformation found so far.
    - `progress`: a function that is called after each better result, with two numbers: how many
      clues the best transformation so far moves onto equal clues, and how many clues a
      transformation can move onto equal clues at most, as far as is known.
    - `only`: the kinds of moves that are allowed, some of `MOVE_KINDS`, such as "rows" or "digits";
      by default all.
    - `break_symmetry`: whether symmetries of `second` may be used to make the search shorter: of
      several equally good transformations only one is tried.

    Raises `GridError` if the grids have different shapes, and `ArgumentError` if `only` is not
    valid. Raises `BackendError` if the backend does not exist, fails, or cannot be asked under
    assumptions. Raises `WitnessError` if the backend claims that more cells agree than do.

    >>> found = nearest(Grid([[1, 2], [2, 0]]), Grid([[0, 1], [2, 1]]))
    >>> found.agreeing, found.at_most, found.total
    (2, 2, 3)
    """
    check_grids(first, second)
    deadline, allowed_moves = Deadline.start(timeout), AllowedMoves(only)
    lines: list[Permutation] = []
    if break_symmetry and allowed_moves.allows_everything:
        from .breaking_symmetries import find_line_symmetries

        lines = find_line_symmetries(second, deadline.copy_and_restart(_SYMMETRY_SECONDS))
    formula = MostAgreeingCellsFormula(first, second, blanks, allowed_moves, lines)
    best = Transformation.identity(first.shape)
    agreeing, at_most = (
        best.count_agreeing_cells(first, second, blanks),
        formula.compared_cell_count,
    )
    with suppress(DeadlinePassedError):
        for bounds in _yield_tighter_bounds_on_differing_cells(
            backend, formula, at_least, deadline
        ):
            at_most = formula.compared_cell_count - bounds.at_least
            if bounds.model is not None:
                found = formula.transformation(bounds.model).simplest(first)
                number = found.count_agreeing_cells(first, second, blanks)
                if number < formula.compared_cell_count - bounds.number or not allowed_moves.allows(
                    found
                ):
                    raise WitnessError(
                        "{backend} claims that more cells agree than do", backend=backend
                    )
                if number > agreeing:
                    best, agreeing = found, number
            progress(agreeing, at_most)
    counted = best, agreeing, at_most, formula.compared_cell_count
    return NearestCopy(
        first,
        second,
        blanks,
        at_least,
        *counted,
        backend,
        deadline.passed_wall_seconds,
        allowed_moves,
    )


def _yield_tighter_bounds_on_differing_cells(
    backend: str,
    formula: MostAgreeingCellsFormula,
    wanted_agreeing_count: int | None,
    deadline: Deadline,
) -> Iterator[Bounds]:
    """Look for the transformation after which the fewest cells of the first grid differ from the
    second grid. Yield better and better bounds on the number of cells that differ, each with the
    solver's best model so far. If `wanted_agreeing_count` is given, the search ends when it is
    known whether a transformation exists after which `wanted_agreeing_count` cells agree.
    """
    chosen = find_backend(backend)
    if chosen.abilities.optimum and wanted_agreeing_count is None:
        model = cast("FewestStepsBackend", chosen).optimum(formula, formula.costs, deadline)
        assert model is not None  # if no cell needs to agree, every transformation is a model
        number = len(model.intersection(formula.costs))
        yield Bounds(model, number, number)
        return
    bound = (
        None
        if wanted_agreeing_count is None
        else formula.compared_cell_count - wanted_agreeing_count
    )
    counted = FormulaWithCostCountersByRow(formula, bound)
    counter = counted.counter
    with make_oracle(counted, deadline, backend) as oracle:
        model = oracle.find_model()
        if bound is None:
            assert model is not None
            yield from oracle.minimise(counter, model)
            return
        if model is None:
            yield Bounds(None, bound + 1, bound + 1)
        else:
            yield Bounds(model, counter.count_true_literals(model), 0)
