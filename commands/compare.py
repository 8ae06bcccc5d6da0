"""`sudokopie compare`."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import click

from .collections import CLUSTER, cluster_at
from .exits import INTERRUPTED, NO, TROUBLE, YES, Misuse
from .options import (
    CELLS,
    FORCE,
    PATH,
    PROCESSES,
    BackendType,
    Folder,
    a_time,
    manner_options,
    reading_options,
)
from .outputs import STANDARD_OUTPUT, check_folder_output, check_outputs
from .progress import bar

if TYPE_CHECKING:
    from collections.abc import Generator

    from ..comparison.instances import Instance
    from ..comparison.journal import Journal
    from ..comparison.record import Record
    from ..reading.form import Reading
    from ..showing.manner import Manner


@click.command(short_help="Compare backends: times, answers, disagreements.")
@click.argument("files", type=PATH, metavar="[FILE|FOLDER]...", nargs=-1)
@click.option(
    "--suite",
    "suites",
    multiple=True,
    type=click.Choice(["small", "full", "hard", "sizes"]),
    help="Pairs that come with sudokopie, instead of files or besides.",
)
@click.option(
    "--backends",
    type=BackendType(),
    metavar="NAMES",
    help="Names and patterns, separated by commas: pysat:*,cp-sat. An unknown name lists those "
    "there are.  [default: a dozen of different kinds]",
)
@click.option(
    "--runs",
    type=click.IntRange(1, 10_000),
    default=1,
    show_default=True,
    help="Runs of each pair.",
)
@click.option(
    "--time-limit",
    type=float,
    callback=a_time,
    default=60,
    show_default=True,
    metavar="SECONDS",
    help="Limit of each run; at the limit, the run and what it started are killed.",
)
@click.option(
    "--jobs",
    type=PROCESSES,
    help="Runs at the same time; they may slow each other down.  [default: 1]",
)
@CLUSTER
@click.option(
    "--order",
    type=click.Choice(["given", "shuffled"]),
    default="given",
    show_default=True,
    help="Order of the runs.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the shuffled order.")
@click.option(
    "--refined",
    is_flag=True,
    help="Refine first, as solve does; this mostly leaves little or nothing to solve.",
)
@CELLS
@click.option(
    "--csv",
    "csv_file",
    type=PATH,
    metavar="FILE",
    help="Write a line for each run; - for stdout.",
)
@click.option(
    "--json",
    "json_file",
    type=PATH,
    metavar="FILE",
    help="Write a JSON object for each run as it ends; - for stdout.",
)
@click.option(
    "--resume",
    is_flag=True,
    help="Go on from the runs in the --json FILE, or those of the last comparison; with no pairs "
    "given, only report them.",
)
@click.option(
    "--report",
    type=Folder(),
    metavar="DIR",
    help="Write a page with tables and plots there, and its data.",
)
@FORCE
@click.option(
    "--scatter",
    metavar="A,B",
    help="The two backends of the report's scatter plot.  [default: the best two]",
)
@reading_options
@manner_options
def compare(
    files: tuple[str, ...],
    suites: tuple[str, ...],
    backends: str | None,
    runs: int,
    time_limit: float,
    jobs: int | None,
    cluster: str | None,
    order: str,
    seed: int,
    refined: bool,
    cells: str,
    csv_file: str | None,
    json_file: str | None,
    resume: bool,
    report: str | None,
    force: bool,
    scatter: str | None,
    reading: Reading,
    manner: Manner,
) -> int:
    """Compare backends on pair files, folders of them, exported formulas (.cnf) or a suite.

    Every run has a process of its own, which is killed at the limit. Every yes is followed;
    answers that contradict each other or a manifest.toml beside the files are named first. Times
    are those of the whole answer, on a warm process; what is not solved counts twice the limit in
    PAR-2. On Ctrl-C what was measured is kept, and --resume goes on from it.

    Exit status: 1 if some answer is wrong, else 2 if a file could not be read or a run ended in an
    error, else 0.

    \b
    Example:
      sudokopie compare --suite small --backends 'pysat:cadical153,cp-sat' --time-limit 10
    """  # noqa: D301
    from ..base.language import Message
    from ..comparison.conditions import conditions
    from ..comparison.journal import opened_journal
    from ..comparison.judgement import contradictions
    from ..comparison.plan import chosen_backends, planned, scattered, shuffled
    from ..comparison.record import Settings, as_csv
    from ..comparison.run import run_all, run_all_there
    from ..comparison.summary import Comparison
    from ..encoding.question import Encoding
    from ..showing.comparison import SaidComparison
    from ..system.output import written

    if not (files or suites or resume):
        raise Misuse("expected pairs: files, folders or --suite")
    if csv_file == json_file == STANDARD_OUTPUT:
        raise Misuse("{one} and {other} need different files", one="--csv", other="--json")
    if scatter is not None and report is None:
        raise Misuse("{option} needs {others}", option="--scatter", others="--report")
    if seed and order != "shuffled":
        raise Misuse("{option} needs {others}", option="--seed", others="--order shuffled")
    check_outputs({"--csv": csv_file, "--json": json_file}, files)
    if report is not None:
        from ..showing.comparison_page import REPORT
        from ..showing.plots import check_installed

        others = {"--csv": csv_file, "--json": json_file}
        check_folder_output("--report", report, REPORT, files, others, force=force)
        check_installed()
    elif force:
        raise Misuse("{option} needs {others}", option="--force", others="--report")
    names = chosen_backends(backends)
    is_new = bool(files or suites)
    pair = scattered(scatter, names) if scatter is not None and is_new else None
    instances, trouble = _instances(files, suites, reading, manner)
    settings = Settings(
        time_limit=time_limit,
        jobs=jobs or 1,
        order="shuffled" if order == "shuffled" else "given",
        seed=seed if order == "shuffled" else None,
        encoding="refined" if refined else "plain",
        cells=cells,
    )
    encoding = Encoding(refined, cells)
    plan = planned(instances, names, runs, encoding)
    if order == "shuffled":
        plan = shuffled(plan, seed)
    place = None if json_file == STANDARD_OUTPUT else json_file
    with opened_journal(place, resume, settings if instances else None) as journal:
        if scatter is not None and not is_new:
            pair = scattered(scatter, list({one.backend: None for one in journal.records}))
        done = {record.key for record in journal.records}
        remaining = [run for run in plan if run.key not in done]
        with ExitStack() as stack:
            if cluster is None:
                here = conditions()
                measured = run_all(remaining, jobs or 1, time_limit, settings, here)
            else:
                there = stack.enter_context(cluster_at(cluster, jobs, manner))
                measured = run_all_there(there, remaining, time_limit, settings)
            interrupted = _measure(measured, len(remaining), journal, json_file == STANDARD_OUTPUT)
    keys = {run.key for run in plan}
    records = [one for one in journal.records if not instances or one.key in keys]
    found = contradictions(records)
    comparison = Comparison(records, (one[:3] for one in found if one.is_wrong))
    if csv_file == STANDARD_OUTPUT:
        click.echo(as_csv(records), nl=False)
    elif csv_file is not None:
        with written(csv_file) as file:
            file.write(as_csv(records).encode(errors="backslashreplace"))
    said = SaidComparison(comparison, found, manner)
    if STANDARD_OUTPUT not in (csv_file, json_file):
        click.echo(said.text())
    elif found:
        click.echo(said.contradictions(), err=True)
    if report is not None and (records or not interrupted):
        from ..showing.comparison_page import write_page

        write_page(report, said, pair, len(plan) if interrupted else None, force=force)
    if interrupted:
        message = Message(
            "Interrupted after {done} of {count} runs, which are kept in {file}: --resume goes on.",
            done=len(records),
            count=len(plan),
            file=journal.path,
        )
        click.echo(manner.say(message), err=True)
        return INTERRUPTED
    if found:
        return NO
    return TROUBLE if trouble or comparison.messages() else YES


def _measure(measured: Generator[Record], count: int, journal: Journal, echoed: bool) -> bool:
    """Keep the records as they come, and return whether Ctrl-C or a signal like it ended that."""
    try:
        with bar(count) as advance:
            for record in measured:
                journal.add(record)
                if echoed:
                    click.echo(record.to_json())
                advance(f"{record.backend} {record.instance}")
    except KeyboardInterrupt:
        return True
    finally:
        measured.close()
    return False


def _instances(
    files: tuple[str, ...],
    suites: tuple[str, ...],
    reading: Reading,
    manner: Manner,
) -> tuple[list[Instance], bool]:
    """Return the instances, and whether there was trouble with a file, which costs only itself."""
    from ..base.errors import ComparisonError, SudokopieError
    from ..base.language import Message
    from ..comparison.instances import files_in, read_instance, suite
    from ..showing.printer import error_line

    found: dict[str, Instance] = {}
    trouble = False
    for path in dict.fromkeys(path for given in files for path in files_in(given)):
        try:
            found[path] = read_instance(path, reading.box, reading.max_size)
        except ComparisonError:  # of a manifest, and so of more than this file
            raise
        except SudokopieError as error:
            trouble = True
            click.echo(error_line(path, error, manner), err=True)
    for name in suites:
        found |= {f"suite {name}: {instance.name}": instance for instance in suite(name)}
    if (files or suites) and not found:
        raise ComparisonError(Message("no pair could be read"))
    # What differs under one name is told apart by where it is; what is the same counts once.
    names: dict[str, set[Instance]] = {}
    for instance in found.values():
        names.setdefault(instance.name, set()).add(instance)
    named = {
        instance.name if len(names[instance.name]) == 1 else place: instance
        for place, instance in found.items()
    }
    return [instance._replace(name=name) for name, instance in named.items()], trouble
