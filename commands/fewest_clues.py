"""`sudokopie fewest-clues`."""

from typing import TYPE_CHECKING

import click

from ..base.language import Message
from ..reading.form import Reading
from ..showing.printer import Printer, say
from ..showing.said import in_words
from ..solvers.clock import Clock
from ..studies.fewest_clues import Argument, FewestCluesStudy, ShapeStudy, argument, enough_sets
from ..sudoku.grid import Grid
from ..sudoku.shape import BoxShape
from .declaring import command, excludes, expects, needs, rules
from .exits import INTERRUPTED, TROUBLE, Misuse, stoppable
from .options import PATH, TIME_LIMIT_AND_PROOF, option, printer_options, reading_options
from .proofs import ONE_CERTIFICATE, Proofs
from .reading import checked, read_solved
from .terminal import line

if TYPE_CHECKING:
    from ..proofs.certificate import Statement


@command()
@click.argument("file", type=PATH, metavar="[FILE]", required=False)
@option("--explain", "Say why fewer clues are not enough.")
@option("--count", "With FILE: count the puzzles that have the fewest clues.")
@ONE_CERTIFICATE
@TIME_LIMIT_AND_PROOF
@reading_options
@printer_options
@rules(
    expects(Message("expected a FILE, or --box"), "FILE", "--box"),
    needs("--count", "FILE"),
    excludes("--explain", "--quiet"),
    needs("--certificate", "FILE"),
)
def fewest_clues(
    file: str | None,
    explain: bool,
    count: bool,
    proofs: Proofs,
    time_limit: float | None,
    reading: Reading,
    printer: Printer,
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
    proofs.checked([] if file is None else [file])
    if file is None:
        assert reading.box is not None
        return _of_shape(checked(reading.box, reading.max_size), explain, time_limit, printer)
    given, grid = read_solved(file, reading)
    if proofs.certificate is not None and given != grid:
        raise Misuse("--certificate takes a complete Sudoku")
    study = FewestCluesStudy(grid, given)
    return _of_grid(file, study, explain, count, proofs, time_limit, printer)


def _of_grid(
    file: str,
    study: FewestCluesStudy,
    explain: bool,
    count: bool,
    proofs: Proofs,
    time_limit: float | None,
    printer: Printer,
) -> int:
    clock = Clock(time_limit)
    number, why = None, None
    with stoppable() as stopped, line() as show:
        study.run(clock, lambda study: show(_bounds(study.at_least, study.at_most)))
        if count:
            puzzles = 0
            for puzzles, _ in enumerate(study.fewest(timeout=clock), 1):
                show(str(puzzles))
            number = puzzles
    if explain and not stopped.status:
        with stoppable() as stopped:
            why = argument(study, timeout=clock)
    if (explain and why is None) or (count and number is None):
        said = Message("The bounds come first: there was no time left for --explain or --count.")
        say(said, printer.manner)
    answer = in_words(study, printer.manner, number, why)
    if stopped.status == INTERRUPTED:
        printer.show(file, answer)
        return stopped.status

    clock = Clock(time_limit)

    def stated() -> "Statement":
        from ..proofs.statements import CertifiedClues

        sets = enough_sets(study, timeout=clock)
        return CertifiedClues.of(study.puzzle, study.grid, study.at_least, sets, timeout=clock)

    return stopped.status if proofs.show(file, answer, stated, printer, clock) else TROUBLE


def _of_shape(shape: BoxShape, explain: bool, time_limit: float | None, printer: Printer) -> int:
    clock, study = Clock(time_limit), ShapeStudy(shape)
    whys: dict[Grid, Argument] = {}
    with stoppable() as stopped, line() as show:
        study.run(
            clock,
            lambda study: show(
                f"{study.classes.number} / {study.classes.seen:,}"
                if study.best is None
                else _bounds(study.at_least, study.best.at_most)
            ),
        )
        for grid, one in study.studies.items() if explain else ():
            whys[grid] = argument(one, timeout=clock)
    printer.answer(f"--box {shape}", study, whys)
    return stopped.status


def _bounds(at_least: int, at_most: int) -> str:
    return f"{at_least} to {at_most}"
