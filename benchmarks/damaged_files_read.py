"""Measure how often the message about a damaged file names the damaged line:
`python benchmarks/damaged_files_read.py --files 500 --seed 71`.

Each file is made at random (tests/reading/made_files.py) and gets one damage at random: a cell is
deleted or written twice, a digit becomes a letter or too large, a separator becomes another one, or
a row is deleted, written twice or joined with the next row. Then it is read as commands read it, or
with `--reader recognise` by the recogniser alone. Two kinds of files are not measured. In the
first, such as JSON, the recogniser cannot name the place of a cell. In the second, nobody could see
the damage, because a missing sign means a blank cell, or each line is one clue.

- line: the first message names the damaged line; if a row is missing, doubled or joined, it names a
  line of the damaged Sudoku, or the first line with text after this Sudoku;
- other: the first message names another line;
- read: exactly the Sudokus of the file were read, because the damage was in a part that is not
  read, such as a column of solutions, or because it changes nothing, such as a separator;
- WRONG: another Sudoku was read, or a Sudoku is missing without a message.

If there is a message, a Sudoku may be read without its name, and with the boxes that the Sudokus
without damage show: a turned shape may be shown only by the damaged Sudoku.

`--list` prints a line for each file whose message does not name the line, `--show SEED` one damaged
file and its message. The time is that of the files that are refused, in seconds of the processor.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from sudokopie.base.errors import PairFileError, SudokopieError
from sudokopie.reading.gridfile import open_text_as_grid_file
from sudokopie.recognition.meaning import RefusedTextError
from sudokopie.recognition.recognise import read_lines
from sudokopie.recognition.square import Square
from sudokopie.recognition.text_lines import join_quoted_lines

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "reading"))

from made_files import MadeFile, make_file
from made_files_read import FILES_OF_A_SEED, Found, decode, find_fault

VERDICTS = ("line", "other", "read", "WRONG")
Reader = Callable[[list[str]], tuple[list[Found], list[tuple[int, str]]]]
"""A function that reads lines of text and returns the Sudokus, and the errors with their lines."""


class Damaged(NamedTuple):
    """The lines of a damaged file, its damage, and the numbers of the lines, from 1, that a message
    may name.
    """

    lines: list[str]
    damage: str
    places: range


class Judgement(NamedTuple):
    """The judgement of the message about a damaged file, with the message and the seconds of
    processor time that reading took.
    """

    damage: str
    verdict: str
    message: str
    seconds: float


def read(lines: list[str]) -> tuple[list[Found], list[tuple[int, str]]]:
    """Read lines of text as the commands of sudokopie do. Return the Sudokus, and the errors with
    the numbers of their lines.
    """
    sudokus, errors = list[Found](), list[tuple[int, str]]()
    try:
        with open_text_as_grid_file("\n".join(lines)) as grid_file:
            for entry in grid_file:
                if entry.error is not None:
                    errors.append((entry.error.line, str(entry.error)))
                    continue
                box = (entry.shape.height, entry.shape.width)
                sudokus.append((box, tuple(entry.cell_bytes), entry.sudoku_name))
    except PairFileError as error:
        errors.append((error.line, str(error)))
    except SudokopieError as error:
        errors.append((0, str(error)))
    return sudokus, errors


def recognise(lines: list[str]) -> tuple[list[Found], list[tuple[int, str]]]:
    """Read lines of text with the recogniser alone, the part of the reader that finds Sudokus in
    texts of any form. Return the Sudokus, and the errors with the numbers of their lines.
    """
    try:
        sudokus = read_lines(lines).sudokus
    except RefusedTextError as error:
        return [], [(error.line, f"{error.line}: {error}")]
    return [((one.box.height, one.box.width), one.cells, one.name) for one in sudokus], []


READERS: dict[str, Reader] = {"commands": read, "recognise": recognise}


def damage_file(made: MadeFile) -> Damaged | None:
    """Return the lines of a made file after one random damage. Return None if the file cannot be
    damaged, or cannot be read even without damage.
    """
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
    """Return whether each cell of a square (the cells of a Sudoku in the text) has its own sign at
    a known place in the text.
    """
    return all(square.tokens) and square.spans[0].end > 0 and len(square.spans) in (1, square.size)


def _damage(lines: list[str], square: Square, rng: random.Random) -> Damaged | None:
    """Return the lines of a file after one random damage in a square, which is the cells of a
    Sudoku in the text. Return None if the cells of the square are not found.
    """
    kinds = ["delete a cell", "add a cell", "letter", "large digit", "separator"]
    kinds += ["delete a row", "add a row", "join rows"] * (len(square.spans) > 1)
    kind = rng.choice(kinds)
    row = rng.randrange(len(square.spans) - (kind == "join rows"))
    number, start, end = square.spans[row]
    if kind.endswith(("row", "rows")):
        return _damage_row(lines, square, kind, number, square.spans[row - len(square.spans) + 1])
    text = _damage_cell(lines[number], start, end, square, kind, rng)
    if text is None:
        return None
    places = range(number + 1, number + 2)
    return Damaged([*lines[:number], text, *lines[number + 1 :]], kind, places)


def _damage_row(
    lines: list[str], square: Square, kind: str, number: int, below: tuple[int, int, int]
) -> Damaged:
    """Damage a row of a Sudoku: return the lines of the file in which the row on the line with the
    index `number` is missing, is written twice, or is joined with the row `below`. `kind` is the
    kind of damage.
    """
    places = range(square.first_line + 1, square.last_line + 1)
    if kind == "delete a row":
        found = lines[:number] + lines[number + 1 :]
    elif kind == "add a row":
        found = lines[: number + 1] + lines[number:]
        places = range(places.start, places.stop + 1)
    else:
        line, start, end = below
        between = " " if len(lines[line][start:end].split()) > 1 else ""
        joined = lines[number].rstrip() + between + lines[line][start:end]
        found = [*lines[:number], joined, *lines[number + 1 : line], *lines[line + 1 :]]
    rest = range(places.stop - 1, len(found))
    after = next((i for i in rest if re.search(r"\w", found[i])), 0)
    return Damaged(found, kind, range(places.start, max(places.stop, after + 2)))


def _damage_cell(
    text: str, start: int, end: int, square: Square, kind: str, rng: random.Random
) -> str | None:
    """Return the line `text` after one damage of the kind `kind` at a random cell between the
    indices `start` and `end`. Return None if the cells are not found.
    """
    count = len(square.tokens) // len(square.spans)
    whole = [*re.finditer(r"[\"']?(?:\+?\w+|[.*?#-])[\"']?", text[start:end])]
    is_separated = len(whole) % count == 0
    pieces = whole if is_separated else [*re.finditer(r"\+?\w|[.*?#-]", text[start:end])]
    if not pieces or len(pieces) % count:
        return None
    piece = rng.choice(pieces)
    if kind in ("letter", "large digit"):
        digits = [one for one in pieces if re.fullmatch(r"[1-9][0-9]?", one[0])]
        if not digits or (kind == "large digit" and square.size > 8 and not is_separated):
            return None
        piece = rng.choice(digits)
    first, last = start + piece.start(), start + piece.end()
    separator = re.match(r"\s*(?:\|\||[,;|/&])?\s*", text[last:])
    assert separator is not None
    between = separator[0]
    is_last = piece is pieces[-1]
    if kind == "separator" and (not between or is_last):
        return None
    other = rng.choice([one for one in (" ", ",", ";", "\t", "") if one != between])
    before, after = text[:first], text[last + len(between) :]
    if is_last and not between:
        before = before.rstrip(" ,;|/")
    return {
        "letter": text[:first] + rng.choice("QZ") + text[last:],
        "large digit": text[:first] + str(square.size + 1) + text[last:],
        "separator": text[:last] + other + after,
        "add a cell": text[:last] + (between or " " * is_separated) + text[first:],
        "delete a cell": before + after,
    }[kind]


def judge(made: MadeFile, damaged: Damaged, reader: Reader) -> Judgement:
    """Read a damaged file, and judge its message or its Sudokus."""
    before = time.process_time()
    found, errors = reader(damaged.lines)
    seconds = time.process_time() - before
    if errors and not any(name for _, _, name in found):
        without_names = tuple(replace(one, name=None) for one in made.sudokus)
        made = replace(made, sudokus=without_names)
    fault = find_fault(made, found)
    if fault.startswith("boxes") and errors:
        rest = [line for i, line in enumerate(damaged.lines, 1) if i not in damaged.places]
        fault = "" if reader(rest)[0] == found else fault
    if fault:
        return Judgement(damaged.damage, "WRONG", fault, seconds)
    if errors:
        line, message = errors[0]
        verdict = "line" if line in damaged.places else "other"
        return Judgement(damaged.damage, verdict, message, seconds)
    is_missing = len(found) < len(made.sudokus)
    fault = "a Sudoku is missing" if is_missing else ""
    return Judgement(damaged.damage, "WRONG" if fault else "read", fault, seconds)


def print_table(judgements: list[Judgement]) -> None:
    """Print a Markdown table with a row for each kind of damage, and a row for all files
    together.
    """
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
    times = sorted(one.seconds for one in judgements if one.verdict in ("line", "other"))
    mean = sum(times) / max(len(times), 1)
    print(f"Seconds for each refused file: mean {mean:.3f}, most {max(times, default=0):.2f}.")


def main() -> None:
    """Measure how many error messages name the damaged line of a file, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=500)
    parser.add_argument("--seed", type=int, default=71)
    parser.add_argument("--reader", choices=[*READERS], default="commands")
    parser.add_argument("--list", action="store_true", help="list files without the right line")
    parser.add_argument("--show", type=int, metavar="SEED", help="show one file and its message")
    wanted = parser.parse_args()
    seed = wanted.show if wanted.show is not None else wanted.seed * FILES_OF_A_SEED
    judgements = list[Judgement]()
    while len(judgements) < wanted.files:
        made = make_file(seed)
        damaged = damage_file(made)
        if damaged is not None:
            judgement = judge(made, damaged, READERS[wanted.reader])
            judgements.append(judgement)
            if wanted.show is not None:
                print(*damaged.lines, sep="\n")
                print(damaged.damage, damaged.places, *judgement, sep="\n")
                return
            if wanted.list and judgement.verdict in ("other", "WRONG"):
                print(f"{seed} [{made.form}] {damaged.places} {' | '.join(judgement[:3])}")
        seed += 1
    print_table(judgements)


if __name__ == "__main__":
    main()
