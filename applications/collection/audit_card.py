"""The card of an audit: a section in Markdown for the README of a data set, with the numbers of the
audit and all that is needed to repeat it.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from ...base.messages import Message
from ...base.version import VERSION
from ...reading.file_entry import Entry
from ...reading.gridfile import GridFile
from ...showing.answer_formatter import format_markdown_table
from ...showing.printer import escape_on_one_line
from ...system.output import open_output
from .audit import UNKNOWN
from .gather_files import format_command_line, hash_files, raise_if_input_changed
from .report_audit import AuditReport
from .strata import StrataColumn, StrataReader

_UNKNOWN_COUNT = "?"
_RELATIONS: Mapping[str, tuple[Message, str | None]] = {
    "class": (Message("copies"), None),
    "same_solution": (Message("same solution"), "class"),
    "near": (Message("near copies"), "class"),
}
"""The table columns of the audit that relate a Sudoku to an earlier Sudoku, such as `near`. Each
has a title and the name of a column with a closer relation, such as `class`: Sudokus with this
closer relation are not counted again.
"""


class AuditCard(NamedTuple):
    """The results of an audit of a data set, as they are written into the description of the data
    set (`audit --card`).

    - `report`: the report on the audit.
    - `command`: the command line.
    - `digests`: the SHA-256 digest of each input file, as `hash_files` returns it.
    - `counts`: the number of Sudokus in each file, in the order of reading.
    - `strata`: the stratum of each Sudoku, such as its rating; None if the user did not ask for
      strata.
    """

    report: AuditReport
    command: str
    digests: Mapping[str, str | None]
    counts: Sequence[tuple[str, int]]
    strata: StrataReader | None

    def format_markdown(self) -> str:
        """Return the card as Markdown."""
        say = self.report.display.translate
        title = say(Message("Copies and faults"))
        return "\n".join(
            [
                f"## {title}",
                "",
                say(Message("Found by sudokopie {version}:", version=VERSION)),
                "",
                f"    {escape_on_one_line(self.command)}",
                "",
                say(*self.report.make_result_messages()),
                "",
                *self._yield_lines_about_files(),
                "",
                *self._yield_lines_about_findings(),
                "",
                *self._yield_lines_about_frequencies(),
                *self._yield_lines_about_strata(),
                _format_escaped_table(
                    [say(Message("File")), "SHA-256"],
                    (
                        [name, f"`{digest}`" if digest else "–"]
                        for name, digest in self.digests.items()
                    ),
                    first_right_aligned_column=2,
                ),
            ]
        )

    def _yield_lines_about_files(self) -> Iterator[str]:
        """Yield the lines of a table with a row for each file: how many Sudokus it has, how many
        classes of copies these Sudokus form, and how many Sudokus are copies of other Sudokus in
        the file. If there are several files, the table also has how many Sudokus are copies, near
        copies or have the solution of a Sudoku in an earlier file.
        """
        say, number = self.report.display.translate, self.report.display.format_number
        has_earlier = len(self.counts) > 1
        titles = [
            say(Message("File")),
            say(Message("Sudokus")),
            say(Message("classes")),
            say(Message("copies in it")),
        ]
        if has_earlier:
            titles += [
                say(Message("{relation} in earlier files", relation=title))
                for title, _ in _RELATIONS.values()
            ]
        rows, start = [], 0
        for name, count in self.counts:
            end = start + count
            row = [name, number(count), *self._count_classes_and_copies(start, end)]
            if has_earlier:
                row += [self._count_in_earlier_files(one, start, end) for one in _RELATIONS]
            rows.append(row)
            start = end
        if has_earlier:
            total = say(Message("all"))
            rows.append(
                [total, number(start), *self._count_classes_and_copies(0, start), "", "", ""]
            )
        yield _format_escaped_table(titles, rows)
        yield ""
        yield say(
            Message(
                "A class is a Sudoku with all its copies. A copy is the same Sudoku turned, with "
                "other digits or with its rows and columns in another order. Near copies become "
                "copies if clues are left out or changed, at most {count}.",
                count=self.report.found.near,
            ),
            *(
                [
                    Message(
                        "Copies of earlier files are not counted again under “same solution” and "
                        "“near copies”."
                    )
                ]
                if has_earlier
                else []
            ),
        )

    def _count_classes_and_copies(self, start: int, end: int) -> tuple[str, str]:
        """Return the number of classes among the Sudokus with the numbers from `start` to `end`
        - 1, and the number of copies of earlier Sudokus among them.
        """
        firsts = self.report.found.columns["class"][start:end]
        if (firsts == UNKNOWN).any():
            return _UNKNOWN_COUNT, _UNKNOWN_COUNT
        classes, number = len(np.unique(firsts)), self.report.display.format_number
        return number(classes), number(end - start - classes)

    def _count_in_earlier_files(self, column_name: str, start: int, end: int) -> str:
        """Return how many of the Sudokus with the numbers from `start` to `end` - 1, which are from
        one file, the table column relates to a Sudoku in an earlier file.
        """
        columns, but = self.report.found.columns, _RELATIONS[column_name][1]
        firsts = columns[column_name][start:end]
        if (firsts == UNKNOWN).any():
            return _UNKNOWN_COUNT
        is_related = firsts < start
        if but is not None:
            is_related &= columns[but][start:end] >= start
        return self.report.display.format_number(int(is_related.sum()))

    def _yield_lines_about_findings(self) -> Iterator[str]:
        """Yield the lines of a table with a row for each kind of finding, such as copies."""
        say = self.report.display.translate
        cells = (
            self.report.format_table_row(kind, findings)
            for kind, findings in self.report.found.make_findings_by_kind().items()
        )
        titles = [say(Message("Finding")), say(Message("Sudokus")), say(Message("share"))]
        rows = ([title, count, share] for count, share, title in cells)
        yield _format_escaped_table(titles, rows)

    def _yield_lines_about_frequencies(self) -> Iterator[str]:
        """Yield a paragraph for each of the report's frequency tables, such as the table of the
        numbers of clues.
        """
        number = self.report.display.format_number
        for title, sizes in self.report.make_frequency_tables_by_title(slice(None)).items():
            told = ", ".join(f"{value} ({number(count)})" for value, count in sizes.items())
            yield f"{title}: {told or _UNKNOWN_COUNT}"
            yield ""

    def _yield_lines_about_strata(self) -> Iterator[str]:
        """Yield the lines of a table with a row for each stratum, such as a rating, and a column
        for each file: how many of the file's Sudokus are in the stratum.
        """
        if self.strata is None:
            return
        number, found, start = self.report.display.format_number, Counter[tuple[int, int]](), 0
        for place, (_, count) in enumerate(self.counts):
            found.update((code, place) for code in self.strata.codes[start : start + count])
            start += count
        names = self.strata.names
        rows = [
            [name, *(number(found[names.index(name), place]) for place in range(len(self.counts)))]
            for name in self.strata.column.sort_names(names)
        ]
        titles = [self.strata.column.name, *(name for name, _ in self.counts)]
        yield _format_escaped_table(titles, rows)
        yield ""


class CardWriter:
    """A writer of the card (a section for a README) about the input files `files`, to the file
    `path`. If `path` is None, nothing is written. While the files are read, it counts the Sudokus
    in each file, and in each stratum, a part of the data set with the same value in the column
    `strata_column`, if this column is given.
    """

    def __init__(
        self, path: str | None, files: Iterable[str], strata_column: StrataColumn | None
    ) -> None:
        self._path = path
        self._digests = {} if path is None else hash_files(files)
        self._strata = None if strata_column is None else StrataReader(strata_column)
        self._counts = list[tuple[str, int]]()
        self._current: GridFile | None = None

    def count(self, grid_file: GridFile, entries: list[Entry]) -> None:
        """Count `entries`, some Sudokus of an opened file. They are added to the numbers of the
        file and of their strata (parts of the data set, such as the easy Sudokus).
        """
        if grid_file is not self._current:
            self._current = grid_file
            self._counts.append((grid_file.source, 0))
        name, number = self._counts[-1]
        self._counts[-1] = name, number + len(entries)
        if self._strata is not None:
            self._strata.read(grid_file, entries)

    def raise_if_too_many_strata(self) -> None:
        """Raise `ArgumentError` if the column has more different values than there may be strata
        (parts of the data set, one for each value).
        """
        if self._strata is not None:
            self._strata.raise_if_too_many()

    def raise_if_input_changed(self) -> None:
        """Raise `OutputError` if an input file was changed since this object was made."""
        raise_if_input_changed(self._digests)

    def write(self, report: AuditReport) -> None:
        """Write the card, with the numbers of the audit in `report`, to the file."""
        if self._path is None:
            return
        card = AuditCard(report, format_command_line(), self._digests, self._counts, self._strata)
        with open_output(self._path) as stream:
            stream.write(f"{card.format_markdown()}\n".encode(errors="surrogateescape"))


def _format_escaped_table(
    titles: Sequence[str], rows: Iterable[Sequence[str]], first_right_aligned_column: int = 1
) -> str:
    """Return a table in Markdown, in which special characters in names, such as `|`, are escaped.
    Columns from the index `first_right_aligned_column` on are aligned to the right.
    """
    escaped = [[_escape_markdown(text) for text in row] for row in (titles, *rows)]
    return format_markdown_table(escaped, first_right_aligned_column)


def _escape_markdown(text: str) -> str:
    """Escape the special characters of Markdown in a text of one line, so that Markdown shows the
    text as it is. Code between backticks is not changed.
    """
    if text.startswith("`"):
        return text
    return re.sub(r"([\\`*_\[\]<>|~&])", r"\\\1", escape_on_one_line(text))
