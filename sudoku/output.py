"""Files written whole or not at all, compressed where their name says so."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO, cast


@contextmanager
def written(path: str) -> Iterator[IO[bytes]]:
    """Open a file for writing that appears under its name only when all has been written.

    It is written beside, then renamed; on an error or an interruption nothing is left behind. A
    name that ends in .gz or .xz is compressed, the same way each time. What is not a regular file
    (a device, a pipe) is written directly. Raises `OSError`.
    """
    try:
        if os.path.exists(path) and not stat.S_ISREG(os.stat(path).st_mode):
            with open(path, "wb") as file, _compressed(file, path) as stream:
                yield stream
        else:
            with _beside(os.path.realpath(path)) as file, _compressed(file, path) as stream:
                yield stream
    except OSError as error:
        error.filename = path  # not that of the file beside it, or none at all
        raise


@contextmanager
def _beside(target: str) -> Iterator[IO[bytes]]:
    """Open a file in the same folder that replaces `target` at the end, and only then."""
    folder, name = os.path.split(target)
    beside = os.path.join(folder, f".{name}.{os.getpid()}.part")
    try:
        with open(beside, "xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, target)
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(beside)
        raise


@contextmanager
def _compressed(file: IO[bytes], path: str) -> Iterator[IO[bytes]]:
    if path.endswith(".gz"):
        import gzip

        # Neither the time nor the name go in, so that the same content gives the same bytes.
        with gzip.GzipFile("", "wb", fileobj=file, mtime=0) as stream:
            yield cast("IO[bytes]", stream)
    elif path.endswith(".xz"):
        import lzma

        with lzma.open(file, "wb") as stream:
            yield stream
    else:
        yield file


def opened(path: str) -> IO[bytes]:
    """Open a file for reading, decompressed where its name says that it is compressed."""
    if path.endswith(".gz"):
        import gzip

        return cast("IO[bytes]", gzip.open(path, "rb"))
    if path.endswith(".xz"):
        import lzma

        return lzma.open(path, "rb")
    return open(path, "rb")
