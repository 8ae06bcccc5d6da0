"""The command `sudokopie symmetries`: count and name the symmetries of Sudokus."""

from ..answers.visible_symmetry import SymmetrySurvey, survey
from ..showing.answer_formatter import AnswerFormatter
from ..showing.printer import escape_on_one_line
from ..showing.report_symmetries import SymmetriesReport
from ..sudoku.grid import Grid
from .machinery.command_rules import ANSWER, command, find_exit_status, forbids
from .machinery.options import (
    BACKEND,
    FILES,
    PAGED,
    READING,
    RESULT_OPTIONS,
    TIME_LIMIT_A_SUDOKU,
    ResultOptions,
    SolverOptions,
    option,
)
from .machinery.proving import ONE_CERTIFICATE, ProofOptions
from .machinery.reading import CommandInput
from .machinery.row_format import ResultColumn, RowFormat
from .machinery.stream_runner import StreamRunner, join_cells_as_array_and_get_box_shape
from .machinery.sudoku_stream import StreamedSudoku

_SUDOKUS_IN_A_TASK = 100


@command(
    forbids(
        "--gap",
        "--quiet",
        "--json",
        "--html",
        "--output csv",
        "--output table",
        "--parquet",
        "--certificate",
    ),
    solver_options=SolverOptions,
)
@FILES
@option(
    "--gap",
    "Print the symmetry group for the program GAP: generators as permutations of the cells.",
    heading=ANSWER,
)
@RESULT_OPTIONS
@READING
@BACKEND
@ONE_CERTIFICATE
@TIME_LIMIT_A_SUDOKU
@PAGED
def symmetries(
    command_input: CommandInput,
    solver_options: SolverOptions,
    proof_options: ProofOptions,
    gap: bool,
    result_options: ResultOptions,
) -> int:
    r"""Count the symmetries of a Sudoku, and show one of them so that it is easy to see.

    A symmetry is a transformation that turns or reorders the Sudoku and renames its digits, and
    leads back to the same Sudoku. Generators are printed: all symmetries are combinations of them.
    To make one easy to see, a copy of the Sudoku is drawn in which this symmetry is a reflection in
    the diagonal or a turn by 180°, if possible. FILE has one Sudoku, or many; - is standard input.

    For many Sudokus, --output csv and --parquet write the number of symmetries, including renamings
    of digits that do not occur, and the kind that is easiest to see. --gap numbers the cells row
    after row, from 1.

    Exit status: 2 if a file could not be read, otherwise 3 if the time was not enough for a Sudoku,
    otherwise 0; 130 after Ctrl-C.

    Example:
      printf '.13.\n.2..\n1...\n..14\n' | sudokopie symmetries -
    """
    backend, printer = solver_options.find_full_incremental_backend_name(), command_input.printer
    proof_options = proof_options.check_and_make_options_with_prover(
        command_input.files, solver_options.backend_name
    )

    def survey_symmetries_of_grid(grid: Grid) -> SymmetrySurvey:
        """Compute the symmetries of a Sudoku with the chosen solver and the time limit."""
        return survey(grid, backend, timeout=solver_options.time_limit)

    from ..answers.bulk.symmetries import yield_symmetry_surveys

    with StreamRunner(command_input, result_options) as runner:
        if not gap and (grid := runner.read_single_sudoku_or_none()):
            return find_exit_status(
                proof_options.prove_and_print_answer(
                    command_input.files[0],
                    survey_symmetries_of_grid(grid),
                    printer,
                    solver_options.start_deadline(),
                    backend,
                )
            )
        proof_options.raise_if_certificate_wanted()
        return runner.answer_sudokus_and_get_status(
            _SymmetryRowFormat(printer.display, gap),
            join_cells_as_array_and_get_box_shape,
            lambda tasks: (
                yield_symmetry_surveys(*task, survey_symmetries_of_grid) for task in tasks
            ),
            _SUDOKUS_IN_A_TASK,
        )


class _SymmetryRowFormat(RowFormat[SymmetrySurvey]):
    """The format of the row that `sudokopie symmetries` prints for each Sudoku: the number of
    symmetries, and the kind of symmetry that people see most easily, such as a reflection. If
    `is_gap_wanted`, the group of symmetries is printed instead, in the language of the program GAP.
    """

    has_lines_if_quiet = True
    _empty_lines: tuple[str, ...] = ()
    """The empty lines to print before the next answer; the first answer has no such lines."""

    def __init__(self, display: AnswerFormatter, is_gap_wanted: bool) -> None:
        super().__init__(display, is_gap_wanted)
        self.columns = (
            ResultColumn(
                "symmetries", lambda _, result: result.symmetries and result.symmetries.order
            ),
            ResultColumn("kind", lambda _, result: result.seen and result.seen.kind.value),
        )

    def format_result_lines(self, sudoku: StreamedSudoku, result: SymmetrySurvey) -> list[str]:
        report = SymmetriesReport(result, self.display)
        if self.options:
            return [report.format_group_for_gap()]
        if self.is_quiet:
            return [f"{escape_on_one_line(sudoku.place_as_text)}: {report.format_result()}"]
        lines = [
            *self._empty_lines,
            escape_on_one_line(sudoku.place_as_text),
            "",
            report.format_text(),
        ]
        self._empty_lines = "", ""
        return lines

    def explain_missing_answer_or_none(
        self, _sudoku: StreamedSudoku, result: SymmetrySurvey
    ) -> str | None:
        is_missing = self.options and result.symmetries is None
        return SymmetriesReport(result, self.display).format_result() if is_missing else None
