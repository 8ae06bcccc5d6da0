"""Random decisions that are the same in every version of Python."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

Option = TypeVar("Option")


class Dice:
    """Random decisions made from a seed.

    They use only `Random.random`, because Python promises the same sequence for no other method.
    """

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def below(self, limit: int) -> int:
        """Return a whole number from 0 to `limit` - 1."""
        return int(self._random.random() * limit)

    def between(self, least: int, most: int) -> int:
        """Return a whole number from `least` to `most`, both included."""
        return least + self.below(most - least + 1)

    def chance(self, probability: float) -> bool:
        """Return True with the given probability."""
        return self._random.random() < probability

    def pick(self, options: Sequence[Option]) -> Option:
        """Return one of the options; all have the same probability."""
        return options[self.below(len(options))]

    def weigh(self, *options: tuple[float, Option]) -> Option:
        """Return one of several options, each given with its weight."""
        left = self._random.random() * sum(weight for weight, _ in options)
        for weight, option in options:
            left -= weight
            if left < 0:
                return option
        return options[-1][1]

    def shuffle(self, items: Sequence[Option]) -> list[Option]:
        """Return the items in random order."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def sample(self, items: Sequence[Option], count: int) -> list[Option]:
        """Return `count` different items in random order."""
        return self.shuffle(items)[:count]
