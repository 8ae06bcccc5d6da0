"""The supported file formats, in the order in which they are tried.

A new format needs a file and a line here; or, if an application reads it, a file in the folder of
the application and a line in its `__init__.py`. There are two kinds of formats. If the bytes must
be converted to lines of text first, such as those of a spreadsheet, a function `convert_to_lines`
reads the format. If the format contains other files, such as a mail, a function
`make_container_or_none` reads it. Both functions are called with the opened file and the options of
reading. They return None if the file has another format, and raise `PairFileError` if it has this
format but is broken. If another process reads the format, that process calls both functions, and a
function `open_apart` opens the file in this process.

If a text is a table or has one Sudoku on each line, a function `find_reader` looks at the first
lines. Any other text is read by `recognised_text`. A new way to write a Sudoku in a text is a file
in `recognition/forms`.
"""

import re
from collections.abc import Sequence
from copy import copy
from itertools import starmap
from typing import TYPE_CHECKING

from ..base.errors import PairFileError
from ..base.messages import Message
from ..base.registry import load_object
from .file_entry import (
    ConvertedLines,
    FaultError,
    NumberedLine,
    ReadingOptions,
    RivalReadingsError,
    decode_line_leniently,
    yield_lines_with_limited_total_bytes,
)
from .file_head import FileHead
from .lines import NumberedLines

if TYPE_CHECKING:
    from ..base.applications import FileFormat
    from .container import Container
    from .drawn_stream import DrawnStream
    from .recognised_text import RecognisedText
    from .sheet_reader import SheetReader
    from .single_lines import SingleLineReader

FORMATS = {"JSON": ((b"[", b"{"), "reading.json_array:convert_to_lines")}
"""The formats that are read without an application: the first bytes and the reader of each, as in
`FileFormat`.
"""

_MAY_HAVE_FORMAT = re.compile(rb"(\xef\xbb\xbf)?\s*(?!\xef\xbb\xbf)[A-Z<%\[{\x80-\xff]")
"""The beginning of a file that may have one of these formats, or one that an application reads. For
other files no application is asked, because finding the applications takes time.
"""

_MAY_LACK_TEXT = re.compile(
    rb"[c*] |p w?cnf |\{\\rtf|%!PS|GIF8|[^\x00-\x08\x80-\xff]{0,300}[\x00-\x08\x80-\xff]"
)
"""The beginning of a file that may be of a kind without text, such as a picture."""

_PACKED = (b"N4", b"9B", b"scf", b"sudokupad.app/", b"f-puzzles.com/")
"""Texts of which each link or code that holds a Sudoku has at least one."""


def find_formats(first_bytes: bytes) -> "list[FileFormat]":
    """Return the formats that a file with these first bytes may have."""
    if not _MAY_HAVE_FORMAT.match(first_bytes):
        return []
    from ..base.applications import FileFormat, collect_added_formats_by_name

    formats = [*collect_added_formats_by_name().values(), *starmap(FileFormat, FORMATS.values())]
    start = first_bytes.lstrip()
    return [one for one in formats if start.startswith(one.starts)]


def make_container_or_none(
    input_lines: NumberedLines, reading_options: ReadingOptions
) -> "Container | None":
    """Return the files inside a file, such as the attachments of a mail. Return None if the file
    does not contain other files.
    """
    for file_format in find_formats(input_lines.start):
        if file_format.is_container:
            found: Container | None = load_object(file_format.reader)(input_lines, reading_options)
            if found is not None:
                found.check_depth(input_lines.source, reading_options)
                return found
    return None


def convert_to_lines(input_lines: NumberedLines, reading_options: ReadingOptions) -> ConvertedLines:
    """Return the lines of text of a file. A file in another format, such as a spreadsheet, is
    converted to lines. A file that no converter recognises is text, and its own lines are returned.

    `input_lines` is the opened file, and `reading_options` are the options with which the lines are
    read. If these options choose a sheet or a range of cells, only these cells are returned. Raises
    `NoSudokuError` for a file without text, such as a picture.
    """
    found = _convert_whole_file_to_lines(input_lines, reading_options)
    if reading_options.sheet is None and not reading_options.ranges:
        return found
    selected: ConvertedLines = load_object("reading.cell_selection:crop_to_chosen_cells")(
        input_lines.source, found, reading_options
    )
    return selected


def _convert_whole_file_to_lines(
    lines: NumberedLines, reading_options: ReadingOptions
) -> ConvertedLines:
    """Return the lines of text of a whole file, with all its sheets and cells. A file in another
    format, such as a spreadsheet, is converted to lines.
    """
    if _MAY_LACK_TEXT.match(lines.start):
        load_object("reading.textless_files").refuse_textless_file(lines)
    found = _convert_format_or_none(lines, reading_options)
    if found is None:
        description = Message("an empty file") if not lines.start else None
        found = ConvertedLines(lines, reading_options, description)
    if found.sheets is None and any(sign in lines.start for sign in _PACKED):
        unpack = load_object("reading.packed_sudokus:unpack_lines")
        found = unpack(lines.source, found, lines.start)
    return found


def _convert_format_or_none(
    lines: NumberedLines, reading_options: ReadingOptions
) -> ConvertedLines | None:
    """Return the lines that are made from a file in another format; None if it is text. Raises
    `NoSudokuError` for a format that only a missing application reads.
    """
    found: ConvertedLines | None
    formats = find_formats(lines.start)
    for file_format in formats:
        if not file_format.is_container:
            found = load_object(file_format.reader)(lines, reading_options)
            if found is not None:
                return found._replace(lines=lines.limit_line_lengths(found.lines))
    if not formats and _MAY_HAVE_FORMAT.match(lines.start):
        load_object("reading.textless_files").refuse_document(lines)
    return None


def find_reader(
    file_head: FileHead,
) -> "SingleLineReader | RecognisedText | SheetReader | DrawnStream":
    """Return a reader that yields the Sudokus of a file, chosen by the form of the file's lines,
    such as a table or one row on each line. `file_head` has the first lines of the file. Raises
    `PairFileError` if the file contains no Sudoku, or if it is not certain which.
    """
    if not file_head.is_whole and not file_head.is_pair and _may_be_drawn(file_head):
        make_stream_or_none = load_object("reading.drawn_stream:make_stream_or_none")
        stream: DrawnStream | None = make_stream_or_none(file_head, _find_general_reader)
        if stream is not None:
            return stream
    return _find_general_reader(file_head)


def _may_be_drawn(file_head: FileHead) -> bool:
    """Return whether a long text may have grids that are drawn on several lines."""
    options = file_head.reading_options
    has_options = options.column is not None or options.blank is not None or options.offset
    is_text = file_head.sheets is None and not options.ranges and not has_options
    return is_text and file_head.format_revealing_line is None and not file_head.is_xml


def _find_general_reader(
    file_head: FileHead,
) -> "SingleLineReader | RecognisedText | SheetReader":
    """Return a reader that yields the Sudokus of a file, chosen by the form of the file's lines. It
    has all lines of a text of drawn grids in memory. The parameter and the errors are those of
    `find_reader`.
    """
    options = file_head.reading_options
    if options.blank is not None or options.offset:
        if file_head.sheets is not None:
            message = Message("--blank and --offset cannot be used with a table of cells yet")
            raise PairFileError(file_head.source, 1, 1, message)
        return _read_whole_text(file_head)
    found, doubt = _find_reader_of_rows(file_head)
    if found is not None and (
        not found.is_one_a_line
        or file_head.sheets is not None
        or options.column is not None
        or load_object("reading.line_lists:can_read")(found, file_head, has_doubt=doubt is not None)
    ):
        return found
    if doubt is not None and not any(b"|" in line for _, line in file_head.content):
        raise doubt
    if len(options.ranges) > 1:
        raise file_head.make_no_sudoku_error()  # a range inside another is a place of a table
    try:
        return _read_whole_text(file_head)
    except PairFileError as error:
        if doubt is not None and not isinstance(error, FaultError):
            raise doubt from None
        raise


def _find_reader_of_rows(
    file_head: FileHead,
) -> "tuple[SingleLineReader | SheetReader | None, PairFileError | None]":
    """Return a reader of a table or of a Sudoku on each line, and the reason why it is not certain
    where the Sudokus of a table are. The reader is None for another text.
    """
    found: SingleLineReader | SheetReader | None = None
    doubt: PairFileError | None = None
    for name in ("table", "sheet_reader", "line_lists"):
        if name == "line_lists" and not file_head.may_have_whole_sudokus:
            break
        if name != "line_lists" and (not file_head.may_have_columns or file_head.is_xml):
            continue  # so the format's file is not imported
        if name == "sheet_reader" and file_head.format_revealing_line is not None:
            continue  # a line has a whole Sudoku, so no Sudoku is drawn with one cell in each field
        if name == "sheet_reader" and file_head.sheets is None:
            found, doubt = _find_table_of_cells(file_head)
        else:
            found = load_object(f"reading.{name}").find_reader(file_head)
        if found is not None:
            file_head.reader_of_rows = name
            break
    if name == "line_lists" and file_head.reading_options.column is not None:
        return None, doubt  # several values of JSON on a line are in the column
    return found, doubt


def _find_table_of_cells(
    file_head: FileHead,
) -> "tuple[SheetReader | None, PairFileError | None]":
    """Return a reader of the Sudokus in a table of a text that has a cell in each field, and the
    reason why it is not certain where they are. Both are None for another text.
    """
    lines = [
        *yield_lines_with_limited_total_bytes(
            file_head.source, file_head.rest, Message("a table with blocks of cells")
        )
    ]
    file_head.rest = iter(lines)
    has_puzzle_section = load_object("recognition.text_lines:has_puzzle_section")
    if has_puzzle_section(decode_line_leniently(line) for _, line in lines if b"[" in line):
        return None, None  # the section of the pencil marks has commas
    try:
        reader: SheetReader | None = load_object("reading.sheet_reader").find_reader(file_head)
    except PairFileError as error:
        file_head.rest = iter(lines)
        return None, error
    if reader is None:
        file_head.rest = iter(lines)
    elif any(b"|" in line for _, line in lines) and _reads_otherwise(file_head, lines, reader):
        file_head.rest, file_head.box = iter(lines), file_head.reading_options.box
        return None, None
    return reader, None


def _reads_otherwise(
    file_head: FileHead, lines: Sequence[NumberedLine], reader: "SheetReader"
) -> bool:
    """Return whether the recogniser reads lines with bars otherwise than `reader`, or sees several
    readings, because the bars are the lines of a drawing and do not separate fields.
    """
    assert file_head.box is not None  # `reader` has set it
    drawing, shape = copy(file_head), file_head.box
    drawing.rest, drawing.box = iter(lines), file_head.reading_options.box
    try:
        text = _read_whole_text(drawing)
    except RivalReadingsError:
        return True
    except PairFileError:
        return False
    cells = [entry.cell_bytes for entry in text.yield_entries(shape)]
    return cells != [entry.cell_bytes for entry in reader.yield_entries(shape)]


def _read_whole_text(file_head: FileHead) -> "RecognisedText":
    text: RecognisedText = load_object("reading.recognised_text:RecognisedText")(file_head)
    return text
