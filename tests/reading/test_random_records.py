"""Records in random layouts below random texts: the puzzles are read, or the file is refused, and a
solution is never taken for a puzzle.
"""

from __future__ import annotations

from random import Random

import pytest

from sudokopie.base.errors import PairFileError
from sudokopie.reading.gridfile import open_text_as_grid_file
from sudokopie.sudoku.random_grids import random_complete_grid
from sudokopie.sudoku.shape import BoxShape

pytestmark = pytest.mark.core

PAIRS = 12
PROSE = (
    *("Some words of a text, with commas.", "// comment", "# note", "", "import x;"),
    *("1. first item", "He has 81 cells in 9 rows", "----------", "name = 'x'"),
    "[2024-01-02 10:11:12] INFO solving",
)
PUZZLE_KEYS = ("puzzle", "quizzes", "grid", "unsolved", "input", "Rätsel", "board")
SOLUTION_KEYS = ("solution", "solved", "target", "answer", "Lösung", "output")


def make_pairs() -> list[tuple[str, str]]:
    """Return random puzzles with their solutions."""
    random, pairs = Random(1), list[tuple[str, str]]()
    for seed in range(PAIRS):
        grid = random_complete_grid(BoxShape(3, 3), Random(seed))
        solution = "".join(str(digit) for row in grid for digit in row)
        puzzle = "".join(sign if random.random() < 0.4 else "." for sign in solution)
        pairs.append((puzzle, solution))
    return pairs


def choose_layout(random: Random) -> tuple[str, str]:
    """Return the format of a record, with `{puzzle}`, `{solution}` and its number `{i}`, and the
    line with the names of the columns; an empty text for none.
    """
    keys = [random.choice(PUZZLE_KEYS), random.choice(SOLUTION_KEYS)]
    values = ["{puzzle}", "{solution}"][: random.choice([1, 2, 2])]
    keys = keys[: len(values)]
    quote, sign = random.choice("\"'"), random.choice([",", ";", "\t", " | ", ", ", " "])
    lines = [f"{key} = {quote}{value}{quote}" for key, value in zip(keys, values, strict=True)]
    below = [
        "\n".join(lines),
        "\n".join(f"{key}: {value}" for key, value in zip(keys, values, strict=True)),
        "No. {i}: " + "\nSolution: ".join(values),
        f"\n{random.choice(['Solution', 'Lösung:', 'answer'])}\n".join(values),
    ]
    if random.random() < 0.5:
        keys.reverse()
        values.reverse()
    quoted = [f"{quote}{value}{quote}" for value in values]
    pairs = [f"{key}: {value}" for key, value in zip(keys, quoted, strict=True)]
    beside = [
        sign.join(values),
        sign.join(["{i}", *values, *random.choice([[], ["easy"], ["{i}.5"]])]),
        "{{" + ", ".join(f'"{k}": "{v}"' for k, v in zip(keys, values, strict=True)) + "}}",
        f"add({', '.join(quoted)});",
        f"  {{{{ {', '.join(pairs)} }}}},",
        f"({', '.join(quoted)}),",
        f"assert solve({' == '.join(quoted)})",
    ]
    if random.random() < 0.1:
        return sign.join(["{i}", *values]), sign.join(["id", *keys])
    return random.choice([*below, *beside]), ""


def judge(seed: int, pairs: list[tuple[str, str]]) -> str:
    """Return how a random file was read: `right`, `refused` (also in part) or `WRONG: ` and the
    file.
    """
    random = Random(seed)
    layout, header = choose_layout(random)
    chosen = random.choices(pairs, k=random.choice([1, 2, 3, 5, 20]))
    if random.random() < 0.5:
        chosen = [(puzzle.replace(".", "0"), solution) for puzzle, solution in chosen]
    above = random.choices(PROSE, k=random.choice([0, 0, 1, 3, 60, 99, 101, 130, 205, 300]))
    if random.random() < 0.5:
        above = above[:1] * len(above)
    records = [layout.format(i=i, puzzle=p, solution=s) for i, (p, s) in enumerate(chosen, 1)]
    after = random.choices(PROSE, k=random.choice([0, 0, 1, 4]))
    text = "\n".join([*above, *([header] if header else []), *records, *after, ""])
    expected = [puzzle.replace(".", "0") for puzzle, _ in chosen]
    try:
        with open_text_as_grid_file(text) as grids:
            entries = list(grids)
    except PairFileError:
        return "refused"
    found = ["".join(map(str, entry.cells)) for entry in entries if not entry.error]
    has_errors = len(found) < len(entries)
    if found == expected and not has_errors:
        return "right"
    is_part = has_errors and len(found) <= len(expected) and {*found} <= {*expected}
    return "refused" if is_part else f"WRONG: seed {seed}\n{text}"


@pytest.mark.parametrize("first", range(0, 300, 100))
def test_records_are_read_right_or_refused(first: int) -> None:
    pairs = make_pairs()
    judgements = [judge(seed, pairs) for seed in range(first, first + 100)]
    assert {*judgements} <= {"right", "refused"}
    assert judgements.count("right") >= 98


@pytest.mark.slow
def test_many_records_are_read_right_or_refused() -> None:
    pairs = make_pairs()
    judgements = [judge(seed, pairs) for seed in range(1000, 6000)]
    assert {*judgements} <= {"right", "refused"}
    assert judgements.count("right") >= 4900
