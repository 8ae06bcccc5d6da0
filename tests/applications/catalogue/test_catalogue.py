"""The catalogue as a library: adding, finding and checking, also while processes are killed or
another process writes.
"""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import astuple
from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudokopie import BoxShape, Grid
from sudokopie.answers.bulk.transformation_arrays import TransformationArrays
from sudokopie.answers.nearest import nearest
from sudokopie.answers.part import part_of
from sudokopie.applications.catalogue import ALL, AddedCounts, Catalogue, Selection, Source
from sudokopie.applications.catalogue.checking import yield_checked_counts_and_problems
from sudokopie.applications.catalogue.class_filters import make_clue_count_profiles
from sudokopie.applications.catalogue.finding import Finder, Finding, FindOptions
from sudokopie.applications.catalogue.prepared import unpack_grid, unpack_steps
from sudokopie.applications.catalogue.schema import VERSION, CatalogueConnection
from sudokopie.applications.collection.duplicates import SudokuCollection
from sudokopie.base.errors import ArgumentError, CatalogueError, GridError, PairFileError
from sudokopie.base.verdict import Verdict
from sudokopie.kernel import kernel_functions
from sudokopie.sudoku.arrays import pack_numbers, stack
from sudokopie.sudoku.random_grids import (
    cyclic_grid,
    random_complete_grid,
    random_grid,
    random_transformation,
    remove_clues,
)

from older_catalogues import of_version
from strategies import grids, grids_with_transformations

FOUR, SIX, NINE = BoxShape(2, 2), BoxShape(2, 3), BoxShape(3, 3)

NO_SUDOKU = "Sudoku 2: the stored cells are no Sudoku, or the stored steps are no transformation"


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "seen.db")


@pytest.fixture
def catalogue(path: str) -> Iterator[Catalogue]:
    with Catalogue.open(path, create=True) as opened:
        yield opened


def sources(number: int, file: str = "file") -> list[Source]:
    return [Source(file, line, f"name {line}") for line in range(1, number + 1)]


def small_grids(number: int, seed: int = 1, shape: BoxShape = FOUR) -> list[Grid]:
    """Return grids with few clues, so that many are copies of others and some have symmetries."""
    rng = Random(seed)
    return [random_grid(shape, rng.randrange(7), rng) for _ in range(number)]


def problems(catalogue: Catalogue) -> list[str]:
    return [
        str(one.problem)
        for one in yield_checked_counts_and_problems(catalogue)
        if one.problem is not None
    ]


def find(
    catalogue: Catalogue, some: list[Grid], wanted: FindOptions | None = None
) -> list[Finding]:
    task = stack(some), some[0].shape
    (found,) = Finder(catalogue, wanted or FindOptions()).yield_findings_of_each_task(iter([task]))
    return list(found)


# Adding


def test_sudokus_are_added_in_all_forms(catalogue: Catalogue) -> None:
    texts = ["1234" + 12 * ".", "12" + 14 * "."]
    cells = np.array([[int(cell) for cell in text.replace(".", "0")] for text in texts])
    masked = np.ma.masked_array(cells, cells == 4)
    forms = [texts, cells, cells.tolist(), [text.encode() for text in texts], pd.Series(texts)]
    for number, form in enumerate(forms):
        assert catalogue.add(form, sources(2, f"{number}")).added == 2
    rows = [{"p": text} for text in texts]
    assert catalogue.add(rows, sources(2, "dicts"), column="p").added == 2
    assert catalogue.add(masked, sources(2, "masked")).classes == 1
    grids = [known.grid for known in catalogue.select()]
    assert grids == [*map(Grid, texts)] * 6 + [Grid("123" + 13 * "."), Grid(texts[1])]


def test_a_file_is_added_with_its_lines_as_sources(catalogue: Catalogue, tmp_path: Path) -> None:
    file = tmp_path / "old.csv"
    text = "12" + 14 * "."
    file.write_text(f'title,date,cells\n"own, ""made""",1.7.2006,{text}\nB,,{text[::-1]}\n')
    assert catalogue.add(file) == AddedCounts(2, 2, 1)
    assert catalogue.add(str(file)) == AddedCounts(2, 0, 0)
    assert [known.source for known in catalogue.select()] == [
        Source(str(file), 2, 'own, "made"', "2006-07-01"),
        Source(str(file), 3, "B"),
    ]
    assert catalogue.add(file, column="cells").added == 0
    file.write_text(f"{text[::-1]}\n{text[1:]}1x\n")
    with pytest.raises(PairFileError, match=r"old\.csv:2"):
        catalogue.add(file)
    with pytest.raises(ArgumentError, match="expected no sources beside a file"):
        catalogue.add(file, sources(2))
    with pytest.raises(ArgumentError, match="expected the sources of 1 Sudokus"):
        catalogue.add([text])
    assert len(catalogue) == 2


@pytest.mark.parametrize("shape", [FOUR, SIX, BoxShape(3, 2), BoxShape(1, 5)])
def test_classes_are_those_that_duplicates_finds(catalogue: Catalogue, shape: BoxShape) -> None:
    some = small_grids(150, 2, shape)
    some += [random_transformation(shape, Random(i)).apply(one) for i, one in enumerate(some[:50])]
    with SudokuCollection(shape) as collection:
        collection.add(some)
        first = collection.classes().first.tolist()
    added = catalogue.add(some, sources(len(some)))
    assert tuple(added[:3]) == (len(some), len(some), len(set(first)))
    known = list(catalogue.select())
    assert [one.grid for one in known] == some
    assert [one.source for one in known] == sources(len(some))
    assert [known[i].class_id for i in first] == [one.class_id for one in known]
    assert not problems(catalogue)


def test_large_grids_and_symmetric_ones(catalogue: Catalogue) -> None:
    for shape in (BoxShape(4, 4), NINE):
        grid = cyclic_grid(shape)
        copy = random_transformation(shape, Random(3)).apply(grid)
        assert catalogue.add([grid, copy], sources(2)).classes == 1
    assert [kind[:3] for kind in catalogue.stats().kinds] == [(NINE, 81, 2), ((4, 4), 256, 2)]
    assert not problems(catalogue)


def test_the_same_from_the_same_file_is_there_once(catalogue: Catalogue) -> None:
    one, other = small_grids(2)
    assert catalogue.add([one, other], [Source("a", 1), Source("a", 2)]).added == 2
    again = [Source("a", 7), Source("a", 8, "new name"), Source("b", 1)]
    assert catalogue.add([one, one, one], again) == AddedCounts(3, 2, 0)
    assert [known.source for known in catalogue.select()][2:] == again[1:]


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (Source("a", "7"), "stored, found: .* line='7'"),  # type: ignore[arg-type]
        (Source("a", 1, "t\ud800"), r"stored, found: .* '\\ud800'"),
        (Source("a\udc80", 1), r"stored, found: .* '\\udc80'"),
    ],
)
def test_a_source_that_cannot_be_stored_is_refused(
    catalogue: Catalogue, source: Source, said: str
) -> None:
    with pytest.raises(ArgumentError, match=said):
        catalogue.add([Grid("12" + 14 * ".")], [source])
    assert len(catalogue) == 0


def test_nothing_is_added_where_something_is_wrong(catalogue: Catalogue) -> None:
    with pytest.raises(GridError):
        catalogue.add([Grid([[1]]), Grid([[1, 0], [0, 0]])], sources(2))
    with pytest.raises(ArgumentError, match="the sources of 3 Sudokus"):
        catalogue.add(small_grids(3), sources(2))
    assert len(catalogue) == 0
    assert catalogue.connection.fetch_only_row("SELECT count(*) FROM class") == (0,)


def test_processes_add_the_same_as_one(catalogue: Catalogue, tmp_path: Path) -> None:
    some = small_grids(200)
    batches = [(FOUR, stack(some[i : i + 50]), sources(200)[i : i + 50]) for i in range(0, 200, 50)]
    told: list[AddedCounts] = []
    total = catalogue.add_batches(iter(batches), 2, told.append)
    assert told[-1] == total
    assert [one.read for one in told] == [50, 100, 150, 200]
    with Catalogue.open(str(tmp_path / "other"), create=True) as other:
        assert other.add_batches(iter(batches)) == total
        assert list(other.select()) == list(catalogue.select())


@pytest.mark.gate
def test_what_was_told_is_there_after_a_kill(tmp_path: Path) -> None:
    script = Path(__file__).with_name("catalogue_killed.py")
    # A folder in memory is enough, because only processes are killed, not the machine.
    memory = Path("/dev/shm")
    place = memory if os.access(memory, os.W_OK) else tmp_path
    folder = tempfile.mkdtemp(dir=place)
    seed = random.randrange(10**6)
    done = subprocess.run(
        [sys.executable, str(script), folder, "8", str(seed)],
        capture_output=True,
        text=True,
        check=False,
    )
    shutil.rmtree(folder)
    assert done.returncode == 0, (seed, done.stderr)
    found = list(map(int, done.stdout.split()))
    assert len(found) == 8
    assert len(set(found)) > 3  # they were killed at different moments


_ADD = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from catalogue_killed import add
print("ready", flush=True)
sys.stdin.readline()
add(Path(sys.argv[1]))
"""


@pytest.mark.gate
def test_two_processes_add_the_same_at_once(path: str) -> None:
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", _ADD, path, str(Path(__file__).parent)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    for process in processes:
        process.communicate()
        assert process.returncode == 0
    with Catalogue.open(path) as catalogue:
        assert not problems(catalogue)
        names = [known.source for known in catalogue.select()]
        assert len(set(names)) == len(names) == 600


def test_a_full_disk_loses_nothing(catalogue: Catalogue) -> None:
    catalogue.add(small_grids(50), sources(50))
    (pages,) = catalogue.connection.fetch_only_row("PRAGMA page_count")
    before = list(catalogue.select())
    catalogue.connection.fetch_only_row(f"PRAGMA max_page_count = {pages + 2}")
    with pytest.raises(
        CatalogueError, match="the disk is full; the Sudokus that were added before"
    ):
        catalogue.add(small_grids(500, 2), sources(500, "more"))
    assert list(catalogue.select()) == before
    assert not problems(catalogue)
    catalogue.connection.fetch_only_row("PRAGMA max_page_count = 100000")
    assert catalogue.add(small_grids(500, 2), sources(500, "more")).added == 500


def test_who_writes_is_waited_for(path: str) -> None:
    with Catalogue.open(path, create=True) as one:
        one.add(small_grids(5), sources(5))
        impatient = Catalogue(CatalogueConnection(path, wait_seconds=0.1))
        with one.connection.transaction():
            assert len(list(impatient.select())) == 5
            with pytest.raises(CatalogueError, match="another process is writing to this"):
                impatient.add(small_grids(1), sources(1, "other"))
        assert impatient.add(small_grids(1), sources(1, "other")).added == 1
        impatient.close()


# The file


def version_of(path: str) -> int:
    database = sqlite3.connect(path)
    (version,) = database.execute("PRAGMA user_version").fetchone()
    database.close()
    return int(version)


@pytest.mark.parametrize("version", range(1, VERSION))
def test_an_older_version_is_brought_up_to_date(
    catalogue: Catalogue, path: str, version: int
) -> None:
    catalogue.add(small_grids(20), sources(20))
    older = f"{path}.old"
    of_version(version, path, older)
    assert version_of(older) == version
    with Catalogue.open(older) as opened:
        assert list(opened.select()) == list(catalogue.select())
        assert opened.connection.fetch_all_rows(
            "SELECT * FROM sudoku"
        ) == catalogue.connection.fetch_all_rows("SELECT * FROM sudoku")
        assert opened.add(small_grids(1, 9), [Source("new", 1)]).added == 1
        assert [known.id for known in opened.select()][-1] == 26
        tables = "SELECT sql FROM sqlite_master ORDER BY name"
        assert opened.connection.fetch_all_rows(tables) == catalogue.connection.fetch_all_rows(
            tables
        )
        assert not problems(opened)
    assert version_of(older) == VERSION


def test_a_newer_version_is_refused_and_stays(path: str) -> None:
    Catalogue.open(path, create=True).close()
    database = sqlite3.connect(path)
    database.execute("PRAGMA user_version = 99")
    database.close()
    content = Path(path).read_bytes()
    for create in (False, True):
        with pytest.raises(CatalogueError, match="this catalogue is of version 99, made"):
            Catalogue.open(path, create)
    assert Path(path).read_bytes() == content


def test_other_files_are_refused_and_stay(tmp_path: Path) -> None:
    text = tmp_path / "puzzles.txt"
    text.write_text("12..............\n" * 100)
    other = tmp_path / "other.db"
    database = sqlite3.connect(other)
    database.execute("CREATE TABLE t (x)")
    database.commit()
    database.close()
    for file, message in ((text, "this is no catalogue"), (other, "this is a database, but no")):
        content = file.read_bytes()
        for create in (False, True):
            with pytest.raises(CatalogueError, match=message):
                Catalogue.open(str(file), create)
        assert file.read_bytes() == content


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Catalogue.open(str(tmp_path / "none"))
    with pytest.raises(FileNotFoundError):
        Catalogue.open(str(tmp_path / "no folder" / "none"), create=True)
    with pytest.raises(IsADirectoryError):
        Catalogue.open(str(tmp_path), create=True)
    assert not list(tmp_path.iterdir())


def test_an_empty_file_has_no_sudokus(tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.touch()
    with Catalogue.open(str(empty)) as opened:
        assert len(opened) == 0
        assert not problems(opened)
    assert empty.read_bytes() == b""
    with Catalogue.open(str(empty), create=True) as opened:
        opened.add(small_grids(1), sources(1))
    assert version_of(str(empty)) == VERSION


def test_names_of_files_that_mean_something_elsewhere(tmp_path: Path) -> None:
    path = tmp_path / "a?mode=memory&b#c%20 é.db"
    with Catalogue.open(str(path), create=True) as opened:
        opened.add(small_grids(1), sources(1))
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


# Finding


def test_copies_are_found_with_steps(catalogue: Catalogue) -> None:
    rng = Random(4)
    some = [remove_clues(random_complete_grid(NINE, rng), 25, rng) for _ in range(20)]
    catalogue.add(some, sources(20))
    moved = [random_transformation(NINE, rng).apply(one) for one in some]
    found = find(catalogue, [*moved, random_grid(NINE, 30, rng)], FindOptions(steps=True))
    for one, grid, other in zip(found, moved, some, strict=False):
        assert one.word == "known"
        assert (one.grid, one.known[0].grid, one.copies) == (grid, other, 1)
        assert one.steps is not None
        assert one.steps.leads(other, grid)
    assert found[-1].word == "new"
    assert found[-1].class_id is None


def test_all_copies_or_the_first(catalogue: Catalogue) -> None:
    grid = small_grids(9)[8]
    catalogue.add([grid] * 5, sources(5))
    (first,) = find(catalogue, [grid])
    assert (first.copies, [one.source.line for one in first.known]) == (5, [1])
    (every,) = find(catalogue, [grid], FindOptions(max_copies=None))
    assert [one.source.line for one in every.known] == [1, 2, 3, 4, 5]
    assert catalogue.copies_of(grid) == list(every.known)


@pytest.mark.parametrize("most", [1, 2])
def test_near_ones_are_those_that_nearest_finds(catalogue: Catalogue, most: int) -> None:
    some, asked = small_grids(25, 5), small_grids(12, 6)
    catalogue.add(some, sources(25))
    firsts = list(catalogue.select(Selection(first=True)))
    # The same Sudoku is looked up twice; both times it must get an answer.
    for found in find(catalogue, [*asked, asked[0]], FindOptions(near=most, steps=True)):
        expected = {}
        for known in firsts:
            agreeing = nearest(known.grid, found.grid).agreeing
            total = max(known.grid.clues, found.grid.clues)
            if found.class_id is None and total - agreeing <= most:
                expected[known.id] = agreeing, total
        assert {one.known.id: (one.agreeing, one.total) for one in found.near} == expected
        for one in found.near:
            assert one.steps is not None
            assert one.steps.count_agreeing_cells(one.known.grid, found.grid) == one.agreeing


def test_new_ones_are_not_near_to_each_other(catalogue: Catalogue) -> None:
    rng = Random(3)
    one = remove_clues(random_complete_grid(NINE, rng), 30, rng)
    asked = [one, remove_clues(one, 29, rng)]
    assert [found.near for found in find(catalogue, asked, FindOptions(near=1))] == [(), ()]
    catalogue.add([random_grid(NINE, 30, rng)], sources(1))
    assert [found.near for found in find(catalogue, asked, FindOptions(near=1))] == [(), ()]


@pytest.mark.parametrize("difference", [-2, -1, 1, 2])
def test_near_ones_with_more_clues_or_fewer(catalogue: Catalogue, difference: int) -> None:
    rng = Random(9)
    whole = remove_clues(random_complete_grid(NINE, rng), 30, rng)
    known = remove_clues(whole, 28 + max(0, difference), rng)
    asked = remove_clues(known, known.clues - abs(difference), rng)
    if difference < 0:
        known, asked = asked, known
    catalogue.add([known], sources(1))
    (found,) = find(catalogue, [asked], FindOptions(near=2))
    assert [(one.agreeing, one.total) for one in found.near] == [
        (min(known.clues, asked.clues), max(known.clues, asked.clues))
    ]
    (found,) = find(catalogue, [asked], FindOptions(near=1))
    assert bool(found.near) == (abs(difference) == 1)


def test_parts_are_those_that_part_of_finds(catalogue: Catalogue) -> None:
    some, asked = small_grids(25, 7), small_grids(10, 8)
    catalogue.add(some, sources(25))
    firsts = list(catalogue.select(Selection(first=True)))
    kinds = set()
    for found in find(catalogue, asked, FindOptions(within=True)):
        expected = set()
        for known in firsts:
            is_part = known.grid.clues < found.grid.clues
            pair = (known.grid, found.grid) if is_part else (found.grid, known.grid)
            if known.class_id != found.class_id and part_of(*pair).verdict is Verdict.YES:
                expected.add((known.id, is_part))
        assert {(one.known.id, one.known_is_part) for one in found.parts} == expected
        kinds |= {is_part for _, is_part in expected}
        for one in found.parts:
            pair = (one.known.grid, found.grid)
            part, whole = pair if one.known_is_part else pair[::-1]
            assert one.steps.count_agreeing_cells(part, whole) == part.clues
    assert kinds == {True, False}


def test_time_that_is_not_enough_is_no_answer(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = Random(3)
    whole = random_complete_grid(NINE, rng)
    known = [remove_clues(whole, 30, rng) for _ in range(30)]
    catalogue.add(known, sources(30))
    asked = remove_clues(random_complete_grid(NINE, rng), 18, rng)
    (found,) = find(catalogue, [asked], FindOptions(within=True, seconds=1e-9))
    assert found.word == (
        "undecided" if kernel_functions.compiled is None else "new"
    )  # by numbers of clues
    monkeypatch.setattr(kernel_functions, "compiled", None)
    (found,) = find(catalogue, [asked], FindOptions(within=True, seconds=0.001))
    assert (found.word, found.parts) == ("undecided", ())
    may_hold = make_clue_count_profiles(stack(known), NINE).make_mask_of_possible_containers(
        make_clue_count_profiles(stack([asked]), NINE)
    )
    assert 1 < found.undecided == may_hold.sum()


@given(grids_with_transformations(1), st.randoms(use_true_random=False))
def test_profiles_keep_all_that_may_be(drawn: tuple[Grid, list], rng: Random) -> None:  # type: ignore[type-arg]
    grid, (moved,) = drawn
    for gone in (0, 1, 2):
        if grid.clues < gone:
            continue
        left = remove_clues(grid, grid.clues - gone, rng)
        whole, part = (
            make_clue_count_profiles(stack([one]), grid.shape) for one in (grid, moved.apply(left))
        )
        assert whole.make_mask_of_possible_containers(part).all()
        assert part.make_mask_of_possible_parts(whole).all()
        assert whole.make_mask_of_possible_near_copies(part, gone).all()
        assert gone == 0 or not whole.make_mask_of_possible_near_copies(part, gone - 1).any()


@given(grids([NINE]), grids([NINE]))
def test_profiles_say_the_same_both_ways_round(one: Grid, other: Grid) -> None:
    first, second = (make_clue_count_profiles(stack([grid]), NINE) for grid in (one, other))
    assert (
        first.make_mask_of_possible_containers(second).tolist()
        == second.make_mask_of_possible_parts(first).tolist()
    )
    assert (
        first.make_mask_of_possible_near_copies(second, 2).tolist()
        == second.make_mask_of_possible_near_copies(first, 2).tolist()
    )


# Removing


def test_removing_leaves_copies_and_gives_no_number_again(catalogue: Catalogue) -> None:
    one, other = Grid([[1, 0], [0, 0]]), Grid([[1, 1], [0, 0]])
    catalogue.add([one, one, other], sources(3))
    assert catalogue.remove(Selection(ids=(1,))) == 1
    (found,) = find(catalogue, [one])
    assert [known.id for known in found.known] == [2]
    assert catalogue.remove(Selection(ids=(3, 77))) == 1
    assert catalogue.remove(Selection(files=("other file",))) == 0
    assert catalogue.add([other], [Source("new", 1)]).classes == 1
    assert [(known.id, known.class_id) for known in catalogue.select()] == [(2, 1), (4, 3)]
    assert catalogue.remove(Selection(files=("file",))) == 1
    assert catalogue.remove(ALL) == 1
    assert not problems(catalogue)
    assert astuple(catalogue.stats())[:5] == (0, 0, 0, 0, 0)


# Checking


def _other_cells(connection: CatalogueConnection) -> None:
    connection.execute("UPDATE sudoku SET cells = zeroblob(8) WHERE id = 2")


def _way_elsewhere(connection: CatalogueConnection) -> None:
    connection.execute("UPDATE sudoku SET way = (SELECT way FROM sudoku WHERE id = 1) WHERE id = 2")


def _no_way(connection: CatalogueConnection) -> None:
    connection.execute("UPDATE sudoku SET way = zeroblob(7) WHERE id = 2")


def _short_way(connection: CatalogueConnection) -> None:
    connection.execute("UPDATE sudoku SET way = x'01' WHERE id = 2")


def _text_for_cells(connection: CatalogueConnection) -> None:
    connection.execute("UPDATE sudoku SET cells = '12345678' WHERE id = 2")


def _more_cells(connection: CatalogueConnection) -> None:
    connection.execute("UPDATE sudoku SET cells = zeroblob(9) WHERE id = 2")


def _too_great_digits(connection: CatalogueConnection) -> None:
    connection.execute("UPDATE class SET form = x'9900000000000000' WHERE id = 2")


def _other_signature(connection: CatalogueConnection) -> None:
    connection.execute("UPDATE class SET signature = 7 WHERE id = 2")


def _other_number_of_clues(connection: CatalogueConnection) -> None:
    connection.execute("UPDATE class SET clues = clues + 1 WHERE id = 2")


def _other_name(connection: CatalogueConnection) -> None:
    connection.execute("UPDATE sudoku SET name = 'name 8' WHERE id = 2")


def _empty_class(connection: CatalogueConnection) -> None:
    connection.execute("DELETE FROM sudoku WHERE id = 2")


def _no_class(connection: CatalogueConnection) -> None:
    connection.execute("PRAGMA foreign_keys = OFF")
    connection.execute("DELETE FROM class WHERE id = 2")


def _class_twice(connection: CatalogueConnection) -> None:
    columns = "height, width, signature, exact, form, clues, digits"
    connection.execute(f"INSERT INTO class ({columns}) SELECT {columns} FROM class WHERE id = 2")
    connection.execute("UPDATE sudoku SET class = 3 WHERE id = 3")


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (_other_cells, "Sudoku 2: its stored steps lead to another Sudoku than its sorted form"),
        (_way_elsewhere, "Sudoku 2: its stored steps lead to another Sudoku than its sorted form"),
        (_no_way, NO_SUDOKU),
        (_short_way, NO_SUDOKU),
        (_text_for_cells, NO_SUDOKU),
        (_more_cells, NO_SUDOKU),
        (_too_great_digits, NO_SUDOKU),
        (_other_signature, "Sudoku 2: its signature differs from that of its class"),
        (_other_number_of_clues, "Sudoku 2: its signature differs from that of its class"),
        (_other_name, "Sudoku 2: cells, title, date or issue were changed"),
        (_no_class, "table sudoku refers to a row that does not exist"),
        (_class_twice, "classes 2 and 3 are the same"),
    ],
)
def test_damage_is_found(
    catalogue: Catalogue, damage: Callable[[CatalogueConnection], None], message: str
) -> None:
    grid = Grid([[1, 2, 0, 0], [0, 0, 1, 0], [0] * 4, [0, 0, 0, 3]])
    catalogue.add([Grid([[1] + [0] * 3] + [[0] * 4] * 3)], sources(1))
    copy = random_transformation(FOUR, Random(8)).apply(grid)
    catalogue.add([copy, grid], sources(2))
    assert not problems(catalogue)
    damage(catalogue.connection)
    assert message in problems(catalogue)


def test_a_class_without_sudokus_is_found(catalogue: Catalogue) -> None:
    catalogue.add(list(map(Grid, ([[1, 0], [0, 0]], [[1, 1], [0, 0]]))), sources(2))
    _empty_class(catalogue.connection)
    assert problems(catalogue) == ["class 2 has no Sudoku"]


def test_classes_that_a_solver_finds_the_same(catalogue: Catalogue) -> None:
    """A Sudoku with symmetries is stored twice, with two forms, as if these were two classes."""
    grid = random_transformation(NINE, Random(1)).apply(cyclic_grid(NINE))
    catalogue.add([grid], sources(1))
    columns = "height, width, signature, exact, clues, digits"
    catalogue.connection.execute(
        f"INSERT INTO class (form, {columns}) SELECT "
        f"(SELECT cells FROM sudoku), {columns} FROM class"
    )
    ((form,), (other,)) = catalogue.connection.fetch_all_rows("SELECT form FROM class")
    assert form != other
    catalogue.connection.execute(
        "INSERT INTO sudoku (class, cells, way, file, line, name, date, issue, rest, digest) "
        "SELECT 2, cells, ?, file, line, name, date, issue, rest, digest FROM sudoku",
        (TransformationArrays.identity(NINE, 1).pack().tobytes(),),
    )
    assert problems(catalogue) == ["classes 1 and 2 are the same"]


def test_what_is_damaged_is_not_printed(catalogue: Catalogue) -> None:
    grid = Grid([[1, 2, 0, 0], [0, 0, 1, 0], [0] * 4, [0, 0, 0, 3]])
    catalogue.add([grid], sources(1))
    catalogue.connection.execute("UPDATE sudoku SET cells = x'2100000000000000'")
    with pytest.raises(CatalogueError, match="Sudoku 1 is damaged: its steps lead elsewhere"):
        find(catalogue, [grid])


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE class SET height = 93",
        "UPDATE class SET height = 'two'",
        "UPDATE sudoku SET cells = x''",
        "UPDATE sudoku SET cells = 7",
        "UPDATE sudoku SET cells = x'ffffffffffffffff'",
    ],
)
def test_rows_that_hold_something_else_are_damage(catalogue: Catalogue, damage: str) -> None:
    grid = Grid([[1, 2, 0, 0], [0, 0, 1, 0], [0] * 4, [0, 0, 0, 3]])
    catalogue.add([grid], sources(1))
    catalogue.connection.execute(damage)
    with pytest.raises(CatalogueError, match="this catalogue is damaged"):
        list(catalogue.select())
    *types, last = problems(catalogue)
    assert last == NO_SUDOKU.replace("2", "1")
    assert all(one.startswith("row 1 of the table") for one in types)


@pytest.mark.parametrize("form", ["x''", "7", "x'00'"])
def test_forms_that_hold_something_else_are_damage(catalogue: Catalogue, form: str) -> None:
    catalogue.add(small_grids(3), sources(3))
    catalogue.connection.execute(f"UPDATE class SET form = {form}")
    with pytest.raises(CatalogueError, match="this catalogue is damaged"):
        find(catalogue, small_grids(1, 9), FindOptions(near=2))


def test_names_that_are_no_utf_8_are_shown(catalogue: Catalogue) -> None:
    catalogue.add(small_grids(1), sources(1))
    catalogue.connection.execute("UPDATE sudoku SET name = CAST(x'41ff' AS TEXT)")
    assert next(catalogue.select()).source.name == r"A\xff"


def test_a_damaged_database_is_one_line(catalogue: Catalogue, path: str) -> None:
    catalogue.add(small_grids(300), sources(300))
    catalogue.close()
    content = bytearray(Path(path).read_bytes())
    content[5000:20000] = os.urandom(15000)
    Path(path).write_bytes(content)
    with pytest.raises(CatalogueError) as raised, Catalogue.open(path) as opened:
        found = problems(opened)
        assert found
        raise CatalogueError(found[0])
    assert "\n" not in str(raised.value).strip()


def test_ways_are_those_from_cells_to_forms(catalogue: Catalogue) -> None:
    catalogue.add(small_grids(60, 3), sources(60))
    forms = dict(catalogue.connection.fetch_all_rows("SELECT id, form FROM class"))
    for known in catalogue.select():
        form = unpack_grid(forms[known.class_id], FOUR)
        assert unpack_steps(known.way, FOUR).leads(known.grid, form)


def test_rows_of_bytes_that_are_no_transformations() -> None:
    flat = BoxShape(2, 3)
    same, digits = list(range(6)), list(range(1, 7))
    for shape, row, is_valid in (
        (flat, [0, *same, *same, *digits], True),
        (flat, [0, 1, 0, 4, 5, 2, 3, *same, *digits], True),
        (flat, [0, 0, 2, 1, 3, 4, 5, *same, *digits], False),  # a row leaves its band
        (flat, [0, *same, 0, 1, 3, 2, 4, 5, *digits], False),  # a column leaves its stack
        (flat, [0, 0, 0, 2, 3, 4, 5, *same, *digits], False),
        (flat, [0, *same, *same, 1, 1, 3, 4, 5, 6], False),
        (flat, [1, *same, *same, *digits], False),  # turned, it has another shape
        (FOUR, [1, *range(4), *range(4), *range(1, 5)], True),
    ):
        rows = pack_numbers(np.array([row], np.uint8), shape.size)
        assert TransformationArrays.unpack(
            shape, rows
        ).make_mask_of_valid_transformations().tolist() == [is_valid]
        assert not is_valid or (TransformationArrays.unpack(shape, rows).pack() == rows).all()


def test_pages_of_a_selection_follow_each_other(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sudokopie.applications.catalogue.store._SUDOKUS_A_TRANSACTION", 7)
    monkeypatch.setattr("sudokopie.applications.catalogue.checking._ROWS_AT_ONCE", 7)
    added = catalogue.add_batches([(FOUR, stack(small_grids(30)), sources(30))])
    assert added.read == 30
    ids = [known.id for known in catalogue.select()]
    assert all(one < other for one, other in pairwise(ids))
    assert len(ids) == added.added == len(catalogue)
    assert [one.checked_count for one in yield_checked_counts_and_problems(catalogue)][-1] == 30
    assert np.diff(ids).max() == 1


def test_what_the_documentation_says_of_cells_and_ways(catalogue: Catalogue) -> None:
    rng = Random(2)
    catalogue.add([remove_clues(random_complete_grid(NINE, rng), 30, rng)], sources(1))
    ((packed_cells, packed_way, packed_form),) = catalogue.connection.fetch_all_rows(
        "SELECT cells, way, form FROM sudoku JOIN class ON class.id = class"
    )

    def halves(packed: bytes) -> list[int]:
        return [half for byte in packed for half in (byte >> 4, byte & 15)]

    def unpacked(packed: bytes) -> list[list[int]]:
        assert len(packed) == 41
        *cells, last = halves(packed)
        assert last == 0
        return [cells[start : start + 9] for start in range(0, 81, 9)]

    cells, form = unpacked(packed_cells), unpacked(packed_form)
    assert len(packed_way) == 14
    way = halves(packed_way)
    transposed, rows, columns, digits = way[0], way[1:10], way[10:19], [0, *way[19:]]
    for i in range(9):
        for j in range(9):
            r, c = (columns[j], rows[i]) if transposed else (rows[i], columns[j])
            assert form[i][j] == digits[cells[r][c]]
