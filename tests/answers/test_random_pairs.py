"""Random pairs, from the library and by the command."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sudokopie import BoxShape, Grid, GridError, Pair, decide, parse_pair
from sudokopie.answers.completion import Completer, get_completer_of_thread, has_one_completion
from sudokopie.answers.random_pairs import (
    PairProperties,
    make_pair_with_near_miss,
    make_proper_puzzle,
    make_random_pair,
)
from sudokopie.base.verdict import Verdict
from sudokopie.sudoku.random_grids import random_complete_grid, random_transformation
from sudokopie.system import output
from sudokopie.system.output import write_new_file

FOUR, SIX, NINE = BoxShape(2, 2), BoxShape(2, 3), BoxShape(3, 3)


def are_copies(first: Grid, second: Grid) -> bool:
    return decide(first, second, fewest=False).verdict is Verdict.YES


@pytest.mark.kernel
@pytest.mark.parametrize("proper", [False, True])
@pytest.mark.parametrize("shape", [FOUR, SIX, BoxShape(3, 2), NINE], ids=str)
def test_pairs_are_what_was_asked_for(shape: BoxShape, proper: bool) -> None:
    clues = shape.size**2 * 2 // 5
    for seed in range(6):
        rng = Random(seed)
        copies = make_random_pair(PairProperties(shape, clues, related=True, proper=proper), rng)
        others = make_random_pair(PairProperties(shape, clues, related=False, proper=proper), rng)
        assert are_copies(*copies)
        assert not are_copies(*others)
        for grid in (*copies, *others):
            assert (grid.shape, grid.clues) == (shape, clues)
            assert has_one_completion(grid) or not proper


@pytest.mark.parametrize("clues", [20, 30, 81])
def test_near_misses(clues: int) -> None:
    pair = make_random_pair(PairProperties(NINE, clues, near_miss=True), Random(1))
    assert not are_copies(*pair)
    assert pair.first.clues == pair.second.clues == clues
    assert pair.first.is_solved() == pair.second.is_solved() == (clues == 81)


@pytest.mark.kernel
def test_near_misses_of_proper_puzzles_have_the_same_solution() -> None:
    for seed in range(5):
        pair = make_random_pair(PairProperties(NINE, 28, near_miss=True, proper=True), Random(seed))
        assert not are_copies(*pair)
        assert pair.first.clues == pair.second.clues == 28
        assert all(map(has_one_completion, pair))


def test_a_near_miss_is_no_copy() -> None:
    with pytest.raises(ValueError, match="a near miss or a copy"):
        make_random_pair(PairProperties(NINE, 30, related=True, near_miss=True), Random(1))


def test_half_of_them_are_related() -> None:
    for proper in (False, True):
        related = sum(
            are_copies(*make_random_pair(PairProperties(SIX, 14, proper=proper), Random(seed)))
            for seed in range(200)
        )
        assert 75 < related < 125


def test_without_a_number_clues_vary() -> None:
    pairs = [
        make_random_pair(PairProperties(NINE, proper=True), Random(seed)) for seed in range(20)
    ]
    clues = [pair.first.clues for pair in pairs]
    assert len(set(clues)) > 5
    assert min(clues) >= 17
    assert max(clues) <= 40
    assert all(first.clues == second.clues for first, second in pairs)
    loose = {make_random_pair(PairProperties(NINE), Random(seed)).first.clues for seed in range(30)}
    assert 16 <= min(loose) < 22
    assert 34 < max(loose) <= 40


def test_what_cannot_be_had() -> None:
    for kind, message in (
        (PairProperties(NINE, 82), "expected 0 to 81 clues, found 82"),
        (
            PairProperties(FOUR, 3, proper=True),
            "found no puzzle with 3 clues and exactly one solution in 100 tries",
        ),
        (PairProperties(FOUR, 1, related=False), "found only copies in 100 tries"),
        (PairProperties(BoxShape(1, 1), related=False), "found only copies in 100 tries"),
        (PairProperties(BoxShape(1, 1), 1, near_miss=True), "blocks of more than one line"),
    ):
        with pytest.raises(GridError, match=message):
            make_random_pair(kind, Random(1))


def test_a_single_cell_has_no_clue_to_move() -> None:
    with pytest.raises(GridError, match="no clue can be moved"):
        make_random_pair(PairProperties(BoxShape(1, 1), 0, near_miss=True, proper=True), Random(1))


def test_a_near_miss_takes_the_next_spoiler_where_one_fails() -> None:
    def failing() -> Grid:
        raise GridError("never")

    first = random_complete_grid(NINE, Random(1))
    other = random_complete_grid(NINE, Random(2))
    pair = make_pair_with_near_miss(first, [failing, lambda: other], Random(1))
    assert are_copies(other, pair.second)


def test_a_proper_puzzle_need_not_have_exactly_so_many_clues() -> None:
    solution = random_complete_grid(NINE, Random(3))
    puzzle = make_proper_puzzle(solution, 10, Random(3), exactly=False)
    assert has_one_completion(puzzle)
    assert 17 <= puzzle.clues < 32
    rows = [list(row) for row in puzzle]
    for r in range(9):
        for c in range(9):
            if rows[r][c]:
                value, rows[r][c] = rows[r][c], 0
                assert not has_one_completion(Grid(rows))
                rows[r][c] = value


@pytest.mark.gate
def test_transformations_are_uniform_over_the_group() -> None:
    """All 3,072 maps of 4×4, turns included, about equally often."""
    rng = Random(1)
    number = 8
    counts = Counter(
        random_transformation(FOUR, rng).simplest() for _ in range(FOUR.transformations * number)
    )
    assert FOUR.transformations == 3072
    assert len(counts) >= 3065
    # Chi-square with 3071 degrees of freedom: mean 3071, deviation 78.
    total = sum((count - number) ** 2 / number for count in counts.values())
    total += (3072 - len(counts)) * number
    assert 3071 - 4 * 78 < total < 3071 + 4 * 78


# The command


def test_the_seed_makes_the_same_bytes(run: Any) -> None:
    result = run("random", "--clues", "28", "--seed", "7")
    assert (result.status, result.err) == (0, "")
    assert result.out == run("random", "--clues", "28", "--seed", "7").out
    heading, _, text = result.out.partition("\n")
    assert heading == "# sudokopie random --box 3x3 --clues 28 --seed 7"
    # These are the same on every platform, and with every version of a solver.
    assert text.splitlines()[0] == "0 6 0 1 0 4 0 0 2"
    assert text.splitlines()[-1] == "0 0 0 5 0 0 0 0 0"
    pair = parse_pair(result.out)
    assert pair.first.clues == pair.second.clues == 28


def test_the_comment_makes_the_same_pair_again(run: Any) -> None:
    for options in (
        ["--box", "2x3"],
        ["--related", "no", "--clues", "30"],
        ["--arbitrary", "--clues", "10"],
        ["--near-miss"],
        ["--near-miss", "--related", "no", "--seed", "5"],
        ["--related", "yes"],
    ):
        out = run("random", *options).out
        words = out.partition("\n")[0].split()
        assert words[:3] == ["#", "sudokopie", "random"]
        assert run(*words[2:]).out == out


@pytest.mark.parametrize("box", ["3x2", "4x1", "1x6", "2x3"])
def test_the_shape_is_read_back(run: Any, tmp_path: Path, box: str) -> None:
    path = str(tmp_path / "pair.txt")
    run("random", "--box", box, "--related", "yes", "--seed", "1", "-o", path)
    assert run("solve", "-q", path).out == "These Sudokus are copies of each other.\n"
    text = Path(path).read_text()
    assert (f"\n# box {box}\n" in text) == (box != "2x3")
    assert parse_pair(text).first.shape == BoxShape.parse(box)


def test_random_files(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "pair.txt"
    assert run("random", "--seed", "3", "-o", str(path)).out == ""
    assert path.read_text() == run("random", "--seed", "3", "-o", "-").out
    folder = tmp_path / "new" / "folder"
    for number in (1, 2, 3):
        result = run("random", "--box", "2x2", "--folder", str(folder))
        assert result.err == f"Saved as {folder}/zufall{number}.txt\n"
    (folder / "zufall2.txt").unlink()
    run("random", "--box", "2x2", "--folder", str(folder))
    assert (folder / "zufall2.txt").exists()
    parse_pair((folder / "zufall3.txt").read_text())


def test_two_at_once_never_take_the_same_name(tmp_path: Path) -> None:
    program = (
        "import sys; from sudokopie.system.output import write_new_file\n"
        "for _ in range(50): write_new_file(sys.argv[1], 'zufall', '.txt', sys.argv[2].encode())"
    )
    running = [
        subprocess.Popen([sys.executable, "-c", program, str(tmp_path), name]) for name in "abc"
    ]
    assert [process.wait() for process in running] == [0, 0, 0]
    names = {f"zufall{number}.txt" for number in range(1, 151)}
    assert {path.name for path in tmp_path.iterdir()} == names
    contents = Counter(path.read_text() for path in tmp_path.iterdir())
    assert contents == {"a": 50, "b": 50, "c": 50}


def test_a_name_that_was_taken_meanwhile_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "x1.txt").write_text("mine")
    names = iter(["x1.txt", "x2.txt"])
    monkeypatch.setattr(output, "find_free_file_name", lambda *_: next(names))
    assert write_new_file(str(tmp_path), "x", ".txt", b"new") == str(tmp_path / "x2.txt")
    assert (tmp_path / "x1.txt").read_text() == "mine"


def test_nothing_is_left_where_writing_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(TypeError):
        write_new_file(str(tmp_path), "x", ".txt", "no bytes")  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="file"):
        write_new_file("file", "x", ".txt", b"")


def test_whoever_is_killed_while_saving_leaves_no_empty_file(tmp_path: Path) -> None:
    kill = (
        "import os, sys; from sudokopie.system import output\n"
        "output.os.fsync = lambda _: os.kill(os.getpid(), 9)\n"
        "output.write_new_file(sys.argv[1], 'zufall', '.txt', b'new')"
    )
    done = subprocess.run([sys.executable, "-c", kill, str(tmp_path)], check=False)
    assert done.returncode == -9
    assert not list(tmp_path.glob("zufall*"))


def test_a_file_system_without_links_takes_new_files_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "link", refused)
    for number in (1, 2):
        assert write_new_file(str(tmp_path), "x", ".txt", b"new").endswith(f"x{number}.txt")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {
        "x1.txt": b"new",
        "x2.txt": b"new",
    }


def test_a_file_is_refused_before_a_pair_is_made(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[object] = []
    monkeypatch.setattr(
        "sudokopie.commands.random_pair.make_random_pair", lambda *_: begun.append(_)
    )
    result = run("random", "-o", "missing/x.txt")
    assert (result.status, result.err) == (
        2,
        "sudokopie: missing/x.txt: No such file or directory\n",
    )
    assert not begun
    run("random")
    assert begun


def test_solve_at_once(run: Any) -> None:
    yes = run("random", "--solve", "--related", "yes", "--seed", "3")
    assert yes.status == 0
    assert yes.out.startswith("# sudokopie random --box 3x3 --related yes --seed 3\n")
    assert "These Sudokus are copies of each other." in yes.out
    no = run("random", "--solve", "--near-miss", "--seed", "3")
    assert no.status == 1
    assert "\nThese Sudokus are not copies of each other.\n" in no.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--near-miss", "--related", "yes"], "--near-miss and --related yes exclude each other"),
        (["-o", "x", "--folder", "y"], "--output and --folder exclude each other"),
        (["--solve", "-o", "-"], "--solve prints the pair, so it cannot be used with -o -"),
        (["--clues", "100"], "expected 0 to 81 clues, found 100"),
        (["--box", "0x3"], "boxes are written ROWSxCOLUMNS"),
    ],
)
def test_what_is_refused(run: Any, arguments: list[str], message: str) -> None:
    result = run("random", *arguments)
    assert (result.status, result.out) == (2, "")
    assert result.err.startswith(f"sudokopie: {message}")


@pytest.mark.kernel
def test_threads_share_no_solver() -> None:
    shape, seeds = BoxShape(2, 3), range(16)

    def made(seed: int) -> tuple[Pair, Completer]:
        pair = make_random_pair(PairProperties(shape, clues=14, proper=True), Random(seed))
        return pair, get_completer_of_thread(shape)

    with ThreadPoolExecutor(4) as executor:
        pairs, solvers = zip(*executor.map(made, seeds), strict=True)
    assert list(pairs) == [made(seed)[0] for seed in seeds]
    assert get_completer_of_thread(shape) not in solvers
    assert get_completer_of_thread(shape) is get_completer_of_thread(shape)
