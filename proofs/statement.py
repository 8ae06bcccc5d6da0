"""What certificates state: each kind a dataclass, whose facts `certificate.json` holds.

A statement follows what can be followed on the grids, and names the questions whose answers have to
be no; the proofs of these are the rest of the certificate.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, ClassVar, Self

from ..questions.facts import facts_as_json, facts_from_json, facts_of
from ..questions.question import NO_FACT, Question
from ..sudoku.grid import Grid
from ..sudoku.shape import BoxShape

GIVEN = NO_FACT
"""The metadata of a Sudoku that the certificate is about: who checks it brings it along."""


class Statement(ABC):
    """What a certificate states of one Sudoku or two, which come before the facts.

    `CERTIFIES` is what `certificate.json` calls the kind.
    """

    CERTIFIES: ClassVar[str]

    @abstractmethod
    def questions(self) -> tuple[Question, ...]:
        """Follow the facts on the grids; return the questions whose no proves the rest.

        Raises `ProofError` where the facts do not hold.
        """

    @abstractmethod
    def readme(self, origins: Sequence[str]) -> str:
        """Return what the README says; `origins` are the sentences on where the proofs are from."""

    @property
    def weaker(self) -> "Statement | None":
        """What is left of the statement if the questions are not refuted; None for nothing."""
        return None

    @property
    def shape(self) -> BoxShape:
        """The shape of the boxes."""
        sudoku: Grid = getattr(self, fields(self)[0].name)  # type: ignore[arg-type]
        return sudoku.shape

    def as_json(self) -> dict[str, object]:
        """Return the facts for JSON."""
        return facts_as_json(self, self._names())

    @classmethod
    def number_of_sudokus(cls, values: Mapping[str, Any]) -> int:  # noqa: ARG003
        """Return how many Sudokus a certificate is about."""
        return len(fields(cls)) - len(facts_of(cls))  # type: ignore[arg-type]

    @classmethod
    def read(cls, values: Mapping[str, Any], shape: BoxShape, sudokus: Sequence[Grid]) -> Self:
        """Return the statement of some Sudokus that JSON says.

        Raises `DecodingError`, `GridError` and `TransformationError` for other JSON.
        """
        return cls(*sudokus, **facts_from_json(values, cls, cls._names(), shape))

    @classmethod
    def _names(cls) -> list[str]:
        return [one.name for one in facts_of(cls)]
