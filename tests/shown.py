"""Run the blocks of commands and of Python code in the README and the documentation, and compare
their output with the page.

In a `console` block, lines that begin with `$ ` are commands, and the lines after a command are its
output. sudokopie is run in this process, and each other command in a shell of its own. In a
`python` block, a comment after an expression, two spaces away, is the value of the expression as
Python shows it. A `text` block directly after such a block is its output. `…` stands for any text.
"""

from __future__ import annotations

import ast
import contextlib
import io
import re
import shlex
import subprocess
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

from hostile.program import Ran, run


class Block(NamedTuple):
    """A fenced block of a page. `line` is the number of its first line in the page, and `printed`
    the output that the page shows in a block after it, or an empty text.
    """

    language: str
    text: str
    line: int
    printed: str


def tokens(page: Path) -> list[Token]:
    return MarkdownIt("commonmark").enable("table").parse(page.read_text(encoding="utf-8"))


def blocks(page: Path) -> list[Block]:
    """Return all fenced blocks of a page."""
    found = []
    parsed = tokens(page)
    for token, behind in zip(parsed, [*parsed[1:], None], strict=True):
        if token.type == "fence":
            shown = behind is not None and behind.type == "fence" and behind.info == "text"
            printed = behind.content if shown and behind is not None else ""
            assert token.map is not None
            found.append(Block(token.info, token.content, token.map[0] + 2, printed))
    return found


def is_like(printed: str, said: str) -> bool:
    """Return whether an output is as the page states, where `…` stands for any text."""
    pattern = ".*?".join(map(re.escape, said.rstrip("\n").split("…")))
    return re.fullmatch(pattern, printed.rstrip("\n"), re.DOTALL) is not None


def run_console(block: Block, folder: Path) -> None:
    """Run the commands of a block in a folder, and compare the output of each with the block."""
    first, *rest = re.split(r"^\$ ", block.text, flags=re.MULTILINE)
    assert not first, f"line {block.line}: expected a command"
    commands = [_command_and_output(text) for text in rest]
    status = 0
    for command, said in commands:
        status, out, err = run_command(command, folder, status)
        printed = out + err
        assert is_like(printed, said or (block.printed if len(commands) == 1 else "")), (
            f"line {block.line}: $ {command}\n{printed}"
        )


_CALL = re.compile(
    r"(?:(?P<input>[^|]+)\| )?sudokopie (?P<words>[^|&;<>$`\n]+)(?:> (?P<file>\S+))?"
)
"""A call of sudokopie, with the command whose output is piped into it, and the file for its
output.
"""


def run_command(command: str, folder: Path, status: int = 0) -> Ran:
    """Run a command in `folder`, which must be the working directory. `status` is the exit status
    of the command before it, which the command may print.
    """
    if not (call := _CALL.fullmatch(command)):
        assert "sudokopie " not in command, command
        done = _in_a_shell(f"(exit {status})\n{command}", folder)
        return Ran(done.returncode, done.stdout.decode(), "")
    given = _in_a_shell(call["input"], folder).stdout if call["input"] else b""
    ran = run(*shlex.split(call["words"]), given=given)
    if call["file"]:
        (folder / call["file"]).write_text(ran.out, encoding="utf-8")
        return ran._replace(out="")
    return ran


def _in_a_shell(command: str, folder: Path) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        ["sh", "-c", f"exec 2>&1\n{command}"],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        check=False,
    )


def _command_and_output(text: str) -> tuple[str, str]:
    """Divide the text after `$ ` into a command and its output. Lines that begin with `> ` continue
    the command.
    """
    first, *lines = text.splitlines(keepends=True)
    more = list(takewhile(re.compile(r">( |$)").match, lines))
    command = "".join([first, *(re.sub("^> ?", "", line) for line in more)])
    return command.rstrip("\n"), "".join(lines[len(more) :])


def run_python(block: Block, names: dict[str, object]) -> int:
    """Run a block, compare the value of each expression that has a comment with the comment, and
    return the number of these expressions. `names` are the variables of the page's earlier blocks.
    """
    lines = block.text.splitlines()
    shown = 0
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        for node in ast.parse(block.text).body:
            # The file name is in angle brackets, so that coverage ignores this code.
            code = compile(ast.unparse(node), f"<line {block.line + node.lineno - 1}>", "exec")
            comment = _comment_behind(node, lines)
            if isinstance(node, ast.Expr) and comment:
                value = eval(ast.unparse(node.value), names)
                where = f"line {block.line + node.lineno - 1}: {lines[node.lineno - 1]}"
                assert is_like(repr(value), comment), f"{where}\n{value!r}"
                shown += 1
            else:
                exec(code, names)
    assert is_like(output.getvalue(), block.printed), f"line {block.line}: {output.getvalue()}"
    return shown


def _comment_behind(node: ast.stmt, lines: list[str]) -> str:
    assert node.end_lineno is not None
    behind = lines[node.end_lineno - 1].encode()[node.end_col_offset :].decode()
    return behind.removeprefix("  # ") if behind.startswith("  # ") else ""


def invocations(block: Block) -> Iterator[str]:
    """Yield the calls of sudokopie in a block of commands: the program's name and its arguments."""
    if block.language == "console":
        text = "\n".join(_command_and_output(one)[0] for one in block.text.split("$ ")[1:])
    else:
        text = re.sub(r"\s#\s.*", "", block.text)
    text = text.replace("\\\n", " ")
    for line in text.splitlines():
        for call in re.finditer(r"(?:^|[|;&(\"]\s*|bin/|do )(sudokopie [^|;&>)<\n]*)", line):
            yield call[1]
