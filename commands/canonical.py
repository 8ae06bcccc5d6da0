"""The command `sudokopie canonical`: print the canonical forms of Sudokus."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from ..answers.canonical import CanonicalCommandOptions, CanonicalForm, canonical_form
from ..answers.decide import decide
from ..base.errors import DeadlinePassedError
from ..base.messages import Message
from ..showing.answer_formatter import AnswerFormatter
from ..showing.answer_report import make_report
from ..showing.printer import print_message
from ..solvers.deadline import Deadline
from ..sudoku.grid import Grid
from .machinery.command_rules import RARE, TROUBLE, UNDECIDED, YES, command, forbids
from .machinery.options import (
    ANSWERS,
    FILES,
    READING,
    RESULT_OPTIONS,
    TIME_LIMIT_A_SUDOKU,
    ResultOptions,
    option,
)
from .machinery.proving import ONE_CERTIFICATE, ProofOptions
from .machinery.reading import CommandInput
from .machinery.row_format import (
    BatchOutput,
    ResultColumn,
    RowFormat,
    format_grid_on_line,
    format_grids_on_lines_if_small,
)
from .machinery.stream_runner import StreamRunner, join_cells_as_bytes_and_get_box_shape
from .machinery.sudoku_stream import StreamedSudoku
from .machinery.workers import WORKERS, WorkerOptions

if TYPE_CHECKING:
    from ..answers.bulk.canonical_forms import CanonicalFormResult
    from ..questions.claim import Claim

_SUDOKUS_IN_A_TASK = 500


@command(
    forbids("--by solution", "--form", "--time-limit"),
    forbids("--only digits", "--form", "--time-limit"),
    forbids("--check", "--only", "--form", "--time-limit"),
    forbids("--keys", "--form", "--only", "--symmetries", "--bands", "--time-limit"),
    forbids("--output csv", "--quiet", "--json"),
    forbids(
        "--certificate",
        "--by",
        "--only",
        "--symmetries",
        "--check",
        "--bands",
        "--keys",
        "--output",
        "--parquet",
    ),
    form_options=CanonicalCommandOptions,
)
@FILES
@option("--form [min|max]", "Print the least copy, or the greatest.", default="min")
@option(
    "--by [solution]",
    "Print the canonical form of the solution, then the clues in their "
    "places on it. The Sudoku must have exactly one solution.",
)
@option(
    "--only [digits]",
    "Move nothing; only rename the digits to 1, 2, 3… in the order in which they first occur.",
)
@option("--symmetries", "Also print the number of symmetries of each Sudoku.")
@option(
    "--bands",
    "Also print the class of each band and then of each stack, 1 to 416. Only for complete 9×9 "
    "Sudokus.",
)
@option(
    "--keys",
    "Print a key instead of the form: 32 hexadecimal digits that are the same for all copies, on "
    "every machine. With --by solution: the key of the solution, or of the Sudoku itself if it "
    "does not have exactly one solution.",
)
@option("--check", "Compute each form a second time with a solver, and compare.", heading=RARE)
@RESULT_OPTIONS
@WORKERS
@ONE_CERTIFICATE
@TIME_LIMIT_A_SUDOKU
@READING
@ANSWERS
def canonical(
    command_input: CommandInput,
    form_options: CanonicalCommandOptions,
    result_options: ResultOptions,
    worker_options: WorkerOptions,
    proof_options: ProofOptions,
) -> int:
    r"""Print the canonical form of Sudokus: the least of all copies, which is the same for all
    copies.

    Two Sudokus are copies of each other if and only if their canonical forms are equal. The
    least copy is the first in alphabetical order if each copy is written on one line, with 0
    for a blank cell. For a single Sudoku, the steps to its form are printed too. For several
    Sudokus, and with --quiet, each form is on one line. A line that starts with # reports why a
    Sudoku has no form. FILE - is standard input.

    Exit status: 2 if a file could not be read, otherwise 1 if with --by solution a Sudoku has no
    solution or more than one, otherwise 3 if the time was not enough, otherwise 0; 130 after
    Ctrl-C.

    Example:
      printf '12..\n..1.\n...3\n....\n' | sudokopie canonical -
    """
    proof_options.check_and_make_options_with_prover(command_input.files)
    with StreamRunner(command_input, result_options) as runner:
        if form_options.is_only_form_wanted and (grid := runner.read_single_sudoku_or_none()):
            return _print_canonical_form_and_get_status(
                command_input, grid, form_options, proof_options
            )
        proof_options.raise_if_certificate_wanted()
        if form_options.keys:
            from ..answers.bulk.class_keys import find_keys

            with worker_options.open_cluster_or_process_count(command_input) as found:
                return runner.answer_with_workers_and_get_status(
                    found,
                    _KeyRowFormat(command_input.display),
                    join_cells_as_bytes_and_get_box_shape,
                    partial(find_keys, form_options=form_options),
                    _SUDOKUS_IN_A_TASK,
                )
        from ..answers.bulk.canonical_forms import find_canonical_forms

        find_forms = partial(find_canonical_forms, form_options=form_options)
        rows = _CanonicalFormRowFormat(command_input.display, form_options)
        with worker_options.open_cluster_or_process_count(command_input) as found:
            status = runner.answer_with_workers_and_get_status(
                found, rows, join_cells_as_bytes_and_get_box_shape, find_forms, _SUDOKUS_IN_A_TASK
            )
        if rows.without_bands:
            message = Message(
                "--bands: only complete 9×9 Sudokus have numbers of bands; Sudokus without them: "
                "{count}",
                count=rows.without_bands,
            )
            print_message(message, command_input.display)
        return status


def _print_canonical_form_and_get_status(
    command_input: CommandInput,
    grid: Grid,
    form_options: CanonicalCommandOptions,
    proof_options: ProofOptions,
) -> int:
    """Print the canonical form of a Sudoku with the steps to it, and with a proof if the user asked
    for one. Returns the exit status.
    """
    file, printer = command_input.files[0], command_input.printer
    try:
        found = canonical_form(grid, form_options.form, timeout=form_options.time_limit)
    except DeadlinePassedError as error:
        printer.print_and_return_error_line(file, error)
        return UNDECIDED

    def make_claim() -> "Claim":
        """Return the statement that the certificate proves: the grid in `found` is the canonical
        form of the Sudoku.
        """
        return found.claim(form_options.form)

    report = make_report(found, printer.display)
    is_well = proof_options.try_to_prove_and_print_report(
        file, report, make_claim, printer, Deadline(form_options.time_limit)
    )
    return YES if is_well else TROUBLE


class _KeyRowFormat(RowFormat[str]):
    """The format of the row that `sudokopie canonical --keys` prints for each Sudoku: the key."""

    has_lines_if_quiet = True
    columns = (ResultColumn("key", lambda _, key: key),)

    def make_batch_output_or_none(self, results: "Sequence[str]") -> BatchOutput:
        return BatchOutput("\n".join(results), "found")

    def make_json_record(self, _sudoku: StreamedSudoku, result: str) -> Mapping[str, object]:
        return {"status": "found", "key": result}

    def find_status_word(self, _key: str) -> str:
        return "found"


class _CanonicalFormRowFormat(RowFormat["CanonicalFormResult"]):
    """The format of the row that `sudokopie canonical` prints for each Sudoku. The first column is
    the canonical form: the least of all copies, or the greatest with --form max. Up to three
    columns follow if the options ask for them.

    - `clues`, with --by solution: the clues of the Sudoku, moved and renamed as in the form of the
      solution.
    - `symmetries`: the number of symmetries.
    - `bands`: for a complete 9×9 Sudoku the class of each band, then of each stack, a number from 1
      to 416. Two bands have the same class if one becomes the other by reordering lines and
      renaming digits.
    """

    has_lines_if_quiet = True

    def __init__(self, display: AnswerFormatter, options: CanonicalCommandOptions) -> None:
        super().__init__(display, options)
        columns: list[tuple[ResultColumn[CanonicalFormResult], object]] = [
            (ResultColumn("form", self._format_form), True),
            (ResultColumn("clues", self._format_clues_on_canonical_form), options.by),
            (ResultColumn("symmetries", lambda _, result: result.symmetries), options.symmetries),
            (ResultColumn("bands", self._format_band_and_stack_classes), options.bands),
        ]
        self.columns = [column for column, is_wanted in columns if is_wanted]
        self.without_bands = 0
        """The number of Sudokus so far for which --bands has nothing to print, because it needs
        complete 9×9 Sudokus.
        """

    def _format_form(self, sudoku: StreamedSudoku, result: "CanonicalFormResult") -> str:
        """Return the cells of the canonical form as a line of text; empty if there is no form."""
        return format_grid_on_line(result.form, sudoku.entry.shape.size) if result.form else ""

    def _format_clues_on_canonical_form(
        self, sudoku: StreamedSudoku, result: "CanonicalFormResult"
    ) -> str:
        """Return a line of text with the clues of the Sudoku, moved and renamed as in the canonical
        form of the solution, and the other cells blank. The text is empty if there is no form.
        """
        return format_grid_on_line(result.clues, sudoku.entry.shape.size) if result.clues else ""

    def _format_band_and_stack_classes(
        self, _sudoku: StreamedSudoku, result: "CanonicalFormResult"
    ) -> str:
        """Return the classes of the bands, then of the stacks, as numbers from 1 to 416 with spaces
        between them. For a Sudoku that is not a complete 9×9 Sudoku, the text is empty, and the
        Sudoku is counted in `without_bands`.
        """
        self.without_bands += result.bands is None
        return " ".join(map(str, result.bands or ()))

    def format_result_lines(
        self, sudoku: StreamedSudoku, result: "CanonicalFormResult"
    ) -> list[str]:
        return [" ".join(filter(None, self.format_fields(sudoku, result)))]

    def make_batch_output_or_none(
        self, results: "Sequence[CanonicalFormResult]"
    ) -> BatchOutput | None:
        forms = [found.form for found in results if found.form]
        if len(self.columns) > 1 or len(forms) < len(results):
            return None
        lines = format_grids_on_lines_if_small(forms)
        return None if lines is None else BatchOutput(lines, "found")

    def explain_missing_answer_or_none(
        self, _sudoku: StreamedSudoku, result: "CanonicalFormResult"
    ) -> str | None:
        if result.form is not None:
            return None
        if result.solutions is None:
            return self.display.translate(DeadlinePassedError().message)
        if result.solutions:
            return self.display.translate(Message("This Sudoku has more than one solution."))
        return self.display.translate(Message("This Sudoku has no solution."))

    def make_json_record(
        self, sudoku: StreamedSudoku, result: "CanonicalFormResult"
    ) -> Mapping[str, object]:
        self.without_bands += self.options.bands and result.bands is None
        cells = {"grid": sudoku.entry.cell_bytes, "form": result.form, "clues": result.clues}
        grids = {
            name: Grid.of_bytes(some, sudoku.entry.shape) for name, some in cells.items() if some
        }
        record: dict[str, object] = {"status": self.find_status_word(result)}
        record |= {name: grid.rows for name, grid in grids.items()}
        counts = {"symmetries": result.symmetries, "bands": result.bands}
        record |= {name: count for name, count in counts.items() if count is not None}
        if result.form is None or self.options.by:
            return record
        steps = decide(grids["grid"], grids["form"]).transformation
        assert steps is not None  # a canonical form is always a copy
        found = CanonicalForm(grids["grid"], grids["form"], steps)
        return {**record, **make_report(found, self.display).make_json_record()}

    def find_status_word(self, result: "CanonicalFormResult") -> str:
        if result.form is not None:
            return "found"
        return {None: "undecided", 0: "none"}.get(result.solutions, "more")
