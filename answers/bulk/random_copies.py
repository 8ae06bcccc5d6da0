"""Make random copies of many Sudokus, for example as training data. Further arrays, such as
solutions and masks, are changed by the same transformations.
"""

from __future__ import annotations  # help() then shows the names of types, not their parts

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from ...base.errors import ArgumentError
from ...sudoku.allowed_moves import MOVE_KINDS, AllowedMoves
from ...sudoku.arrays import (
    Cells,
    Grids,
    add_offset,
    convert_to_array_and_shape,
    take_column,
    warn_if_digits_start_at_0,
    yield_grids_of_array,
    yield_index_slices,
)
from ...sudoku.grid import Grid, GridLike, convert_to_grid
from ...sudoku.shape import BoxLike, BoxShape
from ..symmetries import symmetries
from .symmetries import symmetry_counts
from .transformation_arrays import TransformationArrays, make_random_transformations

_COPIES_AT_ONCE = 20_000
_MOST_TRIES_AT_ONCE = 100_000

Rng = np.random.Generator | int | None
"""A numpy generator, the seed for a new generator, or None for a random seed."""


@dataclass(frozen=True, slots=True)
class ShuffledBatch:
    """M random copies of N Sudokus, with further arrays that were changed by the same
    transformations.

    - `copies`: the copies. If the Sudokus were given as an array, the copies have its type and
      form, (M, size, size) or (M, size·size); otherwise they are an array (M, size, size), uint8.
    - `also`: the copies of the further Sudokus, such as solutions: their cells are moved and their
      digits renamed.
    - `also_moved`: the further arrays of values, such as masks: the values are moved, but not
      renamed.
    - `sources`, shape (M,): for each copy the index of its Sudoku.
    - `transformations`: the transformation from the Sudoku to each copy; None if they were not
      asked for.
    """

    copies: NDArray[Any]
    also: tuple[NDArray[Any], ...]
    also_moved: tuple[NDArray[Any], ...]
    sources: NDArray[np.int64]
    transformations: TransformationArrays | None


@overload
def shuffled(
    grids: Grids,
    copies: int = 1,
    rng: Rng = None,
    box: BoxLike = None,
    *,
    only: Iterable[str] = MOVE_KINDS,
    seed: Rng = None,
    distinct: bool = False,
    column: str | int | None = None,
    offset: int = 0,
) -> Cells: ...
@overload
def shuffled(
    grids: Grids,
    copies: int = 1,
    rng: Rng = None,
    box: BoxLike = None,
    *,
    only: Iterable[str] = MOVE_KINDS,
    seed: Rng = None,
    distinct: bool = False,
    also: Sequence[Grids] | None = None,
    also_moved: Sequence[Any] | None = None,
    transformations: bool = False,
    column: str | int | None = None,
    offset: int = 0,
) -> ShuffledBatch: ...
def shuffled(  # noqa: PLR0913 - a function with all its options
    grids: Grids,
    copies: int = 1,
    rng: Rng = None,
    box: BoxLike = None,
    *,
    only: Iterable[str] = MOVE_KINDS,
    seed: Rng = None,
    distinct: bool = False,
    also: Sequence[Grids] | None = None,
    also_moved: Sequence[Any] | None = None,
    transformations: bool = False,
    column: str | int | None = None,
    offset: int = 0,
) -> Cells | ShuffledBatch:
    """Return `copies` random copies of each grid, (N · copies, size, size): first all copies of the
    first grid, then all copies of the second, and so on. If `also`, `also_moved` or
    `transformations` is given, return a `ShuffledBatch`, which has further arrays.

    - `grids`: an array (N, size, size) or (N, size·size) of integers, a list, or a column.
    - `rng` or `seed`: a numpy generator, or the seed for a new generator.
    - `only`: the kinds of moves that are allowed, some of `MOVE_KINDS`, such as
      `only=["rows", "digits"]`. All transformations that consist of such moves are equally likely.
    - `distinct`: whether the copies of a grid must all be different. All sets of different copies
      are then equally likely.
    - `also`: further Sudokus, such as `[solutions]`, each N of them. The i-th Sudoku is moved and
      its digits are renamed like the i-th grid.
    - `also_moved`: further arrays of shape (N, size, size, …) or (N, size·size, …) and of any type,
      such as masks. Their values are moved like the cells of the grids, and not renamed.
    - `transformations`: whether the transformations are returned, too.
    - `column`: the column of a table, or the key of the dicts, that has the grids.
    - `offset`: the number that is subtracted from each cell of the grids and of `also`, as for
      `labels`, and added to each cell of their copies. So with 1 tokens of which 1 is blank and 2
      is the digit 1 stay such tokens.

    Raises `GridError` if `grids` or a part of `also` are not grids of one shape, and
    `ArgumentError` if `copies` is below 0, if `only` has an unknown name or is not a group (`turns`
    and only one of `rows` and `columns`, or of `bands` and `stacks`), if a further array has
    another number of Sudokus or cells, or if a grid has fewer than `copies` different copies
    although they must be different.

    >>> shuffled(["12.............."], 2, rng=1, only=["digits"])[:, 0].tolist()
    [[1, 2, 0, 0], [4, 1, 0, 0]]
    >>> puzzles = np.array([[1, 2] + 14 * [0]])
    >>> batch = shuffled(puzzles, 3, seed=2, also_moved=[puzzles > 0])
    >>> ((batch.copies > 0) == batch.also_moved[0]).all().item()
    True
    """
    if copies < 0:
        raise ArgumentError("expected at least 0 copies, found {count}", count=copies)
    if rng is not None and seed is not None:
        raise ArgumentError("rng and seed exclude each other")
    if column is not None:
        grids = take_column(grids, column)
    _raise_if_single_arrays(also, also_moved)
    cells, shape = convert_to_array_and_shape(grids, box, offset=offset)
    source = _Shuffler(
        cells,
        shape,
        copies,
        np.random.default_rng(seed if rng is None else rng),
        AllowedMoves(only),
        distinct,
    )
    if also is None and also_moved is None and not transformations:
        return add_offset(source.shuffle([(cells, True)]).arrays[0], offset)
    named = [(_convert_to_input_type_and_shape(grids, cells), True)]
    named += [
        (_convert_further_sudokus(one, f"also[{number}]", len(cells), shape, offset), True)
        for number, one in enumerate(also or ())
    ]
    named += [
        (
            _check_and_return_values(np.asarray(one), f"also_moved[{number}]", len(cells), shape),
            False,
        )
        for number, one in enumerate(also_moved or ())
    ]
    found, border = (
        source.shuffle(named, keeps_transformations=transformations),
        1 + len(also or ()),
    )
    first, *further = [add_offset(one, offset) for one in found.arrays[:border]]
    return ShuffledBatch(
        first,
        tuple(further),
        tuple(found.arrays[border:]),
        np.repeat(np.arange(len(cells)), copies),
        found.transformations,
    )


def shuffled_batches(  # noqa: PLR0913 - a function with all its options
    grids: Grids,
    batch_size: int,
    *,
    seed: int,
    worker: int = 0,
    workers: int = 1,
    epochs: int | None = None,
    first_epoch: int = 0,
    drop_last: bool = False,
    box: BoxLike = None,
    only: Iterable[str] = MOVE_KINDS,
    also: Sequence[Grids] = (),
    also_moved: Sequence[Any] = (),
    transformations: bool = False,
    column: str | int | None = None,
    offset: int = 0,
) -> Iterator[ShuffledBatch]:
    """Yield batches of random copies for a training loop. In each epoch, every grid is used once,
    as a new random copy, in random order. The result depends only on the grids and the options, so
    a loop can be repeated, or continued with `first_epoch`.

    - `batch_size`: the number of copies in a batch. The last batch of an epoch has fewer copies if
      the number of grids is not a multiple of `batch_size`. If `drop_last` is true, such a batch is
      left out.
    - `seed`: a whole number from 0. Another number gives other copies in another order.
    - `worker`, `workers`: the number of this process, from 0, and the number of all processes that
      load data. Each process uses other grids, and draws other transformations.
    - `epochs`: the number of epochs; None means without end.
    - `first_epoch`: the number of the first epoch, from 0.
    - `grids`, `box`, `only`, `also`, `also_moved`, `transformations`, `column`, `offset`:
      parameters of `shuffled`, which describes them.

    In each `ShuffledBatch`, `sources` has the indices of the grids. Raises `GridError` if Sudokus
    are not grids of one shape. Raises `ArgumentError` if `only` is not valid, if a further array
    has another number of Sudokus or cells, if a number is out of range, or if a worker would have
    no batch.

    >>> puzzles = np.array([[1, 2] + 14 * [0], [1] + 15 * [0], 15 * [0] + [1]])
    >>> [batch.copies.shape for batch in shuffled_batches(puzzles, 2, seed=1, epochs=1)]
    [(2, 16), (1, 16)]
    """
    numbers = {"batch_size": (batch_size, 1), "workers": (workers, 1), "epochs": (epochs, 1)}
    numbers |= {"seed": (seed, 0), "worker": (worker, 0), "first_epoch": (first_epoch, 0)}
    for name, (number, least) in numbers.items():
        if number is not None and number < least:
            raise ArgumentError(
                "{name}: expected at least {least}, found {found}",
                name=name,
                least=least,
                found=number,
            )
    if worker >= workers:
        raise ArgumentError(
            "expected a worker from 0 to {last}, found {found}", last=workers - 1, found=worker
        )
    if column is not None:
        grids = take_column(grids, column)
    _raise_if_single_arrays(also, also_moved)
    cells, shape = convert_to_array_and_shape(grids, box, offset=offset)
    least = (batch_size if drop_last else 1) * workers
    if len(cells) < least:
        raise ArgumentError(
            "{count} Sudokus are too few: with these options at least {least} are needed, so that "
            "each worker has a batch",
            count=len(cells),
            least=least,
        )
    own = _convert_to_input_type_and_shape(grids, cells)
    renamed = [
        _convert_further_sudokus(one, f"also[{number}]", len(cells), shape, offset)
        for number, one in enumerate(also)
    ]
    moved = [
        _check_and_return_values(np.asarray(one), f"also_moved[{number}]", len(cells), shape)
        for number, one in enumerate(also_moved)
    ]
    allowed_moves = AllowedMoves(only)

    def yield_batches() -> Iterator[ShuffledBatch]:
        for epoch in (
            count(first_epoch) if epochs is None else range(first_epoch, first_epoch + epochs)
        ):
            # All workers draw the same order, and each takes other Sudokus from it.
            seeds = np.random.SeedSequence([seed, epoch])
            order = np.random.default_rng(seeds).permutation(len(cells))[worker::workers]
            seeds = np.random.SeedSequence([seed, epoch], spawn_key=(worker,))
            rng = np.random.default_rng(seeds)
            for some in yield_index_slices(len(order), batch_size):
                sources = order[some]
                if drop_last and len(sources) < batch_size:
                    continue
                batch = shuffled(
                    own[sources],
                    1,
                    rng,
                    shape,
                    only=allowed_moves.names,
                    also=[one[sources] for one in renamed],
                    also_moved=[one[sources] for one in moved],
                    transformations=transformations,
                )
                yield replace(
                    batch,
                    copies=add_offset(batch.copies, offset),
                    also=tuple(add_offset(one, offset) for one in batch.also),
                    sources=sources,
                )

    return yield_batches()


def copies_count(grid: GridLike, only: Iterable[str] = MOVE_KINDS) -> int:
    """Return how many different copies a grid has, itself included: the number of transformations
    divided by the number of its symmetries. `grid` is a grid, or a value from which `Grid` makes
    a grid, such as a text. `only` names the kinds of moves that are allowed, some of `MOVE_KINDS`.

    Raises `GridError` if `grid` is not a Sudoku, and `ArgumentError` if `only` is not valid.

    >>> copies_count("12" + 14 * "."), copies_count(16 * ".")
    (192, 1)
    """
    found = convert_to_grid(grid)
    return _count_different_copies(found, AllowedMoves(only))


def _count_different_copies(grid: Grid, allowed_moves: AllowedMoves) -> int:
    """Return how many different copies a grid has if transformations may only have the kinds of
    moves in `allowed_moves`. The grid itself is counted, too.
    """
    if allowed_moves.allows_everything:
        (symmetry_count,) = symmetry_counts([grid])
    else:
        symmetry_count = symmetries(grid, only=allowed_moves).order
    return allowed_moves.count_transformations(grid.shape) // symmetry_count


def _raise_if_single_arrays(also: object, also_moved: object) -> None:
    """Raise `ArgumentError` if `also` or `also_moved`, arguments of a public function, is a single
    array instead of a list or tuple of arrays. None is allowed, too.
    """
    for name, arrays in (("also", also), ("also_moved", also_moved)):
        if not isinstance(arrays, list | tuple | None):
            raise ArgumentError(
                "{name}: expected a list of arrays, as in {name}=[array]", name=name
            )


def _convert_to_input_type_and_shape(grids: Any, cells: Cells) -> NDArray[Any]:
    """Return `cells` with the type and shape of `grids` if `grids` is an array of integers;
    otherwise return `cells` unchanged.
    """
    if isinstance(grids, np.ndarray) and grids.dtype.kind in "iu" and grids.ndim > 1:
        return cells.astype(grids.dtype).reshape(grids.shape)
    return cells


def _convert_further_sudokus(
    grids: Grids, name: str, count: int, shape: BoxShape, offset: int
) -> NDArray[Any]:
    """Convert Sudokus to an array, which is moved in the same way as other Sudokus. `name` is their
    name in error messages, `count` their expected number, `shape` their box shape; `offset` is
    subtracted from each cell. Raises `GridError` if they are not Sudokus of this shape, and
    `ArgumentError` if there are not `count` Sudokus.
    """
    cells, _ = convert_to_array_and_shape(grids, shape, offset=offset)
    warn_if_digits_start_at_0(cells, shape)
    return _convert_to_input_type_and_shape(
        grids, _check_and_return_values(cells, name, count, shape)
    )


def _check_and_return_values(
    values: NDArray[Any], name: str, count: int, shape: BoxShape
) -> NDArray[Any]:
    """Return an array unchanged; raise `ArgumentError` if it does not have the shape (count, size,
    size, …) or (count, size·size, …). `name` is its name in the message.
    """
    size = shape.size
    forms = (count, size, size), (count, size * size)
    if values.shape[:3] != forms[0] and values.shape[:2] != forms[1]:
        raise ArgumentError(
            "{name}: expected the shape {one} or {other}, found {found}",
            name=name,
            one=str(forms[0]),
            other=str(forms[1]),
            found=str(values.shape),
        )
    return values


class _ShuffledArrays(NamedTuple):
    """The arrays after random transformations, and these transformations, which are None if the
    caller did not ask for them.
    """

    arrays: list[NDArray[Any]]
    transformations: TransformationArrays | None


class _Shuffler:
    """A maker of random copies: `copies` for each Sudoku in `cells`, shape (N, size, size). `rng`
    draws the transformations, `allowed_moves` are the kinds of moves that they may have, and
    `is_distinct` is whether the copies of a Sudoku must all be different.
    """

    def __init__(
        self,
        cells: Cells,
        shape: BoxShape,
        copies: int,
        rng: np.random.Generator,
        allowed_moves: AllowedMoves,
        is_distinct: bool,
    ) -> None:
        self._cells, self._shape, self._copies = cells, shape, copies
        self._rng, self._allowed_moves, self._is_distinct = rng, allowed_moves, is_distinct

    def shuffle(
        self,
        arrays_and_renaming: Sequence[tuple[NDArray[Any], bool]],
        *,
        keeps_transformations: bool = False,
    ) -> _ShuffledArrays:
        """Draw a random transformation for each copy, and apply it to the arrays.
        `arrays_and_renaming` has pairs: an array of values with N entries, and whether the values
        are digits, which are renamed, or other values, which are only moved. If
        `keeps_transformations` is true, the result has the transformations.
        """
        total, area = len(self._cells) * self._copies, self._shape.size**2
        found, flat = list[NDArray[Any]](), list[tuple[NDArray[Any], bool]]()
        for values, is_renamed in arrays_and_renaming:
            found.append(np.empty((total, *values.shape[1:]), values.dtype))
            # One entry for each cell of all Sudokus; an entry may have several values.
            cell_count = len(values) * area
            more = (values.size // cell_count,) if values.size > cell_count else ()
            flat.append((np.ascontiguousarray(values).reshape(cell_count, *more), is_renamed))
        kept = TransformationArrays.identity(self._shape, total if keeps_transformations else 0)
        # All copies of a Sudoku that must be different are drawn together.
        at_once = _COPIES_AT_ONCE
        if self._is_distinct:
            copies = max(1, self._copies)
            at_once = max(1, _COPIES_AT_ONCE // copies) * copies
        for some in yield_index_slices(total, at_once):
            sources = np.arange(total)[some] // self._copies
            images = self._draw_transformations(sources)
            # The number of the old cell, among all cells of all Sudokus, for each new cell.
            old_cells = images.find_source_cell_numbers().reshape(len(sources), area)
            old_cells += area * sources[:, None]
            # One list has the new names of the digits of all copies, copy after copy.
            names = (self._shape.size + 1) * np.arange(len(sources))[:, None]
            for target, (values, is_renamed) in zip(found, flat, strict=True):
                moved = values.take(old_cells, axis=0)
                if is_renamed:
                    moved = images.digits.reshape(-1).take(moved + names)
                target[some] = moved.reshape(target[some].shape)
            if keeps_transformations:
                kept.replace(np.arange(total)[some], images)
        return _ShuffledArrays(found, kept if keeps_transformations else None)

    def _draw_transformations(self, sources: NDArray[np.intp]) -> TransformationArrays:
        """Return a random transformation for each of the Sudokus with the indices `sources`. If the
        copies of a Sudoku must be different, all its copies are drawn in one call.
        """
        images = self._make_random_transformations(len(sources))
        if not self._is_distinct or not len(sources):
            return images
        copies = images.apply(self._cells[sources]).reshape(len(sources), -1)
        rows = np.concatenate([sources[:, None].astype(">u8").view(np.uint8), copies], 1)
        # The rows as single values, by which numpy can sort.
        values = np.ascontiguousarray(rows).view(f"V{rows.shape[1]}").ravel()
        _, firsts = np.unique(values, return_index=True)
        is_repeated = np.ones(len(sources), bool)
        is_repeated[firsts] = False
        for source in np.unique(sources[is_repeated]).tolist():
            self._replace_repeated_copies(images, copies, np.flatnonzero(sources == source), source)
        return images

    def _replace_repeated_copies(
        self,
        images: TransformationArrays,
        copies: NDArray[np.uint8],
        copy_indices: NDArray[np.intp],
        source: int,
    ) -> None:
        """Replace transformations of the Sudoku with the index `source` in `images` by new random
        transformations, until all its copies are different. `copy_indices` are the indices of the
        Sudoku's transformations in `images` and of their copies in `copies`, shape (K, size·size).

        Raises `ArgumentError` if the Sudoku has fewer different copies.
        """
        (own_grid,) = yield_grids_of_array(self._cells[source : source + 1], self._shape)
        count = _count_different_copies(own_grid, self._allowed_moves)
        if count < len(copy_indices):
            raise ArgumentError(
                "Sudoku {number}, counted from 0, has only {count} different copies, but {copies} "
                "were asked for; ask for fewer, or for copies that may repeat",
                number=source,
                count=count,
                copies=len(copy_indices),
            )
        seen, missing = set[bytes](), list[int]()
        for index in copy_indices.tolist():
            content = copies[index].tobytes()
            if content in seen:
                missing.append(index)
            seen.add(content)
        grid = self._cells[source]
        while missing:
            # With this number of tries, about as many new copies are expected as are missing.
            tries = -(-len(missing) * count // (count - len(seen)))
            drawn = self._make_random_transformations(min(tries, _MOST_TRIES_AT_ONCE))
            made = drawn.apply(np.broadcast_to(grid, (len(drawn.rows), *grid.shape)))
            for number, one in enumerate(made):
                content = one.tobytes()
                if missing and content not in seen:
                    seen.add(content)
                    images.replace(np.array([missing.pop()]), drawn.select(np.array([number])))

    def _make_random_transformations(self, count: int) -> TransformationArrays:
        return make_random_transformations(self._shape, count, self._rng, self._allowed_moves)
