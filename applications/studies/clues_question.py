"""Two questions about several sets of cells: how few cells include at least one cell of each set,
and whether K cells are enough for this.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from ...base.errors import ExportError
from ...base.messages import Message
from ...base.verdict import Verdict
from ...encoding.formula import Clause, FormulaWithCosts
from ...questions.question import (
    ONLY,
    YES_OR_NO,
    Question,
    SolverProblem,
    SolverReply,
    make_problem_with_costs,
)
from ...sudoku.grid import Cell, CellSet, Grid


class HittingSetFormula(FormulaWithCosts):
    """The formula whose models are the choices of cells that include at least one cell of each set.
    `cell` maps each cell (row, column) to its variable, which is true if the cell is chosen.

    The variables are numbered set by set: first the cells of the first set, then those of the
    second set that have no variable yet, and so on. If no two sets share a cell, a solver can then
    count the chosen cells set by set, which makes proofs short.
    """

    def __init__(self, sets: Sequence[CellSet]) -> None:
        self.sets = sets
        self.cell: dict[Cell, int] = {}
        for one in sets:
            for cell in sorted(one):
                self.cell.setdefault(cell, len(self.cell) + 1)
        self.variables = len(self.cell)
        self.costs = list(self.cell.values())

    def yield_clause_families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        """Yield one pair: the name of a family of clauses, "sets", and its clauses, one for each
        set of cells. A clause states that at least one cell of the set is chosen.
        """
        yield "sets", ([self.cell[cell] for cell in sorted(one)] for one in self.sets)

    def yield_variable_descriptions(self) -> Iterator[tuple[int, str]]:
        """Yield a pair for each cell: its variable, and a text that states when the variable is
        true, for a reader of the formula. Rows and columns are counted from 1.
        """
        for (r, c), variable in self.cell.items():
            yield variable, f"row {r + 1}, column {c + 1} is chosen"


@dataclass(frozen=True)
class HasSmallHittingSet(Question):
    """The question whether `at_most` cells can include a cell of each of the `sets`. If `at_most`
    is None, the question is how few cells can do so. The answer is a lower bound on the number of
    clues of a puzzle.

    The sets are unavoidable: every puzzle whose only solution is the complete `grid` has a clue in
    each set. So if the answer is no, such a puzzle has more than `at_most` clues.
    """

    grid: Grid
    sets: tuple[CellSet, ...]
    at_most: int | None = None

    WITNESS = CellSet
    NAME = "clues"
    TITLE = Message("How few clues meet all sets?")

    @cached_property
    def formula(self) -> HittingSetFormula:
        return HittingSetFormula(self.sets)

    def build_problem(self, export_format: str) -> SolverProblem:
        """Return the problem that is written to a file in the format `export_format`, such as "cnf"
        or "wcnf".

        Raises `ExportError` if the format is "cnf" and `at_most` is None, because a CNF cannot ask
        for the fewest cells.
        """
        if self.at_most is None and export_format == "cnf":
            raise ExportError(
                "a .cnf file asks a yes or no question: add --at-most K, or write "
                ".wcnf for the fewest clues"
            )
        return make_problem_with_costs(
            self.formula, self.formula.variables, self.at_most, export_format, "cells"
        )

    @property
    def question_text(self) -> str:
        if self.at_most is None:
            return f"how few cells meet all {len(self.sets)} sets?"
        return f"can {self.at_most} cells meet all {len(self.sets)} sets?"

    @property
    def meaning_of_satisfiable(self) -> str:
        if self.at_most is None:
            return "all cells together are a model; the fewest are the answer"
        return YES_OR_NO

    @property
    def model_count_comments(self) -> Sequence[str]:
        """The comment line for an exported CNF that explains what the number of its models counts:
        the choices of at most `at_most` cells that include a cell of each set.
        """
        return [f"one for each choice of at most {self.at_most} cells that meet all sets"]

    @property
    def has_number_as_answer(self) -> bool:
        """True if the question asks for the smallest number of clues, False if it asks whether
        `at_most` clues are enough, so that the answer is yes or no.
        """
        return self.at_most is None

    def decode_witness(self, true_variables: frozenset[int]) -> CellSet:
        return frozenset(
            cell for cell, variable in self.formula.cell.items() if variable in true_variables
        )

    def find_witness_error(self, witness: CellSet) -> Message | None:
        """Check whether the cells `witness` prove the answer yes: whether they include a cell of
        each set, and are at most `at_most` cells. Returns None if they prove it, and otherwise a
        message that describes the error.
        """
        if any(witness.isdisjoint(one) for one in self.sets):
            return Message("its clues do not meet every set")
        clues, number = len(witness), self.at_most
        if number is None or clues <= number:
            return None
        return Message("it has {clues} clues, not {number}", clues=clues, number=number)

    def make_better_witness_question(self, witness: CellSet) -> "HasSmallHittingSet":
        """Return the question whether fewer cells than those of `witness` include a cell of each
        set.
        """
        return replace(self, at_most=len(witness) - 1)

    @property
    def no_sentence(self) -> Message:
        return Message(
            "{clues} clues cannot meet all {sets} sets.", clues=self.at_most, sets=len(self.sets)
        )

    @property
    def undecided_sentence(self) -> Message:
        return Message(
            "Undecided: it is not known how few clues meet all {sets} sets.", sets=len(self.sets)
        )

    def choose_sentence(self, reply: SolverReply) -> Message:
        """Return the sentence that states a solver's answer, for people."""
        if reply.verdict is not Verdict.YES:
            return super().choose_sentence(reply)
        if not reply.is_optimum:
            return self.describe_yes(reply.witness)
        return Message(
            "{clues} clues meet all {sets} sets; that fewer do not is only the solver's claim.",
            clues=len(reply.witness),
            sets=len(self.sets),
        )

    def describe_yes(self, witness: CellSet) -> Message:
        clues, sets = len(witness), len(self.sets)
        return Message("{clues} clues meet all {sets} sets.", clues=clues, sets=sets)

    def make_json_entries_of_certified_yes(
        self, witness: CellSet, is_best: bool
    ) -> dict[str, object]:
        """Return the JSON entries that the command `check` prints if a certificate proves the
        answer yes: the usual entries of a question, and `clues`, the number of cells of `witness`.
        `is_best` is whether it is also certified that fewer cells are not enough.
        """
        return {
            **super().make_json_entries_of_certified_yes(witness, is_best),
            "clues": len(witness),
        }

    def make_puzzle(self, reply: SolverReply) -> Grid | None:
        """Return the puzzle whose clues are in the cells that the solver chose, with the digits of
        the grid. `reply` is the solver's answer. Returns None if the solver's answer has no such
        cells, because it is no or unknown.
        """
        return None if reply.witness is None else self.grid.keeping(reply.witness)

    def list_titled_grids(self, reply: SolverReply) -> list[tuple[Message, Grid]]:
        puzzle = self.make_puzzle(reply)
        clues = [] if puzzle is None else [(Message("These clues"), puzzle)]
        return [(ONLY, self.grid), *clues]

    def make_json_entries(self, reply: SolverReply) -> dict[str, object]:
        """Return the entries of the JSON answer about the solver's reply.

        - `grid`: the rows of the complete grid.
        - `sets`: the number of unavoidable sets, in each of which every puzzle has a clue.
        - `at_most`: the number of clues that the question allows; None if it asks for the fewest
          clues.
        - `puzzle`, `clues`: the rows and the number of clues of the puzzle that the solver found;
          None if it found no puzzle.
        - `fewest`: whether the solver reported that fewer clues are not enough.
        """
        puzzle = self.make_puzzle(reply)
        return {
            "grid": self.grid.rows,
            "sets": len(self.sets),
            "at_most": self.at_most,
            "clues": puzzle and puzzle.clues,
            "puzzle": puzzle and puzzle.rows,
            "fewest": reply.is_optimum,
        }
