"""The command line: arguments in, one call of the library, words out."""

from __future__ import annotations

import errno
import io
import math
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from gettext import NullTranslations
from typing import TYPE_CHECKING, Any, BinaryIO, NoReturn, TypeVar

import click

if TYPE_CHECKING:
    from .solvers.decide import Answer
    from .sudoku.errors import SudokopieError
    from .sudoku.pairfile import Pair
    from .sudoku.shape import BoxShape

Command = TypeVar("Command", bound=Callable[..., Any])

ALL_COPIES, SOME_DIFFERENT, TROUBLE, SOME_UNDECIDED, INTERRUPTED = 0, 1, 2, 3, 130
"""Exit statuses, the first three as cmp's."""


def _a_time(_: click.Context, param: click.Parameter, seconds: float | None) -> float | None:
    if seconds is None or (seconds > 0 and math.isfinite(seconds)):
        return seconds
    raise click.BadParameter(f"expected seconds above 0, found '{seconds:g}'", param=param)


@click.group(
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(package_name="sudokopie")
@click.pass_context
def cli(context: click.Context) -> int:
    """Are two Sudokus the same up to symmetry? By which steps, in both directions?"""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
    return TROUBLE


def _options(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Return a decorator that adds options which several commands share."""

    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


_pair_options = _options(
    click.option(
        "--box",
        metavar="RxC",
        help="Boxes of R rows and C columns; else square ones, or the nearest to it with R < C.",
    ),
    click.option(
        "--max-size",
        type=click.IntRange(1, 10_000),
        metavar="N",
        help="Read grids of at most N cells a side.  [default: 36]",
    ),
)

_lang_option = click.option(
    "--lang",
    type=click.Choice(["en", "de"]),
    help="Language of the answer; else that of the environment.",
)

_answer_options = _options(
    click.option(
        "--notation",
        type=click.Choice(["order", "compact", "arrows"]),
        default="order",
        show_default=True,
        help="How steps are written: the new order; the same, numbered within its band or stack; "
        "or only what moves, OLD PLACE -> NEW PLACE.",
    ),
    _lang_option,
    click.option("-q", "--quiet", is_flag=True, help="Print the verdict alone."),
    click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line and file."),
)


@cli.command(short_help="Decide pair files: copies or not, and by which steps.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@_pair_options
@click.option(
    "--backend",
    "backend_name",
    metavar="NAME",
    help="What decides: pysat:SOLVER, cp-sat, dimacs:PROGRAM, search:brute-force and more; an "
    "unknown name lists those there are.  [default: pysat:minisat22]",
)
@click.option(
    "--time-limit",
    type=float,
    callback=_a_time,
    metavar="SECONDS",
    help="Give up on a file after so long: undecided, not a no. A proof gets as long again.",
)
@click.option(
    "--no-refinement", is_flag=True, help="Give the backend the plain, unrefined formula."
)
@click.option(
    "--certificate",
    metavar="DIR",
    help="Write what proves the answer: a no's formula and proof, a yes's witness.",
)
@click.option("--verify-no", is_flag=True, help="Prove a no and check the proof, keep no files.")
@_answer_options
def solve(
    files: tuple[str, ...],
    box: str | None,
    max_size: int | None,
    backend_name: str | None,
    time_limit: float | None,
    no_refinement: bool,
    certificate: str | None,
    verify_no: bool,
    notation: str,
    lang: str | None,
    quiet: bool,
    as_json: bool,
) -> int:
    """Decide pair files: is the second Sudoku a copy of the first, and by which steps?

    Each FILE holds two Sudokus, - is standard input. Digits are separated by spaces, tabs or
    commas, or not at all; 0 . _ * are blank; lines that start with # are comments.

    Exit status: 2 if there was trouble with a file, else 1 if some pair is not a copy, else 3 if
    some pair is undecided within the time limit, else 0.

    \b
    Example:
      printf '12\\n..\\n\\n..\\n21\\n' | sudokopie solve -
    """  # noqa: D301
    from .report.printer import Printer
    from .solvers.decide import decide
    from .solvers.registry import DEFAULT, find_backend
    from .sudoku.errors import SudokopieError
    from .sudoku.language import language

    words = language(lang)
    _exclude(quiet, as_json)
    printer = Printer(notation, words, quiet, as_json, len(files) > 1)
    if certificate is not None and len(files) > 1:
        raise click.UsageError("--certificate takes one FILE")
    to_certify = certificate is not None or verify_no
    with _one_line(words):
        shape = _shape(box)
        chosen = find_backend(backend_name or DEFAULT).name
        if to_certify:
            from .solvers.certificate import prover_for

            prover_for(backend_name)
    statuses = set()
    for file in files:
        try:
            pair = _read(file, shape, max_size)
            answer = decide(*pair, chosen, time_limit=time_limit, refinement=not no_refinement)
        except (SudokopieError, OSError) as error:
            statuses.add("error")
            printer.error(file, error, chosen)
            continue
        statuses.add(answer.status.value)
        certified, problem = None, None
        if to_certify:
            certified, problem = _certified(answer, certificate, backend_name, time_limit)
        printer.answer(file, answer, certified)
        if problem is not None:
            statuses.add("error")
            printer.problem(file, problem)
    return next(status for name, status in _EXIT_STATUSES if name in statuses)


_EXIT_STATUSES = (
    ("error", TROUBLE),
    ("different", SOME_DIFFERENT),
    ("undecided", SOME_UNDECIDED),
    ("copies", ALL_COPIES),
)
"""The first of these that occurred decides: one no is a no to "are all of them copies?"."""


def _certified(
    answer: Answer, folder: str | None, backend_name: str | None, time_limit: float | None
) -> tuple[bool | None, SudokopieError | OSError | None]:
    """Prove a no, check the proof, and write what was asked for.

    Return whether a no is certified, None for other answers, and what went wrong.
    """
    from .solvers.certificate import refute, write_certificate
    from .solvers.protocol import Status
    from .sudoku.errors import SudokopieError

    certified, refutation = None, None
    try:
        if answer.status is Status.DIFFERENT:
            certified = False
            refutation = refute(answer.first, answer.second, backend_name, time_limit)
            certified = True
        if folder is not None and answer.status is not Status.UNDECIDED:
            write_certificate(folder, answer, refutation, _tool(), _command())
    except (SudokopieError, OSError) as error:
        return certified, error
    return certified, None


@cli.command(short_help="Write the question as a formula for other solvers.")
@click.argument("file", metavar="PAIR")
@click.option(
    "-o",
    "--output",
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
@click.option(
    "--cells",
    type=click.Choice(["rows-columns", "rows-digits", "both"]),
    default="rows-columns",
    show_default=True,
    help="What implies what in the clauses about cells.",
)
@click.option(
    "--fix-orientation",
    "orientation",
    type=click.IntRange(0, 3),
    metavar="K",
    help="Allow only K quarter turns clockwise.",
)
@_pair_options
@_lang_option
def export(
    file: str,
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
    solver's answer back. The same call writes the same bytes.

    \b
    Example:
      printf '12\\n..\\n\\n..\\n21\\n' | sudokopie export - -o - --format cnf
    """  # noqa: D301
    from .encoding.export import Encoding
    from .solvers.exporting import export_bytes, export_file, format_of
    from .sudoku.language import language

    if (output == "-") != (form is not None):
        raise click.UsageError("-o - needs --format; a file's ending is its format")
    encoding = Encoding(refined, cells, orientation)
    with _one_line(language(lang)):
        if form is None:
            format_of(output)  # before anything is read
        pair = _read(file, _shape(box), max_size)
        if form is None:
            export_file(output, *pair, encoding, _tool(), _command())
        else:
            sys.stdout.buffer.writelines(export_bytes(*pair, encoding, form, _tool(), _command()))
            sys.stdout.buffer.flush()
    return 0


@cli.command(short_help="Read a solver's answer to an exported formula.")
@click.argument("file", metavar="FILE.cnf")
@click.argument("output", metavar="OUTPUT")
@_answer_options
def decode(
    file: str, output: str, notation: str, lang: str | None, quiet: bool, as_json: bool
) -> int:
    """Read what a solver printed about an exported FILE back into steps.

    OUTPUT holds the solver's `s` and `v` lines, or is minisat's result file; - is standard input. A
    yes is verified on the Sudokus; a no is what the solver says. Exit status as of solve.

    \b
    Example:
      printf '12\\n..\\n\\n..\\n21\\n' | sudokopie export - -o /tmp/question.cnf
      echo 's UNSATISFIABLE' | sudokopie decode /tmp/question.cnf -
    """  # noqa: D301
    from .report.printer import Printer
    from .solvers.exporting import decode
    from .sudoku.language import language

    words = language(lang)
    _exclude(quiet, as_json)
    printer = Printer(notation, words, quiet, as_json, several=False)
    with _one_line(words):
        if output == "-":
            said = _standard_input().read()
        else:
            with open(output, "rb") as stream:
                said = stream.read()
        answer = decode(file, said.decode("ascii", "replace"), output)
    printer.answer(file, answer, None)
    return dict(_EXIT_STATUSES)[answer.status.value]


@cli.command(short_help="Check a certificate against its pair.")
@click.argument("folder", metavar="DIR")
@click.argument("file", metavar="PAIR")
@_pair_options
@_lang_option
def check(folder: str, file: str, box: str | None, max_size: int | None, lang: str | None) -> int:
    """Check what `solve --certificate DIR` wrote about a PAIR.

    Follows the witness of a yes; of a no, writes the formula again from the two Sudokus, compares
    it with the file, and checks the proof. Exit status: 0 if all of it holds, 1 if not, 2 trouble.

    \b
    Example:
      printf '12\\n..\\n\\n1.\\n..\\n' > /tmp/pair.txt
      sudokopie solve --certificate /tmp/certificate /tmp/pair.txt
      sudokopie check /tmp/certificate /tmp/pair.txt
    """  # noqa: D301
    from .solvers.certificate import check_certificate
    from .solvers.protocol import Status
    from .sudoku.errors import ProofError
    from .sudoku.language import Message, language

    words = language(lang)
    with _one_line(words):
        pair = _read(file, _shape(box), max_size)
        try:
            status = check_certificate(folder, *pair)
        except ProofError as error:
            click.echo(f"{folder}: {error.message.to(words)}", err=True)
            return 1
    if status is Status.COPIES:
        message = Message("Certified: the second Sudoku is a copy of the first.")
    else:
        message = Message("Certified: the second Sudoku is not a copy of the first.")
    click.echo(message.to(words))
    return 0


@contextmanager
def _one_line(words: NullTranslations) -> Iterator[None]:
    """Turn what is wrong with files and arguments into one line and exit status 2."""
    from .report.printer import error_line
    from .sudoku.errors import PairFileError, SudokopieError

    try:
        yield
    except PairFileError as error:
        raise _Line(error_line(error.source, error, words)) from None
    except SudokopieError as error:
        raise click.ClickException(error.message.to(words)) from None
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        raise click.ClickException(f"{where}{error.strerror or error}") from None


def _exclude(quiet: bool, as_json: bool) -> None:
    if quiet and as_json:
        raise click.UsageError("--quiet and --json exclude each other")


class _Line(click.ClickException):
    """An error whose line already says where it is."""


def _shape(box: str | None) -> BoxShape | None:
    from .sudoku.shape import BoxShape

    return None if box is None else BoxShape.parse(box)


def _tool() -> str:
    from . import __version__

    return f"sudokopie {__version__}"


def _command() -> str:
    import shlex

    return shlex.join(["sudokopie", *sys.argv[1:]])


def _read(file: str, shape: BoxShape | None, max_size: int | None) -> Pair:
    from .sudoku.errors import PairFileError
    from .sudoku.language import Message
    from .sudoku.pairfile import MAX_SIZE, read_pair

    try:
        if file == "-":
            return read_pair(_standard_input(), file, shape, max_size or MAX_SIZE)
        with open(file, "rb") as stream:
            return read_pair(stream, file, shape, max_size or MAX_SIZE)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        message = Message("expected a file that can be read, found: {reason}", reason=reason)
        raise PairFileError(file, 1, 1, message) from None


def _standard_input() -> BinaryIO:
    if sys.stdin is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    return sys.stdin.buffer


def main() -> NoReturn:
    """Run the command line and exit with its status; every error is one line, never a traceback."""
    # A closed stream is None; what goes there is lost, as the caller wanted.
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    if hasattr(signal, "SIGPIPE"):
        # When whoever reads our output has gone: end quietly as other tools do. Click would exit
        # with 1, which says that some pair is not a copy.
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    try:
        status = cli.main(prog_name="sudokopie", standalone_mode=False)
        sys.stdout.flush()
    except _Line as error:
        click.echo(error.format_message(), err=True)
        status = TROUBLE
    except click.ClickException as error:
        hint = ""
        if isinstance(error, click.UsageError) and error.ctx is not None:
            hint = f" (see: {error.ctx.command_path} --help)"
        from .report.printer import on_one_line

        click.echo(on_one_line(f"sudokopie: {error.format_message()}{hint}"), err=True)
        status = TROUBLE
    except (KeyboardInterrupt, click.Abort):
        status = INTERRUPTED
    except OSError as error:
        click.echo(f"sudokopie: cannot write: {error.strerror}", err=True)
        # What is still in the buffer cannot be written either; Python would try again at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        status = TROUBLE
    sys.exit(status)


if __name__ == "__main__":
    from sudokopie.cli import main

    main()
