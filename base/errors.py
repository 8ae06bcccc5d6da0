"""The errors that this package raises, all of them subclasses of `SudokopieError`."""

import errno
import os

from .messages import Message


class SudokopieError(Exception):
    """The base class of all errors of this package. Its message is one line that helps a person to
    correct the cause.

    The arguments are either a `Message`, or the template and the values of a `Message`. The error
    keeps the `Message`, so that the command line can print it in another language.
    """

    def __init__(self, message: Message | str, /, **values: object) -> None:
        self.message = message if isinstance(message, Message) else Message(message, **values)
        super().__init__(str(self.message))


class ArgumentError(SudokopieError, ValueError):
    """Raised if a function does not accept the value of an argument."""


class VerificationError(SudokopieError):
    """Raised if a result is wrong: its independent verification failed, because of a bug in a
    solver or in this package.
    """


class GridError(SudokopieError, ValueError):
    """Raised if rows, digits or box sizes do not form a grid."""


class TransformationError(SudokopieError, ValueError):
    """Raised if lists do not form a transformation, or if a transformation does not fit a grid."""


class PairFileError(SudokopieError):
    """Raised if a file or a text cannot be read as Sudokus. `source` is its name, `line` and
    `column` (from 1) are the location of the fault, and `message` describes the fault.

    `line` and `column` are 0 if the file could not be read at all. `cell` is the address of the
    fault in a spreadsheet, such as `[June]!B2`, or empty.
    """

    def __init__(self, source: str, line: int, column: int, message: Message) -> None:
        super().__init__(message)
        self.source, self.line, self.column, self.cell = source, line, column, ""
        self.args = source, line, column, message  # unpickling calls __init__ with these

    def __str__(self) -> str:
        return f"{self.source}{self.location_after_file_name} {self.message}"

    @property
    def location_after_file_name(self) -> str:
        """The location of the fault as an error message prints it directly after the name of the
        file. It is the line and the column, such as `:7:81:`; for a cell of a spreadsheet its
        address, such as `[June]!B2:`; and only `:` if the file could not be read at all.
        """
        if self.cell:
            return f"{self.cell}:"
        return f":{self.line}:{self.column}:" if self.line else ":"


class BackendError(SudokopieError):
    """Raised if a backend (a solver or another method that answers questions) does not exist, does
    not support the task, or failed.
    """


class WitnessError(SudokopieError):
    """Raised if a backend has answered with a transformation that does not take the first grid to
    the second.
    """


class DecodingError(SudokopieError, ValueError):
    """Raised if a value in a JSON or TOML text does not have the expected type. The message names
    the location of the value.
    """


class DeadlinePassedError(SudokopieError):
    """Raised when the time limit has passed. Functions that can answer "undecided" return this
    answer instead of raising the error.
    """

    def __init__(self, *_: object) -> None:
        super().__init__(Message("the time was not enough"))


class LimitError(SudokopieError):
    """Raised if an input or an output is larger than the limits in docs/limits.md allow."""


class ExportError(SudokopieError):
    """Raised if a file was not written by `sudokopie export`, or if a format for export does not
    exist.
    """


class BackendComparisonFailedError(SudokopieError):
    """Raised if a comparison of backends cannot be carried out, continued or reported."""


class ClusterError(SudokopieError):
    """Raised if a cluster of computers cannot be reached or cannot do the work."""


class OutputError(SudokopieError):
    """Raised if output cannot be written: it would replace a file or folder that may contain files
    of the user, the disk is full, or another process uses the folder.
    """


class ProofError(SudokopieError):
    """Raised if a proof does not prove its claim, or could not be made."""


class FailedProofCheckError(ProofError):
    """Raised if the answer no to a question has failed a check: a proof checker has refused the
    proof of this answer, or a solver has found a model of a formula that should have no model. The
    answer no may be wrong.
    """


class CatalogueError(SudokopieError):
    """Raised if a file is not a catalogue (a database of known Sudokus in which `sudokopie
    catalogue` looks for copies), or if a catalogue cannot be read or written.
    """


def make_os_error_message(error: OSError) -> Message:
    """Return in words why the operating system refused an operation. The text does not contain the
    name of the file, because the caller's message contains it already.

    >>> print(make_os_error_message(FileNotFoundError(2, "No such file or directory", "pair.txt")))
    No such file or directory
    """
    text = error.strerror or str(error)
    # This program also raises `OSError` with the English text of a message, which is translated.
    return _REASONS.get(text, Message(text))


NO_FILE = Message("this is a pipe or a device")

_REASONS = {
    os.strerror(number): message
    for number, message in (
        (errno.ENOENT, Message("No such file or directory")),
        (errno.EACCES, Message("Permission denied")),
        (errno.EPERM, Message("Operation not permitted")),
        (errno.EISDIR, Message("Is a directory")),
        (errno.ENOTDIR, Message("Not a directory")),
        (errno.EEXIST, Message("File exists")),
        (errno.ENOTEMPTY, Message("Directory not empty")),
        (errno.ENOSPC, Message("No space left on device")),
        (errno.EDQUOT, Message("Disk quota exceeded")),
        (errno.EFBIG, Message("File too large")),
        (errno.EROFS, Message("Read-only file system")),
        (errno.ENAMETOOLONG, Message("File name too long")),
        (errno.ELOOP, Message("Too many levels of symbolic links")),
        (errno.EMFILE, Message("Too many open files")),
        (errno.EBUSY, Message("Device or resource busy")),
        (errno.EIO, Message("Input/output error")),
        (errno.EBADF, Message("Bad file descriptor")),
        (errno.EINVAL, Message("Invalid argument")),
    )
}
"""Messages for the most frequent system errors, by the text that the operating system gives for
them.
"""


def make_unexpected_error(
    source: str, line: int, column: int, expected: Message, found: Message
) -> PairFileError:
    """Return the error "expected …, found …" about the position `line` and `column` (both from 1)
    of a file. `source` is the name of the file. `expected` and `found` are noun phrases, such as "a
    Sudoku" and "the number 5".
    """
    message = Message("expected {expected}, found {found}", expected=expected, found=found)
    return PairFileError(source, line, column, message)
