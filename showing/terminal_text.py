"""Escapes the characters in a text that a terminal would obey.

A file may contain control characters, which clear the screen or change its title, and direction
marks, which reverse words. These characters are kept in output to a pipe or to a file.
"""

import codecs
import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO
from unicodedata import category

from ..base.messages import escape_unprintable

_LAYOUT = "\n\t"
"""The control characters that are not escaped: line end and tab, which only move the cursor
forward.
"""


class _Escaping(io.BufferedIOBase):
    """A binary stream that decodes the bytes written to it, escapes control characters, and writes
    the text to a terminal.

    Bytes that are not valid in the terminal's encoding are written as escapes, too.
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
    r"""Return a text in which all characters that a terminal would obey are replaced by escapes.

    Line ends, tabs and all kinds of spaces are kept.

    >>> escape_for_terminal("a\tb\x1b[2J\n")
    'a\tb\\x1b[2J\n'
    """
    if text.isprintable():
        return text
    spaces = {char for char in set(text) if category(char) == "Zs"}
    return escape_unprintable(text, {*_LAYOUT, *spaces})


@contextmanager
def guard_terminals() -> Iterator[None]:
    """Replace standard output and standard error, if they are terminals, by streams that escape
    control characters, until the context ends.

    Code of this package that moves the cursor or prints in colour writes to
    `find_unguarded(sys.stdout)` instead.
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
        newline="\n",  # the terminal's own stream translates line ends
        write_through=True,  # keeps the order of guarded and unguarded text
    )


def find_unguarded(stream: TextIO) -> TextIO:
    """Return the terminal's own stream if `stream` is a stream of `guard_terminals`, otherwise
    return `stream` itself.

    Control characters that this package prints on purpose are written to the returned stream.
    """
    below = getattr(stream, "buffer", None)
    return below.terminal if isinstance(below, _Escaping) else stream
