"""Temporary files and folders, and the removal of temporary files that killed processes have left
behind.

The process that makes a temporary file or folder holds a lock on it, which the system releases when
the process ends. The next process that makes a temporary file or folder in the same place removes
all unlocked temporary files and folders there whose name and owner are ours.
"""

import os
import re
import shutil
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO

from .signals import delay_signals

_BEGINNING, _FILE, _FOLDER = ".sudokopie-", ".part", ".scratch"

_OURS = re.compile(rf"{re.escape(_BEGINNING)}[a-z0-9_]{{8}}(?:{_FILE}|{_FOLDER})", re.ASCII)

KEPT = ".old"
"""The name of a folder within a temporary folder. Files of the user are moved there while new files
replace them. As long as it contains files, neither this folder nor the temporary folder is removed.
"""

_FRESH = 60.0
"""The age, in seconds, up to which a file without a lock is not removed, because its process may be
about to lock it.
"""


def is_temporary(name: str) -> bool:
    """Return whether this name may be the name of a temporary file or folder that this package has
    made.
    """
    return _OURS.fullmatch(name) is not None


@contextmanager
def open_descriptor(path: str, flags: int = 0) -> Iterator[int]:
    """A context manager that opens a file or folder for reading and yields its descriptor, which is
    closed at the end of the block.
    """
    handle = os.open(path, os.O_RDONLY | flags)
    try:
        yield handle
    finally:
        os.close(handle)


@contextmanager
def open_temporary_file_with_path(folder: str) -> Iterator[tuple[IO[bytes], str]]:
    """A context manager that makes a temporary file in a folder, and yields the open file and its
    path. At the end of the block the file is removed, unless the block has moved it to another
    path.
    """
    import tempfile  # slow to import, and readers do not need it

    remove_leftover_temporary_files(folder)
    path = ""
    try:
        with delay_signals():  # otherwise a signal could come before `path` is set
            handle, path = tempfile.mkstemp(_FILE, _BEGINNING, folder)
        with open(handle, "wb") as file:
            lock_file(handle)
            yield file, path
    finally:
        with suppress(FileNotFoundError):
            os.unlink(path)


@contextmanager
def open_temporary_folder(parent: str | None = None) -> Iterator[str]:
    """A context manager that makes a temporary folder and yields its path; the folder is removed at
    the end of the block. The folder is made in the folder `parent`, by default in the system's
    folder for temporary files.
    """
    import tempfile

    parent = parent or tempfile.gettempdir()
    remove_leftover_temporary_files(parent)
    path = ""
    try:
        with delay_signals():
            path = tempfile.mkdtemp(_FOLDER, _BEGINNING, parent)
        with open_descriptor(path) as handle:
            lock_file(handle)
            yield path
    finally:
        if path:
            _remove_unless_user_files_inside(path)


def remove_leftover_temporary_files(folder: str) -> None:
    """Remove the temporary files and folders in a folder that killed processes of this package have
    left behind. Files that are locked, very new or owned by another user are kept.
    """
    with suppress(OSError):
        for path in [
            os.path.join(folder, name) for name in filter(is_temporary, os.listdir(folder))
        ]:
            with suppress(OSError), open_descriptor(path, os.O_NOFOLLOW | os.O_NONBLOCK) as handle:
                found = os.fstat(handle)
                is_old = time.time() - found.st_mtime > _FRESH
                if found.st_uid == os.geteuid() and is_old and lock_file(handle):
                    if stat.S_ISDIR(found.st_mode):
                        _remove_unless_user_files_inside(path)
                    elif stat.S_ISREG(found.st_mode):
                        os.unlink(path)


def _remove_unless_user_files_inside(folder: str) -> None:
    """Remove a temporary folder with all that it contains. If its subfolder `.old` contains files,
    remove nothing: these are files of the user, which a killed process had moved there.
    """
    kept = os.path.join(folder, KEPT)
    with suppress(OSError):
        os.rmdir(kept)
    if not os.path.lexists(kept):
        shutil.rmtree(folder, ignore_errors=True)


def lock_file(descriptor: int, *, should_wait: bool = False) -> bool | None:
    """Lock an open file or folder until it is closed. Return True if this process now holds the
    lock, False if another process holds it, and None if the file system has no locks. If
    `should_wait` is true, wait until no other process holds the lock.
    """
    try:
        import fcntl
    except ImportError:  # on Windows, open files cannot be removed anyway
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX if should_wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True
