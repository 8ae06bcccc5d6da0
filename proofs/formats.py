"""The formats of exported questions, and the endings of their file names."""

from ..base.errors import ArgumentError, ExportError
from ..system.endings import Endings

FORMATS = ("cnf", "wcnf", "opb", "pb.txt", "pb", "mzn", "py")
FORMULAS = Endings({f".{form}": form for form in FORMATS})
"""What names of exported files end in."""


def find_format(path: str) -> str:
    """Return the format that a file name asks for; raises `ExportError` that lists the endings."""
    try:
        return FORMULAS.format_of(path)
    except ArgumentError as error:
        raise ExportError(error.message) from None
