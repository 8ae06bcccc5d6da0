"""Every generator ends, or refuses with an error, whatever its arguments are.

Each is called in a process of its own, which is killed when its time is up: a call that does not
end is a failure that names the call.
"""

from __future__ import annotations

import re
import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from sudokopie import BoxShape
from sudokopie.answers import random_pairs
from sudokopie.applications.comparison import families
from sudokopie.applications.comparison.families import (
    Group,
    designs,
    group_tables,
    hadamard,
    nim_sums,
)
from sudokopie.base.errors import GridError
from sudokopie.sudoku import random_grids

from generators_called import GENERATORS, generators_in

FEW_SECONDS = 60
MANY_SECONDS = 600

ALWAYS_RETURN = {"near_miss", "suites of questions", "suites of instances"}


def ended(name: str, how_many: str, seconds: float) -> str:
    """Return what the calls of a generator printed last; fail if they take longer."""
    script = Path(__file__).with_name("generators_called.py")
    command = [sys.executable, str(script), name, how_many]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            out, err = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            out, _ = process.communicate()
            pytest.fail(f"this call did not end: {out.splitlines()[-1]}")
    last: str = (out.splitlines() or [""])[-1]
    assert process.returncode == 0, f"{last}\n{err}"
    return last


@pytest.mark.parametrize("name", GENERATORS)
def test_it_ends_or_refuses(name: str) -> None:
    last = ended(name, "few", FEW_SECONDS)
    counts = re.fullmatch(r"returned (\d+), refused (\d+)", last)
    assert counts is not None
    assert int(counts[1]) > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", GENERATORS)
def test_it_ends_or_refuses_with_larger_arguments(name: str) -> None:
    assert ended(name, "many", MANY_SECONDS).startswith("returned ")


def test_a_call_that_does_not_end_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    endless = tmp_path / "generators_called.py"
    endless.write_text("print('designs(20, 2)', flush=True)\nwhile True: pass\n")
    monkeypatch.setattr(sys.modules[__name__], "__file__", str(tmp_path / "test.py"))
    with pytest.raises(pytest.fail.Exception, match=re.escape("did not end: designs(20, 2)")):
        ended("designs", "few", 1)


def test_all_generators_are_called() -> None:
    for module in (families, random_grids, random_pairs):
        assert generators_in(module) - {"copied"} <= set(GENERATORS)


@pytest.mark.parametrize(
    ("order", "message"),
    [
        (20, "expected a Hadamard matrix with four rows to switch, found none of order 20"),
        (12, "expected a Hadamard matrix with four rows to switch, found none of order 12"),
        (2, "expected a Hadamard matrix with four rows to switch, found none of order 2"),
        (1, "expected an order of at least 2 and at least 0 switches, found 1 and 1"),
        (28, "expected 1, 2, or p + 1 for a prime p ≡ 3 mod 8, times a power of 2, found 28"),
        (56, "expected 1, 2, or p + 1 for a prime p ≡ 3 mod 8, times a power of 2, found 56"),
        (0, "expected an order of at least 2 and at least 0 switches, found 0 and 1"),
        (257, "expected at most 255 cells a side, found 256"),
    ],
)
def test_designs_that_there_are_not(order: int, message: str) -> None:
    with pytest.raises(GridError, match=f"^{re.escape(message)}$"):
        designs(order, 1, False, 0)


def test_designs_without_a_switch() -> None:
    assert designs(20, 0, True, 0).first.size == 19
    with pytest.raises(GridError, match="four rows to switch"):
        designs(20, 0, False, 0)  # the second would be switched once


def test_orders_of_hadamard_matrices() -> None:
    made = set()
    for order in range(-1, 130):
        try:
            made.add(len(hadamard(order)))
        except GridError:
            continue
    odd = {1, 2, *(p + 1 for p in (3, 11, 19, 43, 59, 67, 83, 107))}
    assert made == {n << k for n, k in product(odd, range(8)) if n << k < 130}


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Group(4, 2, 2).table(), "kⁿ ≡ 1 mod m, found z4z2k2"),
        (lambda: Group.parse("z4"), "expected a group as z4z8 or z4z8k3, found 'z4'"),
        (lambda: group_tables(Group(4, 2), Group(4, 2), 3, 0), "divides 8, found 3"),
        (lambda: group_tables(Group(4, 2), Group(4, 4), 2, 0), "expected 8 rows"),
        (lambda: nim_sums(6, 2), "expected a power of 2, found 6"),
        (lambda: nim_sums(8, 2, (4, 0)), "from (0, 0) to (3, 3), found (4, 0)"),
        (lambda: families.lifted(0, True, 0), "expected at least 1 band, found 0"),
        (lambda: families.moved("other", BoxShape(3, 3), 5, 0), "expected one of random, complete"),
    ],
)
def test_what_cannot_be_made_is_refused(make: Any, message: str) -> None:
    with pytest.raises(GridError, match=re.escape(message)):
        make()


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
