"""Texts of files and programs, quoted in messages so that a terminal is safe from them."""

from .language import Message


def shown(text: str) -> str:
    r"""Return at most 20 characters of a text, escaped so that a terminal shows them on one line.

    >>> shown("a\nb"), shown("x" * 21)
    ('a\\nb', 'xxxxxxxxxxxxxxxxxxx…')
    """
    text = "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in text[:30]
    )
    return text if len(text) <= 20 else text[:19] + "…"


def quoted(text: str) -> Message:
    """Return a text as `shown` gives it, in quotation marks."""
    return Message("'{text}'", text=shown(text))
