"""The options that several commands share. A command gets options that belong together as one
object.
"""

import codecs
import os
from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import click
from click.core import ParameterSource

from ...base.errors import ArgumentError, GridError
from ...base.limits import GAP
from ...base.messages import Message, list_languages, load_translations
from ...reading.file_entry import ReadingOptions
from ...showing.answer_formatter import AnswerFormatter
from ...showing.printer import AnswerPrinter, OutputForm, find_terminal_width_or_none
from ...solvers.deadline import LONGEST, Deadline
from ...solvers.registry import DEFAULT, backend_names, find_full_name, find_incremental_backend
from ...sudoku.allowed_moves import EVERYTHING, AllowedMoves
from ...sudoku.shape import MAX_SIZE, BoxShape
from ...system.endings import FileEndings
from ...system.open_file import expand_url_pattern, is_folder, list_files_recursively
from .command_rules import (
    ANSWER,
    INPUT,
    QUESTION,
    RARE,
    RUNNING,
    Decorator,
    OptionWithHeading,
    OutputFileType,
    UsageError,
    WholeNumberType,
    add_rules_and_makers,
    combine_options,
    excludes,
    forbids,
)
from .reading import CommandInput

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from ...recognition.sheet import CellRange

PATH = click.Path(readable=False)
"""The click type for the name of a file. It checks nothing, because the command that opens the file
reports the error on one line.
"""


def _record_recursive_option(
    context: click.Context, _param: click.Parameter, is_recursive: bool
) -> None:
    """Record whether --recursive is given, so that the files in folders are read. Click calls this
    function when it parses the option.
    """
    context.meta[_RECURSIVE] = is_recursive


_RECURSIVE = f"{__name__}.recursive"
_FOUND_IN_FOLDERS = f"{__name__}.found_in_folders"


def expand_folders_and_wildcards(
    context: click.Context, _param: click.Parameter, paths: Sequence[str]
) -> tuple[str, ...]:
    """Return the files to read. Each URL with a `*` is replaced by the URLs that match it. With
    --recursive, each folder is replaced by the files in it. Click calls this function when it
    parses the files.

    Raises `UsageError` for a folder without files.
    """
    found = list[str]()
    for path in chain.from_iterable(map(expand_url_pattern, paths)):
        if context.meta.get(_RECURSIVE) and is_folder(path):
            inside = list_files_recursively(path)
            if not inside:
                raise UsageError("there are no files in the folder {path}", path=path)
            found += inside
            context.meta.setdefault(_FOUND_IN_FOLDERS, set()).update(inside)
        else:
            found.append(path)
    return tuple(found)


def is_found_in_folder(file: str) -> bool:
    """Return whether `--recursive` has found a file in a folder; False if the user named it."""
    context = click.get_current_context(silent=True)
    return context is not None and file in context.meta.get(_FOUND_IN_FOLDERS, ())


def call_when_command_ends(function: Callable[[], object]) -> bool:
    """Arrange that `function` is called when the present command ends, even after an error. Return
    True; if no command is running, do nothing and return False.
    """
    context = click.get_current_context(silent=True)
    if context is None:
        return False
    context.call_on_close(function)
    return True


FILE = click.argument("file", type=PATH, metavar="FILE")


def check_and_return_time_limit(
    _context: click.Context, param: click.Parameter, seconds: float | None
) -> float | None:
    """Return a time limit in seconds unchanged, or None if the option is not given. Raises
    `UsageError` unless the number is above 0 and at most 1,000,000, the longest time limit of the
    solvers. Click calls this function when it parses the option.
    """
    if seconds is None or 0 < seconds <= LONGEST:
        return seconds
    values = {"option": param.opts[0], "found": f"{seconds:g}"}
    if seconds > LONGEST:
        raise UsageError(
            "{option} takes at most {most} seconds, not '{found}'", most=LONGEST, **values
        )
    raise UsageError("{option} needs a number of seconds above 0, not '{found}'", **values)


def parse_box_option(
    _context: click.Context, _param: click.Parameter, box: str | None
) -> BoxShape | None:
    """Return the shape of the boxes that a text such as `3x3` describes, or None if the option is
    not given. Raises `UsageError` if the text describes no shape. Click calls this function when it
    parses the option.
    """
    try:
        return None if box is None else BoxShape.parse(box)
    except GridError as error:
        raise UsageError(error.message.template, **error.message.values) from None


def _check_and_return_text_encoding(
    _context: click.Context, _param: click.Parameter, name: str | None
) -> str | None:
    """Return the name of a text encoding unchanged, or None if the option is not given. Raises
    `UsageError` if Python does not know the encoding. Click calls this function when it parses the
    option.
    """
    try:
        if name is not None:
            "".encode(name)
            codecs.getincrementaldecoder(name)
    except (LookupError, ValueError):
        raise UsageError("expected the name of an encoding, found '{found}'", found=name) from None
    return name


def _check_and_return_blank_sign(
    _context: click.Context, _param: click.Parameter, sign: str | None
) -> str | None:
    """Return the sign of a blank cell unchanged, or None if the option is not given. Raises
    `UsageError` unless it is one sign or word. Click calls this function when it parses the option.
    """
    if sign is not None and len(sign.split()) != 1:
        raise UsageError("--blank needs one sign or number, such as 0 or -1")
    return sign


def _parse_spreadsheet_ranges(
    _context: click.Context, _param: click.Parameter, texts: Sequence[str]
) -> "tuple[CellRange, ...]":
    """Return the ranges of cells in a table that texts such as `A1:I9` name. Raises `UsageError`
    for a text that names no range. Click calls this function when it parses the option.
    """
    if not texts:
        return ()
    from ...recognition.sheet import parse_range  # rarely needed

    try:
        return tuple(map(parse_range, texts))
    except ArgumentError as error:
        raise UsageError("--range: {problem}", problem=error.message) from None


def suggest_last_backend_name(
    _context: click.Context, _param: click.Parameter, incomplete: str
) -> list[str]:
    """Return the texts that the shell offers after a Tab in a list of backends such as `a,b`.
    `incomplete` is the text typed so far. Its last name is completed to each backend whose name
    begins with it.
    """
    before, comma, last = incomplete.rpartition(",")
    return [before + comma + name for name in backend_names() if name.startswith(last)]


def _suggest_folders(
    _context: click.Context, _param: click.Parameter, incomplete: str
) -> "list[CompletionItem]":
    """Return click's item that makes the shell complete the text typed so far to the name of a
    folder.
    """
    from click.shell_completion import CompletionItem  # slow, and rarely needed

    return [CompletionItem(incomplete, type="dir")]


_PLACES: dict[str, dict[str, Any]] = {
    "FILE": {"type": PATH},
    "DIR": {"type": PATH, "shell_complete": _suggest_folders},
}


def option(
    spelling: str,
    help_: str,
    parameter_name: str | None = None,
    *,
    minimum: int | None = None,
    maximum: int | None = None,
    output_endings: FileEndings | None = None,
    heading: Message = QUESTION,
    **click_settings: Any,
) -> Decorator:
    """Return a decorator that adds one option to a click command. `spelling` is the option as the
    help shows it, such as `-o, --output FILE`. `help_` is its help text.

    `spelling` also determines the type of the value: an option without a value is a flag,
    `[lines|csv]` means one of these words, FILE and DIR are paths, and any other value is a text.
    If `output_endings` is given, FILE is an output file with one of these endings. If `minimum` is
    given, the value is a whole number from `minimum` to `maximum`, or without upper limit if
    `maximum` is None.

    `parameter_name` is the name of the command's parameter if it differs from the option's name.
    `click_settings` are passed to click. A default is shown in the help, which lists the option
    under its `heading`.
    """
    *names, value = spelling.replace(", ", " ").split(" ")
    click_settings = {"show_default": "default" in click_settings, **click_settings}
    if value.startswith("-"):
        names, click_settings = [*names, value], {"is_flag": True, **click_settings}
    elif value.startswith("["):
        click_settings.setdefault("type", click.Choice(value.strip("[]").split("|")))
    else:
        kept = _PLACES.get(value.partition("|")[0], {})
        if minimum is not None:
            kept = {"type": WholeNumberType(minimum, maximum)}
        if output_endings is not None:
            kept = {"type": OutputFileType(output_endings, may_be_folder=value.endswith("DIR/"))}
        click_settings = {**kept, "metavar": value, **click_settings}
    return click.option(
        *names,
        *([parameter_name] if parameter_name else []),
        help=help_,
        cls=OptionWithHeading,
        heading=heading,
        **click_settings,
    )


FILES = combine_options(
    click.argument(
        "files",
        type=PATH,
        metavar="FILE...",
        nargs=-1,
        required=True,
        callback=expand_folders_and_wildcards,
    ),
    option(
        "--recursive",
        "If FILE is a folder, read all files in it and in its folders, in order of their names.",
        is_eager=True,
        expose_value=False,
        callback=_record_recursive_option,
        heading=INPUT,
    ),
    add_rules_and_makers(command_input=CommandInput),
)
"""The argument for files of Sudokus. The command's function gets an object `command_input` of type
`CommandInput`, which has the files, the options for reading them, and the printer of answers.
"""


def find_given_max_row_count_or_none(reading_options: ReadingOptions) -> int | None:
    """Return the largest number of rows of a Sudoku that the user gave with --max-size, or None if
    the user did not give this option. Use this function for Sudokus that sudokopie makes itself:
    the default of --max-size, 36 rows, is a limit only for Sudokus in files.
    """
    source = click.get_current_context().get_parameter_source("max_size")
    return None if source is ParameterSource.DEFAULT else reading_options.max_size


def time_limit_option(help_: str, **click_settings: Any) -> Decorator:
    """Return a decorator that adds the option `--time-limit`. `help_` is the option's help text."""
    return option(
        "--time-limit SECONDS",
        help_,
        type=float,
        callback=check_and_return_time_limit,
        heading=RUNNING,
        **click_settings,
    )


TIME_LIMIT = time_limit_option("Stop after this many seconds and print the result so far.")
TIME_LIMIT_TWICE = time_limit_option(
    "Stop after this many seconds and print the result so far. A proof may take the same time "
    "again."
)
TIME_LIMIT_A_SUDOKU = time_limit_option(
    "Stop after this many seconds for each Sudoku. A proof may take the same time again."
)


def backend_option(help_: str) -> Decorator:
    """Return a decorator that adds the option `--backend`. `help_` is the option's help text, which
    names backends that can answer the command's question.
    """
    return option(
        "--backend NAME",
        help_,
        "backend_name",
        shell_complete=suggest_last_backend_name,
        heading=RUNNING,
    )


BACKEND = backend_option(
    "The solver for questions that need one, such as pysat:cadical195, cp-sat or dimacs:kissat; "
    "sudokopie backends lists all.  [default: pysat:minisat22]"
)


class SolverOptions(NamedTuple):
    """The options for a solver. `backend_name` is the name of the backend; None means the default
    backend. `time_limit` is a number of seconds; None means no limit.
    """

    backend_name: str | None
    time_limit: float | None

    def find_full_backend_name(self, default_backend_name: str = DEFAULT) -> str:
        """Return the full name, such as `pysat:minisat22`, of the backend that the user chose with
        --backend. Without --backend, the full name of `default_backend_name` is returned. Raises
        `BackendError` if there is no such backend.
        """
        return find_full_name(
            default_backend_name if self.backend_name is None else self.backend_name
        )

    def find_full_incremental_backend_name(self) -> str:
        """Return the full name, such as `pysat:minisat22`, of the chosen backend. This backend must
        be able to solve one formula several times under different assumptions. Raises
        `BackendError` if it cannot, or if there is a time limit and the backend cannot be
        interrupted.
        """
        return find_incremental_backend(self.find_full_backend_name(), self.start_deadline()).name

    def start_deadline(self) -> Deadline:
        """Return a deadline that starts now and ends after the time limit."""
        return Deadline(self.time_limit)


class _CheckerChoice(click.Choice[str]):
    """The click type for the name or the path of a program that checks proofs. The program
    drat-trim, which many users know, cannot be chosen; the error then shows how to run it on the
    files of a certificate.
    """

    def convert(
        self, value: Any, param: click.Parameter | None, context: click.Context | None
    ) -> Any:
        name = os.path.basename(value)
        if name == "drat-trim":
            raise UsageError(
                "--checker runs cake_lpr, lrat-check or not-copies; drat-trim checks the files of "
                "a certificate: --certificate DIR, then drat-trim DIR/question.cnf DIR/proof.drat"
            )
        return value if name in self.choices else super().convert(value, param, context)


CHECKER = option(
    "--checker [cake_lpr|lrat-check|not-copies]",
    "Check the proof with this installed program, or the program at this path: lrat-check after "
    "the checker in sudokopie, cake_lpr or not-copies instead of it. not-copies checks only that "
    "two Sudokus are not copies, that neither is part of the other, that no more clues can agree, "
    "and numbers of symmetries.  [default: the checker in sudokopie]",
    "checker_name",
    type=_CheckerChoice(["cake_lpr", "lrat-check", "not-copies"]),
    heading=RARE,
)
FORCE = option(
    "--force",
    "Write into DIR although it has other files; files of the same names are replaced, and "
    "files that look like parts of the result are removed.",
    heading=RARE,
)


def _parse_allowed_moves(
    _context: click.Context, _param: click.Parameter, names: str | AllowedMoves
) -> AllowedMoves:
    """Return the kinds of moves that may be used, that a text such as `turns,digits` lists, the
    value of --only. Raises `UsageError` for a name that is not a kind of move. Click calls this
    function when it parses the option.
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


def box_option(help_: str, *, heading: Message = QUESTION, **click_settings: Any) -> Decorator:
    """Return a decorator that adds the option `--box`. `help_` is the option's help text."""
    return option("--box RxC", help_, callback=parse_box_option, heading=heading, **click_settings)


READING = combine_options(
    box_option(
        "Boxes of R rows and C columns, such as 2x3.  [default: square boxes, or the nearest to "
        "square with R < C]",
        heading=INPUT,
    ),
    option(
        "--max-size N",
        "Read Sudokus of at most N×N cells.  [default: 36]",
        minimum=1,
        maximum=10_000,
        show_default=False,
        default=MAX_SIZE,
        heading=RARE,
    ),
    option(
        "--column NAME|N",
        "For a table: the name or number of the column with the Sudokus; for JSON, also a path of "
        "keys such as data.puzzle.  [default: the column that its heading and the Sudokus show]",
        heading=INPUT,
    ),
    option(
        "--range A1:I9",
        "For a table or a spreadsheet: the only cells that are read; may be given several times. "
        "A range inside another range has exactly the cells of one Sudoku.  [default: all]",
        "ranges",
        multiple=True,
        callback=_parse_spreadsheet_ranges,
        heading=INPUT,
    ),
    option(
        "--sheet NAME",
        "For a spreadsheet: the only sheet that is read.  [default: all]",
        heading=INPUT,
    ),
    option(
        "--blank SIGN",
        "The sign or number of a blank cell, such as 0 or -1; other signs are digits.  [default: "
        "recognised]",
        callback=_check_and_return_blank_sign,
        heading=INPUT,
    ),
    option(
        "--offset N",
        "Subtract N from the number in each cell: with 1, the number 1 is a blank cell, and 2 is "
        "the digit 1.",
        minimum=0,
        maximum=1000,
        show_default=False,
        default=0,
        heading=INPUT,
    ),
    option(
        "--placed",
        "Read digits that a player has placed too, such as +5 in the lines of HoDoKu.  [default: "
        "only clues]",
        heading=INPUT,
    ),
    option(
        "--encoding NAME",
        "The encoding of the text, such as latin-1.  [default: UTF-8, UTF-16 or Windows-1252, "
        "whichever fits]",
        callback=_check_and_return_text_encoding,
        heading=RARE,
    ),
    option(
        "--max-gap N",
        "Stop with an error after more than N lines or records in a row without a Sudoku.  "
        "[default: 1000000]",
        minimum=1,
        show_default=False,
        default=GAP,
        heading=RARE,
    ),
    add_rules_and_makers(reading_options=ReadingOptions),
)
"""The options for reading files. The command gets them as `reading_options`, a `ReadingOptions`."""


def _find_chosen_language(
    context: click.Context, _param: click.Parameter, lang: str | None
) -> str | None:
    """Return the language that the user chose with --lang. The option may come before the command
    or after it; if both are given, the one after the command counts. Returns None if the option is
    not given.

    Click calls this function when it parses the option.
    """
    return lang or context.find_root().params.get("lang")


_LANG = option(
    f"--lang [{'|'.join(list_languages())}]",
    "The language of the answer.  [default: the language of the system]",
    callback=_find_chosen_language,
    heading=ANSWER,
)


DISPLAY = combine_options(
    _LANG, add_rules_and_makers(display=lambda lang: AnswerFormatter(words=load_translations(lang)))
)
"""The option for the language. The command gets it as `display`, an `AnswerFormatter`."""


def _make_printer(
    lang: str | None, quiet: bool, as_json: bool, notation: str = "arrows"
) -> AnswerPrinter:
    """Return the printer of answers that the options for output, language and notation choose."""
    form = OutputForm.JSON if as_json else OutputForm.RESULT if quiet else OutputForm.TEXT
    return AnswerPrinter(
        AnswerFormatter(notation, load_translations(lang), find_terminal_width_or_none()), form
    )


PRINTER = combine_options(
    _LANG,
    option("-q, --quiet", "Print only the result.", heading=ANSWER),
    option("--json", "Print one line of JSON for each answer.", "as_json", heading=ANSWER),
    add_rules_and_makers(
        excludes("--quiet", "--json"), are_checked_first=True, printer=_make_printer
    ),
)
"""The options for the language and the output format of answers (text, only the result, or JSON).
The command gets them as a `printer`.
"""

ANSWERS = combine_options(
    option(
        "--notation [arrows|order|compact]",
        "How steps are written. arrows: in words, with arrows from old to new places. order: the "
        "old numbers in their new order. compact: the same, numbered within each band or stack.",
        default="arrows",
        heading=ANSWER,
    ),
    PRINTER,
)
"""The options of `PRINTER`, and an option for the notation of steps."""


def _make_page_runner(
    _context: click.Context, _param: click.Parameter, page_path: str | None
) -> Callable[..., int] | None:
    """Return a function that runs a command and then writes the command's answers as an HTML page
    to the file `page_path`. Return None if `page_path` is None, that is, if the user wants no page.
    Click calls this function when it parses the option.
    """
    if page_path is None:
        return None
    from .outputs import run_and_write_page_and_get_status  # rarely needed

    return partial(run_and_write_page_and_get_status, page_path)


PAGES = FileEndings({".html": "html", ".htm": "html"}, "html")
"""The file name endings of HTML pages."""

HTML = option(
    "--html FILE",
    "Also write an HTML page that shows the grids and plays the steps one by one.",
    output_endings=PAGES,
    callback=_make_page_runner,
    heading=ANSWER,
)

PAGED = combine_options(ANSWERS, HTML)
"""The options of `ANSWERS`, and `--html` for commands whose answers a page can show."""

OUTPUT = option(
    "--output [lines|csv|table]",
    "For many Sudokus: print only the results (lines); the input with the results as additional "
    "columns (csv); or one table of all files, with the place, the name and the cells of each "
    "Sudoku and its results (table). The names of columns are English in every language.",
    default="lines",
    heading=ANSWER,
)

TABLES = FileEndings({".parquet": "parquet", ".pq": "parquet"}, "parquet")
"""The file name endings of Parquet tables."""

WORKSHEET_ENDINGS = FileEndings({".html": "html", ".htm": "html", ".pdf": "pdf"}, "html")
"""The file name endings of worksheets."""

PARQUET = option(
    "--parquet FILE|DIR/",
    "Write a Parquet table of all Sudokus with their results, instead of printing them. With "
    "--cluster a new folder may be given, DIR/, into which each worker writes its part.",
    output_endings=TABLES,
    heading=ANSWER,
)


class ResultOptions(NamedTuple):
    """The options for the output of a command that answers about many Sudokus. `output` is `lines`
    to print only the results, `csv` to print the input again with the results as further table
    columns, or `table` to print one table of all files, in CSV too. `parquet` is the path of a
    Parquet table that is written instead; None means that the results are printed.
    """

    output: str = "lines"
    parquet: str | None = None


RESULT_OPTIONS = combine_options(
    OUTPUT,
    PARQUET,
    add_rules_and_makers(
        forbids("--parquet", "--output csv", "--output table", "--quiet", "--json"),
        forbids("--output table", "--quiet", "--json"),
        result_options=ResultOptions,
    ),
)
