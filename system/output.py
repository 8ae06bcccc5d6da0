"""Files written whole or not at all, compressed where their name says so."""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from typing import IO, cast

from .endings import split_name
from .signals import unwind_on_signals
from .temporary_files import make_temporary_file


@contextmanager
def open_output(path: str) -> Iterator[IO[bytes]]:
    """Open a file for writing that appears under its name only when all has been written.

    On an error or an interruption nothing is left behind. A file that must not be written is not
    replaced. One whose name ends in .gz or .xz is compressed, the same way each time. What is not a
    regular file (a device, a pipe) is written directly. Raises `OSError`.
    """
    try:
        if os.path.exists(path) and not stat.S_ISREG(os.stat(path).st_mode):
            with open(path, "wb") as device, _compress(device, path) as stream:
                yield stream
        else:
            check_writable(path)
            target = os.path.realpath(path)
            with (
                unwind_on_signals(SystemExit),
                make_temporary_file(os.path.dirname(target)) as (file, beside),
            ):
                with _compress(file, path) as stream:
                    yield stream
                _put_on_disk(file)
                is_there = os.path.exists(target)
                mode = stat.S_IMODE(os.stat(target).st_mode) if is_there else find_usual_mode(0o666)
                os.chmod(beside, mode)
                os.replace(beside, target)
    except OSError as error:
        error.filename = path  # not that of the file beside it, or none at all
        raise


def check_writable(path: str) -> None:
    """Raise the `OSError` that `open_output` would end with, as far as can be told beforehand."""
    target = os.path.realpath(path)
    if os.path.isdir(target):
        raise make_system_error(errno.EISDIR, path)
    if os.path.exists(target) and not os.path.isfile(target):
        return  # a device or a pipe
    if os.path.exists(target) and not os.access(target, os.W_OK):
        raise make_system_error(errno.EACCES, path)
    check_place(os.path.dirname(target), path)


def check_place(folder: str, path: str) -> None:
    """Raise the `OSError`, about a path, of a folder in which nothing can be made."""
    if not os.path.isdir(folder):
        raise make_system_error(errno.ENOENT, path)
    if not os.access(folder, os.W_OK | os.X_OK):
        raise make_system_error(errno.EACCES, path)


def make_system_error(number: int, path: str) -> OSError:
    """Return the error of a number, as the system would raise it about a path."""
    return OSError(number, os.strerror(number), path)


def _put_on_disk(file: IO[bytes]) -> None:
    file.flush()
    os.fsync(file.fileno())


def find_usual_mode(most: int) -> int:
    """Return the permissions that something new gets, of these."""
    mask = os.umask(0)
    os.umask(mask)
    return most & ~mask


@contextmanager
def _compress(file: IO[bytes], path: str) -> Iterator[IO[bytes]]:
    compression = split_name(path)[1]
    if compression == ".gz":
        import gzip

        # Neither the time nor the name go in, so that the same content gives the same bytes.
        with gzip.GzipFile("", "wb", fileobj=file, mtime=0) as stream:
            yield cast("IO[bytes]", stream)
    elif compression == ".xz":
        import lzma

        with lzma.open(file, "wb") as stream:
            yield stream
    else:
        yield file


def find_free_name(folder: str, stem: str, ending: str) -> str:
    """Return the name STEM1ENDING, or with the next number that no file in the folder has."""
    return next(
        name
        for number in count(1)
        if not os.path.lexists(os.path.join(folder, name := f"{stem}{number}{ending}"))
    )


def write_new_file(folder: str, stem: str, ending: str, content: bytes) -> str:
    """Write a new file, whole, with the next free name, and its folder; return its path.

    Where two processes do so at once, each gets a name of its own. Raises `OSError`.
    """
    os.makedirs(folder, exist_ok=True)
    with unwind_on_signals(SystemExit), make_temporary_file(folder) as (file, beside):
        file.write(content)
        _put_on_disk(file)
        os.chmod(beside, find_usual_mode(0o666))
        while True:
            path = os.path.join(folder, find_free_name(folder, stem, ending))
            with suppress(FileExistsError):  # another process took it in the meantime
                try:
                    os.link(beside, path)
                except OSError:  # the file system knows no links, or the name is taken
                    with open(path, "xb") as copy:
                        copy.write(content)
                return path
