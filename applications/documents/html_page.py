"""Reading of HTML pages: their text becomes lines, and each row of an HTML table becomes a line of
CSV.
"""

import codecs
import re
from collections.abc import Iterator

from ...base.errors import make_unexpected_error
from ...base.messages import Message, quote
from ...reading.file_entry import (
    ConvertedLines,
    NumberedLine,
    ReadingOptions,
    make_too_many_lines_without_sudoku_error,
)
from ...reading.gridfile import GridFile, OpenedStream
from ...reading.lines import NumberedLines
from . import limited_reading

_TAG = re.compile(rb"<(td|th|pre|p|br|div|li)[ \t\r\n/>]", re.IGNORECASE)


def convert_to_lines(
    input_lines: NumberedLines, reading_options: ReadingOptions
) -> ConvertedLines | None:
    """Return the text of an HTML page as lines. Each row of a table becomes a line of CSV. Returns
    None if the file is not an HTML page, or if it is XML in which an attribute of an element
    contains a Sudoku.

    `input_lines` is the opened file, and `reading_options` are the options with which the lines are
    read.
    """
    if not _is_page(input_lines, reading_options):
        return None
    return ConvertedLines(
        yield_numbered_lines_of_page(input_lines),
        reading_options,
        Message("a page without Sudokus"),
    )


def open_apart_or_none(
    opened: OpenedStream, reading_options: ReadingOptions, *, is_pair: bool
) -> GridFile | None:
    """Open an HTML page as `limited_reading.open_apart_or_none` does. Return None if this process
    must read the file, because it is no HTML page or no other process can be started.
    """
    if not _is_page(opened.lines, reading_options):
        return None
    return limited_reading.open_apart_or_none(opened, reading_options, is_pair=is_pair)


def _is_page(input_lines: NumberedLines, reading_options: ReadingOptions) -> bool:
    """Return whether a file is an HTML page, and not XML in which an attribute of an element
    contains a Sudoku.
    """
    start = input_lines.peek_first_bytes(2**18)
    name = reading_options.column if isinstance(reading_options.column, str) else "data"
    in_attribute = rb"[ \t\r\n]%b[ ]*=[ ]*[\"'][0-9A-Za-z._*-]{16}" % re.escape(name.encode())
    return _TAG.search(start) is not None and not re.search(in_attribute, start)


def yield_numbered_lines_of_page(lines: NumberedLines) -> Iterator[NumberedLine]:
    """Yield the text of an HTML page as numbered lines. Raise `PairFileError` if the page is
    malformed, or too many tags in a row produce no line.
    """
    from .page_lines import TooManyTagsError, yield_page_lines

    number = 0
    try:
        texts = codecs.iterdecode(lines.yield_utf8_pieces_with_line_feeds(), "utf-8", "replace")
        for number, line in enumerate(yield_page_lines(texts, lines.max_gap), 1):
            yield number, line
    except TooManyTagsError:
        raise make_too_many_lines_without_sudoku_error(
            lines.source, number + 1, lines.max_gap
        ) from None
    except ValueError:
        raise make_unexpected_error(lines.source, 1, 1, Message("HTML"), quote("…")) from None
