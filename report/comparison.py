"""A comparison in words: contradictions first, then a table of all pairs, of yes and of no."""

from collections.abc import Sequence
from gettext import NullTranslations
from math import inf

from ..comparison.judgement import Contradiction
from ..comparison.record import Ending
from ..comparison.summary import VIRTUAL_BEST, Comparison, Row
from ..sudoku.language import ENGLISH, Message
from .printer import on_one_line


def in_words(
    comparison: Comparison, found: Sequence[Contradiction], words: NullTranslations = ENGLISH
) -> str:
    """Return what a person reads: Markdown, so that it can be kept as it is."""
    parts = []
    if found:
        parts.append(contradictions_table(found, words))
    for title, rows in titled_rows(comparison, words):
        parts.append(f"{title}\n\n{markdown(table(rows, comparison.time_limit, words))}")
    messages = comparison.messages()
    if messages:
        heading = Message("Runs that ended in an error:").to(words)
        parts.append("\n".join([heading, "", *(f"- {n} × {m}" for m, n in messages.items())]))
    return "\n\n".join(parts)


def contradictions_table(found: Sequence[Contradiction], words: NullTranslations) -> str:
    """Return the table of contradictions under its heading."""
    headings = (Message("pair"), Message("backend"), Message("said"), Message("but"))
    rows = [[heading.to(words) for heading in headings]]
    rows += [[one.instance, one.backend, one.said, one.because.to(words)] for one in found]
    title = Message("WRONG ANSWERS").to(words)
    return f"{title}\n\n{markdown(rows, right_from=len(headings))}"


def titled_rows(comparison: Comparison, words: NullTranslations) -> list[tuple[str, list[Row]]]:
    """Return the tables that there is something for, each with its title."""
    tables = []
    for verdict in (None, Ending.COPIES, Ending.DIFFERENT):
        if rows := comparison.rows(verdict):
            tables.append((_title(verdict, rows[-1].pairs, comparison).to(words), rows))
    return tables


def _title(verdict: Ending | None, count: int, comparison: Comparison) -> Message:
    if verdict is Ending.COPIES:
        return Message("Of these, copies: {count}", count=count)
    if verdict is Ending.DIFFERENT:
        return Message("Of these, not copies: {count}", count=count)
    limit = f"{comparison.time_limit:g}"
    return Message("Pairs: {count}; milliseconds a pair, limit {limit} s", count=count, limit=limit)


def table(rows: Sequence[Row], time_limit: float, words: NullTranslations) -> list[list[str]]:
    """Return the cells of a table, headings first."""
    return [[heading.to(words) for heading in _HEADINGS]] + [
        [
            Message("virtual best").to(words) if row.backend == VIRTUAL_BEST else row.backend,
            str(row.solved),
            *(_milliseconds(x, time_limit) for x in (row.par2, row.median, row.worst)),
            str(row.wins),
            str(row.errors),
        ]
        for row in rows
    ]


_HEADINGS = (
    Message("backend"),
    Message("solved"),
    Message("PAR-2"),
    Message("median"),
    Message("worst"),
    Message("wins"),
    Message("errors"),
)


def _milliseconds(seconds: float, time_limit: float) -> str:
    if seconds == inf:
        return f"> {1000 * time_limit:.0f}"
    value = 1000 * seconds
    return f"{value:.{2 if value < 10 else 1 if value < 100 else 0}f}"


def markdown(rows: Sequence[Sequence[str]], right_from: int = 1) -> str:
    """Return a table with aligned columns, those from `right_from` on to the right."""
    rows = [[on_one_line(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    rule = [
        "-" * width if i < right_from else "-" * (width - 1) + ":" for i, width in enumerate(widths)
    ]
    return "\n".join(
        "| "
        + " | ".join(
            cell.ljust(width) if i < right_from else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        + " |"
        for row in (rows[0], rule, *rows[1:])
    )
