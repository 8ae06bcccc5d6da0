"""A program as a user writes it, which uses only public names. It must run, and type checkers must
find no error in it.

A test runs the program and checks it with mypy in strict mode and, if installed, with pyright.
"""

from pathlib import Path
from typing import Any, assert_type

import numpy as np
from numpy.typing import NDArray

from sudokopie import (
    Answer,
    BoxShape,
    Grid,
    GridError,
    SudokopieError,
    Transformation,
    Verdict,
    all_ways,
    as_html,
    as_text,
    canonical_form,
    certify,
    complete,
    completions,
    count_completions,
    decide,
    format_pair,
    has_one_completion,
    nearest,
    part_of,
    read_pair,
    sentences,
    survey,
    symmetries,
    ways,
    why_not,
)
from sudokopie.answers.nearest import NearestCopy
from sudokopie.answers.part import PartAnswer
from sudokopie.answers.reason import Reason
from sudokopie.answers.symmetries import Symmetries
from sudokopie.sudoku.transformation import Step


def main(folder: Path) -> None:
    first = Grid("12....1..3.....1")
    second = Grid([[0, 0, 1, 0], [1, 0, 0, 0], [0, 0, 0, 1], [0, 3, 0, 2]], box=(2, 2))
    array: NDArray[np.int8] = np.array(second.rows, np.int8)
    third = Grid(array)
    assert_type(first[0], tuple[int, ...])
    assert_type(first[0, 1], int)
    assert_type(first[1:3], tuple[tuple[int, ...], ...])
    assert_type(len(first), int)
    assert_type(first.shape, BoxShape)
    back: NDArray[Any] = np.asarray(first)
    assert back.shape == (4, 4)
    assert third == second == Grid.parse(str(second)) == Grid(second)
    assert {first: "a grid is a key"}[Grid(first.rows)]

    answer = decide(first, second, timeout=60)
    assert_type(answer, Answer)
    assert_type(answer.verdict, Verdict)
    if answer.transformation is not None:
        assert_type(answer.transformation, Transformation)
        assert answer.transformation.apply(first) == second
        assert_type(sentences(answer.transformation, lang="de"), list[str])
        for step in answer.transformation.make_instructions():
            assert_type(step, Step)
    assert_type(why_not(first, Grid("1" + 15 * ".")), Reason | None)
    assert_type(certify(answer).witness, Any)
    assert_type(as_html(answer, lang="en"), str)
    assert_type(as_text(answer, lang="en"), str)

    found = part_of(Grid("1" + 15 * "."), first)
    assert_type(found, PartAnswer)
    assert found.verdict is Verdict.YES
    assert_type(found.steps, int | None)
    near = nearest(first, Grid("12....1...3....1"), progress=print)
    assert_type(near, NearestCopy)
    assert_type(symmetries(first), Symmetries)
    assert_type(survey(first).is_complete, bool)
    assert_type(ways(first, second).number, int | None)
    assert_type(next(all_ways(first, second)), Transformation)
    assert_type(canonical_form(first).form, Grid)

    assert_type(complete(first), Grid | None)
    assert_type(count_completions(first, limit=2), int)
    assert_type(has_one_completion(first), bool)
    assert_type(list(completions(first)), list[Grid])

    file = folder / "pair.txt"
    file.write_text(format_pair((first, second)))
    pair = read_pair(file)
    assert_type(pair.first, Grid)
    with file.open("rb") as stream:
        assert read_pair(stream) == pair

    try:
        Grid("12")
    except GridError as problem:
        assert isinstance(problem, SudokopieError)
        print(problem)
