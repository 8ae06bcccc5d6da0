"""Random files with Sudokus as blocks of cells in tables, in each format of tables. The blocks are
at any place, and there may be titles, headings, empty lines between boxes, frames, and several
blocks.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple
from xml.sax.saxutils import escape

from sudokopie.base.errors import PairFileError
from sudokopie.reading.gridfile import open_stream_as_grid_file
from sudokopie.recognition.sheet import name_column

from conftest import SHARED
from samples import PUZZLE

_COLLECTIONS = ("sudoku10k.txt", "17puz49158.txt")

Cells = dict[tuple[int, int], str | int]
"""The texts and numbers in the cells of a sheet, by (row, column), from 0."""


class Table(NamedTuple):
    """A sheet. `bordered` are the cells with a border, as (row, column) from 0."""

    cells: Cells
    bordered: frozenset[tuple[int, int]] = frozenset()
    name: str = "Sheet1"


class Made(NamedTuple):
    """A file that was made at random, the Sudokus in it, and a description for error messages."""

    data: bytes
    puzzles: list[str]
    about: str


def rows_of(table: Table, *, is_full: bool = True) -> list[list[str]]:
    """Return the texts of a table, row by row, from the first cell to its last. If not `is_full`,
    empty cells at the ends of rows are left out.
    """
    height = 1 + max(row for row, _ in table.cells)
    width = 1 + max(column for _, column in table.cells)
    rows = [[str(table.cells.get((r, c), "")) for c in range(width)] for r in range(height)]
    return (
        rows
        if is_full
        else [row[: max((c for c in range(width) if row[c]), default=-1) + 1] for row in rows]
    )


def csv(delimiter: str) -> Callable[[Table], bytes]:
    def write(table: Table) -> bytes:
        return "".join(f"{delimiter.join(row)}\n" for row in rows_of(table)).encode()

    return write


def markdown(table: Table) -> bytes:
    rows = [f"| {' | '.join(row)} |" for row in rows_of(table)]
    head = f"|{'---|' * len(rows_of(table)[0])}"
    return "\n".join([rows[0], head, *rows[1:], ""]).encode()


def html(table: Table) -> bytes:
    rows = ("".join(f"<td>{escape(text)}</td>" for text in row) for row in rows_of(table))
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>".encode()


_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"


def xlsx(table: Table) -> bytes:
    def cell(row: int, column: int) -> str:
        value = table.cells.get((row, column), "")
        style = ' s="1"' if (row, column) in table.bordered else ""
        place = f'<c r="{name_column(column)}{row + 1}"{style}'
        if isinstance(value, int):
            return f"{place}><v>{value}</v></c>"
        return (
            f'{place} t="inlineStr"><is><t>{escape(value)}</t></is></c>' if value else f"{place}/>"
        )

    places = sorted({*table.cells, *table.bordered})
    rows = {row: [place for place in places if place[0] == row] for row, _ in places}
    data = "".join(
        f'<row r="{row + 1}">{"".join(cell(*place) for place in some)}</row>'
        for row, some in rows.items()
    )
    line = '<left style="thin"/><right style="thin"/><top style="thin"/><bottom style="thin"/>'
    return _zipped(
        {
            "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}"><Relationship Id="a" '
            f'Type="{_LINKS}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
            "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_LINKS}"><sheets><sheet '
            f'name="{escape(table.name)}" sheetId="1" r:id="b"/></sheets></workbook>',
            "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}"><Relationship Id="b" '
            f'Type="{_LINKS}/worksheet" Target="worksheets/sheet1.xml"/>'
            f'<Relationship Id="c" '
            f'Type="{_LINKS}/styles" Target="styles.xml"/></Relationships>',
            "xl/styles.xml": f'<styleSheet xmlns="{_MAIN}"><borders><border/><border>{line}'
            '</border></borders><cellXfs><xf borderId="0"/><xf borderId="1"/></cellXfs>'
            "</styleSheet>",
            "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{_MAIN}"><dimension ref="B2:C3"/>'
            f"<sheetData>{data}</sheetData></worksheet>",
        }
    )


_OPEN = "urn:oasis:names:tc:opendocument:xmlns:"


def ods(table: Table) -> bytes:
    def cell(row: int, column: int) -> str:
        value = table.cells.get((row, column), "")
        style = ' table:style-name="ce1"' if (row, column) in table.bordered else ""
        if isinstance(value, int):
            return (
                f'<table:table-cell{style} office:value-type="float" office:value="{value}">'
                f"<text:p>{value}</text:p></table:table-cell>"
            )
        if value:
            return (
                f'<table:table-cell{style} office:value-type="string"><text:p>{escape(value)}'
                "</text:p></table:table-cell>"
            )
        return f"<table:table-cell{style}/>"

    places = {*table.cells, *table.bordered}
    height, width = 1 + max(row for row, _ in places), 1 + max(column for _, column in places)
    rows = ("".join(cell(r, c) for c in range(width)) for r in range(height))
    data = "".join(f"<table:table-row>{row}</table:table-row>" for row in rows)
    spaces = "".join(
        f' xmlns:{name}="{_OPEN}{name}:1.0"' for name in ("office", "table", "text", "style")
    )
    fo = ' xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"'
    style = (
        '<office:automatic-styles><style:style style:name="ce1" style:family="table-cell">'
        '<style:table-cell-properties fo:border="0.06pt solid #000000"/></style:style>'
        "</office:automatic-styles>"
    )
    end = (
        '<table:table-row table:number-rows-repeated="1048000"><table:table-cell '
        'table:number-columns-repeated="16384"/></table:table-row>'
    )
    return _zipped(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "content.xml": f"<office:document-content{spaces}{fo}>{style}<office:body>"
            f'<office:spreadsheet><table:table table:name="{escape(table.name)}">{data}{end}'
            "</table:table></office:spreadsheet></office:body></office:document-content>",
        }
    )


def _zipped(files: dict[str, str]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return file.getvalue()


FORMS: dict[str, Callable[[Table], bytes]] = {
    "csv": csv(","),
    "semicolons": csv(";"),
    "tsv": csv("\t"),
    "markdown": markdown,
    "html": html,
    "xlsx": xlsx,
    "ods": ods,
}


def read_puzzles(*files: Path) -> list[str]:
    """Return the first 5,000 puzzles of each file, with . for blank cells. If no file is given, the
    files are the shared collections; if these are missing, return a single puzzle.
    """
    found = list[str]()
    for file in files or [SHARED / "puzzles" / name for name in _COLLECTIONS]:
        if file.exists():
            with file.open(encoding="ascii") as lines:
                found += [line.strip().replace("0", ".") for line in islice(lines, 5000)]
    return found or [PUZZLE]


def turn(cells: str, random: Random) -> str:
    """Return a Sudoku turned and mirrored at random, because no Sudoku of the collections has an
    empty last row.
    """
    rows = [cells[i : i + 9] for i in range(0, 81, 9)]
    for _ in range(random.randrange(4)):
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
    return "".join(rows[::-1] if random.random() < 0.5 else rows)


def has_empty_border(cells: str) -> bool:
    outer = (cells[:9], cells[72:], cells[::9], cells[8::9])
    return any(set(line) == {"."} for line in outer)


def thin(cells: str, random: Random) -> str:
    """Return a Sudoku with only 2 to 20 of its clues, so that it has many solutions and may have
    empty outer lines.
    """
    clues = [i for i, cell in enumerate(cells) if cell != "."]
    kept = {*random.sample(clues, min(random.randrange(2, 21), len(clues)))}
    return "".join(cell if i in kept else "." for i, cell in enumerate(cells))


class MadeTable(NamedTuple):
    """A sheet that was made at random, the Sudokus in it, and a description for error messages."""

    table: Table
    puzzles: list[str]
    about: str


def make_file(random: Random, puzzles: list[str], form: str) -> Made:
    """Return a random file of the format `form`, with one Sudoku or several."""
    made = make_table(random, puzzles, can_have_frames=form in ("xlsx", "ods"))
    return Made(FORMS[form](made.table), made.puzzles, f"{form} {made.about}")


def make_table(random: Random, puzzles: list[str], *, can_have_frames: bool) -> MadeTable:
    """Return a random sheet with one Sudoku or several."""
    across, down = random.choice([(1, 1)] * 4 + [(2, 1), (1, 2), (3, 2)])
    row_gap, column_gap = random.choice([(0, 0)] * 5 + [(1, 0), (0, 1), (1, 1)])
    headings = random.choice(["none"] * 4 + ["above", "both", "letters"])
    title = random.choice(["none", "none", "text", "number"])
    is_framed = can_have_frames and random.random() < 0.3
    is_number = random.random() < 0.5
    top, left = random.choice([0, 0, 1, 2, 5]), random.choice([0, 0, 1, 2, 5])
    height, width = 9 + 2 * row_gap, 9 + 2 * column_gap
    space = random.choice([1, 1, 2, 3])
    first_row = top + (title != "none") + (headings != "none")
    first_column = left + (headings in ("both", "letters"))
    cells, bordered, expected = Cells(), set[tuple[int, int]](), list[str]()
    for j in range(down):
        for i in range(across):
            puzzle = turn(random.choice(puzzles), random)
            expected.append(puzzle)
            r0 = first_row + j * (height + space + (title != "none") + (headings != "none"))
            c0 = first_column + i * (width + space + (headings in ("both", "letters")))
            places = [
                (r0 + k // 9 + row_gap * (k // 27), c0 + k % 9 + column_gap * (k % 9 // 3))
                for k in range(81)
            ]
            for place, cell in zip(places, puzzle, strict=True):
                if cell != ".":
                    cells[place] = int(cell) if is_number else cell
            if is_framed:
                bordered |= {*places}
            if headings != "none":
                names = "ABCDEFGHI" if headings == "letters" else "123456789"
                cells |= {(r0 - 1, places[k][1]): names[k] for k in range(9)}
            if headings in ("both", "letters"):
                cells |= {(places[9 * k][0], c0 - 1): str(k + 1) for k in range(9)}
            if title != "none":
                number = j * across + i + 1
                text = f"Nr. {number}" if title == "text" else f"{number}. Rätsel, leicht"
                cells[r0 - 1 - (headings != "none"), c0] = text.replace(",", "")
    about = f"{across}x{down} at {top},{left} gaps {row_gap}{column_gap} {headings} {title}"
    return MadeTable(Table(cells, frozenset(bordered)), expected, f"{about} {is_framed=}")


def read_file(data: bytes) -> list[str] | str:
    """Return the Sudokus of a file, with . for blank cells, or the message of the error."""
    signs = bytes(b".123456789"[value] if value < 10 else 63 for value in range(256))
    try:
        return [
            entry.cell_bytes.translate(signs).decode()
            for entry in open_stream_as_grid_file(io.BytesIO(data), "f")
        ]
    except PairFileError as error:
        return str(error)


def judge(made: Made) -> str:
    """Return how sudokopie reads a file: `exact`, `wrong`, or `refused` with an error."""
    found = read_file(made.data)
    if isinstance(found, str):
        return "refused"
    return "exact" if found == made.puzzles else "wrong"


def files(
    count: int,
    seed: int,
    form: str | None = None,
    *,
    puzzles: list[str] | None = None,
    with_border: bool | None = None,
    are_thin: bool = False,
) -> Iterator[Made]:
    """Yield `count` random files, of the format `form` or, if it is None, of all formats. If
    `with_border` is True, only puzzles with an empty outer line are used; if it is False, only
    puzzles without. If `are_thin`, most clues of the puzzles are removed.
    """
    random, puzzles = Random(seed), puzzles or read_puzzles()
    some = [one for one in puzzles if with_border is None or has_empty_border(one) == with_border]
    for _ in range(count):
        chosen = some or puzzles
        if are_thin:
            chosen = [thin(random.choice(chosen), random) for _ in range(6)]
        yield make_file(random, chosen, form or random.choice([*FORMS]))
