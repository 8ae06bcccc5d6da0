"""The report on a comparison as text: first wrong and contradicting answers, then tables of all
pairs, of the pairs with the answer yes, and of the pairs with the answer no, and finally the
backends that are not ranked because an answer was wrong.
"""

from collections.abc import Sequence
from math import inf

from ...base.messages import Message
from ...showing.answer_formatter import (
    AnswerFormatter,
    format_markdown_table,
    join_paragraphs,
)
from ...showing.printer import escape_on_one_line
from .judgement import AnswerFaultKind
from .record import MEASURED_BY_LIMITS, RunEnding
from .significance import (
    FEWEST_PAIRS,
    LEVEL,
    FasterTest,
    compare_best_with_others,
    is_scipy_installed,
)
from .summary import VIRTUAL_BEST, BackendSummary, ComparisonSummary, PairGroup, RunLimit

PREPROCESSING = Message(
    "A program and PySAT's version of the same solver differ in the simplification before the "
    "search: minisat and glucose, for example, eliminate variables, and PySAT's versions do "
    "not. So their times and counts are those of different solvers."
)

CONTRADICTIONS = Message("WRONG ANSWERS AND CONFLICTS")

UNRANKED = Message("Not ranked, because an answer was wrong:")

SEPARATE = Message(
    "A group has the pairs on which the same backends were run, because mean times of different "
    "pairs cannot be compared."
)

LEGEND = Message(
    'PAR-2 is the mean time; an unsolved pair counts as twice the limit. "Wins" counts the pairs '
    "on which no other backend was faster. The virtual best has, for each pair, the time of the "
    'fastest backend. Times are processor times of the whole answer, "solver" the part of the '
    "solver: of a program all its processes, of a library loading and solving, with the Python "
    'code that hands over the clauses. "Wall" is the time that passed, "MiB" the peak of the '
    'memory. "Solver", "wall" and "MiB" are medians of solved runs.'
)
CLAIMED = Message(
    '"Claimed" counts the answers no, optima and numbers of models that neither a proof nor a '
    "known answer confirms; their times are not in the table. --proofs asks for a proof of each no."
)

SEEDS = Message(
    '"Q1", "Q2" and "Q3" are the quartiles of the PAR-2 of single seeds: the PAR-2 of a quarter, '
    "half and three quarters of the seeds is not greater."
)

SIGNIFICANCE = Message(
    "The signed-rank test of Wilcoxon compares the ratios of the median times on the pairs that at "
    'least one of two backends solved. "Ratio" is their median; p is corrected, because the best '
    "of all backends was chosen (Holm). A difference with p ≥ {level} may be chance, and fewer "
    "than {count} pairs can show none.",
    level=LEVEL,
    count=FEWEST_PAIRS,
)

NO_SCIPY = Message(
    "The test whether a backend is faster, or only lucky, needs scipy: pip install "
    "'sudokopie[statistics]'"
)

NOT_VERIFIED = Message(
    "Not all runs were measured by sudokopie. An answer that another program measured was not "
    "verified, and counts only if the right answer is known. Measured by:"
)

OWN_MEASUREMENT = Message("sudokopie, by RLIMIT and /proc")

LIMITS_AND_PROC = Message("RLIMIT and /proc")
"""The words for the measurement of programs whose records have the field `program_measured_by`
`MEASURED_BY_LIMITS`.
"""

_FAULT_NAMES = {
    AnswerFaultKind.WRONG: Message("WRONG"),
    AnswerFaultKind.CONFLICT: Message("CONFLICT"),
    AnswerFaultKind.UNPROVED: Message("UNPROVED"),
}

_STOPS = {
    RunLimit.WALL_TIME: Message("stopped at the time limit"),
    RunLimit.PROCESSOR_TIME: Message("stopped at the limit of processor time"),
    RunLimit.MEMORY: Message("stopped at the memory limit"),
}

_TITLES_BY_ANSWER = {
    RunEnding.COPIES: Message("Of these, copies: {count}"),
    RunEnding.DIFFERENT: Message("Of these, not copies: {count}"),
    RunEnding.SATISFIABLE: Message("Of these, satisfiable: {count}"),
    RunEnding.UNSATISFIABLE: Message("Of these, unsatisfiable: {count}"),
}

Table = list[list[str]]
"""A table as a list of rows, each a list of texts; the first row holds the headings."""

_HEADINGS = (
    Message("backend"),
    Message("solved"),
    Message("claimed"),
    Message("PAR-2"),
    Message("median"),
    Message("worst"),
    Message("solver"),
    Message("wall"),
    Message("MiB"),
    Message("wins"),
    Message("errors"),
)

_FAULT_HEADINGS = (Message("fault"), Message("pair"), _HEADINGS[0], Message("said"), Message("but"))

_UNRANKED_HEADINGS = (_HEADINGS[0], Message("wrong answers"), Message("pairs"))

_PROOF_HEADINGS = (Message("proof, bytes"), Message("check"))

_SEED_HEADINGS = (Message("Q1"), Message("Q2"), Message("Q3"))

_TEST_HEADINGS = (
    Message("other backend"),
    Message("pairs"),
    Message("faster on"),
    Message("slower on"),
    Message("ratio"),
    Message("p"),
    Message("result"),
)


class ComparisonReport:
    """The report on a comparison of backends, as text and as tables. `display` has the language and
    the style of the text.
    """

    def __init__(self, comparison: ComparisonSummary, display: AnswerFormatter) -> None:
        self.comparison, self.display = comparison, display

    def format_text(self) -> str:
        """Return the whole report, for people to read: contradictions, tables, backends that are
        not ranked, error messages, and the programs that were run. It is in Markdown, so that it
        can be saved unchanged.
        """
        parts, tables = (
            list(filter(None, [self.format_faulty_answers()])),
            self.make_titled_tables_of_times(),
        )
        parts += [f"{title}\n\n{format_markdown_table(table)}" for title, table in tables]
        parts += [
            f"{title}\n\n{format_markdown_table(table)}"
            for title, table in self.make_titled_tables_of_tests()
        ]
        if unranked := self.make_table_of_unranked_backends():
            parts += [self.display.translate(UNRANKED), format_markdown_table(unranked)]
        parts += [self.display.translate(LEGEND)] if tables else []
        parts += map(self.display.translate, self.list_notes_on_seeds())
        if self.has_separate_tables:
            parts.append(self.display.translate(SEPARATE))
        if measured := self.list_measuring_programs():
            parts.append(self.display.translate(NOT_VERIFIED))
            parts.append("\n".join(f"- {line}" for line in measured))
        if any(row[2] != "0" for _, table in tables for row in table[1:]):
            parts.append(self.display.translate(CLAIMED))
        if failures := self.list_failures_with_counts():
            parts.append(self.display.translate(Message("What went wrong:")))
            parts.append("\n".join(f"- {count} × {text}" for count, text in failures))
        if programs := self.make_table_of_programs():
            called = Message("Programs, and how they were called:")
            table = format_markdown_table(programs, first_right_aligned_column=len(programs[0]))
            parts += [self.display.translate(called), table, self.display.translate(PREPROCESSING)]
        return join_paragraphs(parts)

    def format_faulty_answers(self) -> str:
        """Return the text about wrong and contradicting answers, which is their table under a
        heading. The text is empty if there are no such answers.
        """
        if not (rows := self.make_table_of_faulty_answers()):
            return ""
        table = format_markdown_table(rows, first_right_aligned_column=len(rows[0]))
        return join_paragraphs([self.display.translate(CONTRADICTIONS), table])

    def list_failures_with_counts(self) -> list[tuple[int, str]]:
        """Return a pair for each error message of a backend, and for each limit at which runs of a
        backend were stopped: the number of these runs, and a line of text that names the backend
        and the error or limit.
        """
        errors = self.comparison.count_error_messages()
        stopped = self.comparison.count_stopped_runs()
        return [(count, escape_on_one_line(text)) for text, count in errors.items()] + [
            (count, f"{escape_on_one_line(backend)}: {self.display.translate(_STOPS[limit])}")
            for (backend, limit), count in stopped.items()
        ]

    def make_table_of_faulty_answers(self) -> Table:
        """Return the table of wrong and contradicting answers: a row of headings and a row for each
        such answer. The table is empty if there are no such answers.
        """
        say, found = self.display.translate, self.comparison.judgement.contradictions
        rows = [
            [
                say(_FAULT_NAMES[fault]),
                *map(escape_on_one_line, (instance, backend, message, say(reason))),
            ]
            for fault, instance, backend, message, reason in found
        ]
        return [[say(heading) for heading in _FAULT_HEADINGS], *rows] if rows else []

    def make_table_of_unranked_backends(self) -> Table:
        """Return the table of the backends that are not ranked because an answer was wrong: a row
        of headings, and a row for each such backend with the number of its wrong answers and of the
        pairs on which it was run. The table is empty if there are no such backends.
        """
        rows = [
            [escape_on_one_line(backend), str(wrong), str(pairs)]
            for backend, wrong, pairs in self.comparison.list_unranked_backends()
        ]
        headings = [self.display.translate(heading) for heading in _UNRANKED_HEADINGS]
        return [headings, *rows] if rows else []

    def list_measuring_programs(self) -> list[str]:
        """Return a line for each backend with the program that measured its runs. The list is empty
        if sudokopie measured all runs.
        """
        measured = {r.backend: r.measured_by for r in self.comparison.records}
        if not any(measured.values()):
            return []
        own = self.display.translate(OWN_MEASUREMENT)
        return [
            f"{escape_on_one_line(backend)}: {escape_on_one_line(name) if name else own}"
            for backend, name in measured.items()
        ]

    @property
    def has_separate_tables(self) -> bool:
        """Whether several tables are about the same file format, because different backends were
        run on the pairs in these tables.
        """
        groups = self.comparison.list_groups()
        return len(groups) > len({group.form for group in groups})

    def make_titled_tables_of_times(self) -> list[tuple[str, Table]]:
        """Return the tables of times, each with its title. A group consists of the pairs on which
        the same backends were run. Each group has a table of all its pairs, a table of the pairs
        with the answer yes, and a table of the pairs with the answer no. Tables without pairs are
        left out. If there are several groups, the titles name the group's file format and its
        number.
        """
        tables, groups = [], self.comparison.list_groups()
        has_several_forms = len({group.form for group in groups}) > 1
        for number, group in enumerate(groups, 1):
            names = [f".{group.form}"] if has_several_forms else []
            if self.has_separate_tables:
                names.append(self.display.translate(Message("group {number}", number=number)))
            for ending in (None, *_TITLES_BY_ANSWER):
                if rows := self.comparison.summarise_backends(ending, group):
                    title = self._make_times_table_title(ending, rows[-1].pairs)
                    title_parts = [", ".join(names), self.display.translate(title)]
                    table = self._make_table_of_times(rows)
                    tables.append((": ".join(filter(None, title_parts)), table))
        return tables

    def make_titled_tables_of_tests(self) -> list[tuple[str, Table]]:
        """Return tables, each with its title, that show whether the best backend is really faster
        than each other backend. There is a table for each group of pairs with at least two
        backends. There are no tables if the runs have no seeds or scipy is not installed.
        """
        tables = []
        for number, group, ranked in self._list_tested_groups():
            tests = compare_best_with_others(
                self._find_times_of_group(group), ranked, self.comparison.time_limit
            )
            title = Message(
                "Is {backend} faster, or was it lucky?", backend=escape_on_one_line(ranked[0])
            )
            if self.has_separate_tables:
                group_name = Message("group {number}", number=number)
                title = Message("{group}: {title}", group=group_name, title=title)
            tables.append((self.display.translate(title), self._make_table_of_tests(tests)))
        return tables

    def _list_tested_groups(self) -> list[tuple[int, PairGroup, list[str]]]:
        """Return the groups of pairs with at least two backends, as tuples: the number of the
        group, from 1, the group, and the names of its backends, the best backend first. The list is
        empty if the runs have no seeds or scipy is not installed.
        """
        if not (self.comparison.has_seeds and is_scipy_installed()):
            return []
        found = []
        for number, group in enumerate(self.comparison.list_groups(), 1):
            ranked = [row.backend for row in self.comparison.summarise_backends(None, group)[:-1]]
            if len(ranked) > 1:
                found.append((number, group, ranked))
        return found

    def list_notes_on_seeds(self) -> list[Message]:
        """Return the sentences that explain the columns and tables about seeds. The list is empty
        if the runs have no seeds.
        """
        if not self.comparison.has_seeds:
            return []
        is_missing = len(self.comparison.times) > 1 and not is_scipy_installed()
        return [
            SEEDS,
            *[SIGNIFICANCE] * bool(self._list_tested_groups()),
            *[NO_SCIPY] * is_missing,
        ]

    def _find_times_of_group(self, group: PairGroup) -> dict[str, dict[str, float]]:
        """Return the seconds for each backend and each pair of a group."""
        return {
            backend: {
                name: seconds
                for name, seconds in times.items()
                if self.comparison.groups.get(name) == group
            }
            for backend, times in self.comparison.times.items()
        }

    def _make_table_of_tests(self, tests: Sequence[FasterTest]) -> Table:
        """Return the table with a row of headings and a row for each test of two backends."""
        say = self.display.translate
        return [
            [say(heading) for heading in _TEST_HEADINGS],
            *(
                [
                    escape_on_one_line(test.other),
                    *map(str, (test.pairs, test.faster, test.slower)),
                    "" if test.ratio is None else f"{test.ratio:.3g}",
                    _format_p_value(test.p_value),
                    say(_describe_test_result(test)),
                ]
                for test in tests
            ),
        ]

    def make_table_of_programs(self) -> Table:
        """Return the table of the external programs that were run: for each its version, its
        command line and its measurement. The table is empty if no external programs were run.
        """
        programs = self.comparison.list_programs()
        headings = (
            *(Message("backend"), Message("version"), Message("call")),
            Message("measured by"),
        )
        unknown = self.display.translate(Message("not known"))
        rows = [
            [
                escape_on_one_line(backend),
                escape_on_one_line(version or unknown),
                escape_on_one_line(call),
                describe_program_measurement(by, self.display),
            ]
            for backend, version, call, by in programs
        ]
        return [[self.display.translate(heading) for heading in headings], *rows] if rows else []

    def _make_times_table_title(self, ending: RunEnding | None, question_count: int) -> Message:
        """Return the title of a table of times: of the table for pairs whose correct answer is
        `ending`, or of the table for all pairs if `ending` is None. `question_count` is the number
        of pairs or questions.
        """
        if ending is not None:
            return _TITLES_BY_ANSWER[ending].with_values(count=question_count)
        message = Message("Pairs: {count}; milliseconds of processor time a pair, limit {limit} s")
        if any(record.form for record in self.comparison.records):
            message = Message(
                "Questions: {count}; milliseconds of processor time each, limit {limit} s"
            )
        return message.with_values(count=question_count, limit=f"{self.comparison.time_limit:g}")

    def _make_table_of_times(self, backend_summaries: Sequence[BackendSummary]) -> Table:
        """Return the table with a row of headings and a row for each backend in
        `backend_summaries`. Two columns about proofs are added if a backend has proofs, and three
        columns about seeds if the runs have seeds.
        """
        limit, virtual_best = (
            self.comparison.time_limit,
            self.display.translate(Message("virtual best")),
        )
        with_proofs = any(row.proof_size is not None for row in backend_summaries)
        has_seeds = self.comparison.has_seeds
        headings = [
            *_HEADINGS,
            *(_PROOF_HEADINGS if with_proofs else ()),
            *(_SEED_HEADINGS if has_seeds else ()),
        ]
        return [[self.display.translate(heading) for heading in headings]] + [
            [
                virtual_best if row.backend == VIRTUAL_BEST else escape_on_one_line(row.backend),
                str(row.solved),
                str(row.claimed),
                *(_format_time(x, limit) for x in (row.par2, row.median, row.worst)),
                *(format_milliseconds_or_empty(x) for x in (row.solver, row.wall)),
                "" if row.memory is None else f"{row.memory:.1f}",
                str(row.wins),
                str(row.errors),
                *(_format_proof_cells(row) if with_proofs else ()),
                *(_format_seed_cells(row) if has_seeds else ()),
            ]
            for row in backend_summaries
        ]


def describe_program_measurement(measured_by: str, display: AnswerFormatter) -> str:
    """Return the words for the measurement of a program. `measured_by` is the field
    `program_measured_by` of its record.
    """
    if measured_by == MEASURED_BY_LIMITS:
        return display.translate(LIMITS_AND_PROC)
    return escape_on_one_line(measured_by)


def _format_proof_cells(row: BackendSummary) -> tuple[str, str]:
    """Return the two cells about proofs in a backend's row of a table: the median size of its
    proofs, and the median time of their checks in milliseconds. A cell is empty if the value is
    unknown.
    """
    size = row.proof_size
    return (
        "" if size is None else f"{size:.0f}",
        format_milliseconds_or_empty(row.proof_seconds),
    )


def _format_seed_cells(row: BackendSummary) -> Sequence[str]:
    """Return the three cells about seeds in a backend's row of a table: the quartiles, in
    milliseconds, of the mean times of single seeds. The cells are empty if fewer than two seeds
    were run on all pairs.
    """
    quartiles = row.seed_quartiles
    return [""] * 3 if quartiles is None else [*map(format_number_of_milliseconds, quartiles)]


def _format_p_value(p_value: float | None) -> str:
    """Return a p-value with two significant digits, or `< 0.001`; an empty text for None."""
    if p_value is None:
        return ""
    return "< 0.001" if p_value < 0.001 else f"{p_value:.2g}"


def _describe_test_result(test: FasterTest) -> Message:
    """Return the result of a test, whether a backend is faster than another, in a few words."""
    if test.p_value is None:
        return Message("too few pairs")
    if not test.is_significant:
        return Message("not significant")
    return Message("slower") if test.is_slower else Message("faster")


def format_milliseconds_or_empty(seconds: float | None) -> str:
    """Return a time as a number of milliseconds, without the unit; an empty text if the time is not
    known.
    """
    return "" if seconds is None else format_number_of_milliseconds(seconds)


def _format_time(seconds: float, time_limit: float) -> str:
    """Return a time in milliseconds as text; for an infinite time, the time limit after the
    character >.
    """
    return (
        f"> {1000 * time_limit:.0f}" if seconds == inf else format_number_of_milliseconds(seconds)
    )


def format_number_of_milliseconds(seconds: float) -> str:
    """Return a time as a number of milliseconds, without the unit: with three significant digits,
    such as `1.23` or `45.6`. From 100 ms on it is a whole number.
    """
    value = 1000 * seconds
    return f"{value:.{2 if value < 10 else 1 if value < 100 else 0}f}"
