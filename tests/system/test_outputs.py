"""What is written never replaces what is read, is never one file twice, and leaves what is kept."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from sudokopie.system.output import check_writable, open_output

from conftest import INSTANCES
from present import present

PAIR = (INSTANCES / "size4-clues5-copies.txt").read_text()
PUZZLES = "12..............\n" * 3

COMMANDS = present(
    [
        "solve a.txt --html {}",
        "symmetries a.txt --html {}",
        "compare --backends pysat:minisat22 a.txt --csv {}",
        "compare --backends pysat:minisat22 a.txt --json {}",
        "export a.txt --format cnf -o {}",
        "duplicates puzzles.txt -o {}",
        "duplicates puzzles.txt --drop {}",
        "duplicates puzzles.txt --against a.txt -o {}",
        "canonical puzzles.txt --parquet {}",
        "complete puzzles.txt --parquet {}",
    ]
)
WORK = {
    "solve": "commands.solve.decide",
    "symmetries": "commands.symmetries.survey",
    "compare": "applications.comparison.measured_run.measure_runs_and_yield_records",
    "export": "proofs.export.yield_question_file_bytes",
    "canonical": "answers.bulk.canonical_forms.find_canonical_forms",
    "complete": "commands.complete.yield_completion_answers",
}
"""What each of these commands calls for its work."""
ENDINGS = {"--html": ".html", "--csv": ".csv", "--json": ".json", "-o": ".cnf", "--parquet": ".pq"}


@pytest.fixture
def folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(folder / "state"))
    (folder / "a.txt").write_text(PAIR)
    (folder / "puzzles.txt").write_text(PUZZLES)
    os.link("a.txt", "hard.txt")
    os.link("puzzles.txt", "hard-puzzles.txt")
    return folder


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("name", ["{}", "./{}", "sub/../{}", "hard"])
def test_what_is_read_is_not_overwritten(run: Any, folder: Path, command: str, name: str) -> None:
    (folder / "sub").mkdir()
    read = "puzzles.txt" if "puzzles.txt" in command else "a.txt"
    hard = "hard.txt" if read == "a.txt" else "hard-puzzles.txt"
    output = hard if name == "hard" else name.format(read)
    if "export" in command:
        command = command.replace("--format cnf ", "")
        (folder / "a.cnf").write_text(PAIR)
        command = command.replace("a.txt", "a.cnf")
        output = "a.cnf" if name == "hard" else name.format("a.cnf")
    result = run(*command.format(output).split())
    assert result.status == 2
    assert f"{output} is read by this command, so it cannot be written too" in result.err
    assert not result.out
    assert (folder / "a.txt").read_text() == PAIR
    assert (folder / "puzzles.txt").read_text() == PUZZLES


def test_two_outputs_are_never_one_file(run: Any, folder: Path) -> None:
    (folder / "old").write_text("kept")
    os.link("old", "other")
    for one, other in (("k", "./k"), ("old", "other")):
        for command, first, second in present(
            [("compare a.txt", "--csv", "--json"), ("duplicates puzzles.txt", "-o", "--drop")]
        ):
            result = run(*command.split(), first, one, second, other)
            assert result.status == 2
            assert f"{first} and {second} need different files" in result.err
    assert (folder / "old").read_text() == "kept"


def test_standard_input_is_read_too(run: Any, folder: Path) -> None:
    with (folder / "a.txt").open("rb") as stream:
        before = os.dup(0)
        os.dup2(stream.fileno(), 0)
        try:
            result = run("solve", "-", "--html", "a.txt")
        finally:
            os.dup2(before, 0)
            os.close(before)
    assert result.status == 2
    assert "a.txt is read by this command, so it cannot be written too" in result.err
    assert (folder / "a.txt").read_text() == PAIR


def test_a_read_only_file_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = tmp_path / "kept.txt"
    kept.write_text("kept")
    kept.chmod(0o444)
    # The tests may be run by somebody who may write everything.
    monkeypatch.setattr(os, "access", lambda path, _: not Path(path).samefile(kept))
    with pytest.raises(PermissionError) as raised:
        check_writable(str(kept))
    assert raised.value.filename == str(kept)
    with pytest.raises(PermissionError), open_output(str(kept)) as file:
        file.write(b"new")
    assert kept.read_text() == "kept"


@pytest.mark.parametrize(
    "command", [command for command in COMMANDS if "duplicates" not in command]
)
@pytest.mark.usefixtures("folder")
def test_missing_folders_are_refused_before_the_work(
    run: Any, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[str] = []

    def works(*_: object, **__: object) -> None:
        begun.append(command)
        raise AssertionError

    command = command.replace("--format cnf ", "")
    monkeypatch.setattr(f"sudokopie.{WORK[command.partition(' ')[0]]}", works)
    ending = ENDINGS[command.split()[-2]]
    result = run(*command.format(f"missing/k{ending}").split())
    assert not begun
    assert result.status == 2
    assert f"missing/k{ending}: No such file or directory" in result.err
    assert not result.out
    run(*command.format(f"k{ending}").split())
    assert begun
