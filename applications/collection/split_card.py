"""The card of a split: its numbers, and all that is needed to make the split again."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.messages import Message
from ...base.version import VERSION
from ...showing.answer_formatter import AnswerFormatter, format_table_as_lines
from .report_duplicates import list_messages_about_unreadable_sudokus
from .splitting import (
    KINDS,
    SIDE_NAMES,
    SplitGroups,
    SplitPlan,
    SplitRelations,
)
from .strata import StrataReader


class SplitCard(NamedTuple):
    """The numbers of a split, and all that is needed to make it again.

    - `command`: the command line.
    - `digests`: the SHA-256 digest of each input file, as `hash_files` returns it.
    - `plan`: the wanted shares, and the kinds of relations, such as copies, whose Sudokus stay on
      one side.
    - `relations`, `groups`: the relations among the Sudokus, and their groups.
    - `sides`, shape (N,): the number of the side of each Sudoku: training, test or validation data.
    - `files`: the names of the files of the sides, in the order of the sides' numbers.
    - `unreadable`: the number of Sudokus and files that could not be read.
    - `other_lines`: the number of lines without a Sudoku, except comments.
    - `crossings`: for each kind of relation, the number of Sudokus on each side that are related to
      a Sudoku on another side; None if the relation is not known.
    - `strata`: the stratum of each Sudoku; None if the user did not ask for strata.
    """

    command: str
    digests: Mapping[str, str | None]
    plan: SplitPlan
    relations: SplitRelations
    groups: SplitGroups
    sides: NDArray[np.uint8]
    files: Sequence[str]
    unreadable: int
    other_lines: int
    crossings: dict[str, dict[int, int] | None]
    strata: StrataReader | None

    def make_record(self) -> dict[str, object]:
        """Return the card as a value of JSON."""
        plan, counts = self.plan, self.relations.solution_counts
        shares = {"train": 1 - plan.test - plan.validation, "test": plan.test}
        shares |= {"validation": plan.validation}
        return {
            "sudokopie": VERSION,
            "command": self.command,
            "seed": plan.seed,
            "by": [kind for kind in KINDS if kind in plan.kinds],
            "near": plan.near,
            "inputs": [{"file": file, "sha256": digest} for file, digest in self.digests.items()],
            "sudokus": len(self.sides),
            "unreadable": self.unreadable,
            "lines_without_sudoku": self.other_lines,
            "classes": len(np.unique(self.relations.copies)),
            "groups": len(self.groups.sizes),
            "largest_group": int(self.groups.sizes.max()),
            "solutions": None if counts is None else _count_sudokus_by_solution_count(counts),
            "sides": {
                SIDE_NAMES[side]: {
                    "file": file,
                    "sudokus": int((self.sides == side).sum()),
                    "groups": len(np.unique(self.groups.firsts[self.sides == side])),
                    "share": round(float((self.sides == side).mean()), 6),
                    "wanted_share": float(shares[SIDE_NAMES[side]]),
                }
                for side, file in enumerate(self.files)
            },
            "crossing": {
                kind: None
                if by_side is None
                else {SIDE_NAMES[side]: by_side[side] for side in range(len(self.files))}
                for kind, by_side in self.crossings.items()
            },
            **({} if self.strata is None else {"strata": self._make_strata_record(self.strata)}),
        }

    def _make_strata_record(self, strata: StrataReader) -> dict[str, object]:
        """Return the numbers for each stratum, such as a rating: how many Sudokus it has, and how
        many of these are on each side (training, test and validation data), with their share of the
        stratum.
        """
        found = Counter(zip(strata.codes, self.sides.tolist(), strict=True))
        names, rows = strata.names, list[dict[str, object]]()
        for name in strata.column.sort_names(names):
            code = names.index(name)
            by_side = [found[code, side] for side in range(len(self.files))]
            total = sum(by_side)
            sides = {
                SIDE_NAMES[side]: {"sudokus": count, "share": round(count / total, 6)}
                for side, count in enumerate(by_side)
            }
            rows.append({"stratum": name, "sudokus": total, "sides": sides})
        return {"column": strata.column.name, "strata": rows}

    def format_result(self, display: AnswerFormatter) -> str:
        """Return one line with the numbers of Sudokus and groups, and the number of Sudokus on each
        side (training, test and validation data).
        """
        number = display.format_number
        counts = [
            f"{SIDE_NAMES[side]} {number(int((self.sides == side).sum()))}"
            for side in range(len(self.files))
        ]
        sentences = display.translate(
            Message("Sudokus: {count}.", count=number(len(self.sides))),
            *list_messages_about_unreadable_sudokus(self.unreadable, display),
            Message(
                "Groups: {count}, the largest of {largest}.",
                count=number(len(self.groups.sizes)),
                largest=number(int(self.groups.sizes.max())),
            ),
        )
        return f"{sentences} {', '.join(counts)}"

    def format_text(self, display: AnswerFormatter) -> str:
        """Return the totals of the split as text, with a table of the sides (training, test and
        validation data) below. The row of a side has its number of Sudokus, their share, and, for
        each kind of relation, how many are related to a Sudoku on another side. A table of the
        strata comes last.
        """
        titles = {
            "copies": Message("copies"),
            "solution": Message("solution"),
            "near": Message("near"),
        }
        rows = [
            (
                "",
                display.translate(Message("Sudokus")),
                display.translate(Message("share")),
                *(display.translate(titles[kind]) for kind in self.crossings),
            )
        ]
        for side, file in enumerate(self.files):
            count = int((self.sides == side).sum())
            cells = (
                "–" if found is None else display.format_number(found[side])
                for found in self.crossings.values()
            )
            share = f"{100 * count / len(self.sides):.2f}%"
            rows.append((file, display.format_number(count), share, *cells))
        explanation = Message(
            "Columns {columns}: how many Sudokus have a copy, a Sudoku with the same solution, or "
            "a near copy on another side.",
            columns=", ".join(display.translate(title) for title in titles.values()),
        )
        lines = [self.format_result(display), "", *format_table_as_lines(rows, {0}), ""]
        lines.append(display.format_messages_as_paragraph(explanation))
        if self.strata is not None:
            lines += ["", *self._yield_strata_lines(self.strata, display)]
        return "\n".join(lines)

    def _yield_strata_lines(self, strata: StrataReader, display: AnswerFormatter) -> Iterator[str]:
        """Yield the lines of a table that shows, for each stratum (such as a rating), which share
        of its Sudokus is training, test and validation data.
        """
        record = self._make_strata_record(strata)["strata"]
        assert isinstance(record, list)
        sides = [SIDE_NAMES[side] for side in range(len(self.files))]
        rows = [(strata.column.name, display.translate(Message("Sudokus")), *sides)]
        for one in record:
            shares = [f"{100 * one['sides'][side]['share']:.2f}%" for side in sides]
            rows.append((one["stratum"], display.format_number(one["sudokus"]), *shares))
        yield from format_table_as_lines(rows, {0})


def _count_sudokus_by_solution_count(solution_counts: NDArray[np.int8]) -> dict[str, int]:
    """Return the numbers of Sudokus without a solution, with one solution, and with several."""
    none, one, several = np.bincount(solution_counts, minlength=3).tolist()
    return {"none": none, "one": one, "several": several}
