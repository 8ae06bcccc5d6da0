"""The question how many clues of two Sudokus can be made to agree by transforming one of them, and
the question whether at least `n` clues can.

A clue agrees if the transformation moves it onto an equal clue of the other Sudoku.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from ..base.errors import BackendError, ExportError, VerificationError
from ..base.messages import Message
from ..base.verdict import Verdict
from ..encoding.clue_comparison import MostAgreeingCellsFormula
from ..sudoku.allowed_moves import EVERYTHING, AllowedMoves
from ..sudoku.grid import Grid
from ..sudoku.transformation import Transformation
from .question import (
    COUNTED_ONCE,
    YES_OR_NO,
    SolverProblem,
    SolverReply,
    TransformationQuestion,
    make_problem_with_costs,
)


@dataclass(frozen=True)
class HowManyCellsAgree(TransformationQuestion):
    """The question whether a transformation can move at least `at_least` clues of the first Sudoku
    onto equal clues of the second. If `at_least` is None, the question is how many clues can be
    moved onto equal clues. If `blanks` is true, blank cells that are moved onto blank cells count,
    too. `parts` are the allowed kinds of moves, such as exchanging rows.
    """

    first: Grid
    second: Grid
    blanks: bool = False
    at_least: int | None = None
    parts: AllowedMoves = EVERYTHING

    NAME = "nearest"
    TITLE = Message("How near are these Sudokus?")

    @cached_property
    def formula(self) -> MostAgreeingCellsFormula:
        return MostAgreeingCellsFormula(self.first, self.second, self.blanks, self.parts)

    def build_problem(self, export_format: str) -> SolverProblem:
        formula, what = self.formula, f"{self._counted_noun} given up"
        if self.at_least is not None:
            at_most = formula.compared_cell_count - self.at_least
            return make_problem_with_costs(
                formula, formula.unknowns.count, at_most, export_format, what
            )
        if export_format == "cnf":
            raise ExportError(
                "a .cnf file asks a yes or no question: add --at-least K, or write .wcnf for "
                "the nearest copy"
            )
        what += ", so that the most agree"
        return make_problem_with_costs(formula, formula.unknowns.count, None, export_format, what)

    @property
    def _counted_noun(self) -> str:
        """The noun for the cells that are counted: "cells" if blank cells count, too, otherwise
        "clues".
        """
        return "cells" if self.blanks else "clues"

    @property
    def question_text(self) -> str:
        if self.at_least is None:
            return f"how many {self._counted_noun} can be made to agree{self.allowed_moves_text}?"
        return (
            f"can {self.at_least} {self._counted_noun} be made to agree{self.allowed_moves_text}?"
        )

    @property
    def meaning_of_satisfiable(self) -> str:
        if self.at_least is None:
            return "all transformations are models; the best ones are the answer"
        return YES_OR_NO

    @property
    def model_count_comments(self) -> Sequence[str]:
        what = f"at least {self.at_least} {self._counted_noun} agree"
        return [f"one for each transformation after which {what}", *COUNTED_ONCE]

    @property
    def has_number_as_answer(self) -> bool:
        return self.at_least is None

    def count_agreeing_cells(self, witness: Transformation) -> int:
        """Return how many cells agree after the transformation `witness`, by applying it to the
        first grid.
        """
        return witness.count_agreeing_cells(self.first, self.second, self.blanks)

    def make_better_witness_question(self, witness: Transformation) -> "HowManyCellsAgree | None":
        """Return the question whether a transformation makes more clues (or cells, if blank cells
        count) agree than `witness` does. Return None if `witness` makes all of them agree.
        """
        agreeing = self.count_agreeing_cells(witness)
        return (
            replace(self, at_least=agreeing + 1)
            if agreeing < self.formula.compared_cell_count
            else None
        )

    def find_witness_error(self, witness: Transformation) -> Message | None:
        return self._find_error_if_fewer_agree(
            witness, self.at_least or 0
        ) or self.find_forbidden_move_error(witness)

    def decode_and_check_witness(self, true_variables: frozenset[int]) -> Transformation:
        """Return the transformation that a solver's model describes, checked on the grids.
        `true_variables` is the set of the model's true variables.

        Raises `VerificationError` if too few cells agree: fewer than the question requires or, if
        the question is how many can agree, fewer than the model claims.
        """
        witness: Transformation = super().decode_and_check_witness(true_variables)
        if self.at_least is None and (
            wrong := self._find_error_if_fewer_agree(
                witness, self._count_cells_claimed_to_agree(true_variables)
            )
        ):
            raise VerificationError(wrong)
        return witness

    def _find_error_if_fewer_agree(
        self, witness: Transformation, min_agreeing_count: int
    ) -> Message | None:
        """Return an error message if fewer than `min_agreeing_count` cells agree after the
        transformation `witness`, otherwise None.
        """
        if (agreeing := self.count_agreeing_cells(witness)) >= min_agreeing_count:
            return None
        return Message(
            "its steps make {agreeing} agree, not {number}",
            agreeing=agreeing,
            number=min_agreeing_count,
        )

    def _count_cells_claimed_to_agree(self, true_variables: frozenset[int]) -> int:
        """Return how many cells of the moved first grid and of the second grid agree according to a
        solver's model. The model is not checked here. `true_variables` is the set of its true
        variables.
        """
        return self.formula.compared_cell_count - len(
            true_variables.intersection(self.formula.costs)
        )

    @property
    def known_witness(self) -> Transformation:
        """The transformation without any steps. Some cells may agree already without any step, so
        this is a first answer to the question, which needs no solver.
        """
        return Transformation.identity(self.first.shape)

    def find_upper_bound_of_agreeing_count(self, reply: SolverReply) -> int:
        """Return an upper bound for the number of clues that can agree, which follows from a
        solver's reply. If the reply gives no bound, the result is the number of all clues of the
        first Sudoku. If `blanks` is true, all cells are counted instead of clues.
        """
        total = self.formula.compared_cell_count
        if self.at_least is not None:
            return min(total, self.at_least - 1) if reply.satisfiable is False else total
        return (
            self._count_cells_claimed_to_agree(reply.true_variables) if reply.is_optimum else total
        )

    def check_reply(self, reply: SolverReply) -> None:
        """Raise `BackendError` if the solver contradicts itself: more cells agree after its
        transformation than it claims to be possible.

        The same error is raised if the solver answers no to the question how many cells can agree.
        """
        super().check_reply(reply)
        agreeing, at_most = (
            self.count_agreeing_cells(reply.witness),
            self.find_upper_bound_of_agreeing_count(reply),
        )
        if agreeing > at_most:
            raise BackendError(
                "{name}: the solver says that at most {at_most} can agree, but {agreeing} do",
                name=reply.solver,
                at_most=at_most,
                agreeing=agreeing,
            )

    def derive_verdict(self, reply: SolverReply) -> Verdict:
        agreeing, at_most = (
            self.count_agreeing_cells(reply.witness),
            self.find_upper_bound_of_agreeing_count(reply),
        )
        if agreeing >= (at_most if self.at_least is None else self.at_least):
            return Verdict.YES
        return Verdict.NO if reply.satisfiable is False else Verdict.UNDECIDED

    @property
    def no_sentence(self) -> Message:
        said = Message(
            "No transformation brings {number} clues of the first Sudoku onto equal clues of "
            "the second."
        )
        if self.blanks:
            said = Message("No transformation makes {number} cells agree.")
        return said.with_values(number=self.at_least)

    def describe_certified_yes(self, witness: Transformation, is_best: bool) -> Message:
        said = make_beginning_of_agreement_sentence(
            self.count_agreeing_cells(witness), self.formula.compared_cell_count, self.blanks
        )
        more = Message("{sentence}; whether more can is not certified.")
        if is_best:
            more = Message("{sentence}, and no transformation does better.")
        return Message("Certified. {sentence}", sentence=more.with_values(sentence=said))

    def make_json_entries_of_certified_yes(
        self, witness: Transformation, is_best: bool
    ) -> dict[str, object]:
        return {
            **super().make_json_entries_of_certified_yes(witness, is_best),
            "agreeing": self.count_agreeing_cells(witness),
        }

    @property
    def sentence_of_certified_no(self) -> Message:
        said = Message("Certified: no transformation makes {number} clues agree.")
        if self.blanks:
            said = Message("Certified: no transformation makes {number} cells agree.")
        return said.with_values(number=self.at_least)

    @property
    def json_entries_of_certified_no(self) -> dict[str, object]:
        facts = {"at_least": self.at_least, "count_blanks": self.blanks}
        return {"certifies": "not reached", **facts}


def make_beginning_of_agreement_sentence(
    agreeing_count: int, total_count: int, with_blanks: bool
) -> Message:
    """Return the beginning of a sentence: that `agreeing_count` of `total_count` clues of two
    Sudokus agree. If `with_blanks` is true, the words are about cells instead of clues.
    """
    said = Message(
        "{agreeing} of the {total} clues of the first Sudoku come to equal clues of the second"
    )
    if with_blanks:
        said = Message("{agreeing} of {total} cells agree")
    return said.with_values(agreeing=agreeing_count, total=total_count)
