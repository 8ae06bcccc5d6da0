"""What the commands about pair files share: one file after another, each answered on its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from .exits import ERROR, exit_status
from .proofs import Proofs
from .reading import read_one_of_each, read_pair

if TYPE_CHECKING:
    from ..answers.decide import Answer
    from ..encoding.question import Encoding
    from ..reading.form import Reading
    from ..reading.pairfile import Pair
    from ..showing.printer import Printer


def answer_files(
    files: tuple[str, ...],
    reading: Reading,
    printer: Printer,
    backend: str,
    answered: Callable[[str, Pair], Iterable[str]],
) -> int:
    """Read and answer each file; trouble with one costs only itself. Return the exit status.

    Two files that hold one Sudoku each are a pair together.

    `answered` prints the answer about a file, and returns its statuses.
    """
    from ..base.errors import SudokopieError

    together = read_one_of_each(files, reading)
    if together is not None:
        files = (" ".join(files),)
    printer.several = len(files) > 1
    statuses: set[str] = set()
    for file in files:
        try:
            statuses.update(answered(file, together or read_pair(file, reading, printer.manner)))
        except SudokopieError as error:
            statuses.add(ERROR)
            printer.error(file, error, backend)
    return exit_status(statuses)


class Decider(NamedTuple):
    """Who decides pairs, how, and who prints it."""

    printer: Printer
    backend: str
    time_limit: float | None = None
    encoding: Encoding | None = None
    any_steps: bool = False
    proofs: Proofs = Proofs()

    def decide(
        self, file: str, pair: Pair, then: Callable[[Answer], None] = lambda _: None
    ) -> list[str]:
        """Print whether the second is a copy of the first, and return the statuses.

        `then` is called with an answer that was printed.
        """
        from ..answers.decide import decide
        from ..encoding.question import REFINED
        from ..showing.said import Evidence
        from ..solvers.clock import Clock

        answer = decide(
            *pair,
            self.backend,
            timeout=self.time_limit,
            encoding=self.encoding or REFINED,
            fewest=not self.any_steps,
        )
        proved = self.proofs.of(answer, Clock(self.time_limit))
        self.printer.answer(file, answer, Evidence(proved.certified, proved.origin))
        then(answer)
        if proved.problem is None:
            return [answer.word]
        self.printer.problem(file, proved.problem)
        return [answer.word, ERROR]
