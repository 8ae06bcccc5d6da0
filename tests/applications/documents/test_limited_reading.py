"""Documents are parsed in a process with limits, which also recognises their Sudokus."""

from __future__ import annotations

import gzip
import io
import json
import subprocess
import sys
import time
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import pytest

from sudokopie.applications.documents import limited_reading, recorded_files, workbook_lines
from sudokopie.base.errors import PairFileError
from sudokopie.reading import recognised_text, sheet_reader
from sudokopie.reading.file_entry import ReadingOptions
from sudokopie.reading.gridfile import open_stream_as_grid_file
from sudokopie.system import limited_call

from documents import DOCUMENTS, PAGE, PUZZLE, ROWS, blocks, xlsx
from hostile import bombs

DRAWN = "\n".join(ROWS)

if not limited_call.CAN_START:
    pytest.skip("no process can be started", allow_module_level=True)

TEXTS = ("columns of arrays", "lists", "lists over lines", "object over lines", "lines of objects")
MADE = {name: make for name, make in DOCUMENTS.items() if name not in TEXTS} | {
    "compressed page": lambda: gzip.compress(PAGE.encode("utf-8-sig")),
}
OTHERS = ("columns of arrays", "Feather", "Feather with lists", "Parquet with lists", "link")
PARSERS = ["email", "html.parser", "pdfminer", "pyarrow", "python_calamine", "xml.parsers.expat"]

RECOGNISERS = [
    f"sudokopie.reading.{name}"
    for name in ("recognise", "recognised_text", "sheet_reader", "recognise_sheets", "plain_rows")
]

READ_ALL = """
import json, sys, zipfile
from sudokopie.reading.gridfile import open_path_as_grid_file
zipfile.ZipFile.__init__ = zipfile.ZipExtFile.__init__ = None
counts = []
for path in sys.argv[2:]:
    with open_path_as_grid_file(path) as file:
        counts.append(sum(entry.error is None for entry in file))
print(json.dumps([counts, [name for name in json.loads(sys.argv[1]) if name in sys.modules]]))
"""


def find_imported(names: Collection[str], modules: list[str], folder: Path) -> list[str]:
    """Read the documents with these names in a process, which must find a Sudoku in each, and
    return those of some modules that it has imported.
    """
    for name in names:
        (folder / name).write_bytes(MADE[name]())
    paths = [str(folder / name) for name in names]
    command = [sys.executable, "-c", READ_ALL, json.dumps(modules), *paths]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    counts, imported = json.loads(done.stdout)
    assert min(counts) >= 1, dict(zip(names, counts, strict=True))
    return list(imported)


def test_the_process_of_the_user_parses_nothing(tmp_path: Path) -> None:
    assert find_imported(MADE, PARSERS, tmp_path) == []


def test_the_process_of_the_user_recognises_nothing(tmp_path: Path) -> None:
    names = [name for name in MADE if name not in OTHERS]
    assert find_imported(names, RECOGNISERS, tmp_path) == []


@pytest.mark.parametrize("kind", ["xlsx of blocks", "page", "docx", "pdf", "mail", "archive"])
def test_sudokus_are_recognised_without_the_recogniser_of_this_process(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = list(open_stream_as_grid_file(io.BytesIO(MADE[kind]()), "f"))
    monkeypatch.setattr(recognised_text, "RecognisedText", None)
    monkeypatch.setattr(sheet_reader, "find_reader", None)
    found = list(open_stream_as_grid_file(io.BytesIO(MADE[kind]()), "f"))
    assert [one.grid_or_error for one in found] == [one.grid_or_error for one in expected] != []


@pytest.mark.gate
def test_the_recogniser_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sheet takes several seconds, almost all of them for finding the places of Sudokus."""
    monkeypatch.setattr(limited_reading, "_SECONDS_FOR_MEBIBYTE", 1)
    begin = time.process_time()
    with pytest.raises(PairFileError) as caught:
        open_stream_as_grid_file(io.BytesIO(bombs.numbers_in_steps(2000)), "f")
    reason = "it takes more than 1 seconds of processor time"
    assert str(caught.value) == f"f:1:1: cannot be read: {reason}"
    assert time.process_time() - begin < 1


def test_the_sudokus_of_a_document_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    data = xlsx(blocks)
    monkeypatch.setattr(recorded_files, "_MOST_BYTES", 1000)
    *found, last = open_stream_as_grid_file(io.BytesIO(data), "f")
    assert found == []
    assert str(last.error) == "f:1:1: cannot be read: its content takes more than 0 MiB"
    table = bombs.pack({"a.txt": f"{PUZZLE}\n" * 100})
    assert len(list(open_stream_as_grid_file(io.BytesIO(table), "f"))) == 100


def test_a_harmful_file_in_an_archive_costs_no_other() -> None:
    good = xlsx(blocks)
    data = bombs.pack(
        {
            "1.xlsx": good,
            "2.pdf": bombs.predictor(10**9),
            "3.txt": DRAWN,
            "4.xlsx": bombs.corners_for_library(0),
            "5.txt": DRAWN,
        }
    )
    with open_stream_as_grid_file(io.BytesIO(data), "z") as file:
        found = [str(entry.error or entry.line) for entry in file]
    assert len(found) == 7
    assert [line for line in found if not line.isdigit()] == [
        "z/2.pdf:1:1: cannot be read: it needs more than 512 MiB of memory",
        "z:1:1: cannot be read: it needs more than 512 MiB of memory",
    ]


def test_mails_on_a_pipe_may_have_any_size(monkeypatch: pytest.MonkeyPatch) -> None:
    class Pipe(io.BytesIO):
        def seekable(self) -> bool:
            return False

    monkeypatch.setattr(limited_reading, "ARRAY", 1000)
    data = MADE["folder of mails"]() * 20
    assert len(data) > 2000
    assert len(list(open_stream_as_grid_file(Pipe(data), "f"))) == 60


@pytest.mark.parametrize(("others", "place"), [(1, "f[Sheet]!A5: "), (9, "f:5:1: ")])
def test_errors_after_rows_name_the_same_cell_in_each_process(
    others: int, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A row is named with its sheet if no other sheet has a row with its number."""

    def fill(book: Any) -> None:
        for sheet, count in ((book.active, 9), (book.create_sheet("Two"), others)):
            for row in (["id", "puzzle"], ["a", PUZZLE], *[["b"]] * count):
                sheet.append(row)

    def find_last_error() -> str:
        reading_options = ReadingOptions(max_gap=2)
        *_, last = open_stream_as_grid_file(io.BytesIO(xlsx(fill)), "f", reading_options)
        return str(last.error)

    found = find_last_error()
    assert found.startswith(place)
    monkeypatch.setattr(limited_call, "CAN_START", False)
    assert find_last_error() == found


@pytest.mark.usefixtures("documents_in_process")
@pytest.mark.parametrize("row_count", [0, 10_000])
def test_a_workbook_is_parsed_once(row_count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = list[object]()
    parse = workbook_lines._yield_parts_with_limited_texts

    def record_and_parse(*arguments: Any) -> Any:
        calls.append(arguments)
        return parse(*arguments)

    monkeypatch.setattr(workbook_lines, "_yield_parts_with_limited_texts", record_and_parse)
    row = f'<row><c t="str"><v>{PUZZLE}</v></c></row>'
    data = bombs.xlsx(row * row_count) if row_count else xlsx(blocks)
    assert len(list(open_stream_as_grid_file(io.BytesIO(data), "f"))) == (row_count or 4)
    assert len(calls) == 1


@pytest.fixture
def _starts(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Return a list of the processes with limits that a test starts: the memory of each."""
    started = list[int]()
    start = limited_call._LimitedProcess.__init__

    def start_and_record(process: limited_call._LimitedProcess, memory: int) -> None:
        started.append(memory)
        start(process, memory)

    monkeypatch.setattr(limited_call._LimitedProcess, "__init__", start_and_record)
    monkeypatch.setattr(limited_call, "_idle_processes", type(limited_call._idle_processes)())
    yield started
    for process in list(limited_call._idle_processes):
        process.close()


@pytest.mark.gate
def test_one_process_reads_a_folder(run: Any, tmp_path: Path, _starts: list[int]) -> None:
    """A document that exceeds the limits ends the process, and the next one starts another."""
    kinds = ("xlsx with a table", "ods", "xls", "page", "mail", "docx", "odt", "pdf", "Feather")
    for number in range(3):
        for kind in kinds:
            (tmp_path / f"{kind} {number}").write_bytes(MADE[kind]())
    command = ("canonical", "-q", "--jobs", "1", "--recursive", str(tmp_path))
    assert run(*command).status == 0
    assert _starts == [2**29]
    (tmp_path / "a bomb").write_bytes(bombs.corners_for_library(0))
    result = run(*command)
    assert result.status == 2
    assert "a bomb:1:1: cannot be read: it needs more than 512 MiB of memory" in result.err
    assert _starts == [2**29] * 2


def test_a_solution_that_a_document_states_comes_from_the_process() -> None:
    solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    parts = (("Puzzle 1", "".join(ROWS).replace(" ", "")), ("Solution 1", solution))
    tables = "".join(
        f"<h2>{title}</h2><table>"
        + "".join(
            f"<tr>{''.join(f'<td>{sign}</td>' for sign in cells[start : start + 9])}</tr>"
            for start in range(0, 81, 9)
        )
        + "</table>"
        for title, cells in parts
    )
    page = io.BytesIO(f"<html><body>{tables}</body></html>".encode())
    with open_stream_as_grid_file(page, "page.html") as file:
        (entry,) = file
        stated = file.read_stated_solution(entry)
    assert stated is not None
    assert "".join(map(str, stated.cell_bytes)) == solution


def test_solutions_of_grids_side_by_side_are_not_exchanged() -> None:
    first = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    pair = first, first.translate(str.maketrans("123456789", "231564897"))

    def draw(blank_count: int) -> str:
        rows = (
            "      ".join(" ".join(cells[start : start + 9]) for cells in grids)
            for grids in [[blank_count * "." + one[blank_count:] for one in pair]]
            for start in range(0, 81, 9)
        )
        return "\n".join(rows)

    text = f"Puzzles\n\n{draw(3)}\n\nSolutions\n\n{draw(0)}\n"
    page = io.BytesIO(f"<html><body><pre>{text}</pre></body></html>".encode())
    with open_stream_as_grid_file(page, "page.html") as file:
        stated = [file.read_stated_solution(entry) for entry in list(file)]
    assert ["".join(map(str, one.cell_bytes)) for one in stated if one] == [*pair]
