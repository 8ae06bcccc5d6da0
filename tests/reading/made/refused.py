"""Forms that a reader must refuse, because they hold no plain Sudoku or because a person could not
say which Sudoku they hold.
"""

from __future__ import annotations

from .draft import Draft, Form
from .grids import Cells, make_grid, split_rows
from .tables import write_csv


def _make_rows(draft: Draft) -> list[str]:
    """Return the rows of a 9×9 puzzle."""
    draft.expects = "refuse"
    draft.tag("size", "9 (3x3)")
    blank = draft.dice.pick((".", "0"))
    draft.tag("blank", blank)
    grid = make_grid(draft.dice, (3, 3), "puzzle")
    return ["".join(str(digit or blank) for digit in row) for row in grid.rows]


def write_candidate_strings(draft: Draft) -> str:
    """729 signs: the candidates of each cell of a 9×9 grid (tdoku, Sukaku)."""
    draft.expects = "refuse"
    lines = []
    for _ in range(draft.dice.between(1, 4)):
        grid = make_grid(draft.dice, (3, 3), "puzzle")
        text = ""
        for digit, right in zip(grid.cells, grid.solution, strict=True):
            for candidate in range(1, 10):
                is_left = candidate == right or (not digit and draft.dice.chance(0.3))
                text += str(candidate) if is_left else "."
        lines.append(text)
    return "\n".join([*lines, ""])


def write_killer_code(draft: Draft) -> str:
    """Killer Sudokus of Simon Tatham's Solo: the cages as letters, then their sums."""
    draft.expects = "refuse"
    dice = draft.dice
    cages = "".join(dice.pick("_ab_c_") + dice.pick("aab") for _ in range(60))
    sums = "".join(f"{dice.between(3, 35)}{dice.pick('_abcd')}" for _ in range(30))
    return f"3x3k:zzzc,__{cages},{sums}\n"


def write_jigsaw(draft: Draft) -> str:
    """The grid of a jigsaw Sudoku and the map of its regions."""
    rows = _make_rows(draft)
    regions = [
        "AAABCCCCC", "AAABBBCCC", "DAAABBBBC", "DDAABEEEE", "DDDDBEEEE", "FFFFGEEHH", "IFFFFGHHH",
        "IIIFFGGGH", "IIIIIGGGH",
    ]  # fmt: skip
    if draft.toss(0.4, "regions", "digits"):
        regions = [row.translate(str.maketrans("ABCDEFGHI", "123456789")) for row in regions]
    gap = [""] if draft.dice.chance(0.6) else []
    return "\n".join([*rows, *gap, *regions, ""])


def write_digit_too_large(draft: Draft) -> str:
    """Rows of a 6×6 grid with a 9 in them, or of a 9×9 grid of numbers with a 12 in them."""
    draft.expects = "refuse"
    size = draft.decide("size", (1, "6"), (1, "9"))
    box = (2, 3) if size == "6" else (3, 3)
    grid = make_grid(draft.dice, box, "puzzle")
    rows = [[str(digit) for digit in row] for row in grid.rows]
    row = draft.dice.pick(rows)
    row[draft.dice.below(len(row))] = "9" if size == "6" else "12"
    separator = " " if size == "9" or draft.dice.chance(0.5) else ""
    return "\n".join([*(separator.join(row) for row in rows), ""])


def write_missing_sign(draft: Draft) -> str:
    """Nine rows, of which one has only eight signs."""
    rows = _make_rows(draft)
    number = draft.dice.below(9)
    rows[number] = rows[number][:-1]
    if "0" in "".join(rows):
        return "\n".join([*rows, ""])
    return "\n".join([*(" ".join(row) for row in rows), ""])


def write_missing_row(draft: Draft) -> str:
    """Eight rows of nine signs."""
    rows = _make_rows(draft)
    del rows[draft.dice.below(9)]
    before = ["Puzzle 3", ""] if draft.dice.chance(0.5) else []
    return "\n".join([*before, *rows, ""])


def write_short_line(draft: Draft) -> str:
    """A line of 80 or 82 signs."""
    cells = "".join(_make_rows(draft))
    text = cells[:-1] if draft.dice.chance(0.5) else cells + draft.dice.pick("123456789.")
    draft.tag("signs", len(text))
    return f"{text}\n"


def write_pencil_marks(draft: Draft) -> str:
    """A drawing with the candidates of the blank cells."""
    draft.expects = "refuse"
    grid = make_grid(draft.dice, (3, 3), "puzzle")
    lines: list[str] = []
    for r, row in enumerate(split_rows(tuple(range(81)))):
        if r and r % 3 == 0:
            lines.append("-" * 18 + "+" + "-" * 20 + "+" + "-" * 18)
        signs = [_write_candidates(draft, grid.cells, grid.solution, cell).ljust(5) for cell in row]
        lines.append(" | ".join(" ".join(signs[at : at + 3]) for at in (0, 3, 6)).rstrip())
    return "\n".join([*lines, ""])


def _write_candidates(draft: Draft, cells: Cells, solution: Cells, cell: int) -> str:
    """Return the digit of a cell, or two to four candidates of a blank cell."""
    if cells[cell]:
        return str(cells[cell])
    others = [digit for digit in range(1, 10) if digit != solution[cell]]
    chosen = [solution[cell], *draft.dice.sample(others, draft.dice.between(1, 3))]
    return "".join(map(str, sorted(chosen)))


def write_numbers_of_a_spreadsheet(draft: Draft) -> str:
    """Sudokus that a spreadsheet has turned into numbers."""
    draft.expects = "refuse"
    rows = [["id", "puzzle"]]
    for number in range(1, draft.dice.between(2, 5)):
        digits = draft.dice.below(10**7)
        rows.append([str(number), f"{draft.dice.between(1, 9)}.{digits:07}00600195E+80"])
    return write_csv(rows, ",")


def write_uncertain_place(draft: Draft) -> str:
    """A field for each clue of a 9×9 grid of few clues. Its outer rows and columns are blank, so
    that its place in the table is unknown.
    """
    draft.expects = "refuse"
    dice = draft.dice
    rows = [[""] * 13 for _ in range(13)]
    columns, digits = dice.shuffle(range(3, 9)), [9, *dice.sample(range(1, 9), 5)]
    for row, column, digit in zip(range(3, 9), columns, digits, strict=True):
        rows[row][column] = str(digit)
    return write_csv(rows, ",")


FORMS = (
    Form("to refuse, candidates", write_candidate_strings, (".txt",), "w", 0.6),
    Form("to refuse, killer", write_killer_code, (".txt",), "w", 0.5),
    Form("to refuse, jigsaw", write_jigsaw, (".txt", ".ss"), "w", 0.6),
    Form("to refuse, digit too large", write_digit_too_large, (".txt",), "w", 0.5),
    Form("to refuse, sign missing", write_missing_sign, (".txt",), "w", 0.5),
    Form("to refuse, row missing", write_missing_row, (".txt",), "w", 0.5),
    Form("to refuse, 80 or 82 signs", write_short_line, (".txt",), "w", 0.4),
    Form("to refuse, pencil marks", write_pencil_marks, (".txt",), "w", 0.5),
    Form("to refuse, numbers", write_numbers_of_a_spreadsheet, (".csv",), "w", 0.4),
    Form("to refuse, place unknown", write_uncertain_place, (".csv",), "w", 0.4),
)
