"""Output files that are written whole or not at all, and compressed if their names end in .gz or
.xz.
"""

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
    """Open a file for writing that gets its name only when all content has been written. After an
    error or an interruption there is no new file.

    A file without write permission is not replaced. The content of a file whose name ends in .gz or
    .xz is compressed; the same content always gives the same bytes. If the path is not a regular
    file (a device, a pipe), the content is written directly. Raises `OSError`.
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
        error.filename = path  # not the name of the temporary file, and never None
        raise


def check_writable(path: str) -> None:
    """Raise the `OSError` that `open_output` would raise for this path, as far as the file system
    shows it beforehand.
    """
    target = os.path.realpath(path)
    if os.path.isdir(target):
        raise make_system_error(errno.EISDIR, path)
    if os.path.exists(target) and not os.path.isfile(target):
        return  # a device or a pipe
    if os.path.exists(target) and not os.access(target, os.W_OK):
        raise make_system_error(errno.EACCES, path)
    check_place(os.path.dirname(target), path)


def check_place(folder: str, path: str) -> None:
    """Raise an `OSError` about `path` if `folder` does not exist or no file can be made in it."""
    if not os.path.isdir(folder):
        raise make_system_error(errno.ENOENT, path)
    if not os.access(folder, os.W_OK | os.X_OK):
        raise make_system_error(errno.EACCES, path)


def make_system_error(number: int, path: str) -> OSError:
    """Return the error that the operating system would raise for a path; `number` is the error's
    number, as in the module `errno`.
    """
    return OSError(number, os.strerror(number), path)


def _put_on_disk(file: IO[bytes]) -> None:
    file.flush()
    os.fsync(file.fileno())


def find_usual_mode(most: int) -> int:
    """Return the permissions that a new file or folder gets from the wanted permissions `most`,
    after removing the permissions in the umask.
    """
    mask = os.umask(0)
    os.umask(mask)
    return most & ~mask


@contextmanager
def _compress(file: IO[bytes], path: str) -> Iterator[IO[bytes]]:
    compression = split_name(path)[1]
    if compression == ".gz":
        import gzip

        # The file contains neither a time nor a name, so that the same content gives the same
        # bytes.
        with gzip.GzipFile("", "wb", fileobj=file, mtime=0) as stream:
            yield cast("IO[bytes]", stream)
    elif compression == ".xz":
        import lzma

        with lzma.open(file, "wb") as stream:
            yield stream
    else:
        yield file


def find_free_name(folder: str, stem: str, ending: str) -> str:
    """Return a file name that is not used in the folder. It consists of the stem, the smallest free
    number from 1 on, and the ending.
    """
    return next(
        name
        for number in count(1)
        if not os.path.lexists(os.path.join(folder, name := f"{stem}{number}{ending}"))
    )


def write_new_file(folder: str, stem: str, ending: str, content: bytes) -> str:
    """Write a new file, whole, under the next free name in a folder, and return its path. The
    folder is made if it does not exist.

    If two processes do this at once, each gets its own name. Raises `OSError`.
    """
    os.makedirs(folder, exist_ok=True)
    with unwind_on_signals(SystemExit), make_temporary_file(folder) as (file, beside):
        file.write(content)
        _put_on_disk(file)
        os.chmod(beside, find_usual_mode(0o666))
        while True:
            path = os.path.join(folder, find_free_name(folder, stem, ending))
            with suppress(FileExistsError):  # another process took the name in the meantime
                try:
                    os.link(beside, path)
                except OSError:  # the file system has no links, or the name is taken
                    with open(path, "xb") as copy:
                        copy.write(content)
                return path
