"""Forms with a line for each row of a Sudoku, without drawn lines."""

from __future__ import annotations

from collections.abc import Sequence

from .draft import Alphabet, Draft, Form
from .grids import Cells, MadeGrid
from .lines import SEPARATORS, SIZES


def pad(signs: Sequence[str], alphabet: Alphabet) -> list[str]:
    """Return signs of the same width; numbers are at the right."""
    return [sign.rjust(alphabet.width) for sign in signs]


def group(row: Sequence[str], wide: int, inside: str, between: str) -> str:
    """Join the signs of a row: `inside` between the cells of a box, `between` between boxes."""
    boxes = [inside.join(row[at : at + wide]) for at in range(0, len(row), wide)]
    return between.join(boxes)


def write_glued_rows(draft: Draft, *, mentions_variant: bool = False) -> str:
    """The cells of each row side by side."""
    box = (3, 3) if mentions_variant else draft.pick_box(SIZES)
    head = draft.name_turned_box(box)
    grids = draft.make_grids(box, draft.pick_count(), shows_box=bool(head))
    alphabet = draft.pick_alphabet(grids)
    blocks = [[alphabet.join(row) for row in grid.rows] for grid in grids]
    return head + draft.write_page(grids, blocks, mentions_variant=mentions_variant)


def write_variant_in_title(draft: Draft) -> str:
    """A title names a variant; the grid is read by the classical rules."""
    return write_glued_rows(draft, mentions_variant=True)


def write_separated_rows(draft: Draft) -> str:
    """The cells of each row with a separator."""
    box = draft.pick_box(SIZES)
    head = draft.name_turned_box(box)
    grids = draft.make_grids(box, draft.pick_count(), shows_box=bool(head))
    alphabet = draft.pick_alphabet(grids, numbers=True)
    separator = draft.dice.weigh(*SEPARATORS)
    draft.tag("separator", separator)
    is_padded = separator in {" ", ", "} and alphabet.width > 1
    end = (
        separator.strip() if separator in {",", "|"} and draft.toss(0.1, "separator at end") else ""
    )
    blocks = [
        [
            separator.join(pad(signs, alphabet) if is_padded else signs) + end
            for signs in map(alphabet.write, grid.rows)
        ]
        for grid in grids
    ]
    text = head + draft.write_page(grids, blocks)
    has_prose = any(tag.startswith(("prose", "titles", "comment")) for tag in draft.tags)
    if separator in {",", ";", "\t"} and not has_prose and draft.dice.chance(0.6):
        draft.ending = ".csv"
    return text


def _write_groups(
    grid: MadeGrid, alphabet: Alphabet, inside: str, between: str, gap: list[str]
) -> list[str]:
    """Return the rows of a grid, grouped by boxes, with the lines `gap` between bands."""
    high, wide = grid.box
    lines: list[str] = []
    for r, row in enumerate(grid.rows):
        if r and r % high == 0:
            lines += gap
        signs = pad(alphabet.write(row), alphabet) if inside else alphabet.write(row)
        lines.append(group(signs, wide, inside, between))
    return lines


def write_grouped_rows(draft: Draft) -> str:
    """Rows with a wider gap between boxes, an empty line between bands, or both."""
    style = draft.decide("groups", (4, "both"), (2, "stacks"), (1.5, "bands"))
    box = draft.pick_box(SIZES)
    grids = draft.make_grids(box, draft.pick_count(3), shows_box=True)
    has_spaces = draft.toss(0.4, "cells apart")
    alphabet = draft.pick_alphabet(grids, numbers=has_spaces)
    inside = " " if has_spaces else ""
    between = inside if style == "bands" else draft.dice.pick((" ", "  ", "   ")) + inside
    gap = [""] if style != "stacks" else []
    blocks = [_write_groups(grid, alphabet, inside, between, gap) for grid in grids]
    gaps = ((6, 2), (2, 1), (1, 3)) if gap else ((6, 1), (2, 2))
    return draft.write_page(grids, blocks, between=gaps, titles=0.5)


def write_euler_rows(draft: Draft) -> str:
    """Rows as in Project Euler, problem 96: a title on the line above each Sudoku."""
    grids = draft.make_grids((3, 3), draft.dice.between(2, 10), kinds=((5, "puzzle"), (1, "many")))
    draft.tag("size", "9 (3x3)")
    alphabet = draft.pick_alphabet(grids, letters=False, blanks=((5, "0"), (1, ".")))
    word = draft.dice.pick(("Grid", "Puzzle", "Sudoku", "Raster"))
    lines: list[str] = []
    for number, grid in enumerate(grids, 1):
        lines += [f"{word} {number:02}", *map(alphabet.join, grid.rows)]
        draft.expect(grid, f"{word} {number:02}")
    return "\n".join([*lines, ""])


def write_several_sizes(draft: Draft) -> str:
    """Sudokus of several sizes in one file."""
    sizes = draft.dice.sample((4, 6, 9, 16), draft.dice.between(2, 3))
    draft.tag("size", "several")
    form = draft.decide("layout", (2, "rows glued"), (2, "rows separated"), (2, "lines"))
    all_grids: list[MadeGrid] = []
    blocks: list[list[str]] = []
    blank = draft.dice.pick((".", "0"))
    for size in sizes:
        box = {4: (2, 2), 6: (2, 3), 9: (3, 3), 16: (4, 4)}[size]
        kinds = ((4, "puzzle"), (1, "complete"))
        grids = draft.make_grids(box, draft.dice.between(1, 2), kinds=kinds)
        alphabet = draft.pick_alphabet(
            grids, numbers=form == "rows separated", letters=size > 9, blanks=((1, blank),)
        )
        for grid in grids:
            all_grids.append(grid)
            if form == "lines":
                blocks.append([alphabet.join(grid.cells)])
            elif form == "rows glued":
                blocks.append([alphabet.join(row) for row in grid.rows])
            else:
                blocks.append([" ".join(alphabet.write(row)) for row in grid.rows])
    gaps = ((4, 0), (2, 1)) if form == "lines" else ((6, 1), (2, 2))
    return draft.write_page(all_grids, blocks, between=gaps)


def _has_clues_on_all_sides(grid: MadeGrid) -> bool:
    """Return whether each outer row and column has a clue."""
    rows = grid.rows
    columns: list[Cells] = list(zip(*rows, strict=True))
    return all(any(line) for line in (rows[0], rows[-1], columns[0], columns[-1]))


def write_rows_with_spaces(draft: Draft) -> str:
    """Spaces are blank cells; the position on the line gives the cell."""
    box = draft.pick_box((6, 9))
    grids: list[MadeGrid] = []
    count = draft.dice.weigh((3, 1), (1, 2))
    while len(grids) < count:
        (grid,) = draft.make_grids(box, 1, kinds=((1, "puzzle"),))
        draft.tags.pop()
        if all(any(row) for row in grid.rows) and _has_clues_on_all_sides(grid):
            grids.append(grid)
    alphabet = draft.pick_alphabet(grids, letters=False, blanks=((1, " "),))
    style = draft.decide("pitch", (3, "1"), (2, "2"), (1, "2 and boxes"), (1, "3"))
    strips = not draft.toss(0.4, "spaces at ends")
    blocks = []
    for grid in grids:
        lines = []
        for r, row in enumerate(grid.rows):
            signs = alphabet.write(row)
            if style == "2 and boxes":
                if r and r % box[0] == 0:
                    lines.append("")
                line = group(signs, box[1], " ", "   ")
            else:
                line = {"1": "", "2": " ", "3": "  "}[style].join(signs)
            lines.append(line.rstrip() if strips else line)
        blocks.append(lines)
    return draft.write_page(grids, blocks, between=((1, 2),), tight_titles=False)


def write_side_by_side(draft: Draft) -> str:
    """Two or three Sudokus beside each other."""
    box = draft.pick_box((4, 6, 9), turned=False)
    count = draft.dice.weigh((4, 2), (1, 3))
    style = draft.decide("layout", (3, "glued"), (2, "spaced"), (2, "grouped"), (2, "framed"))
    has_solution = count == 2 and draft.toss(0.4, "puzzle and solution")
    grids = draft.make_grids(box, count, kinds=((3, "puzzle"), (1, "complete")))
    if has_solution:
        grids[1] = grids[0]._replace(cells=grids[0].solution, kind="complete")
    alphabet = draft.pick_alphabet(grids, letters=False)
    blocks = []
    for grid in grids:
        if style == "glued":
            blocks.append([alphabet.join(row) for row in grid.rows])
        elif style == "spaced":
            blocks.append([" ".join(alphabet.write(row)) for row in grid.rows])
        elif style == "grouped":
            blocks.append(_write_groups(grid, alphabet, "", " ", [" "]))
        else:
            blocks.append(_write_small_frame(grid, alphabet))
    apart = " " * draft.dice.between(3, 8)
    if style == "glued" and alphabet.blank != "-" and has_solution and draft.toss(0.4, "arrow"):
        apart = " -> "
    width = max(map(len, blocks[0]))
    lines = [
        apart.join(line.ljust(width) for line in beside).rstrip()
        for beside in zip(*blocks, strict=True)
    ]
    before = [*draft.write_prose(), ""] if draft.toss(0.3, "prose", "before") else []
    for grid in grids:
        draft.expect(grid)
    return "\n".join([*before, *lines, ""])


def _write_small_frame(grid: MadeGrid, alphabet: Alphabet) -> list[str]:
    """Return a drawing of the grid with a frame around each box."""
    high, wide = grid.box
    rule = "+" + "+".join(["-" * (2 * wide + 1)] * high) + "+"
    lines = [rule]
    for r, row in enumerate(grid.rows, 1):
        lines.append(f"| {group(alphabet.write(row), wide, ' ', ' | ')} |")
        if r % high == 0:
            lines.append(rule)
    return lines


def write_labelled_rows(draft: Draft) -> str:
    """A label before each row, such as `Row 1:`."""
    box = draft.pick_box((4, 6, 9))
    grids = draft.make_grids(box, draft.pick_count(3))
    is_spaced = draft.toss(0.6, "cells apart")
    alphabet = draft.pick_alphabet(grids, letters=False)
    label = draft.decide(
        "label", (2, "Row 1: "), (1, "r1: "), (1, "A | "), (1, "1) "), (1, "Line 1 = ")
    )
    blocks = []
    for grid in grids:
        lines = []
        for r, row in enumerate(grid.rows):
            head = label.replace("1", str(r + 1)).replace("A", chr(ord("A") + r))
            lines.append(head + (" " if is_spaced else "").join(alphabet.write(row)))
        blocks.append(lines)
    return draft.write_page(grids, blocks, between=((6, 1), (2, 2)))


def write_contest_input(draft: Draft) -> str:
    """Input of a programming contest: the number of grids or the size first, then the rows."""
    box = draft.pick_box((4, 9, 16), turned=False)
    first = draft.decide("first line", (2, "count"), (1, "size"), (1, "box"), (0.7, "case numbers"))
    count = draft.dice.between(1, 4) if first in {"count", "case numbers"} else 1
    grids = draft.make_grids(box, count, kinds=((4, "puzzle"), (1, "many"), (1, "complete")))
    is_spaced = draft.toss(0.6, "cells apart")
    alphabet = draft.pick_alphabet(
        grids,
        numbers=is_spaced,
        letters=box == (4, 4),
        blanks=((3, "0"), (1, "."), (0.4, "-1")) if is_spaced else ((3, "0"), (1, ".")),
    )
    separator = " " if is_spaced else ""
    texts = [str({"size": grids[0].size, "box": box[0]}.get(first, count))]
    gap = draft.toss(0.4, "gap", 1)
    for number, grid in enumerate(grids, 1):
        if gap:
            texts.append("")
        if first == "case numbers":
            texts.append(f"Case {number}:")
        texts += [separator.join(alphabet.write(row)) for row in grid.rows]
        draft.expect(grid)
    return "\n".join([*texts, ""])


def write_puzzle_and_solution(draft: Draft) -> str:
    """A puzzle and below it its solution, both with a title: two Sudokus, unless the second title
    names a solution and the puzzle has blank cells.
    """
    box = draft.pick_box((4, 6, 9, 16))
    (grid,) = draft.make_grids(box, 1, kinds=((1, "puzzle"),))
    grids = [grid, grid._replace(cells=grid.solution, kind="complete")]
    draft.tags.append("puzzle and solution")
    is_spaced = draft.toss(0.5, "cells apart")
    alphabet = draft.pick_alphabet(grids, numbers=is_spaced, letters=box == (4, 4))
    words = draft.dice.pick(
        (("Puzzle", "Solution"), ("Aufgabe", "Lösung"), ("Input", "Output"), ("Before", "After"))
    )
    lines: list[str] = []
    for word, one in zip(words, grids, strict=True):
        rows = [(" " if is_spaced else "").join(alphabet.write(row)) for row in one.rows]
        lines += [f"{word}:", *rows, ""]
        if word not in ("Solution", "Lösung", "Output") or 0 not in grid.cells:
            draft.expect(one, word)
    return "\n".join(lines)


FORMS = (
    Form("rows, glued", write_glued_rows, (".txt",), "qitfrw", 4),
    Form("rows, separators", write_separated_rows, (".txt",), "qitfrw", 3),
    Form("rows, grouped by boxes", write_grouped_rows, (".txt",), "qitfrw", 3),
    Form("rows, Project Euler", write_euler_rows, (".txt",), "trw", 1),
    Form("rows, several sizes", write_several_sizes, (".txt",), "rw", 1),
    Form("rows, spaces for blank", write_rows_with_spaces, (".txt",), "qifrw", 1.5),
    Form("rows, side by side", write_side_by_side, (".txt",), "iw", 1.2),
    Form("rows, contest input", write_contest_input, (".txt", ".in"), "trw", 1.2),
    Form("rows, puzzle and solution", write_puzzle_and_solution, (".txt",), "qitw", 1),
    Form("rows, with labels", write_labelled_rows, (".txt",), "qiw", 0.8),
    Form("rows, variant in the title", write_variant_in_title, (".txt",), "w", 0.8),
)
