"""The folder with which the models HRM and TRM are trained: arrays of tokens for the puzzles and
their solutions, in the form that the Sudoku builders of these two projects write.

A cell is a token: 0 pads, 1 is a blank cell, and 2 is the digit 1. Each Sudoku of the training data
forms a group with its random copies.
"""

import json
import os
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..answers.bulk.random_copies import shuffled
from ..answers.bulk.solutions import solutions
from ..base.errors import GridError, PairFileError
from ..base.messages import Message
from ..showing.printer import print_message
from ..sudoku.allowed_moves import AllowedMoves
from ..sudoku.arrays import (
    Cells,
    convert_bytes_to_array,
    count_packed_bytes,
    pack_grids,
    unpack_grids,
    yield_index_slices,
)
from ..sudoku.shape import BoxShape
from ..system.output import open_output
from ..system.own_folder import OwnFolderKind, open_replacement_folder
from .machinery.command_rules import TROUBLE, YES, UsageError
from .machinery.outputs import check_output_folder
from .machinery.reading import CommandInput
from .machinery.sudoku_stream import SudokuStream

if TYPE_CHECKING:
    from ..reading.file_entry import Entry

TRAIN, TEST = "train", "test"
_FOLDER_KIND = OwnFolderKind("training")
_SUDOKUS_READ_AT_ONCE = 10_000
_EXAMPLES_AT_ONCE = 20_000


class TrainingFolderWriter(NamedTuple):
    """A writer of a folder of training data at `path`: Sudokus with random copies, as arrays that
    programs for machine learning load. `test_files` are the files with the test data; their Sudokus
    are written without copies. If `force` is true, the folder may already have other files.
    """

    path: str
    test_files: tuple[str, ...]
    force: bool

    @property
    def _sets(self) -> list[str]:
        """The names of the sets of Sudokus, which are also the names of their subfolders: for
        training and, if there are test files, for the test.
        """
        return [TRAIN, TEST] if self.test_files else [TRAIN]

    def check_writable(self, files: tuple[str, ...]) -> None:
        """Raise an error if the folder cannot be written, or has other files. `files` are the files
        of the training data.
        """
        if not os.path.isdir(self.path):
            check_output_folder("-o", self.path, _FOLDER_KIND, (*files, *self.test_files))
            return
        if not self.test_files and os.path.exists(os.path.join(self.path, TEST)):
            raise UsageError(
                "{folder} has the test data of an earlier run; name another folder, or give --test",
                folder=self.path,
            )
        for name in self._sets:
            check_output_folder(
                "-o",
                os.path.join(self.path, name),
                _FOLDER_KIND,
                (*files, *self.test_files),
                force=self.force,
            )

    def write_and_get_status(
        self, command_input: CommandInput, copies: int, seed: int | None, only: AllowedMoves
    ) -> int:
        """Read the files, write the folder, and return the exit status. The folder gets each Sudoku
        of the training data with `copies` random copies, and each Sudoku of the test data. `seed`
        is the seed of the random numbers, and `only` has the kinds of moves that may be used.

        Raises `GridError` if the Sudokus have boxes of several shapes, and `PairFileError` if a
        Sudoku does not have exactly one solution.
        """
        rng, status, shape = np.random.default_rng(seed), YES, None
        read = list[_ExampleSet]()
        for name, files in zip(self._sets, (command_input.files, self.test_files), strict=False):
            one = _ExampleSet.read(command_input._replace(files=files), shape)
            status = status if one.is_all_read else TROUBLE
            if not len(one.puzzles):
                raise GridError("no Sudoku for {name} could be read", name=name)
            read.append(one)
            shape = one.shape
        is_new = not os.path.isdir(self.path)
        os.makedirs(self.path, exist_ok=True)
        try:
            with ExitStack() as stack:
                counts = []
                for name, one in zip(self._sets, read, strict=True):
                    place = os.path.join(self.path, name)
                    folder = stack.enter_context(
                        open_replacement_folder(place, _FOLDER_KIND, force=self.force)
                    )
                    number = copies if name == TRAIN else 0
                    counts.append(
                        f"{name} {one.write_and_count_examples(folder, number, rng, only)}"
                    )
                with open_output(os.path.join(self.path, "identifiers.json")) as stream:
                    stream.write(b'["<blank>"]')
        except BaseException:
            if is_new:
                with suppress(OSError):
                    os.rmdir(self.path)
            raise
        message = Message(
            "Examples written to {folder}: {counts}", folder=self.path, counts=", ".join(counts)
        )
        print_message(message, command_input.display)
        return status


class _ExampleSet(NamedTuple):
    """The Sudokus of one set, for training or for the test. `puzzles` has the puzzles and `solved`
    their solutions, both packed by `pack_grids`, so that they take half of the memory, as arrays of
    shape (N, bytes). `is_all_read` is whether all files and Sudokus could be read.
    """

    puzzles: Cells
    solved: Cells
    shape: BoxShape
    is_all_read: bool

    @classmethod
    def read(cls, command_input: CommandInput, shape: BoxShape | None) -> "_ExampleSet":
        """Read the Sudokus of files, and solve them. `shape` is the box shape that they must have;
        None means the shape of the first Sudoku. Errors in the files are printed.
        """
        stream, puzzles, solved = SudokuStream(command_input), bytearray(), bytearray()
        for file, _, entries in stream.yield_batches_with_files(_SUDOKUS_READ_AT_ONCE):
            readable = stream.report_and_remove_unreadable_sudokus(file, entries)
            for entry in readable:
                shape = shape or entry.shape
                if entry.shape != shape:
                    raise GridError(
                        "--layout hrm needs Sudokus with boxes of one shape, found {first} and "
                        "{second}",
                        first=shape,
                        second=entry.shape,
                    )
            if shape is None or not readable:
                continue
            cells = convert_bytes_to_array(b"".join(entry.cell_bytes for entry in readable), shape)
            puzzles += pack_grids(cells).tobytes()
            solved += pack_grids(_solve(cells, shape, file, readable)).tobytes()
        stream.print_held_errors()
        shape = shape or BoxShape(1, 1)
        first, second = (
            np.frombuffer(rows, np.uint8).reshape(-1, count_packed_bytes(shape.size))
            for rows in (puzzles, solved)
        )
        return cls(first, second, shape, not stream.status_counts.total())

    def write_and_count_examples(
        self, folder: str, copies: int, rng: np.random.Generator, only: AllowedMoves
    ) -> int:
        """Write the set into `folder`: the arrays of tokens, and the file that describes them.
        Return the number of examples: the Sudokus and their copies.
        """
        examples = len(self.puzzles) * (1 + copies)
        area = self.shape.size**2
        with ExitStack() as stack:
            streams = []
            for name in ("inputs", "labels"):
                path = os.path.join(folder, f"all__{name}.npy")
                streams.append(stack.enter_context(open(path, "wb")))
                header = {"descr": "|u1", "fortran_order": False, "shape": (examples, area)}
                np.lib.format.write_array_header_1_0(streams[-1], header)
            for pair in self._yield_examples(copies, rng, only):
                for stream, tokens in zip(streams, pair, strict=True):
                    stream.write(tokens.tobytes())
        numbers = np.arange(examples + 1, dtype=np.int32)
        for name, values in (
            ("puzzle_indices", numbers),
            ("group_indices", numbers[:: 1 + copies]),
            ("puzzle_identifiers", np.zeros(examples, np.int32)),
        ):
            np.save(os.path.join(folder, f"all__{name}.npy"), values)
        description = {
            "pad_id": 0,
            "ignore_label_id": 0,
            "blank_identifier_id": 0,
            "vocab_size": self.shape.size + 2,
            "seq_len": area,
            "num_puzzle_identifiers": 1,
            "total_groups": len(self.puzzles),
            "mean_puzzle_examples": 1.0,
            "total_puzzles": len(self.puzzles),
            "sets": ["all"],
        }
        with open(os.path.join(folder, "dataset.json"), "w", encoding="utf-8") as text:
            json.dump(description, text)
        return examples

    def _yield_examples(
        self, copies: int, rng: np.random.Generator, only: AllowedMoves
    ) -> Iterator[tuple[NDArray[np.uint8], NDArray[np.uint8]]]:
        """Yield pairs of arrays: the tokens of some puzzles, and those of their solutions. In both
        arrays, each Sudoku is followed by its `copies` random copies.
        """
        area = self.shape.size**2
        for some in yield_index_slices(
            len(self.puzzles), max(1, _EXAMPLES_AT_ONCE // (1 + copies))
        ):
            own: Any = [
                unpack_grids(rows[some], self.shape.size) for rows in (self.puzzles, self.solved)
            ]
            made = shuffled(own[0], copies, rng, self.shape, only=[*only.names], also=[own[1]])
            first, second = (
                np.concatenate(
                    [cells.reshape(len(cells), 1, area), moved.reshape(len(cells), copies, area)],
                    axis=1,
                )
                + np.uint8(1)
                for cells, moved in zip(own, (made.copies, *made.also), strict=True)
            )
            yield first, second


def _solve(puzzles: Cells, shape: BoxShape, file: str, entries: "list[Entry]") -> Cells:
    """Solve the puzzles of a file, and return their solutions. `entries` has the line of each
    puzzle, in the same order. Raise `PairFileError` for the first puzzle that does not have exactly
    one solution.
    """
    found = solutions(puzzles, shape)
    wrong = np.flatnonzero(found.numbers != 1)
    if len(wrong):
        message = Message(
            "the Sudoku does not have exactly one solution, as --layout hrm needs; audit --fix "
            "removes such Sudokus"
        )
        raise PairFileError(file, entries[wrong[0]].line, 1, message)
    return found.grids
