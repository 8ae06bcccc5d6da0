"""`sudokopie canonical`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING

import click

from .collections import (
    CLUSTER,
    FILES,
    JOBS,
    OUTPUT,
    PARQUET,
    Collection,
    Item,
    Shown,
    cells_in_line,
    cells_of,
    check_parquet,
    workers,
)
from .exits import TROUBLE, UNDECIDED, YES, Misuse
from .options import ONE_CERTIFICATE, answer_options, reading_options, time_limit_option
from .proofs import Certifying
from .reading import read_grids, say_left_aside

if TYPE_CHECKING:
    from ..collection.canonical import FormOptions, FoundForm
    from ..proofs.folder import AnyCertificate
    from ..reading.form import Reading
    from ..showing.manner import Manner
    from ..showing.printer import Printer
    from ..sudoku.grid import Grid
    from ..sudoku.shape import BoxShape

_IN_A_TASK = 500


@click.command(short_help="The least of all copies of a Sudoku, and the steps to it.")
@FILES
@click.option(
    "--form",
    type=click.Choice(["min", "max"]),
    default="min",
    show_default=True,
    help="The least copy, or the greatest.",
)
@click.option(
    "--by",
    type=click.Choice(["solution"]),
    help="Print the form of the only solution, and where the clues lie on it.",
)
@click.option(
    "--only",
    type=click.Choice(["digits"]),
    help="Only rename digits, in the order in which they first occur; move nothing.",
)
@click.option("--symmetries", is_flag=True, help="The number of symmetries beside each form.")
@click.option("--check", is_flag=True, help="Compare each form with the one that a solver finds.")
@OUTPUT
@PARQUET
@JOBS
@CLUSTER
@ONE_CERTIFICATE
@time_limit_option("Give up on a Sudoku after this time. A proof gets the same time again.")
@reading_options
@answer_options
def canonical(
    files: tuple[str, ...],
    form: str,
    by: str | None,
    only: str | None,
    symmetries: bool,
    check: bool,
    output: str,
    parquet: str | None,
    jobs: int | None,
    cluster: str | None,
    certificate: str | None,
    force: bool,
    checker_name: str | None,
    time_limit: float | None,
    reading: Reading,
    printer: Printer,
) -> int:
    """Print the canonical form of Sudokus: the least of all copies of each, and the steps to it.

    Copies are compared as they are read, row after row, a blank before 1. Two Sudokus are copies if
    and only if their forms are equal. A FILE holds any one grid, or a collection, - is standard
    input. Of a collection, of several files, and with --quiet, each form is printed on a line of
    its own; a line that starts with # says why there is none.

    Exit status: 2 if there was trouble with a file, else 1 if with --by solution some Sudoku has
    not just one, else 3 if the time was not enough, else 0; 130 after Ctrl-C.

    \b
    Example:
      printf '12..\\n..1.\\n...3\\n....\\n' | sudokopie canonical -
    """  # noqa: D301
    from ..showing.printer import Form

    is_other = by is not None or only is not None
    if is_other and (form == "max" or time_limit is not None):
        option = "--by solution" if by else "--only digits"
        raise Misuse(
            "{option} cannot be used with {others}", option=option, others="--form, --time-limit"
        )
    if check and (only is not None or form == "max" or time_limit is not None):
        raise Misuse(
            "{option} cannot be used with {others}",
            option="--check",
            others="--only, --form, --time-limit",
        )
    if output == "csv" and printer.form is not Form.TEXT:
        raise Misuse(
            "{option} cannot be used with {others}", option="--output csv", others="--quiet, --json"
        )
    check_parquet(parquet, files, output, printer)
    is_plain = not (is_other or symmetries or check or parquet) and output == "lines"
    certifying = Certifying(certificate, force, checker_name)
    certifying.check(files)
    if certificate is not None and not is_plain:
        raise Misuse(
            "{option} cannot be used with {others}",
            option="--certificate",
            others="--by, --only, --symmetries, --check, --output, --parquet",
        )
    opened = read_grids(files[0], reading) if len(files) == 1 else None
    if opened is not None and opened.is_single and is_plain:
        grid = opened.single()
        say_left_aside(files[0], opened, printer.manner)
        return _one_form(files[0], grid, form, time_limit, certifying, printer)
    if certificate is not None:
        with opened or nullcontext():
            raise Misuse("--certificate takes a FILE with one Sudoku")
    if printer.form is Form.VERDICT:  # each line is one
        printer.form = Form.TEXT
    from ..collection.canonical import FormOptions, canonical_forms
    from ..system.ordered import ordered

    wanted = FormOptions(form, time_limit, by is not None, only is not None, symmetries, check)
    collection = Collection(files, reading, printer, output == "csv", opened, parquet)
    with opened or nullcontext(), workers(jobs, files, cluster, printer.manner) as found:

        def answers(tasks: Iterator[tuple[bytes, BoxShape]]) -> Iterable[Iterable[FoundForm]]:
            return ordered(partial(canonical_forms, wanted=wanted), tasks, found)

        return collection.run(_Shown(printer.manner, wanted), cells_of, answers, _IN_A_TASK)


def _one_form(
    file: str,
    grid: Grid,
    form: str,
    time_limit: float | None,
    certifying: Certifying,
    printer: Printer,
) -> int:
    from ..answers.canonical import canonical_form
    from ..base.errors import DeadlinePassedError
    from ..showing.said import in_words
    from ..solvers.clock import Clock

    try:
        found = canonical_form(grid, form, timeout=time_limit)
    except DeadlinePassedError as error:
        printer.problem(file, error)
        return UNDECIDED

    def certify() -> AnyCertificate:
        from ..proofs.canonical_certificate import certify_form

        clock = Clock(time_limit)
        return certify_form(found, form, timeout=clock, checker_name=certifying.checker_name)

    is_well = certifying.show(file, in_words(found, printer.manner), certify, printer)
    return YES if is_well else TROUBLE


class _Shown(Shown["FoundForm"]):
    def __init__(self, manner: Manner, wanted: FormOptions) -> None:
        self._manner, self._wanted = manner, wanted
        columns = ["form"]
        columns += ["clues"] if wanted.by_solution else []
        columns += ["symmetries"] if wanted.symmetries else []
        self.columns = tuple(columns)

    def lines(self, _: Item, result: FoundForm) -> list[str] | str:
        if result.form is not None:
            return [" ".join(self.fields(result))]
        from ..base.errors import DeadlinePassedError
        from ..base.language import Message

        if result.solutions is None:
            return self._manner.say(DeadlinePassedError().message)
        if result.solutions:
            return self._manner.say(Message("This Sudoku has more than one solution."))
        return self._manner.say(Message("This Sudoku has no solution."))

    def fields(self, result: FoundForm) -> list[str]:
        if result.form is None:
            return [""] * len(self.columns)
        size = round(len(result.form) ** 0.5)
        fields = [cells_in_line(result.form, size)]
        fields += [] if result.clues is None else [cells_in_line(result.clues, size)]
        return fields + ([] if result.symmetries is None else [str(result.symmetries)])

    def record(self, item: Item, result: FoundForm) -> Mapping[str, object]:
        size = item.entry.shape.size

        def rows(cells: bytes) -> list[list[int]]:
            return [list(cells[start : start + size]) for start in range(0, size * size, size)]

        record: dict[str, object] = {"status": self.status(result), "grid": rows(item.entry.cells)}
        if result.form is not None:
            record["form"] = rows(result.form)
        if result.clues is not None:
            record["clues"] = rows(result.clues)
        if result.symmetries is not None:
            record["symmetries"] = result.symmetries
        if result.form is not None and not self._wanted.by_solution:
            record |= self._steps(item, rows(result.form))
        return record

    def _steps(self, item: Item, form: list[list[int]]) -> Mapping[str, object]:
        from ..answers.canonical import CanonicalForm
        from ..answers.decide import decide
        from ..showing.said import in_words
        from ..sudoku.grid import Grid

        grid = Grid([*item.entry.grid], item.entry.shape)  # type: ignore[misc]
        image = Grid(form, item.entry.shape)
        steps = decide(grid, image).transformation
        assert steps is not None  # a form is a copy
        return in_words(CanonicalForm(grid, image, steps), self._manner).record()

    def status(self, result: FoundForm) -> str:
        if result.form is not None:
            return "found"
        return {None: "undecided", 0: "none"}.get(result.solutions, "more")
