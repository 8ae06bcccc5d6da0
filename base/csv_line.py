"""Writing of values as a line of CSV."""

import io
from collections.abc import Iterable

_ENDS = str.maketrans("\r\n", "  ")


def make_csv_line_keeping_formulas(values: Iterable[object], delimiter: str = ",") -> str:
    """Return values as a line of CSV. Fields that look like formulas are left unchanged, so the
    line is only for use within this package.

    Line ends in values become spaces.
    """
    import csv

    text = io.StringIO()
    flat = map(replace_line_ends_by_spaces, values)
    csv.writer(text, delimiter=delimiter, lineterminator="").writerow(flat)
    return text.getvalue()


def replace_line_ends_by_spaces(value: object) -> object:
    """Return a value in which each line end is replaced by a space if the value is a text. Any
    other value is returned unchanged.
    """
    return value.translate(_ENDS) if isinstance(value, str) else value
