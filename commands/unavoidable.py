"""`sudokopie unavoidable`."""

from ..base.language import Message
from ..reading.form import Reading
from ..showing.printer import Printer
from ..solvers.clock import Clock
from ..studies.unavoidable import (
    SIZE,
    UnavoidableStudy,
    occurrences,
    pattern_places,
    unavoidable_sets,
)
from ..sudoku.grid import CellSet, Grid
from .declaring import Rule, command, excludes, rules
from .exits import NO, YES, stoppable
from .options import FILE, PATH, TIME_LIMIT, option, printer_options, reading_options
from .reading import read_grid, read_solved
from .terminal import line


@command()
@FILE
@option("--size K", "Find all sets of up to K cells.  [default: 12]", least=1)
@option(
    "--blueprint PATTERN",
    "Look only for the places where the Sudoku in this file occurs, up to transformation.",
    type=PATH,
)
@TIME_LIMIT
@reading_options
@printer_options
@rules(
    excludes("--size", "--blueprint"),
    Rule(Message("only one of the two can be standard input"), "FILE -", ("--blueprint -",), False),
)
def unavoidable(
    file: str,
    size: int | None,
    blueprint: str | None,
    time_limit: float | None,
    reading: Reading,
    printer: Printer,
) -> int:
    """Find the minimal unavoidable sets of a complete Sudoku, grouped by their blueprints.

    Cells are an unavoidable set when the rest of the Sudoku has another completion, so that every
    puzzle with this solution has a clue among them; minimal, when no part of them is one. Their
    blueprint is their pattern up to transformation, printed in canonical form. Letters in the
    drawing are sets that share no cell. FILE holds a complete Sudoku, or a
    puzzle with one solution; - is standard input.

    Exit status: 0; 1 if the blueprint does not occur; 3 if the time was not enough; 130 after
    Ctrl-C; 2 trouble.

    \b
    Example:
      echo '1234 3412 2143 4321' | sudokopie unavoidable -
    """  # noqa: D301
    _, grid = read_solved(file, reading)
    if blueprint is None:
        return _all_sets(file, grid, size or SIZE, time_limit, printer)
    pattern = read_grid(blueprint, reading)
    return _places(file, grid, pattern, time_limit, printer)


def _all_sets(file: str, grid: Grid, size: int, time_limit: float | None, printer: Printer) -> int:
    study = UnavoidableStudy(grid)
    with stoppable() as stopped, line() as show:
        study.run(
            size,
            Clock(time_limit),
            lambda study: show(f"{len(study.sets)} (<= {study.complete_up_to}/{size})"),
        )
    printer.answer(file, unavoidable_sets(study))
    return stopped.status


def _places(
    file: str, grid: Grid, pattern: Grid, time_limit: float | None, printer: Printer
) -> int:
    places: list[CellSet] = []
    with stoppable() as stopped, line() as show:
        for place in occurrences(pattern, grid, timeout=time_limit):
            places.append(place)
            show(f"{len(places)}")
    found = pattern_places(grid, places, is_all=not stopped.status)
    printer.answer(file, found)
    return stopped.status or (YES if places else NO)
