"""The option `sudokopie solve --columns`: decide a pair of Sudokus in each row of a table."""

from collections.abc import Iterable, Iterator

from ..answers.bulk.sorted_forms import yield_pair_answers
from ..answers.decide import Answer
from ..reading.file_entry import Entry, EntryPair
from ..showing.answer_formatter import AnswerFormatter
from ..sudoku.allowed_moves import AllowedMoves
from ..sudoku.arrays import Cells
from ..sudoku.shape import BoxShape
from .machinery.options import ResultOptions
from .machinery.reading import CommandInput
from .machinery.row_format import ResultColumn, RowFormat
from .machinery.stream_runner import StreamRunner, join_cells_as_array_and_get_box_shape
from .machinery.sudoku_stream import StreamedSudoku

_Pairs = tuple[tuple[Cells, BoxShape], tuple[Cells, BoxShape]]


def print_verdicts_on_column_pairs_and_get_status(
    command_input: CommandInput, result_options: ResultOptions, allowed_moves: AllowedMoves
) -> int:
    """Decide for each row of the tables whether the second Sudoku in the row is a copy of the
    first. Prints the verdicts and returns the exit status. `allowed_moves` has the kinds of moves
    that may be used, such as turns or renamed digits.

    The names of the two columns with the Sudokus are in `command_input.pair_columns`.
    """

    def join_first_and_second_cells_with_shapes(entries: list[Entry]) -> _Pairs:
        """Return two pairs: the cells of all first Sudokus as an array of shape (N, rows, columns)
        with the shape of their boxes, and the same of all second Sudokus.
        """
        seconds = [entry.second for entry in entries if isinstance(entry, EntryPair)]
        return join_cells_as_array_and_get_box_shape(
            entries
        ), join_cells_as_array_and_get_box_shape(seconds)

    def yield_answer_iterator_for_each_task(tasks: Iterator[_Pairs]) -> Iterable[Iterator[Answer]]:
        """Yield for each task an iterator of the answers for the pairs of this task, in the order
        of the pairs.
        """
        for (first, shape), (second, _) in tasks:
            yield yield_pair_answers(first, second, shape, allowed_moves)

    with StreamRunner(command_input, result_options) as runner:
        return runner.answer_sudokus_and_get_status(
            _AnswerRowFormat(command_input.display),
            join_first_and_second_cells_with_shapes,
            yield_answer_iterator_for_each_task,
        )


class _AnswerRowFormat(RowFormat[Answer]):
    """The format of the row that `sudokopie solve --columns` prints for each pair: the verdict, and
    the steps from the first Sudoku to the second.
    """

    has_lines_if_quiet = True
    has_pairs = True

    def __init__(self, display: AnswerFormatter) -> None:
        super().__init__(display)
        self.columns = (
            ResultColumn("verdict", lambda _, result: result.word),
            ResultColumn("steps", self._describe_transformation_steps),
        )

    def _describe_transformation_steps(self, _sudoku: StreamedSudoku, result: Answer) -> str:
        """Return the steps from the first Sudoku to the second as one text, separated by
        semicolons; empty if the second Sudoku is not a copy or the answer is undecided.
        """
        way = result.transformation
        steps = (
            []
            if way is None
            else self.display.list_step_sentences(way.make_instructions(), result.first)
        )
        return "; ".join(steps)

    def format_result_lines(self, sudoku: StreamedSudoku, result: Answer) -> list[str]:
        return [result.word] if self.is_quiet else super().format_result_lines(sudoku, result)

    def find_status_word(self, result: Answer) -> str:
        return result.word
