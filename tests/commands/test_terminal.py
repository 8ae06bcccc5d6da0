"""What happens on a terminal only: the prompt, pauses, colours, questions before saving."""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from sudokopie.commands import prompt
from sudokopie.commands.machinery import terminal as on_terminal
from sudokopie.commands.prompt import find_sudoku_file
from sudokopie.showing.answer_formatter import AnswerFormatter

from conftest import INSTANCES

pexpect = pytest.importorskip("pexpect")

PROGRAM = "if __name__ == '__main__':\n    from sudokopie.cli import main\n    main()"
QUESTION = "Which text file\\? "


@pytest.fixture
def folder(folder: Path) -> Path:
    shutil.copy(INSTANCES / "sudoku0.txt", folder / "mine.txt")
    (folder / "bad.txt").write_text("12\n")
    (folder / "folder.txt").mkdir()
    (folder / "instances").mkdir()
    shutil.copy(INSTANCES / "size4-clues5-moved.txt", folder / "instances" / "four.txt")
    return folder


def terminal(folder: Path, *arguments: str, width: int = 80, **environment: Any) -> Any:
    variables = {
        name: value
        for name, value in os.environ.items()
        if name not in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR", "COLUMNS")
    }
    return pexpect.spawn(
        sys.executable,
        ["-c", PROGRAM, *arguments],
        cwd=str(folder),
        env={**variables, "TERM": "xterm", "LANG": "C.UTF-8", **environment},
        encoding="utf-8",
        dimensions=(60, width),
        timeout=20,
    )


def end(process: Any) -> int:
    process.expect(pexpect.EOF)
    process.close()
    return int(process.exitstatus)


def test_it_asks_answers_and_asks_again(folder: Path) -> None:
    process = terminal(folder)
    process.expect(QUESTION)
    assert "Examples: " in process.before
    process.sendline("nope")
    process.expect_exact(
        'There is no file "nope.txt", here or among the files '
        "of sudokopie; type list to see all files."
    )
    process.expect(QUESTION)
    process.sendline("mine")
    process.expect("These Sudokus are copies of each other.")
    process.expect("Number of steps: 5")
    process.expect_exact("Show the grid after every step? [y/n] ")
    process.sendline("y")
    process.expect("Step 5 of 5")
    process.expect(QUESTION)
    process.sendline("four")
    process.expect("These Sudokus are not copies of each other.")
    process.expect(QUESTION)
    process.sendline("bad.txt")
    process.expect_exact("bad.txt:1:3: the file ends")
    process.expect(QUESTION)
    process.sendline("four.txt")
    process.expect("not copies")
    process.expect(QUESTION)
    process.sendline("")
    assert end(process) == 0
    assert "Traceback" not in process.before


@pytest.mark.parametrize("key", ["\x03", "\x04"], ids=["Ctrl-C", "Ctrl-D"])
def test_it_ends_quietly(folder: Path, key: str) -> None:
    process = terminal(folder)
    process.expect(QUESTION)
    process.send(key)
    assert end(process) == 0
    assert process.before.strip() in ("", "^C")


def test_tab_completes(folder: Path) -> None:
    process = terminal(folder)
    process.expect(QUESTION)
    process.send("mi\t")
    process.expect_exact("mine.txt")
    process.sendline("")
    process.expect("copies of each other")
    process.expect_exact("[y/n] ")
    process.sendline("")
    process.expect(QUESTION)
    process.send("instan\tfo\t")
    process.expect_exact("instances/four.txt")
    process.sendline("")
    process.expect("not copies")
    process.expect(QUESTION)
    process.sendeof()
    assert end(process) == 0


def test_it_lists_files_and_helps(folder: Path) -> None:
    (folder / "list.txt").write_text("1...\n....\n....\n....\n")
    (folder / "e\x1bvil.txt").write_text("")
    (folder / "instances" / "mine.txt").write_text("")
    process = terminal(folder)
    process.expect(QUESTION)
    assert "list" in process.before
    assert "?" in process.before
    process.sendline("list")
    process.expect(QUESTION)
    here, _, others = process.before.partition("Files that come with sudokopie:")
    assert here.split("Here:")[1].split() == [
        *("bad", "e\\x1bvil", "list", "mine"),
        *("In", "the", "folder", "instances:", "four"),
    ]
    names = {path.stem for path in INSTANCES.glob("*.txt")}
    assert set(others.split()) == names
    assert max(map(len, process.before.splitlines())) <= 80
    process.sendline("?")
    process.expect(QUESTION)
    assert "Tab completes it" in process.before
    assert "in the folder instances" in " ".join(process.before.split())
    assert "sudokopie --help" in process.before
    # A file of that name, and what waits for another Sudoku, are not lost.
    process.sendline("list.txt")
    process.expect_exact("list.txt: has one Sudoku, but two are needed")
    process.expect_exact("Where is the other Sudoku? ")
    for typed in ("list", "?"):
        process.sendline(typed)
        process.expect_exact("Where is the other Sudoku? ")
    process.sendline("list.txt")
    process.expect("These Sudokus are equal|These Sudokus are the same|copies of each other")
    process.expect(QUESTION)
    process.sendeof()
    assert end(process) == 0


def test_it_lists_files_in_a_folder_with_brackets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "[1]" / "instances").mkdir(parents=True)
    (tmp_path / "[1]" / "instances" / "one.txt").touch()
    monkeypatch.setattr(prompt, "_PACKAGE", str(tmp_path / "[1]"))
    assert prompt._format_file_list(AnswerFormatter()).endswith(
        "Files that come with sudokopie:\n  one"
    )


def test_it_lists_files_where_there_are_none(folder: Path) -> None:
    empty = folder / "empty [1]"
    empty.mkdir()
    process = terminal(empty, width=40)
    process.expect(QUESTION)
    process.sendline("list")
    process.expect(QUESTION)
    assert "Here:" not in process.before
    assert "In the folder" not in process.before
    assert "sudoku0" in process.before
    assert max(map(len, process.before.splitlines())) <= 40
    process.sendeof()
    assert end(process) == 0


def test_it_asks_in_german(folder: Path) -> None:
    process = terminal(folder, LANG="de_DE.UTF-8")
    question = "Welche Textdatei? "
    process.expect_exact(question)
    process.sendline("X")
    process.expect_exact('Es gibt keine Datei "X.txt"')
    process.expect_exact(question)
    process.sendline("list")
    process.expect_exact("Hier:")
    process.expect_exact("Im Ordner instances:")
    process.expect_exact("Dateien, die mit sudokopie kommen:")
    process.expect_exact(question)
    process.sendline("?")
    process.expect_exact("die Endung .txt darf fehlen")
    process.expect_exact(question)
    process.sendline("mine")
    process.expect_exact("Diese Sudokus sind Kopien voneinander.")
    process.expect_exact("nach jedem Schritt zeigen? [j/n] ")
    process.sendline("n")
    process.expect_exact(question)
    process.sendeof()
    assert end(process) == 0


def test_files_are_looked_for_here_and_in_instances(folder: Path) -> None:
    assert find_sudoku_file("mine") == find_sudoku_file("mine.txt") == "mine.txt"
    assert find_sudoku_file("four") == os.path.join("instances", "four.txt")
    assert find_sudoku_file("five") is None
    assert find_sudoku_file(str(folder / "mine")) == str(folder / "mine.txt")
    shutil.rmtree(folder / "instances")
    assert [find_sudoku_file(name) for name in prompt.EXAMPLES] == [
        str(INSTANCES / f"{name}.txt") for name in prompt.EXAMPLES
    ]


def test_without_a_terminal_there_is_help(run: Any) -> None:
    result = run()
    assert result.status == 2
    assert result.out.startswith("Usage: sudokopie")


# Walks


def test_a_walk_shows_what_moved(run: Any) -> None:
    path = str(INSTANCES / "size4-clues5-copies.txt")
    out = run("solve", "--notation", "order", "--walk", path).out
    forward, _, backward = out.rpartition("From the second Sudoku to the first:")
    legend = "(! marks clues that moved with their lines, or were renamed)"
    assert f"From the first Sudoku to the second: {legend}\n\n . . | . .\n . 2 | . 3\n" in forward
    assert (
        "Step 3 of 4: Reorder rows 3-4 to: 4 3\n\n"
        " . . | 1 .\n 1 . | . 3\n-----+-----\n . . | . .\n!2 . |!3 .\n"
    ) in forward
    assert forward.count("Step ") == backward.count("Step ") == 4
    assert forward.rstrip().endswith("!1 . |!2 .")
    # It ends where it began.
    assert (
        backward.rstrip()
        .replace("!", " ")
        .endswith(" . . | . .\n . 2 | . 3\n-----+-----\n . 1 | 3 .\n . . | . 1")
    )
    assert "\x1b" not in out
    assert "Step" not in run("solve", "--walk", str(INSTANCES / "size4-clues5-moved.txt")).out


def test_a_walk_of_every_kind_of_step(run: Any) -> None:
    path = str(INSTANCES / "size9-clues25-copies.txt")
    out = run("solve", "--notation", "order", "--walk", path).out
    blocks = re.findall(r"Step \d of \d: (.*)\n\n((?:.+\n)+)", out)
    assert len(blocks) == 12
    for sentence, drawn in blocks:
        lines = [line for line in drawn.splitlines() if not line.startswith("---")]
        cells = [re.findall(r"([ !])(\S)", line.replace(" |", "")) for line in lines]
        marked = {
            (r, c) for r, row in enumerate(cells) for c, cell in enumerate(row) if cell[0] == "!"
        }
        if match := re.search(r"Reorder (rows|columns) (\d)-\d to: (.*)", sentence):
            start = int(match[2])
            lines_moved = {
                start - 1 + k
                for k, old in enumerate(map(int, match[3].split()))
                if old != start + k
            }
            axis = 0 if match[1] == "rows" else 1
            clues = {(r, c) for r in range(9) for c in range(9) if cells[r][c][1] != "."}
            assert marked == {cell for cell in clues if cell[axis] in lines_moved}
            assert marked
        elif sentence.startswith("Turn"):
            assert not marked
        else:
            assert all(cells[r][c][1] != "." for r, c in marked)


def test_colours_on_a_terminal_only(folder: Path) -> None:
    process = terminal(folder, "solve", "--walk", "mine.txt")
    assert end(process) == 0
    assert "\x1b[1;36m" in process.before
    assert "!" not in process.before
    without: tuple[dict[str, Any], ...] = ({"NO_COLOR": "1"}, {"TERM": "dumb"})
    for variables in without:
        plain = terminal(folder, "solve", "--walk", "mine.txt", **variables)
        assert end(plain) == 0
        assert "\x1b[" not in plain.before
        assert "! marks clues that moved" in plain.before


def test_sixteen_by_sixteen_fits_into_eighty_columns(folder: Path) -> None:
    path = str(INSTANCES / "size16-clues100-copies.txt")
    process = terminal(folder, "solve", "--walk", path)
    assert end(process) == 0
    text = re.sub(r"\x1b\[[0-9;]*m", "", process.before)
    drawn = [line for line in text.splitlines() if re.fullmatch(r"[ .|\d]+", line) and "|" in line]
    assert drawn
    assert max(map(len, drawn)) <= 80
    narrow = terminal(folder, "solve", "--walk", path, width=40)
    assert end(narrow) == 0
    text = " ".join(narrow.before.split())
    assert "The terminal is 40 columns wide, these Sudokus need 5" in text
    assert "Step 1 of" in text


def test_pause_waits_for_a_key(folder: Path) -> None:
    process = terminal(folder, "solve", "--walk", "--pause", "mine.txt")
    process.expect("Step 1 of 5")
    process.expect_exact("(press any key to go on)")
    assert process.expect([pexpect.TIMEOUT, "Step 2"], timeout=0.5) == 0
    process.send(" ")
    process.expect("Step 2 of 5")
    process.send("\x03")
    assert end(process) == 130
    assert "Step 3" not in process.before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--pause"], "--pause needs --walk"),
        (["--walk", "--pause"], "--pause needs a terminal"),
        (["--walk", "--json"], "--walk cannot be used with --json"),
        (["--walk", "-q"], "--walk cannot be used with --quiet"),
    ],
)
def test_walks_that_are_refused(run: Any, arguments: list[str], message: str) -> None:
    result = run("solve", *arguments, str(INSTANCES / "sudoku0.txt"))
    assert (result.status, result.out) == (2, "")
    assert result.err.startswith(f"sudokopie: {message}")


# Random pairs


def test_saving_asks_first(folder: Path) -> None:
    process = terminal(folder, "random", "--box", "2x2", "--folder", ".", "--seed", "5")
    process.expect_exact("# sudokopie random --box 2x2 --seed 5")
    process.expect_exact("Save as ./zufall1.txt? [y/n] ")
    process.sendline("n")
    process.expect_exact("Not saved.")
    assert end(process) == 0
    assert not (folder / "zufall1.txt").exists()
    process = terminal(folder, "random", "--folder", ".", LANG="de_DE.UTF-8")
    process.expect_exact("Speichern als ./zufall1.txt? [j/n] ")
    process.sendline("j")
    process.expect_exact("Gespeichert als ./zufall1.txt")
    assert end(process) == 0
    assert (folder / "zufall1.txt").exists()
    process = terminal(folder, "random", "--folder", ".")
    process.expect("y/n")
    process.sendeof()
    assert end(process) == 130
    assert not (folder / "zufall2.txt").exists()


def test_a_bar_does_not_swallow_what_goes_to_a_file(folder: Path) -> None:
    (folder / "many.txt").write_text("1234341221434321\n" * 3000)
    program = f'{sys.executable} -c "{PROGRAM}" complete many.txt > solutions.txt'
    process = pexpect.spawn(
        "sh", ["-c", program], cwd=str(folder), encoding="utf-8", dimensions=(40, 60), timeout=60
    )
    assert end(process) == 0
    assert "100%" in process.before
    assert "Sudokus: 3,000 (3,000 with one solution)" in process.before
    assert (folder / "solutions.txt").read_text() == "1234341221434321\n" * 3000


# The same in this process


@pytest.mark.usefixtures("folder")
def test_questions_and_answers(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said: list[str] = []
    answers = iter(["nope", "mine", "y", "four", "bad.txt", ""])

    def answer(question: str) -> str:
        said.append(question)
        return next(answers)

    monkeypatch.setattr("builtins.input", answer)
    assert prompt.run_prompt_and_get_status(AnswerFormatter()) == 0
    out, err = capsys.readouterr()
    assert len(said) == 6
    assert "Step 5 of 5" in out
    assert "Examples: " in out
    assert (
        'There is no file "nope.txt", here or among the files '
        "of sudokopie; type list to see all files."
    ) in out
    assert "These Sudokus are copies of each other." in out
    assert "These Sudokus are not copies of each other." in out
    assert err.startswith("bad.txt:1:3: the file ends")

    def ended(_: str) -> str:
        raise EOFError

    monkeypatch.setattr("builtins.input", ended)
    assert prompt.run_prompt_and_get_status(AnswerFormatter()) == 0


def answered(monkeypatch: pytest.MonkeyPatch, *typed: str) -> None:
    """Let the prompt read these lines, and nothing after them."""
    waiting = iter(typed)
    monkeypatch.setattr("builtins.input", lambda _="": next(waiting))
    assert prompt.run_prompt_and_get_status(AnswerFormatter()) == 0
    assert next(waiting, None) is None


ROWS = ["12..", "....", "..3.", "...4"]
FRAMED = ["+----+----+", *(f"| {row[0]} {row[1]}  | {row[2]} {row[3]}  |" for row in ROWS), "+--+"]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    "typed",
    [
        [*ROWS, "", *ROWS[::-1]],
        ["".join(ROWS), "".join(ROWS[::-1])],
        [*FRAMED, "", *FRAMED[:3], *FRAMED[4:2:-1], *FRAMED[5:]],
        [*FRAMED, "", "", ""],
        ["one.txt", *ROWS[::-1]],
        [*ROWS, "nope", "one"],
    ],
    ids=["rows", "lines", "frames", "given up", "file and rows", "rows and file"],
)
def test_sudokus_are_pasted(
    typed: list[str],
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (folder / "one.txt").write_text("\n".join(["....", "12..", *ROWS[2:]]))
    is_given_up = typed[-1] == ""
    answered(monkeypatch, *typed, *([] if is_given_up else ["n", "q"]))
    out, err = capsys.readouterr()
    assert err == ""
    assert "has one Sudoku, but two are needed" in out
    assert ("These Sudokus are copies of each other." in out) != is_given_up


@pytest.mark.usefixtures("folder")
def test_what_is_pasted_wrong_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answered(monkeypatch, "12..", "..9.", "....", "....", "", "")
    assert "pasted:2:3: expected" in capsys.readouterr().err


@pytest.mark.usefixtures("folder")
def test_lines_that_are_left_aside_are_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = ["".join(ROWS), "nothing of the kind", "".join(ROWS[::-1])]
    Path("words.txt").write_text("\n".join(lines))
    answered(monkeypatch, "words", "n", "")
    out, err = capsys.readouterr()
    assert "These Sudokus are copies of each other." in out
    assert "words.txt: lines without a Sudoku: 1" in err


def test_bars_and_lines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with on_terminal.show_progress_bar(2) as step, on_terminal.show_status_line() as show:
        step(1, "unseen")
        show("unseen")
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    with on_terminal.show_status_line() as show:
        show("1 to 5")
        show("1 to 5")
        show("2 to 5")
    assert capsys.readouterr().err == "\r\x1b[K1 to 5\r\x1b[K2 to 5\r\x1b[K"
    with on_terminal.show_progress_bar(2) as step:
        step(1, "one")
        step(2, "two")
    assert "2/2" in capsys.readouterr().err
