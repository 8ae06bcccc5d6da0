"""The library as its users meet it: the public names, and what they take, show and refuse."""

from __future__ import annotations

import ast
import json
import os
import pickle
import runpy
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import FrozenInstanceError, dataclass, fields, is_dataclass
from functools import partial
from html.parser import HTMLParser
from importlib import import_module
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any, cast

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given

import sudokopie
from sudokopie import (
    BoxShape,
    DeadlinePassedError,
    Grid,
    GridError,
    Pair,
    SudokopieError,
    Transformation,
    all_ways,
    as_html,
    as_text,
    canonical_form,
    certify,
    check_certificate,
    complete,
    count_completions,
    decide,
    format_pair,
    has_one_completion,
    nearest,
    part_of,
    read_pair,
    sentences,
    shuffled,
    signatures,
    solutions,
    survey,
    symmetries,
    symmetry_counts,
    ways,
    why_not,
    within,
)
from sudokopie.answers.bulk.canonical_forms import least_images
from sudokopie.answers.completion import search_completions
from sudokopie.base.applications import collect_application_locations_by_name
from sudokopie.base.errors import (
    ArgumentError,
    PairFileError,
    ProofError,
    TransformationError,
)
from sudokopie.encoding.candidates import Encoding
from sudokopie.questions.yes_no_claims import YesClaim
from sudokopie.reading.gridfile import open_text_as_grid_file

from conftest import ROOT
from present import MISSING
from strategies import grids

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ROWS = [[0 if sign == "." else int(sign) for sign in PUZZLE[9 * r : 9 * r + 9]] for r in range(9)]
GRID = Grid(ROWS)
SAME = Transformation.identity(GRID.shape)
TURN = Transformation.identity(BoxShape(3, 3)).replace_parts(rotation=1)
TURNED = TURN.apply(GRID)
OTHER = Grid("1" + 80 * ".")


# Names


def imported_for_type_checkers() -> Iterator[tuple[str, str]]:
    """Yield the names, each with its module, that type checkers see."""
    for node in ast.walk(ast.parse((ROOT / "__init__.pyi").read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 1
            for alias in node.names:
                assert alias.asname == alias.name  # else it would not be public
                yield alias.name, f".{node.module}"


def test_type_checkers_and_python_see_the_same_names() -> None:
    names = dict(imported_for_type_checkers())
    added = {
        name: f".{place.partition(':')[0]}"
        for name, place in collect_application_locations_by_name("library").items()
    }
    core = {name: place for name, place in names.items() if ".applications." not in place}
    assert core == vars(sudokopie)["_MODULES_BY_NAME"]
    assert sorted({*core, *added}) == sudokopie.__all__
    assert names.items() >= added.items()
    assert MISSING or names == core | added


@pytest.mark.parametrize("name", sudokopie.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(sudokopie, name).__name__ == name
    assert name in dir(sudokopie)


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        sudokopie.nothing  # type: ignore[attr-defined]  # noqa: B018


def modules_after(code: str) -> set[str]:
    script = f"import sys\n{code}\nprint(*sorted(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True, text=True
    )
    return set(done.stdout.split())


def test_deciding_imports_no_other_room() -> None:
    loaded = modules_after(
        "from sudokopie import Grid, decide, sentences\n"
        "first = Grid([[1, 2, 0, 0], [0, 0, 1, 0], [0, 3, 0, 0], [0, 0, 0, 1]])\n"
        "turned = Grid([[0, 0, 1, 0], [1, 0, 0, 0], [0, 0, 0, 1], [0, 3, 0, 2]])\n"
        "assert decide(first, turned).steps == 2\n"
    )
    ours = {name.split(".")[1] for name in loaded if name.startswith("sudokopie.")}
    rooms = {"base", "kernel", "sudoku", "encoding", "solvers", "answers", "showing"}
    assert ours == rooms  # what shows is there for `sentences`
    others = {"numpy", "pysat", "pysolvers", "ortools", "jinja2", "json", "random", "tempfile"}
    assert not loaded & others
    assert "sudokopie.reading.gridfile" not in loaded
    assert "sudokopie.showing.sentences" in loaded


def test_the_package_alone_imports_nothing_of_its_own() -> None:
    assert not {name for name in modules_after("import sudokopie") if "sudokopie." in name}


# Grids


@pytest.mark.parametrize(
    "rows",
    [
        PUZZLE,
        PUZZLE.replace(".", "0"),
        str(GRID),
        "\n".join(" ".join(map(str, row)) for row in ROWS),
        GRID,
        tuple(map(tuple, ROWS)),
        (iter(row) for row in ROWS),
        pd.DataFrame(ROWS),
        *(np.array(ROWS, kind) for kind in ("int8", "uint8", "int32", "uint64", object)),
    ],
)
def test_a_grid_is_made_of_whatever_holds_whole_numbers(rows: Any) -> None:
    grid = Grid(rows)
    assert grid == GRID
    assert {type(value) for row in grid for value in row} == {int}


@given(grids())
def test_what_is_printed_of_a_grid_can_be_read(grid: Grid) -> None:
    if grid.size > 3:  # three rows of three digits may also be a row of a larger one
        assert Grid(str(grid), grid.shape) == grid


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (None, "expected rows of whole numbers, or a text, found None"),
        (float("nan"), "expected rows of whole numbers, or a text, found nan"),
        ([0] * 80, "expected a row of whole numbers, found 0"),
        (np.array(ROWS, float), r"in row 1, found np.float64\(5.0\) \(array.astype\(int\) turns"),
        ([[0.5, 0], [0, 0]], r"in row 1, found 0.5 \(array.astype\(int\) turns"),
        ([[0, 0], [0, None]], "expected whole numbers in row 2, found None$"),
        (np.zeros((4, 4, 4), int), r"expected whole numbers in row 1, found array"),
        (["12..", "..12", "....", "...."], r"found '1' \(Grid\('\\n'.join\(rows\)\) reads"),
        (
            PUZZLE[1:],
            "a Sudoku on one line needs N·N characters, such as 81 for 9×9, but this text has 80",
        ),
        (PUZZLE + "9", "such as 81 for 9×9, but this text has 82"),
        (b"12..", "line 1, column 5: the file ends"),
        (b"\0" * 81, r"Grid.of_bytes reads a byte for each cell"),
    ],
)
def test_what_is_no_grid_is_refused_in_a_line_that_helps(rows: Any, message: str) -> None:
    with pytest.raises(GridError, match=message):
        Grid(rows)


def test_a_text_is_refused_with_the_place() -> None:
    with pytest.raises(ValueError, match="line 1, column 1: expected a Sudoku, found an empty"):
        Grid("")
    with pytest.raises(GridError, match="line 2, column 4: expected a digit 0-4, found 'q'"):
        Grid("12..\n..1q\n....\n....")
    with pytest.raises(GridError, match="line 1, column 1: boxes of 3x3 make Sudokus of 9×9"):
        Grid("12..\n" * 4, box=(3, 3))


def test_a_text_may_hold_a_grid_of_any_size() -> None:
    assert Grid(str(Grid([[40] * 40] * 40))).size == 40


def test_boxes_of_a_text_and_of_a_grid() -> None:
    six = "1" + 35 * "."
    assert Grid(six).shape == (2, 3)
    assert Grid(six, box=(3, 2)).shape == (3, 2)
    assert Grid.parse("# box 3x2\n" + six).shape == (3, 2)
    assert Grid(Grid(six, (3, 2))) == Grid(six, (3, 2))
    assert Grid(Grid(six, (3, 2)), (2, 3)) == Grid(six)


def test_rows_and_cells_are_taken_as_from_a_list_or_an_array() -> None:
    assert GRID[0] == (5, 3, 0, 0, 7, 0, 0, 0, 0)
    assert GRID[-1, -1] == 9
    assert GRID[7:] == GRID.rows[7:]
    assert (len(GRID), list(GRID)[8][7]) == (9, 7)
    assert GRID[np.int8(1), np.uint8(3)] == 1
    with pytest.raises(IndexError):
        GRID[9]


def test_boxes_are_counted_as_rows_are() -> None:
    assert GRID.box(8, 8) == GRID.box(-1, -1) == (2, 8, 0, 0, 0, 5, 0, 7, 9)
    for place in ((9, 0), (0, 9), (-10, 0)):
        with pytest.raises(IndexError):
            GRID.box(*place)


def test_a_grid_is_an_array_for_numpy() -> None:
    array = np.asarray(GRID)
    assert array.shape == (9, 9)
    assert array.dtype == int
    assert array.tolist() == ROWS
    assert np.array([GRID, GRID], np.uint8).shape == (2, 9, 9)
    array[0, 0] = 0
    assert GRID[0, 0] == 5
    with pytest.raises(ArgumentError, match="a grid is no array"):
        np.asarray(GRID, copy=False)


@pytest.mark.parametrize(
    ("grid", "said"),
    [
        (GRID, f"Grid('{PUZZLE}')"),
        (Grid([[1, 0], [0, 2]]), "Grid([[1, 0], [0, 2]])"),
        (Grid("1" + 35 * ".", (3, 2)), f"Grid('1{35 * '.'}', box=(3, 2))"),
        (Grid([[16] * 16] * 16), f"Grid('{256 * 'G'}')"),
    ],
)
def test_a_grid_is_said_shortly(grid: Grid, said: str) -> None:
    assert repr(grid) == said
    assert eval(said) == grid


@pytest.mark.parametrize("size", [10, 12, 16, 25, 33, 35])
def test_a_large_grid_with_few_clues_is_not_taken_for_a_small_one(size: int) -> None:
    """Between two letters may stand just 81 blanks, or 256."""
    rng = Random(size)
    for clues in (1, 2, 5, 20):
        for _ in range(20):
            cells = [0] * size**2
            for place in rng.sample(range(size**2), clues):
                cells[place] = rng.randint(1, size)
            grid = Grid([cells[start : start + size] for start in range(0, size**2, size)])
            assert eval(repr(grid)) == grid


def test_a_run_is_a_part_of_the_grid_around_it() -> None:
    text = 174 * "." + "G" + 81 * "."
    grid, twelve = Grid(text), 81 * "." + "C" + 62 * "."
    assert (grid.size, grid.clues) == (16, 1)
    assert Grid(twelve).size == 12
    for line in (text, f"7,{text},easy", f'{{"puzzle": "{text}"}}', f"# box 4x4\n{text}"):
        (entry,) = open_text_as_grid_file(f"{line}\n")
        assert entry.grid_or_error == grid
    (entry,) = open_text_as_grid_file(f"7,{twelve},easy\n")
    assert entry.grid_or_error == Grid(twelve)
    one, other = open_text_as_grid_file(f"{PUZZLE}\n{text}\n")
    assert (one.grid_or_error, other.grid_or_error) == (GRID, grid)
    broken = f"GG{text[2:]}"
    one, other = open_text_as_grid_file(f"{PUZZLE}\n{broken}\n")
    assert isinstance(other.grid_or_error, PairFileError)  # not silently one of 9×9
    with pytest.raises(GridError, match="found 'Q'"):
        Grid(text.replace("G", "Q"))
    with pytest.raises(GridError, match="boxes of 3x3"):
        Grid(text, (3, 3))


# Pairs and steps


def test_a_pair_is_read_by_name_or_from_a_file_that_is_open(tmp_path: Path) -> None:
    file = tmp_path / "pair.txt"
    file.write_text(format_pair((GRID, GRID)))
    assert read_pair(file) == read_pair(str(file)) == (GRID, GRID)
    with file.open("rb") as stream:
        assert read_pair(stream) == (GRID, GRID)
    with file.open() as text, pytest.raises(ArgumentError, match=r'open\(name, "rb"\)'):
        read_pair(text)  # type: ignore[arg-type]
    file.write_text("1" + 35 * "." + "\n" + 36 * ".")
    assert read_pair(file, box=(3, 2)).first.shape == (3, 2)
    file.write_text("12\n")
    with pytest.raises(PairFileError, match=r"pair\.txt:1:"):
        read_pair(file)
    with pytest.raises(PairFileError, match=r"missing\.txt"):
        read_pair(tmp_path / "missing.txt")
    for name in (file, tmp_path / "missing.txt"):
        with pytest.raises(PairFileError, match=r"^mine:"):
            read_pair(name, source="mine")


def test_steps_are_said_in_the_language_asked_for_and_in_no_other_afterwards() -> None:
    assert sentences(TURN, lang="de") == ["Um 90° nach rechts drehen"]
    assert sentences(TURN) == sentences(TURN.make_instructions()) == ["Turn right by 90°"]
    assert sentences(TURN, "order", "de") == ["Um 90° nach rechts drehen"]
    with pytest.raises(ArgumentError, match="expected a language of en, de, found 'fr'"):
        sentences(TURN, lang="fr")
    with pytest.raises(ArgumentError, match="expected a notation of arrows, order, compact"):
        sentences(TURN, "prose")


def test_a_transformation_is_written_with_lists_and_plain_boxes() -> None:
    identity = Transformation.identity((2, 2))
    assert identity == Transformation(
        (2, 2), 0, [0, 1], [0, 1], [[0, 1], [0, 1]], [[0, 1], [0, 1]], [1, 2, 3, 4]
    )
    assert identity.shape.size == 4
    assert eval(repr(TURN), vars(sudokopie)) == TURN


def test_steps_are_values() -> None:
    assert TURN.make_instructions() == TURN.make_instructions()
    assert TURN.make_instructions() != TURN.make_undo_instructions()
    assert (
        len({TURN.make_instructions(), TURN.make_instructions(), TURN.make_undo_instructions()})
        == 2
    )
    assert TURN.make_instructions() != cast("object", list(TURN.make_instructions()))
    nothing = Transformation.identity((2, 2))
    assert (
        nothing.make_instructions() != nothing.make_undo_instructions()
    )  # the parts are the same, their order is not
    assert repr(TURN.make_instructions()).startswith("Instructions(Transformation(shape=")
    assert pickle.loads(pickle.dumps(TURN.make_instructions())) == TURN.make_instructions()


# Answers


def every_way(first: Grid, second: Grid) -> list[Transformation]:
    return list(all_ways(first, second))


@pytest.mark.parametrize("question", [nearest, part_of, within, ways, why_not, every_way])
def test_what_is_no_grid_is_refused_in_words(question: Any) -> None:
    for one, kind in ((PUZZLE, "str"), (np.array(ROWS), "ndarray"), (ROWS, "list")):
        with pytest.raises(GridError, match=rf"of type {kind} \(Grid\(...\) makes one\)"):
            question(one, GRID)
    with pytest.raises(GridError, match="the two Sudokus have boxes of 3x3 and of 2x2"):
        question(GRID, Grid("1" + 15 * "."))


def test_symmetries_need_a_grid() -> None:
    with pytest.raises(GridError, match=r"of type str \(Grid\(...\) makes one\)"):
        symmetries(PUZZLE)  # type: ignore[arg-type]


@pytest.mark.parametrize("given", [PUZZLE, PUZZLE.encode(), np.array(ROWS), ROWS, [*chain(*ROWS)]])
def test_frequent_questions_take_what_a_grid_is_made_from(given: Any) -> None:
    for pair in ((given, GRID), (GRID, given), (given, given)):
        assert decide(*pair).transformation == decide(GRID, GRID).transformation
    assert canonical_form(given).form == canonical_form(GRID).form
    assert complete(given) == complete(GRID)
    assert count_completions(given) == has_one_completion(given) == 1
    with pytest.raises(GridError, match="the two Sudokus have boxes of 3x3 and of 2x2"):
        decide(given, "1" + 15 * ".")
    for question in (canonical_form, complete, count_completions):
        with pytest.raises(GridError):
            question(given[:-1])


@pytest.mark.parametrize(
    ("wrong", "kind", "message"),
    [
        (lambda: Grid(ROWS, (-3, -3)), GridError, r"found \(-3, -3\)"),
        (lambda: Grid.parse("12\n..", box=3), GridError, "of a box, found 3"),  # type: ignore[arg-type]
        (lambda: least_images([PUZZLE, None]), GridError, "found None, a missing value"),  # type: ignore[list-item]
        (lambda: GRID.agreeing(Grid("1" + 15 * ".")), GridError, "the two Sudokus have boxes of"),
        (lambda: decide(GRID, OTHER, None), ArgumentError, "name of a backend, found None"),  # type: ignore[arg-type]
        (lambda: SAME.replace_parts(rotation=1.0), TransformationError, "a rotation of"),
        (
            lambda: SAME.replace_parts(bands=(1.0, 0, 2)),
            TransformationError,
            "bands to rearrange 0..2",
        ),
        (
            lambda: SAME.replace_parts(rows=[(0.0, 1, 2)] * 3),
            TransformationError,
            "rows to rearrange",
        ),
        (lambda: count_completions(GRID, -1), ArgumentError, "a limit of at least 0, found -1"),
        (lambda: decide(GRID, OTHER, encoding="plain"), ArgumentError, "Encoding, found 'plain'"),  # type: ignore[arg-type]
        (lambda: decide(GRID, OTHER, timeout=-1), ArgumentError, "above 0 seconds, found -1"),
        (lambda: decide(GRID, OTHER, timeout=float("nan")), ArgumentError, "found nan"),
        (lambda: decide(GRID, OTHER, timeout=True), ArgumentError, "found True"),
        (lambda: decide(GRID, OTHER, timeout="5"), ArgumentError, "found '5'"),  # type: ignore[arg-type]
        (lambda: complete(GRID, timeout=0), ArgumentError, "above 0 seconds, found 0"),
        (lambda: complete(GRID, timeout=(5,)), ArgumentError, r"found \(5,\)"),  # type: ignore[arg-type]
        (lambda: canonical_form(GRID, "least"), ArgumentError, "a form of min, max"),
        (lambda: decide(GRID, OTHER, encoding=Encoding(cells="x")), ArgumentError, "cells as"),
    ],
)
def test_what_is_no_argument_is_refused_in_words(
    wrong: Callable[[], object], kind: type[SudokopieError], message: str
) -> None:
    with pytest.raises(kind, match=message):
        wrong()


def test_boxes_of_an_array_may_be_those_of_two_numbers() -> None:
    assert Grid.parse("12\n..", box=(1, 2)).shape == BoxShape(1, 2)


def test_time_may_be_limited_in_every_question(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "sudokopie.kernel.kernel_functions.compiled", None
    )  # which is quicker than any clock
    for question in (complete, count_completions, has_one_completion):
        with pytest.raises(DeadlinePassedError):
            question(Grid([[0] * 9] * 9), timeout=1e-9)


def test_part_of_says_which_is_part_of_which() -> None:
    puzzle, whole = Grid("1" + 15 * "."), Grid("12....1..3.....1")
    found = part_of(puzzle, whole)
    assert (found.word, found.part, found.steps) == ("part", 1, 0)
    assert found.transformation is not None
    assert part_of(part=whole, whole=puzzle).word == "no part"
    assert within(whole, puzzle).part == 2
    with pytest.raises(TypeError, match="compare its verdict"):
        bool(found)


@pytest.mark.parametrize("question", [decide, part_of, nearest, ways])
def test_no_answer_has_a_truth_value(question: Any) -> None:
    with pytest.raises(TypeError, match="compare its verdict"):
        bool(question(GRID, OTHER))
    with pytest.raises(TypeError, match="compare its verdict"):
        bool(survey(OTHER))


def test_a_certificate_is_written_and_checked(tmp_path: Path) -> None:
    answer, folder = decide(GRID, TURNED), str(tmp_path / "yes")
    certify(answer).write(folder)
    checked = check_certificate(folder, GRID, TURNED)
    assert isinstance(checked, YesClaim)
    assert checked.witness == answer.transformation
    with pytest.raises(ProofError):
        check_certificate(folder, GRID, OTHER)
    with pytest.raises(ArgumentError, match="expected 2, which the certificate is about, found 1"):
        check_certificate(folder, GRID)
    with pytest.raises(GridError, match="of type str"):
        check_certificate(folder, GRID, PUZZLE)  # type: ignore[arg-type]
    certify(decide(GRID, OTHER)).write(str(tmp_path / "no"))
    check_certificate(str(tmp_path / "no"), GRID, OTHER)
    lines = (tmp_path / "no" / "question.cnf").read_text().splitlines()
    assert lines[0] == f"c sudokopie {sudokopie.__version__}"
    assert not [line for line in lines if line.startswith("c command")]
    with pytest.raises(ArgumentError, match="expected an answer, found Grid"):
        certify(GRID)  # type: ignore[arg-type]


def test_answers_are_no_tuples_and_never_change() -> None:
    for answer in (
        decide(GRID, GRID),
        part_of(GRID, GRID),
        nearest(GRID, GRID),
        symmetries(GRID),
        survey(OTHER),
        ways(GRID, GRID),
        canonical_form(Grid("12....1..3.....1")),
        why_not(GRID, OTHER),
    ):
        assert is_dataclass(answer)
        assert not hasattr(answer, "__len__")
        assert not hasattr(answer, "__dict__")  # slots
        (name, *_) = (one.name for one in fields(answer))
        with pytest.raises(FrozenInstanceError):
            setattr(answer, name, None)


def test_answers_go_through_a_pickle() -> None:
    puzzle, whole = Grid("1" + 15 * "."), Grid("12....1..3.....1")
    for answer in (
        decide(puzzle, whole),
        decide(whole, whole),
        part_of(puzzle, whole),
        part_of(whole, puzzle),
        nearest(puzzle, whole),
        symmetries(whole),
        ways(whole, whole),
        survey(whole),
        TURN,
    ):
        again = pickle.loads(pickle.dumps(answer))
        assert type(again) is type(answer)
        assert repr(again) == repr(answer)


# Notebooks


class Tables(HTMLParser):
    """Reads the tables of a piece of HTML, its items, and what stands in its frame."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tables: list[list[list[int]]] = []
        self.items: list[str] = []
        self.frame = ""
        self._into = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._into = tag
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag == "td":
            self.tables[-1][-1].append(0)
        elif tag == "li":
            self.items.append("")
        elif tag == "iframe":
            assert ("sandbox", "allow-scripts") in attrs
            self.frame = dict(attrs)["srcdoc"] or ""

    def handle_data(self, data: str) -> None:
        if self._into == "td" and data.strip():
            self.tables[-1][-1][-1] = int(data)
        elif self._into == "li":
            self.items[-1] += data.strip().replace("\xa0→\xa0", " -> ")


def test_a_grid_is_a_table_in_a_notebook() -> None:
    shown = Tables(GRID._repr_html_())
    assert shown.tables == [ROWS]
    assert not shown.frame
    html = Grid("1" + 35 * ".", (3, 2))._repr_html_()
    assert (html.count("<tbody"), html.count("<colgroup")) == (2, 3)


def test_an_answer_is_both_grids_its_steps_and_the_boards_in_a_notebook() -> None:
    answer = decide(GRID, TURNED)
    assert answer.transformation is not None
    shown = Tables(answer._repr_html_())
    assert [Grid(rows) for rows in shown.tables] == [GRID, TURNED]
    way = answer.transformation
    assert shown.items == [
        *sentences(way.make_instructions()),
        *sentences(way.make_undo_instructions()),
    ]
    assert '<body data-width="wide" class="only-boards">' in shown.frame
    assert "<script" in shown.frame
    assert "Content-Security-Policy" in shown.frame


def test_a_no_marks_its_reason_and_plays_nothing() -> None:
    moved = Grid("35" + PUZZLE[2:])
    html = decide(GRID, moved)._repr_html_()
    assert "These Sudokus are not copies of each other." in html
    assert "<iframe" not in html
    assert "font-weight: bold" in html.partition("<table")[2]


def test_other_answers_in_a_notebook_say_what_they_are() -> None:
    part = within(GRID, OTHER)
    assert part.word == "part"
    html = part._repr_html_()
    assert "The second Sudoku is a copy of the first with clues left out." in html
    assert "copies of each other" not in html
    assert "1 of the 1 clues" in nearest(OTHER, GRID)._repr_html_()
    assert "symmetr" in survey(OTHER)._repr_html_()


def test_print_shows_an_answer_as_the_command_line_does(
    monkeypatch: pytest.MonkeyPatch, run: Any, tmp_path: Path
) -> None:
    pair = tmp_path / "pair.txt"
    pair.write_text(format_pair(Pair(GRID, OTHER)))
    assert run("solve", str(pair)).out == f"{decide(GRID, OTHER)}\n"
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    solved = search_completions(Grid("1..............."))
    answers = (nearest(GRID, OTHER), within(GRID, OTHER), survey(OTHER), solved)
    for answer in (*answers, ways(GRID, OTHER), canonical_form(GRID)):
        assert str(answer) == as_text(answer, "de") != as_text(answer, "en")
    assert as_text(GRID) == str(GRID)
    assert repr(solved).startswith("CompletionAnswer(grid=Grid('1...")
    with pytest.raises(ArgumentError, match="expected a grid or an answer, found str"):
        as_text(PUZZLE)


def test_html_in_the_language_asked_for_or_that_of_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answer = decide(GRID, OTHER)
    assert "Diese Sudokus sind keine Kopien voneinander." in as_html(answer, "de")
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert answer._repr_html_() == as_html(answer, "de")
    assert as_html(answer, "en") != as_html(answer)
    with pytest.raises(ArgumentError, match="expected a language of en, de, found 'fr'"):
        as_html(answer, "fr")
    with pytest.raises(ArgumentError, match="expected a grid or an answer, found str"):
        as_html(PUZZLE)  # type: ignore[arg-type]


# Duplicates


# A script of a user


SCRIPTS = [ROOT / "tests" / "script_of_a_user.py", *ROOT.glob("tests/applications/*/script_*.py")]
"""What a user writes: of the core, and of each application that has names in the library."""


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_a_script_by_the_public_names_runs(script: Path, tmp_path: Path) -> None:
    runpy.run_path(str(script))["main"](tmp_path)
    text = script.read_text(encoding="utf-8")
    documented = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("sudokopie"):
            room = "" if node.module == "sudokopie" else f"{node.module}."
            assert all(f":: {room}{alias.name}\n" in documented for alias in node.names)


@pytest.fixture
def beside_the_package(tmp_path: Path) -> Path:
    """A folder with the scripts and the package, as type checkers of somebody else see them."""
    (tmp_path / "sudokopie").symlink_to(ROOT, target_is_directory=True)
    for script in SCRIPTS:
        shutil.copy(script, tmp_path)
    return tmp_path


@pytest.mark.slow  # the gate has mypy check this script with all other tests
def test_mypy_finds_nothing_in_it(beside_the_package: Path) -> None:
    settings = "[mypy]\nstrict = true\n[mypy-sudokopie.*]\nfollow_imports = silent\n"
    (beside_the_package / "mypy.ini").write_text(settings)
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *(script.name for script in SCRIPTS)],
        cwd=beside_the_package,
        env={**os.environ, "MYPYPATH": "."},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.skipif(not shutil.which("pyright"), reason="pyright is not installed")
def test_pyright_finds_nothing_in_it(beside_the_package: Path) -> None:
    settings: dict[str, object] = {"typeCheckingMode": "strict", "extraPaths": ["."]}
    settings["include"] = [script.name for script in SCRIPTS]
    (beside_the_package / "pyrightconfig.json").write_text(json.dumps(settings))
    done = subprocess.run(
        ["pyright", "--pythonpath", sys.executable],
        cwd=beside_the_package,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


@dataclass
class Streamed:
    """A column with nothing but one method of Arrow's C interface."""

    column: Any

    def __arrow_c_stream__(self, schema: Any = None) -> Any:
        return self.column.__arrow_c_stream__(schema)


@dataclass
class Given:
    """One with the other method."""

    column: Any

    def __arrow_c_array__(self, schema: Any = None) -> Any:
        return self.column.__arrow_c_array__(schema)


def columns(texts: list[str]) -> Iterator[Any]:
    yield from (pd.Series(texts, dtype=kind) for kind in ("str", "object", "string[pyarrow]"))
    yield from (pa.array(texts, kind()) for kind in (pa.string, pa.large_string, pa.string_view))
    yield pa.chunked_array([texts[:1], texts[1:]])
    yield from (Streamed(pa.chunked_array([texts])), Given(pa.array(texts)))
    with suppress(ImportError):
        yield import_module("polars").Series(texts)


TAKE_COLUMNS = ("duplicates", "labels", "near_pairs")
"""The functions of applications that take columns."""


@pytest.mark.parametrize(
    "function",
    [
        *(signatures, symmetry_counts),
        *(
            getattr(sudokopie, name)
            for name in TAKE_COLUMNS
            if name in collect_application_locations_by_name("library")
        ),
        *(least_images, solutions, partial(shuffled, rng=1)),
    ],
)
def test_columns_are_taken_like_lists(function: Callable[[Any], Any]) -> None:
    texts = [PUZZLE, PUZZLE[::-1], PUZZLE[:-1] + "."]
    expected = repr(function(texts))
    assert [repr(function(column)) for column in columns(texts)] == [expected] * len([*columns([])])
    for table in (pd.DataFrame({"puzzle": texts}), pa.table({"puzzle": texts})):
        assert repr(function(table)) == expected


@pytest.mark.parametrize(
    ("given", "error", "match"),
    [
        (PUZZLE, GridError, r"expected a list of Sudokus \(.*\), found a text"),
        (b"1" * 81, GridError, r"expected a list of Sudokus \(.*\), found bytes"),
        (
            memoryview(b"1" * 81),
            GridError,
            r"expected a list of Sudokus \(.*\), found a memoryview",
        ),
        (None, TypeError, "expected a list, an array or a column of Sudokus, found None"),
        (np.array(5), TypeError, "expected a list, .*, found an array of one"),
        (np.full((1, 9, 9), np.nan), GridError, "turns NaN into blank cells"),
        (np.full((1, 9, 9), 0.5), GridError, "turns floats into whole numbers"),
        (pd.DataFrame({"puzzle": [5]}), GridError, r"table\['puzzle'\] is the column"),
    ],
)
def test_input_that_is_no_list_of_sudokus_is_named(
    given: Any, error: type[Exception], match: str
) -> None:
    with pytest.raises(error, match=match):
        solutions(given)


@pytest.mark.parametrize("steps", [None, 5, "Turn", []])
def test_sentences_about_no_transformation_are_refused(steps: Any) -> None:
    with pytest.raises(TypeError, match="expected a transformation or instructions, found"):
        sentences(steps)


def test_all_files_that_name_the_version_name_this_one() -> None:
    version = sudokopie.__version__
    lines_with_version = {
        "pyproject.toml": f'version = "{version}"',
        "CITATION.cff": f"version: {version}",
        "SECURITY.md": f"Version {version} is maintained",
        "CHANGELOG.md": f"\n## {version} - 20",
        "docs/exports.md": f"c sudokopie {version}",
        "docs/for/solvers.md": f"c sudokopie {version}",
    }
    for name, line in lines_with_version.items():
        assert line in (ROOT / name).read_text("utf-8"), name
