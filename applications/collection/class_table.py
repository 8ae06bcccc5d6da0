"""The Parquet table of a collection: a row for each Sudoku, with the number of the first Sudoku of
which it is a copy.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from ...commands.machinery.outputs import open_parquet_part
from ...system.ordered_map import map_in_order

if TYPE_CHECKING:
    from ...answers.among import Place
    from ...system.cluster.scratch import NewSharedFolder, SharedFolderAddress
    from .gathering import Gathering, SudokusReadByWorker


_COLUMN_TYPES = {"number": int, "file": str, "line": int, "name": str, "class": int}
"""The names and types of the columns.

`number` is the number of the Sudoku, from 1. `file`, `line` and `name` are the file, the line
number and the name of the Sudoku. `class` is the number of the first Sudoku of which it is a copy,
or its own number.
"""


def write_parquet_table_of_first_copies(
    path: str | None,
    gathering: "Gathering",
    make_further_values: Callable[[int], Mapping[str, int | str | None]] | None = None,
) -> None:
    """Write the Parquet table with a row for each Sudoku: its number, its file, line and name, and
    the number of the first Sudoku of which it is a copy. If `path` is None, write nothing.

    `make_further_values` is called with a Sudoku's number, from 0, and returns the values of
    further columns by name. A column of texts must have a text for each Sudoku.
    """
    if path is None:
        return
    if make_further_values is None:
        from ...showing.parquet import ROWS_IN_A_GROUP, write_parquet_columns

        if (batches := gathering.yield_place_columns(ROWS_IN_A_GROUP)) is not None:
            # In the table, numbers of Sudokus count from 1 instead of 0.
            rows = (
                batch | {name: batch[name] + 1 for name in ("number", "class")} for batch in batches
            )
            write_parquet_columns(path, _COLUMN_TYPES, rows)
            return
    further = make_further_values(0) if make_further_values and gathering.sudoku_count else {}
    columns = _COLUMN_TYPES | {
        name: str if isinstance(value, str) else int for name, value in further.items()
    }
    from ...showing.parquet import open_parquet_table

    with open_parquet_table(path, columns) as add:
        for place, first in gathering.yield_own_and_first_copy_places():
            values = make_further_values(place.number) if make_further_values else {}
            add({**_make_table_row(place, first.number), **values})


def write_class_table_in_parts(table_folder: "NewSharedFolder", gathering: "Gathering") -> None:
    """Let the workers of a cluster write the Parquet table of the Sudokus into a new folder. The
    folder gets one file for each part of the Sudokus that the workers have read.
    """
    tasks = enumerate(gathering.yield_parts_read_by_workers(), 1)
    for _ in map_in_order(partial(_write_table_part, table_folder.folder), tasks, gathering.jobs):
        pass
    table_folder.is_finished = True


def _write_table_part(
    folder: "SharedFolderAddress", part_number_and_sudokus: "tuple[int, SudokusReadByWorker]"
) -> None:
    """Write one file of the Parquet table: the Sudokus that one worker has read.
    `part_number_and_sudokus` is the number of the file and these Sudokus.
    """
    number, part = part_number_and_sudokus
    with open_parquet_part(folder, number, _COLUMN_TYPES) as add:
        for place, first in part.yield_places_and_first_copy_numbers():
            add(_make_table_row(place, first))


def _make_table_row(place: "Place", first_number: int) -> dict[str, object]:
    """Return a row of the table of classes, for one Sudoku. `place` is where the Sudoku comes from,
    and `first_number` is the number of the first Sudoku of its class. Both count Sudokus from 0,
    and the row counts them from 1.
    """
    return place._asdict() | {"number": place.number + 1, "class": first_number + 1}
