"""What a certificate states: a claim about one Sudoku or two, and the questions whose no proves it.

Each kind of claim is declared in a file beside the question that it belongs to, and found by the
name that `certificate.json` has for it (proofs/claims.py).
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields
from typing import Any, ClassVar, Self

from ..base.errors import (
    ArgumentError,
    DeadlinePassedError,
    DecodingError,
    GridError,
    ProofError,
    TransformationError,
    VerificationError,
)
from ..base.messages import Message
from ..sudoku.allowed_moves import EVERYTHING, AllowedMoves
from ..sudoku.grid import Grid
from ..sudoku.shape import BoxShape
from .question import Question
from .serialization import convert_facts_to_json, list_facts, read_facts

FACTS = "certificate.json"
"""The file of a certificate that has the facts of its claim."""


class Statement(ABC):
    """What a certificate states of one Sudoku or two, which come before the facts.

    `CERTIFIES` is what `certificate.json` calls the kind; `ABOUT` says what stands in it.
    """

    CERTIFIES: ClassVar[str]
    ABOUT: ClassVar[str]

    @abstractmethod
    def questions(self) -> tuple[Question, ...]:
        """Follow the facts, or raise `ProofError`; return questions whose no proves the rest."""

    @property
    def weaker(self) -> "Statement | None":
        """What is left of the statement if the questions are not refuted; None for nothing."""
        return None

    @property
    def parts(self) -> AllowedMoves:
        """The parts of a transformation that alone may differ; by default all of them."""
        return EVERYTHING

    @property
    @abstractmethod
    def facts(self) -> Mapping[str, Any]:
        """What JSON has of the statement once it is checked."""

    @property
    @abstractmethod
    def sentence(self) -> Message:
        """The sentence that `check` prints; showing/report_certificate.py fills in a grid."""

    @property
    def shape(self) -> BoxShape:
        """The shape of the boxes."""
        about: Grid | Question = getattr(self, fields(self)[0].name)  # type: ignore[arg-type]
        return about.shape

    def as_json(self) -> dict[str, object]:
        """Return the facts for JSON."""
        return convert_facts_to_json(self)

    @classmethod
    def number_of_sudokus(cls, values: Mapping[str, Any]) -> int:  # noqa: ARG003
        """Return how many Sudokus a certificate is about."""
        return len(fields(cls)) - len(list_facts(cls))  # type: ignore[arg-type]

    @classmethod
    def read(cls, values: Mapping[str, Any], shape: BoxShape, sudokus: Sequence[Grid]) -> Self:
        """Return the statement of some Sudokus that JSON says; raise where it makes no sense."""
        return cls(*sudokus, **read_facts(values, cls, shape))


@contextmanager
def raise_proof_error_at_deadline() -> Iterator[None]:
    """Raise `ProofError` where the time is up."""
    try:
        yield
    except DeadlinePassedError:
        raise ProofError(
            "no proof: the time was not enough; a larger --time-limit may help"
        ) from None


_WRONG = (ArgumentError, VerificationError, DecodingError, GridError, TransformationError)


@contextmanager
def explain_bad_claim(name: str) -> Iterator[None]:
    """Raise `ProofError` that names a file where what it says makes no sense."""
    try:
        yield
    except _WRONG as error:
        raise ProofError(
            "{file} is not as expected: {reason}", file=name, reason=error.message
        ) from None
