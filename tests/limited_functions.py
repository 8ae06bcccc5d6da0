"""Functions that tests call in a process with limits; `test_limited_call.py` names them."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from typing import IO, Any

from sudokopie.base.errors import PairFileError
from sudokopie.base.messages import Message
from sudokopie.system import limited_call, limited_process


def lines(file: IO[bytes]) -> Iterator[bytes]:
    yield from file


def last_byte_and_length(file: IO[bytes]) -> Iterator[object]:
    file.seek(-1, os.SEEK_END)
    yield file.read(1)
    yield file.tell()


def parts_without_buffer(file: IO[bytes]) -> Iterator[object]:
    file = limited_process.remove_buffer(file)
    yield type(file).__name__
    file.seek(3)
    yield file.read(2)
    file.seek(-1, os.SEEK_END)
    yield file.read(9)


def pool_of_arrow(_: IO[bytes]) -> Iterator[str]:
    """Yield the name of the memory pool that pyarrow uses by default."""
    from sudokopie.applications.documents import parquet

    yield parquet._import_pyarrow("pyarrow").default_memory_pool().backend_name


def process(_: IO[bytes]) -> Iterator[int]:
    yield os.getpid()


def numbers(_: IO[bytes], count: int) -> Iterator[int]:
    yield from range(count)


def memory(_: IO[bytes], mebibytes: int) -> Iterator[int]:
    yield len(bytearray(mebibytes * 2**20))


def endless(_: IO[bytes]) -> Iterator[int]:
    yield 1
    while True:
        pass


def slow_batches(_: IO[bytes], count: int, seconds: float) -> Iterator[bytes]:
    """Yield large records, each after some seconds of processor time."""
    for _number in range(count):
        end = time.process_time() + seconds
        while time.process_time() < end:
            pass
        yield bytes(2**17)


def error_with_place(_: IO[bytes]) -> Iterator[object]:
    yield "before"
    raise PairFileError("f", 7, 1, Message("{count} cells", count=Message("no")))


def other_error(_: IO[bytes]) -> Iterator[object]:
    yield "before"
    raise ValueError("two\nlines")


class Exit(BaseException):
    """An error that is no `Exception`, as some libraries raise."""


def error_of_a_library(_: IO[bytes]) -> Iterator[object]:
    yield "before"
    raise Exit("panic")


def abort(_: IO[bytes]) -> Iterator[object]:
    yield "before"
    os.abort()


def crash(_: IO[bytes]) -> Iterator[object]:
    yield "before"
    os._exit(3)


def crash_after_sending(_: IO[bytes]) -> Iterator[object]:
    yield "before"
    yield None
    os._exit(3)


def lacking_memory(_: IO[bytes]) -> Iterator[object]:
    yield os.getpid()
    try:
        bytearray(2**30)
    except MemoryError:
        yield str(limited_process.make_memory_error())


def can_start(_: IO[bytes]) -> Iterator[bool]:
    yield limited_call.can_start()


def printed(_: IO[bytes]) -> Iterator[object]:
    os.write(1, b"a library prints this")
    os.write(2, b"and this")
    print("and this", flush=True)
    yield "record"


def foreign(_: IO[bytes]) -> Iterator[Any]:
    yield os.system
