"""Joining fields into lines of a table, such as CSV, and joining the lines of a record whose quoted
field continues on the next line.
"""

import re
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice
from math import isqrt

from ..base.csv_line import make_csv_line_keeping_formulas, replace_line_ends_by_spaces
from .file_entry import NumberedLine, decode_line_leniently, is_comment
from .file_entry import split_fields as split_fields  # noqa: PLC0414 (a public name of this file)

_LINES_OF_A_RECORD, _BYTES_OF_A_RECORD = 100, 2**20
"""The most lines and bytes of a record whose quoted fields contain line ends."""
_OPENS = re.compile(rb'(?:^|[,;\t|])[ ]*"')
_CLOSES = re.compile(rb'"[ ]*(?:[,;\t|]|$)')
_FORMULA = re.compile(r"'*(?:\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])")
"""The beginning of a formula: a sign such as =, also in its full-width form, or white space."""
_CELLS = re.compile(r"-[-0-9A-Za-z]{15,}")
"""A run of cells without separators that begins with a blank cell, written as -."""


def make_formula_safe_csv_line(values: Iterable[object], delimiter: str = ",") -> str:
    r"""Return values as a line of CSV that is safe to open in a spreadsheet: no field is executed
    as a formula.

    Line ends in values become spaces. All CSV files for users are written with this function.

    >>> make_formula_safe_csv_line([7, "=1+1", "a, b", -1])
    '7,\'=1+1,"a, b",-1'
    """
    return make_csv_line_keeping_formulas(
        map(disarm_formula, map(replace_line_ends_by_spaces, values)), delimiter
    )


def disarm_formula(field: object) -> object:
    """Return the value of a field such that a spreadsheet shows it as text and does not execute it
    as a formula.

    A text that begins like a formula gets an apostrophe in front, which `restore_formula` removes.
    The cells of a Sudoku in which - is blank are not changed, because they are harmless.

    >>> [disarm_formula(field) for field in ("=1+1", "'-a", "'a", -1, "-12-" * 4)]
    ["'=1+1", "''-a", "'a", -1, '-12--12--12--12-']
    """
    is_formula = (
        isinstance(field, str)
        and _FORMULA.match(field)
        and not _is_sudoku_starting_with_dash(field)
    )
    return f"'{field}" if is_formula else field


def restore_formula(field: str) -> str:
    """Return the text of a field as it was before `disarm_formula`: without the apostrophe that
    protects a spreadsheet from executing it as a formula.

    >>> [restore_formula(field) for field in ("'=1+1", "''-a", "'a", "-12-" * 4)]
    ['=1+1', "'-a", "'a", '-12--12--12--12-']
    """
    return field[1:] if field.startswith("'") and _FORMULA.match(field) else field


def _is_sudoku_starting_with_dash(field: str) -> bool:
    """Return whether a field is a Sudoku with nothing between its cells that begins with a blank
    cell, written as -.
    """
    return _CELLS.fullmatch(field) is not None and isqrt(len(field)) ** 2 == len(field)


def yield_records_as_single_lines(
    first_lines: list[NumberedLine], further_lines: Iterator[NumberedLine], delimiter: str
) -> Iterator[NumberedLine]:
    """Yield the records of a table, one line for each record, with the number of the record's first
    line. If a quoted field contains line ends, its record takes several lines of the file. These
    lines are joined by spaces if the result has as many fields as the first record of the table.

    `first_lines` are the lines that were read already, up to the first line that is neither blank
    nor a comment. `further_lines` are the following lines.
    """
    count, lines_ahead = 0, deque[NumberedLine](first_lines)
    while True:
        while lines_ahead:
            number, line = lines_ahead.popleft()
            if b'"' in line and line.count(b'"') % 2 and _OPENS.search(line):
                whole = _list_lines_up_to_closing_quote(line, lines_ahead, further_lines)
                joined = b" ".join(whole)
                found = len(split_fields(decode_line_leniently(joined), delimiter))
                if len(whole) > 1 and found == (count or max(found, 2)):
                    line = joined
                    for _ in whole[1:]:
                        lines_ahead.popleft()
            if not count and line.strip() and not is_comment(line):
                count = len(split_fields(decode_line_leniently(line), delimiter))
            yield number, line
        for numbered in further_lines:
            if b'"' in numbered[1]:
                lines_ahead.append(numbered)
                break
            yield numbered
        else:
            return


def _list_lines_up_to_closing_quote(
    first_line: bytes, lines_ahead: deque[NumberedLine], further_lines: Iterator[NumberedLine]
) -> list[bytes]:
    """Return the lines of a record that takes several lines of a table: `first_line`, in which a
    quoted field begins, and the lines after it up to the closing quotation mark. Return only
    `first_line` if no closing mark follows within 100 lines and 1 MiB.

    `lines_ahead` has the lines after `first_line` that were already read. Further lines are read
    from `further_lines` and appended to `lines_ahead`.
    """
    whole, length = [first_line], len(first_line)
    for place in range(_LINES_OF_A_RECORD):
        if place == len(lines_ahead):
            lines_ahead.extend(islice(further_lines, 1))
        if place == len(lines_ahead):
            break
        whole.append(lines_ahead[place][1])
        length += len(whole[-1])
        if length > _BYTES_OF_A_RECORD:
            break
        if whole[-1].count(b'"') % 2:
            return whole if _CLOSES.search(whole[-1]) else [first_line]
    return [first_line]
