"""Parquet: its rows as lines of CSV, the names of the columns first; where pyarrow is installed."""

import io
from collections.abc import Iterator
from importlib import import_module
from typing import IO, Any

from ..base.errors import PairFileError
from ..base.language import Message
from ..base.limits import ARRAY
from .form import NumberedLine, Reading, Unwrapped
from .lines import Lines, readable
from .problems import too_much

_ROWS_AT_ONCE = 1000
"""How many rows are in memory as Python's objects."""


def unwrapped(lines: Lines, how: Reading) -> Unwrapped | None:
    """Return the rows of a Parquet file; `PairFileError` while reading if pyarrow is missing."""
    return Unwrapped(_rows(lines), how) if lines.start.startswith(b"PAR1") else None


def _rows(lines: Lines) -> Iterator[NumberedLine]:
    try:
        parquet: Any = import_module("pyarrow.parquet")
    except ImportError:
        message = Message("expected text, found Parquet, which needs pyarrow (pip install pyarrow)")
        raise PairFileError(lines.source, 1, 1, message) from None
    with readable(lines.source):
        file = parquet.ParquetFile(_seekable(lines))
        yield 1, _csv(file.schema_arrow.names)
        number = 1
        for batch in file.iter_batches(_ROWS_AT_ONCE):
            for row in zip(*(column.to_pylist() for column in batch.columns), strict=True):
                number += 1
                yield number, _csv(row)


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


def _csv(row: Any) -> bytes:
    import csv

    text = io.StringIO()
    csv.writer(text, lineterminator="").writerow(row)
    return text.getvalue().replace("\r", " ").replace("\n", " ").encode()
