"""Archives, documents and folders: the files and tables inside are read in any format."""

from __future__ import annotations

import gzip
import io
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sudokopie.applications.documents import archive, limited_reading, zip_files
from sudokopie.base.errors import PairFileError
from sudokopie.reading import container_file
from sudokopie.reading.gridfile import GridFile, open_path_as_grid_file, open_stream_as_grid_file
from sudokopie.system import limited_call
from sudokopie.system.open_file import list_files_recursively

from documents import (
    DOCUMENTS,
    FORM,
    PICTURE,
    PUZZLE,
    ROWS,
    docx,
    odt,
    paragraphs,
    word_table,
    zipped,
)
from hostile import bombs

DRAWN = "\n".join(ROWS)
CSV = f"name,puzzle\nx,{PUZZLE}\n"
MAIL = f"From: Ann\nSubject: One\nTo: b\n\n{PUZZLE}\n"


def opened(data: bytes) -> GridFile:
    return open_stream_as_grid_file(io.BytesIO(data), "z")


def places(data: bytes) -> list[str]:
    """Return the place and name of each Sudoku, and the errors, as commands print them."""
    found = list[str]()

    def report(_: str, error: PairFileError) -> None:
        found.append(f"! {error}")

    with opened(data) as whole:
        for file in whole.yield_open_inner_files(report):
            found.extend(f"{file.source}:{entry.line} {entry.sudoku_name}" for entry in file)
    return found


def refused(data: bytes) -> str:
    with pytest.raises(PairFileError) as caught:
        list(opened(data))
    return str(caught.value)


def test_files_of_an_archive_are_read_in_any_format_in_order_of_their_names() -> None:
    data = zipped(
        {
            "b/june.xlsx": DOCUMENTS["xlsx of blocks"](),
            "b/": "",
            "a.csv": CSV,
            "mail.eml": MAIL,
            "inner.zip": zipped({"ä.txt": DRAWN}),
            "README": "These are puzzles.",
            "photo.png": PICTURE,
            ".hidden": PUZZLE,
            "__MACOSX/._a.csv": "x",
        }
    )
    assert places(data) == [
        "z/a.csv:2 x",
        *(f"z/b/june.xlsx:{place}" for place in ("3 Nr 1, easy", "3 Nr 2", "15 Nr 3", "4 Two")),
        "z/inner.zip/ä.txt:1 ",
        "z/mail.eml:5 One (Ann)",
    ]
    file = opened(data)
    assert len(list(file)) == 7
    assert list(map(str, file.list_warnings("z"))) == [
        "z/README: expected a Sudoku, found text that is no Sudoku: 'These are puzzles.'",
        "z/photo.png: expected a Sudoku, found a picture: there is no text in it",
    ]


def test_warnings_and_errors_name_the_files_inside(run: Any, tmp_path: Path) -> None:
    mail = "From: Ann\nSubject: One\nTo: b\n\nHi,\n\n" + DRAWN
    path = tmp_path / "z.zip"
    path.write_bytes(zipped({"a.eml": mail, "b.csv": f"{CSV}words,\n"}))
    result = run("canonical", "-q", str(path))
    assert result.err.splitlines() == [
        f"{path}: lines without a Sudoku: 1; the first is line 3 of {path}/b.csv, 'words,'",
        f"{path}/a.eml: lines without a Sudoku: 1; the first is line 5, 'Hi,'",
    ]
    path.write_bytes(zipped({"a.eml": mail, "b.csv": f"{CSV}x,{PUZZLE}\n"}))
    error = run("solve", "-q", str(path)).err
    third = f"{path}/b.csv:3:1: a third Sudoku begins here, but a pair file has two"
    assert error.startswith(third)
    assert error.count("\n") == 1


def test_a_damaged_archive_may_have_a_file_without_a_name(run: Any, tmp_path: Path) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as made:
        made.writestr("a.txt", "12..............\n")
        made.writestr("b.txt", "12.............3\n")
    before, _, after = packed.getvalue().rpartition(b"a.txt")
    path = tmp_path / "damaged.zip"
    path.write_bytes(before + b"\0.txt" + after)  # a name ends at its first zero byte
    result = run("canonical", str(path))
    assert result.status == 2
    assert "error in sudokopie" not in result.err
    assert str(path) in result.err


def test_an_archive_on_a_pipe_and_a_compressed_archive() -> None:
    class Pipe(io.BytesIO):
        def seekable(self) -> bool:
            return False

    data = zipped({"a.csv": CSV})
    (entry,) = open_stream_as_grid_file(Pipe(data), "z")
    assert entry.sudoku_name == "x"
    for packed in (data, DOCUMENTS["xlsx with a table"](), DOCUMENTS["xls"]()):
        first, *_ = opened(gzip.compress(packed))
        assert first.error is None


def test_files_that_cannot_be_read_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = zipped({"a.txt": DRAWN + "\n" * 99, "b.txt": DRAWN}, zipfile.ZIP_STORED)
    broken = broken.replace(b"53..7", b"53..8", 1)
    assert places(broken)[-1] == "z/b.txt:1 "
    assert "cannot be read: Bad CRC-32" in places(broken)[0]
    locked = bytearray(zipped({"a.txt": DRAWN, "b.txt": DRAWN}))
    for mark in (b"PK\x03\x04", b"PK\x01\x02"):
        place = locked.find(mark)
        locked[place + (6 if mark[2] == 3 else 8)] |= 1
    assert places(bytes(locked)) == [
        "! z/a.txt:1:1: encrypted; pack it without a password",
        "z/b.txt:1 ",
    ]
    assert "compressed by an unusual method" in refused(zipped({"a.txt": DRAWN}, zipfile.ZIP_LZMA))
    assert refused(zipped({"a.txt": "no"})).startswith("z/a.txt:1:1: expected a Sudoku, found text")
    assert "expected a Sudoku, found an archive without Sudokus" in refused(zipped({}))
    monkeypatch.setattr(limited_call, "CAN_START", False)  # so that the limits can be changed
    monkeypatch.setattr(archive, "MOST_INNER_FILES", 2)
    assert "an archive of at most 2 files, found 3 files" in refused(
        zipped(dict.fromkeys("abc", PUZZLE))
    )


def test_archives_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = zipped({f"{i}.txt": b"\n" * 2**16 for i in range(9)} | {"z.txt": PUZZLE})
    for _ in range(3):
        bomb = zipped({"a.zip": bomb})
    assert places(bomb) == ["z/a.zip/a.zip/a.zip/z.txt:1 "]
    assert "more than 4 files inside each other" in refused(zipped({"a.zip": bomb}))
    monkeypatch.setattr(limited_call, "CAN_START", False)  # so that the limits can be changed
    monkeypatch.setattr(container_file, "ARRAY", 2**18)
    assert refused(bomb).endswith("inside this file, found more than 0 MiB without one")
    monkeypatch.setattr(archive, "ARCHIVE", 1000)
    found = places(zipped({"a": PUZZLE, "b": "\n" * 1000}))
    assert found == ["z/a:1 ", "! z/b:1:1: expected at most 0 MiB in an archive, found more"]


@pytest.mark.usefixtures("documents_in_process")
def test_the_directory_of_an_archive_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zip_files, "DIRECTORY", 40)
    found = refused(zipped({"a": PUZZLE}))
    assert "MiB of the directory of a .zip file, found more" in found


@pytest.mark.gate
@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2])
def test_long_files_of_an_archive_are_read_in_pieces(method: int) -> None:
    lines = f"{PUZZLE}\n" * 30_000
    data = zipped({"a.txt": lines, "ä.txt": lines, "empty.txt": ""}, method)
    assert sum(entry.error is None for entry in opened(data)) == 60_000


@pytest.mark.gate
@pytest.mark.usefixtures("documents_in_process")
@pytest.mark.parametrize(
    "make", [bombs.archive_by_bzip2, bombs.workbook_by_bzip2], ids=["zip", "xlsx"]
)
def test_a_browser_needs_little_memory_for_bzip2(make: Callable[[int], bytes]) -> None:
    """A few bytes stand for 40 MiB."""
    data = make(40)
    tracemalloc.start()
    try:
        refused(data)
        assert tracemalloc.get_traced_memory()[1] < 20 * 2**20
    finally:
        tracemalloc.stop()


def test_texts_and_tables_of_documents_are_read_in_their_order() -> None:
    body = paragraphs("Dear all,", "Easy", *ROWS, "and a table:", "") + word_table(ROWS)
    body += paragraphs("Hello Ann,") + word_table(ROWS) + paragraphs(f"{PUZZLE} hard")
    assert places(docx(body)) == ["z:3 Easy", "z:14 and a table:", "z:24 ", "z:33 hard"]
    grids = {entry.grid_or_error for entry in opened(docx(body))}
    assert len(grids) == 1


def test_the_edges_of_a_table_are_the_edges_of_a_sudoku() -> None:
    """The first row and the last column are empty."""
    rows = ["." * 9, *(f"{row[:8]}." for row in ROWS[1:])]
    (entry,) = opened(docx(word_table(rows)))
    (expected,) = open_stream_as_grid_file(io.BytesIO("\n".join(rows).encode()))
    assert entry.grid_or_error == expected.grid_or_error


def test_a_table_of_puzzles_in_a_document_keeps_its_columns() -> None:
    words = [["name", "puzzle"], ["one", PUZZLE], ["a, b", PUZZLE]]
    rows = "".join(
        f"<w:tr>{''.join(f'<w:tc>{paragraphs(text)}</w:tc>' for text in row)}</w:tr>"
        for row in words
    )
    assert places(docx(f"{paragraphs('A list')}<w:tbl>{rows}</w:tbl>")) == ["z:3 one", "z:4 a, b"]


def test_documents_with_spaces_and_wide_cells() -> None:
    spaced = [row.replace(".", " ") for row in ROWS]
    assert places(docx(paragraphs("Easy", *spaced))) == ["z:2 Easy"]
    breaks = "<w:br/>".join(f'<w:t xml:space="preserve">{row}</w:t>' for row in spaced)
    assert places(docx(f"<w:p><w:r>{breaks}</w:r></w:p>")) == ["z:1 "]
    wide = f'<w:tr><w:tc><w:tcPr><w:gridSpan w:val="9"/></w:tcPr>{paragraphs("Top")}</w:tc></w:tr>'
    assert places(docx(word_table(ROWS).replace("<w:tbl>", f"<w:tbl>{wide}"))) == ["z:2 Top"]
    signs = ("".join("<text:s/>" if one == " " else one for one in row) for row in spaced)
    texts = "".join(f"<text:p>{row}</text:p>" for row in signs)
    assert places(odt(f"<text:h>Easy</text:h>{texts}")) == ["z:2 Easy"]


def test_repeated_cells_of_a_document() -> None:
    def row(cells: str) -> str:
        parts, place = list[str](), 0
        while place < 9:
            count = len(cells[place:]) - len(cells[place:].lstrip(cells[place]))
            text = cells[place].strip(".")
            parts.append(
                f'<table:table-cell table:number-columns-repeated="{count}">'
                f"<text:p>{text}</text:p></table:table-cell>"
            )
            place += count
        return f"<table:table-row>{''.join(parts)}</table:table-row>"

    data = odt(f"<table:table>{''.join(map(row, ROWS))}</table:table>")
    (entry,) = opened(data)
    (expected,) = open_stream_as_grid_file(io.BytesIO(PUZZLE.encode()))
    assert entry.grid_or_error == expected.grid_or_error


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (docx(paragraphs("Nothing")), "z:1:1: expected a Sudoku, found a document without Sudokus"),
        (docx("<w:p>"), "z:1:1: expected a document, found 'mismatched tag'"),
        (docx("<a>" * 1001 + "</a>" * 1001), "z:1:1: expected a document, found '…'"),
        (
            zipped({"word/document.xml": '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'}),
            "z:1:1: expected a document, found '<!ENTITY'",
        ),
        (odt("", "presentation"), "found a presentation; save it as PDF"),
        (zipped({"Index/Document.iwa": ""}), "found a document of Apple Numbers, Pages or Keynote"),
        (
            zipped(
                {
                    "mimetype": f"{FORM}text",
                    "content.xml": "x",
                    "META-INF/manifest.xml": "<encryption-data/>",
                }
            ),
            "found an encrypted document; save it without a password",
        ),
    ],
)
def test_documents_that_are_refused(data: bytes, said: str) -> None:
    assert said in refused(data)


@pytest.mark.usefixtures("documents_in_process")
def test_documents_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sudokopie.applications.documents.document.ARRAY", 10**5)
    assert "MiB of a document, found more" in refused(docx(" " * 2 * 10**5))
    wide = '<table:table-cell table:number-columns-repeated="100"/>'
    cells = f"<table:table><table:table-row>{wide * 201}</table:table-row></table:table>"
    assert "MiB of a document, found more" in refused(odt(cells))
    monkeypatch.setattr("sudokopie.applications.documents.document.TAG", 1000)
    assert "expected a document, found '…'" in refused(docx(f"<a b='{'x' * 10**6}'/>"))


def test_other_libraries_write_documents_like_these() -> None:
    python_docx: Any = pytest.importorskip("docx")
    document, file = python_docx.Document(), io.BytesIO()
    document.add_heading("June")
    made = document.add_table(9, 9)
    for i, one in enumerate(PUZZLE):
        made.cell(i // 9, i % 9).text = one.strip(".")
    document.save(file)
    assert places(file.getvalue()) == ["z:2 June"]
    pytest.importorskip("odf")
    from odf.opendocument import OpenDocumentText
    from odf.table import Table, TableCell, TableRow
    from odf.text import H, P

    text, file = OpenDocumentText(), io.BytesIO()
    text.text.addElement(H(text="July", outlinelevel=1))
    made = Table(name="t")
    text.text.addElement(made)
    for cells in ROWS:
        row = TableRow()
        made.addElement(row)
        for one in cells:
            cell = TableCell()
            cell.addElement(P(text=one.strip(".")))
            row.addElement(cell)
    text.save(file)
    assert places(file.getvalue()) == ["z:2 July"]


def test_files_without_a_sudoku_in_a_folder_are_no_errors(run: Any, tmp_path: Path) -> None:
    for folder in ("all", "pictures", "readers"):
        (tmp_path / folder).mkdir()
    (tmp_path / "all" / "a.csv").write_text(CSV)
    for k in range(7):
        for folder in ("all", "pictures"):
            (tmp_path / folder / f"p{k}.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    alone = run("complete", str(tmp_path / "all" / "a.csv"), "--output", "table")
    found = run("complete", "--recursive", str(tmp_path / "all"), "--output", "table")
    assert (found.status, found.out) == (alone.status, alone.out)
    warnings = found.err.removesuffix(alone.err).replace(f"{tmp_path / 'all'}", "F").splitlines()
    reason = "expected a Sudoku, found a picture: there is no text in it"
    assert warnings == [
        *(f"F/p{k}.png: {reason}" for k in range(5)),
        "F: 2 more files without a Sudoku",
    ]
    # A picture that is named, or the only content of a folder, is an error.
    named = run("complete", str(tmp_path / "all" / "a.csv"), str(tmp_path / "all" / "p1.png"))
    assert named.status == 2
    assert "p1.png:1:1: expected" in named.err
    only = run("complete", "--recursive", str(tmp_path / "pictures"))
    assert only.status == 2
    assert only.err.count("png:1:1: expected") == 7
    # A line that is nearly a Sudoku is a fault, which its reader wants to know.
    (tmp_path / "readers" / "a.csv").write_text(CSV)
    (tmp_path / "readers" / "b.txt").write_text("1234" * 4 + "\n" + "." * 80 + "\n")
    assert run("complete", "--recursive", str(tmp_path / "readers")).status == 2


def test_folders(run: Any, tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / ".git").mkdir()
    for name in ("c.txt", "b/z.txt", "b/a.txt", ".hidden", ".git/x.txt"):
        (tmp_path / name).write_text(DRAWN)
    (tmp_path / "a.zip").write_bytes(zipped({"a.csv": CSV}))
    (tmp_path / "b" / "d.txt").symlink_to(tmp_path / "none")
    names = ("a.zip", "b/a.txt", "b/d.txt", "b/z.txt", "c.txt")
    assert list_files_recursively(str(tmp_path)) == [str(tmp_path / name) for name in names]
    result = run("canonical", "--json", "--recursive", str(tmp_path))
    assert result.status == 2
    assert [line.partition(tmp_path.name)[2][:10] for line in result.out.splitlines()] == [
        *("/a.zip/a.c", '/b/a.txt",', '/b/d.txt",', '/b/z.txt",', '/c.txt", "')
    ]
    result = run("canonical", str(tmp_path), str(tmp_path / "c.txt"))
    assert result.err.startswith(
        f"{tmp_path}: cannot be read: this is a folder; --recursive reads all files in it\n"
    )
    assert len(result.out.splitlines()) == 1
    for command in ("solve", "canonical"):
        assert "--recursive reads" in run(command, str(tmp_path)).err
    (tmp_path / "empty").mkdir()
    result = run("canonical", "--recursive", str(tmp_path / "empty"))
    assert "there are no files in the folder" in result.err


def test_files_that_must_be_in_memory_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    class Pipe(io.BytesIO):
        def seekable(self) -> bool:
            return False

    monkeypatch.setattr(limited_reading, "ARRAY", 10)
    with pytest.raises(PairFileError, match="a file that cannot be read piece by piece"):
        open_stream_as_grid_file(Pipe(zipped({"a": PUZZLE})), "z")


def test_a_closed_archive_leaves_no_file_open(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    path.write_bytes(zipped(dict.fromkeys("abc", PUZZLE)))
    with open_path_as_grid_file(str(path)) as file:
        next(file)
    assert file._stream.closed


@pytest.mark.gate
@pytest.mark.skipif(not limited_call.CAN_START, reason="no process can be started")
def test_files_in_an_archive_share_their_processor_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """An archive of many slow workbooks takes no more time than a single one."""
    monkeypatch.setattr(limited_reading, "_SECONDS_FOR_MEBIBYTE", 1)
    slow = bombs.number_formats(200_000)
    data = bombs.pack({f"{i}.xlsx": slow for i in range(3)})
    calls = list[str]()
    call = limited_call.yield_records_of_limited_call

    def record_and_call(function: str, *others: Any) -> Any:
        calls.append(function)
        return call(function, *others)

    monkeypatch.setattr(limited_reading, "yield_records_of_limited_call", record_and_call)
    with pytest.raises(PairFileError, match="it takes more than 1 seconds of processor time"):
        open_stream_as_grid_file(io.BytesIO(data), "a.zip")
    assert len(calls) == 1


def test_an_archive_has_the_properties_of_every_file_of_sudokus() -> None:
    with open_stream_as_grid_file(io.BytesIO(zipped({"a": PUZZLE})), "z.zip") as file:
        assert file.recognition_line_count == 0
        assert file.possible_solution_columns == ()
        assert not file.queue_of_lines_without_sudoku
        assert file.line_counts_without_sudoku.aside.total == 0
        assert [len(batch) for batch in file.yield_entry_batches(5)] == [1]
        assert file.list_warnings("z.zip") == []


def test_broken_files_before_the_first_sudoku_are_counted() -> None:
    broken = {f"{number}.txt": PUZZLE[:72] + "\n" + "?" * 9 for number in range(6)}
    data = zipped({**broken, "good.txt": PUZZLE})
    with open_stream_as_grid_file(io.BytesIO(data), "z.zip") as file:
        assert not file.has_at_most_one_sudoku
