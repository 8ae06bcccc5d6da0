"""`sudokopie complete`."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING

import click

from .common import (
    INTERRUPTED,
    TROUBLE,
    Misuse,
    a_time,
    exclude_quiet_with_json,
    grid_options,
    one_line,
    parsed_shape,
    read_grids_of,
    said_options,
)
from .progress import bar

if TYPE_CHECKING:
    from gettext import NullTranslations

    from ..report.printer import Printer
    from ..solvers.completion import Completed
    from ..sudoku.gridfile import GridFile

ONE_SOLUTION, NONE_OR_MORE, UNDECIDED = 0, 1, 3

STATUSES = {"one": ONE_SOLUTION, "none": NONE_OR_MORE, "more": NONE_OR_MORE, "undecided": UNDECIDED}


@click.command(short_help="Complete Sudokus; none, one or more solutions?")
@click.argument("file", type=click.Path(), metavar="FILE")
@click.option("--all", "every", is_flag=True, help="Print every solution, not just one.")
@click.option("--limit", type=click.IntRange(1), metavar="K", help="With --all: at most so many.")
@click.option(
    "--time-limit",
    type=float,
    callback=a_time,
    metavar="SECONDS",
    help="Give up on a Sudoku after so long.",
)
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
    than one, else 3 if that is not known within the time limit, else 0.

    \b
    Example:
      printf '12..\\n..1.\\n...3\\n....\\n' | sudokopie complete -
    """  # noqa: D301
    from ..report.printer import Printer
    from ..solvers.completion import completed
    from ..sudoku.language import language

    words = language(lang)
    exclude_quiet_with_json(quiet, as_json)
    if limit is not None and not every:
        raise Misuse("{option} goes with {others}", option="--limit", others="--all")
    printer = Printer("order", words, quiet, as_json, several=False)
    most = limit if every else 2
    with one_line(words):
        grids = read_grids_of(file, parsed_shape(box), max_size)
        if len(list(islice(grids, 2))) == 1:
            found = completed(grids.single(), most, time_limit)
            return print_completed(printer, file, found, every)
        return _complete_all(file, grids, every, most, time_limit, printer)


def print_completed(printer: Printer, file: str, completed: Completed, every: bool = False) -> int:
    """Print the completions of one Sudoku, and return the exit status."""
    from ..report.completions import as_object, in_words, verdict
    from ..report.printer import terminal_columns

    printer.show(
        file,
        lambda: in_words(completed, every, printer.words, terminal_columns()),
        verdict(completed).to(printer.words),
        lambda: as_object(completed),
    )
    return STATUSES[str(as_object(completed)["status"])]


def _complete_all(
    file: str,
    grids: GridFile,
    every: bool,
    limit: int | None,
    time_limit: float | None,
    printer: Printer,
) -> int:
    """Complete a collection, and say at the end how many Sudokus have how many solutions."""
    from ..report.completions import as_object, verdict
    from ..report.printer import print_json
    from ..solvers.completion import completed
    from ..sudoku.errors import PairFileError
    from ..sudoku.gridfile import format_line

    counts: Counter[str] = Counter()
    interrupted = False
    try:
        with bar(grids.lines) as advance:
            for line, grid in grids:
                advance("")
                if isinstance(grid, PairFileError):
                    printer.problem(file, grid)
                    counts["error"] += 1
                    continue
                found = completed(grid, limit, time_limit)
                record = as_object(found)
                status = str(record["status"])
                counts[status] += 1
                if printer.as_json:
                    print_json({"file": file, "line": line, **record})
                elif not printer.quiet:
                    if status != "one":
                        print(f"# {line}: {verdict(found).to(printer.words)}")
                    for solution in found.solutions if every else found.solutions[:1]:
                        print(format_line(solution))
    except KeyboardInterrupt:
        interrupted = True
    click.echo(_summary(counts, printer.words), err=not printer.quiet)
    if interrupted:
        return INTERRUPTED
    if counts["error"]:
        return TROUBLE
    return next(
        (STATUSES[status] for status in ("none", "more", "undecided") if counts[status]),
        ONE_SOLUTION,
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
    told = [parts[status].to(words) for status in parts if counts[status] or status == "one"]
    total = Message("Sudokus: {count}", count=sum(counts.values())).to(words)
    return f"{total} ({', '.join(told)})"
