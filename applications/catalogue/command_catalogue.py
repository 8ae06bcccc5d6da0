"""The command group `sudokopie catalogue`.

This file holds the group, the options that its commands share, and its smaller commands.
"""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

import click

from ...base.errors import CatalogueError
from ...base.messages import Message
from ...base.registry import load_object
from ...commands.machinery.command_group import CommandGroup
from ...commands.machinery.command_rules import (
    NO,
    TROUBLE,
    YES,
    OutputFileType,
    UsageError,
    WholeNumberType,
    add_rules_and_makers,
    combine_options,
    command,
    requires_any_of,
    stop_on_interrupt_or_time_limit,
)
from ...commands.machinery.options import PATH, PRINTER, option
from ...commands.machinery.terminal import show_progress_bar
from ...commands.registry import CommandsByHeading
from ...showing.printer import AnswerPrinter, OutputForm, print_json
from ...system.endings import FileEndings
from .known_sudokus import make_stored_file_name

if TYPE_CHECKING:
    from . import Catalogue, Selection


GROUPS: CommandsByHeading = (
    (
        Message("Remember and look up"),
        {
            "add": Message("Add Sudokus to a catalogue."),
            "find": Message("Look up whether a catalogue has a copy of a Sudoku."),
            "review": Message("Review new Sudokus for an editor: solvable, unique, new?"),
        },
    ),
    (
        Message("Look after the catalogue"),
        {
            "list": Message("List the Sudokus of a catalogue."),
            "export": Message("Write the Sudokus of a catalogue to a file."),
            "stats": Message("Count the Sudokus and classes of a catalogue."),
            "remove": Message("Remove Sudokus from a catalogue."),
            "merge": Message("Add all Sudokus of other catalogues to a catalogue."),
            "verify": Message("Check a catalogue for errors."),
            "salvage": Message("Save the undamaged Sudokus of a damaged catalogue."),
        },
    ),
)
"""The commands of the group `sudokopie catalogue`, each with a text of one line that describes it,
under two headings of the help.
"""

_MODULES = {
    "add": "command_files",
    "export": "command_files",
    "find": "command_lookup",
    "review": "command_lookup",
}
"""The modules of the commands whose functions are in other files."""


class _CatalogueCommands(CommandGroup):
    """The commands of the group `sudokopie catalogue`. The functions of some commands are in other
    files, each of which is imported only when one of its commands is used.
    """

    def list_headings_with_own_commands(self) -> CommandsByHeading:
        """Return the commands of `sudokopie catalogue` as pairs: a heading of the help, and a
        dictionary from the name of each command under this heading to its summary.
        """
        return GROUPS

    def import_subcommand_or_none(self, name: str) -> click.Command | None:
        """Import and return the command `sudokopie catalogue NAME`; None if there is no such
        command.
        """
        if not any(name in names for _, names in GROUPS):
            return None
        file = _MODULES.get(name, "command_catalogue")
        found: click.Command = load_object(f"applications.catalogue.{file}:catalogue_{name}")
        return found


@click.group(cls=_CatalogueCommands, invoke_without_command=True)
@click.pass_context
def catalogue(context: click.Context) -> int:
    """Keep Sudokus in a catalogue file, and look up later whether a Sudoku is a copy of one in it.

    A catalogue is one file, an SQLite database. It has each Sudoku as it was given, the file, line
    and name that it came with, and the number of its class: copies of each other are in one class.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
    return TROUBLE  # click uses this only if no command is called


@contextmanager
def open_and_check_catalogue(path: str) -> "Iterator[Catalogue]":
    """A context manager that opens the catalogue at `path` and yields it. Unless the file is large,
    it is checked that all values have the right types, because a Sudoku with a wrong value may not
    be found.
    """
    from . import Catalogue
    from .schema import QUICKLY_CHECKED

    with Catalogue.open(path) as catalogue:
        catalogue.connection.check_types(QUICKLY_CHECKED)
        yield catalogue


CATALOGUE = click.argument("path", type=PATH, metavar="CATALOGUE")

_CATALOGUES = FileEndings(
    dict.fromkeys((".db", ".db3", ".sqlite", ".sqlite3"), "sqlite"), "sqlite", False
)
CATALOGUE_TO_CREATE = click.argument(
    "path", type=OutputFileType(_CATALOGUES, adds_to_existing_file=True), metavar="CATALOGUE"
)
"""The argument for a catalogue file that the command creates if it does not exist."""


def _parse_date(_context: click.Context, param: click.Parameter, text: str | None) -> str | None:
    """Convert the value of a command's date option to ISO form, such as 2006-08-31.

    Returns None if the option was not given; raises `UsageError` if the value is not a date.
    """
    if text is None:
        return None
    from .known_sudokus import convert_date_to_iso  # only here, because its package imports numpy

    if (day := convert_date_to_iso(text)) is None:
        raise UsageError(
            "expected a date for {option}, such as 2006-08-31, 31.8.2006 or 2006-08, found "
            "'{found}'",
            option=param.opts[0],
            found=text,
        )
    return day


DATE_OPTIONS = combine_options(
    option(
        "--since DATE",
        "Only Sudokus of the catalogue from this date on: 2006-08-31, 31.8.2006 or 2006-08.",
        callback=_parse_date,
    ),
    option("--issue TEXT", "Only Sudokus of the catalogue from this issue."),
)
"""The options that restrict a command to Sudokus from a date on, or from a magazine issue."""


def _make_selection(
    classes: tuple[int, ...], files: tuple[str, ...], since: str | None, issue: str | None
) -> "Selection":
    """Return the conditions on Sudokus of a catalogue that the user's options set. `classes` are
    numbers of classes (a Sudoku and all its copies), `files` are names of files, `since` is the
    earliest date in ISO form, and `issue` is the issue of a magazine. An empty tuple or None means
    that the option was not given; then there is no such condition.
    """
    from . import Selection

    # A file may be known by its path, or by a name from `add --as`, which is no path.
    named = (*files, *map(make_stored_file_name, files))
    return Selection(classes=classes, files=named, since=since, issue=issue)


SELECTION = combine_options(
    option(
        "--class N",
        "Only Sudokus of this class, by its number in --json and `catalogue export`; may be "
        "given several times.",
        "classes",
        minimum=1,
        multiple=True,
    ),
    option(
        "--file FILE",
        "Only Sudokus that came from this file; may be given several times.",
        "files",
        multiple=True,
    ),
    DATE_OPTIONS,
    add_rules_and_makers(selection=_make_selection),
)
"""The options that select Sudokus of a catalogue. A command gets their values as one `Selection`,
its parameter `selection`."""


@command()
@CATALOGUE
@SELECTION
@option("--copies", "Only Sudokus that have copies in the catalogue.", "only_with_copies")
@PRINTER
def catalogue_list(
    path: str, selection: "Selection", only_with_copies: bool, printer: AnswerPrinter
) -> int:
    r"""List the Sudokus of a catalogue, one on each line, in the order in which they were added.

    Each line has the number of the Sudoku, the number of the first Sudoku that it is a copy of (if
    any), its cells, and the file and line that it came from. With --quiet a line has only the
    number, for `catalogue remove`.

    Exit status: 0 if a Sudoku was listed, otherwise 1.

    Example:
      printf '12..............\n' | sudokopie catalogue add /tmp/seen.db --as old.txt -
      sudokopie catalogue list /tmp/seen.db
    """
    from .report_catalogue import format_known_sudoku, make_record_of_known_sudoku

    is_some = False
    with open_and_check_catalogue(path) as catalogue:
        find_first_number = lru_cache(100_000)(catalogue.find_first_number)
        for known in catalogue.select(selection._replace(copies=only_with_copies)):
            is_some = True
            if printer.form is OutputForm.JSON:
                print_json({**make_record_of_known_sudoku(known), "grid": known.grid.rows})
            elif printer.form is OutputForm.RESULT:
                print(known.id)
            else:
                first_number = find_first_number(known.class_id)
                print(format_known_sudoku(known, first_number, printer.display))
    return YES if is_some else NO


@command()
@CATALOGUE
@PRINTER
def catalogue_stats(path: str, printer: AnswerPrinter) -> int:
    r"""Count the Sudokus and classes of a catalogue, in all and by box shape and number of clues.

    Exit status: 0, or 2 after an error.

    Example:
      printf '12..............\n' | sudokopie catalogue add /tmp/seen.db --as old.txt -
      sudokopie catalogue stats /tmp/seen.db
    """
    from .schema import VERSION

    with open_and_check_catalogue(path) as catalogue:
        stats = catalogue.stats()
    printer.print_answer(path, stats, os.path.getsize(path), VERSION)
    return 0


@command(
    requires_any_of(
        Message("name the Sudokus to remove: by numbers, --class, --file, --since or --issue"),
        *("NUMBER", "--class", "--file", "--since", "--issue"),
    )
)
@CATALOGUE
@click.argument("ids", type=WholeNumberType(1), metavar="[NUMBER]...", nargs=-1)
@SELECTION
@PRINTER
def catalogue_remove(
    path: str, ids: tuple[int, ...], selection: "Selection", printer: AnswerPrinter
) -> int:
    r"""Remove Sudokus from a catalogue: by the numbers that `catalogue list` prints, or by class or
    file.

    Copies of a removed Sudoku stay, and keep their class. After a failure no Sudoku is removed.

    Exit status: 0 if a Sudoku was removed, otherwise 1.

    Example:
      printf '12..............\n' | sudokopie catalogue add /tmp/seen.db --as old.txt -
      sudokopie catalogue remove /tmp/seen.db 1
    """
    with open_and_check_catalogue(path) as catalogue:
        removed = catalogue.remove(selection._replace(ids=ids))
    display = printer.display
    if printer.form is OutputForm.JSON:
        print_json({"file": path, "removed": removed})
    elif printer.form is OutputForm.RESULT:
        print(removed)
    else:
        print(display.translate(Message("Removed: {count}.", count=display.format_number(removed))))
    return YES if removed else NO


@command()
@CATALOGUE
@option("--jobs N", "Use N processes.  [default: one]", minimum=1, maximum=1000)
@PRINTER
def catalogue_verify(path: str, jobs: int | None, printer: AnswerPrinter) -> int:
    r"""Check a catalogue for errors: compute all stored values again from the cells of the Sudokus.

    A catalogue has one grid for each class of copies. The stored steps of every Sudoku must lead to
    the grid of its class. Sudokus of different classes must not be copies; a solver decides this if
    a quick comparison is not enough. Each error gets one line. The catalogue is not changed.

    Exit status: 0 if there is no error, otherwise 1; 130 after Ctrl-C.

    Example:
      printf '12..............\n' | sudokopie catalogue add /tmp/seen.db --as old.txt -
      sudokopie catalogue verify /tmp/seen.db
    """
    from . import Catalogue
    from .checking import yield_checked_counts_and_problems
    from .report_catalogue import CatalogueCheckReport

    checked_count = 0
    problems: list[Message] = []
    with (
        Catalogue.open(path) as catalogue,
        stop_on_interrupt_or_time_limit() as stopped,
        show_progress_bar() as show,
    ):
        total = len(catalogue)
        for checked_count, problem in yield_checked_counts_and_problems(catalogue, jobs or 1):
            show(checked_count / total if total else None, f"{checked_count:,}")
            if problem is not None:
                problems.append(problem)
    is_all = not stopped.status
    printer.print_report(
        path, CatalogueCheckReport(checked_count, printer.display, problems, is_all)
    )
    return stopped.status or (NO if problems else YES)


@command()
@CATALOGUE_TO_CREATE
@click.argument("other_paths", type=PATH, metavar="OTHER...", nargs=-1, required=True)
@PRINTER
def catalogue_merge(path: str, other_paths: tuple[str, ...], printer: AnswerPrinter) -> int:
    r"""Add all Sudokus of other catalogues to a catalogue; a new one is made if there is none.

    The Sudokus keep the file and line that they came from. A Sudoku that the catalogue has from the
    same place, under the same name, is not added again. After Ctrl-C or a failure no Sudoku is
    added. The other catalogues are not changed.

    Exit status: 0, or 2 if a file could not be read, or 130 after Ctrl-C.

    Example:
      printf '12..............\n' | sudokopie catalogue add /tmp/a.db --as a.txt -
      printf '..............21\n' | sudokopie catalogue add /tmp/b.db --as b.txt -
      sudokopie catalogue merge /tmp/all.db /tmp/a.db /tmp/b.db
    """
    from . import AddedCounts, Catalogue

    total = AddedCounts()
    with ExitStack() as stack:
        opened = [stack.enter_context(Catalogue.open(other)) for other in other_paths]
        for other, one in zip(other_paths, opened, strict=True):
            one.connection.check_integrity()
            if os.path.exists(path) and os.path.samefile(path, other):
                message = Message("{file}: a catalogue cannot be merged with itself", file=other)
                raise CatalogueError(message)
        catalogue = stack.enter_context(Catalogue.open(path, create=True))
        catalogue.connection.check_integrity()
        number = sum(map(len, opened))
        stopped = stack.enter_context(stop_on_interrupt_or_time_limit())
        show = stack.enter_context(show_progress_bar())
        total = catalogue.add_batches(
            chain.from_iterable(one.batches() for one in opened),
            progress=lambda so_far: show(so_far.read / number, f"{so_far.read:,}"),
            is_whole=True,
        )
    printer.print_answer(path, total, not stopped.status, catalogue.equal_added)
    return stopped.status


@command()
@click.argument("damaged_path", type=PATH, metavar="DAMAGED")
@click.argument(
    "new_path", type=OutputFileType(_CATALOGUES, adds_to_existing_file=True), metavar="NEW"
)
@PRINTER
def catalogue_salvage(damaged_path: str, new_path: str, printer: AnswerPrinter) -> int:
    r"""Save the undamaged Sudokus of a damaged catalogue in a new one.

    Each Sudoku is read and checked separately, so only the Sudokus in the damaged parts of the file
    are lost. The file NEW must not exist. DAMAGED is not changed.

    Exit status: 0 if all Sudokus were saved, 1 if some were lost, 2 if the file could not be read.

    Example:
      printf '12..............\n' | sudokopie catalogue add /tmp/seen.db --as old.txt -
      rm -f /tmp/new.db
      sudokopie catalogue salvage /tmp/seen.db /tmp/new.db
    """
    from .salvaging import salvage_catalogue

    found = salvage_catalogue(damaged_path, new_path)
    printer.print_answer(damaged_path, found)
    return NO if found.lost else YES
