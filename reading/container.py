"""Types for files that contain other files, such as a mail with attachments or a .zip file."""

from collections.abc import Callable, Iterator
from typing import IO, NamedTuple

from ..base.errors import PairFileError
from ..base.messages import Message
from .file_entry import MailHeader, ReadingOptions

MOST_INNER_FILES = 10_000
"""The largest number of files inside a .zip file, and of parts of a mail."""
MOST_DEPTH = 4
"""The largest number of containers that may be inside each other, such as a mail in a .zip file in
a mail.
"""


class InnerFile(NamedTuple):
    """A file inside another file, such as an attachment of a mail.

    - `name`: its name in messages, such as `letters.zip/a.csv`.
    - `stream`: its bytes.
    - `reading_options`: the options with which it is read.
    - `count_taken`: a function that returns the number of bytes read from `stream` so far.
    - `mail_header`: the header of the mail to which it belongs; None if it belongs to no mail.
    - `is_body`: whether it is the text of a mail, which need not contain a Sudoku.
    - `is_fallback`: whether it is opened only if the file before it contains no Sudoku.
    - `refusal`: the error to report if it cannot be read; None if the error that its reader raises
      is reported.
    """

    name: str
    stream: IO[bytes]
    reading_options: ReadingOptions
    count_taken: Callable[[], int]
    mail_header: MailHeader | None = None
    is_body: bool = False
    is_fallback: bool = False
    refusal: PairFileError | None = None


class Container(NamedTuple):
    """The files inside another file, in order. If one of these files cannot be opened,
    `inner_files` yields an error instead of this file. `no_sudoku_description` describes the outer
    file in the error for a file without Sudokus, such as "a mail without Sudokus". `is_document` is
    whether the files are the parts of one document, whose Sudokus of one size have boxes of one
    shape.
    """

    inner_files: Iterator[InnerFile | PairFileError]
    no_sudoku_description: Message
    is_document: bool = False

    def check_depth(self, source: str, reading_options: ReadingOptions) -> None:
        """Raise `PairFileError` if this container, such as a mail, is inside too many other files.
        `source` is its name in the error; `reading_options.depth` is the number of files that
        contain it.
        """
        if reading_options.depth >= MOST_DEPTH:
            message = Message("more than {count} files inside each other", count=MOST_DEPTH)
            raise PairFileError(source, 1, 1, message)
