"""The places of the Sudokus in a sheet that has a cell for each cell of a Sudoku.

All Sudokus of a sheet have the same layout, unless they have several sizes, are apart, and each has
one of the two strongest kinds of evidence below. Places are chosen so that each digit of the sheet
is in exactly one of them. Empty cells are blank, so clues alone may not show the first cell of a
Sudoku: its outer rows and columns may be empty. The evidence is, from the strongest:

- the user has chosen the place, every cell is filled, borders frame the place, its rows and columns
  are numbered, or the table has exactly its cells;
- the digits are a Sudoku with exactly one solution there, and at no other place;
- the four outer rows and columns have digits.

The place with the weakest evidence decides which layout is chosen.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from itertools import chain, islice, product
from operator import or_
from typing import NamedTuple

from ..sudoku.grid import SMALLEST_AS_TEXT
from ..sudoku.shape import BoxShape
from .alphabet import list_alphabets
from .options import RecognitionOptions
from .rules import breaks_rules, has_one_solution
from .sheet import Sheet, do_areas_overlap, is_inside
from .sheet_cells import (
    Address,
    CellsOfSize,
    Layout,
    SheetCells,
    SheetPlace,
    drop_zero_decimals,
    list_bits,
    list_framed_places,
)
from .square import Square, find_gaps, has_only_empty_lines, lacks_end_of_line

USUAL_SIZES = (4, 6, 9, 16)
"""The sizes for which digits in all outer rows and columns are enough evidence. Digits in another
number of rows may be a part of a larger Sudoku with empty outer rows.
"""
_LEAST_HEADING = 8
"""The smallest size of a Sudoku whose outer rows and columns may be headings."""
_MARKS_BESIDE = "|[]{}();"
"""The signs of a program that may be beside the last cell of a row."""
_FIRST_LABELS = ("1", "A", "a")
_MOST_PLACES, _MOST_COVERS, _STEPS = 20_000, 8, 100
_CERTAIN, _ONE_SOLUTION, _TIGHT, _UNKNOWN = range(4)
"""The ranks of places, from the strongest evidence."""


class CertainPlaces(NamedTuple):
    """The chosen places of Sudokus, the rank of the weakest evidence for one of them, and the
    addresses of the cells that number their rows and columns.
    """

    places: tuple[SheetPlace, ...]
    rank: int
    headings: frozenset[Address] = frozenset()


class DoubtfulPlaces(NamedTuple):
    """The possible places of Sudokus, if it is not certain which places are right.
    `have_one_solution` is whether the digits at each place are a Sudoku with exactly one solution.
    """

    places: tuple[SheetPlace, ...]
    have_one_solution: bool


def find_places(sheet: Sheet, options: RecognitionOptions) -> CertainPlaces | DoubtfulPlaces | None:
    """Return the places of the Sudokus in a sheet. If it is not certain which places are right,
    return the possible places. Return None if the sheet has no place for a Sudoku.
    """
    cells = SheetCells(sheet)
    searches = dict[int, _SizeSearch]()
    found = list[CertainPlaces | DoubtfulPlaces]()

    def is_certain(place: SheetPlace) -> bool:
        return searches[place.layout.size].is_certain(place)

    layouts = [*_list_layouts(cells, options)]
    for plain, *others in layouts:
        search = searches[plain.size] = _SizeSearch(cells, plain.size, options)
        choices = [search.choose_places(plain)]
        if not search.excludes_gaps(choices[0]):
            choices += map(search.choose_places, others)
        found += [one for one in choices if one is not None]
    if len(layouts) > 1 and not any(isinstance(one, CertainPlaces) for one in found):
        several = _find_several_sizes([(searches[one.size], one) for one in chain(*layouts)])
        found += [several] if several is not None else []
    choice = _choose(found, is_certain)
    if not isinstance(choice, CertainPlaces):
        return choice
    headings = chain.from_iterable(
        searches[place.layout.size].list_headings(place) for place in choice.places
    )
    return choice._replace(headings=frozenset(headings))


def _find_several_sizes(layouts: "Sequence[tuple[_SizeSearch, Layout]]") -> CertainPlaces | None:
    """Return the places of Sudokus of several sizes in a sheet, which touch no other Sudoku; None
    if they do not contain all digits, or if one of them is not certain. Each layout is given with
    the search for Sudokus of its size.
    """
    found = [(search, place) for search, one in layouts for place in search.list_places_apart(one)]
    if len({place.layout.size for _, place in found}) < 2:
        return None
    largest, _ = max(found, key=lambda one: one[1].layout.size)
    if not largest.contain_all_digits([place for _, place in found]):
        return None
    places = [place for search, place in found if search.is_certain_without_rivals(place)]
    if not largest.contain_all_digits(places):
        return None
    return largest.join_choices([CertainPlaces(tuple(places), _ONE_SOLUTION)])


def make_square_at_place(sheet: Sheet, place: SheetPlace, weakness: int) -> Square:
    """Return the square of the cells at a place, without spans. `weakness` is how little shows the
    place.
    """
    texts = [drop_zero_decimals(sheet.get_text(*address)) for address in place.list_addresses()]
    gaps = find_gaps(place.rows), find_gaps(place.columns)
    return Square(place.layout.size, tuple(texts), (), *gaps, weakness)


def _list_layouts(cells: SheetCells, options: RecognitionOptions) -> Iterator[list[Layout]]:
    """Yield for each size the layouts that Sudokus of a sheet may have: the first without free rows
    and columns between boxes, then with free rows, free columns, and both.
    """
    shapes_of_sizes: list[tuple[BoxShape, ...]]
    if options.box is not None:
        shapes_of_sizes = [(options.box,)] if options.box.size > 1 else []
    else:
        usual = map(BoxShape.for_size, range(SMALLEST_AS_TEXT, options.max_size + 1))
        shapes_of_sizes = [
            tuple(dict.fromkeys((shape, BoxShape(shape.width, shape.height))))
            for shape in usual
            if shape.height > 1 and cells.may_have_size(shape.size)
        ]
    for shapes in shapes_of_sizes:
        plain = tuple(range(shapes[0].size))
        layouts = [Layout(shapes, plain, plain)]
        for shape in shapes if min(shapes[0]) > 1 else ():
            rows = tuple(i + i // shape.height for i in plain)
            columns = tuple(i + i // shape.width for i in plain)
            layouts += [
                Layout((shape,), *lines)
                for lines in ((rows, plain), (plain, columns), (rows, columns))
            ]
        yield layouts


def _choose(
    found: Sequence[CertainPlaces | DoubtfulPlaces], is_certain: Callable[[SheetPlace], bool]
) -> CertainPlaces | DoubtfulPlaces | None:
    """Return the way to read a sheet that alone has the best evidence. If several ways have it,
    return the possible places of these ways. Return None if `found`, the list of ways, is empty.
    `is_certain` returns whether the sheet shows a place, or the Sudoku there has one solution.
    """
    if len(found) < 2:
        return found[0] if found else None
    known = [one for one in found if isinstance(one, CertainPlaces)]
    doubts = [one for one in found if isinstance(one, DoubtfulPlaces)]
    sure = [one for one in known if all(map(is_certain, one.places))]
    have_one_solution = any(one.have_one_solution for one in doubts)
    # Digits in all outer rows and columns are no evidence if the sheet can also be read in a way in
    # which outer rows or columns are empty.
    for some, is_decisive in (
        ([one for one in known if one.rank == _CERTAIN], True),
        (sure, not have_one_solution),
        (known, not sure and not doubts),
    ):
        if len(some) == 1 and is_decisive:
            return some[0]
    likely = [one for one in found if one in sure or (one in doubts and one.have_one_solution)]
    return DoubtfulPlaces(
        tuple(dict.fromkeys(chain.from_iterable(one.places for one in likely or found))),
        bool(likely),
    )


_Group = list[SheetPlace]
"""Places that contain the same digits of a sheet."""
_Key = frozenset[Address]
"""The addresses of the digits that the places of a group contain."""


class _SizeSearch:
    """The search for Sudokus with `size` rows in a sheet."""

    def __init__(self, cells: SheetCells, size: int, options: RecognitionOptions) -> None:
        self._cells, self._options = cells, options
        self._masks = CellsOfSize(cells, size)
        sheet = cells.sheet
        self._chosen = (*([sheet.area] if sheet.area else []), *sheet.chosen_areas)
        self._framed = frozenset[SheetPlace]()
        self._values = dict[SheetPlace, list[tuple[int, ...]] | None]()
        self._known = dict[SheetPlace, bool]()
        self._headings = dict[Layout, tuple[set[Address], set[Address]]]()

    def choose_places(self, layout: Layout) -> CertainPlaces | DoubtfulPlaces | None:
        """Return the places of the Sudokus with a layout. If it is not certain which places are
        right, return the possible places. Return None if no places contain all digits of the sheet.
        """
        if self._masks.has_too_large_digits():
            return None
        fixed = self._list_fixed_places(layout)
        starts = self._masks.list_starts(layout, self._cover(fixed, layout))
        if not starts and not fixed:
            return None
        # The search allows Sudokus to touch only if Sudokus that are apart do not have all digits.
        for beside, above in product((False, True), repeat=2):
            found = self._masks.yield_places(
                layout, starts, self._find_headings(layout), above=above, beside=beside
            )
            places = [*fixed, *islice(found, _MOST_PLACES)]
            if next(found, None) is not None:
                return None
            if choice := self._choose_among(places, are_apart=not (beside or above)):
                return self._doubt_if_unusual(choice)
        return None

    def _list_fixed_places(self, layout: Layout) -> list[SheetPlace]:
        """Return the places with a layout that borders frame, or that the user has chosen."""
        framed = [
            place
            for place in list_framed_places(self._cells, layout)
            if any(self._masks.cut(self._masks.digits, place)) and self._read(place) is not None
        ]
        self._framed |= {*framed}
        return framed + [
            place
            for area in self._chosen
            if (place := SheetPlace(area.top, area.left, layout)).area == area
        ]

    def list_places_apart(self, layout: Layout) -> list[SheetPlace]:
        """Return the places with a layout, wherever the other digits of the sheet are, that touch
        no other digit, and at which there may be a Sudoku that keeps the rules.
        """
        fixed = self._list_fixed_places(layout)
        starts = self._masks.list_starts(layout, defaultdict(lambda: -1))
        found = self._masks.yield_places(
            layout, starts, self._find_headings(layout), above=False, beside=False
        )
        places = dict.fromkeys([*fixed, *islice(found, _MOST_PLACES)])
        return [
            place
            for place in places
            if self._may_be_sudoku(place, are_apart=True) and self._list_readings(place)
        ]

    def is_certain_without_rivals(self, place: SheetPlace) -> bool:
        """Return whether the sheet shows a place, or its outer rows and columns have digits, and
        its digits are a Sudoku with exactly one solution.
        """
        return self._find_rank(place) < _UNKNOWN and self.is_certain(place)

    def excludes_gaps(self, choice: CertainPlaces | DoubtfulPlaces | None) -> bool:
        """Return whether there are certainly no free rows and columns between boxes: one of the
        chosen places has digits in its four outer rows and columns, and at most one row and one
        column is empty.
        """
        if not isinstance(choice, CertainPlaces):
            return False
        for place in choice.places:
            rows = self._masks.cut(self._masks.filled, place)
            empty_columns = self._masks.size - reduce(or_, rows).bit_count()
            if self._is_tight(place) and max(rows.count(0), empty_columns) < 2:
                return True
        return False

    def _doubt_if_unusual(
        self, choice: CertainPlaces | DoubtfulPlaces
    ) -> CertainPlaces | DoubtfulPlaces:
        """Return places of an unusual size as possible places if nothing except digits in all outer
        rows and columns shows them. Return any other choice unchanged.
        """
        if (
            isinstance(choice, DoubtfulPlaces)
            or choice.rank < _TIGHT
            or self._options.box is not None
        ):
            return choice
        if self._masks.size in USUAL_SIZES or all(map(self.is_certain, choice.places)):
            return choice
        return DoubtfulPlaces(choice.places, have_one_solution=False)

    def _cover(self, places: Sequence[SheetPlace], layout: Layout) -> defaultdict[int, int]:
        """Return the cells of places, and of all numbers of rows and columns, as bits for each
        row of the sheet.
        """
        covered = defaultdict[int, int](int)
        above, beside = self._find_headings(layout)
        addresses = [address for place in places for address in place.list_addresses()]
        addresses += [(row, column + i) for row, column in above for i in layout.columns]
        addresses += [(row + i, column) for row, column in beside for i in layout.rows]
        for row, column in addresses:
            covered[row] |= 1 << column
        return covered

    def _choose_among(
        self, places: Sequence[SheetPlace], *, are_apart: bool
    ) -> CertainPlaces | DoubtfulPlaces | None:
        """Return the places of the Sudokus among `places`, which have the same layout. If it is not
        certain which places are right, return the possible places. Return None if `places` do not
        contain all digits. `are_apart` is whether no Sudoku touches another.
        """
        groups = defaultdict[_Key, _Group](list)
        for place in dict.fromkeys(places):
            key = self._list_digits(place)
            if key and self._may_be_sudoku(place, are_apart=are_apart):
                groups[key].append(place)
        if not self._do_contain_all_digits(groups):
            return None
        found = list[list[list[_Key]]]()
        for keys in split_into_parts([*groups]):
            covers = list_covers(keys)
            if not covers:
                return None
            found.append(covers)
        # A place without rivals leaves no room for another Sudoku.
        taken = {
            address
            for covers in found
            if len(covers) == 1
            for key in covers[0]
            if len(groups[key]) == 1
            for address in _list_area(groups[key][0])
        }
        chosen = list[CertainPlaces]()
        for covers in found:
            options = [
                self._choose_for_cover([groups[key] for key in cover], taken) for cover in covers
            ]
            choice = _choose(options, self.is_certain)
            if not isinstance(choice, CertainPlaces):
                return choice
            chosen.append(choice)
        return self.join_choices(chosen) if chosen else None

    def join_choices(self, chosen: Sequence[CertainPlaces]) -> CertainPlaces | None:
        """Return the places of all parts of a sheet. Return None if two places overlap, if a place
        that the user has chosen is missing, or if a cell beside a place belongs to no place.
        """
        result = sorted(place for one in chosen for place in one.places)
        cells = list(chain.from_iterable(map(_list_area, result)))
        areas = {place.area for place in result}
        if len(cells) != len({*cells}) or not areas.issuperset(self._cells.sheet.chosen_areas):
            return None
        if any(self._is_beside_cell(place, {*cells}) for place in result):
            return None
        return CertainPlaces(tuple(result), max(one.rank for one in chosen))

    def _may_be_sudoku(self, place: SheetPlace, *, are_apart: bool) -> bool:
        """Return whether a Sudoku may be at a place. It may if the sheet shows the place, or if the
        digits keep the rules and enough different digits occur: half of them or, in a Sudoku of an
        unusual size, all except one. `are_apart` is whether no Sudoku touches another.
        """
        sheet, area = self._cells.sheet, place.area
        if sheet.area is not None and not is_inside(area, sheet.area):
            return False
        if any(area != one and do_areas_overlap(area, one) for one in sheet.chosen_areas):
            return False
        if area not in self._chosen and place not in self._framed and self._has_fault(place):
            return False
        if self._is_shown(place, are_apart=are_apart):
            return True
        size = self._masks.size
        least = size / 2 if size in USUAL_SIZES or self._options.box is not None else size - 1
        different = {sheet.get_text(*address) for address in self._list_digits_inside(place)}
        return len(different) >= least and bool(self._list_readings(place))

    def _has_fault(self, place: SheetPlace) -> bool:
        """Return whether a row is missing at a place, or a cell in one of its rows: all empty cells
        are in whole rows and columns, a line of text has fewer fields than others, only cells at
        the end of lines of text are empty, or the numbers of the columns are taken for a row.
        """
        layout, (top, left, _, right) = place.layout, place.area
        is_numbered = (top, left) in self._find_headings(layout)[0]
        if is_numbered and self._get_text(top + 1, left - 1) in _FIRST_LABELS:
            return True
        lengths = self._cells.sheet.lengths
        ends = {row: lengths[row] - 1 for row in place.rows if lengths.get(row, 0) > 1}
        if ends and lacks_end_of_line(layout.size, self._list_texts(place)):
            return True
        short = sum(end <= right for end in ends.values())
        if len({min(end, right) for end in ends.values()}) > 1 or 0 < 2 * short < len(ends):
            # A program that leaves out empty fields at the ends of lines leaves out all of them,
            # and empty fields are between others, too.
            inside = [(row, column) for row, end in ends.items() for column in range(left, end)]
            is_trimmed = all(self._get_text(*end) for end in ends.items())
            if not is_trimmed or all(self._get_text(*address) for address in inside):
                return True
        digits = self._masks.cut(self._masks.digits, place)
        is_full = sum(mask.bit_count() for mask in digits) == layout.size**2
        return not is_full and has_only_empty_lines(layout.size, self._list_texts(place))

    def _is_beside_cell(self, place: SheetPlace, cells: set[Address]) -> bool:
        """Return whether a sign of a Sudoku is also directly beside one of its rows, or in all
        columns of the row above or below it, and belongs neither to `cells`, the cells of all
        Sudokus, nor to the numbers of rows and columns.
        """
        if place.area in self._chosen or place in self._framed:
            return False
        known = cells.union(self.list_headings(place))
        signs = {*self._list_texts(place)} - {""}
        top, left, bottom, right = place.area

        def is_cell(row: int, column: int) -> bool:
            text = self._get_text(row, column).strip(_MARKS_BESIDE)
            return (row, column) not in known and text in signs

        return any(
            is_cell(row, column) for row in place.rows for column in (left - 1, right + 1)
        ) or (
            any(
                all(is_cell(row, column) for column in place.columns)
                for row in (top - 1, bottom + 1)
            )
        )

    def contain_all_digits(self, places: Iterable[SheetPlace]) -> bool:
        """Return whether each digit of the sheet that must be in a Sudoku is in one of `places`."""
        return self._do_contain_all_digits(map(self._list_digits, places))

    def _do_contain_all_digits(self, keys: Iterable[_Key]) -> bool:
        """Return whether each digit of the sheet that must be in a Sudoku is in one of `keys`."""
        covered = frozenset[Address]().union(*keys)
        return all(
            (row, column) in covered
            for row, mask in self._masks.wanted.items()
            for column in list_bits(mask)
        )

    def _list_digits_inside(self, place: SheetPlace) -> list[Address]:
        """Return the addresses of the digits in a place."""
        masks = zip(place.rows, self._masks.cut(self._masks.digits, place), strict=True)
        return [(row, place.left + column) for row, mask in masks for column in list_bits(mask)]

    def _list_digits(self, place: SheetPlace) -> frozenset[Address]:
        """Return the addresses of the digits in a place, and of the digits that number its rows and
        columns.
        """
        numbers = self.list_headings(place)
        is_digit = self._masks.digits
        return frozenset(self._list_digits_inside(place)).union(
            (row, column) for row, column in numbers if is_digit[row] >> column & 1
        )

    def _find_headings(self, layout: Layout) -> tuple[set[Address], set[Address]]:
        """Return the cells in which numbers of columns begin, and of rows, for a layout."""
        if layout not in self._headings:
            self._headings[layout] = self._cells.list_headings(layout)
        return self._headings[layout]

    def list_headings(self, place: SheetPlace) -> list[Address]:
        """Return the addresses of the cells beside a place that number its columns and rows."""
        (top, left, bottom, right), layout = place.area, place.layout
        above, beside = self._find_headings(layout)
        found = list[Address]()
        for row in (top - 1, bottom + 1):
            if (row, left) in above:
                found += [(row, column) for column in place.columns]
        for column in (left - 1, right + 1):
            if (top, column) in beside:
                found += [(row, column) for row in place.rows]
        return found

    def _is_shown(self, place: SheetPlace, *, are_apart: bool = True) -> bool:
        """Return whether the sheet shows the place of a Sudoku, without a look at its solutions."""
        if place.area in self._chosen or place in self._framed:
            return True
        size = self._masks.size
        filled = self._masks.cut(self._masks.filled, place)
        if sum(map(int.bit_count, filled)) == size**2:
            has_texts = any(self._cells.texts.get(row) for row in place.rows)
            return bool(self._list_readings(place)) or (are_apart and not has_texts)
        numbers = self.list_headings(place)
        if min(len({address[axis] for address in numbers}) for axis in (0, 1)) >= size:
            return self._read(place) is not None
        return self._is_whole_table(place) and self._read(place) is not None

    def _is_whole_table(self, place: SheetPlace) -> bool:
        """Return whether a table of text has exactly the cells of a place. Empty outer cells may
        also be left out by the program that wrote it, except the last row and column.
        """
        sheet, rows = self._cells.sheet, self._masks.cut(self._masks.filled, place)
        ends_empty = not rows[-1] or not any(row >> place.layout.width - 1 for row in rows)
        return (
            place.area == (0, 0, sheet.height - 1, sheet.width - 1)
            and [*sheet.lengths.values()] == [sheet.width] * sheet.height
            and (ends_empty or self._is_tight(place))
        )

    def _find_rank(self, place: SheetPlace) -> int:
        """Return the rank of the evidence for a place, without a look at its solutions."""
        if self._is_shown(place):
            return _CERTAIN
        if not self._is_tight(place):
            return _UNKNOWN
        above, beside = self._find_headings(place.layout)
        top, left, bottom, right = place.area
        starts = {(top, left), (bottom, left)} & above or {(top, left), (top, right)} & beside
        is_large = self._masks.size >= _LEAST_HEADING
        may_be_headings = starts and (is_large or not self._has_one_solution(place))
        return _UNKNOWN if may_be_headings else _TIGHT

    def _is_tight(self, place: SheetPlace) -> bool:
        """Return whether the four outer rows and columns of a place have digits or signs for
        blank.
        """
        rows = self._masks.cut(self._masks.filled, place)
        every = reduce(or_, rows)
        return bool(rows[0] and rows[-1] and every & every >> place.layout.width - 1 & 1)

    def is_certain(self, place: SheetPlace) -> bool:
        """Return whether the sheet shows a place, or its digits are a Sudoku with exactly one
        solution.
        """
        return self._is_shown(place) or self._has_one_solution(place)

    def _has_one_solution(self, place: SheetPlace) -> bool:
        """Return whether the digits in the cells `place` of a sheet are a Sudoku with exactly one
        solution.
        """
        if place not in self._known:
            self._known[place] = any(
                _may_have_one_solution(values, shape) and has_one_solution(values, shape)
                for values, shape in self._list_readings(place)
            )
        return self._known[place]

    def _choose_in_group(
        self, group: _Group, taken: set[Address]
    ) -> CertainPlaces | DoubtfulPlaces:
        """Return the place with the best evidence among places with the same digits. If several
        places have it, return all of them. `taken` are the cells of other Sudokus; a place that
        overlaps them is only chosen if all places of the group do.
        """
        room = [one for one in group if len(group) == 1 or taken.isdisjoint(_list_area(one))]
        group = room or group
        ranks = [self._find_rank(place) for place in group]
        best = min(ranks)
        if best < _UNKNOWN and ranks.count(best) == 1:
            return CertainPlaces((group[ranks.index(best)],), best)
        found = [place for place in group if self._has_one_solution(place)]
        if len(found) == 1:
            return CertainPlaces((found[0],), _ONE_SOLUTION)
        return DoubtfulPlaces(tuple(found or group), bool(found))

    def _choose_for_cover(
        self, groups: Sequence[_Group], taken: set[Address]
    ) -> CertainPlaces | DoubtfulPlaces:
        """Return a place of each group. If it is not certain which place of a group is right,
        return the possible places of this group.
        """
        found = list[CertainPlaces]()
        for group in groups:
            choice = self._choose_in_group(group, taken)
            if isinstance(choice, DoubtfulPlaces):
                return choice
            found.append(choice)
        places = chain.from_iterable(one.places for one in found)
        return CertainPlaces(tuple(places), max(one.rank for one in found))

    def _read(self, place: SheetPlace) -> list[tuple[int, ...]] | None:
        """Return the values that the cells of a place may have, row after row; None if a text is no
        cell of a Sudoku.
        """
        if place not in self._values:
            options, texts = self._options, self._list_texts(place)
            alphabets = list_alphabets(
                self._masks.size, {*texts}, blank=options.blank, offset=options.offset
            )
            values = [tuple(alphabet[text] for text in texts) for alphabet in alphabets]
            self._values[place] = values or None
        return self._values[place]

    def _list_texts(self, place: SheetPlace) -> list[str]:
        """Return the texts in the cells `place` of the sheet, row after row."""
        return [self._get_text(*address) for address in place.list_addresses()]

    def _get_text(self, row: int, column: int) -> str:
        return drop_zero_decimals(self._cells.sheet.get_text(row, column))

    def _list_readings(self, place: SheetPlace) -> list[tuple[tuple[int, ...], BoxShape]]:
        """Return the values of a place and the shapes of boxes with which they keep the rules."""
        readings = product(self._read(place) or (), place.layout.shapes)
        return [(values, shape) for values, shape in readings if not breaks_rules(values, shape)]


def _may_have_one_solution(values: Sequence[int], shape: BoxShape) -> bool:
    """Return whether a Sudoku may have exactly one solution: at most one digit does not occur, and
    at most one row or column of each band and stack is empty.
    """
    size = shape.size
    rows = [values[i : i + size] for i in range(0, size * size, size)]
    bands = ((rows, shape.height), ([*zip(*rows, strict=True)], shape.width))
    return len({*values} - {0}) >= size - 1 and all(
        sum(not any(line) for line in lines[i : i + step]) < 2
        for lines, step in bands
        for i in range(0, size, step)
    )


def _list_area(place: SheetPlace) -> list[Address]:
    """Return the addresses of all cells of a place, with the free rows and columns."""
    top, left, bottom, right = place.area
    return [*product(range(top, bottom + 1), range(left, right + 1))]


def split_into_parts(keys: Sequence[_Key]) -> list[list[_Key]]:
    """Return the sets in groups, so that sets of different groups have no cell in common."""
    by_cell = defaultdict[Address, list[_Key]](list)
    for key in keys:
        for cell in key:
            by_cell[cell].append(key)
    parts, seen = list[list[_Key]](), set[_Key]()
    for start in keys:
        if start in seen:
            continue
        seen.add(start)
        part = [start]
        for key in part:  # grows while it is read
            near = {other for cell in key for other in by_cell.pop(cell, ())} - seen
            seen |= near
            part += near
        parts.append(part)
    return parts


def list_covers(keys: Sequence[_Key]) -> list[list[_Key]]:
    """Return the exact covers by some sets of cells, `keys`: each cover is a list of sets, and each
    cell that is in any set is in exactly one set of the cover. Return an empty list if there is no
    cover, if there are more than eight, or if they take too long to find.

    >>> a, b = (0, 0), (0, 1)
    >>> len(list_covers([frozenset([a]), frozenset([b]), frozenset([a, b])]))
    2
    """
    by_cell = defaultdict[Address, list[_Key]](list)
    for key in keys:
        for cell in key:
            by_cell[cell].append(key)
    order = sorted(by_cell)
    found, chosen, covered = list[list[_Key]](), list[_Key](), set[Address]()
    # Level i has the first cell, as an index of `order`, that the first i chosen sets do not
    # contain, and the sets with this cell that have not been tried.
    levels = [(0, iter(by_cell[order[0]]))]
    for _ in range(_STEPS * len(keys)):
        index, trials = levels[-1]
        if (one := next(filter(covered.isdisjoint, trials), None)) is None:
            levels.pop()
            if not levels:
                return found
            covered -= chosen.pop()
            continue
        chosen.append(one)
        covered |= one
        while index < len(order) and order[index] in covered:
            index += 1
        if index == len(order):
            found.append([*chosen])
            covered -= chosen.pop()
            if len(found) > _MOST_COVERS:
                return []
        else:
            levels.append((index, iter(by_cell[order[index]])))
    return []
