"""Forge three certificates that two Sudokus are not copies: `python docs/forge.py HONEST PAIR`.

HONEST is the folder of a right certificate about two other Sudokus. PAIR is a file with two Sudokus
that are copies of each other, in the form of `pair.txt`, with boxes as high as they are wide. The
script writes three folders, each of which states that the Sudokus in PAIR are not copies:

- `forged-formula`: the formula has two more clauses, which contradict each other;
- `forged-proof`: the formula is right, and the proof states the empty clause without a reason;
- `forged-pair`: the formula and its right proof are those of HONEST.
"""

import hashlib
import shutil
import sys
from itertools import chain
from math import isqrt
from pathlib import Path

from rebuild_formula import QUESTION, build


def forge(honest: Path, name: str, **texts: str) -> None:
    """Write the folder `name`: a copy of `honest` in which these files have other texts. The keys
    of `texts` are names of files with `_` in place of the dot. The list of digests is right.
    """
    folder = Path(shutil.copytree(honest, name))
    for key, text in texts.items():
        (folder / key.replace("_", ".")).write_text(text)
    heading, *lines = (folder / "SHA256SUMS").read_text().splitlines()
    files = [folder / line.split("  ")[1] for line in lines]
    sums = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}" for file in files]
    (folder / "SHA256SUMS").write_text("\n".join([heading, *sums, ""]))


def main(honest: Path, pair: str) -> None:
    """Write the three folders into the working folder. `pair` is the text of the file PAIR."""
    grids = [[[*map(int, row.split())] for row in grid.splitlines()] for grid in pair.split("\n\n")]
    side = isqrt(len(grids[0]))
    clauses = list(build(*grids, side, side))
    notes = [QUESTION, "encoding plain", "cells rows-columns", f"box {side}x{side}"]
    for word, grid in zip(("first", "second"), grids, strict=True):
        notes += [f"{word} {' '.join(map(str, row))}" for row in grid]

    def write_formula(clauses: list[tuple[int, ...]]) -> str:
        heading = f"p cnf {max(map(abs, chain(*clauses)))} {len(clauses)}"
        lines = [" ".join(map(str, [*clause, 0])) for clause in clauses]
        return "\n".join([*(f"c {note}" for note in notes), heading, *lines, ""])

    number = len(clauses)
    same = {"pair_txt": pair, "proof_drat": "0\n"}
    formula = write_formula([*clauses, (1,), (-1,)])
    proof = f"{number + 3} 0 {number + 1} {number + 2} 0\n"
    forge(honest, "forged-formula", question_cnf=formula, proof_lrat=proof, **same)
    formula = write_formula(clauses)
    forge(honest, "forged-proof", question_cnf=formula, proof_lrat=f"{number + 1} 0 0\n", **same)
    forge(honest, "forged-pair", pair_txt=pair)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]).read_text())
