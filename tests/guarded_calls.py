"""Functions that processes run in tests of backends, in a module that is imported quickly."""

import os
import signal
import sys
import time
from collections.abc import Iterator
from importlib import import_module

from sudokopie.encoding.formula import Formula


class Pigeons(Formula):
    """A formula without models; it states that a number of holes is enough for one more pigeon.
    With 12 holes no solver answers it in reasonable time.
    """

    def __init__(self, holes: int = 12) -> None:
        self.holes = holes
        self.variables = (holes + 1) * holes

    def yield_clause_families(self) -> Iterator[tuple[str, Iterator[list[int]]]]:
        yield "pigeons", self._yield_clauses()

    def _yield_clauses(self) -> Iterator[list[int]]:
        holes = range(self.holes)
        for pigeon in range(self.holes + 1):
            yield [self.holes * pigeon + hole + 1 for hole in holes]
            for other in range(pigeon):
                for hole in holes:
                    yield [-(self.holes * pigeon + hole + 1), -(self.holes * other + hole + 1)]


class HardQuestion:
    formula = Pigeons()

    def yield_questions_without_and_with_quarter_turn(self) -> "Iterator[HardQuestion]":
        yield self


def double(number: int) -> int:
    return 2 * number


def fail() -> None:
    raise ValueError("no")


def die() -> None:
    os._exit(7)


def sleep() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(60)


def is_imported(module: str) -> bool:
    before = module in sys.modules
    import_module(module)
    return before


def burns() -> None:
    end = time.process_time() + 0.2
    while time.process_time() < end:
        pass
