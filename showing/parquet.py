"""Write results to Parquet files, and copy rows of Parquet or Arrow files to a new file."""

import errno
import os
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from importlib import import_module
from typing import IO, Any

from ..base.errors import ArgumentError
from ..system.endings import find_format_and_compression_endings
from ..system.open_file import is_url, open_and_decompress_by_ending
from ..system.output import open_output

ROWS_IN_A_GROUP = 50_000

AddRow = Callable[[dict[str, object]], None]
"""A function that adds a row to a table. The row is a dictionary from column names to values;
columns that it leaves out are null.
"""


def check_parquet_installed() -> None:
    """Raise `ArgumentError` if pyarrow, which writes Parquet, is not installed."""
    try:
        import_module("pyarrow.parquet")
    except ImportError:
        raise ArgumentError("Parquet needs pyarrow: pip install 'sudokopie[parquet]'") from None


@contextmanager
def open_parquet_table(
    path_or_file: str | IO[bytes], column_types: Mapping[str, type]
) -> Iterator[AddRow]:
    """A context manager that opens a Parquet file for writing, and yields a function that adds a
    row. `column_types` maps the name of each column to its type, `int` or `str`. If `path_or_file`
    is a path, the file appears only when all rows have been written.

    Raises `OSError` if the file cannot be written.
    """
    import pyarrow as pa
    from pyarrow import parquet

    schema = _make_schema(column_types)
    rows: list[dict[str, object]] = []
    with (
        open_output(path_or_file)
        if isinstance(path_or_file, str)
        else nullcontext(path_or_file) as stream,
        parquet.ParquetWriter(stream, schema) as writer,
    ):

        def add_row(row: dict[str, object]) -> None:
            rows.append(row)
            if len(rows) == ROWS_IN_A_GROUP:
                writer.write_table(pa.Table.from_pylist(rows, schema))
                rows.clear()

        yield add_row
        if rows:
            writer.write_table(pa.Table.from_pylist(rows, schema))


def write_parquet_columns(
    path: str,
    column_types: Mapping[str, type],
    batches: Iterable[Mapping[str, Any]],
) -> None:
    """Write a Parquet file, which appears only when all rows have been written. `column_types` maps
    the name of each column to its type, `int` or `str`. `batches` yields the values of each column,
    by name, for `ROWS_IN_A_GROUP` rows, or for fewer rows at the end. `open_parquet_table` writes
    the same file if it gets the same rows.

    Raises `OSError` if the file cannot be written.
    """
    import pyarrow as pa
    from pyarrow import parquet

    schema = _make_schema(column_types)
    with open_output(path) as stream, parquet.ParquetWriter(stream, schema) as writer:
        for columns in batches:
            writer.write_table(pa.Table.from_pydict(dict(columns), schema))


def _make_schema(column_types: Mapping[str, type]) -> Any:
    """Return the schema of a table whose columns have the types `int` or `str`."""
    import pyarrow as pa

    types = {int: pa.int64(), str: pa.string()}
    return pa.schema([(name, types[kind]) for name, kind in column_types.items()])


def is_parquet_or_arrow(file: str) -> bool:
    """Return whether a file is a Parquet or Arrow file and not compressed as a whole. The first
    bytes of the file decide this, not its name. `file` is a path or a URL.
    """
    if find_format_and_compression_endings(file)[1] or not (is_url(file) or os.path.isfile(file)):
        return False
    with open_and_decompress_by_ending(file) as stream:
        return stream.read(6).startswith((b"PAR1", b"ARROW1"))


def read_schema(file: str) -> object:
    """Return the names and types of the columns of a Parquet or Arrow file. Raise `OSError` if the
    file cannot be read or is damaged.
    """
    with _convert_damage_errors_to_os_error(file), open_and_decompress_by_ending(file) as stream:
        return _read_schema_and_batch_iterator(stream)[0].remove_metadata()


def read_text_columns(file: str, names: Iterable[str]) -> dict[str, list[str | None]]:
    """Return the columns of a Parquet or Arrow file that have one of these names, by name, with
    their values as texts. Columns that the file does not have are left out. Raise `OSError` if the
    file cannot be read, is damaged, or has values that cannot be texts.
    """
    import pyarrow as pa

    with _convert_damage_errors_to_os_error(file), open_and_decompress_by_ending(file) as stream:
        schema, batches = _read_schema_and_batch_iterator(stream)
        table = pa.Table.from_batches(batches, schema)
        return {
            name: table.column(name).cast(pa.string()).to_pylist()
            for name in names
            if schema.names.count(name) == 1
        }


def copy_rows_to_file(
    path: str, file_format: str, files_and_row_numbers: Iterable[tuple[str, Sequence[int]]]
) -> None:
    """Copy chosen rows of Parquet or Arrow files, with all their columns, to the new file `path`.
    `file_format` is the format of the new file, `parquet` or `arrow`. `files_and_row_numbers` are
    pairs of a file and the numbers of the rows to copy, from 0, ascending.

    The files must have the same columns. If there are no sources, no file is written. Raises
    `OSError` if a file cannot be read or written, or is damaged.
    """
    files_and_row_numbers = list(files_and_row_numbers)
    if not files_and_row_numbers:
        return
    import pyarrow as pa
    from pyarrow import ipc, parquet

    with ExitStack() as stack:
        stream = stack.enter_context(open_output(path))
        schema, writer = None, None
        for source, rows in files_and_row_numbers:
            with (
                _convert_damage_errors_to_os_error(source),
                open_and_decompress_by_ending(source) as file,
            ):
                own, batches = _read_schema_and_batch_iterator(file)
                if writer is None:
                    schema = own
                    made = parquet.ParquetWriter if file_format == "parquet" else ipc.new_file
                    writer = stack.enter_context(made(stream, schema))
                start = 0
                for batch in batches:
                    ends = bisect_left(rows, start), bisect_left(rows, start + len(batch))
                    those = pa.array([row - start for row in rows[slice(*ends)]], pa.int64())
                    taken = pa.Table.from_batches([batch.take(those)])
                    writer.write_table(taken.cast(schema))
                    start += len(batch)


@contextmanager
def _convert_damage_errors_to_os_error(file: str) -> Iterator[None]:
    """A context manager that raises `OSError` if the code in its block finds that the Parquet or
    Arrow file `file` is damaged.
    """
    from pyarrow import ArrowException

    try:
        yield
    except ArrowException as error:
        raise OSError(errno.EIO, " ".join(str(error).split()), file) from None


def _read_schema_and_batch_iterator(stream: IO[bytes]) -> tuple[Any, Iterator[Any]]:
    """Return the schema (names and types of the columns) of a Parquet or Arrow file, and an
    iterator that reads its rows in batches. `stream` is the opened file.
    """
    from pyarrow import ipc, parquet

    is_arrow = stream.read(6) == b"ARROW1"
    stream.seek(0)
    if is_arrow:
        stored = ipc.open_file(stream)
        return stored.schema, map(stored.get_batch, range(stored.num_record_batches))
    stored = parquet.ParquetFile(stream)
    return stored.schema_arrow, stored.iter_batches(ROWS_IN_A_GROUP)
