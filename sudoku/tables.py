"""Files that are tables: columns of CSV and JSON lines, OpenSudoku's XML, Parquet."""

import io
from collections.abc import Iterator
from importlib import import_module
from typing import IO, Any

from .errors import PairFileError
from .language import Message
from .lines import Lines, readable
from .signs import shown

_DELIMITERS = ",;\t|"
_LARGEST = 2**29
"""The most bytes of Parquet that are read from a stream that cannot seek."""


class Table:
    """How lines divide into fields: CSV with a delimiter, JSON objects, else by white space."""

    def __init__(self, line: str, column: str | int | None) -> None:
        """Tell from the first line how lines divide; `column` is the name or number chosen."""
        self.is_json = line.lstrip().startswith("{")
        self.delimiter = None if self.is_json else delimiter_of(line)
        self._column = column
        self._index = column - 1 if isinstance(column, int) else None

    def fields(self, line: str) -> list[str]:
        """Return a line's fields."""
        return fields(line, self.delimiter)

    def choose(self, header: str | None, source: str, number: int) -> None:
        """Look the column up in the header line; raise `PairFileError` where it is not there."""
        if self.is_json or self._column is None:
            return
        names = [name.strip() for name in self.fields(header)] if header is not None else []
        if isinstance(self._column, str):
            if self._column in names:
                self._index = names.index(self._column)
            elif self._column.isascii() and self._column.isdigit() and int(self._column):
                self._index = int(self._column) - 1
        if self._index is None or self._index < 0:
            found = (
                Message("the columns {names}", names=shown_list(names))
                if names
                else Message("no line of names")
            )
            message = Message(
                "expected {expected}, found {found}",
                expected=Message("a column '{column}'", column=self._column),
                found=found,
            )
            raise PairFileError(source, number, 1, message)

    def field(self, line: str) -> str | None:
        """Return the chosen column's field of a line, None if it has none."""
        if self.is_json:
            import json

            try:
                record = json.loads(line)
            except (ValueError, RecursionError):
                return None
            if not isinstance(record, dict):
                return None
            key = self._column if isinstance(self._column, str) else None
            if key is None and isinstance(self._column, int):
                key = next(iter(list(record)[self._column - 1 : self._column]), None)
            value = record.get(key)
            return value if isinstance(value, str) else None
        found = self.fields(line)
        if self._index is None or self._index >= len(found):
            return None
        return found[self._index].strip()


def fields(line: str, delimiter: str | None) -> list[str]:
    """Return the fields of a line, between white space if there is no delimiter.

    >>> fields('7,"a, b",c', ",")
    ['7', 'a, b', 'c']
    """
    if delimiter is None:
        return line.split()
    import csv

    try:
        return next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error:
        return line.split(delimiter)


def delimiter_of(line: str) -> str | None:
    """Return what divides a line into most fields, if anything does."""
    best = max(_DELIMITERS, key=line.count)
    return best if best in line else None


def shown_list(names: list[str]) -> str:
    """Return names so that a terminal shows them on one line, the first of them if many."""
    return ", ".join(shown(name) for name in names[:8]) + (", …" if len(names) > 8 else "")


def xml_lines(lines: Lines, column: str | int | None) -> Iterator[tuple[int, bytes]]:
    """Yield for each element that has it the attribute `data`, or the one that `column` names.

    With each comes the number of its line.

    Entities are refused: a few lines of them can stand for gigabytes.
    """
    from xml.parsers import expat

    parser = expat.ParserCreate()
    wanted = column if isinstance(column, str) else "data"
    found: list[tuple[int, bytes]] = []
    pending = 0

    def start(_: str, attributes: dict[str, str]) -> None:
        nonlocal pending
        pending = 0
        if wanted in attributes:
            text = " ".join(attributes[wanted].split())
            found.append((parser.CurrentLineNumber, text.encode()))

    def refuse(*_: object) -> None:
        raise _broken_xml(lines.source, parser.CurrentLineNumber, 1, "<!ENTITY")

    parser.StartElementHandler = start
    parser.EntityDeclHandler = refuse
    try:
        for piece in lines.pieces():
            pending += len(piece)
            if pending > 2**24:  # expat keeps a tag until it has all of it
                raise _broken_xml(lines.source, parser.CurrentLineNumber, 1, "…")
            parser.Parse(piece, False)
            yield from found
            found.clear()
        parser.Parse(b"", True)
        yield from found
    except expat.ExpatError as problem:
        reason = expat.errors.messages.get(problem.code, "")
        raise _broken_xml(lines.source, problem.lineno, problem.offset + 1, reason) from None
    except (ValueError, LookupError) as problem:  # an encoding that Python lacks
        raise _broken_xml(lines.source, 1, 1, str(problem)) from None


def _broken_xml(source: str, line: int, column: int, reason: str) -> PairFileError:
    message = Message(
        "expected {expected}, found {found}",
        expected=Message("XML"),
        found=Message("'{text}'", text=shown(reason)),
    )
    return PairFileError(source, max(line, 1), column, message)


def parquet_lines(lines: Lines) -> Iterator[tuple[int, bytes]]:
    """Yield the rows of a Parquet file as lines of CSV, the names of the columns first.

    Raises `PairFileError` where pyarrow is not installed.
    """
    try:
        parquet: Any = import_module("pyarrow.parquet")
    except ImportError:
        message = Message("expected text, found Parquet, which needs pyarrow (pip install pyarrow)")
        raise PairFileError(lines.source, 1, 1, message) from None
    with readable(lines.source):
        file = parquet.ParquetFile(_jumping(lines))
        yield 1, _csv(file.schema_arrow.names)
        number = 1
        for batch in file.iter_batches():
            for row in zip(*(column.to_pylist() for column in batch.columns), strict=True):
                number += 1
                yield number, _csv(row)


def _jumping(lines: Lines) -> IO[bytes]:
    """Return the stream at its start; or a copy of all that it holds, where it cannot seek."""
    if lines.stream.seekable():
        lines.stream.seek(0)
        return lines.stream
    whole = io.BytesIO()
    for piece in lines.pieces():
        whole.write(piece)
        if whole.tell() > _LARGEST:
            message = Message(
                "expected a file of at most {limit} bytes, found a larger one", limit=_LARGEST
            )
            raise PairFileError(lines.source, 1, 1, message)
    return whole


def _csv(row: Any) -> bytes:
    import csv

    text = io.StringIO()
    csv.writer(text, lineterminator="").writerow(row)
    return text.getvalue().replace("\r", " ").replace("\n", " ").encode()
