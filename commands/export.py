"""`sudokopie export`, `decode` and `check`: a question to other solvers, answers, and proofs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from io import BufferedReader, TextIOWrapper
from typing import TYPE_CHECKING, NamedTuple

import click

from ..base.language import Message
from ..proofs.formats import FORMATS, FORMULAS
from ..questions.registry import ASKED, QUESTIONS, find_question
from .machinery.declaring import (
    NO,
    YES,
    Misuse,
    OutputFile,
    Rule,
    bars,
    command,
    exit_status,
    expects,
    needs,
)
from .machinery.options import (
    CELLS,
    CHECKER,
    FILE,
    FORCE,
    MANNER,
    PAGED,
    PATH,
    PRINTER,
    READING,
    option,
)
from .machinery.outputs import STANDARD_OUTPUT, check_folder_output, check_outputs
from .machinery.proving import ONE_CERTIFICATE, Proofs, provenance
from .machinery.reading import read_grids, read_pair, read_solved, standard_input
from .machinery.terminal import line

if TYPE_CHECKING:
    from ..encoding.candidates import Encoding
    from ..questions.question import Question
    from ..reading.form import Reading
    from ..showing.manner import Manner
    from ..showing.printer import Printer
    from ..sudoku.grid import CellSet, Grid


class Asking(NamedTuple):
    """What is asked: the question, and the options that are about it alone."""

    name: str
    at_least: int | None
    count_blanks: bool
    at_most: int | None
    size: int | None
    extreme: str | None
    refined: bool
    cells: str

    @property
    def encoding(self) -> Encoding:
        """How the question is written down."""
        from ..encoding.candidates import Encoding

        return Encoding(self.refined, self.cells)

    def asked(self, file: str, reading: Reading, manner: Manner) -> Question:
        """Return the question about the Sudokus of a file."""
        facts: dict[str, tuple[str, object]] = {
            "--at-least": ("at_least", self.at_least),
            "--count-blanks": ("blanks", self.count_blanks),
            "--at-most": ("at_most", self.at_most),
            "--form": ("greatest", self.extreme == "max"),
            "--refined": ("encoding", self.encoding),
        }
        said = dict(facts[one] for one in QUESTIONS[self.name].options if one in facts)
        kind = find_question(self.name)
        made: Callable[..., Question] = kind
        if "sets" in kind.other_names():
            _, grid = read_solved(file, reading)
            return made(grid, sets=_sets(grid, self.size), **said)
        if len(kind.sudoku_names()) == 2:
            pair, _ = read_pair(file, reading, manner)
            return made(*pair, **said)
        return made(read_grids(file, reading).single(), **said)


class Target(NamedTuple):
    """Where to, and in which format."""

    output: str
    form: str | None
    wcnf_header: bool
    force: bool


_OTHERS = tuple(f"--question {name}" for name in ASKED if name != "copy")
"""The questions other than that which is asked by default."""


def _rules() -> Iterator[Rule]:
    """Yield what goes with what: a file or a suite, a question and its options, a format."""
    message = Message("expected a file to read, or --suite, and not both")
    yield expects(message, "--suite", "PAIR")
    yield bars("PAIR", "--suite", said=message)
    for name, question in QUESTIONS.items():
        for its_own in question.options:
            if name == "copy":
                message = Message("{option} needs {others}", others="--question copy")
                yield bars(its_own, *_OTHERS, said=message)
            else:
                yield needs(its_own, f"--question {name}")
    message = Message("{option} goes only with {others}", others="-o, --force, --refined, --cells")
    forms = tuple(f"--format {form}" for form in FORMATS if form != "cnf")
    others = ("--box", "--max-size", "--column", "--wcnf-header", *forms, *_OTHERS)
    yield bars("--suite", *others, said=message)
    yield bars("--suite", "-o -", said=Message("--suite needs a folder, -o DIR"))
    yield needs("--force", "--suite")
    message = Message("-o - needs --format; a file's ending is its format")
    yield needs("-o -", "--format", "--suite", said=message)
    yield needs("--format", "-o -", "--suite", said=message)


@command(*_rules(), asking=Asking, target=Target)
@click.argument("file", type=PATH, metavar="[PAIR]", required=False)
@option(
    "--suite [small|full|hard|sizes|sat|maxsat|pb|count]",
    "Write a set of formulas into the folder that -o names: pairs that come with sudokopie, or "
    "questions from families that are hard for solvers, with measured times.",
)
@option(
    f"--question [{'|'.join(ASKED)}]",
    f"What is asked: {'; '.join(ASKED.values())}?",
    "name",
    default="copy",
)
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
    type=OutputFile(FORMULAS, unless="--suite"),
)
@FORCE
@option(f"--format [{'|'.join(FORMATS)}]", "The format, for standard output.", "form")
@option(
    "--wcnf-header",
    "Write a .wcnf as before 2022, with a line p wcnf, as many solvers still want it.",
)
@option("--refined", "Write only what refinement leaves undecided: a small formula.")
@CELLS
@READING
@MANNER
def export(
    file: str | None,
    suite: str | None,
    asking: Asking,
    target: Target,
    reading: Reading,
    manner: Manner,
) -> int:
    r"""Write the question as a formula that other solvers read.

    Without --question the file is satisfiable if and only if the second Sudoku of PAIR is a copy of
    the first. Its header holds the Sudokus, what each variable means and what a .cnf's models
    count, so that `sudokopie decode` can read a solver's answer back. The same call writes the same
    bytes. With --suite a folder gets a set of formulas, with a table of what a SAT competition asks
    to know about them.

    Exit status: 0, or 2 if there was trouble with a file.

    Example:
      printf '12\n..\n\n..\n21\n' | sudokopie export - -o - --format cnf
    """
    if suite is not None:
        _write_suite(suite, target.output, asking.encoding, target.force)
        return YES
    from ..proofs.export import exported, write_export

    assert file is not None
    form = target.form or FORMULAS.format_of(target.output)
    if target.wcnf_header and form != "wcnf":
        raise Misuse("{option} needs {others}", option="--wcnf-header", others=".wcnf")
    check_outputs({"-o": target.output}, [file])
    question = asking.asked(file, reading, manner)
    pieces = exported(question, form, provenance(), wcnf_header=target.wcnf_header)
    if target.output == STANDARD_OUTPUT:
        sys.stdout.buffer.writelines(pieces)
        sys.stdout.buffer.flush()
    else:
        write_export(target.output, pieces)
    return YES


@command()
@FILE
@click.argument("output", type=PATH, metavar="OUTPUT")
@PAGED
@ONE_CERTIFICATE
def decode(file: str, output: str, proofs: Proofs, printer: Printer) -> int:
    r"""Read what a solver printed about an exported FILE back into the answer to its question.

    OUTPUT holds the solver's `s` and `v` lines, or is minisat's result file; - is standard input. A
    yes is verified on the Sudokus; a no is what the solver says, and so is that an optimum is one.
    With --certificate a no is proved here, whatever was asked, and so is that an optimum is one.

    Exit status: 0 for a yes, 1 for a no, 3 if the solver does not know, 2 trouble.

    Example:
      printf '12\n..\n\n..\n21\n' | sudokopie export - -o /tmp/question.cnf
      echo 's UNSATISFIABLE' | sudokopie decode /tmp/question.cnf -
    """
    from ..answers.replies import answer_of
    from ..base.limits import SOLVER_OUTPUT, Limited
    from ..proofs.decode import decode as read_output
    from ..proofs.header import read_header
    from ..showing.said import Evidence, in_words
    from ..solvers.clock import Clock

    proofs.checked([file, output])
    stream = standard_input() if output == "-" else open(output, "rb")  # noqa: SIM115
    limited = BufferedReader(Limited(stream, output, SOLVER_OUTPUT))
    with TextIOWrapper(limited, "ascii", "replace") as text:
        reply = read_output(read_header(file).question, text, output)

    said = in_words(answer_of(reply), printer.manner)
    said.evidence = Evidence(by_solver=True)
    return exit_status(proofs.answer(file, reply, printer, Clock(), said=said))


@command()
@click.argument("folder", type=PATH, metavar="DIR")
@FILE
@READING
@CHECKER
@PRINTER
def check(
    folder: str, file: str, reading: Reading, checker_name: str | None, printer: Printer
) -> int:
    r"""Check what --certificate DIR wrote about a FILE: one Sudoku, or a pair.

    Compares every file with its digest in SHA256SUMS; follows the steps of a witness; writes each
    formula again from the Sudokus, compares it with the file, and checks the proof that it has no
    model. The folder says what it certifies: a no, or a yes and that nothing is better, a canonical
    form, a number of ways, symmetries or solutions, or the fewest clues. Exit status: 0 if all of
    it holds, 1 if not, 2 trouble.

    Example:
      printf '12\n..\n\n1.\n..\n' > /tmp/pair.txt
      sudokopie solve --certificate /tmp/certificate /tmp/pair.txt
      sudokopie check /tmp/certificate /tmp/pair.txt
    """
    from ..base.errors import ProofError
    from ..proofs.check import check_folder

    def sudokus(number: int) -> tuple[Grid, ...]:
        if number == 1:
            return (read_grids(file, reading).single(),)
        return tuple(read_pair(file, reading, printer.manner)[0])

    try:
        certified = check_folder(folder, sudokus, checker_name=checker_name)
    except ProofError as error:
        printer.refused(file, folder, error)
        return NO
    printer.answer(file, certified, folder=folder)
    return YES


def _sets(grid: Grid, size: int | None) -> tuple[CellSet, ...]:
    """Return the minimal unavoidable sets of up to `size` cells, in one order; or `ExportError`."""
    from ..applications.studies.unavoidable import SIZE, UnavoidableStudy
    from ..base.errors import ExportError

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
    from ..applications.comparison import challenges, instances
    from ..encoding.candidates import PLAIN

    check_folder_output("-o", folder, challenges.SUITE, [], force=force)
    if suite not in challenges.CHALLENGES:
        made = challenges.of_instances(instances.suite(suite), encoding)
    elif encoding == PLAIN:
        made = challenges.challenges(suite)
    else:
        raise Misuse(
            "{option} goes only with the suites {suites}",
            option="--refined" if encoding.refined else "--cells",
            suites=", ".join(instances.SUITES),
        )
    challenges.write_benchmark_set(folder, made, provenance(), force=force)
