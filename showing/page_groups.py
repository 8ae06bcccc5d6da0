"""Arrange the answers and errors of a page: the answers in groups with the same kind of result,
such as copies, and the errors by file.
"""

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..base.messages import Message
from .answer_report import PageEntry
from .printer import ErrorLine

FINDINGS = {
    "copy": Message("Copies"),
    "same": Message("The same, cell by cell"),
    "near": Message("Near copies"),
    "part": Message("Part of each other"),
    "solution": Message("No copies, but with the same solution"),
    "new": Message("New"),
    "faulty": Message("Faulty"),
    "variant": Message("Variants, not judged"),
    "no": Message("Not copies"),
    "yes": Message("Yes"),
    "nothing": Message("No"),
    "answer": Message("Answers"),
    "undecided": Message("Undecided"),
}
"""The titles of the groups of a page, by their keys, in the order of the page. A group has all
answers with the same finding.
"""


OVERVIEW = "overview"
"""The value of `finding` for an answer about all Sudokus together, which a page shows above the
groups.
"""


class PageListRow(NamedTuple):
    """A row of the list on a page: the index of its entry, from 1, among the page's entries, and
    the entry.
    """

    number: int
    entry: PageEntry


class PageGroup(NamedTuple):
    """The answers of a page that have the same finding. The fields are the finding (a key of
    `FINDINGS`), its title, and a row of the list for each answer.
    """

    finding: str
    title: Message
    rows: Sequence[PageListRow]

    @property
    def size(self) -> int:
        """The number of the group's answers."""
        return len(self.rows)


class EqualErrors(NamedTuple):
    """Errors with the same message in one file: the message, the number of these errors, and the
    first few places in the file.
    """

    message: str
    number: int
    places: Sequence[str]


class ErrorsOfFile(NamedTuple):
    """The errors in one file, the most frequent first. Equal errors are joined to one item;
    `number` is the number of all errors.
    """

    name: str
    number: int
    errors: Sequence[EqualErrors]


_MOST_PLACES = 5
"""The largest number of places that are listed for equal errors in a file."""


def group_entries(entries: Iterable[PageEntry]) -> list[PageGroup]:
    """Return the groups of a page's entries, in the order of `FINDINGS`."""
    rows = [PageListRow(number, entry) for number, entry in enumerate(entries, 1)]
    groups = (
        PageGroup(finding, title, [row for row in rows if row.entry.finding == finding])
        for finding, title in FINDINGS.items()
    )
    return [group for group in groups if group.rows]


def join_errors_by_file(errors: Iterable[tuple[str, ErrorLine]]) -> list[ErrorsOfFile]:
    """Return the errors of a page by file, in the order of the files' first errors. `errors` are
    pairs of the name of the file that the page shows, and an error.
    """
    by_file: dict[str, list[ErrorLine]] = {}
    for name, error in errors:
        by_file.setdefault(name, []).append(error)
    found = []
    for name, some in by_file.items():
        counts = Counter(error.message for error in some)
        joined = [
            EqualErrors(
                message,
                count,
                [error.place for error in some if error.message == message and error.place][
                    :_MOST_PLACES
                ],
            )
            for message, count in counts.most_common()
        ]
        found.append(ErrorsOfFile(name, len(some), joined))
    return found


def shorten_file_names(file_names: Sequence[str]) -> dict[str, str]:
    """Return a dictionary from each file name to the name that readers of the page see. This name
    has no folders. If another file would get the same name, the last folder is kept.
    """
    bases = {name: os.path.basename(name) or name for name in file_names}
    count = Counter(bases.values())
    return {
        name: base if count[base] == 1 else os.sep.join(name.split(os.sep)[-2:])
        for name, base in bases.items()
    }
