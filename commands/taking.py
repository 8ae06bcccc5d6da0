"""Files whose Sudokus a gathering takes; what is wrong with one costs only itself."""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from ..base.errors import SudokopieError
from ..reading.form import Entry
from ..reading.gridfile import GridFile
from ..sudoku.shape import BoxShape
from .collections import Files
from .reading import Given
from .terminal import bar

if TYPE_CHECKING:
    from ..collection.gathering import Gathering


class Taking:
    """Takes files, and says what is wrong with them: `problems` counts that.

    `look` is told of all good entries of a file, in order, before they are taken.
    """

    def __init__(
        self,
        gathering: "Gathering",
        given: Given,
        look: Callable[[GridFile, list[Entry]], None] = lambda _, __: None,
    ) -> None:
        self._gathering, self._given, self._look = gathering, given, look
        self._current, self._before = "", 0
        self._unopened: set[str] = set()
        self.problems = 0

    def take(self, files: tuple[str, ...]) -> None:
        """Take the Sudokus of files, and show how far this has come."""
        found = Files(self._given._replace(files=files), self._broken)
        with bar() as show:
            self._gathering.take(
                self._batches(found), lambda number: show(found.share, f"{number:,}")
            )

    def opened(self, files: Iterable[str]) -> Iterable[str]:
        """Return those files that could be opened."""
        return (file for file in files if file not in self._unopened)

    def _batches(self, found: Files) -> Iterator[tuple[str, BoxShape, list[Entry]]]:
        from ..collection.gathering import PUZZLES_IN_A_BATCH

        for file, grids, entries in found.batches(PUZZLES_IN_A_BATCH):
            if file != self._current:
                self._current, self._before = file, self._gathering.number
            good = [entry for entry in entries if entry.error is None]
            for entry in entries if len(good) < len(entries) else ():
                if entry.error is not None:
                    self._problem(file, entry.error)
            self._look(grids, good)
            yield file, grids.shape, good

    def _broken(self, file: str, error: SudokopieError | OSError) -> None:
        if file == self._current and self._gathering.number > self._before:
            raise error  # else what follows would be counted wrong
        self._unopened.add(file)
        self._problem(file, error)

    def _problem(self, file: str, error: SudokopieError | OSError) -> None:
        self._given.printer.problem(file, error)
        self.problems += 1
