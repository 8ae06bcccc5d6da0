"""Make text safe to print on a terminal, by escaping control characters, which the terminal would
obey.

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


class _EscapingStream(io.BufferedIOBase):
    """A binary stream that writes to a terminal, but replaces control characters by visible
    escapes. It decodes the bytes that are written to it; bytes that are not valid in the terminal's
    encoding are replaced, too.
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
        # The stream that wraps this one flushes it when it is collected, perhaps after the
        # terminal's own stream was closed.
        if not self.terminal.closed:
            self.terminal.flush()


def escape_for_terminal(text: str) -> str:
    r"""Return a text in which all control characters, which a terminal would obey, are replaced by
    escapes, such as backslash-x1b.

    Line ends, tabs and all kinds of spaces are kept.

    >>> escape_for_terminal("a\tb\x1b[2J\n")
    'a\tb\\x1b[2J\n'
    """
    if text.isprintable():
        return text
    spaces = {char for char in set(text) if category(char) == "Zs"}
    return escape_unprintable(text, {*_LAYOUT, *spaces})


@contextmanager
def protect_terminals() -> Iterator[None]:
    """A context manager that protects terminals from control characters. If standard output or
    standard error is a terminal, control characters that are printed in its block are replaced by
    visible escapes.

    Code of this package that moves the cursor or prints in colour writes to
    `find_unprotected_stream(sys.stdout)` instead.
    """
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = map(_make_stream_escaping_control_characters, before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def _make_stream_escaping_control_characters(stream: TextIO) -> TextIO:
    """Return a stream that prints to the terminal of `stream`, with visible escapes in place of
    control characters. Returns `stream` itself if it is not a terminal.
    """
    if not isinstance(stream, io.TextIOWrapper) or not stream.isatty():
        return stream
    return io.TextIOWrapper(
        _EscapingStream(stream),
        stream.encoding,
        "backslashreplace",
        newline="\n",  # the terminal's own stream translates line ends
        write_through=True,  # keeps the order of guarded and unguarded text
    )


def find_unprotected_stream(stream: TextIO) -> TextIO:
    """Return the stream for text whose control characters the terminal must obey, for example to
    print in colour. If `protect_terminals` has replaced `stream`, this is the terminal's own
    stream; otherwise it is `stream` itself.
    """
    below = getattr(stream, "buffer", None)
    return below.terminal if isinstance(below, _EscapingStream) else stream
