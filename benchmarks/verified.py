"""Check certificates of pairs that are not copies with the verified checker:
`python benchmarks/verified.py NOT-COPIES [--time-limit SECONDS] [--largest N]`.

NOT-COPIES is the program that `make -C verified` builds. The pairs are those of instances/ and of
all suites of sudokopie, with at most N rows. For each pair the program prints its formula, which is
compared with the formula of sudokopie without comments. For each pair that is not a copy, a proof
is searched for at most SECONDS, and the program checks it. Prints a Markdown table: for each size
the number of equal formulas, of proofs that were found and accepted, and the most processor time
and memory of the program for a proof. The exit status is 1 if a formula differs or a proof is not
accepted.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from sudokopie import Pair, decide, read_pair
from sudokopie.applications.comparison.conditions import ROOT, find_conditions
from sudokopie.base.errors import ExportError, ProofError
from sudokopie.encoding.formula import yield_dimacs_text_pieces
from sudokopie.proofs.certificate import make_certificate
from sudokopie.proofs.certificate_folder import PAIR, QUESTION
from sudokopie.proofs.export_header import read_export_header
from sudokopie.proofs.plain_pair import PlainPair, yield_pair_text
from sudokopie.questions.copy import IsCopy
from sudokopie.questions.yes_no_claims import NoClaim

SUITES = ("sizes", "sat", "pb", "maxsat", "count")
"""The suites whose pairs are not all in the folder instances/."""

COMMAND = [sys.executable, "-c", "from sudokopie.cli import main; main()"]


MEASURE = """\
import os, sys
process = os.spawnv(os.P_NOWAIT, sys.argv[1], sys.argv[1:])
_, status, usage = os.wait4(process, 0)
seconds = usage.ru_utime + usage.ru_stime
print(os.waitstatus_to_exitcode(status), seconds, usage.ru_maxrss, file=sys.stderr)
"""
"""A program in Python that runs the command in its arguments. It prints the exit status of the
command, its seconds of processor time, and its peak memory in kilobytes.
"""


class Run(NamedTuple):
    """A run of the program: its exit status, seconds of processor time, and peak memory in MB."""

    status: int
    seconds: float
    megabytes: float


class Tried(NamedTuple):
    """The results for a pair. `is_formula_equal` is whether the program makes the same formula as
    sudokopie, and `is_no` whether the second Sudoku is not a copy of the first. `run` is the run in
    which the program checked the proof of this, or None if no proof was found.
    """

    name: str
    size: int
    is_formula_equal: bool
    is_no: bool
    run: Run | None = None


def yield_named_pairs(folder: Path, largest: int) -> Iterator[tuple[str, Pair]]:
    """Yield the name of each pair and the pair. The suites are written into `folder`. Pairs with
    more than `largest` rows are left out.
    """
    with (ROOT / "instances" / "manifest.toml").open("rb") as file:
        entries = tomllib.load(file)["pair"]
    for entry in entries:
        if entry["size"] <= largest:
            with (ROOT / "instances" / entry["file"]).open("rb") as stream:
                yield entry["file"], read_pair(stream, entry["file"])
    for suite in SUITES:
        target = str(folder / suite)
        size = str(max(largest, 25))  # a suite without a formula would be an error
        options = ["export", "--suite", suite, "--max-size", size, "-o", target]
        subprocess.run([*COMMAND, *options], check=True, stdout=sys.stderr)
        for path in sorted((folder / suite).iterdir()):
            try:
                question = read_export_header(str(path)).question
            except ExportError:
                continue  # the list or the description of the suite
            if isinstance(question, IsCopy) and question.shape.size <= largest:
                yield f"{suite}/{path.name}", Pair(question.first, question.second)


def has_program_same_formula(program: str, pair: Pair, folder: Path) -> bool:
    """Return whether the program makes the same formula from a pair as sudokopie, byte for byte,
    apart from comments.
    """
    path = folder / "formula-pair.txt"
    path.write_text("".join(yield_pair_text(PlainPair(*pair))))
    command = [program, "--box", str(pair.first.shape), "--formula", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        pieces = yield_dimacs_text_pieces(IsCopy(*pair).formula)
        lines = (line for piece in pieces for line in piece.splitlines(keepends=True))
        return all(one == other for one, other in zip_longest(lines, process.stdout))


def run_program_on_certificate(program: str, pair: Pair, folder: Path) -> Run:
    """Run the program on the certificate in `folder`, which is about `pair`."""
    files = [str(folder / PAIR), str(folder / QUESTION.lrat)]
    command = [program, "--box", str(pair.first.shape), *files]
    # A process begins with the peak memory of its parent, so the parent is a small one.
    measuring = [sys.executable, "-S", "-c", MEASURE, *command]
    done = subprocess.run(measuring, capture_output=True, check=True)
    status, seconds, kilobytes = done.stderr.split()[-3:]
    return Run(int(status), float(seconds), float(kilobytes) / 1024)


def try_pair(program: str, name: str, pair: Pair, folder: Path, time_limit: float) -> Tried:
    """Compare the formulas that the program and sudokopie make from a pair. If the second Sudoku is
    not a copy of the first, search for a proof for at most `time_limit` seconds, and let the
    program check it.
    """
    is_equal = has_program_same_formula(program, pair, folder)
    is_no = decide(*pair).word == "different"
    tried = Tried(name, pair.first.size, is_equal, is_no)
    if not is_no:
        return tried
    try:
        certificate = make_certificate(NoClaim(IsCopy(*pair)), timeout=time_limit)
    except ProofError:
        return tried
    target = folder / "certificate"
    certificate.write(str(target))
    return tried._replace(run=run_program_on_certificate(program, pair, target))


def print_table(tried_pairs: list[Tried]) -> None:
    """Print a Markdown table with a row for each size of grids."""
    by_size = defaultdict[int, list[Tried]](list)
    for tried in tried_pairs:
        by_size[tried.size].append(tried)
    print("| size | pairs | equal formulas | no | proofs found | accepted | most s | most MB |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for size, group in sorted(by_size.items()):
        runs = [tried.run for tried in group if tried.run is not None]
        columns = [
            f"{size}×{size}",
            str(len(group)),
            str(sum(tried.is_formula_equal for tried in group)),
            str(sum(tried.is_no for tried in group)),
            str(len(runs)),
            str(sum(run.status == 0 for run in runs)),
            f"{max((run.seconds for run in runs), default=0):.2f}",
            f"{max((run.megabytes for run in runs), default=0):.0f}",
        ]
        print(f"| {' | '.join(columns)} |")


def main() -> int:
    """Try all pairs, print the table, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", help="the program not-copies")
    parser.add_argument("--time-limit", type=float, default=300, help="seconds for each proof")
    parser.add_argument("--largest", type=int, default=25, help="the most rows of a grid")
    arguments = parser.parse_args()
    program = os.path.abspath(arguments.program)
    tried_pairs = list[Tried]()
    with tempfile.TemporaryDirectory() as name:
        for pair_name, pair in yield_named_pairs(Path(name), arguments.largest):
            tried = try_pair(program, pair_name, pair, Path(name), arguments.time_limit)
            print(*tried, file=sys.stderr, flush=True)
            tried_pairs.append(tried)
    print(f"Conditions: {find_conditions()}.\n")
    print_table(tried_pairs)
    wrong = [
        tried.name
        for tried in tried_pairs
        if not tried.is_formula_equal or (tried.run is not None and tried.run.status)
    ]
    print(f"\nWrong: {', '.join(wrong)}." if wrong else "\nNothing was wrong.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
