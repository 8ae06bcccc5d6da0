"""Forms of JSON, YAML, XML, and of lists of clues with a line for each clue."""

from __future__ import annotations

import json
from typing import Any

from .draft import Alphabet, Draft, Form
from .grids import Cells, MadeGrid, split_rows
from .lines import force_corners
from .tables import write_csv
from .words import make_titles

_PUZZLE_KEYS = (
    "puzzle",
    "sudoku",
    "grid",
    "board",
    "quiz",
    "value",
    "givens",
    "mission",
    "unsolved",
)
_SOLUTION_KEYS = ("solution", "solved", "answer", "solution_grid")


def _pick_grids(draft: Draft, sizes: tuple[int, ...] = (4, 6, 9, 16)) -> list[MadeGrid]:
    box = draft.pick_box(sizes)
    kinds = ((5, "puzzle"), (1, "complete"), (1, "many"))
    return draft.make_grids(box, draft.pick_count(), kinds=kinds)


class _Values:
    """How the Sudokus of a file are written as values of JSON."""

    def __init__(self, draft: Draft, grids: list[MadeGrid]) -> None:
        self.layout = draft.decide(
            "value",
            (3, "text"),
            (3, "list of rows"),
            (1.5, "flat list"),
            (0.7, "list of texts"),
            (0.7, "line ends"),
        )
        self.alphabet: Alphabet | None = None
        self.blank: int | None = 0
        self.shift = 0
        if self.layout in {"text", "list of texts", "line ends"}:
            letters = grids[0].size > 9
            self.alphabet = draft.pick_alphabet(grids, letters=letters)
            return
        is_certain = all(grid.kind == "puzzle" and 1 in grid.cells for grid in grids)
        chosen = draft.decide(
            "blank",
            (5, "0"),
            (2, "null"),
            (0.7, "-1"),
            (0.6 if is_certain else 0, "null, digits from 0"),
        )
        self.blank = {"0": 0, "-1": -1}.get(chosen)
        self.shift = -1 if chosen == "null, digits from 0" else 0

    def write(self, cells: Cells) -> Any:
        """Return the value of a grid."""
        if self.alphabet:
            if self.layout == "text":
                return self.alphabet.join(cells)
            rows = [self.alphabet.join(row) for row in split_rows(cells)]
            return rows if self.layout == "list of texts" else "\n".join(rows)
        numbers = [cell + self.shift if cell else self.blank for cell in cells]
        if self.layout == "flat list":
            return numbers
        size = round(len(numbers) ** 0.5)
        return [numbers[at : at + size] for at in range(0, len(numbers), size)]


def _dump(draft: Draft, value: Any) -> str:
    """Return JSON: on one line, compact, or indented."""
    style = draft.decide("JSON", (3, "one line"), (1, "compact"), (1.5, "indented"))
    if style == "indented":
        return json.dumps(value, indent=2, ensure_ascii=False) + "\n"
    separators = (",", ":") if style == "compact" else (", ", ": ")
    return json.dumps(value, separators=separators, ensure_ascii=False) + "\n"


def write_json_array(draft: Draft) -> str:
    """An array of Sudokus, or a single Sudoku as an array of rows."""
    grids = _pick_grids(draft)
    values = _Values(draft, grids)
    for grid in grids:
        draft.expect(grid)
    written = [values.write(grid.cells) for grid in grids]
    if values.layout == "list of rows" and len(grids) == 1 and draft.toss(0.5, "rows at the top"):
        return _dump(draft, written[0])
    return _dump(draft, written)


def _make_objects(draft: Draft, grids: list[MadeGrid], values: _Values) -> list[dict[str, Any]]:
    """Return an object for each Sudoku, with other keys perhaps, and record the Sudokus."""
    dice = draft.dice
    key = draft.dice.pick(_PUZZLE_KEYS)
    has_solution = grids[0].kind == "puzzle" and draft.toss(0.5, "solution")
    is_first = has_solution and draft.toss(0.4, "solution first")
    solution_key = dice.pick(_SOLUTION_KEYS)
    has_names = draft.toss(0.3, "names")
    has_numbers = draft.toss(0.4, "numbers")
    _, titles = make_titles(dice, len(grids))
    objects = []
    for number, (grid, title) in enumerate(zip(grids, titles, strict=True), 1):
        found: dict[str, Any] = {}
        if has_numbers:
            found["id"] = number
        if has_names:
            found["name"] = title
        if is_first:
            found[solution_key] = values.write(grid.solution)
        found[key] = values.write(grid.cells)
        if has_solution and not is_first:
            found[solution_key] = values.write(grid.solution)
        if has_numbers:
            found["difficulty"] = dice.pick(("Hard", "Easy", 7.1, 3))
        objects.append(found)
        draft.expect(grid, title if has_names else None, solution=has_solution)
    return objects


def write_json_objects(draft: Draft) -> str:
    """An array of objects, one for each Sudoku."""
    grids = _pick_grids(draft)
    objects = _make_objects(draft, grids, _Values(draft, grids))
    if len(objects) == 1 and draft.toss(0.6, "one object"):
        return _dump(draft, objects[0])
    return _dump(draft, objects)


def write_json_nested(draft: Draft) -> str:
    """Objects in objects, as web services answer."""
    grids = _pick_grids(draft)
    objects = _make_objects(draft, grids, _Values(draft, grids))
    style = draft.decide(
        "nesting", (2, "newboard.grids"), (1, "data"), (1, "puzzles"), (1, "result.items.data")
    )
    value: Any = {
        "newboard.grids": {
            "newboard": {"grids": objects, "results": len(grids), "message": "All Ok"}
        },
        "data": {"data": objects, "count": len(grids), "date": "2024-05-03"},
        "puzzles": {"version": 2, "puzzles": objects},
        "result.items.data": {"result": {"items": [{"data": one, "rank": 3} for one in objects]}},
    }[style]
    return _dump(draft, value)


def write_json_lines(draft: Draft) -> str:
    """An object on each line."""
    grids = _pick_grids(draft)
    objects: list[Any] = _make_objects(draft, grids, _Values(draft, grids))
    if draft.toss(0.3, "nested"):
        objects = [{"id": number, "data": one} for number, one in enumerate(objects, 1)]
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in objects)


def write_yaml(draft: Draft) -> str:
    """YAML: a text with line ends, or lists."""
    grids = _pick_grids(draft, (4, 9))
    style = draft.decide("value", (2, "|"), (2, "- [5, 3]"), (1, "text"))
    alphabet = draft.pick_alphabet(
        grids, letters=False, blanks=((1, "0"),) if style == "- [5, 3]" else ((2, "."), (1, "0"))
    )
    lines = ["puzzles:"]
    has_names = draft.toss(0.4, "names")
    _, titles = make_titles(draft.dice, len(grids))
    for grid, title in zip(grids, titles, strict=True):
        lines.append(
            f"  - name: {json.dumps(title, ensure_ascii=False)}" if has_names else "  - level: 3"
        )
        if style == "|":
            lines += ["    grid: |", *(f"      {alphabet.join(row)}" for row in grid.rows)]
        elif style == "text":
            lines.append(f'    grid: "{alphabet.join(grid.cells)}"')
        else:
            lines += [
                "    grid:",
                *(f"      - [{', '.join(alphabet.write(row))}]" for row in grid.rows),
            ]
        draft.expect(grid, title if has_names else None)
    return "\n".join([*lines, ""])


def write_open_sudoku(draft: Draft) -> str:
    """XML of OpenSudoku."""
    grids = draft.make_grids((3, 3), draft.dice.between(1, 8), kinds=((1, "puzzle"),))
    draft.tag("size", "9 (3x3)")
    alphabet = draft.pick_alphabet(grids, letters=False, blanks=((1, "0"),))
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<opensudoku>", "  <name>Easy</name>"]
    lines.append("  <description>25 puzzles of 2007</description>")
    for grid in grids:
        draft.expect(grid)
        lines.append(f'  <game data="{alphabet.join(grid.cells)}" />')
    return "\n".join([*lines, "</opensudoku>", ""])


def write_xml_cells(draft: Draft) -> str:
    """XML with an element for each cell, of all cells or only of clues."""
    style = draft.decide("elements", (1, "rows of cells"), (1, "row, column, value"), (1, "SudoQ"))
    box = draft.pick_box((4, 6, 9))
    (grid,) = draft.make_grids(box, 1, kinds=((3, "puzzle"), (1, "complete")))
    size = grid.size
    draft.expect(grid)
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<sudoku>"]
    if style == "rows of cells":
        for row in grid.rows:
            cells = "".join(f"<cell>{digit or ''}</cell>" for digit in row)
            lines.append(f"  <row>{cells}</row>")
    elif style == "row, column, value":
        for cell, digit in enumerate(grid.cells):
            value = f' value="{digit}"' if digit else ""
            lines.append(f'  <cell row="{cell // size + 1}" column="{cell % size + 1}"{value}/>')
    else:
        lines[1] = f'<sudoku id="-1" type="standard{size}x{size}" complexity="medium">'
        for cell, digit in enumerate(grid.solution):
            given = "false" if grid.cells[cell] else "true"
            lines.append(f'  <fieldmap editable="{given}" solution="{digit - 1}">')
            lines.append(f'    <position x="{cell % size}" y="{cell // size}"/>')
            lines.append("  </fieldmap>")
    return "\n".join([*lines, "</sudoku>", ""])


def write_triples(draft: Draft) -> str:
    """A line for each clue: row, column and digit, with or without headings."""
    box = draft.pick_box((4, 6, 9, 16), turned=False)
    (grid,) = draft.make_grids(box, 1, kinds=((4, "puzzle"), (1, "complete")))
    grid, size = force_corners(grid), grid.size
    draft.expect(grid)
    base = draft.dice.weigh((3, 1), (1, 0))
    draft.tag("first row", base)
    rows = [
        [str(cell // size + base), str(cell % size + base), str(digit)]
        for cell, digit in enumerate(grid.cells)
        if digit
    ]
    style = draft.decide(
        "headings",
        (2, "row,col,value"),
        (1, "-"),
        (1, "Zeile,Spalte,Ziffer"),
        (0.7, "col,row,value"),
    )
    if style == "col,row,value":
        rows = [[column, row, digit] for row, column, digit in rows]
    if style != "-":
        rows.insert(0, style.split(","))
    else:
        draft.ending = ".txt"
    separator = draft.dice.pick((",", ";", " ", "\t"))
    draft.tag("separator", separator)
    return write_csv(rows, separator)


FORMS = (
    Form("JSON, array", write_json_array, (".json",), "", 1.5),
    Form("JSON, objects", write_json_objects, (".json",), "", 1.5),
    Form("JSON, nested", write_json_nested, (".json",), "", 1.2),
    Form("JSON lines", write_json_lines, (".jsonl", ".ndjson"), "", 1.2),
    Form("YAML", write_yaml, (".yaml", ".yml"), "", 0.7),
    Form("XML, OpenSudoku", write_open_sudoku, (".opensudoku", ".xml"), "", 0.6),
    Form("XML, cells", write_xml_cells, (".xml", ".sdku"), "", 0.7),
    Form("clues, row by row", write_triples, (".csv",), "w", 1),
)
