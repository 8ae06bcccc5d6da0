"""What backends are compared on: pair files, exported formulas, folders of both, and suites."""

import hashlib
import os
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from ..encoding.question import Encoding
from ..exchange.decode import read_pair_header
from ..exchange.export import ENDINGS, format_of
from ..solvers.protocol import Status
from ..sudoku.cells import MAX_SIZE
from ..sudoku.errors import ExportError, reason
from ..sudoku.grid import Grid
from ..sudoku.language import Message
from ..sudoku.pairfile import read_pair
from ..sudoku.shape import BoxShape

INSTANCES = Path(__file__).parent.parent / "instances"
"""The instances that come with the package."""

SUITES = ("small", "full", "hard", "sizes")
"""The names of sets of these instances, as the manifest has them."""

MANIFEST = "manifest.toml"

_LARGEST = 10_000


class Instance(NamedTuple):
    """A pair to compare backends on.

    `encoding` is that of an exported formula, None for pair files. `family` and `expected` are what
    a manifest beside the file says, if there is one.
    """

    name: str
    first: Grid
    second: Grid
    encoding: Encoding | None = None
    family: str = ""
    expected: Status | None = None

    @property
    def digest(self) -> str:
        """What tells this pair from others of the same name."""
        text = f"{self.first.shape}\n{self.first}\n{self.second}\n{self.encoding}"
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def files_in(path: str) -> list[str]:
    """Return a file itself, or the pair files (.txt) and exported formulas in a folder, sorted."""
    if not os.path.isdir(path):
        return [path]
    names = sorted(os.listdir(path))
    wanted = [name for name in names if _is_pair_file(name) or _is_cnf(name)]
    return [os.path.join(path, name) for name in wanted]


def read_instance(path: str, shape: BoxShape | None = None, max_size: int = MAX_SIZE) -> Instance:
    """Read a pair file or an exported formula, and what a manifest beside it says.

    Of a formula the header is read: which question it is, and how it is written down. Raises
    `PairFileError` and `ExportError`.
    """
    if _is_cnf(path):
        try:
            export = read_pair_header(path)
        except OSError as error:
            raise ExportError(
                Message("{file}: {message}", file=path, message=reason(error))
            ) from None
        return Instance(os.path.basename(path), export.first, export.second, export.encoding)
    folder, name = os.path.split(path)
    said = _manifest(Path(folder) / MANIFEST).get(name, {})
    size = said.get("size", 0)
    most = max(max_size, size) if isinstance(size, int) else max_size
    pair = read_pair(path, box=shape, max_size=most)
    return _instance(name, pair.first, pair.second, said)


def suite(name: str) -> Iterator[Instance]:
    """Yield the instances of a suite, one of `SUITES`, in the order of the manifest."""
    for file, said in _manifest(INSTANCES / MANIFEST).items():
        if name in said["suites"]:
            pair = read_pair(INSTANCES / file, box=BoxShape.parse(said["box"]), max_size=_LARGEST)
            yield _instance(file, pair.first, pair.second, said)


def _instance(name: str, first: Grid, second: Grid, said: Mapping[str, Any]) -> Instance:
    expected = _VERDICTS.get(str(said.get("verdict")))
    if expected is None:  # a manifest of something else, or one that does not know
        return Instance(name, first, second)
    return Instance(name, first, second, None, str(said.get("family", "")), expected)


_VERDICTS = {status.value: status for status in (Status.COPIES, Status.DIFFERENT)}


def _is_pair_file(name: str) -> bool:
    return name.endswith(".txt") and not name.endswith(".pb.txt")  # that is CP-SAT's model


def _is_cnf(path: str) -> bool:
    try:
        return ENDINGS[".cnf"] == format_of(path)
    except ExportError:
        return False


def _manifest(path: Path) -> dict[str, dict[str, Any]]:
    """Return what a manifest says of each file; nothing where there is none, or not one of ours."""
    try:
        with path.open("rb") as file:
            return {entry["file"]: entry for entry in tomllib.load(file)["pair"]}
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return {}
