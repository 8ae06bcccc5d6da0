"""Choose and export hard formulas for a competition of SAT solvers.

`python benchmarks/competition.py measure` runs kissat, CaDiCaL and MiniSat on the suite, one run at
a time, each for at most `--limit` seconds of CPU time. The result of each run is written to the
table `--times` when the run ends; after an interruption the same command continues. `--sample 12`
measures only twelve formulas that no solver answered within a lower limit, taken from the families
in turn. To measure all formulas up to 300 s and twelve of them up to 5,000 s takes two commands.
For each run, the table also has the number of other processes that were ready to run when it
began: 0 on a machine that does no other work.

`select` lists the formulas that the best solver answered in `--from` to `--to` seconds, and
the number of measured runs. `export -o DIR` writes these formulas compressed, with a table,
checksums of the compressed and uncompressed files, and a description in the form that the SAT
Competition requires (LaTeX, IEEEtran).

The command must be given, because measuring takes days.
"""

import argparse
import csv
import hashlib
import lzma
import os
import shutil
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator
from itertools import chain, zip_longest
from pathlib import Path
from typing import NamedTuple

from families import PROVENANCE, check_answer, run_solver, write_formula

from sudokopie.applications.comparison.challenges import (
    Challenge,
    TimedAnswer,
    yield_challenges,
)
from sudokopie.applications.comparison.conditions import find_conditions
from sudokopie.applications.comparison.instances import INSTANCES
from sudokopie.proofs.export import yield_question_file_bytes
from sudokopie.proofs.export_formats import find_export_format_name

SOLVERS = ("kissat", "cadical", "minisat")

MEASURED_TIMES = Path(__file__).with_suffix(".csv")
"""The table of all runs that have been measured."""

COLUMNS = ("file", *TimedAnswer._fields, "others")


class TimedRun(NamedTuple):
    """A measured run of a solver on a file. `others` is the number of other processes that were
    ready to run when it began, and that may have slowed it down.
    """

    file: str
    run: TimedAnswer
    others: int


def read_timed_runs(path: Path) -> list[TimedRun]:
    """Return the measured runs of solvers that are stored in the table at `path`; an empty list if
    the file does not exist.
    """
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        return [
            TimedRun(
                row["file"],
                TimedAnswer(
                    row["solver"], float(row["seconds"]), row["answer"], float(row["limit"])
                ),
                int(row["others"]),
            )
            for row in rows
        ]


def store_run(path: Path, found: TimedRun) -> None:
    """Store a solver's run in the table at `path`. It replaces an earlier run of the same solver on
    the same file.

    The table is replaced as a whole, so an interruption cannot damage it.
    """
    same = found.file, found.run.solver
    kept = [one for one in read_timed_runs(path) if (one.file, one.run.solver) != same]
    beside = path.with_suffix(".new")
    with beside.open("w", encoding="utf-8", newline="") as file:
        file.write(f"# User CPU seconds, one run each, one at a time; {find_conditions()}\n")
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows([one.file, *one.run, one.others] for one in (*kept, found))
    beside.replace(path)


def count_other_processes() -> int:
    """Return the number of other processes that are ready to run on this machine and may slow a
    measurement, as the Linux kernel counts them.
    """
    running = Path("/proc/loadavg").read_text(encoding="ascii").split()[3]
    return int(running.partition("/")[0]) - 1


def find_fastest_runs(runs: Iterable[TimedRun]) -> dict[str, TimedAnswer]:
    """Return, for each file that a solver has answered, the run that found the answer in the
    shortest time.
    """
    found = dict[str, TimedAnswer]()
    for file, one, _ in runs:
        if one.answer and (file not in found or one.seconds < found[file].seconds):
            found[file] = one
    return found


def interleave_families(challenges: Iterable[Challenge]) -> Iterator[Challenge]:
    """Yield the challenges (questions for solvers) of all families in turn: the first of each
    family, then the second of each family, and so on.
    """
    families = dict[str, list[Challenge]]()
    for one in challenges:
        families.setdefault(one.family, []).append(one)
    return filter(None, chain.from_iterable(zip_longest(*families.values())))


def measure_challenges(
    path: Path, limit: int, sample: int | None, only: str, solvers: list[str]
) -> None:
    """Run each solver on the challenges (questions for solvers) that it has not yet answered or
    tried for `limit` seconds, and store the runs in the table at `path`.

    If `sample` is given, only this number of challenges is measured. Only challenges whose file
    name contains `only` are measured.
    """
    challenges = [one for one in yield_challenges("sat") if only in one.file]
    if sample is not None:
        answered = {
            file
            for file, one in find_fastest_runs(read_timed_runs(path)).items()
            if one.limit < limit
        }
        challenges = list(
            interleave_families(one for one in challenges if one.file not in answered)
        )[:sample]
    with tempfile.TemporaryDirectory() as folder:
        for challenge in challenges:
            done = [one.run for one in read_timed_runs(path) if one.file == challenge.file]
            known = {one.solver for one in done if one.answer or one.limit >= limit}
            missing = [solver for solver in solvers if solver not in known]
            if not missing:
                continue
            file = os.path.join(folder, challenge.file)
            write_formula(challenge.make(), file, find_export_format_name(file))
            for solver in missing:
                before = count_other_processes()
                found = run_solver(solver, file, limit)
                check_answer(
                    found, "" if challenge.expected == "unknown" else challenge.expected, file
                )
                store_run(path, TimedRun(challenge.file, found, before))
                print(challenge.file, solver, found, found.answer, flush=True)
            os.remove(file)


def select_challenges(path: Path, least: float, most: float) -> list[tuple[Challenge, TimedAnswer]]:
    """Return the challenges (questions for solvers) that the fastest solver answered in `least` to
    `most` seconds, each with this run. The challenge with the shortest time comes first.
    """
    challenges = {one.file: one for one in yield_challenges("sat")}
    chosen = [
        (challenges[file], one)
        for file, one in find_fastest_runs(read_timed_runs(path)).items()
        if least <= one.seconds <= most
    ]
    return sorted(chosen, key=lambda one: one[1].seconds)


def print_selected(path: Path, least: float, most: float) -> None:
    """Print the challenges (questions for solvers) that the fastest solver answered in `least` to
    `most` seconds, and the number of measured runs.
    """
    runs = read_timed_runs(path)
    for challenge, one in select_challenges(path, least, most):
        print(f"{challenge.file}  {one.answer}  {one.seconds:g} s  {one.solver}")
    print(f"\n{len(runs)} runs on {len({one.file for one in runs})} of", end=" ")
    answered = len(find_fastest_runs(runs))
    print(f"{sum(1 for _ in yield_challenges('sat'))} files, {answered} of them answered;")
    print(f"{sum(one.others > 0 for one in runs)} runs began beside others.")


def export_selected(path: Path, least: float, most: float, folder: Path) -> None:
    """Write the formulas that the fastest solver answered in `least` to `most` seconds to a new
    folder, with a table, checksums and a description.
    """
    chosen = select_challenges(path, least, most)
    if not chosen:
        raise SystemExit("nothing is selected: measure first, or take other times")
    folder.mkdir()
    rows, sums = list[dict[str, object]](), list[str]()
    for challenge, one in chosen:
        name, plain = f"{challenge.file}.xz", hashlib.sha256()
        challenges = challenge.make()
        pieces = yield_question_file_bytes(
            challenges, find_export_format_name(name), PROVENANCE, challenge.expected_verdict
        )
        with lzma.open(folder / name, "wb") as file:
            for piece in pieces:
                plain.update(piece)
                file.write(piece)
        packed = hashlib.sha256((folder / name).read_bytes()).hexdigest()
        sums.append(f"{packed}  {name}\n")
        formula = challenges.build_problem(find_export_format_name(name)).formula
        rows.append(
            {
                "file": name,
                "family": challenge.family,
                "expected": challenge.expected,
                "known by": challenge.known,
                "variables": formula.variables,
                "clauses": sum(1 for _ in formula.clauses()),
                "best solver": one.solver,
                "seconds": one.seconds,
                "answer": one.answer,
                "sha256 of the plain file": plain.hexdigest(),
            }
        )
    with (folder / "metadata.csv").open("w", encoding="utf-8", newline="") as table:
        writer = csv.DictWriter(table, [*rows[0]], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    (folder / "description.tex").write_text(
        _make_description(rows, _read_conditions(path)), encoding="utf-8"
    )
    for name in ("metadata.csv", "description.tex"):
        sums.append(f"{hashlib.sha256((folder / name).read_bytes()).hexdigest()}  {name}\n")
    (folder / "SHA256SUMS").write_text("".join(sums), encoding="ascii")
    print(f"{len(rows)} files in {folder}")


DESCRIPTION = r"""\documentclass[conference]{IEEEtran}
\usepackage[utf8]{inputenc}
\begin{document}
\title{Is this Sudoku a copy of that one?}
\author{\IEEEauthorblockN{AUTHORS}\IEEEauthorblockA{AFFILIATION}}
\maketitle
\begin{abstract}
Two arrays are copies if turning one, reordering bands, stacks, rows within bands and columns
within stacks, and renaming digits make it the other. The formulas ask whether two are copies, or
how nearly they are.
\end{abstract}
\section{Encoding}
Variables say which band, stack, row, column and digit becomes which; clauses say that these are
bijections (at most one by pairs), that lines move with their blocks, and that a cell that comes to
lie on another brings its digit. Where clues may be given up, each has a variable that frees it, and
a totalizer counts these. The comments of each file name its question and every variable.
\section{Families}
\begin{description}
@FAMILIES@\end{description}
\section{Formulas}
Times are user CPU seconds of the best of @SOLVERS@.
\begin{center}\begin{tabular}{lrrlr}
file & variables & clauses & answer & seconds\\ \hline
@ROWS@\end{tabular}\end{center}
@CONDITIONS@
\end{document}
"""


def _read_conditions(path: Path) -> str:
    """Return the conditions under which the runs were measured, such as the processor: the comments
    in the table at `path`.
    """
    with path.open(encoding="utf-8") as file:
        return " ".join(line[1:].strip() for line in file if line.startswith("#"))


def _make_description(rows: list[dict[str, object]], measured_under: str) -> str:
    """Return the description of the chosen formulas in LaTeX. `rows` has a dict for each formula,
    and `measured_under` the conditions of the measurement.
    """
    said = tomllib.loads((INSTANCES / "families.toml").read_text(encoding="utf-8"))
    families = dict.fromkeys(str(row["family"]) for row in rows)
    columns = ("file", "variables", "clauses", "answer", "seconds")
    values = {
        "FAMILIES": "".join(
            f"\\item[{_escape_tex(one)}] {_escape_tex(said[one])}\n" for one in families
        ),
        "SOLVERS": ", ".join(SOLVERS),
        "ROWS": "".join(
            " & ".join(_escape_tex(str(row[column]).removesuffix(".cnf.xz")) for column in columns)
            + "\\\\\n"
            for row in rows
        ),
        "CONDITIONS": _escape_tex(measured_under),
    }
    text = DESCRIPTION
    for name, value in values.items():
        text = text.replace(f"@{name}@", value)
    return text


def _escape_tex(text: str) -> str:
    for sign in "&%$#_{}":
        text = text.replace(sign, f"\\{sign}")
    return text.replace("^", r"\^{}").replace("~", r"\~{}").replace("×", r"$\times$")


def main() -> None:
    """Run the command that the first argument names: measure, select or export."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["measure", "select", "export"])
    parser.add_argument("--times", type=Path, default=MEASURED_TIMES, help="the table")
    parser.add_argument("--limit", type=int, default=300, help="seconds of CPU time of each run")
    parser.add_argument("--sample", type=int, help="measure so many of those without an answer")
    parser.add_argument("--only", default="", help="files whose name holds this")
    parser.add_argument("--solvers", default=",".join(SOLVERS), help="with commas between")
    parser.add_argument("--from", dest="least", type=float, default=100, help="seconds")
    parser.add_argument("--to", dest="most", type=float, default=5000, help="seconds")
    parser.add_argument(
        "-o", "--output", type=Path, default=Path("competition"), help="a new folder"
    )
    given = parser.parse_args()
    if given.what == "measure":
        solvers = given.solvers.split(",")
        if missing := [name for name in solvers if not shutil.which(name)]:
            sys.exit(f"not on the PATH: {', '.join(missing)}")
        measure_challenges(given.times, given.limit, given.sample, given.only, solvers)
    elif given.what == "select":
        print_selected(given.times, given.least, given.most)
    else:
        export_selected(given.times, given.least, given.most, given.output)


if __name__ == "__main__":
    main()
