"""The file of a catalogue: an SQLite database, its tables, their versions, and what goes wrong.

A Sudoku belongs to a class, and a class has a form: the sorted form of its first member. Each
Sudoku stands there as it came, with the way from its cells to the form of its class: the ways of
two members show that they are copies, without trust in anything else.
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

_APPLICATION = 0x53444B50
"""Stands in the header of the file, as SQLite's `application_id`."""

STEPS = (
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
"""What makes each version of the tables out of the one before; there are as many versions."""

VERSION = len(STEPS)

QUICKLY_CHECKED = 2**26
"""Bytes of a catalogue that is checked in 0.4 seconds: before something is looked up."""

_STEPS_AT_ONCE = 100_000
"""Instructions of SQLite, some milliseconds, in which no signal comes through."""

_COMMENTS = re.compile(r"(--[^\n]*|\s)+")
_COUNTED = ("sqlite_stat1", "sqlite_stat4")
"""What the planner of SQLite has counted."""

_PATIENCE = 60.0
"""Seconds to wait for another process that writes."""


class Connection:
    """A database that is open, and brought up to date; a file without bytes has no Sudokus.

    With `create` one is made where there is none. Raises `OSError`, and `CatalogueError`.
    """

    def __init__(self, path: str, create: bool = False, *, patience: float = _PATIENCE) -> None:
        if os.path.exists(path) and not os.path.isfile(path):
            number = errno.EISDIR if os.path.isdir(path) else errno.EINVAL
            raise OSError(number, os.strerror(number), path)
        file = Path(path).absolute()
        can_be = file.parent.is_dir() and "\0" not in str(file)
        if not os.path.exists(path) and not (create and can_be):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
        self.path, self._patience = path, patience
        with self.translate_errors():
            self._database = open_database(f"{file.as_uri()}?mode={'rwc' if create else 'rw'}")
        try:
            self._prepare(create)
        except BaseException:
            self.close()
            raise

    def _prepare(self, create: bool) -> None:
        with self.translate_errors():
            with self.transaction("DEFERRED"):
                version, is_new = self._version()
            if is_new and not create:  # nothing is written where nobody asked for it
                self._database.close()
                self._database = open_database(":memory:")
            self._execute_patiently("PRAGMA foreign_keys = ON")
            # In KiB: what is looked up again and again stays in memory.
            self._execute_patiently("PRAGMA cache_size = -98304")
            if version < VERSION:
                with self.transaction():
                    # Another process may have done so in the meantime.
                    version, _ = self._version()
                    _bring_up_to_date(self._database, version)
                    self._database.execute(f"PRAGMA application_id = {_APPLICATION}")
                    self._database.execute(f"PRAGMA user_version = {VERSION}")

    def _version(self) -> tuple[int, bool]:
        """Return the version of the tables, and whether there are none yet; in a transaction.

        SQLite would carry out what stands in views, triggers and rules: nothing else may be there.
        """
        (application,) = self.one("PRAGMA application_id")
        (version,) = self.one("PRAGMA user_version")
        found = _read_schema(self._database)
        is_new = not (application or version or found)
        if application != _APPLICATION and not is_new:
            raise self._error(Message("this is a database, but no catalogue of Sudokus"))
        if version > VERSION:
            message = Message(
                "this catalogue is of version {found}, made by a newer sudokopie; this one "
                "reads up to version {known}",
                found=version,
                known=VERSION,
            )
            raise self._error(message)
        with closing(open_database(":memory:")) as database:
            _bring_up_to_date(database, 0, version)
            others = sorted({str(name) for _, name, _ in found ^ _read_schema(database)})
        if others:
            names = ", ".join(map(shorten_and_escape, others[:3]))
            raise self.damaged(Message("other tables than a catalogue has: {names}", names=names))
        return version, is_new

    def check(self, most: int | None = None) -> None:
        """Raise `CatalogueError` where SQLite finds damage in a file of at most so many bytes."""
        if most is None or os.path.getsize(self.path) <= most:
            for (text,) in self.rows("PRAGMA integrity_check(1)"):
                if text != "ok":
                    raise self.damaged(text)

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def rows(self, question: str, *values: object) -> list[tuple[Any, ...]]:
        """Return all rows that answer a question."""
        with self.translate_errors():
            return self._execute_patiently(question, *values).fetchall()

    def one(self, question: str, *values: object) -> tuple[int, ...]:
        """Return the only row that answers a question, of numbers."""
        with self.translate_errors():
            row: tuple[int, ...] = self._execute_patiently(question, *values).fetchone()
        return row

    def pages(
        self, question: str, *values: object, at_once: int
    ) -> Iterator[list[tuple[Any, ...]]]:
        """Yield the rows that answer a question about Sudokus, in order, so many `end_at_once`."""
        question += " AND sudoku.id > ? ORDER BY sudoku.id LIMIT ?"
        last = 0
        # A question that stays open would keep others from writing.
        while page := self.rows(question, *values, last, at_once):
            # Or it could go on for ever.
            if any(one >= other for one, other in pairwise([last, *(row[0] for row in page)])):
                raise self.damaged("rows of sudoku out of order")
            yield page
            last = page[-1][0]

    @property
    def execute(self) -> Callable[..., sqlite3.Cursor]:
        """What carries out a statement; `translate_errors` and `transaction` belong around it."""
        return self._database.execute

    @contextmanager
    def transaction(self, kind: str = "IMMEDIATE") -> Iterator[None]:
        """Write all that the block writes, at its end, or nothing; one process after another."""
        with self.translate_errors():
            self._execute_patiently(f"BEGIN {kind}")
            try:
                yield
                self._execute_patiently("COMMIT")
            except BaseException:
                # Where SQLite has done so already, as on a full disk, there is nothing to undo.
                if self._database.in_transaction:
                    self._database.execute("ROLLBACK")
                raise

    def _execute_patiently(self, statement: str, *values: object) -> sqlite3.Cursor:
        """Carry out a statement, when no other process is in the way any more."""
        end = time.monotonic() + self._patience
        while True:
            try:
                return self._database.execute(statement, values)
            except sqlite3.OperationalError as error:
                is_busy = _find_error_code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
                if not is_busy or time.monotonic() > end:
                    raise
                # In Python, so that Ctrl-C comes through; by chance, so that nobody always waits.
                time.sleep(random.uniform(0.001, 0.02))

    @contextmanager
    def translate_errors(self) -> Iterator[None]:
        """Turn what SQLite says into one line that a person can act on."""
        try:
            yield
        except sqlite3.Error as error:
            check_not_interrupted(error)
            if _find_error_code(error) == sqlite3.SQLITE_CORRUPT:
                raise self.damaged(error) from error
            said = _IN_WORDS.get(_find_error_code(error), Message("SQLite says: {text}"))
            raise self._error(said.fill(text=str(error))) from error
        except UnicodeDecodeError as error:  # what SQLite says quotes what is damaged
            raise self.damaged(error) from error
        except (UnicodeEncodeError, OverflowError) as error:
            raise make_storage_error(error) from error

    @contextmanager
    def check_rows(self) -> Iterator[None]:
        """Raise `CatalogueError` where the block finds that rows do not hold what they should."""
        try:
            yield
        except (TypeError, ValueError) as error:
            raise self.damaged(error) from error

    def damaged(self, reason: object) -> CatalogueError:
        """Return the error of a file that does not hold what it should."""
        message = Message(
            "this catalogue is damaged ({text}); sudokopie catalogue salvage DAMAGED NEW saves "
            "the undamaged Sudokus",
            text=reason if isinstance(reason, Message) else " ".join(str(reason).split()),
        )
        return self._error(message)

    def _error(self, message: Message) -> CatalogueError:
        return CatalogueError("{file}: {message}", file=self.path, message=message)


def open_database(uri: str) -> sqlite3.Connection:
    """Open a database, whose transactions are begun and ended by statements."""
    # `_execute_patiently` waits, not SQLite.
    database = sqlite3.connect(uri, timeout=0.0, isolation_level=None, uri=True)
    # What stands in the file is not trusted.
    database.execute("PRAGMA trusted_schema = OFF")
    database.execute("PRAGMA cell_size_check = ON")
    if sys.version_info >= (3, 12):
        database.setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, True)
    # So often Python looks for signals: what one raises ends the statement.
    database.set_progress_handler(lambda: 0, _STEPS_AT_ONCE)
    database.text_factory = lambda text: text.decode(errors="backslashreplace")
    database.create_function("digest", -1, compute_digest, deterministic=True)
    database.create_function("halved", 2, _repack_way, deterministic=True)
    return database


def make_storage_error(found: object) -> ArgumentError:
    """Return the error of a value that SQLite has no place for."""
    return ArgumentError("expected what can be stored, found: {found}", found=found)


def check_not_interrupted(error: sqlite3.Error) -> None:
    """Raise `KeyboardInterrupt` where a signal has ended a statement."""
    if _find_error_code(error) == sqlite3.SQLITE_INTERRUPT:
        raise KeyboardInterrupt from error


def _bring_up_to_date(database: sqlite3.Connection, version: int, wanted: int = VERSION) -> None:
    for step in STEPS[version:wanted]:
        for statement in step.split(";"):
            database.execute(statement)


def _read_schema(database: sqlite3.Connection) -> set[tuple[str, str, str]]:
    """Return what a database has, by kind and name, and how it was made, without comments."""
    rows = database.execute("SELECT type, name, sql FROM main.sqlite_master").fetchall()
    return {
        (kind, name, _COMMENTS.sub(" ", str(sql)).strip())
        for kind, name, sql in rows
        if name not in _COUNTED
    }


def compute_digest(*values: object) -> int:
    """Return a number of 32 bits for values that are stored, the same on every machine."""
    return zlib.crc32(ascii(values).encode())


def _repack_way(way: Any, size: Any) -> Any:
    """Return a way of an older version as it is stored today; what is none stays."""
    if not isinstance(way, bytes) or not isinstance(size, int):
        return way
    return pack_numbers(np.frombuffer(way, np.uint8)[None], size).tobytes()


def _find_error_code(error: sqlite3.Error) -> int:
    """Return SQLite's number of an error, without what it adds in the higher bits."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


_BUSY = Message("another process is writing to this catalogue; try again when it has ended")
_CLOSED = Message("this catalogue cannot be opened")
_IN_WORDS = {
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
