"""OpenSudoku's XML, and other XML whose Sudokus stand in an attribute: each as a line."""

from collections.abc import Iterator

from ..base.errors import PairFileError
from ..base.language import Message, quoted
from ..base.limits import TAG
from .form import NumberedLine, Reading, Unwrapped, unexpected
from .lines import Lines

_DEEPEST = 1000
"""How deep elements may be within each other."""


def unwrapped(lines: Lines, how: Reading) -> Unwrapped:
    """Return the attributes `data` of XML, or those that the column names, which is then chosen."""
    attribute = how.column if isinstance(how.column, str) else "data"
    found = Message("XML without Sudokus")
    return Unwrapped(_Attributes(lines, attribute).read(), how._replace(column=None), found)


class _Attributes:
    """One attribute of all elements that have it, with the numbers of their lines.

    Entities are refused: a few lines of them can stand for gigabytes.
    """

    def __init__(self, lines: Lines, attribute: str) -> None:
        from xml.parsers import expat

        self._lines, self._attribute = lines, attribute
        self._found: list[NumberedLine] = []
        self._pending = self._depth = 0
        self._expat, self._parser = expat, expat.ParserCreate()
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.EntityDeclHandler = lambda *_: self._refuse("<!ENTITY")

    def read(self) -> Iterator[NumberedLine]:
        """Yield them; raise `PairFileError` where the XML is broken or too deep."""
        try:
            for piece in self._lines.pieces():
                self._pending += len(piece)
                if self._pending > TAG:  # expat keeps a tag until it has all of it
                    self._refuse("…")
                self._parser.Parse(piece, False)
                yield from self._found
                self._found.clear()
            self._parser.Parse(b"", True)
            yield from self._found
        except self._expat.ExpatError as problem:
            reason = self._expat.errors.messages.get(problem.code, "")
            raise self._broken(problem.lineno, problem.offset + 1, reason) from None
        except (ValueError, LookupError) as problem:  # an encoding that Python lacks
            raise self._broken(1, 1, str(problem)) from None

    def _start(self, _: str, attributes: dict[str, str]) -> None:
        self._pending, self._depth = 0, self._depth + 1
        if self._depth > _DEEPEST:
            self._refuse("…")
        if self._attribute in attributes:
            text = " ".join(attributes[self._attribute].split())
            self._found.append((self._parser.CurrentLineNumber, text.encode()))

    def _end(self, _: str) -> None:
        self._depth -= 1

    def _refuse(self, text: str) -> None:
        raise self._broken(self._parser.CurrentLineNumber, 1, text)

    def _broken(self, line: int, column: int, reason: str) -> PairFileError:
        return unexpected(self._lines.source, max(line, 1), column, Message("XML"), quoted(reason))
