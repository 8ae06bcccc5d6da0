"""Depth-first search: make one choice after another, and undo a choice that leads to no goal."""

from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from .clock import Clock

S = TypeVar("S")


class DepthFirst(Generic[S]):
    """A depth-first search through immutable states. `choices(state)` yields the states that one
    more choice can lead to; it may leave out states from which no goal can be reached. `nodes`
    counts the states that were visited.

    The search keeps its own stack, because a large grid needs more choices than Python allows
    nested function calls.

    >>> def letters(word): return (word + letter for letter in "ab")
    >>> list(DepthFirst(letters, Clock()).goals("", 2))
    ['aa', 'ab', 'ba', 'bb']
    """

    def __init__(self, choices: Callable[[S], Iterator[S]], clock: Clock) -> None:
        self.choices, self.clock = choices, clock
        self.nodes = 0

    def goals(self, start: S, depth: int) -> Iterator[S]:
        """Search from the state `start`, and yield every state that is reached after `depth`
        choices. Raise `DeadlinePassedError` if the time runs out.
        """
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
