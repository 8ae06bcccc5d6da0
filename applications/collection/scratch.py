"""Folders for temporary files: of this process, or shared with the workers of a cluster.

A shared folder has a path or a URL that all workers can read and write.
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

from ...base.errors import OutputError, make_os_error_message
from ...base.messages import Message
from ...system.temporary_files import lock_file, open_descriptor, open_temporary_folder

if TYPE_CHECKING:
    from ...system.cluster.dask_cluster import Cluster
    from ...system.cluster.scratch import SharedFolderAddress

_LASTING_NAME = "sudokopie-resume"
"""The name of the folder for results that are kept if the process is killed, so that a later run
can continue from them.
"""


class TemporaryFolder(Protocol):
    """A folder in which processes write files and read parts of files. Its methods may raise
    `OSError`.
    """

    def write_file(self, name: str, data: bytes) -> None:
        """Write a file that gets its name only when it is complete."""

    def read_byte_range(self, name: str, start: int, end: int) -> bytes:
        """Return the bytes of the file `name` from the index `start` up to, but not including, the
        index `end`. Both are at least 0.
        """


class LocalFolder(NamedTuple):
    """A folder for temporary files on this machine, given by its path. `has_scratch_option` is
    whether the user can choose the folder with --scratch; error messages about a full disk depend
    on it. If a process was killed, its unfinished files may remain in the folder.
    """

    path: str
    has_scratch_option: bool = True

    def write_file(self, name: str, data: bytes) -> None:
        """Write a file that gets its name only when it is complete. Raises `OutputError` if the
        disk is full.
        """
        path = os.path.join(self.path, name)
        unfinished = f"{path}.{os.getpid()}"
        with (
            convert_full_disk_error(self.path, self.has_scratch_option),
            open(unfinished, "wb") as stream,
        ):
            stream.write(data)
        os.replace(unfinished, path)

    def read_byte_range(self, name: str, start: int, end: int) -> bytes:
        """Return the bytes of a file from `start` up to, but not including, `end`. If `start` is 0
        and `end` is -1, the whole file is returned.
        """
        with open(os.path.join(self.path, name), "rb") as stream:
            stream.seek(start)
            return stream.read(end - start)


class ScratchFiles:
    """The manager of the temporary files of this process. The files are in the folder
    `parent_folder`; None means the system's temporary folder. The method `close` removes them.

    - `shared`: the folder that the workers of a cluster can access; None if there is no cluster.
    - `cluster`: the workers on other machines that do the work; None if there are none.
    - `has_scratch_option`: whether the user can choose the folder with --scratch.
    - `results_folder`: the folder with results that a later run can use if this run is interrupted;
      None if no results are kept. Only `open_resumable` makes an object with such a folder.
    - `is_finished`: the run sets this to True when it has ended, so that `results_folder` is
      removed.
    """

    results_folder: LocalFolder | None = None
    is_finished = False

    def __init__(
        self,
        parent_folder: str | None = None,
        shared: SharedFolderAddress | None = None,
        cluster: Cluster | None = None,
        *,
        has_scratch_option: bool = True,
    ) -> None:
        self.has_scratch_option = has_scratch_option
        self.parent_folder, self.shared, self.cluster = (
            parent_folder or tempfile.gettempdir(),
            shared,
            cluster,
        )
        self._stack = ExitStack()
        self._here: LocalFolder | None = None

    @property
    def folder(self) -> TemporaryFolder:
        """The folder for temporary files. With a cluster, it is the folder that the workers share.
        Otherwise it is a new folder, which is made when this property is first used.
        """
        if self.shared is not None:
            return self.shared
        if self._here is None:
            folder = self._stack.enter_context(open_temporary_folder(self.parent_folder))
            self._here = LocalFolder(folder, self.has_scratch_option)
        return self._here

    def close(self) -> None:
        """Remove the temporary files of this process."""
        self._stack.close()
        self._here = None

    @classmethod
    @contextmanager
    def open_resumable(
        cls, parent_folder: str, with_earlier_results: bool
    ) -> Iterator[ScratchFiles]:
        """Yield a manager of temporary files in the folder `parent_folder` that also keeps results:
        if this run is interrupted, a later run can use them. If `with_earlier_results` is true, the
        results of an earlier run are used, otherwise they are removed. If `parent_folder` does not
        exist, it is made; the folder that contains it must exist.

        The results are kept in a folder inside `parent_folder`. If this inner folder belongs to
        another user, or another process uses it, there are two cases: if `with_earlier_results`,
        `OutputError` is raised; otherwise no results are kept, and the attribute `results_folder`
        is None. Raises `OSError` if files cannot be made in `parent_folder`.
        """
        # The two calls of `stat` are there so that an error names the folder that is missing.
        os.stat(os.path.dirname(parent_folder.rstrip(os.sep)) or os.curdir)
        with suppress(FileExistsError):
            os.mkdir(parent_folder)
        os.stat(parent_folder)
        folder = os.path.join(parent_folder, _LASTING_NAME)
        with suppress(FileExistsError):
            os.mkdir(folder, 0o700)
        with (
            open_descriptor(folder, os.O_NOFOLLOW) as handle,
            closing(cls(parent_folder)) as scratch,
        ):
            if os.fstat(handle).st_uid == os.geteuid() and lock_file(handle) is not False:
                scratch.results_folder = LocalFolder(folder)
            elif with_earlier_results:
                raise OutputError("{folder} is used by another process or user", folder=folder)
            for name in (
                os.listdir(folder) if scratch.results_folder and not with_earlier_results else ()
            ):
                os.unlink(os.path.join(folder, name))
            yield scratch
            if scratch.results_folder and scratch.is_finished:
                shutil.rmtree(folder, ignore_errors=True)

    @classmethod
    @contextmanager
    def open_shared(
        cls, cluster: Cluster, parent_folder: str | None = None
    ) -> Iterator[ScratchFiles]:
        """Yield a manager of temporary files in a new folder that the workers of a cluster can
        access. The new folder is in `parent_folder`, which is a path or a URL; None means the
        system's temporary folder. At the end the new folder is removed.

        Raises `ClusterError` if the new folder cannot be made, or if a worker cannot access it.
        """
        from ...system.cluster.scratch import (
            open_shared_folder_removed_unless_finished,  # only a cluster needs it
        )

        parent_folder = parent_folder or tempfile.gettempdir()
        folder = f"{parent_folder.rstrip('/')}/sudokopie-{uuid4().hex}"
        with (
            open_shared_folder_removed_unless_finished(
                cluster, folder, "--scratch", parent_folder
            ) as shared,
            closing(cls(shared=shared.folder, cluster=cluster)) as scratch,
        ):
            yield scratch


@contextmanager
def convert_full_disk_error(folder_path: str, has_scratch_option: bool = True) -> Iterator[None]:
    """A context manager that raises `OutputError` if the disk becomes full in its block. The
    message names the folder `folder_path`, and the option or variable by which the user chooses
    another folder: --scratch if `has_scratch_option`, otherwise TMPDIR. Other errors are raised
    unchanged.
    """
    try:
        yield
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        message = Message("{folder} is full: {reason}; choose another folder with --scratch DIR")
        if not has_scratch_option:
            message = Message("{folder} is full: {reason}; TMPDIR=DIR chooses another folder")
        reason = make_os_error_message(error)
        raise OutputError(message.with_values(folder=folder_path, reason=reason)) from None
