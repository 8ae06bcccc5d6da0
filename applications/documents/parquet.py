"""Reading of Parquet and Arrow files: their rows become lines of CSV, after a line with the names
of the columns.

They can be read if pyarrow is installed.
"""

import os
import re
import sys
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from itertools import accumulate, pairwise
from pathlib import Path
from typing import IO, Any

from ...base.csv_line import make_csv_line_keeping_formulas, make_csv_lines_keeping_formulas
from ...base.limits import BATCH, FIELDS
from ...base.messages import Message
from ...reading.file_entry import (
    ConvertedLines,
    FileRange,
    NumberedLine,
    ReadingOptions,
)
from ...reading.file_head import may_name_variant
from ...reading.json_cells import format_sudoku_value_as_line_or_none
from ...reading.lines import MadeLines, NeededColumn, NumberedLines
from ...reading.rounded_numbers import KEPT_DIGITS
from ...system.limited_process import memory, remove_buffer
from .limited_reading import check_library, make_seekable_file, yield_rows_of_table

_HERE = "applications.documents.parquet"
_ROWS_AT_ONCE = 1000
_BYTES_READ_AHEAD = 2**16
"""The bytes of each column that are read at once. If there were four times as many, the first rows
of 200,000 would need 8 MB more.
"""
_ROWS_MEASURED = 20
"""The number of rows whose texts are measured together."""
_MOST_RANGES_OF_GROUP = 4
"""The most ranges into which a row group of Parquet is divided, unless it has very many rows."""
_MOST_ROWS_OF_RANGE = 2**18
_CELLS = b"0123456789."
_SUDOKU = 81


def convert_to_lines(
    input_lines: NumberedLines, reading_options: ReadingOptions
) -> ConvertedLines | None:
    """Return the rows of a Parquet or Arrow file as lines of CSV. Returns None if the file has
    another format. `input_lines` is the opened file, and `reading_options` are the options with
    which the lines are read.

    Reading the lines raises `PairFileError` if pyarrow is not installed.
    """
    if not input_lines.start.startswith((b"PAR1", b"ARROW1")):
        return None
    needed = NeededColumn()
    pieces = _yield_pieces_of_csv(input_lines, reading_options.file_range, needed)
    return ConvertedLines(MadeLines(pieces, needed), reading_options)


def _yield_pieces_of_csv(
    lines: NumberedLines, file_range: FileRange | None, needed: NeededColumn
) -> Iterator[NumberedLine]:
    """Yield the rows of a Parquet or Arrow file as pieces of CSV, each with the number of its first
    line. As soon as it is known which column is needed, rows that need no other column have empty
    fields in the other columns. Raises `PairFileError` if pyarrow is not installed.
    """
    missing = Message("to read Parquet, install pyarrow: pip install 'sudokopie[parquet]'")
    check_library("pyarrow", lines.source, missing)
    file, last = make_seekable_file(lines), 0
    with closing(
        yield_rows_of_table(
            f"{_HERE}:yield_parquet_as_pieces_of_csv", file, lines.source, (file_range,)
        )
    ) as pieces:
        for number, piece in pieces:
            yield number, piece
            last = number + piece.count(b"\n")
            if needed.number is not None:
                break
        else:
            return
    # Line 1 has the names of the columns, so row `index` is on line `index + 2`.
    start, end = (
        (last - 1, None)
        if file_range is None
        else (max(last - 1, file_range.start), file_range.end)
    )
    yield from yield_rows_of_table(
        f"{_HERE}:yield_column_as_pieces_of_csv", file, lines.source, (start, end, needed.number)
    )


def list_ranges(
    file: IO[bytes], source: str, recognition_line_count: int, range_fraction: float
) -> list[FileRange]:
    """Divide a Parquet file into ranges of rows, and return them; an empty list for an Arrow file.
    `source` is the name of the file in errors. Its format is recognised from the first
    `recognition_line_count` lines, and `range_fraction` is the size of a range as a fraction of the
    whole file.
    """
    file.seek(0)
    if not file.read(4).startswith(b"PAR1"):
        return []
    counts = [*yield_rows_of_table(f"{_HERE}:yield_row_counts", file, source, ())]
    at_once = max(recognition_line_count, round(sum(counts) * range_fraction))
    ends = [*_yield_ends_of_ranges(counts, at_once, recognition_line_count)]
    return [
        FileRange(0, recognition_line_count, start, end, start + 1)
        for start, end in zip([0, *ends[:-1]], ends, strict=True)
    ]


def _yield_ends_of_ranges(
    row_counts: list[int], at_once: int, least_of_first: int
) -> Iterator[int]:
    """Divide the rows of a Parquet file into ranges of about `at_once` rows, and yield the index
    after the last row of each range. `row_counts` are the numbers of rows of the row groups. The
    first range has at least `least_of_first` rows, which is at most `at_once`, if there are enough.

    To read a part of a row group, all rows before it in the group are decoded too. So a range
    consists of whole row groups, or a row group is divided into few ranges.
    """
    start = end = 0
    for count in row_counts:
        if end - start >= (1 if start else least_of_first) and end + count - start > at_once:
            yield end
            start = end
        end += count
        most = max(_MOST_RANGES_OF_GROUP, -(-count // _MOST_ROWS_OF_RANGE))
        size = max(at_once, -(-count // most))
        while size < count and end - start > size:
            start += size
            yield start
    if end > start:
        yield end


def yield_row_counts(file: IO[bytes]) -> Iterator[int]:
    """Yield the number of rows of each row group of a Parquet file."""
    metadata = _import_pyarrow("pyarrow.parquet").ParquetFile(file).metadata
    for number in range(metadata.num_row_groups):
        yield metadata.row_group(number).num_rows


def _import_pyarrow(module_name: str) -> Any:
    """Import and return a module of pyarrow. pyarrow is imported without numpy if pyarrow allows
    this, because numpy takes more time and memory than the rest of pyarrow, and no function of this
    file needs numpy. In a process with limits, all of pyarrow uses the system's memory pool.
    """
    if memory.limit is not None and "pyarrow" not in sys.modules:
        # Other memory pools reserve 6 MB even if only a few functions of pyarrow use them.
        os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
    can_do_without = "pyarrow" not in sys.modules and "numpy" not in sys.modules
    if not (can_do_without and _has_optional_numpy()):
        return import_module(module_name)
    sys.modules["numpy"] = None  # type: ignore[assignment]
    try:
        return import_module(module_name)
    finally:
        del sys.modules["numpy"]  # other calls in this process may need it


def _has_optional_numpy() -> bool:
    """Return whether the installed pyarrow can be imported without numpy: since version 18."""
    found = find_spec("pyarrow")
    for folder in (found and found.submodule_search_locations) or ():
        with suppress(OSError):
            text = Path(folder, "_generated_version.py").read_text(encoding="utf-8")
            match = re.search(r"^(?:__version__ = )?version = '(\d+)", text, re.MULTILINE)
            return match is not None and int(match[1]) >= 18
    return False


def yield_parquet_as_pieces_of_csv(
    file: IO[bytes], file_range: FileRange | None = None
) -> Iterator[NumberedLine]:
    """Yield the names of the columns of a Parquet or Arrow file as line 1, and then its rows as
    pieces of CSV: the number of the first line of a piece, and its lines with line feeds between
    them.

    If `file_range` is given, two parts of the rows are yielded: first the rows at the beginning of
    the file from which its format is recognised, then the rows of this range. The first range
    includes the rows at the beginning, so they are yielded only once. Raises `ValueError` or other
    errors of pyarrow if the file is broken.
    """
    names, batches = _open_table(file)
    yield 1, make_csv_line_keeping_formulas(names).encode(errors="replace")
    if file_range is None:
        yield from _number_pieces(_yield_batch_rows_as_csv(batches(0, None)), 2)
        return
    if (row_count := file_range.last_recognition_line_number - 1) > 0:
        yield 2, b"\n".join(_yield_batch_rows_as_csv(batches(0, row_count)))
    rows = batches(file_range.start, file_range.end)
    yield from _number_pieces(_yield_batch_rows_as_csv(rows), file_range.lines_before + 1)


def yield_column_as_pieces_of_csv(
    file: IO[bytes], start: int, end: int | None, column: int
) -> Iterator[NumberedLine]:
    """Yield the rows of a Parquet or Arrow file from index `start` up to, but not including, `end`,
    as pieces of CSV. `end` is None for all rows up to the end of the file.

    If a reader that knows that the Sudokus are in the column `column` (a number from 0) needs no
    other column of the rows of a piece, the other columns have empty fields there.
    """
    _, batches = _open_table(file)
    pieces = _yield_batch_rows_as_csv(batches(start, end), column)
    yield from _number_pieces(pieces, start + 2)


def _open_table(file: IO[bytes]) -> tuple[list[str], Callable[[int, int | None], Iterator[Any]]]:
    """Open a Parquet or Arrow file. Return the names of its columns, and a function that yields the
    rows from a first index up to, but not including, a second one as batches of pyarrow. If the
    second index is None, it yields all rows up to the end of the file.
    """
    arrow: Any = _import_pyarrow("pyarrow")
    # Other memory pools reserve more than they need, but the memory of this process is limited.
    arrow.set_memory_pool(arrow.system_memory_pool())
    file.seek(0)
    is_arrow = file.read(6) == b"ARROW1"
    file.seek(0)
    if is_arrow:
        stored = import_module("pyarrow.ipc").open_file(file)
        numbers = range(stored.num_record_batches)
        return stored.schema.names, lambda start, end: _yield_rows_of_batches(
            map(stored.get_batch, numbers), start, end
        )
    # By default, pyarrow reads each row group into memory as a whole.
    stored = import_module("pyarrow.parquet").ParquetFile(
        remove_buffer(file), buffer_size=_BYTES_READ_AHEAD, pre_buffer=False
    )
    return stored.schema_arrow.names, partial(_yield_rows_of_groups, stored)


def _number_pieces(pieces: Iterable[bytes], first_number: int) -> Iterator[NumberedLine]:
    """Yield the number of the first line of each piece of CSV, and the piece. `first_number` is the
    number of the first line of all.
    """
    for piece in pieces:
        yield first_number, piece
        first_number += piece.count(b"\n") + 1


def _yield_rows_of_groups(parquet_file: Any, start: int, end: int | None) -> Iterator[Any]:
    """Yield the rows of a Parquet file from index `start` up to, but not including, `end`, as
    batches of pyarrow. The rows before `start` in the same row group are decoded, too.
    """
    metadata = parquet_file.metadata
    counts = [metadata.row_group(i).num_rows for i in range(metadata.num_row_groups)]
    ends = [*accumulate(counts)]
    total = ends[-1] if ends else 0
    if max(start, end or 0) > total:
        raise ValueError("the file has become shorter")
    if start == total:
        return
    first = bisect_right(ends, start)
    groups, place = range(first, len(ends)), ends[first] - counts[first]
    batches = parquet_file.iter_batches(_ROWS_AT_ONCE, row_groups=groups, use_threads=False)
    yield from _yield_rows_of_batches(batches, start - place, None if end is None else end - place)


def _yield_rows_of_batches(batches: Iterable[Any], start: int, end: int | None) -> Iterator[Any]:
    """Yield the rows of pyarrow batches from index `start` up to, but not including, `end`, as
    batches.
    """
    place = 0
    for batch in batches:
        least = max(start - place, 0)
        most = len(batch) if end is None else min(end - place, len(batch))
        if least < most:
            yield batch.slice(least, most - least)
        place += len(batch)
        if end is not None and place >= end:
            return


def _yield_batch_rows_as_csv(batches: Iterable[Any], column: int | None = None) -> Iterator[bytes]:
    """Yield the rows of pyarrow batches as pieces of CSV: lines with line feeds between them. If
    `column` is given, the other columns of a piece are empty if they are not needed to read the
    Sudokus in this column.
    """
    for batch in batches:
        batch.validate(full=True)
        for some in _yield_smaller_batches(batch):
            if some.num_rows:
                alone = None if column is None else _write_only_column_or_none(some, column)
                yield alone or _try_write_plain_csv(some) or _write_csv(some)


def _write_only_column_or_none(batch: Any, column: int) -> bytes | None:
    """Return the rows of a pyarrow batch as CSV with empty fields in all columns before the column
    `column`, and without the columns after it. Return None if such lines might be read otherwise
    than whole rows: if a field of this column is not a 9×9 Sudoku of digits and points, if a row
    may be a comment, or if it may name a variant such as Killer or be too long.
    """
    texts, length = list[bytes](), 0
    for one in batch.columns:
        found = _list_texts_and_longest_or_none(one)
        if found is None:
            return None
        texts, length = [*texts, found[0]], length + found[1]
    if length >= FIELDS or may_name_variant([b"-", *texts]):
        return None
    first, rows = texts[0], batch.num_rows
    if any(sign in first for sign in (b"#", b" ", b"\t")):
        return None
    cells, feeds = _try_write_plain_csv(batch.select([column])), rows * b"\n"
    if cells is None or len(cells) != rows * (_SUDOKU + 1) - 1:
        return None
    cells += b"\n"
    if cells[_SUDOKU :: _SUDOKU + 1] != feeds or cells.translate(None, _CELLS) != feeds:
        return None
    before = column * b","
    return before + cells[:-1].replace(b"\n", b"\n" + before)


def _list_texts_and_longest_or_none(column: Any) -> tuple[bytes, int] | None:
    """Return the bytes of all texts in a column of a pyarrow batch, one after another, and a bound
    on the bytes of one of them in CSV. A column of numbers has no texts, so the bytes are empty.
    Return None for a column of other values.
    """
    types: Any = import_module("pyarrow").types
    if types.is_integer(column.type) or types.is_floating(column.type):
        return b"", 32
    if types.is_dictionary(column.type):
        column = column.dictionary
    is_large = types.is_large_string(column.type)
    if not is_large and not types.is_string(column.type):
        return None
    _, offsets, content = column.buffers()
    if content is None:
        return b"", 0
    first, count = column.offset, len(column)
    numbers = memoryview(offsets)
    places = numbers.cast("q") if is_large else numbers.cast("i")
    places = places[first : first + count + 1]
    ends = [*places[::_ROWS_MEASURED], places[-1]]
    longest = max(b - a for a, b in pairwise(ends))
    # Each quotation mark is written twice.
    return bytes(memoryview(content)[places[0] : places[-1]]), 2 * longest + 3


def _try_write_plain_csv(batch: Any) -> bytes | None:
    """Return the rows of a pyarrow batch as CSV without quotation marks, or None if it needs them,
    or if it has other columns than texts and whole numbers. pyarrow writes it, which takes a
    twentieth of the time.
    """
    arrow: Any = _import_pyarrow("pyarrow")
    csv: Any = import_module("pyarrow.csv")
    types = arrow.types
    is_plain = types.is_string, types.is_large_string, types.is_integer
    if not all(any(test(column.type) for test in is_plain) for column in batch.columns):
        return None
    options = csv.WriteOptions(include_header=False, quoting_style="none")
    sink = arrow.BufferOutputStream()
    try:
        csv.write_csv(batch, sink, options)
    except arrow.ArrowInvalid:  # a text has a comma, a quotation mark or a line end
        return None
    text: bytes = sink.getvalue().to_pybytes()
    is_blank = text.startswith(b"\n") or b"\n\n" in text  # a blank field alone has quotation marks
    return None if is_blank else text.removesuffix(b"\n")


def _write_csv(batch: Any) -> bytes:
    """Return the rows of a pyarrow batch as CSV."""
    columns = [map(_prepare_value_for_csv, column.to_pylist()) for column in batch.columns]
    return make_csv_lines_keeping_formulas([*zip(*columns, strict=True)]).encode(errors="replace")


def _prepare_value_for_csv(value: object) -> object:
    """Return the value of a Parquet field as it is written into a line of CSV. A list of cells
    becomes a text. A float that has lost the last digits of a large number is written in scientific
    notation, by which such numbers are recognised later.
    """
    if isinstance(value, float) and abs(value) >= 10**KEPT_DIGITS:
        text = repr(value)
        return text if "e" in text else f"{value:.15e}"
    return format_sudoku_value_as_line_or_none(value) or value


def _yield_smaller_batches(batch: Any) -> Iterator[Any]:
    """Yield the rows of a pyarrow batch as smaller batches, each of which can be converted to
    Python objects in memory. Raises `ValueError` if a single row is too large.
    """
    rows: int = batch.num_rows
    # A dictionary column stores each value only once, but every row becomes a copy of its value.
    size = sum(
        column.nbytes * (rows if hasattr(column, "dictionary") else 1) for column in batch.columns
    )
    if size <= BATCH and rows <= _ROWS_AT_ONCE:
        yield batch
    elif rows > 1:
        yield from _yield_smaller_batches(batch.slice(0, rows // 2))
        yield from _yield_smaller_batches(batch.slice(rows // 2))
    else:
        raise ValueError(f"a row of more than {BATCH // 2**20} MiB")
