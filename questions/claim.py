"""The base class of the claims in certificates. A claim is a statement about one Sudoku or two,
such as that a Sudoku has exactly one solution.

A claim is proved in two parts. First its data, such as a solution, are checked on the grids. Then,
if a question remains, a proof shows that the answer to this question is no.

Each kind of claim has a file beside the file of its question. proofs/claims.py finds the class of a
claim by the name of its kind in `certificate.json`.
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
from .serialization import convert_fields_to_json, list_serialized_fields, read_serialized_fields

CLAIM_FILE = "certificate.json"
"""The name of the file of a certificate that contains its claim."""


class Claim(ABC):
    """A claim of a certificate: a statement about one Sudoku or two, such as that they are not
    copies. Each kind of claim is a subclass.

    The subclasses are dataclasses. Their first fields are the Sudokus, or a question that contains
    the Sudokus; the other fields are the other data of the claim. `CERTIFIES` is the name of this
    kind of claim in `certificate.json`; `ABOUT` is text that explains the contents of this file to
    a reader of the certificate. `FORMAT` is the version of the folder's format that the file
    records.
    """

    CERTIFIES: ClassVar[str]
    ABOUT: ClassVar[str]
    FORMAT: ClassVar[int] = 2  # version 1.0.0 recorded no format

    @abstractmethod
    def check_and_list_questions_to_refute(self) -> tuple[Question, ...]:
        """Check the data of the claim on the grids, and return the questions that remain to be
        proved. The claim holds if the answer to each of these questions is no.

        Raises `ProofError` if the data are wrong.
        """

    @property
    def weaker_claim(self) -> "Claim | None":
        """A weaker claim that can be checked on the grids alone, without a proof. None if there is
        no such claim. The claim "copies, and these are the fewest steps", for example, has the
        weaker claim "copies".
        """
        return None

    @property
    def allowed_moves(self) -> AllowedMoves:
        """The kinds of moves that the transformations of this claim may have, such as exchanges of
        bands or renamings of digits; by default all kinds. A claim is the statement that a
        certificate proves.
        """
        return EVERYTHING

    @property
    @abstractmethod
    def json_entries_if_proved(self) -> Mapping[str, Any]:
        """The entries about the claim in the JSON that the command `check` prints if the claim is
        proved.
        """

    @property
    @abstractmethod
    def sentence_if_proved(self) -> Message:
        """The sentence that the command `check` prints if the claim is proved. If the sentence has
        a placeholder for a grid, `showing/report_certificate.py` replaces the placeholder by the
        grid.
        """

    @property
    def shape(self) -> BoxShape:
        """The shape of the boxes of the claim's Sudokus."""
        about: Grid | Question = getattr(self, fields(self)[0].name)  # type: ignore[arg-type]
        return about.shape

    def make_json_without_sudokus(self) -> dict[str, object]:
        """Return the data of the claim, without its Sudokus, as they are written to
        `certificate.json`.
        """
        return convert_fields_to_json(self)

    @classmethod
    def count_sudokus(cls, json_fields: Mapping[str, Any]) -> int:  # noqa: ARG003
        """Return the number of Sudokus, 1 or 2, that a claim of this kind is about. `json_fields`
        is the decoded content of `certificate.json`.
        """
        return len(fields(cls)) - len(list_serialized_fields(cls))  # type: ignore[arg-type]

    @classmethod
    def from_json(
        cls, json_fields: Mapping[str, Any], shape: BoxShape, sudokus: Sequence[Grid]
    ) -> Self:
        """Return the claim about `sudokus` whose other data are in `json_fields`, the decoded
        content of `certificate.json`. `shape` is the shape of the boxes.

        Raises `DecodingError`, `ArgumentError`, `GridError` or `TransformationError` if the data
        are not as expected.
        """
        return cls(*sudokus, **read_serialized_fields(json_fields, cls, shape))


@contextmanager
def convert_passed_deadline_to_proof_error() -> Iterator[None]:
    """A context manager that turns the error of a passed time limit, `DeadlinePassedError`, into a
    `ProofError` that suggests a longer limit.
    """
    try:
        yield
    except DeadlinePassedError:
        raise ProofError(
            "no proof: the time was not enough; a larger --time-limit may help"
        ) from None


_ERRORS_OF_WRONG_DATA = (
    ArgumentError,
    VerificationError,
    DecodingError,
    GridError,
    TransformationError,
)


@contextmanager
def convert_bad_data_to_proof_error(file_name: str) -> Iterator[None]:
    """A context manager that turns errors about wrong data into a `ProofError` that names the file
    `file_name`, from which the data were read.
    """
    try:
        yield
    except _ERRORS_OF_WRONG_DATA as error:
        raise ProofError(
            "{file} is not as expected: {reason}", file=file_name, reason=error.message
        ) from None
