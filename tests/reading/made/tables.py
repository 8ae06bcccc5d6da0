"""Forms of tables: columns of Sudokus, and a field for each cell."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence

from .draft import Alphabet, Draft, Form
from .grids import MadeGrid
from .lines import SIZES
from .words import LANGUAGES, PROSE, make_titles


def write_csv(rows: Sequence[Sequence[str]], delimiter: str, *, quotes_all: bool = False) -> str:
    """Return rows as CSV."""
    text = io.StringIO()
    writer = csv.writer(
        text,
        delimiter=delimiter,
        lineterminator="\n",
        quoting=csv.QUOTE_ALL if quotes_all else csv.QUOTE_MINIMAL,
    )
    writer.writerows(rows)
    return text.getvalue()


def _pick_delimiter(draft: Draft) -> str:
    delimiter = draft.dice.weigh((5, ","), (2, ";"), (2, "\t"))
    draft.tag("delimiter", delimiter)
    if delimiter == "\t":
        draft.ending = ".tsv"
    return delimiter


def write_column(draft: Draft) -> str:
    """A table with headings and a column of puzzles; there may be columns of solutions, names,
    numbers and ratings.
    """
    return _write_columns(draft, has_solution=False)


def write_columns_with_solution(draft: Draft) -> str:
    """A table with headings and columns of puzzles and solutions, in any order."""
    return _write_columns(draft, has_solution=True)


def _write_columns(draft: Draft, *, has_solution: bool) -> str:
    dice = draft.dice
    box = draft.pick_box((4, 6, 9, 16))
    kinds = ((1, "puzzle"),) if has_solution else ((5, "puzzle"), (1, "complete"), (1, "many"))
    grids = draft.make_grids(box, dice.between(2, 10), kinds=kinds)
    alphabet = draft.pick_alphabet(grids, letters=box == (4, 4))
    names_of = LANGUAGES[draft.decide("language", (4, "English"), *((1, one) for one in LANGUAGES))]
    cases: tuple[Callable[[str], str], ...] = (str, str, str.lower, str.upper, str.title)
    case = dice.pick(cases)
    headings = [case(dice.pick(words)) for words in names_of]
    columns = {"puzzle": (headings[0], [alphabet.join(grid.cells) for grid in grids])}
    if has_solution:
        columns["solution"] = (headings[1], [alphabet.join(grid.solution) for grid in grids])
    has_names = draft.toss(0.25, "column", "name")
    _, titles = make_titles(dice, len(grids))
    if has_names:
        columns["name"] = (headings[2], titles)
    if draft.toss(0.35, "column", "id"):
        columns["id"] = (
            dice.pick(("id", "nr", "index", "#", "")),
            [str(n) for n in range(1, len(grids) + 1)],
        )
    if draft.toss(0.3, "column", "rating"):
        ratings = [f"{dice.between(0, 9)}.{dice.below(10)}" for _ in grids]
        columns["rating"] = (headings[3], ratings)
    order = dice.shuffle(list(columns)) if dice.chance(0.5) else list(columns)
    draft.tag("columns", "+".join(order))
    for grid, title in zip(grids, titles, strict=True):
        draft.expect(grid, title if has_names else None, solution=has_solution)
    if len(order) == 1:
        return "\n".join([columns["puzzle"][0], *columns["puzzle"][1], ""])
    rows = [[columns[key][0] for key in order]]
    rows += [[columns[key][1][n] for key in order] for n in range(len(grids))]
    quotes_all = draft.toss(0.25, "quotes")
    return write_csv(rows, _pick_delimiter(draft), quotes_all=quotes_all)


def write_quoted_fields_with_rows(draft: Draft) -> str:
    """A table in whose quoted fields each Sudoku has several lines."""
    box = draft.pick_box((4, 9))
    grids = draft.make_grids(box, draft.dice.between(1, 4), kinds=((3, "puzzle"), (1, "complete")))
    alphabet = draft.pick_alphabet(grids, letters=False)
    has_solution = draft.toss(0.4, "solution") and grids[0].kind == "puzzle"
    rows = [["id", "sudoku", "solution"] if has_solution else ["id", "sudoku"]]
    for number, grid in enumerate(grids, 1):
        draft.expect(grid, solution=has_solution)
        row = [str(number), "\n".join(map(alphabet.join, grid.rows))]
        if has_solution:
            row.append("\n".join(map(alphabet.join, grid._replace(cells=grid.solution).rows)))
        rows.append(row)
    return write_csv(rows, draft.dice.pick((",", ";")))


def _make_block(
    draft: Draft, grid: MadeGrid, alphabet: Alphabet, *, has_gaps: bool, has_headings: bool
) -> list[list[str]]:
    """Return the fields of a Sudoku with a field for each cell."""
    high, wide = grid.box
    block: list[list[str]] = []
    letters = draft.dice.chance(0.5)
    columns: list[str] = []
    for c in range(grid.size):
        if has_gaps and c and c % wide == 0:
            columns.append("")
        columns.append(str(c + 1))
    if has_headings:
        block.append(["", *columns])
    for r, row in enumerate(grid.rows):
        if has_gaps and r and r % high == 0:
            block.append([""] * (len(columns) + has_headings))
        fields: list[str] = []
        for c, sign in enumerate(alphabet.write(row)):
            if has_gaps and c and c % wide == 0:
                fields.append("")
            fields.append(sign)
        if has_headings:
            fields.insert(0, chr(ord("A") + r) if letters else str(r + 1))
        block.append(fields)
    return block


def make_sheet(draft: Draft, *, is_csv: bool = True) -> list[list[str]]:
    """Return the fields of a table with one Sudoku or several below one another, and record the
    Sudokus: with titles, a margin, headings and gaps.

    If nothing but fields shows the place of a Sudoku, its outer rows and columns have clues.
    """
    dice = draft.dice
    box = draft.pick_box((4, 6, 9, 16))
    has_gaps = box != (2, 2) and draft.toss(0.2, "gaps")
    has_headings = box[0] * box[1] <= 9 and draft.toss(0.2, "headings")
    count = dice.weigh((4, 1), (2, 2), (1, 3))
    grids = draft.make_grids(box, count, kinds=((4, "puzzle"), (1, "complete")), shows_box=has_gaps)
    blanks = ((5, ""), (3, "0"), (1, "."))
    alphabet = draft.pick_alphabet(grids, numbers=True, letters=False, blanks=blanks)
    if alphabet.blank == "":
        grids = [give_clues_on_all_sides(grid) for grid in grids]
    has_titles = draft.toss(0.3, "titles")
    _, titles = make_titles(dice, count)
    left = dice.weigh((5, 0), (1, 1), (1, 2))
    draft.tag("margin", left)
    rows: list[list[str]] = [[] for _ in range(dice.weigh((5, 0), (1, 1)))]
    for number, (grid, title) in enumerate(zip(grids, titles, strict=True)):
        if number:
            rows.append([])
        if has_titles:
            rows.append([*[""] * left, title])
        block = _make_block(draft, grid, alphabet, has_gaps=has_gaps, has_headings=has_headings)
        rows += [[*[""] * left, *row] for row in block]
        draft.expect(grid, title if has_titles else None)
    if draft.toss(0.15, "prose", "after"):
        rows += [[], [dice.pick(PROSE)]]
    width = max(map(len, rows))
    return [row + [""] * (width - len(row)) for row in rows] if is_csv else rows


def give_clues_on_all_sides(grid: MadeGrid) -> MadeGrid:
    """Return the grid with a clue in each outer row and column."""
    cells, size = list(grid.cells), grid.size
    for cell in (1, size * size - 2, 2 * size, 2 * size - 1):
        cells[cell] = grid.solution[cell]
    return grid._replace(cells=tuple(cells))


def write_field_for_each_cell(draft: Draft) -> str:
    """A table with a field for each cell."""
    rows = make_sheet(draft)
    delimiter = _pick_delimiter(draft)
    if draft.toss(0.3, "no fields at ends") and any(rows[0]):
        texts = [delimiter.join(row).rstrip(delimiter) for row in rows]
        return "\n".join([*texts, ""])
    return write_csv(rows, delimiter, quotes_all=draft.toss(0.1, "quotes"))


def write_rows_in_fields(draft: Draft) -> str:
    """A table with a row of a Sudoku in a field, nine fields below one another."""
    box = draft.pick_box((6, 9))
    grids = draft.make_grids(box, draft.pick_count(3), kinds=((4, "puzzle"), (1, "complete")))
    alphabet = draft.pick_alphabet(grids, letters=False, blanks=((2, "."), (2, "_"), (1, "0")))
    rows = [["nr", "rows", "note"]]
    for number, grid in enumerate(grids, 1):
        draft.expect(grid)
        for r, row in enumerate(grid.rows):
            note = draft.dice.pick(("x", "good", "")) if r == 0 else ""
            rows.append([str(number) if r == 0 else "", alphabet.join(row), note])
    return write_csv(rows, _pick_delimiter(draft))


def write_all_cells_in_a_row(draft: Draft) -> str:
    """A table with a Sudoku in each row and a field for each cell."""
    box = draft.pick_box((4, 6, 9))
    grids = draft.make_grids(box, draft.dice.between(2, 6), kinds=((4, "puzzle"), (1, "complete")))
    alphabet = draft.pick_alphabet(grids, letters=False, blanks=((3, "0"), (1, "."), (2, "")))
    size = grids[0].size
    style = draft.decide("headings", (2, "p1"), (1, "r1c1"), (1, "0"), (1, "A1"))
    numbers = range(size * size)
    headings = {
        "p1": [f"p{n + 1}" for n in numbers],
        "r1c1": [f"r{n // size + 1}c{n % size + 1}" for n in numbers],
        "0": [str(n) for n in numbers],
        "A1": [f"{chr(ord('A') + n // size)}{n % size + 1}" for n in numbers],
    }[style]
    has_ids = draft.toss(0.3, "column", "id")
    rows = [[*(["id"] if has_ids else []), *headings]]
    for number, grid in enumerate(grids, 1):
        draft.expect(grid)
        rows.append([*([str(number)] if has_ids else []), *alphabet.write(grid.cells)])
    return write_csv(rows, _pick_delimiter(draft))


def write_markdown_cells(draft: Draft) -> str:
    """A Markdown table with a field for each cell."""
    rows = make_sheet_without_extras(draft)
    draft.ending = ".md"
    size = len(rows[0])
    head = draft.decide("head", (2, "first row"), (2, "empty"), (1, "letters"))
    rule = "|" + "---|" * size
    written = [f"| {' | '.join(sign or ' ' for sign in row)} |" for row in rows]
    if head == "first row":
        lines = [written[0], rule, *written[1:]]
    elif head == "empty":
        lines = ["|" + "   |" * size, rule, *written]
    else:
        letters = [chr(ord("A") + c) if size <= 26 else "" for c in range(size)]
        lines = [f"| {' | '.join(letters)} |", rule, *written]
    before = [*draft.write_prose(), ""] if draft.toss(0.4, "prose", "before") else []
    after = ["", *draft.write_prose()] if draft.toss(0.3, "prose", "after") else []
    return "\n".join([*before, *lines, *after, ""])


def make_sheet_without_extras(draft: Draft, sizes: Sequence[int] = (4, 6, 9)) -> list[list[str]]:
    """Return the fields of one Sudoku with a field for each cell, and record it."""
    box = draft.pick_box(sizes)
    (grid,) = draft.make_grids(box, 1, kinds=((4, "puzzle"), (1, "complete")))
    blanks = ((5, ""), (2, "."), (1, "0"))
    alphabet = draft.pick_alphabet([grid], numbers=True, letters=False, blanks=blanks)
    if alphabet.blank == "":
        grid = give_clues_on_all_sides(grid)
    draft.expect(grid)
    return [alphabet.write(row) for row in grid.rows]


def write_markdown_column(draft: Draft) -> str:
    """A Markdown table with a column of Sudokus, or a list of them."""
    draft.ending = ".md"
    grids = draft.make_grids((3, 3), draft.pick_count(), kinds=((4, "puzzle"), (1, "complete")))
    draft.tag("size", "9 (3x3)")
    alphabet = draft.pick_alphabet(grids, letters=False)
    style = draft.decide(
        "layout", (2, "table"), (1, "code in a table"), (1, "- list"), (1, "1. list")
    )
    mark = "`" if style == "code in a table" or draft.dice.chance(0.3) else ""
    if alphabet.blank in "*_":
        mark = "`"
    _, titles = make_titles(draft.dice, len(grids))
    cells = [f"{mark}{alphabet.join(grid.cells)}{mark}" for grid in grids]
    is_table = "table" in style
    for grid, title in zip(grids, titles, strict=True):
        draft.expect(grid, title if is_table else None)
    if is_table:
        lines = ["| name | puzzle |", "|---|---|"]
        lines += [f"| {title} | {text} |" for title, text in zip(titles, cells, strict=True)]
    elif style == "- list":
        lines = [f"{'*-'[alphabet.blank != '-']} {text}" for text in cells]
    else:
        lines = [f"{number}. {text}" for number, text in enumerate(cells, 1)]
    before = (
        ["# Sudokus", "", *draft.write_prose(), ""] if draft.toss(0.5, "prose", "before") else []
    )
    return "\n".join([*before, *lines, ""])


def write_markdown_fence(draft: Draft) -> str:
    """Fences of Markdown with rows or a drawing, in prose."""
    draft.ending = ".md"
    box = draft.pick_box(SIZES)
    grids = draft.make_grids(box, draft.pick_count(3))
    is_spaced = draft.toss(0.5, "cells apart")
    alphabet = draft.pick_alphabet(grids, numbers=is_spaced)
    fence = draft.dice.pick(("```", "~~~", "````"))
    language = draft.dice.pick(("", "", "text", "sudoku"))
    _, titles = make_titles(draft.dice, len(grids))
    has_titles = draft.toss(0.5, "titles")
    lines = ["# My Sudokus", "", *draft.write_prose(), ""]
    for grid, title in zip(grids, titles, strict=True):
        if has_titles:
            lines += [f"## {title}", ""]
        rows = [(" " if is_spaced else "").join(alphabet.write(row)) for row in grid.rows]
        lines += [fence + language, *rows, fence, ""]
        draft.expect(grid, title if has_titles else None)
    return "\n".join([*lines, *draft.write_prose(), ""])


def write_typeset_table(draft: Draft) -> str:
    """Tables of LaTeX and of Wikipedia, and the package `sudoku` of LaTeX."""
    style = draft.decide("program", (1, "LaTeX sudoku"), (1, "LaTeX tabular"), (1, "wiki"))
    rows = make_sheet_without_extras(draft, (9,) if style == "LaTeX sudoku" else (4, 6, 9))
    if style == "LaTeX sudoku":
        draft.ending = ".tex"
        lines = [
            r"\begin{sudoku}",
            *(f"|{'|'.join(sign or ' ' for sign in row)}|." for row in rows),
        ]
        lines.append(r"\end{sudoku}")
    elif style == "LaTeX tabular":
        draft.ending = ".tex"
        columns = "|" + "c|" * len(rows)
        lines = [rf"\begin{{tabular}}{{{columns}}}", r"\hline"]
        for row in rows:
            lines += [rf"{' & '.join(row)} \\", r"\hline"]
        lines.append(r"\end{tabular}")
    else:
        draft.ending = ".wiki"
        lines = ['{| class="wikitable"']
        for row in rows:
            lines += ["|-", f"| {' || '.join(sign or ' ' for sign in row)}"]
        lines.append("|}")
    return "\n".join([*lines, ""])


def write_pandas_frame(draft: Draft) -> str:
    """A printed data frame of pandas, with numbers from 0 above and beside the cells."""
    box = draft.pick_box((4, 6, 9))
    (grid,) = draft.make_grids(box, 1, kinds=((4, "puzzle"), (1, "complete")))
    alphabet = draft.pick_alphabet([grid], letters=False, blanks=((1, "0"),))
    draft.expect(grid)
    lines = ["   " + "  ".join(str(c) for c in range(grid.size))]
    lines += [f"{r}  {'  '.join(alphabet.write(row))}" for r, row in enumerate(grid.rows)]
    return "\n".join([*lines, ""])


def write_sql(draft: Draft) -> str:
    """Statements of SQL that insert Sudokus."""
    grids = draft.make_grids((3, 3), draft.pick_count(), kinds=((1, "puzzle"),))
    draft.tag("size", "9 (3x3)")
    alphabet = draft.pick_alphabet(grids, letters=False, blanks=((3, "0"), (1, ".")))
    has_solution = draft.toss(0.5, "solution")
    columns = "(id, puzzle, solution)" if has_solution else "(id, puzzle)"
    values = []
    for number, grid in enumerate(grids, 1):
        draft.expect(grid, solution=has_solution)
        more = f", '{alphabet.join(grid.solution)}'" if has_solution else ""
        values.append(f"({number}, '{alphabet.join(grid.cells)}'{more})")
    if draft.toss(0.5, "one statement"):
        text = f"INSERT INTO sudokus {columns} VALUES\n" + ",\n".join(values) + ";\n"
    else:
        text = "".join(f"INSERT INTO sudokus {columns} VALUES {value};\n" for value in values)
    if draft.toss(0.4, "CREATE TABLE"):
        text = f"CREATE TABLE sudokus (id INTEGER, puzzle CHAR(81), solution CHAR(81));\n{text}"
    return text


FORMS = (
    Form("table, column of puzzles", write_column, (".csv",), "w", 2),
    Form("table, puzzles and solutions", write_columns_with_solution, (".csv",), "w", 3),
    Form("table, fields with line ends", write_quoted_fields_with_rows, (".csv",), "w", 0.8),
    Form("table, field for each cell", write_field_for_each_cell, (".csv",), "w", 3),
    Form("table, rows in fields", write_rows_in_fields, (".csv",), "w", 0.7),
    Form("table, cells in a row", write_all_cells_in_a_row, (".csv",), "w", 0.8),
    Form("table, printed by pandas", write_pandas_frame, (".txt",), "w", 0.6),
    Form("table, SQL", write_sql, (".sql",), "", 0.6),
    Form("Markdown, field for each cell", write_markdown_cells, (".md",), "", 1),
    Form("Markdown, table or list", write_markdown_column, (".md",), "", 1),
    Form("Markdown, fence", write_markdown_fence, (".md",), "", 1.2),
    Form("LaTeX and wiki tables", write_typeset_table, (".tex",), "", 0.8),
)
