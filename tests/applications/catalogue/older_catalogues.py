"""Makes catalogues as earlier versions of sudokopie made them."""

from __future__ import annotations

import sqlite3

import numpy as np

from sudokopie.applications.catalogue.schema import MIGRATIONS
from sudokopie.sudoku.arrays import unpack_numbers


def of_version(version: int, path: str, new: str) -> None:
    """Write the content of a catalogue to a new file whose tables are of an older version."""
    source, database = sqlite3.connect(path), sqlite3.connect(new)
    for step in MIGRATIONS[:version]:
        database.executescript(step)
    for table, columns in (
        ("file", "*"),
        ("class", "*"),
        ("sudoku", "id, class, cells, way, file, line, name"),
    ):
        for row in source.execute(f"SELECT {columns} FROM {table}"):
            values = list(row)
            if table == "sudoku":
                (whole,) = unpack_numbers(np.frombuffer(row[3], np.uint8)[None], 4, 13)
                values[3] = whole.tobytes()
            database.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", values)
    database.execute("UPDATE sqlite_sequence SET seq = seq + 5")  # five have been removed
    (application,) = source.execute("PRAGMA application_id").fetchone()
    database.execute(f"PRAGMA application_id = {application}")
    database.execute(f"PRAGMA user_version = {version}")
    database.commit()
    database.close()
    source.close()
