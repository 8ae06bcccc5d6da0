"""A command declares the columns of its rows once, and every form of output follows."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sudokopie.commands.machinery.options import ResultOptions
from sudokopie.commands.machinery.reading import CommandInput
from sudokopie.commands.machinery.row_format import (
    ResultColumn,
    RowFormat,
    format_grids_on_lines_if_small,
)
from sudokopie.commands.machinery.row_writers import ParquetRowWriter
from sudokopie.commands.machinery.stream_runner import (
    StreamRunner,
    join_cells_as_bytes_and_get_box_shape,
)
from sudokopie.commands.machinery.sudoku_stream import StreamedSudoku
from sudokopie.reading.file_entry import ReadingOptions
from sudokopie.showing.answer_formatter import AnswerFormatter
from sudokopie.showing.printer import AnswerPrinter, OutputForm
from sudokopie.sudoku.grid import format_line
from sudokopie.sudoku.shape import BoxShape

from conftest import puzzles

LINES = [f"12{'.' * 14},one", "1.3,broken", f"{'.' * 15}4,two"]


class Clues(RowFormat[int]):
    """The number of clues, and half of it if it can be halved."""

    has_lines_if_quiet = True

    def __init__(self, display: AnswerFormatter) -> None:
        super().__init__(display)
        self.columns = ResultColumn("clues", self._clues), ResultColumn("half", self._half)

    def _clues(self, _: StreamedSudoku, result: int) -> int:
        return result

    def _half(self, _: StreamedSudoku, result: int) -> int | None:
        return None if result % 2 else result // 2

    def explain_missing_answer_or_none(self, _: StreamedSudoku, result: int) -> str | None:
        return "an odd number of clues" if result % 2 else None

    def make_json_record(self, _: StreamedSudoku, result: int) -> Mapping[str, object]:
        return {"status": "found", "clues": result}

    def find_status_word(self, _: int) -> str:
        return "found"


def clues_of(form: OutputForm, output: str = "lines", parquet: str | None = None) -> int:
    Path("p.csv").write_text("\n".join(["sudoku,clues", *LINES, ""]), encoding="utf-8")
    given = CommandInput(("p.csv",), ReadingOptions(), AnswerPrinter(AnswerFormatter(), form))

    def clues(tasks: Iterator[tuple[bytes, BoxShape]]) -> Iterator[list[int]]:
        for cells, shape in tasks:
            grids = range(0, len(cells), shape.size**2)
            yield [sum(map(bool, cells[i : i + shape.size**2])) for i in grids]

    with StreamRunner(given, ResultOptions(output, parquet)) as runner:
        return runner.answer_sudokus_and_get_status(
            Clues(AnswerFormatter()), join_cells_as_bytes_and_get_box_shape, clues
        )


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("form", [OutputForm.TEXT, OutputForm.RESULT])
def test_lines_of_text(form: OutputForm, capsys: pytest.CaptureFixture[str]) -> None:
    assert clues_of(form) == 2
    out, err = capsys.readouterr()
    assert out.splitlines()[0] == "2\t1"
    assert out.splitlines()[1] == f"# {err.strip()}"
    assert out.splitlines()[2] == "# p.csv:4: an odd number of clues"


def test_columns_behind_those_of_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert clues_of(OutputForm.TEXT, output="csv") == 2
    header, *lines = capsys.readouterr().out.splitlines()
    assert header == "sudoku,clues,clues2,half,variant"
    assert lines == [f"{LINES[0]},2,1,", f"{LINES[1]},,,", f"{LINES[2]},1,,"]


def test_objects(capsys: pytest.CaptureFixture[str]) -> None:
    assert clues_of(OutputForm.JSON) == 2
    first, broken, second = map(json.loads, capsys.readouterr().out.splitlines())
    place = {"file": "p.csv", "line": 2, "name": "one"}
    assert first == {"format": 1, **place, "status": "found", "clues": 2}
    assert (broken["line"], broken["status"]) == (3, "error")
    assert second["clues"] == 1


def test_a_table_of_parquet() -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    assert clues_of(OutputForm.TEXT, parquet="t.parquet") == 2
    rows = parquet.read_table("t.parquet").to_pylist()
    assert list(rows[0]) == list(ParquetRowWriter.map_columns_to_types(Clues(AnswerFormatter())))
    found = [(row["line"], row["status"], row["clues"], row["half"]) for row in rows]
    assert found == [(2, "found", "2", "1"), (3, "error", None, None), (4, "found", "1", None)]


def test_a_page() -> None:
    heard: list[tuple[Any, ...]] = []
    Path("p.txt").write_text(f"{'.' * 16}\n{'.' * 16}\n", encoding="utf-8")
    printer = AnswerPrinter(AnswerFormatter(), OutputForm.TEXT, lambda *given: heard.append(given))
    with StreamRunner(
        CommandInput(("p.txt",), ReadingOptions(), printer), ResultOptions()
    ) as runner:

        class Reported(Clues):
            def make_result_report(self, _: StreamedSudoku, __: int) -> SimpleNamespace:  # type: ignore[override]
                return SimpleNamespace()

        answers = lambda tasks: ([0, 0] for _ in tasks)  # noqa: E731
        assert (
            runner.answer_sudokus_and_get_status(
                Reported(AnswerFormatter()), join_cells_as_bytes_and_get_box_shape, answers
            )
            == 0
        )
    assert [(file, place) for file, _, place, _ in heard] == [("p.txt", ":1"), ("p.txt", ":2")]


@pytest.mark.parametrize("options", [(), ("--quiet",), ("--only", "digits"), ("--symmetries",)])
def test_lines_of_a_batch_are_those_of_each_sudoku(
    run: Any, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]
) -> None:
    lines = [format_line(puzzle) for puzzle in puzzles(4, clues=30)]
    Path("all").write_text("\n".join(lines), encoding="utf-8")
    Path("wrong").write_text("\n".join([*lines, "12x", *lines]), encoding="utf-8")
    blocks = [run("canonical", *options, name) for name in ("all", "wrong")]
    asked = []

    def write_no_block(*_: object) -> None:
        asked.append(1)

    monkeypatch.setattr(
        "sudokopie.commands.canonical._CanonicalFormRowFormat.make_batch_output_or_none",
        write_no_block,
    )
    one_by_one = [run("canonical", *options, name) for name in ("all", "wrong")]
    assert [vars(one) for one in blocks] == [vars(one) for one in one_by_one]
    assert len(asked) == 1  # the file with an error is written one by one
    assert blocks[0].out.count("\n") == 4


def test_grids_are_written_on_lines_of_characters() -> None:
    assert format_grids_on_lines_if_small([bytes([1, 0, 0, 2]), bytes(4)]) == "1..2\n...."
    assert format_grids_on_lines_if_small([bytes([9] * 81)]) == "9" * 81
    assert format_grids_on_lines_if_small([bytes(81), bytes([10] * 100)]) is None
