"""Writing of values as lines of CSV."""

import io
from collections.abc import Iterable, Sequence

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


def make_csv_lines_keeping_formulas(rows: Sequence[Sequence[object]]) -> str:
    r"""Return rows of values as lines of CSV with line feeds between them, each as
    `make_csv_line_keeping_formulas` makes it.

    >>> make_csv_lines_keeping_formulas([(1, "a, b"), (None, "c\nd")])
    '1,"a, b"\n,c d'
    """
    import csv

    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    joined = text.getvalue()[:-1]
    if joined.count("\n") == len(rows) - 1 and "\r" not in joined:  # no value has a line end
        return joined
    return "\n".join(map(make_csv_line_keeping_formulas, rows))


def replace_line_ends_by_spaces(value: object) -> object:
    """Return a value in which each line end is replaced by a space if the value is a text. Any
    other value is returned unchanged.
    """
    return value.translate(_ENDS) if isinstance(value, str) else value
