"""Recognition of the names of variants, such as Killer Sudoku, whose rules are not those of a
classical Sudoku, and marking of the Sudokus of a file that are called a variant: by their own
names, or by other words of the file.
"""

import re
from collections.abc import Mapping, Sequence

from ..base.messages import Message, shorten_and_escape
from .file_entry import Entry, MailEntry
from .file_head import VariantSummary

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
    "thermometer",
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


_DIGITS_AS_DOTS = bytes.maketrans(b"0123456789", b"." * 10)


def mark_variants(
    entries: Sequence[Entry],
    texts: Sequence[bytes],
    words_of_sheets: Mapping[str, tuple[int, str]],
    names_around: Mapping[str, Message],
) -> VariantSummary:
    """Set the attribute `variant` of each entry that is called a variant: by its own name, by the
    name of its sheet, by other words in its sheet or file, or by a name around the file. Return a
    summary of these entries.

    `texts` are the texts with all these names, and perhaps with other text such as cells. They are
    searched first, equal texts once, because most files name no variant.
    `words_of_sheets` maps the name of a sheet to the number of a line and the variant that it
    names; the words under an empty name belong to all Sudokus of the file. `names_around` maps
    names, such as the name of the file in an archive, to descriptions of them.
    """
    different = {text.translate(_DIGITS_AS_DOTS) for text in texts}  # names often end in numbers
    if not words_of_sheets and not any(
        find_variant_name(text.decode(errors="replace")) for text in different
    ):
        return VariantSummary()
    named = ((find_variant_name(name), about) for name, about in names_around.items())
    around = next(((word, about) for word, about in named if word is not None), None)
    summary = VariantSummary()
    for entry in entries:
        found = _find_variant_and_place(entry, words_of_sheets) or around
        if found is not None and entry.error is None:
            entry.variant = found[0]
            summary = summary.add(VariantSummary(1, *found))
    return summary


def _find_variant_and_place(
    entry: Entry, words_of_sheets: Mapping[str, tuple[int, str]]
) -> tuple[str, Message] | None:
    """Return the name of the variant that an entry's own name, its sheet's name, or other words in
    the sheet or file mention, and the place of this name; None if no variant is mentioned.
    """
    title = entry.title if isinstance(entry, MailEntry) else entry.sudoku_name
    if word := find_variant_name(title):
        return word, Message("line {line}", line=entry.line)
    sheet = entry.cell.rpartition("]!")[0][1:]
    if word := find_variant_name(sheet):
        return word, Message("the name of the sheet {name}", name=shorten_and_escape(sheet))
    for name in (sheet, ""):
        if name in words_of_sheets:
            line, word = words_of_sheets[name]
            return word, Message("line {line}", line=line)
    return None
