"""Make HTML from answers: a page with many answers, a piece for a notebook, and worksheets, which
can also be PDF. A page shows an answer on two boards, and plays its steps there.
"""

import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..base.errors import ArgumentError
from ..base.messages import Message
from ..sudoku.grid import Grid
from ..sudoku.shape import BoxShape
from ..sudoku.transformation import Step, find_source_cells, invert_permutation
from .answer_formatter import (
    AnswerFormatter,
    format_grid_on_one_line,
    make_transformation_parts_record,
)
from .answer_report import AnswerReport, PageEntry, Picture, Track, make_report
from .page_groups import OVERVIEW, group_entries, join_errors_by_file, shorten_file_names
from .page_templates import TEMPLATES, render_fragment, render_page
from .printer import ErrorLine, escape_on_one_line
from .sentences import find_translations

if TYPE_CHECKING:
    from ..answers.decide import Answer
    from ..answers.nearest import NearestCopy
    from ..answers.part import PartAnswer
    from ..answers.visible_symmetry import SymmetrySurvey
    from ..sudoku.grid import Pair

_SOLVER = "https://www.sudokuwiki.org/sudoku.htm?bd="
"""The address of a solver that explains its steps; the 81 characters of a 9×9
puzzle are appended.
"""

MAX_ANSWERS_ON_PAGE = 1000
"""The largest number of answers on one page, because browsers are slow with more."""


class PageResult(NamedTuple):
    """An answer or an error on a page: the name of its file, and the report or the error. `place`
    and `name` are the place and the name of the Sudoku in the file, or empty texts.
    """

    file: str
    found: AnswerReport | ErrorLine
    place: str
    name: str


class PageAnswers:
    """The answers that a page will show. `shown` has the reports and errors for the page; `count`
    is the number of all results, including those for which the page has no room, and `error_count`
    the number of errors among them. `summary` has the lines of text that sum up the answers, and
    `title` is the title of the page if there is no answer. `are_all` is false if the work was
    interrupted before all files were answered.
    """

    def __init__(self) -> None:
        self.shown: list[PageResult] = []
        self.title = AnswerReport.title
        self.summary: list[str] = []
        self.count = 0
        self.error_count = 0
        self.are_all = True

    def add_result(
        self, file: str, result: AnswerReport | ErrorLine, place: str = "", name: str = ""
    ) -> None:
        """Add the result for a file: the report on its answer, or an error. If the answer is about
        a single Sudoku of the file, `place` is the place of the Sudoku in the file, such as `:7`,
        and `name` its name.

        Only the first `MAX_ANSWERS_ON_PAGE` answers and as many errors are kept; later results are
        counted. So a page of many answers still shows an error after the last of them.
        """
        self.count += 1
        is_error = isinstance(result, ErrorLine)
        self.error_count += is_error
        earlier = self.error_count if is_error else self.count - self.error_count
        if earlier <= MAX_ANSWERS_ON_PAGE:
            self.shown.append(PageResult(file, result, place, name))

    def add_summary_line(self, title: Message, line: str) -> None:
        """Add a line of text to the summary of the page. `title` is the title that the page gets if
        it has no answers.
        """
        self.title = title
        self.summary.append(line)

    @property
    def has_answers(self) -> bool:
        """Whether there is an answer to show, or a summary, which may state that nothing was
        found.
        """
        return bool(self.summary) or any(isinstance(one.found, AnswerReport) for one in self.shown)

    @property
    def reports(self) -> list[AnswerReport]:
        """The reports on the answers that the page shows."""
        return [one.found for one in self.shown if isinstance(one.found, AnswerReport)]


def make_answers_page(answers: PageAnswers, display: AnswerFormatter) -> str:
    """Return the text of an HTML page that shows all answers, each with the name of its file as
    heading. If there are several answers, or a summary, the page has a list of the answers in
    groups, and a table of the errors.
    """
    short = shorten_file_names([one.file for one in answers.shown])
    entries, errors = [], []
    for file, found, place, name in answers.shown:
        shown_place = escape_on_one_line(f"{short[file]}{place}")
        if isinstance(found, ErrorLine):
            folder = escape_on_one_line(os.path.join(os.path.dirname(file), ""))
            message = found.message.replace(folder, "") if folder else found.message
            errors.append((escape_on_one_line(short[file]), found._replace(message=message)))
            continue
        own_name = escape_on_one_line(name)
        found.own_name = own_name
        entry = found.make_page_entry(f"{shown_place} {own_name}" if own_name else shown_place)
        if place and entry.pictures:
            entry = _add_name_to_picture_of_subject(entry, own_name or shown_place)
        sentences = [
            *entry.sentences,
            *entry.list_sentences_about_differing_cells(display),
            *found.format_variant_sentences(),
        ]
        entries.append(
            entry._replace(
                sentences=sentences,
                place=shown_place,
                own_name=own_name,
                submission=entry.submission
                and {**entry.submission, "title": own_name, "place": shown_place},
                row_notes=found.format_variant_sentences(),
            )
        )
    left_out, shown = None, display.format_number(len(answers.shown))
    if not answers.are_all:
        left_out = Message("The work was interrupted. Answers so far: {shown}.", shown=shown)
    elif answers.count > len(answers.shown):
        count = display.format_number(answers.count)
        left_out = Message("These are the first {most} of {count}.", most=shown, count=count)
    title = next((one.title for one in answers.reports), answers.title)
    has_list = (
        len(answers.shown) != 1
        or bool(answers.summary)
        or any(entry.finding == OVERVIEW for entry in entries)
    )
    return _make_page(
        "many" if has_list else "entries",
        title,
        entries,
        display,
        beside=left_out,
        only_boards=False,
        has_list=has_list,
        summary=answers.summary,
        groups=group_entries(entries),
        file_errors=join_errors_by_file(errors),
        error_count=len(errors),
    )


def _add_name_to_picture_of_subject(entry: PageEntry, name: str) -> PageEntry:
    """Return a page entry in which the picture of the Sudoku that the answer is about has its name,
    or its place, as title. A title that contains the name is kept.
    """
    pictures = list(entry.pictures)
    subject = pictures[entry.subject_index]
    if name not in str(subject.title):
        title = Message("{name}", name=name)
        pictures[entry.subject_index] = subject._replace(title=title)
    return entry._replace(pictures=pictures)


def _make_page(
    template_name: str,
    title: Message,
    entries: Iterable[PageEntry],
    display: AnswerFormatter,
    **values: object,
) -> str:
    """Return an HTML page, made from the template `template_name`. `entries` are the parts of the
    page, one for each answer, and `title` is the title of the page. `values` are further variables
    of the template.
    """
    shown = [_make_entry_template_values(entry, display) for entry in entries]
    return render_page(
        template_name, display, TEMPLATES, title=display.translate(title), entries=shown, **values
    )


def make_worksheet(
    pairs: "Iterable[Pair]", display: AnswerFormatter, command_line: str, file_format: str = "html"
) -> bytes:
    """Return a worksheet as a file in `file_format`, "html" or "pdf". The worksheet asks whether
    the Sudokus of each pair are copies; the right answers are at its end. It also contains
    `command_line`, the command that makes the same worksheet again.
    """
    from ..answers.decide import decide

    entries = (
        make_report(decide(*pair), display).make_page_entry(
            display.translate(Message("Pair {number}", number=number))
        )
        for number, pair in enumerate(pairs, 1)
    )
    if file_format == "pdf":
        from .worksheet_pdf import make_worksheet_pdf

        shown = [_make_entry_template_values(entry, display) for entry in entries]
        return make_worksheet_pdf(
            shown, display.translate(AnswerReport.title), display, command_line
        )
    return _make_page(
        "worksheet", AnswerReport.title, entries, display, command=command_line
    ).encode()


def as_html(
    shown: "Grid | Answer | PartAnswer | NearestCopy | SymmetrySurvey", lang: str | None = None
) -> str:
    """Return a grid or an answer as a piece of HTML that a notebook can display. `lang` is the
    language, such as "de"; by default it is the language of the environment.

    A notebook shows the outputs of many programs on one page. So the piece of HTML contains its own
    style, and the boards that play the steps are in a separate frame. Raises `ArgumentError` if
    `shown` is neither a grid nor an answer, or if the language is not available.

    >>> as_html(Grid([[1, 2], [0, 1]])).count("<td")
    4
    """
    display = AnswerFormatter(words=find_translations(lang))
    if isinstance(shown, Grid):
        return render_fragment("notebook", display, grid=shown, entry=None, boards=None)
    if not hasattr(shown, "_repr_html_"):
        raise ArgumentError(f"expected a grid or an answer, found {type(shown).__name__}")
    said = make_report(shown, display)
    entry = said.make_page_entry("")
    boards = None
    if entry.tracks:
        boards = _make_page(
            "entries", said.title, [entry], display, beside=None, only_boards=True, has_list=False
        )
    return render_fragment(
        "notebook",
        display,
        grid=None,
        entry=_make_entry_template_values(entry, display),
        boards=boards,
    )


def _make_entry_template_values(entry: PageEntry, display: AnswerFormatter) -> dict[str, object]:
    """Return the values of a page entry for a template, by name: the fields of the entry, with a
    dictionary for each picture and each track. Another key, `data`, has the data for the script of
    the two boards; it is None if the boards have nothing to show.
    """
    return entry._asdict() | {
        "notes": [_insert_arrow_characters(note) for note in entry.notes],
        "pictures": [_make_picture_template_values(one) for one in entry.pictures],
        "tracks": [
            _make_track_template_values(one, entry.pictures, display) for one in entry.tracks
        ],
        "data": _make_board_data(entry, display)
        if entry.tracks or entry.is_about_pair or entry.is_on_boards
        else None,
    }


def _make_picture_template_values(picture: Picture) -> dict[str, object]:
    """Return the values of a picture for a template, by name: the fields of the picture, the cells
    as a line of `text`, and `solver`. For a 9×9 Sudoku with 3×3 boxes, `solver` is the address of a
    web page that solves the Sudoku and explains each step; otherwise it is None.
    """
    text, shape = format_grid_on_one_line(picture.grid), picture.grid.shape
    solver = _SOLVER + text if shape == BoxShape(3, 3) else None
    return {**picture._asdict(), "text": text, "solver": solver}


def _make_track_template_values(
    track: Track, pictures: Sequence[Picture], display: AnswerFormatter
) -> dict[str, object]:
    """Return the values that an HTML template shows for a track (steps that lead from one picture
    of a page to another), by name.

    - `title`: the title of the track.
    - `sentences`: sentences that describe the steps.
    - `rows` and `columns`: lists with the new place, from 1, of each row and column. The lists are
      empty if the page plays all steps that move cells as one step.
    - `values`: a list with the new digit for each digit, in the order of the digits; None for a
      digit that does not occur.
    - `turns`: whether one of the steps is a turn.
    - `turns_first`: whether the turn is the first step.
    """
    start, instructions = pictures[track.start_index].grid, track.instructions
    order, parts = instructions.order, instructions.parts
    size = start.size
    # Without the turn each row stays a row, so a single cell shows the row's new place.
    origins = find_source_cells(
        [step for step in instructions if step.part != "rotation"], start.shape
    )
    rows = invert_permutation([origin // size for origin in origins[::size]])
    columns = invert_permutation([origin % size for origin in origins[:size]])
    names = [parts.digits[d - 1] if d in start.digits else None for d in range(1, size + 1)]
    said = display.list_step_sentences(instructions, start)
    if track.joint_description is not None:
        # All steps that move cells are played as a single step.
        renamed = [
            one for step, one in zip(instructions, said, strict=True) if step.part == "digits"
        ]
        said = [display.translate(track.joint_description), *renamed]
        # For readers, a mirror image is not a quarter turn with moved lines.
        rows = columns = ()
    return {
        "title": display.translate(track.title),
        "sentences": [_insert_arrow_characters(one) for one in said],
        "rows": [place + 1 for place in rows],
        "columns": [place + 1 for place in columns],
        "values": names,
        "turns": parts.rotation > 0,
        "turns_first": order[0] == "rotation",
    }


def _insert_arrow_characters(sentence: str) -> str:
    """Return a sentence in which each `->` is replaced by an arrow character between narrow spaces,
    in the same form as the page's scripts write it.
    """
    return sentence.replace(" -> ", "\N{HAIR SPACE}→\N{HAIR SPACE}")


def _make_board_data(entry: PageEntry, display: AnswerFormatter) -> dict[str, object]:
    """Return the data with which the script of a page shows an answer on two boards.

    - `finding`: what was found, as a key of `FINDINGS`.
    - `titles`: the title of each grid.
    - `grids`: for each grid a dictionary with `size`, `height` and `width` of the boxes, and
      `cells`, a list of numbers, row after row, 0 for a blank cell.
    - `tone`: the word that selects the colour.
    - `sentences`: the sentences to show; the first is the result.
    - `reason`: the reason for a no as in JSON, or None.
    - `isFewest`: whether fewer steps are not enough.
    - `tracks`: a dictionary for each list of steps from one grid to another.
    - `marks`: for each grid a list of the cells to mark, numbered from 0, row after row: cells in
      which near copies differ, or a fault. Cells that a reason names are not marked.
    - `twoDigits`: for each grid a list of cells that have one of two digits: the number of the
      cell, and both digits.
    - `subject`: the index of the grid of the Sudoku that the answer is about.
    - `submission`: the fields of the table's row if an editor may accept the Sudoku, or None.
    """
    marked = [sorted(one.marked) for one in entry.pictures]
    if differing := entry.differing_cells:
        ends = [pair[1] for pair in differing]
        marked = [[pair[0] for pair in differing], *[ends] * (len(marked) - 1)]
    return {
        "finding": entry.finding,
        "titles": [display.translate(one.title) for one in entry.pictures],
        "grids": [
            {
                "size": one.grid.size,
                "height": one.grid.shape.height,
                "width": one.grid.shape.width,
                "cells": [value for row in one.grid for value in row],
            }
            for one in entry.pictures
        ],
        "tone": entry.tone,
        "sentences": list(map(_insert_arrow_characters, entry.sentences)),
        "reason": entry.reason,
        "isFewest": entry.has_fewest_steps,
        "tracks": [
            _make_track_script_data(one, entry.pictures[one.start_index].grid.shape, display)
            for one in entry.tracks
        ],
        "marks": [
            [] if entry.reason else [r * one.grid.size + c for r, c in cells]
            for one, cells in zip(entry.pictures, marked, strict=True)
        ],
        "twoDigits": [
            [[r * one.grid.size + c, *digits] for (r, c), digits in sorted(one.two_digits.items())]
            for one in entry.pictures
        ],
        "subject": entry.subject_index,
        "submission": entry.submission,
    }


def _make_track_script_data(
    track: Track, shape: BoxShape, display: AnswerFormatter
) -> dict[str, object]:
    """Return the data with which a page plays the steps from one picture of a grid to another. The
    keys `begins` and `ends` have the indices of the two pictures, from 0. The other keys have the
    parts of the transformation, such as the new order of the rows, and the order in which the parts
    are applied, as in the JSON of `solve`.

    If the track has a joint description, the page plays all steps that move cells as one step. If
    this one step is a turn, the parts are only the turn and the digits. Otherwise two keys replace
    the parts that move cells: `moves` has the new place of each cell, numbered from 0, row after
    row, and `motion` describes the step in words.
    """
    record: dict[str, object] = {"begins": track.start_index, "ends": track.end_index}
    if track.joint_description is None:
        return record | make_transformation_parts_record(track.instructions)
    origins = find_source_cells(track.instructions, shape)
    digits: dict[str, object] = {"digits": track.instructions.parts.digits}
    for times in shape.rotations:
        if times and find_source_cells([Step("rotation", 0, (times,))], shape) == origins:
            return record | digits | {"rotation": times, "order": ["rotation", "digits"]}
    motion = _insert_arrow_characters(display.translate(track.joint_description))
    moves: dict[str, object] = {"moves": invert_permutation(origins), "motion": motion}
    return record | digits | moves | {"order": ["digits"]}
