"""The command `sudokopie audit`: report the copies, faults and leaks of a data set."""

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from click import UNPROCESSED

from ...base.messages import Message
from ...commands.machinery.command_rules import (
    ANSWER,
    ERROR,
    INPUT,
    OUTPUT_FOLDER,
    UsageError,
    command,
    excludes,
    find_exit_status,
    make_message_about_unwritten_files,
    needs,
    stop_on_interrupt_or_time_limit,
)
from ...commands.machinery.options import (
    FILES,
    FORCE,
    HTML,
    PATH,
    PRINTER,
    READING,
    TABLES,
    TIME_LIMIT,
    expand_folders_and_wildcards,
    option,
)
from ...commands.machinery.outputs import check_output_folder, check_outputs
from ...commands.machinery.reading import CommandInput
from ...commands.machinery.terminal import show_progress_bar
from ...commands.machinery.workers import JOBS, choose_process_count
from ...showing.answer_formatter import AnswerFormatter
from ...showing.parquet import check_parquet_installed, copy_rows_to_file
from ...showing.printer import print_message
from ...solvers.deadline import Deadline
from ...system.endings import FileEndings, find_format_and_compression_endings
from ...system.own_folder import OwnFolderKind, open_replacement_folder
from .class_table import write_parquet_table_of_first_copies
from .command_scratch import RESUME, SCRATCH, open_scratch, print_hint_to_resume_if_unfinished
from .gather_files import FileGatherer
from .output_files import OutputPaths, check_can_be_read_twice

if TYPE_CHECKING:
    from ...reading.file_entry import Entry
    from ...reading.gridfile import GridFile
    from .audit import Audit
    from .audit_card import CardWriter
    from .audit_keys import KeyChecker, KeyTable

_CARD_ENDINGS = FileEndings({".md": "markdown"}, "markdown", is_compressed=False)
"""The file name ending of a card."""
_COPY_ENDINGS = OwnFolderKind("audit")
_NO_TEXT = frozenset(
    (
        *(".parquet", ".pq", ".arrow", ".feather", ".xlsx", ".ods", ".xls", ".html", ".htm"),
        *(".xml", ".eml", ".mbox", ".bz2", ".zst", ".docx", ".odt", ".pdf", ".zip"),
    )
)
"""The endings of input files that are not text, such as spreadsheets. The copy of such a file that
--fix writes is text, and `.csv` is appended to its name.
"""
_SHARE_OF_READING = 0.1
"""The approximate share of the time of an audit that is spent on reading, from 0 to 1."""
_ROWS_OF_A_KIND = 20
"""The largest number of Sudokus that a page lists for each kind of finding."""


class _AuditOptions(NamedTuple):
    """The options for the audit.

    - `test`: the files with test Sudokus.
    - `near`: the largest number of clues in which near copies may differ.
    - `skip`: the names of the checks to leave out.
    - `verify_keys`: the table of keys to check; None if the user did not ask for it.
    - `sample`: the number of Sudokus whose keys are checked.
    - `time_limit`: in seconds; None means no limit.
    """

    test: tuple[str, ...]
    near: int
    skip: tuple[str, ...]
    verify_keys: str | None
    sample: int
    time_limit: float | None

    def make_key_checker_or_none(self) -> "KeyChecker | None":
        """Return the check of a table of keys; None if the user did not ask for it."""
        from .audit_keys import KeyChecker

        return None if self.verify_keys is None else KeyChecker.read(self.verify_keys, self.sample)

    @property
    def key_columns(self) -> list[str]:
        """The names of the columns of the table of keys that --keys writes."""
        from .audit_keys import KEY_COLUMNS

        return [name for name in KEY_COLUMNS if name == "key" or "solutions" not in self.skip]


class _OutputOptions(NamedTuple):
    """The options for the output files of the audit. `parquet` is the path of the table with the
    results, `keys` that of the table with the keys, and `card` that of the section for a README, in
    which `strata` names a column to count. `fix` is the folder for copies of the input files
    without the faulty Sudokus, and without those of the kinds `fix_also`; `force` permits a folder
    that already has other files. None means that the user did not ask for the output.
    """

    parquet: str | None
    keys: str | None
    card: str | None
    strata: str | None
    fix: str | None
    fix_also: tuple[str, ...]
    force: bool

    def check_writable(self, files: tuple[str, ...]) -> None:
        """Raise an error if an output file or folder cannot be written, or if an output would
        replace one of the input `files`. The command calls this before it reads any file.
        """
        others = {"--parquet": self.parquet, "--keys": self.keys, "--card": self.card}
        check_outputs(others, files, may_print=False)
        if self.keys is not None:
            check_parquet_installed()
        if self.fix is not None:
            check_can_be_read_twice(files, "--fix")
            check_output_folder("--fix", self.fix, _COPY_ENDINGS, files, others, force=self.force)
            names = list(map(_make_name_of_fixed_copy, files))
            if twice := next((name for name in names if names.count(name) > 1), None):
                raise UsageError("--fix: two files are called '{name}'", name=twice)

    def make_card_writer(self, files: tuple[str, ...]) -> "CardWriter":
        """Return the writer of the card about these files, which does nothing if the user gave no
        --card.
        """
        from .audit_card import CardWriter
        from .strata import StrataColumn

        column = None if self.strata is None else StrataColumn.parse(self.strata)
        return CardWriter(self.card, files, column)

    def write_tables_and_fixed_copies(
        self,
        audit: "Audit",
        key_table: "KeyTable | None",
        gatherer: FileGatherer,
        files: tuple[str, ...],
        command_input: CommandInput,
    ) -> None:
        """Write the Parquet table with the results of an audit if the user gave --parquet, the
        table of keys if the user gave --keys, and copies of the input files without the faulty
        Sudokus if the user gave --fix.
        """
        write_parquet_table_of_first_copies(self.parquet, audit.gathering, audit.make_parquet_row)
        if key_table is not None:
            write_parquet_table_of_first_copies(self.keys, audit.gathering, key_table.make_row)
        if self.fix is None:
            return
        import numpy as np

        faulty, number = (
            set(np.flatnonzero(audit.make_mask_of_faulty_sudokus(self.fix_also)).tolist()),
            0,
        )
        with open_replacement_folder(self.fix, _COPY_ENDINGS, force=self.force) as folder:
            for file in gatherer.list_opened_files(files):
                fixed = os.path.join(folder, _make_name_of_fixed_copy(file))
                if _is_parquet(file):
                    own = [
                        one
                        for one, _ in audit.gathering.yield_own_and_first_copy_places()
                        if one.file == file
                    ]
                    # Line 1 holds the names of the columns, so row 0 is on line 2.
                    kept = [one.line - 2 for one in own if one.number not in faulty]
                    copy_rows_to_file(fixed, "parquet", [(file, kept)])
                    number += len(own)
                    continue
                dropped = iter(sorted(one for one in faulty if one >= number))
                texts = OutputPaths(fixed, None, None)
                number = texts.copy_sudokus_and_find_next_number(
                    [file], command_input.reading_options, dropped, number, as_text=True
                )
        count = command_input.display.format_number(number - len(faulty))
        message = Message("Sudokus written to {folder}: {count}", folder=self.fix, count=count)
        print_message(message, command_input.display)

    def print_names_of_unwritten_files(self, display: AnswerFormatter) -> None:
        """Print that the output files were not written, if the user asked for them. After an
        interruption this method is not needed, because then every command names its unwritten
        files.
        """
        wanted = (self.parquet, self.keys, self.card, self.fix)
        if paths := [path for path in wanted if path is not None]:
            print_message(make_message_about_unwritten_files(paths), display)


def _make_name_of_fixed_copy(file: str) -> str:
    """Return the name that a file's copy gets in the --fix folder. The copy of a Parquet file is
    Parquet again, and the copy of any other file is text.
    """
    ending, compression = find_format_and_compression_endings(file)
    name = os.path.basename(file)
    if _is_parquet(file):
        return name + ("" if not ending or ending in TABLES.formats else ".parquet")
    return name + (f".csv{compression}" if ending in _NO_TEXT else "")


def _is_parquet(file: str) -> bool:
    """Return whether a file on this machine is a Parquet file, as its first bytes show."""
    if not os.path.isfile(file):
        return False
    with open(file, "rb") as stream:
        return stream.read(4) == b"PAR1"


class _AuditProgress:
    """The progress bar of an audit. It shows the share of the whole work that is done, and the name
    of the present stage. Methods that show a stage raise `DeadlinePassedError` if the time limit of
    `deadline` has passed.
    """

    def __init__(self, deadline: Deadline, display: AnswerFormatter) -> None:
        self.show: Callable[[float | None, str], None] = lambda *_: None
        self._deadline, self._display = deadline, display
        self._stage, self._share = "", 0.0

    def show_reading(self, share_read: float | None, bar_text: str) -> None:
        """Show which share of the files has been read, from 0 to 1; None if this share is unknown.
        `bar_text` is the text beside the progress bar.
        """
        self.show(None if share_read is None else _SHARE_OF_READING * share_read, bar_text)

    def show_stage(self, stage_name: str = "") -> None:
        """Show the name of the stage that begins; an empty name means that the present stage is
        still running.
        """
        self._deadline.check_deadline()
        self._stage = stage_name or self._stage
        if self._stage:
            seconds = f"{self._deadline.passed_wall_seconds:.0f}"
            message = Message("{what}, {seconds} s", what=self._stage, seconds=seconds)
            self.show(self._share, self._display.translate(message))

    def show_share(self, share_done: float) -> None:
        """Show the progress of the work that follows the reading. `share_done` is between 0
        (nothing is done) and 1 (all is done).
        """
        self._share = _SHARE_OF_READING + (1 - _SHARE_OF_READING) * share_done
        self.show_stage()


@command(
    needs("--force", "--fix"),
    needs("--fix-also", "--fix"),
    needs("--strata", "--card"),
    needs("--sample", "--verify-keys"),
    excludes("--verify-keys", "--fix"),
    needs("--resume", "--scratch"),
    audit_options=_AuditOptions,
    outputs=_OutputOptions,
)
@FILES
@option(
    "--test FILE",
    "A file of test Sudokus, which should not occur in the other files; may be given several "
    "times.",
    multiple=True,
    callback=expand_folders_and_wildcards,
)
@option(
    "--near K",
    "Near copies are copies after leaving out or changing up to K clues.",
    minimum=1,
    maximum=2,
    default=1,
)
@option(
    "--skip [symmetries|solutions|same_solution|near]",
    "Leave out this check; may be given several times.",
    multiple=True,
)
@option(
    "--verify-keys FILE",
    "Check a table of keys: compute the keys of random Sudokus again, and compare them with the "
    "column key of this Parquet file and, if it has one, solution_key.",
    type=PATH,
)
@option(
    "--sample K",
    "The number of Sudokus whose keys --verify-keys computes.",
    minimum=1,
    default=1000,
)
@option(
    "--parquet FILE",
    "Write a Parquet table of all Sudokus with the results of each check. The name ends in "
    ".parquet.",
    output_endings=TABLES,
    heading=ANSWER,
)
@option(
    "--keys FILE",
    "Write a Parquet table with the key of each Sudoku, which is the same for all its copies, and "
    "the key of its solution (see canonical --keys).",
    output_endings=TABLES,
    heading=ANSWER,
)
@option(
    "--card FILE",
    "Write a section for the README of the data set: Sudokus, classes, copies in each file and in "
    "earlier files, faults, with the command, the version and the SHA-256 digests. The name ends "
    "in .md.",
    output_endings=_CARD_ENDINGS,
    heading=ANSWER,
)
@option(
    "--strata COLUMN[:NUMBERS]",
    "In the card, count the Sudokus for each value in this column; with numbers, as in "
    "rating:2,5,10, for each range between them.",
    type=UNPROCESSED,
    heading=ANSWER,
)
@option(
    "--fix DIR",
    "Write the files into this folder without the Sudokus that have a fault. Parquet files stay "
    "Parquet; other tables that are not text, such as spreadsheets, become CSV.",
    type=OUTPUT_FOLDER,
    heading=ANSWER,
)
@option(
    "--fix-also [same_solution]",
    "With --fix, also leave out the Sudokus with a copy of the solution of an earlier Sudoku, "
    "which is a fault only between the other files and the test.",
    multiple=True,
    heading=ANSWER,
)
@FORCE
@JOBS
@TIME_LIMIT
@SCRATCH
@RESUME
@READING
@option(
    "--solution-column NAME|N",
    "For a table: the name or number of the column with the solutions.  [default: the column that "
    "its heading and the Sudokus show]",
    heading=INPUT,
)
@PRINTER
@HTML
def audit(
    command_input: CommandInput,
    audit_options: _AuditOptions,
    outputs: _OutputOptions,
    jobs: int | None,
    scratch: str | None,
    resume: bool,
) -> int:
    r"""Check a data set of Sudokus: copies, near copies, missing or wrong solutions, overlap of
    test and training data.

    Counts the Sudokus that are equal, copies of each other or nearly copies; that have no solution,
    or several; puzzles that are no copies but whose solutions are; and wrong solutions in another
    column. With --test also the Sudokus of the test that occur in the data in one of these ways.
    A copy of a solution is a fault only if it leaks into the test. The report names every check
    that was left out.

    Exit status: 0 if no fault is found, 1 if one is found, 2 if a file or a line could not be read,
    3 if none was found within the time limit, 130 after Ctrl-C.

    Example:
      printf '12..............\n..............21\n' | sudokopie audit -
    """
    files, display, deadline = (
        (*command_input.files, *audit_options.test),
        command_input.display,
        Deadline(audit_options.time_limit),
    )
    outputs.check_writable((*files, *filter(None, [audit_options.verify_keys])))
    if command_input.printer.on_result is not None:
        from ...showing.plots import check_matplotlib_installed

        check_matplotlib_installed()
    from ...system.ordered_map import ReportingWorkers
    from .audit import Audit, StatedSolutionsChecker
    from .audit_keys import KeyTable
    from .gathering import Gathering
    from .report_audit import AuditReport, add_findings_to_page

    stated, progress, key_table = StatedSolutionsChecker(), _AuditProgress(deadline, display), None
    card, key_check = outputs.make_card_writer(files), audit_options.make_key_checker_or_none()

    def examine_entries(grid_file: "GridFile", entries: "list[Entry]") -> None:
        stated.check(grid_file, entries)
        card.count(grid_file, entries)

    with (
        open_scratch(scratch, resume, files, display) as kept,
        Gathering(
            jobs=ReportingWorkers(choose_process_count(jobs, files), progress.show_stage),
            scratch=kept,
        ) as gathering,
    ):
        gatherer = FileGatherer(gathering, command_input, examine_entries)
        border = None
        with show_progress_bar() as progress.show:
            with stop_on_interrupt_or_time_limit() as stopped:
                gatherer.add_sudokus_of_files(command_input.files, progress.show_reading)
                border = gathering.sudoku_count
                gatherer.add_sudokus_of_files(audit_options.test, progress.show_reading)
            found = Audit(
                gathering,
                border,
                stated.are_right,
                audit_options.near,
                audit_options.skip,
                are_solutions_left_out=bool(stated.possible_columns),
            )
            card.raise_if_too_many_strata()
            if not stopped.status:
                with stop_on_interrupt_or_time_limit() as stopped:
                    if key_check is not None:
                        progress.show_stage("verify_keys")
                        found.columns["right_key"] = key_check.make_column_of_right_keys(gathering)
                    if outputs.keys is not None:
                        progress.show_stage("keys")
                        key_table = KeyTable.compute(gathering, audit_options.key_columns)
                    found.run(progress.show_stage, progress.show_share)
        kept.is_finished = found.is_all
        for message in stated.list_warnings():
            print_message(message, display)
        print_hint_to_resume_if_unfinished(kept, display)
        report = AuditReport(found, display, gatherer.problem_count)
        names = " ".join(map(os.path.basename, files))
        command_input.printer.print_report(
            names, report, files=command_input.files, test_files=audit_options.test
        )
        if command_input.printer.on_result is not None:
            add_findings_to_page(found, command_input.printer, _ROWS_OF_A_KIND)
        if found.is_all:
            card.raise_if_input_changed()
            outputs.write_tables_and_fixed_copies(found, key_table, gatherer, files, command_input)
            card.write(report)
        elif not stopped.is_interrupted:
            outputs.print_names_of_unwritten_files(display)
    words = [found.word, ERROR] if gatherer.problem_count else [found.word]
    return stopped.status if stopped.is_interrupted else find_exit_status(words)
