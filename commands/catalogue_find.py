"""`sudokopie catalogue find`."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import click

from ..base.language import Message
from ..showing.manner import Manner
from ..showing.printer import Form, Printer, harmless, say
from ..sudoku.grid import Grid
from .catalogue import CATALOGUE, WHEN
from .collections import OUTPUT, Collection, Item, Results, Shown, arrays_of
from .declaring import bars, command, gathered, needs, rules
from .exits import exit_status
from .options import FILES, answer_options, html_option, option, reading_options, time_limit_option
from .reading import Given
from .workers import JOBS, processes

if TYPE_CHECKING:
    from ..catalogue.finding import Finder, Finding

_SUDOKUS_IN_A_TASK = 1000


class _Search(NamedTuple):
    """What is looked for besides copies, and how much is said of them: the options."""

    near: int | None
    within: bool
    every: bool
    steps: bool
    time_limit: float | None
    since: str | None
    issue: str | None


@command()
@CATALOGUE
@FILES
@option(
    "--near K",
    "Where there is no copy: also those that are copies when up to K clues (1 or 2) are left out "
    "or changed.",
    least=1,
    most=2,
)
@option(
    "--within",
    "Also those that contain it, or that it contains: copies with clues left out. This may take "
    "long; see --time-limit.",
)
@option("--all", "Name all copies, not just the first.", "every")
@option("--steps", "The steps from the first copy to each Sudoku.")
@WHEN
@OUTPUT
@JOBS
@time_limit_option("With --within: give up on a Sudoku after this time.")
@reading_options
@answer_options
@html_option("path", "files")
@gathered(given=Given, search=_Search)
@rules(
    needs("--time-limit", "--within"), bars("--output csv", "--steps", "--all", "--quiet", "--json")
)
def catalogue_find(path: str, given: Given, search: _Search, output: str, jobs: int | None) -> int:
    """Say of each Sudoku whether a catalogue has a copy of it: which one, and by which steps.

    A FILE with one Sudoku is drawn beside the first one that it is a copy of, with the steps. Of a
    collection, or of several files, each Sudoku takes a line: where it stands, and where the known
    one came from.

    Exit status: 2 if there was trouble with a file, else 1 if some Sudoku is not known in any of
    the ways that were asked for, else 3 if that is not sure within the time limit, else 0; 130
    after Ctrl-C.

    \b
    Example:
      printf '12..............\\n' | sudokopie catalogue add /tmp/seen.db --as old.txt -
      printf '..............21\\n' | sudokopie catalogue find /tmp/seen.db -
    """  # noqa: D301
    from ..catalogue import Catalogue, Selection
    from ..catalogue.finding import Finder, FindOptions
    from ..catalogue.schema import QUICKLY_CHECKED
    from ..showing.said_catalogue import finding_said

    near, within, every, steps, time_limit, since, issue = search
    with Catalogue.open(path) as catalogue, Collection(given, Results(output)) as collection:
        catalogue.connection.check(QUICKLY_CHECKED)
        grid = collection.single()
        wanted = FindOptions(
            None if every else 1,
            steps or grid is not None or given.printer.listener is not None,
            near or 0,
            within,
            time_limit,
            Selection(since=since, issue=issue),
        )
        finder = Finder(catalogue, wanted, processes(jobs, given.files) if grid is None else 1)
        is_for_people = given.printer.form is Form.TEXT and output == "lines"
        if grid is not None:
            word = _find_one(given.files[0], grid, finder, given.printer)
            _say_what_else(search, {word}, is_for_people, given.manner)
            return exit_status([word])

        shown = _Shown(given.manner, steps)
        status = collection.run(shown, arrays_of, finder.find, _SUDOKUS_IN_A_TASK)
        said = finding_said(collection.statuses, given.manner)
        click.echo(said, err=given.printer.form is not Form.VERDICT)
        _say_what_else(search, collection.statuses, is_for_people, given.manner)
        return status


def _find_one(file: str, grid: Grid, finder: "Finder", printer: Printer) -> str:
    """Say what is known of a Sudoku; return the word for it."""
    from ..collection.arrays import as_array

    ((found,),) = finder.find(iter([as_array([grid])]))
    printer.answer(file, found)
    return found.word


def _say_what_else(
    search: _Search, words: Iterable[str], is_for_people: bool, manner: Manner
) -> None:
    """Tell people who have found nothing what else they can ask for."""
    if is_for_people and set(words) == {"new"} and not search.near and not search.within:
        say(
            Message(
                "No copy was found. --near 1 also finds what differs in one clue, --within what "
                "has more clues or fewer."
            ),
            manner,
        )


class _Shown(Shown["Finding"]):
    columns = (
        *("status", "class", "copies"),
        *("known_file", "known_line", "known_name", "known_date", "known_issue"),
    )

    def __init__(self, manner: Manner, with_steps: bool) -> None:
        super().__init__(manner)
        self._with_steps = with_steps

    def lines(self, item: Item, result: "Finding") -> list[str] | str:
        from ..showing.said_catalogue import SaidFound

        name = f" {item.entry.name}" if item.entry.name else ""
        said = SaidFound(result if self._with_steps else replace(result, steps=None), self.manner)
        return said.lines_with_steps(harmless(f"{item.place}{name}: "))

    def fields(self, _: Item, result: "Finding") -> list[str]:
        """Return these; of nearly known ones and parts where the first of those stood."""
        near, parts = (one.known for one in result.near), (one.known for one in result.parts)
        source = next((known.source for known in (*result.known, *near, *parts)), None)
        class_id = "" if result.class_id is None else str(result.class_id)
        place = [""] * 5 if source is None else [str(field) for field in source[:5]]
        return [result.word, class_id, str(result.copies), *place]
