"""Tables in Parquet files: results, and rows of a table that was read."""

import errno
import os
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from importlib import import_module
from typing import IO, Any

from ..base.errors import ArgumentError
from ..system.endings import split_name
from ..system.open_file import is_url, open_for_reading
from ..system.output import open_output

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
def open_parquet_table(place: str | IO[bytes], columns: Mapping[str, type]) -> Iterator[AddRow]:
    """Open a table of `int` and `str` columns; a file appears when all is written.

    Raises `OSError`.
    """
    import pyarrow as pa
    from pyarrow import parquet

    types = {int: pa.int64(), str: pa.string()}
    schema = pa.schema([(name, types[kind]) for name, kind in columns.items()])
    rows: list[dict[str, object]] = []
    with (
        open_output(place) if isinstance(place, str) else nullcontext(place) as stream,
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


def is_columnar(file: str) -> bool:
    """Return whether a file, given by its name or URL, is Parquet or Arrow, and not compressed."""
    if split_name(file)[1] or not (is_url(file) or os.path.isfile(file)):
        return False
    with open_for_reading(file) as stream:
        return stream.read(6).startswith((b"PAR1", b"ARROW1"))


def read_schema(file: str) -> object:
    """Return the names and types of the columns of a Parquet or Arrow file; raise `OSError`."""
    with _explain_damage(file), open_for_reading(file) as stream:
        return _open_rows(stream)[0].remove_metadata()


def write_rows(path: str, form: str, sources: Iterable[tuple[str, Sequence[int]]]) -> None:
    """Write a table with some rows of other tables, all columns of them, as they are.

    `form` is `parquet` or `arrow`. `sources` are files of Parquet or Arrow whose columns are the
    same, each with the numbers of its rows, from 0 and ascending. Nothing is written without a
    source. Raises `OSError`.
    """
    sources = list(sources)
    if not sources:
        return
    import pyarrow as pa
    from pyarrow import ipc, parquet

    with ExitStack() as stack:
        stream = stack.enter_context(open_output(path))
        schema, writer = None, None
        for source, rows in sources:
            with _explain_damage(source), open_for_reading(source) as file:
                own, batches = _open_rows(file)
                if writer is None:
                    schema = own
                    made = parquet.ParquetWriter if form == "parquet" else ipc.new_file
                    writer = stack.enter_context(made(stream, schema))
                start = 0
                for batch in batches:
                    ends = bisect_left(rows, start), bisect_left(rows, start + len(batch))
                    those = pa.array([row - start for row in rows[slice(*ends)]], pa.int64())
                    taken = pa.Table.from_batches([batch.take(those)])
                    writer.write_table(taken.cast(schema))
                    start += len(batch)


@contextmanager
def _explain_damage(file: str) -> Iterator[None]:
    """Raise `OSError` where a Parquet or Arrow file is damaged."""
    from pyarrow import ArrowException

    try:
        yield
    except ArrowException as error:
        raise OSError(errno.EIO, " ".join(str(error).split()), file) from None


def _open_rows(file: IO[bytes]) -> tuple[Any, Iterator[Any]]:
    """Return the schema of a Parquet or Arrow file and its rows in batches."""
    from pyarrow import ipc, parquet

    is_arrow = file.read(6) == b"ARROW1"
    file.seek(0)
    if is_arrow:
        stored = ipc.open_file(file)
        return stored.schema, map(stored.get_batch, range(stored.num_record_batches))
    stored = parquet.ParquetFile(file)
    return stored.schema_arrow, stored.iter_batches(_ROWS_IN_A_GROUP)
