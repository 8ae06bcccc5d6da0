"""The command line: arguments in, one call of the library, words out."""

from __future__ import annotations

import io
import math
import signal
import sys
from gettext import NullTranslations
from typing import TYPE_CHECKING, NoReturn

import click

if TYPE_CHECKING:
    from .sudoku.errors import SudokopieError
    from .sudoku.pairfile import Pair
    from .sudoku.shape import BoxShape

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


@cli.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--box", metavar="RxC", help="Boxes of R rows and C columns, if not the default.")
@click.option(
    "--backend",
    "backend_name",
    metavar="NAME",
    help="What decides: pysat:SOLVER, cp-sat or cp-sat:table.  [default: pysat:minisat22]",
)
@click.option(
    "--time-limit",
    type=float,
    callback=_a_time,
    metavar="SECONDS",
    help="Give up on a file after so long: undecided, not a no.",
)
@click.option(
    "--no-refinement", is_flag=True, help="Give the backend the plain, unrefined formula."
)
@click.option(
    "--notation",
    type=click.Choice(["order", "compact", "arrows"]),
    default="order",
    show_default=True,
    help="How steps are written: the new order; the same, numbered within its block; or only "
    "what moves, OLD PLACE -> NEW PLACE.",
)
@click.option(
    "--lang", type=click.Choice(["en", "de"]), help="Language of the answer, else that of LANG."
)
@click.option("-q", "--quiet", is_flag=True, help="Print the verdict alone.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line and file.")
@click.option(
    "--max-size",
    type=click.IntRange(min=1),
    help="Cells a side that are read at most.  [default: 36]",
)
def solve(
    files: tuple[str, ...],
    box: str | None,
    backend_name: str | None,
    time_limit: float | None,
    no_refinement: bool,
    notation: str,
    lang: str | None,
    quiet: bool,
    as_json: bool,
    max_size: int | None,
) -> int:
    """Decide pair files: is the second Sudoku a copy of the first, and by which steps?

    Each FILE holds two Sudokus, - is standard input. Digits are separated by spaces, tabs or
    commas, or not at all; 0 . _ * are blank; lines with # are comments.

    Exit status: 0 all are copies, 1 at least one is not, 2 trouble, 3 undecided in time.

    \b
    Example:
      printf '12\\n..\\n\\n..\\n21\\n' | sudokopie solve -
    """  # noqa: D301
    from .report.answers import as_object, in_words, verdict
    from .solvers.decide import decide
    from .solvers.registry import DEFAULT, backend
    from .sudoku.errors import SudokopieError
    from .sudoku.language import language
    from .sudoku.pairfile import MAX_SIZE
    from .sudoku.shape import BoxShape

    if quiet and as_json:
        raise click.UsageError("--quiet and --json exclude each other")
    words = language(lang)
    try:
        shape = None if box is None else BoxShape.parse(box)
        chosen = backend(backend_name or DEFAULT).name
    except SudokopieError as error:
        raise click.ClickException(error.message.to(words)) from None
    columns = _terminal_columns()
    statuses = set()
    for number, file in enumerate(files):
        try:
            pair = _read(file, shape, max_size or MAX_SIZE)
            answer = decide(*pair, chosen, time_limit=time_limit, refinement=not no_refinement)
        except SudokopieError as error:
            statuses.add("error")
            line = _error_line(file, error, words)
            click.echo(line, err=True)
            if as_json:
                record: dict[str, object] = {
                    "file": file,
                    "status": "error",
                    "error": line,
                    "backend": chosen,
                }
                click.echo(_json_line(record))
            continue
        statuses.add(answer.status.value)
        if as_json:
            click.echo(_json_line({"file": file, **as_object(answer, notation, words)}))
        elif quiet:
            prefix = f"{file}: " if len(files) > 1 else ""
            click.echo(prefix + verdict(answer, words))
        else:
            heading = f"{file}\n\n" if len(files) > 1 else ""
            gap = "\n\n" if number else ""
            click.echo(gap + heading + in_words(answer, notation, words, columns))
    return next(status for name, status in _EXIT_STATUSES if name in statuses)


_EXIT_STATUSES = (
    ("error", TROUBLE),
    ("different", SOME_DIFFERENT),
    ("undecided", SOME_UNDECIDED),
    ("copies", ALL_COPIES),
)
"""The first of these that occurred decides: one no is a no to "are all of them copies?"."""


def _terminal_columns() -> int | None:
    """Return how wide the terminal is; None where the output goes elsewhere."""
    if not sys.stdout.isatty():
        return None
    import shutil

    return shutil.get_terminal_size().columns


def _read(file: str, shape: BoxShape | None, max_size: int) -> Pair:
    from .sudoku.errors import PairFileError
    from .sudoku.language import Message
    from .sudoku.pairfile import read_pair

    try:
        if file == "-":
            return read_pair(sys.stdin.buffer, file, shape, max_size)
        with open(file, "rb") as stream:
            return read_pair(stream, file, shape, max_size)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        message = Message("expected a file that can be read, found: {reason}", reason=reason)
        raise PairFileError(file, 1, 1, message) from None


def _error_line(file: str, error: SudokopieError, words: NullTranslations) -> str:
    from .sudoku.errors import PairFileError

    place = f"{error.line}:{error.column}:" if isinstance(error, PairFileError) else ""
    return f"{file}:{place} {error.message.to(words)}"


def _json_line(record: dict[str, object]) -> str:
    """Return one line of JSON in which every key is there, null where it has no meaning."""
    keys = ("file", "status", "steps", "forward", "backward", "backend", "seconds", "statistics")
    import json

    return json.dumps({**dict.fromkeys(keys), "statistics": {}, **record}, ensure_ascii=False)


def main() -> NoReturn:
    """Run the command line and exit with its status; every error is one line, never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    if hasattr(signal, "SIGPIPE"):
        # When whoever reads our output has gone: end quietly as other tools do. Click would exit
        # with 1, which says that some pair is not a copy.
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    try:
        status = cli.main(prog_name="sudokopie", standalone_mode=False)
    except click.ClickException as error:
        hint = ""
        if isinstance(error, click.UsageError) and error.ctx is not None:
            hint = f" (see: {error.ctx.command_path} --help)"
        click.echo(f"sudokopie: {error.format_message()}{hint}", err=True)
        status = TROUBLE
    except (KeyboardInterrupt, click.Abort):
        status = INTERRUPTED
    sys.exit(status)


if __name__ == "__main__":
    from sudokopie.cli import main

    main()
