"""The commands `sudokopie catalogue find` and `review`, which look Sudokus up in a catalogue."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import click

from ...base.messages import Message
from ...commands.machinery.command_rules import (
    ANSWER,
    ERROR,
    INTERRUPTED,
    RARE,
    command,
    find_exit_status,
    forbids,
    needs,
)
from ...commands.machinery.options import (
    ANSWERS,
    FILES,
    HTML,
    OUTPUT,
    PAGED,
    READING,
    ResultOptions,
    option,
    time_limit_option,
)
from ...commands.machinery.reading import CommandInput
from ...commands.machinery.row_format import ResultColumn, RowFormat
from ...commands.machinery.stream_runner import StreamRunner, join_cells_as_array_and_get_box_shape
from ...commands.machinery.sudoku_stream import StreamedSudoku
from ...commands.machinery.workers import WORKERS, WorkerOptions
from ...showing.answer_formatter import AnswerFormatter
from ...showing.printer import OutputForm, escape_on_one_line, print_message
from .command_catalogue import CATALOGUE, DATE_OPTIONS

if TYPE_CHECKING:
    from ...reading.file_entry import MailHeader
    from ...sudoku.grid import Grid
    from . import Catalogue, KnownSudoku
    from .finding import Finding, FindOptions, Review
    from .report_review import EarlierSubmission, ReviewReport


_MOST_WITH_NEAR_2 = 100_000
"""If a catalogue has at most this number of Sudokus, `catalogue review` by default looks for near
copies that differ in up to two clues, and otherwise in up to one clue.
"""


@contextmanager
def _open_catalogue_and_stream_runner(
    path: str, command_input: CommandInput, output_format: str
) -> "Iterator[tuple[Catalogue, StreamRunner]]":
    """A context manager that opens a catalogue, and the files with the Sudokus to look up in it. It
    yields the catalogue, and the object that reads the Sudokus and prints the answers.

    A small catalogue is checked for damage first. `path` is the file of the catalogue, and
    `output_format` the value of the option `--output`.
    """
    from . import Catalogue
    from .schema import QUICKLY_CHECKED

    with (
        Catalogue.open(path) as catalogue,
        StreamRunner(command_input, ResultOptions(output_format)) as runner,
    ):
        catalogue.connection.check_integrity(QUICKLY_CHECKED)
        yield catalogue, runner


def _print_and_return_answer_word(
    command_input: CommandInput,
    grid: "Grid",
    look_up: Callable[..., Iterable[Iterable[Any]]],
    mail_header: "MailHeader | None" = None,
) -> str:
    """Look up a single Sudoku in the catalogue and print the answer. Returns the answer in one
    word, such as `known`.

    `look_up` is the method `Finder.yield_findings_of_each_task` or
    `Reviewer.yield_reviews_of_each_task`. `mail_header` has the sender and the subject of the mail
    that contains the Sudoku; None if it is not from a mail.
    """
    from ...sudoku.arrays import convert_to_array_and_shape

    ((found,),) = look_up(iter([convert_to_array_and_shape([grid])]))
    submitted: dict[str, object] = {} if mail_header is None else {**mail_header._asdict()}
    command_input.printer.print_answer(command_input.files[0], found, **submitted)
    return str(found.word)


def _make_find_options(
    near: int | None,
    within: bool,
    all_copies: bool,
    steps: bool,
    time_limit: float | None,
    since: str | None,
    issue: str | None,
) -> "FindOptions":
    """Return the options of `catalogue find` as one object.

    - `near`: the largest number of clues in which near copies may differ; None means that near
      copies are not searched for.
    - `within`: whether to search also for known Sudokus that contain a copy of the new Sudoku or
      are contained in it.
    - `all_copies`: whether all known copies are listed, not only the first.
    - `steps`: whether the steps from the known Sudoku to the new Sudoku are computed.
    - `time_limit`: the seconds of processor time that the search with `within` may take for each
      Sudoku; None means no limit.
    - `since`, `issue`: only known Sudokus with this date (in ISO form) or a later date, and only
      those from this magazine issue; None means all.
    """
    from . import Selection
    from .finding import FindOptions

    among = Selection(since=since, issue=issue)
    return FindOptions(None if all_copies else 1, steps, near or 0, within, time_limit, among)


@command(
    needs("--time-limit", "--within"),
    forbids("--output csv", "--steps", "--all", "--quiet", "--json"),
    forbids("--output table", "--steps", "--all", "--quiet", "--json"),
    find_options=_make_find_options,
)
@CATALOGUE
@FILES
@option(
    "--near K",
    "If there is no copy, look for near copies: copies after leaving out or changing up to K "
    "clues, 1 or 2.",
    minimum=1,
    maximum=2,
)
@option(
    "--within",
    "Also look for Sudokus of which a copy contains this Sudoku or is contained in it: equal "
    "after leaving out clues. This may take long; see --time-limit.",
)
@option("--all", "Print all copies, not only the first.", "all_copies", heading=ANSWER)
@option("--steps", "Also print the steps from the first copy to each Sudoku.", heading=ANSWER)
@DATE_OPTIONS
@OUTPUT
@WORKERS
@time_limit_option("With --within: stop after this many seconds of processor time for each Sudoku.")
@READING
@PAGED
def catalogue_find(
    path: str,
    command_input: CommandInput,
    find_options: "FindOptions",
    output: str,
    worker_options: WorkerOptions,
) -> int:
    r"""Look up whether a catalogue has a copy of a Sudoku: which one, and by which steps.

    A single Sudoku is drawn beside the first copy in the catalogue, with the steps. For more
    Sudokus, each has one line: its place, and the place that the known Sudoku came from.

    Exit status: 2 if a file could not be read, otherwise 1 if a Sudoku is not known in any way that
    was asked for, otherwise 3 if the time was not enough to be sure, otherwise 0; 130 after Ctrl-C.

    Example:
      printf '12..............\n' | sudokopie catalogue add /tmp/seen.db --as old.txt -
      printf '..............21\n' | sudokopie catalogue find /tmp/seen.db -
    """
    from .finding import Finder
    from .report_catalogue import summarise_findings

    with _open_catalogue_and_stream_runner(path, command_input, output) as (catalogue, runner):
        grid = runner.read_single_sudoku_or_none()
        with_steps = (
            find_options.steps or grid is not None or command_input.printer.on_result is not None
        )
        wanted = find_options._replace(steps=with_steps)
        is_for_people = command_input.printer.form is OutputForm.TEXT and output == "lines"
        if grid is not None:
            words = {
                _print_and_return_answer_word(
                    command_input, grid, Finder(catalogue, wanted).yield_findings_of_each_task
                )
            }
            status = find_exit_status(words)
        else:
            rows = _FindingRowFormat(command_input.display, find_options)
            with worker_options.open_cluster_or_process_count(command_input) as found:
                finder = Finder(catalogue, wanted, found)
                status = runner.answer_sudokus_and_get_status(
                    rows, join_cells_as_array_and_get_box_shape, finder.yield_findings_of_each_task
                )
            words = set(runner.status_counts)
            is_all = status != INTERRUPTED
            report = summarise_findings(runner.status_counts, command_input.display, is_all=is_all)
            click.echo(report, err=command_input.printer.form is not OutputForm.RESULT)
    if is_for_people and words == {"new"} and not find_options.near and not find_options.within:
        hint = Message(
            "No copy was found. --near 1 also finds Sudokus with one different clue, --within "
            "finds Sudokus with more or fewer clues."
        )
        print_message(hint, command_input.display)
    return status


class _FindingRowFormat(RowFormat["Finding"]):
    """The format of the row that `catalogue find` prints for each Sudoku: the answer in one word,
    such as `known`, the number of the class of copies, the number of known copies, and the source
    (file, line, title, date, issue) of the first known Sudoku.
    """

    def __init__(self, display: AnswerFormatter, find_options: "FindOptions") -> None:
        super().__init__(display, find_options)
        places = ("known_file", "known_line", "known_name", "known_date", "known_issue")
        self.columns = [
            ResultColumn("status", lambda _, result: result.word),
            ResultColumn("class", lambda _, result: result.class_id),
            ResultColumn("copies", lambda _, result: result.copies),
            *(
                ResultColumn(name, partial(self._find_source_value_of_first_known_sudoku, k))
                for k, name in enumerate(places)
            ),
        ]

    def _find_source_value_of_first_known_sudoku(
        self, value_index: int, _sudoku: StreamedSudoku, result: "Finding"
    ) -> object:
        """Return one value of the source of the first known Sudoku that was found; None if no known
        Sudoku was found. `value_index` selects the value: 0 is the file, 1 the line number, 2 the
        title, 3 the date, and 4 the issue.

        Copies come first, then near copies, then Sudokus that contain the new Sudoku or are
        contained in it.
        """
        near, parts = (one.known for one in result.near), (one.known for one in result.parts)
        first = next((known.source for known in (*result.known, *near, *parts)), None)
        return None if first is None else first[value_index]

    def format_result_lines(self, sudoku: StreamedSudoku, result: "Finding") -> list[str]:
        from .report_catalogue import FindingReport

        report = FindingReport(
            result if self.options.steps else replace(result, steps=None), self.display
        )
        return report.format_lines_with_steps(
            escape_on_one_line(f"{sudoku.place_and_name_as_text}: ")
        )


class _ReviewOptions(NamedTuple):
    """The options of `catalogue review`.

    `near` is the largest number of clues in which near copies may differ; None means that the size
    of the catalogue determines it. `skipped` are the names of the checks to leave out. `output` is
    the output format. `bom` is whether the output begins with a byte order mark.
    """

    near: int | None
    skipped: tuple[str, ...]
    time_limit: float | None
    output: str
    bom: bool


@command(needs("--bom", "--output csv", "--output table"), review_options=_ReviewOptions)
@CATALOGUE
@FILES
@option(
    "--near K",
    "Look for near copies: copies after leaving out or changing up to K clues.  [default: 2; if "
    "the catalogue has more than 100,000 Sudokus, 1]",
    minimum=0,
    maximum=2,
)
@option(
    "--skip [parts|same_solution]",
    "Leave out this check: known Sudokus that contain the new one or are contained in it, or known "
    "Sudokus with the same solution. May be given several times.",
    "skipped",
    multiple=True,
)
@time_limit_option(
    "Stop after this many seconds of processor time for the solutions, parts and symmetries of "
    "each Sudoku.  [default: 2]"
)
@OUTPUT
@option(
    "--bom",
    "Begin the output with a byte order mark, so that spreadsheets read it as UTF-8.",
    heading=RARE,
)
@WORKERS
@READING
@ANSWERS
@HTML
def catalogue_review(
    path: str,
    command_input: CommandInput,
    review_options: _ReviewOptions,
    worker_options: WorkerOptions,
) -> int:
    r"""Review new Sudokus for an editor: is each solvable, unique, and not a copy of one in the
    catalogue?

    The catalogue has the Sudokus that were printed before. Each new Sudoku is compared with them:
    is it a copy, nearly a copy, or a part of one; has a known Sudoku the same solution? Is it a
    copy of a new Sudoku before it? Is it symmetric? Each has one line: its place, the result, and
    the reason. `duplicates --near` finds near copies among the new Sudokus.

    The result is the first of these that is true: not solvable, not unique, known, submitted
    twice, nearly known, known in part, new with a known solution, undecided. Otherwise the result
    is that there is no objection. A Sudoku that is called a variant, such as Killer, is not judged,
    and new Sudokus are not compared with it.

    Exit status: 2 if a file could not be read, otherwise 1 if there is an objection to a Sudoku,
    otherwise 3 if the time was not enough to be sure or a variant was not judged, otherwise 0; 130
    after Ctrl-C.

    Example:
      printf '12..............\n' | sudokopie catalogue add /tmp/seen.db --as old.txt -
      printf '..............21\n' | sudokopie catalogue review /tmp/seen.db -
    """
    from .finding import Review, Reviewer
    from .report_review import ReviewReport, list_page_summary, summarise_reviews

    seconds = 2.0 if review_options.time_limit is None else review_options.time_limit
    if review_options.output == "csv":  # the table of the input is repeated
        reading_options = command_input.reading_options._replace(keeps_lines=True)
        command_input = command_input._replace(reading_options=reading_options)
    with _open_catalogue_and_stream_runner(path, command_input, review_options.output) as (
        catalogue,
        runner,
    ):
        near, skipped = review_options.near, review_options.skipped
        near = (
            _choose_near_limit_by_catalogue_size(catalogue, command_input.display)
            if near is None
            else near
        )
        if (grid := runner.read_single_sudoku_or_none()) is not None:
            command_input.printer.name = runner.single_name
            look_up: Callable[..., Iterable[Iterable[Review]]] = Reviewer(
                catalogue, near, seconds, skipped=skipped
            ).yield_reviews_of_each_task
            if variant := command_input.printer.variant:
                unjudged = Review.of_variant(grid, variant)
                look_up = lambda _: [[unjudged]]  # noqa: E731
            word = _print_and_return_answer_word(
                command_input, grid, look_up, runner.single_mail_header
            )
            return find_exit_status([word])
        if review_options.bom:
            print("\N{BYTE ORDER MARK}", end="")
        rows = _ReviewRowFormat(command_input.display)
        rows.has_byte_order_mark = review_options.bom
        with worker_options.open_cluster_or_process_count(command_input) as found:
            reviewer = Reviewer(catalogue, near, seconds, found, skipped)
            status = runner.answer_sudokus_and_get_status(
                rows, join_cells_as_array_and_get_box_shape, reviewer.yield_reviews_of_each_task
            )
        if len(runner.status_counts) - (ERROR in runner.status_counts):
            command_input.printer.add_summary_to_page(
                ReviewReport.title,
                *list_page_summary(
                    runner.status_counts, len(catalogue), command_input.display, skipped
                ),
            )
    is_all = status != INTERRUPTED
    report = summarise_reviews(runner.status_counts, command_input.display, skipped, is_all=is_all)
    click.echo(
        report,
        err=command_input.printer.form is not OutputForm.TEXT or review_options.output != "lines",
    )
    return status


def _choose_near_limit_by_catalogue_size(catalogue: "Catalogue", display: AnswerFormatter) -> int:
    """Return the largest number of clues in which near copies may differ if the user has not given
    --near: 2 for a small catalogue and 1 for a large catalogue. If it is 1, a message about this is
    printed.
    """
    if (count := len(catalogue)) <= _MOST_WITH_NEAR_2:
        return 2
    message = Message(
        "The catalogue has {count} Sudokus, so near copies differ in one clue here; --near 2 takes "
        "longer and also finds those that differ in two.",
        count=display.format_number(count),
    )
    print_message(message, display)
    return 1


class _ReviewRowFormat(RowFormat["Review"]):
    """The format of the row that `catalogue review` prints for each Sudoku: the result, the number
    of solutions, the known Sudokus that are copies, near copies and so on, and the number of
    symmetries.
    """

    are_slow = True
    keeps_table = True
    has_variant_results = True

    def __init__(self, display: AnswerFormatter) -> None:
        super().__init__(display)
        self._submissions: dict[int, EarlierSubmission] = {}
        self.columns = [
            ResultColumn("review", lambda _, result: result.word),
            # The number of solutions in one word; None if the Sudoku was not judged.
            ResultColumn(
                "solutions",
                lambda _, result: None if result.variant else result.completion_answer.word,
            ),
            ResultColumn("known", lambda _, result: self._join_sources(result.finding.known)),
            ResultColumn(
                "near",
                lambda _, result: self._join_sources(near.known for near in result.finding.near),
            ),
            ResultColumn(
                "part",
                lambda _, result: self._join_sources(part.known for part in result.finding.parts),
            ),
            ResultColumn(
                "same_solution",
                lambda _, result: self._join_sources(same.known for same in result.same_solution),
            ),
            ResultColumn("symmetries", lambda _, result: result.symmetries),
            ResultColumn("said", self._format_result),
        ]

    def make_variant_result(self, sudoku: StreamedSudoku) -> "Review":
        from .finding import Review

        return Review.of_variant(cast("Grid", sudoku.entry.grid_or_error), sudoku.entry.variant)

    def _format_result(self, sudoku: StreamedSudoku, result: "Review") -> str:
        return self.make_result_report(sudoku, result).format_result()

    def _join_sources(self, known_sudokus: "Iterable[KnownSudoku]") -> str:
        """Return the sources of some known Sudokus as one text, separated by semicolons."""
        from .report_catalogue import describe_source

        return "; ".join(
            self.display.translate(describe_source(one.source, self.display))
            for one in known_sudokus
        )

    def get_sudoku_name_for_page(self, sudoku: StreamedSudoku) -> str:
        return sudoku.entry.name_in_lists

    def make_result_report(self, sudoku: StreamedSudoku, result: "Review") -> "ReviewReport":
        from .report_review import EarlierSubmission, ReviewReport

        if not result.variant:
            self._submissions[result.index] = EarlierSubmission(
                sudoku.file, sudoku.place_in_file_as_text, result.finding.grid
            )
        earlier = None if result.earlier is None else self._submissions[result.earlier]
        return ReviewReport(result, self.display, earlier)

    def format_result_lines(self, sudoku: StreamedSudoku, result: "Review") -> list[str]:
        return [
            escape_on_one_line(f"{sudoku.place_and_name_as_text}: ")
            + self._format_result(sudoku, result)
        ]
