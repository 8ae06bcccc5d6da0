"""Measure the memory and processor time that each file format needs for a megabyte of its worst
input.

Usage: python benchmarks/readers.py [--bytes N] [names]; on Linux. Each input is read by a separate
process. The table belongs into benchmarks/RESULTS.md. The memory is that of the whole process,
without the processes that it starts; the first row is for a file with a single Sudoku.
"""

from __future__ import annotations

import argparse
import bz2
import gzip
import io
import lzma
import resource
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from sudokopie.base.errors import SudokopieError
from sudokopie.reading.gridfile import open_path_as_grid_file

_SUDOKU = b"1" + 80 * b"."
_MIB = 2**20

Maker = Callable[[int], bytes]
"""A function that makes the worst known input of a reader, with about the given number of bytes."""


def make_repeating_maker(piece: bytes, before: bytes = b"", after: bytes = b"") -> Maker:
    """Return a function that makes a file of a given number of bytes by repeating `piece`, with the
    text `before` in front and `after` at the end.
    """
    return lambda size: before + piece * (size // len(piece)) + after


def make_compressing_maker(compress: Callable[[bytes], bytes], piece: bytes) -> Maker:
    """Return a function that makes a compressed file: a Sudoku, and `piece` repeated many times
    after it.

    Uncompressed, the file has 16 times the given number of bytes.
    """
    return lambda size: compress(_SUDOKU + b"\n" + piece * (16 * size // len(piece)))


def make_archive(files: dict[int, bytes] | dict[str, bytes]) -> bytes:
    """Return a .zip file. `files` maps the name of each file in it to its content."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(str(name), content)
    return file.getvalue()


def make_pdf(size: int) -> bytes:
    """Return a PDF of about `size` bytes on whose only page many digits are drawn."""
    drawn = b"BT /F 1 Tf " + b"(1)Tj 1 1 Td " * (size // 13) + b"ET"
    head = (
        b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
        b"2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
        b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</Font"
        b"<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>endobj\n"
    )
    body = b"4 0 obj<</Length %d>>stream\n%b\nendstream endobj\n" % (len(drawn), drawn)
    return head + body + b"trailer<</Root 1 0 R>>\n%%EOF\n"


def make_spreadsheet(size: int) -> bytes:
    """Return a spreadsheet file that needs much memory: about `size` bytes, whose cells all refer
    to the same long text.
    """
    cells = size // 4
    file = io.BytesIO()
    space = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    others = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    packages = "http://schemas.openxmlformats.org/package/2006"
    row = "<row>" + '<c t="s"><v>0</v></c>' * 100 + "</row>"
    rows = row * (cells // 100)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as book:
        for name, text in {
            "[Content_Types].xml": f'<Types xmlns="{packages}/content-types"/>',
            "_rels/.rels": f'<Relationships xmlns="{packages}/relationships"><Relationship Id="a" '
            f'Type="{others}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
            "xl/workbook.xml": f'<workbook xmlns="{space}" xmlns:r="{others}"><sheets><sheet '
            'name="a" sheetId="1" r:id="b"/></sheets></workbook>',
            "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{packages}/relationships">'
            f'<Relationship Id="b" Type="{others}/worksheet" Target="worksheets/sheet1.xml"/>'
            f'<Relationship Id="c" Type="{others}/sharedStrings" Target="sharedStrings.xml"/>'
            "</Relationships>",
            "xl/sharedStrings.xml": f'<sst xmlns="{space}"><si><t>{"x" * 2**15}</t></si></sst>',
            "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{space}"><sheetData>{rows}</sheetData>'
            "</worksheet>",
        }.items():
            book.writestr(name, text)
    return file.getvalue()


def make_parquet(size: int) -> bytes:
    """Return a Parquet file that needs much memory: `size` rows, whose values all refer to the same
    long text.
    """
    import pyarrow as pa
    import pyarrow.parquet

    values = pa.DictionaryArray.from_arrays(pa.array([0] * size, pa.int32()), ["x" * 2**16])
    file = io.BytesIO()
    pyarrow.parquet.write_table(pa.table({"puzzle": values}), file)
    return file.getvalue()


MAKERS: dict[str, Maker] = {
    "one Sudoku": lambda _: _SUDOKU,
    "lines of cells": make_repeating_maker(_SUDOKU + b"\n"),
    "lines that are nearly cells": make_repeating_maker(b"1" * 80 + b"x\n"),
    "short lines": make_repeating_maker(b"1\n", _SUDOKU + b"\n"),
    "one long line": make_repeating_maker(b"1"),
    "rows of several lines": make_repeating_maker(b"1........\n" * 8 + b"1.......x\n\n"),
    "a drawn grid": make_repeating_maker(b"|1|\n+-+\n"),
    "a table": make_repeating_maker(
        b"," * 99 + b"\n", b"puzzle" + b"," * 99 + b"\n" + _SUDOKU + b"\n"
    ),
    "quotation marks of a table": make_repeating_maker(b'"a,\n', b"puzzle,b\n" + _SUDOKU + b",1\n"),
    "blocks of fields": make_repeating_maker(b"1,,,,,,,,\n"),
    "blocks beside each other": make_repeating_maker(b"1,1,1,1,," * 3999 + b"\n"),
    "lines of many fields": make_repeating_maker(b"a," * 19_999 + b"\n"),
    "lines of too many fields": make_repeating_maker(b"1," * 50_000 + b"\n"),
    "lines of a page": make_repeating_maker(b"<br>", b"<html><p>" + _SUDOKU),
    "JSON, an array of objects": make_repeating_maker(b"{},", b'["' + _SUDOKU + b'",', b"{}]"),
    "JSON, lists in lists": make_repeating_maker(b"[[]],", b'["' + _SUDOKU + b'",', b"[]]"),
    "JSON lines": make_repeating_maker(b'{"a":1}\n', b'{"puzzle":"' + _SUDOKU + b'"}\n'),
    "HTML": make_repeating_maker(b"<td>", b"<html><table><tr>"),
    "HTML, rows of a table": make_repeating_maker(b"<tr><td colspan=100>", b"<html><table>"),
    "XML (OpenSudoku)": make_repeating_maker(b"<a>", b'<?xml version="1.0"?><opensudoku>'),
    "a mail": make_repeating_maker(
        b"--b\n\n", b"From: a\nContent-Type: multipart/mixed; boundary=b\n\n"
    ),
    "mails (mbox)": make_repeating_maker(b"From a\nSubject: a\n\n" + _SUDOKU + b"\n\n"),
    "an archive of small files": lambda size: make_archive(dict.fromkeys(range(size // 110), b"a")),
    "an archive of lines": lambda size: make_archive({0: b"{}\n" * (16 * size // 3)}),
    "a document": lambda size: make_archive(
        {"word/document.xml": b"<a>" + b"<w:p/>" * (16 * size // 6)}
    ),
    "a PDF": make_pdf,
    "text in UTF-16": lambda size: (_SUDOKU + b"\n").decode().encode("utf-16") * (size // 166),
    "gzip of zeros": make_compressing_maker(gzip.compress, b"\0"),
    "gzip of lines": make_compressing_maker(gzip.compress, b"{}\n"),
    "bzip2 of lines": make_compressing_maker(bz2.compress, b"{}\n"),
    "xz of lines": make_compressing_maker(lzma.compress, b"{}\n"),
    "a spreadsheet": make_spreadsheet,
    "Parquet": make_parquet,
}


def main() -> None:
    """Measure how much memory and time the chosen inputs need, by default all inputs, and print the
    table.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bytes", type=int, default=_MIB)
    parser.add_argument("names", nargs="*", default=[*MAKERS])
    options = parser.parse_args()
    print("| 1 MB of | bytes | peak, MiB | seconds of a processor | read |")
    print("| --- | ---: | ---: | ---: | --- |")
    with TemporaryDirectory() as folder:
        for name in options.names:
            path = Path(folder, "input")
            path.write_bytes(MAKERS[name](options.bytes))
            command = [sys.executable, __file__, "--read", str(path)]
            row = subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
            print(f"| {name} | {path.stat().st_size:,} | {row} |", flush=True)


def read_and_print_cost(path: str) -> None:
    """Read the Sudokus of a file to its end, and print the memory and processor time that this
    process has used.
    """
    count, ended = 0, "to the end"
    try:
        with open_path_as_grid_file(path) as grids:
            for entry in grids:
                count += entry.error is None
    except SudokopieError as error:
        ended = f"refused: {str(error)[len(path) :][:60]}"
    # The peak of `getrusage` includes the memory of the process that started this process.
    status = Path("/proc/self/status").read_text("ascii")
    peak = int(status.partition("VmHWM:")[2].split(maxsplit=1)[0]) / 1024
    used = [resource.getrusage(one) for one in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    spent = sum(one.ru_utime + one.ru_stime for one in used)
    print(f"{peak:.0f} | {spent:.1f} | {count:,} Sudokus, {ended}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--read"]:
        read_and_print_cost(sys.argv[2])
    else:
        main()
