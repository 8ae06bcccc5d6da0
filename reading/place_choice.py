"""Decide in which places of a sheet Sudokus are.

A candidate place is a place of the sheet where a Sudoku may be. Candidate places are chosen so that
each digit of the sheet is in exactly one of them. If several candidate places contain the same
digits, the one with the best evidence is chosen.

Clues alone may not show where a Sudoku begins, because its outer rows and columns may be empty. A
frame, headings, or digits in all outer rows and columns show it. Otherwise the number of solutions
decides: a candidate place is chosen if only there the digits are a Sudoku with exactly one
solution, because a grid that is shifted by a row or column hardly ever has one.
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
from .candidate_places import (
    TOUCHING_RULES,
    Address,
    CandidatePlace,
    CellMasksByKind,
    SheetCellsByKind,
    SudokuLayout,
    SudokuTouchingRule,
    drop_zero_decimals,
    list_layouts_with_and_without_gaps,
)
from .cells import CellReadingRules
from .exact_covers import list_exact_covers_per_group_or_none
from .sheet import do_areas_overlap, is_inside

_MOST_PLACES = 20_000
"""The largest number of candidate places that are compared with each other for one layout of
Sudokus.
"""
_SECONDS = 1.0
"""The time limit in seconds for counting the solutions of a Sudoku."""
_LEAST_HEADING = 8
"""The smallest number of rows of a Sudoku whose outer rows and columns may be headings."""
_USUAL_SIZES = (4, 6, 9, 16)
"""The numbers of rows for which digits in all outer rows and columns are enough evidence. Digits in
another number of rows may be a part of a larger Sudoku with an empty border.
"""


class PlaceEvidence(IntEnum):
    """How certain it is that a Sudoku is exactly in a candidate place of a sheet, and not shifted
    by a row or column. A larger value means stronger evidence.
    """

    NONE = 0
    FILLED_OUTER_LINES = 1
    """Each of its four outer rows and columns has a digit or a sign for blank."""
    ONE_SOLUTION = 2
    """It is the only candidate place of these digits that has exactly one solution."""
    STRONG = 3
    """It has a frame, or no empty cell, or headings above and beside it, or the user has chosen
    it.
    """


class ChosenPlaces(NamedTuple):
    """The places of the Sudokus in a sheet, in reading order, if all have boxes of the same shape.
    `evidence` is the evidence for the place that is least certain. `headings` are the cells beside
    the places that number their rows and columns.
    """

    shape: BoxShape
    places: list[CandidatePlace]
    evidence: PlaceEvidence
    headings: frozenset[Address]


class UncertainPlaces(NamedTuple):
    """The candidate places of the Sudokus in a sheet, if it cannot be decided in which of these
    places there is a Sudoku. The Sudokus in all places have boxes of the shape `shape`.
    """

    shape: BoxShape
    places: list[CandidatePlace]
    have_one_solution: bool
    """Whether the Sudoku in each of the places has exactly one solution. If not, none has."""


_Group = list[CandidatePlace]
"""Candidate places that contain the same digits of a sheet."""


class PlaceSearch:
    """The search for the places of the Sudokus in a sheet, on the assumption that all have boxes of
    the shape `shape`. `cells` are the cells of the sheet.
    """

    def __init__(self, cells: SheetCellsByKind, shape: BoxShape) -> None:
        self.cells, self.shape = cells, shape
        self._signs = CellReadingRules(shape.size, empty_means_blank=True)
        self._solution_checks, self._evidence = (
            dict[CandidatePlace, bool](),
            dict[CandidatePlace, PlaceEvidence](),
        )
        self._values = dict[CandidatePlace, tuple[int, ...] | None]()
        sheet = cells.sheet
        self._chosen_areas = (*([sheet.area] if sheet.area else []), *sheet.chosen_areas)

    @cached_property
    def _masks_of_sheet_cells(self) -> CellMasksByKind:
        return CellMasksByKind(self.cells, self.shape.size)

    def yield_chosen_or_uncertain_places_per_layout(
        self,
    ) -> Iterator[ChosenPlaces | UncertainPlaces]:
        """Yield the chosen places of the Sudokus, separately for each layout (with or without free
        rows and columns between boxes). If it cannot be decided in which places the Sudokus are,
        yield the possible places of this layout instead. A layout for which no places contain all
        digits of the sheet yields nothing.
        """
        if self._has_too_large_digits():
            return
        for layout in list_layouts_with_and_without_gaps(self.shape):
            framed = self._find_places_in_border_frames(layout)
            framed += self._list_places_chosen_by_user(layout)
            if (
                not framed
                and next(
                    self._masks_of_sheet_cells.yield_candidate_places(layout, TOUCHING_RULES[-1]),
                    None,
                )
                is None
            ):
                continue
            for touching_rule in TOUCHING_RULES:
                found = self._masks_of_sheet_cells.yield_candidate_places(layout, touching_rule)
                places = [*framed, *islice(found, _MOST_PLACES)]
                if next(found, None) is not None:
                    return
                if taken := self._choose_or_list_candidate_places(places, touching_rule):
                    yield taken
                    if isinstance(
                        taken, ChosenPlaces
                    ) and self._has_certainly_no_gaps_between_boxes(taken):
                        return
                    break

    def _has_too_large_digits(self) -> bool:
        """Return whether the sheet has a digit that is too large for Sudokus of this size and is
        not beside a text.
        """
        digits = self.cells.yield_digit_addresses(9, self.shape.size) if self.shape.size < 9 else ()
        return any(not self.cells.has_foreign_text_to_left_or_right(*address) for address in digits)

    def _has_certainly_no_gaps_between_boxes(self, chosen_places: ChosenPlaces) -> bool:
        """Return whether it is certain that there are no free rows or columns between the boxes. It
        is certain if, in one of the chosen places, each outer row and column has a digit or a sign
        for blank, and at most one row and at most one column is empty.
        """
        return chosen_places.evidence > PlaceEvidence.NONE and any(
            self._masks_of_sheet_cells.has_filled_cell_in_each_outer_line(place)
            and self._masks_of_sheet_cells.compute_max_of_empty_row_and_column_counts(place) < 2
            for place in chosen_places.places
        )

    def _list_places_chosen_by_user(self, layout: SudokuLayout) -> list[CandidatePlace]:
        """Return the candidate places that are exactly the ranges of cells which the user has
        chosen.
        """
        places = (
            (CandidatePlace(area.top, area.left, layout), area) for area in self._chosen_areas
        )
        return [place for place, area in places if place.area == area]

    def _choose_or_list_candidate_places(
        self, places: list[CandidatePlace], touching_rule: SudokuTouchingRule
    ) -> ChosenPlaces | UncertainPlaces | None:
        """Choose the places of Sudokus among the candidate places of one layout. If no choice is
        certain, return the possible places. Return None if the candidate places do not contain all
        digits of the sheet. `touching_rule` is the rule, used in the search for the candidate
        places, whether a Sudoku may follow another without a free row or column.
        """
        groups = self._group_places_by_digit_addresses(places, touching_rule)
        keys = list(groups)
        covered = frozenset(chain.from_iterable(keys))
        if not groups or not self._are_all_uncovered_digits_beside_texts(covered):
            return None
        components = list_exact_covers_per_group_or_none(keys)
        if components is None:
            return None
        covers_by_part = [[[groups[keys[i]] for i in cover] for cover in one] for one in components]
        undisputed_cells = self._find_addresses_in_unrivalled_places(covers_by_part)
        places, evidence = list[CandidatePlace](), PlaceEvidence.STRONG
        for covers in covers_by_part:
            taken = [
                self._choose_or_list_places_of_cover(cover, undisputed_cells) for cover in covers
            ]
            one = self._choose_or_list_places_between_covers(taken)
            if isinstance(one, UncertainPlaces):
                return one
            places += one[0]
            evidence = min(evidence, one[1])
        cells = list(chain.from_iterable(map(_list_addresses_in_area_of_place, places)))
        if len(cells) != len({*cells}) or not self._includes_all_places_chosen_by_user(places):
            return None
        headings = chain.from_iterable(map(self._list_row_and_column_number_addresses, places))
        return ChosenPlaces(self.shape, sorted(places), evidence, frozenset(headings))

    def _group_places_by_digit_addresses(
        self, places: list[CandidatePlace], touching_rule: SudokuTouchingRule
    ) -> dict[frozenset[Address], _Group]:
        """Return the candidate places in which a Sudoku is possible, in groups. All places of a
        group have digits at the same addresses of the sheet, and the set of these addresses is the
        key of the group. `touching_rule` is the rule, used in the search for the candidate places,
        whether a Sudoku may follow another without a free row or column.
        """
        area, chosen_areas = self.cells.sheet.area, self.cells.sheet.chosen_areas
        groups = defaultdict[frozenset[Address], _Group](list)
        for place in dict.fromkeys(places):
            if area and not is_inside(place.area, area):
                continue
            if any(
                place.area != chosen and do_areas_overlap(place.area, chosen)
                for chosen in chosen_areas
            ):
                continue
            if (
                touching_rule.above or touching_rule.beside
            ) and self._has_empty_cells_and_blank_signs(place):
                continue
            if self._find_evidence(place) or self._may_be_sudoku(place):
                groups[frozenset(self._list_addresses_of_digits_and_numbering(place))].append(place)
        return groups

    def _includes_all_places_chosen_by_user(self, places: list[CandidatePlace]) -> bool:
        """Return whether `places` includes every range of cells that the user has chosen within the
        sheet as the place of a Sudoku.
        """
        return {*self.cells.sheet.chosen_areas} <= {place.area for place in places}

    def _has_empty_cells_and_blank_signs(self, place: CandidatePlace) -> bool:
        """Return whether a candidate place (cells of a sheet that may be a Sudoku) has empty cells
        and also signs for blank, such as dots. No Sudoku has both.
        """
        filled = self._masks_of_sheet_cells.count_digits_and_blanks(place)
        return self._masks_of_sheet_cells.count_digits(place) < filled < self.shape.size**2

    def _find_addresses_in_unrivalled_places(
        self, covers_by_component: list[list[list[_Group]]]
    ) -> frozenset[Address]:
        """Return the addresses of all cells in those candidate places that are certain, because no
        other candidate place contains the same digits.

        The digits of the sheet are split into components, whose places can be chosen independently.
        `covers_by_component` has a list for each component. This list has the possible choices of
        places, and a choice is a list of groups; all places of a group contain the same digits.
        """
        sure = (
            group[0]
            for covers in covers_by_component
            if len(covers) == 1
            for group in covers[0]
            if len(group) == 1
        )
        return frozenset(chain.from_iterable(map(_list_addresses_in_area_of_place, sure)))

    def _choose_or_list_places_of_cover(
        self, cover: list[_Group], undisputed_cells: frozenset[Address]
    ) -> tuple[list[CandidatePlace], PlaceEvidence] | UncertainPlaces:
        """Choose a candidate place from each group of an exact cover; all places of a group contain
        the same digits. Return the chosen places and the weakest evidence for one of them. If no
        choice is certain for a group, return the possible places of this group instead.

        `undisputed_cells` are cells of places that are certain. A place that contains one of these
        cells is chosen only if all places of its group do.
        """
        places, least = list[CandidatePlace](), PlaceEvidence.STRONG
        for group in cover:
            room = [
                one
                for one in group
                if len(group) == 1
                or undisputed_cells.isdisjoint(_list_addresses_in_area_of_place(one))
            ]
            taken = self._choose_one_place_or_list_group(room or group)
            if isinstance(taken, UncertainPlaces):
                return taken
            places.append(taken[0])
            least = min(least, taken[1])
        return places, least

    def _choose_one_place_or_list_group(
        self, group: _Group
    ) -> tuple[CandidatePlace, PlaceEvidence] | UncertainPlaces:
        """Choose one of several candidate places that contain the same digits. Return the place and
        the evidence for it. If it cannot be decided which place is right, return the possible
        places.
        """
        best = max(map(self._find_evidence, group))
        found = [place for place in group if self._find_evidence(place) == best]
        if best and len(found) == 1:
            return found[0], best
        found = [place for place in group if self.has_exactly_one_solution(place)]
        if len(found) == 1:
            return found[0], PlaceEvidence.ONE_SOLUTION
        return UncertainPlaces(self.shape, found or group, bool(found))

    def _choose_or_list_places_between_covers(
        self, cover_choices: list[tuple[list[CandidatePlace], PlaceEvidence] | UncertainPlaces]
    ) -> tuple[list[CandidatePlace], PlaceEvidence] | UncertainPlaces:
        """Choose one of several sets of candidate places that contain the same digits. Return the
        chosen set, and the weakest evidence for one of its places. If it cannot be decided which
        set is right, return the possible places of all sets.

        `cover_choices` has an element for each set: its places and their weakest evidence, or
        `UncertainPlaces` if it is not certain which places belong to this set.
        """
        if len(cover_choices) == 1:
            return cover_choices[0]
        uncertain_ones = [one for one in cover_choices if isinstance(one, UncertainPlaces)]
        found = [one for one in cover_choices if not isinstance(one, UncertainPlaces)]
        sure = [one for one in found if all(map(self.is_certain, one[0]))]
        if len(sure) == 1 and not any(uncertain.have_one_solution for uncertain in uncertain_ones):
            return sure[0]
        places = chain.from_iterable(one[0] for one in sure or found)
        others = chain.from_iterable(uncertain.places for uncertain in uncertain_ones)
        return UncertainPlaces(self.shape, [*dict.fromkeys(chain(places, others))], bool(sure))

    def is_certain(self, place: CandidatePlace) -> bool:
        """Return whether it is certain that a Sudoku is exactly in this candidate place: there is
        strong evidence (such as a frame), or the cells are a Sudoku with exactly one solution.
        """
        return self._find_evidence(place) == PlaceEvidence.STRONG or self.has_exactly_one_solution(
            place
        )

    def has_exactly_one_solution(self, place: CandidatePlace) -> bool:
        """Return whether the cells of a candidate place are a Sudoku with exactly one solution."""
        if place not in self._solution_checks:
            self._solution_checks[place] = self._may_have_one_solution(
                place
            ) and has_one_solution_proved_in_time(
                Grid(self._read_row_values_and_column_values(place)[0], self.shape)
            )
        return self._solution_checks[place]

    def _may_have_one_solution(self, place: CandidatePlace) -> bool:
        """Return whether the Sudoku in a candidate place may have exactly one solution, judged
        without solving it. It may if no row, column or box repeats a digit, at most one digit does
        not occur, and in each band and stack at most one row or column is empty.
        """
        size, shape = self.shape.size, self.shape
        if not self._may_be_sudoku(place):
            return False
        rows, columns = self._read_row_values_and_column_values(place)
        if len({*chain.from_iterable(rows)} - {0}) < size - 1:
            return False
        bands = ((rows, shape.height), (columns, shape.width))
        return all(
            sum(not any(line) for line in lines[i : i + step]) < 2
            for lines, step in bands
            for i in range(0, size, step)
        )

    def _may_be_sudoku(self, place: CandidatePlace) -> bool:
        """Return whether the cells of a candidate place may be a Sudoku. They may if no row, column
        or box repeats a digit, if at least half of the digits 1 to N occur (N is the number of
        rows), and if no cell has a text that has no meaning in a Sudoku.
        """
        size, shape = self.shape.size, self.shape
        if (
            2 * self._masks_of_sheet_cells.count_different_digits(place) < size
            or self._read_values_or_none(place) is None
        ):
            return False
        rows, columns = self._read_row_values_and_column_values(place)
        boxes = [
            [rows[r + i][c + j] for i in range(shape.height) for j in range(shape.width)]
            for r in range(0, size, shape.height)
            for c in range(0, size, shape.width)
        ]
        found = ([digit for digit in unit if digit] for unit in chain(rows, columns, boxes))
        return all(len(digits) == len({*digits}) for digits in found)

    def _read_row_values_and_column_values(
        self, place: CandidatePlace
    ) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
        """Return the rows and the columns of the Sudoku in a candidate place, each as a tuple of
        its values, 0 for blank.
        """
        values, size = self._read_values_or_none(place), self.shape.size
        assert values is not None
        rows = [values[i : i + size] for i in range(0, size * size, size)]
        return rows, list(zip(*rows, strict=True))

    def _read_values_or_none(self, place: CandidatePlace) -> tuple[int, ...] | None:
        """Return the values of the cells in a candidate place, row after row, 0 for blank. Return
        None if a cell has a text that cannot be a cell of a Sudoku.
        """
        if place not in self._values:
            get = self.cells.sheet.get_text
            texts = [drop_zero_decimals(get(*address)) for address in place.yield_cell_addresses()]
            known = self._signs.map_cell_texts_to_digits(texts)
            is_known = known.keys() >= {*texts}
            self._values[place] = tuple(known[text] for text in texts) if is_known else None
        return self._values[place]

    def _find_evidence(self, place: CandidatePlace) -> PlaceEvidence:
        """Return what the layout of the sheet shows for a candidate place, a rectangle of cells
        that may be a Sudoku: how certain it is that a Sudoku fills exactly this rectangle. Each
        place is judged only once.
        """
        if place not in self._evidence:
            self._evidence[place] = self._compute_evidence(place)
        return self._evidence[place]

    def _compute_evidence(self, place: CandidatePlace) -> PlaceEvidence:
        """Judge the evidence that a Sudoku is exactly in a candidate place, as far as possible
        without counting solutions, and return it.
        """
        size = self.shape.size
        is_strong = (
            place.area in self._chosen_areas
            or self._masks_of_sheet_cells.count_digits_and_blanks(place) == size * size
            or self._has_frame_of_borders(place)
            or (self._is_whole_table(place) and self._ends_with_empty_row_or_column(place))
            or self._has_row_and_column_numbers(place)
        )
        if is_strong:
            return PlaceEvidence.STRONG
        if not self._masks_of_sheet_cells.has_filled_cell_in_each_outer_line(place):
            return PlaceEvidence.NONE
        # The first row of a small Sudoku often has its digits in order.
        is_small = self.shape.size < _LEAST_HEADING
        is_heading = self._may_contain_row_or_column_numbers(place) and not (
            is_small and self.has_exactly_one_solution(place)
        )
        return PlaceEvidence.NONE if is_heading else PlaceEvidence.FILLED_OUTER_LINES

    def _has_frame_of_borders(self, place: CandidatePlace) -> bool:
        """Return whether a candidate place has a frame: all its outer cells have borders, and in
        each of the four rows and columns next to the place at least one cell has no border.
        """
        bordered, (top, left, bottom, right) = self.cells.sheet.bordered, place.area
        if (top, left) not in bordered or (bottom, right) not in bordered:
            return False
        rows = [top + row for row in place.layout.rows]
        columns = [left + column for column in place.layout.columns]
        above, below = ([(row, column) for column in columns] for row in (top - 1, bottom + 1))
        before, after = ([(row, column) for row in rows] for column in (left - 1, right + 1))
        outer = chain(
            ((row, column) for row in (top, bottom) for column in columns),
            ((row, column) for row in rows for column in (left, right)),
        )
        if not bordered.issuperset(outer):
            return False
        return not any(map(bordered.issuperset, (above, below, before, after)))

    def _find_places_in_border_frames(self, layout: SudokuLayout) -> list[CandidatePlace]:
        """Return the places that contain digits and have a frame of borders around them. Places are
        areas of a sheet in the layout `layout` that may be a Sudoku.
        """
        bordered = self.cells.sheet.bordered
        corners = (
            (row, column)
            for row, column in bordered
            if (row + layout.height - 1, column + layout.width - 1) in bordered
        )
        places = (CandidatePlace(row, column, layout) for row, column in corners)
        return [
            place
            for place in places
            if self._has_frame_of_borders(place)
            and self._masks_of_sheet_cells.count_digits(place)
            and self._read_values_or_none(place) is not None
        ]

    def _may_contain_row_or_column_numbers(self, place: CandidatePlace) -> bool:
        """Return whether the first or last row or column of a candidate place is numbered 1, 2, 3 …
        or A, B, C …, so that it may be a heading and not a part of the Sudoku.
        """
        rows = [place.top + row for row in place.layout.rows]
        columns = [place.left + column for column in place.layout.columns]
        lines = [
            *([(row, column) for column in columns] for row in (rows[0], rows[-1])),
            *([(row, column) for row in rows] for column in (columns[0], columns[-1])),
        ]
        return any(map(self.cells.may_be_row_or_column_numbers, lines))

    def _is_whole_table(self, place: CandidatePlace) -> bool:
        """Return whether a candidate place (cells of a sheet that may be a Sudoku) is the whole
        table: all its cells, in rows with equal numbers of fields. If the file does not give the
        number of fields of each row, as in an .xlsx workbook, the result is False.
        """
        sheet, (top, left, bottom, right) = self.cells.sheet, place.area
        is_exact = (top, left, bottom + 1, right + 1) == (0, 0, sheet.height, sheet.width)
        is_full = len(sheet.lengths) == sheet.height
        return is_exact and is_full and {*sheet.lengths.values()} == {sheet.width}

    def _ends_with_empty_row_or_column(self, place: CandidatePlace) -> bool:
        """Return whether the last row or the last column of a candidate place is empty."""
        _, _, bottom, right = place.area
        get = self.cells.sheet.get_text
        rows = (place.top + row for row in place.layout.rows)
        return not self._masks_of_sheet_cells.filled.get(bottom) or not any(
            get(row, right) for row in rows
        )

    def _has_row_and_column_numbers(self, place: CandidatePlace) -> bool:
        """Return whether cells beside a candidate place number both its rows and its columns."""
        found = self._list_row_and_column_number_addresses(place)
        return (
            len({row for row, _ in found}) > 1
            and len({column for _, column in found}) > 1
            and (len(found) >= 2 * self.shape.size)
        )

    def _list_row_and_column_number_addresses(self, place: CandidatePlace) -> list[Address]:
        """Return the cells beside a candidate place that number its rows and columns."""
        top, left, bottom, right = place.area
        lines = [
            *(
                [(row, left + column) for column in place.layout.columns]
                for row in (top - 1, bottom + 1)
                if row >= 0
            ),
            *(
                [(top + row, column) for row in place.layout.rows]
                for column in (left - 1, right + 1)
                if column >= 0
            ),
        ]
        return [
            cell for line in lines if self.cells.may_be_row_or_column_numbers(line) for cell in line
        ]

    def _list_addresses_of_digits_and_numbering(self, place: CandidatePlace) -> list[Address]:
        """Return the addresses of all digits in a candidate place and in its headings, which number
        its rows and columns.
        """
        digits = self._masks_of_sheet_cells.list_digit_addresses(place)
        return digits + [
            address
            for address in self._list_row_and_column_number_addresses(place)
            if self._masks_of_sheet_cells.digits.get(address[0], 0) >> address[1] & 1
        ]

    def _are_all_uncovered_digits_beside_texts(self, covered_addresses: frozenset[Address]) -> bool:
        """Return whether each digit of the sheet whose address is not in `covered_addresses` is
        beside a text, so that it is not a cell of a Sudoku.
        """
        return all(
            address in covered_addresses or self.cells.has_foreign_text_to_left_or_right(*address)
            for address in self.cells.yield_digit_addresses(max(9, self.shape.size))
        )


def _list_addresses_in_area_of_place(place: CandidatePlace) -> list[Address]:
    """Return the addresses of all cells in the area of a candidate place, including free rows and
    columns between boxes.
    """
    top, left, bottom, right = place.area
    return [(row, column) for row in range(top, bottom + 1) for column in range(left, right + 1)]


def has_one_solution_proved_in_time(grid: Grid) -> bool:
    """Return whether a Sudoku has exactly one solution. Return False also if the solutions cannot
    be counted within a second.
    """
    with suppress(SudokopieError):
        return bool(HIGHER.load_named("has_one_completion")(grid, timeout=_SECONDS))
    return False


def choose_or_list_places_of_searches(
    searches_and_places: list[tuple[PlaceSearch, ChosenPlaces | UncertainPlaces]],
    *,
    is_shape_given: bool,
) -> ChosenPlaces | UncertainPlaces | None:
    """Choose one of several ways to read a sheet, which differ in the size of the Sudokus or in the
    free rows and columns between boxes. Return the places that the Sudokus have if the sheet is
    read in the chosen way. If it cannot be decided which way is right, return the possible places
    of all ways.

    `searches_and_places` has the search and its result for each way; if it is empty, the function
    returns None. `is_shape_given` is whether the user has given the shape of the boxes.
    """
    chosen = [(search, one) for search, one in searches_and_places if isinstance(one, ChosenPlaces)]
    uncertain_ones = [one for _, one in searches_and_places if isinstance(one, UncertainPlaces)]
    tight = [one for _, one in chosen if is_shape_given or one.shape.size in _USUAL_SIZES]
    if len(searches_and_places) == 1 and (
        tight or (chosen and chosen[0][1].evidence >= PlaceEvidence.ONE_SOLUTION)
    ):
        return chosen[0][1]
    strong = [one for _, one in chosen if one.evidence == PlaceEvidence.STRONG]
    sure = [one for search, one in chosen if all(map(search.is_certain, one.places))]
    have_one_solution = any(uncertain.have_one_solution for uncertain in uncertain_ones)
    # Digits in all outer rows and columns are no evidence if the sheet can also be read in a way in
    # which outer rows or columns are empty.
    for some in (strong, sure, [] if sure or uncertain_ones else tight):
        if len(some) == 1 and (some is strong or not have_one_solution):
            return some[0]
    if not searches_and_places:
        return None
    likely = [one.places for one in sure]
    likely += [uncertain.places for uncertain in uncertain_ones if uncertain.have_one_solution]
    places = likely or [one.places for _, one in searches_and_places]
    every = [*dict.fromkeys(chain.from_iterable(places))]
    return UncertainPlaces(searches_and_places[0][1].shape, every, have_one_solution or bool(sure))
