"""A folder for temporary data that all workers of a cluster can access, at the same path or URL."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, NamedTuple
from uuid import uuid4

from ...base.errors import ClusterError, make_os_error_message
from ..open_file import is_url, open_file_system

if TYPE_CHECKING:
    from .dask_cluster import Cluster

_MARK = "in-use"
"""The name of a file that is in the folder as long as the folder is in use. Workers recognise the
folder by it.
"""


class SharedFolderAddress(NamedTuple):
    """The URL or path of a folder that all workers of a cluster can access. The methods write and
    read files in this folder; they neither make nor remove the folder.
    """

    url: str

    def write_file(self, name: str, data: bytes) -> None:
        """Write data to a file in the folder; the file appears under its name only when it is
        complete. An earlier file of this name is replaced.
        """
        with open_file_system(self.url) as (files, path):
            unfinished = f"{path}/{uuid4().hex}.part"
            files.pipe_file(unfinished, data)
            files.mv(unfinished, f"{path}/{name}")
            if not files.exists(f"{path}/{_MARK}"):  # the folder has been removed in the meantime
                files.rm(f"{path}/{name}")

    def read_byte_range(self, name: str, start: int, end: int) -> bytes:
        """Return some bytes of a file in the folder, from index `start` up to, but not including,
        index `end`.
        """
        with open_file_system(self.url) as (files, path):
            return bytes(files.cat_file(f"{path}/{name}", start, end))

    def is_visible(self) -> bool:
        """Return whether the process that calls this method sees the shared folder: whether it
        finds the file `in-use`, which `open_shared_folder_removed_unless_finished` has made in the
        folder. Each worker calls this method, because on another computer the same path may name
        another folder. Raise `OSError` or `PairFileError` if the file system cannot be accessed.
        """
        with open_file_system(self.url) as (files, path):
            return bool(files.exists(f"{path}/{_MARK}"))


class NewSharedFolder:
    """A new folder, with the address `folder`, that all workers of a cluster can access. The folder
    is removed when its context manager ends, unless the caller has set `is_finished` to true.
    """

    is_finished = False

    def __init__(self, folder: SharedFolderAddress) -> None:
        self.folder = folder


@contextmanager
def open_shared_folder_removed_unless_finished(
    cluster: Cluster, path: str, option_name: str, shown_path: str | None = None
) -> Iterator[NewSharedFolder]:
    """A context manager that makes a new folder which all workers of a cluster can access, and
    yields it. At the end the folder is removed, unless the caller has set the attribute
    `is_finished` of the yielded object to true.

    Raises `ClusterError` if the folder cannot be made, already exists, or is not accessible for all
    workers. The message calls the folder `shown_path`, by default `path`. If workers cannot see the
    folder, the message also names the command option `option_name`, for whose work the folder is
    needed.
    """
    shown_path = shown_path or path
    # The path is made absolute, because workers have their own working directories.
    path = path if is_url(path) else os.path.abspath(path)
    new = NewSharedFolder(SharedFolderAddress(path.rstrip("/")))
    try:
        with open_file_system(new.folder.url) as (files, there):
            files.makedirs(there)
    except OSError as error:
        raise ClusterError(
            "{file} cannot be used: {reason}", file=shown_path, reason=make_os_error_message(error)
        ) from None
    try:
        files.touch(f"{there}/{_MARK}")
        blind = [
            worker if seen is False else f"{worker} ({seen})"
            for worker, seen in sorted(
                cluster.collect_results_by_worker_address(new.folder.is_visible).items()
            )
            if seen is not True
        ]
        if blind:
            raise ClusterError(
                "all workers must reach the same folder ({option}), but {workers} cannot see "
                "{folder}",
                option=option_name,
                folder=shown_path,
                workers=", ".join(blind),
            )
        yield new
    finally:
        with suppress(OSError):
            files.rm(f"{there}/{_MARK}")
        if not new.is_finished:
            with suppress(OSError):
                files.rm(there, recursive=True)
