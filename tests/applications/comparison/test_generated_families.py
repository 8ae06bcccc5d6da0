"""Every generator of a family ends, or refuses with an error, whatever its arguments are."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from sudokopie import BoxShape
from sudokopie.applications.comparison import families
from sudokopie.applications.comparison.families import (
    SemidirectProduct,
    make_binary_hadamard_matrix,
    make_nim_sum_grid,
    make_pair_of_group_tables,
    make_pair_of_hadamard_designs,
)
from sudokopie.base.errors import GridError

import families_called
from families_called import GENERATORS, HELPERS
from generators_called import count_returned_calls, generators_in

SCRIPT = Path(families_called.__file__)
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


def test_all_generators_are_called() -> None:
    assert generators_in(families) - HELPERS <= set(GENERATORS)


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
        make_pair_of_hadamard_designs(order, 1, False, 0)


def test_designs_without_a_switch() -> None:
    assert make_pair_of_hadamard_designs(20, 0, True, 0).first.size == 19
    with pytest.raises(GridError, match="four rows to switch"):
        make_pair_of_hadamard_designs(20, 0, False, 0)  # the second would be switched once


def test_orders_of_hadamard_matrices() -> None:
    made = set()
    for order in range(-1, 130):
        try:
            made.add(len(make_binary_hadamard_matrix(order)))
        except GridError:
            continue
    odd = {1, 2, *(p + 1 for p in (3, 11, 19, 43, 59, 67, 83, 107))}
    assert made == {n << k for n, k in product(odd, range(8)) if n << k < 130}


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: SemidirectProduct(4, 2, 2).multiplication_table(), "kⁿ ≡ 1 mod m, found z4z2k2"),
        (
            lambda: SemidirectProduct.parse_group_name("z4"),
            "expected a group as z4z8 or z4z8k3, found 'z4'",
        ),
        (
            lambda: make_pair_of_group_tables(
                SemidirectProduct(4, 2), SemidirectProduct(4, 2), 3, 0
            ),
            "divides 8, found 3",
        ),
        (
            lambda: make_pair_of_group_tables(
                SemidirectProduct(4, 2), SemidirectProduct(4, 4), 2, 0
            ),
            "expected 8 rows",
        ),
        (lambda: make_nim_sum_grid(6, 2), "expected a power of 2, found 6"),
        (lambda: make_nim_sum_grid(8, 2, (4, 0)), "from (0, 0) to (3, 3), found (4, 0)"),
        (
            lambda: families.make_pair_of_lifted_latin_squares(0, True, 0),
            "expected at least 1 band, found 0",
        ),
        (
            lambda: families.make_grid_and_random_copy("other", BoxShape(3, 3), 5, 0),
            "expected one of random, complete",
        ),
    ],
)
def test_what_cannot_be_made_is_refused(make: Any, message: str) -> None:
    with pytest.raises(GridError, match=re.escape(message)):
        make()
