"""A suite as a set of formulas for solvers, with what a SAT competition asks to know about each."""

import csv
import os
from collections.abc import Iterable

from ..encoding.formula import counted
from ..encoding.question import PLAIN
from ..exchange.export import exported, format_of
from ..exchange.header import Provenance
from ..exchange.questions import CanonicalExport, CluesExport, Export
from ..system.own_folder import FolderKind, digest, written_folder
from .challenges import Challenge, FamilyExport, measured, measured_under

METADATA, DESCRIPTION = "metadata.csv", "README.md"

_COLUMNS = (
    "file",
    "family",
    "parameters",
    "seed",
    "expected",
    "known by",
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
    "unrelated": "Two puzzles with as many clues, of two complete grids made independently: how "
    "many clues can agree under one transformation, or can as many as the name says? The more "
    "clues, the harder; how many of two whole 9×9 grids can is open.",
    "planted": "The same, where a copy of so many clues of the first stands in the second.",
    "designs": "The designs of two Hadamard matrices, a clue for each -1, in boxes of one row: any "
    "two rows share as many columns. The order and the switches of closed quadruples (Orrick 2008) "
    "make them harder.",
    "groups": "The tables of two groups of one order that are not isomorphic. z4z4k3 is the "
    "semidirect product of Z4 and Z4 where 1 of the second multiplies the first by 3.",
    "parts": "A puzzle and a complete grid, made independently or the puzzle from the grid: is the "
    "puzzle part of it? About as many clues as leave one transformation: there the answer turns.",
    "lesser": "The table of nim-sums (r xor c, plus 1), or one with a rectangle of two digits "
    "switched: is there a lesser image? Of the table itself none is less, as no Latin square is.",
    "clues": "A complete grid and its unavoidable sets in two rows, columns or digits: how few "
    "cells meet all of them, or can as few as the name says? The larger the grid, the harder.",
    "lifted": "Arrays of rectangles z0 z1 / z1 z0 over a cyclic Latin square, some switched: "
    "equations mod 2, as in graphs that no refinement tells apart.",
    "steps": "A grid and a copy of it: the fewest steps from one to the other.",
    "ways": "A grid and a copy of it, as plain formulas whose models are the ways from one to the "
    "other: as many as the grid has symmetries.",
}
"""What the families hold."""


SUITE = FolderKind("suite", (METADATA, DESCRIPTION))
"""The folder of a suite."""


def write_benchmark_set(
    folder: str, challenges: Iterable[Challenge], provenance: Provenance, *, force: bool = False
) -> list[str]:
    """Write each question as a file, a table of metadata and a description; return the names.

    They take the place of an earlier set, all at once. Raises as `written_folder` does, and
    `ExportError`.
    """
    with written_folder(folder, SUITE, force=force) as beside:
        return _write(beside, challenges, provenance)


def _write(folder: str, challenges: Iterable[Challenge], provenance: Provenance) -> list[str]:
    times, challenges = measured(), list(challenges)
    solvers = sorted({run.solver for one in challenges for run in times.get(one.file, ())})
    rows: list[list[object]] = [[*_COLUMNS, *solvers]]
    families, names = dict[str, int](), list[str]()
    for challenge in challenges:
        path = os.path.join(folder, challenge.file)
        asked, form = challenge.make(), format_of(challenge.file)
        with open(path, "xb") as file:
            file.writelines(exported(asked, form, provenance, challenge.verdict))
        runs = {run.solver: str(run) for run in times.get(challenge.file, ())}
        described = _described(challenge, asked, form)
        rows.append([*described, digest(path), *(runs.get(solver, "") for solver in solvers)])
        families[challenge.family] = families.get(challenge.family, 0) + 1
        names.append(challenge.file)
    with open(os.path.join(folder, METADATA), "w", encoding="utf-8", newline="") as table:
        csv.writer(table, lineterminator="\n").writerows(rows)
    with open(os.path.join(folder, DESCRIPTION), "w", encoding="utf-8") as text:
        text.write(_description(families, provenance))
    return names


def _described(challenge: Challenge, asked: FamilyExport, form: str) -> list[object]:
    """Return what the table says of a question, but for its digest and times."""
    formula = asked.problem(form).formula
    encoding = asked.encoding if isinstance(asked, Export) else PLAIN
    grid = asked.grid if isinstance(asked, CanonicalExport | CluesExport) else asked.first
    return [
        challenge.file,
        challenge.family,
        challenge.parameters,
        challenge.seed,
        challenge.expected,
        challenge.known,
        formula.variables,
        sum(counted(formula).values()),
        max(map(len, formula.clauses()), default=0),
        grid.size,
        grid.shape,
        grid.clues,
        "refined" if encoding.refined else "plain",
        encoding.cells,
    ]


def _description(families: dict[str, int], provenance: Provenance) -> str:
    lines = [f"- `{name}` ({count}): {FAMILIES[name]}" for name, count in families.items()]
    return _TEXT.format(
        provenance=provenance,
        families="\n".join(lines),
        metadata=METADATA,
        conditions=measured_under(),
    )


_TEXT = """\
# Is this Sudoku a copy of that one?

Two Sudokus are copies if turning one, reordering bands, stacks, rows within bands and columns
within stacks, and renaming digits make it the other. Most files ask about two of them: is the
second a copy of the first; by how few steps; is one a copy of the other with clues left out; or how
many of the clues can be made to agree? Some ask about one: is there a copy that is less, read row
after row; can so few cells meet all sets of cells where it could be completed otherwise? A Sudoku
here is any array, complete or not, whatever it repeats. Each question has a parameter that makes it
harder: the families below say which, and why.

For boxes of n×n cells and N = n²: the variables say which band, stack, row, column and digit
becomes which, and whether the grid is turned; the clauses, that these are bijections (pairwise at
most one), that lines move with their blocks, and that a cell that comes to lie on another one
brings its digit: with the plain encoding up to 2·N⁴ clauses. Where clues may be given up, each has
a variable that frees it; a totalizer counts these in .cnf, a sum in .opb, and in .wcnf they are
soft. Cells that meet sets are counted likewise. Of images, variables say which digit lies where,
and up to which cell they are the Sudoku itself. The header of each file names its question, every
variable and the Sudokus, so that `sudokopie decode` follows a model as a transformation, or as
clues.

No clause repeats a literal or holds both signs of one, and the counts are exact. `{metadata}` says
of each file its family, the parameters and the seed that it was made from, what is expected and how
that is known, its size, its SHA-256, and measured times. *optimum 9* means that the least cost is
9: steps, clues given up, or cells. *models 648* means as many models, counted on the variables
that the lines `c p show` of a .cnf list. Plain formulas count the ways from one to the other,
renamings of digits that do not occur included; refined ones leave those out. Names hold the family,
the cells a side or the box, and the parameters.

Times are user CPU seconds, one run each; > 13 means none within 13 seconds. {conditions}

Families:

{families}

Written by `{provenance}`. The same call writes the same files.
"""
