"""Texts without a Sudoku that could take much time: the recogniser refuses each of them in the
process of the user, in little memory and time.
"""

from __future__ import annotations

import time
import tracemalloc

import pytest

from sudokopie.recognition.meaning import RefusedTextError
from sudokopie.recognition.recognise import read_lines

from hostile.bombs import MOST_MIB

pytestmark = pytest.mark.gate

MOST_SECONDS = 6
"""The processor time for each text. They have at most 180 kB."""

LINE = 145_000
"""The characters of a line; a file with a longer line is refused before it is recognised."""

LONG_LINES = {
    "open lists": "[" * LINE,
    "lists inside each other": "[" * (LINE // 2) + "]" * (LINE // 2),
    "objects inside each other": '{"a":' * (LINE // 5),
    "open parentheses": "(" * LINE,
    "brackets of all kinds": "[1,[2,[3,{(4" * (LINE // 12),
    "lists beside each other": "[[1,2,3,4]," * (LINE // 11),
    "open elements": "<a>" * (LINE // 3),
    "quotation marks": '"' * LINE,
    "commas": "," * LINE,
    "bars": "|" * LINE,
    "blank cells": "." * LINE,
    "digits": "1" * LINE,
    "numbers": "1 2 3 4 5 6 7 8 9 " * (LINE // 18),
    "words of nine digits": "123456789 " * (LINE // 10),
}
MANY_LINES = {
    "a list on each line": ["["] * 20_000,
    "an object on each line": ['{"a":'] * 20_000,
    "a digit on each line": ["1"] * 4000,
    "a number on each line": ["100"] * 4000,
    "rows of numbers": ["1 2 3 4 5 6 7 8 9"] * 2000,
    "rows of glued digits": ["123456789"] * 2000,
    "rows of a table": ["1,2,3,4,5,6,7,8,9"] * 2000,
    "drawings without cells": ["+---+---+", "|   |   |"] * 3000,
    "signs at changing places": [" 1   2  3", "4  5 6  "] * 1000,
    "triples": ["1 1 5"] * 2000,
    "words": ["no Sudoku"] * 20_000,
    "comments about boxes": ["# box 3x3"] * 20_000,
}
TEXTS = {name: [text] for name, text in LONG_LINES.items()} | MANY_LINES


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_without_a_sudoku_is_refused_in_little_time(name: str) -> None:
    start = time.process_time()
    with pytest.raises(RefusedTextError) as caught:
        read_lines(TEXTS[name])
    assert time.process_time() - start < MOST_SECONDS
    assert "\n" not in str(caught.value)


@pytest.mark.slow
@pytest.mark.parametrize("name", TEXTS)
def test_a_text_without_a_sudoku_is_refused_in_little_memory(name: str) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(RefusedTextError):
            read_lines(TEXTS[name])
        assert tracemalloc.get_traced_memory()[1] < MOST_MIB * 2**20
    finally:
        tracemalloc.stop()
