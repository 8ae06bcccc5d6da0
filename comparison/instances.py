"""What backends are compared on: pair files, exported formulas, folders of both, and suites."""

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple

from ..base.decoding import from_toml
from ..base.errors import NO_FILE, ComparisonError, DecodingError, ExportError, reason
from ..base.language import Message
from ..base.limits import DESCRIPTION, whole
from ..base.verdict import VERDICTS, Verdict
from ..encoding.candidates import Encoding
from ..exchange.export import format_of
from ..exchange.header import read_header_of
from ..questions.copy import Copy
from ..reading.form import MAX_SIZE
from ..reading.pairfile import read_pair
from ..sudoku.grid import Grid
from ..sudoku.shape import BoxShape
from ..sudoku.text import format_rows
from ..system.plain import plain_file

INSTANCES = Path(__file__).parent.parent / "instances"
"""The instances that come with the package."""

SUITES = ("small", "full", "hard", "sizes")
"""The names of sets of these instances, as the manifest has them."""

MANIFEST = "manifest.toml"


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
    expected: Verdict | None = None

    @property
    def digest(self) -> str:
        """What tells this pair from others of the same name."""
        first, second = format_rows(self.first), format_rows(self.second)
        text = f"{self.first.shape}\n{first}\n{second}\n{self.encoding}"
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def files_in(path: str) -> list[str]:
    """Return a file itself, or the pair files (.txt) and exported formulas in a folder, sorted.

    Raises `ComparisonError` where something of such a name in the folder is a pipe or a device.
    """
    if not os.path.isdir(path):
        return [path]
    forms = {name: _form(name) for name in sorted(os.listdir(path))}
    found = [
        os.path.join(path, name)
        for name, form in forms.items()
        if form == "cnf" or (form is None and name.endswith(".txt"))
    ]
    for file in found:
        if os.path.exists(file) and not (os.path.isfile(file) or os.path.isdir(file)):
            raise ComparisonError(Message("{file}: {message}", file=file, message=NO_FILE))
    return found


def read_instance(path: str, shape: BoxShape | None = None, max_size: int = MAX_SIZE) -> Instance:
    """Read a pair file or an exported formula, and what a manifest beside it says.

    Of a formula the header is read: which question it is, and how it is written down. Raises
    `PairFileError`, `ExportError`, and `ComparisonError` where the manifest is no good.
    """
    if _form(path) == "cnf":
        try:
            export = read_header_of(path, Copy)
        except OSError as error:
            raise ExportError(
                Message("{file}: {message}", file=path, message=reason(error))
            ) from None
        return Instance(os.path.basename(path), export.first, export.second, export.encoding)
    folder, name = os.path.split(path)
    said = _manifest(Path(folder) / MANIFEST).get(name, ManifestEntry(name))
    return _read(path, said, shape, max_size)


def suite(name: str) -> Iterator[Instance]:
    """Yield the instances of a suite, one of `SUITES`, in the order of the manifest."""
    for said in _manifest(INSTANCES / MANIFEST).values():
        if name in said.suites:
            box = None if said.box is None else BoxShape.parse(said.box)
            yield _read(INSTANCES / said.file, said, box)


class ManifestEntry(NamedTuple):
    """What a manifest says of a file; `size` is in cells a side."""

    file: str
    verdict: Literal["copies", "different", "undecided"] = "undecided"
    family: str = ""
    size: int = 0
    box: str | None = None
    suites: tuple[str, ...] = ()


class _Manifest(NamedTuple):
    pair: tuple[ManifestEntry, ...] = ()


def _read(
    path: str | Path, said: ManifestEntry, shape: BoxShape | None, max_size: int = MAX_SIZE
) -> Instance:
    first, second = read_pair(path, box=shape, max_size=max(max_size, said.size))
    if said.verdict == "undecided":
        return Instance(said.file, first, second)
    return Instance(said.file, first, second, None, said.family, VERDICTS[said.verdict])


def _form(path: str) -> str | None:
    """Return the format of an exported question by its name, None for other files."""
    try:
        return format_of(path)
    except ExportError:
        return None


def _manifest(path: Path) -> dict[str, ManifestEntry]:
    """Return what a manifest says of each file; nothing where there is none, or none of pairs.

    Raises `ComparisonError` for one that cannot be read, or does not say what it should.
    """
    try:
        with open(path, "rb", opener=plain_file) as file:
            text = whole(file, str(path), DESCRIPTION).decode()
        return {entry.file: entry for entry in from_toml(text, _Manifest).pair}
    except FileNotFoundError:
        return {}
    except OSError as error:
        said = reason(error)
    except UnicodeDecodeError:
        said = Message("this is no TOML: {reason}", reason="UTF-8")
    except DecodingError as error:
        said = error.message
    raise ComparisonError(Message("{file}: {message}", file=path, message=said))
