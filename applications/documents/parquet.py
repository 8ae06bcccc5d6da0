"""Reading of Parquet and Arrow files: their rows become lines of CSV, after a line with the names
of the columns.

They can be read if pyarrow is installed.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from importlib import import_module
from itertools import accumulate, chain, islice
from typing import IO, Any

from ...base.limits import BATCH
from ...base.messages import Message
from ...reading.fields import make_csv_line_keeping_formulas, make_csv_lines_keeping_formulas
from ...reading.file_entry import (
    ConvertedLines,
    FileRange,
    NumberedLine,
    ReadingOptions,
    format_sudoku_value_as_line_or_none,
)
from ...reading.lines import MadeLines, NumberedLines
from ...reading.rounded_numbers import KEPT_DIGITS
from .limited_reading import check_library, make_seekable_file, yield_rows_of_table

_ROWS_AT_ONCE = 1000


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
    pieces = _yield_pieces_of_csv(input_lines, reading_options)
    return ConvertedLines(MadeLines(pieces), reading_options)


def _yield_pieces_of_csv(
    lines: NumberedLines, reading_options: ReadingOptions
) -> Iterator[NumberedLine]:
    """Yield the rows of a Parquet or Arrow file as pieces of CSV, each with the number of its first
    line. Raises `PairFileError` if pyarrow is not installed.
    """
    missing = Message("to read Parquet, install pyarrow: pip install 'sudokopie[parquet]'")
    check_library("pyarrow", lines.source, missing)
    yield from yield_rows_of_table(
        "applications.documents.parquet:yield_parquet_as_pieces_of_csv",
        make_seekable_file(lines),
        lines.source,
        (reading_options.file_range,),
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
    (rows,) = yield_rows_of_table("applications.documents.parquet:count_rows", file, source, ())
    at_once = max(recognition_line_count, round(rows * range_fraction))
    starts = range(0, rows, at_once)
    return [FileRange(0, recognition_line_count, i, min(i + at_once, rows), i + 1) for i in starts]


def count_rows(file: IO[bytes]) -> Iterator[int]:
    """Yield a single number: the number of rows of a Parquet file."""
    yield import_module("pyarrow.parquet").ParquetFile(file).metadata.num_rows


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
    arrow: Any = import_module("pyarrow")
    # Other memory pools reserve more than they need, but the memory of this process is limited.
    arrow.set_memory_pool(arrow.system_memory_pool())
    is_arrow = file.read(6) == b"ARROW1"
    file.seek(0)
    if is_arrow:
        stored = import_module("pyarrow.ipc").open_file(file)
        names = stored.schema.names
        batches = map(stored.get_batch, range(stored.num_record_batches))
    else:
        stored = import_module("pyarrow.parquet").ParquetFile(file, buffer_size=2**20)
        names = stored.schema_arrow.names
        batches = stored.iter_batches(_ROWS_AT_ONCE, use_threads=False)
    yield 1, make_csv_line_keeping_formulas(names).encode(errors="replace")
    if file_range is None:
        yield from _number_pieces(_yield_batch_rows_as_csv(batches), 2)
        return
    if (row_count := file_range.last_recognition_line_number - 1) > 0:
        lines = chain.from_iterable(
            piece.split(b"\n") for piece in _yield_batch_rows_as_csv(batches)
        )
        yield 2, b"\n".join(islice(lines, row_count))
    rows = _yield_row_batches(stored, file_range.start, file_range.end)
    yield from _number_pieces(_yield_batch_rows_as_csv(rows), file_range.lines_before + 1)


def _number_pieces(pieces: Iterable[bytes], first_number: int) -> Iterator[NumberedLine]:
    """Yield the number of the first line of each piece of CSV, and the piece. `first_number` is the
    number of the first line of all.
    """
    for piece in pieces:
        yield first_number, piece
        first_number += piece.count(b"\n") + 1


def _yield_row_batches(parquet_file: Any, start: int, end: int) -> Iterator[Any]:
    """Yield the rows of a Parquet file from index `start` up to, but not including, `end`, as
    batches of pyarrow.

    Other rows of the same row groups are read too, but not yielded.
    """
    counts = [
        parquet_file.metadata.row_group(i).num_rows for i in range(parquet_file.num_row_groups)
    ]
    ends = [*accumulate(counts)]
    first = bisect_right(ends, start)
    groups = range(first, min(bisect_left(ends, end) + 1, len(ends)))
    place = ends[first] - counts[first]
    for batch in parquet_file.iter_batches(_ROWS_AT_ONCE, row_groups=groups, use_threads=False):
        least, most = max(start - place, 0), min(end - place, len(batch))
        if least < most:
            yield batch.slice(least, most - least)
        place += len(batch)


def _yield_batch_rows_as_csv(batches: Iterable[Any]) -> Iterator[bytes]:
    """Yield the rows of pyarrow batches as pieces of CSV: lines with line feeds between them."""
    for batch in batches:
        batch.validate(full=True)
        for some in _yield_smaller_batches(batch):
            if some.num_rows:
                yield _try_write_plain_csv(some) or _write_csv(some)


def _try_write_plain_csv(batch: Any) -> bytes | None:
    """Return the rows of a pyarrow batch as CSV without quotation marks, or None if it needs them,
    or if it has other columns than texts and whole numbers. pyarrow writes it, which takes a
    twentieth of the time.
    """
    arrow: Any = import_module("pyarrow")
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
