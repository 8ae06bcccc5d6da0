"""The formats of exported questions, and the endings of their file names."""

from ..base.errors import ArgumentError, ExportError
from ..system.endings import FileEndings

FORMATS = ("cnf", "wcnf", "opb", "pb.txt", "pb", "mzn", "py")
FORMULAS = FileEndings({f".{form}": form for form in FORMATS})
"""The formats of exported questions: a dictionary from the endings of file names to the formats
that they select.
"""


def find_export_format_name(path: str) -> str:
    """Return the format that the ending of a file name selects. Raises `ExportError`, with a list
    of the known endings, if the ending is unknown.
    """
    try:
        return FORMULAS.choose_format(path)
    except ArgumentError as error:
        raise ExportError(error.message) from None
