"""Options that several commands share, each family made into one object for the command."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

import click

from .exits import Misuse, one_line

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from ..sudoku.shape import BoxShape

Command = TypeVar("Command", bound=Callable[..., Any])


PROCESSES = click.IntRange(1, 1000)
"""How many processes may work at the same time."""

PATH = click.Path(readable=False)
"""The name of a file. Whoever opens it says what is wrong with it, in a line that costs only it."""


def a_time(_: click.Context, param: click.Parameter, seconds: float | None) -> float | None:
    """Return a number of seconds, above 0, at most `LONGEST`, else raise `Misuse`; a callback."""
    from ..solvers.clock import LONGEST

    if seconds is None or 0 < seconds <= LONGEST:
        return seconds
    found = f"{seconds:g}"
    if seconds > LONGEST:
        raise Misuse(
            "expected at most {most} seconds for {option}, found '{found}'",
            most=LONGEST,
            option=param.opts[0],
            found=found,
        )
    raise Misuse(
        "expected seconds above 0 for {option}, found '{found}'", option=param.opts[0], found=found
    )


def a_shape(_: click.Context, __: click.Parameter, box: str | None) -> BoxShape | None:
    """Return the shape of boxes that a text means; an option's callback."""
    from ..base.errors import GridError
    from ..sudoku.shape import BoxShape

    try:
        return None if box is None else BoxShape.parse(box)
    except GridError as error:
        raise Misuse(error.message.template, **error.message.values) from None


def options(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Return a decorator that adds options which several commands share."""

    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def time_limit_option(help_: str) -> Callable[[Command], Command]:
    """Return the option `--time-limit`; its help says what happens when the time is up."""
    return click.option("--time-limit", type=float, callback=a_time, metavar="SECONDS", help=help_)


TIME_LIMIT = time_limit_option("Stop after this time and print what is known.")
TIME_LIMIT_AND_PROOF = time_limit_option(
    "Stop after this time and print what is known. A proof gets the same time again."
)
TIME_LIMIT_A_SUDOKU = time_limit_option("Give up on a Sudoku after this time.")


class BackendType(click.types.StringParamType):
    """The name of a backend, or several; the shell completes them."""

    name = "backend"

    def shell_complete(
        self, _: click.Context, __: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the names that begin with what was typed, or with what stands after a comma."""
        from click.shell_completion import CompletionItem

        from ..solvers.registry import backend_names

        before, comma, last = incomplete.rpartition(",")
        return [
            CompletionItem(before + comma + name)
            for name in backend_names()
            if name.startswith(last)
        ]


class Folder(click.Path):
    """A folder, which need not be there; the shell completes those there are."""

    def shell_complete(
        self, _: click.Context, __: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Let the shell complete folders."""
        from click.shell_completion import CompletionItem

        return [CompletionItem(incomplete, type="dir")]


BACKEND = click.option(
    "--backend",
    "backend_name",
    type=BackendType(),
    metavar="NAME",
    help="What answers: pysat:SOLVER, cp-sat and more; an unknown name lists those there are.  "
    "[default: pysat:minisat22]",
)

CELLS = click.option(
    "--cells",
    type=click.Choice(["rows-columns", "rows-digits", "both"]),
    default="rows-columns",
    show_default=True,
    help="How the clauses about cells are written: rows and columns imply digits, rows and digits "
    "imply columns, or both.",
)

CHECKER = click.option(
    "--checker",
    "checker_name",
    type=click.Choice(("cake_lpr", "lrat-check")),
    help="Let this installed program check the proof.  [default: the short one that comes along]",
)
FORCE = click.option(
    "--force",
    is_flag=True,
    help="Write into a DIR that holds other files too; replace those of the same names, and remove "
    "what could be taken for a part of it.",
)
ONE_CERTIFICATE = options(
    click.option(
        "--certificate",
        type=Folder(),
        metavar="DIR",
        help="Write what proves the answer, for `sudokopie check DIR FILE`.",
    ),
    FORCE,
    CHECKER,
)
"""For answers that are neither a yes nor a no."""
CERTIFICATE = options(
    click.option(
        "--certificate",
        type=Folder(),
        metavar="DIR",
        help="Write what proves the answer: a no's formula and proof, a yes's witness.",
    ),
    click.option(
        "--verify-no", is_flag=True, help="Prove a no and check the proof, keep no files."
    ),
    FORCE,
    CHECKER,
)

_BOX = click.option(
    "--box",
    callback=a_shape,
    metavar="RxC",
    help="Boxes of R rows and C columns.  [default: square, or the nearest to square with R < C]",
)
_MAX_SIZE = click.option(
    "--max-size",
    type=click.IntRange(1, 10_000),
    metavar="N",
    help="Read grids of at most N cells a side.  [default: 36]",
)
_COLUMN_OPTION = click.option(
    "--column",
    metavar="NAME|N",
    help="The column of a table that holds the Sudokus.  [default: the first that does]",
)
_LANG = click.option(
    "--lang",
    type=click.Choice(["en", "de"]),
    help="Language of the answer; else that of the environment.",
)
_NOTATION = click.option(
    "--notation",
    type=click.Choice(["arrows", "order", "compact"]),
    default="arrows",
    show_default=True,
    help="How steps are written. arrows: what moves, OLD PLACE -> NEW PLACE. order: the new "
    "order, with the numbers of the old places. compact: that order, numbered within its band or "
    "stack.",
)
_QUIET = click.option("-q", "--quiet", is_flag=True, help="Print the verdict alone.")
_JSON = click.option(
    "--json", "as_json", is_flag=True, help="Print one line of JSON for each answer."
)


def reading_options(command: Callable[..., int]) -> Callable[..., int]:
    """Add the options that say how files are read; the command gets them as `reading`."""

    @wraps(command)
    def with_reading(
        *args: Any, box: BoxShape | None, max_size: int | None, column: str | None, **rest: Any
    ) -> int:
        from ..reading.form import MAX_SIZE, Reading

        return command(*args, reading=Reading(box, max_size or MAX_SIZE, column), **rest)

    return options(_BOX, _MAX_SIZE, _COLUMN_OPTION)(with_reading)


def manner_options(command: Callable[..., int]) -> Callable[..., int]:
    """Add the language alone; the command gets a `manner`, and errors become one line."""

    @wraps(command)
    def with_manner(*args: Any, lang: str | None, **rest: Any) -> int:
        from ..base.language import language
        from ..showing.manner import Manner

        manner = Manner(words=language(lang))
        with one_line(manner):
            return command(*args, manner=manner, **rest)

    return _LANG(with_manner)


def printer_options(command: Callable[..., int]) -> Callable[..., int]:
    """Add language and form; the command gets a `printer`, and errors become one line."""

    @wraps(command)
    def with_printer(
        *args: Any,
        lang: str | None,
        quiet: bool,
        as_json: bool,
        notation: str = "arrows",
        **rest: Any,
    ) -> int:
        from ..base.language import language
        from ..showing.manner import Manner
        from ..showing.printer import Form, Printer, terminal_columns

        if quiet and as_json:
            raise Misuse("{one} and {other} exclude each other", one="--quiet", other="--json")
        form = Form.JSON if as_json else Form.VERDICT if quiet else Form.TEXT
        manner = Manner(notation, language(lang), terminal_columns())
        with one_line(manner):
            return command(*args, printer=Printer(manner, form), **rest)

    return options(_LANG, _QUIET, _JSON)(with_printer)


def answer_options(command: Callable[..., int]) -> Callable[..., int]:
    """Add how steps are written to the options of a printer."""
    return _NOTATION(printer_options(command))
