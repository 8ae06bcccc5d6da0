"""The meaning of the tokens of a square: which is the blank cell, which is which digit."""

from collections.abc import Collection, Mapping, Sequence
from string import ascii_lowercase, ascii_uppercase, digits

BLANK_SIGNS = frozenset(
    (*"._*-?xX#", "null", "None", "nil", "NaN", "nan", "NULL", "NA", "undefined", "-1")
)
"""The tokens, besides 0 and an empty place, that can mean a blank cell."""

_BESIDE_ZERO = frozenset("._*")
"""The signs for a blank cell beside which 0 can mean a blank cell, too."""

Alphabet = Mapping[str, int]
"""The value of each token: 0 for blank, otherwise a digit from 1."""


def list_alphabets(
    size: int,
    tokens: Collection[str],
    *,
    blank: str | None = None,
    offset: int = 0,
    with_placed: bool = False,
) -> list[Alphabet]:
    """Return all meanings that the tokens of Sudokus with `size` rows can have together: usually
    one, none if they are no cells of such Sudokus, and two if 0 may be blank or a digit.

    `blank` is the token that the caller chose for a blank cell; an empty place then is blank, too.
    `offset` is subtracted from each number, so that with offset 1 the token 1 is blank. A digit
    after + was placed by a player: it is blank unless `with_placed`.
    """
    signs = {token for token in tokens if token and token[0] != "+"}
    placed = {
        token: int(token[1:]) - offset if with_placed else 0 for token in tokens if token[:1] == "+"
    }
    if not _fits(placed, 0, size):
        return []
    blanks = frozenset({blank}) & signs if blank is not None else _find_blanks(size, signs)
    has_place = "" in tokens
    if len(blanks) > 1 or (blanks and has_place and blank is None):
        return []
    meaning = dict.fromkeys([*blanks, ""], 0) | placed
    cells = signs - blanks
    if offset:
        numbers = _read_numbers(cells)
        shifted = numbers and {token: number - offset for token, number in numbers.items()}
        return [meaning | shifted] if shifted and _fits(shifted, 0, size) else []
    may_both_be_blank = (
        blank is None
        and not has_place
        and blanks <= _BESIDE_ZERO
        and (not 9 < size < 36 or not blanks)
    )
    return [
        meaning | values
        for values in _list_digit_values(size, cells, has_blank=bool(blanks) or has_place)
        if may_both_be_blank or 0 not in values.values()
    ]


def _find_blanks(size: int, signs: Collection[str]) -> frozenset[str]:
    """Return the signs that mean a blank cell, apart from 0."""
    blanks = BLANK_SIGNS.intersection(signs)
    # In large grids with letters as digits, x is a digit; in others beside another blank sign.
    is_digit = size >= 24 or (size > 9 and blanks - {"x", "X"})
    return blanks - {"x", "X"} if is_digit else blanks


def _list_digit_values(size: int, cells: set[str], *, has_blank: bool) -> list[dict[str, int]]:
    """Return the values that the tokens of cells that are not blank can have. `has_blank` is
    whether another token means blank, so that 0 may be a digit.
    """
    numbers = _read_numbers(cells)
    found = list[dict[str, int]]()
    if numbers is not None:
        is_padded = all(len(token) == 2 and token[0] == "0" for token in cells)
        if size < 10 and any(len(token) > 1 for token in cells) and not is_padded:
            return []
        if _fits(numbers, 0, size):
            found.append(numbers)
        if 0 in numbers.values() and _fits(numbers, 0, size - 1):
            found.append({token: number + 1 for token, number in numbers.items()})
        if not has_blank:
            found.sort(key=lambda values: 0 in values.values())  # the blank sign comes last
        return found
    for letters in (ascii_uppercase, ascii_lowercase):
        values = _read_letters(size, cells, letters)
        found += [one for one in values if has_blank or "0" in cells or _fits(one, 1, size)]
    return found


def _read_numbers(cells: Collection[str]) -> dict[str, int] | None:
    """Return the number that each token is; None if one of them is not a number of at most three
    ASCII digits.
    """
    if all(token.isascii() and token.isdigit() and len(token) < 4 for token in cells):
        return {token: int(token) for token in cells}
    return None


def _read_letters(size: int, cells: Collection[str], letters: str) -> list[dict[str, int]]:
    """Return the values of single digits and letters, where A or a is 10, or 1 if there are no
    other digits and the letters would be too large otherwise. If 0 may be the first digit, a second
    meaning follows.
    """
    if not all(len(token) == 1 and token in digits + letters for token in cells):
        return []
    plain = {token: (digits + letters).index(token) for token in cells}
    found = list[dict[str, int]]()
    if size >= 10 and _fits(plain, 0, size):
        found.append(plain)
    elif not any(token in digits[1:] for token in cells):
        named = {token: letters.find(token) + 1 for token in cells}
        found += [named] if _fits(named, 0, size) else []
    if size >= 10 and "0" in cells and _fits(plain, 0, size - 1):
        found.append({token: value + 1 for token, value in plain.items()})
    return found


def _fits(values: Mapping[str, int], least: int, most: int) -> bool:
    """Return whether all values are from `least` to `most`."""
    return all(least <= value <= most for value in values.values())


def blank_out(size: int, tokens: Sequence[str]) -> Sequence[str]:
    """Return the tokens of one square with "." for its blank sign, if it has exactly one besides 0.
    So squares with different blank signs have a common meaning.
    """
    blanks = _find_blanks(size, {*tokens})
    has_other_zero = "0" in tokens and not blanks <= _BESIDE_ZERO
    if len(blanks) != 1 or "." in blanks or "" in tokens or has_other_zero:
        return tokens
    (sign,) = blanks
    return [token if token != sign else "." for token in tokens]
