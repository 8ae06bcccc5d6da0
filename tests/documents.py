"""Files with Sudokus as other programs write them: spreadsheets, mails, archives, word documents
and PDF.
"""

from __future__ import annotations

import io
import json
import struct
import zipfile
from collections.abc import Callable
from email.message import EmailMessage
from itertools import chain
from typing import Any

import pytest

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
ROWS = [PUZZLE[i : i + 9] for i in range(0, 81, 9)]
LISTS = [[0 if cell == "." else int(cell) for cell in row] for row in ROWS]
PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(99)
"""A PNG file of which only the beginning is right; readers recognise a picture by it."""
LINK = "scf5NlQ19j9mGca3OIN1bWGk2m41TjS79"
"""The Sudoku in the short code of SudokuPad."""
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
    """Write a Sudoku into a sheet; its blank cells become empty cells. `top` and `left` are the row
    and the column of its first cell, from 1.
    """
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
    """Return a sheet as LibreOffice writes it: equal cells or rows that follow each other are
    written once, with their number. Each row and each digit is repeated `times` times.
    """
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


Rows = list[list[str | float]]
"""The rows of a sheet, with texts and numbers, from the first row and the first column on."""


def xlsx_of(rows: Rows) -> bytes:
    def fill(book: Any) -> None:
        for row in rows:
            book.active.append(row)

    return xlsx(fill)


def xls_of(rows: Rows) -> bytes:
    book, file = pytest.importorskip("xlwt").Workbook(), io.BytesIO()
    sheet = book.add_sheet("Easy")
    for i, row in enumerate(rows):
        for j, value in enumerate(row):
            sheet.write(i, j, value)
    book.save(file)
    return file.getvalue()


def ods_of(rows: Rows) -> bytes:
    pytest.importorskip("odf")
    from odf.opendocument import OpenDocumentSpreadsheet
    from odf.table import Table, TableCell, TableRow
    from odf.text import P

    document, sheet, file = OpenDocumentSpreadsheet(), Table(name="Easy"), io.BytesIO()
    document.spreadsheet.addElement(sheet)
    for values in rows:
        row = TableRow()
        sheet.addElement(row)
        for value in values:
            is_text = isinstance(value, str)
            kind = {"valuetype": "string"} if is_text else {"valuetype": "float", "value": value}
            cell = TableCell(**kind)
            cell.addElement(P(text=str(value)))
            row.addElement(cell)
    document.save(file)
    return file.getvalue()


def xlsb_of(rows: Rows) -> bytes:
    """Return a sheet in the binary format .xlsb: records, each with its kind and its length."""

    def record(kind: int, data: bytes = b"") -> bytes:
        number = bytes([kind]) if kind < 128 else bytes([kind & 127 | 128, kind >> 7])
        return number + bytes([len(data) & 127 | 128, len(data) >> 7]) + data

    def wide(text: str) -> bytes:
        return struct.pack("<I", len(text)) + text.encode("utf-16-le")

    cells = [record(129), record(148, struct.pack("<4I", 0, len(rows) - 1, 0, 9)), record(145)]
    for i, row in enumerate(rows):
        cells.append(record(0, struct.pack("<II", i, 0) + bytes(17)))
        for j, value in enumerate(row):
            place, is_text = struct.pack("<II", j, 0), isinstance(value, str)
            data = wide(str(value)) if is_text else struct.pack("<d", value)
            cells.append(record(6 if is_text else 5, place + data))
    cells += [record(146), record(130)]
    sheet = record(156, struct.pack("<II", 0, 1) + wide("rId1") + wide("Easy"))
    space = "http://schemas.openxmlformats.org/package/2006/relationships"
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet"
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as book:
        parts = [record(131), record(143), sheet, record(144), record(132)]
        book.writestr("xl/workbook.bin", b"".join(parts))
        book.writestr(
            "xl/_rels/workbook.bin.rels",
            f'<Relationships xmlns="{space}"><Relationship Id="rId1" Type="{kind}" '
            'Target="worksheets/sheet1.bin"/></Relationships>',
        )
        book.writestr("xl/worksheets/sheet1.bin", b"".join(cells))
    return file.getvalue()


SHEETS: dict[str, Callable[[Rows], bytes]] = {
    "xlsx": xlsx_of,
    "xls": xls_of,
    "ods": ods_of,
    "xlsb": xlsb_of,
}
"""The functions that make a file with a sheet from its rows, by the ending of the file."""


def mail(text: str, subtype: str = "plain", cte: str | None = None) -> bytes:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "a@b.org", "c@d.org", "Rätsel"
    message.set_content(text, subtype=subtype, cte=cte)
    return message.as_bytes()


def folder_of_mails() -> bytes:
    """Return a file with two mails: one has a puzzle in its text, the other has two attachments
    with a puzzle each.
    """
    first = mail(f"Hallo,\n{PUZZLE}\n", cte="quoted-printable")
    second = EmailMessage()
    second["Subject"] = "Rätsel 2"
    second.set_content("Siehe Anhang.")
    second.add_attachment(f"puzzle\n{PUZZLE}\n", subtype="csv", filename="a.csv", cte="base64")
    second.add_attachment(f"<pre>{PUZZLE}</pre>", subtype="html", filename="a.html")
    second.add_attachment(
        b"\x89PNG\r\n\x1a\n" + b"\0" * 99, maintype="image", subtype="png", filename="a.png"
    )
    line = b"From a@b.org Mon Nov  2 10:00:00 2026\n"
    return b"\n".join([line + first, line + second.as_bytes(), line + b"Subject: none\n\n"])


WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
FORM = "application/vnd.oasis.opendocument."


def zipped(files: dict[str, str | bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as packed:
        for name, data in files.items():
            packed.writestr(name, data)
    return file.getvalue()


def docx(body: str) -> bytes:
    text = f'<w:document xmlns:w="{WORD}"><w:body>{body}</w:body></w:document>'
    return zipped({"[Content_Types].xml": "", "word/document.xml": text})


def paragraphs(*lines: str) -> str:
    return "".join(
        f'<w:p><w:r><w:t xml:space="preserve">{line}</w:t></w:r></w:p>' for line in lines
    )


def word_table(rows: list[str]) -> str:
    cells = ("".join(f"<w:tc>{paragraphs(one.strip('.'))}</w:tc>" for one in row) for row in rows)
    return f"<w:tbl>{''.join(f'<w:tr>{row}</w:tr>' for row in cells)}</w:tbl>"


def odt(body: str, kind: str = "text") -> bytes:
    spaces = ("office", "text", "table")
    names = " ".join(f'xmlns:{one}="urn:oasis:names:tc:opendocument:{one}"' for one in spaces)
    text = f"<office:document-content {names}><office:body>{body}</office:body>"
    return zipped({"mimetype": f"{FORM}{kind}", "content.xml": f"{text}</office:document-content>"})


def pdf(lines: list[str]) -> bytes:
    pytest.importorskip("pdfminer")
    file = io.BytesIO()
    page = pytest.importorskip("reportlab.pdfgen.canvas").Canvas(file, invariant=1)
    for i, line in enumerate(lines):
        page.drawString(60, 700 - 15 * i, line)
    page.save()
    return file.getvalue()


def arrow(column: list[Any], *, as_parquet: bool = False) -> bytes:
    pa = pytest.importorskip("pyarrow")
    content, file = pa.table({"id": [1], "puzzle": column}), io.BytesIO()
    if as_parquet:
        pytest.importorskip("pyarrow.parquet").write_table(content, file)
    else:
        pytest.importorskip("pyarrow.feather").write_feather(content, file)
    return file.getvalue()


def array() -> bytes:
    """Return an array of numpy of two Sudokus, 2×9×9 bytes."""
    header = b"{'descr': '|u1', 'fortran_order': False, 'shape': (2, 9, 9), }\n"
    start = b"\x93NUMPY\1\0" + struct.pack("<H", len(header)) + header
    return start + bytes(int(cell) for cell in 2 * PUZZLE.replace(".", "0"))


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
    "xlsb": lambda: xlsb_of([["1", PUZZLE]]),
    "page": lambda: PAGE.encode("cp1252"),
    "page with a drawing": f"<body><pre>\n{drawn()}\n</pre></body>".encode,
    "mail": lambda: mail(f"Hallo,\n\n{drawn()}\n\nBis bald\n", cte="base64"),
    "folder of mails": folder_of_mails,
    "mail with a page": lambda: mail(PAGE, "html", "quoted-printable"),
    "docx": lambda: docx(paragraphs("Easy", *ROWS, "Hard") + word_table(ROWS)),
    "odt": lambda: odt("".join(f"<text:p>{line}</text:p>" for line in ("Easy", *ROWS))),
    "pdf": lambda: pdf(["Easy", *ROWS]),
    "archive": lambda: zipped({"a.txt": PUZZLE, "b.csv": f"name,puzzle\nx,{PUZZLE}\n"}),
    "lists": lambda: json.dumps([LISTS, LISTS]).encode(),
    "lists over lines": lambda: json.dumps(LISTS, indent=1).encode(),
    "object over lines": lambda: json.dumps({"name": "x", "grid": LISTS}, indent=1).encode(),
    "lines of objects": lambda: (json.dumps({"name": "x", "grid": LISTS}) + "\n").encode() * 2,
    "array": array,
    "columns of arrays": lambda: zipped({"y.npy": array(), "x.npy": array()}),
    "link": f"1 https://sudokupad.app/{LINK}\n".encode,
    "Feather": lambda: arrow([PUZZLE]),
    "Feather with lists": lambda: arrow([LISTS]),
    "Parquet with lists": lambda: arrow([list(chain(*LISTS))], as_parquet=True),
}
