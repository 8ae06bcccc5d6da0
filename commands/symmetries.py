"""`sudokopie symmetries`."""

from ..answers.seen_best import Survey, survey
from ..showing.printer import Form, Printer, harmless
from ..sudoku.grid import Grid
from .collections import Collection, Item, Shown, grids_of
from .declaring import command, gathered
from .exits import exit_status
from .options import BACKEND, FILES, TIME_LIMIT_A_SUDOKU, Solver, page_options, reading_options
from .proofs import ONE_CERTIFICATE, Proofs
from .reading import Given


@command()
@FILES
@reading_options
@BACKEND
@ONE_CERTIFICATE
@TIME_LIMIT_A_SUDOKU
@page_options("files")
@gathered(given=Given, solver=Solver)
def symmetries(given: Given, solver: Solver, proofs: Proofs) -> int:
    """Count the symmetries of a Sudoku, name some that give all, and show where one is seen best.

    A symmetry is a way to turn and reorder a Sudoku and to rename its digits after which it is the
    same as before. To show one, the Sudoku is moved to where people see it at once: as a mirror
    image in the diagonal or as turned by 180°, if it has such a symmetry, else in the next best
    form. A FILE holds one Sudoku or a collection, - is standard input.

    For the numbers alone, of many Sudokus: sudokopie canonical --symmetries.

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

    with Collection(given) as collection:
        if grid := collection.single():
            return exit_status(
                proofs.answer(given.files[0], surveyed(grid), printer, solver.clock(), backend)
            )
        proofs.check_one_sudoku()
        is_quiet = printer.form is Form.VERDICT
        if is_quiet:  # each line is one
            printer.form = Form.TEXT
        return collection.run(
            _Shown(printer, is_quiet),
            grids_of,
            lambda tasks: (map(surveyed, grids) for grids in tasks),
            1,
        )


class _Shown(Shown[Survey]):
    def __init__(self, printer: Printer, is_quiet: bool) -> None:
        super().__init__(printer.manner)
        self._printer, self._is_quiet = printer, is_quiet
        self._gap: list[str] = []

    def lines(self, item: Item, result: Survey) -> list[str] | str:
        said = self.said(item, result)
        if self._is_quiet:
            return [f"{harmless(item.place)}: {said.verdict()}"]
        lines = [*self._gap, harmless(item.place), "", said.text()]
        self._gap = ["", ""]
        return lines
