"""Forms in which lines between the boxes are drawn."""

from __future__ import annotations

from .draft import Alphabet, Draft, Form
from .grids import MadeGrid
from .lines import SIZES
from .rows import group, pad

_GAPS = ((6, 1), (2, 2), (1, 0))
_BLANKS = ((5, "."), (2, "0"), (3, " "), (0.8, "_"), (0.6, "*"), (0.5, "-"))


def _draw_boxes(
    grid: MadeGrid, alphabet: Alphabet, bars: str, rules: tuple[str, str, str], inside: str = " "
) -> list[str]:
    """Return a drawing with a frame. `bars` are the signs at the left, between boxes, and at the
    right; each rule has four signs: at the left, for a line, where lines cross, and at the right.
    """
    high, wide = grid.box
    width = wide * alphabet.width + (wide - 1) * len(inside) + 2 * len(inside)
    top, middle, bottom = (
        rule[0] + rule[2].join([rule[1] * width] * high) + rule[3] for rule in rules
    )
    lines = [top]
    for r, row in enumerate(grid.rows):
        if r and r % high == 0:
            lines.append(middle)
        signs = pad(alphabet.write(row), alphabet)
        text = group(signs, wide, inside, f"{inside}{bars[1]}{inside}")
        lines.append(f"{bars[0]}{inside}{text}{inside}{bars[2]}")
    return [*lines, bottom]


FRAMES: dict[str, tuple[str, tuple[str, str, str]]] = {
    "+---+": ("|||", ("+-++", "+-++", "+-++")),
    ".---.": ("|||", (".-..", ":-+:", "'-''")),
    "*---*": ("|||", ("*--*", "|-+|", "*--*")),
    "+===+": ("|||", ("+=++", "+=++", "+=++")),
    "light": ("│││", ("┌─┬┐", "├─┼┤", "└─┴┘")),
    "double": ("║║║", ("╔═╦╗", "╠═╬╣", "╚═╩╝")),
    "heavy": ("┃┃┃", ("┏━┳┓", "┣━╋┫", "┗━┻┛")),
    "mixed": ("║│║", ("╔═╤╗", "╟─┼╢", "╚═╧╝")),
}


def _pick_drawing_grids(draft: Draft) -> tuple[list[MadeGrid], Alphabet]:
    """Return grids and signs for a drawing that shows the boxes."""
    box = draft.pick_box(SIZES)
    grids = draft.make_grids(box, draft.pick_count(4), shows_box=True)
    return grids, draft.pick_alphabet(grids, numbers=draft.dice.chance(0.6), blanks=_BLANKS)


def write_frames(draft: Draft) -> str:
    """A frame around each box."""
    grids, alphabet = _pick_drawing_grids(draft)
    style = draft.decide("frame", *((3 if name == "+---+" else 1, name) for name in FRAMES))
    inside = " " if alphabet.width > 1 or draft.dice.chance(0.8) else ""
    blocks = [_draw_boxes(grid, alphabet, *FRAMES[style], inside=inside) for grid in grids]
    return draft.write_page(grids, blocks, between=_GAPS)


def write_bars(draft: Draft) -> str:
    """Bars and rules between boxes, without a frame."""
    grids, alphabet = _pick_drawing_grids(draft)
    inside = "" if alphabet.width == 1 and draft.toss(0.3, "cells side by side") else " "
    rules = [(3.0, "------+-----")]
    if alphabet.blank != "-" and inside:
        rules += [(1, "- - - + - - -"), (1, "==="), (1, "-----------")]
    style = draft.decide("rule", *rules)
    high, wide = grids[0].box
    width = wide * alphabet.width + (wide - 1) * len(inside)
    ends, middle = width + len(inside), width + 2 * len(inside)
    parts = [ends, *[middle] * (high - 2), ends]
    rule = {
        "------+-----": "+".join("-" * part for part in parts),
        "- - - + - - -": "+".join(("- " * part)[:part] for part in parts),
        "===": "=" * (sum(parts) + high - 1),
        "-----------": "-" * (sum(parts) + high - 1),
    }[style]
    blocks = []
    for grid in grids:
        lines: list[str] = []
        for r, row in enumerate(grid.rows):
            if r and r % high == 0:
                lines.append(rule)
            signs = pad(alphabet.write(row), alphabet)
            lines.append(group(signs, wide, inside, f"{inside}|{inside}"))
        blocks.append(lines)
    return draft.write_page(grids, blocks)


def _draw_cells(grid: MadeGrid, alphabet: Alphabet, style: str) -> list[str]:
    """Return a drawing with a frame around each cell, such as `| 5 | 3 |   |`."""
    size, (high, wide) = grid.size, grid.box
    width = alphabet.width + 2
    rows = [pad(alphabet.write(row), alphabet) for row in grid.rows]
    if style == "+---+---+":
        rule = "+" + "+".join(["-" * width] * size) + "+"
        lines = [rule]
        for row in rows:
            lines += ["|" + "|".join(f" {sign} " for sign in row) + "|", rule]
        return lines
    if style == "light":
        first, middle, last = (
            ends[0] + ends[1].join(["─" * width] * size) + ends[2] for ends in ("┌┬┐", "├┼┤", "└┴┘")
        )
        drawn = ["│" + "│".join(f" {sign} " for sign in row) + "│" for row in rows]
        return [first, *f"\n{middle}\n".join(drawn).split("\n"), last]
    lines = ["╔" + "╦".join(["╤".join(["═" * width] * wide)] * high) + "╗"]
    for r, row in enumerate(rows):
        if r and r % high == 0:
            lines.append("╠" + "╬".join(["╪".join(["═" * width] * wide)] * high) + "╣")
        elif r:
            lines.append("╟" + "╫".join(["┼".join(["─" * width] * wide)] * high) + "╢")
        lines.append(f"║{group([f' {sign} ' for sign in row], wide, '│', '║')}║")
    return [*lines, "╚" + "╩".join(["╧".join(["═" * width] * wide)] * high) + "╝"]


def write_framed_cells(draft: Draft) -> str:
    """A frame around each cell."""
    style = draft.decide("frame", (3, "+---+---+"), (1.5, "light"), (1.5, "double and light"))
    box = draft.pick_box((4, 6, 9, 16))
    grids = draft.make_grids(box, draft.pick_count(3), shows_box=style == "double and light")
    blanks = ((5, " "), (2, "."), (1, "0"))
    alphabet = draft.pick_alphabet(grids, numbers=True, blanks=blanks)
    blocks = [_draw_cells(grid, alphabet, style) for grid in grids]
    return draft.write_page(grids, blocks, between=((6, 1), (2, 2)))


def write_simple_sudoku(draft: Draft) -> str:
    """Files of Simple Sudoku (.ss), their clipboard, and VBForums (.vbf)."""
    style = draft.decide("program", (2, "ss"), (1.5, "ss clipboard"), (1, "ss frame"), (1.5, "vbf"))
    (grid,) = draft.make_grids((3, 3), 1, kinds=((3, "puzzle"), (1, "many"), (1, "complete")))
    draft.tag("size", "9 (3x3)")
    blank = "X" if style == "vbf" else "."
    alphabet = Alphabet("1-N", tuple("123456789"), blank)
    rows = [group(alphabet.write(row), 3, "", "|") for row in grid.rows]
    bands = [rows[at : at + 3] for at in (0, 3, 6)]
    draft.ending = ".vbf" if style == "vbf" else ".ss" if style != "ss clipboard" else ".txt"
    draft.expect(grid)
    if style in {"ss", "vbf"}:
        lines = [*bands[0], "-----------", *bands[1], "-----------", *bands[2]]
    else:
        framed = [[f"|{row}|" for row in band] for band in bands]
        rule = ["|---+---+---|"]
        lines = ["*-----------*", *framed[0], *rule, *framed[1], *rule, *framed[2], "*-----------*"]
        if style == "ss clipboard":
            lines = [f" {line}" for line in [*lines, "Simple Sudoku", " Version 4.2n"]]
    return "\n".join([*lines, ""])


def write_sdk(draft: Draft) -> str:
    """Files of SadMan and SudoCue (.sdk); the part [State] is a later state of the same puzzle, and
    other parts have pencil marks and colours.
    """
    (grid,) = draft.make_grids((3, 3), 1, kinds=((3, "puzzle"), (1, "many")))
    draft.tag("size", "9 (3x3)")
    alphabet = Alphabet("1-N", tuple("123456789"), ".")
    lines = []
    if draft.toss(0.7, "comments"):
        lines = [
            "#ARuud",
            "#DA random puzzle created by SudoCue",
            "#B03-08-2006",
            "#SSudoCue",
            "#LEasy",
        ]
    if lines or draft.dice.chance(0.6):
        lines.append("[Puzzle]")
    lines += [alphabet.join(row) for row in grid.rows]
    if lines[-10:-9] == ["[Puzzle]"] and draft.toss(0.3, "[State]"):
        state = list(grid.cells)
        blank = [cell for cell, digit in enumerate(state) if not digit]
        for cell in draft.dice.sample(blank, 5):
            state[cell] = grid.solution[cell]
        lines += ["[State]", *(alphabet.join(state[at : at + 9]) for at in range(0, 81, 9))]
        if draft.toss(0.5, "[PencilMarks]"):
            marks = ["" if digit else draft.dice.pick(("29", "145", "6")) for digit in state]
            rows = [",".join(marks[at : at + 9]) for at in range(0, 81, 9)]
            lines += ["[PencilMarks]", *rows]
            lines += ["[Colours]", *3 * ["." * 9], ".2111.2..", *5 * ["." * 9]]
    draft.expect(grid)
    return "\n".join([*lines, ""])


def write_drawing_with_coordinates(draft: Draft) -> str:
    """A drawing with the numbers of the columns above it and the names of the rows beside it."""
    box = draft.pick_box((4, 6, 9), turned=False)
    grids = draft.make_grids(box, draft.pick_count(2), shows_box=True)
    alphabet = draft.pick_alphabet(grids, letters=False, blanks=((5, "."), (2, "0"), (2, " ")))
    style = draft.decide("rows", (2, "A B C"), (2, "1 2 3"), (1, "r1 r2"))
    high, wide = box
    size = high * wide
    names = {
        "A B C": "ABCDEFGHI"[:size],
        "1 2 3": "123456789"[:size],
        "r1 r2": [f"r{n}" for n in range(1, size + 1)],
    }[style]
    margin = " " * (len(names[0]) + 3)
    columns = [str(n) for n in range(1, size + 1)]
    rule = " " * len(names[0]) + " +" + "+".join(["-" * (2 * wide + 1)] * high) + "+"
    blocks = []
    for grid in grids:
        lines = [margin + group(columns, wide, " ", "   "), rule]
        for r, row in enumerate(grid.rows):
            if r and r % high == 0:
                lines.append(rule)
            lines.append(f"{names[r]} | {group(alphabet.write(row), wide, ' ', ' | ')} |")
        blocks.append([*lines, rule])
    return draft.write_page(grids, blocks, between=((1, 1), (1, 2)))


def write_qqwing(draft: Draft) -> str:
    """The readable output of qqwing."""
    grids = draft.make_grids((3, 3), draft.pick_count(3), kinds=((3, "puzzle"), (1, "complete")))
    draft.tag("size", "9 (3x3)")
    alphabet = Alphabet("1-N", tuple("123456789"), ".")
    blocks = []
    for grid in grids:
        lines: list[str] = []
        for r, row in enumerate(grid.rows):
            if r and r % 3 == 0:
                lines.append("-------|-------|-------")
            lines.append(f" {group(alphabet.write(row), 3, ' ', ' | ')}")
        blocks.append(lines)
    return draft.write_page(grids, blocks, titles=0, prose=0)


FORMS = (
    Form("drawing, frames", write_frames, (".txt",), "qitfw", 4),
    Form("drawing, bars", write_bars, (".txt",), "qitfw", 3),
    Form("drawing, framed cells", write_framed_cells, (".txt",), "qifw", 2),
    Form("drawing, ss and vbf", write_simple_sudoku, (".ss",), "w", 1),
    Form("drawing, sdk", write_sdk, (".sdk",), "", 0.8),
    Form("drawing, coordinates", write_drawing_with_coordinates, (".txt",), "qifw", 1.2),
    Form("drawing, qqwing", write_qqwing, (".txt",), "w", 0.5),
)
