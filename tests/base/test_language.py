import gettext
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr
from io import BytesIO, StringIO
from pathlib import Path
from string import Formatter
from typing import Any, cast

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po

from sudokopie.base import errors
from sudokopie.base.messages import (
    ENGLISH,
    Message,
    SharedText,
    list_languages,
    load_translations,
    read_shared_texts,
)
from sudokopie.base.translation_files import compile_po_file
from sudokopie.commands.machinery.command_group import (
    EXAMPLE,
    cli,
    import_command_by_full_name,
    list_full_command_names,
    split_into_paragraphs,
)
from sudokopie.commands.machinery.command_rules import HelpOfSeveralTexts
from sudokopie.commands.machinery.terminal import is_yes

from conftest import INSTANCES, ROOT
from present import MISSING, present

ROOMS = sorted(path.parent.name for path in ROOT.glob("*/__init__.py"))


def catalogue(code: str) -> Path:
    return ROOT / "base" / "locale" / code / "LC_MESSAGES" / "sudokopie.po"


_ERRORS = [name for name, one in vars(errors).items() if isinstance(one, type)]
_KEYWORDS: dict[str, None] = dict.fromkeys(["Message", "UsageError", "say", *_ERRORS])
_METHODS = [("**.py", "python"), ("**.html", "jinja2")]


def helps() -> list[str]:
    """Return what the help of all commands says."""
    texts = [str(cli.help)]
    own = (getattr(param, "help", None) for param in cli.params)
    found = [text for text in own if text and text != "Show the version and exit."]
    for name in (*present(["catalogue"]), *list_full_command_names()):
        command = import_command_by_full_name(name)
        texts.append(str(command.help))
        helped = [getattr(param, "help", None) for param in command.params]
        found += [text for text in helped if text and not isinstance(text, HelpOfSeveralTexts)]
    parts = [part for text in texts for part in split_into_paragraphs(text)]
    return found + [part for part in parts if not part.startswith(EXAMPLE)]


def messages_in_the_code() -> set[str]:
    # babel warns of each f-string in the code, dozens of lines that hide a failure.
    with redirect_stderr(StringIO()):
        found = [
            message
            for room in ROOMS
            for _, _, message, _, _ in extract_from_dir(ROOT / room, _METHODS, keywords=_KEYWORDS)
        ]
    found += helps()
    # From Python 3.12 on, what stands in an f-string's braces is extracted as well.
    return {str(message) for message in found} - {", "}


@pytest.mark.gate
@pytest.mark.parametrize("code", [code for code in list_languages() if code != "en"])
def test_every_message_is_translated_and_none_is_left_over(code: str) -> None:
    with catalogue(code).open("rb") as file:
        translated = {
            m.id
            for m in read_po(file)
            if m.id and m.string and not m.fuzzy and "click" not in m.auto_comments
        }
    messages = messages_in_the_code()
    file_name = catalogue(code).relative_to(ROOT)
    missing, unused = (
        sorted(map(str, messages - translated)),
        sorted(map(str, translated - messages)),
    )
    assert not missing, f"{file_name} has no translation of these: {missing}"
    assert MISSING or not unused, f"the code no longer has these texts of {file_name}: {unused}"


@pytest.mark.parametrize("code", [code for code in list_languages() if code != "en"])
def test_translations_fill_in_the_same_values(code: str) -> None:
    with catalogue(code).open("rb") as file:
        for message in read_po(file):
            for one, string in zip(parts(message.id), parts(message.string), strict=True):
                assert not one or fields(one) == fields(string)


def parts(text: object) -> tuple[str, ...]:
    """Return a message, or its singular and plural."""
    return (text,) if isinstance(text, str) else tuple(cast("Sequence[str]", text))


def fields(template: object) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(str(template)) if name}


def test_texts_shared_with_pages_are_in_all_languages_with_the_same_values() -> None:
    for name, texts in read_shared_texts().items():
        assert set(texts) == set(list_languages()), name
        assert len({frozenset(fields(text)) for text in texts.values()}) == 1, name


def test_a_shared_text_keeps_its_kind_with_values() -> None:
    text = SharedText("swap rows").with_values(a=1, b=2)
    assert str(text) == "Swap rows 1 and 2"
    assert text.translate_to(load_translations("de")) == "Zeilen 1 und 2 tauschen"


@pytest.mark.parametrize("code", [code for code in list_languages() if code != "en"])
def test_a_catalogue_is_compiled_as_babel_reads_it(code: str) -> None:
    with catalogue(code).open("rb") as source:
        texts = {parts(m.id): parts(m.string) for m in read_po(source) if m.id}
    compiled = read_mo(BytesIO(compile_po_file(str(catalogue(code)))))
    assert {parts(m.id): parts(m.string) for m in compiled if m.id} == texts


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
    german = isinstance(load_translations(), gettext.GNUTranslations)
    assert german == (code == "de")


def test_a_message_contains_messages() -> None:
    message = Message(
        "expected {expected}, found {found}",
        expected=Message("two Sudokus"),
        found=Message("an empty file"),
    )
    assert (
        str(message) == message.translate_to(ENGLISH) == "expected two Sudokus, found an empty file"
    )
    assert (
        message.translate_to(load_translations("de"))
        == "zwei Sudokus erwartet, eine leere Datei gefunden"
    )


MISUSES = [
    ["nope"],
    ["solve"],
    ["solve", "--nope", "x"],
    ["ways", "--limit", "3", "x"],
    ["ways", "--limit", "x", "x"],
    ["ways", "--limit", "0", "x"],
    ["solve", "--notation", "x", "x"],
    ["solve", "--box"],
    ["solve", "--quiet=x", "x"],
    ["solve", "--time-limit", "0", "x"],
    *present([["classes"]]),
    ["check", "a", "b", "c"],
    ["export", "x"],
]


SHORT = (["--box"], ["--quiet=x", "x"])
"""Where click does not know the command yet, so that it names no help to look at."""


@pytest.mark.parametrize("arguments", MISUSES, ids=" ".join)
def test_misuse_is_said_in_german_too(
    run: Any, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    english = run(*arguments).err
    assert " (see: sudokopie" in english or arguments[1:] in SHORT
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    german = run(*arguments).err
    assert len(german.splitlines()) == 1
    assert " (siehe: sudokopie" in german or arguments[1:] in SHORT
    words = set(re.findall("[A-Za-z]{3,}", german)) & set(re.findall("[A-Za-z]{3,}", english))
    assert words <= {"sudokopie", "help", "lang", *re.findall("[a-z]+", " ".join(arguments))} | {
        *(
            "integer",
            "range",
            "pause",
            "force",
            "FILE",
            "PAIR",
            "all",
            "quiet",
            "output",
            "order",
            "compact",
            "arrows",
            "box",
            "Option",
        )
    }
    monkeypatch.delenv("LANG")
    assert run(*arguments).err == english  # nothing of it stays


def test_help_is_in_the_language_asked_for(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    german = run("solve", "--lang", "de", "--help").out
    assert german.startswith("Aufruf: sudokopie solve")
    assert "\nWas gefragt ist:\n" in german
    assert "Herausfinden, ob zwei Sudokus Kopien voneinander sind" in german
    assert run("--help").out.startswith("Usage: sudokopie")
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    text = run("--help").out
    assert "Zwei Sudokus:\n" in text
    assert "Die Ausgabe eines Solvers" in text
    assert run("solve", "--lang=en", "--help").out.startswith("Usage: sudokopie solve")


def test_the_language_may_be_named_before_the_command(
    run: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "pair.txt").write_text("12\n..\n\n..\n21\n")
    german = run("solve", "--lang", "de", "pair.txt").out
    assert german.startswith(" 1 2") and "Diese Sudokus sind Kopien voneinander." in german
    assert run("--lang", "de", "solve", "pair.txt").out == german
    assert run("--lang=de", "solve", "--help").out == run("solve", "--lang=de", "--help").out
    both = run("--lang", "de", "solve", "--lang", "en", "pair.txt").out
    assert both == run("solve", "pair.txt").out != german
    before = run("--lang", "de", "catalogue", "list", "missing.db").err
    assert before == run("catalogue", "list", "missing.db", "--lang", "de").err
    assert before != run("catalogue", "list", "missing.db").err
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert run("solve", "pair.txt").out == german
    assert run("--lang", "en", "solve", "pair.txt").out == both


def test_a_language_is_a_catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "fr" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (tmp_path / "it").mkdir()  # without a catalogue
    french = Catalog("fr")
    french.add("y yes", "o oui")
    french.add("These Sudokus are copies of each other.", "Ces Sudokus sont des copies.")
    french.add("Print only the result.", "Seulement le verdict.")
    with (folder / "sudokopie.mo").open("wb") as file:
        write_mo(file, french)
    monkeypatch.setattr("sudokopie.base.messages.CATALOGUES", str(tmp_path))
    assert list_languages() == ("en", "fr")
    assert [is_yes(text) for text in ("oui", " O", "yes", "non", "ja")] == [
        *(True, True, True, False, False)
    ]
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert load_translations().info()["language"] == "fr"
    # The command line takes it too, where it is there from the start.
    code = (
        "import sys; from sudokopie.base import messages\n"
        f"messages.CATALOGUES = {str(tmp_path)!r}\n"
        "from sudokopie.cli import main; main()"
    )

    def said(*arguments: str) -> str:
        line = [sys.executable, "-c", code, "solve", *arguments, str(INSTANCES / "sudoku0.txt")]
        environment = {**os.environ, "LANG": "C.UTF-8"}
        done = subprocess.run(line, env=environment, capture_output=True, text=True, check=False)
        return done.stdout + done.stderr

    assert said("-q", "--lang", "fr") == "Ces Sudokus sont des copies.\n"
    assert "Seulement le verdict." in said("--lang", "fr", "--help")
    assert "'de' is not one of 'en', 'fr'" in said("--lang", "de")
