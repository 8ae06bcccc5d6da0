"""A suite as a set of formulas for solvers, with what a SAT competition asks to know about each."""

import csv
import hashlib
import os
from collections.abc import Iterable
from io import StringIO

from ..encoding.formula import counted
from ..encoding.question import Encoding
from ..exchange.export import export_pair
from ..exchange.header import Provenance, satisfiability
from ..sudoku.output import written
from .instances import Instance

METADATA, DESCRIPTION = "metadata.csv", "README.md"

_COLUMNS = (
    "file",
    "family",
    "expected",
    "variables",
    "clauses",
    "longest clause",
    "cells a side",
    "box",
    "clues",
    "encoding",
    "cells",
    "sha256",
)

FAMILIES = {
    "official": "The published example of the task.",
    "copies": "A Sudoku and a copy of it.",
    "near-miss": "A Sudoku and what is nearly a copy: a clue moved, two clues exchanged, or a "
    "smallest unavoidable set switched, then transformed.",
    "hard-copy": "A grid without blanks and a copy of it, digits merged into classes so that "
    "neither lines nor digits can be told apart by counting; those with the most conflicts per "
    "clause out of many.",
    "hard-switched": "The same, with a smallest unavoidable set switched in the copy.",
    "hard-other": "Two such grids made independently of each other.",
}
"""What the families of the manifest hold."""


def write_benchmark_set(
    folder: str,
    instances: Iterable[Instance],
    encoding: Encoding,
    provenance: Provenance,
) -> list[str]:
    """Write each instance as DIMACS CNF, a table of metadata and a description; return the names.

    Each file is written whole or not at all. Raises `OSError`.
    """
    os.makedirs(folder, exist_ok=True)
    table, families = StringIO(), dict[str, int]()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(_COLUMNS)
    names = []
    for instance in instances:
        name = f"{instance.name.removesuffix('.txt')}.cnf"
        path = os.path.join(folder, name)
        first, second, known = instance.first, instance.second, instance.expected
        export_pair(path, first, second, encoding, provenance, known)
        writer.writerow([name, *_described(instance, encoding), _sha256(path)])
        families[instance.family] = families.get(instance.family, 0) + 1
        names.append(name)
    for name, text in (
        (METADATA, table.getvalue()),
        (DESCRIPTION, _description(families, provenance)),
    ):
        with written(os.path.join(folder, name)) as file:
            file.write(text.encode())
    return names


def _described(instance: Instance, encoding: Encoding) -> list[object]:
    formula = encoding.formula(instance.first, instance.second)
    return [
        instance.family,
        satisfiability(instance.expected),
        formula.variables,
        sum(counted(formula).values()),
        max(map(len, formula.clauses()), default=0),
        instance.first.size,
        instance.first.shape,
        instance.first.clues,
        "refined" if encoding.refined else "plain",
        encoding.cells,
    ]


def _sha256(path: str) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _description(families: dict[str, int], provenance: Provenance) -> str:
    lines = [f"- `{name}` ({count}): {FAMILIES[name]}" for name, count in families.items()]
    return _TEXT.format(provenance=provenance, families="\n".join(lines), metadata=METADATA)


_TEXT = """\
# Is this Sudoku a copy of that one?

Each formula is satisfiable if and only if the second of two Sudokus is a copy of the first: the
same grid after turning it, reordering bands, stacks, rows within bands and columns within stacks,
and renaming digits. For boxes of n×n cells and N = n²: the variables say which band, stack, row,
column and digit becomes which, and whether the grid is turned; the clauses, that these are
bijections (pairwise at most one), that lines move with their blocks, and that a cell that comes to
lie on another one brings its digit: with the plain encoding up to 2·N⁴ clauses. The header of each
file names every variable and holds both grids, so that `sudokopie decode` follows a model as a
transformation.

No clause repeats a literal or holds both signs of one, and the counts are exact. `{metadata}` says
of each file its family, what is expected, its size, and its SHA-256. A satisfiable pair was made as
a copy. Of an unsatisfiable one up to 9×9 all transformations were tried; larger ones were refuted
by solvers, or by invariants alone.

Families:

{families}

Written by `{provenance}`. The same call writes the same files.
"""
