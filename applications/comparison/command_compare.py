"""The command `sudokopie compare`."""

import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING, Literal, NamedTuple

import click

from ...base.errors import BackendComparisonFailedError, SudokopieError
from ...base.messages import Message
from ...commands.machinery.command_rules import (
    ANSWER,
    INPUT,
    INTERRUPTED,
    NO,
    OUTPUT_FOLDER,
    PROOF,
    RARE,
    RUNNING,
    TROUBLE,
    YES,
    OutputFileType,
    command,
    excludes,
    needs,
    requires_any_of,
    stop_on_interrupt_or_time_limit,
)
from ...commands.machinery.export_options import CELLS, LINE_MAPS
from ...commands.machinery.options import (
    DISPLAY,
    FORCE,
    PATH,
    READING,
    check_and_return_time_limit,
    find_given_max_row_count_or_none,
    option,
    suggest_last_backend_name,
    time_limit_option,
)
from ...commands.machinery.outputs import STANDARD_OUTPUT, check_output_folder, check_outputs
from ...commands.machinery.terminal import show_progress_bar
from ...commands.machinery.workers import CLUSTER, open_cluster
from ...encoding.candidates import Encoding
from ...reading.file_entry import ReadingOptions
from ...showing.answer_formatter import AnswerFormatter
from ...showing.printer import format_error_line, print_message
from ...system.endings import FileEndings
from ...system.output import open_output

if TYPE_CHECKING:
    from .instances import Instance
    from .measured_run import PlannedRun
    from .record import ComparisonSettings, RecordJournal, RunRecord
    from .report_comparison import ComparisonReport


class _InputOptions(NamedTuple):
    """The options for the input of a comparison: the files, the suites (named sets of questions),
    the tables of results of BenchExec, how files are read, and in which language messages are
    shown.
    """

    files: tuple[str, ...]
    suites: tuple[str, ...]
    result_files: tuple[str, ...]
    reading_options: ReadingOptions
    display: AnswerFormatter

    @property
    def has_files_or_suites(self) -> bool:
        """Whether the user gave files or suites on which the backends are compared. If not, the
        command reports on earlier runs.
        """
        return bool(self.files or self.suites)

    def read_measured_records(self) -> "list[RunRecord]":
        """Return the records of the runs in the tables of results of BenchExec that the user named.
        Raises `BackendComparisonFailedError` if a file is not such a table.
        """
        from .benchexec_results import read_benchexec_results

        return [one for path in self.result_files for one in read_benchexec_results(path)]

    def choose_backends_instances_and_error_flag(
        self, backends_option: str | None
    ) -> "tuple[list[str], list[Instance], bool]":
        """Read the files and suites. Returns three values: the full names of the backends, the
        instances on which the backends are compared, and whether there was an error.
        `backends_option` is the value of the option `--backends`, None if it is not given.

        An error is a file that cannot be read, or an instance that no backend accepts. Such a file
        or instance is reported and skipped.
        """
        from .plan import choose_backend_names, choose_instances_with_messages

        # This call comes first so that an unknown backend is refused before any file is read.
        names = choose_backend_names(backends_option)
        instances, has_trouble = self._read_instances_and_error_flag()
        if backends_option is None:
            names = choose_backend_names(None, instances)
        with show_progress_bar(len(instances)) as show:
            instances, refused = choose_instances_with_messages(instances, names, show)
        for message in refused:
            print_message(message, self.display)
        return names, instances, has_trouble or bool(refused)

    def _read_instances_and_error_flag(self) -> "tuple[list[Instance], bool]":
        """Read the files and suites that the user named. Return the instances, and whether a file
        could not be read; such a file is reported on standard error and skipped. Raises
        `BackendComparisonFailedError` if a folder's manifest is not valid or nothing could be read.
        """
        from .challenges import CHALLENGES, yield_challenges_as_instances
        from .instances import (
            list_instance_files,
            make_empty_suite_error,
            read_instance,
            yield_instances_of_suite,
        )

        found: dict[str, Instance] = {}
        trouble = False
        for path in dict.fromkeys(
            path for given in self.files for path in list_instance_files(given)
        ):
            try:
                found[path] = read_instance(path, self.reading_options)
            # The fault is in the manifest, and so concerns more than this file.
            except BackendComparisonFailedError:
                raise
            except SudokopieError as error:
                trouble = True
                print(format_error_line(path, error, self.display), file=sys.stderr)
        max_size = find_given_max_row_count_or_none(self.reading_options)
        for name in self.suites:
            instances = (
                yield_challenges_as_instances(name)
                if name in CHALLENGES
                else yield_instances_of_suite(name)
            )
            found |= {
                f"suite {name}: {instance.name}": instance
                for instance in instances
                if max_size is None or instance.size <= max_size
            }
        if self.suites and not found and not self.files:
            raise make_empty_suite_error(max_size)
        if self.has_files_or_suites and not found:
            raise BackendComparisonFailedError(
                "none of the files could be read, so there is nothing to run the backends on"
            )
        # Different instances with the same name are named by their place instead. Instances with
        # the same name and content are counted once.
        names: dict[str, set[Instance]] = {}
        for instance in found.values():
            names.setdefault(instance.name, set()).add(instance)
        named = {
            instance.name if len(names[instance.name]) == 1 else place: instance
            for place, instance in found.items()
        }
        files = {id(instance): path for path, instance in found.items() if os.path.exists(path)}
        return [
            instance._replace(name=name, path=files.get(id(instance)))
            for name, instance in named.items()
        ], trouble


class _RunOptions(NamedTuple):
    """The options for the runs of a comparison.

    - `backends`: the names of the backends, separated by commas; None means the default.
    - `runs`: how often each backend is run on each instance.
    - `seeds`: the number of orders of the variables and clauses, with a run for each; None means
      that formulas are given to the solvers as they are.
    - `time_limit`: the limit of each run in seconds.
    - `cpu_limit`: the limit of each run in seconds of processor time; None means `time_limit`.
    - `memory_limit`: the limit of each run in MiB of memory; None means no limit.
    - `measure_by`: the way to limit and measure external programs: `runexec`, `limits` of the
      operating system, or `auto`, which means runexec if it can be used.
    - `jobs`: the number of runs at the same time; None means that the user chose no number.
    - `cluster`: the address of a Dask cluster on which the runs are made; None means this machine.
    - `order`, `seed`: whether the runs are in the given order or shuffled, and the seed for this.
    - `refined`, `cells`, `line_maps`: the encoding of the questions.
    - `proofs`: whether the answer no counts only if its proof was checked.
    - `decide`: how many seconds a solver that writes proofs may take for each instance whose answer
      is not known; None means that these instances are not decided.
    """

    backends: str | None
    runs: int
    seeds: int | None
    time_limit: float
    cpu_limit: float | None
    memory_limit: int | None
    measure_by: Literal["auto", "runexec", "limits"]
    jobs: int | None
    cluster: str | None
    order: Literal["given", "shuffled"]
    seed: int
    refined: bool
    cells: str
    line_maps: str
    proofs: bool
    decide: float | None

    def make_encoding(self) -> Encoding:
        """Return the encoding of the questions."""
        return Encoding(self.refined, self.cells, self.line_maps)

    def make_settings(self) -> "ComparisonSettings":
        """Return the settings that every record of the comparison contains."""
        from .record import ComparisonSettings, list_encoding_fields

        seed = self.seed if self.order == "shuffled" else None
        encoding, cells, line_maps = list_encoding_fields(self.make_encoding())
        return ComparisonSettings(
            *(self.time_limit, self.jobs or 1, self.order, seed),
            encoding=encoding,
            cells=cells,
            line_maps=line_maps,
            proofs=self.proofs,
            cpu_limit=self.cpu_limit,
            memory_limit=self.memory_limit,
            permuted=self.seeds is not None,
        )

    def check_measurement(self, runs: "list[PlannedRun] | None" = None) -> None:
        """Raise `BackendError` if the user wants runexec to measure programs, but it cannot be
        used. Raise `BackendComparisonFailedError` if `runs` is given and has no programs.
        """
        from .runexec import check_runexec

        if self.measure_by != "runexec":
            return
        check_runexec()
        if runs and not _has_programs(runs):
            raise BackendComparisonFailedError(
                "no backend is an installed program, so that runexec has nothing to measure"
            )

    def find_runexec_for_runs(self, runs: "list[PlannedRun]") -> str | None:
        """Return the name and version of runexec if it measures the programs of `runs`; None if
        there are no programs, if it cannot be used, or if the user wants another measurement.
        """
        from .runexec import find_runexec

        is_wanted = self.measure_by != "limits" and self.cluster is None
        return find_runexec().name if is_wanted and _has_programs(runs) else None

    def record_runs_and_check_stopped(
        self,
        runs: "list[PlannedRun]",
        journal: "RecordJournal",
        prints_records: bool,
        display: AnswerFormatter,
    ) -> bool:
        """Make the planned `runs`, and add the record of each run to `journal` as soon as the run
        ends. If `prints_records`, the record is also printed as JSON. Messages are in the language
        of `display`. Returns whether Ctrl-C or another signal stopped the runs.
        """
        from .conditions import find_conditions
        from .measured_run import (
            measure_runs_and_yield_records,
            measure_runs_on_cluster_and_yield_records,
        )

        runexec = self.find_runexec_for_runs(runs)
        with ExitStack() as stack:
            if self.cluster is None:
                measured = measure_runs_and_yield_records(
                    runs, self.make_settings(), find_conditions(), runexec
                )
            else:
                there = stack.enter_context(open_cluster(self.cluster, self.jobs, display))
                measured = measure_runs_on_cluster_and_yield_records(
                    there, runs, self.make_settings()
                )
            stack.enter_context(closing(measured))
            stopped = stack.enter_context(stop_on_interrupt_or_time_limit())
            show = stack.enter_context(show_progress_bar(len(runs)))
            for done, record in enumerate(measured, 1):
                journal.append_record(record)
                if prints_records:
                    print(record.format_json_line(), flush=True)
                show(done, f"{record.backend} {record.instance}")
        return stopped.status != YES

    def decide_unknown_answers(
        self, instances: "list[Instance]", records: "list[RunRecord]", display: AnswerFormatter
    ) -> "tuple[list[RunRecord], bool]":
        """Decide the instances whose answer is not known; write each answer into the table of known
        answers and report it, in the language of `display`, as soon as it is found. Returns the
        `records` of the comparison, which now contain these answers as known answers, and whether
        Ctrl-C or another signal stopped the work. Nothing is done without the option `--decide`.
        """
        from . import decided_answers
        from .instances import OWN_ANSWER

        if self.decide is None:
            return records, False
        unknown = decided_answers.list_undecided_instances(instances)
        answers = {
            one.question_key: decided_answers.find_answer_in_records(one, records)
            for one in unknown
        }
        runs = decided_answers.plan_deciding_runs(
            [one for one in unknown if answers[one.question_key] is None]
        )
        with ExitStack() as stack:
            made = decided_answers.decide_and_yield_records(runs, self.make_settings(), self.decide)
            stack.enter_context(closing(made))
            stopped = stack.enter_context(stop_on_interrupt_or_time_limit())
            show = stack.enter_context(show_progress_bar(len(runs)))
            for one in unknown:
                if (known := answers[one.question_key]) is not None:
                    decided_answers.write_and_report_answer(one, known, self.decide, display)
            of_runs = {run.instance.question_key: run.instance for run in runs}
            for done, record in enumerate(made, 1):
                one = of_runs[record.instance, record.digest]
                answer = decided_answers.find_answer_in_records(one, [record])
                answers[one.question_key] = answer
                show(done, f"{record.backend} {record.instance}")
                decided_answers.write_and_report_answer(one, answer, self.decide, display)
        return [
            record._replace(expected=answer.ending, known_by=OWN_ANSWER)
            if (answer := answers.get((record.instance, record.digest)))
            else record
            for record in records
        ], stopped.status != YES


def _has_programs(runs: "Iterable[PlannedRun]") -> bool:
    """Return whether some of the runs are runs of installed programs."""
    from .measured_run import find_external_backend

    return any(find_external_backend(run) is not None for run in runs)


class _ResultOptions(NamedTuple):
    """The options for the results of a comparison.

    - `csv_file`, `json_file`: the paths of the files with the records; None means no such file, and
      `-` standard output.
    - `resume`: whether the runs that are already in the file of records are kept and not repeated.
    - `report`: the folder for the report as a web page; None means no such report.
    - `force`: whether other files in this folder may be replaced.
    - `scatter`: the names of the two backends of the scatter plot, separated by a comma, or None.
    """

    csv_file: str | None
    json_file: str | None
    resume: bool
    report: str | None
    force: bool
    scatter: str | None

    def check_outputs_writable(self, input_files: tuple[str, ...]) -> None:
        """Raise an error if an output file or the folder of the report cannot be written, or if an
        output would replace one of the `input_files`, the files that the comparison reads. The
        command calls this before it reads any input.
        """
        others = {"--csv": self.csv_file, "--json": self.json_file}
        check_outputs(others, input_files)
        if self.report is not None:
            from ...showing.plots import check_matplotlib_installed
            from .comparison_page import REPORT_FOLDER

            check_output_folder(
                "--report", self.report, REPORT_FOLDER, input_files, others, force=self.force
            )
            check_matplotlib_installed()

    @property
    def journal_path(self) -> str | None:
        """The path of the file to which records are appended; None means the file of the last
        comparison.
        """
        return None if self.prints_records else self.json_file

    @property
    def prints_records(self) -> bool:
        """Whether each record is printed to standard output as soon as its run ends."""
        return self.json_file == STANDARD_OUTPUT

    def write_results_and_get_status(
        self,
        comparison_report: "ComparisonReport",
        planned_backends: Sequence[str] = (),
        planned_run_count: int | None = None,
    ) -> int:
        """Print the report on a comparison, and write its table and its page. Return the exit
        status that follows from the answers. `planned_backends` are backends that may have no
        records. `planned_run_count` is the planned number of runs if the comparison was
        interrupted, otherwise None.
        """
        from .plan import choose_scatter_pair

        comparison = comparison_report.comparison
        names = dict.fromkeys([*planned_backends, *(one.backend for one in comparison.records)])
        pair = None if self.scatter is None else choose_scatter_pair(self.scatter, [*names])
        self._print_report_and_write_csv(comparison_report)
        if self.report is not None and (comparison.records or planned_run_count is None):
            from .comparison_page import write_page

            write_page(self.report, comparison_report, pair, planned_run_count, force=self.force)
        if comparison_report.make_table_of_faulty_answers():
            return NO
        return TROUBLE if comparison.count_error_messages() else YES

    def _print_report_and_write_csv(self, comparison_report: "ComparisonReport") -> None:
        """Print the report on the comparison as text, and write the CSV table of its records. If
        the records are written to standard output, the text is not printed there; wrong and
        contradicting answers are then printed on standard error, so that the user sees them in any
        case.
        """
        from .record import make_csv_text

        records = comparison_report.comparison.records
        if self.csv_file == STANDARD_OUTPUT:
            print(make_csv_text(records), end="")
        elif self.csv_file is not None:
            with open_output(self.csv_file) as file:
                file.write(make_csv_text(records).encode(errors="backslashreplace"))
        if STANDARD_OUTPUT not in (self.csv_file, self.json_file):
            print(comparison_report.format_text())
        elif comparison_report.make_table_of_faulty_answers():
            print(comparison_report.format_faulty_answers(), file=sys.stderr)


@command(
    requires_any_of(
        Message("name pairs to run on: files, folders, or --suite small"),
        "FILE|FOLDER",
        "--suite",
        "--resume",
        "--results",
    ),
    needs("--scatter", "--report"),
    needs("--seed", "--order shuffled"),
    needs("--force", "--report"),
    excludes("--proofs", "--refined"),
    excludes("--proofs", "--seeds"),
    excludes("--seeds", "--runs"),
    excludes("--decide", "--cluster"),
    excludes("--measure-by", "--cluster"),
    input_options=_InputOptions,
    run_options=_RunOptions,
    result_options=_ResultOptions,
)
@click.argument("files", type=PATH, metavar="[FILE|FOLDER]...", nargs=-1)
@option(
    "--suite [small|full|hard|sizes|families|sat|maxsat|pb|count]",
    "Run on pairs or harder questions that come with sudokopie, instead of or besides files. With "
    "--max-size N only on questions about at most N×N cells.",
    "suites",
    multiple=True,
)
@option(
    "--results FILE",
    "Add the runs in a table of results that BenchExec wrote, results.*.xml, also with .bz2. Their "
    "answers count if the right answer is known.",
    "result_files",
    multiple=True,
    heading=INPUT,
)
@option(
    "--backends NAMES",
    "The backends, as names or patterns with commas between: pysat:*,cp-sat. sudokopie "
    "backends lists all. Installed programs: dimacs:PROGRAM reads .cnf, maxsat:PROGRAM .wcnf, "
    "pb:PROGRAM .opb; count:PROGRAM counts models.  [default: a dozen of different kinds]",
    shell_complete=suggest_last_backend_name,
)
@option(
    "--runs N",
    "The number of runs for each pair.",
    minimum=1,
    maximum=10_000,
    default=1,
    heading=RUNNING,
)
@option(
    "--seeds N",
    "Run each solver on N orders of the variables and clauses of each formula, each with another "
    "seed of the solver if it has one. Backends that take no clauses are run N times on the same "
    "question.",
    minimum=1,
    maximum=10_000,
    heading=RUNNING,
)
@time_limit_option(
    "Stop each run after this many seconds, with all processes that it started.", default=60
)
@option(
    "--cpu-limit SECONDS",
    "Stop each run after this many seconds of processor time, of all its processes together.  "
    "[default: the --time-limit]",
    type=float,
    callback=check_and_return_time_limit,
    heading=RUNNING,
)
@option(
    "--memory-limit MIB",
    "Stop each run if all its processes together need more than this many MiB of memory.",
    minimum=1,
    maximum=2**24,
    heading=RUNNING,
)
@option(
    "--measure-by [auto|runexec|limits]",
    "How programs are limited and measured: by BenchExec's runexec, or by limits of the system for "
    "each process (RLIMIT) and a look at all processes ten times a second. By default runexec, if "
    "it is installed and may use control groups.",
    default="auto",
    heading=RUNNING,
)
@option(
    "--jobs N",
    "The number of runs at the same time; they may slow each other down.  [default: 1]",
    minimum=1,
    maximum=1000,
    heading=RUNNING,
)
@CLUSTER
@option("--order [given|shuffled]", "The order of the runs.", default="given", heading=RUNNING)
@option("--seed N", "A number that fixes the shuffled order.", type=int, default=0, heading=RUNNING)
@option(
    "--refined",
    "Simplify each question first, as solve does; mostly little or nothing is "
    "then left for the backends.",
    heading=RARE,
)
@CELLS
@LINE_MAPS
@option(
    "--proofs",
    "Count a no as solved only if a checker accepts its proof. The check may take as long as a "
    "run, and does not count for its time.",
    heading=PROOF,
)
@option(
    "--decide SECONDS",
    "After the runs, decide each question whose answer is not known, yes or no, with a solver that "
    "writes proofs, for at most this long, and write each checked answer into the table beside the "
    "file, manifest.toml or metadata.csv.",
    type=float,
    callback=check_and_return_time_limit,
    heading=PROOF,
)
@option(
    "--csv FILE",
    "Write a line for each run to this file; - is standard output.",
    "csv_file",
    output_endings=FileEndings({".csv": "csv"}, "csv"),
    heading=ANSWER,
)
@option(
    "--json FILE",
    "Write a JSON object for each run to this file as soon as it ends; - is standard output.",
    "json_file",
    type=OutputFileType(
        FileEndings(dict.fromkeys((".json", ".jsonl", ".ndjson"), "json"), "json", False),
        adds_to_existing_file=True,
    ),
    heading=ANSWER,
)
@option(
    "--resume",
    "Continue from the runs in the --json FILE, or from the last comparison. Without files, "
    "only print the tables.",
    heading=ANSWER,
)
@option(
    "--report DIR",
    "Write an HTML page with tables and plots, and its data, into this folder.",
    type=OUTPUT_FOLDER,
    heading=ANSWER,
)
@FORCE
@option(
    "--scatter A,B",
    "The two backends in the scatter plot of the report.  [default: the best two]",
    heading=RARE,
)
@READING
@DISPLAY
def compare(
    input_options: _InputOptions, run_options: _RunOptions, result_options: _ResultOptions
) -> int:
    """Measure solvers, not Sudokus: run several backends on the same files and compare times and
    answers.

    To find out whether two Sudokus are copies, use `sudokopie solve`. Files are pairs of Sudokus,
    formulas (.cnf, .wcnf, .opb) from anywhere, or folders of these.

    Each run has its own process, which is killed at the time limit. Every yes, and the cost of
    every model, is verified. A no, an optimum or a number of models counts as solved if the right
    answer is known (from manifest.toml or metadata.csv beside the file, its comments, or
    sudokopie's own check) or, for a no, proved with --proofs; otherwise as claimed. Wrong and
    contradicting answers are printed first. A backend with a wrong answer is not ranked: it is
    named below the tables, with the number of its wrong answers. Times are for the whole answer in
    a process that has already started. In PAR-2, the mean time, an unsolved pair counts as twice
    the limit. After Ctrl-C the results so far are kept, and --resume continues.

    Exit status: 1 if an answer is wrong, contradicts another, or its proof was refused; otherwise 2
    if a file could not be read, a run ended with an error or a proof could not be checked;
    otherwise 0.

    Example:
      sudokopie compare --suite small --backends 'pysat:cadical153,cp-sat' --time-limit 10
    """
    from .plan import choose_scatter_pair, plan_runs
    from .record import open_journal
    from .report_comparison import ComparisonReport
    from .summary import ComparisonSummary

    result_options.check_outputs_writable((*input_options.files, *input_options.result_files))
    run_options.check_measurement()
    measured_elsewhere = input_options.read_measured_records()
    if measured_elsewhere and not (input_options.has_files_or_suites or result_options.resume):
        comparison_report = ComparisonReport(
            ComparisonSummary(measured_elsewhere), input_options.display
        )
        return result_options.write_results_and_get_status(comparison_report)
    names, instances, has_trouble = input_options.choose_backends_instances_and_error_flag(
        run_options.backends
    )
    if result_options.scatter is not None and input_options.has_files_or_suites:
        # an unknown name is refused before the runs begin
        others = {one.backend: None for one in measured_elsewhere}
        choose_scatter_pair(result_options.scatter, [*names, *others])
    plan = plan_runs(
        instances,
        names,
        run_options.seeds or run_options.runs,
        run_options.make_encoding(),
        run_options.make_settings().seed,
    )
    run_options.check_measurement(plan)
    with open_journal(
        result_options.journal_path,
        result_options.resume,
        run_options.make_settings() if instances else None,
    ) as journal:
        done = {record.run_key for record in journal.records}
        remaining = [run for run in plan if run.run_key not in done]
        interrupted = run_options.record_runs_and_check_stopped(
            remaining, journal, result_options.prints_records, input_options.display
        )
    keys = {run.run_key for run in plan}
    records = [one for one in journal.records if not instances or one.run_key in keys]
    if not interrupted:
        records, interrupted = run_options.decide_unknown_answers(
            instances, records, input_options.display
        )
    comparison_report = ComparisonReport(
        ComparisonSummary([*records, *measured_elsewhere]), input_options.display
    )
    status = result_options.write_results_and_get_status(
        comparison_report,
        names if input_options.has_files_or_suites else (),
        len(plan) if interrupted else None,
    )
    if interrupted:
        message = Message(
            "Interrupted after {done} of {count} runs; these are kept in {file}, and --resume "
            "continues.",
            done=len(records),
            count=len(plan),
            file=journal.path,
        )
        print_message(message, input_options.display)
        return INTERRUPTED
    return TROUBLE if status == YES and has_trouble else status
