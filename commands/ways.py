"""`sudokopie ways`."""

from __future__ import annotations

import sys
from itertools import islice
from typing import TYPE_CHECKING

import click

from ..base.verdict import Verdict
from .exits import ERROR, Misuse
from .options import (
    BACKEND,
    ONE_CERTIFICATE,
    PATH,
    TIME_LIMIT_AND_PROOF,
    answer_options,
    reading_options,
)
from .pairs import answer_files
from .proofs import Certifying
from .reading import read_one_of_each

if TYPE_CHECKING:
    from ..answers.ways import Ways
    from ..proofs.folder import AnyCertificate
    from ..reading.form import Reading
    from ..reading.pairfile import Pair
    from ..showing.printer import Printer
    from ..solvers.clock import Clock


@click.command(short_help="In how many ways are two Sudokus copies?")
@click.argument("files", type=PATH, metavar="FILE...", nargs=-1, required=True)
@click.option("--all", "every_way", is_flag=True, help="Print every way from 1 to 2, in order.")
@click.option("--limit", type=click.IntRange(1), metavar="K", help="With --all: at most K ways.")
@reading_options
@BACKEND
@ONE_CERTIFICATE
@TIME_LIMIT_AND_PROOF
@answer_options
def ways(
    files: tuple[str, ...],
    every_way: bool,
    limit: int | None,
    reading: Reading,
    backend_name: str | None,
    certificate: str | None,
    force: bool,
    checker_name: str | None,
    time_limit: float | None,
    printer: Printer,
) -> int:
    """Count the ways from the first Sudoku of a pair to the second, and say what makes them.

    There are as many as the first Sudoku has symmetries, which are printed too: each way is one of
    them, followed by any other way. With --all every way is printed, none twice, those with the
    least rotation first. Each FILE holds two Sudokus, - is standard input.

    Exit status: 2 if there was trouble with a file, else 1 if some pair is not a copy, else 3 if
    the time was not enough for some pair, else 0.

    \b
    Example:
      printf '12\\n..\\n\\n..\\n21\\n' | sudokopie ways --all -
    """  # noqa: D301
    from ..answers.ways import ways as count_ways
    from ..showing.said import in_words
    from ..solvers.clock import Clock
    from ..solvers.registry import DEFAULT, incremental

    if limit is not None and not every_way:
        raise Misuse("{option} needs {others}", option="--limit", others="--all")
    if certificate is not None and every_way:
        raise Misuse("{one} and {other} exclude each other", one="--certificate", other="--all")
    if certificate is not None and len(files) > 1 and not read_one_of_each(files, reading):
        raise Misuse("--certificate takes one FILE")
    certifying = Certifying(certificate, force, checker_name, backend_name)
    backend = incremental(DEFAULT if backend_name is None else backend_name, Clock(time_limit)).name

    certifying.check(files)

    def answered(file: str, pair: Pair) -> list[str]:
        clock = Clock(time_limit)
        if every_way:
            return [_every_way(file, pair, limit, backend, clock, printer)]
        found = count_ways(*pair, backend, timeout=clock)
        said = in_words(found, printer.manner)
        if found.verdict is Verdict.UNDECIDED:
            printer.show(file, said)
            return [found.word]

        def certify() -> AnyCertificate:
            return _certified(found, backend, certifying, Clock(time_limit))

        is_well = certifying.show(file, said, certify, printer)
        return [found.word] if is_well else [found.word, ERROR]

    return answer_files(files, reading, printer, backend, answered)


def _certified(found: Ways, backend: str, how: Certifying, clock: Clock) -> AnyCertificate:
    """Return the certificate of a number of ways; that of no way is the one of a no."""
    from ..proofs.certificate import certify
    from ..proofs.ways_certificate import certify_ways

    if not found.number:
        return certify(found.answer, how.backend_name, timeout=clock, checker_name=how.checker_name)
    return certify_ways(
        found, backend, how.backend_name, timeout=clock, checker_name=how.checker_name
    )


def _every_way(
    file: str, pair: Pair, limit: int | None, backend: str, clock: Clock, printer: Printer
) -> str:
    """Print the ways one after another, and return the status."""
    from ..answers.ways import all_ways
    from ..base.errors import DeadlinePassedError
    from ..base.language import Message
    from ..showing.said_ways import SaidNoWay, SaidWay

    number = 0
    try:
        found = islice(all_ways(*pair, backend, timeout=clock), limit and min(limit, sys.maxsize))
        for number, way in enumerate(found, 1):
            printer.show(file, SaidWay(number, way, *pair, printer.manner))
    except DeadlinePassedError:
        said = Message("The time was not enough for all ways.")
        click.echo(printer.manner.say(said), err=True)
        return "undecided"
    if number:
        return "copies"
    printer.show(file, SaidNoWay(printer.manner))
    return "different"
