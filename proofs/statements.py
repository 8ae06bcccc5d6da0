"""What certificates state of a Sudoku, or of a pair: each kind with the facts that show it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Self, cast

from ..answers.canonical import CanonicalForm
from ..answers.completion import Completed, completions
from ..answers.symmetries import Orbits, orbits
from ..answers.ways import Ways
from ..applications.studies.clues import FewClues
from ..base.decoding import decoded_fields
from ..base.errors import CheckError, DecodingError, ProofError
from ..base.language import Message
from ..questions.canonical import BetterCopy
from ..questions.completion import Completable, HasOtherSolution
from ..questions.facts import as_json, facts_from_json, from_json
from ..questions.question import NO_FACT as GIVEN
from ..questions.question import Question
from ..questions.registry import QUESTIONS, find_question
from ..questions.symmetry import HasOtherSymmetries
from ..solvers.clock import Clock, Timeout
from ..solvers.registry import DEFAULT
from ..sudoku.grid import CellSet, Grid
from ..sudoku.shape import BoxShape
from ..sudoku.transformation import Transformation
from .certificate import FACTS, Statement, as_expected
from .proof import in_time


@dataclass(frozen=True)
class CertifiedNo(Statement):
    """The answer to a question is no."""

    question: Question

    CERTIFIES = "no"
    ABOUT = "The answer is no to what certificate.json asks."

    def questions(self) -> tuple[Question, ...]:
        """Return the question; how many or how few is none that has a no."""
        if self.question.is_how_many:
            raise ProofError("there is nothing to certify: the answer is neither yes nor no")
        return (self.question.plain,)

    def as_json(self) -> dict[str, object]:
        return self.question.plain.as_json()

    @classmethod
    def _kind(cls, values: Mapping[str, Any]) -> type[Question]:
        asks = decoded_fields(values, {"asks": str})["asks"]
        if asks not in QUESTIONS:
            raise DecodingError("{file} is of no kind that is known here", file="asks")
        return find_question(asks)

    @classmethod
    def number_of_sudokus(cls, values: Mapping[str, Any]) -> int:
        return len(cls._kind(values).sudoku_names())

    @classmethod
    def read(cls, values: Mapping[str, Any], shape: BoxShape, sudokus: Sequence[Grid]) -> Self:
        kind = cls._kind(values)
        names = kind.sudoku_names()
        facts = facts_from_json(values, kind, shape, names)
        return cls(kind(**dict(zip(names, sudokus, strict=True)), **facts))


@dataclass(frozen=True)
class CertifiedYes(CertifiedNo):
    """The answer to a question is yes, as `witness` shows; `best`: and none is better.

    For steps that is: no fewer are enough. Of how many or how few it is the most, or the fewest.
    """

    witness: Any
    best: bool

    CERTIFIES = "yes"
    ABOUT = "The witness in certificate.json answers what is asked there."

    def questions(self) -> tuple[Question, ...]:
        """Follow the witness; return whether another is better, if that is to be no."""
        if wrong := self.question.wrong(self.witness):
            raise ProofError("the witness does not hold: {wrong}", wrong=wrong)
        if self.best and not self.question.has_better:
            wrong = Message("no answer to this question is better than another")
            raise ProofError("{file}: {name}: {wrong}", file=FACTS, name="best", wrong=wrong)
        better = self.question.better(self.witness) if self.best else None
        return () if better is None else (better,)

    @property
    def is_best(self) -> bool:
        """Whether no witness is better, because that is stated, or because none can be."""
        question = self.question
        return self.best or (question.has_better and question.better(self.witness) is None)

    @property
    def weaker(self) -> "CertifiedYes":
        return replace(self, best=False)

    def as_json(self) -> dict[str, object]:
        witness = as_json(self.question.WITNESS, self.witness)
        return {**super().as_json(), "witness": witness, "best": self.best}

    @classmethod
    def read(cls, values: Mapping[str, Any], shape: BoxShape, sudokus: Sequence[Grid]) -> Self:
        question = CertifiedNo.read(values, shape, sudokus).question
        types = {"witness": question.WITNESS, "best": bool}
        return cls(question, **from_json(values, types, shape))


@dataclass(frozen=True)
class CertifiedForm(Statement):
    """`form` is the least copy of a grid (`min`), or the greatest (`max`).

    The transformation leads to it. Copies of the grid are its copies: so none needs to be better.
    """

    grid: Grid = field(metadata=GIVEN)
    extreme: Literal["min", "max"]
    form: Grid
    transformation: Transformation

    CERTIFIES = "canonical form"
    ABOUT = "The form in certificate.json is a copy of the Sudoku, by the transformation there."

    @classmethod
    def of(cls, found: CanonicalForm, form: str = "min") -> Self:
        """Return the statement of a canonical form, `min` or `max`."""
        extreme = cast("Literal['min', 'max']", form)
        return cls(found.grid, extreme, found.form, found.transformation)

    @property
    def greatest(self) -> bool:
        """Whether the form is the greatest copy."""
        return self.extreme == "max"

    def questions(self) -> tuple[BetterCopy]:
        """Follow the steps; return whether a copy of the form is better."""
        if not self.transformation.leads(self.grid, self.form):
            raise ProofError("the steps do not lead from the Sudoku to its form")
        return (BetterCopy(self.form, self.greatest),)


_SYMMETRIES = """\
The symmetries in list p of certificate.json, from 0, leave the first p lines in place, and bring
the next one to other places; rows come before columns. The numbers of places, each with 1 for
staying, are multiplied, with 2 for a turn, and with the ways to rename unused digits."""


@dataclass(frozen=True)
class CertifiedSymmetries(Statement):
    """How many symmetries a grid has, exactly; `turn` and `symmetries` are those of `Orbits`.

    A symmetry is shown for each image that a line has, and one proof that there are no others.
    """

    grid: Grid = field(metadata=GIVEN)
    number: int
    turn: Transformation | None
    symmetries: tuple[tuple[Transformation, ...], ...]

    CERTIFIES = "number of symmetries"
    ABOUT = _SYMMETRIES

    @classmethod
    @in_time()
    def of(
        cls, grid: Grid, number: int, backend: str = DEFAULT, *, timeout: Timeout = None
    ) -> Self:
        """Return the statement of a number, with orbits that `backend` finds.

        Raises `ProofError` where the time was not enough, `CheckError` for a wrong number.
        """
        shown = orbits(grid, backend, timeout=timeout)
        if shown.number != number:
            raise CheckError(f"counted {number} symmetries, and found {shown.number}")
        return cls(grid, number, shown.turn, shown.witnesses)

    def questions(self) -> tuple[HasOtherSymmetries]:
        """Follow all symmetries; return whether there are others."""
        said = Orbits(self.grid, self.turn, self.symmetries)
        with as_expected(FACTS):
            places = said.places()
        if self.number != said.number:
            raise ProofError(
                "the certificate says {said}, its symmetries make {number}",
                said=self.number,
                number=said.number,
            )
        lines = tuple([tuple(sorted(orbit)) for orbit in places])
        return (HasOtherSymmetries(self.grid, lines, self.turn is not None),)


@dataclass(frozen=True)
class CertifiedWays(Statement):
    """In how many ways, exactly, the second grid is a copy of the first; one leads there.

    There are as many as the first has symmetries: `turn` and `symmetries` are those of `Orbits`.
    """

    first: Grid = field(metadata=GIVEN)
    second: Grid = field(metadata=GIVEN)
    ways: int
    transformation: Transformation
    turn: Transformation | None
    symmetries: tuple[tuple[Transformation, ...], ...]

    CERTIFIES = "number of ways"
    ABOUT = f"""\
The second Sudoku is a copy of the first, by the transformation in certificate.json, in as many
ways as the first has symmetries.
{_SYMMETRIES}"""

    @classmethod
    def of(cls, found: Ways, backend: str = DEFAULT, *, timeout: Timeout = None) -> Self:
        """Return the statement of a number of ways above 0; raise as `CertifiedSymmetries.of`."""
        way, first, number = found.answer.transformation, found.answer.first, found.number
        if way is None or not number:
            raise ProofError("there is nothing to certify: no ways were counted")
        shown = CertifiedSymmetries.of(first, number, backend, timeout=timeout)
        return cls(first, found.answer.second, number, way, shown.turn, shown.symmetries)

    def questions(self) -> tuple[HasOtherSymmetries]:
        """Follow the way and all symmetries; return whether there are others."""
        if not self.transformation.leads(self.first, self.second):
            raise ProofError("the witness does not lead from the first to the second")
        return CertifiedSymmetries(self.first, self.ways, self.turn, self.symmetries).questions()


@dataclass(frozen=True)
class CertifiedSolutions(Statement):
    """A Sudoku has no solution, just this one, or these two and perhaps others."""

    grid: Grid = field(metadata=GIVEN)
    solutions: tuple[Grid, ...]

    CERTIFIES = "solutions"
    ABOUT = "The solutions in certificate.json are different ones of the Sudoku."

    @classmethod
    @in_time()
    def of(cls, found: Completed, *, timeout: Timeout = None) -> Self | None:
        """Return the statement of an answer; None where the number is not known.

        Looks for a second solution if need be; raises `ProofError` where the time is not enough.
        """
        if found.word in ("some", "undecided"):
            return None
        shown = list(found.solutions[:2])
        if found.more and len(shown) < 2:
            all_ = completions(found.grid, timeout=timeout)
            shown += [next(one for one in all_ if one not in shown)]
        return cls(found.grid, tuple(shown))

    @property
    def completed(self) -> Completed:
        """The same as an answer."""
        return Completed(self.grid, self.solutions[:1], len(self.solutions) > 1)

    def questions(self) -> tuple[Question, ...]:
        """Compare the solutions with the rules; return whether there is any, or another."""
        question, shown = Completable(self.grid), self.solutions
        if not all(map(question.holds, shown)) or len(set(shown)) < len(shown) or len(shown) > 2:
            raise ProofError("not all solutions are different ones of this Sudoku")
        if not shown:
            return (question,)
        return (HasOtherSolution(self.grid, *shown),) if len(shown) == 1 else ()


@dataclass(frozen=True)
class CertifiedClues(Statement):
    """Puzzles of a grid need `at_least` clues, and `puzzle`, which has `at_most`, has enough.

    Where one of the `others`, complete grids, differs, every puzzle needs a clue: without it, it
    has both solutions. Fewer cells than the statement says cannot meet all these sets.
    """

    grid: Grid = field(metadata=GIVEN)
    at_least: int
    at_most: int
    puzzle: Grid
    others: tuple[Grid, ...]

    CERTIFIES = "fewest clues"
    ABOUT = """\
Each of the others in certificate.json is a complete Sudoku. A puzzle without a clue where one of
them differs from the Sudoku has both as solutions: it needs a clue in each of these sets of cells.
The puzzle in certificate.json has a clue in each."""

    @classmethod
    @in_time()
    def of(
        cls,
        puzzle: Grid,
        grid: Grid,
        at_least: int,
        sets: Sequence[CellSet],
        *,
        timeout: Timeout = None,
    ) -> Self:
        """Return the statement that `puzzle` has enough clues, and `at_least` are needed.

        `grid` is its only solution, `sets` are unavoidable sets that fewer cells do not meet.
        Raises `ProofError` where one is not, and where the time was not enough.
        """
        clock = Clock.of(timeout)
        others = tuple([_other(grid, one, clock) for one in sets])
        return cls(grid, at_least, puzzle.clues, puzzle, others)

    def questions(self) -> tuple[FewClues, HasOtherSolution]:
        """Return whether fewer cells meet all sets, and whether the puzzle is not unique."""
        grid, puzzle = self.grid, self.puzzle
        if not grid.is_solved():
            raise ProofError("the certificate is about a complete Sudoku, which this is not")
        if puzzle != grid.keeping(puzzle.clue_cells):
            raise ProofError("the puzzle in {file} is not one of this Sudoku", file=FACTS)
        # One that does not differ would make a set that nothing meets, and the proof worth nothing.
        if not all(other.is_solved() and other != grid for other in self.others):
            raise ProofError("not all others in {file} are other complete Sudokus", file=FACTS)
        if self.at_most != puzzle.clues or not 0 <= self.at_least <= self.at_most:
            raise ProofError("the numbers of clues in {file} are wrong", file=FACTS)
        sets = [
            frozenset(cell for cell in grid.cells if grid[cell] != other[cell])
            for other in self.others
        ]
        return FewClues(grid, tuple(sets), self.at_least - 1), HasOtherSolution(puzzle, grid)


def _other(grid: Grid, cells: CellSet, clock: Clock) -> Grid:
    """Return another complete grid that differs from this one in these cells at most."""
    rest = grid.keeping(set(grid.cells) - cells)
    other = next((one for one in completions(rest, timeout=clock) if one != grid), None)
    if other is None:
        raise ProofError("there is nothing to certify: a set of cells is not unavoidable")
    return other


STATEMENTS: dict[str, type[Statement]] = {
    kind.CERTIFIES: kind
    for kind in (
        CertifiedYes,
        CertifiedNo,
        CertifiedForm,
        CertifiedWays,
        CertifiedSymmetries,
        CertifiedSolutions,
        CertifiedClues,
    )
}
"""The kinds, by what `certificate.json` calls them."""
