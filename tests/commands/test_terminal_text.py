"""Characters from files that a terminal would obey: escaped there, kept in a pipe or a file."""

from __future__ import annotations

import contextlib
import io
import os
import re
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sudokopie import cli
from sudokopie.commands.machinery.command_group import list_full_command_names
from sudokopie.showing.terminal_text import (
    escape_for_terminal,
    find_unprotected_stream,
    protect_terminals,
)

from conftest import INSTANCES
from present import has, has_command, present

pty = pytest.importorskip("pty", exc_type=ImportError)

EVIL = "q\x1b]0;t\x07\x9b7m\u202e\u2066\x7f\x08z"
"""It changes the title of the window, turns colours around, and writes from right to left."""

ESCAPED = "q\\x1b]0;t\\x07\\x9b7m\\u202e\\u2066\\x7f\\x08z"

OBEYED = re.compile(r"\x1b\]|[\x07\x08\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|\x1b7")

PUZZLES = "12..............", "1234341221434321", "1234341221434321", "1...............", "12345"
WHOLE = "1234341221434321"

FILES = {
    f"{EVIL}.csv": "".join(f"{cells},{EVIL}\n" for cells in PUZZLES),
    "table.csv": f"sudoku,name {EVIL}\n" + "".join(f"{cells},{EVIL}\n" for cells in PUZZLES),
    "columns.csv": f"one,two,{EVIL}\n{WHOLE},{WHOLE},{EVIL}\n",
    "pair.txt": f"# {EVIL}\n12..\n....\n..3.\n...4\n\n# {EVIL}\n12..\n....\n..3.\n4...\n",
    "whole.txt": f"# {EVIL}\n1234\n3412\n2143\n4321\n",
    "whole.csv": f"{WHOLE},{EVIL}\n",
    "bad.txt": f"12{EVIL}\n1234\n",
    "answer.txt": f"{EVIL}\ns {EVIL}\n",
    "words.txt": f"{EVIL}\nnothing {EVIL} here\n{WHOLE},{EVIL}\n{EVIL}\n",
}

COLLECTED = [f"{EVIL}.csv", "table.csv", "words.txt", "bad.txt", "whole.txt"]

FORMS = {
    "solve": ["solve", "solve --json", "solve -q", "solve --walk", "solve --columns one two"],
    "complete": ["complete", "complete --json", "complete -q", "complete --output csv"],
    "canonical": [
        *("canonical", "canonical --json", "canonical -q", "canonical --output csv"),
        *("canonical --by solution", "canonical --bands", "canonical --only digits"),
    ],
    "symmetries": [
        *("symmetries", "symmetries --json", "symmetries -q", "symmetries --output csv"),
        "symmetries --gap",
    ],
    "duplicates": [
        *("duplicates", "duplicates --json", "duplicates -q", "duplicates --near 1"),
        *("duplicates --by solution", "duplicates --known whole.csv"),
    ],
    "audit": ["audit", "audit --json"],
    "split": ["split --test 50% -o parts", "split --test 50% -o parts --json"],
    "shuffle": ["shuffle", "shuffle --json", "shuffle --steps", "shuffle -n 2"],
    "catalogue add": ["catalogue add seen.db", "catalogue add new.db --keep-line"],
    "catalogue find": [
        *("catalogue find seen.db", "catalogue find seen.db --json"),
        *("catalogue find seen.db -q", "catalogue find seen.db --output csv"),
        *("catalogue find seen.db --near 1", "catalogue find seen.db --within"),
    ],
    "catalogue review": [
        *("catalogue review seen.db", "catalogue review seen.db --json"),
        *("catalogue review seen.db -q", "catalogue review seen.db --output csv"),
    ],
    "compare": [
        "compare --backends graph:bliss,pysat:minisat22",
        "compare --backends graph:bliss --csv -",
        "compare --backends graph:bliss --json -",
    ],
}
"""Commands that take several files, with what changes their output."""

OTHERS = {
    "ways": ["ways pair.txt", "ways --json pair.txt"],
    "within": ["within pair.txt", "within --json pair.txt"],
    "nearest": ["nearest pair.txt", "nearest --json pair.txt"],
    "random": [f"random --box 2x2 --folder {EVIL}", f"random --box 2x2 -o {EVIL}/x.txt"],
    "candidates": ["candidates whole.txt", "candidates bad.txt"],
    "classes": ["classes 2x2", f"classes {EVIL}"],
    "unavoidable": ["unavoidable whole.txt", "unavoidable bad.txt"],
    "fewest-clues": ["fewest-clues whole.txt", "fewest-clues bad.txt"],
    "export": [
        *("export pair.txt -o -", f"export {EVIL}.csv -o -", f"export pair.txt -o {EVIL}"),
        *("export pair.txt -o - --format mzn", "export pair.txt -o - --format py"),
    ],
    "decode": ["decode pair.cnf answer.txt", "decode pair.txt answer.txt"],
    "check": [f"check {EVIL}", "check folder"],
    "backends": ["backends", "backends --json", f"backends {EVIL}"],
    "catalogue list": ["catalogue list seen.db", "catalogue list seen.db --json"],
    "catalogue export": [
        *("catalogue export seen.db", "catalogue export seen.db --format csv"),
    ],
    "catalogue stats": ["catalogue stats seen.db", "catalogue stats whole.txt"],
    "catalogue remove": [f"catalogue remove seen.db --source {EVIL}"],
    "catalogue merge": ["catalogue merge merged.db seen.db", f"catalogue merge merged.db {EVIL}"],
    "catalogue verify": ["catalogue verify seen.db", "catalogue verify bad.txt"],
    "catalogue salvage": ["catalogue salvage seen.db saved.db"],
    "": [EVIL, f"--{EVIL}", f"solve --{EVIL}", f"solve --notation {EVIL} pair.txt"],
}
"""Other command lines, as they are."""

FORMS, OTHERS = (
    {name: lines for name, lines in some.items() if not name or has_command(name)}
    for some in (FORMS, OTHERS)
)
EACH = [line for some in (FORMS, OTHERS) for lines in some.values() for line in lines]


class Terminal:
    """A terminal as standard output and standard error of this process, and what it was given."""

    def __init__(self, encoding: str = "utf-8") -> None:
        ours, theirs = pty.openpty()
        self._encoding, self._ours, self._pieces = encoding, ours, list[bytes]()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()
        self.stream = io.TextIOWrapper(
            io.BufferedWriter(io.FileIO(theirs, "w")), encoding, line_buffering=True
        )

    def _read(self) -> None:
        with contextlib.suppress(OSError):  # at the end
            while piece := os.read(self._ours, 2**16):
                self._pieces.append(piece)

    def text(self) -> str:
        """Close it, and return everything."""
        self.stream.close()
        self._reader.join()
        os.close(self._ours)
        return b"".join(self._pieces).decode(self._encoding).replace("\r\n", "\n")


def called(monkeypatch: pytest.MonkeyPatch, arguments: list[str]) -> int:
    monkeypatch.setattr(sys, "argv", ["sudokopie", *arguments])
    with pytest.raises(SystemExit) as exit_:
        cli.main()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    assert isinstance(exit_.value.code, int)
    return exit_.value.code


def on_terminal(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> str:
    terminal = Terminal()
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", terminal.stream)
        patch.setattr(sys, "stderr", terminal.stream)
        called(patch, list(arguments))
        assert sys.stdout is terminal.stream
    return terminal.text()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Any) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TERM", "xterm")
    for name, text in FILES.items():
        Path(name).write_text(text, encoding="utf-8")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / EVIL).write_text(EVIL)
    if has("catalogue"):
        assert run("catalogue", "add", "seen.db", "--as", EVIL, f"{EVIL}.csv").status == 0
    assert run("export", "pair.txt", "-o", "pair.cnf").status == 0
    yield tmp_path


def test_all_commands_are_looked_at() -> None:
    assert {*FORMS, *OTHERS} - {""} == set(list_full_command_names())


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("line", EACH, ids=lambda line: line.replace(EVIL, "EVIL"))
def test_nothing_that_is_read_is_obeyed(monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    files: list[list[str]] = [[]]
    if any(line in lines for lines in FORMS.values()):
        files = [[f"{EVIL}.csv"], ["table.csv"], COLLECTED, ["pair.txt"], ["missing" + EVIL]]
        if "--columns" in line:
            files = [["columns.csv"]]
    for some in files:
        text = on_terminal(monkeypatch, *line.split(" "), *some)
        assert text
        assert OBEYED.search(text) is None, text


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    "line",
    present(
        [
            *("shuffle --seed 1", "shuffle --seed 1 --steps", "complete --output csv"),
            *("canonical --output csv", "symmetries --output csv"),
            *("catalogue find seen.db --output csv", "catalogue review seen.db --output csv"),
        ]
    ),
)
def test_a_pipe_gets_the_bytes_and_a_terminal_escapes(
    monkeypatch: pytest.MonkeyPatch, run: Any, line: str
) -> None:
    arguments = [*line.split(), f"{EVIL}.csv"]
    lines = [one for one in run(*arguments).out.split("\n") if EVIL in one]
    assert len(lines) >= 4
    shown = on_terminal(monkeypatch, *arguments)
    for one in lines:
        assert one.replace(EVIL, ESCAPED) in shown


@pytest.mark.usefixtures("folder")
def test_an_error_is_escaped_where_only_that_is_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    terminal = Terminal()
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stderr", terminal.stream)
        called(patch, ["shuffle", f"{EVIL}.csv"])
    assert ESCAPED in terminal.text()
    assert EVIL in capfd.readouterr().out


@pytest.mark.usefixtures("folder")
def test_colours_and_progress_are_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    copies = str(INSTANCES / "size4-clues5-copies.txt")
    assert "\x1b[1;36m" in on_terminal(monkeypatch, "solve", "--walk", copies)
    text = on_terminal(monkeypatch, "nearest", "pair.txt")
    assert "\r\x1b[K" in text


# The mechanism


def test_layout_and_letters_stay() -> None:
    for text in ("a\tb\n", "Ünïcödé 数独 שלום 🧩", "1\N{NO-BREAK SPACE}000\n"):
        assert escape_for_terminal(text) == text
    assert escape_for_terminal(EVIL) == ESCAPED
    for number in range(0x11000):
        char = chr(number)
        shown = escape_for_terminal(char)
        assert shown.isprintable() or shown == char
        assert shown != char or char.isprintable() or char in "\n\t" or char.isspace()
        assert shown != char or not re.match(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", char)


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1", "ascii"])
def test_text_and_bytes_of_any_encoding(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal(encoding)
    terminal.stream.reconfigure(errors="backslashreplace")
    monkeypatch.setattr(sys, "stdout", terminal.stream)
    with protect_terminals():
        assert sys.stdout is not terminal.stream
        assert sys.stdout.isatty()
        assert sys.stdout.fileno() == terminal.stream.fileno()
        assert sys.stdout.encoding == encoding
        print("ä\x1b\x9b\udc80")
        sys.stdout.buffer.write(b"\xc3")
        sys.stdout.buffer.write(b"\xa4\x1b\xff\n")
        print("\x1b[K", end="", file=find_unprotected_stream(sys.stdout), flush=True)
        print("end")
    assert sys.stdout is terminal.stream
    assert find_unprotected_stream(sys.stdout) is sys.stdout
    first, second, end = terminal.text().splitlines()
    assert first == ("\\xe4" if encoding == "ascii" else "ä") + "\\x1b\\x9b\\udc80"
    bytes_shown = {"utf-8": "ä\\x1b\\xff", "latin-1": "Ã¤\\x1bÿ", "ascii": "\\xc3\\xa4\\x1b\\xff"}
    assert second == bytes_shown[encoding]
    assert end == "\x1b[Kend"


def test_what_is_no_terminal_is_left_alone() -> None:
    before = sys.stdout, sys.stderr
    with protect_terminals():
        assert (sys.stdout, sys.stderr) == before


def test_the_guard_may_outlive_its_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python collects the guarding stream later than the command's end, and flushes it then."""
    terminal = Terminal("utf-8")
    monkeypatch.setattr(sys, "stdout", terminal.stream)
    with protect_terminals():
        guard = sys.stdout
    terminal.stream.close()
    guard.close()
    assert guard.closed
