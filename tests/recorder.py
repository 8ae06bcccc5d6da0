"""Record what every command writes, and compare two recordings.

    python tests/recorder.py record DIR [--quick] [--jobs N] [--only TEXT]
    python tests/recorder.py compare OLD NEW [--names]

If the code is reordered and nothing that a user sees may change, compare a recording made before
the change with a recording made after it. A recording has a text file for each case, with the calls
of commands, their standard output, standard error and exit status, and the files that they wrote.
Texts that differ from run to run (times, memory, folders, dates, the machine, the commit, the
version) are replaced by their kind, so that two recordings of the same code are equal.

Only the command line is used, through `sudokopie.cli.main`; no other module is named here. The
calls run in forked children of a process that has imported everything once, because starting Python
for each call would take ten times as long. So this program needs fork, and does not run on Windows.

Some output is left out, because it may differ although both outputs are right: `random` without a
seed, time limits that end during a search, progress bars on a terminal, drawings of times, and the
puzzles of `fewest-clues` if its two searches take turns by the clock; for 6x6 grids only the number
of clues is kept.

A recording shows only that the output has not changed; the tests check that it is right. This
program is needed during two kinds of changes: while files are moved, no case may differ; while
prose is rewritten, texts may differ and are read one by one, but nothing else may (exit statuses,
JSON, formulas, cells).

After the moves, these functions can be deleted, because they record answers and bytes more than
words: `add_instances`, `add_forms`, `add_random`, `add_exports` and `add_shared`, with the inputs
that `write_inputs` writes only for them. The tests check the answers on instances, every format of
files, seeds, and the models of exported formulas.

After the prose is rewritten, these functions can be deleted, because they record words: `add_help`,
`add_options`, `add_pairs`, `add_misuse`, `add_wrong_files` and `add_terminals`.

After both, these functions can be deleted, because they record long answers, each of one
application: `add_collections`, `add_catalogues`, `add_studies`, `add_comparisons`, and
`add_certificates`. Then this file can be deleted, with the paragraph about it in CONTRIBUTING.md.

Before `add_misuse` is deleted, check that a test tries all pairs of a command's options
(tests/commands/test_command_rules.py breaks each rule once), and each command in German.
"""

from __future__ import annotations

import argparse
import atexit
import contextlib
import csv
import difflib
import gc
import gzip
import hashlib
import importlib
import io
import lzma
import os
import pkgutil
import pty
import re
import resource
import shlex
import shutil
import signal
import sqlite3
import sys
import tempfile
import termios
import time
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from itertools import combinations, islice
from pathlib import Path
from typing import NamedTuple

import sudokopie
from sudokopie.cli import main as program

ROOT = Path(__file__).resolve().parent.parent
INSTANCES = ROOT / "instances"
SHARED = ROOT.parent / "shared"

TIME_LIMIT = 60
"""The seconds of processor time after which a call is ended."""

PATIENCE = 15 * TIME_LIMIT
"""The seconds of wall-clock time after which a call is ended, even if it uses no processor time."""

LONGEST_TEXT = 300_000
"""The largest number of characters of a file that are recorded. Of a longer file, the beginning and
a digest of the whole file are recorded.
"""

OF_A_COLLECTION = 60
"""The number of lines that are used of each published collection."""


# The cases


class Step(NamedTuple):
    """A call of a command: its words, the file for its standard input, and the file for its
    standard output.
    """

    words: tuple[str, ...]
    read: str | None
    written: str | None

    @classmethod
    def parse(cls, line: str) -> Step:
        words = shlex.split(line)
        places: dict[str, str | None] = {"<": None, ">": None}
        for sign in places:
            if sign in words:
                at = words.index(sign)
                places[sign] = words[at + 1]
                del words[at : at + 2]
        return cls(tuple(words), places["<"], places[">"])


class Case(NamedTuple):
    """Calls that are made in one folder, one after another. `typed` has the lines and keys that are
    typed on a terminal; it is empty if there is no terminal.
    """

    name: str
    lines: tuple[str, ...]
    copies: tuple[str, ...] = ()
    variables: tuple[tuple[str, str], ...] = ()
    typed: str | None = None
    quick: bool = False


class Cases:
    """All cases by name."""

    def __init__(self) -> None:
        self.by_name: dict[str, Case] = {}

    def add(
        self,
        *lines: str,
        copies: Sequence[str] = (),
        variables: dict[str, str] | None = None,
        typed: str | None = None,
        quick: bool = False,
    ) -> None:
        """Add a case. `copies` are the input files that are copied into the folder of the case."""
        given = tuple((variables or {}).items())
        said = " ".join([*(f"{name}={value}" for name, value in given), *lines])
        if typed is not None:
            said += " typed " + typed
        name = re.sub(r"[^\w.=-]+", "_", re.sub(r"in/|instances/|\.txt\b", "", said)).strip("_")
        if not name or name.startswith("-"):
            name = f"sudokopie_{name}"
        if len(name) > 110 or name in self.by_name:
            name = f"{name[:100]}-{hashlib.sha256(said.encode()).hexdigest()[:8]}"
        if name in self.by_name:
            if self.by_name[name].lines != lines:
                raise ValueError(f"two cases of one name: {name}")
            return
        self.by_name[name] = Case(name, lines, tuple(copies), given, typed, quick)


def each(said: str) -> list[str]:
    """Return the parts of a text that are separated by vertical bars."""
    return [one.strip() for one in said.split("|")]


COMMANDS = {
    "solve": "{pair}",
    "ways": "{pair}",
    "within": "{pair}",
    "nearest": "{pair}",
    "random": "--seed 1",
    "complete": "{one}",
    "candidates": "{one}",
    "canonical": "{one}",
    "symmetries": "{one}",
    "duplicates": "{many}",
    "classes": "--box 2x2",
    "unavoidable": "{full}",
    "fewest-clues": "{full}",
    "export": "{pair} -o - --format cnf",
    "decode": "question.cnf model",
    "check": "certificate {pair}",
    "backends": "",
    "compare": "--backends pysat:minisat22 {pair}",
    "catalogue add": "new.db {many}",
    "catalogue find": "seen.db {many}",
    "catalogue list": "seen.db",
    "catalogue export": "seen.db",
    "catalogue stats": "seen.db",
    "catalogue remove": "seen.db 1",
    "catalogue merge": "new.db seen.db",
    "catalogue verify": "seen.db",
    "catalogue salvage": "seen.db new.db",
}
"""All commands, each with arguments with which it gives an answer."""

PAIR = "in/copies4.txt"
OTHER = "in/moved4.txt"
ONE = "in/puzzle4.txt"
FULL = "in/full4.txt"
MANY = "in/many.csv"
GIVEN = {"pair": PAIR, "one": ONE, "many": MANY, "full": FULL}

ON_PAIRS = ("solve", "ways", "within", "nearest")
PRINTING = tuple(
    name for name in COMMANDS if name not in ("random", "export", "catalogue export", "backends")
)
"""The commands with the options --quiet and --json, and `compare`, which refuses these options."""

WITH_NOTATION = (*ON_PAIRS, "canonical", "symmetries", "decode", "catalogue find")


def default_call(name: str) -> str:
    return f"{name} {COMMANDS[name].format(**GIVEN)}"


def before(name: str) -> list[str]:
    """Return the calls that write the files that the command `name` reads."""
    if name == "decode":
        return [f"export {PAIR} -o question.cnf", "!minisat question.cnf model"]
    if name == "check":
        return [f"solve --certificate certificate {PAIR}"]
    if name.startswith("catalogue") and name != "catalogue add":
        return [f"catalogue add seen.db --as old.csv {MANY}"]
    return []


def all_cases(base: Path) -> list[Case]:
    """Return all cases. `base` is the folder that contains the folder `in` with the inputs."""
    cases = Cases()
    instances = [f"instances/{path.name}" for path in sorted(INSTANCES.glob("*.txt"))]
    add_help(cases)
    add_options(cases)
    add_instances(cases, instances)
    add_pairs(cases)
    add_collections(cases)
    add_forms(cases, base)
    add_studies(cases)
    add_random(cases)
    add_catalogues(cases)
    add_exports(cases)
    add_certificates(cases)
    add_comparisons(cases)
    add_misuse(cases)
    add_wrong_files(cases)
    add_terminals(cases)
    add_shared(cases, base)
    return list(cases.by_name.values())


def add_help(cases: Cases) -> None:
    for name in ["", "catalogue", *COMMANDS]:
        for options in ("--help", "-h"):
            cases.add(f"{name} {options}", quick=True)
        if name not in ("", "catalogue"):
            cases.add(f"{name} --lang de --help", quick=True)
        cases.add(f"{name} --help", variables={"LANG": "de_DE.UTF-8"}, quick=True)
        cases.add(f"{name} --help", variables={"COLUMNS": "60"})
        if name != "random":  # `random` makes another pair each time.
            cases.add(name, quick=True)
            cases.add(name, variables={"LANGUAGE": "de:en"}, quick=True)
    cases.add("--version", quick=True)
    cases.add("--lang de --help", quick=True)
    cases.add("--lang de", quick=True)
    cases.add("--lang fr", quick=True)
    cases.add("--lang de solve in/copies4.txt", quick=True)
    for shell in ("bash", "zsh", "fish"):
        cases.add("", variables={"_SUDOKOPIE_COMPLETE": f"{shell}_source"})
    words = {
        "COMP_WORDS": "sudokopie so",
        "COMP_CWORD": "1",
        "_SUDOKOPIE_COMPLETE": "bash_complete",
    }
    cases.add("", variables=words)
    words = {**words, "COMP_WORDS": "sudokopie solve --no", "COMP_CWORD": "2"}
    cases.add("", variables=words)


def add_options(cases: Cases) -> None:
    """Add cases for the options that several commands share, with inputs that take no time."""
    for name in COMMANDS:
        call, earlier = default_call(name), before(name)
        printing = name in PRINTING
        variants = ["", "--lang de", "--lang en", "--lang fr"]
        if printing:
            variants += ["-q", "--json", "-q --json", "-q --lang de", "--json --lang de"]
        if name in WITH_NOTATION:
            for notation in ("order", "compact", "arrows", "nosuch"):
                variants += [f"--notation {notation}", f"--notation {notation} --lang de"]
        variants += each(
            "--box 2x2 | --box 1x4 | --box 2x3 | --box 0x3 | --box x | --box 99999x99999 | "
            "--max-size 3 | --max-size 4 | --max-size 0 | --max-size 10001 | --max-size x | "
            "--time-limit 50 | --time-limit 0 | --time-limit -1 | --time-limit nan | "
            "--time-limit 1e9 | --time-limit x | --column 1 | --column puzzle | --column nosuch | "
            "--column 99 | --column 0 | --nosuch | -Z | --box | --jobs 0 | --jobs 1001 | "
            "--jobs 1 | --force | --checker nosuch | --checker cake_lpr | --backend nosuch | "
            "--backend maxsat:rc2"
        )
        if name == "fewest-clues":
            variants.remove("--box 1x4")  # Another puzzle is printed each time.
        for variant in variants:
            quick = variant in ("", "--lang de", "--json")
            cases.add(*earlier, f"{call} {variant}".strip(), quick=quick)
        cases.add(*earlier, call, variables={"LANG": "de_DE.UTF-8"})
        cases.add(*earlier, call, variables={"LC_ALL": "C"})
        cases.add(*earlier, call + " --time-limit 0", variables={"LANG": "de_DE.UTF-8"})
        cases.add(*earlier, call + " --nosuch", variables={"LANG": "de_DE.UTF-8"}, quick=True)
        cases.add(*earlier, call + " in/nosuch.txt")
        cases.add(*earlier, call + " in/nosuch.txt --lang de")


def add_instances(cases: Cases, instances: Sequence[str]) -> None:
    """Add cases for the instances: quick commands for all of them, slow commands for small ones."""
    for path in instances:
        name = Path(path).stem
        side = re.match(r"(?:size|sizes|hard|cyclic-)(\d+)", name)
        size = int(side[1]) if side else 9
        larger = " --max-size 49" if size > 36 else ""
        is_small = size <= 6
        is_tiny = size == 4
        for line in ("solve", "solve --json", "solve -q --lang de", "solve --notation order"):
            cases.add(f"{line} {path}{larger}", quick=is_tiny)
        for line in ("symmetries -q", "duplicates", "complete -q"):
            if size <= 9 or line != "complete -q":
                cases.add(f"{line} {path}{larger}", quick=is_tiny)
        if size > 36:
            continue
        for line in ("ways --json", "ways", "within --json", "solve --any-steps --json"):
            if size <= 25 or not line.startswith("within"):
                cases.add(f"{line} {path}", quick=is_tiny)
        cases.add(f"solve --html page.html -q {path}", quick=is_tiny)
        if size <= 12:
            for line in ("canonical", "canonical --json", "canonical --form max", "within"):
                cases.add(f"{line} {path}", quick=is_tiny)
            cases.add(f"symmetries --json {path}", quick=is_tiny)
            cases.add(f"duplicates --json --steps {path}", quick=is_tiny)
            cases.add(f"export --refined {path} -o - --format cnf")
        if size <= 9:
            for line in ("nearest", "nearest --json", "solve --walk", "solve --walk --lang de"):
                if not (line.startswith("nearest") and name.startswith("hard")):  # minutes
                    cases.add(f"{line} {path}", quick=is_tiny)
            cases.add(f"ways --all --limit 3 {path}", quick=is_tiny)
            cases.add(f"solve --no-refinement --json {path}", quick=is_tiny)
            cases.add(f"export {path} -o question.cnf")
            cases.add(f"complete {path}", quick=is_tiny)
            one = f"in/one/{name}.txt"
            for line in each(
                "candidates | candidates --json | candidates -q | complete | canonical"
            ):
                cases.add(f"{line} {one}", quick=is_tiny)
            cases.add(f"symmetries {one}", quick=is_tiny)
            cases.add(f"symmetries --html page.html -q {one}")
            cases.add(f"canonical --by solution {path}", quick=is_tiny)
            cases.add(f"canonical --only digits {path}", quick=is_tiny)
        if is_small:
            cases.add(f"solve --verify-no {path}", quick=is_tiny)
            cases.add(f"nearest --count-blanks {path}", quick=is_tiny)
            cases.add(
                f"solve --certificate certificate {path}",
                f"check certificate {path}",
                quick=is_tiny,
            )


def add_pairs(cases: Cases) -> None:
    nine = "in/copies9.txt"
    for name in ON_PAIRS:
        for files in (f"{PAIR} {OTHER}", f"{ONE} {ONE}", f"in/nosuch.txt {PAIR}", f"{PAIR} {nine}"):
            for option in ("", "--json", "-q", "--lang de"):
                cases.add(f"{name} {files} {option}".strip(), quick=option in ("", "--json"))
        cases.add(f"{name} - < {PAIR}", quick=True)
        cases.add(f"{name} - < in/empty.txt", quick=True)
        cases.add(f"{name} - {ONE} < {ONE}")
        cases.add(f"{name} - - < {PAIR}")
        cases.add(f"{name} in/one4.txt")
        cases.add(f"{name} in/copies4.txt in/copies4.txt in/moved4.txt in/equal4.txt")
        cases.add(f"{name} --time-limit 0.0000001 instances/cyclic-9-switched.txt")
        cases.add(f"{name} --time-limit 0.0000001 --json instances/cyclic-9-switched.txt --lang de")
    for backend in each(
        "pysat:cadical153 | pysat:cadical195 | pysat:glucose4 | pysat:minisat22 | cp-sat | "
        "pysat:lingeling | pysat:maplechrono | pysat:minicard | pysat:minisat-gh | "
        "maxsat:rc2 | graph:bliss | search:assignments | search:block-hash | search:brute-force | "
        "dimacs:nosuch | pysat:nosuch |  | nosuch:x"
    ):
        for name in ON_PAIRS:
            for path in (PAIR, OTHER):
                line = f"{name} --backend '{backend}' {path}"
                cases.add(f"{line} --no-refinement" if name == "solve" else line)
        cases.add(f"symmetries --backend '{backend}' {ONE}")
        cases.add(f"solve --verify-no --backend '{backend}' {OTHER}")
    for line in (
        *(f"solve --no-refinement {nine}", f"solve --any-steps {nine}", f"solve --walk {nine}"),
        *(f"solve --html - {nine}", f"solve --html page.html --json {PAIR} {OTHER}"),
        *(f"solve --html page.html {PAIR} {OTHER}", f"solve --html page.html --lang de {nine}"),
        *(f"solve --html nosuch/page.html {PAIR}", f"solve --html '' {PAIR}"),
        *(f"solve --html page.html in/nosuch.txt {PAIR}", f"solve --html page.html {ONE}"),
        *(f"solve --walk --notation {x} {nine}" for x in ("order", "compact")),
        *(f"ways --all {x}" for x in (PAIR, OTHER, "in/equal4.txt", nine)),
        *(f"ways --all --json {x}" for x in (PAIR, OTHER, "in/equal4.txt", nine)),
        *(f"ways --all --limit {x} in/equal4.txt" for x in (0, 1, 2, 1000)),
        f"ways --all --limit 2 --lang de --notation compact {PAIR}",
        *(f"nearest --at-least {x} {OTHER}" for x in (0, 3, 4, 5, 6, 17, -1)),
        *(f"nearest --at-least {x} --json {OTHER}" for x in (0, 4, 5, 6)),
        *(f"nearest --at-least {x} --lang de {OTHER}" for x in (4, 5)),
        *(f"nearest --count-blanks --at-least {x} {OTHER}" for x in (0, 13, 14, 16)),
        *(f"nearest --count-blanks {x}" for x in (PAIR, OTHER, "in/part4.txt")),
        *(f"nearest --count-blanks --json {x}" for x in (PAIR, OTHER, "in/part4.txt")),
        f"nearest --at-least 5 --verify-no {OTHER}",
        f"nearest --at-least 5 --verify-no --json {OTHER} --lang de",
        *(f"within {x} in/part4.txt" for x in ("", "--json", "-q", "--lang de")),
        *(f"within {x} in/mixed4.txt" for x in ("", "--json", "-q", "--lang de")),
    ):
        cases.add(line, quick="4" in line)


def add_collections(cases: Cases) -> None:
    for name in ("complete", "canonical", "symmetries", "duplicates"):
        for option in each(
            " | --json | -q | --lang de | --output csv | --parquet out.parquet | --output lines | "
            "--jobs 2 | --output nosuch | --parquet nosuch/out.parquet"
        ):
            for files in (MANY, "in/many.txt", f"{MANY} in/many.txt", "in/full4.txt in/nosuch.txt"):
                cases.add(f"{name} {option} {files}", quick=files == MANY and "jobs" not in option)
        cases.add(f"{name} - < {MANY}", quick=True)
        cases.add(f"{name} - < in/empty.txt", quick=True)
        cases.add(f"{name} {MANY} - < in/many.txt", quick=True)
        cases.add(f"{name} in/bad.csv")
        cases.add(f"{name} in/bad.csv --lang de")
        cases.add(f"{name} --column note {MANY}")
        cases.add(f"{name} --column 2 {MANY}")
        cases.add(f"{name} in/many.csv.gz in/many.csv.xz in/many.jsonl in/many.json in/many.xml")
        cases.add(f"{name} --column puzzle in/table.parquet")
    cases.add(f"complete --cluster local --jobs 1 {MANY}")
    cases.add(f"duplicates --cluster 127.0.0.1:1 --jobs 2 {MANY}")
    for options in each(
        "--all | --all --limit 2 | --all --limit 0 | --all --json | --all -q | --limit 2 | "
        "--all --output csv | --all --parquet out.parquet | -q --output csv | "
        "--output csv --json | --time-limit 0.0000001 | --json --time-limit 0.0000001"
    ):
        for files in (ONE, MANY, "in/none4.txt", "in/several4.txt"):
            cases.add(f"complete {options} {files}", quick=files == MANY)
    for options in each(
        "--by solution | --only digits | --symmetries | --check | --form max | --form nosuch | "
        "--by solution --symmetries | --only digits --form max | --by nosuch | --only nosuch | "
        "--form max --json | --symmetries --json | --check --json | --by solution --json | "
        "--symmetries --output csv | --by solution --output csv | --check --output csv | "
        "--symmetries --parquet out.parquet | --by solution --parquet out.parquet | "
        "--check --lang de | --by solution --lang de | --only digits --json | --check -q | "
        "--form max --output csv | --only digits --output csv | --form max --symmetries | "
        "--time-limit 0.0000001 | --form max --time-limit 0.0000001"
    ):
        for files in (ONE, MANY):
            cases.add(f"canonical {options} {files}", quick=files == MANY)
    for options in each(
        "--against in/many.txt | --by solution | --near 1 | --near 2 | --near 3 | --steps | "
        "--check | --steps --json | --near 1 --json | --near 2 --steps | --steps --lang de | "
        "-o first.csv | -o first.csv --drop rest.csv | --drop rest.csv | -o - | --drop - | "
        "-o first.csv.gz --drop rest.csv.xz | --against in/many.txt --json | --scratch x | "
        "--against in/many.txt --parquet out.parquet | --against in/many.txt -o new.csv | "
        "--against in/many.txt --steps | --against in/nosuch.txt | --near 1 --lang de | "
        "--by solution --json | --by solution --steps | --check --json | --against -  | "
        "--steps --parquet out.parquet | --near 1 --parquet out.parquet | -o - --drop - | "
        "--near 1 -q | --check -q | --against in/many.txt -q | --by solution -o first.csv"
    ):
        for files in (MANY, f"{MANY} in/more.csv"):
            cases.add(f"duplicates {options} {files}", quick=files == MANY)
    cases.add("duplicates -o first.csv - < in/many.csv")
    cases.add("duplicates -o first.txt in/many.txt in/many.csv")
    cases.add("duplicates -o first.json in/many.json", "duplicates first.json")
    cases.add("duplicates -o first.jsonl --drop rest.jsonl in/many.jsonl")
    cases.add("duplicates -o first.xml in/many.xml")
    for name in ("candidates", "symmetries"):
        for file in (ONE, "in/none4.txt", FULL, "in/several4.txt", "in/twice4.txt", PAIR):
            for option in ("", "--json", "-q", "--lang de"):
                cases.add(f"{name} {option} {file}", quick=not option)
    for option in ("", "--json", "--lang de", "--notation order"):
        cases.add(f"symmetries --html page.html {option} {FULL}", quick=True)


def add_forms(cases: Cases, base: Path) -> None:
    """Add cases for every format of files that the documentation shows, read by three commands."""
    for path in sorted((base / "in" / "forms").iterdir()):
        name = f"in/forms/{path.name}"
        for line in (f"canonical {name}", f"solve -q {name}", f"complete --output csv {name}"):
            cases.add(line, quick=line.startswith("canonical"))
        cases.add(f"candidates -q - < {name}")


def add_studies(cases: Cases) -> None:
    for options in each("2x2 | 1x2 | 1x1 | 1x3 | 2x2 --lang de | 2x2 -q | 2x2 --json | 1x4 | 1x5"):
        cases.add(f"classes --box {options}", quick=True)
    cases.add("classes --box 2x3")
    cases.add("classes --box 2x3 --json")
    cases.add("classes --box 4x4 --time-limit 0.0000001")
    cases.add("classes --box 9x9")
    six = "in/full6.txt"
    others = ["in/full9.txt", "in/puzzle9.txt", "in/several4.txt", "in/none4.txt"]
    for file in (FULL, ONE, six, *others):
        for option in ("", "--json", "-q", "--lang de"):
            most = "--size 8" if "9" in file else ""
            cases.add(f"unavoidable {most} {option} {file}", quick=not most)
        if "9" not in file:
            cases.add(f"fewest-clues -q {file}", quick=file != six)
        if file not in (six, *others[:2]):
            cases.add(f"fewest-clues {file}", quick=True)
            cases.add(f"fewest-clues --json --explain {file}", quick=True)
    for size in (0, 1, 4, 6, 100):
        cases.add(f"unavoidable --size {size} {FULL}", quick=True)
    for option in ("", "--json", "-q", "--lang de"):
        cases.add(f"unavoidable --blueprint in/blueprint4.txt {option} {FULL}", quick=True)
        cases.add(f"unavoidable --blueprint in/absent4.txt {option} {FULL}", quick=True)
        cases.add(f"fewest-clues --box 2x2 --explain {option}", quick=True)
        cases.add(f"fewest-clues --count {option} {FULL}", quick=True)
        cases.add(f"fewest-clues --box 2x2 {option}", quick=True)
    cases.add(f"unavoidable --blueprint in/full6.txt {FULL}")
    cases.add("unavoidable --time-limit 0.0000001 in/full9.txt")
    cases.add(f"fewest-clues --explain --lang de {FULL}")
    cases.add(f"fewest-clues --count -q --lang de {six}")
    cases.add(f"fewest-clues --explain {FULL}", quick=True)
    cases.add(f"fewest-clues - < {FULL}", quick=True)
    cases.add("fewest-clues --box 6x6 --time-limit 0.0000001")


def add_random(cases: Cases) -> None:
    for seed in range(4):
        for options in each(
            " | --box 2x2 | --box 2x3 | --clues 30 | --related yes | --related no | --near-miss | "
            "--arbitrary | --arbitrary --box 4x4 --clues 50 | --lang de | --box 2x2 --clues 16 | "
            "--box 2x2 --clues 3 | --clues 16 | --clues 82 | --solve | --solve --lang de | "
            "-o pair.txt | -o - | --folder made | -o pair.txt.gz | --related nosuch | "
            "--near-miss --related no | --arbitrary --clues 0 | --box 1x1 | "
            "--arbitrary --near-miss --box 2x3 | --box 8x8 | --box 7x7 --arbitrary | --box 3x4"
        ):
            cases.add(f"random --seed {seed} {options}", quick=seed == 0)
    cases.add("random --seed -1", "random --seed x", quick=True)
    line = "random --folder made --box 2x2"
    cases.add(
        *(f"{line} --seed {seed}" for seed in range(3)), "random --seed 3 -o made/zufall0.txt"
    )


def add_catalogues(cases: Cases) -> None:
    start = f"catalogue add seen.db --as old.csv {MANY}"
    listed = "catalogue list seen.db"
    for options in ("", "--json", "-q", "--lang de", "--class 1", "--class 1 --class 2"):
        cases.add(start, f"{listed} {options}", quick=True)
    for options in ("--copies", "--file old.csv", "--file nosuch", "--class 99", "--copies --json"):
        cases.add(start, f"{listed} {options}", quick=True)
    for options in ("", "--json", "-q", "--lang de", "--jobs 2"):
        # The files are added one by one: the numbers of several new files are in no fixed order.
        more = [
            f"catalogue add seen.db {file} {options}" for file in ("in/more.csv", "in/many.txt")
        ]
        cases.add(start, *more, listed)
        cases.add(start, f"catalogue verify seen.db {options}")
        cases.add(start, f"catalogue stats seen.db {options}", quick=True)
    cases.add(start, start, "catalogue stats seen.db", quick=True)
    cases.add("catalogue add seen.db - < in/many.csv", listed)
    cases.add("catalogue add seen.db in/bad.csv in/nosuch.txt", listed)
    cases.add(
        *(f"catalogue add seen.db in/{name}.txt" for name in ("full6", "full9", "puzzle9", "many")),
        "catalogue stats seen.db",
    )
    cases.add("catalogue add nosuch/seen.db in/many.csv")
    cases.add(start, f"catalogue add seen.db --as x {MANY} in/more.csv", quick=True)
    for options in each(
        " | --near 1 | --near 2 | --near 3 | --within | --all | --steps | --output csv | "
        "--all --steps | --within --steps | --near 1 --steps --json | --within --json | "
        "--output csv --near 1 | --output csv --within | --jobs 2 | --within --time-limit 50 | "
        "--time-limit 50 | --near 2 --within --all | --lang de --steps | --within --lang de | "
        "-q | --json | --near 1 -q | --notation order --steps | --output csv --all | "
        "--output csv --steps | --output csv --json | -q --output csv"
    ):
        for files in ("in/more.csv", ONE, "in/near4.txt", "in/many.txt in/more.csv"):
            cases.add(
                start, f"catalogue find seen.db {options} {files}", quick=files == "in/more.csv"
            )
    for options in each(
        " | --format csv | --format lines | --first | --first --format csv | --class 1 | "
        "--box 2x2 | --box 3x3 | --file old.csv | -o out.csv | -o out.csv.gz --format csv | "
        "--format nosuch | -o nosuch/x | -o seen.db | --file nosuch"
    ):
        cases.add(start, f"catalogue export seen.db {options}", quick=True)
    cases.add(start, "catalogue add seen.db in/full9.txt", "catalogue export seen.db")
    cases.add(start, "catalogue add seen.db in/full9.txt", "catalogue export seen.db --box 3x3")
    for options in each(" | 1 | 1 2 | 99 | --class 1 | --file old.csv | x | 1 --json | 1 -q | 0"):
        cases.add(start, f"catalogue remove seen.db {options}", listed, quick=True)
    cases.add(start, "catalogue remove seen.db 1 --lang de", "catalogue find seen.db in/many.txt")
    for name in ("add", "find", "list", "export", "stats", "remove", "verify"):
        rest = MANY if name in ("add", "find") else "1" if name == "remove" else ""
        for wrong in each(
            "nosuch.db | in/many.csv | in | in/empty.txt | in/other.db | in/random.bin"
        ):
            if name != "add":
                cases.add(f"catalogue {name} {wrong} {rest}", quick=True)
                cases.add(f"catalogue {name} {wrong} {rest} --lang de")
            elif wrong not in ("nosuch.db", "in"):
                copied = Path(wrong).name
                cases.add(f"catalogue add {copied} {MANY}", copies=[copied])
    cases.add("catalogue nosuch", quick=True)
    cases.add("catalogue fnd", quick=True)


QUESTIONS = (
    ("", PAIR),
    ("", OTHER),
    ("--refined", PAIR),
    ("--refined", OTHER),
    ("--refined", "in/equal4.txt"),
    ("--cells rows-digits", PAIR),
    ("--cells both", PAIR),
    ("--question within", "in/part4.txt"),
    ("--question within", "in/mixed4.txt"),
    ("--question nearest", OTHER),
    ("--question nearest --count-blanks", OTHER),
    ("--question nearest --at-least 4", OTHER),
    ("--question nearest --at-least 5", OTHER),
    ("--question nearest --count-blanks --at-least 9", OTHER),
    ("--question canonical", ONE),
    ("--question canonical --form max", ONE),
    ("--question canonical", "in/least4.txt"),
    ("--question clues", FULL),
    ("--question clues --at-most 3", FULL),
    ("--question clues --at-most 4", FULL),
    ("--question clues --size 6", FULL),
    ("--question completion", ONE),
    ("--question completion", "in/none4.txt"),
)
"""All questions with their options, each with a file that it is asked about."""


def add_exports(cases: Cases) -> None:
    for options, file in QUESTIONS:
        for form in ("cnf", "wcnf", "opb", "pb.txt", "pb", "wcnf --wcnf-header"):
            cases.add(f"export {options} {file} -o - --format {form}", quick=True)
        for ending in ("cnf", "wcnf", "opb", "pb.txt"):
            name = f"question.{ending}"
            made = [f"export {options} {file} -o {name}"]
            if ending == "cnf":
                made += [f"!minisat {name} model"]
            else:
                made += [f"export {options} {file} -o same.opb", "!optimum same.opb model"]
            for how in ("", "--json", "-q", "--lang de --notation order"):
                cases.add(*made, f"decode {name} model {how}", quick=not how and ending != "wcnf")
            if not options.strip():
                cases.add(*made, f"decode {name} model --html page.html")
                cases.add(*made, f"decode {name} - < model")
        cases.add(f"export {options} in/nosuch.txt -o question.cnf")
    for ending in each("cnf.gz | cnf.xz | wcnf.xz | opb.gz | pb.txt.gz | pb | nosuch |  | cnf.zip"):
        cases.add(f"export {PAIR} -o question.{ending}", quick=True)
    for said in each("unsatisfiable | unknown | wrong | short | satisfiable | empty | minisat-no"):
        for ending in ("cnf", "wcnf", "opb"):
            for how in ("", "--json", "--lang de"):
                asked = f"export {PAIR} -o question.{ending}"
                cases.add(asked, f"decode question.{ending} in/said/{said} {how}", quick=not how)
    cases.add(f"decode {PAIR} in/said/satisfiable", quick=True)
    cases.add("decode in/nosuch.cnf in/said/satisfiable", quick=True)
    cases.add("decode in/foreign.cnf in/said/satisfiable", quick=True)
    cases.add(f"export {PAIR} -o question.cnf", "decode question.cnf in/nosuch", quick=True)
    cases.add(
        f"export {PAIR} -o question.cnf", "decode question.cnf question.cnf --html question.cnf"
    )
    cases.add(f"export - -o - --format cnf < {PAIR}", quick=True)
    for options in ("", "--cells both", "--cells rows-digits", "--refined"):
        cases.add(f"export {options} in/copies9.txt -o question.cnf")
        cases.add(f"export {options} in/copies9.txt -o question.opb")
    cases.add("export --question completion in/puzzle9.txt -o question.cnf")
    cases.add("export --question canonical in/puzzle9.txt -o question.cnf")
    for suite in ("small", "count"):
        cases.add(f"export --suite {suite} -o made")
        cases.add(f"export --suite {suite} -o made --lang de")


def add_certificates(cases: Cases) -> None:
    six = "instances/size6-clues12-moved.txt"
    for call, file in (
        ("solve", PAIR),
        ("solve", OTHER),
        ("solve", "in/equal4.txt"),
        ("solve --any-steps", PAIR),
        ("solve --no-refinement", PAIR),
        ("solve", six),
        ("solve", "in/copies9.txt"),
        ("nearest --at-least 5", OTHER),
        ("nearest --at-least 4", OTHER),
        ("nearest --at-least 16 --count-blanks", OTHER),
        ("canonical", ONE),
        ("canonical --form max", ONE),
        ("canonical", "in/puzzle6.txt"),
        ("ways", PAIR),
        ("ways", "in/equal4.txt"),
        ("ways", OTHER),
        ("fewest-clues", FULL),
    ):
        quick = "6" not in file
        made = f"{call} --certificate certificate {file}"
        for how in ("", "--json", "-q", "--lang de"):
            cases.add(f"{made} {how}", f"check certificate {file} {how}", quick=quick and not how)
        if quick:
            cases.add(made, f"check certificate {PAIR}", f"check certificate {FULL} --lang de")
            cases.add(made, f"{made} --lang de", f"{made} --force")
    made = f"solve --certificate certificate {OTHER}"
    again = f"check certificate {OTHER}"
    for victim in ("question.cnf", "proof.lrat", "README", "SHA256SUMS", "proof.drat"):
        for how in ("!remove", "!spoil"):
            for option in ("", "--json", "--lang de"):
                cases.add(
                    made, f"{how} certificate/{victim}", f"{again} {option}", quick=not option
                )
            cases.add(made, f"{how} certificate/{victim}", made, quick=True)
    for call, file, victim in (
        (f"solve --certificate certificate {PAIR}", PAIR, "certificate.json"),
        (f"ways --certificate certificate {PAIR}", PAIR, "certificate.json"),
        (f"canonical --certificate certificate {ONE}", ONE, "certificate.json"),
        (f"fewest-clues --certificate certificate {FULL}", FULL, "certificate.json"),
        (f"fewest-clues --certificate certificate {FULL}", FULL, "unique.lrat"),
    ):
        for how in ("!remove", "!spoil"):
            cases.add(call, f"{how} certificate/{victim}", f"check certificate {file}", quick=True)
    cases.add(f"check in {PAIR}", quick=True)
    cases.add(f"check in/nosuch {PAIR}", quick=True)
    cases.add(f"check {PAIR} {PAIR}", quick=True)
    cases.add(f"solve --certificate in {PAIR}", quick=True)
    cases.add(f"solve --certificate '' {PAIR}", quick=True)
    cases.add(f"solve --certificate {ONE} {PAIR}", quick=True)
    cases.add(f"solve --certificate nosuch/certificate {PAIR}", quick=True)


def add_comparisons(cases: Cases) -> None:
    one = "--backends pysat:minisat22"
    two = "--backends pysat:minisat22,pysat:glucose4"
    cases.add(f"compare {two} --json runs.json --csv runs.csv {PAIR} {OTHER}", quick=True)
    cases.add(f"compare {two} --json - {PAIR} {OTHER}")
    cases.add(f"compare {two} --csv - {PAIR} {OTHER} --refined")
    cases.add(f"compare {two} --runs 2 --order shuffled --seed 3 --csv - {PAIR} {OTHER}")
    cases.add(f"compare {one} --cells both {PAIR} --lang de")
    cases.add(f"compare {one} --report report --json runs.json {PAIR} {OTHER}")
    cases.add(f"compare {two} --report report --scatter pysat:minisat22,pysat:glucose4 {PAIR}")
    cases.add(f"compare {one} {PAIR}", "compare --resume", f"compare {one} --resume {PAIR} {OTHER}")
    cases.add(
        f"compare {one} --json runs.json {PAIR}",
        f"compare {two} --json runs.json --resume {PAIR} {OTHER} --jobs 2",
        "compare --json runs.json --resume --csv -",
        "compare --json runs.json --resume --lang de",
        "compare --json runs.json --resume --report report --scatter nosuch,pysat:minisat22",
    )
    cases.add(f"compare {one} in/folder", quick=True)
    cases.add(f"compare {one} in/folder-wrong", "compare --resume --lang de")
    cases.add(f"compare {one} in/folder-broken")
    cases.add(f"export {PAIR} -o question.cnf", f"compare {two} question.cnf {OTHER}")
    cases.add(f"export {FULL} --question clues --at-most 3 -o q.cnf", f"compare {one} q.cnf")
    cases.add(f"compare {one} in/nosuch.txt {PAIR}")
    cases.add(f"compare {one} --suite small --csv -")
    cases.add(f"compare --backends nosuch {PAIR}", "compare --resume", quick=True)
    cases.add(
        "compare --resume --json in/many.csv", "compare --resume --json nosuch.json", quick=True
    )


def add_misuse(cases: Cases) -> None:
    """Add cases for options that do not go together: all declared rules, and all pairs of options
    of each command.
    """
    options = {
        "solve": each(
            "--walk | -q | --json | --pause | --certificate c | --verify-no | --force | "
            "--any-steps | --html p.html | --checker lrat-check | --no-refinement"
        ),
        "ways": ("--all", "--limit 2", "--certificate c", "--force", "--checker cake_lpr", "-q"),
        "nearest": ("--at-least 3", "--count-blanks", "--certificate c", "--verify-no", "--force"),
        "random": ("--near-miss", "--related yes", "-o p.txt", "-o -", "--folder f", "--solve"),
        "complete": each("--all | --limit 2 | --output csv | --parquet p | -q | --json | --jobs 1"),
        "canonical": each(
            "--by solution | --only digits | --symmetries | --check | --output csv | "
            "--parquet p | --certificate c | --form max | --time-limit 9 | -q | --json"
        ),
        "duplicates": each(
            "--against in/more.csv | --by solution | --near 1 | --check | --steps | -o o.csv | "
            "--drop d.csv | --parquet p | --scratch s | -q | --json"
        ),
        "unavoidable": ("--size 4", "--blueprint in/blueprint4.txt", "-q", "--json"),
        "fewest-clues": ("--explain", "--count", "--certificate c", "-q", "--json", "--box 2x2"),
        "export": each(
            "--question completion | --question nearest | --at-least 3 | --at-most 3 | --size 4 | "
            "--form max | --refined | --cells both | --wcnf-header | --suite small | --force | "
            "--question clues | --count-blanks | --question canonical"
        ),
        "catalogue find": each(
            "--near 1 | --within | --all | --steps | --output csv | -q | --json"
        ),
    }
    for name, single in options.items():
        for pair in combinations(single, 2):
            call = f"{default_call(name)} {' '.join(pair)}"
            cases.add(*before(name), call, quick=name in ("solve", "canonical", "duplicates"))
        for option in single:
            cases.add(*before(name), f"{default_call(name)} {option} --lang de")
    for line in each(
        "compare | compare --csv - --json - {pair} | compare --scatter a,b {pair} | "
        "compare --seed 3 {pair} | compare --force {pair} | compare --csv x --json x {pair} | "
        "compare --report in {pair} | compare --cluster x --jobs 2 {pair} | compare --runs 0 | "
        "compare --report r --csv r/x.csv {pair} | compare --report '' {pair} | "
        "compare --csv '' | fewest-clues | fewest-clues --count --box 2x2 | "
        "fewest-clues --certificate c --box 2x2 | fewest-clues --certificate c {one} | "
        "unavoidable --blueprint - - | solve --certificate c {pair} in/moved4.txt | "
        "ways --certificate c {pair} in/moved4.txt | "
        "nearest --at-least 3 --certificate c {pair} in/moved4.txt | export -o - | "
        "export {pair} -o - | export --suite small -o - | export --suite small {pair} -o x | "
        "export --suite nosuch -o x | export --suite sat --refined -o x | export {pair} | "
        "export --suite pb --cells both -o x | export --question completion {one} -o x.wcnf | "
        "export --question clues {full} -o x.cnf | export --question nearest {pair} -o x.cnf | "
        "canonical --certificate c {many} | canonical --certificate c {one} {one} | "
        "complete --cluster 127.0.0.1:1 --jobs 2 {many} | copies4.txt | slove {pair} | nosuch | "
        "solve --pause --walk {pair} | random --box 8x8 | random --solve -o - --seed 1 | "
        "catalogue remove seen.db | solve --checker lrat-check --verify-no in/moved4.txt | "
        "solve {pair} --html {pair} | export {pair} -o in/copies4.cnf/x.cnf"
    ):
        call = line.format(**GIVEN)
        cases.add(call, copies=["copies4.txt"])
        cases.add(call, copies=["copies4.txt"], variables={"LANG": "de_DE.UTF-8"}, quick=True)
    for line in each(
        "solve --html copies4.txt copies4.txt | random --seed 1 -o copies4.txt | "
        "export copies4.txt -o copies4.txt | duplicates -o many.csv many.csv | "
        "duplicates -o x.csv --drop x.csv many.csv | complete --parquet many.csv many.csv | "
        "solve --certificate . copies4.txt | compare --csv copies4.txt copies4.txt | "
        "catalogue export many.csv -o many.csv | duplicates -o many.csv - < many.csv | "
        "compare --report . --csv x.csv copies4.txt | catalogue add many.csv many.csv"
    ):
        for option in ("", "--lang de"):
            if " < " in line:
                cases.add(line, copies=["copies4.txt", "many.csv"], quick=True)
            else:
                cases.add(f"{line} {option}", copies=["copies4.txt", "many.csv"], quick=True)


def add_wrong_files(cases: Cases) -> None:
    wrong = each(
        "in/empty.txt | in | in/nosuch.txt | in/random.bin | in/wrong.txt | in/short.txt | "
        "in/large.txt | in/latin.txt | in/broken.gz | in/broken.xz | in/broken.json | "
        "in/broken.xml | in/broken.parquet | in/ragged.csv | in/three.txt | in/sizes.txt"
    )
    for name in ("solve", "nearest", "complete", "candidates", "canonical", "unavoidable"):
        for file in wrong:
            cases.add(f"{name} {file}", quick=name in ("solve", "canonical"))
            cases.add(f"{name} {file} --lang de")
            if file != "in" and "nosuch" not in file:
                cases.add(f"{name} --json - < {file}")
    for name in each("ways | within | symmetries | duplicates | fewest-clues | catalogue add x.db"):
        for file in wrong:
            cases.add(f"{name} {file}")
    for file in wrong:
        cases.add(f"export {file} -o x.cnf")
        cases.add(f"check in {file}")


def add_terminals(cases: Cases) -> None:
    """Add cases on a terminal: the prompt without a command, and commands that wait for a key."""
    for language in ("en", "de"):
        typed = "copies4\nn\nmoved4.txt\nnosuch\n\n"
        cases.add(f"--lang {language}", copies=["copies4.txt", "moved4.txt"], typed=typed)
        cases.add(f"--lang {language}", copies=["copies4.txt"], typed="1\ny\nhtml\n\n")
        cases.add(f"--lang {language}", copies=["copies4.txt"], typed="?\n0\n99\n../x\n\x04")
        cases.add(f"solve --walk --pause {PAIR} --lang {language}", typed="         ")
        cases.add(f"random --seed 1 --box 2x2 --folder made --lang {language}", typed="y\n")
        cases.add(f"random --seed 1 --box 2x2 --folder made --lang {language}", typed="n\n")


def add_shared(cases: Cases, base: Path) -> None:
    """Add cases for pairs and puzzles that others published, if they are present."""
    for path in sorted((base / "in" / "bwinf").glob("*.txt")):
        name = f"in/bwinf/{path.name}"
        for line in ("solve", "solve --json", "nearest --json", "within", "ways -q", "canonical"):
            cases.add(f"{line} {name}", quick=line == "solve")
        cases.add(f"solve --walk --lang de --notation order {name}")
        cases.add(f"solve --html page.html {name}")
    for path in sorted((base / "in" / "puzzles").glob("*.txt")):
        name = f"in/puzzles/{path.name}"
        for line in each(
            "canonical | canonical --jobs 2 | canonical --json | canonical --by solution | "
            "complete | complete --output csv | complete --parquet out.parquet | symmetries | "
            "duplicates | duplicates --near 1 --steps | duplicates --near 2 --json | "
            "canonical --form max --symmetries | canonical --check | symmetries --lang de | "
            "duplicates -o first.txt --drop rest.txt | duplicates --by solution --lang de"
        ):
            cases.add(f"{line} {name}")
        cases.add(
            f"catalogue add seen.db {name}",
            f"catalogue find seen.db {name} --near 1",
            "catalogue stats seen.db",
            "catalogue verify seen.db",
        )


# The input files


def write_inputs(folder: Path) -> None:
    """Write all input files of the cases to a folder."""
    texts = {
        "copies4.txt": "12..\n..1.\n.3..\n...1\n\n..1.\n1...\n...1\n.3.2\n",
        "moved4.txt": "12..\n..1.\n.3..\n...1\n\n..1.\n1...\n...1\n.2.2\n",
        "equal4.txt": "12..\n....\n....\n....\n\n12..\n....\n....\n....\n",
        "part4.txt": "12..\n....\n.3..\n...1\n\n..1.\n1...\n...1\n.3.2\n",
        "mixed4.txt": "11..\n....\n.3..\n...1\n\n1234\n3412\n2143\n4321\n",
        "near4.txt": "12..\n..1.\n.3..\n...2\n",
        "one4.txt": "12..\n..1.\n.3..\n...1\n",
        "puzzle4.txt": "12..\n..1.\n.3..\n....\n",
        "least4.txt": "...1\n.2..\n..3.\n....\n",
        "several4.txt": "12..\n....\n....\n....\n",
        "none4.txt": "12..\n..2.\n.1..\n3..4\n",
        "twice4.txt": "11..\n....\n....\n....\n",
        "full4.txt": "1234\n3412\n2143\n4321\n",
        "blueprint4.txt": "12..\n21..\n....\n....\n",
        "absent4.txt": "123.\n231.\n312.\n....\n",
        "full6.txt": "123456\n456123\n231564\n564231\n312645\n645312\n",
        "puzzle6.txt": "1..4..\n..6..3\n.3.5..\n5...3.\n..2..5\n6..3..\n",
        "full9.txt": "534678912672195348198342567859761423426853791713924856"
        "961537284287419635345286179\n",
        "puzzle9.txt": "53..7....6..195....98....6.8...6...34..8.3..17...2...6"
        ".6....28....419..5....8..79\n",
        "many.txt": "12..............\n..............21\n1234341221434321\n123434122143432.\n",
        "many.csv": "id,puzzle,note\n1,12..............,a\n2,..............21,b\n"
        "3,123434122143432.,c\n4,.1.2.3.4........,d\n5,123434122143....,e\n"
        "6,.12.............,f\n",
        "more.csv": "id,puzzle,note\n1,.2.1............,x\n2,1234341221434321,y\n"
        "3,1231............,z\n",
        "bad.csv": "id,puzzle\n1,12..............\n2,12......5.......\n3,12...\n"
        "4,..............21\n",
        "many.jsonl": '{"puzzle": "12..............", "n": 1}\n{"puzzle": "..............21"}\n',
        "many.json": '["12..............", "..............21", {"puzzle": "1234341221434321"}]\n',
        "many.xml": '<?xml version="1.0"?>\n<o>\n<game data="12.............."/>\n'
        '<game data="..............21"/>\n</o>\n',
        "empty.txt": "",
        "wrong.txt": "12..\n..a.\n....\n....\n\n12..\n....\n....\n....\n",
        "short.txt": "12..\n..1.\n...\n....\n\n12..\n....\n....\n....\n",
        "large.txt": "\n".join([". " * 49] * 49) + "\n",
        "three.txt": "12..\n....\n....\n....\n\n" * 3,
        "sizes.txt": "12..\n....\n....\n....\n\n" + "......\n" * 6,
        "ragged.csv": 'id,puzzle\n1,"12..............\n2,12..............,x,y\n',
        "broken.json": '[["12.............."',
        "broken.xml": '<o><game data="12.............."/><game',
        "foreign.cnf": "p cnf 2 2\n1 2 0\n-1 0\n",
        "folder/a.txt": "12..\n..1.\n.3..\n...1\n\n..1.\n1...\n...1\n.3.2\n",
        "folder/manifest.toml": '[[pair]]\nfile = "a.txt"\nbox = "2x2"\nsize = 4\nfamily = "x"\n'
        'verdict = "copies"\nsuites = ["small"]\n',
        "folder-broken/a.txt": "12..\n....\n....\n....\n\n12..\n....\n....\n....\n",
        "folder-broken/manifest.toml": "[[pair]\n",
        "said/satisfiable": "s SATISFIABLE\nv 1 2 3 0\n",
        "said/unsatisfiable": "s UNSATISFIABLE\n",
        "said/unknown": "c x\ns UNKNOWN\n",
        "said/wrong": "s PERHAPS\n",
        "said/short": "s SATISFIABLE\n",
        "said/empty": "",
        "said/minisat-no": "UNSAT\n",
    }
    texts["folder-wrong/a.txt"] = texts["folder/a.txt"]
    texts["folder-wrong/manifest.toml"] = texts["folder/manifest.toml"].replace(
        '"copies"', '"different"'
    )
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    table = texts["many.csv"].encode()
    bytes_of = {
        "many.csv.gz": gzip.compress(table, mtime=0),
        "many.csv.xz": lzma.compress(table),
        "broken.gz": gzip.compress(table, mtime=0)[:-9],
        "broken.xz": lzma.compress(table)[:-9],
        "broken.parquet": b"PAR1" + bytes(40) + b"PAR1",
        "latin.txt": "12..\n....\nä...\n....\n".encode("latin-1"),
        "random.bin": hashlib.sha512(b"random").digest() * 20,
    }
    for name, content in bytes_of.items():
        (folder / name).write_bytes(content)
    shutil.copyfile(INSTANCES / "size9-clues25-copies.txt", folder / "copies9.txt")
    with contextlib.closing(sqlite3.connect(folder / "other.db")) as database:
        database.execute("create table other (x)")
        database.commit()
    _write_parquet(folder / "table.parquet", table.decode())
    (folder / "one").mkdir()
    for path in INSTANCES.glob("*.txt"):
        first = path.read_text(encoding="utf-8").strip().partition("\n\n")[0]
        (folder / "one" / path.name).write_text(first + "\n", encoding="utf-8")
    (folder / "forms").mkdir()
    pages = [ROOT / "docs" / "formats.md", ROOT / "tests" / "samples.md"]
    documented = "\n".join(page.read_text(encoding="utf-8") for page in pages if page.exists())
    for sample in re.findall(r"```text\n(.*?)\n```\n", documented, re.DOTALL):
        name = hashlib.sha256(sample.encode()).hexdigest()[
            :6
        ]  # The name stays the same if samples are added.
        (folder / "forms" / f"{name}.txt").write_text(sample + "\n", encoding="utf-8")
    if (SHARED / "bwinf").is_dir():
        (folder / "bwinf").mkdir()
        for path in (SHARED / "bwinf").glob("*.txt"):
            shutil.copyfile(path, folder / "bwinf" / path.name)
    (folder / "puzzles").mkdir()
    for name in ("17puz49158.txt", "sudoku10k.txt"):
        if (SHARED / "puzzles" / name).is_file():
            with (SHARED / "puzzles" / name).open(encoding="utf-8") as file:
                lines = list(islice(file, OF_A_COLLECTION))
            (folder / "puzzles" / name).write_text("".join(lines), encoding="utf-8")


def _write_parquet(path: Path, table: str) -> None:
    import pyarrow
    from pyarrow import parquet

    rows = list(csv.DictReader(io.StringIO(table)))
    parquet.write_table(pyarrow.Table.from_pylist(rows), path)


# The actions between calls: lines that begin with an exclamation mark


def other_program(words: Sequence[str]) -> None:
    """Do what a user or a solver does between two calls, as a line that begins with `!` states."""
    name, path, *rest = words
    if name == "!remove":
        Path(path).unlink()
    elif name == "!spoil":  # Replaces the last digit of the file.
        content = Path(path).read_bytes()
        at = max(content.rfind(b"1"), content.rfind(b"2"), content.rfind(b"3"))
        changed = b"7" if content else b""
        Path(path).write_bytes(content[:at] + changed + content[at + 1 :])
    elif not Path(path).exists():  # There is no such formula; the next call prints the reason.
        Path(rest[0]).write_text("", encoding="utf-8")
    elif name == "!minisat":
        Path(rest[0]).write_text(_model(Path(path).read_text(encoding="ascii")), encoding="ascii")
    elif name == "!optimum":
        Path(rest[0]).write_text(_optimum(Path(path).read_text(encoding="ascii")), encoding="ascii")
    else:
        raise ValueError(f"no such program: {name}")


def _model(formula: str) -> str:
    """Solve a formula in the format DIMACS, and return the output of the solver."""
    from pysat.solvers import Minisat22

    clauses = [
        [int(literal) for literal in line.split()[:-1]]
        for line in formula.splitlines()
        if line[:1] not in ("c", "p", "")
    ]
    with Minisat22(bootstrap_with=clauses) as solver:
        if not solver.solve():
            return "s UNSATISFIABLE\n"
        return "s SATISFIABLE\nv " + " ".join(map(str, solver.get_model())) + " 0\n"


def _optimum(constraints: str) -> str:
    """Solve constraints in the format OPB, and return the output of the solver, which is the same
    each time.
    """
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    variables: dict[str, cp_model.IntVar] = {}
    has_costs = False
    for line in constraints.splitlines():
        if line.startswith("*") or not line.strip():
            continue
        sums = re.findall(r"([+-]\d+) x(\d+)", line)
        total = sum(
            int(weight) * variables.setdefault(name, model.new_bool_var(name))
            for weight, name in sums
        )
        if line.startswith("min:"):
            has_costs = True
            model.minimize(total)
        else:
            model.add(total >= int(line.rstrip(" ;").rpartition("=")[2]))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return "s UNSATISFIABLE\n"
    told = "OPTIMUM FOUND" if has_costs else "SATISFIABLE"
    count = int((re.search(r"#variable= (\d+)", constraints) or [0, 0])[1])
    values = [
        str(n) if str(n) in variables and solver.value(variables[str(n)]) else f"-{n}"
        for n in range(1, count + 1)
    ]
    costs = f"o {round(solver.objective_value)}\n" if has_costs else ""
    return f"{costs}s {told}\nv {' '.join(values)} 0\n"


# Running


class Ended(NamedTuple):
    """How a call ended: its exit status or the reason for its end, and its output."""

    status: str
    out: bytes
    err: bytes


def environment(place: Path, case: Case) -> dict[str, str]:
    """Return the environment variables for a case. Of this machine, they have only the place of
    Python.
    """
    (place / "state").mkdir()
    (place / "nothing").mkdir()
    kept = {name: os.environ[name] for name in ("PYTHONPATH", "VIRTUAL_ENV") if name in os.environ}
    return {
        **kept,
        "PATH": str(place / "nothing"),  # so that no solver of this machine is found
        "HOME": str(place / "state"),
        "XDG_STATE_HOME": str(place / "state"),
        "MPLCONFIGDIR": str(place.parent / "fonts"),
        "TMPDIR": str(place / "nothing"),
        "TERM": "dumb",
        "COLUMNS": "80",
        **dict(case.variables),
    }


def run_case(case: Case, base: Path, target: Path) -> None:
    """Run the calls of a case in a new folder, and write the record of the case to `target`."""
    place = Path(tempfile.mkdtemp(dir=base))
    work = place / "work"
    work.mkdir()
    (work / "in").symlink_to("../../in")
    (work / "instances").symlink_to(base / "instances")
    for name in case.copies:
        shutil.copyfile(base / "in" / name, work / name)
    variables = environment(place, case)
    earlier = contents(work)
    record = Record(str(base), str(place))
    os.chdir(work)
    for name, value in case.variables:
        record.say(f"variable {name}={value}")
    for number, line in enumerate(case.lines):
        if line.startswith("!"):
            record.say(f"$ {line[1:]}")
            other_program(line.split())
            continue
        step = Step.parse(line)
        ended = call(step, place, variables, case.typed if number == len(case.lines) - 1 else None)
        record.say(f"$ sudokopie {line}".rstrip())
        record.say(f"status {ended.status}")
        if step.written is None:
            record.content("output", "standard output", ended.out)
        else:
            Path(step.written).write_bytes(ended.out)
        record.content("errors", "standard error", ended.err)
    for name, content in sorted(contents(work).items()):
        if earlier.get(name) != content:
            record.content(name, f"file {name}", content, folder=work)
    for name in sorted(set(earlier) - set(contents(work))):
        record.say(f"file {name} was removed")
    for name, content in sorted(contents(place / "state").items()):
        record.content(name, f"file state/{name}", content)
    (target / f"{case.name}.txt").write_text(record.text(), encoding="utf-8", errors="replace")
    os.chdir(base)
    shutil.rmtree(place, ignore_errors=True)


def contents(folder: Path) -> dict[str, bytes]:
    """Return the contents of all files in a folder by their names; links are not followed."""
    found = {}
    for inside, folders, names in os.walk(folder):
        for name in [*names, *folders]:
            path = Path(inside, name)
            if path.is_file() and not path.is_symlink():
                found[str(path.relative_to(folder))] = path.read_bytes()
            elif path.is_dir() and not path.is_symlink() and not any(path.iterdir()):
                found[f"{path.relative_to(folder)}/"] = b""
    return found


def call(step: Step, place: Path, variables: dict[str, str], typed: str | None) -> Ended:
    """Run a call in a process of its own, and return how it ended."""
    out, err = place / "out", place / "err"
    leader = follower = -1
    if typed is not None:
        leader, follower = pty.openpty()
        _make_quiet(follower)
    process = os.fork()
    if process == 0:
        try:
            _become(step, out, err, variables, follower)
        finally:
            os._exit(99)
    shown = b""
    if typed is not None:
        os.close(follower)
        shown = _talk(leader, typed)
    status = _wait(process)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process, signal.SIGKILL)  # ends the processes that it has started
    if typed is not None:
        os.close(leader)
        return Ended(status, shown, b"")
    return Ended(status, out.read_bytes(), err.read_bytes())


def _make_quiet(terminal: int) -> None:
    """Let a terminal not repeat the typed text, because the text would appear at a random
    moment.
    """
    attributes = termios.tcgetattr(terminal)
    attributes[3] &= ~termios.ECHO
    termios.tcsetattr(terminal, termios.TCSANOW, attributes)


def _talk(leader: int, typed: str) -> bytes:
    """Type a line or a key each time the program waits, and return its output on the terminal."""
    import select

    shown = b""
    waiting = re.findall(r"[^\n]*\n", typed) if "\n" in typed else list(typed)
    waiting += [typed.rpartition("\n")[2]] if "\n" in typed and not typed.endswith("\n") else []
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        ready, _, _ = select.select([leader], [], [], 0.7)
        if ready:
            try:
                some = os.read(leader, 65536)
            except OSError:  # Linux raises this error at the end of the output.
                break
            if not some:
                break
            shown += some
        elif waiting:
            os.write(leader, waiting.pop(0).encode())
        else:
            os.write(leader, b"\x04")
    return shown


def _become(step: Step, out: Path, err: Path, variables: dict[str, str], terminal: int) -> None:
    """Run the program in this child process, and end the process."""
    os.setsid()
    resource.setrlimit(resource.RLIMIT_CPU, (TIME_LIMIT, TIME_LIMIT + 5))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if terminal >= 0:
        import fcntl

        fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
        for stream in range(3):
            os.dup2(terminal, stream)
    else:
        places = (step.read or os.devnull, str(out), str(err))
        flags = (os.O_RDONLY, *2 * (os.O_WRONLY | os.O_CREAT | os.O_TRUNC,))
        for stream, (name, flag) in enumerate(zip(places, flags, strict=True)):
            os.dup2(os.open(name, flag, 0o600), stream)
    os.environ.clear()
    os.environ.update(variables)
    tempfile.tempdir = None
    sys.argv = ["sudokopie", *step.words]
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(  # noqa: SIM115
        2, "w", buffering=1, encoding="utf-8", errors="backslashreplace", closefd=False
    )
    sys.__stdin__, sys.__stdout__, sys.__stderr__ = sys.stdin, sys.stdout, sys.stderr  # type: ignore[misc]
    signal.signal(signal.SIGINT, signal.default_int_handler)
    status: object = 0
    try:
        program()
    except SystemExit as exit_:
        status = exit_.code
    except BaseException:
        import traceback

        traceback.print_exc()
        status = 98
    with contextlib.suppress(Exception):
        atexit._run_exitfuncs()
    with contextlib.suppress(Exception):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(status if isinstance(status, int) else 1)


def _wait(process: int) -> str:
    """Wait until a process ends, at most until the time limit, and return how it ended."""
    end = time.monotonic() + PATIENCE
    pause = 0.001
    while time.monotonic() < end:
        found, status = os.waitpid(process, os.WNOHANG)
        if found:
            code = os.waitstatus_to_exitcode(status)
            if code in (-signal.SIGXCPU, -signal.SIGKILL):
                return f"none: ended after {TIME_LIMIT} seconds of work"
            return str(code) if code >= 0 else signal.Signals(-code).name
        time.sleep(pause)
        pause = min(0.02, pause * 1.3)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process, signal.SIGKILL)
    os.waitpid(process, 0)
    return f"none: ended after {PATIENCE} seconds"


# The records


class Record:
    """The record of a case, from which everything that depends on the machine or the time is
    removed.
    """

    def __init__(self, base: str, place: str) -> None:
        self._lines: list[str] = []
        self._folders = [
            (f"{place}/work", "<folder>"),
            (f"{place}/state", "<state>"),
            (f"{place}/nothing", "<temporary>"),
            (place, "<place>"),
            (base, "<base>"),
            (sys.executable, "<python>"),
            (sys.prefix, "<prefix>"),
            (str(ROOT), "<root>"),
        ]

    def say(self, line: str) -> None:
        self._lines.append(line)

    def text(self) -> str:
        return "\n".join(self._lines) + "\n"

    def content(self, name: str, title: str, content: bytes, folder: Path | None = None) -> None:
        """Add the content of a file or a stream to the record, if it is not empty."""
        if not content and name in ("output", "errors"):
            return
        text = readable(name, content, folder)
        self.say(f"--- {title}")
        if text is None:
            self.say(f"{len(content)} bytes, {hashlib.sha256(content).hexdigest()}")
            return
        for path, instead in self._folders:
            text = text.replace(path, instead)
        text = normalised(name, text)
        if len(text) > LONGEST_TEXT:
            digest = hashlib.sha256(text.encode(errors="replace")).hexdigest()
            text = f"{text[: LONGEST_TEXT // 10]}\n... {len(text)} characters, {digest}\n"
        self._lines += [f"| {line}" for line in text.split("\n")]


def readable(name: str, content: bytes, folder: Path | None) -> str | None:
    """Return the content of a file as text. Return None if the file has no text."""
    if content.startswith(b"\x1f\x8b"):
        return readable(name.removesuffix(".gz"), gzip.decompress(content), folder)
    if content.startswith(b"\xfd7zXZ"):
        return readable(name.removesuffix(".xz"), lzma.decompress(content), folder)
    if content.startswith(b"SQLite format 3\0") and folder is not None:
        with contextlib.closing(sqlite3.connect(f"file:{folder / name}?mode=ro", uri=True)) as file:
            pragmas = ("user_version", "application_id", "journal_mode", "page_size")
            said = [f"{one} {file.execute(f'pragma {one}').fetchone()[0]}" for one in pragmas]
            return "\n".join([*said, *file.iterdump()])
    if content.startswith(b"PAR1"):
        from pyarrow import parquet

        table = parquet.read_table(io.BytesIO(content))
        return "\n".join([str(table.schema), *map(str, table.to_pylist())])
    if content.startswith(b"\x89PNG"):
        return "a picture"
    if name.endswith(".svg"):
        return "a drawing"
    try:
        return content.decode()
    except UnicodeDecodeError:
        return None


TIMED = r'"((?:[a-z]+_)*seconds|memory)": [-+.\de]+'
VERSION = version("sudokopie")


def normalised(name: str, text: str) -> str:
    """Return a text in which everything that differs from run to run is replaced."""
    text = text.replace(f"sudokopie {VERSION}", "sudokopie <version>")
    text = text.replace(f"sudokopie, version {VERSION}", "sudokopie, version <version>")
    text = re.sub(TIMED, r'"\1": <time>', text)
    text = re.sub(r'"(ended|processor)": "[^"]*"', r'"\1": <said>', text)
    text = re.sub(r'"commit": (null|"[^"]*")', '"commit": <said>', text)
    text = re.sub(r'"versions": \{[^}]*\}', '"versions": <said>', text)
    text = re.sub(r'"cores": \d+', '"cores": <said>', text)
    if name.rpartition("/")[2] == "SHA256SUMS":  # The digests are of files with versions or times.
        text = re.sub(r"^[0-9a-f]{64}", "<digest>", text, flags=re.MULTILINE)
    if text.startswith("instance,digest,"):
        text = _without_times(text)
    if "PAR-2" in text:
        text = _report(text) if "<html" in text else _tables(text)
    return text


def _without_times(table: str) -> str:
    """Return the table of measured runs without the times."""
    rows = list(csv.DictReader(io.StringIO(table)))
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]) if rows else [], lineterminator="\n")
    writer.writeheader()
    for row in rows:
        for name in row:
            if row[name] and (name.endswith("seconds") or name in ("memory", "commit", "ended")):
                row[name] = "<said>"
        writer.writerow(row)
    return out.getvalue()


def _tables(text: str) -> str:
    """Return tables of backends without the times, and with rows in an order that does not depend
    on them.
    """
    said: list[str] = []
    rows: list[str] = []
    for line in [*text.splitlines(), ""]:
        if line.startswith("| "):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if cells[0].startswith("---"):
                continue
            if len(cells) == 8 and "PAR-2" not in cells:
                cells[3:7] = ["<time>"] * 4
            rows.append(" | ".join(cells))
        else:
            said += [*rows[:1], *sorted(rows[1:])] if rows else []
            rows = []
            said.append(line)
    return "\n".join(said)


def _report(page: str) -> str:
    """Return a page about measured runs without its drawings and times."""
    page = re.sub(r"<svg.*?</svg>", "<svg>", page, flags=re.DOTALL)
    page = re.sub(r"data:image/[^\"')]*", "data:image", page)
    page = re.sub(r"<tbody>.*?</tbody>", _sorted_rows, page, flags=re.DOTALL)
    page = re.sub(r"(?<![\w.#-])\d+\.\d+(?:e-?\d+)?(?![\w%])", "<number>", page)
    page = re.sub(r"\d{4}-\d\d-\d\dT[\d:]+Z|\d{4}-\d\d-\d\d(?: [\d:]+)?", "<moment>", page)
    return re.sub(r"(commit|Commit)( |</dt>\s*<dd>)[0-9a-f]{7,}", r"\1\2<commit>", page)


def _sorted_rows(body: re.Match[str]) -> str:
    rows = re.findall(r"<tr.*?</tr>", body[0], re.DOTALL)
    plain = [re.sub(r">[\d.,]+<", "><number><", row) for row in rows]
    return "<tbody>\n" + "\n".join(sorted(plain)) + "\n</tbody>"


# The two commands


def warm_up() -> None:
    """Import all modules, so that the child processes need not import them."""
    others = ("tests", "benchmarks", "instances", "docs", "build", "dist")
    for module in pkgutil.walk_packages(sudokopie.__path__, "sudokopie."):
        if module.name.split(".")[1] not in others and not module.name.endswith("__main__"):
            with contextlib.suppress(ImportError):
                importlib.import_module(module.name)
    for name in (
        "numpy",
        "pysat.solvers",
        "pysat.examples.rc2",
        "igraph",
        "sqlite3",
        "pyarrow.parquet",
    ):
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    for name in ("ortools.sat.python.cp_model", "multiprocessing.connection"):
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    gc.collect()
    gc.freeze()


def record(target: Path, jobs: int, quick: bool, only: str | None, times: bool) -> int:
    """Run all cases, and write a record of each to the folder `target`."""
    if target.exists() and any(target.iterdir()):
        print(f"{target} is not empty", file=sys.stderr)
        return 2
    target.mkdir(parents=True, exist_ok=True)
    target = target.resolve()
    begin = time.monotonic()
    # TemporaryDirectory is not used, because each child process would delete it at its end.
    in_memory = (
        "/dev/shm" if os.path.isdir("/dev/shm") else None
    )  # Files on a disk take twice as long.
    base = Path(tempfile.mkdtemp(dir=in_memory)).resolve()
    try:
        (base / "in").mkdir()
        (base / "fonts").mkdir()
        (base / "instances").symlink_to(INSTANCES)
        write_inputs(base / "in")
        warm_up()
        cases = [
            case
            for case in all_cases(base)
            if (case.quick or not quick) and (only is None or only in case.name)
        ]
        _run_all(cases, base, target, jobs)
        took = sorted((base / "times").read_text().splitlines(), reverse=True)
    finally:
        shutil.rmtree(base, ignore_errors=True)
    kept = len(list(target.iterdir()))
    print(f"{kept} cases of {len(cases)} in {time.monotonic() - begin:.0f} s, in {target}")
    if times:
        print("\n".join(took[:40]))
    return 0 if kept == len(cases) else 2


def _run_all(cases: Sequence[Case], base: Path, target: Path, jobs: int) -> None:
    """Run the cases in `jobs` processes. Each process takes the next case when it is free."""
    numbers, ours = os.pipe()
    workers = []
    for _ in range(jobs):
        worker = os.fork()
        if worker == 0:
            os.close(ours)
            _work(cases, base, target, numbers)
            os._exit(0)
        workers.append(worker)
    os.close(numbers)
    with open(ours, "wb", buffering=0) as pipe:
        for number in range(len(cases)):
            pipe.write(number.to_bytes(4, "big"))
    for worker in workers:
        os.waitpid(worker, 0)


def _work(cases: Sequence[Case], base: Path, target: Path, numbers: int) -> None:
    """Run the cases whose numbers are received, until no more numbers come."""
    while number := os.read(numbers, 4):
        case = cases[int.from_bytes(number, "big")]
        begin = time.monotonic()
        try:
            run_case(case, base, target)
        except Exception:
            import traceback

            traceback.print_exc()
            print(f"no record of {case.name}", file=sys.stderr)
        with (base / "times").open("a") as file:
            file.write(f"{time.monotonic() - begin:8.2f} {case.name}\n")


def compare(old: Path, new: Path, names_alone: bool) -> int:
    """Print the differences between two recordings."""
    texts = [{path.stem: path for path in folder.glob("*.txt")} for folder in (old, new)]
    differing = 0
    for name in sorted(texts[0].keys() | texts[1].keys()):
        difference = list(_difference(texts[0].get(name), texts[1].get(name)))
        if not difference:
            continue
        differing += 1
        print(name)
        if not names_alone:
            for line in difference[:40]:
                print(f"    {line[:200]}")
            if len(difference) > 40:
                print(f"    ... {len(difference) - 40} more lines")
    print(f"{differing} of {len(texts[0].keys() | texts[1].keys())} cases differ", file=sys.stderr)
    return 1 if differing else 0


def _difference(old: Path | None, new: Path | None) -> Iterator[str]:
    if old is None or new is None:
        yield "only in the new one" if old is None else "only in the old one"
        return
    one, other = old.read_bytes(), new.read_bytes()
    if one != other:
        earlier, after = one.decode().splitlines(), other.decode().splitlines()
        yield from islice(difflib.unified_diff(earlier, after, lineterm="", n=1), 2, None)


def main() -> int:
    """Make a recording or compare two recordings, as the command line states."""
    assert __doc__ is not None
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    recording = commands.add_parser("record", help="run all cases and write a record of each")
    recording.add_argument("folder", type=Path, metavar="DIR", help="where to; new, or empty")
    recording.add_argument("--quick", action="store_true", help="only the cases that are small")
    recording.add_argument("--jobs", type=int, default=2, help="how many cases at a time [2]")
    recording.add_argument(
        "--only", metavar="TEXT", help="only cases that have this in their names"
    )
    recording.add_argument("--times", action="store_true", help="name the cases that took longest")
    comparing = commands.add_parser("compare", help="print what differs; exit status 1 if anything")
    comparing.add_argument("old", type=Path, metavar="OLD")
    comparing.add_argument("new", type=Path, metavar="NEW")
    comparing.add_argument("--names", action="store_true", help="only the names of the cases")
    given = parser.parse_args()
    if given.command == "record":
        return record(given.folder, given.jobs, given.quick, given.only, given.times)
    for folder in (given.old, given.new):
        if not folder.is_dir():
            parser.error(f"no such folder: {folder}")
    return compare(given.old, given.new, given.names)


if __name__ == "__main__":
    sys.exit(main())
