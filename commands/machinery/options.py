"""The options that several commands share. A command gets related options as one object."""

import codecs
from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from ...base.errors import ArgumentError, GridError
from ...base.limits import GAP
from ...base.messages import Message, list_languages, load_translations
from ...reading.file_entry import MAX_SIZE, Reading
from ...showing.display_options import DisplayOptions
from ...showing.printer import OutputForm, Printer, find_terminal_width
from ...solvers.clock import LONGEST, Clock
from ...solvers.registry import DEFAULT, backend_names, find_full_name, find_incremental_backend
from ...sudoku.allowed_moves import EVERYTHING, AllowedMoves
from ...sudoku.shape import BoxShape
from ...system.endings import Endings
from ...system.open_file import expand_pattern, is_folder, list_files_in
from .command_rules import (
    ANSWER,
    INPUT,
    QUESTION,
    RARE,
    RUNNING,
    Decorator,
    Option,
    OutputFile,
    UsageError,
    WholeNumber,
    add_rules,
    combine_options,
    excludes,
    forbids,
)
from .reading import CommandInput

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from ...reading.sheet import CellRange

PATH = click.Path(readable=False)
"""The type of file names. The command that opens a file reports its errors, in one line."""


def _note_recursive(context: click.Context, _: click.Parameter, is_recursive: bool) -> None:
    """Note whether the files in folders are to be read; a click callback."""
    context.meta[_RECURSIVE] = is_recursive


_RECURSIVE = f"{__name__}.recursive"


def _expand_files(
    context: click.Context, _: click.Parameter, paths: Sequence[str]
) -> tuple[str, ...]:
    """Replace each URL with a `*` by the URLs that it matches and, with --recursive, each folder by
    the files in it; a click callback. Raises `UsageError` for a folder without files.
    """
    found = list[str]()
    for path in chain.from_iterable(map(expand_pattern, paths)):
        if context.meta.get(_RECURSIVE) and is_folder(path):
            inside = list_files_in(path)
            if not inside:
                raise UsageError("there are no files in the folder {path}", path=path)
            found += inside
        else:
            found.append(path)
    return tuple(found)


FILE = click.argument("file", type=PATH, metavar="FILE")


def _parse_time(_: click.Context, param: click.Parameter, seconds: float | None) -> float | None:
    """Return the number of seconds, or None if the option is not given; a click callback. Raises
    `UsageError` unless the number is above 0 and at most `LONGEST`.
    """
    if seconds is None or 0 < seconds <= LONGEST:
        return seconds
    values = {"option": param.opts[0], "found": f"{seconds:g}"}
    if seconds > LONGEST:
        raise UsageError(
            "{option} takes at most {most} seconds, not '{found}'", most=LONGEST, **values
        )
    raise UsageError("{option} needs a number of seconds above 0, not '{found}'", **values)


def parse_box_option(_: click.Context, __: click.Parameter, box: str | None) -> BoxShape | None:
    """Return the shape of boxes that a text such as `3x3` describes; a click callback. Raises
    `UsageError` if the text describes no shape.
    """
    try:
        return None if box is None else BoxShape.parse(box)
    except GridError as error:
        raise UsageError(error.message.template, **error.message.values) from None


def _parse_encoding(_: click.Context, __: click.Parameter, name: str | None) -> str | None:
    """Return the name of a text encoding; a click callback. Raises `UsageError` if Python does not
    know the encoding.
    """
    try:
        if name is not None:
            "".encode(name)
            codecs.getincrementaldecoder(name)
    except (LookupError, ValueError):
        raise UsageError("expected the name of an encoding, found '{found}'", found=name) from None
    return name


def _parse_ranges(
    _: click.Context, __: click.Parameter, texts: Sequence[str]
) -> "tuple[CellRange, ...]":
    """Return the ranges of cells that texts name; a click callback."""
    if not texts:
        return ()
    from ...reading.sheet import parse_range  # rarely needed

    try:
        return tuple(map(parse_range, texts))
    except ArgumentError as error:
        raise UsageError("--range: {problem}", problem=error.message) from None


def complete_last_backend_name(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """Return the completions that the shell offers for a list of backends separated by commas: the
    list with its last name, which is incomplete, completed to each name that begins so.
    """
    before, comma, last = incomplete.rpartition(",")
    return [before + comma + name for name in backend_names() if name.startswith(last)]


def _complete_folder(
    _: click.Context, __: click.Parameter, incomplete: str
) -> "list[CompletionItem]":
    """Let the shell complete the names of folders."""
    from click.shell_completion import CompletionItem  # slow, and rarely needed

    return [CompletionItem(incomplete, type="dir")]


_PLACES: dict[str, dict[str, Any]] = {
    "FILE": {"type": PATH},
    "DIR": {"type": PATH, "shell_complete": _complete_folder},
}


def option(
    spelling: str,
    help_: str,
    name: str | None = None,
    *,
    least: int | None = None,
    most: int | None = None,
    writes: Endings | None = None,
    heading: Message = QUESTION,
    **more: Any,
) -> Decorator:
    """Return a click option. `spelling` is the option as the help shows it, such as `-o, --output
    FILE`, and also determines the type of the value: an option without a value is a flag,
    `[lines|csv]` means one of these words, and FILE and DIR are paths.

    If `writes` is given, FILE is an output file with one of these endings. If `least` is given, the
    value is a whole number from `least` to `most`. Any other value is a text. `name` is the name of
    the command's parameter if it differs from the option's name. `more` is passed to click. A
    default is shown in the help, which lists the option under its `heading`.
    """
    *names, value = spelling.replace(", ", " ").split(" ")
    more = {"show_default": "default" in more, **more}
    if value.startswith("-"):
        names, more = [*names, value], {"is_flag": True, **more}
    elif value.startswith("["):
        more["type"] = click.Choice(value.strip("[]").split("|"))
    else:
        kept = _PLACES.get(value.partition("|")[0], {})
        if least is not None:
            kept = {"type": WholeNumber(least, most)}
        if writes is not None:
            kept = {"type": OutputFile(writes, may_be_folder=value.endswith("DIR/"))}
        more = {**kept, "metavar": value, **more}
    return click.option(
        *names, *([name] if name else []), help=help_, cls=Option, heading=heading, **more
    )


FILES = combine_options(
    click.argument(
        "files",
        type=PATH,
        metavar="FILE...",
        nargs=-1,
        required=True,
        callback=_expand_files,
    ),
    option(
        "--recursive",
        "If FILE is a folder, read all files in it and in its folders, in order of their names.",
        is_eager=True,
        expose_value=False,
        callback=_note_recursive,
        heading=INPUT,
    ),
    add_rules(command_input=CommandInput),
)
"""The argument for files of Sudokus. The command gets it as `command_input`, a `CommandInput`,
together with the options for reading and the printer.
"""


def time_option(help_: str, **more: Any) -> Decorator:
    """Return the option `--time-limit`; `help_` describes the effect of the limit."""
    return option(
        "--time-limit SECONDS", help_, type=float, callback=_parse_time, heading=RUNNING, **more
    )


TIME_LIMIT = time_option("Stop after this many seconds and print the result so far.")
TIME_LIMIT_TWICE = time_option(
    "Stop after this many seconds and print the result so far. A proof may take the same time "
    "again."
)
TIME_LIMIT_A_SUDOKU = time_option(
    "Stop after this many seconds for each Sudoku. A proof may take the same time again."
)


def backend_option(help_: str) -> Decorator:
    """Return the option `--backend`; `help_` lists the backends that can answer."""
    return option(
        "--backend NAME",
        help_,
        "backend_name",
        shell_complete=complete_last_backend_name,
        heading=RUNNING,
    )


BACKEND = backend_option(
    "The solver to use, such as pysat:cadical195, cp-sat or dimacs:kissat; any unknown name "
    "prints the list.  [default: pysat:minisat22]"
)


class SolverOptions(NamedTuple):
    """The options for a solver: the backend, None for the default, and a time limit in seconds."""

    backend_name: str | None
    time_limit: float | None

    def find_backend_name(self, default: str = DEFAULT) -> str:
        """Return the full name of the backend that the user chose, or otherwise of `default`.
        Raises `BackendError` if there is no such backend.
        """
        return find_full_name(default if self.backend_name is None else self.backend_name)

    def find_incremental_name(self) -> str:
        """Return the full name of the chosen backend. Raises `BackendError` if the backend cannot
        answer several questions about one formula (under assumptions), or if there is a time limit
        and the backend cannot be interrupted.
        """
        return find_incremental_backend(self.find_backend_name(), self.start_clock()).name

    def start_clock(self) -> Clock:
        """Return a clock that starts now and has the time limit."""
        return Clock(self.time_limit)


CHECKER = option(
    "--checker [cake_lpr|lrat-check]",
    "Check the proof with this installed program.  [default: the checker in sudokopie]",
    "checker_name",
    heading=RARE,
)
FORCE = option(
    "--force",
    "Write into DIR although it has other files; files of the same names are replaced, and "
    "files that look like parts of the result are removed.",
    heading=RARE,
)


def _parse_allowed_moves(
    _: click.Context, __: click.Parameter, names: str | AllowedMoves
) -> AllowedMoves:
    """Return the parts of a transformation that may be used, from a text such as `turns,digits`; a
    click callback. Raises `UsageError` if the text has a name that is no part of a transformation.
    """
    try:
        return AllowedMoves(names.replace(" ", "").split(",")) if isinstance(names, str) else names
    except ArgumentError as error:
        raise UsageError("--only: {problem}", problem=error.message) from None


ONLY = option(
    "--only PARTS",
    "Allow only these changes, separated by commas: turns, mirrors, bands, stacks, rows, "
    "columns, digits.  [default: everything]",
    type=click.UNPROCESSED,
    callback=_parse_allowed_moves,
    default=EVERYTHING,
    show_default=False,
)


def box_option(help_: str, *, heading: Message = QUESTION, **more: Any) -> Decorator:
    """Return the option `--box`; `help_` describes the purpose of the shape."""
    return option("--box RxC", help_, callback=parse_box_option, heading=heading, **more)


READING = combine_options(
    box_option(
        "Boxes of R rows and C columns, such as 2x3.  [default: square boxes, or the nearest to "
        "square with R < C]",
        heading=INPUT,
    ),
    option(
        "--max-size N",
        "Read Sudokus of at most N×N cells.  [default: 36]",
        least=1,
        most=10_000,
        show_default=False,
        default=MAX_SIZE,
        heading=RARE,
    ),
    option(
        "--column NAME|N",
        "For a table: the name or number of the column with the Sudokus.  [default: the first "
        "column that has Sudokus]",
        heading=INPUT,
    ),
    option(
        "--range A1:I9",
        "For a table or a spreadsheet: the only cells that are read; may be given several times. "
        "A range inside another is the place of a Sudoku in it.  [default: all]",
        "ranges",
        multiple=True,
        callback=_parse_ranges,
        heading=INPUT,
    ),
    option(
        "--sheet NAME",
        "For a spreadsheet: the only sheet that is read.  [default: all]",
        heading=INPUT,
    ),
    option(
        "--encoding NAME",
        "The encoding of the text, such as latin-1.  [default: UTF-8, UTF-16 or Windows-1252, "
        "whichever fits]",
        callback=_parse_encoding,
        heading=RARE,
    ),
    option(
        "--max-gap N",
        "Stop with an error after more than N lines or records in a row without a Sudoku.  "
        "[default: 1000000]",
        least=1,
        show_default=False,
        default=GAP,
        heading=RARE,
    ),
    add_rules(reading=Reading),
)
"""The options for reading files. The command gets them as `reading`, a `Reading`."""


def _find_language(context: click.Context, _: click.Parameter, lang: str | None) -> str | None:
    """Return the language that --lang names after the command, otherwise the language that --lang
    names before the command; None if the option is not given; a click callback.
    """
    return lang or context.find_root().params.get("lang")


_LANG = option(
    f"--lang [{'|'.join(list_languages())}]",
    "The language of the answer.  [default: the language of the system]",
    callback=_find_language,
    heading=ANSWER,
)


DISPLAY = combine_options(
    _LANG, add_rules(display=lambda lang: DisplayOptions(words=load_translations(lang)))
)
"""The option for the language. The command gets it as `display`, a `DisplayOptions`."""


def _make_printer(
    lang: str | None, quiet: bool, as_json: bool, notation: str = "arrows"
) -> Printer:
    form = OutputForm.JSON if as_json else OutputForm.VERDICT if quiet else OutputForm.TEXT
    return Printer(DisplayOptions(notation, load_translations(lang), find_terminal_width()), form)


PRINTER = combine_options(
    _LANG,
    option("-q, --quiet", "Print only the verdict.", heading=ANSWER),
    option("--json", "Print one line of JSON for each answer.", "as_json", heading=ANSWER),
    add_rules(excludes("--quiet", "--json"), first=True, printer=_make_printer),
)
"""The options for the language and the output format of answers (text, only the verdict, or JSON).
The command gets them as a `printer`.
"""

ANSWERS = combine_options(
    option(
        "--notation [arrows|order|compact]",
        "How steps are written. arrows: OLD PLACE -> NEW PLACE of each band, stack, row or "
        "column that moves. order: the old numbers in their new order. compact: the same, "
        "numbered within each band or stack.",
        default="arrows",
        heading=ANSWER,
    ),
    PRINTER,
)
"""The options of `PRINTER`, and an option for the notation of steps."""


def _wrap_with_page(
    _: click.Context, __: click.Parameter, html: str | None
) -> Callable[..., int] | None:
    """Return a function that runs a command and writes a page with its answers; a click callback.
    None if no page is wanted.
    """
    if html is None:
        return None
    from .outputs import run_with_page  # rarely needed

    return partial(run_with_page, html)


PAGES = Endings({".html": "html", ".htm": "html"}, "html")
"""The file name endings of HTML pages."""

HTML = option(
    "--html FILE",
    "Also write an HTML page that shows the grids and plays the steps one by one.",
    writes=PAGES,
    callback=_wrap_with_page,
    heading=ANSWER,
)

PAGED = combine_options(ANSWERS, HTML)
"""The options of `ANSWERS`, and `--html` for commands whose answers a page can show."""

OUTPUT = option(
    "--output [lines|csv]",
    "For many Sudokus: print only the results (lines), or the input with the results as "
    "additional columns (csv).",
    default="lines",
    heading=ANSWER,
)

TABLES = Endings({".parquet": "parquet", ".pq": "parquet"}, "parquet")
"""The file name endings of Parquet tables."""

PARQUET = option(
    "--parquet FILE|DIR/",
    "Write a Parquet table of all Sudokus with their results, instead of printing them. With "
    "--cluster a new folder may be given, DIR/, into which each worker writes its part.",
    writes=TABLES,
    heading=ANSWER,
)


class ResultOptions(NamedTuple):
    """The options for the output format of many results. `output` is `lines` to print only the
    results, or `csv` to print the input with the results as further table columns. `parquet` is the
    path of a Parquet table to write instead of printing, None for no table.
    """

    output: str = "lines"
    parquet: str | None = None


RESULT_OPTIONS = combine_options(
    OUTPUT,
    PARQUET,
    add_rules(forbids("--parquet", "--output csv", "--quiet", "--json"), results=ResultOptions),
)
