"""A solver's reply as the answer that this package gives to the same question."""

from collections.abc import Callable
from typing import Any

from ..questions.completion import Completable
from ..questions.copy import Copy
from ..questions.nearest import SoManyAgree
from ..questions.question import Reply
from ..questions.within import Within
from ..sudoku.grid import Grid
from ..sudoku.parts import EVERYTHING
from .completion import Completed
from .decide import Answer
from .nearest import NearestCopy
from .part import PartAnswer


def _answer(reply: Reply, first: Grid, second: Grid) -> Answer:
    return Answer(
        first,
        second,
        reply.verdict,
        reply.witness,
        reply.solver,
        0.0,
        {},
        is_fewest=reply.is_optimum,
        only=reply.question.parts if isinstance(reply.question, Copy) else EVERYTHING,
    )


def _copies(reply: Reply, question: Copy) -> Answer:
    return _answer(reply, question.first, question.second)


def _within(reply: Reply, question: Within) -> PartAnswer:
    return PartAnswer(question.part, _answer(reply, *question.from_and_to))


def _nearest(reply: Reply, question: SoManyAgree) -> NearestCopy:
    return NearestCopy(
        question.first,
        question.second,
        question.blanks,
        question.at_least,
        reply.witness,
        question.agreeing(reply.witness),
        question.at_most(reply),
        question.formula.total,
        reply.solver,
        0.0,
        question.parts,
    )


def _completion(reply: Reply, question: Completable) -> Completed:
    grid = question.grid
    if reply.satisfiable:
        return Completed(grid, (reply.witness,), None if question.formula.cell else False)
    return Completed(grid, (), reply.satisfiable)


_GIVEN: dict[str, Callable[[Reply, Any], Answer | PartAnswer | NearestCopy | Completed]] = {
    Copy.NAME: _copies,
    Within.NAME: _within,
    SoManyAgree.NAME: _nearest,
    Completable.NAME: _completion,
}


def answer_of(reply: Reply) -> Answer | PartAnswer | NearestCopy | Completed | Reply:
    """Return a reply as the answer to its question; the reply itself where there is no other."""
    given = _GIVEN.get(reply.question.NAME)
    return reply if given is None else given(reply, reply.question)
