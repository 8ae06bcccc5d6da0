"""The choice of the blocks of a sheet that are Sudokus: windows that cover each digit once, and of
several windows with the same digits the one for which there is evidence.

Clues alone may not show where a block begins, because its outer rows and columns may be empty. A
frame, headings, or digits in all outer lines show it. Otherwise only one of the windows may be a
Sudoku with exactly one solution: a grid that is shifted by a line hardly ever has one.
"""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from enum import IntEnum
from itertools import chain, islice
from typing import NamedTuple

from ..base.errors import SudokopieError
from ..base.registry import HIGHER
from ..sudoku.grid import Grid
from ..sudoku.shape import BoxShape
from .block_covers import find_covers
from .block_windows import (
    TOUCHINGS,
    Address,
    CellMasks,
    Layout,
    SheetCells,
    Touching,
    Window,
    clean_cell,
    list_layouts,
)
from .cells import Signs
from .sheet import do_overlap, is_inside

_MOST_WINDOWS = 20_000
"""The most windows of a sheet that are compared with each other, for one layout."""
_SECONDS = 1.0
"""The time limit for counting the solutions of a Sudoku."""
_LEAST_HEADING = 8
"""The least number of cells a side of Sudokus whose outer lines may be taken for headings."""
_USUAL_SIZES = (4, 6, 9, 16)
"""Sizes at which digits in all outer lines are enough evidence. A block of another size may be a
part of a larger Sudoku with an empty border.
"""


class PlaceEvidence(IntEnum):
    """What shows that a Sudoku is exactly in a window, the strongest last."""

    NONE = 0
    TIGHT = 1
    """Each of its four outer lines has a digit or a sign for blank."""
    PROPER = 2
    """It has exactly one solution, and no other window has."""
    STRONG = 3
    """A frame, no empty cell, headings above and beside it, or the choice of a person."""


class Chosen(NamedTuple):
    """The blocks of a sheet that are Sudokus with boxes of one shape, in reading order, and the
    least evidence for a place among them. `headings` are the cells with the numbers of their lines.
    """

    shape: BoxShape
    windows: list[Window]
    evidence: PlaceEvidence
    headings: frozenset[Address]


class Doubt(NamedTuple):
    """Windows between which nothing decides: each may be a Sudoku with boxes of one shape."""

    shape: BoxShape
    windows: list[Window]
    are_proper: bool
    """Whether each of them has exactly one solution; otherwise none of them has."""


_Group = list[Window]
"""Windows with the same digits."""


class BlockSearch:
    """The search for the blocks of a sheet, on the assumption that each is a Sudoku with boxes of
    one shape.
    """

    def __init__(self, cells: SheetCells, shape: BoxShape) -> None:
        self.cells, self.shape = cells, shape
        self._masks = CellMasks(cells, shape.size)
        self._signs = Signs(shape.size, has_empty=True)
        self._proper, self._evidence = dict[Window, bool](), dict[Window, PlaceEvidence]()
        self._values = dict[Window, tuple[int, ...] | None]()
        sheet = cells.sheet
        self._chosen_areas = (*([sheet.area] if sheet.area else []), *sheet.places)

    def choose(self) -> Iterator[Chosen | Doubt]:
        """Yield for each layout the blocks of the sheet, if windows cover all digits, or the
        windows between which nothing decides.
        """
        if self._has_larger_digits():
            return
        for layout in list_layouts(self.shape):
            framed = self._find_framed(layout)
            framed += self._list_chosen(layout)
            if not framed and next(self._masks.find_windows(layout, TOUCHINGS[-1]), None) is None:
                continue
            for touching in TOUCHINGS:
                found = self._masks.find_windows(layout, touching)
                windows = [*framed, *islice(found, _MOST_WINDOWS)]
                if next(found, None) is not None:
                    return
                if taken := self._choose_with(windows, touching):
                    yield taken
                    if isinstance(taken, Chosen) and self._cannot_have_gaps(taken):
                        return
                    break

    def _has_larger_digits(self) -> bool:
        """Return whether the sheet has a digit that is too large for the Sudokus and has no text
        beside it.
        """
        digits = self.cells.list_digits(9, self.shape.size) if self.shape.size < 9 else ()
        return any(not self.cells.is_beside_text(*address) for address in digits)

    def _cannot_have_gaps(self, chosen: Chosen) -> bool:
        """Return whether a block without free lines between boxes is certain to have none: each of
        its outer lines has a digit, and less than two of its rows and of its columns are empty.
        """
        return chosen.evidence > PlaceEvidence.NONE and any(
            self._masks.is_tight(window) and self._masks.count_empty_lines(window) < 2
            for window in chosen.windows
        )

    def _list_chosen(self, layout: Layout) -> list[Window]:
        """Return the windows that are exactly the areas that a person has chosen."""
        windows = ((Window(area.top, area.left, layout), area) for area in self._chosen_areas)
        return [window for window, area in windows if window.area == area]

    def _choose_with(self, windows: list[Window], touching: Touching) -> Chosen | Doubt | None:
        """Return the blocks among windows of one layout; None if they do not cover all digits."""
        area, places = self.cells.sheet.area, self.cells.sheet.places
        groups = defaultdict[frozenset[Address], _Group](list)
        for window in dict.fromkeys(windows):
            if area and not is_inside(window.area, area):
                continue
            if places and any(
                window.area != place and do_overlap(window.area, place) for place in places
            ):
                continue
            if (touching.above or touching.beside) and self._has_mixed_blanks(window):
                continue
            if self._find_evidence(window) or self._is_consistent(window):
                groups[frozenset(self._list_covered(window))].append(window)
        keys = list(groups)
        components = find_covers(keys)
        covered = frozenset(chain.from_iterable(keys))
        if not groups or components is None or not self._are_others(covered):
            return None
        options = [[[groups[keys[i]] for i in cover] for cover in one] for one in components]
        fixed = self._list_fixed_cells(options)
        windows, evidence = list[Window](), PlaceEvidence.STRONG
        for covers in options:
            taken = [self._judge_cover(cover, fixed) for cover in covers]
            one = self._decide(taken)
            if isinstance(one, Doubt):
                return one
            windows += one[0]
            evidence = min(evidence, one[1])
        cells = list(chain.from_iterable(map(_list_area_cells, windows)))
        if len(cells) != len({*cells}) or not {*places} <= {window.area for window in windows}:
            return None
        headings = chain.from_iterable(map(self._list_headings, windows))
        return Chosen(self.shape, sorted(windows), evidence, frozenset(headings))

    def _has_mixed_blanks(self, window: Window) -> bool:
        """Return whether a window has empty cells and signs for blank, as no Sudoku has."""
        filled = self._masks.count_filled(window)
        return self._masks.count_digits(window) < filled < self.shape.size**2

    def _list_fixed_cells(self, options: list[list[list[_Group]]]) -> frozenset[Address]:
        """Return the cells of all windows that have no alternative."""
        sure = (
            group[0]
            for covers in options
            if len(covers) == 1
            for group in covers[0]
            if len(group) == 1
        )
        return frozenset(chain.from_iterable(map(_list_area_cells, sure)))

    def _judge_cover(
        self, cover: list[_Group], fixed: frozenset[Address]
    ) -> tuple[list[Window], PlaceEvidence] | Doubt:
        windows, least = list[Window](), PlaceEvidence.STRONG
        for group in cover:
            room = [
                one for one in group if len(group) == 1 or fixed.isdisjoint(_list_area_cells(one))
            ]
            taken = self._choose_window(room or group)
            if isinstance(taken, Doubt):
                return taken
            windows.append(taken[0])
            least = min(least, taken[1])
        return windows, least

    def _choose_window(self, group: _Group) -> tuple[Window, PlaceEvidence] | Doubt:
        """Choose one of several windows with the same digits, and return it with the evidence."""
        best = max(map(self._find_evidence, group))
        found = [window for window in group if self._find_evidence(window) == best]
        if best and len(found) == 1:
            return found[0], best
        found = [window for window in group if self.is_proper(window)]
        if len(found) == 1:
            return found[0], PlaceEvidence.PROPER
        return Doubt(self.shape, found or group, bool(found))

    def _decide(
        self, taken: list[tuple[list[Window], PlaceEvidence] | Doubt]
    ) -> tuple[list[Window], PlaceEvidence] | Doubt:
        """Choose one of several covers of the same digits."""
        if len(taken) == 1:
            return taken[0]
        doubts = [one for one in taken if isinstance(one, Doubt)]
        found = [one for one in taken if not isinstance(one, Doubt)]
        sure = [one for one in found if all(map(self.is_certain, one[0]))]
        if len(sure) == 1 and not any(doubt.are_proper for doubt in doubts):
            return sure[0]
        windows = chain.from_iterable(one[0] for one in sure or found)
        others = chain.from_iterable(doubt.windows for doubt in doubts)
        return Doubt(self.shape, [*dict.fromkeys(chain(windows, others))], bool(sure))

    def is_certain(self, window: Window) -> bool:
        """Return whether a window has strong evidence, or is a Sudoku with exactly one solution."""
        return self._find_evidence(window) == PlaceEvidence.STRONG or self.is_proper(window)

    def is_proper(self, window: Window) -> bool:
        """Return whether the cells of a window are a Sudoku with exactly one solution."""
        if window not in self._proper:
            self._proper[window] = self._may_be_proper(window) and has_one_solution(
                Grid(self._list_lines(window)[0], self.shape)
            )
        return self._proper[window]

    def _may_be_proper(self, window: Window) -> bool:
        """Return whether a Sudoku in a window may have exactly one solution: no line or box repeats
        a digit, at most one digit is missing, and at most one line of each box is empty.
        """
        size, shape = self.shape.size, self.shape
        if not self._is_consistent(window):
            return False
        rows, columns = self._list_lines(window)
        if len({*chain.from_iterable(rows)} - {0}) < size - 1:
            return False
        bands = ((rows, shape.height), (columns, shape.width))
        return all(
            sum(not any(line) for line in lines[i : i + step]) < 2
            for lines, step in bands
            for i in range(0, size, step)
        )

    def _is_consistent(self, window: Window) -> bool:
        """Return whether no line and no box of a window repeats a digit. The result is False, too,
        if the window has less than half of the digits, or another text.
        """
        size, shape = self.shape.size, self.shape
        if 2 * self._masks.count_different_digits(window) < size or self._read(window) is None:
            return False
        rows, columns = self._list_lines(window)
        boxes = [
            [rows[r + i][c + j] for i in range(shape.height) for j in range(shape.width)]
            for r in range(0, size, shape.height)
            for c in range(0, size, shape.width)
        ]
        found = ([digit for digit in unit if digit] for unit in chain(rows, columns, boxes))
        return all(len(digits) == len({*digits}) for digits in found)

    def _list_lines(self, window: Window) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
        """Return the rows and the columns of a window as numbers, 0 for blank."""
        values, size = self._read(window), self.shape.size
        assert values is not None
        rows = [values[i : i + size] for i in range(0, size * size, size)]
        return rows, list(zip(*rows, strict=True))

    def _read(self, window: Window) -> tuple[int, ...] | None:
        """Return the values of a window's cells, 0 for blank; None if a cell has another text."""
        if window not in self._values:
            get = self.cells.sheet.get
            texts = [clean_cell(get(*address)) for address in window.addresses()]
            known = self._signs.find_meanings(texts)
            is_known = known.keys() >= {*texts}
            self._values[window] = tuple(known[text] for text in texts) if is_known else None
        return self._values[window]

    def _find_evidence(self, window: Window) -> PlaceEvidence:
        """Return what shows that a Sudoku is exactly in a window, without counting solutions."""
        if window not in self._evidence:
            self._evidence[window] = self._look_for_evidence(window)
        return self._evidence[window]

    def _look_for_evidence(self, window: Window) -> PlaceEvidence:
        size = self.shape.size
        is_strong = (
            window.area in self._chosen_areas
            or self._masks.count_filled(window) == size * size
            or self._is_framed(window)
            or (self._is_whole_table(window) and self._ends_with_empty_fields(window))
            or self._has_two_headings(window)
        )
        if is_strong:
            return PlaceEvidence.STRONG
        if not self._masks.is_tight(window):
            return PlaceEvidence.NONE
        # The first row of a small Sudoku often has its digits in order.
        is_small = self.shape.size < _LEAST_HEADING
        is_heading = self._begins_with_heading(window) and not (is_small and self.is_proper(window))
        return PlaceEvidence.NONE if is_heading else PlaceEvidence.TIGHT

    def _is_framed(self, window: Window) -> bool:
        """Return whether the outer cells of a window have borders, but the lines around it not."""
        bordered, (top, left, bottom, right) = self.cells.sheet.bordered, window.area
        if (top, left) not in bordered or (bottom, right) not in bordered:
            return False
        rows = [top + row for row in window.layout.rows]
        columns = [left + column for column in window.layout.columns]
        above, below = ([(row, column) for column in columns] for row in (top - 1, bottom + 1))
        before, after = ([(row, column) for row in rows] for column in (left - 1, right + 1))
        outer = chain(
            ((row, column) for row in (top, bottom) for column in columns),
            ((row, column) for row in rows for column in (left, right)),
        )
        if not bordered.issuperset(outer):
            return False
        return not any(map(bordered.issuperset, (above, below, before, after)))

    def _find_framed(self, layout: Layout) -> list[Window]:
        """Return the windows with digits around which a frame of borders is drawn."""
        bordered = self.cells.sheet.bordered
        corners = (
            (row, column)
            for row, column in bordered
            if (row + layout.height - 1, column + layout.width - 1) in bordered
        )
        windows = (Window(row, column, layout) for row, column in corners)
        return [
            window
            for window in windows
            if self._is_framed(window)
            and self._masks.count_digits(window)
            and self._read(window) is not None
        ]

    def _begins_with_heading(self, window: Window) -> bool:
        """Return whether an outer row or column of a window may be the heading of a block that ends
        with an empty line.
        """
        rows = [window.top + row for row in window.layout.rows]
        columns = [window.left + column for column in window.layout.columns]
        lines = [
            *([(row, column) for column in columns] for row in (rows[0], rows[-1])),
            *([(row, column) for row in rows] for column in (columns[0], columns[-1])),
        ]
        return any(map(self.cells.is_heading, lines))

    def _is_whole_table(self, window: Window) -> bool:
        """Return whether a table of text has exactly the cells of a window."""
        sheet, (top, left, bottom, right) = self.cells.sheet, window.area
        is_exact = (top, left, bottom + 1, right + 1) == (0, 0, sheet.height, sheet.width)
        is_full = len(sheet.lengths) == sheet.height
        return is_exact and is_full and {*sheet.lengths.values()} == {sheet.width}

    def _ends_with_empty_fields(self, window: Window) -> bool:
        """Return whether the last row or the last column of a window is empty."""
        _, _, bottom, right = window.area
        get = self.cells.sheet.get
        rows = (window.top + row for row in window.layout.rows)
        return not self._masks.filled.get(bottom) or not any(get(row, right) for row in rows)

    def _has_two_headings(self, window: Window) -> bool:
        found = self._list_headings(window)
        return (
            len({row for row, _ in found}) > 1
            and len({column for _, column in found}) > 1
            and (len(found) >= 2 * self.shape.size)
        )

    def _list_headings(self, window: Window) -> list[Address]:
        """Return the cells with the numbers of the rows and columns of a window beside it."""
        top, left, bottom, right = window.area
        lines = [
            *(
                [(row, left + column) for column in window.layout.columns]
                for row in (top - 1, bottom + 1)
                if row >= 0
            ),
            *(
                [(top + row, column) for row in window.layout.rows]
                for column in (left - 1, right + 1)
                if column >= 0
            ),
        ]
        return [cell for line in lines if self.cells.is_heading(line) for cell in line]

    def _list_covered(self, window: Window) -> list[Address]:
        """Return the addresses of all digits that a window explains: those in its cells, and those
        of its headings.
        """
        digits = self._masks.list_digits(window)
        return digits + [
            address
            for address in self._list_headings(window)
            if self._masks.digits.get(address[0], 0) >> address[1] & 1
        ]

    def _are_others(self, covered: frozenset[Address]) -> bool:
        """Return whether all digits that no window covers have a text beside them, so that they are
        not cells of a Sudoku.
        """
        return all(
            address in covered or self.cells.is_beside_text(*address)
            for address in self.cells.list_digits(max(9, self.shape.size))
        )


def _list_area_cells(window: Window) -> list[Address]:
    top, left, bottom, right = window.area
    return [(row, column) for row in range(top, bottom + 1) for column in range(left, right + 1)]


def has_one_solution(grid: Grid) -> bool:
    """Return whether a Sudoku has exactly one solution; False, too, if this takes too long."""
    with suppress(SudokopieError):
        found = HIGHER.find("completions")(grid, timeout=_SECONDS)
        return len(list(islice(found, 2))) == 1
    return False


def settle(
    found: list[tuple[BlockSearch, Chosen | Doubt]], *, is_given: bool
) -> Chosen | Doubt | None:
    """Choose one of several readings of a sheet, which differ in the size of the Sudokus or in the
    free lines between boxes. Return the windows of all readings if nothing decides, and None if
    there is no reading. `is_given` is whether a person has given the shape of the boxes.
    """
    chosen = [(search, one) for search, one in found if isinstance(one, Chosen)]
    doubts = [one for _, one in found if isinstance(one, Doubt)]
    tight = [one for _, one in chosen if is_given or one.shape.size in _USUAL_SIZES]
    if len(found) == 1 and (tight or (chosen and chosen[0][1].evidence >= PlaceEvidence.PROPER)):
        return chosen[0][1]
    strong = [one for _, one in chosen if one.evidence == PlaceEvidence.STRONG]
    sure = [one for search, one in chosen if all(map(search.is_certain, one.windows))]
    are_proper = any(doubt.are_proper for doubt in doubts)
    # Digits in all outer lines decide nothing if another reading leaves outer lines empty.
    for some in (strong, sure, [] if sure or doubts else tight):
        if len(some) == 1 and (some is strong or not are_proper):
            return some[0]
    if not found:
        return None
    likely = [one.windows for one in sure]
    likely += [doubt.windows for doubt in doubts if doubt.are_proper]
    windows = likely or [one.windows for _, one in found]
    every = [*dict.fromkeys(chain.from_iterable(windows))]
    return Doubt(found[0][1].shape, every, are_proper or bool(sure))
