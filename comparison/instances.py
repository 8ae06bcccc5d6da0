"""What backends are compared on: pair files, exported formulas, folders of both, and suites."""

import csv
import hashlib
import os
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Literal, NamedTuple

from ..base.decoding import from_toml
from ..base.errors import NO_FILE, ComparisonError, DecodingError, ExportError, reason
from ..base.language import Message
from ..base.limits import DESCRIPTION, JOURNAL, whole
from ..base.verdict import VERDICTS, Verdict
from ..encoding.candidates import Encoding
from ..exchange.export import format_of
from ..exchange.header import KNOWN, read_header, satisfiability
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

MANIFEST, METADATA = "manifest.toml", "metadata.csv"
"""What stands beside pair files, and beside exported formulas, and says what is known of them."""

ANSWERS = {**KNOWN, "models": Verdict.YES}
"""What tables of formulas say of an answer with their first word, where it is a yes or no."""


class Instance(NamedTuple):
    """A pair to compare backends on.

    `encoding` is that of an exported formula, None for pair files. `family` and `expected` are what
    a table beside the file says, if there is one, or its header; `known_by` is which file does.
    """

    name: str
    first: Grid
    second: Grid
    encoding: Encoding | None = None
    family: str = ""
    expected: Verdict | None = None
    known_by: str | None = None

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
            raise ComparisonError("{file}: {message}", file=file, message=NO_FILE)
    return found


def read_instance(path: str, shape: BoxShape | None = None, max_size: int = MAX_SIZE) -> Instance:
    """Read a pair file or an exported formula, and what a table beside it says.

    Of a formula the header is read: which question it is, how it is written down, and its answer if
    that is known. Raises `PairFileError`, `ExportError`, also where table and header contradict
    each other, and `ComparisonError` where the table is no good.
    """
    if _form(path) == "cnf":
        return _read_formula(path)
    folder, name = os.path.split(path)
    said = _manifest(Path(folder) / MANIFEST).get(name, ManifestEntry(name))
    return _read(path, said, shape, max_size)


def suite(name: str) -> Iterator[Instance]:
    """Yield the instances of a suite, one of `SUITES`, in the order of the manifest."""
    for said in _manifest(INSTANCES / MANIFEST).values():
        if name in said.suites:
            box = None if said.box is None else BoxShape.parse(said.box)
            yield _read(INSTANCES / said.file, said, box)


def _read_formula(path: str) -> Instance:
    folder, name = os.path.split(path)
    try:
        question, known = read_header(path)
    except OSError as error:
        raise ExportError("{file}: {message}", file=path, message=reason(error)) from None
    if not isinstance(question, Copy):
        raise ExportError(
            "{file}: expected a question about two Sudokus: whether they are copies", file=path
        )
    row = _metadata(Path(folder) / METADATA).get(name, {})
    told = ANSWERS.get((row.get("expected") or "").partition(" ")[0])
    if None not in (told, known) and told is not known:
        raise ExportError(
            "{file}: its header says {known}, but {table} says {told}",
            file=path,
            known=satisfiability(known),
            table=METADATA,
            told=satisfiability(told),
        )
    expected, by = (told, METADATA) if known is None else (known, name)
    first, second, family = question.first, question.second, row.get("family") or ""
    return Instance(name, first, second, question.encoding, family, expected, by)


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
    expected = None if said.verdict == "undecided" else VERDICTS[said.verdict]
    return Instance(said.file, first, second, None, said.family, expected, MANIFEST)


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
        entries = from_toml(_text(path, DESCRIPTION), _Manifest).pair
    except DecodingError as error:
        raise _no_good(path, error.message) from None
    return {entry.file: entry for entry in entries}


def _metadata(path: Path) -> dict[str, dict[str, str]]:
    """Return the rows of a table of formulas by their file, none where there is no table.

    Raises `ComparisonError` for one that cannot be read.
    """
    try:
        rows = list(csv.DictReader(StringIO(_text(path, JOURNAL)), restkey=""))
    except csv.Error as error:
        raise _no_good(path, str(error)) from None
    return {row.get("file") or "": row for row in rows}


def _text(path: Path, limit: int) -> str:
    """Return a file as a text, empty where there is none; raise `ComparisonError`."""
    try:
        with open(path, "rb", opener=plain_file) as file:
            return whole(file, str(path), limit).decode()
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise _no_good(path, reason(error)) from None
    except UnicodeDecodeError:
        raise _no_good(path, Message("this is no text in UTF-8")) from None


def _no_good(path: Path, said: Message | str) -> ComparisonError:
    return ComparisonError("{file}: {message}", file=path, message=said)
