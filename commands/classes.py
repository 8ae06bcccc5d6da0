"""`sudokopie classes`."""

from __future__ import annotations

import click

from .common import (
    check_size,
    exclude_quiet_with_json,
    one_line,
    parsed_shape,
    said_options,
    stoppable,
    time_limit_option,
)
from .progress import line


@click.command(short_help="All classes of complete Sudokus of a size.")
@click.option("--box", metavar="RxC", required=True, help="Boxes of R rows and C columns.")
@time_limit_option
@said_options
def classes(
    box: str, time_limit: float | None, lang: str | None, quiet: bool, as_json: bool
) -> int:
    """Find all classes of complete Sudokus with boxes of a shape: all copies of one are a class.

    Prints the least Sudoku of each class, how many Sudokus it has, and how many automorphisms each
    of them: transformations that lead from it to itself. That the sizes add up to all complete
    Sudokus is checked. Boxes of 2x2 take no time, 2x3 seconds; 3x3 has more than five thousand
    million classes: Ctrl-C ends the search and prints what was found.

    Exit status: 0 if all have been found; 3 if the time was not enough; 130 after
    Ctrl-C; 2 trouble.

    \b
    Example:
      sudokopie classes --box 2x2
    """  # noqa: D301
    from ..report.printer import Printer
    from ..report.studies import classes_as_object, classes_in_words, classes_verdict
    from ..studies.classes import ClassStudy
    from ..sudoku.language import language

    words = language(lang)
    exclude_quiet_with_json(quiet, as_json)
    with one_line(words):
        shape = parsed_shape(box)
        assert shape is not None
        check_size(shape, None)
        study = ClassStudy(shape)
        with stoppable() as stopped, line() as show:
            study.run(time_limit, lambda study: show(f"{study.number}: {study.seen:,}"))
        found = study.classes()
    Printer("order", words, quiet, as_json, several=False).show(
        f"--box {shape}",
        lambda: classes_in_words(study, found, words),
        classes_verdict(study, words),
        lambda: classes_as_object(study, found),
    )
    return 0 if study.is_exhausted else stopped.status
