"""Labels and names that show that the lines of a square are not the rows of a Sudoku from above to
below: they are its columns or boxes, or rows in another order.
"""

import re
from collections.abc import Sequence

from ..base.messages import Message

COLUMNS_OR_BOXES = Message(
    "expected the rows of a Sudoku, found its columns or boxes: write the rows one below another"
)
_ROWS_IN_OTHER_ORDER = Message(
    "expected the rows of a Sudoku from above to below, found rows with numbers in another order"
)
_WORDS = """
column columns col cols box boxes block blocks region regions subgrid subgrids nonet nonets
spalte spalten kasten kästen blöcke regionen
colonne colonnes bloc blocs columna columnas caja cajas bloque bloques colonna riquadro riquadri
kolom kolommen blok blokken
"""
_OTHER_LINES = frozenset(_WORDS.split())
_ONE_NUMBER = re.compile(r"\D*(\d{1,2})\D*")


def names_other_lines(text: str) -> bool:
    """Return whether the last key of a path, a name or a label has no other words than those for
    columns or boxes.

    >>> texts = ("data.columns", "Box 3:", "Row 3:", "3", "Box of Ann")
    >>> [names_other_lines(text) for text in texts]
    [True, True, False, False, False]
    """
    words = re.findall(r"[^\W\d_]+", text.rpartition(".")[2].lower())
    return bool(words) and _OTHER_LINES.issuperset(words)


def find_fault_of_labels(labels: Sequence[str]) -> Message | None:
    """Return the reason why lines are not the rows of a Sudoku from above to below; None if their
    labels, the texts before the cells, do not show this.

    >>> find_fault_of_labels(["Row 1: ", "Row 2: "])
    >>> print(find_fault_of_labels(["Row 2: ", "Row 1: "]))
    expected the rows of a Sudoku from above to below, found rows with numbers in another order
    """
    if all(map(names_other_lines, labels)):
        return COLUMNS_OR_BOXES
    found = [*map(_ONE_NUMBER.fullmatch, labels)]
    numbers = [int(match[1]) for match in found if match]
    first = min(numbers, default=0)
    in_order = [*range(first, first + len(labels))]
    return _ROWS_IN_OTHER_ORDER if numbers != in_order == sorted(numbers) else None
