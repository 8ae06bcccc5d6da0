"""The texts and the tables of a document as separate files. The lines of all these files are
numbered together, as in the document.
"""

import io
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import groupby
from typing import NamedTuple

from ...base.csv_line import make_csv_line_keeping_formulas
from ...base.errors import PairFileError
from ...reading.container import InnerFile
from ...reading.fields import split_fields
from ...reading.file_entry import ReadingOptions, decode_line_leniently
from ...recognition.cells import has_word, is_greeting

_SIZES = (4, 6, 8, 9, 10, 12, 15, 16, 20, 25)


class DocumentPart(NamedTuple):
    """The part of a document to which a line belongs: the number of the table, from 1, or 0 for a
    line of text.

    - `is_title`: whether the line is the title of the table.
    - `is_open`: whether there may be further blank cells around the table.
    """

    table: int = 0
    is_title: bool = False
    is_open: bool = False


TEXT = DocumentPart()
"""The kind of a line of text."""

PartLine = tuple[DocumentPart, bytes]
"""The kind of a line of a document, and the line."""


def yield_inner_files_or_errors(
    source: str,
    lines: Iterable[PartLine | PairFileError],
    reading_options: ReadingOptions,
    incomplete_table_error: PairFileError | None = None,
) -> Iterator[InnerFile | PairFileError]:
    """Yield the text between two tables as a file, and each table as a file of CSV. If reading the
    document raises an error, the error is yielded as the last item; an error that is an item of
    `lines` is yielded in its place. `source` is the name of the document.

    `lines` are the lines of the document, each with its kind. The line of text above
    a table is the name of its Sudokus. `reading_options` are the options with which the files are
    read. `incomplete_table_error` is reported for a table that cannot be read because its Sudoku
    may have further blank cells outside the table.
    """
    before, title = 0, ""
    try:
        for kind, group in groupby(lines, _get_kind_or_error):
            if isinstance(kind, PairFileError):
                yield kind
                continue
            found = [item[1] for item in group if not isinstance(item, PairFileError)]
            if kind.is_title:
                title = _find_title(found)
                continue
            is_whole_table = kind.table > 0 and not kind.is_open
            rows = _fill_blanks_if_sudoku(found) if is_whole_table else found
            content = b"".join(b"%b\n" % row for row in rows)
            own = reading_options._replace(
                depth=reading_options.depth + 1,
                encoding="utf-8",
                lines_before=before,
                table_title=title,
            )
            taken = partial(int, len(content))
            inner_file = InnerFile(source, io.BytesIO(content), own, taken, is_body=not kind.table)
            yield (
                inner_file._replace(refusal=incomplete_table_error) if kind.is_open else inner_file
            )
            before += len(found)
            title = "" if kind.table else _find_title(found)
    except PairFileError as error:
        yield error


def _get_kind_or_error(line_or_error: PartLine | PairFileError) -> DocumentPart | PairFileError:
    """Return the kind of a line. If `line_or_error` is not a line but an error, return the
    error.
    """
    return line_or_error if isinstance(line_or_error, PairFileError) else line_or_error[0]


def _fill_blanks_if_sudoku(rows: list[bytes]) -> list[bytes]:
    """Return the rows of a table with a sign for blank in each empty cell, if the table has the
    size of a Sudoku and contains only digits. Other rows are returned unchanged.

    With these signs, empty outer rows and columns are read as part of the Sudoku.
    """
    size = len(rows)
    if size not in _SIZES or size > len(rows[0]) + 1:
        return rows
    cells = [split_fields(decode_line_leniently(row), ",") for row in rows]
    texts = [text.strip() for row in cells for text in row]
    is_square = all(len(row) == size for row in cells)
    if not is_square or not all(text.isdigit() or not text for text in texts):
        return rows
    filled = ([text.strip() or "." for text in row] for row in cells)
    return [make_csv_line_keeping_formulas(row).encode() for row in filled]


def _find_title(texts: list[bytes]) -> str:
    """Return the last line of text before a table, which is the title of its Sudoku. Returns an
    empty text if this line is a greeting or has no words.
    """
    lines = (decode_line_leniently(line).strip() for line in reversed(texts))
    text = next(filter(None, lines), "")
    return text if has_word(text) and not is_greeting(text) else ""
