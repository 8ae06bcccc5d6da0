"""The program of a process with limits, in which functions read files that may be harmful: too much
memory or processor time ends this process, not the process of the user.

The process carries out one call after another. `limited_call` starts it and is its client. The two
take turns, so each side always knows whether the other one waits:

- The client sends a `CallRequest`. The function that it names returns an iterator over records.
- The process sends a batch: some records, and then a `BatchEnd`. If there are more records, the
  client answers with `MORE` or `STOP`.
- If the function yields None, the records before it are sent at once.
- If the function needs bytes of a file that was not sent with the request, the process sends a
  batch without records whose end contains a `ReadRequest`. The client answers with these bytes.
"""

import io
import os
import pickle
import signal
import struct
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import IO, Any, NamedTuple, NoReturn, cast

from ..base.errors import LimitError, SudokopieError

MORE, STOP = b"m", b"s"
"""The answers to a batch: request the next batch, or end the call."""

LENGTH = struct.Struct("!Q")
"""The packer of the number of bytes of a message. This number, as eight bytes, is sent before the
message.
"""

PICKLE_PROTOCOL = 5
_BYTES_IN_BATCH = 2**16
"""As soon as the records of a batch have more bytes than this, the batch is sent."""
_BYTES_READ_AHEAD = 2**18
_ORPHAN_CHECK_SECONDS = 0.5


@dataclass
class _Memory:
    """The memory of this process: the most bytes that it may have, None without a limit; and
    whether a call has lacked memory and gone on, so that the memory left may be in small pieces.
    """

    limit: int | None = None
    has_been_lacking: bool = False


memory = _Memory()


class CallRequest(NamedTuple):
    """A request to call a function with an open file as its first argument.

    - `function`: the location of the function, such as `sudokopie.package.module:function`.
    - `arguments`: the other arguments.
    - `content`: the bytes of the file; None if this process requests them piece by piece.
    - `byte_count`: the number of bytes of the file; None if the file can be read only once, and so
      only one part after another.
    - `memory`: the most bytes of memory that this process may have.
    - `seconds`: the most processor time.
    - `is_for_each_batch`: whether each batch of records may take this processor time; otherwise all
      batches together may take it.
    """

    function: str
    arguments: tuple[object, ...]
    content: bytes | None
    byte_count: int | None
    memory: int
    seconds: float
    is_for_each_batch: bool


class ReadRequest(NamedTuple):
    """A request for at most `size` bytes of the file from the index `start`."""

    start: int
    size: int


class BatchEnd(NamedTuple):
    """The end of a batch of records.

    - `seconds`: the processor time that was used for the batch.
    - `has_more`: whether another batch follows.
    - `read_request`: the bytes that the function needs to go on; None if it needs none.
    - `error`: the error that ended the function: an error of this package, or the text of another
      error. None if no error has ended it.
    - `is_out_of_memory`: whether the function has ended because its memory was not enough.
    - `is_last_call`: whether this process ends after the call, because its memory was not enough at
      some time.
    """

    seconds: float = 0.0
    has_more: bool = False
    read_request: ReadRequest | None = None
    error: SudokopieError | str | None = None
    is_out_of_memory: bool = False
    is_last_call: bool = False


def serve_client() -> NoReturn:
    """Carry out the client's calls until the client closes the connection or has ended."""
    connection = _Connection(os.dup(0), os.dup(1))
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):  # libraries may print messages, which must not get among the records
        os.dup2(nowhere, number)
    _end_if_orphaned()
    try:
        while True:
            _carry_out_call(connection, pickle.loads(connection.receive()))
    except (EOFError, OSError):
        os._exit(0)


def _end_if_orphaned() -> None:
    """Make this process end soon after its client has ended, even during a call. On Windows, do
    nothing, because the client has asked the system to do this.
    """
    if sys.platform == "win32":
        return
    parent = os.getppid()

    def check_parent(*_: object) -> None:
        if os.getppid() != parent:
            os._exit(0)

    signal.signal(signal.SIGVTALRM, check_parent)
    # The timer counts the time of this process's computations, so it does not disturb its sleep.
    signal.setitimer(signal.ITIMER_VIRTUAL, _ORPHAN_CHECK_SECONDS, _ORPHAN_CHECK_SECONDS)


class _Connection:
    """The connection to the client: the file descriptors for reading and writing."""

    def __init__(self, reading_end: int, writing_end: int) -> None:
        self._reading_end, self._writing_end = reading_end, writing_end
        self._seconds_before = _measure_processor_time()

    def receive(self) -> bytes:
        """Wait for a message and return it. Raise `EOFError` if the client has ended."""
        (length,) = LENGTH.unpack(self._receive_bytes(LENGTH.size))
        return self._receive_bytes(length)

    def _receive_bytes(self, byte_count: int) -> bytes:
        pieces = list[bytes]()
        while byte_count:
            piece = os.read(self._reading_end, min(byte_count, 2**20))
            if not piece:
                raise EOFError
            pieces.append(piece)
            byte_count -= len(piece)
        return b"".join(pieces)

    def send_batch(self, batch: "_Batch", end: BatchEnd) -> None:
        """Send a batch of records with its end. Raise `OSError` if the client has ended."""
        now = _measure_processor_time()
        batch.add(end._replace(seconds=now - self._seconds_before))
        self._seconds_before = now
        with batch.buffer.getbuffer() as content:
            for part in (LENGTH.pack(len(content)), content):
                sent = 0
                while sent < len(part):
                    sent += os.write(self._writing_end, part[sent:])


class _Batch:
    """Records in the form in which they are sent: pickled, in `buffer`. A text that several records
    share is sent once.
    """

    def __init__(self) -> None:
        self.start()

    def start(self) -> None:
        """Begin a batch without records."""
        self.buffer = io.BytesIO()
        self.add = pickle.Pickler(self.buffer, PICKLE_PROTOCOL).dump


def _carry_out_call(connection: _Connection, request: CallRequest) -> None:
    """Call a function, and send its records until it ends or the client stops it."""
    batch, end = _Batch(), BatchEnd()
    try:
        limit_memory(request.memory)
        limit_processor_time(request.seconds)
        file: IO[bytes] = (
            io.BufferedReader(_RemoteFile(connection, request.byte_count), _BYTES_READ_AHEAD)
            if request.content is None
            else io.BytesIO(request.content)
        )
        records = import_function(request.function)(file, *request.arguments)
        if not _send_records_unless_stopped(connection, records, batch, request):
            return
    except SudokopieError as error:
        end = BatchEnd(error=error)
    except MemoryError:
        end = BatchEnd(is_out_of_memory=True)
    except EOFError:
        raise
    except BaseException as error:  # some libraries raise errors that are no `Exception`
        end = BatchEnd(error=describe_error(error))
    is_last_call = end.is_out_of_memory or memory.has_been_lacking
    connection.send_batch(batch, end._replace(is_last_call=is_last_call))
    if is_last_call:
        os._exit(0)


def _send_records_unless_stopped(
    connection: _Connection, records: Iterator[object], batch: _Batch, request: CallRequest
) -> bool:
    """Send the records of a call, except those of the last batch, which are added to `batch`.
    Return False if the client has stopped the call.
    """
    for record in records:
        if record is not None:
            batch.add(record)
        if batch.buffer.tell() > (_BYTES_IN_BATCH if record is not None else 0):
            connection.send_batch(batch, BatchEnd(has_more=True))
            if connection.receive() == STOP:
                return False
            batch.start()
            if request.is_for_each_batch:
                limit_processor_time(request.seconds)
    return True


def describe_error(error: BaseException) -> str:
    """Return the text of an error of a library as one line. If the text is empty, or is a single
    word of an error of an unusual type, the line also has the name of the type.
    """
    is_usual = isinstance(error, OSError | ValueError | NotImplementedError | LookupError)
    text = " ".join(str(error).split())
    return text if text and (is_usual or " " in text) else repr(error)


def make_memory_error() -> LimitError:
    """Return the error that a part of a call has needed more memory than this process may have. The
    call goes on with its other parts, and the process ends after it. Outside of a process with
    limits, raise `MemoryError`.
    """
    if memory.limit is None:
        raise MemoryError
    memory.has_been_lacking = True
    return LimitError("it needs more than {limit} MiB of memory", limit=memory.limit // 2**20)


def import_function(location: str) -> Callable[..., Iterator[object]]:
    """Import and return the function at a location: the name of its module, a colon and its own
    name.
    """
    module, _, name = location.partition(":")
    function: Callable[..., Iterator[object]] = getattr(import_module(module), name)
    return function


def _measure_processor_time() -> float:
    """Return the seconds of processor time that this process has used."""
    return sum(os.times()[:2])


def limit_memory(byte_count: int) -> None:
    """Limit the memory of this process. On Windows, the client has done this already."""
    memory.limit = byte_count
    if sys.platform == "win32":
        return
    import resource

    # `RLIMIT_AS` would also count the code of libraries, 330 MB for pyarrow.
    kind = resource.RLIMIT_DATA if sys.platform == "linux" else resource.RLIMIT_AS
    _, hard_limit = resource.getrlimit(kind)
    if hard_limit != resource.RLIM_INFINITY:
        byte_count = min(byte_count, hard_limit)
    resource.setrlimit(kind, (byte_count, hard_limit))


def limit_processor_time(seconds: float) -> None:
    """Make the system end this process when it has used `seconds` more seconds of processor time,
    rounded up. On Windows, the client measures the time.
    """
    if sys.platform == "win32":
        return
    import resource

    latest = int(_measure_processor_time() + seconds) + 1
    _, hard_limit = resource.getrlimit(resource.RLIMIT_CPU)
    if hard_limit != resource.RLIM_INFINITY:
        latest = min(latest, hard_limit)
    resource.setrlimit(resource.RLIMIT_CPU, (latest, hard_limit))


def remove_buffer(file: IO[bytes]) -> IO[bytes]:
    """Return the file of a call without its buffer, for functions that read at several places in
    turn, so that the buffer would be filled again for each reading. A small file is returned
    unchanged, because its bytes are in memory.
    """
    if isinstance(file, io.BufferedReader) and isinstance(file.raw, _RemoteFile):
        return cast("IO[bytes]", file.raw)
    return file


class _RemoteFile(io.RawIOBase):
    """A file that is open in the client, as an object from which this process reads. The client
    sends the bytes for each reading.
    """

    def __init__(self, connection: _Connection, byte_count: int | None) -> None:
        self._connection, self._byte_count, self._place = connection, byte_count, 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return self._byte_count is not None

    def seek(self, place: int, whence: int = os.SEEK_SET, /) -> int:
        if self._byte_count is None:
            raise io.UnsupportedOperation("seek")
        self._place = place + (0, self._place, self._byte_count)[whence]
        return self._place

    def readinto(self, buffer: Any, /) -> int:
        request = ReadRequest(self._place, len(buffer))
        self._connection.send_batch(_Batch(), BatchEnd(read_request=request))
        some = self._connection.receive()
        buffer[: len(some)] = some
        self._place += len(some)
        return len(some)
