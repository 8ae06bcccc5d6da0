"""What the README shows is what happens."""

import shlex
import subprocess
import sys

import pytest

from conftest import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def block(language: str, after: str = "") -> str:
    """Return the first block of a language behind some text."""
    text = README[README.index(after) :]
    return text.partition(f"```{language}\n")[2].partition("```")[0]


def test_the_example_of_the_command_line() -> None:
    command = block("console").strip().removeprefix("$ sudokopie ")
    program = [sys.executable, "-c", "from sudokopie.cli import main; main()"]
    done = subprocess.run(
        [*program, *shlex.split(command)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    assert done.stdout == block("text")


def test_the_example_in_python() -> None:
    code = block("python")
    names: dict[str, object] = {}
    exec(code, names)
    for line in code.splitlines():
        expression, _, said = line.partition("  # ")
        if said and not said.startswith("Status") and "..." not in said:
            assert eval(expression, names) == eval(said), line
    assert str(eval("answer.status", names)) == "copies"
    first = eval('sentences(answer.transformation, lang="de")[0]', names)
    assert f'["{first}", ...]' in code


@pytest.mark.parametrize("number", range(1, README.count("```python\n")))
def test_all_that_it_shows_in_python(number: int) -> None:
    names: dict[str, object] = {}
    shown = 0
    for line in README.split("```python\n")[number + 1].partition("```")[0].splitlines():
        code, _, said = line.partition("  # ")
        if said.startswith(("(", "[", "'")) or said.isdecimal():
            assert eval(code, names) == eval(said), line
            shown += 1
        else:
            exec(code, names)
    assert shown >= 3


def test_the_commands_of_the_set_up_are_those_that_the_gate_runs() -> None:
    gate = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    for mark in ("# set up and run", "# set up and test"):
        assert f'readme_command "{mark}"' in gate
        assert f"```sh\n{mark}\npython3 -m venv .venv && " in README
