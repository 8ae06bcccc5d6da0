"""Files that go on and on without a Sudoku are refused, unless more of that is allowed."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from sudokopie.base.errors import PairFileError
from sudokopie.base.limits import GAP
from sudokopie.reading.file_entry import ReadingOptions
from sudokopie.reading.file_parts import split_file
from sudokopie.reading.gridfile import open_stream_as_grid_file

from documents import PUZZLE, arrow
from present import present

MOST = 9000


def xml(body: str) -> str:
    return f'<?xml version="1.0"?><a>{body}</a>'


def of_records(record: str, number: int) -> dict[str, str]:
    """Return texts of all forms with a gap of so many records, between two Sudokus or alone."""
    items = [json.loads(record)] * number
    one = {"puzzle": PUZZLE}
    drawn = "\n".join(PUZZLE[i : i + 9] for i in range(0, 81, 9))
    return {
        "an array": json.dumps([one, *items, one]),
        "an array without": json.dumps(items),
        "lines of JSON": "\n".join(map(json.dumps, [one, *items, one])),
        "lines of JSON without": f"{record}\n" * number,
        "a table": f"puzzle,b\n{PUZZLE},1\n" + ",1\n" * number + f"{PUZZLE},1\n",
        "lines": f"{PUZZLE}\n" + "a,b\n" * number + f"{PUZZLE}\n",
        "blank lines": f"{PUZZLE}\n" + "\n" * number + f"{PUZZLE}\n",
        "blank lines alone": "\n" * number,
        "comments": f"{PUZZLE}\n" + f"# {PUZZLE}\n" * number + f"{PUZZLE}\n",
        "drawn Sudokus": f"{drawn}\n\n" + "hello\n" * number + f"{drawn}\n",
        "XML": xml(f'<g data="{PUZZLE}"/>' + "<b/>" * number + f'<g data="{PUZZLE}"/>'),
        "XML with others": xml(f'<g data="{PUZZLE}"/>' + '<g data="x"/>\n' * number),
        "a page": f"<html><p>{PUZZLE}<p>" + "<br>" * number + f"<p>{PUZZLE}",
        "lines of a page": f"<html><p>{PUZZLE}" + "<p>ab" * number + f"<p>{PUZZLE}",
    }


@pytest.mark.gate
@pytest.mark.documents
@pytest.mark.parametrize("form", of_records("{}", 1))
def test_gaps_have_a_length(form: str) -> None:
    short, long = (of_records("{}", number)[form].encode() for number in (MOST - 10, 2 * MOST))

    def errors(data: bytes, reading_options: ReadingOptions) -> list[str]:
        """Return what is wrong with a file, read to its end."""
        try:
            return [
                str(one.error)
                for one in open_stream_as_grid_file(io.BytesIO(data), "f", reading_options)
                if one.error
            ]
        except PairFileError as error:
            return [str(error)]

    found = errors(long, ReadingOptions(max_gap=MOST))
    assert len(found) == 1
    assert found[0].endswith(
        f": expected a Sudoku, found more than {MOST} lines or records in a row without one "
        "(--max-gap allows more)"
    )
    for data, reading_options in (
        (short, ReadingOptions(max_gap=MOST)),
        (long, ReadingOptions(max_gap=3 * MOST)),
    ):
        assert not any("--max-gap" in error for error in errors(data, reading_options))


@pytest.mark.documents
def test_gaps_begin_anew_after_each_sudoku() -> None:
    drawn = "".join(PUZZLE[i : i + 9] + "\n" for i in range(0, 81, 9))
    texts = {
        "lines": f"{PUZZLE}\na\nb\nc\n",
        "a table": f"1,{PUZZLE}\na,b\na,b\na,b\n",
        "drawn": f"{drawn}\nhello\nyou\n",
        "XML": f'<g data="{PUZZLE}"/><b/><b/><b/>',
        "a page": f"<p>{PUZZLE}<br><br>",
        "JSON": json.dumps({"puzzle": PUZZLE}) + "\n{}\n{}\n{}\n",
    }
    for name, text in texts.items():
        whole = {"XML": xml(text * 20), "a page": f"<html>{text * 20}"}.get(name, text * 20)
        entries = list(
            open_stream_as_grid_file(io.BytesIO(whole.encode()), "f", ReadingOptions(max_gap=4))
        )
        assert [entry.error for entry in entries] == [None] * 20, name


def test_members_of_an_object_are_records_too() -> None:
    text = f'{{"a":["{PUZZLE}"]' + ',"c":1' * 50_000 + "}"
    for most, is_refused in ((10_000, True), (60_000, False)):
        entries = open_stream_as_grid_file(
            io.BytesIO(text.encode()), "f", ReadingOptions(max_gap=most)
        )
        errors = [str(one.error) for one in entries if one.error]
        assert len(errors) == is_refused
        assert all("--max-gap allows more" in error for error in errors)


@pytest.mark.documents
def test_rows_of_parquet_are_records_too() -> None:
    import pyarrow as pa
    import pyarrow.parquet

    column = [PUZZLE, *[None] * 50, PUZZLE]
    file = io.BytesIO()
    pyarrow.parquet.write_table(pa.table({"puzzle": column}), file)
    assert arrow([PUZZLE])
    for most, count in ((49, 2), (50, 2)):
        entries = list(
            open_stream_as_grid_file(io.BytesIO(file.getvalue()), "f", ReadingOptions(max_gap=most))
        )
        assert len(entries) == count
        assert (entries[-1].error is not None) == (most < 50)


def test_the_option_reads_on(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    one = json.dumps({"puzzle": PUZZLE})
    path.write_text("\n".join([one, *["{}"] * 30, one, ""]), "utf-8")
    for command in present(["complete", "duplicates", "canonical"]):
        result = run(command, "--max-gap", "20", "--quiet", str(path))
        assert result.status == 2
        assert "a.jsonl:22:1: expected a Sudoku, found more than 20 lines" in result.err
        result = run(command, "--max-gap", "30", "--quiet", str(path))
        assert "expected a Sudoku" not in result.err
    german = run("complete", "--max-gap", "20", "--lang", "de", str(path)).err
    assert "mehr als 20 Zeilen oder Einträge in Folge ohne eines (--max-gap erlaubt mehr)" in german
    assert run("complete", "--max-gap", "0", str(path)).status == 2


def test_a_million_is_read_without_the_option(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b"\n" * (GAP + 1))
    assert GAP == 1_000_000
    result = run("complete", str(path))
    assert result.status == 2
    assert result.err.count("\n") == 1
    assert "a.json:1000001:1: expected a Sudoku, found more than 1000000 lines" in result.err


def test_gaps_over_several_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    lines = [PUZZLE] * 20 + ["words"] * 100 + [PUZZLE] * 20 + ["words"] * 60 + [PUZZLE]
    Path("p.txt").write_text("\n".join(lines) + "\n")

    def end(most: int, at_once: int) -> tuple[int, int] | None:
        """Return line and column where reading ends with an error, in parts of so many bytes."""
        reading_options = ReadingOptions(max_gap=most)
        with (
            open("p.txt", "rb") as file,
            open_stream_as_grid_file(file, "p.txt", reading_options) as whole,
        ):
            parts = split_file(whole, "p.txt", reading_options, 1, 0, at_once)
            assert parts
            try:
                for part in parts:
                    with part.open_part_as_grid_file() as some:
                        if found := [one.error for one in some if one.error]:
                            raise found[0]
                        assert part.reading_options.file_range
                        whole.add_line_counts_of_next_range(
                            some.line_counts_without_sudoku,
                            part.reading_options.file_range.lines_before,
                        )
            except PairFileError as error:
                return error.line, error.column
        return None

    for at_once in (90, 200, 500, 5000):
        assert end(99, at_once) == (120, 1)
        assert end(59, at_once) == (80, 1)
        assert end(100, at_once) is None
