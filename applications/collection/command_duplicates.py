"""The command `sudokopie duplicates`: find the copies in a collection of Sudokus."""

import sys
from collections.abc import Iterable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, NamedTuple

import click

from ...base.messages import Message
from ...commands.machinery.command_rules import (
    ANSWER,
    INTERRUPTED,
    NO,
    RARE,
    TROUBLE,
    YES,
    command,
    forbids,
    needs,
    stop_on_interrupt_or_time_limit,
)
from ...commands.machinery.options import (
    FILES,
    HTML,
    ONLY,
    PATH,
    PRINTER,
    READING,
    TABLES,
    expand_folders_and_wildcards,
    option,
)
from ...commands.machinery.outputs import open_new_parquet_folder_if_named
from ...commands.machinery.reading import CommandInput
from ...commands.machinery.terminal import show_progress_bar, show_status_line
from ...commands.machinery.workers import WORKERS, WorkerOptions
from ...showing.printer import OutputForm, escape_on_one_line, print_json, print_message
from ...sudoku.allowed_moves import AllowedMoves
from .command_scratch import RESUME, open_scratch, print_hint_to_resume_if_unfinished
from .gather_files import FileGatherer
from .output_files import FORMATS, OutputPaths

if TYPE_CHECKING:
    from ...answers.among import NearDuplicate, Place
    from ...showing.answer_report import AnswerReport
    from ...showing.printer import AnswerPrinter
    from ...system.cluster.dask_cluster import Cluster
    from ...system.cluster.scratch import NewSharedFolder
    from .gathering import Gathering
    from .report_duplicates import CopiesReport
    from .scratch import ScratchFiles


class _SearchOptions(NamedTuple):
    """The options for the search for copies.

    - `only`: the kinds of moves that may be used, such as turns or renamed digits.
    - `known`: the files of known Sudokus.
    - `by`: `solution` if the solutions of puzzles are compared, otherwise None.
    - `near`: the largest number of clues in which near copies may differ; None means that near
      copies are not searched for.
    - `steps`: whether the steps to each copy are printed.
    - `check`: whether the steps to each copy are verified.
    """

    only: AllowedMoves
    known: tuple[str, ...]
    by: str | None
    near: int | None
    steps: bool
    check: bool


@command(
    forbids("--check", "--against"),
    forbids("--only", "--cluster"),
    forbids("--resume", "--cluster"),
    needs("--resume", "--scratch"),
    search_options=_SearchOptions,
    outputs=OutputPaths,
)
@FILES
@ONLY
@option(
    "--against KNOWN",
    "Look only for copies of the Sudokus in this file; may be given several times.",
    "known",
    type=PATH,
    multiple=True,
    callback=expand_folders_and_wildcards,
)
@option(
    "--by [solution]",
    "Compare the solutions of puzzles, not the puzzles themselves. A puzzle that does not have "
    "exactly one solution then has no copies.",
)
@option(
    "--near K",
    "Also list near copies: pairs that are copies after leaving out or changing up to K clues, "
    "1 or 2. With --against: pairs of a Sudoku and a known one; with --by solution: pairs of "
    "puzzles whose solutions are no copies.",
    minimum=1,
    maximum=2,
)
@option(
    "--steps",
    "Also print the steps from the first Sudoku of each group to the others.",
    heading=ANSWER,
)
@option(
    "-o, --output FILE",
    "Write the first Sudoku of each class to this file, unchanged and in order; with --against, "
    "the new Sudokus. The ending must fit the input: .txt, .csv, .tsv or .jsonl; .parquet or "
    ".arrow for whole rows of such files. Rows of Parquet, Arrow and spreadsheets can also be "
    "written as .csv or .txt.",
    output_endings=FORMATS,
    heading=ANSWER,
)
@option(
    "--drop FILE",
    "Write the Sudokus that -o leaves out to this file.",
    output_endings=FORMATS,
    heading=ANSWER,
)
@option(
    "--parquet FILE|DIR/",
    "Write a Parquet table of all Sudokus; its column class has the number of the first Sudoku "
    "of the class. With --cluster a new folder may be given, DIR/, into which each worker "
    "writes its part.",
    output_endings=TABLES,
    heading=ANSWER,
)
@option(
    "--check",
    "Check every copy by applying the steps to the first Sudoku of its group.",
    heading=RARE,
)
@WORKERS
@option(
    "--scratch DIR|URL",
    "The folder for temporary files, made if it does not exist. They need twice the space of the "
    "Sudokus; with --cluster all workers must reach the folder.  [default: the system's]",
    heading=RARE,
)
@RESUME
@READING
@PRINTER
@HTML
def duplicates(
    command_input: CommandInput,
    search_options: _SearchOptions,
    outputs: OutputPaths,
    worker_options: WorkerOptions,
    scratch: str | None,
    resume: bool,
) -> int:
    r"""Find out which Sudokus in files are copies of each other, or of Sudokus in other files.

    Prints a summary, then each group of copies: file, line and name of its Sudokus; the others in
    the group are copies of the first. With --against only Sudokus of FILE are listed that are
    copies of known Sudokus, with the places of both. The answer is exact: copies are brought into
    the same form, or compared by a solver.

    Exit status: 0 if no Sudokus are copies (with --near: nor nearly copies; with --against: if no
    Sudoku is known), otherwise 1; 2 after an error; 130 after Ctrl-C, with the copies found so far.

    Example:
      printf '12..............\n..............21\n' | sudokopie duplicates -
    """
    outputs.check_writable(command_input, search_options.known)
    from .gathering import Gathering

    by = search_options.by == "solution"
    read = command_input._replace(files=(*command_input.files, *search_options.known))
    with (
        worker_options.open_cluster_or_process_count(read) as found,
        _open_shared_or_own_scratch(found, scratch, resume, read) as kept,
        open_new_parquet_folder_if_named(outputs.parquet, found) as table_folder,
        Gathering(
            by,
            found,
            kept,
            search_options.only,
            search_options.near is not None,
            keeps_names=by or outputs.parquet is not None or _shows_places(command_input.printer),
        ) as gathering,
    ):
        status = _DuplicatesRun(gathering, search_options, command_input, table_folder).run(outputs)
        kept.is_finished = status != INTERRUPTED
    print_hint_to_resume_if_unfinished(kept, command_input.display)
    return status


def _shows_places(printer: "AnswerPrinter") -> bool:
    """Return whether copies are printed, or shown on a page, with their places (file and line) and
    names.
    """
    return printer.form is not OutputForm.RESULT or printer.on_result is not None


def _open_shared_or_own_scratch(
    workers: "int | Cluster", parent_folder: str | None, resume: bool, command_input: CommandInput
) -> "AbstractContextManager[ScratchFiles]":
    """Return the manager of the temporary files, which the caller opens and closes by a `with`
    statement. The files are in the folder `parent_folder`, the value of --scratch; None means the
    system's temporary folder. If `workers` is a cluster, its workers can access the files too.

    If `workers` is a number of processes and `resume` is true, results that an interrupted run has
    saved are used again. `command_input` has the input files, from whose sizes the space needed on
    the disk is estimated.
    """
    from .scratch import ScratchFiles

    if not isinstance(workers, int):
        return ScratchFiles.open_shared(workers, parent_folder)
    return open_scratch(parent_folder, resume, command_input.files, command_input.display)


class _DuplicatesRun:
    """A run of the command `sudokopie duplicates`. It reads the files, and then finds, prints and
    writes the copies.
    """

    def __init__(
        self,
        gathering: "Gathering",
        search_options: _SearchOptions,
        command_input: CommandInput,
        table_folder: "NewSharedFolder | None",
    ) -> None:
        self.gathering, self.search_options, self.command_input, self._table_folder = (
            gathering,
            search_options,
            command_input,
            table_folder,
        )
        self.printer = command_input.printer
        self._files = FileGatherer(
            gathering, command_input, is_read_by_cluster=table_folder is not None
        )
        self._with_steps = search_options.steps or self.printer.on_result is not None

    @property
    def _has_reports(self) -> bool:
        """Whether copies are printed, or shown on a page. If they are not, the copies are not read
        again to compare them cell by cell, because they may be on other machines of a cluster.
        """
        return _shows_places(self.printer)

    def run(self, outputs: OutputPaths) -> int:
        """Read the files, then find, print and write the copies; return the exit status."""
        known_count, is_some = 0, False
        with stop_on_interrupt_or_time_limit() as reading:
            if self.search_options.known:
                self._files.add_sudokus_of_files(self.search_options.known)
                self.gathering.mark_sudokus_so_far_as_known()
            known_count = self.gathering.number
            self._files.add_sudokus_of_files(self.command_input.files)
        with stop_on_interrupt_or_time_limit() as printing:
            is_some = self._print_all_copies_and_check_any(has_read_all=not reading.status)
            if not reading.status:
                self._write_output_files(outputs, known_count)
        if printing.status:
            print_message(Message("Interrupted."), self.command_input.display)
        if reading.status or printing.status:
            return INTERRUPTED
        if self._files.problem_count:
            return TROUBLE
        return NO if is_some else YES

    def _print_all_copies_and_check_any(self, has_read_all: bool) -> bool:
        """Print the copies and near copies; return whether there are any. `has_read_all` is False
        if the reading of the files was interrupted; then near copies are not searched for.
        """
        if unsolved := self.gathering.unsolved:
            message = Message(
                "Sudokus that have not just one solution, and are no copies here: {count}; the "
                "first is {place}",
                count=len(unsolved),
                place=escape_on_one_line(str(unsolved[0])),
            )
            print_message(message, self.command_input.display)
        with show_progress_bar() as show:
            compared = self.command_input.display.translate(Message("compared"))
            self.gathering.list_collection_and_classes_of_each_shape(
                lambda share: show(share, compared)
            )
        is_some = (
            self._print_copies_of_known_sudokus_and_check_any(has_read_all)
            if self.search_options.known
            else self._print_groups_and_check_any(has_read_all)
        )
        sys.stdout.flush()
        if self.search_options.near is not None and has_read_all:
            is_some = self._print_near_copies_and_check_any(self.search_options.near) or is_some
        if self.search_options.check:
            count = self.gathering.verify_and_count_copies()
            print_message(
                Message("Steps followed on the Sudokus: {count}.", count=count),
                self.command_input.display,
            )
        return is_some

    def _write_output_files(self, outputs: OutputPaths, known_count: int) -> None:
        """Write the files that the user asked for: the kept Sudokus, the dropped Sudokus, and the
        Parquet table. `known_count` is the number of known Sudokus, which were read first.
        """
        if outputs.needs_second_reading:
            readable = self._files.list_opened_files(self.command_input.files)
            border = known_count if self.search_options.known else None
            numbers = self.gathering.yield_copy_numbers(border)
            outputs.copy_sudokus_and_find_next_number(
                readable, self.command_input.reading_options, numbers, known_count
            )
        if self._table_folder is None and outputs.parquet is None:
            return
        from .class_table import write_class_table_in_parts, write_parquet_table_of_first_copies

        if self._table_folder is not None:
            write_class_table_in_parts(self._table_folder, self.gathering)
        else:
            write_parquet_table_of_first_copies(outputs.parquet, self.gathering)

    def _print_reports(self, summary_text: str, reports: "Iterable[AnswerReport]") -> None:
        """Print `summary_text`, then the `reports` on groups or pairs of copies. With --quiet, only
        `summary_text` is printed. Taking a report from the iterable `reports` also adds it to the
        HTML page, if a page is written.
        """
        form = self.printer.form
        # Standard output gets JSON objects only.
        click.echo(summary_text, err=form is OutputForm.JSON)
        for report in reports if self._has_reports else ():
            if form is OutputForm.RESULT:
                continue
            if form is OutputForm.JSON:
                print_json(report.make_json_record())
            else:
                print(report.format_text())

    def _print_groups_and_check_any(self, has_read_all: bool) -> bool:
        """Print how many classes of Sudokus and groups of copies there are, then each group; return
        whether there is any group.
        """
        from .report_duplicates import CopiesReport, DuplicatesSummary, GroupReport

        found, display = self.gathering, self.printer.display
        number, largest = found.count_groups_and_find_largest()
        classes = found.class_count + len(found.unsolved)
        account = DuplicatesSummary(
            found.sudoku_count,
            classes,
            number,
            largest,
            has_read_all,
            self._files.problem_count,
            *(found.count_copies_and_equal_sudokus() if self._has_reports else ()),
        )
        alone = list(
            map(display.translate, display.make_allowed_moves_messages(self.search_options.only))
        )
        if found.sudoku_count:
            self.printer.add_summary_to_page(
                CopiesReport.title, account.format_line(display), *alone
            )
        groups = (
            GroupReport(
                [
                    self._make_report_and_add_to_page((first, other), are_equal=are_equal)
                    for other, are_equal in others
                ],
                display,
            )
            for (first, _), *others in found.yield_groups_with_equality()
        )
        self._print_reports(" ".join([account.format_line(display), *alone]), groups)
        return bool(number)

    def _print_copies_of_known_sudokus_and_check_any(self, has_read_all: bool) -> bool:
        """Print the new Sudokus that are copies of known Sudokus. Return whether there are any such
        Sudokus.
        """
        from .report_duplicates import CopiesReport, list_messages_about_unreadable_sudokus

        number, display = (
            sum(1 for _ in self.gathering.yield_new_and_known_copy_places()),
            self.printer.display,
        )
        message = [Message("Known already: {count}.", count=display.format_number(number))]
        message += list_messages_about_unreadable_sudokus(self._files.problem_count, display)
        if not has_read_all:
            message.insert(0, Message("Interrupted: there may be more."))
        account = display.translate(
            *message, *display.make_allowed_moves_messages(self.search_options.only)
        )
        if self.gathering.sudoku_count:
            self.printer.add_summary_to_page(CopiesReport.title, account)
        self._print_reports(
            account,
            (
                self._make_report_and_add_to_page((old, new))
                for new, old in self.gathering.yield_new_and_known_copy_places()
            ),
        )
        return bool(number)

    def _make_report_and_add_to_page(
        self, copies: "tuple[Place, Place] | NearDuplicate[Place]", *, are_equal: bool = False
    ) -> "CopiesReport":
        """Return the report on two copies or near copies, and add it to the HTML page if the user
        asked for a page. The steps between the copies are computed only if the user asked for them
        or for a page.
        """
        from .report_duplicates import CopiesReport, make_step_report_and_add_to_page

        if not self._with_steps:
            return CopiesReport(copies, self.printer.display, are_equal=are_equal)
        return make_step_report_and_add_to_page(
            self.gathering,
            copies,
            self.printer,
            steps_only_on_page=not self.search_options.steps,
            are_equal=are_equal,
        )

    def _print_near_copies_and_check_any(self, max_omitted: int) -> bool:
        """Print the near copies: pairs of Sudokus that become copies if up to `max_omitted` clues
        are omitted or changed. Returns whether there are any.
        """
        display, form = self.printer.display, self.printer.form
        with show_status_line() as show:
            show(display.translate(Message("Looking for Sudokus that are nearly copies")))
            pairs = self.gathering.find_near_copies(max_omitted, self._with_steps)
        if not pairs:
            return False
        count = display.format_number(len(pairs))
        heading = display.translate(Message("Pairs of near copies: {count}.", count=count))
        self._print_reports(
            f"\n{heading}\n" if form is OutputForm.TEXT else heading,
            map(self._make_report_and_add_to_page, pairs),
        )
        return True
