"""Functions that processes run in tests of backends, in a module that is imported quickly."""

import os
import signal
import sys
import time
from collections.abc import Iterator
from importlib import import_module


class Pigeons:
    """A formula that no solver answers in reasonable time; it states that 13 pigeons fit into 12
    holes.
    """

    variables = 13 * 12

    def yield_clause_families(self) -> Iterator[tuple[str, Iterator[list[int]]]]:
        yield "pigeons", self.clauses()

    def clauses(self) -> Iterator[list[int]]:
        holes = range(12)
        for pigeon in range(13):
            yield [12 * pigeon + hole + 1 for hole in holes]
            for other in range(pigeon):
                for hole in holes:
                    yield [-(12 * pigeon + hole + 1), -(12 * other + hole + 1)]


class HardQuestion:
    formula = Pigeons()


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
