"""Depth-first search: make one choice after another, and undo a choice if it does not lead to a
goal.
"""

from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from .deadline import Deadline

S = TypeVar("S")


class DepthFirstSearch(Generic[S]):
    """A depth-first search through immutable states. The function `next_states(state)` yields the
    states that one more choice can reach from `state`; it may leave out states from which no goal
    can be reached. `nodes` counts the states that were visited.

    The search keeps its own stack, because a large grid needs more choices than Python allows
    nested function calls.

    >>> def letters(word): return (word + letter for letter in "ab")
    >>> list(DepthFirstSearch(letters, Deadline()).yield_goal_states("", 2))
    ['aa', 'ab', 'ba', 'bb']
    """

    def __init__(self, next_states: Callable[[S], Iterator[S]], deadline: Deadline) -> None:
        self.next_states, self.deadline = next_states, deadline
        self.nodes = 0

    def yield_goal_states(self, start_state: S, depth: int) -> Iterator[S]:
        """Search from the state `start_state`, and yield every state that is reached after exactly
        `depth` choices. Raises `DeadlinePassedError` if the time runs out.
        """
        levels = [iter((start_state,))]
        while levels:
            self.deadline.check_deadline()
            state = next(levels[-1], None)
            if state is None:
                levels.pop()
                continue
            self.nodes += 1
            if len(levels) > depth:
                yield state
            else:
                levels.append(self.next_states(state))
