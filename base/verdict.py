"""Yes, no or undecided: how every question is answered, and the words that say it."""

from collections.abc import Mapping
from enum import Enum

TYPE_CHECKING = False  # `typing` is not imported for this


class Verdict(Enum):
    """The three answers to a question. Undecided is not no, so that none is true or false."""

    YES = "yes"
    NO = "no"
    UNDECIDED = "undecided"

    @classmethod
    def of(cls, truth: bool | None) -> "Verdict":
        """Return the verdict of a truth value; None is undecided."""
        return cls.UNDECIDED if truth is None else cls.YES if truth else cls.NO

    def __bool__(self) -> bool:
        raise TypeError("a verdict is yes, no or undecided: compare it with one of these")


YES, NO, UNDECIDED = Verdict

WORDS: Mapping[str, Mapping[str, Verdict]] = {
    # Is it a copy, and in how many ways?
    "copy": {"copies": YES, "different": NO, "undecided": UNDECIDED},
    # Is it part of the other?
    "part": {"part": YES, "no part": NO, "undecided": UNDECIDED},
    # What is the most that can agree, and can so many?
    "nearest": {"exact": YES, "undecided": UNDECIDED},
    "near": {"reached": YES, "not reached": NO, "undecided": UNDECIDED},
    # Is there such a thing: a better image, few clues that meet all sets, symmetries?
    "found": {"found": YES, "none": NO, "undecided": UNDECIDED},
    # Is there just one solution? "some": one is known, and perhaps there are others.
    "completion": {"one": YES, "none": NO, "more": NO, "some": UNDECIDED, "undecided": UNDECIDED},
    # Is it in the catalogue?
    "seen": {"known": YES, "near": YES, "part": YES, "new": NO, "undecided": UNDECIDED},
    # Does nothing that is known speak against this submission?
    "review": {
        "ready": YES,
        "unsolvable": NO,
        "several": NO,
        "copy": NO,
        "repeated": NO,
        "similar": NO,
        "contained": NO,
        "same solution": NO,
        "undecided": UNDECIDED,
    },
    # Is a data set without faults?
    "audit": {"clean": YES, "faulty": NO, "undecided": UNDECIDED},
    # Has the search come to its end?
    "study": {"complete": YES, "stopped": UNDECIDED},
}
"""For each kind of question the words that programs and JSON see, and which verdict each is."""

VERDICTS: Mapping[str, Verdict] = {
    word: verdict for words in WORDS.values() for word, verdict in words.items()
}
"""The verdict of each word; no word says two of them."""


def choose_word(question: str, verdict: Verdict) -> str:
    """Return the first word for a verdict on a kind of question, one of `WORDS`.

    >>> choose_word("copy", Verdict.NO)
    'different'
    """
    return next(word for word, said in WORDS[question].items() if said is verdict)


class WithVerdict:
    """What has a `verdict` on a question of one kind has the word for it, and no truth value."""

    __slots__ = ()

    _question = "copy"

    if TYPE_CHECKING:

        @property
        def verdict(self) -> Verdict:
            """The answer: yes, no or undecided."""

    @property
    def word(self) -> str:
        """The verdict in the word that programs and JSON see, such as `copies`."""
        return choose_word(self._question, self.verdict)

    def __bool__(self) -> bool:
        raise TypeError("an answer is yes, no or undecided: compare its verdict")


class Study(WithVerdict):
    """A search that can be stopped, or what one has found. Its `word` is complete, or stopped."""

    __slots__ = ()

    _question = "study"
