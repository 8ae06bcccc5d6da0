"""`sudokopie solve --columns`: a pair in each line of a table."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ..answers.decide import Answer
from ..reading.form import Entry, EntryPair
from ..showing.manner import Manner
from ..showing.printer import Form
from ..sudoku.parts import Parts
from .collections import Collection, Item, Shown, arrays_of
from .options import Results
from .reading import Given

if TYPE_CHECKING:
    from ..collection.arrays import Cells
    from ..sudoku.shape import BoxShape

    Pairs = tuple[tuple[Cells, BoxShape], tuple[Cells, BoxShape]]

_PAIRS_IN_A_TASK = 1000


def solve_columns(given: Given, results: Results, only: Parts) -> int:
    """Print for each line whether its second Sudoku is a copy of the first; return the status."""
    from ..collection.sorted_forms import decided

    def pairs(entries: list[Entry]) -> "Pairs":
        seconds = [entry.second for entry in entries if isinstance(entry, EntryPair)]
        return arrays_of(entries), arrays_of(seconds)

    def answers(tasks: "Iterator[Pairs]") -> Iterable[Iterator[Answer]]:
        for (first, shape), (second, _) in tasks:
            yield decided(first, second, shape, only)

    is_quiet = given.printer.form is Form.VERDICT
    if is_quiet:  # each line is one
        given.printer.form = Form.TEXT
    with Collection(given, results) as collection:
        return collection.run(_Shown(given.manner, is_quiet), pairs, answers, _PAIRS_IN_A_TASK)


class _Shown(Shown[Answer]):
    columns = ("verdict", "steps")

    def __init__(self, manner: Manner, is_quiet: bool) -> None:
        super().__init__(manner)
        self._is_quiet = is_quiet

    def lines(self, item: Item, result: Answer) -> list[str]:
        fields = self.fields(item, result)
        return ["\t".join(filter(None, fields[: 1 if self._is_quiet else 2]))]

    def fields(self, _: Item, result: Answer) -> list[str]:
        way = result.transformation
        steps = [] if way is None else self.manner.sentences(way.forward(), result.first)
        return [result.word, "; ".join(steps)]

    def status(self, result: Answer) -> str:
        return result.word
