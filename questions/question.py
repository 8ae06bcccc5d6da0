"""What a question is, a frozen dataclass: facts, a formula, and what answers mean on the grids."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any, ClassVar, NamedTuple, Self, cast

from ..base.errors import BackendError, VerificationError
from ..base.messages import Message
from ..base.verdict import Verdict, WithVerdict
from ..encoding.candidates import Candidates, allow_all_candidates
from ..encoding.formula import Costed, Counted, Formula
from ..encoding.transformations import Transformations
from ..sudoku.allowed_moves import EVERYTHING, AllowedMoves
from ..sudoku.grid import Grid
from ..sudoku.shape import BoxShape
from ..sudoku.transformation import Transformation

NO_FACT = {"fact": False}  # the metadata of a field that is no fact

YES_OR_NO = "satisfiable means yes; unsatisfiable means no"

COUNTED_ONCE = (
    "renamings of digits that do not occur make ways of their own",
    "half turns are reorderings, so that each is turned by a quarter or not at all",
)
"""How a CNF's models count transformations, in two lines."""

FIRST, SECOND, ONLY = Message("Sudoku 1"), Message("Sudoku 2"), Message("Sudoku")
"""The titles of pictures."""


class Problem(NamedTuple):
    """What a solver gets: the clauses of `formula`, and what else is asked of a model.

    As few as possible of the `costs`, or `at_most` so many, are to be true; `goal` says so in
    words. Variables 1 to `shown` say the answer; the others follow from them, or help.
    """

    formula: Formula
    shown: int
    costs: Sequence[int] | None = None
    at_most: int | None = None
    goal: str = ""


def make_counted_problem(
    formula: Costed, shown: int, at_most: int | None, form: str, what: str
) -> Problem:
    """Return the problem of few costs, `what` in words; a bound is more clauses where it has to."""
    if at_most is None:
        return Problem(formula, shown, formula.costs, goal=f"optimum: the fewest {what}")
    if form in ("cnf", "wcnf") or at_most < 0:  # which a contradiction says best
        return Problem(Counted(formula, at_most), shown)
    return Problem(formula, shown, formula.costs, at_most, f"limit: at most {at_most} {what}")


@dataclass(frozen=True)
class Reply(WithVerdict):
    """What a solver says to a question: `satisfiable` or not, None where it does not know.

    `witness` is what the `true` variables of its model say, verified: a transformation, a set of
    cells or a grid. `is_optimum`: the solver says that nothing better exists.
    """

    question: "Question"
    satisfiable: bool | None
    witness: Any
    is_optimum: bool
    solver: str
    true: frozenset[int] = frozenset()

    _question = "found"

    @property
    def verdict(self) -> Verdict:
        """The answer: yes, no or undecided."""
        return self.question.verdict(self)


class Question(ABC):
    """A question about one Sudoku or two, to which there is a yes or a no.

    Its fields are its facts, which headers and certificates write and read back. `NAME` is that in
    the registry, `TITLE` says the question to people, `NO_WITNESS` that a model is none. `WITNESS`
    is a type that `serialization.py` knows.
    """

    NAME: ClassVar[str]
    TITLE: ClassVar[Message]
    WITNESS: ClassVar[type] = Transformation
    NO_WITNESS: ClassVar[Message] = Message("{name}: the model is no witness: {wrong}")

    # The facts

    @property
    def sudokus(self) -> tuple[Grid, ...]:
        """The Sudokus that the question is about, in the order of the fields."""
        return tuple([getattr(self, name) for name in self.sudoku_names()])

    @classmethod
    def sudoku_names(cls) -> list[str]:
        """Return the names of the fields that are Sudokus."""
        return [one.name for one in fields(cls) if one.type is Grid]  # type: ignore[arg-type]

    @classmethod
    def other_names(cls) -> list[str]:
        """Return the names of all other facts."""
        from .serialization import list_facts  # which deciding does not need

        return [one.name for one in list_facts(cls) if one.type is not Grid]

    @property
    def shape(self) -> BoxShape:
        """The shape of the boxes."""
        return self.sudokus[0].shape

    @property
    def plain(self) -> Self:
        """The same question in the encoding whose every clause can be read off it."""
        return self

    @property
    def is_how_many(self) -> bool:
        """Whether the question is how many or how few: there is always an answer."""
        return False

    @property
    def asks_optimum(self) -> bool:
        """Whether a solver's optimum says that nothing better exists."""
        return self.is_how_many

    def as_asked(self, optimises: bool) -> "Question":  # noqa: ARG002
        """Return what a file asks whose format asks for the best model, or for any."""
        return self

    # The problem

    @property
    @abstractmethod
    def formula(self) -> Formula:
        """The formula whose variables the solutions are about."""

    def problem(self, form: str) -> Problem:  # noqa: ARG002
        """Return the problem as a format takes it; raise `ExportError` where it takes none."""
        return Problem(self.formula, self.formula.variables)

    @property
    @abstractmethod
    def text(self) -> str:
        """The question, as the header has it."""

    @property
    def meaning(self) -> str:
        """What satisfiable means."""
        return YES_OR_NO

    @property
    @abstractmethod
    def models(self) -> Sequence[str]:
        """What a CNF's models count, on the variables shown, in lines."""

    # The answer

    @abstractmethod
    def find_error(self, witness: Any) -> Message | None:
        """Follow a witness on the grids; return what is wrong with it, None if it holds."""

    def holds(self, witness: Any) -> bool:
        """Return whether nothing is wrong with a witness."""
        return self.find_error(witness) is None

    def ask_for_better(self, witness: Any) -> "Question | None":  # noqa: ARG002
        """Return whether another witness is better, as a question; None where none can be."""
        return None

    @property
    def has_better(self) -> bool:
        """Whether one witness can be better than another, so that `ask_for_better` can be asked."""
        return type(self).ask_for_better is not Question.ask_for_better

    @abstractmethod
    def read(self, true: frozenset[int]) -> Any:
        """Return the witness that a model's true variables say; raise `SudokopieError`."""

    def witness(self, true: frozenset[int]) -> Any:
        """Return the witness that a model's true variables say, followed on the grids.

        Raises `VerificationError` that names what disagrees, and `TransformationError`.
        """
        witness = self.read(true)
        if wrong := self.find_error(witness):
            raise VerificationError(wrong)
        return witness

    @property
    def at_hand(self) -> Any:
        """A witness that needs no solver, worse than others maybe; None where there is none."""
        return None

    def check(self, reply: Reply) -> None:
        """Raise `BackendError` for what a solver says that can be seen to be wrong."""
        if reply.satisfiable is False and self.is_how_many:
            raise BackendError(
                "{name}: the solver says no, where there is always an answer", name=reply.solver
            )

    def verdict(self, reply: Reply) -> Verdict:
        """Return the answer: yes, no or undecided."""
        return Verdict.of(reply.satisfiable)

    # What is said of the answer

    @property
    def yes(self) -> Message:
        """The sentence that says yes."""
        return Message("The answer is yes: {question}", question=self.TITLE)

    @property
    @abstractmethod
    def no(self) -> Message:
        """The sentence that says no."""

    @property
    def undecided(self) -> Message:
        """The sentence that says that the answer is not known."""
        return Message("Undecided: {question}", question=self.TITLE)

    def sentence(self, reply: Reply) -> Message:
        """Return the sentence that answers the question."""
        said = {Verdict.YES: self.yes, Verdict.NO: self.no, Verdict.UNDECIDED: self.undecided}
        return said[reply.verdict]

    def pictures(self, reply: Reply) -> list[tuple[Message, Grid]]:  # noqa: ARG002
        """Return what is drawn, each with its title."""
        titles = (ONLY,) if len(self.sudokus) == 1 else (FIRST, SECOND)
        return list(zip(titles, self.sudokus, strict=True))

    def record(self, reply: Reply) -> dict[str, object]:  # noqa: ARG002
        """Return what JSON says of the answer, but for its status and steps."""
        from .serialization import convert_facts_to_json

        return convert_facts_to_json(self)

    def describe_yes(self, witness: Any) -> Message:  # noqa: ARG002
        """Return the sentence that means yes, with numbers that are counted on a witness."""
        return self.yes

    def describe_certified_yes(self, witness: Any, best: bool) -> Message:
        """Return the sentence that says that a witness is certified, `best`: and none is better."""
        said = Message("Certified. {sentence}", sentence=self.describe_yes(witness))
        if best and self.ask_for_better(witness) is not None:
            return Message("{sentence} Nothing does better.", sentence=said)
        return said

    def json_of_certified_yes(self, witness: Any, best: bool) -> dict[str, object]:  # noqa: ARG002
        """Return what JSON says of a certified yes."""
        return {"certifies": "yes", **self.as_json(), "best": best}

    @property
    def sentence_of_certified_no(self) -> Message:
        """The sentence that says that a no is certified."""
        return Message("Certified. {sentence}", sentence=self.no)

    @property
    def json_of_certified_no(self) -> dict[str, object]:
        """What JSON says of a certified no."""
        return {"certifies": "no", **self.as_json()}

    def as_json(self) -> dict[str, object]:
        """Return for JSON the question, by its name and all facts but its Sudokus."""
        from .serialization import convert_facts_to_json

        return {"asks": self.NAME, **convert_facts_to_json(self, self.sudoku_names())}


def find_stray_step(witness: Transformation, first: Grid, second: Grid) -> Message | None:
    """Follow a witness both ways; return where its steps lead, if not from first to second."""
    if witness.leads(first, second):
        return None
    image = witness.forward().follow(first)
    for r, c in second.cells:
        if image[r, c] != second[r, c]:
            return Message(
                "row {row}, column {column} is {expected}, its steps make it {found}",
                row=r + 1,
                column=c + 1,
                expected=second[r, c] or Message("blank"),
                found=image[r, c] or Message("blank"),
            )
    return Message("its steps do not lead back")


class TransformationQuestion(Question):
    """A question whose witness is a transformation."""

    parts: AllowedMoves = EVERYTHING
    """What alone may differ."""

    @property
    def moves(self) -> Transformations:
        """The formula, or the part of it, that says the transformation."""
        return cast("Transformations", self.formula)

    @property
    def alone(self) -> str:
        """What alone may differ, as the header says it; empty where that is everything."""
        return "" if self.parts.are_all else f" by {', '.join(self.parts.names)} alone"

    def find_forbidden_move(self, witness: Transformation) -> Message | None:
        """Return what is wrong with a witness that changes something else."""
        return None if self.parts.contains(witness) else Message("its steps change other parts")

    def problem(self, form: str) -> Problem:  # noqa: ARG002
        """Return the formula, the same in all formats; what follows the unknowns only helps."""
        return Problem(self.formula, self.moves.unknowns.count)

    def read(self, true: frozenset[int]) -> Transformation:
        return self.moves.transformation(true).simplest(self.moves.first)

    def pictures(self, reply: Reply) -> list[tuple[Message, Grid]]:
        drawn = list(self.sudokus)
        if len(drawn) == 1 and reply.witness is not None:  # then also where the steps lead
            drawn.append(reply.witness.apply(drawn[0]))
        return list(zip((FIRST, SECOND), drawn, strict=False))


@dataclass(frozen=True)
class PairQuestion(TransformationQuestion):
    """A question about two Sudokus: which of some candidates brings the first onto the second?

    `only` are the candidates, by default all. `optimises`: a file asks for the fewest steps.
    """

    first: Grid
    second: Grid
    optimises: bool = field(default=False, kw_only=True, metadata=NO_FACT)
    only: Candidates | None = field(default=None, kw_only=True, metadata=NO_FACT)

    @cached_property
    def candidates(self) -> Candidates:
        """Which lines and digits may become which."""
        return allow_all_candidates(self.first.shape) if self.only is None else self.only

    @property
    def from_and_to(self) -> tuple[Grid, Grid]:
        """The Sudoku that is moved, and that onto which."""
        return self.first, self.second

    def split(self) -> Iterator[Self]:
        """Yield a question for each orientation; the answer is yes if it is yes for one of them.

        Their formulas together are no larger than the whole one, and often the first will do.
        """
        for orientation in self.candidates.orientations:
            yield replace(self, only=Candidates((orientation,), self.candidates.digits))

    @property
    def plain(self) -> Self:
        return replace(self, only=None, optimises=False)

    @property
    def asks_optimum(self) -> bool:
        return self.optimises

    def as_asked(self, optimises: bool) -> Self:
        return replace(self, optimises=optimises)

    def problem(self, form: str) -> Problem:
        """Return the formula, in all formats but CNF with the steps as costs."""
        if form == "cnf":
            return super().problem(form)
        from ..encoding.fewest_steps import FewestSteps  # which deciding seldom needs

        counted, shown = FewestSteps(self.moves), self.moves.unknowns.count
        return Problem(counted, shown, counted.costs, goal="optimum: the fewest steps")
