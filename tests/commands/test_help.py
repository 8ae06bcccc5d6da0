"""Help: groups, examples that work when pasted, completion in shells."""

from __future__ import annotations

import inspect
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sudokopie.commands.machinery.command_group import (
    EXAMPLE,
    find_full_command,
    list_command_names,
    split_paragraphs,
)
from sudokopie.commands.registry import list_groups

from conftest import ROOT
from shown import run_command


def example(name: str) -> str:
    (text,) = (
        part
        for part in split_paragraphs(str(find_full_command(name).help))
        if part.startswith(EXAMPLE)
    )
    heading, _, lines = text.partition("\n")
    assert heading == "Example:"
    return "\n".join(line.strip() for line in lines.splitlines())


@pytest.fixture
def shell(tmp_path: Path) -> dict[str, str]:
    """Return the environment of a shell that finds this sudokopie."""
    program = tmp_path / "sudokopie"
    # Guarded as the installed one is: what `compare` starts imports the main module again.
    code = "from sudokopie.cli import main\nif __name__ == '__main__':\n    main()"
    program.write_text(f"#!{sys.executable}\n{code}\n")
    program.chmod(0o755)
    state = str(tmp_path / "state")
    return {**os.environ, "XDG_STATE_HOME": state, "PATH": f"{tmp_path}:{os.environ['PATH']}"}


@pytest.mark.parametrize("name", list_command_names())
def test_the_help_of_a_command_ends_with_its_example(run: Any, name: str) -> None:
    text = run(*name.split(), "--help").out
    lines = [line.strip() for line in text.splitlines()]
    wanted = ["Example:", *example(name).splitlines()]
    assert lines[-len(wanted) :] == wanted
    assert lines[0].startswith(f"Usage: sudokopie {name}")


@pytest.mark.parametrize("name", list_command_names())
def test_the_example_works_when_it_is_pasted(
    name: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(folder / "state"))
    text = example(name).replace("/tmp/", f"{folder}/")
    assert f"sudokopie {name}" in text
    ran = [run_command(line, folder) for line in text.splitlines()]
    assert {one.status for one in ran} <= {0, 1}, ran
    assert not any(one.err for one in ran), ran
    assert any(one.out for one in ran)


def test_the_commands_are_grouped(run: Any) -> None:
    text = run("--help").out
    names = [name for _, names in list_groups() for name in names]
    places = [text.index(f"\n  {name} ") for name in names]
    assert places == sorted(places)
    assert text.index("Two Sudokus:\n") < text.index("One Sudoku, or a collection:\n")


def test_a_file_of_the_folder_is_a_command() -> None:
    """So that a reader finds a command by its name; what commands are made of is in a subfolder."""
    files = {path.stem for path in (ROOT / "commands").glob("*.py")}
    modules = {inspect.getmodule(find_full_command(name).callback) for name in list_command_names()}
    names = {module.__name__ for module in modules if module}
    core = {name.rpartition(".")[2] for name in names if name.startswith("sudokopie.commands.")}
    assert files - core == {"__init__", "registry", "prompt", "solve_columns"}


@pytest.mark.parametrize("kind", ["bash", "zsh", "fish"])
def test_completion(kind: str, shell: dict[str, str]) -> None:
    source = subprocess.run(
        ["sudokopie"],
        env={**shell, "_SUDOKOPIE_COMPLETE": f"{kind}_source"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "_SUDOKOPIE_COMPLETE" in source.stdout
    if kind == "bash":
        words = {"COMP_WORDS": "sudokopie can", "COMP_CWORD": "1"}
    else:
        words = {"COMP_WORDS": "sudokopie can", "COMP_CWORD": "can"}
    if kind == "zsh":
        words["COMP_CWORD"] = "1"
    done = subprocess.run(
        ["sudokopie"],
        env={**shell, **words, "_SUDOKOPIE_COMPLETE": f"{kind}_complete"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "candidates" in done.stdout
    assert "canonical" in done.stdout
    assert "compare" not in done.stdout


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_completes_options_and_files(shell: dict[str, str]) -> None:
    def completed(line: str) -> str:
        words = line.split(" ")
        environment = {
            "COMP_WORDS": line,
            "COMP_CWORD": str(len(words) - 1),
            "_SUDOKOPIE_COMPLETE": "bash_complete",
        }
        return subprocess.run(
            ["sudokopie"],
            env={**shell, **environment},
            capture_output=True,
            text=True,
            check=False,
        ).stdout

    assert "plain,--walk" in completed("sudokopie solve --wa")
    assert "plain,arrows" in completed("sudokopie solve --notation a")
    assert completed("sudokopie solve sud").startswith("file,")
