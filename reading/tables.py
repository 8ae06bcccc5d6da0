"""Files that are tables: columns of CSV and JSON lines, JSON arrays, OpenSudoku's XML, Parquet."""

import io
from collections.abc import Iterator
from importlib import import_module
from typing import IO, Any

from ..base.errors import PairFileError
from ..base.language import Message
from ..base.limits import ARRAY, TAG
from ..sudoku.signs import shown
from . import oneline
from .lines import Lines, readable

_DELIMITERS = ",;\t|"
_FIRST = 2**18
"""How many bytes are read to see where the first line ends."""
_ROWS = 1000
"""How many rows of Parquet are in memory as Python's objects."""
_DEEPEST = 1000
"""How deep elements of XML may be within each other."""


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
            record = _from_json(line)
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


def json_items(lines: Lines) -> list[bytes] | None:
    """Return the strings and objects of a file that is one array of JSON, each as a line.

    The array may also be the only one in an object. Returns None for files that hold something
    else, objects on a line each for example; then all that was read is still to be read.
    """
    if not lines.start.lstrip().startswith((b"[", b"{")):
        return None
    import json

    first, _, following = lines.ahead(_FIRST).partition(b"\n")
    if following.strip() and _from_json(first) is not None:
        return None
    text = lines.ahead(ARRAY + 1)
    if len(text) > ARRAY:
        raise _too_large(lines.source, Message("an array of JSON"))
    document = _from_json(text)
    if isinstance(document, dict):
        arrays = [value for value in document.values() if isinstance(value, list)]
        others = [value for value in document.values() if isinstance(value, str)]
        is_one_sudoku = any(oneline.find(text.encode(errors="replace")) for text in others)
        document = arrays[0] if len(arrays) == 1 and not is_one_sudoku else None
    if not isinstance(document, list) or not all(isinstance(one, str | dict) for one in document):
        return None
    texts = (
        one if isinstance(one, str) else json.dumps(one, ensure_ascii=False) for one in document
    )
    return [" ".join(text.split()).encode(errors="replace") for text in texts]


def _from_json(text: str | bytes) -> Any:
    """Return the value that a text stands for; None if it is no JSON."""
    import json

    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def key_of(line: str, cells: str) -> str | None:
    """Return the key of an object of JSON under which these cells stand in a string.

    >>> key_of('{"id": 7, "puzzle": "12..............", "solution": "1234..."}', "12" + 14 * ".")
    'puzzle'
    """
    record = _from_json(line)
    pairs = record.items() if isinstance(record, dict) else ()
    return next((key for key, text in pairs if isinstance(text, str) and cells in text), None)


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
    pending = depth = 0

    def start(_: str, attributes: dict[str, str]) -> None:
        nonlocal pending, depth
        pending, depth = 0, depth + 1
        if depth > _DEEPEST:
            raise _broken_xml(lines.source, parser.CurrentLineNumber, 1, "…")
        if wanted in attributes:
            text = " ".join(attributes[wanted].split())
            found.append((parser.CurrentLineNumber, text.encode()))

    def end(_: str) -> None:
        nonlocal depth
        depth -= 1

    def refuse(*_: object) -> None:
        raise _broken_xml(lines.source, parser.CurrentLineNumber, 1, "<!ENTITY")

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.EntityDeclHandler = refuse
    try:
        for piece in lines.pieces():
            pending += len(piece)
            if pending > TAG:  # expat keeps a tag until it has all of it
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
        for batch in file.iter_batches(_ROWS):
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
        if whole.tell() > ARRAY:
            raise _too_large(lines.source, Message("Parquet that cannot be read piece by piece"))
    return whole


def _too_large(source: str, what: Message) -> PairFileError:
    message = Message(
        "expected at most {limit} MiB of {what}, found more", limit=ARRAY // 2**20, what=what
    )
    return PairFileError(source, 1, 1, message)


def _csv(row: Any) -> bytes:
    import csv

    text = io.StringIO()
    csv.writer(text, lineterminator="").writerow(row)
    return text.getvalue().replace("\r", " ").replace("\n", " ").encode()
