"""What is said of a file that cannot be read: the place, what was expected, what was found."""

from ..base.errors import PairFileError
from ..base.language import Message
from ..base.limits import ARRAY


def unexpected(
    source: str, line: int, column: int, expected: Message, found: Message
) -> PairFileError:
    """Return the error that says what was expected at a place, and what was found there."""
    message = Message("expected {expected}, found {found}", expected=expected, found=found)
    return PairFileError(source, line, column, message)


def too_much(source: str, what: Message) -> PairFileError:
    """Return the error of a file that has to be in memory as a whole, and is too large for that."""
    message = Message(
        "expected at most {limit} MiB of {what}, found more", limit=ARRAY // 2**20, what=what
    )
    return PairFileError(source, 1, 1, message)
