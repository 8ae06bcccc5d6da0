"""Store the cells of Sudokus, and their files and lines, in temporary files, indexed in the order
of adding.
"""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from tempfile import TemporaryFile
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from ...answers.among import Place
from ...base.limits import NAME
from ...reading.file_entry import Entry, join_name_parts, join_name_parts_for_lists
from ...sudoku.arrays import Cells, count_packed_bytes, yield_index_slices
from .scratch import ScratchFiles, convert_full_disk_error

Indices = NDArray[np.int64]
"""The indices or numbers of Sudokus. Large arrays of them that stay in memory have the type that
`choose_index_type` returns.
"""


def choose_index_type(sudoku_count: int) -> type[np.signedinteger[Any]]:
    """Return the smallest type for arrays with an index for each of `sudoku_count` Sudokus: half of
    the memory of int64 is enough, except for very many Sudokus.
    """
    return np.int32 if sudoku_count < 2**31 else np.int64


Kept = TypeVar("Kept")
ValueOrLoader: TypeAlias = Kept | Callable[[], Kept]
"""A value, or a function that returns the value when it is first needed, for example from another
process.
"""


class _StorageWithDelayedAdditions:
    """A storage to which data of another process can be added before these data are fetched. An
    addition is a function that fetches the data and stores them; it is kept in a queue, and is
    called when the storage is next read or added to. Subclasses define the storage of a kind of
    data.
    """

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], None]] = deque()

    def _do_delayed_additions(self) -> None:
        """Do the additions in the queue. An addition that fails stays in the queue."""
        while self._waiting:
            self._waiting[0]()
            self._waiting.popleft()


_ROWS_AT_ONCE = 4096
_BYTES_FOR_ROW = 2048
"""The most bytes that are read at once for each wanted row: to read them takes about as long as to
read one row alone.
"""


class _TemporaryByteFile:
    """A temporary file without a name to which bytes are appended."""

    def __init__(self, scratch: ScratchFiles) -> None:
        self._folder_path, self.length = scratch.parent_folder, 0
        self._has_scratch_option = scratch.has_scratch_option
        # Without a buffer a full disk is noticed at once, and no bytes are kept for a later write.
        self.file = TemporaryFile(dir=scratch.parent_folder, buffering=0)  # noqa: SIM115 - see `close`

    def append_bytes(self, data: bytes) -> None:
        """Append bytes to the file. Raises `OutputError` if the disk is full."""
        with convert_full_disk_error(self._folder_path, self._has_scratch_option):
            self.file.seek(self.length)
            rest = memoryview(data)
            while rest:
                rest = rest[self.file.write(rest) :]
        self.length += len(data)

    def read_bytes(self, start: int, length: int) -> bytes:
        """Read bytes of the file. A process that was forked may read at the same time."""
        if hasattr(os, "pread"):  # not on Windows, which forks no process
            return os.pread(self.file.fileno(), length, start)
        self.file.seek(start)
        return self.file.read(length)

    def read_rows(self, indices: Indices | Sequence[int], width: int) -> Cells:
        """Read some of the rows of `width` bytes of which the file consists. `indices`, shape (K,),
        has their indices in any order; the result has the shape (K, `width`).

        Rows that are close together are read at once, others one by one. If the file were mapped
        into memory, each row would count as 64 kB of memory of this process.
        """
        wanted = np.asarray(indices, np.int64)
        if (wanted[1:] < wanted[:-1]).any():
            order = np.argsort(wanted, kind="stable")
            found = np.empty((len(wanted), width), np.uint8)
            found[order] = self.read_rows(wanted[order], width)
            return found
        found = np.empty((len(wanted), width), np.uint8)
        for some in yield_index_slices(len(wanted), _ROWS_AT_ONCE):
            here = wanted[some]
            first, count = int(here[0]), int(here[-1] - here[0]) + 1
            if count * width <= _BYTES_FOR_ROW * len(here):
                content = self.read_bytes(first * width, count * width)
                found[some] = np.frombuffer(content, np.uint8).reshape(count, width)[here - first]
            else:
                read = [self.read_bytes(start, width) for start in (here * width).tolist()]
                found[some] = np.frombuffer(b"".join(read), np.uint8).reshape(len(here), width)
        return found

    def close(self) -> None:
        """Remove the file."""
        self.file.close()


class GridStorage(_StorageWithDelayedAdditions):
    """A storage of grids of one size in a temporary file, packed so that they take few bytes. The
    indices of the grids count from 0 in the order of adding.
    """

    def __init__(self, size: int, scratch: ScratchFiles) -> None:
        super().__init__()
        self._stored, self._width = _TemporaryByteFile(scratch), count_packed_bytes(size)

    def add_packed_grids(self, packed_grids_or_loader: ValueOrLoader[Cells]) -> None:
        """Add packed grids, or a function that returns them when they are first needed."""
        if callable(packed_grids_or_loader):
            self._waiting.append(
                lambda: self._stored.append_bytes(packed_grids_or_loader().tobytes())
            )
        else:
            self._do_delayed_additions()
            self._stored.append_bytes(packed_grids_or_loader.tobytes())

    def read_packed_rows(self, indices: Indices | Sequence[int]) -> Cells:
        """Return the grids of the Sudokus with the K `indices`, packed into bytes, as an array of
        shape (K, bytes of a grid).
        """
        self._do_delayed_additions()
        return self._stored.read_rows(indices, self._width)

    def close(self) -> None:
        """Remove the temporary file."""
        self._stored.close()


@dataclass(frozen=True, slots=True)
class PlacesInFile:
    """The places of some Sudokus in one file: their lines and names, and their numbers in a
    collection. `file` is the name of the file.

    `names` has the names of all Sudokus one after another, as UTF-8, and `lengths` the length of
    each name in bytes. `lengths` is empty if no Sudoku has a name, and `numbers` is empty until the
    Sudokus have numbers.
    """

    file: str
    lines: Indices
    lengths: Indices
    names: bytes
    numbers: Indices

    @classmethod
    def from_lines_and_names(
        cls, file: str, line_numbers: list[int], names: list[str]
    ) -> "PlacesInFile":
        """Return the places of Sudokus in a file: for each Sudoku its line number, from
        `line_numbers`, and its name, from `names`. A name may be empty; it may also contain the
        address of a spreadsheet cell, if `pack_name_and_address` made it.
        """
        encoded = [name.encode("utf-8", "surrogatepass") for name in names]
        lengths = np.array([*map(len, encoded)] if any(names) else (), np.int64)
        return cls(file, np.array(line_numbers, np.int64), lengths, b"".join(encoded), _NO_NUMBERS)

    @classmethod
    def in_no_file(cls, numbers: Iterable[int]) -> "PlacesInFile":
        """Return the places of Sudokus that are in no file. Such places have only the `numbers` of
        the Sudokus.
        """
        kept = np.fromiter(numbers, np.int64)
        return cls("", np.zeros(len(kept), np.int64), _NO_NUMBERS, b"", kept)

    def __len__(self) -> int:
        return len(self.lines)

    def __iter__(self) -> Iterator[Place]:
        lengths = self.lengths.tolist() or [0] * len(self)
        end = 0
        for number, line, length in zip(
            self.numbers.tolist(), self.lines.tolist(), lengths, strict=True
        ):
            start, end = end, end + length
            name = self.names[start:end].decode("utf-8", "surrogatepass")
            yield Place(number, self.file, line, *_unpack_name_address_and_label(name))

    def __getitem__(self, indices: NDArray[np.bool_] | slice) -> "PlacesInFile":
        """Return the places of some Sudokus, in the same order. `indices` is a slice, or a Boolean
        array with one value for each Sudoku.
        """
        lengths, names = _NO_NUMBERS, b""
        if len(self.lengths):
            lengths, ends = self.lengths[indices], np.cumsum(self.lengths)[indices]
            spans = zip(ends.tolist(), lengths.tolist(), strict=True)
            names = b"".join([self.names[end - length : end] for end, length in spans])
        return PlacesInFile(self.file, self.lines[indices], lengths, names, self.numbers[indices])

    def with_numbers_from(self, first: int) -> "PlacesInFile":
        """Return a copy of this object in which the Sudokus have the numbers `first`, `first` + 1
        and so on.
        """
        return replace(self, numbers=np.arange(first, first + len(self)))

    def pack(self) -> bytes:
        """Return the line numbers and names of the Sudokus as bytes, from which `unpack` makes an
        equal object.
        """
        counts = np.array([len(self), len(self.lengths)], np.int64)
        return b"".join([*map(bytes, (counts, self.lines, self.lengths)), self.names])

    @classmethod
    def unpack(cls, file: str, data: bytes) -> "PlacesInFile":
        """Return the places of Sudokus in `file`: their line numbers and names, read from the bytes
        that `pack` made.
        """
        counts = np.frombuffer(data, np.int64, 2)
        numbers = np.frombuffer(data, np.int64, int(counts.sum()), counts.nbytes)
        lines, lengths = np.split(numbers, counts[:1])
        return cls(file, lines, lengths, data[counts.nbytes + numbers.nbytes :], _NO_NUMBERS)


def pack_name_and_address(entry: Entry) -> str:
    """Return one text that has the name of a Sudoku and the address of its spreadsheet cell, so
    that both are stored as a name. `_unpack_name_address_and_label` is the reverse.
    """
    before, after, delimiter = entry.name_before_and_after_cells_and_delimiter
    has_fields = delimiter and ((before and after) or delimiter in before + after)
    if not (has_fields or entry.cell or before.startswith(_PACKED) or after.startswith(_PACKED)):
        return entry.sudoku_name
    if len(before) + len(after) >= NAME or _PACKED in before + after:
        before, after, delimiter = entry.sudoku_name, "", ""
    address = entry.cell.replace(_PACKED, "")
    return _PACKED.join(("", address, delimiter, after, before))


def _unpack_name(text: str) -> str:
    """Return the name of a Sudoku from a text that `pack_name_and_address` made."""
    if not text.startswith(_PACKED):
        return text
    _, _, _, after, before = text.split(_PACKED, 4)
    return join_name_parts(before, after)


def _unpack_name_address_and_label(text: str) -> tuple[str, str, str | None]:
    """Return three values of a Sudoku from a text that `pack_name_and_address` made: the name of
    the Sudoku, the address of the spreadsheet cell from which the Sudoku comes, and the label. The
    label is the name as lists show it, with commas between the fields of a table. If the text is
    only a name, the address is empty and the label is None.
    """
    if not text.startswith(_PACKED):
        return text, "", None
    _, address, delimiter, after, before = text.split(_PACKED, 4)
    label = join_name_parts_for_lists(before, after, delimiter)
    return join_name_parts(before, after), address, label


_PACKED = "\0"
"""The character between the parts of a text that `pack_name_and_address` returns."""
_NO_NUMBERS = np.zeros(0, np.int64)
_PLACE_TYPE = np.dtype([(name, np.int64) for name in ("number", "line", "file", "name", "length")])


class PlaceStorage(_StorageWithDelayedAdditions, Sequence[Place]):
    """A storage of the places of the Sudokus in a collection: the file, line and name of each, in
    temporary files. The indices count from 0 in the order of adding. Only the names of the files
    with the Sudokus are in memory.
    """

    def __init__(self, scratch: ScratchFiles) -> None:
        super().__init__()
        self._rows, self._names = _TemporaryByteFile(scratch), _TemporaryByteFile(scratch)
        self._files: list[str] = []
        self._length = 0

    def add_places_and_return_indices(
        self, places_or_loader: ValueOrLoader[PlacesInFile], count: int | None = None
    ) -> range:
        """Add the places (file, line and name) of some Sudokus, or a function that later returns
        the places of `count` Sudokus. Returns the indices of these Sudokus in the storage.
        """
        if callable(places_or_loader):
            assert count is not None
            self._waiting.append(lambda: self._store_places(places_or_loader()))
        else:
            self._do_delayed_additions()
            self._store_places(places_or_loader)
            count = len(places_or_loader)
        start, self._length = self._length, self._length + count
        return range(start, self._length)

    def _store_places(self, places: PlacesInFile) -> None:
        """Append the places of some Sudokus to the temporary files."""
        if self._files[-1:] != [places.file]:
            self._files.append(places.file)
        rows = np.zeros(len(places), _PLACE_TYPE)
        rows["number"], rows["line"] = places.numbers, places.lines
        rows["file"] = len(self._files) - 1
        if places.names:
            rows["length"] = places.lengths
            rows["name"] = self._names.length + np.cumsum(places.lengths) - places.lengths
            self._names.append_bytes(places.names)
        self._rows.append_bytes(rows.tobytes())

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, i: Any) -> Any:
        """Return the `Place` of the Sudoku at the index `i`, from 0; a negative index counts from
        the end. Raises `IndexError` if there is no such Sudoku.
        """
        i = range(len(self))[i]
        ((number, line, file, start, length),) = self._read_place_rows(range(i, i + 1)).tolist()
        name = (
            self._names.read_bytes(start, length).decode("utf-8", "surrogatepass") if length else ""
        )
        return Place(number, self._files[file], line, *_unpack_name_address_and_label(name))

    def read_numbers(self, indices: range) -> Indices:
        """Return the numbers of the Sudokus at these indices of the storage, as an array of shape
        (K,).
        """
        return self._read_place_rows(indices)["number"].copy()  # without the other columns

    def find_numbers(self, indices: Indices) -> Indices:
        """Return the numbers of the Sudokus at K indices, as an array of shape (K,). The indices
        may be in any order.
        """
        self._do_delayed_additions()
        rows = self._rows.read_rows(indices, _PLACE_TYPE.itemsize)
        return rows.view(_PLACE_TYPE)["number"].reshape(-1).copy()

    def yield_columns(self, row_count: int) -> Iterator[dict[str, Any]]:
        """Yield the places of all Sudokus in the order of adding, `row_count` at a time: an array
        or list for each of `number`, `file`, `line` and `name`.
        """
        self._do_delayed_additions()
        files = np.array([*self._files, ""], object)
        for start in range(0, len(self), row_count):
            rows = self._read_place_rows(range(start, min(start + row_count, len(self))))
            lengths = rows["length"]
            # Names are stored one after another, in the order of the Sudokus.
            first = int(rows["name"][lengths > 0][:1].sum())
            text = self._names.read_bytes(first, int(lengths.sum()))
            ends = np.cumsum(lengths)
            spans = zip((ends - lengths).tolist(), ends.tolist(), strict=True)
            names = [text[a:b].decode("utf-8", "surrogatepass") if b > a else "" for a, b in spans]
            yield {
                "number": rows["number"],
                "file": files[rows["file"]],
                "line": rows["line"],
                "name": [*map(_unpack_name, names)],
            }

    def _read_place_rows(self, indices: range) -> NDArray[np.void]:
        """Return the stored records of the places at `indices`: numbers, lines, numbers of files,
        and the positions of the names.
        """
        self._do_delayed_additions()
        size = _PLACE_TYPE.itemsize
        return np.frombuffer(
            self._rows.read_bytes(indices.start * size, len(indices) * size), _PLACE_TYPE
        )

    def close(self) -> None:
        """Remove the files."""
        self._rows.close()
        self._names.close()
