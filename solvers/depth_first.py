"""Depth-first search: make choice after choice, and take back a choice that leads nowhere."""

from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from .clock import Clock

S = TypeVar("S")


class DepthFirst(Generic[S]):
    """A search through states, which never change: a choice makes a new state.

    `choices(state)` yields the states after one more choice, without the states that cannot lead
    to a goal. `nodes` counts the states that were looked at. It holds its own stack, because the
    choices for a large grid are more than Python's functions can be nested.

    >>> def letters(word): return (word + letter for letter in "ab")
    >>> list(DepthFirst(letters, Clock()).goals("", 2))
    ['aa', 'ab', 'ba', 'bb']
    """

    def __init__(self, choices: Callable[[S], Iterator[S]], clock: Clock) -> None:
        self.choices, self.clock = choices, clock
        self.nodes = 0

    def goals(self, start: S, depth: int) -> Iterator[S]:
        """Yield the states after `depth` choices; raise `DeadlinePassedError` if time runs out."""
        levels = [iter((start,))]
        while levels:
            self.clock.check()
            state = next(levels[-1], None)
            if state is None:
                levels.pop()
                continue
            self.nodes += 1
            if len(levels) > depth:
                yield state
            else:
                levels.append(self.choices(state))
