"""Reading of HTML pages: their text becomes lines, and each row of an HTML table becomes a line of
CSV.
"""

import codecs
import re
from collections.abc import Iterator

from ...base.messages import Message, quote
from ...reading.file_entry import (
    ConvertedLines,
    NumberedLine,
    ReadingOptions,
    make_too_many_lines_without_sudoku_error,
    make_unexpected_error,
)
from ...reading.lines import NumberedLines
from .limited_reading import yield_lines_of_text_document

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
    start = input_lines.peek_first_bytes(2**18)
    name = reading_options.column if isinstance(reading_options.column, str) else "data"
    in_attribute = rb"[ \t\r\n]%b[ ]*=[ ]*[\"'][0-9A-Za-z._*-]{16}" % re.escape(name.encode())
    if not _TAG.search(start) or re.search(in_attribute, start):
        return None
    return ConvertedLines(
        yield_lines_of_text_document(
            "applications.documents.html_page:yield_numbered_lines_of_page",
            input_lines,
            reading_options,
        ),
        reading_options,
        Message("a page without Sudokus"),
    )


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
