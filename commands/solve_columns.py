"""`sudokopie solve --columns`: a pair in each line of a table."""

from collections.abc import Iterable, Iterator

from ..answers.bulk.sorted_forms import decided
from ..answers.decide import Answer
from ..reading.form import Entry, EntryPair
from ..sudoku.arrays import Cells
from ..sudoku.parts import Parts
from ..sudoku.shape import BoxShape
from .machinery.collections import Collection, Item, Shown, arrays_of
from .machinery.options import Results
from .machinery.reading import Given

_Pairs = tuple[tuple[Cells, BoxShape], tuple[Cells, BoxShape]]


def solve_columns(given: Given, results: Results, only: Parts) -> int:
    """Print for each line whether its second Sudoku is a copy of the first; return the status."""

    def pairs(entries: list[Entry]) -> _Pairs:
        seconds = [entry.second for entry in entries if isinstance(entry, EntryPair)]
        return arrays_of(entries), arrays_of(seconds)

    def answers(tasks: Iterator[_Pairs]) -> Iterable[Iterator[Answer]]:
        for (first, shape), (second, _) in tasks:
            yield decided(first, second, shape, only)

    with Collection(given, results) as collection:
        return collection.run(_Shown(given.manner), pairs, answers)


class _Shown(Shown[Answer]):
    columns = ("verdict", "steps")
    says_verdicts = True

    def lines(self, item: Item, result: Answer) -> list[str]:
        fields = self.fields(item, result)
        return ["\t".join(filter(None, fields[: 1 if self.is_quiet else 2]))]

    def fields(self, _: Item, result: Answer) -> list[str]:
        way = result.transformation
        steps = [] if way is None else self.manner.sentences(way.forward(), result.first)
        return [result.word, "; ".join(steps)]

    def status(self, result: Answer) -> str:
        return result.word
