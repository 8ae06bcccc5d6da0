"""The formula for finding a transformation with the fewest steps. It extends the formula of a
question by one variable for each possible step; a solver makes as few of these variables true as
possible.

A rotation consists of `quarter + 2·half` quarter turns. A half turn only changes how the same
transformation is written: block b is then written as block (last - b), and line i within a block as
line (last - i). So the variable `half` occurs only in the clauses about steps.
"""

from collections.abc import Iterable, Iterator

from ..sudoku.transformation import Transformation
from .formula import Clause, FormulaWithCosts
from .transformations import Matrix, TransformationFormula, Unknowns


class FewestStepsFormula(FormulaWithCosts):
    """The formula for finding a transformation with the fewest steps. It extends
    `question_formula`, the formula of a question about transformations, by one variable for each
    possible step. These variables are its costs: a solver makes as few of them true as possible.
    """

    def __init__(self, question_formula: TransformationFormula) -> None:
        self.question_formula = question_formula
        self.variables = question_formula.unknowns.count
        self.half = self._add_variable()
        self.costs = [self._add_variable() for _ in self._list_step_names()]

    def yield_clause_families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        yield from self.question_formula.yield_clause_families()
        yield "steps", self._yield_change_counts_as_step_clauses()

    def yield_variable_descriptions(self) -> Iterator[tuple[int, str]]:
        yield from self.question_formula.yield_variable_descriptions()
        yield self.half, "the rotation has a half turn more"
        for variable, step in zip(self.costs, self._list_step_names(), strict=True):
            yield variable, f"step: the {step}"

    def transformation(self, true_variables: Iterable[int]) -> Transformation:
        """Return the transformation that a model describes, written with the fewest steps.
        `true_variables` contains the model's true variables.
        """
        return self.question_formula.transformation(true_variables).simplest(
            self.question_formula.first
        )

    def _list_step_names(self) -> list[str]:
        """Return the name of each possible step, such as `bands`, in the order of the costs."""
        unknowns = self.question_formula.unknowns
        rows = [f"rows of what becomes band {b}" for b in range(1, len(unknowns.row) + 1)]
        columns = [f"columns of what becomes stack {s}" for s in range(1, len(unknowns.column) + 1)]
        return ["rotation", "bands", "stacks", *rows, *columns, "digits"]

    def _yield_change_counts_as_step_clauses(self) -> Iterator[Clause]:
        """Yield the clauses by which each change counts as a step: the rotation, each reordering of
        blocks or lines, and the renaming of digits. These are about 4·n³ + N² clauses for n×n
        boxes.
        """
        unknowns = self.question_formula.unknowns
        rotation, *steps, digits = self.costs
        yield [-unknowns.quarter, rotation]
        yield [-self.half, rotation]
        for matrix, step in zip(unknowns.blocks, steps, strict=True):
            yield from self._yield_reordering_step_clauses(matrix, step)
        occurring = self.question_formula.first.digits
        for d, images in enumerate(unknowns.digit):
            for image, variable in images.items():
                if d in occurring and image != d:
                    yield [-variable, digits]

    def _yield_reordering_step_clauses(
        self, matrix: Matrix, step_variable: int
    ) -> Iterator[Clause]:
        """Yield the clauses by which the variable `step_variable` is true if the reordering that
        `matrix` describes moves a block or line. If the transformation is written with an
        additional half turn (the variable `half`), the reversed order counts as no move.
        """
        last = len(matrix) - 1
        for i, images in enumerate(matrix):
            for image, variable in images.items():
                if image != i:
                    yield [-variable, step_variable, self.half]
                if image != last - i:
                    yield [-variable, step_variable, -self.half]


def yield_old_position_variables_of_each_new_position(
    unknowns: Unknowns, with_half_turn: bool
) -> Iterator[list[int]]:
    """Yield a list of variables for each new position of a band, of a stack, of a row within its
    band, and of a column within its stack. Variable i of a list is true if the band, stack, row or
    column in this new position comes from the i-th of the possible old positions, which are in
    ascending order. Old positions that the candidates rule out have no variable.

    If `with_half_turn` is true, the variables belong to the transformation written with an
    additional half turn. It reverses the grid first, so that the old positions are in descending
    order.

    Together with the rotation, these variables determine the transformation, because each digit
    that occurs moves with its cells.
    """
    for matrix in unknowns.blocks:
        ascending = matrix[::-1] if with_half_turn else matrix
        for new in range(len(matrix)):
            yield [images[new] for images in ascending if new in images]
