"""Errors: one line each, whatever happens, and in other processes too."""

from __future__ import annotations

import json
import os
import pickle
import time
from pathlib import Path
from typing import Any

import pytest

from sudokopie import Grid, decide
from sudokopie.base.errors import (
    DeadlinePassedError,
    GridError,
    PairFileError,
    SudokopieError,
)
from sudokopie.base.messages import Message, load_translations
from sudokopie.reading.file_entry import ThirdSudokuError
from sudokopie.recognition.recognise_sheets import RefusedSheetError
from sudokopie.recognition.sheet import Sheet
from sudokopie.system.output import open_output

from conftest import INSTANCES, listed
from present import present

PAIR = str(INSTANCES / "size4-clues5-copies.txt")
OTHER = str(INSTANCES / "size4-clues5-moved.txt")


def all_errors(kind: type[SudokopieError] = SudokopieError) -> list[type[SudokopieError]]:
    return [kind, *(one for sub in kind.__subclasses__() for one in all_errors(sub))]


@pytest.mark.parametrize("kind", all_errors())
def test_errors_survive_pickling(kind: type[SudokopieError]) -> None:
    message = Message("expected {count} cells", count=Message("two Sudokus"))
    error: SudokopieError
    if kind is ThirdSudokuError:
        error = ThirdSudokuError("pair.xlsx", 3, "[June]!B5")
    elif kind is RefusedSheetError:
        error = RefusedSheetError(message, Sheet("June"), (2, 3))
    elif issubclass(kind, PairFileError):
        error = kind("pair.txt", 3, 5, message)
    elif kind is DeadlinePassedError:
        error = DeadlinePassedError()
    else:
        error = kind(message)
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is kind
    assert str(again) == str(error)
    assert again.message.translate_to(load_translations("de")) == error.message.translate_to(
        load_translations("de")
    )
    assert vars(again).keys() == vars(error).keys()
    if isinstance(again, PairFileError):
        assert isinstance(error, PairFileError)
        place = (error.source, error.line, error.column)
        assert (again.source, again.line, again.column) == place


def test_errors_are_made_of_a_template_and_its_values() -> None:
    template = "expected {first} to {last} in row {row}, found {value}"
    error = GridError(template, first=0, last=4, row=2, value=5)
    assert str(error) == "expected 0 to 4 in row 2, found 5"
    assert (
        error.message.translate_to(load_translations("de"))
        == "0 bis 4 in Zeile 2 erwartet, 5 gefunden"
    )
    assert str(GridError(f"found {set('a')}")) == "found {'a'}"  # without values it is no template


def test_answers_survive_pickling() -> None:
    first, second = Grid([[1, 2], [0, 0]]), Grid([[0, 0], [2, 1]])
    for pair in ((first, second), (first, Grid([[1, 0], [0, 0]])), (first, first)):
        answer = decide(*pair)
        assert pickle.loads(pickle.dumps(answer)) == answer


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (
            RuntimeError("broken\nin two"),
            r"an error in sudokopie itself: RuntimeError('broken\nin two')",
        ),
        (RecursionError("too deep"), "an error in sudokopie itself: RecursionError('too deep')"),
        (MemoryError(), "there is not enough memory"),
    ],
)
def test_a_fault_is_one_line_and_no_answer(
    run: Any, monkeypatch: pytest.MonkeyPatch, error: Exception, said: str
) -> None:
    """Python would end with status 1, which means no."""

    def fails(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("sudokopie.commands.solve.decide", fails)
    result = run("solve", PAIR)
    assert (result.status, result.out) == (2, "")
    assert result.err.startswith(f"sudokopie: {said}")
    assert len(result.err.splitlines()) == 1
    monkeypatch.setenv("SUDOKOPIE_DEBUG", "1")
    assert "Traceback" in run("solve", PAIR).err


def test_an_interrupted_import_is_no_fault(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while a library is imported may become an `ImportError`, and that another one."""

    def fails(*_: object, **__: object) -> None:
        error = ImportError("initialization failed")
        error.__cause__ = KeyboardInterrupt()
        raise ImportError("please read this for advice") from error

    monkeypatch.setattr("sudokopie.commands.solve.decide", fails)
    result = run("solve", PAIR)
    assert (result.status, result.out, result.err) == (130, "", "")


def test_what_a_killed_process_left_is_removed(tmp_path: Path) -> None:
    """But not what somebody is writing, or may have begun to write just now."""
    target = tmp_path / "answer.txt"
    old, fresh = tmp_path / ".sudokopie-longago_.part", tmp_path / ".sudokopie-justnow_.part"
    for path in (old, fresh):
        path.write_text("half an answer")
    long_ago = time.time() - 3600
    os.utime(old, (long_ago, long_ago))
    with open_output(str(target)) as file:
        (writing,) = (path for path in tmp_path.glob(".sudokopie-*") if path not in (old, fresh))
        os.utime(writing, (long_ago, long_ago))
        with open_output(str(tmp_path / "other.txt")) as other:
            other.write(b"another")
        file.write(b"whole")
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        fresh.name,
        "answer.txt",
        "other.txt",
    ]
    assert target.read_text() == "whole"


def test_the_same_number_of_a_process_blocks_nothing(tmp_path: Path) -> None:
    """In containers each process has the number 1, and each counts from 0."""
    (tmp_path / f".{os.getpid()}-0.part").write_text("of a killed run")
    for _ in range(3):
        with open_output(str(tmp_path / "answer.txt")) as file:
            file.write(b"whole")
    assert (tmp_path / "answer.txt").read_bytes() == b"whole"


def test_new_files_have_the_usual_permissions(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        with open_output(str(tmp_path / "new.txt")) as file:
            file.write(b"x")
    finally:
        os.umask(before)
    assert (tmp_path / "new.txt").stat().st_mode & 0o777 == 0o640
    (tmp_path / "new.txt").chmod(0o604)
    with open_output(str(tmp_path / "new.txt")) as file:
        file.write(b"y")
    assert (tmp_path / "new.txt").stat().st_mode & 0o777 == 0o604


def test_what_is_too_large_is_refused_at_once(run: Any) -> None:
    result = run("random", "--box", "100x100")
    assert (result.status, result.out) == (2, "")
    assert (
        "boxes of 100x100 make Sudokus of 10000×10000, but at most 49×49 can be made" in result.err
    )


@pytest.mark.parametrize(
    ("arguments", "english", "german"),
    [
        (
            ("solve", "missing.txt"),
            "No such file or directory",
            "Keine Datei und kein Ordner dieses Namens",
        ),
        (("solve", "."), "this is a folder", "Das ist ein Ordner"),
        (("solve", PAIR, "--html", "."), "Is a directory", "Ist ein Ordner"),
        (("check", "missing", PAIR), "there is no folder missing", "es gibt keinen Ordner missing"),
        (("solve", PAIR, "--html", "missing/x"), "No such file", "Keine Datei und kein Ordner"),
        (("solve", PAIR, "--certificate", OTHER), "Not a directory", "Ist kein Ordner"),
        *present(
            [
                (
                    ("catalogue", "list", "missing"),
                    "missing: there is no such catalogue; `sudokopie catalogue add`",
                    "missing: diesen Katalog gibt es nicht; `sudokopie catalogue add`",
                )
            ]
        ),
        (("solve", "x" * 300), "File name too long", "Dateiname zu lang"),
    ],
)
def test_what_the_system_says_is_said_in_german_too(
    run: Any, arguments: tuple[str, ...], english: str, german: str
) -> None:
    assert english in run(*arguments).err
    assert german in run(*arguments, "--lang", "de").err


def test_a_file_that_cannot_be_read_costs_only_itself(run: Any) -> None:
    for command in ("solve", "ways", "nearest", "within"):
        result = run(command, "--json", "missing.txt", PAIR)
        first, second = map(json.loads, result.out.splitlines())
        assert (result.status, first["status"]) == (2, "error")
        assert "No such file" in first["error"]
        assert second["status"] != "error"


def test_numbers_of_thousands_of_digits_are_one_line(run: Any, tmp_path: Path) -> None:
    folder, many = tmp_path / "kept", "1" * 5000
    assert run("solve", PAIR, "--certificate", str(folder)).status == 0
    files = {path.name: path.read_text() for path in folder.iterdir()}
    for name, old, new in (
        ("certificate.json", '"rotation": ', f'"rotation": {many}'),
        ("question.cnf", "p cnf ", f"p cnf {many}"),
        ("proof.lrat", " 0 ", f" {many} 0 "),
    ):
        assert old in files[name]
        (folder / name).write_text(files[name].replace(old, new, 1))
        result = run("check", str(listed(folder)), PAIR)
        assert (result.status, result.out, len(result.err.splitlines())) == (1, "", 1)
        assert "fault" not in result.err
        (folder / name).write_text(files[name])
    (folder / "certificate.json").unlink()
    (folder / "question.cnf").write_text(f"c at-least {many}\n{files['question.cnf']}")
    result = run("check", str(listed(folder)), PAIR)
    assert (result.status, len(result.err.splitlines())) == (1, 1)
    assert "question.cnf is not the formula of these Sudokus" in result.err
