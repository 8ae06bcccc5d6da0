"""What a user writes about collections, as in script_of_a_user.py."""

from pathlib import Path
from typing import assert_type

import numpy as np
from numpy.typing import NDArray

from sudokopie import Grid, duplicates, format_pair
from sudokopie.applications.collection.duplicates import Classes, SudokuCollection
from sudokopie.applications.collection.gathering import Groups, Place


def main(folder: Path) -> None:
    first = Grid("12....1..3.....1")
    second = Grid([[0, 0, 1, 0], [1, 0, 0, 0], [0, 0, 0, 1], [0, 3, 0, 2]], box=(2, 2))
    array: NDArray[np.int8] = np.array(second.rows, np.int8)
    file = folder / "pair.txt"
    file.write_text(format_pair((first, second)))
    assert_type(duplicates(file), Groups[Place])
    assert_type(duplicates([str(first), second, array]), Groups[int])
    assert duplicates(np.stack([array, array])) == [[0, 1]]
    with SudokuCollection(first.shape) as many:
        many.add([first, second], ["a name", "another one"])
        assert_type(many.classes(jobs=1), Classes)
