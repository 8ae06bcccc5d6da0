"""What the README and the documentation show is what happens, and what they name is there."""

from __future__ import annotations

import json
import os
import re
import runpy
import shlex
import tomllib
from importlib import import_module, util
from itertools import pairwise
from pathlib import Path
from typing import Any

import click
import pytest

from sudokopie import __all__ as public
from sudokopie.commands.machinery.command_group import (
    cli,
    import_command_by_full_name,
    list_full_command_names,
)

from conftest import INSTANCES, ROOT
from present import MISSING, has, is_about_deleted, present
from shown import Block, blocks, invocations, is_like, run_console, run_python, tokens

DOCS = ROOT / "docs"
FOLDERS = (DOCS, DOCS / "for", DOCS / "de")
PAGES = [ROOT / "README.md", *(page for folder in FOLDERS for page in sorted(folder.glob("*.md")))]
TEXTS = [*PAGES, *(ROOT / f"{name}.md" for name in ("CONTRIBUTING", "SECURITY", "CHANGELOG"))]


def named(path: Path) -> str:
    return path.stem


@pytest.mark.skipif(os.name == "nt", reason="the commands are for a shell")
@pytest.mark.parametrize("page", PAGES, ids=named)
def test_what_a_page_shows_is_what_happens(page: Path, tmp_path: Path, monkeypatch: Any) -> None:
    if is_about_deleted("".join(block.text for block in blocks(page))):
        pytest.skip("it uses an application that was deleted")
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
    name = next(
        (one for one in list_full_command_names() if arguments[: len(one.split())] == one.split()),
        "",
    )
    command: click.Command = cli
    if name:
        command = import_command_by_full_name(name)
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
    calls = [call for block in shown for call in invocations(block) if not is_about_deleted(call)]
    wrong = [(call, refusal(call)) for call in calls]
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
        if MISSING.intersection(file.parts):
            continue
        assert file.exists(), target
        assert not anchor or anchor in anchors(file), target


def test_every_page_is_in_the_table_of_contents() -> None:
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    trees = re.findall(r"```{toctree}\n(.*?)```", index, re.DOTALL)
    listed = [line for tree in trees for line in tree.split() if (DOCS / f"{line}.md").exists()]
    pages = (page.relative_to(DOCS).with_suffix("").as_posix() for page in PAGES[1:])
    assert sorted(listed) == sorted(page for page in pages if page != "index")


ONE, TWO, SOLVED = "one.txt", "two.txt", "solved.txt"
PAIR = "pair.txt"
PRINTED = present(
    [
        ("solve", PAIR),
        ("within", PAIR),
        ("nearest", PAIR, "--at-least", "2"),
        ("ways", PAIR),
        ("ways", PAIR, "--all"),
        ("complete", ONE),
        ("candidates", ONE),
        ("canonical", ONE),
        ("canonical", ONE, TWO, "--symmetries"),
        ("canonical", ONE, TWO, "--by", "solution"),
        ("symmetries", SOLVED),
        ("duplicates", ONE, TWO, "--steps"),
        ("duplicates", ONE, "--against", TWO),
        ("duplicates", SOLVED, "near.txt", "--near", "1", "--steps"),
        ("catalogue add", "seen.db", ONE),
        ("catalogue find", "seen.db", TWO, "--steps"),
        ("catalogue find", "seen.db", SOLVED, "--within"),
        ("catalogue list", "seen.db"),
        ("catalogue stats", "seen.db"),
        ("catalogue verify", "seen.db"),
        ("catalogue remove", "seen.db", "1"),
        ("classes", "--box", "2x2"),
        ("unavoidable", SOLVED),
        ("unavoidable", SOLVED, "--blueprint", "pattern.txt"),
        ("fewest-clues", SOLVED, "--explain", "--count"),
        ("fewest-clues", "--box", "2x2"),
    ]
)
"""Calls that print JSON, of files that `in_a_folder` writes."""


@pytest.fixture
def in_a_folder(folder: Path) -> None:
    (folder / PAIR).write_text("12\n..\n\n..\n21\n")
    (folder / ONE).write_text("12..\n..1.\n..2.\n.3.1\n")
    (folder / TWO).write_text("12..\n..2.\n..1.\n3..2\n")
    (folder / SOLVED).write_text("1234\n3412\n4123\n2341\n")
    (folder / "near.txt").write_text("1234\n3412\n4123\n234.\n")
    (folder / "pattern.txt").write_text("....\n....\n.1.2\n.2.1\n")


def json_rows() -> dict[str, set[str]]:
    """Return the names in the rows of docs/json.md, by what stands first in them."""
    rows: dict[str, set[str]] = {}
    for line in (ROOT / "docs" / "json.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("| `"):
            first, _, _ = line.removeprefix("| ").partition(" |")
            for name in re.findall(r"`([^`]+)`", first):
                rows.setdefault(name, set()).update(re.findall(r"`(\w+)`", line))
    return rows


def keys_in(value: object) -> set[str]:
    """Return the keys of an object and all in it, but for directions and what a solver counts."""
    if isinstance(value, list):
        return set().union(*map(keys_in, value))
    if not isinstance(value, dict) or "order" in value:
        return set()
    inner = [keys_in(part) for key, part in value.items() if key != "statistics"]
    return set(value).union(*inner)


@pytest.mark.usefixtures("in_a_folder")
def test_json_has_no_keys_that_its_page_does_not_name(run: Any) -> None:
    rows = json_rows()
    unnamed = {}
    for name, *arguments in PRINTED:
        done = run(*name.split(), *arguments, "--json")
        printed = set().union(*(keys_in(json.loads(one)) for one in done.out.splitlines()))
        assert printed, done.err
        of_it = [names for row, names in rows.items() if row.partition(" --")[0] == name]
        if missing := printed - {"file", "line", "name", "format"}.union(*of_it):
            unnamed[name, *arguments] = missing
    assert unnamed == {}


def test_the_page_about_json_has_every_command_that_prints_it() -> None:
    said = {
        name
        for name in list_full_command_names()
        for option in import_command_by_full_name(name).params
        if "--json" in option.opts
    }
    assert len(said) > 10
    assert said == said & {row.partition(" --")[0] for row in json_rows()}


def of_missing(place: str) -> bool:
    """Return whether this names something in an application that was deleted."""
    return bool(MISSING.intersection(place.split(".")))


def test_the_api_lists_all_public_names() -> None:
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\.\. auto\w+:: ([\w.]+)$", text, re.MULTILINE)
    assert len(listed) == len(set(listed))
    listed = [name for name in listed if not is_about_deleted(name) and not of_missing(name)]
    assert sorted(name for name in listed if "." not in name) == public
    for place in (name for name in listed if "." in name):
        module, _, name = place.rpartition(".")
        assert hasattr(import_module(module), name), place


def test_the_manual_page_says_what_the_help_says() -> None:
    spec = util.spec_from_file_location("manual", ROOT / "docs" / "manual.py")
    assert spec is not None and spec.loader is not None
    manual = util.module_from_spec(spec)
    spec.loader.exec_module(manual)
    shipped = (ROOT / "docs" / "sudokopie.1").read_text(encoding="utf-8")
    assert MISSING or shipped == manual.as_manual(), "write it anew: python docs/manual.py"
    index = (ROOT / "commands" / "machinery" / "option_index.py").read_text(encoding="utf-8")
    assert MISSING or index == manual.as_option_index(), "write it anew: python docs/manual.py"
    for name in list_full_command_names():
        assert f".SS sudokopie {name} ".replace("-", "\\-") in shipped
        assert f"\n### {name}\n" in manual.as_markdown()


@pytest.mark.parametrize("is_inplace", [False, True])
def test_a_kernel_that_cannot_be_built_leaves_no_older_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_inplace: bool
) -> None:
    setuptools = pytest.importorskip("setuptools")
    build = runpy.run_path(str(ROOT / "setup.py"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CC", "/bin/false")
    for folder in ("here/kernel", "build/lib/here/kernel"):
        Path(folder).mkdir(parents=True)
        Path(folder, "_kernel.abi3.so").write_text("an older kernel")
        Path(folder, "renamed.py").write_text("a module of an older version")
    Path("here/__init__.py").touch()
    Path("kernel.c").touch()
    kernel = setuptools.Extension(
        "here.kernel._kernel", ["kernel.c"], optional=True, py_limited_api=True
    )
    distribution = setuptools.Distribution(
        {
            "script_name": "setup.py",
            "ext_modules": [kernel],
            "packages": ["here"],
            "cmdclass": build["COMMANDS"],
        }
    )
    command = distribution.get_command_obj("build_ext" if is_inplace else "build")
    command.build_lib, command.inplace = "build/lib", is_inplace
    command.ensure_finalized()
    command.run()
    assert not Path("build/lib/here/kernel/_kernel.abi3.so").exists()
    assert Path("here/kernel/_kernel.abi3.so").exists() != is_inplace
    assert Path("build/lib/here/kernel/renamed.py").exists() == is_inplace
    assert Path("here/kernel/renamed.py").exists()


def test_the_set_up_names_all_packages() -> None:
    text = (ROOT / "docs" / "setup.md").read_text(encoding="utf-8")
    with (ROOT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)["project"]

    def names(requirements: list[str]) -> set[str]:
        return {re.split("[^a-z0-9.-]", one, maxsplit=1)[0] for one in requirements}

    (required,) = re.findall(r"The required packages \(([^)]*)\)", text)
    required = required.replace(" and, before Python 3.14,", ",")
    assert set(re.split(r",\s+", required)) == names(project["dependencies"])
    rows = dict(re.findall(r"^\| `(\w+)` \| ([^|]*) \|", text, re.MULTILINE))
    extras = project["optional-dependencies"]
    assert rows.keys() == extras.keys()
    for extra, packages in rows.items():
        if extra != "dev":
            assert set(packages.split(", ")) == names(extras[extra])


@pytest.mark.parametrize("page", ["browser.md", "for/classes.md", "de/unterricht.md"])
def test_pages_name_buttons_as_they_are_called(page: str) -> None:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    scripts = [ROOT / "showing" / "board" / "texts.js"]
    if has("browser"):
        scripts.append(ROOT / "applications" / "browser" / "page" / "words.js")
    elif page == "browser.md":
        pytest.skip("the page for browsers was deleted")
    buttons = {
        word
        for script in scripts
        for word in re.findall(r'^ +\w+: "(.*)",$', script.read_text("utf-8"), re.MULTILINE)
    }
    named = re.findall(
        r"“([^”]+)”|(?:under|unter) \*([^*]+)\*|^- \*\*([^*]+)\*\*", text, re.MULTILINE
    )
    names = {name for found in named for one in found for name in one.split(", ") if one}
    assert names - {"A yes", "A no"} <= buttons
    assert names


def test_an_old_setuptools_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    setuptools = pytest.importorskip("setuptools")
    monkeypatch.setattr(setuptools, "__version__", "65.5.0")
    build = runpy.run_path(str(ROOT / "setup.py"))
    with pytest.raises(SystemExit, match=r"needs setuptools 77 or newer, not 65\.5\.0"):
        build["main"]()


def test_the_commands_of_the_set_up_are_those_that_the_gate_runs() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    gate = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    for mark in ("# set up and run", "# set up and test"):
        assert f'readme_command "{mark}"' in gate
        assert f"```sh\n{mark}\npython3 -m venv .venv && " in readme


WRONG_CONSOLE = "$ echo one\none\n$ echo two\nthree\n"
WRONG_PYTHON = "x = [1,\n     2]\nx  # [1, 2]\nlen(x)  # 3\n"


def test_an_index_gets_links_that_lead_somewhere() -> None:
    """The files that the README names do not stand beside it there."""
    pytest.importorskip("setuptools")
    build = runpy.run_path(str(ROOT / "setup.py"))
    text = "![page](docs/page.png), [start](docs/start.md), [it](https://a.example/), [below](#use)"
    assert build["make_links_absolute"](text, "https://here.example/v1/") == (
        "![page](https://here.example/v1/docs/page.png), "
        "[start](https://here.example/v1/docs/start.md), [it](https://a.example/), [below](#use)"
    )
    assert build["make_links_absolute"](text, "") == text
    picture = (
        '<source srcset="docs/a.png"><img src="docs/b.png"><img src="https://a.example/c.png">'
    )
    assert build["make_links_absolute"](picture, "https://here.example") == (
        '<source srcset="https://here.example/docs/a.png"><img src="https://here.example/docs/b.png">'
        '<img src="https://a.example/c.png">'
    )


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
