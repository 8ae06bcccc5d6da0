"""Reading of PDFs. The text between two tables is read as a file of text, and each table or framed
Sudoku as a file of CSV. The library pdfminer.six reads the pages.
"""

from collections.abc import Iterator

from ...base.errors import PairFileError, make_unexpected_error
from ...base.messages import Message
from ...reading.container import Container
from ...reading.file_entry import (
    NoSudokuError,
    ReadingOptions,
    yield_lines_with_limited_total_bytes,
)
from ...reading.lines import NumberedLines
from .limited_reading import check_library, explain_document_errors, make_seekable_file
from .pdf_pages import PdfFault, PdfFaultOnPage, yield_lines_or_faults
from .text_and_tables import DocumentPart, PartLine, yield_inner_files_or_errors


def make_container_or_none(
    input_lines: NumberedLines, reading_options: ReadingOptions
) -> Container:
    """Return the texts and tables of a PDF.

    Reading them raises `PairFileError` if pdfminer.six is not installed.
    """
    source = input_lines.source
    found = yield_lines_with_limited_total_bytes(
        source, _yield_pdf_lines(input_lines), Message("a PDF")
    )
    inner_files = yield_inner_files_or_errors(
        source,
        _yield_lines_or_errors_of_uncertain_digits(source, found),
        reading_options,
        _make_uncertain_cells_error(source),
    )
    return Container(inner_files, Message("a PDF without Sudokus"), is_document=True)


def _yield_pdf_lines(lines: NumberedLines) -> Iterator[tuple[DocumentPart | PdfFaultOnPage, bytes]]:
    """Yield the lines and the rows of tables of a PDF, each with its kind, and its faults."""
    missing = Message("to read a PDF, install pdfminer.six: pip install 'sudokopie[pdf]'")
    check_library("pdfminer", lines.source, missing)
    file = make_seekable_file(lines)
    file.seek(0)
    with explain_document_errors(lines.source):
        yield from yield_lines_or_faults(file)


def _yield_lines_or_errors_of_uncertain_digits(
    source: str, lines: Iterator[tuple[DocumentPart | PdfFaultOnPage, bytes]]
) -> Iterator[PartLine | PairFileError]:
    """Yield the lines of a PDF unchanged. If it is not certain to which cells of a Sudoku some
    digits belong, or if a page break cuts a Sudoku in two, yield an error instead of these digits.
    Raise `NoSudokuError` if the PDF, the file `source`, is encrypted or has no text.
    """
    has_text = False
    for kind, line in lines:
        if isinstance(kind, DocumentPart):
            has_text = has_text or bool(line)
            yield kind, line
        elif kind.fault is PdfFault.ENCRYPTED:
            raise _make_no_sudoku_in_pdf_error(
                source, Message("an encrypted PDF; save it without a password")
            )
        else:
            has_text = True
            if kind.fault is PdfFault.CUT:
                yield _make_cut_sudoku_error(source, kind.page)
            else:
                yield _make_uncertain_cells_error(source)
    if not has_text:
        raise _make_no_sudoku_in_pdf_error(
            source, Message("a PDF of pictures, such as a scan: there is no text in it")
        )


def _make_uncertain_cells_error(source: str) -> PairFileError:
    """Return the error for digits without a frame if it is not certain to which cells of a Sudoku
    they belong.
    """
    expected = Message("a Sudoku in a frame, or with a sign in each blank cell")
    found = Message("digits without a frame whose cells are not certain")
    return make_unexpected_error(source, 1, 1, expected, found)


def _make_cut_sudoku_error(source: str, page: int) -> PairFileError:
    """Return the error for a Sudoku that begins on the page `page` and ends on the next."""
    message = Message(
        "a page break cuts a Sudoku in two: it begins on page {page} and ends on page {next}; put "
        "all its rows on one page",
        page=page,
        next=page + 1,
    )
    return PairFileError(source, 1, 1, message)


def _make_no_sudoku_in_pdf_error(source: str, pdf_description: Message) -> NoSudokuError:
    """Return the error for a PDF in which no Sudoku can be read. `source` is the name of the PDF,
    and `pdf_description` describes the PDF in the error, such as "an encrypted PDF".
    """
    expected = Message("a Sudoku")
    message = Message(
        "expected {expected}, found {found}", expected=expected, found=pdf_description
    )
    return NoSudokuError(source, 1, 1, message)
