"""Forms with a Sudoku on each line."""

from __future__ import annotations

from .draft import Draft, Form
from .grids import MadeGrid
from .words import PROSE

SIZES = (4, 6, 8, 9, 10, 12, 15, 16, 25)
SEPARATORS = ((5, " "), (4, ","), (1.5, ";"), (1.5, "\t"), (1, ", "), (0.7, "|"))


def _surround_lines(draft: Draft, lines: list[str]) -> str:
    """Return a text of lines, one for each Sudoku, perhaps with comments, blank lines or prose."""
    before: list[str] = []
    after: list[str] = []
    if draft.toss(0.12, "comments"):
        before = [f"# {line}" for line in draft.write_prose()]
    elif draft.toss(0.15, "prose", "before"):
        before = [*draft.write_prose(), ""]
    if draft.toss(0.1, "prose", "after"):
        after = ["", *draft.write_prose()]
    gap = draft.dice.weigh((8, 0), (1, 1))
    if gap and len(lines) > 1:
        draft.tag("gap", gap)
        lines = "\n\n".join(lines).split("\n")
    return "\n".join([*before, *lines, *after, ""])


def write_glued_lines(draft: Draft) -> str:
    """All cells side by side, perhaps with a number, a rating or a comment before or after them."""
    box = draft.pick_box(SIZES)
    grids = draft.make_grids(box, draft.dice.between(1, 12))
    alphabet = draft.pick_alphabet(grids)
    dice = draft.dice
    before = draft.decide(
        "before",
        (8, "-"),
        (1, "number"),
        (0.7, "number."),
        (0.7, "Easy 1:"),
        (0.7, "hash"),
        (0.5, '"'),
    )
    after = (
        "-"
        if before == '"'
        else draft.decide(
            "after", (8, "-"), (1, "rating"), (1, "gsf"), (0.7, "ED="), (0.7, ",easy"), (0.5, "tab")
        )
    )
    lines = []
    for number, grid in enumerate(grids, 1):
        draft.expect(grid)
        rating = f"{dice.between(1, 11)}.{dice.below(10)}"
        head = {
            "-": "",
            "number": f"{number} ",
            "number.": f"{number}. ",
            "Easy 1:": f"Easy {number}: ",
            "hash": f"{dice.below(16**4):04x}{dice.below(16**4):04x}{dice.below(16**4):04x} ",
            '"': '"',
        }[before]
        tail = {
            "-": '"' if before == '"' else "",
            "rating": f"  {rating}",
            "gsf": f" # {dice.between(17, 30)} FNBTWH C{number + 20}.m/S{dice.between(1, 9)}.h",
            "ED=": f" ED={rating}/1.2/1.2",
            ",easy": f",{dice.pick(('easy', 'hard', 'medium'))}",
            "tab": f"\t{rating}\t{number}",
        }[after]
        lines.append(head + alphabet.join(grid.cells) + tail)
    return _surround_lines(draft, lines)


def write_puzzles_with_solutions(draft: Draft) -> str:
    """A puzzle and its solution on each line, without headings."""
    box = draft.pick_box((4, 6, 9, 16))
    grids = draft.make_grids(box, draft.dice.between(2, 8), kinds=((1, "puzzle"),))
    alphabet = draft.pick_alphabet(grids, letters=False)
    style = draft.decide(
        "columns",
        (3, "puzzle,solution"),
        (1, "solution,puzzle"),
        (2, "tdoku"),
        (1, "space"),
        (1, "puzzle;solution;easy"),
        (0.7, "number,puzzle,solution"),
        (0.7, "tab"),
    )
    lines = []
    for number, grid in enumerate(grids, 1):
        draft.expect(grid, solution=True)
        puzzle, solution = alphabet.join(grid.cells), alphabet.join(grid.solution)
        lines.append(
            {
                "puzzle,solution": f"{puzzle},{solution}",
                "solution,puzzle": f"{solution},{puzzle}",
                "tdoku": f"{puzzle}:1:{solution}",
                "space": f"{puzzle} {solution}",
                "puzzle;solution;easy": f"{puzzle};{solution};{draft.dice.pick(('easy', 'hard'))}",
                "number,puzzle,solution": f"{number},{puzzle},{solution}",
                "tab": f"{puzzle}\t{solution}",
            }[style]
        )
    return "\n".join([*lines, ""])


def write_hodoku_lines(draft: Draft) -> str:
    """Lines of HoDoKu's library. A digit after + was placed by the solver, and is no clue."""
    grids = draft.make_grids((3, 3), draft.dice.between(1, 6), kinds=((1, "puzzle"),))
    draft.tag("size", "9 (3x3)")
    has_placed = draft.toss(0.4, "placed digits")
    lines = []
    for grid in grids:
        draft.expect(grid)
        signs = [str(cell) if cell else "." for cell in grid.cells]
        if has_placed:
            blank = [cell for cell, digit in enumerate(grid.cells) if not digit]
            for cell in draft.dice.sample(blank, 3):
                signs[cell] = f"+{grid.solution[cell]}"
        code = draft.dice.pick(("0000:x", "0702:9", "0300:5", "1102:x"))
        tail = draft.dice.pick((":::", ":138 238:159::2", "::139 239::"))
        lines.append(f":{code}:{''.join(signs)}{tail}")
    return "\n".join([*lines, ""])


def write_separated_lines(draft: Draft) -> str:
    """All cells on one line, with separators."""
    box = draft.pick_box(SIZES)
    grids = draft.make_grids(box, draft.dice.between(1, 5))
    alphabet = draft.pick_alphabet(grids, numbers=True)
    separator = draft.dice.weigh(*SEPARATORS)
    draft.tag("separator", separator)
    around = ("[", "]") if "," in separator and draft.toss(0.2, "brackets") else ("", "")
    lines = []
    for grid in grids:
        draft.expect(grid)
        lines.append(around[0] + separator.join(alphabet.write(grid.cells)) + around[1])
    if separator in {",", ";", "\t"} and not around[0] and draft.dice.chance(0.3):
        draft.ending = ".csv"
        return "\n".join([*lines, ""])
    return _surround_lines(draft, lines)


def write_rows_on_a_line(draft: Draft) -> str:
    """The rows of a Sudoku one after another on one line, with signs between them."""
    box = draft.pick_box(SIZES)
    grids = draft.make_grids(box, draft.dice.between(1, 5))
    alphabet = draft.pick_alphabet(grids)
    separator = draft.dice.pick((" ", "/", "|", ",", ", ", "; ", "-", "  "))
    if alphabet.blank in separator:
        separator = " "
    draft.tag("separator", separator)
    lines = []
    for grid in grids:
        draft.expect(grid)
        lines.append(separator.join(map(alphabet.join, grid.rows)))
    return _surround_lines(draft, lines)


def write_lines_after_count(draft: Draft) -> str:
    """A list whose first line is the number of its Sudokus."""
    box = draft.pick_box((6, 9, 16))
    grids = draft.make_grids(box, draft.dice.between(1, 15))
    alphabet = draft.pick_alphabet(grids)
    for grid in grids:
        draft.expect(grid)
    return "\n".join([str(len(grids)), *(alphabet.join(grid.cells) for grid in grids), ""])


def write_links(draft: Draft) -> str:
    """Links of web pages with a Sudoku in them."""
    grids = draft.make_grids((3, 3), draft.pick_count(), kinds=((1, "puzzle"),))
    draft.tag("size", "9 (3x3)")
    alphabet = draft.pick_alphabet(grids, letters=False, blanks=((3, "0"), (1, ".")))
    address = draft.dice.pick(
        (
            "https://www.sudokuwiki.org/sudoku.htm?bd=",
            "http://www.example.org/play/9x9?id=17&s=",
            "https://sudoku.example.com/#",
            "https://example.net/sudoku/solve/",
        )
    )
    lines = []
    for grid in grids:
        draft.expect(grid)
        lines.append(address + alphabet.join(grid.cells))
    if draft.toss(0.3, "words before"):
        lines = [f"{draft.dice.pick(('Try', 'See', 'Stuck here:'))} {line}" for line in lines]
    return _surround_lines(draft, lines)


def write_clue_lists(draft: Draft) -> str:
    """The clues of a Sudoku on one line, each as row, column and digit."""
    box = draft.pick_box((6, 9, 16), turned=False)
    grids = [force_corners(grid) for grid in draft.make_grids(box, 1, kinds=((1, "puzzle"),))]
    base = draft.dice.weigh((4, 1), (1, 0))
    draft.tag("first row", base)
    size = grids[0].size
    style = draft.decide("style", (3, "1,1,5;"), (1, "(1,1,5) "), (1, "r1c1=5 "), (1, "[1,1,5], "))
    if style == "r1c1=5 ":
        base = 1
    lines = []
    for grid in grids:
        draft.expect(grid)
        clues = [
            (cell // size + base, cell % size + base, digit)
            for cell, digit in enumerate(grid.cells)
            if digit
        ]
        written = {
            "1,1,5;": "".join(f"{r},{c},{d};" for r, c, d in clues),
            "(1,1,5) ": " ".join(f"({r},{c},{d})" for r, c, d in clues),
            "r1c1=5 ": " ".join(f"r{r}c{c}={d}" for r, c, d in clues),
            "[1,1,5], ": f"[{', '.join(f'[{r}, {c}, {d}]' for r, c, d in clues)}]",
        }
        lines.append(written[style])
    return _surround_lines(draft, lines)


def force_corners(grid: MadeGrid) -> MadeGrid:
    """Return the grid with its first and its last cell given, so that a list of clues shows its
    size.
    """
    cells = list(grid.cells)
    for cell in (0, len(cells) - 1):
        cells[cell] = grid.solution[cell]
    return grid._replace(cells=tuple(cells))


def write_line_in_sentence(draft: Draft) -> str:
    """A Sudoku on a line of prose."""
    grids = draft.make_grids((3, 3), 1, kinds=((1, "puzzle"), (0.3, "complete")))
    draft.tag("size", "9 (3x3)")
    alphabet = draft.pick_alphabet(grids, letters=False)
    draft.expect(grids[0])
    cells = alphabet.join(grids[0].cells)
    sentence = draft.dice.pick(
        (
            f"My 3rd try was {cells} but it took 20 minutes.",
            f"Does anybody know how to solve {cells}?",
            f"puzzle = {cells}",
            f"Input: {cells}",
            f"the grid ({cells}) has one solution",
            f"<{cells}>",
        )
    )
    return "\n".join([*draft.dice.sample(PROSE, 2), sentence, *draft.dice.sample(PROSE, 1), ""])


FORMS = (
    Form("line, glued", write_glued_lines, (".txt", ".sdm", ".txt"), "qitrw", 4),
    Form("line, puzzle and solution", write_puzzles_with_solutions, (".txt", ".csv"), "itrw", 1.5),
    Form("line, HoDoKu", write_hodoku_lines, (".txt",), "w", 0.7),
    Form("line, separators", write_separated_lines, (".txt",), "tirw", 1.5),
    Form("line, rows in words", write_rows_on_a_line, (".txt",), "qitrw", 1.5),
    Form("line, after a count", write_lines_after_count, (".txt", ".in"), "trw", 1),
    Form("line, link", write_links, (".txt", ".url"), "qw", 0.7),
    Form("line, list of clues", write_clue_lists, (".txt",), "w", 0.7),
    Form("line, in a sentence", write_line_in_sentence, (".txt",), "qw", 0.7),
)
