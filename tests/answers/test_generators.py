"""Every generator ends, or refuses with an error, whatever its arguments are.

They are called in a process of their own, which is killed when its time is up: a call that does
not end is a failure that names the call.
"""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from sudokopie.answers import random_pairs
from sudokopie.sudoku import random_grids

import generators_called
from generators_called import GENERATORS, count_returned_calls, generators_in

SCRIPT = Path(generators_called.__file__)

FEW_SECONDS = 120
MANY_SECONDS = 600


@pytest.mark.gate
def test_each_ends_or_refuses() -> None:
    returned = count_returned_calls(SCRIPT, GENERATORS, "few", FEW_SECONDS)
    assert list(returned) == list(GENERATORS)
    assert 0 not in returned.values()


@pytest.mark.slow
@pytest.mark.parametrize("name", GENERATORS)
def test_it_ends_or_refuses_with_larger_arguments(name: str) -> None:
    assert list(count_returned_calls(SCRIPT, [name], "many", MANY_SECONDS)) == [name]


@pytest.mark.gate
def test_a_call_that_does_not_end_is_named(tmp_path: Path) -> None:
    endless = tmp_path / "generators_called.py"
    endless.write_text("print('designs(20, 2)', flush=True)\nwhile True: pass\n")
    with pytest.raises(pytest.fail.Exception, match=re.escape("did not end: designs(20, 2)")):
        count_returned_calls(endless, ["designs"], "few", 1)


def test_all_generators_are_called() -> None:
    for module in (random_grids, random_pairs):
        assert generators_in(module) - {"check_clue_count", "make_pair_with_copy"} <= set(
            GENERATORS
        )


@pytest.mark.parametrize("box", ["1x1", "1x2", "2x1", "2x2", "1x3", "0x1", "50x1", "9999x9999"])
def test_the_command_ends(run: Any, box: str) -> None:
    for clues, options in product(
        ([], ["--clues", "0"], ["--clues", "1"], ["--clues", "99"]),
        ([], ["--near-miss"], ["--related", "no"], ["--arbitrary"], ["--arbitrary", "--near-miss"]),
    ):
        result = run("random", "--box", box, "--seed", "1", *clues, *options)
        assert result.status in (0, 2)
        assert (result.out == "") == (result.status == 2)
        assert result.err.count("\n") == (result.status == 2)
