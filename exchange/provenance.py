"""What wrote a file, in the first lines of its header."""

import shlex
from collections.abc import Iterator
from typing import NamedTuple

from ..base.version import VERSION


class Provenance(NamedTuple):
    """What wrote a file: a tool with its version, and the words of the command, if there is one."""

    tool: str
    command: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.tool}: {' '.join(map(_quoted, self.command))}"

    def lines(self) -> Iterator[str]:
        """Yield the tool, and the command in lines that a shell reads as one when pasted."""
        yield self.tool
        if not self.command:
            return
        line = ""
        for word in map(_quoted, self.command):
            if line and len(line) + len(word) >= _LINE:
                yield f"command {line} \\"
                line = ""
            line += " " * bool(line) + word
        yield f"command {line}"


LIBRARY = Provenance(f"sudokopie {VERSION}")
"""This package, used by another program."""

_LINE = 68


def _quoted(word: str) -> str:
    """Return a word as a shell takes it, in printable ASCII."""
    if word.isascii() and word.isprintable():
        return shlex.quote(word)
    escaped = [
        f"\\U{ord(char):08x}" if char in "'\\" or not " " <= char <= "~" else char for char in word
    ]
    return f"$'{''.join(escaped)}'"
