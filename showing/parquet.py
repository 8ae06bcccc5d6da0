"""Tables in Parquet files: results, and rows of a table that was read."""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from importlib import import_module
from typing import IO

from ..base.errors import ArgumentError
from ..system.output import written

_ROWS_IN_A_GROUP = 50_000

AddRow = Callable[[dict[str, object]], None]
"""Adds a row to a table, by the names of columns; what it leaves out is null."""


def check_parquet_installed() -> None:
    """Raise `ArgumentError` where nothing here writes Parquet."""
    try:
        import_module("pyarrow.parquet")
    except ImportError:
        raise ArgumentError("Parquet needs pyarrow: pip install pyarrow") from None


@contextmanager
def parquet_table(place: str | IO[bytes], columns: Mapping[str, type]) -> Iterator[AddRow]:
    """Open a table of `int` and `str` columns; a file appears when all is written.

    Raises `OSError`.
    """
    import pyarrow as pa
    from pyarrow import parquet

    types = {int: pa.int64(), str: pa.string()}
    schema = pa.schema([(name, types[kind]) for name, kind in columns.items()])
    rows: list[dict[str, object]] = []
    with (
        written(place) if isinstance(place, str) else nullcontext(place) as stream,
        parquet.ParquetWriter(stream, schema) as writer,
    ):

        def add(row: dict[str, object]) -> None:
            rows.append(row)
            if len(rows) == _ROWS_IN_A_GROUP:
                writer.write_table(pa.Table.from_pylist(rows, schema))
                rows.clear()

        yield add
        if rows:
            writer.write_table(pa.Table.from_pylist(rows, schema))


def write_rows(path: str, source: str, rows: Sequence[int]) -> None:
    """Write a table with some rows of another one: their numbers from 0, ascending."""
    import pyarrow as pa
    from pyarrow import parquet

    with (
        parquet.ParquetFile(source) as stored,
        written(path) as stream,
        parquet.ParquetWriter(stream, stored.schema_arrow) as writer,
    ):
        start = 0
        for batch in stored.iter_batches(_ROWS_IN_A_GROUP):
            ends = bisect_left(rows, start), bisect_left(rows, start + len(batch))
            those = pa.array([row - start for row in rows[slice(*ends)]], pa.int64())
            writer.write_batch(batch.take(those))
            start += len(batch)
