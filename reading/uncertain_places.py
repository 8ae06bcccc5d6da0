"""The error for a Sudoku that may be in several places of a sheet. It suggests ranges of cells that
the user can choose, so that every Sudoku of the file can be read.
"""

import shlex
from collections.abc import Callable, Sequence

from ..base.errors import PairFileError
from ..base.messages import Message
from .block_choice import ChosenBlocks, UncertainPlaces
from .candidate_blocks import CandidateBlock, SheetCells
from .cell_selection import crop_sheet
from .sheet import Area, CellRange, Sheet, name_area, name_range

_MOST_SHOWN = 3
"""The largest number of places of a Sudoku, and of ranges of single Sudokus, that an error
names.
"""
_MOST_DOUBTS = 8
"""The largest number of Sudokus with an uncertain place for which an error suggests ranges."""

Search = Callable[[Sheet], ChosenBlocks | UncertainPlaces | None]
"""A function that returns the blocks of a sheet that are Sudokus, or the possible places if the
right place cannot be decided. It returns None if the sheet has no block.
"""


def make_uncertain_place_error(
    source: str, sheets: Sequence[Sheet], sheet: Sheet, uncertain: UncertainPlaces, search: Search
) -> PairFileError:
    """Return the error for a Sudoku that may be in several places of the sheet `sheet`. `uncertain`
    lists these places, `sheets` are all sheets of the file, and `search` finds the Sudokus of a
    sheet.

    The error suggests ranges of cells with which the whole file can be read: one place for each
    Sudoku with an uncertain place, and the cells of the other Sudokus.
    """
    blocks = _sort_places(sheet, uncertain)
    areas = [name_area(block.area) for block in blocks]
    named = [
        f"{area} ({len(block.layout.rows)}×{len(block.layout.rows)})"
        for area, block in zip(areas, blocks, strict=True)
    ]
    found = _suggest_ranges(sheets, sheet, blocks[0].area, search)
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
    top, left, *_ = blocks[0]
    error = PairFileError(source, sheet.find_line(top), 1, message)
    error.cell = sheet.name_cell(top, left)
    return error


def _sort_places(sheet: Sheet, uncertain: UncertainPlaces) -> list[CandidateBlock]:
    """Return the possible places of a Sudoku in the order in which the error names them. Smaller
    Sudokus come first. Among places of the same size, places directly below a text come first,
    because the text may be the title.
    """
    is_digit = {(row, column) for row, column in SheetCells(sheet).list_digit_addresses(99)}

    def rank(block: CandidateBlock) -> tuple[int, bool, Area]:
        above = block.top - 1, block.left
        is_below_text = bool(sheet.get(*above)) and above not in is_digit
        return len(block.layout.rows), not is_below_text, block.area

    return sorted({*uncertain.blocks}, key=rank)


def _suggest_ranges(
    sheets: Sequence[Sheet], sheet: Sheet, area: Area, search: Search
) -> list[CellRange]:
    """Return the cell ranges that a user can name so that the whole file is read. It is supposed
    that the Sudoku of `sheet` whose place is in doubt is in `area`. If no ranges make the whole
    file readable, return only `area`.

    If the file has few Sudokus, there is a range for each Sudoku. Otherwise one range covers all
    cells, and there is one more for each Sudoku whose place is in doubt.
    """
    are_several = len([one for one in sheets if one.rows]) > 1
    places = [_make_cell_range(sheet, area, are_several)]
    for _ in range(_MOST_DOUBTS):
        # A place may be beyond the last cell of the table.
        bottom = max(*(one.height - 1 for one in sheets), *(one.area.bottom for one in places))
        right = max(*(one.width - 1 for one in sheets), *(one.area.right for one in places))
        ranges = [CellRange(None, Area(0, 0, bottom, right)), *places]
        parts = [part for each in sheets for part in crop_sheet(each, ranges)]
        found = [(part, search(part)) for part in parts]
        uncertain_ones = [(part, one) for part, one in found if isinstance(one, UncertainPlaces)]
        if not uncertain_ones:
            block_ranges = [
                _make_cell_range(part, block.area, are_several)
                for part, one in found
                if isinstance(one, ChosenBlocks)
                for block in one.blocks
            ]
            if not {*places} <= {*block_ranges}:
                break
            has_only_blocks = all(one is not None for part, one in found if part.rows)
            return block_ranges if has_only_blocks and len(block_ranges) <= _MOST_SHOWN else ranges
        part, uncertain = uncertain_ones[0]
        places.append(_make_cell_range(part, _sort_places(part, uncertain)[0].area, are_several))
    return [CellRange(None, area)]


def _make_cell_range(sheet: Sheet, area: Area, are_several: bool) -> CellRange:
    """Make a `CellRange` of the cells in `area`. It includes the name of the sheet if
    `are_several`, which is whether several sheets of the file have cells.
    """
    return CellRange(sheet.name if are_several else None, area)
