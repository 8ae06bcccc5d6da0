"""The endings of file names, such as `.csv`: which endings an output file may have, and which file
format each ending selects.
"""

import os
import stat
from collections.abc import Mapping
from typing import NamedTuple

from ..base.errors import ArgumentError

COMPRESSIONS = (".gz", ".xz")
"""The endings of compressed files that can be written."""

_LONGEST = len(".12345678")
"""An ending has at most eight characters after the dot, one of them a letter.

Neither `.2026` in `run.2026` nor `.X3kq8PzLw1` in `tmp.X3kq8PzLw1` is an ending.
"""


def find_format_and_compression_endings(path: str) -> tuple[str, str]:
    """Return two endings of a file's name in lower case: the ending that names the format, such as
    `.csv`, and the ending that names the compression, such as `.gz`. Each is an empty text if the
    name has no such ending.

    >>> find_format_and_compression_endings("a/Kept.CSV.gz")
    ('.csv', '.gz')
    >>> find_format_and_compression_endings("kept.xz")
    ('', '.xz')
    >>> find_format_and_compression_endings("a.txt/kept")
    ('', '')
    """
    name, compression = os.path.splitext(os.path.basename(path))
    if compression.lower() not in COMPRESSIONS:
        name, compression = name + compression, ""
    _, ending = os.path.splitext(name)
    letters = ending[1:]
    is_ending = letters.isascii() and letters.isalnum() and not letters.isdigit()
    is_ending = is_ending and len(ending) <= _LONGEST
    return (ending.lower() if is_ending else ""), compression.lower()


class FileEndings(NamedTuple):
    """The endings that the name of an output file may have, and the format that each ending
    selects.

    - `formats`: the format for each ending. An ending may have two dots, as in `.pb.txt`.
    - `default`: the format of a file whose name has no ending. If it is None, such a name is
      refused.
    - `is_compressed`: whether an ending of a compressed file, `.gz` or `.xz`, may follow.
    """

    formats: Mapping[str, str]
    default: str | None = None
    is_compressed: bool = True

    def choose_format(self, path: str) -> str:
        """Return the format in which the output file `path` must be written: the format that the
        ending of its name selects, or the default format if the name has no ending. For a pipe or a
        device, an unknown ending counts as no ending. Raise `ArgumentError`, which lists the
        possible endings, if a file has an unknown ending, or if there is no default format.
        """
        named = self.find_format(path)
        if named is None and self.default is None:
            raise self.make_unknown_ending_error(path)
        return named or self.default or ""

    def find_format(self, path: str) -> str | None:
        """Return the format that the ending of a file's name selects; None if the name has no
        ending, or if it is the name of a pipe or device with an unknown ending. Raise
        `ArgumentError` for a file with an unknown ending.
        """
        ending, compression = find_format_and_compression_endings(path)
        name = os.path.basename(path).lower().removesuffix(compression)
        if not compression or self.is_compressed:
            for known in sorted(self.formats, key=len, reverse=True):
                if name.endswith(known) and name != known:
                    return self.formats[known]
        if _is_pipe_or_device(path) or not (ending or (compression and not self.is_compressed)):
            return None
        raise self.make_unknown_ending_error(path)

    def make_unknown_ending_error(self, path: str) -> ArgumentError:
        """Return the error for a file name with an unknown ending."""
        endings = ", ".join(self.formats)
        name, _ = os.path.splitext(path.removesuffix(find_format_and_compression_endings(path)[1]))
        example = name + next(iter(self.formats))
        if self.is_compressed:
            return ArgumentError(
                "'{path}' has an ending that cannot be written; use one of {endings}, and .gz or "
                ".xz may follow: for example {example}",
                endings=endings,
                path=path,
                example=example,
            )
        return ArgumentError(
            "'{path}' has an ending that cannot be written; use one of {endings}: for example "
            "{example}",
            endings=endings,
            path=path,
            example=example,
        )


def _is_pipe_or_device(path: str) -> bool:
    """Return whether a pipe or a device, instead of a regular file, is at this path."""
    return os.path.exists(path) and not stat.S_ISREG(os.stat(path).st_mode)
