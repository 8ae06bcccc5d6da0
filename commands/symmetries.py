"""`sudokopie symmetries`."""

from ..answers.seen_best import Survey, survey
from ..showing.printer import harmless
from ..showing.said_symmetries import SaidSymmetries
from ..sudoku.grid import Grid
from .machinery.collections import Collection, Item, Shown, arrays_of
from .machinery.declaring import bars, command, exit_status
from .machinery.options import (
    BACKEND,
    FILES,
    PAGED,
    READING,
    RESULTS,
    TIME_LIMIT_A_SUDOKU,
    Results,
    Solver,
    option,
)
from .machinery.proving import ONE_CERTIFICATE, Proofs
from .machinery.reading import Given

_SUDOKUS_IN_A_TASK = 100


@command(
    bars("--gap", "--quiet", "--json", "--html", "--output csv", "--parquet", "--certificate"),
    solver=Solver,
)
@FILES
@option("--gap", "Print each group in the language of GAP: generators as permutations of cells.")
@RESULTS
@READING
@BACKEND
@ONE_CERTIFICATE
@TIME_LIMIT_A_SUDOKU
@PAGED
def symmetries(given: Given, solver: Solver, proofs: Proofs, gap: bool, results: Results) -> int:
    r"""Count the symmetries of a Sudoku, name some that give all, and show where one is seen best.

    A symmetry is a way to turn and reorder a Sudoku and to rename its digits after which it is the
    same as before. To show one, the Sudoku is moved to where people see it at once: as a mirror
    image in the diagonal or as turned by 180°, if it has such a symmetry, else in the next best
    form. A FILE holds one Sudoku or a collection, - is standard input.

    Of many Sudokus --output csv and --parquet give the number of symmetries, renamings of unused
    digits included, and the kind that is seen best; --gap lists permutations of the cells, row
    after row from 1.

    Exit status: 2 if there was trouble with a file, else 3 if the time was not enough for some
    Sudoku, else 0; 130 after Ctrl-C.

    Example:
      printf '.13.\n.2..\n1...\n..14\n' | sudokopie symmetries -
    """
    backend, printer = solver.incremental(), given.printer
    proofs = proofs.checked(given.files, solver.backend_name)

    def surveyed(grid: Grid) -> Survey:
        return survey(grid, backend, timeout=solver.time_limit)

    from ..answers.bulk.symmetries import surveys

    with Collection(given, results) as collection:
        if not gap and (grid := collection.single()):
            return exit_status(
                proofs.answer(given.files[0], surveyed(grid), printer, solver.clock(), backend)
            )
        proofs.check_one_sudoku()
        return collection.run(
            _Shown(printer.manner, gap),
            arrays_of,
            lambda tasks: (surveys(*task, surveyed) for task in tasks),
            _SUDOKUS_IN_A_TASK,
        )


class _Shown(Shown[Survey]):
    """With the group in the language of GAP, if that is wanted."""

    columns = ("symmetries", "kind")
    says_verdicts = True
    _space: tuple[str, ...] = ()

    def lines(self, item: Item, result: Survey) -> list[str] | str:
        said = SaidSymmetries(result, self.manner)
        if self.wanted:
            return said.verdict() if result.symmetries is None else [said.in_gap()]
        if self.is_quiet:
            return [f"{harmless(item.place)}: {said.verdict()}"]
        lines = [*self._space, harmless(item.place), "", said.text()]
        self._space = "", ""
        return lines

    def fields(self, _: Item, result: Survey) -> list[str]:
        order = result.symmetries and result.symmetries.order
        return [str(order or ""), result.seen.kind.value if result.seen else ""]
