"""Small files that stand for much memory or time, in each format of documents. None contains a
Sudoku, and each must be refused with one line, in little memory and time.

Usage: python tests/hostile/bombs.py [NAMES]. Measures the files whose names begin like one of
NAMES, or all files.
"""

from __future__ import annotations

import base64
import io
import os
import re
import struct
import subprocess
import sys
import tempfile
import time
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

MOST_MIB, MOST_SECONDS = 600, 15
_MOST_LINES = 3  # of messages about a file
"""The most memory of all processes together, and the most processor time, for one file."""

_SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_OPEN = "urn:oasis:names:tc:opendocument:xmlns"
_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"

_ROW = '<row><c t="str"><v>no</v></c></row>'

Maker = Callable[[int], bytes]
"""A function that makes a file from a number, which is the size of what makes it harmful."""


class Kind(NamedTuple):
    """A kind of harmful file: the function that makes it, the ending of its name, and the sizes in
    which it is made. `is_rare` is whether only the nightly tests read this kind.
    """

    make: Maker
    ending: str
    sizes: tuple[int, ...]
    is_rare: bool = False


class Bomb(NamedTuple):
    """A harmful file. `is_for_each_change` is whether the tests of each change read it."""

    name: str
    make: Callable[[], bytes]
    is_for_each_change: bool


class Outcome(NamedTuple):
    """How a command ended: its status, its messages, the most memory of all its processes together
    in MiB, and their processor time in seconds.
    """

    status: int
    error: str
    mebibytes: int
    seconds: float


def pack(files: dict[str, str | bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return a .zip file with these files."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return file.getvalue()


def link(number: str, kind: str, target: str) -> str:
    return f'<Relationship Id="{number}" Type="{_OFFICE}/{kind}" Target="{target}"/>'


def links(*every: str) -> str:
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{"".join(every)}</Relationships>'


def xlsx(
    rows: str = "",
    *,
    strings: str = "",
    styles: str = "",
    sheets: int = 1,
    after: str = "",
    others: dict[str, str | bytes] | None = None,
) -> bytes:
    """Return a workbook whose sheets all have the same file."""
    names = "".join(f'<sheet name="s{i}" sheetId="{i}" r:id="b"/>' for i in range(1, sheets + 1))
    files: dict[str, str | bytes] = {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types"/>',
        "_rels/.rels": links(link("a", "officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": f'<workbook xmlns="{_SHEET}" xmlns:r="{_OFFICE}"><sheets>{names}'
        "</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": links(
            link("b", "worksheet", "worksheets/sheet1.xml"),
            link("c", "sharedStrings", "sharedStrings.xml"),
            link("d", "styles", "styles.xml"),
        ),
        "xl/sharedStrings.xml": f'<sst xmlns="{_SHEET}">{strings}</sst>',
        "xl/styles.xml": f'<styleSheet xmlns="{_SHEET}">{styles}</styleSheet>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{_SHEET}"><sheetData>{rows}</sheetData>'
        f"{after}</worksheet>",
    }
    return pack(files | (others or {}))


def shared_string(cells: int) -> bytes:
    text = "x" * (400_000_000 // cells)
    row = "<row>" + '<c t="s"><v>0</v></c>' * cells + "</row>"
    return xlsx(row, strings=f"<si><t>{text}</t></si>")


def shared_string_in_rows(rows: int) -> bytes:
    row = '<row><c t="s"><v>0</v></c></row>'
    return xlsx(row * rows, strings=f"<si><t>{'x' * 100_000}</t></si>")


def many_strings(count: int) -> bytes:
    return xlsx(_ROW, strings="<si><t>a</t></si>" * count)


def number_format(length: int) -> bytes:
    code = "[" * length
    formats = f'<numFmts><numFmt numFmtId="200" formatCode="{code}"/></numFmts>'
    styles = formats + '<cellXfs><xf numFmtId="200"/></cellXfs>'
    return xlsx('<row><c s="0"><v>1</v></c></row>', styles=styles)


def number_formats(count: int) -> bytes:
    code = "[" * 9000
    formats = f'<numFmts><numFmt numFmtId="200" formatCode="{code}"/></numFmts>'
    return xlsx(styles=f"{formats}<cellXfs>" + '<xf numFmtId="200"/>' * count + "</cellXfs>")


def sheets(count: int) -> bytes:
    return xlsx(_ROW, sheets=count)


def sheets_of_text(count: int) -> bytes:
    cells = '<c t="inlineStr"><is><t>a text</t></is></c>' * 100
    return xlsx(f"<row>{cells}</row>" * 10, sheets=count)


def columns(count: int) -> bytes:
    return xlsx("<row>" + '<c t="str"><v>no</v></c>' * count + "</row>")


def corners(rows: int) -> bytes:
    far = '<row r="1048576"><c r="XFD1048576" t="str"><v>no</v></c></row>'
    return xlsx('<row r="1"><c r="A1" t="str"><v>no</v></c></row>' * rows + far)


def corners_for_library(column: int) -> bytes:
    letters = ("XFD", "ZZ", "AZZ", "XAA", "FZZ")[column]
    data = xlsx(
        '<row r="1"><c r="A1" t="str"><v>no</v></c></row>'
        f'<row r="1048576"><c r="{letters}1048576" t="str"><v>no</v></c></row>'
    )
    return data.replace(b"xl/workbook.xml", b"XL/workbook.xml")


def merges(count: int) -> bytes:
    cells = "".join(
        f'<mergeCell ref="A{i % 1000 + 1}:XFD{1048576 - i % 997}"/>' for i in range(count)
    )
    return xlsx(_ROW, after=f"<mergeCells>{cells}</mergeCells>")


def scattered_numbers(count: int) -> bytes:
    rows = "".join(
        f'<row r="{7 * i + 1}">'
        + "".join(f'<c r="{chr(65 + (i + j) % 26)}{7 * i + 1}"><v>1</v></c>' for j in (0, 5, 11))
        + "</row>"
        for i in range(count)
    )
    return xlsx(rows)


def numbers_in_steps(rows: int) -> bytes:
    """Return a sheet with a number in each seventh cell, in each row one cell further to the right,
    so that very many places may have a Sudoku.
    """

    def name(column: int) -> str:
        return "A" * (column > 25) + chr(65 + column % 26)

    cells = (
        "".join(
            f'<c r="{name(c)}{r + 1}"><v>{(r + c) % 4 + 1}</v></c>' for c in range(r % 7, 50, 7)
        )
        for r in range(rows)
    )
    return xlsx("".join(f"<row>{row}</row>" for row in cells))


def nested_elements(count: int) -> bytes:
    return xlsx("<a>" * count + "</a>" * count)


def many_links(count: int) -> bytes:
    every = (link(f"r{i}", "image", f"../media/{i}.png") for i in range(count))
    return xlsx(others={"_rels/.rels": links(*every)})


def spaces_in_sheet(mebibytes: int) -> bytes:
    return xlsx(" " * 2**20 * mebibytes)


def rich_text(runs: int) -> bytes:
    return xlsx(f'<row><c t="inlineStr"><is>{"<r><t>ab</t></r>" * runs}</is></c></row>')


def entities(depth: int) -> bytes:
    names = "".join(f'<!ENTITY a{i + 1} "' + f"&a{i};" * 10 + '">' for i in range(depth))
    document = f'<!DOCTYPE a [<!ENTITY a0 "aaaaaaaaaa">{names}]><a>&a{depth};</a>'
    return xlsx(others={"xl/workbook.xml": document})


def ods(rows: str, styles: str = "") -> bytes:
    spaces = "".join(f' xmlns:{name}="{_OPEN}:{name}:1.0"' for name in ("office", "table", "text"))
    content = (
        f"<office:document-content{spaces}>{styles}<office:body><office:spreadsheet>"
        f'<table:table table:name="a">{rows}</table:table></office:spreadsheet></office:body>'
        "</office:document-content>"
    )
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    return pack({"mimetype": kind, "content.xml": content})


def ods_cell(text: str, columns: int = 1, more: str = "") -> str:
    return (
        f'<table:table-cell table:number-columns-repeated="{columns}"{more}><text:p>{text}</text:p>'
        "</table:table-cell>"
    )


def ods_row(cells: str, rows: int = 1) -> str:
    return f'<table:table-row table:number-rows-repeated="{rows}">{cells}</table:table-row>'


def repeated_columns(length: int) -> bytes:
    return ods(ods_row(ods_cell("x" * length, 16_000)))


def repeated_rows(rows: int) -> bytes:
    return ods(ods_row(ods_cell("x" * 10_000), rows))


def repeated_numbers(rows: int) -> bytes:
    value = ' office:value-type="float" office:value="0.5"'
    return ods(ods_row(ods_cell("0.5", 16_384, value), rows))


def repeated_spaces(count: int) -> bytes:
    return ods(ods_row(ods_cell("a" + '<text:s text:c="1000"/>' * count + "a")))


def column_styles(count: int) -> bytes:
    styles = '<table:table-column table:default-cell-style-name="a"/>' * count
    return ods(styles + ods_row(ods_cell("a") * 16_000))


def spans(count: int) -> bytes:
    more = ' table:number-rows-spanned="1048576" table:number-columns-spanned="16384"'
    return ods(ods_row(ods_cell("ab", 1, more) * 100) * count)


def nested_tables(count: int) -> bytes:
    table = '<table:table><table:table-row><table:table-cell office:value-type="string">'
    return ods(table * count)


def docx(body: str) -> bytes:
    return pack(
        {"word/document.xml": f'<w:document xmlns:w="{_WORD}"><w:body>{body}</w:body></w:document>'}
    )


def empty_paragraphs(thousands: int) -> bytes:
    return docx("<w:p/>" * 1000 * thousands)


def one_paragraph(mebibytes: int) -> bytes:
    return docx(f"<w:p><w:r><w:t>{'x' * 2**20 * mebibytes}</w:t></w:r></w:p>")


def paragraphs(thousands: int) -> bytes:
    return docx("<w:p><w:r><w:t>a text</w:t></w:r></w:p>" * 1000 * thousands)


def line_breaks(thousands: int) -> bytes:
    return docx(f"<w:p><w:r><w:t>{'<w:br/>' * 1000 * thousands}</w:t></w:r></w:p>")


def wide_cells(rows: int) -> bytes:
    cell = '<w:tc><w:tcPr><w:gridSpan w:val="100"/></w:tcPr><w:p/></w:tc>'
    return docx(f"<w:tbl>{f'<w:tr>{cell * 199}</w:tr>' * rows}</w:tbl>")


def nested_word_tables(count: int) -> bytes:
    return docx("<w:tbl><w:tr><w:tc>" * count)


def odt(body: str) -> bytes:
    spaces = "".join(f' xmlns:{name}="{_OPEN}:{name}:1.0"' for name in ("office", "table", "text"))
    content = f"<office:document-content{spaces}>{body}</office:document-content>"
    kind = "application/vnd.oasis.opendocument.text"
    return pack({"mimetype": kind, "content.xml": content})


def wide_text_cells(rows: int) -> bytes:
    row = f"<table:table-row>{ods_cell('x' * 10_000, 100) * 100}</table:table-row>"
    return odt(f"<table:table>{row * rows}</table:table>")


def spaces_in_text(count: int) -> bytes:
    return odt("<text:p>" + '<text:s text:c="100"/>' * count + "</text:p>")


def mail(body: bytes, *fields: bytes) -> bytes:
    return b"\n".join((b"From: a@b.org", b"To: c@d.org", *fields, b"", body))


def encoded_words(count: int) -> bytes:
    return mail(b"no", b"Subject: " + b" ".join([b"=?utf-8?q?a?="] * count))


def encoded_sender(count: int) -> bytes:
    return b"From: " + b" ".join([b"=?utf-8?q?a?="] * count) + b" <a@b.org>\nTo: a\n\nno\n"


def comments_in_sender(count: int) -> bytes:
    return b"From: " + b"(" * count + b"\nTo: a\n\nno\n"


def many_senders(count: int) -> bytes:
    return b"From: " + b"a@b.org, " * count + b"\nTo: a\n\nno\n"


def quotation_marks(count: int) -> bytes:
    return b'From: "' + b'\\"' * count + b"\nTo: a\n\nno\n"


def parameters(count: int) -> bytes:
    every = b"".join(b"; a*%d*=utf-8''b" % i for i in range(count))
    return mail(b"no", b"Content-Type: text/plain" + every)


def many_fields(count: int) -> bytes:
    return mail(b"no", *[b"Received: from a by b"] * count)


def nested_parts(count: int) -> bytes:
    return mail(
        b"".join(
            b"--b%d\nContent-Type: multipart/mixed; boundary=b%d\n\n" % (i, i + 1)
            for i in range(count)
        ),
        b"Content-Type: multipart/mixed; boundary=b0",
    )


def many_parts(count: int) -> bytes:
    return mail(b"--b\n\n" * count, b"Content-Type: multipart/mixed; boundary=b")


def nested_mails(count: int) -> bytes:
    return b"From: a@b.org\nTo: a\nContent-Type: message/rfc822\n\n" * count + b"no\n"


def punycode(length: int) -> bytes:
    text = b"a" * length + b"-" + b"a" * length
    return mail(text, b"Content-Type: text/plain; charset=punycode")


def idna(length: int) -> bytes:
    text = b".".join([b"xn--" + b"a" * 50] * (length // 50))
    return mail(text, b"Content-Type: text/plain; charset=idna")


def mail_of_bombs(count: int) -> bytes:
    part = (
        b"--b\nContent-Type: application/octet-stream; name=a.xlsx\n"
        b"Content-Transfer-Encoding: base64\n\n" + base64.encodebytes(shared_string(1000)) + b"\n"
    )
    return mail(part * count + b"--b--\n", b"Content-Type: multipart/mixed; boundary=b")


def quoted_printable(length: int) -> bytes:
    fields = (b"Content-Type: text/html", b"Content-Transfer-Encoding: quoted-printable")
    return mail(b"=3C" * length, *fields)


def mails_in_mailbox(count: int) -> bytes:
    return (b"From a\n" + encoded_words(400) + b"\n") * count


def pdf(*objects: bytes) -> bytes:
    body = b"".join(b"%d 0 obj%b endobj\n" % (i, one) for i, one in enumerate(objects, 1))
    return b"%PDF-1.4\n" + body + b"trailer<</Root 1 0 R>>\n%%EOF\n"


def page(content: bytes, *others: bytes, count: int = 1) -> bytes:
    font = b"/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>"
    kids = b"3 0 R " * count
    return pdf(
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[%b]/Count %d>>" % (kids, count),
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R%b>>" % font,
        content,
        *others,
    )


def stream(data: bytes, more: bytes = b"") -> bytes:
    return b"<</Length %d%b>>stream\n%b\nendstream" % (len(data), more, data)


def growing_stream(mebibytes: int) -> bytes:
    data = zlib.compress(b" " * 2**20 * mebibytes, 9)
    return page(stream(data, b"/Filter/FlateDecode"))


def growing_twice(mebibytes: int) -> bytes:
    data = zlib.compress(zlib.compress(b" " * 2**20 * mebibytes, 9), 9)
    return page(stream(data, b"/Filter[/FlateDecode/FlateDecode]"))


def digits_on_page(count: int) -> bytes:
    return page(stream(b"BT /F 1 Tf " + b"(1)Tj 1 1 Td " * count + b"ET"))


def text_that_grows(thousands: int) -> bytes:
    data = zlib.compress(b"BT /F 1 Tf " + b"(ab)Tj 1 0 Td " * 1000 * thousands + b"ET", 9)
    return page(stream(data, b"/Filter/FlateDecode"))


def lines_on_page(count: int) -> bytes:
    return page(stream(b"".join(b"%d 0 m %d 9 l S " % (i, i) for i in range(count))))


def same_page(count: int) -> bytes:
    return page(stream(b"BT /F 1 Tf (ab)Tj ET " * 100), count=count)


def predictor(count: int) -> bytes:
    data = zlib.compress(bytes(10**6), 9)
    more = b"/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns %d>>" % count
    return page(stream(data, more))


def nested_arrays(count: int) -> bytes:
    return pdf(b"<</Type/Catalog/Pages 2 0 R>>", b"[" * count + b"]" * count)


def pages_in_circle(count: int) -> bytes:
    return pdf(
        b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[%b]/Count 9>>" % (b"2 0 R " * count)
    )


def many_objects(count: int) -> bytes:
    return pdf(b"<</Type/Catalog/Pages 2 0 R>>", *[b"<</Kids[]/Type/Pages>>"] * count)


def archive_of_bombs(count: int) -> bytes:
    bomb = shared_string(1000)
    return pack({f"{i}.xlsx": bomb for i in range(count)})


def archive_of_slow_files(count: int) -> bytes:
    bomb = many_strings(500_000)
    return pack({f"{i}.xlsx": bomb for i in range(count)})


def archive_of_text(mebibytes: int) -> bytes:
    return pack({"a.txt": b"no Sudoku\n" * (mebibytes * 2**20 // 10)})


def archive_of_archives(depth: int) -> bytes:
    data = b"no Sudoku\n" * 10_000
    for _ in range(depth):
        data = pack({f"{i}.zip": data for i in range(4)})
    return data


def archive_of_names(count: int) -> bytes:
    return pack({f"{i}": b"" for i in range(count)}, zipfile.ZIP_STORED)


def archive_of_mails(count: int) -> bytes:
    data = encoded_words(3000)
    return pack({f"{i}.eml": data for i in range(count)})


def archive_of_bytes(mebibytes: int) -> bytes:
    return pack({"a": bytes(2**20 * mebibytes)})


def archive_by_bzip2(mebibytes: int) -> bytes:
    """Return an archive of a text that bzip2 packs into 45 bytes for each 900 kB."""
    return pack({"a.txt": b"\n" * (mebibytes * 2**20)}, zipfile.ZIP_BZIP2)


def workbook_by_bzip2(mebibytes: int) -> bytes:
    """Return a workbook whose XML bzip2 packs into 45 bytes for each 900 kB."""
    content = f'<worksheet xmlns="{_SHEET}"><sheetData>{" " * (mebibytes * 2**20)}'
    files: dict[str, str | bytes] = {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types"/>',
        "xl/workbook.xml": content,
        "_rels/.rels": links(link("a", "officeDocument", "xl/workbook.xml")),
    }
    return pack(files, zipfile.ZIP_BZIP2)


def parquet_texts(rows: int) -> bytes:
    import pyarrow as pa
    import pyarrow.parquet

    values = pa.DictionaryArray.from_arrays(pa.array([0] * rows, pa.int32()), ["x" * 2**20])
    file = io.BytesIO()
    pyarrow.parquet.write_table(pa.table({"a": values}), file)
    return file.getvalue()


def parquet_columns(count: int) -> bytes:
    import pyarrow as pa
    import pyarrow.parquet

    file = io.BytesIO()
    pyarrow.parquet.write_table(pa.table({f"c{i}": [1] for i in range(count)}), file)
    return file.getvalue()


def parquet_lists(millions: int) -> bytes:
    import pyarrow as pa
    import pyarrow.parquet

    offsets, values = pa.array([0, millions * 10**6], pa.int32()), pa.nulls(millions * 10**6)
    file = io.BytesIO()
    table = pa.table({"a": pa.ListArray.from_arrays(offsets, values.cast(pa.int8()))})
    pyarrow.parquet.write_table(table, file)
    return file.getvalue()


def sectors_in_circle(count: int) -> bytes:
    """Return an .xls file whose directory goes on in its own first sector, and `count` sectors."""
    unused, last, table = 2**32 - 1, 2**32 - 2, 2**32 - 3
    header = struct.pack(
        "<8s16xHHHHH6xIIIIIIIII109I",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
        *(0x3E, 3, 0xFFFE, 9, 6),
        *(0, 1, 1, 0, 4096, last, 0, last, 0),
        *(0, *[unused] * 108),
    )
    return header + struct.pack("<128I", table, *[1] * 127) + bytes(512 * count)


def deep_json(count: int) -> bytes:
    return b"[" * count


def deep_json_objects(count: int) -> bytes:
    return b'{"a":' * count


def nested_html(count: int) -> bytes:
    return b"<html><table><tr><td>" + b"<div>" * count


def open_comments(count: int) -> bytes:
    return b"<html><p>" + b"<!--" * count


def open_tags(count: int) -> bytes:
    return b"<html><p>" + b"<a " * count


def wide_rows(count: int) -> bytes:
    return b"<table>" + (b"<tr>" + b"<td colspan=100>" * 199 + b"</tr>\n") * count


def values_in_xml(count: int) -> bytes:
    return b'<?xml version="1.0"?><a>' + b'<b data="a"/>' * count


def attributes_in_xml(count: int) -> bytes:
    return b'<?xml version="1.0"?><a ' + b" ".join(b'b%d=""' % i for i in range(count))


def nested_xml(count: int) -> bytes:
    return b'<?xml version="1.0"?>' + b"<a>" * count


KINDS = (
    Kind(shared_string, "xlsx", (1000, 100, 16_000, 10, 4000)),
    Kind(shared_string_in_rows, "xlsx", (1000, 5000, 20_000, 100_000)),
    Kind(many_strings, "xlsx", (200_000, 1_000_000, 4_000_000), is_rare=True),
    Kind(number_format, "xlsx", (9000, 100_000, 1_000_000, 10_000_000)),
    Kind(number_formats, "xlsx", (1000, 20_000, 100_000), is_rare=True),
    Kind(sheets, "xlsx", (1000, 5000, 20_000)),
    Kind(sheets_of_text, "xlsx", (100, 1000), is_rare=True),
    Kind(columns, "xlsx", (16_385, 1_000_000, 5_000_000)),
    Kind(corners, "xlsx", (1, 1000)),
    Kind(corners_for_library, "xlsx", (0, 1, 2, 3, 4)),
    Kind(sectors_in_circle, "xls", (9, 1000)),
    Kind(merges, "xlsx", (1000, 100_000, 200_000)),
    Kind(scattered_numbers, "xlsx", (300, 1000, 3000)),
    Kind(numbers_in_steps, "xlsx", (100, 300, 1500, 10_000)),
    Kind(nested_elements, "xlsx", (1000, 100_000)),
    Kind(many_links, "xlsx", (10_000, 100_000, 1_000_000)),
    Kind(spaces_in_sheet, "xlsx", (20, 127, 200), is_rare=True),
    Kind(rich_text, "xlsx", (10_000, 1_000_000), is_rare=True),
    Kind(entities, "xlsx", (1, 9)),
    Kind(repeated_columns, "ods", (20_000, 5000, 100, 100_000)),
    Kind(repeated_rows, "ods", (1_048_576, 10_000, 100_000), is_rare=True),
    Kind(repeated_numbers, "ods", (100, 1000, 100_000), is_rare=True),
    Kind(repeated_spaces, "ods", (1000, 100_000, 500_000), is_rare=True),
    Kind(column_styles, "ods", (1000, 10_000, 50_000), is_rare=True),
    Kind(spans, "ods", (10, 1000, 5000), is_rare=True),
    Kind(nested_tables, "ods", (1000, 10_000)),
    Kind(empty_paragraphs, "docx", (100, 1000, 5000)),
    Kind(one_paragraph, "docx", (10, 63, 200), is_rare=True),
    Kind(paragraphs, "docx", (10, 100, 1500), is_rare=True),
    Kind(line_breaks, "docx", (100, 1000, 5000), is_rare=True),
    Kind(wide_cells, "docx", (10, 100, 1000), is_rare=True),
    Kind(nested_word_tables, "docx", (100, 1000), is_rare=True),
    Kind(wide_text_cells, "odt", (1, 10)),
    Kind(spaces_in_text, "odt", (10_000, 300_000), is_rare=True),
    Kind(encoded_words, "eml", (500, 3000, 10_000, 30_000, 60_000)),
    Kind(encoded_sender, "eml", (500, 3000, 10_000, 60_000), is_rare=True),
    Kind(comments_in_sender, "eml", (500, 10_000, 100_000), is_rare=True),
    Kind(many_senders, "eml", (500, 3000, 10_000, 50_000)),
    Kind(quotation_marks, "eml", (500, 10_000, 100_000), is_rare=True),
    Kind(parameters, "eml", (500, 5000, 20_000, 50_000)),
    Kind(many_fields, "eml", (1000, 10_000, 40_000), is_rare=True),
    Kind(nested_parts, "eml", (200, 1000, 5000, 20_000)),
    Kind(many_parts, "eml", (1000, 20_000, 200_000)),
    Kind(nested_mails, "eml", (100, 1000, 20_000)),
    Kind(punycode, "eml", (3000, 30_000, 100_000, 500_000)),
    Kind(idna, "eml", (3000, 100_000), is_rare=True),
    Kind(mail_of_bombs, "eml", (3, 50, 300)),
    Kind(quoted_printable, "eml", (10_000, 300_000), is_rare=True),
    Kind(mails_in_mailbox, "mbox", (3, 50, 150), is_rare=True),
    Kind(growing_stream, "pdf", (50, 400, 900)),
    Kind(growing_twice, "pdf", (50, 400, 4000)),
    Kind(digits_on_page, "pdf", (1000, 20_000, 70_000), is_rare=True),
    Kind(text_that_grows, "pdf", (10, 300, 3000)),
    Kind(lines_on_page, "pdf", (1000, 50_000), is_rare=True),
    Kind(same_page, "pdf", (10, 1000, 100_000), is_rare=True),
    Kind(predictor, "pdf", (100, 10**6, 10**9)),
    Kind(nested_arrays, "pdf", (1000, 400_000)),
    Kind(pages_in_circle, "pdf", (1, 1000)),
    Kind(many_objects, "pdf", (1000, 30_000), is_rare=True),
    Kind(archive_of_bombs, "zip", (5, 80)),
    Kind(archive_of_slow_files, "zip", (1, 30), is_rare=True),
    Kind(archive_of_text, "zip", (5, 60, 900)),
    Kind(archive_of_archives, "zip", (1, 3, 5)),
    Kind(archive_of_names, "zip", (1000, 9000, 30_000)),
    Kind(archive_of_mails, "zip", (3, 100), is_rare=True),
    Kind(archive_of_bytes, "zip", (50, 900)),
    Kind(archive_by_bzip2, "zip", (100, 400, 900)),
    Kind(workbook_by_bzip2, "xlsx", (900,), is_rare=True),
    Kind(parquet_texts, "parquet", (1000, 100_000), is_rare=True),
    Kind(parquet_columns, "parquet", (1000, 10_000), is_rare=True),
    Kind(parquet_lists, "parquet", (5, 300)),
    Kind(deep_json, "json", (20_000, 200_000, 1_000_000)),
    Kind(deep_json_objects, "json", (20_000, 150_000)),
    Kind(nested_html, "html", (10_000, 190_000)),
    Kind(open_comments, "html", (10_000, 200_000), is_rare=True),
    Kind(open_tags, "html", (10_000, 300_000), is_rare=True),
    Kind(wide_rows, "html", (10, 300)),
    Kind(values_in_xml, "xml", (1000, 70_000), is_rare=True),
    Kind(attributes_in_xml, "xml", (1000, 90_000)),
    Kind(nested_xml, "xml", (10_000, 300_000)),
)


def yield_bombs() -> Iterator[Bomb]:
    """Yield all harmful files. Of a kind that is not rare, the first is read for each change."""
    for kind in KINDS:
        for number, size in enumerate(kind.sizes):
            name = f"{kind.make.__name__}-{size}.{kind.ending}"
            yield Bomb(name, partial(kind.make, size), number == 0 and not kind.is_rare)


BOMBS = {bomb.name: bomb for bomb in yield_bombs()}


def read_bombs(names: Sequence[str], folder: Path) -> Outcome:
    """Read harmful files with one command, and measure all processes of the command."""
    import psutil

    for name in names:
        (folder / name).write_bytes(BOMBS[name].make())
    command = [sys.executable, "-m", "sudokopie.cli", "canonical", "-q", *names]
    most, before = 0, os.times()
    with subprocess.Popen(
        command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as process:
        root = psutil.Process(process.pid)
        while process.poll() is None:
            with suppress(psutil.Error):
                every = root, *root.children(recursive=True)
                most = max(most, sum(one.memory_info().rss for one in every))
            time.sleep(0.02)  # finding all processes takes some milliseconds
        assert process.stderr is not None
        error = process.stderr.read()
    after = os.times()
    for name in names:
        (folder / name).unlink()
    seconds = after.children_user - before.children_user
    seconds += after.children_system - before.children_system
    return Outcome(process.returncode, error, most >> 20, seconds)


def find_fault(outcome: Outcome, count: int = 1) -> str:
    """Return the fault in the outcome of a command that has read `count` files; an empty text if it
    has no fault.
    """
    # A line begins with the name of a file, which a cell, a line or a file inside may follow.
    lines = Counter(re.split(r"[:\[/]", line)[0] for line in outcome.error.splitlines())
    most = max(lines.values(), default=0)
    for is_wrong, fault in (
        (outcome.status != 2, f"status {outcome.status}"),
        (len(lines) != count, f"messages about {len(lines)} files"),
        (most > _MOST_LINES, f"{most} lines about a file"),
        (outcome.mebibytes > MOST_MIB, f"{outcome.mebibytes} MiB"),
        (outcome.seconds > MOST_SECONDS * count, f"{outcome.seconds:.1f} seconds"),
    ):
        if is_wrong:
            return fault
    return ""


def main(starts: list[str]) -> None:
    """Measure the files whose names begin like one of `starts`."""
    with tempfile.TemporaryDirectory() as folder:
        for name in BOMBS:
            if name.startswith(tuple(starts or [""])):
                found = read_bombs([name], Path(folder))
                print(
                    f"{name:40} {found.mebibytes:5} MiB {found.seconds:6.1f} s  "
                    f"{find_fault(found) or 'ok':8} {found.error[:150]!r}",
                    flush=True,
                )


if __name__ == "__main__":
    main(sys.argv[1:])
