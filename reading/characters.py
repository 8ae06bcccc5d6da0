"""Characters that stand for others: signs for blank, spaces, digits and bars of other alphabets."""

import re

_BLANKS = "·•∙⋅・･?□▢☐◻▫"
_DASHES = "‐‑‒–—―−"  # noqa: RUF001 - that is what they are
_PLAIN = str.maketrans(
    {chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
    | dict.fromkeys((0xA0, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000), " ")
    | dict.fromkeys(_BLANKS, ".")
    | dict.fromkeys(_DASHES, "-")
    | {"\uff1f": "."}
)
_QUOTED = re.compile(r"[ \t]*(?:>[ \t]?)+")
"""What a mail puts before the lines that it answers."""


def plain(text: str) -> str:
    r"""Return a line in the signs that cells are made of, with as many characters.

    Nothing is left of an empty line that a mail quotes.

    >>> plain("> \uff15\xb7\u25a1 \u2014 ?")
    '  5.. - .'
    """
    if not text.isascii() or "?" in text:
        text = text.translate(_PLAIN)
    if ">" in text and (quoted := _QUOTED.match(text)):
        rest = text[quoted.end() :]
        return " " * quoted.end() + rest if rest.strip() else ""
    return text


def unquoted(text: str) -> str:
    """Return a line of words without what a mail puts before the lines that it answers."""
    return text[quoted.end() :] if (quoted := _QUOTED.match(text)) else text
