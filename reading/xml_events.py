"""XML as events, piece by piece, with limits for what a parser keeps."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..base.limits import TAG

_DEEPEST = 1000
"""How deep elements may be within each other."""


class XmlEvent(NamedTuple):
    """A tag that begins (`<`) or ends (`/`), or a text (`t`), and the line where it stands.

    `text` is the text, or the name of the tag.
    """

    kind: str
    text: str
    attributes: dict[str, str]
    line: int


class XmlError(ValueError):
    """What is wrong with XML, and where: a line and a column, from 1."""

    def __init__(self, reason: str, line: int = 1, column: int = 1) -> None:
        super().__init__(reason)
        self.reason, self.line, self.column = reason, max(line, 1), column


def xml_events(pieces: Iterable[bytes]) -> Iterator[XmlEvent]:
    """Yield what stands in XML; raise `XmlError` where it is broken or too deep.

    Entities are refused: a few lines of them can stand for gigabytes.
    """
    from xml.parsers import expat

    found = list[XmlEvent]()
    parser = expat.ParserCreate()
    depth = pending = 0

    def refuse(reason: str) -> None:
        raise XmlError(reason, parser.CurrentLineNumber)

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth, pending
        pending, depth = 0, depth + 1
        if depth > _DEEPEST:
            refuse("…")
        found.append(XmlEvent("<", name, attributes, parser.CurrentLineNumber))

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1
        found.append(XmlEvent("/", name, {}, parser.CurrentLineNumber))

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = lambda text: found.append(
        XmlEvent("t", text, {}, parser.CurrentLineNumber)
    )
    parser.EntityDeclHandler = lambda *_: refuse("<!ENTITY")
    try:
        for piece in pieces:
            pending += len(piece)
            if pending > TAG:  # expat keeps a tag until it has all of it
                refuse("…")
            parser.Parse(piece, False)
            yield from found
            found.clear()
        parser.Parse(b"", True)
        yield from found
    except expat.ExpatError as problem:
        said = expat.errors.messages.get(problem.code, "")
        raise XmlError(said, problem.lineno, problem.offset + 1) from None
    except LookupError as problem:  # an encoding that Python lacks
        raise XmlError(str(problem)) from None
