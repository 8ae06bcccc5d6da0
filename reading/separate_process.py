"""Reading of files by libraries, such as pyarrow, in a separate process whose memory and time are
limited, because a broken file could exhaust both.
"""

import io
import os
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import IO, Any

from ..base.errors import PairFileError
from ..base.limits import ARRAY
from ..base.messages import Message
from .file_entry import NumberedLine, make_file_too_large_error
from .lines import NumberedLines, explain_read_errors

_SECONDS, _MEMORY = 60, 2**30
"""Two limits for the library in the separate process: the seconds that it may take for its next
lines, and its memory in bytes.
"""
_NEEDS_MORE = f"what needs more than {_MEMORY // 2**20} MiB"
_BYTES_AT_ONCE = 2**16

LinesOf = Callable[[IO[bytes]], Iterator[NumberedLine]]
"""A function that yields the lines of a file. It raises `ValueError` or another error for a broken
file.

The other process imports it by its name.
"""


def yield_lines_made_by_library(
    make_lines: LinesOf, lines: NumberedLines, library: str, missing_library_message: Message
) -> Iterator[NumberedLine]:
    """Yield the lines of text that the function `make_lines` makes from a file by means of a
    library. `library` is the name of the module, such as pyarrow. The function runs in a separate
    process if the system allows this.

    Raises `PairFileError` with the message `missing_library_message` if the library is not
    installed. Raises `PairFileError` also if the file is broken or takes too much memory or time.
    """
    if find_spec(library) is None:
        raise PairFileError(lines.source, 1, 1, missing_library_message)
    yield from yield_lines_made_in_separate_process(make_lines, lines)


def yield_lines_made_in_separate_process(
    make_lines: LinesOf, lines: NumberedLines
) -> Iterator[NumberedLine]:
    """Yield the lines of text that the function `make_lines` makes from a file. It runs in a
    separate process if the system allows this.

    The library that `make_lines` needs must be installed. Raises `PairFileError` if the file is
    broken or takes too much memory or time.
    """
    from ..system.guardian_client import CAN_START

    file = lines.stream
    if not lines.can_seek:
        file, whole = io.BytesIO(), lines.yield_decompressed_pieces()
        for piece in whole:
            file.write(piece)
            if file.tell() > ARRAY:
                message = Message("a file that cannot be read piece by piece")
                raise make_file_too_large_error(lines.source, message)
    file.seek(0)
    with explain_read_errors(lines.source):
        yield from (
            _yield_lines_received_from_process(make_lines, file) if CAN_START else make_lines(file)
        )


def _yield_lines_received_from_process(
    make_lines: LinesOf, file: IO[bytes]
) -> Iterator[NumberedLine]:
    """Start `make_lines` in a separate process, and yield the lines that this process sends. The
    process cannot open the file; it requests bytes of the file, and this function sends them. Raise
    `ValueError` if the file is broken or takes too much memory or time.
    """
    from ..system.guardian_client import CallOutcome, borrow_guardian

    with borrow_guardian() as guardian:
        guardian.begin_call(
            _send_lines_and_get_error, make_lines, file.seek(0, os.SEEK_END), _MEMORY
        )
        while guardian.has_message_within(_SECONDS):
            taken = guardian.try_take_message()
            if isinstance(taken, CallOutcome):
                # The result is an error message or None; a process that died has no result.
                if problem := taken.result[0] if taken.result else _NEEDS_MORE:
                    raise ValueError(problem)
                return
            if taken is not None and isinstance(taken.value, tuple):  # `_RemoteFile` requests bytes
                start, size = taken.value
                file.seek(start)
                guardian.send_value(file.read(size))
            elif taken is not None:
                yield from taken.value
    raise ValueError(f"what takes more than {_SECONDS} seconds")


def _send_lines_and_get_error(make_lines: LinesOf, byte_count: int, max_memory: int) -> str | None:
    """Make the lines of a file with `make_lines` in this separate process, and send them to the
    main process. Return an error message if the file is broken or needs too much memory, otherwise
    None.

    `byte_count` is the length of the file and `max_memory` the limit, both in bytes.
    """
    import resource

    from ..system.guardian import send_to_client

    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # discard messages that the library prints
    resource.setrlimit(resource.RLIMIT_AS, (max_memory, max_memory))
    try:
        some, length = list[NumberedLine](), 0
        for number, line in make_lines(io.BufferedReader(_RemoteFile(byte_count))):
            some.append((number, line))
            length += len(line)
            if length > _BYTES_AT_ONCE:
                send_to_client(some)
                some, length = [], 0
        send_to_client(some)
    except MemoryError:
        return _NEEDS_MORE
    except (OSError, ValueError, NotImplementedError, LookupError) as problem:
        return " ".join(str(problem).split())
    return None


class _RemoteFile(io.RawIOBase):
    """A file that is open in the main process, as an object from which the separate process reads.
    The main process sends the bytes for each reading.
    """

    def __init__(self, file_bytes: int) -> None:
        self._size, self._place = file_bytes, 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, place: int, whence: int = os.SEEK_SET, /) -> int:
        self._place = place + (0, self._place, self._size)[whence]
        return self._place

    def readinto(self, buffer: Any, /) -> int:
        from ..system.guardian import receive_from_client, send_to_client

        send_to_client((self._place, len(buffer)))
        some = receive_from_client()
        buffer[: len(some)] = some
        self._place += len(some)
        return len(some)
