"""Samples of the files that users have: the samples on two pages of the documentation, and texts of
one Sudoku and of a pair in many formats.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from conftest import ROOT

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


class Sample(NamedTuple):
    """A sample of a file. `said` is the result of reading it, as its page states; `columns` has the
    result if another column of the table is read, by the name of the column.
    """

    text: str
    said: str
    columns: dict[str, str]


def samples() -> list[Sample]:
    """Return the samples on the pages docs/formats.md and tests/samples.md."""
    pages = (ROOT / "docs" / "formats.md", ROOT / "tests" / "samples.md")
    text = "\n".join(page.read_text(encoding="utf-8") for page in pages)
    found = re.findall(
        r"```text\n(.*?)\n```\n\n((?:Read|Refused): [^\n]+)\n((?:\nWith the column [^\n]+\n)*)",
        text,
        re.DOTALL,
    )
    assert len(found) == text.count("```text")
    return [
        Sample(sample, said, dict(re.findall(r"With the column `(.*?)`: (.*)", columns)))
        for sample, said, columns in found
    ]


ROWS = [PUZZLE[i : i + 9].replace(".", " ") for i in range(0, 81, 9)]

GRID_FORMS = {
    "rows": "1 2 3 4\n0 0 0 1\n0 0 0 2\n0 0 0 3\n",
    "unseparated": "1234\n...1\n...2\n...3",
    "drawn": " 1 2 | 3 4\n . . | . 1\n-----+-----\n . . | . 2\n . . | . 3\n",
    "one line": "1234...1...2...3\n",
    "one line, spaces between rows": "1234 ...1 ...2 ...3\n",
    "one line, separated": "1 2 3 4 0 0 0 1 0 0 0 2 0 0 0 3\n",
    "one line, with a comment": "# a puzzle\n1234000100020003",
}

PLAIN = "1 2 3 4\n0 0 0 1\n0 0 0 2\n0 0 0 3\n\n0 0 0 0\n4 0 0 0\n0 0 0 0\n0 0 1 0\n"

PAIR_FORMS = {
    "plain": PLAIN,
    "no final newline": PLAIN.rstrip("\n"),
    "CRLF": PLAIN.replace("\n", "\r\n"),
    "CR": PLAIN.replace("\n", "\r"),
    "trailing spaces": PLAIN.replace("\n", " \t\n"),
    "leading spaces": "  " + PLAIN.replace("\n", "\n  "),
    "tabs": PLAIN.replace(" ", "\t"),
    "commas": PLAIN.replace(" ", ","),
    "commas and spaces": PLAIN.replace(" ", ", "),
    "unseparated": PLAIN.replace(" ", ""),
    "dots": PLAIN.replace("0", "."),
    "other white space": PLAIN.replace("4 0 0 0", "4\u00a00 0 0"),
    "underscores": PLAIN.replace("0", "_").replace(" ", ""),
    "stars": PLAIN.replace("0", "*"),
    "blank lines around": "\n \n" + PLAIN + "\n\t\n\n",
    "many blank lines between": PLAIN.replace("\n\n", "\n\n  \n\n"),
    "no blank line": PLAIN.replace("\n\n", "\n"),
    "comments": "# first\n" + PLAIN.replace("\n\n", "\n  # second\n") + "# end",
    "comment after a blank line": PLAIN.replace("\n\n", "\n\n# second\n"),
    "one line each": "1234000100020003\n0000400000000010\n",
    "one line each, separated": "1 2 3 4 0 0 0 1 0 0 0 2 0 0 0 3\n\n"
    + "0 0 0 0 4"
    + " 0" * 9
    + " 1 0",
    "rules": """
        +-----+-----+
        | 1 2 | 3 4 |
        | . . | . 1 |
        |-----+-----|
        | . . | . 2 |
        | . . | . 3 |
        +-----+-----+
        .. | ..
        4. | ..
        ---+---
        ..|..
        ..|1.""",
}
