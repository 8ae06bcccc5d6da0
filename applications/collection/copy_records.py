"""Find the Sudokus that are copies of each other by comparing sorted forms.

The sorted form of a Sudoku is a copy in which rows, columns and digits are in a sorted order. Each
Sudoku has a record: its signature (a hash that all copies share), its number, its sorted form, and
whether this form is exact, which means that all copies have the same form. The records are sorted
by signature, and only Sudokus with equal signatures are compared. If their forms are not exact, a
solver compares them.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...answers.among import are_copies
from ...answers.bulk.sorted_forms import sorted_forms
from ...base.errors import PairFileError, SudokopieError
from ...base.messages import Message
from ...reading.file_entry import Entry
from ...reading.file_head import LineCountsWithoutSudoku
from ...reading.file_parts import PartOfFile
from ...sudoku.allowed_moves import AllowedMoves
from ...sudoku.arrays import (
    Cells,
    convert_bytes_to_array,
    count_packed_bytes,
    make_mask_of_run_starts,
    pack_grids,
    unpack_grids,
    yield_grids_of_array,
    yield_index_slices,
)
from ...sudoku.grid import Grid
from ...sudoku.shape import BoxShape, check_same_shape
from ...system.ordered_map import Jobs, map_in_order
from .saved_results import load_or_compute_records
from .scratch import LocalFolder, TemporaryFolder
from .sorted_runs import Records, SortedRun, sort_records, write_sorted_run
from .sudoku_storage import PlacesInFile, ValueOrLoader, pack_name_and_address

_SUDOKUS_AT_ONCE = 10_000
"""The number of Sudokus that are read, or whose records are computed, at a time."""

PAIR_TYPE = np.dtype([("number", np.int64), ("first", np.int64)])
"""The type of a pair: the number of a copy, and the number of the first Sudoku of its class."""


Task = tuple[Cells | PartOfFile, str]
"""A task for a worker process: either packed Sudokus, or the part of a file that has them; and the
name of the file to which their sorted records are written.
"""


class FilePartResults(NamedTuple):
    """The results of reading one part of a file: its Sudokus, their places, and the errors.

    - `part`: the part of the file.
    - `total`: the number of Sudokus that can be read.
    - `seen`: a record for each Sudoku, by which its copies are found, or the description of the
      file that has the records.
    - `rows`: the packed cells, or a function that loads them from a folder.
    - `places`: the file and line of each Sudoku, or a function that loads them from a folder.
    - `problems`: the errors.
    - `passed`: the number of lines without a Sudoku.
    """

    part: PartOfFile
    total: int
    seen: Records | SortedRun
    rows: ValueOrLoader[Cells]
    places: ValueOrLoader[PlacesInFile]
    problems: list[SudokopieError]
    passed: LineCountsWithoutSudoku


def make_record_type(shape: BoxShape) -> np.dtype[np.void]:
    """Return the NumPy type of the records by which the copies among Sudokus of one box shape are
    found. A record has the Sudoku's signature (a hash that all copies share), its number, its
    sorted form (a copy in which rows, columns and digits are sorted), and whether the sorted form
    is exact, which means the same for all copies.
    """
    form = np.uint8, (count_packed_bytes(shape.size),)
    fields: list[Any] = [("signature", np.uint64), ("number", np.int64), ("exact", bool)]
    return np.dtype([*fields, ("form", *form)])


def make_sorted_records_or_part_records(
    task: Task,
    shape: BoxShape,
    allowed_moves: AllowedMoves,
    folder: TemporaryFolder | None,
    results_folder: LocalFolder | None,
    *,
    keeps_names: bool = True,
) -> Records | SortedRun | FilePartResults:
    """Make a record for each Sudoku of a task, and sort the records by signature, so that copies
    come together. A record has the signature of a Sudoku (a hash that all copies share), its
    number, from 0, and its sorted form. `allowed_moves` are the kinds of moves by which a Sudoku
    may become a copy, such as turns.

    The result depends on `task` and `folder`:

    - If the task has packed Sudokus and `folder` is None, the result is the array of records.
    - If the task has packed Sudokus and there is a folder, the records are written to a file there,
      which the returned `SortedRun` describes.
    - If the task has a part of a file, this part is read. The result is a `FilePartResults`, which
      also has the cells, places and errors; if there is a folder, the records, cells and places are
      written there.

    `results_folder` is a folder for results that a later run can use if this run is interrupted.
    The places in a `FilePartResults` have the names of the Sudokus if `keeps_names`. Raises the
    error that ends the reading of a part early.
    """

    def make_sorted_records_or_run(packed_rows: Cells) -> Records | SortedRun:
        """Return the records of packed Sudokus, sorted by signature (a hash that all copies share).
        If there is a `folder`, write the records to a file there instead, and return the
        description of this file.
        """
        about, kind = f"forms {shape} {allowed_moves}", make_record_type(shape)
        seen = np.concatenate(
            [
                load_or_compute_records(
                    partial(_make_sorted_form_records, packed_rows[some], shape, allowed_moves),
                    about,
                    packed_rows[some],
                    kind,
                    results_folder,
                )
                for some in yield_index_slices(len(packed_rows) or 1, _SUDOKUS_AT_ONCE)
            ]
        )
        seen["number"] = np.arange(len(seen))
        if folder is None:  # often there are too few records for a file
            return sort_records("signature", seen)
        return write_sorted_run(seen, "signature", name, folder)

    task_part, name = task
    if not isinstance(task_part, PartOfFile):
        return make_sorted_records_or_run(task_part)
    rows, places, problems, passed = _read_cells_places_errors_and_counts(
        task_part, shape, keeps_names=keeps_names
    )
    part = FilePartResults(
        task_part, len(rows), make_sorted_records_or_run(rows), rows, places, problems, passed
    )
    if folder is None:
        return part
    folder.write_file(f"{name}-cells", cells := rows.tobytes())
    folder.write_file(f"{name}-places", lines := places.pack())
    return part._replace(
        rows=partial(_read_packed_rows, folder, f"{name}-cells", len(cells), rows.shape),
        places=partial(_read_places, folder, f"{name}-places", len(lines), places.file),
    )


def _read_packed_rows(
    folder: TemporaryFolder, name: str, byte_count: int, array_shape: tuple[int, ...]
) -> Cells:
    """Return an array of packed Sudokus that was written to the file `name` of `folder`.
    `byte_count` is the length of the file, and `array_shape` the shape of the array, (N, bytes).
    """
    return np.frombuffer(folder.read_byte_range(name, 0, byte_count), np.uint8).reshape(array_shape)


def _read_places(folder: TemporaryFolder, name: str, byte_count: int, file: str) -> PlacesInFile:
    """Return the places of Sudokus that were written to the file `name` of `folder`. `byte_count`
    is the length of this file, and `file` the name of the file that has the Sudokus.
    """
    return PlacesInFile.unpack(file, folder.read_byte_range(name, 0, byte_count))


def _make_sorted_form_records(rows: Cells, shape: BoxShape, allowed_moves: AllowedMoves) -> Records:
    """Return a record for each packed Sudoku, in the same order: its signature (a hash that all
    copies share), its sorted form (a copy in which lines and digits are sorted), and whether this
    form is exact, which means that all copies have the same sorted form. The number of each Sudoku
    in the record is still 0. `allowed_moves` are the kinds of moves, such as turns, by which a
    Sudoku may become a copy.
    """
    found = sorted_forms(unpack_grids(rows, shape.size), shape, allowed_moves)
    seen = np.zeros(len(rows), make_record_type(shape))
    seen["signature"], seen["exact"] = found.signatures, found.exact
    seen["form"] = pack_grids(found.forms)
    return seen


def _read_cells_places_errors_and_counts(
    part: PartOfFile, shape: BoxShape, *, keeps_names: bool
) -> tuple[Cells, PlacesInFile, list[SudokopieError], LineCountsWithoutSudoku]:
    """Read a part of a file. Returns the packed cells of its Sudokus, their places, the errors, and
    the counts of lines without a Sudoku. The places have names if `keeps_names`. Raises the error
    that ends the reading early.
    """
    found, problems = (
        [np.zeros((0, count_packed_bytes(shape.size)), np.uint8)],
        list[SudokopieError](),
    )
    lines, names = list[int](), list[str]()
    with part.open_part_as_grid_file() as grids:
        check_same_shape(shape, grids.shape)
        for entries in grids.yield_entry_batches(_SUDOKUS_AT_ONCE):
            good = [one for one in entries if one.error is None and one.shape == shape]
            problems += [
                one.error or _make_other_size_error(grids.source, one, shape)
                for one in entries
                if one.error is not None or one.shape != shape
            ]
            found.append(
                pack_grids(
                    convert_bytes_to_array(b"".join([entry.cell_bytes for entry in good]), shape)
                )
            )
            lines += [entry.line for entry in good]
            names += map(pack_name_and_address, good) if keeps_names else ()
        if grids.broken_off is not None:
            raise problems[-1]
        places = PlacesInFile.from_lines_and_names(part.name, lines, names)
        return np.concatenate(found), places, problems, grids.line_counts_without_sudoku


def _make_other_size_error(source: str, entry: Entry, shape: BoxShape) -> PairFileError:
    """Return the error for a Sudoku in a part of a file that does not have the box shape `shape`,
    although the Sudokus on the first lines of the file have this shape.
    """
    message = Message(
        "this Sudoku is {size}×{size}, the first of this file are {other}×{other}: only one "
        "process reads several sizes (--jobs 1)",
        size=entry.shape.size,
        other=shape.size,
    )
    return PairFileError(source, entry.line, 1, message)


def find_copy_and_first_pairs(
    read_sorted_records: Callable[[], Records],
    sudoku_count: int,
    shape: BoxShape,
    allowed_moves: AllowedMoves,
    jobs: Jobs = 1,
) -> Records:
    """Find the copies among Sudokus of one box shape. Returns a pair for each Sudoku that is a copy
    of an earlier Sudoku: the number of the Sudoku, and the number of the first Sudoku of which it
    is a copy.

    `read_sorted_records` returns the records of the Sudokus, sorted by signature (a hash that all
    copies share). If the records have one Sudoku with a signature, they must have all Sudokus with
    this signature, because these Sudokus may be copies. Sudokus with numbers from `sudoku_count` on
    are left out.

    `allowed_moves` are the kinds of moves, such as turns, by which a Sudoku may become a copy.
    `jobs` is the number of processes that compare Sudokus for which signature and sorted form do
    not decide.
    """
    seen = read_sorted_records()
    # Records that were being added when an interruption came have larger numbers.
    seen = seen[seen["number"] < sudoku_count]
    starts = np.flatnonzero(make_mask_of_run_starts(seen["signature"]))
    lengths = np.diff(starts, append=len(seen))
    seen = seen[np.repeat(lengths > 1, lengths)]
    lengths = lengths[lengths > 1]
    starts = np.cumsum(lengths) - lengths
    forms, numbers = np.ascontiguousarray(seen["form"]), seen["number"]
    leaders = np.repeat(starts, lengths)
    equal = (forms == forms[leaders]).all(1)
    settled = np.logical_and.reduceat(equal, starts) if len(starts) else equal
    first = numbers[leaders]
    disputed = [
        slice(start, start + length)
        for start, length in zip(starts[~settled].tolist(), lengths[~settled].tolist(), strict=True)
    ]
    tasks = ((forms[run], seen["exact"][run], shape) for run in disputed)
    find = partial(_find_first_copy_indices, allowed_moves=allowed_moves)
    told = map_in_order(find, tasks, jobs)
    for run, places in zip(disputed, told, strict=True):
        first[run] = numbers[run][places]
    are = first != numbers
    found = np.zeros(int(are.sum()), PAIR_TYPE)
    found["number"], found["first"] = numbers[are], first[are]
    return found


def _find_first_copy_indices(
    forms_exactness_and_shape: tuple[Cells, NDArray[np.bool_], BoxShape],
    allowed_moves: AllowedMoves,
) -> list[int]:
    """Return an index, from 0, for each of N Sudokus with equal signatures (hashes that all copies
    share): the index of the first of the N Sudokus of which the Sudoku is a copy, or the Sudoku's
    own index. `allowed_moves` are the kinds of moves, such as turns, by which a Sudoku may become a
    copy.

    `forms_exactness_and_shape` has the sorted forms of the Sudokus, packed in shape (N, bytes); for
    each form whether it is exact, which means that all copies of the Sudoku have this form; and the
    box shape. Sudokus with equal sorted forms are copies. Sudokus with different sorted forms are
    not copies if one of the forms is exact; otherwise a solver decides.
    """
    forms, exact, shape = forms_exactness_and_shape
    known: dict[bytes, int] = {}
    representatives: list[tuple[Grid, int]] = []
    places = []
    for i, is_exact in enumerate(exact.tolist()):
        key = forms[i].tobytes()
        if key not in known:
            known[key] = i
            if not is_exact:
                (grid,) = yield_grids_of_array(unpack_grids(forms[i : i + 1], shape.size), shape)
                copied = (
                    place
                    for other, place in representatives
                    if are_copies(other, grid, allowed_moves)
                )
                known[key] = next(copied, i)
                if known[key] == i:
                    representatives.append((grid, i))
        places.append(known[key])
    return places
