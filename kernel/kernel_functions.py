"""Python functions that call the compiled functions of sudokopie (the kernel). If there is no
kernel, because it was not built or because `SUDOKOPIE_KERNEL=off` is set, each function returns a
value by which the caller knows that it must compute the answer in Python.
"""

import os
from array import array
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from types import ModuleType
from typing import Any

_INTERFACE = 9  # the same number as in module.c
_MOST_A_SIDE = 25  # the largest number of rows of a grid
_MOST_OF_PAIRS = 49  # the largest number of rows, if two grids are compared
# A search may visit this number of nodes divided by the grid's number of cells, which takes some
# milliseconds.
_NODES = 400_000
_SEARCH_NODES = 30_000_000  # the same, if two grids are compared: 80 milliseconds
_LEAST = 3  # returned instead of a number if the search found the best transformation

TOO_HARD = -1
"""The value that is returned instead of a number if the kernel cannot find it, so that a solver
must be called.
"""


def _import_kernel() -> ModuleType | None:
    """Return the module with the compiled functions (kernel); None if it cannot be imported or the
    user has switched it off.
    """
    if os.environ.get("SUDOKOPIE_KERNEL") == "off":
        return None
    try:
        from . import _kernel
    except ImportError:  # it was not built, or built for another machine
        return None
    return _kernel


def _is_current(kernel: ModuleType | None) -> bool:
    """Return whether `kernel`, the module with the compiled functions, was compiled from the same
    version of sudokopie's source as this file. Return False if `kernel` is None.
    """
    return getattr(kernel, "INTERFACE", None) == _INTERFACE


def _load_current_kernel() -> ModuleType | None:
    """Return the module with the compiled functions (kernel); None if no such module was built for
    this version of the source.
    """
    kernel = _import_kernel()
    return kernel if _is_current(kernel) else None


compiled = _load_current_kernel()


def get_implementation_name() -> str:
    """Return the name of the implementation in use, `compiled` or `Python`."""
    return "Python" if compiled is None else "compiled"


def is_kernel_outdated() -> bool:
    """Return whether the compiled functions (kernel) were built, but are ignored because they
    belong to another version of sudokopie's source. This happens after an update of a clone, until
    sudokopie is installed again.
    """
    kernel = _import_kernel()
    return kernel is not None and not _is_current(kernel)


def completions(
    grids: Sequence[Iterable[Iterable[int]]], box: tuple[int, int], limit: int | None = None
) -> list[tuple[int, bytes]]:
    """Count the completions of each grid, up to `limit`, and find one of them. A completion is a
    complete grid that has the clues of the grid and obeys the rules of Sudoku. Return a pair for
    each grid: the number of completions, and the cells of one completion.

    The argument `grids` has for each grid N rows of N digits, 0 for blank; `box` is the pair (rows
    of a box, columns of a box). The cells of the completion are N² bytes, row after row; they mean
    nothing if the number is not positive. If `limit` is None, all completions are counted.

    The number is `TOO_HARD` (-1) if the grid is too large, if the search would take too long, or if
    the compiled functions (kernel) are missing. The kernel raises `ValueError` if the number of
    cells is wrong, or a digit is not in 0..N.

    >>> completions([[[1, 0], [0, 0]]], (1, 2))[0][0] in (1, TOO_HARD)
    True
    """
    size = box[0] * box[1]
    if compiled is None or size > _MOST_A_SIDE:
        return [(TOO_HARD, b"")] * len(grids)
    area, most = size**2, 2**62 if limit is None else limit
    cells = bytes(chain.from_iterable(chain.from_iterable(grids)))
    numbers, found = array("q", bytes(8 * len(grids))), bytearray(len(cells))
    compiled.completions(cells, *box, most, _NODES // area, numbers, found)
    return [(number, bytes(found[k * area : (k + 1) * area])) for k, number in enumerate(numbers)]


def fill_completions(grids: Any, box: tuple[int, int], counts: Any, solutions: Any) -> None:
    """Count the solutions of many grids, and write the results into two arrays: into `counts` the
    number for each grid, where 2 means two or more, and into `solutions` the solution that was
    found first.

    - `grids`: array (N, size, size) of uint8, 0 for blank.
    - `box`: the pair (rows of a box, columns of a box).
    - `counts`: array (N,) of int64. A number is `TOO_HARD` (-1) if a solver must be asked: if the
      search would take too long, if the grids are too large, or if the compiled functions (kernel)
      are missing.
    - `solutions`: array (N, size, size) of uint8. The cells of a grid mean nothing if its number is
      0 or `TOO_HARD`.
    """
    if compiled is None or box[0] * box[1] > _MOST_A_SIDE:
        counts[:] = TOO_HARD
    else:
        nodes = _NODES // (box[0] * box[1]) ** 2
        compiled.completions(grids, *box, 2, nodes, counts, solutions)


def fill_ways_to_least_images(
    grids: Any, box: tuple[int, int], success_flags: Any, *images: Any
) -> None:
    """Find for each grid the transformation to its smallest copy, and write the parts of these
    transformations into arrays. Copies are compared cell by cell, row after row; in the first cell
    in which two copies differ, the smaller copy has the smaller digit, and a blank counts as 0. If
    the compiled functions (kernel) are missing, or if the grids are large, do nothing.

    - `grids`: array (N, size, size) of uint8, 0 for blank.
    - `box`: the pair (rows of a box, columns of a box).
    - `success_flags`: array (N,) of int64, which the caller has filled with zeros. It becomes 1 for
      each grid whose transformation was found; a search that takes too long is given up.
    - `images`: the arrays for the parts of the transformations, such as the rotations and the new
      orders of the bands, as `answers.bulk.transformation_arrays.TransformationArrays` names them.
      The entries of a grid without success stay as they were.
    """
    size = box[0] * box[1]
    if compiled is not None and size <= _MOST_A_SIDE:
        compiled.least_images(grids, *box, 100 * _NODES // size**2, success_flags, *images)


def try_fill_sorted_forms(grids: Any, box: tuple[int, int], *result_arrays: Any) -> bool:
    """Find the sorted forms of grids (copies in which lines and digits are sorted), write the
    transformations to these forms into the arrays `result_arrays`, and return True. Return False,
    and write nothing, if the caller must do this in Python: if the compiled functions (kernel) are
    missing, or if the grids are large.

    `grids` is an array (N, size, size) of uint8, and `box` the pair (rows of a box, columns of a
    box). The arrays in `result_arrays` have an entry for each grid, in this order:

    - the signature, a number that is equal for copies (uint64);
    - whether all copies of the grid have the same sorted form (bool);
    - whether the rows have the same colours as the columns, so that the transposed grid may be a
      copy, too (bool; a colour is a number of a line that no transformation changes);
    - the transformation to the sorted form, in four arrays: whether rows and columns are exchanged,
      the order of the rows, the order of the columns, and the new name of each digit, as the fields
      of `answers.bulk.transformation_arrays.TransformationArrays` describe them.

    The sorted grids themselves are not written.
    """
    if compiled is None or box[0] * box[1] > _MOST_A_SIDE:
        return False
    compiled.sorted_forms(grids, *box, *result_arrays)
    return True


def try_list_remaining_or_best_transformations(
    first: bytes, second: bytes, box: tuple[int, int], is_search_wanted: bool = False
) -> tuple[list[bytes], bool] | None:
    """Return the few transformations that can lead from the first grid to the second after colour
    refinement has ruled out all others, and a Boolean. If the Boolean is True, the list has only
    the best transformation: it has the fewest steps and is, of several with equally few steps, the
    first in the order of tuples. Return None if the caller must answer in Python.

    The cells of `first` and `second` are given as bytes, row after row; `box` is the pair (rows of
    a box, columns of a box). A transformation in the result is a bytes object with one byte for
    each number of the rotation, the bands, the stacks, the rows, the columns and the digits, in
    this order; it is written with the fewest steps.

    If colour refinement leaves more than these few possibilities and `is_search_wanted` is true,
    the kernel searches for the best transformation. The result is None if the compiled functions
    (kernel) are missing, if the grids are large, if the remaining possibilities are not searched,
    or if the search finds nothing or takes too long.
    """
    (height, width), size = box, box[0] * box[1]
    if compiled is None or size > _MOST_OF_PAIRS:
        return None
    length = 1 + width + height + 3 * size
    numbers, ways = array("q", (0,)), bytearray(2 * length)
    nodes = _SEARCH_NODES // max(size**2, 100) if is_search_wanted else 0
    compiled.transformations_left(first + second, height, width, nodes, numbers, ways)
    if numbers[0] == TOO_HARD:
        return None
    is_least = numbers[0] == _LEAST
    count = 1 if is_least else numbers[0]
    return [bytes(ways[i * length : (i + 1) * length]) for i in range(count)], is_least


_ASSIGNMENTS = 50_000  # the most assignments that a search for a part tries: a millisecond


def fill_copies_of_parts(pairs: Any, box: tuple[int, int], counts: Any, copies: Any) -> None:
    """Look in the second grid of each pair for copies of the first grid, and write the results into
    the arrays `counts` and `copies`. A copy is a set of cells of the second grid whose clues, with
    all other cells blank, are a transformed first grid.

    - `pairs`: array (N, 2, size, size) of uint8, 0 for blank.
    - `box`: the pair (rows of a box, columns of a box).
    - `counts`: array (N,) of int64, the number of copies; 2 means two or more. A number is
      `TOO_HARD` (-1) if a solver must be called.
    - `copies`: array (N, size, size) of uint8, the second grid with only the clues of the copy that
      was found first. Its cells mean nothing if the number is 0 or `TOO_HARD`.

    If the compiled functions (kernel) are missing, or if the grids are large, all numbers in
    `counts` become `TOO_HARD`, and `copies` stays as it was.
    """
    if compiled is None or box[0] * box[1] > _MOST_A_SIDE:
        counts[:] = TOO_HARD
    else:
        compiled.images_in(pairs, *box, _ASSIGNMENTS, counts, copies)


def count_and_find_copy_of_part(
    part: bytes, whole: bytes, box: tuple[int, int]
) -> tuple[int, bytes]:
    """Look in the grid `whole` for copies of the grid `part`. A copy is a set of cells of `whole`
    whose clues, with all other cells blank, are a transformed `part`. Return the number of copies
    (2 means two or more), and the cells of `whole` with only the clues of the copy that was found
    first.

    Grids are bytes, row after row, 0 for blank; `box` is the pair (rows of a box, columns of a
    box). The number is `TOO_HARD` (-1) if a solver must be called: if the search would take too
    long, if the grids are too large, or if the compiled functions (kernel) are missing. The cells
    mean nothing if the number is 0 or `TOO_HARD`.
    """
    numbers, image = array("q", (TOO_HARD,)), bytearray(len(whole))
    if compiled is not None and box[0] * box[1] <= _MOST_A_SIDE:
        compiled.images_in(part + whole, *box, _ASSIGNMENTS, numbers, image)
    return numbers[0], bytes(image)


SUMMARY_BYTES = 40
"""The number of bytes of a summary of a grid's numbers of clues."""
MAY_CONTAIN, MAY_BE_CONTAINED = 1, 2
"""The numbers whose sum is a byte about two grids: the other grid may contain a copy of this grid,
and this grid may contain a copy of the other grid.
"""


def can_summarize_clues(box: tuple[int, int]) -> bool:
    """Return whether the compiled functions (kernel) can summarise the clues of grids of this
    shape, for quick comparisons. They can for 9×9 grids.
    """
    return compiled is not None and box == (3, 3)


def fill_clue_summaries(grids: Any, summaries: Any) -> None:
    """Write a summary of each grid's numbers of clues into `summaries`, an array (N, 40) of uint8.
    Comparing the summaries of two grids shows quickly that one cannot contain a copy of the other.
    `grids` is an array (N, 9, 9) of uint8, and `can_summarize_clues` must be true.
    """
    if compiled is not None:
        compiled.clue_summaries(grids, summaries)


def fill_containment_relations(grid: bytes, summaries: Any, relations: Any) -> None:
    """Compare a 9×9 grid with many other grids by their summaries, and write a byte about each
    other grid into `relations`, an array (N,) of uint8. The byte is a sum of `MAY_CONTAIN` (1) if
    the other grid may contain a copy of `grid`, and of `MAY_BE_CONTAINED` (2) if `grid` may contain
    a copy of the other grid. If one of these numbers is not part of the sum, that containment is
    impossible.

    The cells of `grid` are bytes, row after row. `summaries` is an array (N, 40) of uint8, which
    `fill_clue_summaries` has filled for the other grids. Call this function only if
    `can_summarize_clues` returns True.
    """
    if compiled is not None:
        compiled.compare_clues(grid, summaries, relations)


_WORK_AT_ONCE = 2_000_000  # the clauses visited between two checks of the clock: some 10 ms


def try_make_lrat_lines(
    formula: Iterable[int], solver_proof: Iterable[int], check_time: Callable[[], object]
) -> list[str] | None:
    """Return the lines of an LRAT proof that a formula has no model. `formula` has the literals of
    the formula's clauses, and `solver_proof` those of the clauses that a solver's proof adds, each
    with a 0 after each clause. The function `check_time` is called again and again, and may raise
    an error to stop the work.

    Return None if the caller must make the proof in Python: if the compiled functions (kernel) are
    missing, if a number is too large, or if the solver's proof is wrong, so that Python finds the
    error.
    """
    if compiled is None:
        return None
    try:
        started = compiled.start_hints(array("i", formula), array("i", solver_proof))
        while (found := compiled.continue_hints(started, _WORK_AT_ONCE)) is None:
            check_time()
    except (OverflowError, ValueError, MemoryError):
        return None
    lines: list[str] = found.decode().split("\n")[-2::-1]
    return lines
