"""Call a generator of a family of instances, or of a suite, as generators_called.py does."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from sudokopie.applications.comparison import challenges, families, instances
from sudokopie.applications.comparison.families import SemidirectProduct

from generators_called import Call, Generators, main, numbers, shapes_and_clues, with_boxes


def calls_of_unrelated(is_long: bool) -> Iterator[Call]:
    yield from ((shape, clues, 0) for shape, clues in shapes_and_clues(is_long))


def calls_of_planted(is_long: bool) -> Iterator[Call]:
    for shape, clues in shapes_and_clues(is_long):
        for agreeing in (-1, 0, 1, clues // 2, clues, clues + 1):
            yield shape, clues, agreeing, 0


def calls_of_parts(is_long: bool) -> Iterator[Call]:
    for shape, clues in shapes_and_clues(is_long):
        yield from ((shape, clues, same, 0) for same in (True, False))


def calls_of_moved(is_long: bool) -> Iterator[Call]:
    for shape, clues in shapes_and_clues(is_long):
        for name in ("random", "complete", "cyclic", "most-symmetric", "", "other"):
            yield name, shape, clues, 0


def calls_of_groups(is_long: bool) -> Iterator[Call]:
    groups = [
        SemidirectProduct(*some) for some in product(range(-1, 6), range(-1, 6), (-1, 0, 1, 2, 3))
    ]
    groups += [
        SemidirectProduct(4, 4),
        SemidirectProduct(2, 8),
        SemidirectProduct(300, 300),
        SemidirectProduct(2, 10**30),
    ]
    for one in groups:
        for other in [one, SemidirectProduct(4, 2), *(groups[::10] if is_long else [])]:
            for height in (-1, 0, 1, 2, 3, 100):
                yield one, other, height, 0


def calls_of_group_names(_: bool) -> Iterator[Call]:
    for text in ("z4z8", "z4z8k3", "", "z", "z4", "4", "z4z8k", "z1z2z3z4", "z٣z٣", "z0z0"):
        yield (text,)


def calls_of_nim_sums(is_long: bool) -> Iterator[Call]:
    for order in [*numbers(is_long), 256, 512, 2**70]:
        for height in (-1, 0, 1, 2, 3, order):
            for rectangle in (None, (0, 0), (-1, 0), (order // 2, 0), (0, order // 2 - 1)):
                yield order, height, rectangle


def calls_of_clue_sets(is_long: bool) -> Iterator[Call]:
    yield from ((shape, 0) for shape in with_boxes(is_long))


def calls_of_hadamard(is_long: bool) -> Iterator[Call]:
    yield from ((order,) for order in [*numbers(is_long), 56, 256, 257, 512, 10**9, 2**70])


def calls_of_designs(is_long: bool) -> Iterator[Call]:
    for order in [*numbers(is_long), 40, 256, 2**70]:
        for switches, same in product((-1, 0, 1, *((3, 5) if is_long else ())), (True, False)):
            yield order, switches, same, 0


def calls_of_lifted(is_long: bool) -> Iterator[Call]:
    for bands in [*numbers(is_long, 12), 128, 10**9]:
        yield from ((bands, same, 0) for same in (True, False))


def calls_of_suites(_: bool) -> Iterator[Call]:
    yield from ((suite,) for suite in (*challenges.CHALLENGES, "other", ""))


def made(suite: str) -> list[object]:
    """Return the questions of a suite."""
    return [challenge.make() for challenge in challenges.yield_challenges(suite)]


GENERATORS: Generators = {
    "make_pair_of_unrelated_puzzles": (families.make_pair_of_unrelated_puzzles, calls_of_unrelated),
    "make_puzzle_pair_with_agreeing_clues": (
        families.make_puzzle_pair_with_agreeing_clues,
        calls_of_planted,
    ),
    "make_puzzle_and_grid": (families.make_puzzle_and_grid, calls_of_parts),
    "make_grid_and_random_copy": (families.make_grid_and_random_copy, calls_of_moved),
    "make_pair_of_group_tables": (families.make_pair_of_group_tables, calls_of_groups),
    "SemidirectProduct.parse_group_name": (
        SemidirectProduct.parse_group_name,
        calls_of_group_names,
    ),
    "make_nim_sum_grid": (families.make_nim_sum_grid, calls_of_nim_sums),
    "make_random_grid_and_unavoidable_sets": (
        families.make_random_grid_and_unavoidable_sets,
        calls_of_clue_sets,
    ),
    "make_binary_hadamard_matrix": (families.make_binary_hadamard_matrix, calls_of_hadamard),
    "make_pair_of_hadamard_designs": (families.make_pair_of_hadamard_designs, calls_of_designs),
    "make_pair_of_lifted_latin_squares": (
        families.make_pair_of_lifted_latin_squares,
        calls_of_lifted,
    ),
    "suites of questions": (made, calls_of_suites),
    "suites of instances": (
        lambda name: list(instances.yield_instances_of_suite(name)),
        calls_of_suites,
    ),
}

HELPERS = {"make_switched_hadamard_matrix", "make_pair_with_shuffled_second"}
"""Functions of the file that take what others made, or make nothing."""


if __name__ == "__main__":
    main(GENERATORS)
