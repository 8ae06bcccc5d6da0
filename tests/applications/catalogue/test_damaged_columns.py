"""Each column of a catalogue with a value of another type: one sentence names the row and the
column.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from sudokopie.applications.catalogue import Catalogue
from sudokopie.applications.catalogue.schema import MIGRATIONS, connect_to_database
from sudokopie.base.errors import CatalogueError

from conftest import write
from hostile.program import judge, run

GRIDS = ["12..............", "1234341221434321", "..............21", "123434122143432."]
VALUES = {"blob": b"\x00\xff", "text": "x", "integer": 10**15, "null": None}
COMMANDS = [
    "list seen.db",
    "list seen.db --json",
    "list seen.db --quiet",
    "list seen.db --class 1 --copies",
    "list seen.db --file old.csv --since 2000 --issue 3",
    "export seen.db",
    "export seen.db --first --format csv -o seen.csv",
    "find seen.db new.txt",
    "find seen.db new.txt --near 2 --within --all --steps",
    "find seen.db one.txt",
    "review seen.db new.txt",
    "review seen.db one.txt --json",
    "stats seen.db",
    "add seen.db new.txt",
    "merge new.db seen.db",
    "merge seen.db other.db",
    "remove seen.db 2",
    "remove seen.db --class 1",
    "remove seen.db --file old.csv",
]


def columns_of_catalogue() -> Iterator[tuple[str, str, str]]:
    """Yield each column of each table, and its declared type. Numbers of rows are left out, because
    SQLite stores nothing else there.
    """
    with closing(connect_to_database(":memory:")) as database:
        for step in MIGRATIONS:
            for statement in step.split(";"):
                database.execute(statement)
        for table in ("file", "class", "sudoku"):
            for _, name, kind, _, _, is_key in database.execute(f"PRAGMA table_info({table})"):
                if not is_key:
                    yield table, name, kind


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def catalogues(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two catalogues and two files of Sudokus."""
    folder = tmp_path_factory.mktemp("catalogues")
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(folder)
        lines = [f"{cells},title,2006-08-31,3,more" for cells in GRIDS]
        write("old.csv", ["sudoku,title,date,issue,rest", *lines])
        write("new.txt", GRIDS)
        write("one.txt", GRIDS[:1])
        for name in ("seen.db", "other.db"):
            assert run("catalogue", "add", name, "old.csv", "--keep-line").status == 0
    return folder


def damage(table: str, column: str, value: object, path: str = "seen.db") -> None:
    """Write a value into a column of the first row of a table. It may be NULL, also in a column in
    which SQLite allows no NULL.
    """
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA writable_schema = ON")
    old = database.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'").fetchall()
    database.execute("UPDATE sqlite_master SET sql = replace(sql, 'NOT NULL', '')")
    (version,) = database.execute("PRAGMA schema_version").fetchone()
    database.execute(f"PRAGMA schema_version = {version + 1}")
    database.close()
    database = sqlite3.connect(path, isolation_level=None)
    database.execute(
        f"UPDATE {table} SET {column} = ? WHERE id = (SELECT min(id) FROM {table})", [value]
    )
    database.execute("PRAGMA writable_schema = ON")
    for name, sql in old:
        database.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", [sql, name])
    database.execute(f"PRAGMA schema_version = {version + 2}")
    database.close()


def copy_catalogues(folder: Path) -> None:
    for path in folder.iterdir():
        shutil.copy(path, path.name)


CASES = [
    pytest.param(
        *(table, column, found), marks=[] if found in ("blob", "text") else pytest.mark.slow
    )
    for table, column, kind in columns_of_catalogue()
    for found in VALUES
    if found != kind.lower() and (found, kind) != ("integer", "TEXT")  # which becomes a text
]


@pytest.mark.parametrize(("table", "column", "found"), CASES)
def test_a_value_of_another_type_is_named(
    catalogues: Path, table: str, column: str, found: str
) -> None:
    copy_catalogues(catalogues)
    damage(table, column, VALUES[found])
    content = Path("seen.db").read_bytes()
    for command in COMMANDS:
        ran = run("catalogue", *command.split())
        judge(ran)
        assert ran.status == 2, (command, ran)
        sentence = f"row 1 of the table {table} has a value of type {found} in the column {column}"
        assert sentence in ran.err, (command, ran)
        assert Path("seen.db").read_bytes() == content
        assert not Path("seen.csv").exists()
    ran = run("catalogue", "verify", "seen.db")
    judge(ran)
    assert ran.status == 1
    assert sentence in ran.out
    assert run("catalogue", "salvage", "seen.db", "saved.db").status in (0, 1)
    with Catalogue.open("seen.db") as catalogue:  # some calls need no damaged value
        for call in (catalogue.stats, catalogue.shapes, lambda: [*catalogue.select()]):
            with suppress(CatalogueError):
                call()


@pytest.mark.parametrize(("table", "column", "found"), CASES)
def test_a_large_catalogue_is_not_searched_for_damage_before(
    catalogues: Path, monkeypatch: pytest.MonkeyPatch, table: str, column: str, found: str
) -> None:
    """The damage is then found when the value is read."""
    monkeypatch.setattr("sudokopie.applications.catalogue.schema.QUICKLY_CHECKED", 0)
    copy_catalogues(catalogues)
    damage(table, column, VALUES[found])
    for command in COMMANDS:
        ran = run("catalogue", *command.split())
        judge(ran)
        if ran.status == 2:
            assert f"row 1 of the table {table} has a value of type {found} in" in ran.err


@pytest.mark.parametrize(
    "value", [-1, *(pytest.param(n, marks=pytest.mark.slow) for n in (0, 10**15))]
)
@pytest.mark.parametrize(
    ("table", "column"),
    [(table, column) for table, column, kind in columns_of_catalogue() if kind == "INTEGER"],
)
def test_a_wrong_number_is_no_internal_error(
    catalogues: Path, table: str, column: str, value: int
) -> None:
    for command in [*COMMANDS, "verify seen.db", "salvage seen.db saved.db"]:
        copy_catalogues(catalogues)
        damage(table, column, value)
        judge(run("catalogue", *command.split()))
