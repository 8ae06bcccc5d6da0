"""`sudokopie catalogue find`."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from ..base.language import Message
from ..showing.manner import Manner
from ..showing.printer import Form, harmless, say
from .catalogue import CATALOGUE, WHEN
from .collections import Collection, Item, Shown, arrays_of
from .declaring import bars, command, exit_status, needs
from .options import (
    FILES,
    OUTPUT,
    PAGE_OPTIONS,
    Results,
    option,
    reading_options,
    time_limit_option,
)
from .reading import Given
from .workers import JOBS, processes

if TYPE_CHECKING:
    from ..catalogue.finding import Finding, FindOptions

_SUDOKUS_IN_A_TASK = 1000


def _asked(
    near: int | None,
    within: bool,
    every: bool,
    steps: bool,
    time_limit: float | None,
    since: str | None,
    issue: str | None,
) -> "FindOptions":
    from ..catalogue import Selection
    from ..catalogue.finding import FindOptions

    among = Selection(since=since, issue=issue)
    return FindOptions(None if every else 1, steps, near or 0, within, time_limit, among)


@command(
    needs("--time-limit", "--within"),
    bars("--output csv", "--steps", "--all", "--quiet", "--json"),
    given=Given,
    asked=_asked,
)
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
@PAGE_OPTIONS
def catalogue_find(
    path: str, given: Given, asked: "FindOptions", output: str, jobs: int | None
) -> int:
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
    from ..catalogue import Catalogue
    from ..catalogue.finding import Finder
    from ..catalogue.schema import QUICKLY_CHECKED
    from ..collection.arrays import as_array
    from ..showing.said_catalogue import finding_said

    with Catalogue.open(path) as catalogue, Collection(given, Results(output)) as collection:
        catalogue.connection.check(QUICKLY_CHECKED)
        grid = collection.single()
        with_steps = asked.steps or grid is not None or given.printer.listener is not None
        wanted = asked._replace(steps=with_steps)
        finder = Finder(catalogue, wanted, processes(jobs, given.files) if grid is None else 1)
        is_for_people = given.printer.form is Form.TEXT and output == "lines"
        if grid is not None:
            ((found,),) = finder.find(iter([as_array([grid])]))
            given.printer.answer(given.files[0], found)
            _say_what_else(asked, {found.word}, is_for_people, given.manner)
            return exit_status([found.word])

        shown = _Shown(given.manner, asked.steps)
        status = collection.run(shown, arrays_of, finder.find, _SUDOKUS_IN_A_TASK)
        said = finding_said(collection.statuses, given.manner)
        click.echo(said, err=given.printer.form is not Form.VERDICT)
        _say_what_else(asked, collection.statuses, is_for_people, given.manner)
        return status


def _say_what_else(
    asked: "FindOptions", words: Iterable[str], is_for_people: bool, manner: Manner
) -> None:
    """Tell people who have found nothing what else they can ask for."""
    if is_for_people and set(words) == {"new"} and not asked.near and not asked.within:
        say(
            Message(
                "No copy was found. --near 1 also finds what differs in one clue, --within what "
                "has more clues or fewer."
            ),
            manner,
        )


class _Shown(Shown["Finding"]):
    """With the steps to each Sudoku, if these are wanted."""

    columns = (
        *("status", "class", "copies"),
        *("known_file", "known_line", "known_name", "known_date", "known_issue"),
    )

    def lines(self, item: Item, result: "Finding") -> list[str] | str:
        from ..showing.said_catalogue import SaidFound

        name = f" {item.entry.name}" if item.entry.name else ""
        said = SaidFound(result if self.wanted else replace(result, steps=None), self.manner)
        return said.lines_with_steps(harmless(f"{item.place}{name}: "))

    def fields(self, _: Item, result: "Finding") -> list[str]:
        """Return these; of nearly known ones and parts where the first of those stood."""
        near, parts = (one.known for one in result.near), (one.known for one in result.parts)
        source = next((known.source for known in (*result.known, *near, *parts)), None)
        class_id = "" if result.class_id is None else str(result.class_id)
        place = [""] * 5 if source is None else [str(field) for field in source[:5]]
        return [result.word, class_id, str(result.copies), *place]
