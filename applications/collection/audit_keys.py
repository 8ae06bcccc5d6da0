"""Tables of keys for the audit of a data set: write the key of each Sudoku (a text that all its
copies share), and check the keys in a table.
"""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import NamedTuple, Self

import numpy as np

from ...answers.bulk.class_keys import KEY_KINDS, KEY_LENGTH, Keys, compute_keys
from ...answers.bulk.parallel_map import yield_labelled_results
from ...base.errors import ArgumentError
from ...showing.parquet import read_text_columns
from ...sudoku.arrays import Cells, yield_index_slices
from ...sudoku.shape import BoxShape
from .audit import UNKNOWN, AuditColumn
from .gathering import Gathering
from .saved_results import load_or_compute_records
from .scratch import LocalFolder
from .sorted_runs import Records
from .sudoku_storage import Indices

KEY_COLUMNS = dict(zip(("key", "solution_key"), KEY_KINDS, strict=True))
"""The kind of the keys in each column of a table of keys."""

_SUDOKUS_IN_A_TASK = 500


class KeyTable(NamedTuple):
    """The keys of N Sudokus. `columns` maps the names of one or both of `KEY_COLUMNS` to arrays of
    keys, shape (N,), in the order of the Sudokus.
    """

    columns: Mapping[str, Keys]

    @classmethod
    def compute(
        cls,
        gathering: Gathering,
        names: Iterable[str] = KEY_COLUMNS,
        numbers: Indices | None = None,
    ) -> Self:
        """Compute the keys of a collection's Sudokus, for the columns `names`. If `numbers` is
        given, only the keys of the Sudokus with these numbers, from 0, are computed, and all other
        keys stay empty.
        """
        found = {name: np.zeros(gathering.number, f"S{KEY_LENGTH}") for name in names}
        for part in gathering.yield_sudokus_by_shape():
            which = np.arange(len(part.numbers))
            if numbers is not None:
                which = np.flatnonzero(np.isin(part.numbers, numbers))
            compute = partial(
                _load_or_compute_keys,
                names=tuple(found),
                shape=part.shape,
                results_folder=gathering.scratch.results_folder,
            )
            pieces = (which[some] for some in yield_index_slices(len(which), _SUDOKUS_IN_A_TASK))
            tasks = ((part.collection.cells(piece), part.numbers[piece]) for piece in pieces)
            for own_numbers, rows in yield_labelled_results(compute, tasks, gathering.jobs):
                for name, keys in found.items():
                    keys[own_numbers] = rows[name]
        return cls(found)

    @classmethod
    def read(cls, file: str) -> Self:
        """Return the table of the keys of Sudokus (texts that all copies share) in the columns
        `key` and `solution_key` of a Parquet or Arrow file. Rows without a `key` are left out:
        their lines hold no Sudoku. If the file has a column `number`, with the numbers of the
        Sudokus from 1, the rows may be in any order.

        Raises `ArgumentError` if the file has no column `key`, or if the numbers are not 1, 2, 3
        and so on; `OSError` if the file cannot be read.
        """
        found = read_text_columns(file, ("number", *KEY_COLUMNS))
        if "key" not in found:
            raise ArgumentError("{file} has no column 'key'", file=file)
        has_key = [key is not None for key in found["key"]]
        # A key has 32 characters. Of a longer text 33 are kept, so that no key is equal to it.
        columns = {
            name: np.array([(text or "").encode() for text in texts], f"S{KEY_LENGTH + 1}")[has_key]
            for name, texts in found.items()
        }
        numbers = columns.pop("number", None)
        if numbers is not None:
            wanted = {
                b"%d" % number: place for place, number in enumerate(range(1, len(numbers) + 1))
            }
            places = [wanted.get(number, -1) for number in numbers.tolist()]
            if sorted(places) != list(range(len(places))):
                raise ArgumentError(
                    "{file}: the column 'number' does not have each number from 1 to {count} once",
                    file=file,
                    count=len(places),
                )
            order = np.argsort(places)
            columns = {name: keys[order] for name, keys in columns.items()}
        return cls(columns)

    def make_row(self, number: int) -> dict[str, str]:
        """Return the keys (texts that all copies share) of the Sudoku `number`, counted from 0, by
        the names of the columns.
        """
        return {name: keys[number].decode() for name, keys in self.columns.items()}


class KeyChecker(NamedTuple):
    """A checker of a table of keys that was read from `file`. It computes the keys of `sample`
    random Sudokus again.
    """

    file: str
    table: KeyTable
    sample: int

    @classmethod
    def read(cls, file: str, sample: int) -> Self:
        """Read a table of keys from a file. Raises `ArgumentError` if the table is wrong, and
        `OSError` if the file cannot be read.
        """
        return cls(file, KeyTable.read(file), sample)

    def make_column_of_right_keys(self, gathering: Gathering) -> AuditColumn:
        """Choose `sample` random Sudokus of a collection, or all if there are fewer, and compare
        their keys with the table. Returns an array with a value for each Sudoku: 1 if all its keys
        in the table are right, 0 if one of them is wrong, and `UNKNOWN` if the Sudoku was not
        chosen.

        Raises `ArgumentError` if the table does not have as many keys as there are Sudokus.
        """
        total, stated = gathering.number, self.table.columns
        if len(stated["key"]) != total:
            raise ArgumentError(
                "{file} has {count} keys, but {total} Sudokus were read",
                file=self.file,
                count=len(stated["key"]),
                total=total,
            )
        chosen = np.random.default_rng().choice(total, min(self.sample, total), replace=False)
        computed = KeyTable.compute(gathering, stated, chosen).columns
        right = np.full(total, UNKNOWN, np.int8)
        right[chosen] = np.all(
            [computed[name][chosen] == keys[chosen] for name, keys in stated.items()], axis=0
        )
        return right


def _load_or_compute_keys(
    cells: Cells, names: tuple[str, ...], shape: BoxShape, results_folder: LocalFolder | None
) -> Records:
    """Return a record for each Sudoku with its keys for the columns `names`. If an earlier run has
    saved the records in `results_folder`, they are loaded; otherwise they are computed, and saved
    there.
    """
    row_type = np.dtype([(name, f"S{KEY_LENGTH}") for name in names])

    def compute() -> Records:
        rows = np.zeros(len(cells), row_type)
        for name in names:
            rows[name] = compute_keys(cells, shape, KEY_COLUMNS[name])
        return rows

    name = f"keys {shape} {' '.join(names)}"
    return load_or_compute_records(compute, name, cells, row_type, results_folder)
