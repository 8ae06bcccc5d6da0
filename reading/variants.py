"""Recognition of the names of variants, such as Killer Sudoku, whose rules are not those of a
classical Sudoku.
"""

import re

_JOINER = r"[- _]?"
_ALONE = (
    "windoku",
    r"diagonal(?!(?:ly)?[ ]*(?:symm|mirror|spieg|refl))",
    "hyper",
    "jigsaw",
    "killer",
    "kropki",
    "samurai",
    r"anti[- ]?knight",
    "suguru",
    "tectonic",
    "futoshiki",
    "kenken",
    "calcudoku",
)
"""Patterns of words that name a variant without the word Sudoku."""
_BEFORE_SUDOKU = (
    # English; many of these words are used in other languages, too
    *(r"(?<!\d )x", "arrows?", "asterisk", "butterfly", "cent(?:er|re)[- ]?dots?", "chaos"),
    *("(?:non[- ]?)?consecutive", r"even[-/ ]odd", r"odd[-/ ]even", "extra[- ]regions?"),
    *("greater[- ]than", "irregular", "anti[- ]?king", "palindrome", "renban", "sandwich"),
    *("skyscraper", "thermo(?:meter)?s?", "toroidal", "xv"),
    # German
    *("anti[- ]?springer", "diagonal(?:es|e)", "fenster", r"(?:un)?gerade[-/ ](?:un)?gerade"),
    *("größer[- ]kleiner", "hochhaus", "nachbarn?", "pfeil", "summen", "unregelmäßig(?:es|e)"),
    "vergleichs",
    # Dutch
    *("diagonale", r"even[-/ ]oneven", r"oneven[-/ ]even", "legpuzzel", "onregelmatige"),
    *("opeenvolgende", "pijl(?:en)?"),
)
"""Patterns of words that name a variant if the word Sudoku follows."""
_AFTER_SUDOKU = (
    r"x(?![ ]*\d)",
    "thermo",
    "sandwich",
    # French
    *("anti[- ]?cavalier", "(?:non )?consécutifs?", "diagonale?s?", "(?:à )?flèches?"),
    *("irréguliers?", r"pairs?[-/ ]impairs?", "samouraïs?", "thermomètres?", "tueurs?"),
    # Spanish
    *("anti[- ]?caballo", "asesinos?", "(?:no )?consecutivos?", "diagonal(?:es)?"),
    *("(?:de |con )?flechas?", "irregular(?:es)?", r"par(?:es)?[-/ ]impar(?:es)?", "samuráis?"),
    *("sándwich", "(?:de )?termómetros?"),
    # Italian
    *("anti[- ]?cavallo", "assassin[oi]", "consecutiv[oi]", "diagonal[ei]", "irregolar[ei]"),
    *(r"pari[-/ ]dispari", "(?:con )?frecc(?:ia|e)", "(?:con )?termometr[oi]"),
)
"""Patterns of words that name a variant if they follow the word Sudoku."""

_VARIANT = re.compile(
    r"(?<![^\W_])(?:"
    rf"(?:{'|'.join(_BEFORE_SUDOKU)}){_JOINER}sudokus?"
    rf"|sudokus?{_JOINER}(?:{'|'.join(_AFTER_SUDOKU)})"
    rf"|(?:{'|'.join(_ALONE)})(?:{_JOINER}sudoku)?s?"
    r")(?![^\W\d_])",
    re.IGNORECASE,
)


def find_variant_name(text: str) -> str | None:
    """Return the first name of a variant in a title or in the names of columns; None if no variant
    is named. Names are known in English, German, French, Spanish, Italian and Dutch. A word with
    other meanings, such as "arrow", is a name only beside the word Sudoku.

    >>> [find_variant_name(text) for text in ("An X-Sudoku", "Killer (hard)", "diagonal symmetry")]
    ['X-Sudoku', 'Killer', None]
    """
    found = _VARIANT.search(text)
    return found[0] if found else None
