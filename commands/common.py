"""What commands share: options, exit statuses, files read, and errors of one line."""

from __future__ import annotations

import errno
import math
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from gettext import NullTranslations
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar

import click

if TYPE_CHECKING:
    from ..sudoku.grid import Grid
    from ..sudoku.gridfile import GridFile
    from ..sudoku.pairfile import Pair
    from ..sudoku.shape import BoxShape

Command = TypeVar("Command", bound=Callable[..., Any])

ALL_COPIES, SOME_DIFFERENT, TROUBLE, SOME_UNDECIDED, INTERRUPTED = 0, 1, 2, 3, 130
"""Exit statuses, the first three as cmp's."""

EXIT_STATUSES = (
    ("error", TROUBLE),
    ("different", SOME_DIFFERENT),
    ("undecided", SOME_UNDECIDED),
    ("copies", ALL_COPIES),
)
"""The first of these that occurred decides: one no is a no to "are all of them copies?"."""


class Misuse(click.UsageError):
    """Options that do not go together, or with the rest; said in the reader's language."""

    def __init__(self, template: str, **values: object) -> None:
        self.template, self.values = template, values
        super().__init__(template.format(**values))


def a_time(_: click.Context, param: click.Parameter, seconds: float | None) -> float | None:
    """Return seconds above 0; an option's callback."""
    if seconds is None or (seconds > 0 and math.isfinite(seconds)):
        return seconds
    found = f"{seconds:g}"
    raise Misuse(
        "expected seconds above 0 for {option}, found '{found}'", option=param.opts[0], found=found
    )


def options(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Return a decorator that adds options which several commands share."""

    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


time_limit_option = click.option(
    "--time-limit",
    type=float,
    callback=a_time,
    metavar="SECONDS",
    help="Stop after so long, with what is known then.",
)

time_limit_a_sudoku_option = click.option(
    "--time-limit",
    type=float,
    callback=a_time,
    metavar="SECONDS",
    help="Give up on a Sudoku after so long.",
)

grid_options = options(
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

pair_options = grid_options
"""How files of pairs are read, and files of single Sudokus alike."""

cells_option = click.option(
    "--cells",
    type=click.Choice(["rows-columns", "rows-digits", "both"]),
    default="rows-columns",
    show_default=True,
    help="What implies what in the clauses about cells.",
)

lang_option = click.option(
    "--lang",
    type=click.Choice(["en", "de"]),
    help="Language of the answer; else that of the environment.",
)

said_options = options(
    lang_option,
    click.option("-q", "--quiet", is_flag=True, help="Print the verdict alone."),
    click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line and file."),
)

answer_options = options(
    click.option(
        "--notation",
        type=click.Choice(["order", "compact", "arrows"]),
        default="order",
        show_default=True,
        help="How steps are written: the new order; the same, numbered within its band or stack; "
        "or only what moves, OLD PLACE -> NEW PLACE.",
    ),
    said_options,
)


@contextmanager
def one_line(words: NullTranslations) -> Iterator[None]:
    """Turn what is wrong with files and arguments into one line and exit status 2."""
    from ..report.printer import error_line
    from ..sudoku.errors import PairFileError, SudokopieError

    try:
        yield
    except PairFileError as error:
        raise Line(error_line(error.source, error, words)) from None
    except SudokopieError as error:
        raise click.ClickException(error.message.to(words)) from None
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        raise click.ClickException(f"{where}{error.strerror or error}") from None


def exclude_quiet_with_json(quiet: bool, as_json: bool) -> None:
    """Refuse two options that contradict each other."""
    if quiet and as_json:
        raise Misuse("{one} and {other} exclude each other", one="--quiet", other="--json")


class Line(click.ClickException):
    """An error whose line already says where it is."""


def parsed_shape(box: str | None) -> BoxShape | None:
    """Return the shape that `--box` asks for."""
    from ..sudoku.shape import BoxShape

    return None if box is None else BoxShape.parse(box)


def tool() -> str:
    """Return what says in a file which program wrote it."""
    from .. import __version__

    return f"sudokopie {__version__}"


def command() -> str:
    """Return the command line as the user gave it."""
    import shlex

    return shlex.join(["sudokopie", *sys.argv[1:]])


def read_file(file: str, shape: BoxShape | None, max_size: int | None) -> Pair:
    """Read a pair file, or standard input for `-`; raise `PairFileError` for all that is wrong."""
    from ..sudoku.cells import MAX_SIZE
    from ..sudoku.lines import readable
    from ..sudoku.pairfile import read_pair, read_pair_file

    if file == "-":
        with readable(file):
            return read_pair(standard_input(), file, shape, max_size or MAX_SIZE)
    return read_pair_file(file, shape, max_size or MAX_SIZE)


def read_grids_of(file: str, shape: BoxShape | None, max_size: int | None) -> GridFile:
    """Read a file of Sudokus, or standard input for `-`; raise `PairFileError`."""
    from ..sudoku.cells import MAX_SIZE
    from ..sudoku.gridfile import read_grid_file, read_grids
    from ..sudoku.kind import Reading
    from ..sudoku.lines import readable

    how = Reading(shape, max_size or MAX_SIZE)
    if file == "-":
        with readable(file):
            return read_grids(standard_input(), file, how)
    return read_grid_file(file, how)


def check_size(shape: BoxShape, max_size: int | None) -> None:
    """Raise `GridError` for a shape larger than is read."""
    from ..sudoku.cells import MAX_SIZE
    from ..sudoku.errors import GridError
    from ..sudoku.language import Message

    most = max_size or MAX_SIZE
    if shape.size > most:
        raise GridError(
            Message(
                "expected at most {most} cells a side, found boxes of {shape}",
                most=most,
                shape=shape,
            )
        )


def read_complete_grid(
    file: str, shape: BoxShape | None, max_size: int | None
) -> tuple[Grid, Grid]:
    """Read a complete Sudoku, or a puzzle with just one solution; return it and its solution."""
    from ..solvers.completion import completed
    from ..sudoku.errors import GridError
    from ..sudoku.language import Message

    grid = read_grids_of(file, shape, max_size).single()
    found = completed(grid)
    if found.more is not False or len(found.solutions) != 1:
        raise GridError(
            Message(
                "{file}: expected a complete Sudoku, or one with exactly one solution", file=file
            )
        )
    return grid, found.solutions[0]


class Stopped:
    """Whether and why long work was stopped: `status` is the exit status for it, else 0."""

    status = 0


@contextmanager
def stoppable() -> Iterator[Stopped]:
    """Go on behind the block when the time is up, or after Ctrl-C: with what is known then."""
    from ..solvers.protocol import DeadlinePassedError

    stopped = Stopped()
    try:
        yield stopped
    except DeadlinePassedError:
        stopped.status = SOME_UNDECIDED
    except KeyboardInterrupt:
        stopped.status = INTERRUPTED


def is_on_terminal() -> bool:
    """Return whether there is somebody to ask."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


def wait_for_a_key(words: NullTranslations) -> None:
    """Ask for a key and wait until one is pressed on the terminal; Ctrl-C is Ctrl-C."""
    from ..sudoku.language import Message

    click.echo(Message("(any key goes on)").to(words), nl=False, err=True)
    click.getchar()
    click.echo("\r\x1b[K", nl=False, err=True)


def standard_input() -> BinaryIO:
    """Return standard input; raise `OSError` where it is closed."""
    if sys.stdin is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    return sys.stdin.buffer
