"""A Sudoku of a file, or what is wrong at its place."""

from collections.abc import Sequence

from ..base.errors import PairFileError
from ..base.limits import NAME
from ..sudoku.grid import Grid
from ..sudoku.shape import BoxShape, check_fits_in_bytes
from .fields import parsed_json


class Entry:
    """A Sudoku of a file, or what is wrong at its place.

    `line` is where it begins, from 1. `raw` is that line as it stood, or the rows of cells of a
    Sudoku that takes several.
    """

    __slots__ = ("_end", "_start", "_title", "_values", "line", "raw", "shape")

    def __init__(
        self,
        line: int,
        shape: BoxShape,
        values: Sequence[int] | PairFileError,
        raw: bytes,
        start: int = 0,
        end: int | None = None,
        title: str = "",
    ) -> None:
        """The cells are those of `raw` from `start` to `end`."""
        self.line, self.shape = line, shape
        self._values, self.raw, self._start, self._end = values, raw, start, end
        self._title = title

    def __repr__(self) -> str:
        return f"Entry(line={self.line}, text={self.text!r})"

    @property
    def text(self) -> str:
        r"""The line as it stood, or the lines; bytes that are no UTF-8 are shown as `\xe9`."""
        return self.raw.decode(errors="backslashreplace")

    @property
    def name(self) -> str:
        """What else stands on the line, or in words on a line above a grid of several lines.

        Of a long one the first 1,000 characters.
        """
        name = self._name()
        return name if len(name) <= NAME else f"{name[: NAME - 1]}…"

    def _name(self) -> str:
        if self._end is None:
            return self._title
        if self.raw.lstrip().startswith(b"{"):
            return self._other_values()
        parts = self.raw[: self._start], self.raw[self._end :]
        texts = [part.decode(errors="backslashreplace").strip(" \t,;:|\"'#=") for part in parts]
        return " ".join(filter(None, texts))

    def _other_values(self) -> str:
        """Return what a JSON object holds beside the Sudoku."""
        record = parsed_json(self.raw)
        cells = self.raw[self._start : self._end].decode(errors="replace")
        others = record.values() if isinstance(record, dict) else ()
        return " ".join(str(value) for value in others if value != cells)

    @property
    def error(self) -> PairFileError | None:
        """What is wrong here, if something is."""
        return self._values if isinstance(self._values, PairFileError) else None

    @property
    def cells(self) -> bytes:
        """The N·N digits, row after row, 0 for blank; raises the error where there is one.

        Raises `GridError` above 255 cells a side, whose digits are no bytes.
        """
        values = self._values
        if isinstance(values, bytes):
            return values
        if isinstance(values, PairFileError):
            raise values
        check_fits_in_bytes(self.shape)
        return bytes(values)

    @property
    def grid(self) -> Grid | PairFileError:
        """The grid, or what is wrong."""
        values, size = self._values, self.shape.size
        if isinstance(values, PairFileError):
            return values
        return Grid([values[i : i + size] for i in range(0, size * size, size)], self.shape)
