"""The verdict on a question (yes, no or undecided), and the words that express it."""

from collections.abc import Mapping
from enum import Enum

TYPE_CHECKING = False  # avoids importing `typing`


class Verdict(Enum):
    """The three possible answers to a question: yes, no and undecided. A verdict cannot be used as
    a truth value, because undecided would then count as no.
    """

    YES = "yes"
    NO = "no"
    UNDECIDED = "undecided"

    @classmethod
    def of(cls, truth: bool | None) -> "Verdict":
        """Return the verdict for a truth value: yes for True, no for False, undecided for None."""
        return cls.UNDECIDED if truth is None else cls.YES if truth else cls.NO

    def __bool__(self) -> bool:
        """Raise `TypeError`, because undecided would otherwise count as true or false."""
        raise TypeError("a verdict is yes, no or undecided: compare it with one of these")


YES, NO, UNDECIDED = Verdict

WORDS: Mapping[str, Mapping[str, Verdict]] = {
    # Is it a copy, and in how many ways?
    "copy": {"copies": YES, "different": NO, "undecided": UNDECIDED},
    # Is one Sudoku part of the other?
    "part": {"part": YES, "no part": NO, "undecided": UNDECIDED},
    # How many clues can agree at most, and can a given number agree?
    "nearest": {"exact": YES, "undecided": UNDECIDED},
    "near": {"reached": YES, "not reached": NO, "undecided": UNDECIDED},
    # Does the object exist: a better image, few clues that meet all sets, another symmetry?
    "found": {"found": YES, "none": NO, "undecided": UNDECIDED},
    # Is there exactly one solution? "some": one solution is known, and there may be more.
    "completion": {"one": YES, "none": NO, "more": NO, "some": UNDECIDED, "undecided": UNDECIDED},
    # Is it in the catalogue?
    "seen": {"known": YES, "near": YES, "part": YES, "new": NO, "undecided": UNDECIDED},
    # Is this submission free of known problems?
    "review": {
        "ready": YES,
        "unsolvable": NO,
        "several": NO,
        "copy": NO,
        "repeated": NO,
        "similar": NO,
        "contained": NO,
        "same solution": NO,
        "variant": UNDECIDED,
        "undecided": UNDECIDED,
    },
    # Is a data set without faults?
    "audit": {"clean": YES, "faulty": NO, "undecided": UNDECIDED},
    # Has the search come to its end?
    "study": {"complete": YES, "stopped": UNDECIDED},
}
"""For each kind of question, the words for its answers in programs and JSON, each with its verdict
(yes, no or undecided).
"""

VERDICTS: Mapping[str, Verdict] = {
    word: verdict for words in WORDS.values() for word, verdict in words.items()
}
"""The verdict (yes, no or undecided) of each word. A word has the same verdict for all kinds of
questions.
"""


def choose_verdict_word(question_kind: str, verdict: Verdict) -> str:
    """Return the word for a verdict in JSON output and in programs, such as `different` for the
    verdict no. `question_kind` is the kind of question, a key of `WORDS`, such as "copy". If this
    kind has several words for the verdict, the first is returned.

    >>> choose_verdict_word("copy", Verdict.NO)
    'different'
    """
    return next(word for word, meaning in WORDS[question_kind].items() if meaning is verdict)


class AnswerWithVerdict:
    """The base class of answers that have a verdict: yes, no or undecided. An answer cannot be used
    as a truth value, because undecided would then count as no.
    """

    __slots__ = ()

    _question = "copy"

    if TYPE_CHECKING:

        @property
        def verdict(self) -> Verdict:
            """The answer to the question: yes, no or undecided."""

    @property
    def word(self) -> str:
        """The word, such as `copies`, by which JSON output and programs express the verdict of this
        answer.
        """
        return choose_verdict_word(self._question, self.verdict)

    def __bool__(self) -> bool:
        """Raise `TypeError`, because an undecided answer would otherwise count as yes or no."""
        raise TypeError("an answer is yes, no or undecided: compare its verdict")


class StoppableSearch(AnswerWithVerdict):
    """The base class of long searches that can be stopped; the object is also the result. A search
    that was completed has the verdict yes and the word `complete`. A search that was stopped has
    the verdict undecided and the word `stopped`.
    """

    __slots__ = ()

    _question = "study"
