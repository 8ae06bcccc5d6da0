"""`sudokopie catalogue add`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from .catalogues import CATALOGUE, noted
from .collections import CLUSTER, FILES, JOBS, cells_of, workers
from .exits import INTERRUPTED, TROUBLE, YES, Misuse, stoppable
from .options import printer_options, reading_options
from .progress import share_bar
from .reading import read_grids, say_left_aside

if TYPE_CHECKING:
    from ..base.errors import SudokopieError
    from ..catalogue import Source
    from ..catalogue.store import Batch
    from ..reading.form import Entry, Reading
    from ..reading.gridfile import GridFile
    from ..showing.printer import Printer

_AT_ONCE = 10_000


@click.command(short_help="Add Sudokus to a catalogue.")
@CATALOGUE
@FILES
@click.option(
    "--as", "name", metavar="NAME", help="Remember this as the file's name instead of its path."
)
@JOBS
@CLUSTER
@reading_options
@printer_options
def catalogue_add(
    path: str,
    files: tuple[str, ...],
    name: str | None,
    jobs: int | None,
    cluster: str | None,
    reading: Reading,
    printer: Printer,
) -> int:
    """Add the Sudokus of files to a catalogue, which is made if it is not there.

    Each Sudoku of each FILE is added, also copies of others, but never the same cells under the
    same name from the same file twice: so files that have grown can be added again. What is counted
    at the end is on the disk. After Ctrl-C, or whatever else ends this early, do it again: it goes
    on where it was.

    Exit status: 0, or 2 if there was trouble with a file, 130 after Ctrl-C.

    \b
    Example:
      printf '12..............\\n..............21\\n' > /tmp/old.txt
      sudokopie catalogue add /tmp/seen.db /tmp/old.txt
    """  # noqa: D301
    from ..catalogue import Added, Catalogue

    if name is not None and len(files) > 1:
        raise Misuse("{option} needs a single file", option="--as")
    work = _Work(files, name, reading, printer)
    total = Added()

    with (
        Catalogue.open(path, create=True) as catalogue,
        stoppable() as stopped,
        workers(jobs, files, cluster, printer.manner) as found,
        share_bar(is_wanted=True) as show,
    ):

        def progress(so_far: Added) -> None:
            nonlocal total
            total = so_far
            show(work.share, f"{so_far.read:,}")

        catalogue.take(work.batches(), found, progress)
    printer.answer(path, total, stopped.status != INTERRUPTED)
    return stopped.status or (TROUBLE if work.has_trouble else YES)


class _Work:
    """Reads files in batches, many small ones together, and says how far that has come."""

    def __init__(
        self, files: tuple[str, ...], name: str | None, reading: Reading, printer: Printer
    ) -> None:
        self.files, self.name, self.reading, self.printer = files, name, reading, printer
        self.has_trouble = False
        self._entries: list[Entry] = []
        self._sources: list[Source] = []
        self._current: GridFile | None = None
        self._done = 0

    @property
    def share(self) -> float | None:
        """How much of all files has been read."""
        share = self._current.share if self._current else None
        return None if share is None else (self._done + share) / len(self.files)

    def batches(self) -> Iterator[Batch]:
        """Yield the Sudokus of all files; what is wrong with one costs only itself."""
        from ..base.errors import SudokopieError
        from ..catalogue import Source

        for number, file in enumerate(self.files):
            self._done = number
            name = noted(file) if self.name is None else self.name
            try:
                with read_grids(file, self.reading) as self._current:
                    for entries in self._current.batches(_AT_ONCE):
                        good = [entry for entry in entries if not self._is_bad(file, entry)]
                        is_other = self._entries and self._entries[0].shape != self._current.shape
                        if is_other or len(self._entries) + len(good) > _AT_ONCE:
                            yield from self._waiting()
                        self._entries += good
                        self._sources += [Source(name, one.line, one.name) for one in good]
                    say_left_aside(file, self._current, self.printer.manner)
            except (SudokopieError, OSError) as error:
                self._problem(file, error)
        yield from self._waiting()

    def _waiting(self) -> Iterator[Batch]:
        """Yield what has been read, and not yet handed on."""
        from ..collection.arrays import array_of

        if self._entries:
            data, shape = cells_of(self._entries)
            sources = self._sources
            self._entries, self._sources = [], []
            yield shape, array_of(data, shape), sources

    def _is_bad(self, file: str, entry: Entry) -> bool:
        if entry.error is not None:
            self._problem(file, entry.error)
        return entry.error is not None

    def _problem(self, file: str, error: SudokopieError | OSError) -> None:
        self.printer.problem(file, error)
        self.has_trouble = True
