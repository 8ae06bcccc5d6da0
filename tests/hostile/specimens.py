"""One file of every kind that is read, and commands that read it."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from pysat.solvers import Minisat22

from documents import DOCUMENTS
from hostile.program import run
from present import has, present

PAIR = b"12..\n..1.\n.3..\n...1\n\n..1.\n1...\n...1\n.3.2\n"
OTHER = b"12..\n..1.\n.3..\n...1\n\n..1.\n1...\n...1\n.2.2\n"
GRID = b"1234341221434321\n"
LINES = (
    b"id,puzzle,note\n1,12..............,a\n2,..............21,b\n3,123434122143432.,c\n"
    b"4,.1.2.3.4........,\n"
)
XML = (
    b'<?xml version="1.0"?>\n<o>\n<game data="12.............."/>\n'
    b'<game data="..............21"/>\n</o>\n'
)
ARRAY = b'["12..............", "..............21", {"puzzle": "1234341221434321"}]\n'
LIBRARY = b":0000:x:12..............:::\n"
MANIFEST = b"""\
[[pair]]
file = "pair.txt"
box = "2x2"
size = 4
family = "x"
verdict = "copies"
suites = ["small"]
"""

Files = dict[str, bytes]


class Specimen(NamedTuple):
    """Files of a folder, which of them is changed, and commands; @NAME stands for a file.

    `right` are the answers that may be given, as `verdict` returns them, None where it does not
    matter. `errors` is how many lines of error are allowed.
    """

    name: str
    files: Files
    victim: str
    commands: tuple[str, ...]
    right: frozenset[str] | None = None
    errors: int | None = 1

    def __str__(self) -> str:
        return self.name


def verdict(out: str) -> str:
    """Return what an answer in JSON says, without where it says it of."""
    said = [json.loads(line) for line in out.splitlines()]
    return json.dumps([{key: one[key] for key in one if key in _SAID} for one in said])


_SAID = ("status", "certifies", "fewest", "at_least", "at_most", "ways", "form", "extreme")


_CNF = ("cnf", "cnf --refined", "cnf within", "cnf nearest", "cnf canonical", "cnf completion")
_EXPORTS = (*_CNF, "wcnf", "opb", "pb.txt")
_PROOF = ("c/proof.lrat", "c/question.cnf")
_CERTIFICATES = {
    "no": ("c/certificate.json", *_PROOF, "c/proof.drat", "c/README", "c/SHA256SUMS"),
    "yes": ("c/certificate.json", *_PROOF),
    "ways": ("c/certificate.json", *_PROOF),
    "nearest": ("c/certificate.json", *_PROOF),
    "canonical": ("c/certificate.json", *_PROOF),
}
if has("studies"):
    _CERTIFICATES["clues"] = ("c/certificate.json", *_PROOF, "c/unique.cnf", "c/unique.lrat")
NAMES = (
    *("pair", "table", "XML", "array", "library", "grid", "mails", "document", "archive"),
    *(["catalogue", "submissions"] if has("catalogue") else []),
    *(["journal"] if has("comparison") else []),
    *(f"{what} {name}" for name in _EXPORTS for what in ("export", "model")),
    *(f"{name} {victim}" for name, victims in _CERTIFICATES.items() for victim in victims),
)
"""The names of all specimens, which are made when the first of them is needed."""


def specimen(name: str) -> Specimen:
    """Return the one of a name."""
    return _specimens()[name]


@cache
def _specimens() -> dict[str, Specimen]:
    """Return all of them by name; those that the program writes are made by itself."""
    pair, other = {"pair.txt": PAIR}, {"pair.txt": OTHER}
    grid = {"grid.txt": GRID}
    few = {"grid.txt": b"12..\n....\n..1.\n....\n"}
    about_pairs = (
        "solve --json",
        "nearest -q",
        "ways -q",
        "within -q",
        "solve --walk",
        "ways --json",
    )
    about_one = ("canonical -q @grid.txt", "symmetries -q @grid.txt")
    found = [
        Specimen("pair", pair, "pair.txt", tuple(f"{what} @pair.txt" for what in about_pairs)),
        Specimen("grid", grid, "grid.txt", about_one, errors=None),
    ]
    about_collections = (
        *("canonical", "complete -q", "candidates", "symmetries"),
        *("duplicates", "duplicates --near 1", "duplicates --json --steps", "audit"),
    )
    about_many = tuple(f"{what} @some" for what in present(about_collections))
    containers = {
        "mails": DOCUMENTS["folder of mails"](),
        "document": DOCUMENTS["docx"](),
        "archive": DOCUMENTS["archive"](),
    }
    files = {"table": LINES, "XML": XML, "array": ARRAY, "library": LIBRARY, **containers}
    for name, content in files.items():
        found.append(Specimen(name, {"some": content}, "some", about_many, errors=None))
    for ending, of, asks in (
        *((ending, pair, ()) for ending in ("cnf", "wcnf", "opb", "pb.txt")),
        ("cnf", pair, ("--refined",)),
        ("cnf", pair, ("--question", "within")),
        ("cnf", pair, ("--at-least", "4", "--question", "nearest")),
        *(("cnf", grid, ("--question", what)) for what in ("canonical", "completion")),
    ):
        (source,) = of
        question = _made(of, "export", f"@{source}", *asks, "-o", f"@question.{ending}")
        said = _model(question["question.cnf"]) if ending == "cnf" else b"s UNSATISFIABLE\n"
        model = {"model": said}
        name = " ".join([ending, *asks[-1:]])
        decode = (f"decode --json @question.{ending} @model",)
        found.append(Specimen(f"export {name}", question | model, f"question.{ending}", decode))
        found.append(Specimen(f"model {name}", question | model, "model", decode))
    certifying: list[tuple[str, Files, *tuple[str, ...]]] = [
        ("no", other, "solve", "--certificate", "@c", "@pair.txt"),
        ("yes", pair, "solve", "--certificate", "@c", "@pair.txt"),
        ("ways", pair, "ways", "--certificate", "@c", "@pair.txt"),
        ("nearest", other, "nearest", "--at-least", "6", "--certificate", "@c", "@pair.txt"),
        ("canonical", few, "canonical", "--certificate", "@c", "@grid.txt"),
    ]
    if has("studies"):
        certifying.append(("clues", grid, "fewest-clues", "--certificate", "@c", "@grid.txt"))
    for name, of, *command in certifying:
        (source,) = of
        files = _made(of, *command)
        check = f"check --json @c @{source}"
        right = frozenset({verdict(_ran(files, check))})
        for victim in files:
            if victim.startswith("c/"):
                found.append(Specimen(f"{name} {victim}", files, victim, (check,), right))
    if has("catalogue"):
        found += _catalogue()
    found.append(Specimen("journal", *_journal()))
    return {one.name: one for one in found}


def _catalogue() -> list[Specimen]:
    """Return a catalogue that is changed, and submissions that are changed before they are looked
    up in it.
    """
    lookups = (
        "catalogue find @seen.db @some.csv",
        "catalogue find --near 1 @seen.db @some.csv",
        "catalogue review @seen.db @some.csv",
    )
    commands = (
        *lookups,
        "catalogue list @seen.db",
        "catalogue stats @seen.db",
        "catalogue verify @seen.db",
        "catalogue salvage @seen.db @new.db",
        "catalogue merge @other.db @seen.db",
        "catalogue add @seen.db @some.csv",
    )
    seen = _made({"some.csv": LINES}, "catalogue", "add", "@seen.db", "@some.csv")
    return [
        Specimen("catalogue", seen, "seen.db", commands, errors=None),
        Specimen("submissions", seen, "some.csv", lookups, errors=None),
    ]


def _journal() -> tuple[Files, str, tuple[str, ...]]:
    """Return the journal of a comparison of two runs, and what reads it."""
    settings = {
        "time_limit": 60.0,
        "jobs": 1,
        "order": "given",
        "seed": None,
        "encoding": "plain",
        "cells": "rows-columns",
    }
    shared = {
        "digest": "0123456789abcdef",
        "family": "",
        "box": "2x2",
        "size": 4,
        "clues": 5,
        "expected": None,
        "encoding": "plain",
        "cells": "rows-columns",
        "run": 1,
        "error": None,
        "phases": {"encode": {"seconds": 0.001, "cpu_seconds": 0.001}},
        "memory": 0.5,
        "statistics": {"conflicts": 3},
        "settings": settings,
        "conditions": {"commit": None, "versions": {}, "processor": "x", "cores": 2},
        "ended": "2030-12-31T23:59:59Z",
        "version": None,
        "call": None,
    }
    runs = [
        {"instance": "pair.txt", "backend": backend, "ending": "copies", "steps": 2}
        | {"seconds": 0.002, "cpu_seconds": 0.002}
        | shared
        for backend in ("pysat:minisat22", "cp-sat")
    ]
    lines = "".join(f"{json.dumps(one)}\n" for one in runs)
    return {"runs.jsonl": lines.encode()}, "runs.jsonl", ("compare --json @runs.jsonl --resume",)


def write(folder: Path, files: Files) -> None:
    """Write files into a folder."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)


def read(folder: Path) -> Files:
    """Return all files of a folder."""
    paths = [path for path in folder.rglob("*") if path.is_file()]
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(paths)}


def words(command: str, folder: Path) -> list[str]:
    """Return the words of a command, each @NAME as the path of the file."""
    return [f"{folder}/{word[1:]}" if word[0] == "@" else word for word in command.split()]


def _made(files: Files, *command: str) -> Files:
    """Return files, and those that a command makes of them."""
    with TemporaryDirectory() as name:
        write(Path(name), files)
        ran = run(*words(" ".join(command), Path(name)))
        assert ran.status in (0, 1), ran
        return read(Path(name))


def _ran(files: Files, command: str) -> str:
    with TemporaryDirectory() as name:
        write(Path(name), files)
        ran = run(*words(command, Path(name)))
        assert ran.status == 0, ran
        return ran.out


def _model(cnf: bytes) -> bytes:
    """Return what a solver says of a formula."""
    lines = [line for line in cnf.decode().splitlines() if line[:1] not in "cp"]
    clauses = [list(map(int, line.split()[:-1])) for line in lines]
    with Minisat22(bootstrap_with=clauses) as solver:
        if not solver.solve():
            return b"s UNSATISFIABLE\n"
        literals = " ".join(map(str, solver.get_model()))
        return f"c solved\ns SATISFIABLE\nv {literals}\nv 0\n".encode()
