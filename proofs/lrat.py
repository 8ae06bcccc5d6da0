"""Lines of LRAT proofs: `NUMBER LITERALS 0 HINTS 0`, and `NUMBER d NUMBERS 0` for deletions."""

from collections.abc import Iterable, Iterator, Sequence

from ..base.errors import ProofError
from ..base.language import Message
from ..solvers.clock import Clock


def needed_steps(proof: Sequence[str], clock: Clock) -> list[str]:
    """Return the steps that lead to the empty clause, without deletions and all other steps.

    Solvers write all that they learnt, of which a small part is needed. Raises `ProofError` where
    no line has the empty clause; that the steps are right is for a checker to say.
    """
    needed: set[str] = set()
    steps: list[str] = []
    for line in clock.watch(reversed(proof)):
        step, _, hints = line.partition(" 0 ")  # which a deletion does not have
        number, _, clause = step.partition(" ")
        if hints and (number in needed if steps else not clause):
            steps.append(line)
            needed.update(hints.split())
    if not steps:
        raise ProofError(Message("the proof ends without the empty clause"))
    return steps[::-1]


def without_hints(proof: Iterable[str]) -> Iterator[str]:
    """Yield the clauses that the steps of a proof add, as lines of DRAT."""
    for line in proof:
        _, *literals = line.partition(" 0 ")[0].split()
        yield " ".join([*literals, "0"])


def split_lines(pieces: Iterable[str]) -> Iterator[str]:
    """Yield the lines of a text that comes in pieces, whole lines each."""
    for piece in pieces:
        yield from piece.splitlines()
