"""`sudokopie shuffle`."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from ..base.errors import WitnessError
from ..reading import runs
from ..reading.fields import csv_line
from ..showing.manner import Manner, on_one_line
from ..showing.printer import Form
from ..showing.sentences import messages
from ..sudoku.grid import DIGITS, Grid
from ..sudoku.parts import Parts
from ..sudoku.shape import BoxShape
from .collections import Collection, Item, Shown, arrays_of
from .declaring import bars, command, gathered, rules
from .options import FILES, ONLY, PARQUET, Results, answer_options, option, reading_options
from .reading import Given

if TYPE_CHECKING:
    from ..collection.arrays import Cells
    from ..collection.images import Images

_SUDOKUS_IN_A_TASK = 1000


class _Wanted(NamedTuple):
    """What copies are wanted: the options."""

    copies: int
    seed: int | None
    only: Parts
    steps: bool


class Copies(NamedTuple):
    """Copies of a Sudoku and the transformations that lead to them; `places`: see `sources`."""

    cells: "Cells"
    images: "Images"
    places: list[list[int]]


@command()
@FILES
@option("-n K", "How many copies of each Sudoku.", "copies", least=1, most=10**6, default=1)
@option("--seed S", "The same number gives the same copies.", least=0)
@ONLY
@option("--steps", "The steps to each copy, too: in a table as one more field, else behind a tab.")
@PARQUET
@reading_options
@answer_options
@gathered(given=Given, wanted=_Wanted)
@rules(bars("--parquet", "--quiet", "--json"))
def shuffle(given: Given, wanted: _Wanted, parquet: str | None) -> int:
    """Print random copies of Sudokus: turned, lines reordered, digits renamed.

    Each way to do that is as likely as any other. A copy stands on a line like the one it comes
    from: with the same name and the same fields, in which all Sudokus, such as a solution, are
    changed alike. One that takes several lines comes on one line.

    Exit status: 0, or 2 if there was trouble with a file, 130 after Ctrl-C.

    \b
    Example:
      printf '12..............,easy\\n' | sudokopie shuffle -n 3 --seed 1 -
    """  # noqa: D301
    import numpy as np

    from ..collection.images import random_images

    results = Results(parquet=parquet)
    results.check(given.files)
    rng = np.random.default_rng(wanted.seed)

    def copies(task: "tuple[Cells, BoxShape]") -> Iterator[Copies]:
        cells, shape = task
        for one in cells:
            images = random_images(shape, wanted.copies, rng, wanted.only)
            made = images.apply(np.broadcast_to(one, (wanted.copies, *one.shape)))
            yield Copies(made, images, images.sources().reshape(wanted.copies, -1).tolist())

    def answers(tasks: "Iterator[tuple[Cells, BoxShape]]") -> Iterator[Iterator[Copies]]:
        return map(copies, tasks)

    if given.printer.form is Form.VERDICT:  # each line is one
        given.printer.form = Form.TEXT
    with Collection(given, results) as collection:
        shown = _Shown(given.manner, wanted)
        return collection.run(shown, arrays_of, answers, _SUDOKUS_IN_A_TASK)


class _Shown(Shown[Copies]):
    columns = ("sudoku", "steps")

    def __init__(self, manner: Manner, wanted: _Wanted) -> None:
        super().__init__(manner)
        self._steps_wanted, self._header = wanted.steps, ""

    def lines(self, item: Item, result: Copies) -> list[str] | str:
        lines = self._new_header(item)
        delimiter = item.grids.delimiter or "\t"
        for i, text in enumerate(_moved_lines(item, result)):
            steps = "; ".join(self._steps(item, result, i))
            field = delimiter + csv_line([steps], delimiter) if self._steps_wanted else ""
            lines.append(text + field)
        return lines

    def _new_header(self, item: Item) -> list[str]:
        """Return the names of the columns, where they are not those printed last."""
        header, item.grids.header = item.grids.header, None
        if header is None or header == self._header:
            return []
        self._header = header
        return [header + (f"{item.grids.delimiter or ','}steps" if self._steps_wanted else "")]

    def rows(self, item: Item, result: Copies) -> Iterable[list[str]]:
        for i in range(len(result.cells)):
            yield [_line(item, result, i), "; ".join(self._steps(item, result, i))]

    def record(self, item: Item, result: Copies) -> Mapping[str, object]:
        copies = [
            {"grid": grid, "steps": self._steps(item, result, i) if self._steps_wanted else None}
            for i, grid in enumerate(result.cells.tolist())
        ]
        return {"status": self.status(result), "grid": _grid(item).rows, "copies": copies}

    def status(self, result: Copies) -> str:  # noqa: ARG002 - the same for all
        return "found"

    def _steps(self, item: Item, result: Copies, i: int) -> list[str]:
        """Return the steps to the i-th copy, after they were followed.

        They rename also digits that do not occur in it: a solution beside it may have them.
        """
        if not self._steps_wanted:
            return []
        way = result.images.transformation(i).simplest()
        if not way.leads(_grid(item), _copy(item, result, i)):
            raise WitnessError("The steps to a copy do not lead there")
        return [self.manner.say(one) for one in messages(way.forward(), self.manner.notation)]


def _grid(item: Item) -> Grid:
    grid = item.entry.grid
    assert isinstance(grid, Grid)
    return grid


def _copy(item: Item, result: Copies, i: int) -> Grid:
    return Grid(result.cells[i].tolist(), item.entry.shape)


def _line(item: Item, result: Copies, i: int) -> str:
    return on_one_line(_copy(item, result, i))


def _moved_lines(item: Item, result: Copies) -> Iterator[str]:
    """Yield for each copy the line that the Sudoku stands on, with its cells instead.

    All other Sudokus of that size on the line are changed alike. Cells that do not stand side by
    side come on a line of their own.
    """
    entry, size = item.entry, item.entry.shape.size
    found = list(_runs(entry.raw, size)) if item.grids.is_one_a_line else []
    if not any((run.start, run.end) == entry.span for run in found):
        for i in range(len(result.cells)):
            yield " ".join(filter(None, [_line(item, result, i), entry.name]))
        return
    for places, digits in zip(result.places, result.images.digits.tolist(), strict=True):
        names = {ord(DIGITS[d]): DIGITS[digits[d]] for d in range(size + 1)}
        names |= {ord(DIGITS[d].lower()): DIGITS[digits[d]].lower() for d in range(10, size + 1)}
        line, last = "", 0
        for run in found:
            cells = entry.raw[run.start : run.end].decode()
            moved = "".join([cells[place] for place in places]).translate(names)
            line += entry.raw[last : run.start].decode(errors="backslashreplace") + moved
            last = run.end
        yield line + entry.raw[last:].decode(errors="backslashreplace")


def _runs(line: bytes, size: int) -> Iterator[runs.Run]:
    """Yield where on a line Sudokus of a size stand, with a character for each cell."""
    last = 0
    while run := runs.find(line[last:], size):
        if run.end - run.start == size**2:
            yield run._replace(start=run.start + last, end=run.end + last)
        last += run.end
