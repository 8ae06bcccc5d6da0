"""Recognition of the names of variants, such as Killer Sudoku, whose rules are not those of a
classical Sudoku.
"""

import re

_VARIANT = re.compile(
    r"(?<![^\W_])(?:x[- ]?sudoku|sudoku[- ]?x|windoku"
    r"|(?:diagonal(?!(?:ly)?[ ]*(?:symm|mirror|spieg|refl))|hyper|jigsaw|killer|samurai)"
    r"(?:[- ]?sudoku)?)s?(?![^\W\d_])",
    re.IGNORECASE,
)


def find_variant_name(text: str) -> str | None:
    """Return the first name of a variant in a title or in the names of columns; None if there is
    none.

    >>> [find_variant_name(text) for text in ("An X-Sudoku", "Killer (hard)", "diagonal symmetry")]
    ['X-Sudoku', 'Killer', None]
    """
    found = _VARIANT.search(text)
    return found[0] if found else None
