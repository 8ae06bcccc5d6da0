"""Parquet and Arrow: rows as lines of CSV, the names of columns first; where pyarrow is there."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from functools import partial
from importlib import import_module
from itertools import accumulate, islice
from typing import IO, Any

from ..base.limits import BATCH
from ..base.messages import Message
from .fields import join_fields
from .file_entry import FilePart, NumberedLine, Reading, Unwrapped, find_cells
from .lines import Lines
from .rounded_numbers import KEPT_DIGITS
from .separate_process import read_lines_elsewhere

_ROWS_AT_ONCE = 1000


def unwrap(lines: Lines, how: Reading) -> Unwrapped | None:
    """Return the rows of such a file; `PairFileError` while reading if pyarrow is missing."""
    if not lines.start.startswith((b"PAR1", b"ARROW1")):
        return None
    missing = Message("to read Parquet, install pyarrow: pip install pyarrow")
    read = partial(read_rows, part=how.part)
    return Unwrapped(read_lines_elsewhere(read, lines, "pyarrow", missing), how)


def read_rows(file: IO[bytes], part: FilePart | None = None) -> Iterator[NumberedLine]:
    """Yield the rows as numbered lines; raise `ValueError`, or what else pyarrow raises."""
    arrow: Any = import_module("pyarrow")
    # Others reserve more than they need, which counts where memory is limited.
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
    yield 1, join_fields(names).encode(errors="replace")
    if part is None:
        yield from enumerate(_write_lines(batches), 2)
        return
    yield from enumerate(islice(_write_lines(batches), max(0, part.known - 1)), 2)
    yield from enumerate(_write_lines(_read_between(stored, part.start, part.end)), part.before + 1)


def _read_between(stored: Any, start: int, end: int) -> Iterator[Any]:
    """Yield batches of these rows; others that share a row group are read, but not looked at."""
    counts = [stored.metadata.row_group(i).num_rows for i in range(stored.num_row_groups)]
    ends = [*accumulate(counts)]
    first = bisect_right(ends, start)
    groups = range(first, min(bisect_left(ends, end) + 1, len(ends)))
    place = ends[first] - counts[first]
    for batch in stored.iter_batches(_ROWS_AT_ONCE, row_groups=groups, use_threads=False):
        least, most = max(start - place, 0), min(end - place, len(batch))
        if least < most:
            yield batch.slice(least, most - least)
        place += len(batch)


def _write_lines(batches: Iterable[Any]) -> Iterator[bytes]:
    """Yield the rows of batches as lines."""
    for batch in batches:
        batch.validate(full=True)
        for some in _split_batch(batch):
            for row in zip(*(column.to_pylist() for column in some.columns), strict=True):
                yield join_fields(map(_write_value, row)).encode(errors="replace")


def _write_value(value: object) -> object:
    """Return a value as it is written into a line: lists of cells as a text.

    A float that keeps only the first digits of a large number is written so that this is seen.
    """
    if isinstance(value, float) and abs(value) >= 10**KEPT_DIGITS:
        text = repr(value)
        return text if "e" in text else f"{value:.15e}"
    return find_cells(value) or value


def _split_batch(batch: Any) -> Iterator[Any]:
    """Yield the rows of a batch, so many at once as may become Python's objects."""
    rows: int = batch.num_rows
    # Each row may be a copy of what a dictionary holds once.
    size = sum(
        column.nbytes * (rows if hasattr(column, "dictionary") else 1) for column in batch.columns
    )
    if size <= BATCH and rows <= _ROWS_AT_ONCE:
        yield batch
    elif rows > 1:
        yield from _split_batch(batch.slice(0, rows // 2))
        yield from _split_batch(batch.slice(rows // 2))
    else:
        raise ValueError(f"a row of more than {BATCH // 2**20} MiB")
