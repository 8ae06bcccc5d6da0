"""Names that nobody expects: of files that are read, written, or not there."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hostile.program import judge, run
from hostile.specimens import GRID, PAIR
from present import present

pytestmark = pytest.mark.gate

NAMES = [
    *("a\nb", "a\r", "\x1b[31mred", "\x9b31m", "a\tb", " ", "-x", "--help", "[b]", "{0}%s", "$^$"),
    *("'\"`$(touch x)", "a" * 250, "é" * 100, "\u202egnp.txt", "\udcff\udc80", "*", "~", "#"),
    *("a.gz", "a.xz", "a.cnf", "a.json", "http:", "NUL", "🧩"),
]

COMMANDS = present(
    [
        "solve -q",
        "solve --json",
        "nearest -q",
        "canonical",
        "duplicates",
        "complete",
        "symmetries -q",
        "decode",
        "check",
        "catalogue list",
        "compare --json",
        "export -o x.cnf",
        "export -o",
        "random -o",
        "random --folder",
        "solve --html",
    ]
)


IS_LONG = "HOSTILE_TIMES" in os.environ


@pytest.mark.parametrize("content", [PAIR, None, *([GRID, b"s UNKNOWN\n", b""] * IS_LONG)])
def test_names_of_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes | None
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in NAMES if IS_LONG else NAMES[::3]:
        if content is not None:
            Path(name).write_bytes(content)
        for command in COMMANDS:
            others = ["pair.txt"] if command.endswith((" -o", "--html")) else []
            if command in ("decode", "check"):
                others = [name]
            Path("pair.txt").write_bytes(PAIR)
            for end in ([name], ["--", name]):
                if not (name.startswith("-") and "--folder" in command):
                    judge(run(*command.split(), *end, *others), errors=None)
            if "-o" not in command and "--html" not in command and "--folder" not in command:
                assert not os.path.exists(name) or Path(name).read_bytes() == content


@pytest.mark.parametrize("title", [r"a\ud800b", r"\uDC00"])
def test_titles_with_half_a_character(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, title: str
) -> None:
    monkeypatch.chdir(tmp_path)
    cells = [digit + "." * 80 for digit in ("1", "2", rf"{title}3")]
    lines = [f'{{"puzzle": "{one}", "title": "{title}"}}\n' for one in cells]
    Path("some.jsonl").write_text("".join(lines))
    commands = present(["canonical", "catalogue add seen.db", "catalogue find seen.db"])
    for command in commands:
        ran = run(*command.split(), "some.jsonl")
        judge(ran)
        assert ran.status == 0, ran
    if len(commands) > 1:
        assert len(run("catalogue", "list", "seen.db").out.splitlines()) == 3
