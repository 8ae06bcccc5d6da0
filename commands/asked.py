"""What `sudokopie solve` can be asked about a pair: one method a question, which prints the answer.

Each returns the words of `EXIT_STATUSES` that go with the answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import click

from ..sudoku.pairfile import Pair
from .common import EXIT_STATUSES, command, tool
from .progress import line

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..encoding.export import Claim
    from ..encoding.question import Encoding
    from ..report.printer import Printer
    from ..solvers.decide import Answer
    from ..sudoku.errors import SudokopieError
    from ..sudoku.transformation import Transformation


class Asked(NamedTuple):
    """Who answers, in how many seconds, and who prints it."""

    printer: Printer
    backend: str
    time_limit: float | None

    def whether(
        self,
        file: str,
        pair: Pair,
        encoding: Encoding,
        any_steps: bool,
        proofs: Proofs,
        count: bool,
        walk: Callable[[Answer], None] = lambda _: None,
    ) -> set[str]:
        """Is the second a copy of the first? With `count`, in how many ways?

        `walk` is called with an answer that was printed.
        """
        from ..solvers.decide import decide

        answer = decide(
            *pair,
            self.backend,
            time_limit=self.time_limit,
            encoding=encoding,
            fewest=not any_steps,
        )
        certified, problem = proofs.certified(answer, self.time_limit)
        more, values = self._ways(answer) if count else ("", {})
        self.printer.answer(file, answer, certified, more, values)
        walk(answer)
        if problem is None:
            return {answer.status.value}
        self.printer.problem(file, problem)
        return {answer.status.value, "error"}

    def plainly(self, file: str, pair: Pair) -> int:
        """Answer as solve does without options, and return the exit status."""
        from ..encoding.question import REFINED

        statuses = self.whether(file, pair, REFINED, False, Proofs(None, False, None), False)
        return next(status for name, status in EXIT_STATUSES if name in statuses)

    def walk(self, answer: Answer, wait: Callable[[], None]) -> None:
        """Show the grid after every step of a yes, and call `wait` after each."""
        if answer.transformation is not None and answer.steps:
            from ..report.walk import print_walk

            print_walk(
                answer.first,
                answer.second,
                answer.transformation,
                self.printer.notation,
                self.printer.words,
                wait,
            )

    def _ways(self, answer: Answer) -> tuple[str, dict[str, object]]:
        """Return in how many ways, in words and for JSON."""
        from ..report.other_answers import ways_in_words
        from ..solvers.protocol import DeadlinePassedError, Status
        from ..solvers.ways import symmetries
        from ..sudoku.sentences import sentences

        notation, words = self.printer.notation, self.printer.words
        found, ways = None, None
        if answer.status is Status.DIFFERENT:
            ways = 0
        elif answer.status is Status.COPIES:
            try:
                found = symmetries(answer.first, self.backend, self.time_limit)
                ways = found.order
            except DeadlinePassedError:
                pass
        generators = found.generators if found else ()
        values: dict[str, object] = {
            "ways": ways,
            "symmetries": [
                sentences(one.forward(), notation, words, answer.first) for one in generators
            ],
        }
        return ways_in_words(found, ways, answer.first, notation, words), values

    def every_way(self, file: str, pair: Pair, limit: int | None) -> set[str]:
        """By which steps, in all ways that there are?"""
        from functools import partial
        from itertools import islice

        from ..report.other_answers import way_as_object, way_in_words
        from ..solvers.protocol import DeadlinePassedError
        from ..solvers.ways import all_ways
        from ..sudoku.language import Message

        printer, number = self.printer, 0
        notation, words = printer.notation, printer.words
        try:
            ways = islice(all_ways(*pair, self.backend, self.time_limit), limit)
            for number, way in enumerate(ways, 1):
                say = partial(way_in_words, number, way, pair.first, notation, words)
                record = partial(way_as_object, number, way, *pair, notation, words)
                printer.show(file, say, say().partition("\n")[0], record)
        except DeadlinePassedError:
            click.echo(Message("The time was not enough for all ways.").to(words), err=True)
            return {"undecided"}
        if number:
            return {"copies"}
        none = Message("No way leads from the first Sudoku to the second.").to(words)
        printer.show(file, lambda: none, none, lambda: {"number": 0})
        return {"different"}

    def part(self, file: str, pair: Pair) -> set[str]:
        """Is the one with fewer clues part of the other?"""
        from ..report.other_answers import part_as_object, part_in_words, part_verdict
        from ..report.printer import terminal_columns
        from ..solvers.nearest import part_of

        notation, words = self.printer.notation, self.printer.words
        swapped = pair.first.clues > pair.second.clues
        smaller, larger = reversed(pair) if swapped else pair
        answer = part_of(smaller, larger, self.backend, self.time_limit)
        self.printer.show(
            file,
            lambda: part_in_words(answer, swapped, notation, words, terminal_columns()),
            part_verdict(answer, swapped).to(words),
            lambda: part_as_object(answer, swapped, notation, words),
        )
        return {answer.status.value}

    def nearest(
        self, file: str, pair: Pair, blanks: bool, at_least: int | None, proofs: Proofs
    ) -> set[str]:
        """How near are they, or are they as near as that?"""
        from ..encoding.export import Claim
        from ..report.other_answers import nearest_as_object, nearest_in_words, nearest_verdict
        from ..report.printer import terminal_columns
        from ..solvers.nearest import nearest

        notation, words = self.printer.notation, self.printer.words
        with line() as show:
            found = nearest(
                *pair,
                self.backend,
                blanks=blanks,
                at_least=at_least,
                time_limit=self.time_limit,
                progress=lambda agreeing, at_most: show(f"{agreeing} to {at_most}"),
            )
        certified, problem = None, None
        if at_least is not None and found.reaches(at_least) is False:
            claim = Claim(at_least=at_least, blanks=blanks)
            certified, problem = proofs.of(pair, None, claim, self.time_limit)
        self.printer.show(
            file,
            lambda: nearest_in_words(
                found, at_least, notation, words, terminal_columns(), certified
            ),
            nearest_verdict(found, at_least, certified).to(words),
            lambda: nearest_as_object(found, at_least, notation, words, certified),
        )
        reached = found.is_exact or None if at_least is None else found.reaches(at_least)
        status = {True: "copies", False: "different", None: "undecided"}[reached]
        if problem is not None:
            self.printer.problem(file, problem)
            return {status, "error"}
        return {status}


class Proofs(NamedTuple):
    """Whether and where to certify answers, by which backend if one was named."""

    folder: str | None
    verify_no: bool
    backend_name: str | None

    def certified(
        self, answer: Answer, time_limit: float | None
    ) -> tuple[bool | None, SudokopieError | OSError | None]:
        """Prove a no, or that a yes needs its steps; check that, and write what was asked for.

        Return whether that is certified, None where nothing was to be, and what went wrong.
        """
        from ..solvers.protocol import Status

        if (self.folder is None and not self.verify_no) or answer.status is Status.UNDECIDED:
            return None, None
        from ..encoding.export import Claim

        witness = answer.transformation
        if answer.status is Status.DIFFERENT:
            claim: Claim | None = Claim()
        elif witness and answer.is_fewest and answer.steps and self.folder is not None:
            claim = Claim(steps=answer.steps - 1)
        else:
            claim = None
        return self.of(Pair(answer.first, answer.second), witness, claim, time_limit)

    def of(
        self,
        pair: Pair,
        witness: Transformation | None,
        claim: Claim | None,
        time_limit: float | None,
    ) -> tuple[bool | None, SudokopieError | OSError | None]:
        """Certify a witness, that a claim is false, or both, and return as `certified` does."""
        from ..sudoku.errors import SudokopieError

        if self.folder is None and not self.verify_no:
            return None, None
        from ..solvers.certificate import refute, write_certificate

        certified, refutation, problem = None, None, None
        try:
            if claim is not None:
                certified = False
                refutation = refute(*pair, self.backend_name, time_limit, claim)
                certified = True
        except (SudokopieError, OSError) as error:
            problem = error
        try:
            if self.folder is not None and (witness or refutation):
                write_certificate(self.folder, *pair, witness, refutation, tool(), command())
        except OSError as error:
            problem = error
        return certified, problem
