"""`sudokopie catalogue review`."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

import click

from ..showing.manner import Manner
from ..showing.printer import Form, harmless
from .catalogue import CATALOGUE
from .collections import Collection, Item, Shown, arrays_of
from .declaring import command, gathered, needs, rules
from .exits import exit_status
from .options import (
    FILES,
    OUTPUT,
    Results,
    answer_options,
    html_option,
    option,
    reading_options,
    time_limit_option,
)
from .reading import Given
from .workers import JOBS, processes

if TYPE_CHECKING:
    from ..catalogue import Known
    from ..catalogue.finding import Review
    from ..showing.said_review import SaidReview

_SUDOKUS_IN_A_TASK = 1000


class _Wanted(NamedTuple):
    """What is looked for, and how it is printed: the options."""

    near: int
    time_limit: float | None
    output: str
    bom: bool


@command()
@CATALOGUE
@FILES
@option(
    "--near K",
    "Look for known Sudokus that are copies when up to K clues are left out or changed.",
    least=0,
    most=2,
    default=2,
)
@time_limit_option(
    "Give up on the solutions, parts and symmetries of a Sudoku after this time.  [default: 2]"
)
@OUTPUT
@option("--bom", "Begin with a byte order mark, by which spreadsheets know that the file is UTF-8.")
@JOBS
@reading_options
@answer_options
@html_option("path", "files")
@gathered(given=Given, wanted=_Wanted)
@rules(needs("--bom", "--output csv"))
def catalogue_review(path: str, given: Given, wanted: _Wanted, jobs: int | None) -> int:
    """Say of each submitted Sudoku what an editor asks, given a catalogue of those printed.

    Has it one solution? Is it a copy of a known one, or of an earlier submission; nearly a copy; a
    part of a known one, or the other way round? Has a known one the same solution? Is it symmetric?
    Each Sudoku takes a line: where it stands, the verdict, and what the verdict rests on.

    The first of these that holds is the verdict: not solvable, not unique, known, submitted twice,
    nearly known, known in part, new with a known solution, undecided. Of others it is that nothing
    speaks against the Sudoku.

    Exit status: 2 if there was trouble with a file, else 1 if something speaks against some Sudoku,
    else 3 if that is not sure within the time limit, else 0; 130 after Ctrl-C.

    \b
    Example:
      printf '12..............\\n' | sudokopie catalogue add /tmp/seen.db --as old.txt -
      printf '..............21\\n' | sudokopie catalogue review /tmp/seen.db -
    """  # noqa: D301
    from ..catalogue import Catalogue
    from ..catalogue.finding import Reviewer, ReviewOptions
    from ..catalogue.schema import QUICKLY_CHECKED
    from ..collection.arrays import as_array
    from ..showing.said_review import reviewed

    asked = ReviewOptions(wanted.near)
    if wanted.time_limit is not None:
        asked = asked._replace(seconds=wanted.time_limit)
    with Catalogue.open(path) as catalogue, Collection(given, Results(wanted.output)) as collection:
        catalogue.connection.check(QUICKLY_CHECKED)
        reviewer = Reviewer(catalogue, asked, processes(jobs, given.files))
        if (grid := collection.single()) is not None:
            ((found,),) = reviewer.review(iter([as_array([grid])]))
            given.printer.answer(given.files[0], found)
            return exit_status([found.word])
        shown = _Shown(given.manner)

        if wanted.bom:
            print("\N{BYTE ORDER MARK}", end="")
        status = collection.run(shown, arrays_of, reviewer.review, _SUDOKUS_IN_A_TASK)
        said = reviewed(collection.statuses, given.manner)
        click.echo(said, err=given.printer.form is not Form.TEXT or wanted.output == "csv")
        return status


class _Shown(Shown["Review"]):
    columns = (
        "review",
        "solutions",
        "known",
        "near",
        "part",
        "same_solution",
        "symmetries",
        "said",
    )

    def __init__(self, manner: Manner) -> None:
        super().__init__(manner)
        self._places: dict[int, str] = {}

    def said(self, item: Item, result: "Review") -> "SaidReview":
        from ..showing.said_review import SaidReview

        self._places[result.index] = item.place
        earlier = "" if result.earlier is None else self._places[result.earlier]
        return SaidReview(result, self.manner, earlier)

    def lines(self, item: Item, result: "Review") -> list[str] | str:
        name = f" {item.entry.name}" if item.entry.name else ""
        return [harmless(f"{item.place}{name}: ") + self.said(item, result).verdict()]

    def fields(self, item: Item, result: "Review") -> list[str]:
        from ..showing.said_catalogue import place

        def places(some: "Iterable[Known]") -> str:
            return "; ".join(self.manner.say(place(known.source, self.manner)) for known in some)

        finding = result.finding
        return [
            result.word,
            result.completed.word,
            places(finding.known),
            places(near.known for near in finding.near),
            places(part.known for part in finding.parts),
            places(same.known for same in result.same_solution),
            "" if result.symmetries is None else str(result.symmetries),
            self.said(item, result).verdict(),
        ]
