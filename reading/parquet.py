"""Parquet and Arrow: rows as lines of CSV, the names of columns first; where pyarrow is there."""

from collections.abc import Iterable, Iterator
from functools import partial
from importlib import import_module
from itertools import islice
from typing import IO, Any

from ..base.language import Message
from ..base.limits import BATCH
from .elsewhere import lines_elsewhere
from .fields import csv_line
from .form import FilePart, NumberedLine, Reading, Unwrapped, cells_in
from .lines import Lines

_ROWS_AT_ONCE = 1000


def unwrapped(lines: Lines, how: Reading) -> Unwrapped | None:
    """Return the rows of such a file; `PairFileError` while reading if pyarrow is missing."""
    if not lines.start.startswith((b"PAR1", b"ARROW1")):
        return None
    missing = Message("expected text, found Parquet, which needs pyarrow (pip install pyarrow)")
    read = partial(rows_of, part=how.part)
    return Unwrapped(lines_elsewhere(read, lines, "pyarrow", missing), how)


def rows_of(file: IO[bytes], part: FilePart | None = None) -> Iterator[NumberedLine]:
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
        groups = range(part.start, part.end) if part else range(stored.num_row_groups)
        batches = stored.iter_batches(_ROWS_AT_ONCE, row_groups=groups, use_threads=False)
    yield 1, csv_line(names).encode(errors="replace")
    known, before = (part.known, part.before) if part else (0, 1)
    if known:
        head = stored.iter_batches(_ROWS_AT_ONCE, row_groups=[0], use_threads=False)
        yield from enumerate(islice(_lines(head), known - 1), 2)
    yield from enumerate(_lines(batches), before + 1)


def _lines(batches: Iterable[Any]) -> Iterator[bytes]:
    """Yield the rows of batches as lines."""
    for batch in batches:
        batch.validate(full=True)
        for some in _small(batch):
            for row in zip(*(column.to_pylist() for column in some.columns), strict=True):
                values = [cells_in(value) or value for value in row]
                yield csv_line(values).encode(errors="replace")


def _small(batch: Any) -> Iterator[Any]:
    """Yield the rows of a batch, so many at once as may become Python's objects."""
    rows: int = batch.num_rows
    # Each row may be a copy of what a dictionary holds once.
    size = sum(
        column.nbytes * (rows if hasattr(column, "dictionary") else 1) for column in batch.columns
    )
    if size <= BATCH and rows <= _ROWS_AT_ONCE:
        yield batch
    elif rows > 1:
        yield from _small(batch.slice(0, rows // 2))
        yield from _small(batch.slice(rows // 2))
    else:
        raise ValueError(f"a row of more than {BATCH // 2**20} MiB")
