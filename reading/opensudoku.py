"""OpenSudoku's XML, and other XML whose Sudokus stand in an attribute: each as a line."""

from collections.abc import Iterator

from ..base.language import Message, quoted
from .form import NumberedLine, Reading, Unwrapped, unexpected
from .lines import Lines
from .xml_events import XmlError, xml_events


def unwrapped(lines: Lines, how: Reading) -> Unwrapped | None:
    """Return the attributes `data` of XML, or those that the column names, which is then chosen."""
    if not lines.start.lstrip().startswith(b"<"):
        return None
    attribute = how.column if isinstance(how.column, str) else "data"
    found = Message("XML without Sudokus")
    return Unwrapped(_values(lines, attribute), how._replace(column=None), found)


def _values(lines: Lines, attribute: str) -> Iterator[NumberedLine]:
    """Yield the attribute of all elements that have it, with the numbers of their lines."""
    try:
        for event in xml_events(lines.pieces()):
            if attribute in event.attributes:
                yield event.line, " ".join(event.attributes[attribute].split()).encode()
    except XmlError as problem:
        place = problem.line, problem.column
        raise unexpected(lines.source, *place, Message("XML"), quoted(problem.reason)) from None
    except ValueError as problem:  # an encoding that expat lacks
        raise unexpected(lines.source, 1, 1, Message("XML"), quoted(str(problem))) from None
