"""What goes to a terminal: characters from a file that a terminal would obey are shown as escapes.

Escape sequences could clear the screen or change its title, marks of direction could let a text be
read as another one. In a pipe or a file they stay as they are.
"""

import codecs
import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO
from unicodedata import category

from ..base.language import escaped

_LAYOUT = "\n\t"
"""Control characters that only move on."""


class _Escaping(io.BufferedIOBase):
    """Pass bytes on to a terminal as text, escaped, and what its encoding cannot decode too."""

    def __init__(self, terminal: io.TextIOWrapper) -> None:
        self.terminal, self.name, self.mode = terminal, terminal.name, "wb"
        self._decode = codecs.getincrementaldecoder(terminal.encoding)("backslashreplace").decode

    def writable(self) -> bool:
        return True

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        return self.terminal.fileno()

    def write(self, data: bytes, /) -> int:  # type: ignore[override] # any buffer
        self.terminal.write(shown_on_terminal(self._decode(bytes(data))))
        return len(data)

    def flush(self) -> None:
        self.terminal.flush()


def shown_on_terminal(text: str) -> str:
    r"""Return a text of any lines as a terminal may be given it.

    >>> shown_on_terminal("a\tb\x1b[2J\n")
    'a\tb\\x1b[2J\n'
    """
    if text.isprintable():
        return text
    spaces = {char for char in set(text) if category(char) == "Zs"}
    return escaped(text, {*_LAYOUT, *spaces})


@contextmanager
def terminals_guarded() -> Iterator[None]:
    """Let standard output and standard error escape what is written to them, if it is a terminal.

    What moves the cursor or gives colours goes to `unguarded`.
    """
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = map(_guarded, before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def _guarded(stream: TextIO) -> TextIO:
    if not isinstance(stream, io.TextIOWrapper) or not stream.isatty():
        return stream
    return io.TextIOWrapper(
        _Escaping(stream),
        stream.encoding,
        "backslashreplace",
        newline="\n",  # the terminal's own stream translates
        write_through=True,  # so that it stays in order with what is written unguarded
    )


def unguarded(stream: TextIO) -> TextIO:
    """Return the stream below a guarded one, for control characters of our own, or the stream."""
    below = getattr(stream, "buffer", None)
    return below.terminal if isinstance(below, _Escaping) else stream
