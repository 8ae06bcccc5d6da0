"""Where temporary files go: files of this process, and tables that several read.

The workers of a cluster share a folder that all of them see, by its path or its URL.
"""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from typing import TYPE_CHECKING, NamedTuple, Protocol
from uuid import uuid4

from ...base.errors import OutputError, describe_os_error
from ...system.temporary_files import lock, make_temporary_folder, open_descriptor

if TYPE_CHECKING:
    from ...system.cluster.dask_cluster import Cluster
    from ...system.cluster.scratch import SharedFolder

_LASTING = "sudokopie-resume"
"""The folder for what outlives a process that is killed."""


class TemporaryFolder(Protocol):
    """Where processes write files and read some bytes of them. Its methods raise `OSError`."""

    def write(self, name: str, data: bytes) -> None:
        """Write a file that has its name only when all is written."""

    def read(self, name: str, start: int, end: int) -> bytes:
        """Return some bytes of a file."""


class FolderHere(NamedTuple):
    """A folder of this machine. What else is left in it belongs to no process any more."""

    path: str

    def write(self, name: str, data: bytes) -> None:
        """Write a file that has its name only when all is written."""
        path = os.path.join(self.path, name)
        unfinished = f"{path}.{os.getpid()}"
        with full_disk_named(self.path), open(unfinished, "wb") as stream:
            stream.write(data)
        os.replace(unfinished, path)

    def read(self, name: str, start: int, end: int) -> bytes:
        """Return some bytes of a file; from 0 to -1 all of them."""
        with open(os.path.join(self.path, name), "rb") as stream:
            stream.seek(start)
            return stream.read(end - start)


class Scratch:
    """Temporary files of this process in `place`, by default the system's folder; to be closed.

    `shared` is a folder that the workers of a cluster see, if these do the work; `lasting` one that
    outlives this process until a run `is_finished`, see `resumable`.
    """

    lasting: FolderHere | None = None
    is_finished = False

    def __init__(
        self,
        place: str | None = None,
        shared: SharedFolder | None = None,
        cluster: Cluster | None = None,
    ) -> None:
        self.place, self.shared, self.cluster = place or tempfile.gettempdir(), shared, cluster
        self._stack = ExitStack()
        self._here: FolderHere | None = None

    @property
    def folder(self) -> TemporaryFolder:
        """The shared folder, else one of our own, made when it is first asked for."""
        if self.shared is not None:
            return self.shared
        if self._here is None:
            self._here = FolderHere(self._stack.enter_context(make_temporary_folder(self.place)))
        return self._here

    def close(self) -> None:
        """Remove what is in it."""
        self._stack.close()
        self._here = None

    @classmethod
    @contextmanager
    def resumable(cls, place: str, resume: bool) -> Iterator[Scratch]:
        """Make one in `place` with a lasting folder, where others may go on when this run is ended.

        With `resume` it holds what they left there, else it begins empty. There is none while
        another process works with it, or where it is another user's; with `resume` that raises
        `OutputError`. Where files cannot be made, it raises `OSError`.
        """
        os.stat(place)  # or its name would not be the one in the error
        folder = os.path.join(place, _LASTING)
        with suppress(FileExistsError):
            os.mkdir(folder, 0o700)
        with open_descriptor(folder, os.O_NOFOLLOW) as handle, closing(cls(place)) as scratch:
            if os.fstat(handle).st_uid == os.geteuid() and lock(handle) is not False:
                scratch.lasting = FolderHere(folder)
            elif resume:
                raise OutputError("{folder} is used by another process or user", folder=folder)
            for name in os.listdir(folder) if scratch.lasting and not resume else ():
                os.unlink(os.path.join(folder, name))
            yield scratch
            if scratch.lasting and scratch.is_finished:
                shutil.rmtree(folder, ignore_errors=True)

    @classmethod
    @contextmanager
    def at(cls, cluster: Cluster, place: str | None = None) -> Iterator[Scratch]:
        """Make a shared folder at a place, a path or URL; in the end it is removed with all in it.

        Without a place it is the system's for temporary files. Raises `ClusterError` as
        `make_shared_folder` does.
        """
        from ...system.cluster.scratch import make_shared_folder  # which only a cluster needs

        place = place or tempfile.gettempdir()
        folder = f"{place.rstrip('/')}/sudokopie-{uuid4().hex}"
        with (
            make_shared_folder(cluster, folder, "--scratch", place) as shared,
            closing(cls(shared=shared.folder, cluster=cluster)) as scratch,
        ):
            yield scratch


@contextmanager
def full_disk_named(place: str) -> Iterator[None]:
    """Say of a full disk which folder it is, and how to choose another."""
    try:
        yield
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        raise OutputError(
            "{folder} is full: {reason}; choose another folder with --scratch DIR",
            folder=place,
            reason=describe_os_error(error),
        ) from None
