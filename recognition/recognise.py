"""The recogniser: finds the Sudokus in a text, or refuses it and names the readings that are left.

A text is read if it leaves no second reading of equal evidence. The forms propose candidates, the
cover chooses among them, and here the tokens of the chosen squares become digits.
"""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import product, repeat
from typing import TYPE_CHECKING, NamedTuple

from ..base.messages import Message, shorten_and_escape
from ..sudoku.grid import SMALLEST_AS_TEXT
from ..sudoku.shape import BoxEvidence, BoxShape
from .alphabet import BLANK_SIGNS
from .columns import names_solution, select_puzzles
from .cover import (
    Aside,
    Cost,
    Cover,
    choose_cover,
    classify_aside,
    find_rows_of_no_sudoku,
    find_similar_lines,
    mark_rows_of_blanks,
    mark_rows_of_numbers,
    mark_rows_of_signs,
)
from .forms import FORMS
from .meaning import (
    Cells,
    RefusedTextError,
    choose_meaning,
    find_box,
    find_drawn_box,
    list_meanings,
    read_cells,
)
from .names import Names
from .options import NO_OPTIONS, RecognitionOptions
from .row_labels import COLUMNS_OR_BOXES, find_fault_of_labels, names_other_lines
from .rules import (
    are_numbers_of_tables,
    are_sorted_clues,
    breaks_rules,
    count_solutions,
    decide_box,
    do_most_rows_repeat,
    find_box_evidence,
    is_region_map,
    make_box_doubt_message,
    make_numbers_of_tables_message,
)
from .square import Candidate, Span, Square
from .text_lines import TextLine, is_axis, join_quoted_lines, make_text_lines, without_axes
from .variant_data import (
    CAGES,
    CANDIDATES,
    REGIONS,
    are_boxes,
    find_killer_line,
    find_map_of_letters,
    find_variant_in_json,
    is_row_of_candidates,
)

if TYPE_CHECKING:
    from .json_values import JsonSudoku, JsonText


class FoundSudoku(NamedTuple):
    """A Sudoku that was read: the shape of its boxes, its cells row after row with 0 for blank, its
    name, and the square from which it was read.
    """

    box: BoxShape
    cells: Cells
    name: str
    square: Square


class Reading(NamedTuple):
    """The result of reading a text.

    - `sudokus`: the Sudokus.
    - `notes`: messages for the user.
    - `left`: the indices of the lines that have words but neither a Sudoku nor its name.
    - `box_evidence`: the shapes of boxes that are not square, each with its evidence.
    - `fault`: the refusal of the first text in a value of JSON or XML that has cells of no Sudoku.
    """

    sudokus: list[FoundSudoku]
    notes: list[Message]
    left: Sequence[int] = ()
    box_evidence: Mapping[BoxShape, BoxEvidence] = {}
    fault: RefusedTextError | None = None


_BOX_COMMENT = re.compile(r"\s*#\s*box(?:es)?\s+([1-9][0-9]?[x×][1-9][0-9]?)\s*", re.IGNORECASE)
"""A comment that names the shape of the boxes of all Sudokus in a text."""
_SIZES = re.compile(r"\s*([0-9]{1,2})[,;\s]+([0-9]{1,2})[,;\s]+([0-9]{1,2})[,;]?\s*")
"""The number of rows, and those of the rows and columns of a box, on the first line of a text."""
_COMMENTED_CELLS = re.compile(r"\s*#.*[0-9._*]{16}")
"""A comment with cells, which are not read."""


def read_lines(texts: Sequence[str], options: RecognitionOptions = NO_OPTIONS) -> Reading:
    """Return the Sudokus in the lines of a text, which have no line ends. Raise `RefusedTextError`
    if the text holds none, or if it is not certain which.
    """
    if (killer := find_killer_line(texts)) is not None:
        raise RefusedTextError(CAGES, killer + 1, is_final=True)
    found = _find_values(texts)
    if found and (reading := _read_values(found, options)) is not None:
        return reading
    joined, starts = join_quoted_lines(texts)
    if options.box is None:
        boxes = {match[1] for line in joined if (match := _BOX_COMMENT.fullmatch(line))}
        if len(boxes) > 1:
            raise RefusedTextError(Message("several comments name boxes of different shapes"))
        options = options._replace(box=BoxShape.parse(boxes.pop()) if boxes else None)
        joined = ["" if _BOX_COMMENT.fullmatch(line) else line for line in joined]
    joined = ["" if _COMMENTED_CELLS.match(line) else line for line in joined]
    # If the second line has three numbers, too, the lines are rather clues.
    if joined and _are_sizes(joined[0]) and not any(map(_SIZES.fullmatch, joined[1:2])):
        joined[0] = ""
    try:
        return _Recogniser(make_text_lines(joined), options).read()
    except RefusedTextError as refusal:
        if refusal.line:
            refusal.line = starts[refusal.line - 1] + 1
        refusal.unexplained = [starts[number - 1] + 1 for number in refusal.unexplained]
        raise


def _are_sizes(text: str) -> bool:
    """Return whether a line has three numbers: that of the rows of a Sudoku, from four on, and
    those of the rows and columns of its boxes.
    """
    found = _SIZES.fullmatch(text)
    size, *box = map(int, found.groups()) if found else (0, 0, 0)
    return size == box[0] * box[1] >= SMALLEST_AS_TEXT


def _find_values(texts: Sequence[str]) -> "Sequence[JsonSudoku | JsonText]":
    """Return the Sudokus in a text that is JSON or XML, and the texts in it; none for another text.
    The first sign decides which format it may be.
    """
    starts = (text.lstrip("\ufeff \t\r\n")[:1] for text in texts)
    start = next(filter(None, starts), "")
    if start in ("{", "[", '"'):
        from .json_values import list_sudokus, locate_on_lines, parse_json

        values = parse_json(texts)
        if values is not None and (variant := find_variant_in_json(values)) is not None:
            raise RefusedTextError(variant, is_final=True)
        return locate_on_lines(list_sudokus(values or []), texts)
    if start == "<":
        from .xml_values import XmlError, list_xml_sudokus, parse_xml

        with suppress(XmlError):
            return list_xml_sudokus(parse_xml("\n".join(texts)))
    return []


def _read_values(
    values: "Sequence[JsonSudoku | JsonText]", options: RecognitionOptions
) -> Reading | None:
    """Return the Sudokus in values of JSON or XML; None if there are none."""
    from .json_values import JsonSudoku

    found = list[tuple[Square, str, str]]()
    fault: RefusedTextError | None = None
    for one in values:
        if isinstance(one, JsonSudoku):
            found.append((one.square, one.path, one.name))
            continue
        try:
            reading = read_lines(one.lines, options)
        except RefusedTextError as refusal:
            is_without = refusal.is_without_sudoku
            problem = _describe_cells(one.lines) if is_without else refusal.message
            if fault is None and problem is not None:
                message = Message("{file}: {problem}", file=one.path, problem=problem)
                fault = RefusedTextError(message, one.line + 1)
            continue
        spans = (Span(one.line, 0, 0),)
        found += [
            (sudoku.square._replace(spans=spans), one.path, sudoku.name or one.name)
            for sudoku in reading.sudokus
        ]
    recogniser = _Recogniser([], options)
    known = [one for one in found if recogniser.may_be_read(one[0])]
    if not known:
        return None
    return recogniser.finish_squares(known)._replace(fault=fault)


def _describe_cells(texts: Sequence[str]) -> Message | None:
    """Return the message about the first line that looks like cells if at least four lines look
    like rows of cells, or one like a whole Sudoku. Return None otherwise.
    """
    lines = [line for line in make_text_lines(texts) if classify_aside(line) is Aside.CELLS]
    is_long = any(len(line.text) >= _LEAST_WHOLE for line in lines)
    return _describe_line(lines[0].text) if is_long or len(lines) >= SMALLEST_AS_TEXT else None


def _describe_line(text: str) -> Message:
    """Return the message about a line that looks like cells of no Sudoku."""
    return Message(
        "this line looks like cells, but belongs to no Sudoku: {text}",
        text=shorten_and_escape(text.strip()),
    )


def read_squares(found: Sequence[tuple[Square, str, str]], options: RecognitionOptions) -> Reading:
    """Return the Sudokus that squares are, each given with its label, such as the heading of its
    column, and its name. Raise `RefusedTextError` if one must not be read, with the number of its
    first line, or if it is not certain which are puzzles.
    """
    recogniser = _Recogniser([], options)
    return recogniser.finish_squares(found)


def decide_boxes(
    squares: Sequence[Square], grids: Sequence[Cells], box: BoxShape | None
) -> tuple[dict[int, BoxShape], dict[BoxShape, BoxEvidence]]:
    """Return the shape of the boxes for each size of Sudokus, and these shapes, except square ones,
    with their evidence. `grids` has the values of `squares`, and `box` is the shape that the caller
    chose. Raise `RefusedTextError` if a shape is not known.
    """
    boxes, shown = dict[int, BoxShape](), list[tuple[BoxShape, Cells]]()
    certain = dict[BoxShape, BoxEvidence]()
    for size in _sizes(squares):
        shape = box or find_drawn_box(squares, size)
        if shape is None:
            some = [cells for cells in grids if len(cells) == size * size]
            shape = decide_box(some, size)
            if shape is None:
                raise RefusedTextError(make_box_doubt_message(size), is_final=True)
            shown += [(shape, cells) for cells in some]
        elif shape.height != shape.width:
            certain[shape] = BoxEvidence.CERTAIN
        boxes[size] = shape
    return boxes, certain | find_box_evidence(shown)


class _Recogniser:
    """The recogniser of one text."""

    def __init__(self, lines: Sequence[TextLine], options: RecognitionOptions) -> None:
        self._lines, self._options = lines, options
        self._ranks: dict[Square, int | None] = {}
        self._left = list[int]()  # the lines of words that are no name
        self._maps = set[Square]()  # of the boxes of a classical Sudoku, which are no Sudokus
        self._unlabelled: Sequence[TextLine] | None = None  # the lines without labels of rows
        self._reasons: dict[Square, Message] = {}
        """Why squares of the rank `_REFUSED` must not be read."""

    def read(self) -> Reading:
        """Return the Sudokus of the text; raise `RefusedTextError` if they are not certain."""
        aside = [classify_aside(line) for line in self._lines]
        cover = self._find_cover(aside)
        squares = [square for one in cover.candidates for square in one.squares]
        try:
            self._check(cover)
        except RefusedTextError as refusal:
            refusal.sizes = frozenset(square.size for square in squares)
            raise
        others = [
            line.text if kind is Aside.TEXT else ""
            for line, kind in zip(self._lines, aside, strict=True)
        ]
        first = find_map_of_letters(others, {square.size for square in squares})
        if first is not None:
            raise RefusedTextError(REGIONS, first + 1, is_final=True)
        named = self._name(cover, aside)
        kept = self._list_without_maps(squares)
        squares, named = [squares[i] for i in kept], [named[i] for i in kept]
        if self._left and all(BLANK_SIGNS.union("0").issuperset(one.tokens) for one in squares):
            # A line of equal signs divides a text. Blank grids without a text are Sudokus.
            raise _make_refusal_of_text_without_sudoku()
        groups = list[int]()
        for one in cover.candidates:
            count = sum(square not in self._maps for square in one.squares)
            groups += [count] if one.form == "one line" else [0] * count
        return self._finish(squares, named, groups)._replace(left=self._left)

    def may_be_read(self, square: Square) -> bool:
        """Return whether a square may be a Sudoku, or must be refused."""
        return self._rank(square) is not None

    def must_be_refused(self, square: Square) -> bool:
        """Return whether a square is no Sudoku that may be read, such as a map of regions."""
        return self._rank(square) == _REFUSED

    def _list_without_maps(self, squares: Sequence[Square]) -> list[int]:
        """Return the indices of the squares that are no maps of boxes. Raise `RefusedTextError` if
        all of them are maps.
        """
        for square in squares:
            self._rank(square)  # finds the maps
        kept = [i for i, square in enumerate(squares) if square not in self._maps]
        if squares and not kept:
            raise RefusedTextError(REGIONS, squares[0].first_line + 1, is_final=True)
        return kept

    def finish_squares(self, found: Sequence[tuple[Square, str, str]]) -> Reading:
        """Return the Sudokus that squares are, given as square, label and name."""
        kept = self._list_without_maps([square for square, _, _ in found])
        found = [found[i] for i in kept]
        squares = [square for square, _, _ in found]
        self._check_squares(squares)
        return self._finish(squares, [(label, name) for _, label, name in found], [])

    def _finish(
        self,
        squares: Sequence[Square],
        named: Sequence[tuple[str, str]],
        groups: Sequence[int],
    ) -> Reading:
        """Return the Sudokus that squares are, of a puzzle and its solution only the puzzle.
        `named` has the label and the name of each square, `groups` the number of squares on each
        line, and 0 for each square that is not on one line.
        """
        options = self._options
        alphabets = [choose_meaning(size, squares, options) for size in _sizes(squares)]
        by_size = dict(zip(_sizes(squares), alphabets, strict=True))
        grids = [read_cells(square, by_size[square.size]) for square in squares]
        labels = [label for label, _ in named]
        chosen, notes = select_puzzles(groups, grids, labels, self._options.column)
        if not chosen:
            refusal = RefusedTextError(notes[0])
            refusal.is_about_columns = True
            raise refusal
        first = squares[chosen[0]].first_line
        if options.column is None:
            chosen = [i for i in chosen if not any(map(names_other_lines, named[i]))]
        if not chosen:
            raise RefusedTextError(COLUMNS_OR_BOXES, first + 1, is_final=True)
        for square in (squares[i] for i in chosen):
            if not self.may_be_read(square):
                raise RefusedTextError(_NO_SUDOKU, square.first_line + 1, is_final=True)
        boxes, evidence = decide_boxes(
            [squares[i] for i in chosen], [grids[i] for i in chosen], options.box
        )
        found = [
            FoundSudoku(boxes[squares[i].size], grids[i], _choose_name(*named[i]), squares[i])
            for i in chosen
        ]
        return Reading(found, notes, box_evidence=evidence)

    def _find_cover(self, aside: list[Aside]) -> Cover:
        """Return the best cover of the text by candidates. Places are looked for only if the other
        forms leave lines that look like cells, because they take long.
        """
        candidates = dict[object, Candidate]()
        cover = Cover((), (), ())
        plain = self._unlabelled = without_axes(self._lines)
        sources = [self._lines] if plain is None else [self._lines, plain]
        for forms in FORMS:
            for form, lines in product(forms, sources):
                if lines is plain and not form.has_labels:
                    continue
                for candidate in form.find_candidates(lines, self._options.max_size):
                    ranks = [self._rank(square) for square in candidate.squares]
                    if None in ranks:
                        continue
                    for number in range(candidate.first, candidate.last + 1):
                        if aside[number] is Aside.TEXT and not is_axis(self._lines[number].text):
                            aside[number] = Aside.CELLS
                    tokens = tuple((one.size, one.tokens) for one in candidate.squares)
                    candidates.setdefault((candidate.first, candidate.last, tokens), candidate)
            mark_rows_of_blanks(self._lines, aside)
            mark_rows_of_numbers(self._lines, aside)
            mark_rows_of_signs(self._lines, aside)
            cover = self._choose_cover([*candidates.values()], aside)
            if cover.candidates and not cover.unexplained:
                break
        return cover

    def _choose_cover(self, candidates: Sequence[Candidate], aside: list[Aside]) -> Cover:
        """Return the best cover by some candidates. Lines of text that look like the lines of the
        chosen candidates are cells in `aside` then.
        """
        while True:
            cover = choose_cover(self._lines, candidates, self._measure, aside)
            similar = find_similar_lines(self._lines, aside, cover.candidates)
            similar += find_rows_of_no_sudoku(self._lines, aside, cover.candidates)
            if not similar:
                return cover
            for number in similar:
                aside[number] = Aside.CELLS

    def _check(self, cover: Cover) -> None:
        """Raise `RefusedTextError` unless a cover explains all lines, and no other is as good."""
        if not cover.candidates:
            raise _make_refusal_of_text_without_sudoku()
        if cover.unexplained:
            raise self._make_unexplained_error(cover.unexplained)
        rivals = [*cover.rivals, *filter(self._may_be_lines_of_sudokus, cover.candidates)]
        if rivals:
            message = Message(
                "several Sudokus may begin here: the text does not show which cells belong together"
            )
            refusal = RefusedTextError(message, rivals[0].first + 1)
            refusal.is_rival = True
            raise refusal
        squares = [square for one in cover.candidates for square in one.squares]
        self._check_squares(squares)
        self._check_no_rows_beside(squares)
        self._check_no_table(cover)

    def _may_be_lines_of_sudokus(self, candidate: Candidate) -> bool:
        """Return whether N Sudokus of N rows side by side, whose lines may as well be a Sudoku each
        with all its rows, do not have exactly one solution each.
        """
        squares = candidate.squares
        size = squares[0].size
        if candidate.form != "rows" or len(squares) != size:
            return False
        alphabets = list_meanings(size, squares, self._options)
        grids = [[read_cells(one, alphabet) for one in squares] for alphabet in alphabets]
        boxes = [self._find_box(squares, cells, size) for cells in grids]
        return not any(
            all(count_solutions(tuple(one), box) == 1 for one in cells)
            for cells, box in zip(grids, boxes, strict=True)
        )

    def _make_unexplained_error(self, numbers: Sequence[int]) -> RefusedTextError:
        """Return the error for lines, counted from 0, that look like cells of no Sudoku."""
        refusal = RefusedTextError(_describe_line(self._lines[numbers[0]].text), numbers[0] + 1)
        refusal.unexplained = [index + 1 for index in numbers]
        return refusal

    def _check_no_table(self, cover: Cover) -> None:
        """Raise `RefusedTextError` if Sudokus on one line each, whose cells are separated, are
        rather a table of numbers, unless an option names the boxes or the meaning of a number.
        """
        options = self._options
        if options.box is not None or options.blank is not None or options.offset:
            return
        lines = dict[int, list[Square]]()
        for square in (square for one in cover.candidates for square in one.squares):
            _, start, end = square.spans[0]
            if len(square.spans) == 1 and end - start > square.size**2:
                lines.setdefault(square.size, []).append(square)
        for size, found in lines.items():
            if are_numbers_of_tables([square.tokens for square in found], size):
                message = make_numbers_of_tables_message(size)
                raise RefusedTextError(message, found[0].first_line + 1, is_final=True)

    def _check_no_rows_beside(self, squares: Sequence[Square]) -> None:
        """Raise `RefusedTextError` if each row of a square has as many further cells beside it that
        belong to no square, as in a table with several Sudokus side by side.
        """
        squares = [square for square in squares if len(square.spans) > 1]
        texts = dict[int, str]()
        for line, start, end in (span for square in squares for span in square.spans):
            text = texts.get(line, self._lines[line].text)
            piece = text[start:end]  # a span may end behind its line
            texts[line] = text[:start] + " " * len(piece) + text[start + len(piece) :]
        for square in squares:
            row = re.compile(rf"(?<![\w.*])[0-9._*?-]{{{square.size}}}(?![\w.*])")
            if all(row.search(texts[one.line]) for one in square.spans):
                raise self._make_unexplained_error([square.first_line])

    def _check_squares(self, squares: Sequence[Square]) -> None:
        """Raise `RefusedTextError` if one of the squares must not be read."""
        for square in squares:
            if self.must_be_refused(square):
                line = square.first_line + 1
                raise RefusedTextError(self._reasons[square], line, is_final=True)
            if self._lines and len(square.spans) == square.size:
                labels = [self._lines[line].text[:start] for line, start, _ in square.spans]
                if (fault := find_fault_of_labels(labels)) is not None:
                    raise RefusedTextError(fault, square.first_line + 1, is_final=True)

    def _measure(self, candidate: Candidate) -> Cost:
        ranks = [self._rank(square) or 0 for square in candidate.squares]
        return max(ranks), sum(ranks)

    def _rank(self, square: Square) -> int | None:
        """Return the rank of a square, 0 for the best; None if it is no Sudoku."""
        if square not in self._ranks:
            self._ranks[square] = self._compute_rank(square)
        return self._ranks[square]

    def _compute_rank(self, square: Square) -> int | None:
        size = square.size
        box = self._options.box
        if size > self._options.max_size or (box is not None and box.size != size):
            return None
        if BoxShape.for_size(size).height == 1 and box is None:
            return None
        alphabets = list_meanings(size, [square], self._options)
        grids = [read_cells(square, one) for one in alphabets]
        if any(cells[0] == cells[1] and are_boxes(cells, size) for cells in grids):
            self._maps.add(square)
            return 0
        ranks = [self._rank_cells(square, cells) for cells in grids]
        return min((rank for rank in ranks if rank != _NOTHING), default=None)

    def _rank_cells(self, square: Square, cells: Cells) -> int:
        """Return the rank of a square with the given values."""
        is_broken = breaks_rules(cells, self._find_box([square], [cells], square.size))
        reason = _find_variant_data(square, cells, is_broken)
        if reason is None and is_broken and any(cells) and not _has_digit(square):
            return _NOTHING
        if reason is None and is_broken and square.weakness:
            reason = _UNCERTAIN_PLACE
        if reason is not None:
            self._reasons[square] = reason
            return _REFUSED
        if is_broken and self._is_other_data(square, cells):
            return _NOTHING
        return 3 * is_broken + (not max(cells)) + square.weakness

    def _is_other_data(self, square: Square, cells: Cells) -> bool:
        """Return whether a square that breaks the rules is rather part of a table, a list of clues
        or a code, or has two signs for blank.
        """
        return (
            ("0" in square.tokens and not BLANK_SIGNS.isdisjoint(square.tokens))
            or self._has_text_beside(square)
            or are_sorted_clues(cells)
            or self._has_triples(square)
            or (not _is_on_one_line(square) and _has_one_digit(cells, square.size))
            or (self._is_below_headings(square) and do_most_rows_repeat(cells, square.size))
        )

    def _has_triples(self, square: Square) -> bool:
        """Return whether the cells on a line of a square are separated in triples, such as
        `1,1,4;1,3,6`, so that they are rather clues, each with its row and column. If the square
        has several lines, spaces and bars do not count, because they separate boxes.
        """
        line, start, end = square.spans[0]
        if line >= len(self._lines):
            return False
        signs = re.findall(r"\w([^\w.]+)(?=\w)", self._lines[line].text[start:end])
        after_triples, within = {*signs[2::3]}, {*signs[::3], *signs[1::3]}
        is_told = len(square.spans) == 1 or all(map(str.strip, after_triples, repeat(" |\t")))
        return len(after_triples) == len(within) == 1 and after_triples != within and is_told

    def _has_text_beside(self, square: Square) -> bool:
        """Return whether there are words or numbers beside the rows of a square, as in a table of
        numbers. If lines are drawn between the boxes, the labels of rows, such as A to I, do not
        count.
        """
        lines = self._lines if square.drawn_box is None else self._unlabelled or self._lines
        return len(square.spans) > 1 and any(
            re.search(r"\w", lines[line].text[:start] + lines[line].text[end:])
            for line, start, end in square.spans
            if line < len(lines)
        )

    def _is_below_headings(self, square: Square) -> bool:
        """Return whether the line above a square has a word for each of its columns."""
        above = square.first_line - 1
        text = self._lines[above].text if 0 <= above < len(self._lines) else ""
        return not re.search(r"\d", text) and len(re.findall(r"[^\W_]+", text)) == square.size

    def _find_box(self, squares: Sequence[Square], grids: Sequence[Cells], size: int) -> BoxShape:
        """Return the shape of the boxes of all squares of a size."""
        return self._options.box or find_box(squares, grids, size)

    def _name(self, cover: Cover, aside: Sequence[Aside]) -> list[tuple[str, str]]:
        """Return for each square its label, such as the heading of its column, and its name."""
        aside = [*aside]
        for candidate in cover.candidates:
            for number in range(candidate.first, candidate.last + 1):
                aside[number] = Aside.CELLS
        names = Names(self._lines, aside)
        found, after = list[tuple[str, str]](), 0
        for candidate in cover.candidates:
            found += names.name_squares(candidate, after)
            after = candidate.last + 1
        self._left = [
            number
            for number, kind in enumerate(aside)
            if kind is Aside.TEXT and number not in names.title_lines
            if not is_axis(self._lines[number].text)
        ]
        return found


_LEAST_WHOLE = 64
"""The fewest characters of a line that may be a whole Sudoku with a fault."""
_DIGITS = frozenset(".0123456789")
_NOTHING = 10
"""The rank of a square that is no Sudoku: words of letters."""
_UNCERTAIN_PLACE = Message(
    "expected a Sudoku, found signs that break the rules at an uncertain place"
)
_NO_SUDOKU = Message("expected a Sudoku, found signs that break the rules, as in a table")
_SIZES_OF_CANDIDATES = (27, 64)
"""The sizes of squares that have the nine candidates of each of 81 cells, or the 16 of 256."""
_REFUSED = 9
"""The rank of a square that must not be read, but explains its lines."""


def _choose_name(label: str, name: str) -> str:
    """Return the name of a Sudoku. If the label shows that the Sudoku is a solution, and the name
    does not, return the label. If the label is a path of keys, only its last key counts.
    """
    is_solution = names_solution(label.rpartition(".")[2])
    return label if is_solution and not names_solution(name) else name


def _has_digit(square: Square) -> bool:
    """Return whether one of the tokens of a square is a number."""
    return any(token.isdigit() for token in square.tokens)


def _find_variant_data(square: Square, cells: Cells, is_broken: bool) -> Message | None:
    """Return the message about the data of a variant that a square is; None if it is no such data.
    `is_broken` is whether the values of the square break a rule.
    """
    size = square.size
    is_glued = all(token in _DIGITS for token in square.tokens)
    # More cells than one row have a digit, and no digit is above 9: candidates of a smaller grid.
    if (
        size in _SIZES_OF_CANDIDATES
        and 0 < max(cells) <= 9
        and is_glued
        and size**2 - cells.count(0) > size
    ):
        return CANDIDATES
    if is_broken and is_region_map(cells, size):
        return REGIONS
    if size >= 9 and is_broken and _has_digit(square) and is_row_of_candidates(cells, size):
        return CANDIDATES
    return None


def _is_on_one_line(square: Square) -> bool:
    """Return whether the cells of a square are on one line of a text, as those of lists are. The
    square of a sheet has a span without length.
    """
    (_, start, end), *others = square.spans
    return not others and end > start


def _has_one_digit(cells: Cells, size: int) -> bool:
    """Return whether cells have only one digit, and more often than a Sudoku with `size` rows can
    have it: they mark something, such as the walls of a maze.
    """
    return len({*cells} - {0}) == 1 and sum(map(bool, cells)) > size


def _make_refusal_of_text_without_sudoku() -> RefusedTextError:
    refusal = RefusedTextError(Message("expected a Sudoku, found none"))
    refusal.is_without_sudoku = True
    return refusal


def _sizes(squares: Sequence[Square]) -> list[int]:
    """Return the different sizes of squares, in the order in which they occur."""
    return [*dict.fromkeys(square.size for square in squares)]
