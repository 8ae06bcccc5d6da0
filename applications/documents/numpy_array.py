"""One array of numpy, read piece by piece without numpy: its header, and its records, each of which
has the cells of one Sudoku or is one value.
"""

import sys
from array import array
from ast import literal_eval
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice, product
from math import isqrt, prod
from re import fullmatch
from typing import IO, Any, NamedTuple

from ...base.limits import ARRAY
from ...base.messages import Message
from ...recognition.json_values import make_square
from ...sudoku.grid import DIGITS, SMALLEST_AS_TEXT

MAGIC = b"\x93NUMPY"
"""The first bytes of an array."""
_LONGEST_HEADER = 10_000
_BYTES_AT_ONCE = 2**18
_SIGNS = frozenset(DIGITS[:10] + "._*-")
"""Signs of which a Sudoku has at least one, so that it is no list of words."""
_MOST_VALUES = 1000
"""The largest number of different values in an array of cells."""
_LONGEST_TEXT = 10_000
_ONE_HOT = Message(
    "an array with several numbers for each cell (one-hot), or a mask; save the digits"
)
_TYPES = {"i": "bhiq", "u": "BHIQ", "f": "??fd"}
"""For each kind of number, the types of Python's `array` with 1, 2, 4 and 8 bytes."""


class ArrayError(Exception):
    """The error for an array that cannot be read. `found` describes the array."""

    def __init__(self, found: Message) -> None:
        super().__init__(found)
        self.found = found


class CellOptions(NamedTuple):
    """How the numbers of an array are read: the number of rows of a Sudoku, None if it is not
    known; the largest number of rows; the number of a blank cell as a text, None if it is not
    known; and a number that is subtracted from each number.
    """

    size: int | None
    max_size: int
    blank: str | None
    offset: int


class NumpyArray(NamedTuple):
    """An array in a file.

    - `open_data`: a function that returns the file, opened, at the first byte of the values.
    - `kind`: `i`, `u` or `f` for numbers, `S` for bytes, `U` for texts.
    - `item_bytes`: the number of bytes of each value.
    - `is_big_endian`: whether the most significant byte of a number comes first.
    - `is_fortran`: whether the first index changes fastest from one value to the next.
    - `shape`: the lengths of all dimensions that are not 1.
    """

    open_data: Callable[[], IO[bytes]]
    kind: str
    item_bytes: int
    is_big_endian: bool
    is_fortran: bool
    shape: tuple[int, ...]

    def yield_records(self, record_shape: tuple[int, ...]) -> Iterator[Sequence[object]]:
        """Yield the records of the array, each as a list of its numbers or texts. `record_shape`
        are the last dimensions of the array, whose values are one record. Raise `ArrayError` if the
        file is too short.
        """
        per_record = prod(record_shape)
        count = prod(self.shape) // per_record
        if self.is_fortran and len(self.shape) > 1:
            yield from self._yield_fortran_records(record_shape, count)
            return
        at_once = max(1, _BYTES_AT_ONCE // (per_record * self.item_bytes))
        with self.open_data() as file:
            for first in range(0, count, at_once):
                values = self._read_values(file, per_record * min(at_once, count - first))
                for start in range(0, len(values), per_record):
                    yield values[start : start + per_record]

    def _yield_fortran_records(
        self, record_shape: tuple[int, ...], count: int
    ) -> Iterator[Sequence[object]]:
        """Yield the records of an array in Fortran order, which is in memory as a whole."""
        if prod(self.shape) * self.item_bytes > ARRAY:
            raise ArrayError(
                Message("an array in Fortran order of more than {limit} MiB", limit=ARRAY // 2**20)
            )
        with self.open_data() as file:
            values = self._read_values(file, prod(self.shape))
        steps = [prod(self.shape[:i]) for i in range(len(self.shape))]
        steps = steps[len(self.shape) - len(record_shape) :]
        offsets = [
            sum(index * step for index, step in zip(place, steps, strict=True))
            for place in product(*map(range, record_shape))
        ]
        for first in range(count):
            yield [values[first + offset] for offset in offsets]

    def _read_values(self, file: IO[bytes], count: int) -> Sequence[object]:
        """Return the next `count` values of a file."""
        data = file.read(count * self.item_bytes)
        if len(data) < count * self.item_bytes:
            raise ArrayError(Message("an array that is cut off"))
        if self.kind in "SU":
            size, is_bytes = self.item_bytes, self.kind == "S"
            encoding = "latin-1" if is_bytes else "utf-32-be" if self.is_big_endian else "utf-32-le"
            items = (data[i : i + size] for i in range(0, len(data), size))
            return [item.decode(encoding, "replace").rstrip("\0") for item in items]
        numbers = array(_TYPES[self.kind]["1248".index(str(self.item_bytes))])
        numbers.frombytes(data)
        if self.is_big_endian != (sys.byteorder == "big"):
            numbers.byteswap()
        return numbers


def read_header(open_file: Callable[[], IO[bytes]]) -> NumpyArray:
    """Return the array in a file that the function `open_file` opens at its beginning. Raise
    `ArrayError` if it is broken, or has values of another type.
    """
    broken = ArrayError(Message("an array of numpy with a broken header"))
    with open_file() as file:
        start = file.read(8)
        length_bytes = 2 if start[6:7] == b"\1" else 4
        length = int.from_bytes(file.read(length_bytes), "little")
        if not start.startswith(MAGIC) or length > _LONGEST_HEADER:
            raise broken
        text = file.read(length).decode("latin-1")
    try:
        header = literal_eval(text.strip())
        kind, is_fortran, shape = header["descr"], header["fortran_order"], header["shape"]
        is_right = all(type(one) is int and 0 <= one < 2**63 for one in shape)
    except (ValueError, SyntaxError, TypeError, KeyError, MemoryError, RecursionError):
        raise broken from None
    if not is_right or type(shape) is not tuple or type(is_fortran) is not bool:
        raise broken
    item_kind, item_bytes, is_big_endian = _parse_type(kind)

    def open_data() -> IO[bytes]:
        file = open_file()
        file.read(8 + length_bytes + length)
        return file

    short = tuple(one for one in shape if one != 1)
    return NumpyArray(open_data, item_kind, item_bytes, is_big_endian, is_fortran, short)


def _parse_type(kind: object) -> tuple[str, int, bool]:
    """Return the kind of the values of an array (`i`, `u`, `f`, `S` or `U`), the number of bytes of
    each, and whether the most significant byte comes first. `kind` is the type in the header, such
    as `<i8`. Raise `ArrayError` for a type that cannot be read.
    """
    if not isinstance(kind, str):
        raise ArrayError(Message("an array of records with several fields"))
    if kind.endswith("O"):
        raise ArrayError(
            Message("an array of pickled objects, which could run a program; save its numbers")
        )
    match = fullmatch(r"([<>|=])(?:([iu])([1248])|(f)([48])|([SU])([1-9][0-9]{0,4}))", kind)
    if match is None:
        raise ArrayError(
            Message("an array of the type {name}, not of whole numbers or texts", name=kind[:20])
        )
    order, *parts = filter(None, match.groups())
    item_bytes = int(parts[1]) * (4 if parts[0] == "U" else 1)
    if item_bytes > _LONGEST_TEXT:
        raise ArrayError(Message("an array of texts that are too long"))
    return parts[0], item_bytes, order == ">"


class CellArray:
    """An array of the cells of Sudokus: the number of Sudokus, and their cells as texts.
    `has_meaning` is whether the values are numbers, so that it is known which are blank cells.
    """

    def __init__(self, values: NumpyArray, options: CellOptions) -> None:
        """Find the records of the array and the meaning of its values. Raises `ArrayError` if the
        array has no Sudokus, or if the meaning of its values is not certain.
        """
        self._values = values
        self.has_meaning = values.kind not in "SU"
        self._signs: Mapping[Any, str] = {}
        if 0 in values.shape:
            raise ArrayError(Message("an empty array"))
        if not self.has_meaning and values.item_bytes // (4 if values.kind == "U" else 1) > 2:
            self._values = values = _arrange_texts(values)
            self._record_shape = values.shape[1:]
        else:
            records = _list_record_shapes(values.shape, options.max_size)
            if not records:
                raise _make_shape_error(values.shape)
            self._record_shape = records[0]
            distinct = self._find_numbers() if self.has_meaning else {2}
            self._record_shape = _choose_record_shape(records, distinct, options)
            if self.has_meaning:
                self._signs = _name_numbers(distinct, isqrt(prod(self._record_shape)), options)
        self.count = prod(values.shape) // prod(self._record_shape)

    def _yield_numbers(self) -> Iterator[Sequence[object]]:
        """Yield the numbers of each record."""
        records = self._values.yield_records(self._record_shape)
        return map(_convert_to_whole_numbers, records) if self._values.kind == "f" else records

    def _find_numbers(self) -> set[int]:
        """Return the different numbers of the array. Raise `ArrayError` if there are too many."""
        found = set[Any]()
        for record in self._yield_numbers():
            found.update(record)
            if len(found) > _MOST_VALUES:
                raise ArrayError(Message("more than {count} different numbers", count=_MOST_VALUES))
        return found

    def yield_texts(self) -> Iterator[str]:
        """Yield the cells of each Sudoku as a text."""
        if self.has_meaning:
            glue = "" if isqrt(prod(self._record_shape)) < len(DIGITS) else " "
            for record in self._yield_numbers():
                yield glue.join([self._signs[value] for value in record])
            return
        for record in self._values.yield_records(self._record_shape):
            cells = [" ".join(str(text).split()) or "." for text in record]
            yield (" " if any(len(cell) == 2 for cell in cells) else "").join(cells)


def _arrange_texts(values: NumpyArray) -> NumpyArray:
    """Return an array of texts whose records are Sudokus: each text is a Sudoku, or each row of the
    array is a Sudoku whose rows are texts. If the texts of a list are rows of Sudokus, the result
    has such rows. Raise `ArrayError` if the first texts are not cells.
    """
    shape = values.shape
    if len(shape) > 2:
        raise _make_shape_error(shape)
    first = next(values.yield_records(shape[1:]))
    square = make_square("".join(map(str, first)))
    if square is None and len(shape) == 1:
        size = len(str(first[0]))
        texts = [str(text) for (text,) in islice(values.yield_records(()), size)]
        square = make_square(texts) if size and shape[0] % size == 0 else None
        values = values._replace(shape=(shape[0] // max(size, 1), size), is_fortran=False)
    if square is None or not _SIGNS.intersection(square.tokens):
        raise ArrayError(Message("texts that are not cells of Sudokus"))
    return values


def _convert_to_whole_numbers(values: Iterable[object]) -> list[object]:
    """Return floats as whole numbers, -1 for NaN, which is a blank cell. Raise `ArrayError` for
    another number.
    """
    found = list[object]()
    for value in values:
        assert isinstance(value, float)
        if value == value and not value.is_integer():
            raise ArrayError(Message("the number {number} in a cell", number=f"{value:g}"))
        found.append(int(value) if value == value else -1)
    return found


def _list_record_shapes(shape: tuple[int, ...], max_size: int) -> list[tuple[int, ...]]:
    """Return the shapes that the cells of one Sudoku can have in an array: the whole array, or its
    last dimensions.
    """
    return [
        record
        for record in (shape, shape[1:])
        if len(record) in (1, 2)
        and (len(record) == 1 or record[0] == record[1])
        and isqrt(prod(record)) ** 2 == prod(record)
        and SMALLEST_AS_TEXT <= isqrt(prod(record)) <= max_size
    ]


def _make_shape_error(shape: tuple[int, ...]) -> ArrayError:
    """Return the error for an array that has no Sudokus because of its shape."""
    for size in range(SMALLEST_AS_TEXT, len(DIGITS) + 1):
        for depth in (size, size + 1):  # with or without a number for blank
            hot = (size**2, depth), (depth, size**2), (size, size, depth), (depth, size, size)
            if shape[-1:] == (size**2 * depth,) or any(shape[-len(one) :] == one for one in hot):
                return ArrayError(_ONE_HOT)
    text = ", ".join(map(str, shape))
    return ArrayError(
        Message("an array of the shape ({shape}), not such as (n, 81) or (n, 9, 9)", shape=text)
    )


def _choose_record_shape(
    records: Sequence[tuple[int, ...]], numbers: Collection[int], options: CellOptions
) -> tuple[int, ...]:
    """Return the shape of the cells of one Sudoku: the shape of the given size, or the only shape
    in which all numbers are digits. Raise `ArrayError` if there are several, or if the numbers are
    no cells.
    """
    if set(numbers) <= {0, 1} and 1 in numbers:
        raise ArrayError(_ONE_HOT)
    sizes = [isqrt(prod(record)) for record in records]
    if options.size in sizes:
        return records[sizes.index(options.size)]
    if len(records) > 1 and max(numbers) - options.offset <= sizes[1]:
        message = Message(
            "Sudokus of {first}×{first} or {second}×{second} cells: --box chooses",
            first=sizes[0],
            second=sizes[1],
        )
        raise ArrayError(message)
    return records[0]


def _name_numbers(numbers: Collection[int], size: int, options: CellOptions) -> Mapping[Any, str]:
    """Return for each number of an array the sign of its cell. Raise `ArrayError` if a number is no
    digit, or if two numbers may be a blank cell.
    """
    blanks = {number for number in numbers if str(number) == (options.blank or "-1")}
    digits = {number: number - options.offset for number in numbers if number not in blanks}
    if blanks and 0 in digits.values():
        if size in digits.values():
            raise ArrayError(
                Message(
                    "the numbers {blank} and 0, which may both be blank cells: --blank chooses",
                    blank=min(blanks),
                )
            )
        digits = {number: digit + 1 for number, digit in digits.items()}
    if not all(0 <= digit <= size for digit in digits.values()):
        raise ArrayError(
            Message(
                "numbers from {least} to {most} for {size}×{size} cells (--offset 1 subtracts "
                "1 from each, --blank names a blank cell)",
                least=min(digits),
                most=max(digits),
                size=size,
            )
        )
    signs = DIGITS if size < len(DIGITS) else [*map(str, range(size + 1))]
    # 0 is certainly blank only if the largest digit occurs; otherwise 0 may be the first digit.
    zero = "." if options.offset or size in digits.values() else "0"
    return {number: signs[digit] if digit else zero for number, digit in digits.items()} | (
        dict.fromkeys(blanks, ".")
    )
