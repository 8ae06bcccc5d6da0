"""Parquet and Arrow: rows as lines of CSV, the names of columns first; where pyarrow is there."""

import io
from collections.abc import Iterator
from importlib import import_module
from typing import IO, Any

from ..base.errors import PairFileError
from ..base.language import Message
from ..base.limits import ARRAY
from .fields import csv_line
from .form import NumberedLine, Reading, Unwrapped, cells_in, too_much
from .lines import Lines, readable

_ROWS_AT_ONCE = 1000
"""How many rows are in memory as Python's objects."""


def unwrapped(lines: Lines, how: Reading) -> Unwrapped | None:
    """Return the rows of such a file; `PairFileError` while reading if pyarrow is missing."""
    return Unwrapped(_rows(lines), how) if lines.start.startswith((b"PAR1", b"ARROW1")) else None


def _rows(lines: Lines) -> Iterator[NumberedLine]:
    is_arrow = lines.start.startswith(b"ARROW1")
    try:
        arrow: Any = import_module("pyarrow.ipc" if is_arrow else "pyarrow.parquet")
    except ImportError:
        message = Message("expected text, found Parquet, which needs pyarrow (pip install pyarrow)")
        raise PairFileError(lines.source, 1, 1, message) from None
    with readable(lines.source):
        try:
            yield from _rows_of(arrow, lines, is_arrow=is_arrow)
        # Broken files make pyarrow raise all of these, some with several lines.
        except (OSError, ValueError, MemoryError, NotImplementedError, LookupError) as problem:
            raise ValueError(" ".join(str(problem).split())) from None


def _rows_of(arrow: Any, lines: Lines, *, is_arrow: bool) -> Iterator[NumberedLine]:
    if is_arrow:
        file = arrow.open_file(_seekable(lines))
        names = file.schema.names
        batches = map(file.get_batch, range(file.num_record_batches))
    else:
        file = arrow.ParquetFile(_seekable(lines))
        names = file.schema_arrow.names
        batches = file.iter_batches(_ROWS_AT_ONCE)
    yield 1, csv_line(names)
    number = 1
    for batch in batches:
        batch.validate(full=True)
        for start in range(0, batch.num_rows, _ROWS_AT_ONCE):
            some = batch.slice(start, _ROWS_AT_ONCE).columns
            for row in zip(*(column.to_pylist() for column in some), strict=True):
                number += 1
                yield number, csv_line([cells_in(value) or value for value in row])


def _seekable(lines: Lines) -> IO[bytes]:
    """Return the stream at its start; or a copy of all that it holds, where it cannot seek."""
    if lines.stream.seekable():
        lines.stream.seek(0)
        return lines.stream
    whole = io.BytesIO()
    for piece in lines.pieces():
        whole.write(piece)
        if whole.tell() > ARRAY:
            raise too_much(lines.source, Message("Parquet that cannot be read piece by piece"))
    return whole
