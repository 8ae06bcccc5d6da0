"""Oracles: solvers that hold a formula and are asked again and again, under assumptions."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol, Self

from ..encoding.equivalence import Clause
from ..encoding.totalizer import Totalizer

Model = frozenset[int]
"""The variables that are true."""


class Oracle(Protocol):
    """A solver that holds clauses. Every question may raise `DeadlinePassedError`."""

    def add(self, clauses: Iterable[Clause]) -> None:
        """Add clauses for good."""
        ...

    def model(self, assumptions: Sequence[int] = ()) -> Model | None:
        """Return a model in which these literals are true, or None if there is none."""
        ...

    def better(self, counter: Totalizer, model: Model) -> Iterator[Model]:
        """Yield a model and better ones, with fewer counted variables true, the best at the end.

        The counter's clauses are the oracle's already.
        """
        ...

    @property
    def statistics(self) -> dict[str, int]:
        """Counts that the solver tells of all questions so far."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...
