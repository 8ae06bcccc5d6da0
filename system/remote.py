"""Files for reading, decompressed; also those that stand elsewhere, by their URLs.

Of URLs it knows what fsspec knows, if that is installed.
"""

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

    Raises `PairFileError` where fsspec is not installed, and `OSError` with the place as its file
    where that cannot make anything of the URL, perhaps because of something else to install.
    """
    try:
        from fsspec.core import url_to_fs
    except ImportError:
        message = Message("expected a file, found a URL, which needs fsspec (pip install fsspec)")
        raise PairFileError(place, 1, 1, message) from None
    with as_os_errors(place):
        files, path = url_to_fs(place)
        return files, path


def opened(path: str) -> IO[bytes]:
    """Open a file or a URL for reading, decompressed where its name says that it is compressed."""
    raw = _opened_url(path) if is_url(path) else open(path, "rb")  # noqa: SIM115 - the caller's
    if path.endswith(".gz"):
        import gzip

        stream: Any = gzip.GzipFile(fileobj=raw)
        stream.myfileobj = raw  # which it closes with itself
        return cast("IO[bytes]", stream)
    if path.endswith(".xz"):
        from .compression import Decompressed

        return Decompressed(raw)
    return raw


def _opened_url(url: str) -> IO[bytes]:
    """Open a URL for reading. Raises what `file_system` raises."""
    files, path = file_system(url)
    with as_os_errors(url):
        return cast("IO[bytes]", files.open(path, "rb"))


@contextmanager
def as_os_errors(place: str) -> Iterator[None]:
    """Turn whatever a file system raises about a place into `OSError` with one line as reason.

    Each has errors of its own kind: those of the programs that it is made of.
    """
    try:
        yield
    except SudokopieError:
        raise
    except Exception as error:
        raise OSError(errno.EIO, _reason(error), place) from None


def _reason(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    if isinstance(error, FileNotFoundError):  # of which some say nothing but the name
        return os.strerror(errno.ENOENT)
    return " ".join(str(error).split()) or type(error).__name__
