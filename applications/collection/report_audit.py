"""The report on the audit of a data set as text, JSON, and part of an HTML page."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ...answers.among import NearDuplicate, Place, find_near_copies
from ...answers.completion import CompletionAnswer, search_completions
from ...base.messages import Message
from ...showing.answer_formatter import format_table_as_lines
from ...showing.answer_report import (
    SUDOKU,
    AnswerReport,
    PageEntry,
    Picture,
    PicturesAndTracks,
)
from ...showing.printer import AnswerPrinter, escape_on_one_line
from ...showing.report_completion import (
    describe_solution_count,
    find_repeated_digit_if_unsolvable,
    make_solution_pictures,
)
from .audit import NOTED_KINDS, Audit, AuditFindingsOfOneKind
from .report_duplicates import (
    CopiesReport,
    list_messages_about_unreadable_sudokus,
    make_step_report_and_add_to_page,
)
from .share_picture import Share, draw_share_bar

_PLACES_SHOWN = 3

_OTHERS, _SO_FAR = Message("the others: {count}"), Message("nothing found so far: {count}")

_KIND_TITLES = {
    "repeated": Message("equal to an earlier Sudoku, cell by cell"),
    "copies": Message("other copies of an earlier Sudoku"),
    "unsolvable": Message("without a solution"),
    "several": Message("with more than one solution"),
    "wrong": Message("given with a wrong solution"),
    "wrong_key": Message("with a wrong key in the table of keys"),
    "same_solution": Message("no copies of an earlier Sudoku, but with a copy of its solution"),
    "near": Message("no copies of an earlier Sudoku, but nearly"),
}


@dataclass(eq=False)
class AuditReport(AnswerReport):
    """The report on the audit of a data set. `unreadable` is the number of errors that occurred
    when the files were read.
    """

    title = Message("What is in these Sudokus?")
    found: Audit
    unreadable: int

    def __post_init__(self) -> None:
        parts = slice(None, self.found.border), slice(self.found.border, None)
        self._parts = parts if self.found.border < self.found.number else parts[:1]
        # When a page is made, the temporary files with the places are already removed.
        self._found_lines = list(self._yield_finding_lines_and_places())

    def format_text(self) -> str:
        lines = [self.format_result(), ""]
        for line, places in self._found_lines:
            lines += [line, *(f"{' ' * 6}{place}" for place in places)]
        lines.append("")
        explanation = Message(
            "Each number, and in brackets how many Sudokus (in the last line: classes) have it:"
        )
        lines.append(self.display.translate(explanation))
        unknown = self.display.translate(Message("not examined"))
        for title, sizes in self.make_frequency_tables_by_title(slice(None)).items():
            told = [f"{n} ({self.display.format_number(count)})" for n, count in sizes.items()]
            lines.append(f"{title}: {', '.join(told) or unknown}")
        return "\n".join(lines)

    def make_result_messages(self) -> Iterator[Message]:
        number, found = self.display.format_number, self.found
        yield Message("Sudokus: {count}.", count=number(found.number))
        yield from list_messages_about_unreadable_sudokus(self.unreadable, self.display)
        if "class" not in found.incomplete_columns:
            yield Message("Classes: {number}.", number=number(found.class_count))
        if faulty_count := found.count_faulty_sudokus():
            yield Message("Sudokus with a fault: {count}.", count=number(faulty_count))
        if noted_count := found.count_noted_sudokus():
            yield Message("Sudokus that share only a solution: {count}.", count=number(noted_count))
        if not (faulty_count or noted_count):
            yield Message("Nothing was found.")
        if not found.is_all:
            yield Message("The work was interrupted.")
        if found.incomplete_columns:
            what = ", ".join(found.incomplete_columns)
            yield Message("Not checked, or not for all Sudokus: {what}.", what=what)

    def _yield_finding_lines_and_places(self) -> Iterator[tuple[str, list[str]]]:
        """Yield a line of text about each kind of finding: the number of Sudokus, their share, and
        the name of the kind. Each line is yielded in a pair with a list of texts: the places (files
        and lines) of the first few of these Sudokus. If there is a test set, a line that introduces
        the test set and the same lines about it follow.
        """
        for leaks in (False, True)[: len(self._parts)]:
            found = self.found.make_findings_by_kind(only_leaks=leaks)
            if leaks:
                message = Message(
                    "Of the {count} Sudokus of the test, these are like a Sudoku in the first "
                    "files:"
                )
                count = self.display.format_number(self.found.number - self.found.border)
                yield self.display.translate(message.with_values(count=count)), []
            rows = [
                self.format_table_row(kind, findings, are_leaks=leaks)
                for kind, findings in found.items()
            ]
            lines = format_table_as_lines(rows, left_aligned_indices=(2,))
            for line, findings in zip(lines, found.values(), strict=True):
                yield line, list(map(self._format_places, self._yield_first_place_lists(findings)))

    def _format_places(self, places: list[Place]) -> str:
        """Return the text that names a Sudoku in which the audit found something: its place (file
        and line) and, if it is related to an earlier Sudoku, for example as a copy, the place of
        the earlier Sudoku. `places` lists one or two places accordingly.
        """
        place, *others = places
        like = Message("{place} (like {other})") if others else Message("{place}")
        message = like.with_values(place=place, other="".join(map(str, others)))
        return escape_on_one_line(self.display.translate(message))

    def format_table_row(
        self, kind: str, finding: AuditFindingsOfOneKind, *, are_leaks: bool = False
    ) -> tuple[str, str, str]:
        """Return three texts about one kind of finding, for a row of a table: the number of
        Sudokus, their share in percent, and the name of the kind. If only some Sudokus were
        checked, their number follows the name; if no Sudoku was checked, the first text is `?`.

        If the kind is no fault, its name says so, except if `are_leaks`, which means that the
        Sudokus are those of the test that are related to Sudokus of the first files.
        """
        number, what = self.display.format_number, _KIND_TITLES[kind]
        if kind in NOTED_KINDS and not are_leaks:
            note = Message("{what} (no fault)")
            if len(self._parts) == 2:
                note = Message("{what} (a fault only as a leak)")
            what = note.with_values(what=what)
        if finding.checked_count < finding.total:
            values = {
                "what": what,
                "seen": number(finding.checked_count),
                "total": number(finding.total),
            }
            what = Message("{what} (examined: {seen} of {total})", **values)
        if not finding.checked_count:
            return "?", "", self.display.translate(what)
        share = f"{len(finding.numbers) / finding.checked_count:.2%}"
        return number(len(finding.numbers)), share, self.display.translate(what)

    def _yield_first_place_lists(self, finding: AuditFindingsOfOneKind) -> Iterator[list[Place]]:
        """Yield the places (file and line) of each of the first few Sudokus of a finding, as a
        list. The list has one place, or two if the finding compares Sudokus: the second is the
        place of the earlier Sudoku to which the Sudoku is related, for example as a copy.
        """
        for numbers in finding.yield_sudoku_and_earlier_numbers(_PLACES_SHOWN):
            yield [self.found.gathering.find_place(number) for number in dict.fromkeys(numbers)]

    def make_frequency_tables_by_title(self, sudoku_slice: slice) -> dict[str, dict[int, int]]:
        """Return three frequency tables by their titles: how many Sudokus have each number of
        clues, how many have each number of symmetries, and how many classes of copies have each
        number of Sudokus. `sudoku_slice` selects the Sudokus that are counted.
        """
        return {
            self.display.translate(Message("Clues")): self.found.count_sudokus_by_value(
                "clues", sudoku_slice
            ),
            self.display.translate(Message("Symmetries")): self.found.count_sudokus_by_value(
                "symmetries", sudoku_slice
            ),
            self.display.translate(Message("Sudokus in a class")): self.found.count_classes_by_size(
                sudoku_slice
            ),
        }

    def make_json_record(self) -> Mapping[str, object]:
        """Return the report as a JSON object. A count is null if the audit checked no Sudoku for
        it.
        """
        audit, sizes = self.found, self.make_frequency_tables_by_title(slice(None)).values()

        def make_json_records_by_kind(only_leaks: bool) -> dict[str, object]:
            """Return the JSON object for each kind of finding, by the name of the kind. If
            `only_leaks`, only kinds of findings that compare Sudokus are returned, and only Sudokus
            of the test set that are related to Sudokus outside the test set are counted.
            """
            return {
                kind: {
                    "count": len(findings.numbers) if findings.checked_count else None,
                    "looked_at": findings.checked_count,
                    "of": findings.total,
                    "first": [
                        [place.as_json() for place in places]
                        for places in self._yield_first_place_lists(findings)
                    ],
                }
                for kind, findings in audit.make_findings_by_kind(only_leaks=only_leaks).items()
            }

        return {
            "status": self.status_word,
            "sudokus": audit.number,
            "test": audit.number - audit.border,
            "unreadable": self.unreadable,
            "complete": audit.is_all,
            "not_looked_at": audit.incomplete_columns,
            "found": make_json_records_by_kind(only_leaks=False),
            "leaks": make_json_records_by_kind(only_leaks=True) if len(self._parts) == 2 else {},
            **dict(zip(("clues", "symmetries", "classes"), sizes, strict=True)),
        }

    @property
    def finding_key(self) -> str:
        return "overview"  # it is about all Sudokus

    def make_page_entry(self, file_name: str) -> PageEntry:
        from ...showing.plots import list_bar_chart_svgs

        say, parts = (
            self.display.translate,
            list(map(self.make_frequency_tables_by_title, self._parts)),
        )
        panels = {title: [part[title] for part in parts] for title in parts[0]}
        names = [say(Message("first files")), say(Message("test"))][: len(parts)]
        title = Message("In numbers:")
        # The page numbers these lines, and has the places of a kind on the same line.
        lines = [
            " ".join(line.split()) + (f": {'; '.join(places)}" if places else "")
            for line, places in self._found_lines
        ]
        answers = list(self._yield_page_sentences_and_shares())
        sentences = [self.format_result(), *(say(message) for message, _ in answers)]
        charts = ["", *(draw_share_bar(shares) for _, shares in answers)]
        drawings = list_bar_chart_svgs(panels, names)
        return PageEntry(
            file_name,
            self.tone,
            sentences,
            notes_title=title,
            notes=lines,
            drawings=drawings,
            charts=charts,
            finding=self.finding_key,
        )

    def _yield_page_sentences_and_shares(self) -> Iterator[tuple[Message, list[Share]]]:
        """Yield a pair for each question that the page answers: the sentence with the answer, and
        the shares of the bar that is drawn below the sentence. The questions are how many Sudokus
        are really different, whether test Sudokus occur in the training data, and which Sudokus are
        faulty.

        If the audit is incomplete, a sentence says "so far".
        """
        number, found = self.display.format_number, self.found

        def find_count_and_is_all_checked(
            findings: Iterable[AuditFindingsOfOneKind],
        ) -> tuple[int, bool]:
            """Return the number of different Sudokus in several findings, and whether all Sudokus
            were checked.
            """
            listed = list(findings)
            numbers = {one for findings in listed for one in findings.numbers.tolist()}
            return len(numbers), all(one.checked_count == one.total for one in listed)

        def make_share(message: Message, count: int, look: str) -> Share:
            """Return the description of one part of the bar that is drawn below an answer. The text
            of the part consists of `message` and `count`, and `look` selects its colour.
            """
            return Share(
                count, self.display.translate(message.with_values(count=number(count))), look
            )

        if "class" not in found.incomplete_columns:
            classes = found.class_count
            said = Message(
                "How many are really different? {classes} of {count}.",
                classes=number(classes),
                count=number(found.number),
            )
            copies = found.number - classes
            yield (
                said,
                [
                    make_share(Message("really different: {count}"), classes, "good"),
                    make_share(Message("copies of these: {count}"), copies, "bad"),
                ],
            )
        if len(self._parts) == 2:
            count, is_all = find_count_and_is_all_checked(
                found.make_findings_by_kind(only_leaks=True).values()
            )
            said = Message("Does the test leak into the first files? No Sudoku was found so far.")
            if count:
                said = Message(
                    "Does the test leak into the first files? Yes: {count} of its {total} Sudokus "
                    "are like a Sudoku there."
                )
            elif is_all:
                said = Message("Does the test leak into the first files? No.")
            total = found.number - found.border
            yield (
                said.with_values(count=number(count), total=number(total)),
                [
                    make_share(Message("like a Sudoku of the first files: {count}"), count, "bad"),
                    make_share(_OTHERS if is_all else _SO_FAR, total - count, "plain"),
                ],
            )
        broken = ("unsolvable", "several", "wrong")
        kinds = found.make_findings_by_kind().items()
        count, is_all = find_count_and_is_all_checked(
            findings for kind, findings in kinds if kind in broken
        )
        said = Message("What is broken? Nothing was found so far.")
        if count:
            said = Message(
                "What is broken? {count} Sudokus have no solution, several, or a wrong one."
            )
        elif is_all:
            said = Message("What is broken? Nothing.")
        yield (
            said.with_values(count=number(count)),
            [
                make_share(Message("broken: {count}"), count, "bad"),
                make_share(_OTHERS if is_all else _SO_FAR, found.number - count, "plain"),
            ],
        )


@dataclass(eq=False)
class FaultySudokuReport(AnswerReport):
    """The report on a Sudoku in which an audit found a fault: it has no solution or several, or the
    solution in its file is wrong.
    """

    title = AuditReport.title
    tone = "no"
    finding_key = "faulty"
    found: CompletionAnswer
    is_given_solution_wrong: bool

    def make_result_messages(self) -> Iterator[Message]:
        if self.is_given_solution_wrong:
            yield Message("The solution in the file is wrong.")
        yield describe_solution_count(self.found)
        if (equal := find_repeated_digit_if_unsolvable(self.found)) is not None:
            yield equal.sentence

    def make_json_record(self) -> Mapping[str, object]:
        return {"solutions": self.found.word}

    def make_pictures_and_tracks(self) -> PicturesAndTracks:
        return make_solution_pictures(Picture(SUDOKU, self.found.grid), self.found), ()

    def make_page_entry(self, file_name: str) -> PageEntry:
        return super().make_page_entry(file_name)._replace(is_on_boards=True)


_FAULTS = ("unsolvable", "several", "wrong")
_SECONDS = 2
"""The largest number of seconds for finding the solutions of a Sudoku that a page shows."""


def add_findings_to_page(audit: Audit, printer: AnswerPrinter, most_of_a_kind: int) -> None:
    """Add the first `most_of_a_kind` Sudokus of each kind of finding to the page, each with a
    report: copies and near copies with their steps, and faults with the cells that show them.
    """
    gathering, is_cut, is_faulty = audit.gathering, False, audit.make_mask_of_faulty_sudokus()
    for kind, findings in audit.make_findings_by_kind().items():
        if kind == "wrong_key":  # a wrong key cannot be seen on a grid
            continue
        is_cut = is_cut or len(findings.numbers) > most_of_a_kind
        for number, earlier in findings.yield_sudoku_and_earlier_numbers(most_of_a_kind):
            place, first = gathering.find_place(number), gathering.find_place(earlier)
            grid = gathering.read_grid(place)
            if kind in _FAULTS:
                answer = search_completions(grid, 2, timeout=_SECONDS)
                report: AnswerReport = FaultySudokuReport(answer, printer.display, kind == "wrong")
            elif kind == "near":
                known = gathering.read_grid(first)
                near = find_near_copies({first: known, place: grid}, with_steps=True)
                found = near[0] if near else NearDuplicate(first, place, 0, 0, None)
                report = CopiesReport(
                    found, printer.display, (known, grid), found.steps, True, is_fault=True
                )
            elif kind == "same_solution":
                report = SameSolutionReport(
                    (first, place),
                    printer.display,
                    (gathering.read_grid(first), grid),
                    is_fault=bool(is_faulty[number]),
                )
            else:
                make_step_report_and_add_to_page(gathering, (first, place), printer, is_fault=True)
                continue
            assert printer.on_result is not None
            printer.on_result(
                place.file, report, place.address or f":{place.line}", place.shown_name
            )
    if is_cut:
        message = Message(
            "Of each kind of finding, the first {count} Sudokus are listed.", count=most_of_a_kind
        )
        printer.add_summary_to_page(AuditReport.title, printer.display.translate(message))


class SameSolutionReport(CopiesReport):
    """The report on two Sudokus that are not copies of each other, although their solutions are."""

    finding_key = "solution"

    @property
    def tone(self) -> str:
        """The word that selects the colour of the two Sudokus on a page."""
        return "no" if self.is_fault else "plain"

    def make_answer_message(self) -> Message:
        first, second = self._list_place_texts()
        message = Message("The solution of {new} is a copy of that of {known}")
        return message.with_values(new=second, known=first)

    def format_text_in_list(self) -> str:
        first, _ = self._list_place_texts()
        return self.display.translate(Message("same solution as {known}", known=first))
