"""The stream of Sudokus in the files of a command."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import pytest

from sudokopie.base.errors import PairFileError
from sudokopie.base.messages import Message
from sudokopie.commands.machinery import reading


class Lines(list[str]):
    """The lines of a file; unlike a list, they can be referred to weakly."""


def test_the_lines_of_a_refused_file_are_forgotten_before_the_next(
    run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = list[weakref.ref[Lines]]()
    alive = list[int]()

    def refuse(file: str, *_: object) -> None:
        alive.append(sum(one() is not None for one in kept))
        lines = Lines("1")
        kept.append(weakref.ref(lines))
        error = PairFileError(file, 1, 1, Message("no"))
        lines.append(error)  # type: ignore[arg-type] # a circle, as of a reader and its error
        raise error

    monkeypatch.setattr(reading, "open_path_as_grid_file", refuse)
    gc.disable()
    try:
        assert run("canonical", "a.txt", "b.txt", "c.txt").status == 2
    finally:
        gc.enable()
    assert alive == [0, 0, 0]
