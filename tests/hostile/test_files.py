"""Files of every kind that is read, each changed in a few places: one line at worst, and no lie."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudokopie import parse_pair
from sudokopie.reading.gridfile import open_text_as_grid_file

from brute_force import truth
from conftest import listed
from hostile.mutations import compressed, mutated
from hostile.program import judge, run
from hostile.specimens import NAMES, PAIR, read, specimen, verdict, words, write

pytestmark = pytest.mark.gate

SOME = settings(max_examples=max(settings().max_examples // 8, 1))


@pytest.mark.parametrize("name", NAMES)
@SOME
@given(st.data())
def test_a_changed_file_costs_a_line_at_worst(name: str, data: st.DataObject) -> None:
    one = specimen(name)
    content = data.draw(mutated(one.files[one.victim]))
    command = data.draw(st.sampled_from(one.commands))
    with TemporaryDirectory() as path:
        folder = Path(path)
        files = one.files | {one.victim: content}
        write(folder, files)
        if (
            one.victim.startswith("c/")
            and one.victim != "c/SHA256SUMS"
            and data.draw(st.booleans())
        ):
            listed(folder / "c")
            files = read(folder)
        ran = run(*words(command, folder))
        judge(ran, one.errors)
        left = read(folder)
        if "catalogue add" not in command:
            made = [f"{end}.db" for end in ("new", "other")] * ("catalogue" in command)
            assert {name: left[name] for name in left if name not in made} == files
        if ran.status == 0 and one.right is not None:
            assert verdict(ran.out) in one.right, ran


@SOME
@given(st.data())
def test_a_changed_pair_gets_the_right_answer(data: st.DataObject) -> None:
    content = data.draw(mutated(PAIR))
    with TemporaryDirectory() as name:
        path = Path(name, "pair.txt")
        path.write_bytes(content)
        ran = run("solve", "--quiet", str(path))
        judge(ran)
        if ran.status < 2:
            is_utf_8 = content.decode(errors="ignore").encode() == content
            text = content.decode("utf-8" if is_utf_8 else "cp1252", "replace")
            first, second = parse_pair(text, max_size=36)
            if first.size <= 6:
                assert ran.status == (0 if truth(first, second).ways else 1)


@pytest.mark.parametrize("kind", ["pair.txt.gz", "question.cnf.gz"])
@SOME
@given(st.data())
def test_a_changed_compressed_file_costs_a_line_at_worst(kind: str, data: st.DataObject) -> None:
    question = specimen("export cnf").files
    content = PAIR if kind == "pair.txt.gz" else question["question.cnf"]
    with TemporaryDirectory() as name:
        path = Path(name, kind)
        path.write_bytes(data.draw(compressed(content)))
        model = Path(name, "model")
        model.write_bytes(question["model"])
        command = ["solve", "-q"] if kind == "pair.txt.gz" else ["decode", "-q"]
        judge(run(*command, str(path), *([str(model)] * (command[0] == "decode"))))


@pytest.mark.parametrize(
    ("line", "is_like_one"), [("1", True), ("_", True), ("{}", False), ("[];", False)]
)
def test_a_short_line_among_sudokus(line: str, is_like_one: bool) -> None:
    cells = "1" + 80 * "."
    entries = list(open_text_as_grid_file(f"{cells}\n{line}\n{cells}\n"))
    assert [entry.line for entry in entries] == ([1, 2, 3] if is_like_one else [1, 3])
    assert [entry.line for entry in entries if entry.error] == [2] * is_like_one
