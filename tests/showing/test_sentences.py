"""The printed steps are followed literally, by a reader that knows nothing but the sentences."""

import re
from itertools import pairwise

import pytest
from hypothesis import given

from sudokopie import BoxShape, Grid, Transformation
from sudokopie.showing.sentences import NOTATIONS, sentences

from strategies import grids_with_transformations

Rows = list[list[int]]


class Reader:
    """Does what a sentence says to rows of numbers; numbers in sentences are 1-based."""

    def __init__(self, rows: Rows, box: BoxShape) -> None:
        self.rows, self.box = rows, box

    def transposed(self) -> None:
        self.rows = [list(line) for line in zip(*self.rows, strict=True)]

    def follow(self, sentence: str) -> None:
        listed = sentence.partition(":")[2] or sentence
        numbers = [int(number) for number in re.findall(r"\d+", listed)]
        in_columns = bool(re.search(r"column|stack|spalten", sentence, re.IGNORECASE))
        in_blocks = bool(re.search(r"band|stack|blöcke", sentence, re.IGNORECASE))
        if re.search(r"turn|drehen", sentence, re.IGNORECASE):
            quarters = int(re.findall(r"(\d+)°", sentence)[0]) // 90
            for _ in range(4 - quarters if re.search(r"left|links", sentence) else quarters):
                self.rows = [list(line) for line in zip(*self.rows[::-1], strict=True)]
        elif re.search(r"digits|renaming|ziffern|umbenennung", sentence, re.IGNORECASE):
            pairs = zip(numbers[::2], numbers[1::2], strict=True) if "->" in sentence else None
            names = dict(pairs or enumerate(numbers, 1))
            self.rows = [[names.get(value, value) for value in row] for row in self.rows]
        else:
            if in_columns:
                self.transposed()
            length = (self.box.width if in_columns else self.box.height) if in_blocks else 1
            self.reorder(sentence, numbers, length)
            if in_columns:
                self.transposed()

    def reorder(self, sentence: str, numbers: list[int], length: int) -> None:
        """Put lines, or blocks of `length` of them, in a new order."""
        starts = range(0, len(self.rows), length)
        blocks = [self.rows[start : start + length] for start in starts]
        new = list(blocks)
        if re.search(r"Swap .* and|und .* tauschen", sentence):
            one, other = (number - 1 for number in numbers)
            new[one], new[other] = new[other], new[one]
        elif "->" in sentence:
            for cycle in sentence.split(","):
                places = [int(number) - 1 for number in re.findall(r"\d+", cycle)]
                assert places[0] == places[-1]
                for old_place, new_place in pairwise(places):
                    new[new_place] = blocks[old_place]
        else:
            span = re.search(r"(\d+)-(\d+)", sentence)
            first = int(span[1]) if span else 1
            absolute = min(numbers) == first
            for i, number in enumerate(numbers):
                new[first - 1 + i] = blocks[number - 1 if absolute else first - 1 + number - 1]
        self.rows = [row for block in new for row in block]


@pytest.mark.parametrize("code", ["en", "de"])
@pytest.mark.parametrize("notation", NOTATIONS)
@given(case=grids_with_transformations(1))
def test_following_the_sentences_gives_the_other_grid(
    code: str, notation: str, case: tuple[Grid, list[Transformation]]
) -> None:
    grid, (one,) = case
    image = one.apply(grid)
    for start, instructions, end in (
        (grid, one.make_instructions(), image),
        (image, one.make_undo_instructions(), grid),
    ):
        reader = Reader([list(row) for row in start], grid.shape)
        for sentence in sentences(instructions, notation, code, start):
            reader.follow(sentence)
        assert Grid(reader.rows, grid.shape) == end


NINE = Transformation.identity(BoxShape(3, 3)).replace_parts(
    rotation=1,
    bands=(1, 2, 0),
    stacks=(1, 2, 0),
    rows=((0, 1, 2), (0, 1, 2), (0, 2, 1)),
    columns=((0, 1, 2), (0, 2, 1), (0, 1, 2)),
    digits=(2, 3, 4, 5, 6, 7, 8, 9, 1),
)


def test_german_sentences_in_order() -> None:
    assert sentences(NINE.make_instructions(), "order", "de") == [
        "Um 90° nach rechts drehen",
        "Zeilenblöcke umstellen zu: 2 3 1",
        "Spaltenblöcke umstellen zu: 2 3 1",
        "Zeilen 7-9 umstellen zu: 7 9 8",
        "Spalten 4-6 umstellen zu: 4 6 5",
        "Ziffern 1 bis 9 umbenennen zu: 2 3 4 5 6 7 8 9 1",
    ]


def test_german_sentences_compact() -> None:
    assert sentences(NINE.make_instructions(), "compact", "de") == [
        "Um 90° nach rechts drehen",
        "Zeilenblöcke: 2 3 1",
        "Spaltenblöcke: 2 3 1",
        "Zeilen 7-9: 1 3 2",
        "Spalten 4-6: 1 3 2",
        "Umbenennung: 2 3 4 5 6 7 8 9 1",
    ]


def test_german_sentences_with_arrows() -> None:
    assert sentences(NINE.make_instructions(), "arrows", "de") == [
        "Um 90° nach rechts drehen",
        "Zeilenblöcke 1 -> 3 -> 2 -> 1",
        "Spaltenblöcke 1 -> 3 -> 2 -> 1",
        "Zeilen 8 und 9 tauschen",
        "Spalten 5 und 6 tauschen",
        "Ziffern umbenennen: "
        "1 -> 2, 2 -> 3, 3 -> 4, 4 -> 5, 5 -> 6, 6 -> 7, 7 -> 8, 8 -> 9, 9 -> 1",
    ]


def test_lines_are_swapped_or_moved_in_cycles() -> None:
    one = Transformation.identity(BoxShape(1, 5)).replace_parts(
        rotation=2, bands=(1, 0, 3, 4, 2), columns=((0, 1, 3, 2, 4),)
    )
    assert sentences(one) == [
        "Turn by 180°",
        "Move bands 1 -> 2 -> 1, 3 -> 5 -> 4 -> 3",
        "Swap columns 3 and 4",
    ]


def test_arrows_say_only_what_moves() -> None:
    one = Transformation.identity(BoxShape(3, 3)).replace_parts(digits=(1, 2, 3, 5, 4, 6, 7, 8, 9))
    assert sentences(one.make_instructions(), "arrows", "de") == [
        "Ziffern umbenennen: 4 -> 5, 5 -> 4"
    ]


def test_arrows_leave_out_digits_that_do_not_occur() -> None:
    one = Transformation.identity(BoxShape(2, 2)).replace_parts(digits=(1, 2, 4, 3))
    grid = Grid([[1, 2, 3, 0], *[[0] * 4] * 3])
    assert sentences(one.make_instructions(), "arrows", start=grid) == ["Rename the digits: 3 -> 4"]


def test_english_is_the_default() -> None:
    assert sentences(NINE.make_instructions())[0] == "Turn right by 90°"
    assert sentences(NINE.make_undo_instructions(), "order", "en")[-2:] == [
        "Turn left by 90°",
        "Rename digits 1 to 9 to: 9 1 2 3 4 5 6 7 8",
    ]
