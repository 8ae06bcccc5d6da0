"""Measure how often the message about a damaged file names the damaged line:
`python benchmarks/damaged_files_read.py --files 500 --seed 71`.

Each file is made at random (tests/reading/made_files.py) and gets one damage at random: a cell is
deleted or written twice, a digit becomes a letter, or a row is deleted. Two kinds of files are not
measured. In the first, such as JSON, the recogniser cannot name the place of a cell. In the second,
nobody could see the damage, because a missing sign means a blank cell, or each line is one clue.

- line: the message names the damaged line; if a row is missing, it names a line of the damaged
  Sudoku, or the first line with text after this Sudoku;
- other: the message names another line;
- read: exactly the Sudokus of the file were read, because the damage was in a part that is not
  read, such as a column of solutions;
- WRONG: another Sudoku was read, or a Sudoku is missing without a message.

`--list` prints a line for each file whose message does not name the line, `--show SEED` one damaged
file and its message.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import NamedTuple

from sudokopie.reading.meaning import RefusedTextError
from sudokopie.reading.recognise import read_lines
from sudokopie.reading.square import Square
from sudokopie.reading.text_lines import join_quoted_lines

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "reading"))

from made_files import MadeFile, make_file
from made_files_read import FILES_OF_A_SEED, decode, find_fault

VERDICTS = ("line", "other", "read", "WRONG")


class Damaged(NamedTuple):
    """The lines of a damaged file, its damage, and the numbers of the lines, from 1, that a message
    may name.
    """

    lines: list[str]
    damage: str
    places: range


class Judgement(NamedTuple):
    """How the message about a damaged file was judged, and the message."""

    damage: str
    verdict: str
    message: str


def damage_file(made: MadeFile) -> Damaged | None:
    """Return a made file with one damage; None if it cannot be damaged, or is not read."""
    lines = re.split(r"\r\n|\r|\n", decode(made.data))
    try:
        sudokus = read_lines(lines).sudokus
    except RefusedTextError:
        return None
    if not made.sudokus or len(join_quoted_lines(lines)[0]) < len(lines):
        return None
    squares = [one.square for one in sudokus if _has_places(one.square)]
    rng = random.Random(made.seed)
    return _damage(lines, rng.choice(squares), rng) if squares else None


def _has_places(square: Square) -> bool:
    """Return whether each cell of a square has a sign of its own, at a known place."""
    return square.is_explicit and square.spans[0].end > 0 and len(square.spans) in (1, square.size)


def _damage(  # noqa: PLR0914 - one branch for each damage
    lines: list[str], square: Square, rng: random.Random
) -> Damaged | None:
    """Return lines with one damage at a square; None if its cells are not found."""
    count = len(square.tokens) // len(square.spans)
    row = rng.randrange(len(square.spans))
    number, start, end = square.spans[row]
    text = lines[number]
    whole = [*re.finditer(r"[\"']?(?:\+?\w+|[.*?#-])[\"']?", text[start:end])]
    pieces = whole if len(whole) % count == 0 else [*re.finditer(r"\+?\w|[.*?#-]", text[start:end])]
    if not pieces or len(pieces) % count:
        return None
    kinds = ["delete a cell", "add a cell", "letter"]
    kinds += ["delete a row"] * (len(square.spans) > 1)
    kind = rng.choice(kinds)
    if kind == "delete a row":
        places = range(square.first_line + 1, square.last_line + 1)
        rest = lines[:number] + lines[number + 1 :]
        after = next((i for i in range(places.stop - 1, len(rest)) if rest[i].strip()), 0)
        return Damaged(rest, kind, range(places.start, max(places.stop, after + 2)))
    piece = rng.choice(pieces)
    if kind == "letter":
        digits = [one for one in pieces if re.fullmatch(r"[1-9][0-9]?", one[0])]
        if not digits:
            return None
        piece = rng.choice(digits)
    first, last = start + piece.start(), start + piece.end()
    separator = re.match(r"\s*[,;|/]?\s*", text[last:])
    assert separator is not None
    between = separator[0]
    if kind == "letter":
        text = text[:first] + rng.choice("QZ") + text[last:]
    elif kind == "add a cell":
        text = text[:last] + (between or " " * (len(whole) == count)) + text[first:]
    elif between or piece is not pieces[-1]:
        text = text[:first] + text[last + len(between) :]
    else:
        text = text[:first].rstrip(" ,;|/") + text[last:]
    return Damaged(
        [*lines[:number], text, *lines[number + 1 :]], kind, range(number + 1, number + 2)
    )


def judge(made: MadeFile, damaged: Damaged) -> Judgement:
    """Read a damaged file, and judge its message or its Sudokus."""
    try:
        found = read_lines(damaged.lines).sudokus
    except RefusedTextError as error:
        verdict = "line" if error.line in damaged.places else "other"
        return Judgement(
            damaged.damage, verdict, f"{error.line}:{getattr(error, 'column', 0)}: {error}"
        )
    read = [((one.box.height, one.box.width), one.cells, one.name) for one in found]
    fault = find_fault(made, read)
    if not fault and len(read) < len(made.sudokus):
        fault = "a Sudoku is missing"
    return Judgement(damaged.damage, "WRONG" if fault else "read", fault)


def print_table(judgements: list[Judgement]) -> None:
    """Print a row for each kind of damage, and one for all."""
    from bulk import print_heading, print_row

    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for one in judgements:
        counts[one.damage][one.verdict] += 1
        counts["all"][one.verdict] += 1
    print_heading("damage", "files", *VERDICTS)
    for damage in sorted(counts, key=lambda damage: (damage == "all", damage)):
        found = counts[damage]
        print_row(damage, found.total(), *(found[verdict] for verdict in VERDICTS))
    refused = counts["all"]["line"] + counts["all"]["other"]
    print(f"\nThe right line in {100 * counts['all']['line'] / max(refused, 1):.1f} % of messages.")


def main() -> None:
    """Measure the messages and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=500)
    parser.add_argument("--seed", type=int, default=71)
    parser.add_argument("--list", action="store_true", help="list files without the right line")
    parser.add_argument("--show", type=int, metavar="SEED", help="show one file and its message")
    wanted = parser.parse_args()
    seed = wanted.show if wanted.show is not None else wanted.seed * FILES_OF_A_SEED
    judgements = list[Judgement]()
    while len(judgements) < wanted.files:
        made = make_file(seed)
        damaged = damage_file(made)
        if damaged is not None:
            judgement = judge(made, damaged)
            judgements.append(judgement)
            if wanted.show is not None:
                print(*damaged.lines, sep="\n")
                print(damaged.damage, damaged.places, *judgement, sep="\n")
                return
            if wanted.list and judgement.verdict in ("other", "WRONG"):
                print(f"{seed} [{made.form}] {damaged.places} {' | '.join(judgement)}")
        seed += 1
    print_table(judgements)


if __name__ == "__main__":
    main()
