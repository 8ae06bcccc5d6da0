"""Files for reading, decompressed; also those elsewhere, by URLs that fsspec knows."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any, cast

from ..base.errors import PairFileError, SudokopieError
from ..base.language import Message


def is_url(path: str) -> bool:
    """Return whether this is a URL, and not the name of a file here."""
    return "://" in path


def file_system(place: str) -> tuple[Any, str]:
    """Return fsspec's file system for a URL, or for a path here, and the path in it.

    Raises `PairFileError` where fsspec is not installed, and `OSError` where that fails.
    """
    try:
        from fsspec.core import url_to_fs
    except ImportError:
        message = Message("expected a file, found a URL, which needs fsspec (pip install fsspec)")
        raise PairFileError(place, 1, 1, message) from None
    with as_os_errors(place):
        return cast("tuple[Any, str]", url_to_fs(place))


def opened(path: str) -> IO[bytes]:
    """Open a file or a URL for reading, decompressed where its name says that it is compressed."""
    if is_url(path):
        files, there = file_system(path)
        with as_os_errors(path):
            raw = cast("IO[bytes]", files.open(there, "rb"))
    else:
        raw = open(path, "rb")  # noqa: SIM115 - the caller's
    if path.endswith((".gz", ".xz")):
        from .compression import decompressed

        return decompressed(raw, "gzip" if path.endswith(".gz") else "xz")
    return raw


@contextmanager
def as_os_errors(place: str) -> Iterator[None]:
    """Turn what a file system raises, each its own errors, into `OSError` with one line."""
    try:
        yield
    except SudokopieError:
        raise
    except Exception as error:
        reason = getattr(error, "strerror", None) if isinstance(error, OSError) else None
        if isinstance(error, FileNotFoundError):  # of which some say nothing but the name
            reason = reason or os.strerror(errno.ENOENT)
        reason = reason or " ".join(str(error).split()) or type(error).__name__
        raise OSError(errno.EIO, reason, place) from None
