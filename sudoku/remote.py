"""Files that stand elsewhere, by their URLs: what fsspec knows, if that is installed."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


def is_url(path: str) -> bool:
    """Return whether this is a URL, and not the name of a file here."""
    return "://" in path


def file_system(place: str) -> tuple[Any, str]:
    """Return fsspec's file system for a URL, or for a path here, and the path in it.

    Raises `OSError` with the place as its file, where fsspec or what it needs is not installed, and
    where it cannot make anything of the URL.
    """
    with as_os_errors(place):
        try:
            from fsspec.core import url_to_fs
        except ImportError:
            raise OSError(errno.ENOSYS, "pip install fsspec", place) from None
        files, path = url_to_fs(place)
        return files, path


@contextmanager
def as_os_errors(place: str) -> Iterator[None]:
    """Turn whatever a file system raises about a place into `OSError` with one line as reason.

    Each has errors of its own kind: those of the programs that it is made of.
    """
    try:
        yield
    except Exception as error:
        reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
        raise OSError(errno.EIO, " ".join(reason.split()), place) from None
