"""The SQLite database of a catalogue: the connection to it, its tables and their versions.

A class is a Sudoku and all its copies. For each class the database stores one grid, its form: the
sorted form of its first Sudoku, a copy in which rows, columns and digits are sorted. Each Sudoku is
stored with its cells as they were added, and with its way: the steps from these cells to the form
of its class. The ways of two Sudokus of a class prove that they are copies of each other, even if
the rest of the file is wrong.
"""

import errno
import os
import random
import re
import sqlite3
import sys
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from ...base.errors import ArgumentError, CatalogueError
from ...base.messages import Message, shorten_and_escape
from ...sudoku.arrays import pack_numbers

_APPLICATION_ID = 0x53444B50
"""The number in the header of each catalogue file, SQLite's `application_id`."""

MIGRATIONS = (
    """
    CREATE TABLE file (
        id INTEGER PRIMARY KEY,
        path TEXT NOT NULL UNIQUE
    );
    CREATE TABLE class (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        height INTEGER NOT NULL,
        width INTEGER NOT NULL,
        signature INTEGER NOT NULL,  -- 64 bits, as a signed number
        exact INTEGER NOT NULL,      -- 1: copies have the same form
        form BLOB NOT NULL,          -- of cells, half a byte each up to 15 cells a side
        clues INTEGER NOT NULL,
        digits INTEGER NOT NULL      -- how many of them occur
    );
    CREATE INDEX class_of_signature ON class (signature);
    CREATE TABLE sudoku (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        class INTEGER NOT NULL REFERENCES class,
        cells BLOB NOT NULL,         -- as it came
        way BLOB NOT NULL,           -- from the cells to the form, a transformation
        file INTEGER NOT NULL REFERENCES file,
        line INTEGER NOT NULL,
        name TEXT NOT NULL,
        UNIQUE (class, cells, file, name)
    );
    """,
    """
    CREATE INDEX class_of_clues ON class (height, width, clues, digits);
    CREATE INDEX sudoku_of_file ON sudoku (file);
    """,
    """
    ALTER TABLE sudoku RENAME TO older;
    CREATE TABLE sudoku (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        class INTEGER NOT NULL REFERENCES class,
        cells BLOB NOT NULL,         -- as it came
        way BLOB NOT NULL,           -- from the cells to the form, half a byte a number
        file INTEGER NOT NULL REFERENCES file,
        line INTEGER NOT NULL,
        name TEXT NOT NULL,
        date TEXT NOT NULL,          -- ISO, if it is one
        issue TEXT NOT NULL,
        rest TEXT NOT NULL,          -- what else stood on the line, if that was wanted
        digest INTEGER NOT NULL      -- of shape, cells, file, name, date and issue
    );
    INSERT INTO sudoku SELECT older.id, class, cells, halved(way, height * width), file, line, name,
        '', '', '', digest(height, width, cells, file, name, '', '')
        FROM older LEFT JOIN class ON class.id = class;
    DELETE FROM sqlite_sequence WHERE name = 'sudoku';
    UPDATE sqlite_sequence SET name = 'sudoku' WHERE name = 'older';
    DROP TABLE older;
    CREATE INDEX sudoku_of_class ON sudoku (class, digest);
    CREATE INDEX sudoku_of_file ON sudoku (file);
    DROP INDEX class_of_clues;
    CREATE INDEX class_of_clues ON class (clues);
    """,
)
"""The SQL statements for each version of the tables. The first element creates version 1, and each
further element turns a version into the next version."""

VERSION = len(MIGRATIONS)

QUICKLY_CHECKED = 2**26
"""The size in bytes up to which a catalogue is checked each time before Sudokus are looked up. The
check of a file of this size takes about 0.4 seconds.
"""

_INSTRUCTIONS_AT_ONCE = 100_000
"""The number of instructions of SQLite's virtual machine after which SQLite calls Python, so that
Ctrl-C is noticed. SQLite executes them in a few milliseconds.
"""

_COMMENTS = re.compile(r"(--[^\n]*|\s)+")
_STATISTICS_TABLES = ("sqlite_stat1", "sqlite_stat4")
"""Tables in which the query planner of SQLite keeps its statistics."""

_TABLES = ("file", "class", "sudoku")
_PYTHON_TYPES = {"integer": int, "text": str, "blob": bytes}
"""The Python types of values, by the names that SQLite's function `typeof` returns."""

_SECONDS_TO_WAIT = 60.0
"""Seconds to wait while another process writes to the catalogue."""


class CatalogueConnection:
    """An open SQLite database of a catalogue. When it is opened, its tables are upgraded to the
    newest version.

    `create` is whether the file is created if it does not exist; an empty file counts as a
    catalogue without Sudokus. `wait_seconds` is the number of seconds to wait while another process
    writes. Raises `OSError` if the file cannot be opened, and `CatalogueError` if it is not a
    catalogue, damaged, or of a newer version.
    """

    def __init__(
        self, path: str, create: bool = False, *, wait_seconds: float = _SECONDS_TO_WAIT
    ) -> None:
        if os.path.exists(path) and not os.path.isfile(path):
            number = errno.EISDIR if os.path.isdir(path) else errno.EINVAL
            raise OSError(number, os.strerror(number), path)
        file = Path(path).absolute()
        can_be = file.parent.is_dir() and "\0" not in str(file)
        if not os.path.exists(path) and not (create and can_be):
            reason = Message("there is no such catalogue; `sudokopie catalogue add` makes one")
            raise FileNotFoundError(errno.ENOENT, str(reason), path)
        self.path, self._wait_seconds = path, wait_seconds
        self._types_by_table = dict[str, dict[str, str]]()
        self._types = dict[str, str]()
        with self.convert_sqlite_errors():
            self._database = connect_to_database(
                f"{file.as_uri()}?mode={'rwc' if create else 'rw'}"
            )
        try:
            self._check_and_upgrade_tables(create)
        except BaseException:
            self.close()
            raise

    def _check_and_upgrade_tables(self, create: bool) -> None:
        """Check that the database is a catalogue, and upgrade its tables to the newest version. If
        the file is empty and `create` is false, use an empty database in memory instead, so that
        nothing is written.
        """
        with self.convert_sqlite_errors():
            with self.transaction("DEFERRED"):
                version, is_new = self._check_and_read_version_and_is_empty()
            if is_new and not create:  # Without `create`, nothing is written.
                self._database.close()
                self._database = connect_to_database(":memory:")
            self._execute_patiently("PRAGMA foreign_keys = ON")
            # A cache of 96 MiB keeps pages that are read again and again in memory.
            self._execute_patiently("PRAGMA cache_size = -98304")
            if version < VERSION:
                with self._convert_read_only_error_of_upgrade(version), self.transaction():
                    # Another process may have updated the tables in the meantime.
                    version, _ = self._check_and_read_version_and_is_empty()
                    _upgrade_tables(self._database, version)
                    self._database.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
                    self._database.execute(f"PRAGMA user_version = {VERSION}")
            # All values are checked against the types in the definitions of the tables.
            for table in _TABLES:
                columns = self._execute_patiently(f"PRAGMA table_info({table})").fetchall()
                self._types_by_table[table] = {name: kind.lower() for _, name, kind, *_ in columns}
                self._types |= self._types_by_table[table]

    @contextmanager
    def _convert_read_only_error_of_upgrade(self, version: int) -> Iterator[None]:
        """A context manager for a block that upgrades the tables from the version `version`. If the
        block fails because the file cannot be written, a `CatalogueError` is raised that explains
        why the file must be written. Other errors are raised unchanged.
        """
        try:
            yield
        except CatalogueError as error:
            cause = error.__cause__
            if not version or not isinstance(cause, sqlite3.Error):
                raise
            if _find_primary_error_code(cause) not in (
                sqlite3.SQLITE_READONLY,
                sqlite3.SQLITE_CANTOPEN,
            ):
                raise
            message = Message(
                "this catalogue is of the older version {found} and has to be upgraded to version "
                "{known}, but it cannot be written; copy it into a folder that can be written",
                found=version,
                known=VERSION,
            )
            raise self._make_error(message) from cause

    def _check_and_read_version_and_is_empty(self) -> tuple[int, bool]:
        """Return the version of the catalogue's tables, and whether the file has no tables yet.

        Call this within a transaction. Raises `CatalogueError` if the file is another database, is
        of a newer version, or has other tables, views or triggers than a catalogue, because SQLite
        would execute the statements in views and triggers.
        """
        (application,) = self.fetch_only_row("PRAGMA application_id")
        (version,) = self.fetch_only_row("PRAGMA user_version")
        found = _read_schema_objects(self._database)
        is_new = not (application or version or found)
        if application != _APPLICATION_ID and not is_new:
            raise self._make_error(Message("this is a database, but no catalogue of Sudokus"))
        if version > VERSION:
            message = Message(
                "this catalogue is of version {found}, made by a newer sudokopie; this one "
                "reads up to version {known}",
                found=version,
                known=VERSION,
            )
            raise self._make_error(message)
        with closing(connect_to_database(":memory:")) as database:
            _upgrade_tables(database, 0, version)
            others = sorted({str(name) for _, name, _ in found ^ _read_schema_objects(database)})
        if others:
            names = ", ".join(map(shorten_and_escape, others[:3]))
            raise self.make_damaged_error(
                Message("other tables than a catalogue has: {names}", names=names)
            )
        return version, is_new

    def check_integrity(self, max_bytes: int | None = None) -> None:
        """Let SQLite check the database file, and check the types of all values. Raises
        `CatalogueError` if the file is damaged. Files of more than `max_bytes` bytes are not
        checked, because this takes long; None means that every file is checked.
        """
        if max_bytes is None or os.path.getsize(self.path) <= max_bytes:
            for (text,) in self.fetch_all_rows("PRAGMA integrity_check(1)"):
                if text != "ok":
                    if " value in " in text:  # SQLite reports a wrong type, but not its row.
                        self.check_types()
                    raise self.make_damaged_error(text)
            self.check_types()

    def check_types(self, max_bytes: int | None = None) -> None:
        """Check that each value has the type of its column, because SQLite stores values of other
        types, too. Raises `CatalogueError` for the first value with another type. Files of more
        than `max_bytes` bytes are not checked.
        """
        if max_bytes is None or os.path.getsize(self.path) <= max_bytes:
            for message in self.yield_messages_about_wrong_types():
                raise self.make_damaged_error(message)

    def yield_messages_about_wrong_types(self) -> Iterator[Message]:
        """Yield a message for each stored value that does not have the type of its column."""
        for table, types in self._types_by_table.items():
            found = ", ".join(f"typeof({column})" for column in types)
            is_wrong = " OR ".join(
                f"typeof({column}) <> '{kind}'" for column, kind in types.items()
            )
            rows = self.fetch_all_rows(f"SELECT id, {found} FROM {table} WHERE {is_wrong}")
            for row, *kinds in rows:
                for (column, kind), its_kind in zip(types.items(), kinds, strict=True):
                    if kind != its_kind:
                        yield Message(
                            "row {row} of the table {table} has a value of type {found} in the "
                            "column {column}, expected {kind}",
                            row=row,
                            table=table,
                            found=its_kind,
                            column=column,
                            kind=kind,
                        )

    def close(self) -> None:
        """Close the database file; the connection cannot be used after that."""
        self._database.close()

    def fetch_all_rows(
        self, query: str, *values: object, are_types_checked: bool = True
    ) -> list[tuple[Any, ...]]:
        """Execute an SQL query and return all its rows; `values` replace its placeholders (`?`).
        Raises `CatalogueError` if a value does not have the type of its column; if
        `are_types_checked` is false, types are not checked.
        """
        with self.convert_sqlite_errors():
            cursor = self._execute_patiently(query, *values)
            rows = cursor.fetchall()
        if are_types_checked and rows:
            for (name, *_), column in zip(cursor.description, zip(*rows, strict=True), strict=True):
                kind = _PYTHON_TYPES.get(self._types.get(name, ""))
                if kind is not None and {*map(type, column)} != {kind}:
                    self.check_types()
        return rows

    def fetch_only_row(self, query: str, *values: object) -> tuple[int, ...]:
        """Execute an SQL query whose result is a single row of numbers, and return this row.

        `values` replace the placeholders (`?`) of the query.
        """
        with self.convert_sqlite_errors():
            row: tuple[int, ...] = self._execute_patiently(query, *values).fetchone()
        return row

    def yield_lists_of_sudoku_rows(
        self, query: str, *values: object, rows_at_once: int, are_types_checked: bool = True
    ) -> Iterator[list[tuple[Any, ...]]]:
        """Execute an SQL query that returns one row for each Sudoku. Yields lists of at most
        `rows_at_once` rows, in the order of the Sudokus' numbers. Other processes can write to the
        catalogue between two lists.

        `query` must select the number of the Sudoku as its first column, and must end in its
        `WHERE` clause, because the text ` AND sudoku.id > …` is appended to it. `values` are the
        values of its placeholders. If `are_types_checked` is true, `CatalogueError` is raised for a
        value that does not have the type of its column.
        """
        query += " AND sudoku.id > ? ORDER BY sudoku.id LIMIT ?"
        last = 0
        # An open query would prevent other processes from writing: each list is a query of its own.
        while page := self.fetch_all_rows(
            query, *values, last, rows_at_once, are_types_checked=are_types_checked
        ):
            # In a damaged file, numbers that do not grow could make this loop endless.
            if any(one >= other for one, other in pairwise([last, *(row[0] for row in page)])):
                raise self.make_damaged_error("rows of sudoku out of order")
            yield page
            last = page[-1][0]

    @property
    def execute(self) -> Callable[..., sqlite3.Cursor]:
        """SQLite's own function that executes an SQL statement; this property only returns it. A
        call passes the statement and the values for its placeholders (`?`).

        Use it only within `transaction`, which turns errors of SQLite into errors with a message
        for the user.
        """
        return self._database.execute

    @contextmanager
    def transaction(self, transaction_kind: str = "IMMEDIATE") -> Iterator[None]:
        """A context manager whose block is one transaction: all its writes are kept, or all are
        undone.

        The writes are undone if the block ends with an exception. `transaction_kind` is SQLite's
        kind of transaction; with the default, only one process at a time can be in such a block.
        """
        with self.convert_sqlite_errors():
            self._execute_patiently(f"BEGIN {transaction_kind}")
            try:
                yield
                self._execute_patiently("COMMIT")
            except BaseException:
                # After some errors, such as a full disk, SQLite has already undone the writes.
                if self._database.in_transaction:
                    self._database.execute("ROLLBACK")
                raise

    def _execute_patiently(self, statement: str, *values: object) -> sqlite3.Cursor:
        """Execute an SQL statement; while another process locks the database, try again.

        After `wait_seconds` seconds, SQLite's error is raised.
        """
        end = time.monotonic() + self._wait_seconds
        while True:
            try:
                return self._database.execute(statement, values)
            except sqlite3.OperationalError as error:
                is_busy = _find_primary_error_code(error) in (
                    sqlite3.SQLITE_BUSY,
                    sqlite3.SQLITE_LOCKED,
                )
                if not is_busy or time.monotonic() > end:
                    raise
                # Waiting in Python lets Ctrl-C interrupt it. The time is random, so that each of
                # several waiting processes gets its turn.
                time.sleep(random.uniform(0.001, 0.02))

    @contextmanager
    def convert_sqlite_errors(self) -> Iterator[None]:
        """A context manager that turns errors of SQLite in its block into errors with a message for
        the user.

        The new error is a `CatalogueError`, or an `ArgumentError` if SQLite cannot store a value.
        If a signal such as Ctrl-C interrupted SQLite, it is `KeyboardInterrupt`.
        """
        try:
            yield
        except sqlite3.Error as error:
            raise_if_interrupted(error)
            if _find_primary_error_code(error) == sqlite3.SQLITE_CORRUPT:
                raise self.make_damaged_error(error) from error
            message = _ERROR_MESSAGES.get(
                _find_primary_error_code(error), Message("SQLite reports: {text}")
            )
            raise self._make_error(message.with_values(text=str(error))) from error
        except UnicodeDecodeError as error:  # SQLite quotes damaged bytes in its message.
            raise self.make_damaged_error(error) from error
        except (UnicodeEncodeError, OverflowError) as error:
            raise make_unstorable_value_error(error) from error

    @contextmanager
    def convert_errors_of_damaged_rows(self) -> Iterator[None]:
        """A context manager that turns `TypeError` and `ValueError` in its block into
        `CatalogueError`.

        The block must do nothing except decode rows of the database: then such an error means that
        a row is damaged.
        """
        try:
            yield
        except (TypeError, ValueError) as error:
            raise self.make_damaged_error(error) from error

    def make_damaged_error(self, reason: object) -> CatalogueError:
        """Return the error for a damaged catalogue. Its message names the command that saves the
        undamaged Sudokus. `reason` is the damage that was found, as a text or as SQLite's
        exception.
        """
        message = Message(
            "this catalogue is damaged ({text}); sudokopie catalogue salvage DAMAGED NEW saves "
            "the undamaged Sudokus",
            text=reason if isinstance(reason, Message) else " ".join(str(reason).split()),
        )
        return self._make_error(message)

    def _make_error(self, message: Message) -> CatalogueError:
        return CatalogueError("{file}: {message}", file=self.path, message=message)


def connect_to_database(uri: str) -> sqlite3.Connection:
    """Open an SQLite database, with settings that are safe for damaged or malicious files.

    The caller begins and ends each transaction with SQL statements. Raises `sqlite3.Error`.
    """
    # SQLite itself does not wait for other processes: `_execute_patiently` does.
    database = sqlite3.connect(uri, timeout=0.0, isolation_level=None, uri=True)
    # The file may be damaged or malicious.
    database.execute("PRAGMA trusted_schema = OFF")
    database.execute("PRAGMA cell_size_check = ON")
    if sys.version_info >= (3, 12):
        database.setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, True)
    # During a long statement, SQLite calls this function regularly. Python then looks for signals;
    # an exception from a signal handler ends the statement.
    database.set_progress_handler(lambda: 0, _INSTRUCTIONS_AT_ONCE)
    database.text_factory = lambda text: text.decode(errors="backslashreplace")
    database.create_function("digest", -1, compute_row_checksum, deterministic=True)
    database.create_function("halved", 2, _upgrade_packed_steps, deterministic=True)
    return database


def make_unstorable_value_error(description: object) -> ArgumentError:
    """Return the error for a value that the database cannot store. `description` is shown in the
    message: a text that describes the value, or the exception that it caused.
    """
    return ArgumentError("expected what can be stored, found: {found}", found=description)


def raise_if_interrupted(error: sqlite3.Error) -> None:
    """Raise `KeyboardInterrupt` if SQLite's `error` means that a signal (Ctrl-C) stopped it."""
    if _find_primary_error_code(error) == sqlite3.SQLITE_INTERRUPT:
        raise KeyboardInterrupt from error


def _upgrade_tables(
    database: sqlite3.Connection, version: int, target_version: int = VERSION
) -> None:
    """Change the tables of a database from `version` to the version `target_version`. Version 0 has
    no tables.
    """
    for step in MIGRATIONS[version:target_version]:
        for statement in step.split(";"):
            database.execute(statement)


def _read_schema_objects(database: sqlite3.Connection) -> set[tuple[str, str, str]]:
    """Return the kind, name and SQL definition of each table, index, view and trigger of a
    database.

    So that the schemas of two databases can be compared, comments are removed from the definitions,
    and SQLite's own tables with statistics are left out.
    """
    rows = database.execute("SELECT type, name, sql FROM main.sqlite_master").fetchall()
    return {
        (kind, name, _COMMENTS.sub(" ", str(sql)).strip())
        for kind, name, sql in rows
        if name not in _STATISTICS_TABLES
    }


def compute_row_checksum(*values: object) -> int:
    """Return a 32-bit checksum of the values of a database row, by which damage of the row is
    found. It is the same on every machine.
    """
    return zlib.crc32(ascii(values).encode())


def _upgrade_packed_steps(packed_steps: Any, size: Any) -> Any:
    """Convert the packed steps of a Sudoku from an older version of the database to the newest
    version. `size` is the number of rows of the grid.

    Older versions stored each number of the steps in a whole byte; the newest version needs fewer
    bits. If an argument has an unexpected type, as in damaged files, `packed_steps` is returned
    unchanged.
    """
    if not isinstance(packed_steps, bytes) or not isinstance(size, int):
        return packed_steps
    return pack_numbers(np.frombuffer(packed_steps, np.uint8)[None], size).tobytes()


def _find_primary_error_code(error: sqlite3.Error) -> int:
    """Return SQLite's primary code of an error, such as `SQLITE_BUSY`; 0 if the error has no code.

    The primary code is in the lowest 8 bits of the full code.
    """
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


_BUSY = Message("another process is writing to this catalogue; try again when it has ended")
_CLOSED = Message("this catalogue cannot be opened")
_ERROR_MESSAGES = {
    sqlite3.SQLITE_NOTADB: Message("this is no catalogue of Sudokus"),
    sqlite3.SQLITE_BUSY: _BUSY,
    sqlite3.SQLITE_LOCKED: _BUSY,
    sqlite3.SQLITE_FULL: Message(
        "the disk is full; the Sudokus that were added before are in the catalogue"
    ),
    sqlite3.SQLITE_READONLY: Message("this catalogue cannot be written"),
    sqlite3.SQLITE_CANTOPEN: _CLOSED,
    sqlite3.SQLITE_PERM: _CLOSED,
    sqlite3.SQLITE_IOERR: Message(
        "the disk does not read or write ({text}); the Sudokus that were added before are in "
        "the catalogue"
    ),
}
