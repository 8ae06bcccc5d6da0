"""Arrays of numpy in .npy and .npz files, which are read without numpy."""

from __future__ import annotations

import gzip
import io
import struct
import tracemalloc
import zipfile
from contextlib import suppress
from typing import Any

import pytest

from sudokopie import BoxShape
from sudokopie.base.errors import PairFileError
from sudokopie.reading.file_entry import ReadingOptions
from sudokopie.reading.gridfile import open_stream_as_grid_file
from sudokopie.reading.lines import NumberedLines
from sudokopie.reading.registry import convert_to_lines

from conftest import SHARED
from documents import zipped
from samples import PUZZLE, SOLUTION

numpy = pytest.importorskip("numpy")

CELLS = [int(sign) if sign != "." else 0 for sign in PUZZLE]
SOLVED = [int(sign) for sign in SOLUTION]
NUMPY_CASE = SHARED / "cases" / "dlm_puzzles.npy"


def grids(data: bytes, **options: Any) -> list[list[int]]:
    with open_stream_as_grid_file(io.BytesIO(data), "f", ReadingOptions(**options)) as file:
        return [[*entry.cell_bytes] for entry in file]


def refusal(data: bytes, **options: Any) -> str:
    with pytest.raises(PairFileError) as caught:
        grids(data, **options)
    return str(caught.value)


def npy(values: Any, **kinds: Any) -> bytes:
    file = io.BytesIO()
    numpy.save(file, numpy.array(values, **kinds))
    return file.getvalue()


def npz(*, packed: bool = False, **arrays: Any) -> bytes:
    file = io.BytesIO()
    (numpy.savez_compressed if packed else numpy.savez)(file, **arrays)
    return file.getvalue()


def with_header(header: str, data: bytes = b"", version: int = 1) -> bytes:
    text = header.encode() + b"\n"
    length = struct.pack("<H" if version == 1 else "<I", len(text))
    return b"\x93NUMPY" + bytes([version, 0]) + length + text + data


@pytest.mark.parametrize(
    "kind", ["u1", "i1", "<i2", ">i4", "<i8", ">u8", "<f4", ">f8", "S1", "<U1", ">U1", "S2"]
)
def test_all_kinds_of_cells(kind: str) -> None:
    for order in "CF":
        array = numpy.array([CELLS, SOLVED], dtype=kind, order=order)
        assert grids(npy(array)) == [CELLS, SOLVED]
        assert grids(npy(array.reshape(2, 9, 9, order="C"))) == [CELLS, SOLVED]


@pytest.mark.parametrize(
    ("shape", "count"),
    [((9, 9), 1), ((81,), 1), ((1, 81), 1), ((3, 81), 3), ((3, 9, 9), 3), ((3, 9, 9, 1), 3)],
)
def test_shapes(shape: tuple[int, ...], count: int) -> None:
    array = numpy.array(CELLS * count).reshape(shape)
    for one in (array, numpy.asfortranarray(array)):
        assert grids(npy(one)) == [CELLS] * count
    assert grids(gzip.compress(npy(array))) == [CELLS] * count


def test_texts_of_whole_sudokus_and_of_rows() -> None:
    assert grids(npy([PUZZLE, SOLUTION])) == [CELLS, SOLVED]
    assert grids(npy([PUZZLE.encode()])) == [CELLS]
    rows = [PUZZLE[i : i + 9] for i in range(0, 81, 9)]
    assert grids(npy(rows)) == [CELLS]
    assert grids(npy([rows, rows])) == [CELLS, CELLS]
    assert grids(npy([*PUZZLE.replace(".", " ")])) == [CELLS]


def test_other_sizes() -> None:
    assert grids(npy([[1, 2, 3, 4], [0, 0, 0, 0], [0, 0, 0, 0], [4, 3, 2, 1]])) == [
        [1, 2, 3, 4, *[0] * 8, 4, 3, 2, 1]
    ]
    large = [(row * 4 + row // 4 + column) % 16 + 1 for row in range(16) for column in range(16)]
    assert grids(npy([large])) == [large]
    assert grids(npy(numpy.array(large).reshape(16, 16))) == [large]
    small = [[1, 2, 3, 4, *[0] * 12]] * 16
    assert "16×16 or 4×4" in refusal(npy(small))
    assert grids(npy(small), box=BoxShape(2, 2)) == small
    assert grids(npy(small), box=BoxShape(4, 4)) == [[cell for row in small for cell in row]]


def test_blank_cells() -> None:
    minus = [cell or -1 for cell in CELLS]
    assert grids(npy([minus])) == [CELLS]
    from_zero = [cell - 1 for cell in CELLS]
    assert grids(npy([from_zero])) == [CELLS]
    assert grids(npy([[float(cell) if cell else float("nan") for cell in CELLS]])) == [CELLS]
    assert "-1 and 0, which may both" in refusal(npy([CELLS, minus]))
    assert grids(npy([minus]), blank="-1") == [CELLS]
    shifted = [cell + 1 for cell in CELLS]
    assert "--offset 1" in refusal(npy([shifted]))
    assert grids(npy([shifted]), offset=1) == [CELLS]
    assert grids(npy([[cell or 7777 for cell in CELLS]]), blank="7777") == [CELLS]
    assert "--offset" in refusal(npy([CELLS]), offset=5)


def test_lines_for_the_recogniser() -> None:
    """0 is written as a full stop if it is certainly blank; otherwise the reader decides."""
    low = [cell if cell < 9 else 0 for cell in CELLS]
    for array, offset, signs in (
        ([CELLS], 0, PUZZLE),
        ([[cell + 1 for cell in low]], 1, PUZZLE.replace("9", ".")),
        ([low], 0, PUZZLE.replace("9", "0").replace(".", "0")),
    ):
        lines = NumberedLines(io.BytesIO(npy(array)), "f", 10**6)
        found = convert_to_lines(lines, ReadingOptions(offset=offset)).lines
        texts = [line.decode() for _, line in found]
        assert texts == [signs]


def test_what_is_no_list_of_cells_is_refused_by_name() -> None:
    one_hot = numpy.eye(10, dtype="u1")[numpy.array([CELLS])]
    for array in (one_hot, one_hot.reshape(1, 9, 9, 10), one_hot[0], one_hot[:, :, 1:]):
        assert "one-hot" in refusal(npy(array)), array.shape
    digits = one_hot[:, :, 1:].reshape(9, 9, 9)
    for array in (digits, numpy.moveaxis(digits, 2, 0), one_hot.reshape(1, 810)):
        assert "one-hot" in refusal(npy(array)), array.shape
    assert "shape (7, 5)" in refusal(npy(numpy.zeros((7, 5))))
    assert "0.5" in refusal(npy([[0.5] * 81]))
    assert "pickle" in refusal(npy([{1: 2}], dtype=object))
    assert "complex" in refusal(npy([CELLS], dtype="c16")) or "c16" in refusal(
        npy([CELLS], dtype="c16")
    )
    assert "fields" in refusal(npy([(1, 2)], dtype=[("a", "i4"), ("b", "i4")]))


def test_broken_files() -> None:
    whole = npy([CELLS], dtype="i8")
    for end in (3, 9, 20, len(whole) - 1):
        assert refusal(whole[:end])
    assert "cut off" in refusal(whole[:-1])
    header = "{'descr': '|u1', 'fortran_order': False, 'shape': (1, 81), }"
    assert grids(with_header(header, bytes(CELLS))) == [CELLS]
    assert grids(with_header(header, bytes(CELLS), version=2)) == [CELLS]
    for broken in (
        "{'descr': '|u1'}",
        "__import__('os')",
        "(" * 5000,
        header.replace("(1, 81)", "(-1, 81)"),
        header.replace("(1, 81)", "(1, 81.0)"),
        header.replace("81", "9" * 40),
        "9" * 20_000,
        header + " " * 20_000,
    ):
        assert refusal(with_header(broken, bytes(CELLS))), broken


def test_columns_of_an_archive() -> None:
    data = {"solutions": [SOLVED] * 2, "quizzes": [CELLS] * 2, "rating": [1.5, 3]}
    for packed in (False, True):
        whole = npz(packed=packed, **data)
        assert grids(whole) == [CELLS] * 2
        assert grids(whole, column="solutions") == [SOLVED] * 2
        assert grids(whole, column=1) == [SOLVED] * 2
    with open_stream_as_grid_file(io.BytesIO(whole), "f") as file:
        assert [entry.name_in_lists for entry in file] == ["1.5", "3.0"]
        assert file.header == "solutions,quizzes,rating"
    assert grids(npz(b=[SOLVED], a=[CELLS])) == [CELLS]  # by content
    for level in (["easy"] * 16, [*"1234"] * 4, [3] * 16, ["1234"] * 15 + ["x"], [0.5] * 16):
        assert grids(npz(a=[CELLS] * 16, level=level)) == [CELLS] * 16
    assert grids(npz(a=[PUZZLE] * 2, level=["easy", "hard"])) == [CELLS] * 2
    assert grids(npz(a=[CELLS], level=["easy"])) == [CELLS]
    assert "--column" in refusal(npz(a=[SOLVED], b=[SOLVED[::-1]]))
    assert "only a column of solutions" in refusal(npz(y=[SOLVED]))
    assert grids(npz(y=[SOLVED]), column="y") == [SOLVED]
    assert grids(npz(grids=[CELLS])) == [CELLS]
    several = npz(train=[CELLS] * 3, test=[CELLS])
    assert "--column" in refusal(several)
    assert len(grids(several, column="train")) == 3
    assert "train, test" in refusal(several, column="other")
    one_hot = numpy.eye(10, dtype="u1")[numpy.array([CELLS])]
    assert "one-hot" in refusal(npz(x=one_hot, y=[SOLVED]))
    assert "shape (2)" in refusal(npz(rating=[1.5, 2]))
    assert "without Sudokus" in refusal(npz(rating=[1.5, 2], level=["a", "b"]))


def test_broken_archives() -> None:
    packed = zipped({"a.npy": npy([CELLS])}, zipfile.ZIP_LZMA)
    assert "f/a.npy:1:1: compressed by an unusual method" in refusal(packed)
    assert "cut off" in refusal(zipped({"a.npy": npy([CELLS])[:-1]}))
    assert "100 arrays" in refusal(zipped({f"{i}.npy": npy([CELLS]) for i in range(101)}))
    whole = bytearray(npz(packed=True, a=[CELLS], b=[SOLVED]))
    for place in range(40, len(whole) - 200, 7):
        broken = whole.copy()
        broken[place] ^= 255
        with suppress(PairFileError):
            assert grids(bytes(broken))


def test_an_archive_that_is_no_zip_of_arrays_only() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("a.npy", npy([CELLS]))
        archive.writestr("b.txt", SOLUTION)
    assert grids(file.getvalue()) == [CELLS, SOLVED]


def test_large_arrays_are_read_piece_by_piece() -> None:
    header = "{'descr': '|u1', 'fortran_order': %s, 'shape': (1000000000, 81), }"
    assert "64 MiB" in refusal(with_header(header % True, bytes(81)))
    assert "cut off" in refusal(with_header(header % False, bytes(81)))
    many = io.BytesIO(npy(numpy.tile(numpy.array(CELLS, dtype="i8"), (10_000, 1))))
    tracemalloc.start()
    with open_stream_as_grid_file(many, "f") as file:
        assert sum(1 for _ in file) == 10_000
    assert tracemalloc.get_traced_memory()[1] < 4_000_000
    tracemalloc.stop()


@pytest.mark.skipif(not NUMPY_CASE.exists(), reason="the file is not here")
def test_a_real_file() -> None:
    found = grids(NUMPY_CASE.read_bytes())
    assert found
    assert all(len(grid) == 81 for grid in found)


def test_an_array_with_the_regions_of_a_variant_is_refused_by_name() -> None:
    regions = numpy.array([[*"001112"], [*"000122"], [*"330122"], [*"334442"], [*"355446"]])
    regions = numpy.concatenate([regions, [[*"555666"]]]).astype(int)
    clues = numpy.zeros((6, 6), int)
    clues[0, 2], clues[3, 3] = 3, 5
    assert "a map of regions" in refusal(npz(clues=clues, regions=regions))
