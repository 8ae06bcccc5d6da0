"""`sudokopie export`."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from .exits import YES, Misuse
from .options import CELLS, PATH, manner_options, reading_options
from .proofs import provenance
from .reading import read_grid, read_pair

if TYPE_CHECKING:
    from ..report.manner import Manner
    from ..sudoku.kind import Reading


@click.command(short_help="Write the question as a formula for other solvers.")
@click.argument("file", type=PATH, metavar="[PAIR]", required=False)
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
    type=PATH,
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
@click.option(
    "--refined", is_flag=True, help="Write only what refinement leaves undecided: a small formula."
)
@CELLS
@reading_options
@manner_options
def export(
    file: str | None,
    suite: str | None,
    completion: bool,
    output: str,
    form: str | None,
    refined: bool,
    cells: str,
    reading: Reading,
    manner: Manner,
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
    from ..encoding.equivalence import CELLS as DEFAULT_CELLS
    from ..encoding.question import Encoding
    from ..exchange.export import exported, exported_completion, format_of, write_export
    from ..exchange.header import Export
    from ..sudoku.kind import Reading as Default

    encoding = Encoding(refined, cells)
    if (suite is None) == (file is None):
        raise Misuse("expected a file to read, or --suite, and not both")
    if completion and (suite or refined or cells != DEFAULT_CELLS):
        raise Misuse(
            "{option} goes only with {others}",
            option="--completion",
            others="-o, --format, --box, --max-size",
        )
    if suite is not None:
        if form not in (None, "cnf") or reading != Default():
            raise Misuse(
                "{option} goes only with {others}",
                option="--suite",
                others="-o, --refined, --cells",
            )
        if output == "-":
            raise Misuse("--suite needs a folder, -o DIR")
        from ..comparison.benchmark_set import write_benchmark_set
        from ..comparison.instances import suite as pairs_of

        write_benchmark_set(output, pairs_of(suite), encoding, provenance())
        return YES
    assert file is not None
    if (output == "-") != (form is not None):
        raise Misuse("-o - needs --format; a file's ending is its format")
    written_form = form or format_of(output)  # refused before anything is read
    if completion:
        pieces = exported_completion(read_grid(file, reading), written_form, provenance())
    else:
        export = Export(*read_pair(file, reading, manner), encoding)
        pieces = exported(export, written_form, provenance())
    if form is None:
        write_export(output, pieces)
    else:
        _write(pieces)
    return YES


def _write(pieces: Iterable[bytes]) -> None:
    sys.stdout.buffer.writelines(pieces)
    sys.stdout.buffer.flush()
