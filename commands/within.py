"""`sudokopie within`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .options import BACKEND, PATH, TIME_LIMIT_A_SUDOKU, answer_options, reading_options
from .pairs import answer_files

if TYPE_CHECKING:
    from ..reading.form import Reading
    from ..reading.pairfile import Pair
    from ..showing.printer import Printer


@click.command(short_help="Is one Sudoku a copy of the other with clues left out?")
@click.argument("files", type=PATH, metavar="FILE...", nargs=-1, required=True)
@reading_options
@BACKEND
@TIME_LIMIT_A_SUDOKU
@answer_options
def within(
    files: tuple[str, ...],
    reading: Reading,
    backend_name: str | None,
    time_limit: float | None,
    printer: Printer,
) -> int:
    """Say whether the Sudoku with fewer clues is a copy of the other with clues left out.

    If so, the steps are printed that bring each of its clues onto an equal clue of the other: the
    fewest. Each FILE holds two Sudokus, - is standard input.

    Exit status: 2 if there was trouble with a file, else 1 if of some pair neither is part of the
    other, else 3 if the time was not enough for some pair, else 0.

    \b
    Example:
      printf '12\\n..\\n\\n.1\\n21\\n' | sudokopie within -
    """  # noqa: D301
    from ..answers.part import within as find_part
    from ..solvers.clock import Clock
    from ..solvers.registry import DEFAULT, incremental

    backend = incremental(DEFAULT if backend_name is None else backend_name, Clock(time_limit)).name

    def answered(file: str, pair: Pair) -> list[str]:
        found = find_part(*pair, backend, timeout=time_limit)
        printer.answer(file, found)
        return [found.word]

    return answer_files(files, reading, printer, backend, answered)
