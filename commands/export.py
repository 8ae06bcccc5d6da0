"""`sudokopie export`."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, NoReturn

import click

from .declaring import command
from .exits import YES, Misuse
from .options import CELLS, FORCE, PATH, manner_options, reading_options
from .outputs import STANDARD_OUTPUT, check_folder_output, check_outputs
from .proofs import provenance
from .reading import read_grid, read_pair, read_solved
from .terminal import line

if TYPE_CHECKING:
    from ..encoding.question import Encoding
    from ..exchange.questions import Asked
    from ..reading.form import Reading
    from ..showing.manner import Manner
    from ..sudoku.grid import CellSet, Grid


@command()
@click.argument("file", type=PATH, metavar="[PAIR]", required=False)
@click.option(
    "--suite",
    type=click.Choice(["small", "full", "hard", "sizes", "sat", "maxsat", "pb", "count"]),
    help="Write a set of formulas into the folder that -o names: pairs that come with sudokopie, "
    "or questions from families that are hard for solvers, with measured times.",
)
@click.option(
    "--question",
    type=click.Choice(["copy", "nearest", "within", "canonical", "clues", "completion"]),
    help="What is asked: is the second Sudoku a copy; how many clues can agree (or can K); is one "
    "a copy with clues left out; of one Sudoku: is there a lesser copy; how few clues (or do K) "
    "meet all small unavoidable sets; can it be completed?  "
    "[default: copy]",
)
@click.option("--completion", is_flag=True, help="The same as --question completion. As .cnf.")
@click.option(
    "--at-least",
    type=click.IntRange(0),
    metavar="K",
    help="With --question nearest: only whether K clues can agree, a yes or no.",
)
@click.option(
    "--count-blanks",
    is_flag=True,
    help="With --question nearest: blanks on blanks agree as well.",
)
@click.option(
    "--at-most",
    type=click.IntRange(0),
    metavar="K",
    help="With --question clues: only whether K clues do, a yes or no.",
)
@click.option(
    "--size",
    type=click.IntRange(1),
    metavar="S",
    help="With --question clues: meet all minimal unavoidable sets of up to S cells.  "
    "[default: 12]",
)
@click.option(
    "--form",
    "extreme",
    type=click.Choice(["min", "max"]),
    help="With --question canonical: whether a copy is less, or greater.  [default: min]",
)
@click.option(
    "-o",
    "--output",
    type=PATH,
    required=True,
    metavar="FILE",
    help="Where to; its ending is the format: .cnf (DIMACS), .wcnf and .opb (optimum: the fewest "
    "steps, the most clues that agree), .pb.txt or .pb (CP-SAT's model), .gz or .xz may follow. - "
    "is standard output.",
)
@FORCE
@click.option(
    "--format",
    "form",
    type=click.Choice(["cnf", "wcnf", "opb", "pb.txt", "pb"]),
    help="The format, for standard output.",
)
@click.option(
    "--wcnf-header",
    is_flag=True,
    help="Write a .wcnf as before 2022, with a line p wcnf, as many solvers still want it.",
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
    question: str | None,
    completion: bool,
    at_least: int | None,
    count_blanks: bool,
    at_most: int | None,
    size: int | None,
    extreme: str | None,
    output: str,
    force: bool,
    form: str | None,
    wcnf_header: bool,
    refined: bool,
    cells: str,
    reading: Reading,
    manner: Manner,
) -> int:
    """Write the question as a formula that other solvers read.

    Without --question the file is satisfiable if and only if the second Sudoku of PAIR is a copy of
    the first. Its header holds the Sudokus, what each variable means and what a .cnf's models
    count, so that `sudokopie decode` can read a solver's answer back. The same call writes the same
    bytes. With --suite a folder gets a set of formulas, with a table of what a SAT competition asks
    to know about them.

    Exit status: 0, or 2 if there was trouble with a file.

    \b
    Example:
      printf '12\\n..\\n\\n..\\n21\\n' | sudokopie export - -o - --format cnf
    """  # noqa: D301
    from ..encoding.equivalence import CELLS as DEFAULT_CELLS
    from ..encoding.question import Encoding
    from ..exchange.export import exported, format_of, write_export
    from ..exchange.questions import (
        CanonicalExport,
        CluesExport,
        CompletionExport,
        Export,
        NearestExport,
        PartExport,
    )
    from ..reading.form import Reading as Default

    encoding = Encoding(refined, cells)
    if (suite is None) == (file is None):
        raise Misuse("expected a file to read, or --suite, and not both")
    if completion and (suite or refined or cells != DEFAULT_CELLS):
        raise Misuse(
            "{option} goes only with {others}",
            option="--completion",
            others="-o, --format, --box, --max-size",
        )
    if completion and question not in (None, "completion"):
        raise Misuse("{one} and {other} exclude each other", one="--completion", other="--question")
    asked = "completion" if completion else question or "copy"
    if (at_least is not None or count_blanks) and asked != "nearest":
        _needs("--at-least" if at_least is not None else "--count-blanks", "--question nearest")
    if (at_most is not None or size is not None) and asked != "clues":
        _needs("--at-most" if at_most is not None else "--size", "--question clues")
    if extreme is not None and asked != "canonical":
        _needs("--form", "--question canonical")
    if encoding != Encoding() and asked != "copy":
        _needs("--refined" if refined else "--cells", "--question copy")
    if suite is not None:
        if form not in (None, "cnf") or reading != Default() or asked != "copy" or wcnf_header:
            raise Misuse(
                "{option} goes only with {others}",
                option="--suite",
                others="-o, --force, --refined, --cells",
            )
        if output == STANDARD_OUTPUT:
            raise Misuse("--suite needs a folder, -o DIR")
        _write_suite(suite, output, encoding, force)
        return YES
    assert file is not None
    if force:
        _needs("--force", "--suite")
    if (output == STANDARD_OUTPUT) != (form is not None):
        raise Misuse("-o - needs --format; a file's ending is its format")
    written_form = form or format_of(output)  # refused before anything is read
    if wcnf_header and written_form != "wcnf":
        _needs("--wcnf-header", ".wcnf")
    check_outputs({"-o": output}, [file])
    problem: Asked
    match asked:
        case "canonical":
            problem = CanonicalExport(read_grid(file, reading), extreme == "max")
        case "clues":
            _, grid = read_solved(file, reading)
            problem = CluesExport(grid, _sets(grid, size), at_most)
        case "completion":
            problem = CompletionExport(read_grid(file, reading))
        case "nearest":
            problem = NearestExport(*read_pair(file, reading, manner), count_blanks, at_least)
        case "within":
            problem = PartExport(*read_pair(file, reading, manner))
        case _:
            problem = Export(*read_pair(file, reading, manner), encoding)
    pieces = exported(problem, written_form, provenance(), wcnf_header=wcnf_header)
    if form is None:
        write_export(output, pieces)
    else:
        _write(pieces)
    return YES


def _sets(grid: Grid, size: int | None) -> list[CellSet]:
    """Return all minimal unavoidable sets of up to so many cells, in one order.

    Raises `ExportError` where there are none: nothing could be asked about them.
    """
    from ..base.errors import ExportError
    from ..base.language import Message
    from ..studies.unavoidable import SIZE, UnavoidableStudy

    study = UnavoidableStudy(grid)
    with line() as show:
        study.run(size or SIZE, progress=lambda study: show(str(len(study.sets))))
    if not study.sets:
        raise ExportError(
            Message(
                "no unavoidable set has at most {size} cells; --size N looks for larger ones",
                size=size or SIZE,
            )
        )
    return sorted(study.sets, key=lambda one: (len(one), sorted(one)))


def _write_suite(suite: str, folder: str, encoding: Encoding, force: bool) -> None:
    """Write a suite of pairs in an encoding, or one of questions that have theirs."""
    from ..comparison.benchmark_set import SUITE, write_benchmark_set
    from ..comparison.challenges import CHALLENGES, challenges, of_instances
    from ..comparison.instances import SUITES
    from ..comparison.instances import suite as pairs_of
    from ..encoding.question import PLAIN

    check_folder_output("-o", folder, SUITE, [], force=force)
    if suite not in CHALLENGES:
        made = of_instances(pairs_of(suite), encoding)
    elif encoding == PLAIN:
        made = challenges(suite)
    else:
        raise Misuse(
            "{option} goes only with the suites {suites}",
            option="--refined" if encoding.refined else "--cells",
            suites=", ".join(SUITES),
        )
    write_benchmark_set(folder, made, provenance(), force=force)


def _needs(option: str, others: str) -> NoReturn:
    raise Misuse("{option} needs {others}", option=option, others=others)


def _write(pieces: Iterable[bytes]) -> None:
    sys.stdout.buffer.writelines(pieces)
    sys.stdout.buffer.flush()
