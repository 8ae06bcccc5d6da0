"""The command `sudokopie shuffle`: print random copies of Sudokus."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import starmap
from typing import TYPE_CHECKING, NamedTuple

from ..base.errors import WitnessError
from ..reading import cell_runs
from ..reading.fields import join_fields_safely
from ..showing.display_options import DisplayOptions, write_grid_on_one_line
from ..showing.sentences import make_messages
from ..sudoku.allowed_moves import AllowedMoves
from ..sudoku.grid import DIGITS, Grid
from ..sudoku.shape import BoxShape
from .machinery.command_rules import ANSWER, command, forbids
from .machinery.options import ANSWERS, FILES, ONLY, PARQUET, READING, ResultOptions, option
from .machinery.reading import CommandInput
from .machinery.stream_runner import StreamRunner, stack_cells
from .machinery.sudoku_rows import Column, SudokuRows
from .machinery.sudoku_stream import Item

if TYPE_CHECKING:
    from ..answers.bulk.images import Images
    from ..sudoku.arrays import Cells


class _CopyOptions(NamedTuple):
    """The options for the random copies: how many `copies` of each Sudoku to make, the `seed` of
    the random numbers, the parts of a transformation that may be used (`only`), and whether to
    print the `steps` to each copy.
    """

    copies: int
    seed: int | None
    only: AllowedMoves
    steps: bool


class Copies(NamedTuple):
    """Random copies of a Sudoku. `cells` has the digits of each copy, and `images` the
    transformation from the Sudoku to each copy. `places[copy][cell]` is the cell of the Sudoku
    whose digit moves to this cell of the copy. Cells are counted from 0, row after row.
    """

    cells: "Cells"
    images: "Images"
    places: list[list[int]]


@command(forbids("--parquet", "--quiet", "--json"), copy_options=_CopyOptions)
@FILES
@option("-n K", "The number of copies of each Sudoku.", "copies", least=1, most=10**6, default=1)
@option("--seed S", "A number; the same number makes the same copies.", least=0)
@ONLY
@option(
    "--steps",
    "Also print the steps to each copy: in a table as one more field, otherwise after a tab.",
    heading=ANSWER,
)
@PARQUET
@READING
@ANSWERS
def shuffle(command_input: CommandInput, copy_options: _CopyOptions, parquet: str | None) -> int:
    r"""Make random copies of the Sudokus in a file: turned, lines reordered, digits renamed.

    For new random Sudokus, use `sudokopie random`. All transformations are equally likely. A copy
    is printed on a line like that of its Sudoku: the name and the other fields stay, and other
    grids on the line, such as the solution, are changed in the same way. A Sudoku on several lines
    is printed on one line.

    Exit status: 0, or 2 if a file could not be read, or 130 after Ctrl-C.

    Example:
      printf '12..............,easy\n' | sudokopie shuffle -n 3 --seed 1 -
    """
    import numpy as np

    from ..answers.bulk.images import draw_transformations

    rng = np.random.default_rng(copy_options.seed)

    def make_copies(cells: "Cells", shape: BoxShape) -> Iterator[Copies]:
        for one in cells:
            images = draw_transformations(shape, copy_options.copies, rng, copy_options.only)
            made = images.apply(np.broadcast_to(one, (copy_options.copies, *one.shape)))
            yield Copies(
                made, images, images.trace_cells().reshape(copy_options.copies, -1).tolist()
            )

    with StreamRunner(command_input, ResultOptions(parquet=parquet)) as runner:
        rows, answers = (
            _CopyRows(command_input.display, copy_options),
            partial(starmap, make_copies),
        )
        return runner.run(rows, stack_cells, answers)


class _CopyRows(SudokuRows[Copies]):
    """The table columns for each Sudoku: its copies, and the steps to them. A Parquet table has a
    row for each copy.
    """

    has_verdicts = True
    _header = ""
    """The heading of a table that was printed last, with the names of its columns."""

    def __init__(self, display: DisplayOptions, options: _CopyOptions) -> None:
        super().__init__(display, options)
        self.columns = (
            Column("sudoku", self._write_copies),
            Column("steps", self._describe_all_steps),
        )

    def _write_copies(self, item: Item, result: Copies) -> list[str]:
        return [
            write_grid_on_one_line(_make_copy(item, result, i)) for i in range(len(result.cells))
        ]

    def _describe_all_steps(self, item: Item, result: Copies) -> list[str]:
        return ["; ".join(self._describe_steps(item, result, i)) for i in range(len(result.cells))]

    def write_lines(self, item: Item, result: Copies) -> list[str]:
        grids, lines = item.grids, []
        if grids.header is not None and grids.header != self._header:
            self._header = grids.header
            steps = f"{grids.delimiter or ','}steps" if self.options.steps else ""
            lines.append(grids.format_table_line(grids.header) + steps)
        grids.header = None  # so that it is printed once
        delimiter = grids.delimiter or "\t"
        for i, text in enumerate(_write_moved_lines(item, result)):
            line = grids.format_table_line(text)
            if self.options.steps:
                steps = "; ".join(self._describe_steps(item, result, i))
                line += delimiter + join_fields_safely([steps], delimiter)
            lines.append(line)
        return lines

    def write_table_rows(self, item: Item, result: Copies) -> Iterable[list[str]]:
        columns = self._write_copies(item, result), self._describe_all_steps(item, result)
        return map(list, zip(*columns, strict=True))

    def make_json_record(self, item: Item, result: Copies) -> Mapping[str, object]:
        copies = [
            {
                "grid": grid,
                "steps": self._describe_steps(item, result, i) if self.options.steps else None,
            }
            for i, grid in enumerate(result.cells.tolist())
        ]
        return {"status": self.find_status(result), "grid": _read_grid(item).rows, "copies": copies}

    def find_status(self, result: Copies) -> str:  # noqa: ARG002 - the same for all
        return "found"

    def _describe_steps(self, item: Item, result: Copies, i: int) -> list[str]:
        """Return the steps to the copy with index `i`, in words; an empty list without --steps. The
        steps are verified on the grids. They also rename digits that do not occur in the Sudoku,
        because a solution on the same line may have them. Raises `WitnessError` if the steps do not
        lead to the copy.
        """
        if not self.options.steps:
            return []
        way = result.images.transformation(i).simplest()
        if not way.leads(_read_grid(item), _make_copy(item, result, i)):
            raise WitnessError("The steps to a copy do not lead there")
        return [
            self.display.translate(one)
            for one in make_messages(way.forward(), self.display.notation)
        ]


def _read_grid(item: Item) -> Grid:
    return Grid.of_bytes(item.entry.cells, item.entry.shape)


def _make_copy(item: Item, result: Copies, i: int) -> Grid:
    return Grid(result.cells[i].tolist(), item.entry.shape)


def _write_moved_lines(item: Item, result: Copies) -> Iterator[str]:
    """Yield a line of text for each copy: the line of the file on which the Sudoku is, with the
    copy in its place. Another Sudoku of this size on the line, such as the solution, is transformed
    in the same way. If the cells of the Sudoku are on several lines, the new line has only the copy
    and its name.
    """
    entry, size = item.entry, item.entry.shape.size
    found = list(_find_runs(entry.raw, size)) if item.grids.is_one_a_line else []
    if entry.span not in found:
        for i in range(len(result.cells)):
            yield " ".join(
                filter(None, [write_grid_on_one_line(_make_copy(item, result, i)), entry.name])
            )
        return
    for places, digits in zip(result.places, result.images.digits.tolist(), strict=True):
        names = {ord(DIGITS[d]): DIGITS[digits[d]] for d in range(size + 1)}
        names |= {ord(DIGITS[d].lower()): DIGITS[digits[d]].lower() for d in range(10, size + 1)}
        line, last = "", 0
        for start, end in found:
            cells = entry.raw[start:end].decode()
            moved = "".join([cells[place] for place in places]).translate(names)
            line += entry.raw[last:start].decode(errors="backslashreplace") + moved
            last = end
        yield line + entry.raw[last:].decode(errors="backslashreplace")


def _find_runs(line: bytes, size: int) -> Iterator[tuple[int, int]]:
    """Find the Sudokus with `size` rows on a line of text: yield for each the index of its first
    character and the index after its last character. Only Sudokus with one character for each cell
    are found.
    """
    last = 0
    while run := cell_runs.find_run(line[last:], size):
        if run.end - run.start == size**2:
            yield run.start + last, run.end + last
        last += run.end
