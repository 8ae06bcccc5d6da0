"""Files as other programs write them, each with one Sudoku or several, and what stands in them."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from email.message import EmailMessage
from itertools import chain
from typing import Any

import pytest

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
ROWS = [PUZZLE[i : i + 9] for i in range(0, 81, 9)]
LISTS = [[0 if cell == "." else int(cell) for cell in row] for row in ROWS]
PAGE = (
    "<html><head><title>x</title></head><body><h2>Größe &amp; mehr</h2><table>"
    + "".join(
        f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>\n".replace(".", "&nbsp;")
        for row in ROWS
    )
    + "</table></body></html>"
)


def xlsx(fill: Callable[[Any], None]) -> bytes:
    openpyxl = pytest.importorskip("openpyxl")
    book, file = openpyxl.Workbook(), io.BytesIO()
    fill(book)
    book.save(file)
    return file.getvalue()


def put(sheet: Any, top: int, left: int, cells: str = PUZZLE) -> None:
    """Write a Sudoku into a sheet, with empty cells for blanks."""
    for i, cell in enumerate(cells):
        if cell != ".":
            sheet.cell(top + i // 9, left + i % 9, int(cell))


def blocks(book: Any) -> None:
    sheet = book.active
    sheet["B2"], sheet["L2"], sheet["B14"] = "Nr 1, easy", "Nr 2", "Nr 3"
    for top, left in ((3, 2), (3, 12), (15, 2)):
        put(sheet, top, left)
    put(book.create_sheet("Two"), 4, 4)


def table(book: Any) -> None:
    for row in (("id", "name", "Rätsel"), (1, f"{SOLUTION}, b", PUZZLE), (2, "c\nd", PUZZLE)):
        book.active.append(row)


def xls() -> bytes:
    book, file = pytest.importorskip("xlwt").Workbook(), io.BytesIO()
    sheet = book.add_sheet("Easy")
    for i, cell in enumerate(PUZZLE):
        if cell != ".":
            sheet.write(i // 9, i % 9, int(cell))
    book.save(file)
    return file.getvalue()


def ods(times: int = 1) -> bytes:
    """Return a sheet as LibreOffice writes it: empty cells and lines are counted."""
    pytest.importorskip("odf")
    from odf.opendocument import OpenDocumentSpreadsheet
    from odf.table import Table, TableCell, TableRow
    from odf.text import P

    document, sheet = OpenDocumentSpreadsheet(), Table(name="Easy")
    document.spreadsheet.addElement(sheet)
    for cells in ROWS:
        row = TableRow(numberrowsrepeated=times)
        sheet.addElement(row)
        for place, digit in enumerate(cells):
            if digit == ".":
                row.addElement(TableCell(numbercolumnsrepeated=1000 if place == 8 else 1))
            else:
                cell = TableCell(valuetype="float", value=int(digit), numbercolumnsrepeated=times)
                cell.addElement(P(text=digit))
                row.addElement(cell)
    row = TableRow(numberrowsrepeated=1_048_567)
    sheet.addElement(row)
    row.addElement(TableCell(numbercolumnsrepeated=16384))
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()


def mail(text: str, subtype: str = "plain", cte: str | None = None) -> bytes:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "a@b.org", "c@d.org", "Rätsel"
    message.set_content(text, subtype=subtype, cte=cte)
    return message.as_bytes()


def folder_of_mails() -> bytes:
    """Return two mails in one file: one with a puzzle in its text, one with two attached."""
    first = mail(f"Hallo,\n{PUZZLE}\n", cte="quoted-printable")
    second = EmailMessage()
    second["Subject"] = "Rätsel 2"
    second.set_content("Siehe Anhang.")
    second.add_attachment(f"puzzle\n{PUZZLE}\n", subtype="csv", filename="a.csv", cte="base64")
    second.add_attachment(f"<pre>{PUZZLE}</pre>", subtype="html", filename="a.html")
    second.add_attachment(b"\0" * 99, maintype="image", subtype="png", filename="a.png")
    line = b"From a@b.org Mon Nov  2 10:00:00 2026\n"
    return b"\n".join([line + first, line + second.as_bytes(), line + b"Subject: none\n\n"])


def arrow(column: list[Any], *, as_parquet: bool = False) -> bytes:
    pa = pytest.importorskip("pyarrow")
    content, file = pa.table({"id": [1], "puzzle": column}), io.BytesIO()
    if as_parquet:
        pytest.importorskip("pyarrow.parquet").write_table(content, file)
    else:
        pytest.importorskip("pyarrow.feather").write_feather(content, file)
    return file.getvalue()


def drawn() -> str:
    rows = [
        f"│ {' │ '.join(' '.join(row[i : i + 3]) for i in (0, 3, 6))} │".replace(".", " ")
        for row in ROWS
    ]
    return "\n".join(["┌───────┬───────┬───────┐", *rows, "└───────┴───────┴───────┘"])


DOCUMENTS: dict[str, Callable[[], bytes]] = {
    "xlsx of blocks": lambda: xlsx(blocks),
    "xlsx with a table": lambda: xlsx(table),
    "ods": ods,
    "xls": xls,
    "page": lambda: PAGE.encode("cp1252"),
    "page with a drawing": f"<body><pre>\n{drawn()}\n</pre></body>".encode,
    "mail": lambda: mail(f"Hallo,\n\n{drawn()}\n\nBis bald\n", cte="base64"),
    "folder of mails": folder_of_mails,
    "mail with a page": lambda: mail(PAGE, "html", "quoted-printable"),
    "lists": lambda: json.dumps([LISTS, LISTS]).encode(),
    "lists over lines": lambda: json.dumps(LISTS, indent=1).encode(),
    "object over lines": lambda: json.dumps({"name": "x", "grid": LISTS}, indent=1).encode(),
    "lines of objects": lambda: (json.dumps({"name": "x", "grid": LISTS}) + "\n").encode() * 2,
    "Feather": lambda: arrow([PUZZLE]),
    "Feather with lists": lambda: arrow([LISTS]),
    "Parquet with lists": lambda: arrow([list(chain(*LISTS))], as_parquet=True),
}
