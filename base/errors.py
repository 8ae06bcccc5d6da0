"""The errors that this package raises, all of them subclasses of `SudokopieError`."""

import errno
import os

from .messages import Message


class SudokopieError(Exception):
    """The base class of all errors of this package. Its message is one line that helps a person to
    correct the cause.

    The arguments are either a `Message` or its template and values. The error keeps the `Message`,
    so that the command line can print it in another language.
    """

    def __init__(self, message: Message | str, /, **values: object) -> None:
        self.message = message if isinstance(message, Message) else Message(message, **values)
        super().__init__(str(self.message))


class ArgumentError(SudokopieError, ValueError):
    """A value that a function does not accept as an argument."""


class VerificationError(SudokopieError):
    """A result that fails its verification: a solver was wrong, or this package has a bug."""


class GridError(SudokopieError, ValueError):
    """Rows, digits or box sizes that do not form a grid."""


class TransformationError(SudokopieError, ValueError):
    """Lists that do not form a transformation, or a transformation that does not fit the grid."""


class PairFileError(SudokopieError):
    """A text that is not a pair of Sudokus. `source`, `line` and `column` (from 1) are the place of
    the fault, which `message` describes.
    `line` and `column` are 0 if the file could not be read at all.

    """

    def __init__(self, source: str, line: int, column: int, message: Message) -> None:
        super().__init__(message)
        self.source, self.line, self.column = source, line, column
        self.args = source, line, column, message  # unpickling calls __init__ with these

    def __str__(self) -> str:
        return f"{self.source}:{self.place} {self.message}"

    @property
    def place(self) -> str:
        """The line and the column as text, `7:81:`; empty if the file could not be read at all."""
        return f"{self.line}:{self.column}:" if self.line else ""


class BackendError(SudokopieError):
    """A backend that does not exist, does not support the requested task, or failed."""


class WitnessError(SudokopieError):
    """A backend's transformation that does not take the first grid to the second."""


class DecodingError(SudokopieError, ValueError):
    """JSON or TOML with a value that does not fit; the message names the place."""


class DeadlinePassedError(SudokopieError):
    """The time limit has passed. Functions that can answer "undecided" return that instead of
    raising this error.
    """

    def __init__(self, *_: object) -> None:
        super().__init__(Message("the time was not enough"))


class LimitError(SudokopieError):
    """An input or output that is larger than the limits in docs/limits.md allow."""


class ExportError(SudokopieError):
    """A file that `sudokopie export` did not write, or an export format that does not exist."""


class ComparisonError(SudokopieError):
    """A comparison of backends that cannot be made, continued or reported."""


class ClusterError(SudokopieError):
    """A cluster that cannot be reached or cannot do the work."""


class OutputError(SudokopieError):
    """An output file or folder that must not be replaced, because of its present content."""


class ProofError(SudokopieError):
    """A proof that does not prove its claim, or that could not be made."""


class RefutedError(ProofError):
    """A proof that a checker refused, or a model of a formula that should have no model: the answer
    may be wrong.
    """


class CatalogueError(SudokopieError):
    """A file that is not a catalogue of Sudokus, or a catalogue that cannot be read or written."""


def describe_os_error(error: OSError) -> Message:
    """Return the reason for a system error as a message, without the file's name.

    >>> print(describe_os_error(FileNotFoundError(2, "No such file or directory", "pair.txt")))
    No such file or directory
    """
    text = error.strerror or str(error)
    return _REASONS.get(text, Message("{text}", text=text))


NO_FILE = Message("this is a pipe or a device")

_REASONS = {str(NO_FILE): NO_FILE} | {
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


def __getattr__(name: str) -> object:
    """Return `VerificationError` under its name before version 1.2.0, `CheckError`, and warn."""
    if name != "CheckError":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import warnings

    warnings.warn(
        "CheckError is now VerificationError; the old name ends with the next release",
        DeprecationWarning,
        stacklevel=2,
    )
    return VerificationError
