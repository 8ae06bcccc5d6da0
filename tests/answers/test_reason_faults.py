"""The check of a reason is independent of the search: with a fault in any function of the search,
no false reason passes the check.
"""

import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib import import_module
from itertools import islice
from pathlib import Path
from random import Random
from types import CodeType, FrameType, FunctionType
from typing import Any

import pytest

from sudokopie import BoxShape, Grid, Transformation, why_not
from sudokopie.answers.reason import Difference, Orientations, Reason, ReasonKind
from sudokopie.answers.reason_check import verify_and_return_reason
from sudokopie.answers.reason_search import _ClueCounterByTables, _make_colour_table
from sudokopie.encoding.candidates import Colouring, refine_colourings_and_yield_after_rounds
from sudokopie.sudoku.random_grids import (
    cyclic_grid,
    random_complete_grid,
    random_grid,
    random_transformation,
    remove_clues,
)

from conftest import ROOT
from mutations import list_mutations
from reason_examples import EXAMPLES, TWO_WAYS, grid

Pairs = list[tuple[Grid, Grid]]
FOUR, NINE = BoxShape(2, 2), BoxShape(3, 3)


@cache
def different_pairs() -> Pairs:
    """Return pairs that are no copies: one for each kind of reason, one for which far lines must be
    compared, and one that has a reason for each orientation.
    """
    cyclic = cyclic_grid(NINE)
    swapped = {1: 2, 2: 1}
    far = [[swapped.get(d, d) if r < 3 else d for d in row] for r, row in enumerate(cyclic)]
    by_example = [(grid(one, box), grid(two, box)) for one, two, box, _ in EXAMPLES.values()]
    return [*by_example, (cyclic, Grid(far)), TWO_WAYS]


@cache
def copies() -> Pairs:
    """Return pairs of copies: with and without a quarter turn, complete, and with few clues."""
    rng = Random(1)
    shapes = [FOUR, BoxShape(2, 3), NINE]
    firsts = [
        grid("1..3 4.3. ...1 ...2"),
        grid("321 123 112", (1, 3)),
        *(random_grid(shape, shape.size + 2, rng) for shape in shapes),
        *(remove_clues(random_complete_grid(shape, rng), shape.size, rng) for shape in shapes),
        *map(cyclic_grid, shapes),
    ]
    pairs = [(one, random_transformation(one.shape, rng).apply(one)) for one in firsts]
    turned = Transformation.identity(FOUR)._replace(rotation=1)
    return [*pairs, *((one, turned.apply(one)) for one in firsts if one.shape == FOUR)]


@cache
def record_search() -> tuple[set[CodeType], set[CodeType]]:
    """Search for reasons. Return the functions of the package that run while a reason is checked,
    and those that run otherwise.
    """
    checking, searching = set[CodeType](), set[CodeType]()
    pairs = (*different_pairs(), *copies())
    is_own = cache(lambda file: Path(file).is_relative_to(ROOT))
    depth = 0

    def note(frame: FrameType, event: str, _: object) -> None:
        nonlocal depth
        is_check = frame.f_code is verify_and_return_reason.__code__
        if event == "call":
            depth += is_check
            if is_own(frame.f_code.co_filename):
                (checking if depth else searching).add(frame.f_code)
        elif event == "return":
            depth -= is_check

    sys.setprofile(note)
    try:
        for pair in pairs:
            why_not(*pair)
    finally:
        sys.setprofile(None)
    return checking, searching


def name(code: CodeType) -> str:
    """Return a function's file, relative to the checkout, and its name."""
    return f"{Path(code.co_filename).relative_to(ROOT).as_posix()}:{code.co_qualname}"


def test_the_check_runs_only_its_own_functions() -> None:
    checking, searching = record_search()
    assert {name(code).partition(":")[0] for code in checking} == {"answers/reason_check.py"}
    assert checking.isdisjoint(searching)
    found = set(map(name, searching))
    assert "encoding/candidates.py:Colouring.try_refine_once" in found
    assert "answers/reason_search.py:_find_easiest_difference" in found


# Faults


def is_right(first: Grid, second: Grid, difference: Difference) -> bool:
    """Return whether a difference is right, by the tables of the search, which must have no fault
    now.
    """
    kind, orientations, counts, *named, _ = difference
    if kind is ReasonKind.ROUNDS:
        colourings = Colouring(first), Colouring(second)
        for _ in refine_colourings_and_yield_after_rounds(*colourings):
            pass  # to the last colours
        tables = [_make_colour_table(one) for one in colourings]
    else:
        tables = [
            kind.compared.make_count_table(one, _ClueCounterByTables(one))
            for one in (first, second)
        ]
    compared = [
        {part: own.convert_for_comparison(orientations, is_first) for part, own in table}
        for table, is_first in zip(tables, (True, False), strict=True)
    ]
    wanted = {counts}
    if kind is ReasonKind.ROUNDS:
        both = zip(compared, named, strict=True)
        wanted = {table[part] for table, parts in both for part in parts}
    found = [{part for part, own in table.items() if own in wanted} for table in compared]
    return len(named[0]) != len(named[1]) and found == [set(parts) for parts in named]


def assert_no_false_reason(reasons: Iterable[tuple[Grid, Grid, Reason]]) -> int:
    """Check the reasons that a faulty search found. Return their number."""
    number = 0
    for first, second, reason in reasons:
        number += 1
        assert (first, second) not in copies()
        assert all(is_right(first, second, one) for one in reason.differences), reason
        orientations = [one.orientations for one in reason.differences]
        square = 1 in first.shape.rotations
        both = [Orientations.UPRIGHT, *[Orientations.TURNED] * square]
        assert orientations in ([Orientations.ALL], both)
    return number


def find_function(file: str, qualified: str) -> FunctionType:
    """Return the function of the package with a name such as `Grid.row`."""
    found: Any = import_module(f"sudokopie.{file.removesuffix('.py').replace('/', '.')}")
    for part in qualified.split("."):
        found = found.__dict__[part]
    found = getattr(found, "fget", getattr(found, "__func__", found))
    assert isinstance(found, FunctionType)
    return found


def find_code(code: CodeType, qualified: str) -> CodeType | None:
    """Return the code of the function with a qualified name, below the code of a module."""
    for inner in (one for one in code.co_consts if isinstance(one, CodeType)):
        if inner.co_qualname == qualified:
            return inner
        if found := find_code(inner, qualified):
            return found
    return None


def functions_of_search() -> Iterator[tuple[str, str]]:
    """Yield each function that the search runs in `answers` and `encoding`, with its file."""
    names = {name(code).partition(".<locals>")[0] for code in record_search()[1]}
    for one in sorted(names):
        file, _, qualified = one.partition(":")
        if file.startswith(("answers/", "encoding/")) and not qualified.startswith("<"):
            yield file, qualified


def faults(file: str, qualified: str) -> Iterator[CodeType]:
    """Yield the code of a function with a fault: with each mutation, in random order, and last the
    code of a function that does nothing.
    """
    source, code = (ROOT / file).read_text("utf-8"), find_function(file, qualified).__code__
    last = max(line for _, _, line in code.co_lines() if line)
    own = [one for one in list_mutations(source) if code.co_firstlineno <= one.lines[0] <= last]
    for mutation in Random(qualified).sample(own, len(own)):
        module = compile(mutation.apply(source), code.co_filename, "exec")
        changed = find_code(module, qualified)
        assert changed is not None
        yield changed
    yield (lambda *_, **__: None).__code__


class Endless(BaseException):
    """A search with a fault has not ended after some seconds."""


@contextmanager
def faulty(function: FunctionType, changed: CodeType) -> Iterator[None]:
    """Let a function run other code. Raises `Endless` after some seconds."""

    def interrupt(*_: object) -> None:
        raise Endless

    handler, before = signal.signal(signal.SIGALRM, interrupt), function.__code__
    signal.setitimer(signal.ITIMER_REAL, 20)
    function.__code__ = changed
    try:
        yield
    finally:
        function.__code__ = before
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)


@pytest.mark.gate
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there is no such timer here")
@pytest.mark.parametrize(
    ("most_faults", "most_cells"),
    [(1, 36), pytest.param(None, 81, marks=pytest.mark.slow)],
    ids=["some", "all"],
)
def test_no_fault_in_the_search_gives_a_false_reason(
    most_faults: int | None, most_cells: int
) -> None:
    """Each function of the search has at most `most_faults` faults, one after the other, or all;
    the pairs have at most `most_cells` cells.
    """
    pairs = [one for one in (*different_pairs(), *copies()) if one[0].size ** 2 <= most_cells]
    right, tried = 0, 0
    for file, qualified in functions_of_search():
        for changed in islice(faults(file, qualified), most_faults):
            found = []
            with suppress(Endless), faulty(find_function(file, qualified), changed):
                for pair in pairs:
                    with suppress(Exception):  # such as VerificationError, or an error of the fault
                        if reason := why_not(*pair):
                            found.append((*pair, verify_and_return_reason(*pair, reason)))
            right += assert_no_false_reason(found)
            tried += 1
    assert tried > 40
    assert right
