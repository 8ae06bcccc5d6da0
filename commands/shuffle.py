"""The command `sudokopie shuffle`: print random copies of Sudokus."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import starmap
from typing import TYPE_CHECKING, NamedTuple

from ..base.errors import WitnessError
from ..reading import cell_runs
from ..reading.fields import make_formula_safe_csv_line
from ..showing.answer_formatter import AnswerFormatter, format_grid_on_one_line
from ..showing.sentences import make_step_messages
from ..sudoku.allowed_moves import AllowedMoves
from ..sudoku.grid import DIGITS, Grid
from ..sudoku.shape import BoxShape
from .machinery.command_rules import (
    ANSWER,
    OUTPUT_FOLDER,
    UsageError,
    command,
    forbids,
    needs,
)
from .machinery.options import (
    ANSWERS,
    FILES,
    FORCE,
    ONLY,
    PARQUET,
    READING,
    ResultOptions,
    expand_folders_and_wildcards,
    option,
)
from .machinery.reading import CommandInput
from .machinery.row_format import ResultColumn, RowFormat
from .machinery.stream_runner import StreamRunner, join_cells_as_array_and_get_box_shape
from .machinery.sudoku_stream import StreamedSudoku

if TYPE_CHECKING:
    from ..answers.bulk.transformation_arrays import TransformationArrays
    from ..sudoku.arrays import Cells
    from .training_folder import TrainingFolderWriter


class _CopyOptions(NamedTuple):
    """The options for random copies of Sudokus.

    - `copies`: the number of copies of each Sudoku.
    - `seed`: the seed of the random numbers; None means a random seed.
    - `only`: the kinds of moves that may be used, such as turns or renamed digits.
    - `steps`: whether the steps to each copy are printed.
    """

    copies: int
    seed: int | None
    only: AllowedMoves
    steps: bool


class ShuffledCopies(NamedTuple):
    """Random copies of one Sudoku. Copies are numbered from 0, and cells from 0, row after row.

    - `cells`: array of shape (copies, rows, columns), the digits of each copy, 0 for a blank cell.
    - `transformations`: the transformation from the Sudoku to each copy.
    - `source_cells`: a list for each copy. Item `c` of this list is the number of the cell of the
      Sudoku that moves to cell `c` of the copy.
    """

    cells: "Cells"
    transformations: "TransformationArrays"
    source_cells: list[list[int]]


class _LayoutOptions(NamedTuple):
    """The options for a folder of training data.

    - `layout`: the name of the folder's layout; None means that copies are printed.
    - `test`: the files with the test data; no copies are made of their Sudokus.
    - `output`: the path of the folder; None if it is not given.
    - `force`: whether the folder may already have other files.
    """

    layout: str | None
    test: tuple[str, ...]
    output: str | None
    force: bool

    def make_training_folder_writer_or_none(
        self, files: tuple[str, ...], copies: int
    ) -> "TrainingFolderWriter | None":
        """Check that the folder of training data can be written, and return the object that writes
        it. Return None if the user wants no folder, so that copies are printed. `files` are the
        files of the training data. Raises `UsageError` if there is nothing to print.
        """
        if self.output is None:
            if not copies:
                raise UsageError("{option} needs {others}", option="-n 0", others="--layout")
            return None
        from .training_folder import TrainingFolderWriter

        folder = TrainingFolderWriter(self.output, self.test, self.force)
        folder.check_writable(files)
        return folder


@command(
    forbids("--parquet", "--quiet", "--json"),
    forbids("--layout", "--parquet", "--steps", "--json"),
    needs("--layout", "-o"),
    needs("-o", "--layout"),
    needs("--test", "--layout"),
    needs("--force", "--layout"),
    copy_options=_CopyOptions,
    layout_options=_LayoutOptions,
)
@FILES
@option(
    "-n K", "The number of copies of each Sudoku.", "copies", minimum=0, maximum=10**6, default=1
)
@option("--seed S", "A number; the same number makes the same copies.", minimum=0)
@ONLY
@option(
    "--steps",
    "Also print the steps to each copy: in a table as one more field, otherwise after a tab.",
    heading=ANSWER,
)
@option(
    "--layout [hrm]",
    "Write a folder with which the models HRM and TRM are trained: each Sudoku and its copies, "
    "with their solutions, as arrays of tokens (1 is blank, 2 is the digit 1).",
    heading=ANSWER,
)
@option(
    "--test FILE",
    "For --layout: a file of test Sudokus, which are not copied; may be given several times.",
    multiple=True,
    callback=expand_folders_and_wildcards,
    heading=ANSWER,
)
@option("-o, --output DIR", "The folder for --layout.", type=OUTPUT_FOLDER, heading=ANSWER)
@FORCE
@PARQUET
@READING
@ANSWERS
def shuffle(
    command_input: CommandInput,
    copy_options: _CopyOptions,
    layout_options: _LayoutOptions,
    parquet: str | None,
) -> int:
    r"""Make random copies of the Sudokus in a file: turned, lines reordered, digits renamed.

    For new random Sudokus, use `sudokopie random`. All transformations are equally likely. A copy
    is printed on a line like that of its Sudoku: the name and the other fields stay, and other
    grids on the line, such as the solution, are changed in the same way. A Sudoku on several lines
    is printed on one line.

    Exit status: 0, or 2 if a file could not be read, or 130 after Ctrl-C.

    Example:
      printf '12..............,easy\n' | sudokopie shuffle -n 3 --seed 1 -
    """
    files, copies = command_input.files, copy_options.copies
    if (folder := layout_options.make_training_folder_writer_or_none(files, copies)) is not None:
        return folder.write_and_get_status(
            command_input, copies, copy_options.seed, copy_options.only
        )
    import numpy as np

    from ..answers.bulk.transformation_arrays import make_random_transformations

    rng = np.random.default_rng(copy_options.seed)

    def yield_shuffled_copies_by_sudoku(
        cells_of_grids: "Cells", shape: BoxShape
    ) -> Iterator[ShuffledCopies]:
        """Yield the random copies of each Sudoku. `cells_of_grids` has shape (Sudokus, rows,
        columns), and `shape` is the shape of the boxes.
        """
        for one in cells_of_grids:
            images = make_random_transformations(shape, copy_options.copies, rng, copy_options.only)
            made = images.apply(np.broadcast_to(one, (copy_options.copies, *one.shape)))
            yield ShuffledCopies(
                made,
                images,
                images.find_source_cell_numbers().reshape(copy_options.copies, -1).tolist(),
            )

    with StreamRunner(command_input, ResultOptions(parquet=parquet)) as runner:
        rows = _CopyRowFormat(command_input.display, copy_options)
        return runner.answer_sudokus_and_get_status(
            rows,
            join_cells_as_array_and_get_box_shape,
            partial(starmap, yield_shuffled_copies_by_sudoku),
        )


class _CopyRowFormat(RowFormat[ShuffledCopies]):
    """The format of the row that `sudokopie shuffle` prints for each Sudoku: its copies, and the
    steps to each copy. A Parquet table has one row for each copy.
    """

    has_lines_if_quiet = True
    _header = ""
    """The line with the names of a table's columns that was printed last."""

    def __init__(self, display: AnswerFormatter, options: _CopyOptions) -> None:
        super().__init__(display, options)
        self.columns = (
            ResultColumn("sudoku", self._list_cell_texts_of_copies),
            ResultColumn("steps", self._list_step_texts_of_copies),
        )

    def _list_cell_texts_of_copies(
        self, sudoku: StreamedSudoku, result: ShuffledCopies
    ) -> list[str]:
        """Return the cells of each copy as a text of one line."""
        return [
            format_grid_on_one_line(_make_grid_of_copy(sudoku, result, i))
            for i in range(len(result.cells))
        ]

    def _list_step_texts_of_copies(
        self, sudoku: StreamedSudoku, result: ShuffledCopies
    ) -> list[str]:
        """Return for each copy one text with all steps to this copy, separated by semicolons; the
        texts are empty without --steps.
        """
        return [
            "; ".join(self._list_step_sentences_of_copy(sudoku, result, i))
            for i in range(len(result.cells))
        ]

    def format_result_lines(self, sudoku: StreamedSudoku, result: ShuffledCopies) -> list[str]:
        grid_file, lines = sudoku.grid_file, []
        if grid_file.header is not None and grid_file.header != self._header:
            self._header = grid_file.header
            steps = f"{grid_file.delimiter or ','}steps" if self.options.steps else ""
            lines.append(grid_file.disarm_formulas_in_line(grid_file.header) + steps)
        grid_file.header = None  # The heading of a table is printed only once.
        delimiter = grid_file.delimiter or "\t"
        for i, text in enumerate(_yield_input_line_with_each_copy_in_place(sudoku, result)):
            line = grid_file.disarm_formulas_in_line(text)
            if self.options.steps:
                steps = "; ".join(self._list_step_sentences_of_copy(sudoku, result, i))
                line += delimiter + make_formula_safe_csv_line([steps], delimiter)
            lines.append(line)
        return lines

    def list_table_rows(
        self, sudoku: StreamedSudoku, result: ShuffledCopies
    ) -> Iterable[list[str]]:
        columns = (
            self._list_cell_texts_of_copies(sudoku, result),
            self._list_step_texts_of_copies(sudoku, result),
        )
        return map(list, zip(*columns, strict=True))

    def make_json_record(
        self, sudoku: StreamedSudoku, result: ShuffledCopies
    ) -> Mapping[str, object]:
        copies = [
            {
                "grid": grid,
                "steps": self._list_step_sentences_of_copy(sudoku, result, i)
                if self.options.steps
                else None,
            }
            for i, grid in enumerate(result.cells.tolist())
        ]
        return {
            "status": self.find_status_word(result),
            "grid": _make_grid(sudoku).rows,
            "copies": copies,
        }

    def find_status_word(self, result: ShuffledCopies) -> str:  # noqa: ARG002 - the same for all
        return "found"

    def _list_step_sentences_of_copy(
        self, sudoku: StreamedSudoku, result: ShuffledCopies, copy_index: int
    ) -> list[str]:
        """Return sentences that describe the steps to the copy with the index `copy_index`, counted
        from 0; an empty list without --steps. The steps also rename digits that do not occur in the
        Sudoku, because the solution on the same line may have these digits. Raises `WitnessError`
        if the steps do not lead to the copy.
        """
        if not self.options.steps:
            return []
        way = result.transformations.transformation(copy_index).simplest()
        if not way.leads(_make_grid(sudoku), _make_grid_of_copy(sudoku, result, copy_index)):
            raise WitnessError("The steps to a copy do not lead there")
        return [
            self.display.translate(one)
            for one in make_step_messages(way.make_instructions(), self.display.notation)
        ]


def _make_grid(sudoku: StreamedSudoku) -> Grid:
    return Grid.of_bytes(sudoku.entry.cell_bytes, sudoku.entry.shape)


def _make_grid_of_copy(sudoku: StreamedSudoku, result: ShuffledCopies, copy_index: int) -> Grid:
    return Grid(result.cells[copy_index].tolist(), sudoku.entry.shape)


def _yield_input_line_with_each_copy_in_place(
    sudoku: StreamedSudoku, result: ShuffledCopies
) -> Iterator[str]:
    """Yield a line of text for each copy of a Sudoku. The line repeats the Sudoku's own line in the
    file, with the copy in place of the Sudoku. If the cells of the Sudoku are on several lines, the
    new line has only the cells of the copy and the name of the Sudoku.

    If the line has another Sudoku of the same size, such as the solution, the same transformation
    is applied to the other Sudoku.
    """
    entry, size = sudoku.entry, sudoku.entry.shape.size
    found = (
        list(_yield_sudoku_spans_on_line(entry.raw, size)) if sudoku.grid_file.is_one_a_line else []
    )
    if entry.span is None or entry.span not in found:
        for i in range(len(result.cells)):
            cells = format_grid_on_one_line(_make_grid_of_copy(sudoku, result, i))
            yield _join_cells_and_name(cells, entry.sudoku_name, size)
        return
    characters = _find_characters_of_digits(
        "".join(entry.raw[slice(*span)].decode() for span in found),
        entry.raw[slice(*entry.span)].decode(),
        entry.cell_bytes,
    )
    new_characters = DIGITS.lower() if characters.islower() else DIGITS
    for places, digits in zip(
        result.source_cells, result.transformations.digits.tolist(), strict=True
    ):
        names = {
            ord(old): new_characters[digit]
            for old, digit in zip(characters, digits[1:], strict=False)
        }
        line, last = "", 0
        for start, end in found:
            cells = entry.raw[start:end].decode()
            moved = "".join([cells[place] for place in places]).translate(names)
            line += entry.raw[last:start].decode(errors="backslashreplace") + moved
            last = end
        yield line + entry.raw[last:].decode(errors="backslashreplace")


def _join_cells_and_name(cells: str, name: str, row_count: int) -> str:
    """Return a line of text with the cells of a Sudoku with `row_count` rows, and its name. The
    name follows a space or, if the Sudoku could then not be read, a space and `#`.
    """
    if not name:
        return cells
    line = f"{cells} {name}"
    # Sudokus of up to nine rows are written as in earlier versions.
    is_read = row_count < 10 or cell_runs.find_first_gapless_sudoku_span(line.encode(), row_count)
    return line if is_read else f"{cells} # {name}"


def _find_characters_of_digits(all_cells: str, sudoku_cells: str, digits: bytes) -> str:
    """Return the characters that mean the digits 1, 2 and so on in the Sudokus on a line: `1` to
    `Z`, `0` to `Z` or `A` to `Z`, or the same with small letters.

    `all_cells` has the characters of all these Sudokus. One of them has the characters
    `sudoku_cells`, which were read as `digits`, with 0 for blank.
    """
    known = zip(sudoku_cells.upper(), digits, strict=True)
    shift = next((DIGITS.index(char) - digit for char, digit in known if digit), 0)
    characters = DIGITS[1 + shift :]
    is_lower = any(char.islower() for char in all_cells if char != "x")
    return characters.lower() if is_lower else characters


def _yield_sudoku_spans_on_line(line: bytes, row_count: int) -> Iterator[tuple[int, int]]:
    """Find the Sudokus with `row_count` rows and columns on a line of text. Yields for each Sudoku
    the index of its first character and the index after its last character. Sudokus with more than
    one character for a cell are not found.
    """
    last = 0
    while run := cell_runs.find_first_gapless_sudoku_span(line[last:], row_count):
        if run.end - run.start == row_count**2:
            yield run.start + last, run.end + last
        last += run.end
