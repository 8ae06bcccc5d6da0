"""Reading of PDFs: the text between two tables is a file of text, and each table or framed Sudoku a
file of CSV. pdfminer.six reads the pages in a separate process.
"""

from collections.abc import Iterator

from ..base.messages import Message
from .file_entry import NoSudokuError, NumberedLine, Reading, limit_lines
from .lines import Lines
from .members import Container
from .pdf_pages import ENCRYPTED, read_parts
from .separate_process import read_lines_elsewhere
from .text_and_tables import make_members


def find_members(lines: Lines, how: Reading) -> Container:
    """Return the texts and tables of a PDF.

    Reading them raises `PairFileError` if pdfminer.six is not installed.
    """
    missing = Message("to read a PDF, install pdfminer.six: pip install pdfminer.six")
    found = limit_lines(
        lines.source,
        read_lines_elsewhere(read_parts, lines, "pdfminer", missing),
        Message("a PDF"),
    )
    members = make_members(lines.source, _check_text(lines.source, found), how)
    return Container(members, Message("a PDF without Sudokus"))


def _check_text(source: str, lines: Iterator[NumberedLine]) -> Iterator[NumberedLine]:
    """Yield the lines of a PDF unchanged; raise `NoSudokuError` if it is encrypted or has no
    text.
    """
    has_text = False
    for number, line in lines:
        if number == ENCRYPTED:
            raise _make_error(source, Message("an encrypted PDF; save it without a password"))
        has_text = has_text or bool(line)
        yield number, line
    if not has_text:
        raise _make_error(
            source, Message("a PDF of pictures, such as a scan: there is no text in it")
        )


def _make_error(source: str, found: Message) -> NoSudokuError:
    expected = Message("a Sudoku")
    message = Message("expected {expected}, found {found}", expected=expected, found=found)
    return NoSudokuError(source, 1, 1, message)
