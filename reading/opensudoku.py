"""Reading of XML files that contain Sudokus in an attribute of their elements, such as those of the
app OpenSudoku. Each Sudoku becomes a line.
"""

from collections.abc import Iterator

from ..base.errors import PairFileError
from ..base.limits import TAG
from ..base.messages import Message, quote
from .file_entry import (
    ConvertedLines,
    NumberedLine,
    ReadingOptions,
    make_too_many_lines_without_sudoku_error,
    make_unexpected_error,
)
from .lines import NumberedLines

_MOST_ELEMENTS_WITHIN_EACH_OTHER = 1000


def convert_to_lines(input_lines: NumberedLines, reading_options: ReadingOptions) -> ConvertedLines:
    """Return the values of one attribute of all XML elements in a file, each as a line of text. The
    attribute has the name that the user chose as the column, or `data` if none was chosen.
    `input_lines` is the opened file, and `reading_options` are the options with which the lines are
    read.
    """
    attribute = reading_options.column if isinstance(reading_options.column, str) else "data"
    found = Message("XML without Sudokus")
    return ConvertedLines(
        _yield_numbered_attribute_values(input_lines, attribute),
        reading_options._replace(column=None),
        found,
    )


def _yield_numbered_attribute_values(
    lines: NumberedLines, attribute: str
) -> Iterator[NumberedLine]:
    """Yield the values of an attribute, one line for each XML element that has it, with the number
    of the line on which the element begins. `attribute` is the name of the attribute.

    Raises `PairFileError` for invalid XML, and for XML that defines entities, because a few lines
    of entities can expand to gigabytes.
    """
    from xml.parsers import expat

    found = list[NumberedLine]()
    pending = depth = gap = 0

    def start_element(_: str, attributes: dict[str, str]) -> None:
        """Store the value of the wanted attribute as a line, if the element has this attribute. The
        XML parser calls this function at the beginning of an element.
        """
        nonlocal pending, depth, gap
        pending, depth, gap = 0, depth + 1, gap + 1
        _check_element_depth_and_gap(lines, parser.CurrentLineNumber, depth, gap)
        if attribute in attributes:
            gap = 0
            text = " ".join(attributes[attribute].split())
            found.append((parser.CurrentLineNumber, text.encode()))

    def end_element(_: str) -> None:
        """Record that an element has ended. The XML parser calls this function."""
        nonlocal depth
        depth -= 1

    def refuse_entity(*_: object) -> None:
        raise _make_xml_error(lines, parser.CurrentLineNumber, 1, "<!ENTITY")

    parser = expat.ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler = start_element, end_element
    parser.EntityDeclHandler = refuse_entity
    try:
        for piece in lines.yield_decompressed_pieces():
            pending += len(piece)
            if pending > TAG:  # expat keeps a tag in memory until the tag is complete
                raise _make_xml_error(lines, parser.CurrentLineNumber, 1, "…")
            parser.Parse(piece, False)
            yield from found
            found.clear()
        parser.Parse(b"", True)
        yield from found
    except expat.ExpatError as problem:
        reason = expat.errors.messages.get(problem.code, "")
        raise _make_xml_error(lines, problem.lineno, problem.offset + 1, reason) from None
    except (ValueError, LookupError) as problem:  # an encoding that Python lacks
        raise _make_xml_error(lines, 1, 1, str(problem)) from None


def _check_element_depth_and_gap(
    lines: NumberedLines, line: int, depth: int, elements_since_sudoku: int
) -> None:
    """Raise `PairFileError` if an XML element is nested too deeply, or if too many successive
    elements contained no Sudoku. `lines` is the opened file, and `line` is the number of the line
    on which the element begins. `depth` is 1 for the outermost element, and `elements_since_sudoku`
    is the number of elements since the last Sudoku.
    """
    if depth > _MOST_ELEMENTS_WITHIN_EACH_OTHER:
        raise _make_xml_error(lines, line, 1, "…")
    if elements_since_sudoku > lines.max_gap:
        raise make_too_many_lines_without_sudoku_error(lines.source, line, lines.max_gap)


def _make_xml_error(lines: NumberedLines, line: int, column: int, reason: str) -> PairFileError:
    return make_unexpected_error(lines.source, max(line, 1), column, Message("XML"), quote(reason))
