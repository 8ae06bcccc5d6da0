"""Find out which output files were written, after a command was interrupted."""

import os
from collections.abc import Iterable

from .open_file import is_url
from .own_folder import LIST
from .temporary_files import is_temporary


class OutputVersions:
    """The versions of output files and folders when a command begins. A comparison with the files
    at the end of the command shows which outputs were written.

    Devices, pipes and addresses of other machines are not compared, because they do not show
    whether a command has written to them.
    """

    def __init__(self, paths: Iterable[str]) -> None:
        self._before = {
            path: _find_version_or_none(path) for path in paths if _is_file_or_folder(path)
        }

    def list_unwritten_outputs(self) -> list[str]:
        """Return the paths of the outputs that do not exist, or have not changed since this object
        was made.
        """
        return [
            path for path, version in self._before.items() if _find_version_or_none(path) == version
        ]


def _is_file_or_folder(path: str) -> bool:
    """Return whether `path` is a file or a folder of this machine, or does not exist yet."""
    if is_url(path):
        return False
    return not os.path.exists(path) or os.path.isfile(path) or os.path.isdir(path)


def _find_version_or_none(path: str) -> object:
    """Return a value that changes when a file or a folder is written; None if `path` does not
    exist. The value of a folder changes with the list of its files, and with each new file.
    """
    try:
        if not os.path.isdir(path):
            found = os.stat(path)
            return found.st_ino, found.st_mtime_ns, found.st_size
        names = frozenset(name for name in os.listdir(path) if not is_temporary(name))
        return names, _find_version_or_none(os.path.join(path, LIST))
    except OSError:
        return None
