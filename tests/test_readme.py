"""What the README shows is what happens."""

import shlex
import subprocess
import sys

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
    first = eval("sentences(answer.transformation.forward())[0]", names)
    assert f'["{first}", ...]' in code


def test_the_example_by_the_rules() -> None:
    code = block("python", "By the rules")
    names: dict[str, object] = {}
    exec(code, names)
    shown = [line.partition("  # ") for line in code.splitlines() if "  # " in line]
    assert len(shown) == 6
    for expression, _, said in shown:
        assert eval(expression, names) == eval(said), expression


def test_the_commands_of_the_set_up_are_those_that_the_gate_runs() -> None:
    gate = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    for mark in ("# set up and run", "# set up and test"):
        assert f'readme_command "{mark}"' in gate
        assert f"```sh\n{mark}\npython3 -m venv .venv && " in README
