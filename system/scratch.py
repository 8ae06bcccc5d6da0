"""A folder that all workers of a cluster see: tables that some write there and others read."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple
from uuid import uuid4

from ..base.errors import ClusterError, reason
from .remote import as_os_errors, file_system, is_url

if TYPE_CHECKING:
    from pyarrow import Table

    from .cluster import Cluster

_MARK = "in-use"
"""The file by which a worker knows the folder, as long as it is there."""


class TemporaryFolder(NamedTuple):
    """A folder by its URL or path, as a worker knows it. Its methods raise `OSError`."""

    url: str

    def write(self, name: str, table: Table) -> None:
        """Write a table that appears under its name, perhaps again, only when all is written."""
        from pyarrow import parquet

        files, path = file_system(self.url)
        unfinished = f"{path}/{uuid4().hex}.part"
        with as_os_errors(self.url):
            with files.open(unfinished, "wb") as stream:
                parquet.write_table(table, stream)
            files.mv(unfinished, f"{path}/{name}")
            if not files.exists(f"{path}/{_MARK}"):  # it has been removed in the meantime
                files.rm(f"{path}/{name}")

    def read(self, name: str) -> Table:
        """Read a table."""
        from pyarrow import parquet

        files, path = file_system(self.url)
        with as_os_errors(self.url), files.open(f"{path}/{name}", "rb") as stream:
            return parquet.read_table(stream)

    def is_seen(self) -> bool:
        """Return whether it is there, for a worker that can read tables; else raise."""
        import_module("pyarrow.parquet")
        files, path = file_system(self.url)
        with as_os_errors(self.url):
            return bool(files.exists(f"{path}/{_MARK}"))


class Scratch(NamedTuple):
    """A folder of our own for the workers of a cluster."""

    cluster: Cluster
    folder: TemporaryFolder

    @classmethod
    @contextmanager
    def at(cls, cluster: Cluster, place: str | None = None) -> Iterator[Scratch]:
        """Make a folder at a place, a path or a URL, that is gone in the end.

        Without a place it is the system's for temporary files. Raises `ClusterError` where it
        cannot be made, and where workers do not see it, who are named.
        """
        place = place or tempfile.gettempdir()
        if not is_url(place):  # workers have working directories of their own
            place = os.path.abspath(place)
        folder = TemporaryFolder(f"{place.rstrip('/')}/sudokopie-{uuid4().hex}")
        try:
            files, path = file_system(folder.url)
            with as_os_errors(folder.url):
                files.makedirs(path)
        except OSError as error:
            raise ClusterError(
                "{file} cannot be used: {reason}", file=place, reason=reason(error)
            ) from None
        try:
            files.touch(f"{path}/{_MARK}")
            blind = [
                worker if seen is False else f"{worker} ({seen})"
                for worker, seen in sorted(cluster.on_each(folder.is_seen).items())
                if seen is not True
            ]
            if blind:
                raise ClusterError(
                    "expected a folder that all workers see (--scratch), but {folder} is not seen "
                    "by {workers}",
                    folder=place,
                    workers=", ".join(blind),
                )
            yield cls(cluster, folder)
        finally:
            with suppress(OSError):
                files.rm(f"{path}/{_MARK}")
            with suppress(OSError):
                files.rm(path, recursive=True)
