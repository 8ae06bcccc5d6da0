"""`sudokopie candidates`."""

from __future__ import annotations

import click

from .common import (
    exclude_quiet_with_json,
    grid_options,
    one_line,
    parsed_shape,
    read_grids_of,
    said_options,
)

SOME_EVERYWHERE, NONE_SOMEWHERE = 0, 1


@click.command(short_help="Which digits are possible in each blank cell?")
@click.argument("file", type=click.Path(), metavar="FILE")
@grid_options
@said_options
def candidates(
    file: str, box: str | None, max_size: int | None, lang: str | None, quiet: bool, as_json: bool
) -> int:
    """Draw a Sudoku with the candidates of its blank cells: digits not yet in row, column or box.

    Clues stand in brackets. With --quiet only cells with one candidate or none are listed. FILE
    holds one Sudoku, - is standard input.

    Exit status: 1 if some blank cell has no candidate or a digit stands twice in a row, column or
    box, 2 trouble, else 0.

    \b
    Example:
      printf '12..\\n..1.\\n...3\\n....\\n' | sudokopie candidates -
    """  # noqa: D301
    from ..report.completions import candidates_as_object, candidates_in_words, few_candidates
    from ..report.printer import Printer
    from ..sudoku.language import language

    words = language(lang)
    exclude_quiet_with_json(quiet, as_json)
    with one_line(words):
        grid = read_grids_of(file, parsed_shape(box), max_size).single()
    Printer("order", words, quiet, as_json, several=False).show(
        file,
        lambda: candidates_in_words(grid, words),
        few_candidates(grid, words),
        lambda: candidates_as_object(grid),
    )
    if grid.is_consistent() and all(grid.candidates().values()):
        return SOME_EVERYWHERE
    return NONE_SOMEWHERE
