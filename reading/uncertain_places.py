"""The error for a Sudoku that may be in several places of a sheet. It suggests ranges of cells that
the user can choose, so that every Sudoku of the file can be read.
"""

import shlex
from collections.abc import Callable, Sequence

from ..base.errors import PairFileError
from ..base.messages import Message
from .candidate_places import CandidatePlace, SheetCellsByKind
from .cell_selection import yield_cropped_sheets
from .place_choice import ChosenPlaces, UncertainPlaces
from .sheet import Area, CellRange, Sheet, name_area, name_range

_MOST_SHOWN = 3
"""The largest number of places of a Sudoku, and of ranges of single Sudokus, that an error
names.
"""
_MOST_DOUBTS = 8
"""If it is not certain which cells of a spreadsheet are a Sudoku, the error suggests ranges of
cells for `--range`. It does so for at most this many Sudokus.
"""

Search = Callable[[Sheet], ChosenPlaces | UncertainPlaces | None]
"""A function that returns the places of the Sudokus in a sheet, or the possible places if it cannot
be decided which are right. It returns None if the sheet has no Sudoku.
"""


def make_uncertain_place_error(
    source: str,
    sheets: Sequence[Sheet],
    sheet: Sheet,
    uncertain_places: UncertainPlaces,
    search_sheet: Search,
) -> PairFileError:
    """Return the error for a sheet, `sheet`, in which a Sudoku may be in more than one place;
    `uncertain_places` lists these places. The error suggests ranges of cells that the user can give
    to read the whole file: one possible place for each uncertain Sudoku, and the places of all
    other Sudokus.

    `sheets` are all sheets of the file. The function `search_sheet` takes a sheet, and returns the
    places of its Sudokus, the possible places if these are not certain, or None if it has no
    Sudoku.
    """
    places = _order_places_for_error(sheet, uncertain_places)
    areas = [name_area(place.area) for place in places]
    named = [
        f"{area} ({len(place.layout.rows)}×{len(place.layout.rows)})"
        for area, place in zip(areas, places, strict=True)
    ]
    found = _list_suggested_ranges(sheets, sheet, places[0].area, search_sheet)
    ranges = " ".join(f"--range {shlex.quote(name_range(one))}" for one in found)
    if len(named) == 1:
        message = Message(
            "the Sudoku may be in the cells {area}, but an outer row or column is empty, and it "
            "does not have exactly one solution there: name the cells with {ranges}, or "
            "write a sign such as 0 in the blank cells",
            area=areas[0],
            ranges=ranges,
        )
    else:
        message = Message(
            "the Sudoku may be in the cells {areas}, because outer rows or columns are empty: name "
            "the cells with {ranges}, or write a sign such as 0 in the blank cells",
            areas=", ".join(named[:_MOST_SHOWN]) + (", …" if len(named) > _MOST_SHOWN else ""),
            ranges=ranges,
        )
    top, left, *_ = places[0]
    error = PairFileError(source, sheet.find_line_number(top), 1, message)
    error.cell = sheet.make_address_with_sheet(top, left)
    return error


def _order_places_for_error(
    sheet: Sheet, uncertain_places: UncertainPlaces
) -> list[CandidatePlace]:
    """Return the possible places of a Sudoku in the order in which the error names them. Smaller
    Sudokus come first. Among places of the same size, places directly below a text come first,
    because the text may be the title.
    """
    is_digit = {(row, column) for row, column in SheetCellsByKind(sheet).yield_digit_addresses(99)}

    def rank(place: CandidatePlace) -> tuple[int, bool, Area]:
        """Return the key by which a place is sorted: the number of its rows, whether no text is
        directly above it, and its area.
        """
        above = place.top - 1, place.left
        is_below_text = bool(sheet.get_text(*above)) and above not in is_digit
        return len(place.layout.rows), not is_below_text, place.area

    return sorted({*uncertain_places.places}, key=rank)


def _list_suggested_ranges(
    sheets: Sequence[Sheet], sheet: Sheet, area: Area, search_sheet: Search
) -> list[CellRange]:
    """Return cell ranges that the user can name so that the whole file is read. They assume that
    the Sudoku of `sheet` whose place is in doubt is in `area`. If no ranges make the whole file
    readable, return only `area`.

    If the file has few Sudokus, there is a range for each Sudoku. Otherwise one range covers all
    cells, and there is one more for each Sudoku whose place is in doubt.
    """
    has_several_sheets = len([one for one in sheets if one.rows]) > 1
    place_ranges = [_make_cell_range(sheet, area, has_several_sheets)]
    for _ in range(_MOST_DOUBTS):
        # A place may be beyond the last cell of the table.
        bottom = max(
            *(one.height - 1 for one in sheets), *(one.area.bottom for one in place_ranges)
        )
        right = max(*(one.width - 1 for one in sheets), *(one.area.right for one in place_ranges))
        ranges = [CellRange(None, Area(0, 0, bottom, right)), *place_ranges]
        parts = [part for each in sheets for part in yield_cropped_sheets(each, ranges)]
        found = [(part, search_sheet(part)) for part in parts]
        uncertain_ones = [(part, one) for part, one in found if isinstance(one, UncertainPlaces)]
        if not uncertain_ones:
            found_ranges = [
                _make_cell_range(part, place.area, has_several_sheets)
                for part, one in found
                if isinstance(one, ChosenPlaces)
                for place in one.places
            ]
            if not {*place_ranges} <= {*found_ranges}:
                break
            has_only_sudokus = all(one is not None for part, one in found if part.rows)
            return found_ranges if has_only_sudokus and len(found_ranges) <= _MOST_SHOWN else ranges
        part, uncertain = uncertain_ones[0]
        place_ranges.append(
            _make_cell_range(
                part, _order_places_for_error(part, uncertain)[0].area, has_several_sheets
            )
        )
    return [CellRange(None, area)]


def _make_cell_range(sheet: Sheet, area: Area, has_several_sheets: bool) -> CellRange:
    """Return a `CellRange` of the cells in `area`. It includes the name of the sheet if
    `has_several_sheets`, that is, if several sheets of the file have cells.
    """
    return CellRange(sheet.name if has_several_sheets else None, area)
