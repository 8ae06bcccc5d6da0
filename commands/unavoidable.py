"""`sudokopie unavoidable`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .common import (
    Misuse,
    exclude_quiet_with_json,
    grid_options,
    one_line,
    parsed_shape,
    read_complete_grid,
    read_grids_of,
    said_options,
    stoppable,
    time_limit_option,
)
from .progress import line

if TYPE_CHECKING:
    from ..report.printer import Printer
    from ..studies.disjoint import CellSet
    from ..sudoku.grid import Grid

FOUND, NOWHERE = 0, 1

_SECONDS_FOR_DISJOINT = 2

_SIZE = 12
"""McGuire, Tugemann and Civario needed all sets of up to so many cells; 9×9 takes seconds."""


@click.command(short_help="The unavoidable sets of a Sudoku, and their blueprints.")
@click.argument("file", type=click.Path(), metavar="FILE")
@click.option(
    "--size",
    type=click.IntRange(1),
    metavar="K",
    help="Find all sets of up to so many cells.  [default: 12]",
)
@click.option(
    "--blueprint",
    type=click.Path(),
    metavar="PATTERN",
    help="Look only for the places where the Sudoku in this file occurs, up to transformation.",
)
@time_limit_option
@grid_options
@said_options
def unavoidable(
    file: str,
    size: int | None,
    blueprint: str | None,
    time_limit: float | None,
    box: str | None,
    max_size: int | None,
    lang: str | None,
    quiet: bool,
    as_json: bool,
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
    from ..report.printer import Printer
    from ..sudoku.language import language

    words = language(lang)
    exclude_quiet_with_json(quiet, as_json)
    if blueprint is not None and size is not None:
        raise Misuse("{one} and {other} exclude each other", one="--size", other="--blueprint")
    if file == blueprint == "-":
        raise Misuse("only one of the two can be standard input")
    printer = Printer("order", words, quiet, as_json, several=False)
    with one_line(words):
        shape = parsed_shape(box)
        _, grid = read_complete_grid(file, shape, max_size)
        if blueprint is None:
            return _all_sets(file, grid, size or _SIZE, time_limit, printer)
        pattern = read_grids_of(blueprint, shape, max_size).single()
        return _places(file, grid, pattern, time_limit, printer)


def _all_sets(file: str, grid: Grid, size: int, time_limit: float | None, printer: Printer) -> int:
    from ..report.printer import terminal_columns
    from ..report.studies import unavoidable_as_object, unavoidable_in_words, unavoidable_verdict
    from ..studies.unavoidable import UnavoidableStudy, blueprints

    study = UnavoidableStudy(grid)
    with stoppable() as stopped, line() as show:
        study.run(
            size,
            time_limit,
            lambda study: show(f"{len(study.sets)} (<= {study.complete_up_to}/{size})"),
        )
    found = blueprints(grid, study.sets)
    disjoint = _disjoint(study.sets)
    printer.show(
        file,
        lambda: unavoidable_in_words(study, found, disjoint, printer.words, terminal_columns()),
        unavoidable_verdict(study, len(found)).to(printer.words),
        lambda: unavoidable_as_object(study, found, disjoint),
    )
    return stopped.status


def _places(
    file: str, grid: Grid, pattern: Grid, time_limit: float | None, printer: Printer
) -> int:
    from ..report.printer import terminal_columns
    from ..report.studies import (
        occurrences_as_object,
        occurrences_in_words,
        occurrences_verdict,
    )
    from ..studies.unavoidable import is_unavoidable, occurrences

    places: list[CellSet] = []
    with stoppable() as stopped, line() as show:
        for place in occurrences(pattern, grid, time_limit):
            places.append(place)
            show(f"{len(places)}")
    is_all = not stopped.status
    is_one = is_unavoidable(grid, places[0]) if places else None
    disjoint = _disjoint(places)
    printer.show(
        file,
        lambda: occurrences_in_words(
            grid, places, disjoint, is_one, is_all, printer.words, terminal_columns()
        ),
        occurrences_verdict(places, is_one, is_all, printer.words),
        lambda: occurrences_as_object(grid, places, disjoint, is_one, is_all),
    )
    return stopped.status or (FOUND if places else NOWHERE)


def _disjoint(sets: list[CellSet]) -> list[CellSet]:
    from ..solvers.protocol import Clock
    from ..studies.disjoint import most_disjoint

    return most_disjoint(sets, Clock(_SECONDS_FOR_DISJOINT)) if sets else []
