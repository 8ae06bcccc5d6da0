"""The option `--suite` of `sudokopie export`, which writes a folder of formulas for comparing
solvers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...base.messages import Message
from ...commands.machinery.application_options import ApplicationOptions
from ...commands.machinery.command_rules import YES, UsageError, forbids, needs, requires_any_of
from ...commands.machinery.options import FORCE, find_given_max_row_count_or_none, option
from ...commands.machinery.outputs import check_output_folder
from ...commands.machinery.proving import make_provenance
from ...commands.machinery.terminal import show_progress_bar
from ...proofs.export_formats import FORMATS

if TYPE_CHECKING:
    from ...commands.machinery.export_options import ExportFileOptions, QuestionOptions
    from ...reading.file_entry import ReadingOptions


class _SuiteOptions(NamedTuple):
    """The values of the options `--suite`, `--benchexec` and `--force`. `suite` is the name of the
    suite to write; None means that the user named no suite. If `benchexec` is true, files for
    BenchExec are also written. If `force` is true, files in the output folder that sudokopie did
    not write may be replaced.
    """

    suite: str | None
    benchexec: bool
    force: bool


def _write_suite_and_get_status(
    suite_options: _SuiteOptions,
    question_options: QuestionOptions,
    file_options: ExportFileOptions,
    reading_options: ReadingOptions,
) -> int:
    """Write the formulas of a suite (a named set of questions) to the output folder. If the user
    gave --max-size, larger Sudokus are left out.

    If the suite asks whether pairs are copies, its formulas have the encoding that the user chose.
    Suites of other questions define their encodings, so `UsageError` is raised if the user chose
    one. Returns the exit status of a success.
    """
    from ...encoding.candidates import PLAIN
    from . import challenges, instances
    from .benchexec_files import BENCHEXEC

    assert suite_options.suite is not None
    if suite_options.benchexec and challenges.CHALLENGES.get(suite_options.suite, "cnf") != "cnf":
        raise UsageError(
            "{option} goes only with the suites {suites}",
            option="--benchexec",
            suites=", ".join((*instances.SUITES, "families", "sat", "count")),
        )
    check_output_folder("-o", file_options.output, challenges.SUITE, [], force=suite_options.force)
    if suite_options.suite not in challenges.CHALLENGES:
        made = challenges.yield_pairs_as_challenges(
            instances.yield_instances_of_suite(suite_options.suite),
            question_options.formula_encoding,
        )
    elif question_options.formula_encoding == PLAIN:
        made = challenges.yield_challenges(suite_options.suite)
    else:
        options = (f"--{name.replace('_', '-')}" for name in PLAIN._fields)
        encoding = zip(options, question_options.formula_encoding, PLAIN, strict=True)
        raise UsageError(
            "{option} goes only with the suites {suites}",
            option=next(option for option, chosen, plain in encoding if chosen != plain),
            suites=", ".join(instances.SUITES),
        )
    every = list(made)
    with show_progress_bar(len(every)) as show:
        challenges.write_benchmark_set(
            file_options.output,
            every,
            make_provenance(),
            suite_name=suite_options.suite,
            added_files=BENCHEXEC if suite_options.benchexec else None,
            max_size=find_given_max_row_count_or_none(reading_options),
            force=suite_options.force,
            report_progress=show,
        )
    return YES


_FILE_OR_SUITE = Message("name either a file to read or --suite, not both")

_ONLY_WITH = Message(
    "{option} goes only with {others}",
    others="-o, --benchexec, --force, --max-size, --refined, --cells, --line-maps",
)

_NOT_WITH_A_SUITE = (
    *("--box", "--column", "--wcnf-header"),
    *(f"--format {form}" for form in FORMATS if form != "cnf"),
)

SUITE = ApplicationOptions(
    "suite",
    _SuiteOptions,
    options={
        "file": option(
            "--suite [small|full|hard|sizes|families|sat|maxsat|pb|count]",
            "Write a set of formulas into the folder of -o: pairs that come with sudokopie, or "
            "families of questions that are hard for solvers, with measured times. With --max-size "
            "N only of at most N×N cells.",
        ),
        "suite": option(
            "--benchexec",
            "With --suite: also write a task file for each formula, benchmark definitions and "
            "tool-info modules, so that BenchExec runs solvers and sudokopie on the suite.",
        ),
        "output": FORCE,
    },
    rules=(
        requires_any_of(_FILE_OR_SUITE, "--suite", "PAIR"),
        forbids("PAIR", "--suite", message=_FILE_OR_SUITE),
        forbids("--suite", *_NOT_WITH_A_SUITE, message=_ONLY_WITH),
        forbids(
            "--suite",
            "-o -",
            message=Message("--suite writes several files, so -o must name a folder: -o DIR"),
        ),
        needs("--benchexec", "--suite"),
        needs("--force", "--suite"),
    ),
    run=_write_suite_and_get_status,
    help=(
        "With --suite a set of formulas is written into a folder, with a table of the facts "
        "that SAT competitions ask for. The suites take 2 to 90 MB, sat 360 MB, and sizes 800 MB "
        "and a minute."
    ),
)
