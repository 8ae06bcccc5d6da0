"""Tables: CSV with any delimiter, with or without names; fields between white space if chosen."""

from ..base.errors import PairFileError
from ..base.language import Message
from . import runs
from .fields import delimiter_of, fields, shown_list
from .head import Head, text_of
from .problems import unexpected
from .single_lines import SingleLines, in_column


def recognised(head: Head) -> SingleLines | None:
    """Return the Sudokus of the column that is chosen, or that a delimiter stands beside.

    Raises `PairFileError` where there is no such column.
    """
    if not head.content:
        return None
    if head.how.column is not None:
        return _with_column(head, head.how.column)
    if head.decisive is None:
        return None
    number, line, run = head.decisive
    beside = line[run.end :].lstrip(b'"')[:1] or line[: run.start].rstrip(b'"')[-1:]
    if line.lstrip().startswith(b"{") or beside not in (b",", b";", b"\t", b"|"):
        return None
    delimiter = beside.decode()
    count = len(fields(text_of(line), delimiter))
    first, names = head.content[0]
    has_names = first < number and len(fields(text_of(names), delimiter)) == count
    header = (first, text_of(names)) if has_names else None
    return SingleLines(head, head.decisive.seen, header, delimiter)


def _with_column(head: Head, column: str | int) -> SingleLines:
    text = text_of(head.content[0][1])
    delimiter = delimiter_of(text)
    header = None if runs.find(text.encode()) else (head.content[0][0], text)
    names = [name.strip() for name in fields(text, delimiter)] if header else []
    index = _index(column, names)
    if index is None:
        raise _no_column(head, column, names)

    def field_of(line: str) -> str | None:
        found = fields(line, delimiter)
        return found[index].strip() if index < len(found) else None

    return in_column(head, field_of, header, delimiter)


def _index(column: str | int, names: list[str]) -> int | None:
    """Return where a column stands among the fields, from 0; None if it is not there."""
    if isinstance(column, str):
        if column in names:
            return names.index(column)
        column = int(column) if column.isascii() and column.isdigit() else 0
    return column - 1 if column > 0 else None


def _no_column(head: Head, column: str | int, names: list[str]) -> PairFileError:
    found = Message("no line of names")
    if names:
        found = Message("the columns {names}", names=shown_list(names))
    expected = Message("a column '{column}'", column=column)
    return unexpected(head.source, head.content[0][0], 1, expected, found)
