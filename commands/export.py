"""`sudokopie export`."""

from __future__ import annotations

import sys
from collections.abc import Iterable

import click

from .common import (
    Misuse,
    cells_option,
    command,
    lang_option,
    one_line,
    pair_options,
    parsed_shape,
    read_file,
    read_grids_of,
    tool,
)


@click.command(short_help="Write the question as a formula for other solvers.")
@click.argument("file", type=click.Path(), metavar="[PAIR]", required=False)
@click.option(
    "--suite",
    type=click.Choice(["small", "full", "hard", "sizes"]),
    help="Write a set of pairs that come with sudokopie, as .cnf into the folder that -o names.",
)
@click.option(
    "--completion",
    is_flag=True,
    help="The file holds one Sudoku: can it be completed by the rules? As .cnf.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(),
    required=True,
    metavar="FILE",
    help="Where to; its ending is the format: .cnf (DIMACS), .wcnf and .opb (optimum: the fewest "
    "steps), .pb.txt or .pb (CP-SAT's model), .gz or .xz may follow. - is standard output.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["cnf", "wcnf", "opb", "pb.txt", "pb"]),
    help="The format, for standard output.",
)
@click.option("--refined", is_flag=True, help="Only what refinement leaves: a small formula.")
@cells_option
@click.option(
    "--fix-orientation",
    "orientation",
    type=click.IntRange(0, 3),
    metavar="K",
    help="Allow only K quarter turns clockwise.",
)
@pair_options
@lang_option
def export(
    file: str | None,
    suite: str | None,
    completion: bool,
    output: str,
    form: str | None,
    refined: bool,
    cells: str,
    orientation: int | None,
    box: str | None,
    max_size: int | None,
    lang: str | None,
) -> int:
    """Write the question as a formula that other solvers read.

    The file is satisfiable if and only if the second Sudoku of PAIR is a copy of the first. Its
    header holds the Sudokus and what each variable means, so that `sudokopie decode` can read a
    solver's answer back. The same call writes the same bytes. With --suite a folder gets a set of
    formulas, with a table of what a SAT competition asks to know about them.

    \b
    Example:
      printf '12\\n..\\n\\n..\\n21\\n' | sudokopie export - -o - --format cnf
    """  # noqa: D301
    from ..encoding.equivalence import CELLS
    from ..encoding.question import Encoding
    from ..solvers.exporting import (
        completion_bytes,
        export_bytes,
        export_completion_file,
        export_file,
        format_of,
    )
    from ..sudoku.language import language

    encoding = Encoding(refined, cells, orientation)
    if (suite is None) == (file is None):
        raise Misuse("expected a file to read, or --suite, and not both")
    if completion and (suite or refined or orientation is not None or cells != CELLS):
        raise Misuse(
            "{option} goes only with {others}",
            option="--completion",
            others="-o, --format, --box, --max-size",
        )
    if suite is not None:
        if form not in (None, "cnf") or orientation is not None or box or max_size:
            raise Misuse(
                "{option} goes only with {others}",
                option="--suite",
                others="-o, --refined, --cells",
            )
        if output == "-":
            raise Misuse("--suite needs a folder, -o DIR")
        from ..comparison.benchmark_set import write_benchmark_set
        from ..comparison.instances import suite as pairs_of

        with one_line(language(lang)):
            write_benchmark_set(output, pairs_of(suite), encoding, tool(), command())
        return 0
    assert file is not None
    if (output == "-") != (form is not None):
        raise Misuse("-o - needs --format; a file's ending is its format")
    with one_line(language(lang)):
        if form is None:
            format_of(output)  # before anything is read
        if completion:
            grid = read_grids_of(file, parsed_shape(box), max_size).single()
            if form is None:
                export_completion_file(output, grid, tool(), command())
            else:
                _write(completion_bytes(grid, form, tool(), command()))
            return 0
        pair = read_file(file, parsed_shape(box), max_size)
        if form is None:
            export_file(output, *pair, encoding, tool(), command())
        else:
            _write(export_bytes(*pair, encoding, form, tool(), command()))
    return 0


def _write(pieces: Iterable[bytes]) -> None:
    sys.stdout.buffer.writelines(pieces)
    sys.stdout.buffer.flush()
