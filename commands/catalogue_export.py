"""`sudokopie catalogue export`."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING

from ..base.errors import CatalogueError
from ..reading.fields import csv_line, without_formula
from ..reading.gridfile import box_comment
from ..showing.manner import Manner, on_one_line
from ..showing.printer import harmless
from ..sudoku.grid import MOST_LETTERS, SMALLEST_AS_TEXT, format_rows
from ..sudoku.shape import BoxShape
from ..system.output import written
from .catalogue import CATALOGUE, selection_options
from .declaring import command
from .options import box_option, manner_options, option
from .outputs import check_outputs

if TYPE_CHECKING:
    from ..catalogue import Known, Selection


@command()
@CATALOGUE
@option("-o, --output FILE", "Write to this file.  [default: -]")
@option(
    "--format [lines|csv]",
    "Cells and title on each line (lines), or a table with number, class, file, line, title, "
    "date, issue, what else stood there, and Sudoku (csv).",
    "form",
    default="lines",
)
@option("--first", "Only the first Sudoku of each class.")
@box_option("Only Sudokus with boxes of R rows, C columns.")
@selection_options
@manner_options
def catalogue_export(
    path: str,
    output: str | None,
    form: str,
    first: bool,
    box: BoxShape | None,
    selection: "Selection",
    manner: Manner,
) -> int:
    """Write the Sudokus of a catalogue as they came, in a form that all commands here read.

    One file holds Sudokus of one shape: where the catalogue has several, --box chooses. Of a table
    `catalogue add` takes everything back, also where the Sudokus came from.

    Exit status: 0, or 2 if there was trouble with a file.

    \b
    Example:
      printf '12..............\\n' | sudokopie catalogue add /tmp/seen.db --as old.txt -
      sudokopie catalogue export /tmp/seen.db
    """  # noqa: D301
    from ..catalogue import Catalogue
    from ..catalogue.columns import EXPORTED

    del manner  # only errors are said
    check_outputs({"-o": output}, [path])
    with Catalogue.open(path) as catalogue:
        shapes = catalogue.shapes()
        if box is None and len(shapes) > 1:
            raise CatalogueError(
                "{file}: this catalogue has several shapes; --box chooses one of {shapes}",
                file=path,
                shapes=", ".join(map(str, shapes)),
            )
        shape = box or (shapes[0] if shapes else None)
        with _stream(output) as stream:
            if shape is not None:
                stream.write(box_comment(shape).encode())
            if form == "csv":
                stream.write(f"{','.join(EXPORTED)}\n".encode())
            for known in catalogue.select(selection._replace(first=first, shape=shape)):
                line = _csv_line(known) if form == "csv" else _line(known)
                stream.write(f"{line}\n".encode())
    return 0


@contextmanager
def _stream(output: str | None) -> Iterator[IO[bytes]]:
    if output in (None, "-"):
        yield sys.stdout.buffer
    else:
        assert output is not None
        with written(output) as stream:
            yield stream


def _line(known: "Known") -> str:
    """Return a Sudoku and its name on a line; on several, where its size is read only so.

    Those of fewer than 4 cells a side go without a name, which could pass for a row.
    """
    grid, name = known.grid, harmless(known.source.name)
    if grid.size > MOST_LETTERS:
        return f"{name}\n{format_rows(grid)}\n"
    if grid.size < SMALLEST_AS_TEXT:
        return f"{format_rows(grid)}\n"
    return csv_line([on_one_line(grid), *[name] * bool(name)])


def _csv_line(known: "Known") -> str:
    source = [without_formula(harmless(str(field))) for field in known.source]
    return csv_line([known.id, known.class_id, *source, on_one_line(known.grid)])
