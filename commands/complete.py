"""`sudokopie complete`."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING

import click

from .collections import (
    CLUSTER,
    FILES,
    JOBS,
    OUTPUT,
    PARQUET,
    Collection,
    Item,
    Shown,
    cells_of,
    check_parquet,
    grids_of,
    workers,
)
from .exits import ERROR, Misuse, exit_status, stoppable
from .options import TIME_LIMIT_A_SUDOKU, printer_options, reading_options
from .reading import read_grids, say_left_aside

if TYPE_CHECKING:
    from collections import Counter

    from ..answers.completion import Completed
    from ..reading.form import Reading
    from ..showing.manner import Manner
    from ..showing.printer import Printer
    from ..sudoku.grid import Grid

_IN_A_TASK = 100


@click.command(short_help="Complete Sudokus; none, one or more solutions?")
@FILES
@click.option("--all", "every", is_flag=True, help="Print every solution, not just one.")
@click.option(
    "--limit", type=click.IntRange(1), metavar="K", help="With --all: at most K solutions."
)
@OUTPUT
@PARQUET
@JOBS
@CLUSTER
@TIME_LIMIT_A_SUDOKU
@reading_options
@printer_options
def complete(
    files: tuple[str, ...],
    every: bool,
    limit: int | None,
    output: str,
    parquet: str | None,
    jobs: int | None,
    cluster: str | None,
    time_limit: float | None,
    reading: Reading,
    printer: Printer,
) -> int:
    """Complete Sudokus by the rules, and say whether each has none, one or more solutions.

    A FILE that holds one Sudoku is drawn in a picture; - is standard input. Of a collection, or of
    several files, each solution is printed on a line of its own, in order; where a Sudoku has no
    solution, or more than one, a line that starts with # says so.

    Exit status: 2 if there was trouble with a file, else 1 if some Sudoku has no solution or more
    than one, else 3 if that is not known within the time limit, else 0; 130 after Ctrl-C.

    \b
    Example:
      printf '12..\\n..1.\\n...3\\n....\\n' | sudokopie complete -
    """  # noqa: D301
    from ..answers.completion import all_completed, completed_each
    from ..showing.printer import Form

    if limit is not None and not every:
        raise Misuse("{option} needs {others}", option="--limit", others="--all")
    if output == "csv" and (every or printer.form is not Form.TEXT):
        raise Misuse(
            "{option} cannot be used with {others}",
            option="--output csv",
            others="--all, --quiet, --json",
        )
    if parquet is not None and every:
        raise Misuse("{option} cannot be used with {others}", option="--parquet", others="--all")
    check_parquet(parquet, files, output, printer)
    most = limit if every else 1
    opened = read_grids(files[0], reading) if len(files) == 1 else None
    if opened is not None and opened.is_single and output == "lines" and parquet is None:
        grid = opened.single()
        say_left_aside(files[0], opened, printer.manner)
        return _complete_one(files[0], grid, most, time_limit, printer)
    collection = Collection(files, reading, printer, output == "csv", opened, parquet)
    shown = _Shown(printer.manner, every)
    with opened or nullcontext(), workers(jobs, files, cluster, printer.manner) as found:
        if found == 1:
            status = collection.run(
                shown,
                grids_of,
                lambda tasks: (completed_each(grids, most, time_limit) for grids in tasks),
                1,
            )
        else:
            from ..system.ordered import ordered

            complete_all = partial(all_completed, limit=most, seconds=time_limit)
            status = collection.run(
                shown, cells_of, lambda tasks: ordered(complete_all, tasks, found), _IN_A_TASK
            )
    is_only_verdict = printer.form is Form.VERDICT
    click.echo(_summary(collection.statuses, printer.manner), err=not is_only_verdict)
    return status


def _complete_one(
    file: str, grid: Grid, most: int | None, time_limit: float | None, printer: Printer
) -> int:
    from ..answers.completion import Completed, completed

    found: list[Grid] = []
    with stoppable() as stopped:
        answer = completed(grid, most, timeout=time_limit, found=found)
    if stopped.status:
        answer = Completed(grid, tuple(found), None)
    printer.answer(file, answer)
    return stopped.status or exit_status([answer.word])


class _Shown(Shown["Completed"]):
    columns = ("solution", "solutions")

    def __init__(self, manner: Manner, every: bool) -> None:
        self._manner, self._every = manner, every

    def lines(self, _: Item, result: Completed) -> list[str] | str:
        from ..base.language import Message
        from ..showing.grids import on_one_line
        from ..showing.said_completion import solutions_message

        solutions = [on_one_line(solution) for solution in result.solutions]
        if result.word == "one" or (self._every and len(solutions) > 1):
            return solutions
        said = solutions_message(result)
        if not solutions:
            return self._manner.say(said)
        return self._manner.say(said, Message("One of them: {solution}", solution=solutions[0]))

    def fields(self, result: Completed) -> list[str]:
        from ..showing.grids import on_one_line

        first = on_one_line(result.solutions[0]) if result.solutions else ""
        return [first, result.word]

    def record(self, _: Item, result: Completed) -> Mapping[str, object]:
        from ..showing.said import in_words

        return in_words(result, self._manner).record()

    def status(self, result: Completed) -> str:
        return result.word


def _summary(counts: Counter[str], manner: Manner) -> str:
    from ..base.language import Message

    undecided = counts["undecided"] + counts["some"]

    def said(message: Message, count: int) -> str:
        return manner.say(Message(message.template, count=manner.number(count)))

    parts = [
        (Message("{count} with one solution"), counts["one"]),
        (Message("{count} with none"), counts["none"]),
        (Message("{count} with more than one"), counts["more"]),
        (Message("{count} undecided"), undecided),
        (Message("{count} unreadable"), counts[ERROR]),
    ]
    told = [said(part, count) for k, (part, count) in enumerate(parts) if count or not k]
    total = said(Message("Sudokus: {count}"), counts.total())
    return f"{total} ({', '.join(told)})"
