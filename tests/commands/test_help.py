"""Help: groups, examples that work when pasted, completion in shells."""

from __future__ import annotations

import inspect
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest

from sudokopie.commands.machinery.command_group import (
    EXAMPLE,
    import_command_by_full_name,
    list_full_command_names,
    split_into_paragraphs,
)
from sudokopie.commands.machinery.command_rules import HEADINGS
from sudokopie.commands.registry import list_headings_with_commands

from conftest import ROOT
from shown import run_command


def example(name: str) -> str:
    (text,) = (
        part
        for part in split_into_paragraphs(str(import_command_by_full_name(name).help))
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


@pytest.mark.parametrize("name", list_full_command_names())
def test_the_help_begins_with_a_sentence_and_the_example(run: Any, name: str) -> None:
    text = run(*name.split(), "--help").out
    usage, sentence, shown, *_ = text.split("\n\n")
    assert usage.startswith(f"Usage: sudokopie {name}")
    assert (
        " ".join(sentence.split())
        == split_into_paragraphs(str(import_command_by_full_name(name).help))[0]
    )
    lines = [line.strip() for line in shown.splitlines()]
    assert lines == ["Example:", *example(name).splitlines()]


@pytest.mark.parametrize("name", list_full_command_names())
def test_options_are_in_groups_and_exit_statuses_come_last(run: Any, name: str) -> None:
    text = run(*name.split(), "--help").out
    places = [text.find(f"\n{heading}:\n") for heading in HEADINGS]
    found = [place for place in places if place >= 0]
    assert found == sorted(found)
    assert text.rindex("\n  Exit status: ") > max(found)
    command = import_command_by_full_name(name)
    shown = [one for one in command.params if isinstance(one, click.Option) and not one.hidden]
    for option in shown:
        assert text.count(f"\n  {', '.join(option.opts)} ") == 1, option.opts


@pytest.mark.parametrize("name", list_full_command_names())
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
    names = [name for _, names in list_headings_with_commands() for name in names]
    places = [text.index(f"\n  {name} ") for name in names]
    assert places == sorted(places)
    assert text.index("Two Sudokus:\n") < text.index("One Sudoku, or a collection:\n")


@pytest.mark.parametrize("arguments", [["--help"], ["--lang", "de", "--help"]], ids=" ".join)
def test_the_list_of_commands_loads_neither_grids_nor_answers(arguments: list[str]) -> None:
    code = (
        "import atexit, sys\n"
        "from sudokopie.cli import main\n"
        "atexit.register(lambda: print(*sys.modules, file=sys.stderr))\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", code, *arguments],
        check=True,
        capture_output=True,
        text=True,
    )
    assert "solve" in done.stdout
    loaded = set(done.stderr.split())
    assert "sudokopie.commands.registry" in loaded
    unwanted = ("sudokopie.sudoku.grid", "sudokopie.showing.printer", "sudokopie.answers.decide")
    assert loaded.isdisjoint(unwanted)


def test_a_file_of_the_folder_is_a_command() -> None:
    """So that a reader finds a command by its name; what commands are made of is in a subfolder."""
    files = {path.stem for path in (ROOT / "commands").glob("*.py")}
    modules = {
        inspect.getmodule(import_command_by_full_name(name).callback)
        for name in list_full_command_names()
    }
    names = {module.__name__ for module in modules if module}
    core = {name.rpartition(".")[2] for name in names if name.startswith("sudokopie.commands.")}
    helpers = {"prompt", "solve_columns", "solve_worksheet", "training_folder"}
    assert files - core == {"__init__", "registry", *helpers}


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
