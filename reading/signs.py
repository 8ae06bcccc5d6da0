"""Signs: which digit each text in a cell stands for, and which of them stand for blank."""

import re
from collections import Counter
from collections.abc import Sequence
from string import ascii_lowercase, ascii_uppercase

from ..base.errors import PairFileError
from ..base.language import Message
from ..base.quoting import quoted, shown
from ..sudoku.text import DIGITS
from .problems import unexpected

_BLANKS = frozenset(".0_*")
"""Signs for blank that may stand side by side."""
_LONE_BLANKS = frozenset("xX-")
"""Signs that stand for blank only where no other sign does."""
_NUMBER = re.compile(r"[0-9]+")


class Signs:
    """What texts in cells stand for, in the grids of one size that a file holds.

    Grids of ten or more cells a side come in several alphabets: as numbers 1-16, as 1-G, as 0-F
    and as A-P. In these 0 is a digit, the first one, where another sign for blank stands beside it.
    It is one too in a complete Sudoku, which has as many different signs as a row has cells, 0
    among them, and each of them once for every row. What 0 means cannot change within a file.

    >>> Signs(2).values("<text>", [(1, 1, "1"), (1, 2, "."), (2, 1, "x"), (2, 2, "2")])
    Traceback (most recent call last):
        ...
    sudokopie.base.errors.PairFileError: <text>:2:1: expected a digit 0-2, found 'x'
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self._zero_is_digit: bool | None = None

    def values(self, source: str, cells: Sequence[tuple[int, int, str]]) -> tuple[int, ...]:
        """Return a grid's cells, given with line and column, as numbers from 0 to N.

        Raises `PairFileError` at the first cell that has no meaning.
        """
        texts = [text for _, _, text in cells]
        known = self.meanings(texts)
        try:
            return tuple([known[text] for text in texts])
        except KeyError:
            line, column, text = next(cell for cell in cells if cell[2] not in known)
            raise self._error(source, line, column, text, set(texts)) from None

    def meanings(self, texts: Sequence[str]) -> dict[str, int]:
        """Return which digit each of a grid's texts stands for, 0 for blank.

        Texts without a meaning are left out.
        >>> Signs(4).meanings("1x4x")
        {'1': 1, '4': 4, 'x': 0}
        """
        found = dict.fromkeys(texts)
        known = {text: value for text in found if (value := _digit(text, self.size)) > 0}
        if self.size > 9:
            self._add_letters(known, set(found))
        blanks = {text for text in found if text in _BLANKS or _is_zero(text, self.size)}
        lone = found.keys() & _LONE_BLANKS - known.keys()
        if len(lone) == 1 and not blanks - ({"0", "00"} if self.size > 9 else set()):
            blanks |= lone
        zeros = {text for text in blanks if text[0] == "0"}
        if self.size > 9 and zeros:
            blanks = self._without_zeros(texts, known, blanks, zeros)
        return known | dict.fromkeys(blanks, 0)

    def _add_letters(self, known: dict[str, int], found: set[str]) -> None:
        """Add the letters of 1-G, or of A-P where no digit stands beside them."""
        if any(len(text) > 1 for text in found):  # numbers
            return
        lower = found & set(ascii_lowercase) - {"x"}
        letters = ascii_lowercase if lower and not found & _UPPER - {"X"} else ascii_uppercase
        used = [letters.index(text) for text in found if text in letters]
        without_digits = not found & set("123456789")
        last = max((i for i in used if letters[i] not in "xX"), default=-1)
        from_a = without_digits and 10 + last > self.size
        for i in used:
            value = i + (1 if from_a else 10)
            if value <= self.size:
                known[letters[i]] = value

    def _without_zeros(
        self, texts: Sequence[str], known: dict[str, int], blanks: set[str], zeros: set[str]
    ) -> set[str]:
        """Decide what 0 is, and return the signs for blank.

        If it is a digit, it becomes 1 in `known`, and each digit there one more. In doubt it is
        neither a digit nor a blank.
        """
        is_digit = len(blanks) > len(zeros)
        if not is_digit and len(texts) == self.size**2:
            counts = Counter(texts)
            is_digit = len(counts) == self.size and set(counts.values()) == {self.size}
        if self._zero_is_digit is None:
            self._zero_is_digit = is_digit
        in_doubt = is_digit and self.size in known.values()
        if in_doubt or is_digit != self._zero_is_digit:
            return blanks - zeros
        if not is_digit:
            return blanks
        for text, value in list(known.items()):
            known[text] = value + 1
        known.update(dict.fromkeys(zeros, 1))
        return blanks - zeros

    def _error(
        self, source: str, line: int, column: int, text: str, texts: set[str]
    ) -> PairFileError:
        size = self.size
        found = quoted(text)
        if size > 9 and _is_zero(text, size):
            expected = Message("one sign for blank, because 0 may be a digit here")
        elif is_pencil_mark(text, size):
            expected = Message("a Sudoku")
            found = Message("pencil marks '{text}'", text=shown(text))
        elif size > 9 and any(len(other) > 1 and _NUMBER.fullmatch(other) for other in texts):
            expected = Message("a number from 0 to {size}", size=size)
        elif size > 9:
            letter = DIGITS[min(size, 35)]
            expected = Message("a digit 0-9 or a letter A-{letter}", letter=letter)
        else:
            expected = Message("a digit 0-{size}", size=size)
        return unexpected(source, line, column, expected, found)


_UPPER = frozenset(ascii_uppercase)


def _digit(text: str, size: int) -> int:
    """Return the digit that a text is as a number, as in 4 or 04; -1 if it is none."""
    if len(text) <= len(str(size)) and _NUMBER.fullmatch(text) and int(text) <= size:
        return int(text)
    return -1


def _is_zero(text: str, size: int) -> bool:
    return _digit(text, size) == 0


def is_above(text: str, size: int) -> bool:
    """Return whether a cell's text is a digit above `size`, so that its grid must be larger.

    >>> [is_above(text, 4) for text in (".", "4", "5", "16", "C", "p", "x")]
    [False, False, True, True, True, True, False]
    """
    if _NUMBER.fullmatch(text):
        return len(text) <= 9 and int(text) > size
    is_letter = len(text) == 1 and text.upper() in DIGITS and text not in _LONE_BLANKS
    return is_letter and DIGITS.index(text.upper()) > size


def is_pencil_mark(text: str, size: int) -> bool:
    """Return whether a text lists the digits that a cell may hold, in their order.

    >>> is_pencil_mark("1246", 9), is_pencil_mark("21", 9), is_pencil_mark("04", 9)
    (True, False, False)
    """
    digits = set(DIGITS[1 : size + 1])
    return len(text) > 1 and set(text) <= digits and "".join(sorted(set(text))) == text
