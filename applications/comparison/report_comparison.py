"""A comparison in words: what does not hold first, then a table of all pairs, of yes and of no."""

from collections.abc import Sequence
from math import inf

from ...base.language import Message
from ...showing.manner import Manner, aligned, paragraphs
from ...showing.printer import harmless
from .judgement import Fault
from .record import Ending
from .summary import VIRTUAL_BEST, BackendSummary, Comparison

PREPROCESSING = Message(
    "What a program does by default before it searches differs from what PySAT's build of the same "
    "solver does: minisat and glucose, for example, eliminate variables, and PySAT's builds of "
    "them do not. So times and counts of the two are not those of one solver."
)

CONTRADICTIONS = Message("WRONG ANSWERS AND CONFLICTS")

CLAIMED = Message(
    "A no, an optimum or a number of models is claimed where neither a proof nor what is known "
    "confirms it: --proofs asks for proofs of a no."
)

_FAULTS = {
    Fault.WRONG: Message("WRONG"),
    Fault.CONFLICT: Message("CONFLICT"),
    Fault.UNPROVED: Message("UNPROVED"),
}

_PARTS = {
    Ending.COPIES: Message("Of these, copies: {count}"),
    Ending.DIFFERENT: Message("Of these, not copies: {count}"),
    Ending.SATISFIABLE: Message("Of these, satisfiable: {count}"),
    Ending.UNSATISFIABLE: Message("Of these, unsatisfiable: {count}"),
}

Table = list[list[str]]
"""Rows of cells, headings first."""

_HEADINGS = (
    Message("backend"),
    Message("solved"),
    Message("claimed"),
    Message("PAR-2"),
    Message("median"),
    Message("worst"),
    Message("wins"),
    Message("errors"),
)

_OF_FAULTS = (Message("fault"), Message("pair"), _HEADINGS[0], Message("said"), Message("but"))

_OF_PROOFS = (Message("proof, bytes"), Message("check"))


class SaidComparison:
    """A comparison in words of a manner."""

    def __init__(self, comparison: Comparison, manner: Manner) -> None:
        self.comparison, self.manner = comparison, manner

    def text(self) -> str:
        """Return what a person reads: Markdown, so that it can be kept as it is."""
        parts, tables = list(filter(None, [self.contradictions()])), self.tables()
        parts += [f"{title}\n\n{markdown(table)}" for title, table in tables]
        if any(row[2] != "0" for _, table in tables for row in table[1:]):
            parts.append(self.manner.say(CLAIMED))
        if messages := self.comparison.messages():
            parts.append(self.manner.say(Message("What went wrong:")))
            parts.append("\n".join(f"- {n} × {harmless(m)}" for m, n in messages.items()))
        if programs := self.programs():
            called = Message("Programs, and how they were called:")
            table = markdown(programs, right_from=len(programs[0]))
            parts += [self.manner.say(called), table, self.manner.say(PREPROCESSING)]
        return paragraphs(parts)

    def contradictions(self) -> str:
        """Return the table of `wrong`, under its heading, and who is out because of it."""
        if not (rows := self.wrong()):
            return ""
        title, table = self.manner.say(CONTRADICTIONS), markdown(rows, right_from=len(rows[0]))
        return paragraphs([title, table, *filter(None, [self.out()])])

    def wrong(self) -> Table:
        """Return a row for each contradiction under the headings; empty if there are none."""
        say, found = self.manner.say, self.comparison.judgement.contradictions
        rows = [
            [say(_FAULTS[fault]), *map(harmless, (instance, backend, said, say(because)))]
            for fault, instance, backend, said, because in found
        ]
        return [[say(heading) for heading in _OF_FAULTS], *rows] if rows else []

    def out(self) -> str:
        """Return the sentence that names the backends with a wrong answer; empty for none."""
        names = ", ".join(map(harmless, sorted(self.comparison.judgement.wrong)))
        said = Message("Out of all that follows, because an answer was wrong: {names}.")
        return self.manner.say(said.filled(names=names)) if names else ""

    def tables(self) -> list[tuple[str, Table]]:
        """Return the tables that there is something for, each with its title."""
        tables, forms = [], sorted(set(self.comparison.forms.values()))
        for verdict, form in [*((None, form) for form in forms), *((one, None) for one in _PARTS)]:
            if rows := self.comparison.rows(verdict, form):
                title = self.manner.say(self._title(verdict, rows[-1].pairs))
                title = f".{form}: {title}" if form and len(forms) > 1 else title
                tables.append((title, self._table(rows)))
        return tables

    def programs(self) -> Table:
        """Return the table of the programs that backends ran; empty if there were none."""
        programs = self.comparison.programs()
        headings = (Message("backend"), Message("version"), Message("call"))
        unknown = self.manner.say(Message("not known"))
        rows = [
            [harmless(backend), harmless(version or unknown), harmless(call)]
            for backend, version, call in programs
        ]
        return [[self.manner.say(heading) for heading in headings], *rows] if rows else []

    def _title(self, verdict: Ending | None, count: int) -> Message:
        if verdict is not None:
            return _PARTS[verdict].filled(count=count)
        said = Message("Pairs: {count}; milliseconds a pair, limit {limit} s")
        if any(record.form for record in self.comparison.records):
            said = Message("Questions: {count}; milliseconds each, limit {limit} s")
        return said.filled(count=count, limit=f"{self.comparison.time_limit:g}")

    def _table(self, rows: Sequence[BackendSummary]) -> Table:
        limit, virtual_best = self.comparison.time_limit, self.manner.say(Message("virtual best"))
        with_proofs = any(row.proof_size is not None for row in rows)
        headings = [*_HEADINGS, *(_OF_PROOFS if with_proofs else ())]
        return [[self.manner.say(heading) for heading in headings]] + [
            [
                virtual_best if row.backend == VIRTUAL_BEST else harmless(row.backend),
                str(row.solved),
                str(row.claimed),
                *(_within(x, limit) for x in (row.par2, row.median, row.worst)),
                str(row.wins),
                str(row.errors),
                *(_proof(row) if with_proofs else ()),
            ]
            for row in rows
        ]


def _proof(row: BackendSummary) -> tuple[str, str]:
    """Return how large the proofs of a backend were, and how long it took to check them."""
    size, seconds = row.proof_size, row.proof_seconds
    return "" if size is None else f"{size:.0f}", "" if seconds is None else milliseconds(seconds)


def _within(seconds: float, time_limit: float) -> str:
    return f"> {1000 * time_limit:.0f}" if seconds == inf else milliseconds(seconds)


def milliseconds(seconds: float) -> str:
    """Return a time in milliseconds, to three digits or to whole ones."""
    value = 1000 * seconds
    return f"{value:.{2 if value < 10 else 1 if value < 100 else 0}f}"


def markdown(rows: Sequence[Sequence[str]], right_from: int = 1) -> str:
    """Return a table with aligned columns, those from `right_from` on to the right."""
    head, *others = aligned(rows, range(right_from))
    rule = ["-" * len(cell) for cell in head]
    rule[right_from:] = [f"{line[1:]}:" for line in rule[right_from:]]
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, rule, *others))
