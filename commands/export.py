"""`sudokopie export`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import click

from ..base.language import Message
from ..questions.registry import ASKED, QUESTIONS, find_question
from .declaring import Rule, command, expects, gathered, needs, rules
from .exits import YES, Misuse
from .options import CELLS, FORCE, PATH, manner_options, option, reading_options
from .outputs import STANDARD_OUTPUT, check_folder_output, check_outputs
from .proofs import provenance
from .reading import read_grid, read_pair, read_solved
from .terminal import line

if TYPE_CHECKING:
    from ..encoding.candidates import Encoding
    from ..questions.question import Question
    from ..reading.form import Reading
    from ..showing.manner import Manner
    from ..sudoku.grid import CellSet, Grid


_FORMS = ("cnf", "wcnf", "opb", "pb.txt", "pb", "mzn", "py")


class Asking(NamedTuple):
    """What is asked: the question, and the options that are about it alone."""

    question: str | None
    completion: bool
    at_least: int | None
    count_blanks: bool
    at_most: int | None
    size: int | None
    extreme: str | None
    refined: bool
    cells: str

    @property
    def name(self) -> str:
        """The name of the question."""
        return "completion" if self.completion else self.question or "copy"

    @property
    def encoding(self) -> Encoding:
        """How the question is written down."""
        from ..encoding.candidates import Encoding

        return Encoding(self.refined, self.cells)

    def _facts(self) -> dict[str, object]:
        """Return the facts of the question that options say."""
        facts: dict[str, tuple[str, object]] = {
            "--at-least": ("at_least", self.at_least),
            "--count-blanks": ("blanks", self.count_blanks),
            "--at-most": ("at_most", self.at_most),
            "--form": ("greatest", self.extreme == "max"),
            "--refined": ("encoding", self.encoding),
        }
        return dict(facts[one] for one in QUESTIONS[self.name].options if one in facts)

    def asked(self, file: str, reading: Reading, manner: Manner) -> Question:
        """Return the question about the Sudokus of a file."""
        kind, said = find_question(self.name), self._facts()
        made: Callable[..., Question] = kind
        if "sets" in kind.other_names():
            _, grid = read_solved(file, reading)
            return made(grid, sets=_sets(grid, self.size), **said)
        if len(kind.sudoku_names()) == 2:
            return made(*read_pair(file, reading, manner), **said)
        return made(read_grid(file, reading), **said)


class Target(NamedTuple):
    """Where to, and in which format."""

    output: str
    form: str | None
    wcnf_header: bool
    force: bool

    def checked_form(self) -> str:
        """Return the format; raise `Misuse` or `ExportError` before anything is read."""
        from ..exchange.export import format_of

        form = self.form or format_of(self.output)
        if self.wcnf_header and form != "wcnf":
            raise Misuse("{option} needs {others}", option="--wcnf-header", others=".wcnf")
        return form

    def write(self, question: Question, form: str) -> None:
        """Write a question."""
        from ..exchange.export import exported, write_export

        pieces = exported(question, form, provenance(), wcnf_header=self.wcnf_header)
        if self.output == STANDARD_OUTPUT:
            sys.stdout.buffer.writelines(pieces)
            sys.stdout.buffer.flush()
        else:
            write_export(self.output, pieces)


_OTHERS = tuple(f"--question {name}" for name in ASKED if name != "copy")
"""The questions other than that which is asked by default."""


def _rules() -> Iterator[Rule]:
    """Yield what goes with what: a file or a suite, a question and its options, a format."""
    message = Message("expected a file to read, or --suite, and not both")
    yield expects(message, "--suite", "PAIR")
    yield Rule(message, "PAIR", ("--suite",), False)
    message = Message("{one} and {other} exclude each other", other="--question")
    others = tuple(f"--question {name}" for name in ASKED if name != "completion")
    yield Rule(message, "--completion", others, False)
    message = Message("{option} goes only with {others}", others="-o, --format, --box, --max-size")
    yield Rule(message, "--completion", ("--suite", "--refined", "--cells"), False)
    for name, question in QUESTIONS.items():
        for its_own in question.options:
            if name == "copy":
                message = Message("{option} needs {others}", others="--question copy")
                yield Rule(message, its_own, _OTHERS, False)
            else:
                yield needs(its_own, f"--question {name}")
    message = Message("{option} goes only with {others}", others="-o, --force, --refined, --cells")
    forms = tuple(f"--format {form}" for form in _FORMS if form != "cnf")
    others = ("--box", "--max-size", "--column", "--wcnf-header", *forms, *_OTHERS)
    yield Rule(message, "--suite", others, False)
    yield Rule(Message("--suite needs a folder, -o DIR"), "--suite", ("-o -",), False)
    yield needs("--force", "--suite")
    message = Message("-o - needs --format; a file's ending is its format")
    yield Rule(message, "-o -", ("--format", "--suite"), True)
    yield Rule(message, "--format", ("-o -", "--suite"), True)


@command()
@click.argument("file", type=PATH, metavar="[PAIR]", required=False)
@option(
    "--suite [small|full|hard|sizes|sat|maxsat|pb|count]",
    "Write a set of formulas into the folder that -o names: pairs that come with sudokopie, or "
    "questions from families that are hard for solvers, with measured times.",
)
@option(
    f"--question [{'|'.join(ASKED)}]",
    f"What is asked: {'; '.join(ASKED.values())}?  [default: copy]",
)
@option("--completion", "The same as --question completion. As .cnf.")
@option(
    "--at-least K", "With --question nearest: only whether K clues can agree, a yes or no.", least=0
)
@option("--count-blanks", "With --question nearest: blanks on blanks agree as well.")
@option("--at-most K", "With --question clues: only whether K clues do, a yes or no.", least=0)
@option(
    "--size S",
    "With --question clues: meet all minimal unavoidable sets of up to S cells.  [default: 12]",
    least=1,
)
@option(
    "--form [min|max]",
    "With --question canonical: whether a copy is less, or greater.  [default: min]",
    "extreme",
)
@option(
    "-o, --output FILE",
    "Where to; its ending is the format: .cnf (DIMACS), .wcnf and .opb (optimum: the fewest "
    "steps, the most clues that agree), .pb.txt or .pb (CP-SAT's model), .mzn or .py (MiniZinc or "
    "CPMpy: a page to read, of a pair), .gz or .xz may follow. - is standard output.",
    required=True,
)
@FORCE
@option(f"--format [{'|'.join(_FORMS)}]", "The format, for standard output.", "form")
@option(
    "--wcnf-header",
    "Write a .wcnf as before 2022, with a line p wcnf, as many solvers still want it.",
)
@option("--refined", "Write only what refinement leaves undecided: a small formula.")
@CELLS
@reading_options
@manner_options
@gathered(asking=Asking, target=Target)
@rules(*_rules())
def export(
    file: str | None,
    suite: str | None,
    asking: Asking,
    target: Target,
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
    if suite is not None:
        _write_suite(suite, target.output, asking.encoding, target.force)
        return YES
    assert file is not None
    form = target.checked_form()
    check_outputs({"-o": target.output}, [file])
    target.write(asking.asked(file, reading, manner), form)
    return YES


def _sets(grid: Grid, size: int | None) -> tuple[CellSet, ...]:
    """Return all minimal unavoidable sets of up to so many cells, in one order.

    Raises `ExportError` where there are none: nothing could be asked about them.
    """
    from ..base.errors import ExportError
    from ..studies.unavoidable import SIZE, UnavoidableStudy

    study = UnavoidableStudy(grid)
    with line() as show:
        study.run(size or SIZE, progress=lambda study: show(str(len(study.sets))))
    if not study.sets:
        raise ExportError(
            "no unavoidable set has at most {size} cells; --size N looks for larger ones",
            size=size or SIZE,
        )
    return tuple(sorted(study.sets, key=lambda one: (len(one), sorted(one))))


def _write_suite(suite: str, folder: str, encoding: Encoding, force: bool) -> None:
    """Write a suite of pairs in an encoding, or one of questions that have theirs."""
    from ..comparison.challenges import (
        CHALLENGES,
        SUITE,
        challenges,
        of_instances,
        write_benchmark_set,
    )
    from ..comparison.instances import SUITES
    from ..comparison.instances import suite as pairs_of
    from ..encoding.candidates import PLAIN

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
