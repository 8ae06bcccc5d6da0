"""English, and the languages that have a catalogue, by the standard library's gettext."""

import os
import re
from collections.abc import Container
from gettext import NullTranslations, translation

# Not by pathlib, which would add a third to the time that Python takes to start.
CATALOGUES = os.path.join(os.path.dirname(__file__), "locale")

ENGLISH = NullTranslations()
"""English is the language of the messages in the code, so it needs no catalogue."""


def list_languages() -> tuple[str, ...]:
    """Return the codes of English and of each language with a catalogue: its folder's name."""
    codes, file = sorted(os.listdir(CATALOGUES)), os.path.join("LC_MESSAGES", "sudokopie.mo")
    return "en", *(code for code in codes if os.path.isfile(os.path.join(CATALOGUES, code, file)))


def load_language(code: str | None = None) -> NullTranslations:
    """Return the translations for a code, by default the environment's language; or `OSError`."""
    chosen = code or _find_environment_language()
    if chosen == "en":
        return ENGLISH
    return translation("sudokopie", CATALOGUES, [chosen])


def _find_environment_language() -> str:
    """Return the first known language of gettext's variables; gettext passes over English."""
    known = list_languages()
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if wanted := os.environ.get(variable):
            codes = (re.split(r"[_.@]", code)[0] for code in wanted.split(":"))
            return next((code for code in codes if code in known), "en")
    return "en"


class Message:
    """A sentence that is put into words only when the reader's language is known.

    `template` is an English text with named fields in braces, `values` what to put there; a value
    may itself be a `Message`. Without values it is any text.

    >>> print(Message("expected {count} cells", count=9))
    expected 9 cells
    """

    def __init__(self, template: str, **values: object) -> None:
        self.template, self.values = template, values

    def fill(self, **values: object) -> "Message":
        """Return the same sentence with these values."""
        return Message(self.template, **values)

    def __str__(self) -> str:
        return self.translate_to(ENGLISH)

    def translate_to(self, words: NullTranslations) -> str:
        """Return the sentence in the language of `words`."""
        values = {
            name: value.translate_to(words) if isinstance(value, Message) else value
            for name, value in self.values.items()
        }
        text = words.gettext(self.template)
        return text.format(**values) if values else text


def escape(text: str, kept: Container[str] = "") -> str:
    r"""Return a text with an escape in place of each character that does not print.

    Control characters, marks of direction and invisible characters do not print. Characters in
    `kept` stay as they are.

    >>> escape("a\x1b\u202e\n", "\n")
    'a\\x1b\\u202e\n'
    """
    return "".join(
        char if char.isprintable() or char in kept else char.encode("unicode_escape").decode()
        for char in text
    )


def shorten_and_escape(text: str) -> str:
    r"""Return at most 20 characters of a text, escaped so that a terminal shows them on one line.

    >>> shorten_and_escape("a\nb"), shorten_and_escape("x" * 21)
    ('a\\nb', 'xxxxxxxxxxxxxxxxxxx…')
    """
    text = escape(text[:30])
    return text if len(text) <= 20 else text[:19] + "…"


def quote(text: str) -> Message:
    """Return a text as `shorten_and_escape` gives it, in quotation marks."""
    return Message("'{text}'", text=shorten_and_escape(text))
