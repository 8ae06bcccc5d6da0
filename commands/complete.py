"""`sudokopie complete`."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import click

from .common import (
    INTERRUPTED,
    TROUBLE,
    Misuse,
    exclude_quiet_with_json,
    grid_options,
    one_line,
    parsed_shape,
    read_grids_of,
    said_options,
    stoppable,
    time_limit_a_sudoku_option,
)
from .progress import bar

if TYPE_CHECKING:
    from gettext import NullTranslations

    from ..report.printer import Printer
    from ..solvers.completion import Completed
    from ..sudoku.gridfile import GridFile

ONE_SOLUTION, NONE_OR_MORE, UNDECIDED = 0, 1, 3

STATUSES = {
    "one": ONE_SOLUTION,
    "none": NONE_OR_MORE,
    "more": NONE_OR_MORE,
    "some": UNDECIDED,
    "undecided": UNDECIDED,
}


@click.command(short_help="Complete Sudokus; none, one or more solutions?")
@click.argument("file", type=click.Path(), metavar="FILE")
@click.option("--all", "every", is_flag=True, help="Print every solution, not just one.")
@click.option("--limit", type=click.IntRange(1), metavar="K", help="With --all: at most so many.")
@time_limit_a_sudoku_option
@grid_options
@said_options
def complete(
    file: str,
    every: bool,
    limit: int | None,
    time_limit: float | None,
    box: str | None,
    max_size: int | None,
    lang: str | None,
    quiet: bool,
    as_json: bool,
) -> int:
    """Complete a Sudoku by the rules, and say whether it has none, one or more solutions.

    FILE holds one Sudoku, drawn in a picture, or a collection, - is standard input. Of a collection
    each solution is printed on a line of its own, in order; lines that start with # say where there
    is none, or more than one.

    Exit status: 2 if there was trouble with a file, else 1 if some Sudoku has no solution or more
    than one, else 3 if that is not known within the time limit, else 0; 130 after Ctrl-C.

    \b
    Example:
      printf '12..\\n..1.\\n...3\\n....\\n' | sudokopie complete -
    """  # noqa: D301
    from ..report.completions import status
    from ..report.printer import Printer
    from ..solvers.completion import Completed, completed
    from ..sudoku.grid import Grid
    from ..sudoku.language import language

    words = language(lang)
    exclude_quiet_with_json(quiet, as_json)
    if limit is not None and not every:
        raise Misuse("{option} goes with {others}", option="--limit", others="--all")
    printer = Printer("order", words, quiet, as_json, several=False)
    most = limit if every else 1
    with one_line(words):
        grids = read_grids_of(file, parsed_shape(box), max_size)
        if not grids.is_single:
            return _complete_all(file, grids, every, most, time_limit, printer)
        grid, found = grids.single(), list[Grid]()
        with stoppable() as stopped:
            answer = completed(grid, most, time_limit, found)
        if stopped.status:
            answer = Completed(grid, tuple(found), None)
        print_completed(printer, file, answer)
        return stopped.status or STATUSES[status(answer)]


def print_completed(printer: Printer, file: str, completed: Completed) -> None:
    """Print the completions of one Sudoku."""
    from ..report.completions import as_object, in_words, verdict
    from ..report.printer import terminal_columns

    printer.show(
        file,
        lambda: in_words(completed, printer.words, terminal_columns()),
        verdict(completed).to(printer.words),
        lambda: as_object(completed),
    )


def _complete_all(
    file: str,
    grids: GridFile,
    every: bool,
    limit: int | None,
    time_limit: float | None,
    printer: Printer,
) -> int:
    """Complete a collection, and say at the end how many Sudokus have how many solutions."""
    from ..report.completions import as_object, status, verdict
    from ..report.printer import print_json
    from ..report.studies import on_one_line
    from ..solvers.completion import completed
    from ..sudoku.errors import PairFileError
    from ..sudoku.language import Message

    counts: Counter[str] = Counter()
    interrupted = False
    try:
        with bar(0) as advance:
            for entry in grids:
                line, grid = entry.line, entry.grid
                advance("")
                if isinstance(grid, PairFileError):
                    printer.problem(file, grid)
                    counts["error"] += 1
                    continue
                found = completed(grid, limit, time_limit)
                kind = status(found)
                counts[kind] += 1
                if printer.as_json:
                    print_json({"file": file, "line": line, **as_object(found)})
                elif not printer.quiet:
                    if kind != "one" or every:
                        said = Message("line {line}: {said}", line=line, said=verdict(found))
                        print(f"# {said.to(printer.words)}")
                    for solution in found.solutions:
                        print(on_one_line(solution))
    except KeyboardInterrupt:
        interrupted = True
    counts["undecided"] += counts.pop("some", 0)
    click.echo(_summary(counts, printer.words), err=not printer.quiet)
    if interrupted:
        return INTERRUPTED
    if counts["error"]:
        return TROUBLE
    return next(
        (STATUSES[kind] for kind in ("none", "more", "undecided") if counts[kind]), ONE_SOLUTION
    )


def _summary(counts: Counter[str], words: NullTranslations) -> str:
    from ..sudoku.language import Message

    parts = {
        "one": Message("{count} with one solution", count=counts["one"]),
        "none": Message("{count} with none", count=counts["none"]),
        "more": Message("{count} with more than one", count=counts["more"]),
        "undecided": Message("{count} undecided", count=counts["undecided"]),
        "error": Message("{count} unreadable", count=counts["error"]),
    }
    told = [parts[kind].to(words) for kind in parts if counts[kind] or kind == "one"]
    total = Message("Sudokus: {count}", count=sum(counts.values())).to(words)
    return f"{total} ({', '.join(told)})"
