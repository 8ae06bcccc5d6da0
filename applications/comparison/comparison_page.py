"""Write the report of a comparison of backends as a web page: a self-contained HTML file, with its
plots and data beside it.
"""

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import inf
from pathlib import Path

from ...base.errors import BackendComparisonFailedError
from ...base.messages import Message
from ...encoding.candidates import CELL_FORMS, LINE_MAP_FORMS, PLAIN
from ...showing.answer_formatter import AnswerFormatter
from ...showing.page_templates import render_page
from ...showing.plots import make_inline_svg
from ...showing.printer import escape_on_one_line
from ...solvers.deadline import PHASES
from ...system.own_folder import OwnFolderKind, open_replacement_folder
from .comparison_plots import FORMATS, PLOTS, write_plots_and_list_plot_names
from .instances import MANIFEST
from .record import ANSWER_ENDINGS, MEASURED_BY_LIMITS, RunEnding, RunRecord, make_csv_text
from .report_comparison import (
    CLAIMED,
    CONTRADICTIONS,
    LEGEND,
    NOT_VERIFIED,
    OWN_MEASUREMENT,
    PREPROCESSING,
    SEPARATE,
    UNRANKED,
    ComparisonReport,
    describe_program_measurement,
    format_milliseconds_or_empty,
    format_number_of_milliseconds,
)
from .summary import ComparisonSummary, MedianEffort

PAGE_FILE = "index.html"

TEMPLATES = Path(__file__).parent / "templates"

DATA_FILES = ("runs.csv", "runs.json")
"""The names of the two files, in the page's folder, that hold the records of all runs."""

UNKNOWN_MARK = "–"

SHOWN_STATISTICS = {
    "conflicts": Message("conflicts"),
    "decisions": Message("decisions"),
    "propagations": Message("propagations"),
    "orders": Message("orders tried"),
    "nodes": Message("choices tried"),
}
"""The counts, reported by solvers, that the page shows for each backend, and the headings of their
columns. A column in which no backend has a count is left out.
"""

REPORT_FOLDER = OwnFolderKind(
    "report", (PAGE_FILE, *DATA_FILES, *(f"{plot}.{form}" for plot in PLOTS for form in FORMATS))
)
"""The kind of folder that holds a report, with the names of all files that may be in it, so that no
other folder is overwritten.
"""


def write_page(
    folder: str,
    report: ComparisonReport,
    scatter_pair: tuple[str, str] | None,
    planned_run_count: int | None = None,
    *,
    force: bool = False,
) -> None:
    """Write the report on a comparison to `folder`: the HTML page, its plots and its data. An
    earlier report in the folder is replaced.

    `scatter_pair` names the two backends of the scatter plot. If it is None, or if a backend in it
    was not measured, the best two backends are chosen. `planned_run_count` is the planned number of
    runs if some are missing, otherwise None.

    Raises `BackendComparisonFailedError` if there are no records. Unless `force` is True, raises
    `OutputError` if the folder holds other files or files that were changed since they were
    written. Raises `LimitError` if the file in which the folder's files are listed is too large,
    and `OSError` if the folder cannot be written.
    """
    if not report.comparison.records:
        raise BackendComparisonFailedError("nothing was measured, so there is nothing to report")
    comparison, display, records = report.comparison, report.display, report.comparison.records
    backends, efforts = (
        [row.backend for row in comparison.summarise_backends()[:-1]],
        comparison.list_median_efforts(),
    )
    if scatter_pair is None or not set(scatter_pair) <= comparison.times.keys():
        scatter_pair = (backends[0], backends[1]) if len(backends) > 1 else None
    counted = [name for name in SHOWN_STATISTICS if any(name in one.counts for one in efforts)]
    data = (make_csv_text(records), "".join(f"{record.format_json_line()}\n" for record in records))
    ended = sorted(record.ended for record in records if record.ended is not None)
    moments = [moment.replace("T", " ").removesuffix("Z") for moment in ended]
    with open_replacement_folder(folder, REPORT_FOLDER, force=force) as beside:
        path = Path(beside)
        plots = write_plots_and_list_plot_names(path, comparison, scatter_pair, display)
        page = render_page(
            "comparison",
            display,
            TEMPLATES,
            data=DATA_FILES,
            runs=len(records),
            planned=planned_run_count,
            pairs=len(comparison.correct_endings),
            backends=[escape_on_one_line(backend) for backend in backends],
            first=moments[0] if moments else None,
            last=moments[-1] if moments else None,
            undated=len(records) - len(moments),
            report=report,
            contradictions=CONTRADICTIONS,
            legend=LEGEND,
            claimed=CLAIMED,
            separate=SEPARATE,
            not_verified=NOT_VERIFIED,
            not_ranked=UNRANKED,
            failures=report.list_failures_with_counts(),
            drawings=[
                _read_plot_name_title_and_html(path, name, display.translate(_TITLES[name]))
                for name in plots
            ],
            rows=_yield_table_rows_of_sudoku_pairs(comparison, display),
            instances=_yield_instance_details(comparison, display),
            phases=map(_make_phase_row, efforts),
            search_headings=[display.translate(SHOWN_STATISTICS[name]) for name in counted],
            searches=[_make_search_row(effort, counted, display) for effort in efforts],
            preprocessing=PREPROCESSING,
            conditions=_group_condition_texts_by_title(records, display),
        )
        for name, text in zip((*DATA_FILES, PAGE_FILE), (*data, page), strict=True):
            (path / name).write_bytes(text.encode(errors="backslashreplace"))


_TITLES = {
    "cactus": Message("Pairs solved within a time: further right is better"),
    "scatter": Message(
        "Two backends, pair by pair: below the line, the one of the vertical axis was faster"
    ),
    "sizes": Message("Time against size"),
}


def _read_plot_name_title_and_html(
    folder: Path, plot_name: str, title: str
) -> tuple[str, str, str]:
    """Return a plot for the page: its name, its title, and HTML with the SVG drawing from the file
    `plot_name`.svg in `folder`.
    """
    return (
        plot_name,
        title,
        make_inline_svg(
            (folder / f"{plot_name}.svg").read_text(encoding="utf-8"), plot_name, title
        ),
    )


_ENDINGS = {
    RunEnding.COPIES: Message("copies"),
    RunEnding.DIFFERENT: Message("not copies"),
    RunEnding.SATISFIABLE: Message("satisfiable"),
    RunEnding.UNSATISFIABLE: Message("unsatisfiable"),
    RunEnding.OPTIMUM: Message("optimum"),
    RunEnding.MODELS: Message("models counted"),
    None: Message("unknown"),
}


def _yield_table_rows_of_sudoku_pairs(
    comparison: ComparisonSummary, display: AnswerFormatter
) -> Iterator[tuple[object, ...]]:
    """Yield a row of the page's table for each pair of Sudokus: the name and the family of the
    pair, its number of cells a side and of clues, the correct ending, and a list with a table cell
    for each backend. The pairs are in the order in which they were first measured. Words are in the
    language of `display`.

    A backend's cell is two texts: a time or a word, and the CSS class that marks it.
    """
    backends, failures = (
        [row.backend for row in comparison.summarise_backends()[:-1]],
        comparison.find_worst_failures_by_pair_and_backend(),
    )
    endings = {ending: display.translate(text) for ending, text in _ENDINGS.items()}
    words = dict.fromkeys(ANSWER_ENDINGS, (display.translate(Message("claimed")), "unknown")) | {
        RunEnding.REFUSED_PROOF: (display.translate(Message("refused")), "wrong"),
        RunEnding.ERROR: (display.translate(Message("error")), "wrong"),
        RunEnding.TIMEOUT: (display.translate(Message("time-out")), "unknown"),
        RunEnding.OUT_OF_MEMORY: (display.translate(Message("memory")), "unknown"),
    }
    first: dict[str, RunRecord] = {}
    for record in comparison.records:
        first.setdefault(record.instance, record)
    for name, record in first.items():
        cells = []
        for backend in backends:
            seconds = comparison.times[backend].get(name)
            if seconds is None:
                cells.append((UNKNOWN_MARK, ""))
            elif seconds == inf:
                cells.append(words[failures[name, backend]])
            else:
                is_best = seconds == comparison.best[name] and len(backends) > 1
                cells.append((format_number_of_milliseconds(seconds), "best" if is_best else ""))
        yield (
            escape_on_one_line(name),
            escape_on_one_line(record.family) or UNKNOWN_MARK,
            record.size or UNKNOWN_MARK,
            record.clues if record.size else UNKNOWN_MARK,
            endings[comparison.correct_endings[name]],
            cells,
        )


def _yield_instance_details(
    comparison: ComparisonSummary, display: AnswerFormatter
) -> Iterator[tuple[str, str, list[list[str]], str]]:
    """Yield the details of each instance, in the order of the page's table of pairs: its name, a
    sentence about its answer, a row for each backend, and the command line that repeats the runs.
    Words are in the language of `display`.

    A backend's row has its name, the number of runs, the answers or endings of the runs, the
    quartiles of their times in milliseconds, and how its program was called.
    """
    of_instances: dict[str, dict[str, list[RunRecord]]] = {}
    for record in comparison.records:
        of_backends = of_instances.setdefault(record.instance, {})
        of_backends.setdefault(record.backend, []).append(record)
    for name, of_backends in of_instances.items():
        first = next(iter(of_backends.values()))[0]
        answer = Message("The known answer is {answer}, from {file}.")
        answer = answer.with_values(
            answer=first.known_answer_text, file=escape_on_one_line(first.known_by or MANIFEST)
        )
        if first.expected is None:
            answer = Message("No answer was known before.")
        rows = []
        for backend, records in of_backends.items():
            endings = ", ".join(dict.fromkeys(record.answer_text for record in records))
            quartiles = None
            if backend in comparison.times:
                quartiles = comparison.find_quartiles_of_pair(backend, name)
            if quartiles is None:
                times = [UNKNOWN_MARK, format_milliseconds_or_empty(records[0].cpu_seconds)]
                times = [*times, UNKNOWN_MARK]
            else:
                # The time of a run without a right answer is infinite.
                times = ["∞" if x == inf else format_number_of_milliseconds(x) for x in quartiles]
            call = escape_on_one_line(records[0].call or UNKNOWN_MARK)
            rows.append([escape_on_one_line(backend), str(len(records)), endings, *times, call])
        command = escape_on_one_line(make_command_line(of_backends))
        yield escape_on_one_line(name), display.translate(answer), rows, command


def make_command_line(records_by_backend: Mapping[str, Sequence[RunRecord]]) -> str:
    """Return the command line that repeats the runs on an instance, with the settings of the first
    run. `records_by_backend` has the records of all runs on this instance. Runs that another
    program measured are left out; if all runs are left out, the text is empty.
    """
    own = {
        backend: records
        for backend, records in records_by_backend.items()
        if records[0].measured_by is None
    }
    if not own:
        return ""
    first = next(iter(own.values()))[0]
    settings, run_count = first.settings, max(map(len, own.values()))
    words = ["sudokopie", "compare", first.instance, "--backends", ",".join(own)]
    words += ["--time-limit", f"{settings.time_limit:g}"]
    for option, value in (
        ("--cpu-limit", settings.cpu_limit),
        ("--memory-limit", settings.memory_limit),
        ("--seeds" if settings.permuted else "--runs", run_count if run_count > 1 else None),
        ("--cells", first.cells if first.cells != PLAIN.cells else None),
        ("--line-maps", first.line_maps if first.line_maps != PLAIN.line_maps else None),
        ("--measure-by", _find_measure_option(own)),
    ):
        if value is not None:
            words += [option, f"{value:g}" if isinstance(value, float) else str(value)]
    words += ["--proofs"] * settings.proofs + ["--refined"] * (first.encoding == "refined")
    return shlex.join(words)


def _find_measure_option(records_by_backend: Mapping[str, Sequence[RunRecord]]) -> str | None:
    """Return the value of `--measure-by` that measures the programs of some records again in the
    same way; None if no program was run, or if the programs were measured in different ways.
    """
    ways = {
        MEASURED_BY_LIMITS if one.program_measured_by == MEASURED_BY_LIMITS else "runexec"
        for records in records_by_backend.values()
        for one in records
        if one.program_measured_by is not None
    }
    return ways.pop() if len(ways) == 1 else None


def _make_phase_row(effort: MedianEffort) -> list[object]:
    """Return a backend's row for the page's table of phases. `effort` has the medians over the
    backend's correct answers. The row contains the backend's name, the number of its correct runs,
    and its times in milliseconds: the wall-clock time, the processor time, the part of the
    processor time that the solver used, and the processor time of each phase (encode, load, solve,
    check).
    """
    times = effort.seconds, effort.cpu_seconds, effort.solver_cpu_seconds
    seconds = (*times, *map(effort.phases.get, PHASES))
    texts = (format_milliseconds_or_empty(taken) or UNKNOWN_MARK for taken in seconds)
    return [escape_on_one_line(effort.backend), effort.runs, *texts]


def _make_search_row(
    effort: MedianEffort, counted: Sequence[str], display: AnswerFormatter
) -> list[object]:
    """Return a backend's row for the page's table of searches. `effort` has the medians over the
    backend's correct answers. The row contains the backend's name, its memory in MiB, and the
    counts of its solver that are named in `counted`, such as conflicts.

    If the memory is not known, the row has the words for "not known" in the language of `display`
    in its place. If a count is not known, the row has `UNKNOWN_MARK` in its place.
    """
    unknown = display.translate(Message("not known"))
    memory = unknown if effort.memory is None else f"{effort.memory:.1f}"
    counts = (
        f"{effort.counts[name]:.0f}" if name in effort.counts else UNKNOWN_MARK for name in counted
    )
    return [escape_on_one_line(effort.backend), memory, *counts]


def _group_condition_texts_by_title(
    records: Iterable[RunRecord], display: AnswerFormatter
) -> dict[str, list[str]]:
    """Return the conditions of the measurement, such as the time limit and the processor: the title
    of each condition with a list of texts, in the language of `display`. If runs were made under
    different conditions, the list has several texts.
    """
    found: dict[str, dict[str, None]] = {}
    kinds = {
        repr(
            (
                *(one.settings, one.conditions, *one.encoding_fields),
                *(one.measured_by, one.program_measured_by),
            )
        ): one
        for one in records
    }
    for record in kinds.values():
        settings, conditions = record.settings, record.conditions
        limit, cpu_limit = f"{settings.time_limit:g}", f"{settings.cpu_seconds_limit:g}"
        order = Message("round after round, pair after pair, backend after backend")
        if settings.order == "shuffled":
            order = Message("shuffled, seed {seed}", seed=settings.seed)
        is_refined = record.encoding == "refined"
        formula = Message("refined first") if is_refined else Message("plain, not refined first")
        versions = (f"{name} {number}" for name, number in conditions.versions.items())
        cores = Message("{name}; cores: {count}", name=conditions.processor, count=conditions.cores)
        # A record of another version may name a form that is not known.
        cells = CELL_FORMS[record.cells].meaning if record.cells in CELL_FORMS else record.cells
        jobs = Message("{count}; on a cluster, one on each worker", count=settings.jobs)
        table = (
            (Message("Time limit"), Message("{limit} s for each run", limit=limit)),
            (
                Message("Limit of processor time"),
                Message("{limit} s for each run", limit=cpu_limit),
            ),
            (
                Message("Memory limit"),
                None
                if settings.memory_limit is None
                else Message("{limit} MiB", limit=f"{settings.memory_limit:g}"),
            ),
            (Message("Measured by"), record.measured_by or OWN_MEASUREMENT),
            (
                Message("Programs measured by"),
                None
                if record.program_measured_by is None
                else describe_program_measurement(record.program_measured_by, display),
            ),
            (Message("Runs at the same time"), jobs),
            (Message("Order"), order),
            (Message("Formula"), formula),
            (Message("Its clauses about cells"), cells),
            (
                Message("Its clauses about rows and columns"),
                LINE_MAP_FORMS.get(record.line_maps, record.line_maps),
            ),
            (Message("Versions"), ", ".join(versions)),
            (Message("Commit"), conditions.commit),
            (Message("Processor"), cores),
        )
        for title, text in table:
            if text is not None:
                shown = display.translate(text) if isinstance(text, Message) else text
                found.setdefault(display.translate(title), {})[escape_on_one_line(shown)] = None
    return {title: list(texts) for title, texts in found.items()}
