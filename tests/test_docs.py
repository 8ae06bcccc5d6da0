"""What the README and the documentation show is what happens, and what they name is there."""

from __future__ import annotations

import os
import re
import shlex
from importlib import import_module, util
from itertools import pairwise
from pathlib import Path
from typing import Any

import click
import pytest
from shown import Block, blocks, invocations, is_like, run_console, run_python, tokens

from sudokopie import __all__ as public
from sudokopie.commands.group import cli
from sudokopie.commands.help import COMMANDS, module_of

from conftest import INSTANCES, ROOT

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
TEXTS = [*PAGES, *(ROOT / f"{name}.md" for name in ("CONTRIBUTING", "SECURITY", "CHANGELOG"))]


def named(path: Path) -> str:
    return path.stem


@pytest.mark.skipif(os.name == "nt", reason="the commands are for a shell")
@pytest.mark.parametrize("page", PAGES, ids=named)
def test_what_a_page_shows_is_what_happens(page: Path, tmp_path: Path, monkeypatch: Any) -> None:
    folder = tmp_path / "here"
    folder.mkdir()
    (folder / "instances").symlink_to(INSTANCES)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    names: dict[str, object] = {}
    for block in blocks(page):
        if block.language == "console":
            run_console(block, folder)
        elif block.language == "python":
            run_python(block, names)


def refusal(call: str) -> str:
    """Return what click has against the options of a call; nothing if all are known."""
    _, *arguments = shlex.split(call.replace("...", ""))
    name = next((one for one in COMMANDS if arguments[: len(one.split())] == one.split()), "")
    command: click.Command = cli
    if name:
        module = module_of(name)
        command = getattr(import_module(f"sudokopie.commands.{module}"), module)
    elif arguments and not arguments[0].startswith("-"):
        return f"there is no command {arguments[0]}"
    context = click.Context(command, **cli.context_settings)
    try:
        command.make_parser(context).parse_args(arguments[len(name.split()) :])
    except click.UsageError as error:
        return error.format_message()
    return ""


@pytest.mark.parametrize("page", TEXTS, ids=named)
def test_commands_that_a_page_names_are_there_with_their_options(page: Path) -> None:
    shown = [block for block in blocks(page) if block.language in ("console", "sh")]
    wrong = [(call, refusal(call)) for block in shown for call in invocations(block)]
    assert [pair for pair in wrong if pair[1]] == []


def anchors(page: Path) -> set[str]:
    """Return the anchors of the headings of a page, as GitHub and Sphinx make them."""
    parsed = tokens(page)
    titles = [two.content for one, two in pairwise(parsed) if one.type == "heading_open"]
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", TEXTS, ids=named)
def test_links_lead_somewhere(page: Path) -> None:
    inlines = [child for token in tokens(page) for child in token.children or ()]
    targets = [
        str(one.attrs[key]) for one in inlines for key in ("href", "src") if key in one.attrs
    ]
    for target in targets:
        path, _, anchor = target.partition("#")
        if "://" in path:
            continue
        file = (page.parent / path) if path else page
        assert file.exists(), target
        assert not anchor or anchor in anchors(file), target


def test_every_page_is_in_the_table_of_contents() -> None:
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    trees = re.findall(r"```{toctree}\n(.*?)```", index, re.DOTALL)
    listed = [
        line for tree in trees for line in tree.split() if (ROOT / f"docs/{line}.md").exists()
    ]
    assert sorted(listed) == sorted(page.stem for page in PAGES[1:] if page.stem != "index")


def test_the_api_lists_all_public_names() -> None:
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\.\. auto\w+:: (\w+)$", text, re.MULTILINE)
    assert sorted(listed) == sorted(public)


def test_the_manual_page_says_what_the_help_says() -> None:
    spec = util.spec_from_file_location("manual", ROOT / "docs" / "manual.py")
    assert spec is not None and spec.loader is not None
    manual = util.module_from_spec(spec)
    spec.loader.exec_module(manual)
    shipped = (ROOT / "docs" / "sudokopie.1").read_text(encoding="utf-8")
    assert shipped == manual.as_manual(), "write it anew: python docs/manual.py"
    for name in COMMANDS:
        assert f".SS sudokopie {name} ".replace("-", "\\-") in shipped
        assert f"\n### {name}\n" in manual.as_markdown()


def test_the_commands_of_the_set_up_are_those_that_the_gate_runs() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    gate = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    for mark in ("# set up and run", "# set up and test"):
        assert f'readme_command "{mark}"' in gate
        assert f"```sh\n{mark}\npython3 -m venv .venv && " in readme


WRONG_CONSOLE = "$ echo one\none\n$ echo two\nthree\n"
WRONG_PYTHON = "x = [1,\n     2]\nx  # [1, 2]\nlen(x)  # 3\n"


def test_a_wrong_output_is_noticed(tmp_path: Path) -> None:
    folder = tmp_path / "here"
    folder.mkdir()
    with pytest.raises(AssertionError, match="echo two"):
        run_console(Block("console", WRONG_CONSOLE, 1, ""), folder)
    run_console(Block("console", WRONG_CONSOLE.replace("three", "t…o"), 1, ""), folder)
    with pytest.raises(AssertionError, match=r"len\(x\)"):
        run_python(Block("python", WRONG_PYTHON, 1, ""), {})
    assert run_python(Block("python", WRONG_PYTHON.replace("3", "2"), 1, ""), {}) == 2
    with pytest.raises(AssertionError, match="printed"):
        run_python(Block("python", "print('printed')", 1, "other\n"), {})
    assert not is_like("two lines\nmore", "two lines")


def test_a_wrong_option_is_noticed() -> None:
    block = Block(
        "sh", "cat x | sudokopie solve --walk - # --nothing\nsudokopie solve --wlk x", 1, ""
    )
    assert [bool(refusal(call)) for call in invocations(block)] == [False, True]
    assert refusal("sudokopie nothing") == "there is no command nothing"
