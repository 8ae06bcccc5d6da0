"""`sudokopie canonical`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .common import (
    INTERRUPTED,
    SOME_UNDECIDED,
    TROUBLE,
    answer_options,
    exclude_quiet_with_json,
    grid_options,
    one_line,
    parsed_shape,
    read_grids_of,
    time_limit_a_sudoku_option,
)
from .progress import bar

if TYPE_CHECKING:
    from ..report.printer import Printer
    from ..sudoku.gridfile import GridFile


@click.command(short_help="The least of all copies of a Sudoku, and the steps to it.")
@click.argument("file", type=click.Path(), metavar="FILE")
@click.option(
    "--form",
    type=click.Choice(["min", "max"]),
    default="min",
    show_default=True,
    help="The least copy, or the greatest.",
)
@time_limit_a_sudoku_option
@grid_options
@answer_options
def canonical(
    file: str,
    form: str,
    time_limit: float | None,
    box: str | None,
    max_size: int | None,
    notation: str,
    lang: str | None,
    quiet: bool,
    as_json: bool,
) -> int:
    """Print the canonical form of a Sudoku: the least of all its copies, and the steps to it.

    Copies are compared as they are read, row after row, a blank before 1. Two Sudokus are copies if
    and only if their forms are equal. FILE holds any one grid, or a collection, - is standard
    input. Of a collection, and with --quiet, each form is printed on a line of its own.

    Exit status: 2 if there was trouble with a file, else 3 if the time was not enough, else 0;
    130 after Ctrl-C.

    \b
    Example:
      printf '12..\\n..1.\\n...3\\n....\\n' | sudokopie canonical -
    """  # noqa: D301
    from ..report.printer import Printer
    from ..sudoku.language import language

    words = language(lang)
    exclude_quiet_with_json(quiet, as_json)
    with one_line(words):
        grids = read_grids_of(file, parsed_shape(box), max_size)
        is_single = grids.is_single
        printer = Printer(notation, words, quiet or not is_single, as_json, several=False)
        return _print_all(file, grids, form, time_limit, printer, is_single)


def _print_all(
    file: str,
    grids: GridFile,
    form: str,
    time_limit: float | None,
    printer: Printer,
    is_single: bool,
) -> int:
    from ..report.printer import terminal_columns
    from ..report.studies import canonical_as_object, canonical_in_words, on_one_line
    from ..solvers.canonical import canonical_form
    from ..solvers.protocol import DeadlinePassedError
    from ..sudoku.errors import PairFileError
    from ..sudoku.language import Message

    status = 0
    try:
        with bar(0) as advance:
            for entry in grids:
                line, grid = entry.line, entry.grid
                advance("")
                if isinstance(grid, PairFileError):
                    if is_single:
                        raise grid
                    printer.problem(file, grid)
                    status = TROUBLE
                    continue
                try:
                    found = canonical_form(grid, form, time_limit)
                except DeadlinePassedError:
                    said = Message("the time was not enough")
                    if is_single:
                        click.echo(f"{file}: {said.to(printer.words)}", err=True)
                    else:
                        said = Message("line {line}: {said}", line=line, said=said)
                        click.echo(f"# {said.to(printer.words)}", err=printer.as_json)
                    status = status or SOME_UNDECIDED
                    continue
                printer.show(
                    file,
                    lambda found=found: canonical_in_words(  # type: ignore[misc]
                        found, printer.notation, printer.words, terminal_columns()
                    ),
                    on_one_line(found.form),
                    lambda found=found, line=line: {  # type: ignore[misc]
                        "line": line,
                        **canonical_as_object(found, printer.notation, printer.words),
                    },
                )
    except KeyboardInterrupt:
        return INTERRUPTED
    return status
