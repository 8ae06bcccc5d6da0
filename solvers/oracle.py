"""Oracles: solvers that hold a formula and are asked again and again, under assumptions."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, Protocol, Self

from ..encoding.formula import Clause
from ..encoding.totalizer import Totalizer

Model = frozenset[int]
"""The variables that are true."""


class Bounds(NamedTuple):
    """A model with `number` counted variables true; no model has fewer than `at_least`.

    `number` says nothing where there is no model.
    """

    model: Model | None
    number: int
    at_least: int


class Oracle(Protocol):
    """A solver that holds clauses. Every question may raise `DeadlinePassedError`.

    `oracle_for` in the registry makes one.
    """

    def add(self, *clauses: Clause) -> None:
        """Add clauses for good; they may have variables that the oracle has not seen yet."""
        ...

    def model(self, assumptions: Sequence[int] = ()) -> Model | None:
        """Return a model in which these literals are true, or None if there is none."""
        ...

    def core(self) -> list[int]:
        """Return some of the last question's assumptions that were enough for its no."""
        ...

    def narrowed(self, counter: Totalizer, model: Model) -> Iterator[Bounds]:
        """Yield closer and closer bounds of how many counted variables have to be true.

        The oracle must hold the counter's clauses. `model` is any model. The last bounds are equal.
        """
        ...

    @property
    def statistics(self) -> dict[str, int]:
        """Counts that the solver tells of all questions so far."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...


def models(
    oracle: Oracle, unlike: Callable[[Model], Clause], assumptions: Sequence[int] = ()
) -> Iterator[Model]:
    """Yield models until there are no others; after each the clause is added that rules it out."""
    while (model := oracle.model(assumptions)) is not None:
        yield model
        oracle.add(unlike(model))
