"""What searches that can be interrupted have in common: whether they have come to their end."""

from ..base.verdict import Verdict, WithVerdict


class Study(WithVerdict):
    """A search, or what one has found. Its `word` is complete, or stopped.

    What is known is right, also where the search was stopped.
    """

    __slots__ = ()

    _question = "study"


def ended(is_complete: bool) -> Verdict:
    """Return yes for a search that is complete, else undecided."""
    return Verdict.YES if is_complete else Verdict.UNDECIDED
