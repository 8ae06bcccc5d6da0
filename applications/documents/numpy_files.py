"""Reading of arrays of numpy: the Sudokus of a .npy file become lines. The arrays of an .npz file
become the columns of a table.
"""

import io
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice
from math import isqrt
from typing import IO, Any, cast

from ...base.csv_line import make_csv_line_keeping_formulas
from ...base.errors import PairFileError, make_unexpected_error
from ...base.limits import ARCHIVE, ARRAY
from ...base.messages import Message
from ...reading.file_entry import ConvertedLines, ReadingOptions, make_file_too_large_error
from ...reading.file_head import (
    join_column_names_for_message,
    make_no_such_column_error,
    parse_column_number_as_index_or_none,
)
from ...reading.lines import NumberedLines, explain_read_errors
from ...recognition.alphabet import BLANK_SIGNS
from ...recognition.columns import (
    Role,
    choose_puzzle_column,
    find_role,
    make_only_solutions_message,
)
from ...recognition.rules import are_joined_regions
from ...recognition.variant_data import REGIONS, names_regions
from .numpy_array import MAGIC, ArrayError, CellArray, CellOptions, NumpyArray, read_header
from .zip_files import yield_pieces
from .zipped_kinds import ARRAYS, find_zip_content_or_none

_MOST_ARRAYS = 100
_TAKEN = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""The methods of compression that numpy uses. Other methods can need gigabytes of memory."""
_COMPARED = 100
"""The number of Sudokus of each array that are compared to find the puzzles."""


def convert_to_lines(
    input_lines: NumberedLines, reading_options: ReadingOptions
) -> ConvertedLines | None:
    """Return the Sudokus of a .npy file, each as a line, or those of an .npz file as a table whose
    columns are its arrays. Return None if the file has another format. `input_lines` is the opened
    file, and `reading_options` are the options with which the lines are read.

    Raises `PairFileError` if an array cannot be read.
    """
    source = input_lines.source
    if not input_lines.start.startswith(MAGIC):
        content = find_zip_content_or_none(input_lines)
        if content is None or content.kind != ARRAYS:
            return None
        return _Archive(source, content.archive, reading_options).convert_to_lines()
    with _explain_array_errors(source):
        data = read_header(partial(_reopen, input_lines))
        cells = CellArray(data, _make_cell_options(reading_options))
    return ConvertedLines(
        _number_lines(source, cells.yield_texts()), _leave_decided(reading_options, cells)
    )


def _reopen(lines: NumberedLines) -> IO[bytes]:
    """Return a file, opened at its beginning, as a stream that may be closed without closing the
    file. Raise `PairFileError` if the file is too large and can be read only once.
    """
    if lines.can_seek:
        lines.stream.seek(0)
        return cast("IO[bytes]", _OpenStream(lines.stream))
    whole = lines.peek_first_bytes(ARRAY + 1)
    if len(whole) > ARRAY:
        message = Message("an array that cannot be read piece by piece")
        raise make_file_too_large_error(lines.source, message)
    return io.BytesIO(whole)


class _PieceStream(io.RawIOBase):
    """The bytes of an iterator over pieces, as a stream."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces, self._left = pieces, b""

    def readable(self) -> bool:
        """Return True, because this stream is open for reading."""
        return True

    def readinto(self, buffer: Any, /) -> int:
        """Read bytes into a buffer, and return the number of bytes read."""
        self._left = self._left or next(self._pieces, b"")
        some = self._left[: len(buffer)]
        buffer[: len(some)], self._left = some, self._left[len(some) :]
        return len(some)


class _OpenStream(io.RawIOBase):
    """A stream that stays open when this object is closed."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream

    def read(self, size: int = -1, /) -> bytes:
        """Return the next `size` bytes, or fewer at the end of the stream."""
        return self._stream.read(size)


def _make_cell_options(options: ReadingOptions) -> CellOptions:
    """Return the options for the numbers of an array."""
    size = options.box.size if options.box else None
    return CellOptions(size, options.max_size, options.blank, options.offset)


def _leave_decided(options: ReadingOptions, cells: CellArray) -> ReadingOptions:
    """Return the options for reading the lines of an array, without `blank` and `offset` if the
    numbers of the array are cells already.
    """
    options = options._replace(has_only_grids=True)
    return options._replace(blank=None, offset=0) if cells.has_meaning else options


@contextmanager
def _explain_array_errors(source: str) -> Iterator[None]:
    """A context manager that converts the errors of arrays in its block to `PairFileError`."""
    try:
        with explain_read_errors(source):
            yield
    except ArrayError as error:
        expected = Message("an array of Sudokus")
        raise make_unexpected_error(source, 1, 1, expected, error.found) from None


def _number_lines(source: str, texts: Iterator[str], first: int = 1) -> Iterator[tuple[int, bytes]]:
    """Yield texts as numbered lines. Raise `PairFileError` if an array is broken."""
    with _explain_array_errors(source):
        for number, text in enumerate(texts, first):
            yield number, text.encode(errors="replace")


class _Archive:
    """The arrays of an .npz file. Those that have as many records as there are Sudokus are the
    columns of a table.
    """

    def __init__(self, source: str, archive: zipfile.ZipFile, options: ReadingOptions) -> None:
        """Read the headers of the arrays, and the values of the arrays with Sudokus."""
        self._source, self._archive, self._options = source, archive, options
        infos = archive.infolist()
        if len(infos) > _MOST_ARRAYS or sum(info.file_size for info in infos) > ARCHIVE:
            found = Message(
                "more than {count} arrays or {limit} MiB",
                count=_MOST_ARRAYS,
                limit=ARCHIVE // 2**20,
            )
            raise self._make_error(found)
        self._arrays = dict[str, NumpyArray]()
        self._cells = dict[str, CellArray]()
        self._problems = dict[str, ArrayError]()
        chosen = self._choose_name([info.filename.removesuffix(".npy") for info in infos])
        for info in infos:
            name = info.filename.removesuffix(".npy")
            if chosen in (None, name):
                self._add(name, info, must_have_cells=chosen is not None)
        self._chosen = chosen
        # A list with a value for each Sudoku of another array has no Sudokus itself.
        counts = {cells.count for name, cells in self._cells.items() if not self._is_list(name)}
        for name in [*filter(self._is_list, self._cells)]:
            length = sum(self._arrays[name].shape) or 1
            if length in counts and self._cells[name].count != length:
                del self._cells[name]

    def _is_list(self, name: str) -> bool:
        """Return whether an array has only one dimension."""
        return len(self._arrays[name].shape) < 2

    def _choose_name(self, names: list[str]) -> str | None:
        """Return the name of the array that the caller chose; None if the caller left it open."""
        column = self._options.column
        if column is None or column in names:
            return column
        index = parse_column_number_as_index_or_none(column)
        if index is None or index >= len(names):
            raise make_no_such_column_error(self._source, 1, column, names)
        return names[index]

    def _add(self, name: str, info: zipfile.ZipInfo, *, must_have_cells: bool) -> None:
        """Read the header of an array, and its values if they may be cells."""

        def open_file() -> IO[bytes]:
            stream = _PieceStream(yield_pieces(self._archive, info.filename))
            return cast("IO[bytes]", io.BufferedReader(stream))

        place = f"{self._source}/{info.filename}"
        if info.compress_type not in _TAKEN:
            message = Message("compressed by an unusual method; pack it with the method Deflate")
            raise PairFileError(place, 1, 1, message)
        with _explain_array_errors(place):
            try:
                self._arrays[name] = read_header(open_file)
                self._cells[name] = CellArray(self._arrays[name], _make_cell_options(self._options))
            except ArrayError as error:
                self._problems[name] = error
                # An array with one dimension may be another column, such as ratings.
                if must_have_cells or name not in self._arrays or len(self._arrays[name].shape) > 1:
                    raise

    def convert_to_lines(self) -> ConvertedLines:
        """Return the arrays as a table, or the lines of the only array with Sudokus. Raise
        `PairFileError` if it is not certain which array has the puzzles.
        """
        name = self._chosen or self._find_puzzles()
        cells = self._cells[name]
        options = _leave_decided(self._options, cells)
        if len(self._arrays) == 1:
            lines = _number_lines(self._source, cells.yield_texts())
            return ConvertedLines(lines, options._replace(column=None))
        columns = {
            other: self._cells[other].yield_texts()
            if other in self._cells
            else (str(value) for (value,) in array.yield_records(()))
            for other, array in self._arrays.items()
            if self._count(other) == cells.count
        }
        rows = map(make_csv_line_keeping_formulas, zip(*columns.values(), strict=True))
        heading = make_csv_line_keeping_formulas(columns).encode(errors="replace")
        index = [*columns].index(name)
        lines = _number_lines(self._source, rows, 2)
        return ConvertedLines(
            (line for part in ([(1, heading)], lines) for line in part),
            options._replace(column=index + 1),
        )

    def _count(self, name: str) -> int:
        """Return the number of records of an array."""
        if name in self._cells:
            return self._cells[name].count
        return sum(self._arrays[name].shape) or 1

    def _find_puzzles(self) -> str:
        """Return the name of the array that has the puzzles."""
        names = [*self._cells]
        if not names:
            problems = [error.found for error in self._problems.values()]
            alone = len(self._problems) == 1
            raise self._make_error(problems[0] if alone else Message("arrays without Sudokus"))
        for name in filter(names_regions, names):
            values = _read_roughly(next(iter(self._cells[name].yield_texts())))
            if are_joined_regions(values, isqrt(len(values))):
                raise PairFileError(self._source, 1, 1, REGIONS)
        if all(find_role(name) is Role.SOLUTION for name in names):
            raise PairFileError(self._source, 1, 1, make_only_solutions_message(names))
        found = [0]
        if len({cells.count for cells in self._cells.values()}) > 1:
            found = [*range(len(names))]
        elif len(names) > 1:
            with _explain_array_errors(self._source):
                columns = [
                    [*map(_read_roughly, islice(cells.yield_texts(), _COMPARED))]
                    for cells in self._cells.values()
                ]
            found = choose_puzzle_column(names, columns)
        if len(found) > 1:
            message = Message(
                "several arrays have Sudokus: --column chooses one of {names}",
                names=join_column_names_for_message([names[i] for i in found]),
            )
            raise PairFileError(self._source, 1, 1, message)
        return names[found[0]]

    def _make_error(self, found: Message) -> PairFileError:
        expected = Message("an array of Sudokus")
        return make_unexpected_error(self._source, 1, 1, expected, found)


def _read_roughly(text: str) -> list[int]:
    """Return the cells of a text, 0 for blank, so that two columns can be compared. Equal cells
    have equal numbers.
    """
    cells = text.split() if " " in text else [*text]
    return [0 if cell in BLANK_SIGNS else hash(cell) if cell != "0" else 0 for cell in cells]
