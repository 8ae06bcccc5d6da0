import gettext
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.extract import extract, extract_from_dir
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

from sudokopie.sudoku.language import ENGLISH, LANGUAGES, Message, language

from conftest import ROOT

ROOMS = ("sudoku", "encoding", "solvers", "comparison", "studies", "report", "commands")


def catalogue(code: str) -> Path:
    return ROOT / "sudoku" / "locale" / code / "LC_MESSAGES" / "sudokopie.po"


def messages_in_the_code() -> set[str]:
    found = [
        message
        for room in ROOMS
        for _, _, message, _, _ in extract_from_dir(ROOT / room, keywords={"Message": None})
    ]
    with (ROOT / "cli.py").open("rb") as file:
        found += [message for _, message, _, _ in extract("python", file, {"Message": None})]
    return {str(message) for message in found}


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "en"])
def test_every_message_is_translated_and_none_is_left_over(code: str) -> None:
    with catalogue(code).open("rb") as file:
        translated = {m.id for m in read_po(file) if m.id and m.string and not m.fuzzy}
    assert translated == messages_in_the_code()


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "en"])
def test_translations_fill_in_the_same_values(code: str) -> None:
    with catalogue(code).open("rb") as file:
        for message in read_po(file):
            if message.id:
                assert fields(message.id) == fields(message.string)


def fields(template: object) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(str(template)) if name}


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "en"])
def test_the_compiled_catalogue_is_up_to_date(code: str) -> None:
    with catalogue(code).open("rb") as source, catalogue(code).with_suffix(".mo").open("rb") as mo:
        texts = {m.id: m.string for m in read_po(source) if m.id}
        assert {m.id: m.string for m in read_mo(mo) if m.id} == texts


@pytest.mark.parametrize(
    ("variables", "code"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "default"}, "en"),
        ({"LANG": "de@euro"}, "de"),
        ({"LANG": "de_AT", "LC_MESSAGES": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_US", "LC_ALL": "de"}, "de"),
        ({"LANGUAGE": "en_US:de", "LANG": "de_DE"}, "en"),
        ({"LANGUAGE": "fr:de:en", "LANG": "en_US"}, "de"),
    ],
)
def test_the_language_of_the_environment(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], code: str
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    german = isinstance(language(), gettext.GNUTranslations)
    assert german == (code == "de")


def test_a_message_contains_messages() -> None:
    message = Message(
        "expected {expected}, found {found}",
        expected=Message("two Sudokus"),
        found=Message("an empty file"),
    )
    assert str(message) == message.to(ENGLISH) == "expected two Sudokus, found an empty file"
    assert message.to(language("de")) == "zwei Sudokus erwartet, eine leere Datei gefunden"
