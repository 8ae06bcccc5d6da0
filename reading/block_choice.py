"""Decide which blocks of cells in a sheet are Sudokus.

A candidate block is a place in the sheet where a Sudoku may be. Candidate blocks are chosen so that
each digit of the sheet is in exactly one of them. If several candidate blocks have the same digits,
the candidate block with the best evidence is chosen. Clues alone may not show where a Sudoku
begins, because its outer rows and columns may be empty. A frame, headings, or digits in all outer
rows and columns show it. Otherwise it is decided by counting solutions: only one of the candidate
blocks may be a Sudoku with exactly one solution, because a grid that is shifted by a row or column
hardly ever has one.
"""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from enum import IntEnum
from functools import cached_property
from itertools import chain, islice
from typing import NamedTuple

from ..base.errors import SudokopieError
from ..base.registry import HIGHER
from ..sudoku.grid import Grid
from ..sudoku.shape import BoxShape
from .candidate_blocks import (
    TOUCHINGS,
    Address,
    BlockLayout,
    CandidateBlock,
    CellMasks,
    SheetCells,
    Touching,
    drop_zero_decimals,
    list_layouts,
)
from .cells import CellReadingRules
from .exact_covers import find_exact_covers
from .sheet import do_overlap, is_inside

_MOST_BLOCKS = 20_000
"""The largest number of candidate blocks (places in a sheet where a Sudoku may be) that are
compared with each other for one layout.
"""
_SECONDS = 1.0
"""The time limit in seconds for counting the solutions of a Sudoku."""
_LEAST_HEADING = 8
"""The smallest number of rows of a Sudoku whose outer rows and columns may be headings."""
_USUAL_SIZES = (4, 6, 9, 16)
"""The numbers of rows for which digits in all outer rows and columns are enough evidence. A block
of another size may be a part of a larger Sudoku with an empty border.
"""


class PlaceEvidence(IntEnum):
    """The evidence that a Sudoku is exactly in a candidate block (a place in a sheet where a Sudoku
    may be). The strongest evidence comes last.
    """

    NONE = 0
    FILLED_OUTER_LINES = 1
    """Each of its four outer rows and columns has a digit or a sign for blank."""
    PROPER = 2
    """It is the only candidate block with these digits that has exactly one solution."""
    STRONG = 3
    """It has a frame, or no empty cell, or headings above and beside it, or the user has chosen
    it.
    """


class ChosenBlocks(NamedTuple):
    """The blocks of a sheet that are Sudokus with boxes of one shape, in reading order. `evidence`
    is the evidence for the place of the block whose place is least certain. `headings` are the
    cells beside the blocks that number their rows and columns.
    """

    shape: BoxShape
    blocks: list[CandidateBlock]
    evidence: PlaceEvidence
    headings: frozenset[Address]


class UncertainPlaces(NamedTuple):
    """Several candidate blocks (places in a sheet where a Sudoku may be), if it cannot be decided
    which of them are Sudokus. All have boxes of the same shape.
    """

    shape: BoxShape
    blocks: list[CandidateBlock]
    are_proper: bool
    """Whether each of the candidate blocks has exactly one solution. If not, none of them has."""


_Group = list[CandidateBlock]
"""Candidate blocks (places in a sheet where a Sudoku may be) that contain the same digits."""


class BlockSearch:
    """The search for the Sudokus in a sheet, on the assumption that all have boxes of one shape."""

    def __init__(self, cells: SheetCells, shape: BoxShape) -> None:
        self.cells, self.shape = cells, shape
        self._signs = CellReadingRules(shape.size, empty_means_blank=True)
        self._proper, self._evidence = (
            dict[CandidateBlock, bool](),
            dict[CandidateBlock, PlaceEvidence](),
        )
        self._values = dict[CandidateBlock, tuple[int, ...] | None]()
        sheet = cells.sheet
        self._chosen_areas = (*([sheet.area] if sheet.area else []), *sheet.places)

    @cached_property
    def _masks(self) -> CellMasks:
        return CellMasks(self.cells, self.shape.size)

    def choose(self) -> Iterator[ChosenBlocks | UncertainPlaces]:
        """Yield a result for each layout of blocks (with or without free rows and columns between
        boxes) in which all digits of the sheet are in blocks that may be Sudokus. The result is the
        blocks that are Sudokus or, if it cannot be decided which blocks are, the candidate blocks.
        """
        if self._has_larger_digits():
            return
        for layout in list_layouts(self.shape):
            framed = self._find_framed_blocks(layout)
            framed += self._list_chosen(layout)
            if (
                not framed
                and next(self._masks.find_candidate_blocks(layout, TOUCHINGS[-1]), None) is None
            ):
                continue
            for touching in TOUCHINGS:
                found = self._masks.find_candidate_blocks(layout, touching)
                blocks = [*framed, *islice(found, _MOST_BLOCKS)]
                if next(found, None) is not None:
                    return
                if taken := self._choose_blocks(blocks, touching):
                    yield taken
                    if isinstance(taken, ChosenBlocks) and self._cannot_have_gaps(taken):
                        return
                    break

    def _has_larger_digits(self) -> bool:
        """Return whether the sheet has a digit that is too large for Sudokus of this size and is
        not beside a text.
        """
        digits = self.cells.list_digit_addresses(9, self.shape.size) if self.shape.size < 9 else ()
        return any(not self.cells.is_beside_text(*address) for address in digits)

    def _cannot_have_gaps(self, chosen: ChosenBlocks) -> bool:
        """Return whether it is certain that the blocks have no free rows or columns between their
        boxes: each outer row and column of a block has a digit, and at most one of its rows and one
        of its columns is empty.
        """
        return chosen.evidence > PlaceEvidence.NONE and any(
            self._masks.has_filled_outer_lines(block) and self._masks.count_empty_lines(block) < 2
            for block in chosen.blocks
        )

    def _list_chosen(self, layout: BlockLayout) -> list[CandidateBlock]:
        """Return the candidate blocks that are exactly the ranges of cells that the user has
        chosen.
        """
        blocks = (
            (CandidateBlock(area.top, area.left, layout), area) for area in self._chosen_areas
        )
        return [block for block, area in blocks if block.area == area]

    def _choose_blocks(
        self, blocks: list[CandidateBlock], touching: Touching
    ) -> ChosenBlocks | UncertainPlaces | None:
        """Decide which of the candidate blocks of one layout are Sudokus. `touching` is whether
        blocks may follow one another without a free row or column. Returns None if the candidate
        blocks do not contain all digits of the sheet.
        """
        groups = self._group_blocks(blocks, touching)
        keys = list(groups)
        covered = frozenset(chain.from_iterable(keys))
        if not groups or not self._are_other_digits_beside_texts(covered):
            return None
        components = find_exact_covers(keys)
        if components is None:
            return None
        options = [[[groups[keys[i]] for i in cover] for cover in one] for one in components]
        fixed = self._list_fixed_cells(options)
        blocks, evidence = list[CandidateBlock](), PlaceEvidence.STRONG
        for covers in options:
            taken = [self._choose_block_in_each_group(cover, fixed) for cover in covers]
            one = self._choose_cover(taken)
            if isinstance(one, UncertainPlaces):
                return one
            blocks += one[0]
            evidence = min(evidence, one[1])
        cells = list(chain.from_iterable(map(_list_area_cells, blocks)))
        if len(cells) != len({*cells}) or not self._include_chosen_places(blocks):
            return None
        headings = chain.from_iterable(map(self._list_headings, blocks))
        return ChosenBlocks(self.shape, sorted(blocks), evidence, frozenset(headings))

    def _group_blocks(
        self, blocks: list[CandidateBlock], touching: Touching
    ) -> dict[frozenset[Address], _Group]:
        """Return the candidate blocks that may be Sudokus, in groups. All blocks of a group contain
        the same digits; the addresses of these digits are the key of the group.
        """
        area, places = self.cells.sheet.area, self.cells.sheet.places
        groups = defaultdict[frozenset[Address], _Group](list)
        for block in dict.fromkeys(blocks):
            if area and not is_inside(block.area, area):
                continue
            if places and any(
                block.area != place and do_overlap(block.area, place) for place in places
            ):
                continue
            if (touching.above or touching.beside) and self._has_mixed_blanks(block):
                continue
            if self._find_evidence(block) or self._is_consistent(block):
                groups[frozenset(self._list_explained_digits(block))].append(block)
        return groups

    def _include_chosen_places(self, blocks: list[CandidateBlock]) -> bool:
        """Return whether `blocks` includes every range of cells that the user has chosen inside the
        sheet as the place of a Sudoku.
        """
        return {*self.cells.sheet.places} <= {block.area for block in blocks}

    def _has_mixed_blanks(self, block: CandidateBlock) -> bool:
        """Return whether a candidate block has empty cells as well as signs for blank, which no
        Sudoku has.
        """
        filled = self._masks.count_digits_and_blanks(block)
        return self._masks.count_digits(block) < filled < self.shape.size**2

    def _list_fixed_cells(self, options: list[list[list[_Group]]]) -> frozenset[Address]:
        """Return the cells of the candidate blocks that are certain, because no other candidate
        block contains the same digits. `options` has, for each independent part of the sheet, the
        exact covers of its digits.
        """
        sure = (
            group[0]
            for covers in options
            if len(covers) == 1
            for group in covers[0]
            if len(group) == 1
        )
        return frozenset(chain.from_iterable(map(_list_area_cells, sure)))

    def _choose_block_in_each_group(
        self, cover: list[_Group], fixed: frozenset[Address]
    ) -> tuple[list[CandidateBlock], PlaceEvidence] | UncertainPlaces:
        blocks, least = list[CandidateBlock](), PlaceEvidence.STRONG
        for group in cover:
            room = [
                one for one in group if len(group) == 1 or fixed.isdisjoint(_list_area_cells(one))
            ]
            taken = self._choose_block(room or group)
            if isinstance(taken, UncertainPlaces):
                return taken
            blocks.append(taken[0])
            least = min(least, taken[1])
        return blocks, least

    def _choose_block(
        self, group: _Group
    ) -> tuple[CandidateBlock, PlaceEvidence] | UncertainPlaces:
        """Choose one of several candidate blocks (places in a sheet where a Sudoku may be) that
        contain the same digits. Returns the block and the evidence for its place. If it cannot be
        decided which block is right, the possible blocks are returned.
        """
        best = max(map(self._find_evidence, group))
        found = [block for block in group if self._find_evidence(block) == best]
        if best and len(found) == 1:
            return found[0], best
        found = [block for block in group if self.is_proper(block)]
        if len(found) == 1:
            return found[0], PlaceEvidence.PROPER
        return UncertainPlaces(self.shape, found or group, bool(found))

    def _choose_cover(
        self, choices: list[tuple[list[CandidateBlock], PlaceEvidence] | UncertainPlaces]
    ) -> tuple[list[CandidateBlock], PlaceEvidence] | UncertainPlaces:
        """Choose one of several sets of candidate blocks that contain the same digits. Returns the
        set and its weakest evidence. If it cannot be decided which set is right, the possible
        blocks are returned.

        Each element of `choices` is a set with its evidence, or the possible blocks of a set that
        is itself uncertain.
        """
        if len(choices) == 1:
            return choices[0]
        uncertain_ones = [one for one in choices if isinstance(one, UncertainPlaces)]
        found = [one for one in choices if not isinstance(one, UncertainPlaces)]
        sure = [one for one in found if all(map(self.is_certain, one[0]))]
        if len(sure) == 1 and not any(uncertain.are_proper for uncertain in uncertain_ones):
            return sure[0]
        blocks = chain.from_iterable(one[0] for one in sure or found)
        others = chain.from_iterable(uncertain.blocks for uncertain in uncertain_ones)
        return UncertainPlaces(self.shape, [*dict.fromkeys(chain(blocks, others))], bool(sure))

    def is_certain(self, block: CandidateBlock) -> bool:
        """Return whether there is strong evidence for a candidate block (such as a frame), or
        whether its cells are a Sudoku with exactly one solution.
        """
        return self._find_evidence(block) == PlaceEvidence.STRONG or self.is_proper(block)

    def is_proper(self, block: CandidateBlock) -> bool:
        """Return whether the cells of a candidate block are a Sudoku with exactly one solution."""
        if block not in self._proper:
            self._proper[block] = self._may_be_proper(block) and has_one_solution(
                Grid(self._list_rows_and_columns(block)[0], self.shape)
            )
        return self._proper[block]

    def _may_be_proper(self, block: CandidateBlock) -> bool:
        """Return whether the Sudoku in a candidate block may have exactly one solution: no row,
        column or box repeats a digit, at most one digit does not occur, and at most one row and one
        column of each box is empty.
        """
        size, shape = self.shape.size, self.shape
        if not self._is_consistent(block):
            return False
        rows, columns = self._list_rows_and_columns(block)
        if len({*chain.from_iterable(rows)} - {0}) < size - 1:
            return False
        bands = ((rows, shape.height), (columns, shape.width))
        return all(
            sum(not any(line) for line in lines[i : i + step]) < 2
            for lines, step in bands
            for i in range(0, size, step)
        )

    def _is_consistent(self, block: CandidateBlock) -> bool:
        """Return whether no row, column or box of a candidate block repeats a digit. Returns False
        also if less than half of the different digits occur in the block, or if it has a text that
        cannot be a cell of a Sudoku.
        """
        size, shape = self.shape.size, self.shape
        if 2 * self._masks.count_different_digits(block) < size or self._read_values(block) is None:
            return False
        rows, columns = self._list_rows_and_columns(block)
        boxes = [
            [rows[r + i][c + j] for i in range(shape.height) for j in range(shape.width)]
            for r in range(0, size, shape.height)
            for c in range(0, size, shape.width)
        ]
        found = ([digit for digit in unit if digit] for unit in chain(rows, columns, boxes))
        return all(len(digits) == len({*digits}) for digits in found)

    def _list_rows_and_columns(
        self, block: CandidateBlock
    ) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
        """Return the rows and the columns of a candidate block (a place in a sheet where a Sudoku
        may be), each as a tuple of its values, 0 for blank.
        """
        values, size = self._read_values(block), self.shape.size
        assert values is not None
        rows = [values[i : i + size] for i in range(0, size * size, size)]
        return rows, list(zip(*rows, strict=True))

    def _read_values(self, block: CandidateBlock) -> tuple[int, ...] | None:
        """Return the values of a candidate block's cells, row after row, 0 for blank. Returns None
        if a cell has a text that cannot be a cell of a Sudoku.
        """
        if block not in self._values:
            get = self.cells.sheet.get
            texts = [drop_zero_decimals(get(*address)) for address in block.addresses()]
            known = self._signs.find_meanings(texts)
            is_known = known.keys() >= {*texts}
            self._values[block] = tuple(known[text] for text in texts) if is_known else None
        return self._values[block]

    def _find_evidence(self, block: CandidateBlock) -> PlaceEvidence:
        """Return how certain it is that a Sudoku is exactly in a candidate block, judged without
        counting solutions.
        """
        if block not in self._evidence:
            self._evidence[block] = self._compute_evidence(block)
        return self._evidence[block]

    def _compute_evidence(self, block: CandidateBlock) -> PlaceEvidence:
        size = self.shape.size
        is_strong = (
            block.area in self._chosen_areas
            or self._masks.count_digits_and_blanks(block) == size * size
            or self._is_framed(block)
            or (self._is_whole_table(block) and self._ends_with_empty_fields(block))
            or self._has_two_headings(block)
        )
        if is_strong:
            return PlaceEvidence.STRONG
        if not self._masks.has_filled_outer_lines(block):
            return PlaceEvidence.NONE
        # The first row of a small Sudoku often has its digits in order.
        is_small = self.shape.size < _LEAST_HEADING
        is_heading = self._begins_with_heading(block) and not (is_small and self.is_proper(block))
        return PlaceEvidence.NONE if is_heading else PlaceEvidence.FILLED_OUTER_LINES

    def _is_framed(self, block: CandidateBlock) -> bool:
        """Return whether the outer cells of a candidate block have borders, and the cells around
        the block have no borders.
        """
        bordered, (top, left, bottom, right) = self.cells.sheet.bordered, block.area
        if (top, left) not in bordered or (bottom, right) not in bordered:
            return False
        rows = [top + row for row in block.layout.rows]
        columns = [left + column for column in block.layout.columns]
        above, below = ([(row, column) for column in columns] for row in (top - 1, bottom + 1))
        before, after = ([(row, column) for row in rows] for column in (left - 1, right + 1))
        outer = chain(
            ((row, column) for row in (top, bottom) for column in columns),
            ((row, column) for row in rows for column in (left, right)),
        )
        if not bordered.issuperset(outer):
            return False
        return not any(map(bordered.issuperset, (above, below, before, after)))

    def _find_framed_blocks(self, layout: BlockLayout) -> list[CandidateBlock]:
        """Return the candidate blocks (places in a sheet where a Sudoku may be) that have digits
        and a frame of borders around them.
        """
        bordered = self.cells.sheet.bordered
        corners = (
            (row, column)
            for row, column in bordered
            if (row + layout.height - 1, column + layout.width - 1) in bordered
        )
        blocks = (CandidateBlock(row, column, layout) for row, column in corners)
        return [
            block
            for block in blocks
            if self._is_framed(block)
            and self._masks.count_digits(block)
            and self._read_values(block) is not None
        ]

    def _begins_with_heading(self, block: CandidateBlock) -> bool:
        """Return whether the first or last row or column of a candidate block is numbered 1, 2, 3 …
        or A, B, C …, so that it may be a heading and not a part of the Sudoku.
        """
        rows = [block.top + row for row in block.layout.rows]
        columns = [block.left + column for column in block.layout.columns]
        lines = [
            *([(row, column) for column in columns] for row in (rows[0], rows[-1])),
            *([(row, column) for row in rows] for column in (columns[0], columns[-1])),
        ]
        return any(map(self.cells.is_heading, lines))

    def _is_whole_table(self, block: CandidateBlock) -> bool:
        """Return whether the sheet is a table in a text, and the candidate block has exactly the
        cells of this table.
        """
        sheet, (top, left, bottom, right) = self.cells.sheet, block.area
        is_exact = (top, left, bottom + 1, right + 1) == (0, 0, sheet.height, sheet.width)
        is_full = len(sheet.lengths) == sheet.height
        return is_exact and is_full and {*sheet.lengths.values()} == {sheet.width}

    def _ends_with_empty_fields(self, block: CandidateBlock) -> bool:
        """Return whether the last row or the last column of a candidate block is empty."""
        _, _, bottom, right = block.area
        get = self.cells.sheet.get
        rows = (block.top + row for row in block.layout.rows)
        return not self._masks.filled.get(bottom) or not any(get(row, right) for row in rows)

    def _has_two_headings(self, block: CandidateBlock) -> bool:
        found = self._list_headings(block)
        return (
            len({row for row, _ in found}) > 1
            and len({column for _, column in found}) > 1
            and (len(found) >= 2 * self.shape.size)
        )

    def _list_headings(self, block: CandidateBlock) -> list[Address]:
        """Return the cells beside a candidate block that number its rows and columns."""
        top, left, bottom, right = block.area
        lines = [
            *(
                [(row, left + column) for column in block.layout.columns]
                for row in (top - 1, bottom + 1)
                if row >= 0
            ),
            *(
                [(top + row, column) for row in block.layout.rows]
                for column in (left - 1, right + 1)
                if column >= 0
            ),
        ]
        return [cell for line in lines if self.cells.is_heading(line) for cell in line]

    def _list_explained_digits(self, block: CandidateBlock) -> list[Address]:
        """Return the addresses of all digits of a candidate block and of its headings."""
        digits = self._masks.list_digit_addresses(block)
        return digits + [
            address
            for address in self._list_headings(block)
            if self._masks.digits.get(address[0], 0) >> address[1] & 1
        ]

    def _are_other_digits_beside_texts(self, covered: frozenset[Address]) -> bool:
        """Return whether each digit of the sheet whose address is not in `covered` is beside a
        text. Such a digit is not a cell of a Sudoku.
        """
        return all(
            address in covered or self.cells.is_beside_text(*address)
            for address in self.cells.list_digit_addresses(max(9, self.shape.size))
        )


def _list_area_cells(block: CandidateBlock) -> list[Address]:
    top, left, bottom, right = block.area
    return [(row, column) for row in range(top, bottom + 1) for column in range(left, right + 1)]


def has_one_solution(grid: Grid) -> bool:
    """Return whether a Sudoku has exactly one solution. Returns False also if counting takes too
    long.
    """
    with suppress(SudokopieError):
        return bool(HIGHER.find("has_one_completion")(grid, timeout=_SECONDS))
    return False


def choose_between_readings(
    readings: list[tuple[BlockSearch, ChosenBlocks | UncertainPlaces]], *, is_shape_given: bool
) -> ChosenBlocks | UncertainPlaces | None:
    """Choose one of several ways to read a sheet, which differ in the size of the Sudokus or in the
    free rows and columns between boxes. Returns the possible candidate blocks if the right way
    cannot be decided, and None if `readings` is empty. `is_shape_given` is whether the user has
    given the shape of the boxes.
    """
    chosen = [(search, one) for search, one in readings if isinstance(one, ChosenBlocks)]
    uncertain_ones = [one for _, one in readings if isinstance(one, UncertainPlaces)]
    tight = [one for _, one in chosen if is_shape_given or one.shape.size in _USUAL_SIZES]
    if len(readings) == 1 and (tight or (chosen and chosen[0][1].evidence >= PlaceEvidence.PROPER)):
        return chosen[0][1]
    strong = [one for _, one in chosen if one.evidence == PlaceEvidence.STRONG]
    sure = [one for search, one in chosen if all(map(search.is_certain, one.blocks))]
    are_proper = any(uncertain.are_proper for uncertain in uncertain_ones)
    # Digits in all outer lines decide nothing if another reading leaves outer lines empty.
    for some in (strong, sure, [] if sure or uncertain_ones else tight):
        if len(some) == 1 and (some is strong or not are_proper):
            return some[0]
    if not readings:
        return None
    likely = [one.blocks for one in sure]
    likely += [uncertain.blocks for uncertain in uncertain_ones if uncertain.are_proper]
    blocks = likely or [one.blocks for _, one in readings]
    every = [*dict.fromkeys(chain.from_iterable(blocks))]
    return UncertainPlaces(readings[0][1].shape, every, are_proper or bool(sure))
