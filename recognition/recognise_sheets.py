"""The recogniser of sheets: finds the Sudokus in tables whose cells have addresses, or refuses them
and names ranges of cells that can be read.

A sheet has its Sudokus in one of four forms: a cell for each cell of a Sudoku, a whole row in a
cell, a whole Sudoku in a row of cells, or a whole Sudoku in a cell. Sheets of the last form are
read like texts.
"""

import shlex
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ..base.errors import SudokopieError
from ..base.messages import Message, quote
from ..sudoku.grid import SMALLEST_AS_TEXT
from ..sudoku.shape import BoxEvidence, BoxShape
from .alphabet import list_alphabets
from .cells import strip_mail_quotes
from .json_values import make_square
from .meaning import RefusedTextError
from .names import clean_title
from .options import RecognitionOptions
from .recognise import FoundSudoku, decide_boxes, read_lines, read_squares
from .rows_in_sheets import Stack, WholeRows, list_row_texts, list_stacks, list_whole_rows
from .rules import are_numbers_of_tables, make_numbers_of_tables_message
from .sheet import (
    Area,
    CellRange,
    Sheet,
    format_row,
    name_area,
    name_column,
    name_range,
    yield_cropped_sheets,
)
from .sheet_cells import Address, SheetPlace, drop_zero_decimals
from .sheet_places import (
    USUAL_SIZES,
    CertainPlaces,
    DoubtfulPlaces,
    find_places,
    make_square_at_place,
)
from .square import Span, Square

_TITLE_ABOVE = 3
"""The number of rows above a Sudoku that are searched for its title."""
_MOST_SHOWN = 3
"""The most places of a Sudoku, and ranges of single Sudokus, that an error names."""
_MOST_DOUBTS = 8
"""The most Sudokus for which an error suggests a range, if their places are not certain."""


class SheetSudoku(NamedTuple):
    """A Sudoku that was read from a sheet: the shape of its boxes, its cells row after row with 0
    for blank, its name, its sheet, the address of its first cell, and its rows as lines of text.
    """

    box: BoxShape
    cells: tuple[int, ...]
    name: str
    sheet: Sheet
    first: Address
    rows: tuple[str, ...]


class SheetReading(NamedTuple):
    """What was read from sheets.

    - `sudokus`: the Sudokus, sheet by sheet.
    - `others`: the rows with text that belong to no Sudoku, each with its sheet.
    - `restored`: the addresses of numbers whose first zeros were lost and are restored.
    - `box_evidence`: the shapes of boxes, except square ones, and what shows them.
    """

    sudokus: list[SheetSudoku]
    others: list[tuple[Sheet, int]]
    restored: list[tuple[Sheet, Address]]
    box_evidence: dict[BoxShape, BoxEvidence]


class RefusedSheetError(SudokopieError):
    """The error for a sheet whose Sudokus are not certain. `first` is the address of the cell that
    decides it.
    """

    def __init__(self, message: Message, sheet: Sheet, first: Address) -> None:
        super().__init__(message)
        self.args = message, sheet, first  # unpickling calls __init__ with these
        self.sheet, self.first = sheet, first

    def __str__(self) -> str:
        return str(self.message)


class _Found(NamedTuple):
    """A Sudoku in a sheet whose tokens are not yet digits: its square, without spans, the addresses
    of its cells, its name, and the sign between the cells of a row in its lines of text.
    """

    sheet: Sheet
    square: Square
    addresses: Sequence[Address]
    name: str
    delimiter: str = ","


def read_sheets(sheets: Sequence[Sheet], options: RecognitionOptions) -> SheetReading:
    """Return the Sudokus in the sheets of a file. Raise `RefusedSheetError` if it is not certain
    which they are.
    """
    found, reading = list[_Read | _Found](), SheetReading([], [], [], {})
    for sheet in sheets:
        used = set[int]()
        if has_whole_sudoku(sheet):
            found += _read_like_text(sheet, options, used)
        elif (choice := find_places(sheet, options)) is not None:
            if isinstance(choice, DoubtfulPlaces):
                raise _make_doubt_error(sheets, sheet, choice, options)
            found += _list_at_places(sheet, choice, used)
        elif stacks := list_stacks(sheet, options):
            found += _list_of_stacks(sheet, stacks, used)
            reading.restored.extend((sheet, cell) for stack in stacks for cell in stack.restored)
        elif (rows := list_whole_rows(sheet, options)) is not None:
            found += _list_in_rows(sheet, rows, used, is_box_chosen=options.box is not None)
        reading.others.extend((sheet, row) for row in sorted(sheet.rows) if row not in used)
    sudokus = [*_read_tokens(found, options)]
    if not sudokus:
        return reading
    try:
        boxes, evidence = decide_boxes(
            [one.square for one in sudokus], [one.sudoku.cells for one in sudokus], options.box
        )
    except RefusedTextError as refusal:
        first = sudokus[0].sudoku
        raise RefusedSheetError(refusal.message, first.sheet, first.first) from None
    reading.sudokus.extend(one.sudoku._replace(box=boxes[one.square.size]) for one in sudokus)
    return reading._replace(box_evidence=evidence)


class _Read(NamedTuple):
    """A Sudoku that was read from a sheet, and the square that it was read from."""

    sudoku: SheetSudoku
    square: Square


def _read_tokens(found: Sequence[_Read | _Found], options: RecognitionOptions) -> Iterator[_Read]:
    """Yield the Sudokus, in which tokens become digits."""
    squares = [
        (one.square._replace(spans=(Span(number, 0, 0),)), "", one.name)
        for number, one in enumerate(found)
        if isinstance(one, _Found) and _check_signs(one, options)
    ]
    known = dict[int, FoundSudoku]()
    if squares:
        try:
            reading = read_squares(squares, options)
        except RefusedTextError as refusal:
            one = found[max(refusal.line - 1, 0)]
            assert isinstance(one, _Found)
            raise RefusedSheetError(refusal.message, one.sheet, one.addresses[0]) from None
        known = {sudoku.square.first_line: sudoku for sudoku in reading.sudokus}
    for number, one in enumerate(found):
        if isinstance(one, _Read):
            yield one
        elif number in known:
            size = known[number].box.size
            rows = tuple(
                one.delimiter.join(one.square.tokens[i : i + size])
                for i in range(0, size * size, size)
            )
            box, cells, name, _ = known[number]
            yield _Read(
                SheetSudoku(box, cells, name, one.sheet, one.addresses[0], rows), one.square
            )


def _check_signs(one: _Found, options: RecognitionOptions) -> bool:
    """Return True if the signs of a Sudoku have a meaning together. Otherwise raise
    `RefusedSheetError` at the first cell that is neither a digit nor has the most frequent sign for
    blank.
    """
    size, tokens, *_ = one.square
    if list_alphabets(size, {*tokens}, blank=options.blank, offset=options.offset):
        return True
    counts = Counter(token for token in tokens if not token.isdigit())
    blank = counts.most_common(1)[0][0] if counts else ""
    wrong = next((i for i, one in enumerate(tokens) if not one.isdigit() and one != blank), 0)
    message = Message(
        "expected {expected}, found {found}",
        expected=Message("a digit 0-{size}", size=size),
        found=quote(tokens[wrong]),
    )
    raise RefusedSheetError(message, one.sheet, one.addresses[wrong])


def has_whole_sudoku(sheet: Sheet) -> bool:
    """Return whether a cell of a sheet has a whole Sudoku."""
    texts = (text for cells in sheet.rows.values() for text in cells.values())
    return any(len(text) >= SMALLEST_AS_TEXT**2 and _is_whole_sudoku(text) for text in texts)


def _is_whole_sudoku(text: str) -> bool:
    """Return whether a text has the cells of a Sudoku, at least one of them a digit."""
    square = make_square(" ".join(text.split()))
    return square is not None and any(
        any(alphabet[token] for token in square.tokens)
        for alphabet in list_alphabets(square.size, {*square.tokens})
    )


def _read_like_text(sheet: Sheet, options: RecognitionOptions, used: set[int]) -> list[_Read]:
    """Return the Sudokus of a sheet that has whole Sudokus in its cells. Its rows become lines of
    text, with tabs between cells. The numbers of rows with Sudokus are added to `used`.
    """
    rows = sorted(sheet.rows)
    lines = ["\t".join(" ".join(text.split()) for text in sheet.list_fields(row)) for row in rows]
    try:
        reading = read_lines(lines, options)
    except RefusedTextError as refusal:
        row = rows[max(refusal.line - 1, 0)]
        raise RefusedSheetError(refusal.message, sheet, (row, min(sheet.rows[row]))) from None
    found = list[_Read]()
    for box, cells, name, square in reading.sudokus:
        line, start, end = square.spans[0]
        first = rows[line], lines[line].count("\t", 0, start)
        sudoku = SheetSudoku(box, cells, name, sheet, first, (lines[line][start:end],))
        found.append(_Read(sudoku, square))
        used |= {rows[span.line] for span in square.spans}
    return found


def _list_at_places(sheet: Sheet, chosen: CertainPlaces, used: set[int]) -> Iterator[_Found]:
    """Yield the Sudokus of a sheet that has a cell for each of their cells. The numbers of their
    rows, and of rows with titles and headings, are added to `used`.
    """
    titles = _list_titles(sheet, chosen)
    used |= {row for row, _ in chosen.headings}
    for place, (title, above) in zip(chosen.places, titles, strict=True):
        used |= {above, *range(place.area.top, place.area.bottom + 1)}
        square = make_square_at_place(sheet, place, chosen.rank)
        yield _Found(sheet, square, place.list_addresses(), title)


def _list_titles(sheet: Sheet, chosen: CertainPlaces) -> list[tuple[str, int]]:
    """Return for each Sudoku of a sheet its title and the row of the title. If there is no text
    above a Sudoku, the row is -1, and its title is the name of the sheet, or the range of its cells
    if there are several such Sudokus in a named sheet.
    """
    spans = dict[int, list[tuple[int, int]]]()
    for area in (place.area for place in chosen.places):
        for row in range(area.top, area.bottom + 1):
            spans.setdefault(row, []).append((area.left, area.right))
    found = [_find_title(sheet, place, spans, chosen.headings) for place in chosen.places]
    if not sheet.name or [row for _, row in found].count(-1) < 2:
        return found
    return [
        (name_area(place.area), -1) if row == -1 else (title, row)
        for place, (title, row) in zip(chosen.places, found, strict=True)
    ]


def _find_title(
    sheet: Sheet,
    place: SheetPlace,
    spans: Mapping[int, Sequence[tuple[int, int]]],
    headings: frozenset[Address],
) -> tuple[str, int]:
    """Return the text in the nearest rows above a Sudoku, and the row of this text. If these rows
    have no text, return the name of the sheet and -1. `spans` has, for each row, the first and last
    columns of Sudokus; their cells, and `headings`, are no title.
    """
    area, above = place.area, 0
    for row in range(place.top - 1, -1, -1):
        if any(left <= area.right and area.left <= right for left, right in spans.get(row, ())):
            break
        if (row, place.left) in headings:
            continue
        above += 1
        cells = sheet.rows.get(row, {})
        found = [cells[column] for column in sorted(cells) if area.left <= column <= area.right]
        if not found and [*cells] == [area.left - 1]:
            found = [*cells.values()]  # above the numbers of the rows
        if found:
            text = format_row(sheet, row) if len(found) == len(cells) else " ".join(found)
            title = strip_mail_quotes(text).strip(' ",;\t|')
            is_row = len(found) >= SMALLEST_AS_TEXT and all(map(str.isdecimal, found))
            if title.strip("=-_~*") and not is_row:  # not the line under a title
                return (title if sheet.name else clean_title(title)) or sheet.name, row
        if above == _TITLE_ABOVE:
            break
    return sheet.name, -1


def _list_of_stacks(sheet: Sheet, stacks: Sequence[Stack], used: set[int]) -> Iterator[_Found]:
    """Yield the Sudokus of a sheet that have a row in each cell. The numbers of their rows, and of
    rows with titles, are added to `used`. Raise `RefusedSheetError` if lost zeros cannot be
    restored.
    """
    for (top, column), rows, restored, is_certain in stacks:
        if not is_certain:
            longest = max(len(row.lstrip("0")) for row in rows)
            # Shorter numbers are rather pencil marks, or other numbers.
            is_likely = longest >= len(rows) - (len(rows) - 2) // 3
            if restored and is_likely and len({*"".join(rows)} - {"0"}) >= len(rows) - 1:
                raise _make_lost_zeros_error(sheet, restored[0])
            continue
        title = sheet.get_text(top - 1, column) if top - 1 not in used else ""
        used |= {*range(top - bool(title), top + len(rows))}
        addresses = [(top + i, column) for i, row in enumerate(rows) for _ in row]
        square = Square(len(rows), tuple("".join(rows)), ())
        yield _Found(sheet, square, addresses, title or sheet.name, delimiter="")


def _make_lost_zeros_error(sheet: Sheet, first: Address) -> RefusedSheetError:
    row, column = first
    message = Message(
        "cell {cell} may be a row of a Sudoku that has lost its first zeros: format the cells as "
        "text, and enter the Sudokus again",
        cell=f"{name_column(column)}{row + 1}",
    )
    return RefusedSheetError(message, sheet, first)


def _list_in_rows(
    sheet: Sheet, whole: WholeRows, used: set[int], *, is_box_chosen: bool
) -> Iterator[_Found]:
    """Yield the Sudokus of a sheet that have all cells in a row. The numbers of these rows are
    added to `used`. Raise `RefusedSheetError` if it is not certain in which column they begin, or
    if the rows are a table of numbers and `is_box_chosen` is false.
    """
    size, rows, starts = whole
    last = size * size - 1
    if len(starts) > 1:
        areas = [name_area(Area(rows[0], start, rows[-1], start + last)) for start in starts]
        message = Message(
            "the Sudokus may be in the cells {areas}, because the first or last columns are empty: "
            "name the cells with --range {area}, or write a sign such as 0 in the blank cells",
            areas=_shorten(areas),
            area=areas[0],
        )
        raise RefusedSheetError(message, sheet, (rows[0], starts[0]))
    used |= {*rows}
    (start,) = starts
    columns = range(start, start + last + 1)
    lines = [list_row_texts(sheet, row, start, size) for row in rows]
    if not is_box_chosen and are_numbers_of_tables(lines, size):
        message = make_numbers_of_tables_message(size)
        raise RefusedSheetError(message, sheet, (rows[0], start))
    for row, texts in zip(rows, lines, strict=True):
        cells = sheet.rows[row]
        name = " ".join(cells[column] for column in sorted(cells) if column not in columns)
        square = Square(size, tuple(texts), ())
        yield _Found(sheet, square, [(row, column) for column in columns], name)


def _make_doubt_error(
    sheets: Sequence[Sheet], sheet: Sheet, doubt: DoubtfulPlaces, options: RecognitionOptions
) -> RefusedSheetError:
    """Return the error for a sheet in which a Sudoku may be in more than one place. It names ranges
    with which the whole file can be read.
    """
    places = _order_places_for_message(sheet, doubt)
    areas = [name_area(place.area) for place in places]
    named = [
        f"{area} ({place.layout.size}×{place.layout.size})"
        for area, place in zip(areas, places, strict=True)
    ]
    found = _list_suggested_ranges(sheets, sheet, places[0].area, options)
    ranges = " ".join(f"--range {shlex.quote(name_range(one))}" for one in found)
    if len(named) == 1 and places[0].layout.size not in USUAL_SIZES:
        message = Message(
            "the Sudoku may be in the cells {area}, but its size is unusual, and it does not have "
            "exactly one solution there: name the cells with {ranges}, or write a sign such as 0 "
            "in the blank cells",
            area=areas[0],
            ranges=ranges,
        )
    elif len(named) == 1:
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
            areas=_shorten(named),
            ranges=ranges,
        )
    return RefusedSheetError(message, sheet, places[0][:2])


def _shorten(names: Sequence[str]) -> str:
    return ", ".join(names[:_MOST_SHOWN]) + (", …" if len(names) > _MOST_SHOWN else "")


def _order_places_for_message(sheet: Sheet, doubt: DoubtfulPlaces) -> list[SheetPlace]:
    """Return the possible places of a Sudoku in the order in which the error names them: smaller
    Sudokus first, then those directly below a text, which may be a title.
    """

    def rank(place: SheetPlace) -> tuple[int, bool, Area]:
        above = drop_zero_decimals(sheet.get_text(place.top - 1, place.left))
        return place.layout.size, not above or above.isdigit(), place.area

    return sorted({*doubt.places}, key=rank)


def _list_suggested_ranges(
    sheets: Sequence[Sheet], sheet: Sheet, area: Area, options: RecognitionOptions
) -> list[CellRange]:
    """Return ranges of cells with which the whole file can be read if the first Sudoku that is not
    certain is in `area` of `sheet`. If no ranges make the whole file readable, return only `area`.

    If the file has few Sudokus, there is a range for each. Otherwise the first range has all cells,
    and each Sudoku that is not certain has another.
    """
    has_several = sum(bool(one.rows) for one in sheets) > 1

    def name(part: Sheet, place: Area) -> CellRange:
        return CellRange(part.name if has_several else None, place)

    doubtful = [name(sheet, area)]
    for _ in range(_MOST_DOUBTS):
        # A place may be beyond the last cell of the table.
        bottom = max(*(one.height - 1 for one in sheets), *(one.area.bottom for one in doubtful))
        right = max(*(one.width - 1 for one in sheets), *(one.area.right for one in doubtful))
        ranges = [CellRange(None, Area(0, 0, bottom, right)), *doubtful]
        parts = [part for each in sheets for part in yield_cropped_sheets(each, ranges)]
        found = [(part, find_places(part, options)) for part in parts]
        part, doubt = next(
            (one for one in found if isinstance(one[1], DoubtfulPlaces)), (None, None)
        )
        if part is None:
            known = [(part, one) for part, one in found if isinstance(one, CertainPlaces)]
            every = [name(part, place.area) for part, one in known for place in one.places]
            if not {*doubtful} <= {*every}:
                break
            has_only_sudokus = len(known) == sum(bool(part.rows) for part, _ in found)
            return every if has_only_sudokus and len(every) <= _MOST_SHOWN else ranges
        assert isinstance(doubt, DoubtfulPlaces)
        doubtful.append(name(part, _order_places_for_message(part, doubt)[0].area))
    return [CellRange(None, area)]
