"""Output files that appear only when they are complete. Files whose names end in .gz or .xz are
compressed.
"""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from typing import IO, cast

from .endings import find_format_and_compression_endings
from .signals import raise_error_on_signals
from .temporary_files import open_temporary_file_with_path


@contextmanager
def open_output(path: str) -> Iterator[IO[bytes]]:
    """A context manager that opens an output file for writing. The file appears under its name only
    when all content has been written. After an error or an interruption, an earlier file of this
    name is unchanged and there is no new file.

    A file without write permission is not replaced. The content of a file whose name ends in .gz or
    .xz is compressed; the same content always gives the same bytes. If the path is not a regular
    file (a device, a pipe), the content is written directly. Raises `OSError`.
    """
    try:
        if os.path.exists(path) and not stat.S_ISREG(os.stat(path).st_mode):
            with open(path, "wb") as device, _open_compressing_stream(device, path) as stream:
                yield stream
        else:
            check_writable(path)
            target = os.path.realpath(path)
            with (
                raise_error_on_signals(SystemExit),
                open_temporary_file_with_path(os.path.dirname(target)) as (file, beside),
            ):
                with _open_compressing_stream(file, path) as stream:
                    yield stream
                _flush_to_disk(file)
                is_there = os.path.exists(target)
                mode = (
                    stat.S_IMODE(os.stat(target).st_mode)
                    if is_there
                    else find_default_permissions(0o666)
                )
                os.chmod(beside, mode)
                os.replace(beside, target)
    except OSError as error:
        error.filename = path  # not the name of the temporary file, and never None
        raise


def check_writable(path: str) -> None:
    """Check, before any work is done, that an output file can be written at this path. Raise the
    `OSError` that writing the file would raise, as far as this can be known in advance.
    """
    target = os.path.realpath(path)
    if os.path.isdir(target):
        raise make_os_error(errno.EISDIR, path)
    if os.path.exists(target) and not os.path.isfile(target):
        return  # a device or a pipe
    if os.path.exists(target) and not os.access(target, os.W_OK):
        raise make_os_error(errno.EACCES, path)
    check_folder_writable(os.path.dirname(target), path)


def check_folder_writable(folder: str, path: str) -> None:
    """Check that a file can be made in the folder `folder`. Raise an `OSError` that names the file
    `path` if the folder does not exist or cannot be written.
    """
    if not os.path.isdir(folder):
        raise make_os_error(errno.ENOENT, path)
    if not os.access(folder, os.W_OK | os.X_OK):
        raise make_os_error(errno.EACCES, path)


def make_os_error(error_number: int, path: str) -> OSError:
    """Return the `OSError` that the operating system would raise for a path. `error_number` is the
    error number, a constant of the module `errno`.
    """
    return OSError(error_number, os.strerror(error_number), path)


def _flush_to_disk(file: IO[bytes]) -> None:
    """Wait until everything that was written to an open file is safely on the disk."""
    file.flush()
    os.fsync(file.fileno())


def find_default_permissions(requested: int) -> int:
    """Return the permissions, as a number, that a new file or folder gets if a program requests
    `requested`. The system leaves out the permissions that the process's umask forbids.
    """
    mask = os.umask(0)
    os.umask(mask)
    return requested & ~mask


@contextmanager
def _open_compressing_stream(file: IO[bytes], path: str) -> Iterator[IO[bytes]]:
    """A context manager that yields a stream whose content is written to `file`. The content is
    compressed if the name of the file `path` ends in .gz or .xz.
    """
    compression = find_format_and_compression_endings(path)[1]
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


def find_free_file_name(folder: str, stem: str, ending: str) -> str:
    """Return a name for a new file in a folder, such as `map3.png`: the stem, a number and the
    ending. The number is the smallest, counted from 1, with which no such file exists yet.
    """
    return next(
        name
        for number in count(1)
        if not os.path.lexists(os.path.join(folder, name := f"{stem}{number}{ending}"))
    )


def write_new_file(folder: str, stem: str, ending: str, content: bytes) -> str:
    """Write the content to a new file in a folder, and return the file's path. The file's name
    consists of `stem`, the smallest free number from 1, and `ending`. The folder is made if it does
    not exist.

    If two processes do this at once, each gets its own name. Raises `OSError`.
    """
    os.makedirs(folder, exist_ok=True)
    with (
        raise_error_on_signals(SystemExit),
        open_temporary_file_with_path(folder) as (file, beside),
    ):
        file.write(content)
        _flush_to_disk(file)
        os.chmod(beside, find_default_permissions(0o666))
        while True:
            path = os.path.join(folder, find_free_file_name(folder, stem, ending))
            with suppress(FileExistsError):  # another process took the name in the meantime
                try:
                    os.link(beside, path)
                except OSError:  # the file system has no links, or the name is taken
                    with open(path, "xb") as copy:
                        copy.write(content)
                return path
