"""The base classes of questions: of all questions, of questions about transformations, and of
questions about two Sudokus.

A question is a frozen dataclass that contains its Sudokus and options. It builds a formula for a
solver, and turns a model of the formula into a witness (a transformation or a grid that proves a
yes), which is verified on the grids.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any, ClassVar, NamedTuple, Self, cast

from ..base.errors import BackendError, VerificationError
from ..base.messages import Message, SharedText
from ..base.verdict import AnswerWithVerdict, Verdict
from ..encoding.candidates import TransformationCandidates, make_unrefined_candidates
from ..encoding.formula import Formula, FormulaWithCostCounter, FormulaWithCosts
from ..encoding.transformations import TransformationFormula
from ..sudoku.allowed_moves import EVERYTHING, AllowedMoves
from ..sudoku.grid import Grid
from ..sudoku.shape import BoxShape
from ..sudoku.transformation import Transformation

NOT_SERIALIZED = {"fact": False}  # the metadata of a field that headers and JSON leave out

YES_OR_NO = "satisfiable means yes; unsatisfiable means no"

COUNTED_ONCE = (
    "renamings of digits that do not occur make ways of their own",
    "half turns are reorderings, so that each is turned by a quarter or not at all",
)
"""Two lines for the header of a CNF that explain how its models count transformations."""

FIRST, SECOND = SharedText("first Sudoku"), SharedText("second Sudoku")
ONLY = Message("Sudoku")
"""The titles of drawn grids: for two Sudokus, and for a single Sudoku."""


class SolverProblem(NamedTuple):
    """The problem that a solver gets: the clauses of `formula`, and perhaps variables with a cost,
    of which as few as possible should be true. Variables 1 to `answer_variables` describe the
    answer. The values of all other variables follow from the answer, or these variables only help
    the solver.

    If `costs` is None, any model is a solution. If `costs` is given and `at_most` is None, as few
    as possible of the variables in `costs` must be true. If both are given, at most `at_most` of
    the variables in `costs` may be true. `goal` describes the solution that the solver must find.
    """

    formula: Formula
    answer_variables: int
    costs: Sequence[int] | None = None
    at_most: int | None = None
    goal: str = ""


def make_problem_with_costs(
    formula: FormulaWithCosts,
    answer_variable_count: int,
    max_cost: int | None,
    export_format: str,
    cost_noun: str,
) -> SolverProblem:
    """Return the problem that a solver gets for a formula with costs: to find a model of `formula`
    in which as few as possible of the variables `formula.costs` are true. If `max_cost` is given,
    every model in which at most `max_cost` of these variables are true is a solution.

    `cost_noun` is the word for these variables, such as "steps". `answer_variable_count` is the
    number of variables that describe the answer. `export_format` is the name of an export format:
    in CNF and WCNF, and if `max_cost` is negative, additional clauses express the bound `max_cost`;
    other formats have a field for the bound.
    """
    if max_cost is None:
        return SolverProblem(
            formula, answer_variable_count, formula.costs, goal=f"optimum: the fewest {cost_noun}"
        )
    # A negative bound cannot be met; `FormulaWithCostCounter` writes it as a contradiction.
    if export_format in ("cnf", "wcnf") or max_cost < 0:
        return SolverProblem(FormulaWithCostCounter(formula, max_cost), answer_variable_count)
    return SolverProblem(
        formula,
        answer_variable_count,
        formula.costs,
        max_cost,
        f"limit: at most {max_cost} {cost_noun}",
    )


@dataclass(frozen=True)
class SolverReply(AnswerWithVerdict):
    """A solver's reply to a question. The witness (the transformation, grid or set of cells that
    proves a yes) has been checked on the grids.

    - `satisfiable`: True if the solver found a model of the question's formula, False if it claims
      that there is none, None if it found no answer.
    - `witness`: the witness that the model describes.
    - `true_variables`: the variables that are true in the model.
    - `is_optimum`: whether the solver claims that no better witness exists.
    - `solver`: the name of the solver, or of the file with its output.
    """

    question: "Question"
    satisfiable: bool | None
    witness: Any
    is_optimum: bool
    solver: str
    true_variables: frozenset[int] = frozenset()

    _question = "found"

    @property
    def verdict(self) -> Verdict:
        """The answer to the question according to the solver: yes, no or undecided."""
        return self.question.derive_verdict(self)


class Question(ABC):
    """A question about one Sudoku or two, such as whether they are copies. Subclasses are
    dataclasses whose fields are the Sudokus and the options of the question; exported formulas and
    certificates contain these fields.

    `NAME` is the question's name in the registry, `TITLE` the question in words, and `NO_WITNESS`
    the error for a model that does not describe a witness. `WITNESS` is the type of a witness;
    serialization.py must be able to write and read it.
    """

    NAME: ClassVar[str]
    TITLE: ClassVar[Message]
    WITNESS: ClassVar[type] = Transformation
    NO_WITNESS: ClassVar[Message] = Message("{name}: the model is no witness: {wrong}")

    # The Sudokus and options of the question

    @property
    def sudokus(self) -> tuple[Grid, ...]:
        """The one or two Sudokus that the question is about, in the order of the dataclass's
        fields.
        """
        return tuple([getattr(self, name) for name in self.sudoku_field_names()])

    @classmethod
    def sudoku_field_names(cls) -> list[str]:
        """Return the names of the dataclass fields that contain the question's Sudokus."""
        return [one.name for one in fields(cls) if one.type is Grid]  # type: ignore[arg-type]

    @classmethod
    def option_field_names(cls) -> list[str]:
        """Return the names of the dataclass fields that contain the question's options, such as a
        bound or the allowed moves.
        """
        from .serialization import list_serialized_fields  # not imported to decide a pair

        return [one.name for one in list_serialized_fields(cls) if one.type is not Grid]

    @property
    def shape(self) -> BoxShape:
        """The shape of the boxes of the question's Sudokus."""
        return self.sudokus[0].shape

    @property
    def with_plain_formula(self) -> Self:
        """The same question with a formula that follows directly from the question. The usual
        formula may be smaller, because a search before the solver has ruled out some cases; a proof
        with the plain formula does not rely on that search.
        """
        return self

    @property
    def has_number_as_answer(self) -> bool:
        """Whether the answer is a number, never no: the question asks how many cells, or how few
        steps or clues, are possible.
        """
        return False

    @property
    def requires_best_witness(self) -> bool:
        """Whether the question requires the best witness, such as a transformation with the fewest
        steps. If it does, a solver that reports an optimum claims that no better witness exists;
        otherwise such a report has no meaning.
        """
        return self.has_number_as_answer

    def make_question_for_export(self, is_optimisation: bool) -> "Question":  # noqa: ARG002
        """Return the question that a file of an export format asks. It is this question, with one
        exception: if `is_optimisation` is true, a question about two Sudokus asks for the
        transformation with the fewest steps. `is_optimisation` is whether the format requires the
        best model instead of any model.
        """
        return self

    # The problem

    @property
    @abstractmethod
    def formula(self) -> Formula:
        """The logical formula of the question; each of its models describes a witness, which proves
        the answer yes.
        """

    def build_problem(self, export_format: str) -> SolverProblem:  # noqa: ARG002
        """Return the problem that is written to a file in the export format `export_format`, such
        as "cnf" or "opb".

        Raises `ExportError` if the question cannot be written in this format.
        """
        return SolverProblem(self.formula, self.formula.variables)

    @property
    @abstractmethod
    def question_text(self) -> str:
        """The question in words, for the comment lines at the top of an exported formula."""

    @property
    def meaning_of_satisfiable(self) -> str:
        """A comment line for an exported formula that explains which answer a solver gives by
        "satisfiable" and "unsatisfiable".
        """
        return YES_OR_NO

    @property
    @abstractmethod
    def model_count_comments(self) -> Sequence[str]:
        """Comment lines for an exported CNF that explain what the number of its models counts, such
        as transformations or solutions. Models with equal values of the variables 1 to
        `SolverProblem.answer_variables` are counted as one.
        """

    # The answer

    @abstractmethod
    def find_witness_error(self, witness: Any) -> Message | None:
        """Check on the grids whether a witness, such as a transformation, proves the answer yes.
        Return None if it does, and otherwise a message that describes the error.
        """

    def is_yes_proved_by(self, witness: Any) -> bool:
        """Return whether a witness, such as a transformation, proves the answer yes, checked on the
        grids.
        """
        return self.find_witness_error(witness) is None

    def make_better_witness_question(self, witness: Any) -> "Question | None":  # noqa: ARG002
        """Return the question whether a better witness exists, such as a transformation with fewer
        steps. Return None if no witness can be better than `witness`.
        """
        return None

    @property
    def can_improve_witnesses(self) -> bool:
        """Whether one witness (proof of a yes, such as a transformation) can be better than
        another, for example by having fewer steps.
        """
        return type(self).make_better_witness_question is not Question.make_better_witness_question

    @abstractmethod
    def decode_witness(self, true_variables: frozenset[int]) -> Any:
        """Return the witness, such as a transformation, that a solver's model describes.
        `true_variables` is the set of the model's true variables. The witness is not checked on the
        grids.

        Raises a `SudokopieError` if the variables describe no witness.
        """

    def decode_and_check_witness(self, true_variables: frozenset[int]) -> Any:
        """Return the witness, such as a transformation, that a solver's model describes, checked on
        the grids. `true_variables` is the set of the model's true variables.

        Raises `VerificationError`, whose message names the error, if the witness is wrong, and
        `TransformationError` if the variables describe no transformation.
        """
        witness = self.decode_witness(true_variables)
        if wrong := self.find_witness_error(witness):
            raise VerificationError(wrong)
        return witness

    @property
    def known_witness(self) -> Any:
        """A witness (proof of a yes, such as a transformation) that is known without a solver,
        though it may not be the best. None if no such witness is known.
        """
        return None

    def check_reply(self, reply: SolverReply) -> None:
        """Raise `BackendError` if a solver's reply is impossible. The answer no is impossible if
        the question asks how many or how few.
        """
        if reply.satisfiable is False and self.has_number_as_answer:
            raise BackendError(
                "{name}: the solver says no, where there is always an answer", name=reply.solver
            )

    def derive_verdict(self, reply: SolverReply) -> Verdict:
        """Return the answer that follows from a solver's reply: yes, no or undecided."""
        return Verdict.of(reply.satisfiable)

    # The answer in words and as JSON

    @property
    def yes_sentence(self) -> Message:
        """The sentence that states the answer yes."""
        return Message("The answer is yes: {question}", question=self.TITLE)

    @property
    @abstractmethod
    def no_sentence(self) -> Message:
        """The sentence that states the answer no."""

    @property
    def undecided_sentence(self) -> Message:
        """The sentence that states that the answer is not known."""
        return Message("Undecided: {question}", question=self.TITLE)

    def choose_sentence(self, reply: SolverReply) -> Message:
        """Return the sentence that answers the question, according to a solver's reply."""
        said = {
            Verdict.YES: self.yes_sentence,
            Verdict.NO: self.no_sentence,
            Verdict.UNDECIDED: self.undecided_sentence,
        }
        return said[reply.verdict]

    def list_titled_grids(self, reply: SolverReply) -> list[tuple[Message, Grid]]:  # noqa: ARG002
        """Return the grids that are drawn beside the answer, each with its title. They are the
        question's Sudokus and perhaps the grid to which the witness leads.
        """
        titles = (ONLY,) if len(self.sudokus) == 1 else (FIRST, SECOND)
        return list(zip(titles, self.sudokus, strict=True))

    def make_json_entries(self, reply: SolverReply) -> dict[str, object]:  # noqa: ARG002
        """Return the entries of the JSON answer that depend on the kind of question. The caller
        adds the entries for the status and the steps, which all questions have.
        """
        from .serialization import convert_fields_to_json

        return convert_fields_to_json(self)

    def describe_yes(self, witness: Any) -> Message:  # noqa: ARG002
        """Return the sentence that states the answer yes, which the transformation or grid
        `witness` proves. Numbers in the sentence, such as how many cells agree, are computed from
        `witness`.
        """
        return self.yes_sentence

    def describe_certified_yes(self, witness: Any, is_best: bool) -> Message:
        """Return the sentence that the command `check` prints for a certificate that proves the
        answer yes. `witness` is the transformation or grid that proves the answer, and `is_best` is
        whether the certificate also proves that no witness is better.
        """
        said = Message("Certified. {sentence}", sentence=self.describe_yes(witness))
        if is_best and self.make_better_witness_question(witness) is not None:
            return Message("{sentence} Nothing does better.", sentence=said)
        return said

    def make_json_entries_of_certified_yes(self, witness: Any, is_best: bool) -> dict[str, object]:  # noqa: ARG002
        """Return the JSON entries that the command `check --json` prints for a certificate that
        proves the answer yes. The parameters are those of `describe_certified_yes`.
        """
        return {"certifies": "yes", **self.make_json_without_sudokus(), "best": is_best}

    @property
    def sentence_of_certified_no(self) -> Message:
        """The sentence that `check` prints if a certificate proves the answer no."""
        return Message("Certified. {sentence}", sentence=self.no_sentence)

    @property
    def json_entries_of_certified_no(self) -> dict[str, object]:
        """The JSON entries that `check` prints if a certificate proves the answer no."""
        return {"certifies": "no", **self.make_json_without_sudokus()}

    def make_json_without_sudokus(self) -> dict[str, object]:
        """Return the name and the options of the question, but not its Sudokus, as JSON values."""
        from .serialization import convert_fields_to_json

        return {"asks": self.NAME, **convert_fields_to_json(self, self.sudoku_field_names())}


def find_transformation_error(witness: Transformation, first: Grid, second: Grid) -> Message | None:
    """Check that the transformation `witness` leads from `first` to `second`, and that its inverse
    leads back. Return None if they do, and otherwise an error message that names the first wrong
    cell.
    """
    if witness.leads(first, second):
        return None
    image = witness.make_instructions().follow(first)
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
    """A question for which a transformation proves the answer yes."""

    parts: AllowedMoves = EVERYTHING
    """The allowed kinds of moves, such as exchanging bands or renaming digits; by default all."""

    @property
    def transformation_formula(self) -> TransformationFormula:
        """The formula whose variables describe the transformation. The formula of the question may
        also have a cost for each step, and clauses that count these costs. Such costs and clauses
        are left out here.
        """
        return cast("TransformationFormula", self.formula)

    @property
    def allowed_moves_text(self) -> str:
        """The words that name the allowed moves in an exported file's description of the question;
        an empty text if all moves are allowed.
        """
        return "" if self.parts.allows_everything else f" by {', '.join(self.parts.names)} alone"

    def find_forbidden_move_error(self, witness: Transformation) -> Message | None:
        """Return an error message if the transformation `witness` has a move that the question does
        not allow. Return None if all its moves are allowed.
        """
        return None if self.parts.allows(witness) else Message("its steps change other parts")

    def build_problem(self, export_format: str) -> SolverProblem:  # noqa: ARG002
        """Return the problem that a solver gets, which is the formula; `export_format` does not
        change it. The variables with the lowest numbers describe the transformation, all others
        are auxiliary variables.
        """
        return SolverProblem(self.formula, self.transformation_formula.unknowns.count)

    def decode_witness(self, true_variables: frozenset[int]) -> Transformation:
        return self.transformation_formula.transformation(true_variables).simplest(
            self.transformation_formula.first
        )

    def list_titled_grids(self, reply: SolverReply) -> list[tuple[Message, Grid]]:
        drawn = list(self.sudokus)
        # A single Sudoku is drawn beside the copy to which the steps lead.
        if len(drawn) == 1 and reply.witness is not None:
            drawn.append(reply.witness.apply(drawn[0]))
        return list(zip((FIRST, SECOND), drawn, strict=False))


@dataclass(frozen=True)
class PairQuestion(TransformationQuestion):
    """A yes/no question about two Sudokus. A transformation of one of the Sudokus can prove the
    answer yes.

    `only` restricts, for each row, column and digit of one Sudoku, the rows, columns and digits of
    the other that it may become; None allows all. `optimises` is whether the question comes from a
    file that requires the fewest steps.
    """

    first: Grid
    second: Grid
    optimises: bool = field(default=False, kw_only=True, metadata=NOT_SERIALIZED)
    only: TransformationCandidates | None = field(
        default=None, kw_only=True, metadata=NOT_SERIALIZED
    )

    @cached_property
    def candidates(self) -> TransformationCandidates:
        """For each line and digit of the first Sudoku, the lines to which it may be moved or the
        digits to which it may be renamed.
        """
        return make_unrefined_candidates(self.first.shape) if self.only is None else self.only

    @property
    def sudoku_to_transform_and_target(self) -> tuple[Grid, Grid]:
        """The two Sudokus in the order that the transformation needs: first the Sudoku that is
        transformed, then the Sudoku with whose clues the transformed clues must agree.
        """
        return self.first, self.second

    def yield_questions_without_and_with_quarter_turn(self) -> Iterator[Self]:
        """Yield two questions that together are equivalent to this one: the first allows only
        transformations without a quarter turn, the second only transformations with a quarter turn.
        The answer to this question is yes if the answer to one of the two is yes.

        Their formulas together are no larger than the whole formula, and often the first of the two
        is enough.
        """
        for orientation in self.candidates.orientations:
            yield replace(
                self, only=TransformationCandidates((orientation,), self.candidates.digits)
            )

    @property
    def with_plain_formula(self) -> Self:
        return replace(self, only=None, optimises=False)

    @property
    def requires_best_witness(self) -> bool:
        return self.optimises

    def make_question_for_export(self, is_optimisation: bool) -> Self:
        return replace(self, optimises=is_optimisation)

    def build_problem(self, export_format: str) -> SolverProblem:
        """Return the problem that a solver gets: to find a transformation with as few steps as
        possible, or, in a CNF, any transformation.
        """
        if export_format == "cnf":
            return super().build_problem(export_format)
        from ..encoding.fewest_steps import FewestStepsFormula  # seldom imported to decide a pair

        counted, shown = (
            FewestStepsFormula(self.transformation_formula),
            self.transformation_formula.unknowns.count,
        )
        return SolverProblem(counted, shown, counted.costs, goal="optimum: the fewest steps")
