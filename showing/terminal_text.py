"""Text on a terminal: escapes in place of characters that a terminal would obey.

A file may hold control characters, which clear the screen or change its title, and marks of
direction, which reverse words. Output to a pipe or to a file keeps these characters.
"""

import codecs
import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO
from unicodedata import category

from ..base.messages import escape

_LAYOUT = "\n\t"
"""Control characters that only move on."""


class _Escaping(io.BufferedIOBase):
    """A binary stream that decodes bytes and writes them to a terminal, with escapes.

    Bytes that are no text in the terminal's encoding are written as escapes, too.
    """

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
        self.terminal.write(escape_for_terminal(self._decode(bytes(data))))
        return len(data)

    def flush(self) -> None:
        self.terminal.flush()


def escape_for_terminal(text: str) -> str:
    r"""Return a text with escapes in place of all characters that a terminal would obey.

    Line ends, tabs and spaces of all widths stay.

    >>> escape_for_terminal("a\tb\x1b[2J\n")
    'a\tb\\x1b[2J\n'
    """
    if text.isprintable():
        return text
    spaces = {char for char in set(text) if category(char) == "Zs"}
    return escape(text, {*_LAYOUT, *spaces})


@contextmanager
def guard_terminals() -> Iterator[None]:
    """Replace standard output and standard error by streams that escape, if they are terminals.

    Code of ours that moves the cursor, or that prints in colour, writes to
    `find_unguarded(sys.stdout)`.
    """
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = map(_guard, before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def _guard(stream: TextIO) -> TextIO:
    if not isinstance(stream, io.TextIOWrapper) or not stream.isatty():
        return stream
    return io.TextIOWrapper(
        _Escaping(stream),
        stream.encoding,
        "backslashreplace",
        newline="\n",  # the terminal's own stream translates
        write_through=True,  # to keep the order of guarded and unguarded text
    )


def find_unguarded(stream: TextIO) -> TextIO:
    """Return the terminal's own stream if `stream` escapes; otherwise return `stream`.

    Control characters of our own go there.
    """
    below = getattr(stream, "buffer", None)
    return below.terminal if isinstance(below, _Escaping) else stream
