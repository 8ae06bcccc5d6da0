"""Reading of text documents (.docx, .odt). The paragraphs between two tables are read as a file of
text, and each table as a file of CSV.

The lines of all these files are numbered together: a paragraph is a line, and a row of a table is a
line.
"""

from collections.abc import Iterator
from typing import NamedTuple
from zipfile import ZipFile

from ...base.csv_line import make_csv_line_keeping_formulas
from ...base.errors import PairFileError, make_unexpected_error
from ...base.limits import ARRAY, FIELDS, TAG
from ...base.messages import Message, quote
from ...reading.container import Container
from ...reading.file_entry import (
    NoSudokuError,
    ReadingOptions,
    make_file_too_large_error,
    make_too_many_lines_without_sudoku_error,
)
from ...reading.lines import NumberedLines
from .limited_reading import explain_document_errors
from .text_and_tables import DocumentPart, PartLine, yield_inner_files_or_errors
from .zip_files import yield_pieces
from .zipped_kinds import find_zip_content_or_none

_MOST_DEPTH = 1000
_MOST_REPEATED = 100
_REFUSED = {
    "slides": Message("a presentation; save it as PDF"),
    "apple": Message("a document of Apple Numbers, Pages or Keynote; export it as .xlsx or .docx"),
    "encrypted": Message("an encrypted document; save it without a password"),
}


class _ElementNames(NamedTuple):
    """The names of the XML elements in one kind of document. `texts` are the elements that contain
    text, `signs` the elements that represent a character, and `skipped` the elements whose content
    is left out.
    """

    paragraphs: frozenset[str]
    tables: str
    rows: str
    cells: frozenset[str]
    texts: frozenset[str]
    signs: dict[str, str]
    skipped: frozenset[str]


_WORD = _ElementNames(
    frozenset(["w:p"]),
    "w:tbl",
    "w:tr",
    frozenset(["w:tc"]),
    frozenset(["w:t"]),
    {"w:br": "\n", "w:cr": "\n", "w:tab": "\t"},
    frozenset(["mc:Fallback", "w:del", "w:moveFrom"]),
)
_WRITER = _ElementNames(
    frozenset(["text:p", "text:h"]),
    "table:table",
    "table:table-row",
    frozenset(["table:table-cell", "table:covered-table-cell"]),
    frozenset(["text:p", "text:h"]),
    {"text:line-break": "\n", "text:tab": "\t"},
    frozenset(["text:tracked-changes", "office:annotation"]),
)
_KINDS = {"docx": ("word/document.xml", _WORD), "odt": ("content.xml", _WRITER)}


def make_container_or_none(
    input_lines: NumberedLines, reading_options: ReadingOptions
) -> Container | None:
    """Return the texts and tables of a document in a `Container`, from which each text and each
    table is read like a file of its own. Return None if the file is not a document. `input_lines`
    is the opened file, and `reading_options` are the options for reading the texts and tables.

    Raises `NoSudokuError` for a kind of document that cannot be read.
    """
    content = find_zip_content_or_none(input_lines)
    kind = None if content is None else content.kind
    if kind in _REFUSED:
        expected, found = Message("a Sudoku"), _REFUSED[kind]
        message = Message("expected {expected}, found {found}", expected=expected, found=found)
        raise NoSudokuError(input_lines.source, 1, 1, message)
    if content is None or kind not in _KINDS:
        return None
    source = input_lines.source
    lines = _yield_lines_of_document(content.archive, source, kind, reading_options.max_gap)
    return Container(
        yield_inner_files_or_errors(source, lines, reading_options),
        Message("a document without Sudokus"),
        is_document=True,
    )


def _yield_lines_of_document(
    archive: ZipFile, source: str, kind: str, max_gap: int
) -> Iterator[PartLine]:
    """Yield the lines of a document, each with the part to which it belongs. `source` is the name
    of the file in errors, and `kind` is `docx` or `odt`. Raises `PairFileError` if the document is
    broken, or if more than `max_gap` elements follow one another without a line.
    """
    name, names = _KINDS[kind]
    parser = _DocumentParser(source, max_gap, names)
    with explain_document_errors(source):
        yield from parser.yield_paragraph_and_table_lines(archive, name)


class _DocumentParser:
    """The paragraphs and tables of a document, which are read from its XML piece by piece."""

    def __init__(self, source: str, max_gap: int, names: _ElementNames) -> None:
        self.source, self._max_gap, self._names = source, max_gap, names
        self._found = list[PartLine]()
        self._length = 0
        self._depth = self._skipped = self._texts = self._gap = self._pending = 0
        # `_tables` is how many tables contain the current element, and `_table` is the number of
        # its table.
        self._tables, self._table = 0, 0
        self._row: list[str] | None = None
        self._cells = 0  # the number of cells that contain the current element
        self._times = 1  # how often the current cell is repeated
        self._is_hidden = False  # whether Word does not show the text of the current run
        self._text = list[str]()

    def yield_paragraph_and_table_lines(self, archive: ZipFile, name: str) -> Iterator[PartLine]:
        """Yield the lines of a document's paragraphs and tables, from the XML file `name` in its
        archive. Raises `PairFileError` for invalid XML, XML that is too large or defines entities,
        and elements that are nested too deeply.
        """
        from xml.parsers import expat

        parser = expat.ParserCreate()
        parser.StartElementHandler, parser.EndElementHandler = (
            self._start_element,
            self._end_element,
        )
        parser.CharacterDataHandler, parser.EntityDeclHandler = self._add_text, self._refuse_entity
        parser.buffer_text = True
        byte_count = 0
        try:
            for piece in yield_pieces(archive, name):
                byte_count += len(piece)
                self._pending += len(piece)
                if self._pending > TAG:  # expat keeps a tag in memory until it is complete
                    raise self._make_document_error("…")
                parser.Parse(piece, False)
                if byte_count > ARRAY:
                    raise make_file_too_large_error(self.source, Message("a document"))
                yield from self._found
                self._found.clear()
            parser.Parse(b"", True)
            yield from self._found
        except expat.ExpatError as problem:
            raise self._make_document_error(expat.errors.messages.get(problem.code, "")) from None

    def _make_document_error(self, reason: str) -> PairFileError:
        return make_unexpected_error(self.source, 1, 1, Message("a document"), quote(reason))

    def _refuse_entity(self, *_: object) -> None:
        """Raise `PairFileError`, because the XML defines an entity, which could expand to an
        enormous text. The XML parser calls this function.
        """
        raise self._make_document_error("<!ENTITY")

    def _start_element(self, name: str, attributes: dict[str, str]) -> None:
        """Handle the beginning of an XML element: record its depth, and read its attributes unless
        its content is left out. The XML parser calls this function. Raises `PairFileError` if too
        many elements follow one another without a line of text, or contain each other.
        """
        self._pending, self._gap, self._depth = 0, self._gap + 1, self._depth + 1
        if self._gap > self._max_gap:
            raise make_too_many_lines_without_sudoku_error(self.source, 1, self._max_gap)
        if self._depth > _MOST_DEPTH:
            raise self._make_document_error("…")
        names = self._names
        self._skipped += name in names.skipped
        self._texts += name in names.texts
        if not self._skipped:
            self._start_kept_element(name, attributes)

    def _start_kept_element(self, name: str, attributes: dict[str, str]) -> None:
        """Handle the beginning of an element whose content is read: a table, a row, a cell, or an
        element that represents a character.
        """
        names = self._names
        if name in names.signs:
            self._text.append(names.signs[name])
        elif name == "text:s":
            self._text.append(" " * _parse_repetition_count(attributes.get("text:c")))
        elif name == "w:r":
            self._is_hidden = False
        elif name == "w:vanish":
            self._is_hidden = attributes.get("w:val", "true") not in ("0", "false", "off")
        elif name == "w:gridSpan":
            self._times = _parse_repetition_count(attributes.get("w:val"))
        elif name == names.tables:
            self._tables += 1
            self._table += self._tables == 1
        elif name == names.rows and self._tables == 1:
            self._row = []
        elif name in names.cells:
            self._cells += 1
            if self._cells == 1:
                self._text.clear()
                self._times = _parse_repetition_count(
                    attributes.get("table:number-columns-repeated")
                )

    def _end_element(self, name: str) -> None:
        """Handle the end of an element: store the paragraph, the cell or the row that it completes.
        The XML parser calls this function.
        """
        names, self._depth = self._names, self._depth - 1
        self._is_hidden &= name not in ("w:r", "w:pPr")  # the sign that ends a paragraph is no text
        if not self._skipped:
            if name in names.paragraphs:
                self._end_paragraph()
            elif name in names.cells:
                self._cells -= 1
                if self._cells == 0:
                    self._end_cell()
            elif name == names.rows and self._tables == 1 and self._row is not None:
                self._add_line(self._table, make_csv_line_keeping_formulas(self._row))
                self._row = None
            elif name == names.tables:
                self._tables -= 1
        self._texts -= name in names.texts
        self._skipped -= name in names.skipped

    def _add_text(self, text: str) -> None:
        if self._texts and not self._skipped and not self._is_hidden:
            self._text.append(" ".join(text.split("\n")))
            self._length += len(text)

    def _end_paragraph(self) -> None:
        """Store the text of a paragraph as lines. Within a cell, only add a line end to the cell's
        text.
        """
        if self._cells:
            self._text.append("\n")
            return
        for line in "".join(self._text).split("\n"):
            self._add_line(0, line)
        self._text.clear()

    def _end_cell(self) -> None:
        """Add a cell to its table row. A cell that is repeated or wider than others fills several
        fields: with its text, or with empty texts.
        """
        text = "".join(self._text).strip()
        self._text.clear()
        if self._row is None:
            return
        is_wide = self._names is _WORD
        more = ["" if is_wide else text] * (self._times - 1)
        self._row += [text, *more]
        self._times = 1
        self._length += len(text) * len(more)
        if len(self._row) > FIELDS or self._length > ARRAY:
            raise make_file_too_large_error(self.source, Message("a document"))

    def _add_line(self, table_number: int, text: str) -> None:
        """Store a line of text. `table_number` is the number of its table, from 1, or 0 for a line
        of a paragraph.
        """
        self._gap = 0
        self._found.append((DocumentPart(table_number), text.encode(errors="replace")))


def _parse_repetition_count(text: str | None) -> int:
    """Return how often a cell is repeated, from the value of an XML attribute: a number from 1 to
    100.
    """
    count = int(text) if text and text.isascii() and text.isdigit() and len(text) < 9 else 1
    return max(1, min(count, _MOST_REPEATED))
