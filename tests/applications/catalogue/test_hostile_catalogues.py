"""Catalogues from strangers: no code in them is run, and damaged values are not believed."""

from __future__ import annotations

import os
import signal
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sudokopie import Grid
from sudokopie.applications.catalogue import Catalogue
from sudokopie.applications.catalogue.known_sudokus import Selection, Source
from sudokopie.applications.catalogue.schema import CatalogueConnection
from sudokopie.base.errors import (
    ArgumentError,
    CatalogueError,
)
from sudokopie.sudoku.random_grids import random_grid
from sudokopie.sudoku.shape import BoxShape

from hostile.program import judge, run
from hostile.specimens import LINES

ENDLESS = "WITH RECURSIVE x(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM x) SELECT"


@pytest.mark.parametrize(
    "trap",
    [
        f"ALTER TABLE file RENAME TO f; CREATE VIEW file AS {ENDLESS} i AS id, 'a' AS path FROM x",
        f"CREATE VIEW pragma_user_version AS {ENDLESS} i AS user_version FROM x",
        "CREATE TRIGGER t AFTER INSERT ON sudoku BEGIN DELETE FROM class; END",
        "CREATE INDEX i ON sudoku (abs(line))",
        "ALTER TABLE sudoku ADD COLUMN x AS (zeroblob(1000000000))",
        "CREATE TABLE t (x)",
    ],
)
def test_what_stands_in_a_catalogue_is_not_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trap: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("some.csv").write_bytes(LINES)
    assert run("catalogue", "add", "seen.db", "some.csv").status == 0
    database = sqlite3.connect("seen.db")
    database.executescript(trap)
    database.close()
    content = Path("seen.db").read_bytes()
    for command in ("stats", "list", "verify", "find", "add"):
        ran = run("catalogue", command, "seen.db", *["some.csv"] * (command in ("find", "add")))
        judge(ran)
        assert "other tables than a catalogue has: " in ran.err
        assert ran.status == 2
    assert Path("seen.db").read_bytes() == content
    # Numbers and cells are taken from the pages, so that nothing is lost.
    assert run("catalogue", "salvage", "seen.db", "new.db").out == "Sudokus saved: 4. Lost: 0.\n"


@pytest.mark.parametrize("command", ["list", "list --quiet", "list --json", "export", "verify"])
def test_rows_out_of_order_do_not_go_on_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("some.csv").write_bytes(LINES)
    assert run("catalogue", "add", "seen.db", "some.csv").status == 0
    database = sqlite3.connect("seen.db")
    ((root,),) = database.execute("SELECT rootpage FROM sqlite_master WHERE name = 'sudoku'")
    ((size,),) = database.execute("PRAGMA page_size")
    database.close()
    content = bytearray(Path("seen.db").read_bytes())
    page = memoryview(content)[(root - 1) * size : root * size]
    assert (page[0], int.from_bytes(page[3:5], "big")) == (13, 4)  # a leaf with four rows
    cell = int.from_bytes(page[14:16], "big")
    number = cell + 1 + (page[cell] > 127)  # after the length, which may take two bytes
    assert page[number] == 4
    page[number] = 2  # after 3
    Path("seen.db").write_bytes(content)
    ran = run("catalogue", *command.split(), "seen.db")
    judge(ran)
    assert (ran.status, "is damaged (" in ran.err + ran.out) == (2, True)


def test_what_sqlite_has_counted_is_no_trap(tmp_path: Path) -> None:
    path = str(tmp_path / "seen.db")
    Catalogue.open(path, create=True).close()
    database = sqlite3.connect(path)
    database.executescript("INSERT INTO file VALUES (1, 'a'); ANALYZE")
    database.close()
    Catalogue.open(path).close()


@pytest.mark.skipif(sys.platform == "win32", reason="has no such timers")
def test_signals_come_through(tmp_path: Path) -> None:
    connection = CatalogueConnection(str(tmp_path / "seen.db"), create=True)
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(KeyboardInterrupt):
            connection.fetch_all_rows(f"{ENDLESS} max(i) FROM x")
    finally:
        signal.signal(signal.SIGALRM, before)
        connection.close()


def test_a_form_with_another_digit_is_not_believed(tmp_path: Path) -> None:
    """The changed form is a copy of the old form, so its signature is still right."""
    grid, path = Grid("1" + 15 * "."), str(tmp_path / "seen.db")
    with Catalogue.open(path, create=True) as catalogue:
        catalogue.add([grid], [Source("file", 1)])
        ((form,),) = catalogue.connection.fetch_all_rows("SELECT form FROM class")
        changed = bytes(2 * byte for byte in form)
        catalogue.connection.fetch_all_rows("UPDATE class SET form = ?", changed)
        with pytest.raises(CatalogueError, match="damaged"):
            catalogue.copies_of(grid)


def test_a_bit_that_is_wrong_is_not_believed(tmp_path: Path) -> None:
    """A damaged catalogue never answers that a Sudoku in it is new."""
    path, rng = tmp_path / "seen.db", Random(int(os.environ.get("HOSTILE_SEED", "1")))
    grids = [random_grid(BoxShape(2, 2), rng.randrange(7), rng) for _ in range(40)]
    with Catalogue.open(str(path), create=True) as catalogue:
        catalogue.add(grids, [Source("file", number) for number in range(40)])
    content = path.read_bytes()
    places = [place for place, byte in enumerate(content) if byte]
    refused = 0
    for place in rng.sample(places, 2000 if "HOSTILE_TIMES" in os.environ else 50):
        changed = bytearray(content)
        changed[place] ^= 1 << rng.randrange(8)
        path.write_bytes(changed)
        try:
            with Catalogue.open(str(path)) as catalogue:
                catalogue.connection.check_integrity()
                assert all(catalogue.copies_of(grid) for grid in grids), place
        except CatalogueError:
            refused += 1
    assert refused


GRID = Grid("1" + 15 * ".")


HALF = "\ud800"
"""Half a character."""


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda seen: seen.add([GRID], [Source("a", 2**70)]), "too large"),
        (lambda seen: seen.add([GRID], [Source(5, 1)]), "what can be stored"),  # type: ignore[arg-type]
        (lambda seen: seen.add([GRID], [Source("a", 1, None)]), "what can be stored"),  # type: ignore[arg-type]
        (lambda seen: seen.add([GRID], [Source("a", 1, HALF)]), "what can be stored"),
        (lambda seen: seen.add([GRID], [5]), "stored, found: 5"),
        (lambda seen: seen.add([GRID], []), "sources of 1 Sudokus"),
        (lambda seen: [*seen.select(Selection(files=(HALF,)))], "what can be stored"),
        (lambda seen: [*seen.select(Selection(since=HALF))], "what can be stored"),
        (lambda seen: seen.count(Selection(issue=HALF)), "what can be stored"),
        (lambda seen: seen.remove(Selection(ids=(2**70,))), "what can be stored"),
        (lambda _: Catalogue.open(HALF, create=True), "what can be stored"),
    ],
)
def test_what_a_catalogue_cannot_store(
    tmp_path: Path, wrong: Callable[[Any], object], message: str
) -> None:
    with Catalogue.open(str(tmp_path / "seen.db"), create=True) as catalogue:
        with pytest.raises(ArgumentError, match=message):
            wrong(catalogue)
        assert len(catalogue) == 0
        assert catalogue.stats().files == 0


@pytest.mark.parametrize("name", [HALF, "a\0b"])
def test_a_catalogue_of_a_name_that_no_file_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FileNotFoundError):
        Catalogue.open(name)
    with pytest.raises((FileNotFoundError, ArgumentError)):
        Catalogue.open(name, create=True)
    assert not [*tmp_path.iterdir()]
