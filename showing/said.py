"""What every answer can be asked for, and which file says which kind of answer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from ..base.errors import ArgumentError
from ..base.language import Message
from .manner import Manner

if TYPE_CHECKING:
    from ..proofs.origin import Origin
    from .entries import PageEntry, Picture, Track

SAID_BY: dict[str, tuple[str, str]] = {
    "Added": ("said_catalogue", "SaidAdded"),
    "Answer": ("said_decision", "SaidDecision"),
    "BetterCopy": ("said_canonical", "SaidBetter"),
    "CanonicalForm": ("said_canonical", "SaidForm"),
    "Certified": ("said_certified", "SaidCertified"),
    "CertifiedClues": ("said_certified", "SaidCertifiedClues"),
    "CertifiedForm": ("said_certified", "SaidCertifiedForm"),
    "CertifiedWays": ("said_certified", "SaidCertifiedWays"),
    "ClassStudy": ("said_classes", "SaidClasses"),
    "Completed": ("said_completion", "SaidCompletion"),
    "FewestCluesStudy": ("said_fewest_clues", "SaidFewestClues"),
    "Finding": ("said_catalogue", "SaidFound"),
    "MetSets": ("said_met_sets", "SaidMet"),
    "NearestCopy": ("said_nearest", "SaidNearest"),
    "PartAnswer": ("said_part", "SaidPart"),
    "PatternPlaces": ("said_unavoidable", "SaidPlaces"),
    "ShapeStudy": ("said_fewest_clues", "SaidShape"),
    "Stats": ("said_catalogue", "SaidStats"),
    "Survey": ("said_symmetries", "SaidSymmetries"),
    "UnavoidableSets": ("said_unavoidable", "SaidUnavoidable"),
    "Ways": ("said_ways", "SaidWays"),
}
"""For each type of answers, by its name: the file here and the class in it that say them."""


def in_words(found: object, manner: Manner, *more: object) -> Said:
    """Return an answer put into words by the class that is registered for its type.

    `more` is what that class takes besides. Raises `ArgumentError` for what is no answer.
    """
    name = type(found).__name__
    if name not in SAID_BY:
        raise ArgumentError(f"expected a grid or an answer, found {name}")
    file, class_ = SAID_BY[name]
    said: Said = getattr(import_module(f".{file}", __package__), class_)(found, manner, *more)
    return said


class Evidence(NamedTuple):
    """What stands behind an answer.

    `certified` says whether a proof was checked, None where none was asked for; `origin` is where
    the checked proof is from. `by_solver`: a solver of another project said it, so that a no, or
    that nothing is better, is only its word.
    """

    certified: bool | None = None
    origin: Origin | None = None
    by_solver: bool = False

    def record(self) -> dict[str, object]:
        """Return what JSON says: `certified` where that was asked, `proof` where there is one."""
        record: dict[str, object] = {}
        if self.certified is not None:
            record["certified"] = self.certified
        if self.origin is not None:
            record["proof"] = self.origin._asdict()
        return record


NO_EVIDENCE = Evidence()
"""Behind an answer stands this program alone, and no proof was asked for."""


class Said(ABC):
    """An answer put into words, in a manner: as a text, as one line, as JSON, on a page."""

    title: ClassVar[Message] = Message("Are these Sudokus copies of each other?")
    """The question that is answered, as the title of a page."""

    found: Any
    """The answer."""

    def __init__(self, found: Any, manner: Manner, evidence: Evidence = NO_EVIDENCE) -> None:
        self.found, self.manner, self.evidence = found, manner, evidence

    @property
    def status(self) -> str:
        """The answer in a word, as JSON has it."""
        return str(self.found.word)

    def text(self) -> str:
        """Return all that a person wants to read, in one line or many."""
        return self.verdict()

    def verdict(self) -> str:
        """Return the answer in one line."""
        return self.manner.say(self.sentence())

    def sentence(self) -> Message:
        """Return the sentence that is the verdict, where it is one."""
        raise NotImplementedError

    @abstractmethod
    def record(self) -> Mapping[str, object]:
        """Return what JSON says."""

    def sentences(self) -> list[str]:
        """Return what a page says: the verdict first."""
        return [self.verdict()]

    def entry(self, name: str) -> PageEntry:
        """Return what a page shows of the answer about a file."""
        raise NotImplementedError

    def entry_with(
        self, name: str, pictures: Sequence[Picture], tracks: Sequence[Track] = ()
    ) -> PageEntry:
        """Return the entry of what is said, with these pictures and tracks."""
        from .entries import PageEntry, tone_of

        return PageEntry(name, tone_of(self.status), self.sentences(), pictures, tracks)
