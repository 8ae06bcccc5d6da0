"""`sudokopie fewest-clues`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .common import (
    Misuse,
    check_size,
    exclude_quiet_with_json,
    grid_options,
    one_line,
    parsed_shape,
    read_complete_grid,
    said_options,
    stoppable,
    time_limit_option,
)
from .progress import line

if TYPE_CHECKING:
    from ..report.printer import Printer
    from ..studies.fewest_clues import FewestCluesStudy
    from ..sudoku.grid import Grid
    from ..sudoku.shape import BoxShape


@click.command("fewest-clues", short_help="How few clues are enough for one solution?")
@click.argument("file", type=click.Path(), metavar="[FILE]", required=False)
@click.option("--explain", is_flag=True, help="Say why fewer clues are not enough.")
@click.option("--count", is_flag=True, help="Of a FILE: how many puzzles have so few clues?")
@time_limit_option
@grid_options
@said_options
def fewest_clues(
    file: str | None,
    explain: bool,
    count: bool,
    time_limit: float | None,
    box: str | None,
    max_size: int | None,
    lang: str | None,
    quiet: bool,
    as_json: bool,
) -> int:
    """Find the fewest clues that a puzzle needs to have one solution.

    That of a FILE with a complete Sudoku, or a puzzle with one solution; - is standard input.
    Without FILE, any puzzle with boxes of the shape that --box names. Both a lower and an upper
    bound are shown while they come closer. 4x4 and 6x6 take seconds; for 9x9 give a --time-limit.

    Exit status: 0 if the bounds are equal, 3 if the time was not enough, 130 after Ctrl-C, 2
    trouble.

    \b
    Example:
      sudokopie fewest-clues --box 2x2 --explain
    """  # noqa: D301
    from ..report.printer import Printer
    from ..studies.fewest_clues import FewestCluesStudy
    from ..sudoku.language import language

    words = language(lang)
    exclude_quiet_with_json(quiet, as_json)
    if file is None and box is None:
        raise Misuse("expected a FILE, or --box")
    if file is None and count:
        raise Misuse("{option} goes with {others}", option="--count", others="FILE")
    if explain and quiet:
        raise Misuse("{one} and {other} exclude each other", one="--explain", other="--quiet")
    printer = Printer("order", words, quiet, as_json, several=False)
    with one_line(words):
        shape = parsed_shape(box)
        if file is not None:
            given, grid = read_complete_grid(file, shape, max_size)
            return _of_grid(
                file, FewestCluesStudy(grid, given), explain, count, time_limit, printer
            )
        assert shape is not None
        check_size(shape, max_size)
        return _of_shape(shape, explain, time_limit, printer)


def _of_grid(
    file: str,
    study: FewestCluesStudy,
    explain: bool,
    count: bool,
    time_limit: float | None,
    printer: Printer,
) -> int:
    from ..report.printer import terminal_columns
    from ..report.studies import (
        argument_in_words,
        fewest_clues_as_object,
        fewest_clues_in_words,
        fewest_clues_verdict,
    )
    from ..solvers.protocol import Clock
    from ..studies.fewest_clues import argument
    from ..sudoku.language import Message

    clock = Clock(time_limit)
    number, why = None, None
    with stoppable() as stopped, line() as show:
        study.run(clock.remaining, lambda study: show(_bounds(study.at_least, study.at_most)))
        if count:
            puzzles = 0
            for puzzles, _ in enumerate(study.fewest(clock.remaining), 1):
                show(str(puzzles))
            number = puzzles
    if explain and not stopped.status:
        with stoppable() as stopped:
            why = argument(study, clock.remaining)
    if (explain and why is None) or (count and number is None):
        said = Message("The bounds come first: there was no time left for --explain or --count.")
        click.echo(said.to(printer.words), err=True)

    def text() -> str:
        said = fewest_clues_in_words(study, number, printer.words, terminal_columns())
        if why is None:
            return said
        because = argument_in_words(study, why, printer.words, terminal_columns())
        return f"{said}\n\n{because}"

    printer.show(
        file,
        text,
        fewest_clues_verdict(study, number, printer.words),
        lambda: fewest_clues_as_object(study, number, why),
    )
    return stopped.status


def _of_shape(shape: BoxShape, explain: bool, time_limit: float | None, printer: Printer) -> int:
    from ..report.printer import terminal_columns
    from ..report.studies import (
        argument_in_words,
        shape_as_object,
        shape_in_words,
        shape_verdict,
    )
    from ..solvers.protocol import Clock
    from ..studies.fewest_clues import Argument, ShapeStudy, argument

    clock = Clock(time_limit)
    study = ShapeStudy(shape)
    whys: dict[Grid, Argument] = {}
    with stoppable() as stopped, line() as show:
        study.run(
            clock.remaining,
            lambda study: show(
                f"{study.classes.number} / {study.classes.seen:,}"
                if study.best is None
                else _bounds(study.at_least, study.best.at_most)
            ),
        )
        for grid, one in study.studies.items() if explain else ():
            whys[grid] = argument(one, clock.remaining)

    def text() -> str:
        said = shape_in_words(study, printer.words, terminal_columns())
        because = [
            argument_in_words(study.studies[grid], why, printer.words, terminal_columns())
            for grid, why in whys.items()
        ]
        return "\n\n\n".join([said, *because])

    printer.show(
        f"--box {shape}",
        text,
        shape_verdict(study).to(printer.words),
        lambda: shape_as_object(study, whys),
    )
    return stopped.status


def _bounds(at_least: int, at_most: int) -> str:
    return f"{at_least} to {at_most}"
