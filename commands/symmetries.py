"""`sudokopie symmetries`."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..answers.seen_best import Survey, survey
from ..showing.printer import Form, Printer, harmless
from ..showing.said_symmetries import SaidSymmetries
from ..sudoku.grid import Grid
from .collections import Collection, Item, Shown, arrays_of
from .declaring import bars, command, gathered, rules
from .exits import exit_status
from .options import (
    BACKEND,
    FILES,
    RESULTS,
    TIME_LIMIT_A_SUDOKU,
    Results,
    Solver,
    option,
    page_options,
    reading_options,
)
from .proofs import ONE_CERTIFICATE, Proofs
from .reading import Given

if TYPE_CHECKING:
    from ..collection.arrays import Cells
    from ..sudoku.shape import BoxShape

_SUDOKUS_IN_A_TASK = 100


@command()
@FILES
@option("--gap", "Print each group in the language of GAP: generators as permutations of cells.")
@RESULTS
@reading_options
@BACKEND
@ONE_CERTIFICATE
@TIME_LIMIT_A_SUDOKU
@page_options("files")
@gathered(given=Given, solver=Solver)
@rules(bars("--gap", "--quiet", "--json", "--html", "--output csv", "--parquet", "--certificate"))
def symmetries(given: Given, solver: Solver, proofs: Proofs, gap: bool, results: Results) -> int:
    """Count the symmetries of a Sudoku, name some that give all, and show where one is seen best.

    A symmetry is a way to turn and reorder a Sudoku and to rename its digits after which it is the
    same as before. To show one, the Sudoku is moved to where people see it at once: as a mirror
    image in the diagonal or as turned by 180°, if it has such a symmetry, else in the next best
    form. A FILE holds one Sudoku or a collection, - is standard input.

    Of many Sudokus --output csv and --parquet give the number of symmetries, renamings of unused
    digits included, and the kind that is seen best; --gap lists permutations of the cells, row
    after row from 1.

    Exit status: 2 if there was trouble with a file, else 3 if the time was not enough for some
    Sudoku, else 0; 130 after Ctrl-C.

    \b
    Example:
      printf '.13.\\n.2..\\n1...\\n..14\\n' | sudokopie symmetries -
    """  # noqa: D301
    backend, printer = solver.incremental(), given.printer
    proofs = proofs.checked(given.files, solver.backend_name)

    def surveyed(grid: Grid) -> Survey:
        return survey(grid, backend, timeout=solver.time_limit)

    from ..collection.symmetries import surveys

    def found(tasks: "Iterator[tuple[Cells, BoxShape]]") -> Iterator[Iterator[Survey]]:
        for task in tasks:
            yield surveys(*task, surveyed)

    results.check(given.files)
    with Collection(given, results) as collection:
        if not gap and (grid := collection.single()):
            return exit_status(
                proofs.answer(given.files[0], surveyed(grid), printer, solver.clock(), backend)
            )
        proofs.check_one_sudoku()
        is_quiet = printer.form is Form.VERDICT
        if is_quiet:  # each line is one
            printer.form = Form.TEXT
        shown = _Shown(printer, is_quiet, gap)
        return collection.run(shown, arrays_of, found, _SUDOKUS_IN_A_TASK)


class _Shown(Shown[Survey]):
    columns = ("symmetries", "kind")

    def __init__(self, printer: Printer, is_quiet: bool, gap: bool) -> None:
        super().__init__(printer.manner)
        self._printer, self._is_quiet, self._gap_wanted = printer, is_quiet, gap
        self._space: list[str] = []

    def lines(self, item: Item, result: Survey) -> list[str] | str:
        if self._gap_wanted:
            group = SaidSymmetries(result, self.manner)
            return group.verdict() if result.symmetries is None else [group.in_gap()]
        said = self.said(item, result)
        if self._is_quiet:
            return [f"{harmless(item.place)}: {said.verdict()}"]
        lines = [*self._space, harmless(item.place), "", said.text()]
        self._space = ["", ""]
        return lines

    def fields(self, _: Item, result: Survey) -> list[str]:
        order = result.symmetries and result.symmetries.order
        return [str(order or ""), result.seen.kind.value if result.seen else ""]
