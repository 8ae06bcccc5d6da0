"""Test whether the backend with the best mean time is really faster than the other backends, or may
be best only by chance. The test is the signed-rank test of Wilcoxon (1945), as scipy computes it.

Two backends are compared on the pairs that at least one of them solved, by the logarithm of the
ratio of their times. So a pair that takes an hour counts as much as a pair that takes a second. An
unsolved pair counts with twice the limit, as in PAR-2.

The best backend was chosen by the same times, so each p-value is corrected for the comparison of
any two of all backends (Holm 1979).
"""

import warnings
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from itertools import combinations
from math import inf, log
from statistics import median
from typing import NamedTuple

LEVEL = 0.05
"""A difference is called significant if its corrected p-value is below this number."""

FEWEST_PAIRS = 6
"""The fewest pairs with different times that a test needs: with fewer pairs, no p-value can be
below `LEVEL`.
"""


class FasterTest(NamedTuple):
    """The test whether the backend `backend` is faster than the backend `other`.

    - `pairs`: the number of pairs that at least one of them solved.
    - `faster`, `slower`: the numbers of pairs on which `backend` was faster, or slower.
    - `ratio`: the median of the ratios of the time of `other` to the time of `backend`; None if
      there is no pair.
    - `p_value`: the corrected p-value; None if there are too few pairs for a test.
    - `is_slower`: whether the test speaks for `other`: the pairs on which `backend` was slower have
      the greater sum of ranks.
    """

    backend: str
    other: str
    pairs: int
    faster: int
    slower: int
    ratio: float | None
    p_value: float | None
    is_slower: bool = False

    @property
    def is_significant(self) -> bool:
        """Whether the difference between the two backends is probably not due to chance: whether
        the p-value is below `LEVEL`.
        """
        return self.p_value is not None and self.p_value < LEVEL


def is_scipy_installed() -> bool:
    """Return whether scipy is installed, which computes the tests."""
    return find_spec("scipy") is not None


def compare_best_with_others(
    times: Mapping[str, Mapping[str, float]], ranked: Sequence[str], time_limit: float
) -> list[FasterTest]:
    """Test whether the first of the `ranked` backends is faster than each of the others, in their
    order. `times` has the seconds for each backend and each pair; the time of an unsolved pair is
    infinite. `time_limit` is the limit in seconds. scipy must be installed.
    """
    found = {
        (one, other): _compare_two_backends(one, other, times, time_limit)
        for one, other in combinations(ranked, 2)
    }
    tested = sorted((test.p_value, key) for key, test in found.items() if test.p_value is not None)
    highest = 0.0
    for number, (p_value, key) in enumerate(tested):
        highest = max(highest, min(1.0, (len(tested) - number) * p_value))
        found[key] = found[key]._replace(p_value=highest)
    return [found[ranked[0], other] for other in ranked[1:]]


def _compare_two_backends(
    backend: str, other: str, times: Mapping[str, Mapping[str, float]], time_limit: float
) -> FasterTest:
    """Return the test of two backends, with a p-value that is not corrected."""
    ratios = [
        min(times[other][pair], 2 * time_limit) / min(seconds, 2 * time_limit)
        for pair, seconds in times[backend].items()
        if pair in times[other] and min(seconds, times[other][pair]) < inf and seconds > 0
    ]
    logarithms = [log(ratio) for ratio in ratios if ratio > 0]
    different = [value for value in logarithms if value]
    p_value, is_slower = None, False
    if len(different) >= FEWEST_PAIRS:
        from scipy.stats import wilcoxon

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that many equal differences make p an approximation
            p_value = float(wilcoxon(different).pvalue)
            rank_sum = wilcoxon(different, alternative="greater").statistic
        is_slower = rank_sum < len(different) * (len(different) + 1) / 4
    return FasterTest(
        *(backend, other, len(ratios)),
        faster=sum(value > 0 for value in different),
        slower=sum(value < 0 for value in different),
        ratio=median(ratios) if ratios else None,
        p_value=p_value,
        is_slower=is_slower,
    )
