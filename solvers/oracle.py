"""Oracles: solvers that hold a formula and are asked again and again, under assumptions."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol, Self

from ..encoding.totalizer import Totalizer

Model = frozenset[int]
"""The variables that are true."""


class Bounds(NamedTuple):
    """A model with `number` counted variables true; no model has fewer than `at_least`.

    Without a model `number` means nothing.
    """

    model: Model | None
    number: int
    at_least: int


class Oracle(Protocol):
    """A solver that holds clauses. Every question may raise `DeadlinePassedError`."""

    def model(self, assumptions: Sequence[int] = ()) -> Model | None:
        """Return a model in which these literals are true, or None if there is none."""
        ...

    def narrowed(self, counter: Totalizer, model: Model) -> Iterator[Bounds]:
        """Yield closer and closer bounds of how many counted variables have to be true.

        The oracle holds the counter's clauses already; `model` is any model. The last bounds are
        equal.
        """
        ...

    @property
    def statistics(self) -> dict[str, int]:
        """Counts that the solver tells of all questions so far."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...
