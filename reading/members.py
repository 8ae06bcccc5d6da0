"""Types for files that contain other files, such as a mail with attachments or a .zip file: the
files inside, and the letter with which a Sudoku was submitted.
"""

from collections.abc import Callable, Iterator
from typing import IO, NamedTuple

from ..base.errors import PairFileError
from ..base.messages import Message
from .file_entry import Letter, Reading

MOST_MEMBERS = 10_000
"""The most files inside a .zip file, and the most parts of a mail."""
MOST_DEPTH = 4
"""The most containers that may be inside each other, such as a mail in a .zip file in a mail."""


class Member(NamedTuple):
    """A file inside another file. `name` is its name in messages, such as `letters.zip/a.csv`.

    `letter` is the mail to which the file belongs; None if it belongs to no mail. `is_body` is
    whether it is the text of a mail, in which no Sudoku needs to be. A file that `is_fallback` is
    opened only if the file before it contains no Sudoku. `refusal` is the error to report if the
    file cannot be read; None for the error of its reader. `count_taken` returns the number of bytes
    that have been read from `stream`.
    """

    name: str
    stream: IO[bytes]
    how: Reading
    count_taken: Callable[[], int]
    letter: Letter | None = None
    is_body: bool = False
    is_fallback: bool = False
    refusal: PairFileError | None = None


class Container(NamedTuple):
    """The files inside another file, in order. A file that cannot be opened is represented by its
    error. `nothing` describes the container in the error for one without Sudokus.
    """

    members: Iterator[Member | PairFileError]
    nothing: Message

    def check_depth(self, source: str, how: Reading) -> None:
        """Raise `PairFileError` if this container, such as a mail, is inside more files that are
        inside each other than are opened. `source` is its name in the error; `how.depth` counts the
        files around it.
        """
        if how.depth >= MOST_DEPTH:
            message = Message("more than {count} files inside each other", count=MOST_DEPTH)
            raise PairFileError(source, 1, 1, message)
