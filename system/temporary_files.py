"""Temporary files and folders, and what killed processes have left of theirs.

The process that makes one holds a lock on it, which the system drops when the process ends. What is
not locked the next process that makes one there removes, if its name and owner are ours.
"""

import os
import re
import shutil
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO

from .signals import hold_back_signals

_BEGINNING, _FILE, _FOLDER = ".sudokopie-", ".part", ".scratch"

_OURS = re.compile(rf"{re.escape(_BEGINNING)}[a-z0-9_]{{8}}(?:{_FILE}|{_FOLDER})", re.ASCII)

KEPT = ".old"
"""A folder in a temporary one for files of the user's: while it holds any, both stay."""

_FRESH = 60.0
"""Seconds for which something is let alone that is not locked: it may have been made just now."""


def is_temporary(name: str) -> bool:
    """Return whether a file or folder has a name of the kind that is made here."""
    return _OURS.fullmatch(name) is not None


@contextmanager
def open_descriptor(path: str, flags: int = 0) -> Iterator[int]:
    """Open a file or folder for the block, as a descriptor."""
    handle = os.open(path, os.O_RDONLY | flags)
    try:
        yield handle
    finally:
        os.close(handle)


@contextmanager
def make_temporary_file(folder: str) -> Iterator[tuple[IO[bytes], str]]:
    """Make a file in a folder, and open it; it is gone afterwards, if it still has its path."""
    import tempfile  # slow, and what only reads needs none

    remove_leftovers(folder)
    path = ""
    try:
        with hold_back_signals():  # or a signal might come before the path is known here
            handle, path = tempfile.mkstemp(_FILE, _BEGINNING, folder)
        with open(handle, "wb") as file:
            lock(handle)
            yield file, path
    finally:
        with suppress(FileNotFoundError):
            os.unlink(path)


@contextmanager
def make_temporary_folder(place: str | None = None) -> Iterator[str]:
    """Make a folder that is gone afterwards: in another one, by default the system's for that."""
    import tempfile

    place = place or tempfile.gettempdir()
    remove_leftovers(place)
    path = ""
    try:
        with hold_back_signals():
            path = tempfile.mkdtemp(_FOLDER, _BEGINNING, place)
        with open_descriptor(path) as handle:
            lock(handle)
            yield path
    finally:
        if path:
            _discard(path)


def remove_leftovers(place: str) -> None:
    """Remove what processes that were killed have left in a folder.

    What is held, or may be soon, or is another user's, stays.
    """
    with suppress(OSError):
        for path in [os.path.join(place, name) for name in filter(is_temporary, os.listdir(place))]:
            with suppress(OSError), open_descriptor(path, os.O_NOFOLLOW | os.O_NONBLOCK) as handle:
                found = os.fstat(handle)
                is_old = time.time() - found.st_mtime > _FRESH
                if found.st_uid == os.geteuid() and is_old and lock(handle):
                    if stat.S_ISDIR(found.st_mode):
                        _discard(path)
                    elif stat.S_ISREG(found.st_mode):
                        os.unlink(path)


def _discard(folder: str) -> None:
    """Remove a folder, unless it holds what is kept."""
    kept = os.path.join(folder, KEPT)
    with suppress(OSError):
        os.rmdir(kept)
    if not os.path.lexists(kept):
        shutil.rmtree(folder, ignore_errors=True)


def lock(handle: int, *, waiting: bool = False) -> bool | None:
    """Lock an open file or folder until it is closed; return whether it is ours now.

    It is not while another process holds it, unless we are `waiting` until none does. Where the
    file system knows no locks, that is unknown: None.
    """
    try:
        import fcntl
    except ImportError:  # on Windows what is open cannot be removed
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX if waiting else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True
