"""The compiler of translations: what it reads, and when it compiles. test_language.py compares it
with babel.
"""

import os
import subprocess
import sys
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

import pytest

from sudokopie.base import messages
from sudokopie.base.translation_files import (
    compile_if_changed,
    compile_po_file,
    format_mo,
    read_translations,
)

from conftest import ROOT

pytestmark = pytest.mark.core

HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n'
FILE = (
    HEADER
    + r"""
# A comment, and escapes.
msgid "a\tb \"c\" \\n"
msgstr "ä\n"
"second line"

msgid ""
"one "
"cell"
msgid_plural "{count} cells"
msgstr[0] "ein Feld"
msgstr[1] "{count} Felder"

msgid "not translated"
msgstr ""

#, python-brace-format, fuzzy
msgid "only guessed"
msgstr "geraten"

msgid "last"
msgstr "letzter"
"""
)

LOCALE = ("fr", "LC_MESSAGES")
FRENCH = """
msgid ""
msgstr "Language: fr\\nContent-Type: text/plain; charset=utf-8\\n"

msgid "These Sudokus are copies of each other."
msgstr "Ces Sudokus sont des copies."

msgid "No such command {name!r}."
msgstr "Commande {name!r} inconnue."
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "texts.po"
    path.write_text(text, encoding="utf-8")
    return path


def load(path: Path) -> GNUTranslations:
    with path.open("rb") as file:
        return GNUTranslations(file)


def test_each_kind_of_text_is_read(tmp_path: Path) -> None:
    translations = GNUTranslations(BytesIO(compile_po_file(str(write(tmp_path, FILE)))))
    assert translations.gettext('a\tb "c" \\n') == "ä\nsecond line"
    assert translations.ngettext("one cell", "{count} cells", 1) == "ein Feld"
    assert translations.ngettext("one cell", "{count} cells", 2) == "{count} Felder"
    assert translations.gettext("last") == "letzter"
    for text in ("not translated", "only guessed", "missing"):
        assert translations.gettext(text) == text
    assert translations.info()["content-type"] == "text/plain; charset=utf-8"


@pytest.mark.parametrize(
    ("added", "line", "message"),
    [
        ('msgctxt "menu"\nmsgid "a"\nmsgstr "b"\n', 4, "no line of a .po file"),
        ('msgid "a\nmsgstr "b"\n', 4, "no line of a .po file"),
        ('msgid "a"\nmsgstr "a " b"\n', 5, "no line of a .po file"),
        ('msgid "a"\nmsgstr "b"\n\nmsgid "a"\nmsgstr "c"\n', 7, "translated twice: 'a'"),
    ],
)
def test_a_mistake_is_named_with_its_line(added: str, line: int, message: str) -> None:
    with pytest.raises(ValueError, match=rf"^de\.po:{line}: .*{message}"):
        read_translations(f"{HEADER}\n{added}", "de.po")
    with pytest.raises(ValueError, match=r"^de\.po:1:"):
        read_translations('"a"\n' + HEADER, "de.po")


def test_a_compiled_file_is_the_same_in_any_order() -> None:
    assert format_mo({"b": "1", "a": "2", "": "3"}) == format_mo({"": "3", "a": "2", "b": "1"})


def test_a_file_is_compiled_only_after_a_change(tmp_path: Path) -> None:
    source = write(tmp_path, FILE)
    compile_if_changed(str(source))
    compiled = source.with_suffix(".mo")
    assert load(compiled).gettext("last") == "letzter"
    before = compiled.stat()
    compile_if_changed(str(source))
    assert compiled.stat() == before
    time = source.stat().st_mtime_ns
    source.write_text(FILE.replace("letzter", "Ende"), encoding="utf-8")
    os.utime(source, ns=(0, time - 10**9))  # such as a file of an older commit
    compile_if_changed(str(source))
    assert load(compiled).gettext("last") == "Ende"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["texts.mo", "texts.po"]


def test_a_folder_that_cannot_be_written_is_only_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("os.replace", refuse)
    folder = tmp_path.joinpath(*LOCALE)
    folder.mkdir(parents=True)
    (folder / "sudokopie.po").write_text(FRENCH, encoding="utf-8")
    monkeypatch.setattr(messages, "CATALOGUES", str(tmp_path))
    text = "These Sudokus are copies of each other."
    assert messages.load_translations("fr").gettext(text) == "Ces Sudokus sont des copies."
    assert [path.name for path in folder.iterdir()] == ["sudokopie.po"]


def french(folder: Path, *arguments: str) -> tuple[int, str]:
    """Run the command line in French, with the catalogues in `folder`. Returns its exit status and
    what it prints.
    """
    code = (
        "from sudokopie.base import messages\n"
        "from sudokopie.commands.machinery import command_group\n"
        f"command_group.CATALOGUES = messages.CATALOGUES = {str(folder)!r}\n"
        "from sudokopie.cli import main; main()"
    )
    environment = {**os.environ, "LANG": "fr_FR.UTF-8"}
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_an_edited_catalogue_is_used_at_once(tmp_path: Path) -> None:
    pair, folder = str(ROOT / "instances" / "sudoku0.txt"), tmp_path.joinpath(*LOCALE)
    folder.mkdir(parents=True)
    source = folder / "sudokopie.po"
    source.write_text(FRENCH, encoding="utf-8")
    assert french(tmp_path, "solve", "-q", pair) == (0, "Ces Sudokus sont des copies.\n")
    assert "Commande 'none' inconnue." in french(tmp_path, "none")[1]  # a text of click
    source.write_text(FRENCH.replace("Ces", "Les deux"), encoding="utf-8")
    assert french(tmp_path, "solve", "-q", pair) == (0, "Les deux Sudokus sont des copies.\n")
    source.write_text(FRENCH + 'msgid "a\n', encoding="utf-8")
    status, said = french(tmp_path, "solve", "-q", pair)
    assert status == 2
    assert f"{source.name}:10: this is no line of a .po file" in said
    assert len(said.splitlines()) == 1
