"""`sudokopie classes`."""

from ..reading.form import MAX_SIZE
from ..showing.printer import Printer
from ..solvers.clock import Clock
from ..studies.classes import ClassStudy
from ..sudoku.shape import BoxShape
from .declaring import command
from .exits import YES, stoppable
from .options import TIME_LIMIT, box_option, printer_options
from .reading import checked
from .terminal import line


@command()
@box_option("Boxes of R rows and C columns.", required=True)
@TIME_LIMIT
@printer_options
def classes(box: BoxShape, time_limit: float | None, printer: Printer) -> int:
    """Find all classes of complete Sudokus with boxes of a shape: all copies of one are a class.

    Prints the least Sudoku of each class, how many Sudokus it has, and how many automorphisms each
    of them: transformations that lead from it to itself. That the sizes add up to all complete
    Sudokus is checked. Boxes of 2x2 take no time, 2x3 seconds; 3x3 has more than five thousand
    million classes: Ctrl-C ends the search and prints what was found.

    Exit status: 0 if all have been found; 3 if the time was not enough; 130 after
    Ctrl-C; 2 trouble.

    \b
    Example:
      sudokopie classes --box 2x2
    """  # noqa: D301
    study = ClassStudy(checked(box, MAX_SIZE))
    with stoppable() as stopped, line() as show:
        study.run(Clock(time_limit), lambda study: show(f"{study.number}: {study.seen:,}"))
    printer.answer(f"--box {box}", study)
    return YES if study.is_exhausted else stopped.status
