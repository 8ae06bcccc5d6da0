"""Messages in English and in the languages that have a translation catalogue, based on the standard
library's gettext.
"""

import os
import re
from collections.abc import Container
from functools import cache
from gettext import GNUTranslations, NullTranslations, translation
from io import BytesIO

# pathlib is not used, because importing it would add a third to Python's starting time.
CATALOGUES = os.path.join(os.path.dirname(__file__), "locale")

ENGLISH = NullTranslations()
"""The translations into English. It has none, because the messages in the program are English."""


def list_languages() -> tuple[str, ...]:
    """Return the codes of the languages in which messages can be printed: "en", then the code of
    each language that has a translation catalogue.
    """
    codes = sorted(os.listdir(CATALOGUES))
    return "en", *(
        code
        for code in codes
        if any(os.path.isfile(_find_catalogue(code, ending)) for ending in ("mo", "po"))
    )


def _find_catalogue(language_code: str, ending: str) -> str:
    """Return the path of a translation catalogue. `ending` is "po" for the file that people edit,
    which only checkouts and editable installations have, or "mo" for the compiled file.
    """
    return os.path.join(CATALOGUES, language_code, "LC_MESSAGES", f"sudokopie.{ending}")


def load_translations(language_code: str | None = None) -> NullTranslations:
    """Return the translations of the messages into a language. `language_code` is the language's
    code; by default the environment variables choose the language. Raise `OSError` if there is no
    translation catalogue for the language, and `ValueError` if a catalogue that has been edited has
    a mistake.
    """
    chosen = language_code or _find_environment_language()
    if chosen == "en":
        return ENGLISH
    if os.path.exists(source := _find_catalogue(chosen, "po")):
        # A checkout has .po files; an installed package need not import this.
        from .translation_files import compile_if_changed, compile_po_file

        try:
            compile_if_changed(source)
        except OSError:  # the folder cannot be written
            return GNUTranslations(BytesIO(compile_po_file(source)))
    return translation("sudokopie", CATALOGUES, [chosen])


def _find_environment_language() -> str:
    """Return the code of the language that the environment variables request, such as "de". The
    first variable of LANGUAGE, LC_ALL, LC_MESSAGES and LANG that is set is used, and the first
    language in its list in which messages can be printed. Return "en" if no variable is set, or if
    messages can be printed in none of the listed languages.

    gettext itself would skip English, because English has no translation catalogue.
    """
    known = list_languages()
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if wanted := os.environ.get(variable):
            codes = (re.split(r"[_.@]", code)[0] for code in wanted.split(":"))
            return next((code for code in codes if code in known), "en")
    return "en"


class Message:
    """A sentence for the user. It is translated when it is printed, because the user's language is
    known only then.

    `template` is an English text with names in braces, such as `{count}`. `values` maps these names
    to values; a value may itself be a `Message`. Without values, the template is used as it is.

    >>> print(Message("expected {count} cells", count=9))
    expected 9 cells
    """

    def __init__(self, template: str, **values: object) -> None:
        self.template, self.values = template, values

    def with_values(self, **values: object) -> "Message":
        """Return a message with the template of this message and with `values` as the values of the
        names in braces. The values of this message are not kept.
        """
        return type(self)(self.template, **values)

    def __str__(self) -> str:
        return self.translate_to(ENGLISH)

    def translate_to(self, translations: NullTranslations) -> str:
        """Return the sentence in the language of the translation catalogue `translations`."""
        values = {
            name: value.translate_to(translations) if isinstance(value, Message) else value
            for name, value in self.values.items()
        }
        text = self._translate_template(translations)
        return text.format(**values) if values else text

    def _translate_template(self, translations: NullTranslations) -> str:
        # The translation of an empty text would be the header of the translation catalogue.
        return self.template and translations.gettext(self.template)


class SharedText(Message):
    """A sentence for the user that the scripts of pages show too. Its texts in all languages are in
    the file `locale/shared_texts.json`, which the program and the scripts read. `template` is the
    name of the sentence in this file.

    >>> print(SharedText("swap rows", a=1, b=2))
    Swap rows 1 and 2
    """

    def _translate_template(self, translations: NullTranslations) -> str:
        texts = read_shared_texts()[self.template]
        return texts.get(translations.info().get("language", "en"), texts["en"])


@cache
def read_shared_texts() -> dict[str, dict[str, str]]:
    """Return the texts that scripts of pages show too: for each name of a sentence, a dictionary
    from the code of each language to the text.
    """
    # JSON that has only texts is also a Python literal. The module ast has already been imported by
    # `dataclasses`; importing json would make each answer with steps slower.
    from ast import literal_eval

    with open(os.path.join(CATALOGUES, "shared_texts.json"), encoding="utf-8") as file:
        texts: dict[str, dict[str, str]] = literal_eval(file.read())
    return texts


def escape_unprintable(text: str, kept_characters: Container[str] = "") -> str:
    r"""Replace each unprintable character of a text by an escape sequence such as `\x1b`, so that
    it cannot disturb a terminal. Unprintable characters are control characters, direction marks and
    invisible characters. Characters in `kept_characters` stay as they are.

    >>> escape_unprintable("a\x1b\u202e\n", "\n")
    'a\\x1b\\u202e\n'
    """
    return "".join(
        char
        if char.isprintable() or char in kept_characters
        else char.encode("unicode_escape").decode()
        for char in text
    )


def shorten_and_escape(text: str) -> str:
    r"""Return a text shortened to at most 20 characters, with unprintable characters replaced by
    escape sequences, so that it fits into one line of an error message.

    >>> shorten_and_escape("a\nb"), shorten_and_escape("x" * 21)
    ('a\\nb', 'xxxxxxxxxxxxxxxxxxx…')
    """
    text = escape_unprintable(text[:30])
    return text if len(text) <= 20 else text[:19] + "…"


def quote(text: str) -> Message:
    """Return a text in quotation marks, shortened to at most 20 characters, with unprintable
    characters replaced by escape sequences, so that it fits into one line of an error message.
    """
    return Message("'{text}'", text=shorten_and_escape(text))
