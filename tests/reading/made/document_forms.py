"""Forms of documents: spreadsheets, HTML, Word, OpenDocument, PDF, mails and archives."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Sequence
from email.message import EmailMessage
from html import escape
from importlib import import_module
from typing import Any, NamedTuple

from . import drawings, lines, rows, tables
from .draft import Draft, Form, finish
from .grids import MadeGrid
from .words import PROSE, make_titles

_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


class DocumentForm(NamedTuple):
    """A form of documents: its name, the function that writes it, its ending, and its weight."""

    name: str
    write: Callable[[Draft], bytes]
    ending: str
    weight: float = 1


class Block(NamedTuple):
    """A Sudoku in a sheet: the row and the column of its first cell, from 1, and its title."""

    grid: MadeGrid
    top: int
    left: int
    title: str


def _place_blocks(draft: Draft, *, is_framed: bool) -> tuple[list[Block], bool]:
    """Return one to four Sudokus for a sheet, below or beside one another, and whether they have
    titles above them. Without a frame, the outer rows and columns of a Sudoku have clues.
    """
    dice = draft.dice
    box = draft.pick_box((4, 6, 9, 16))
    kinds = ((4, "puzzle"), (1, "complete"), (1 if is_framed else 0, "many"))
    grids = draft.make_grids(box, dice.weigh((3, 1), (2, 2), (1, 4)), kinds=kinds)
    has_titles = draft.toss(0.4, "titles")
    is_beside = draft.toss(0.3, "side by side")
    _, titles = make_titles(dice, len(grids))
    top, left = 2 + dice.below(3), 1 + dice.below(3)
    blocks = []
    for number, (grid, title) in enumerate(zip(grids, titles, strict=True)):
        step = number * (grid.size + 2)
        at = (top, left + step) if is_beside else (top + step, left)
        full = grid if is_framed else tables.give_clues_on_all_sides(grid)
        blocks.append(Block(full, *at, title if has_titles else ""))
        draft.expect(full, title if has_titles else None)
    return blocks, has_titles


def write_xlsx_cells(draft: Draft) -> bytes:
    """A workbook with a cell for each cell, written by openpyxl, with or without borders."""
    openpyxl: Any = import_module("openpyxl")
    styles: Any = import_module("openpyxl.styles")
    is_framed = draft.toss(0.5, "frames")
    blocks, _ = _place_blocks(draft, is_framed=is_framed)
    blank = draft.decide("blank", (5, "empty"), (1, "0"))
    as_text = draft.toss(0.15, "cells as texts")
    thin, thick = styles.Side(style="thin"), styles.Side(style="thick")
    book = openpyxl.Workbook()
    sheet: Any = book.active
    for grid, top, left, title in blocks:
        high, wide = grid.box
        if title:
            sheet.cell(top - 1, left, title)
        for r, row in enumerate(grid.rows):
            for c, digit in enumerate(row):
                cell = sheet.cell(top + r, left + c)
                if digit or blank == "0":
                    cell.value = str(digit) if as_text else digit
                if is_framed:
                    cell.border = styles.Border(
                        left=thin if c % wide else thick,
                        right=thin if (c + 1) % wide else thick,
                        top=thin if r % high else thick,
                        bottom=thin if (r + 1) % high else thick,
                    )
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def _make_column(draft: Draft) -> list[list[str]]:
    """Return the rows of a table with a column of puzzles and perhaps one of solutions."""
    dice = draft.dice
    box = draft.pick_box((4, 9))
    grids = draft.make_grids(box, dice.between(1, 6), kinds=((1, "puzzle"),))
    alphabet = draft.pick_alphabet(grids, letters=False, blanks=((2, "."), (2, "0")))
    has_solution = draft.toss(0.5, "solution")
    _, titles = make_titles(dice, len(grids))
    head, puzzle, solution = dice.pick(
        (
            ("name", "puzzle", "solution"),
            ("Name", "Rätsel", "Lösung"),
            ("nom", "grille", "solution"),
        )
    )
    found = [[head, puzzle, solution] if has_solution else [head, puzzle]]
    for grid, title in zip(grids, titles, strict=True):
        draft.expect(grid, title, solution=has_solution)
        more = [alphabet.join(grid.solution)] if has_solution else []
        found.append([title, alphabet.join(grid.cells), *more])
    return found


def write_xlsx_column(draft: Draft) -> bytes:
    """A workbook with a column of Sudokus as texts."""
    openpyxl: Any = import_module("openpyxl")
    book = openpyxl.Workbook()
    sheet: Any = book.active
    for row in _make_column(draft):
        sheet.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def write_ods(draft: Draft) -> bytes:
    """A sheet of OpenDocument, written by odfpy: a cell for each cell, or a column."""
    from odf.opendocument import OpenDocumentSpreadsheet
    from odf.table import Table, TableCell, TableRow
    from odf.text import P

    if draft.decide("layout", (2, "cells"), (1, "column")) == "column":
        fields = _make_column(draft)
    else:
        fields = _draw_sheet(_place_blocks(draft, is_framed=False)[0])
    document = OpenDocumentSpreadsheet()
    table = Table(name="Sheet1")
    for row in fields:
        line = TableRow()
        for text in row:
            is_number = text.isdigit() and len(text) < 3
            kind = {"valuetype": "float", "value": text} if is_number else {"valuetype": "string"}
            cell = TableCell(**kind) if text else TableCell()
            if text:
                cell.addElement(P(text=text))
            line.addElement(cell)
        table.addElement(line)
    document.spreadsheet.addElement(table)
    file = io.BytesIO()
    document.write(file)
    return file.getvalue()


def _draw_sheet(blocks: Sequence[Block]) -> list[list[str]]:
    """Return the fields of a sheet with Sudokus."""
    cells: dict[tuple[int, int], str] = {}
    for grid, top, left, title in blocks:
        cells[top - 1, left] = title
        for r, row in enumerate(grid.rows):
            for c, digit in enumerate(row):
                cells[top + r, left + c] = str(digit or "")
    height, width = (max(place) + 1 for place in zip(*cells, strict=True))
    return [[cells.get((r, c), "") for c in range(1, width)] for r in range(1, height)]


def write_html(draft: Draft) -> bytes:
    """A page with a table for each Sudoku, a list of Sudokus, or preformatted text."""
    style = draft.decide("layout", (3, "table"), (1, "column"), (2, "pre"), (1, "list"))
    body: list[str] = [f"<p>{escape(line)}</p>" for line in draft.write_prose()]
    if style == "table":
        box = draft.pick_box((4, 6, 9))
        grids = draft.make_grids(box, draft.pick_count(3), kinds=((4, "puzzle"), (1, "complete")))
        _, titles = make_titles(draft.dice, len(grids))
        blank = draft.decide(
            "blank", (2, "&nbsp;"), (2, ""), (1, "0"), (1, '<input maxlength="1">')
        )
        for grid, title in zip(grids, titles, strict=True):
            body.append(f"<h3>{escape(title)}</h3>")
            cells = ["".join(f"<td>{digit or blank}</td>" for digit in row) for row in grid.rows]
            body.append(_write_html_table(cells))
            draft.expect(grid, title)
    elif style == "column":
        fields = _make_column(draft)
        rows_of_cells = ["".join(f"<td>{escape(text)}</td>" for text in row) for row in fields]
        body.append(_write_html_table(rows_of_cells))
    else:
        box = draft.pick_box((4, 6, 9))
        grids = draft.make_grids(box, draft.pick_count(3), kinds=((4, "puzzle"), (1, "complete")))
        alphabet = draft.pick_alphabet(grids, letters=False, blanks=((2, "."), (2, "0")))
        for grid in grids:
            draft.expect(grid)
            if style == "list":
                body.append(f"<li>{alphabet.join(grid.cells)}</li>")
            else:
                text = "\n".join(" ".join(alphabet.write(row)) for row in grid.rows)
                body.append(f"<pre>\n{text}\n</pre>")
    head = (
        '<!DOCTYPE html>\n<html><head><meta charset="utf-8"><title>Page 3</title></head>\n<body>\n'
    )
    return (head + "\n".join(body) + "\n</body></html>\n").encode()


def _write_html_table(rows_of_cells: Sequence[str]) -> str:
    """Return a table of HTML; each row is given as its cells."""
    return "<table>\n" + "\n".join(f"<tr>{row}</tr>" for row in rows_of_cells) + "\n</table>"


def _make_word_file(body: str) -> bytes:
    """Return a .docx file with this content."""
    text = f'<w:document xmlns:w="{_WORD}"><w:body>{body}</w:body></w:document>'
    types = (
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.'
        'relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/'
        'vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
    )
    relations = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        '<Relationship Id="a" Type="http://schemas.openxmlformats.org/officeDocument/2006/'
        'relationships/officeDocument" Target="word/document.xml"/></Relationships>'
    )
    return _zip({"[Content_Types].xml": types, "_rels/.rels": relations, "word/document.xml": text})


def _zip(files: dict[str, str | bytes]) -> bytes:
    """Return a .zip file; the time of its members is always the same."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name), data)
    return file.getvalue()


def _write_paragraphs(texts: Sequence[str]) -> str:
    """Return paragraphs of a .docx file."""
    return "".join(
        f'<w:p><w:r><w:t xml:space="preserve">{escape(text)}</w:t></w:r></w:p>' for text in texts
    )


def write_docx(draft: Draft) -> bytes:
    """A document of Word with tables, or with rows or lines as paragraphs."""
    style = draft.decide("layout", (3, "table"), (2, "paragraphs"), (1, "lines"))
    box = draft.pick_box((4, 6, 9))
    grids = draft.make_grids(box, draft.pick_count(3), kinds=((4, "puzzle"), (1, "complete")))
    blanks = ((3, ""), (1, "0")) if style == "table" else ((2, "."), (2, "0"))
    alphabet = draft.pick_alphabet(grids, letters=False, blanks=blanks)
    _, titles = make_titles(draft.dice, len(grids))
    body = _write_paragraphs(draft.write_prose())
    for grid, title in zip(grids, titles, strict=True):
        draft.expect(grid, title if style != "lines" else None)
        if style == "lines":
            body += _write_paragraphs([alphabet.join(grid.cells)])
            continue
        body += _write_paragraphs(["", title])
        if style == "paragraphs":
            body += _write_paragraphs(["".join(alphabet.write(row)) for row in grid.rows])
            continue
        for_cells = (
            "".join(f"<w:tc>{_write_paragraphs([sign])}</w:tc>" for sign in alphabet.write(row))
            for row in grid.rows
        )
        body += f"<w:tbl>{''.join(f'<w:tr>{row}</w:tr>' for row in for_cells)}</w:tbl>"
    return _make_word_file(body)


def write_odt(draft: Draft) -> bytes:
    """A text of OpenDocument, written by odfpy, with tables or paragraphs."""
    from odf.opendocument import OpenDocumentText
    from odf.table import Table, TableCell, TableRow
    from odf.text import P

    style = draft.decide("layout", (2, "table"), (1, "paragraphs"))
    box = draft.pick_box((4, 6, 9))
    grids = draft.make_grids(box, draft.pick_count(3), kinds=((4, "puzzle"), (1, "complete")))
    blanks = ((3, ""), (1, "0")) if style == "table" else ((2, "."), (2, "0"))
    alphabet = draft.pick_alphabet(grids, letters=False, blanks=blanks)
    _, titles = make_titles(draft.dice, len(grids))
    document = OpenDocumentText()
    for grid, title in zip(grids, titles, strict=True):
        draft.expect(grid, title)
        document.text.addElement(P(text=title))
        table = Table(name=title)
        for row in grid.rows:
            line = TableRow()
            for sign in alphabet.write(row):
                cell = TableCell()
                cell.addElement(P(text=sign))
                line.addElement(cell)
            table.addElement(line)
            if style == "paragraphs":
                document.text.addElement(P(text=alphabet.join(row)))
        document.text.addElement(table if style == "table" else P(text=""))
    file = io.BytesIO()
    document.write(file)
    return file.getvalue()


def write_pdf(draft: Draft) -> bytes:
    """A PDF by reportlab: a frame of lines for each Sudoku, two on a page, or lines of text."""
    from reportlab.pdfgen.canvas import Canvas

    style = draft.decide("layout", (3, "frames"), (1, "lines"), (1, "rows"))
    file = io.BytesIO()
    page = Canvas(file, invariant=1)
    box = (3, 3) if style == "lines" else draft.pick_box((4, 6, 9))
    grids = draft.make_grids(box, draft.pick_count(4), kinds=((4, "puzzle"), (1, "complete")))
    if style == "lines":
        draft.tag("size", "9 (3x3)")
    alphabet = draft.pick_alphabet(grids, letters=False, blanks=((2, "."), (2, "0")))
    _, titles = make_titles(draft.dice, len(grids))
    page.setFont("Courier", 10)
    for number, line in enumerate(draft.write_prose()):
        page.drawString(60, 800 - 14 * number, line)
    for number, (grid, title) in enumerate(zip(grids, titles, strict=True)):
        draft.expect(grid, title if style == "frames" else None)
        if style == "lines":
            page.drawString(60, 740 - 14 * number, alphabet.join(grid.cells))
            continue
        if number and number % 2 == 0:
            page.showPage()
            page.setFont("Courier", 10)
        bottom = 410 if number % 2 == 0 else 60
        if style == "rows":
            for r, row in enumerate(grid.rows):
                page.drawString(60, bottom + 250 - 14 * r, " ".join(alphabet.write(row)))
            continue
        _draw_frame(page, grid, bottom, title)
    page.save()
    return file.getvalue()


def _draw_frame(page: Any, grid: MadeGrid, bottom: int, title: str) -> None:
    """Draw a Sudoku with lines between all cells; blank cells are empty."""
    size, pitch, left = grid.size, 28, 80
    top = bottom + size * pitch
    page.drawString(left, top + 8, title)
    for n in range(size + 1):
        page.setLineWidth(0.5 if n % grid.box[1] else 1.5)
        page.line(left + n * pitch, bottom, left + n * pitch, top)
        page.setLineWidth(0.5 if n % grid.box[0] else 1.5)
        page.line(left, bottom + n * pitch, left + size * pitch, bottom + n * pitch)
    for r, row in enumerate(grid.rows):
        for c, digit in enumerate(row):
            if digit:
                page.drawString(left + c * pitch + 10, top - (r + 1) * pitch + 9, str(digit))


_TEXT_FORMS: tuple[Form, ...] = (
    *(form for form in lines.FORMS if form.name in {"line, glued", "line, separators"}),
    *(form for form in rows.FORMS if form.name in {"rows, glued", "rows, separators"}),
    *(form for form in drawings.FORMS if form.name in {"drawing, frames", "drawing, bars"}),
)


def _write_inner_text(draft: Draft) -> str:
    """Return a text of one of the commonest forms, and record its Sudokus."""
    form = draft.dice.pick(_TEXT_FORMS)
    draft.tag("text", form.name)
    return form.write(draft)


def _make_mail(draft: Draft, number: int = 0) -> EmailMessage:
    """Return a mail with Sudokus in its text, in its page, or in an attachment. The names of its
    Sudokus are left open, because they may have the subject of the mail.
    """
    mail = EmailMessage()
    mail["From"] = f"Ann <ann{number}@example.org>"
    mail["To"] = "bert@example.org"
    mail["Subject"] = draft.dice.pick(("Rätsel der Woche", "A puzzle", "Re: Sudoku 17"))
    mail["Date"] = "Mon, 06 May 2024 10:00:00 +0000"
    style = draft.decide("content", (3, "text"), (1, "page"), (2, "attachment"))
    if style == "text":
        coding = draft.dice.pick(("quoted-printable", "base64"))
        mail.set_content("Hello,\n\n" + _write_inner_text(draft) + "\n-- \nAnn\n", cte=coding)
    elif style == "page":
        mail.set_content(draft.dice.pick(PROSE) + "\n")
        mail.add_alternative(write_html(draft).decode(), subtype="html")
    else:
        mail.set_content("See the attachment.\n")
        text = tables.write_column(draft)
        mail.add_attachment(text.encode(), maintype="text", subtype="csv", filename="june.csv")
    _forget_names(draft)
    if mail.is_multipart():
        mail.set_boundary(f"=-{number}-=")
        for depth, part in enumerate(mail.walk()):
            if part.is_multipart():
                part.set_boundary(f"=-{number}-{depth}-=")
    return mail


def _forget_names(draft: Draft) -> None:
    """Leave the names of all Sudokus open."""
    draft.sudokus[:] = [type(one)(one.box, one.cells, None, one.solution) for one in draft.sudokus]


def write_mail(draft: Draft) -> bytes:
    """A mail (.eml)."""
    return _make_mail(draft).as_bytes()


def write_mbox(draft: Draft) -> bytes:
    """A file of mails (mbox)."""
    mails = [_make_mail(draft, number) for number in range(draft.dice.between(2, 3))]
    line = b"From ann@example.org Mon May  6 10:00:00 2024\n"
    return b"\n".join(line + mail.as_bytes() for mail in mails)


def write_archive(draft: Draft) -> bytes:
    """A .zip file with texts."""
    files: dict[str, str | bytes] = {}
    for number in range(draft.dice.between(1, 3)):
        form = draft.dice.pick(_TEXT_FORMS)
        inner = Draft(draft.dice)
        made = finish(0, form, inner, form.write(inner))
        draft.sudokus += made.sudokus
        draft.tags.append(f"file={form.name}")
        files[f"{number}{made.file_name[-4:]}"] = made.data
    if draft.toss(0.4, "other files"):
        files["readme.txt"] = "These are my Sudokus.\n"
        files["zz.png"] = b"\x89PNG\r\n\x1a\n" + bytes(99)
    _forget_names(draft)
    return _zip(dict(sorted(files.items())))


FORMS = (
    DocumentForm("xlsx, cells", write_xlsx_cells, ".xlsx", 3),
    DocumentForm("xlsx, column", write_xlsx_column, ".xlsx", 1),
    DocumentForm("ods", write_ods, ".ods", 2),
    DocumentForm("HTML", write_html, ".html", 2),
    DocumentForm("docx", write_docx, ".docx", 2),
    DocumentForm("odt", write_odt, ".odt", 1),
    DocumentForm("PDF", write_pdf, ".pdf", 2),
    DocumentForm("mail", write_mail, ".eml", 2),
    DocumentForm("mbox", write_mbox, ".mbox", 1),
    DocumentForm("archive", write_archive, ".zip", 1),
)
