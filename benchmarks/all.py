"""Run all benchmarks that the documentation shows: `python benchmarks/all.py [NAME...]`.

Each script is run unless there are results of its present version, and of the present version of
all files of the package that it loads. Its output is written to benchmarks/results/NAME.csv, with
the conditions as comments and the tables as CSV. The results of a script are written when it has
ended, so after an interruption the same command continues with the next script. Finally the tables
in RESULTS.md, between `<!-- NAME -->` and `<!-- end -->`, are made from these files. A sentence
above each table names the folders of the product in which files that the run loaded have changed
since (`loaded_files.py`).

`--list` prints all benchmarks, how long they take, and whether their results are out of date.
`--page` runs nothing and writes the tables in RESULTS.md. `--anew` also runs scripts whose results
are current. `--puzzles FILE` gives a file of puzzles, 81
characters a line; scripts that need puzzles are skipped without it. Run it on a machine that does
no other work.
"""

import argparse
import csv
import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from loaded_files import (
    compute_digest_of_statements,
    find_changed_rooms,
    find_sources,
    format_record,
    record_opened_files,
)

HERE = Path(__file__).parent
RESULTS = HERE / "results"
PAGE = HERE / "RESULTS.md"

_NOT_SHOWN = re.compile("# (script|files):")


class Benchmark(NamedTuple):
    """A benchmark: the script to run with its arguments, and about how many minutes it takes. In
    the arguments, the word PUZZLES is replaced by the name of the file of puzzles.
    """

    call: str
    minutes: float

    @property
    def script(self) -> Path:
        """The path of the benchmark's script."""
        return HERE / self.call.split()[0]

    @property
    def needs_puzzles(self) -> bool:
        """Whether the benchmark needs a file of puzzles, which the user must provide."""
        return "PUZZLES" in self.call

    def compute_digest(self) -> str:
        """Return the SHA-256 of the script's statements. If the digest that was stored with the
        results is another one, the script has changed since it was run.
        """
        return compute_digest_of_statements(self.script.read_text("utf-8"))


BENCHMARKS = {
    "start": Benchmark("start.py", 1),
    "decide": Benchmark("decide.py", 4),
    "peers": Benchmark("peers.py", 3),
    "symmetric": Benchmark("symmetric.py", 1),
    "beyond": Benchmark("beyond.py", 8),
    "pairs": Benchmark("pairs.py", 5),
    "certify": Benchmark("certify.py --large", 15),
    "certify-cadical": Benchmark("certify.py --large --backend dimacs:cadical", 4),
    "broken-symmetry": Benchmark("broken_symmetry.py", 5),
    "backends": Benchmark("backends.py", 12),
    "every": Benchmark("every.py", 8),
    "parameters": Benchmark("parameters.py", 10),
    "studies": Benchmark("studies.py", 10),
    "kernel": Benchmark("kernel.py PUZZLES", 3),
    "collection": Benchmark("collection.py PUZZLES --most 1000000", 10),
    "catalogue": Benchmark("catalogue.py PUZZLES --most 100000", 5),
    "review": Benchmark("review.py PUZZLES --new 40", 2),
    "scale": Benchmark("scale.py PUZZLES --most 1000000", 6),
    "audit": Benchmark("audit.py PUZZLES", 3),
    "reading": Benchmark("made_files_read.py --files 1500 --seed 1", 1),
    "recogniser": Benchmark("made_files_read.py --files 1500 --seed 24 --reader recognise", 1),
    "recogniser-without": Benchmark(
        "made_files_read.py --files 1000 --seed 24 --kind without --reader recognise",
        1,
    ),
    "reading-documents": Benchmark("made_files_read.py --files 500 --seed 1 --kind documents", 1),
    "reading-without": Benchmark("made_files_read.py --files 1000 --seed 1 --kind without", 1),
    "reading-speed": Benchmark("reading_speed.py", 8),
    "sheets": Benchmark("sheets.py PUZZLES", 5),
    "browsers": Benchmark("browsers.py", 5),
    "large": Benchmark("large.py PUZZLES --most 100000000", 35),
}
"""All benchmarks by name. Suites of solvers and searches that take hours have their own scripts."""


def find_stored_results(name: str) -> Path:
    """Return the path of the CSV file in which the results of the benchmark `name` are stored."""
    return RESULTS / f"{name}.csv"


def is_of_present_script(name: str) -> bool:
    """Return whether the present version of the benchmark's script has made its stored results.
    `name` is the name of the benchmark.
    """
    file = find_stored_results(name)
    return file.exists() and f"# script: {BENCHMARKS[name].compute_digest()}\n" in file.read_text(
        "utf-8"
    )


def is_current(name: str) -> bool:
    """Return whether the stored results of the benchmark `name` were made by the present version of
    its script and of all files of the package that it loads.
    """
    return is_of_present_script(name) and (
        find_changed_rooms(find_stored_results(name).read_text("utf-8"), HERE.parent) == []
    )


def describe_age(results: str) -> str:
    """Return a sentence that names the folders of the product that have changed since a benchmark
    was run. Return an empty text if nothing has changed. `results` is the text of its stored
    results.
    """
    changed = find_changed_rooms(results, HERE.parent)
    if changed is None:
        return "The files that this run loaded were not recorded, so they may have changed since."
    return f"Measured before the last change of: {', '.join(changed)}." if changed else ""


def convert_to_csv(printed: str) -> str:
    r"""Return the printed output of a benchmark as CSV: each row of a Markdown table becomes a line
    of CSV, each other line a comment.

    A blank line is written after each table.

    >>> print(convert_to_csv("Pairs.\n\n| a | b |\n| --- | ---: |\n| x, y | 1 |"), end="")
    # Pairs.
    a,b
    ---,---:
    "x, y",1
    <BLANKLINE>
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for sign, some in groupby(printed.splitlines(), lambda line: line.strip()[:1] == "|" or line):
        if sign is True:
            writer.writerows(_split_table_row(line) for line in some)
            text.write("\n")
        elif sign:
            text.writelines(f"# {line}\n" for line in some)
    return text.getvalue()


def _split_table_row(line: str) -> list[str]:
    return [field.strip() for field in line.strip().strip("|").split("|")]


def convert_to_markdown(text: str) -> str:
    """Return the stored results of a benchmark, which `convert_to_csv` converted to CSV, as
    Markdown: tables and paragraphs with blank lines between them.
    """
    parts = []
    for is_comment, some in groupby(_read_stored_lines(text), lambda line: line.startswith("#")):
        if is_comment:
            parts += [line.removeprefix("# ") for line in some if not _NOT_SHOWN.match(line)]
        else:
            parts.append("\n".join(f"| {' | '.join(row)} |" for row in csv.reader(some)))
    return "\n\n".join(parts)


def _read_stored_lines(text: str) -> Iterator[str]:
    """Yield the lines of a benchmark's stored results. A blank line is yielded as an empty comment,
    so that the tables before and after it stay separate.
    """
    for line in text.splitlines():
        yield line or "# script:"


def replace_tables(page: str) -> str:
    """Return the text of RESULTS.md with its tables replaced by the stored results of the
    benchmarks.
    """
    for name in BENCHMARKS:
        if find_stored_results(name).exists():
            results = find_stored_results(name).read_text("utf-8")
            parts = (describe_age(results), convert_to_markdown(results))
            shown = "\n\n".join(part for part in parts if part)
            page = re.sub(
                rf"(<!-- {name} -->\n).*?(<!-- end -->)",
                lambda mark, shown=shown: f"{mark[1]}\n{shown}\n\n{mark[2]}",  # type: ignore[misc]
                page,
                flags=re.DOTALL,
            )
    return page


def run_benchmark(name: str, puzzles: str | None) -> None:
    """Run a benchmark and print its output. If the script ends without an error, store the output
    in the folder of results.

    `puzzles` is the name of the file of puzzles. Raises `SystemExit` if the script fails.
    """
    call = BENCHMARKS[name].call
    print(f"\n== {name}: python benchmarks/{call}", flush=True)
    words = [word.replace("PUZZLES", puzzles or "") for word in shlex.split(call)]
    command = [sys.executable, str(HERE / words[0]), *words[1:]]
    package, printed = find_package_folder(), ""
    # Compiled modules are saved even if the environment forbids it. Otherwise each command that a
    # benchmark starts would compile all its modules again, half of its time.
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
    with (
        record_opened_files(package) as opened,
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process,
    ):
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            printed += line
    if process.returncode != 0:
        raise SystemExit(f"{name}: status {process.returncode}; nothing is kept")
    record = format_record(find_sources(opened, package), package)
    RESULTS.mkdir(exist_ok=True)
    heading = f"`python benchmarks/{call}`, commit {name_commit()}\n"
    unfinished = find_stored_results(name).with_suffix(".part")
    record = f"# script: {BENCHMARKS[name].compute_digest()}\n{record}"
    unfinished.write_text(record + convert_to_csv(heading + printed), "utf-8")
    unfinished.replace(find_stored_results(name))


def find_package_folder() -> Path:
    """Return the folder from which the scripts import the package: this checkout, or the place
    where the package is installed.
    """
    code = "import os, sudokopie; print(os.path.dirname(sudokopie.__file__))"
    call = [sys.executable, "-P", "-c", code]
    return Path(subprocess.run(call, capture_output=True, text=True, check=True).stdout.strip())


def name_commit() -> str:
    """Return the short name of the git commit from which the benchmarks are run, for the headings
    of the results.

    It ends with `-dirty` if files other than results differ from the commit. The package itself
    does not know its commit if it is installed.
    """

    def run_git(*words: str) -> str:
        call = ["git", "-C", str(HERE), *words]
        return subprocess.run(call, capture_output=True, text=True, check=False).stdout.strip()

    but_results = ["--", ":/", f":(exclude){RESULTS.name}", f":(exclude){PAGE.name}"]
    dirty = "-dirty" if run_git("status", "--porcelain", *but_results) else ""
    return (run_git("rev-parse", "--short", "HEAD") or "unknown") + dirty


def print_list() -> None:
    """Print the names of all benchmarks, their durations, and whether their stored results are
    current, or what has changed since.
    """
    for name, one in BENCHMARKS.items():
        if not find_stored_results(name).exists():
            state = "-"
        elif not is_of_present_script(name):
            state = "The script has changed."
        else:
            state = describe_age(find_stored_results(name).read_text("utf-8")) or "measured"
        print(f"{name:<18}{one.minutes:>4} min  {one.call}\n    {state}")
    print(f"All: {sum(one.minutes for one in BENCHMARKS.values()):g} minutes.")


def main() -> None:
    """Run the benchmarks that the command's arguments name, and update the tables in RESULTS.md."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", 1)[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="of those that --list names")
    parser.add_argument("--list", action="store_true", help="say what there is, and end")
    parser.add_argument("--page", action="store_true", help="only write RESULTS.md, and end")
    parser.add_argument("--anew", action="store_true", help="run what has been run, too")
    parser.add_argument("--puzzles", metavar="FILE", help="puzzles of 81 characters a line")
    wanted = parser.parse_args()
    if unknown := set(wanted.names) - set(BENCHMARKS):
        parser.error(
            f"expected names of {', '.join(BENCHMARKS)}, found {', '.join(sorted(unknown))}"
        )
    if wanted.list:
        print_list()
        return
    asked = [] if wanted.page else wanted.names or BENCHMARKS
    names = [name for name in asked if wanted.anew or not is_current(name)]
    for name in names:
        if BENCHMARKS[name].needs_puzzles and wanted.puzzles is None:
            print(f"{name} is left out: it needs --puzzles FILE")
            continue
        run_benchmark(name, wanted.puzzles)
    PAGE.write_text(replace_tables(PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
