"""`sudokopie complete`."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import click

from .exits import ERROR, INTERRUPTED, Misuse, exit_status, stoppable
from .options import TIME_LIMIT_A_SUDOKU, printer_options, reading_options
from .progress import bar
from .reading import read_grids

if TYPE_CHECKING:
    from ..report.manner import Manner
    from ..report.printer import Printer
    from ..sudoku.gridfile import GridFile
    from ..sudoku.kind import Reading


@click.command(short_help="Complete Sudokus; none, one or more solutions?")
@click.argument("file", type=click.Path(), metavar="FILE")
@click.option("--all", "every", is_flag=True, help="Print every solution, not just one.")
@click.option("--limit", type=click.IntRange(1), metavar="K", help="With --all: at most so many.")
@TIME_LIMIT_A_SUDOKU
@reading_options
@printer_options
def complete(
    file: str,
    every: bool,
    limit: int | None,
    time_limit: float | None,
    reading: Reading,
    printer: Printer,
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
    from ..answers.completion import Completed, completed
    from ..report.completion import SaidCompletion
    from ..solvers.clock import Clock
    from ..sudoku.grid import Grid

    if limit is not None and not every:
        raise Misuse("{option} goes with {others}", option="--limit", others="--all")
    most = limit if every else 1
    grids = read_grids(file, reading)
    if not grids.is_single:
        return _complete_all(file, grids, every, most, time_limit, printer)
    grid, found = grids.single(), list[Grid]()
    with stoppable() as stopped:
        answer = completed(grid, most, clock=Clock(time_limit), found=found)
    if stopped.status:
        answer = Completed(grid, tuple(found), None)
    printer.show(file, SaidCompletion(answer, printer.manner))
    return stopped.status or exit_status([answer.status])


def _complete_all(
    file: str,
    grids: GridFile,
    every: bool,
    limit: int | None,
    time_limit: float | None,
    printer: Printer,
) -> int:
    """Complete a collection, and say at the end how many Sudokus have how many solutions."""
    from ..answers.completion import Solutions, completed
    from ..report.completion import SaidCompletion, solutions_message
    from ..report.grids import on_one_line
    from ..report.printer import Form
    from ..solvers.clock import Clock
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
                    counts[ERROR] += 1
                    continue
                found = completed(grid, limit, clock=Clock(time_limit))
                counts[found.status] += 1
                if printer.form is Form.JSON:
                    printer.show(file, SaidCompletion(found, printer.manner), line=line)
                elif printer.form is Form.TEXT:
                    if found.status is not Solutions.ONE or every:
                        said = solutions_message(found)
                        said = Message("line {line}: {said}", line=line, said=said)
                        print(f"# {printer.manner.say(said)}")
                    for solution in found.solutions:
                        print(on_one_line(solution))
    except KeyboardInterrupt:
        interrupted = True
    is_only_verdict = printer.form is Form.VERDICT
    click.echo(_summary(counts, printer.manner), err=not is_only_verdict)
    return INTERRUPTED if interrupted else exit_status(counts)


def _summary(counts: Counter[str], manner: Manner) -> str:
    from ..answers.completion import Solutions
    from ..sudoku.language import Message

    undecided = counts[Solutions.UNDECIDED] + counts[Solutions.SOME]
    parts = [
        Message("{count} with one solution", count=counts[Solutions.ONE]),
        Message("{count} with none", count=counts[Solutions.NONE]),
        Message("{count} with more than one", count=counts[Solutions.MORE]),
        Message("{count} undecided", count=undecided),
        Message("{count} unreadable", count=counts[ERROR]),
    ]
    told = [manner.say(part) for k, part in enumerate(parts) if part.values["count"] or not k]
    total = manner.say(Message("Sudokus: {count}", count=sum(counts.values())))
    return f"{total} ({', '.join(told)})"
