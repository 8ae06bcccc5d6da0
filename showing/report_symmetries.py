"""Report the symmetries of a Sudoku, and the transformations from a Sudoku to its copy, which are
called ways.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..answers.symmetries import Symmetries
from ..answers.visible_symmetry import SymmetrySurvey, VisibleSymmetry
from ..base.messages import Message
from ..base.verdict import Verdict, choose_verdict_word
from ..sudoku.allowed_moves import AllowedMoves
from ..sudoku.grid import Grid
from ..sudoku.symmetry_kinds import (
    SimpleLineMotion,
    SymmetryKind,
    find_simple_line_motion_or_none,
)
from ..sudoku.transformation import (
    Permutation,
    Transformation,
    find_cycles,
    find_source_cells,
    invert_permutation,
)
from .answer_formatter import (
    AnswerFormatter,
    format_grid_on_one_line,
    join_paragraphs,
    make_allowed_moves_record,
    make_json_cells,
)
from .answer_report import SUDOKU, AnswerReport, PageEntry, Picture, PicturesAndTracks, Track
from .sentences import format_arrows

if TYPE_CHECKING:
    from ..answers.ways import Ways
    from .report_decision import DecisionReport


class SymmetriesReport(AnswerReport):
    """The report on the symmetries of a Sudoku. It shows the number of symmetries, some symmetries
    of which all others are combinations, and a copy of the Sudoku in which a symmetry is easy to
    see.
    """

    title = Message("The symmetries of a Sudoku")
    found: SymmetrySurvey

    def format_text(self) -> str:
        grid, found, seen = self.found.grid, self.found.symmetries, self.found.seen
        display = self.display
        moved = [seen.moved] if seen is not None and seen.way.steps else []
        parts = [display.draw_grids(grid, *moved)]
        if found is None:
            return join_paragraphs([*parts, display.translate(_NOT_KNOWN)])
        lines = self._format_symmetry_counts_as_lines(found)
        if found.generators:
            lines.append(display.translate(Message("All of them are combinations of these:")))
            lines += _format_numbered_generators(found, display)
        parts.append("\n".join(lines))
        if not self.found.is_complete:
            parts.append(display.translate(_BEST_VIEW_NOT_KNOWN))
        if seen is not None and moved:
            title = Message("A symmetry is easiest to see after these steps:")
            parts.append(display.format_steps(title, seen.way.make_instructions(), grid))
        if seen is not None:
            parts.append("\n".join(self._format_visible_symmetry_as_lines(seen)))
        return join_paragraphs(parts)

    def format_page_sentences(self) -> list[str]:
        found, seen = self.found.symmetries, self.found.seen
        if found is None:
            return [self.display.translate(_NOT_KNOWN)]
        said = self._format_symmetry_counts_as_lines(found)
        if not self.found.is_complete:
            said.append(self.display.translate(_BEST_VIEW_NOT_KNOWN))
        return [*said, *(self._format_visible_symmetry_as_lines(seen) if seen is not None else [])]

    def format_generators_as_lines(self) -> list[str]:
        """Return a line of text for each generator (one of the symmetries of which all others are
        combinations): its steps, separated by semicolons. The list is empty if the symmetries are
        not known.
        """
        if (found := self.found.symmetries) is None:
            return []
        steps = (one.make_instructions() for one in found.generators)
        return ["; ".join(self.display.list_step_sentences(one, found.grid)) for one in steps]

    @property
    def tone(self) -> str:
        """The word that selects the colour of the answer on a page. It is "plain", a neutral
        colour, if the Sudoku has only the symmetry that leaves everything as it is.
        """
        found = self.found.symmetries
        return "plain" if found is not None and found.order == 1 else super().tone

    def format_group_for_gap(self) -> str:
        """Return the group of symmetries as text in the language of GAP, a computer algebra system.
        The generators, of which all symmetries are combinations, are permutations of the cells,
        which are numbered from 1, row after row.
        """
        found, generators = self.found.symmetries, []
        for one in found.generators if found is not None else ():
            images = invert_permutation(find_source_cells(one.make_instructions(), one.shape))
            moves = [
                cycle for cycle in find_cycles(range(len(images)), images.__getitem__) if cycle[1:]
            ]
            said = [f"({','.join(str(cell + 1) for cell in cycle)})" for cycle in moves]
            generators.append("".join(said) or "()")
        return f"Group({', '.join(generators or ['()'])});"

    def format_result(self) -> str:
        found = self.found.symmetries
        return self.display.translate(_NOT_KNOWN) if found is None else str(found.order)

    def make_json_record(self) -> Mapping[str, object]:
        """Return the answer as a dictionary for JSON. A value is None if it is not known. The key
        `seen` describes a symmetry that is easy to see; its value is also None if no symmetry moves
        a cell.
        """
        found, seen, display = self.found.symmetries, self.found.seen, self.display
        return {
            "status": self.status_word,
            "symmetries": found and found.order,
            "renamings": found and found.renamings,
            "generators": found
            and [
                display.make_instructions_record(one.make_instructions(), found.grid)
                for one in found.generators
            ],
            "seen": seen
            and {
                "kind": seen.kind.value,
                "sentence": display.translate(describe_visible_symmetry(seen)),
                "best": seen.is_best,
                **display.make_transformation_record(seen.way, self.found.grid, seen.moved),
                "grid": format_grid_on_one_line(seen.moved),
                "symmetry": display.make_instructions_record(
                    seen.symmetry.make_instructions(), seen.moved
                ),
                "fixed": make_json_cells(seen.fixed_cells),
            },
        }

    def make_page_entry(self, file_name: str) -> PageEntry:
        title = Message("Symmetries of which all others are combinations")
        return (
            super()
            .make_page_entry(file_name)
            ._replace(notes_title=title, notes=self.format_generators_as_lines())
        )

    def make_pictures_and_tracks(self) -> PicturesAndTracks:
        picture, seen = Picture(SUDOKU, self.found.grid), self.found.seen
        if seen is None:
            return [picture], ()
        motion, steps = describe_cell_motion(seen), seen.symmetry.make_instructions()
        symmetry = Track(Message("The symmetry"), 0, 0, steps, motion)
        if not seen.way.steps:
            return [picture._replace(marked=seen.fixed_cells)], [symmetry]
        there = Track(Message("To where a symmetry is seen"), 0, 1, seen.way.make_instructions())
        back = Track(Message("Back"), 1, 0, seen.way.make_undo_instructions())
        moved = Picture(Message("Where a symmetry is seen"), seen.moved, seen.fixed_cells)
        return [picture, moved], [there, symmetry._replace(start_index=1, end_index=1), back]

    def _format_symmetry_counts_as_lines(self, symmetries: Symmetries) -> list[str]:
        """Return lines of text with the number of symmetries. If some digits do not occur in the
        Sudoku, a second line has the number of ways to rename these digits.
        """
        number, count = self.display.format_number, symmetries.order // symmetries.renamings
        said = Message("This Sudoku has only one symmetry: leaving everything as it is.")
        if count > 1:
            said = Message(
                "This Sudoku has {count} symmetries, including the one that changes nothing."
            )
        lines = [said.with_values(count=number(count))]
        if symmetries.renamings > 1:
            said = Message(
                "{unused} digits do not occur; with all their renamings there are {count} · "
                "{renamings} = {order}."
            )
            values = {"renamings": number(symmetries.renamings), "order": number(symmetries.order)}
            unused = symmetries.grid.size - len(symmetries.grid.digits)
            lines.append(said.with_values(unused=unused, count=number(count), **values))
        return [self.display.translate(line) for line in lines]

    def _format_visible_symmetry_as_lines(self, visible_symmetry: VisibleSymmetry) -> list[str]:
        """Return lines of text about a symmetry that is easy to see: how it moves the cells, and
        how many cells it leaves in place. If the time was not enough to look at all symmetries, a
        third line warns that another symmetry may be easier to see.
        """
        fixed = Message(
            "Cells that stay in place: {count}", count=len(visible_symmetry.fixed_cells)
        )
        partly = Message(
            "(The time was not enough for all symmetries; another one may be easier to see.)"
        )
        lines = (
            describe_visible_symmetry(visible_symmetry),
            fixed,
            *(() if visible_symmetry.is_best else (partly,)),
        )
        return [self.display.translate(line) for line in lines]


class WaysReport(AnswerReport):
    """The report on the number of transformations, called ways, from the first Sudoku to the
    second. It also shows generators of the symmetries of the first Sudoku, of which all its
    symmetries are combinations: a symmetry followed by a way is another way.
    """

    title = Message("In how many ways are these Sudokus copies?")
    found: "Ways"

    def format_text(self) -> str:
        said, found = self._decision_report, self.found.symmetries
        parts = [
            said.draw_grids(),
            f"{said.format_result()}\n{self._way_count_sentence}",
            *said.format_explanation_paragraphs_of_no(),
        ]
        if found is not None and found.generators:
            parts.append("\n".join(self._format_symmetries_of_first_as_lines(found)))
        return join_paragraphs(parts)

    def format_result(self) -> str:
        return f"{self._decision_report.format_result()} {self._way_count_sentence}"

    def make_json_record(self) -> Mapping[str, object]:
        """Return a dictionary for JSON about the ways: the transformations from the first Sudoku to
        the second. `ways` is the number of ways, or None if the number is not known. `symmetries`
        describes symmetries of the first Sudoku, a list of sentences for each; all other symmetries
        are combinations of these.
        """
        answer, found = self.found.answer, self.found.symmetries
        return {
            "status": answer.word,
            **make_allowed_moves_record(answer.only),
            "ways": self.found.number,
            "symmetries": [
                self.display.list_step_sentences(one.make_instructions(), answer.first)
                for one in (found.generators if found else ())
            ],
            "backend": answer.backend,
            "reason": self._decision_report.make_reason_record_or_none(),
        }

    def format_page_sentences(self) -> list[str]:
        result, *others = self._decision_report.format_page_sentences()
        return [result, self._way_count_sentence, *others]

    @property
    def status_word(self) -> str:
        return self._decision_report.status_word

    def make_pictures_and_tracks(self) -> PicturesAndTracks:
        return self._decision_report.make_pictures_and_tracks()

    def make_reason_record_or_none(self) -> Mapping[str, object] | None:
        return self._decision_report.make_reason_record_or_none()

    @property
    def _decision_report(self) -> "DecisionReport":
        """The report on whether the second Sudoku is a copy of the first."""
        from .report_decision import DecisionReport

        return DecisionReport(self.found.answer, self.display)

    @property
    def _way_count_sentence(self) -> str:
        """The sentence that states the number of ways (transformations), or that this number is not
        known.
        """
        said = Message("Number of ways: {ways}")
        if self.found.number is None:
            said = Message("Number of ways: not known, the time was not enough")
        return self.display.translate(said.with_values(ways=self.found.number))

    def _format_symmetries_of_first_as_lines(self, symmetries: Symmetries) -> list[str]:
        """Return lines of text about the symmetries of the first Sudoku: their number and the
        generators, of which all symmetries are combinations.
        """
        grid, display = symmetries.grid, self.display
        heading = Message(
            "The first Sudoku has {count} symmetries; all of them are combinations of these"
        )
        said = display.translate(heading.with_values(count=symmetries.order))
        lines = [f"{said}:", *_format_numbered_generators(symmetries, display)]
        unused = grid.size - len(grid.digits)
        if unused and symmetries.renamings > 1:
            note = Message("({count} digits that do not occur can be renamed too)", count=unused)
            lines.append(display.translate(note))
        return lines


@dataclass(eq=False)
class WayReport(AnswerReport):
    """The report on one way, a transformation from a Sudoku to its copy, of many that are listed.
    It shows the number of this way, from 1, and its steps.
    """

    found: Transformation
    number: int
    first: Grid
    second: Grid

    def format_text(self) -> str:
        return self.display.format_steps(
            self.make_answer_message(), self.found.make_instructions(), self.first
        )

    def make_answer_message(self) -> Message:
        return Message("Way {number}, steps: {steps}", number=self.number, steps=self.found.steps)

    def make_json_record(self) -> Mapping[str, object]:
        return {
            "status": choose_verdict_word("copy", Verdict.YES),
            "number": self.number,
            **self.display.make_transformation_record(self.found, self.first, self.second),
        }


class NoWayReport(AnswerReport):
    """The report that no transformation leads from the first Sudoku to the second. If only some
    kinds of moves were allowed, such as exchanging rows, the report names them.
    """

    found: AllowedMoves

    def make_result_messages(self) -> Iterable[Message]:
        no = Message("No way leads from the first Sudoku to the second.")
        return no, *self.display.make_allowed_moves_messages(self.found)

    def make_json_record(self) -> Mapping[str, object]:
        return {
            "status": choose_verdict_word("copy", Verdict.NO),
            "number": 0,
            **make_allowed_moves_record(self.found),
        }


_NOT_KNOWN = Message("Number of symmetries: not known, the time was not enough")
_BEST_VIEW_NOT_KNOWN = Message(
    "Where a symmetry is easiest to see: not known, the time was not enough"
)


def _format_numbered_generators(symmetries: Symmetries, display: AnswerFormatter) -> list[str]:
    """Return a text for each generator (symmetries that, combined, give all others): its number,
    counted from 1, and its steps. A long text has several lines.
    """
    return [
        display.format_numbered_entry(
            display.list_step_sentences(one.make_instructions(), symmetries.grid), number
        )
        for number, one in enumerate(symmetries.generators, 1)
    ]


def describe_visible_symmetry(visible_symmetry: VisibleSymmetry) -> Message:
    """Return the sentence about a symmetry that is easy to see: how it moves the cells, and which
    digits it renames. The sentence is about `visible_symmetry.moved`, a copy of the Sudoku in which
    the cells and lines were reordered so that the symmetry is easy to see.
    """
    motion, digits = describe_cell_motion(visible_symmetry), visible_symmetry.symmetry.digits
    renamed = [
        (d, digits[d - 1]) for d in sorted(visible_symmetry.moved.digits) if digits[d - 1] != d
    ]
    if not renamed:
        return Message("{motion}, the Sudoku is the same.", motion=motion)
    said = Message("{motion}, and with the digits renamed ({moves}), the Sudoku is the same.")
    if all((name, d) in renamed for d, name in renamed):
        said = Message("{motion}, the Sudoku is the same with {pairs} exchanged.")
    pairs = [Message("{one} and {other}", one=d, other=name) for d, name in renamed if d < name]
    return said.with_values(
        motion=motion, moves=format_arrows(renamed), pairs=_join_with_commas_to_message(pairs)
    )


def describe_cell_motion(visible_symmetry: VisibleSymmetry) -> Message:
    """Return the first words of a sentence about a symmetry: how the symmetry moves the cells, such
    as "Turned by 180°". Renamed digits are not mentioned; the caller adds them.
    """
    shape = visible_symmetry.moved.shape
    transposed, row_lines, column_lines = visible_symmetry.symmetry.find_source_lines()
    motions = (
        find_simple_line_motion_or_none(row_lines, shape.height),
        find_simple_line_motion_or_none(column_lines, shape.width),
    )
    if (at_once := _MOTION_NAMES.get((transposed, *motions))) is not None:
        return at_once
    rows = _describe_line_motion(motions[0], row_lines, _ROWS)
    columns = _describe_line_motion(motions[1], column_lines, _COLUMNS)
    if transposed:
        # A symmetry that exchanges rows with columns is written so that the rows stay in place.
        return Message("{first}, then with {lines}", first=_DIAGONAL, lines=columns)
    if motions[0] is SimpleLineMotion.STAY or motions[1] is SimpleLineMotion.STAY:
        return Message(
            "With {lines}", lines=columns if motions[0] is SimpleLineMotion.STAY else rows
        )
    said = Message("With {rows} and {columns}")
    if visible_symmetry.kind is SymmetryKind.STICKS:
        said = Message("With {rows} and {columns} (sticks)")
    return said.with_values(rows=rows, columns=columns)


def _describe_line_motion(
    motion_kind: SimpleLineMotion | None,
    source_lines: Permutation,
    messages_by_kind: Mapping[SimpleLineMotion, Message],
) -> Message:
    """Return words that describe how a symmetry moves the rows, or the columns. `messages_by_kind`
    is `_ROWS` or `_COLUMNS`, the words for simple motions of rows or of columns. If `motion_kind`
    is None, or `messages_by_kind` has no words for it, all moves are listed instead: item `i` of
    `source_lines` is the index, from 0, of the line that moves to index `i`.
    """
    if motion_kind is not None and motion_kind in messages_by_kind:
        return messages_by_kind[motion_kind]
    moved = Message("the rows moved ({moves})")
    if messages_by_kind is _COLUMNS:
        moved = Message("the columns moved ({moves})")
    return moved.with_values(
        moves=format_arrows(sorted((old + 1, new + 1) for new, old in enumerate(source_lines)))
    )


def _join_with_commas_to_message(messages: list[Message]) -> Message:
    """Return messages as a single message, with commas between them."""
    template = ", ".join(f"{{part{k}}}" for k in range(len(messages)))
    return Message(template, **{f"part{k}": part for k, part in enumerate(messages)})


_DIAGONAL = Message("Mirrored in the diagonal from top left to bottom right")
_MOTION_NAMES: Mapping[tuple[bool, SimpleLineMotion | None, SimpleLineMotion | None], Message] = {
    (True, SimpleLineMotion.STAY, SimpleLineMotion.STAY): _DIAGONAL,
    (True, SimpleLineMotion.MIRROR, SimpleLineMotion.MIRROR): Message(
        "Mirrored in the diagonal from top right to bottom left"
    ),
    (True, SimpleLineMotion.STAY, SimpleLineMotion.MIRROR): Message("Turned right by 90°"),
    (True, SimpleLineMotion.MIRROR, SimpleLineMotion.STAY): Message("Turned left by 90°"),
    (False, SimpleLineMotion.MIRROR, SimpleLineMotion.MIRROR): Message("Turned by 180°"),
    (False, SimpleLineMotion.STAY, SimpleLineMotion.MIRROR): Message("Mirrored from left to right"),
    (False, SimpleLineMotion.MIRROR, SimpleLineMotion.STAY): Message("Mirrored from top to bottom"),
}
"""The beginning of the sentence about a symmetry, for motions with a simple name. The key has three
values: whether rows and columns are exchanged, the motion of the rows, and the motion of the
columns.
"""

_ROWS: Mapping[SimpleLineMotion, Message] = {
    SimpleLineMotion.MIRROR: Message("all rows in reverse order"),
    SimpleLineMotion.BLOCKS_MIRROR: Message("the bands in reverse order"),
    SimpleLineMotion.WITHIN_MIRROR: Message("the rows of each band in reverse order"),
    SimpleLineMotion.BLOCKS_CYCLE: Message(
        "the bands moved down by one place, the last to the top"
    ),
    SimpleLineMotion.WITHIN_CYCLE: Message(
        "the rows of each band moved down by one place, the last to the top"
    ),
}
_COLUMNS: Mapping[SimpleLineMotion, Message] = {
    SimpleLineMotion.MIRROR: Message("all columns in reverse order"),
    SimpleLineMotion.BLOCKS_MIRROR: Message("the stacks in reverse order"),
    SimpleLineMotion.WITHIN_MIRROR: Message("the columns of each stack in reverse order"),
    SimpleLineMotion.BLOCKS_CYCLE: Message(
        "the stacks moved to the right by one place, the last to the left end"
    ),
    SimpleLineMotion.WITHIN_CYCLE: Message(
        "the columns of each stack moved to the right by one place, the last to the left end"
    ),
}
