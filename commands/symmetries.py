"""`sudokopie symmetries`."""

from ..answers.seen_best import Survey, survey
from ..showing.manner import Manner
from ..showing.printer import harmless
from ..showing.said_symmetries import SaidSymmetries
from ..sudoku.grid import Grid
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
from .machinery.stream_runner import StreamRunner, stack_cells
from .machinery.sudoku_rows import Column, SudokuRows
from .machinery.sudoku_stream import Item

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

    with StreamRunner(given, results) as runner:
        if not gap and (grid := runner.single()):
            return exit_status(
                proofs.answer(given.files[0], surveyed(grid), printer, solver.clock(), backend)
            )
        proofs.check_one_sudoku()
        return runner.run(
            _Symmetries(printer.manner, gap),
            stack_cells,
            lambda tasks: (surveys(*task, surveyed) for task in tasks),
            _SUDOKUS_IN_A_TASK,
        )


class _Symmetries(SudokuRows[Survey]):
    """The number of symmetries of each Sudoku, and the kind that is seen best.

    `wanted` is whether --gap was given: then the group is printed in the language of GAP.
    """

    has_verdicts = True
    _space: tuple[str, ...] = ()
    """The empty lines before an answer: none before the first answer."""

    def __init__(self, manner: Manner, wanted: bool) -> None:
        super().__init__(manner, wanted)
        self.columns = Column("symmetries", self._order), Column("kind", self._kind)

    def _order(self, _: Item, result: Survey) -> int | None:
        return None if result.symmetries is None else result.symmetries.order

    def _kind(self, _: Item, result: Survey) -> str | None:
        return None if result.seen is None else result.seen.kind.value

    def lines(self, item: Item, result: Survey) -> list[str]:
        said = SaidSymmetries(result, self.manner)
        if self.wanted:
            return [said.in_gap()]
        if self.is_quiet:
            return [f"{harmless(item.place)}: {said.verdict()}"]
        lines = [*self._space, harmless(item.place), "", said.text()]
        self._space = "", ""
        return lines

    def reason(self, _: Item, result: Survey) -> str | None:
        is_missing = self.wanted and result.symmetries is None
        return SaidSymmetries(result, self.manner).verdict() if is_missing else None
