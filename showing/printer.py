"""Print answers to standard output, as text, as one line, or as JSON. Errors are printed to
standard error.
"""

import sys
from collections.abc import Callable, Mapping
from enum import Enum
from typing import NamedTuple, Protocol

from ..base.errors import ExportError, PairFileError, SudokopieError, make_os_error_message
from ..base.messages import Message, escape_unprintable
from .answer_formatter import AnswerFormatter, join_paragraphs
from .answer_report import AnswerReport, make_report


class ErrorLine(NamedTuple):
    """An error as it is printed. `line` is the whole line of text; `file`, `place` and `message`
    are its parts: the name of the file, the place in this file (`7:81`, `[June]!B2`, or an empty
    text), and the sentences about the error.
    """

    line: str
    file: str
    place: str
    message: str


class ResultCallback(Protocol):
    """The type of a function that is called for each answer and each error of a command. `file` is
    the name of the file, and `result` the report on the answer, or the error. If the answer is
    about a single Sudoku of the file, `place` is the place of the Sudoku in the file, such as `:7`,
    and `name` its name.
    """

    def __call__(
        self, file: str, result: AnswerReport | ErrorLine, place: str = "", name: str = ""
    ) -> None:
        """Process a result: the report on an answer, or an error."""


class OutputForm(Enum):
    """The form in which answers are printed: the whole text, one line with the result, or a JSON
    object.
    """

    TEXT = "text"
    RESULT = "result"
    JSON = "json"


class AnswerPrinter:
    """A printer that prints answers to standard output, in the form `form` and with the options
    `display`. `on_result` is a function that is called for each answer and each error.

    A command sets these attributes before it prints an answer:

    - `several`: whether the command answers about several files; the file's name is then printed
      with each answer.
    - `titles`: the names of the two Sudokus of the pair in the next answer; empty texts if they
      have none.
    - `name`: the name of the single Sudoku in the next answer, which a page shows after the name of
      the file.
    - `variant`: the variant, such as `Killer`, if the file calls a Sudoku in the next answer such a
      variant; otherwise an empty text.
    """

    several, titles, name, variant, _gap = False, ("", ""), "", "", ""
    on_summary: Callable[[Message, str], None] | None = None
    """A function that is called with the title of a page and a line of text that sums up all
    answers, which the page shows first.
    """

    def __init__(
        self,
        display: AnswerFormatter,
        form: OutputForm = OutputForm.TEXT,
        on_result: ResultCallback | None = None,
    ) -> None:
        self.display, self.form, self.on_result = display, form, on_result

    def add_summary_to_page(self, title: Message, *lines: str) -> None:
        """Show lines of text that sum up all answers on the page, if the command writes a page.
        `title` is the title of the page if there is no answer.
        """
        if self.on_summary is not None:
            for line in lines:
                self.on_summary(title, line)

    def print_report(self, file: str, report: AnswerReport, **more_json_values: object) -> None:
        """Print a report on the answer for `file`, in the form of this printer: as a text, as one
        line or as JSON. For JSON, the keys and values in `more_json_values` are added to the
        object.
        """
        report.titles, report.variant = self.titles, self.variant
        if self.on_result is not None:
            self.on_result(file, report, name=self.name)
        if self.form is OutputForm.JSON:
            titles = {"titles": self.titles} if any(self.titles) else {}
            print_json(
                {
                    "file": file,
                    **titles,
                    **make_variant_record(self.variant),
                    **more_json_values,
                    **report.make_json_record(),
                    **report.evidence.make_json_record(),
                    **({"unchecked": True} if report.is_unchecked_no else {}),
                }
            )
        elif self.form is OutputForm.RESULT:
            prefix = f"{escape_on_one_line(file)}: " if self.several else ""
            print(prefix + report.format_result())
        else:
            parts = [escape_on_one_line(file)] if self.several else []
            if named := [
                f"{i}: {escape_on_one_line(one)}" for i, one in enumerate(self.titles, 1) if one
            ]:
                parts.append("\n".join(named))
            print(
                self._gap
                + join_paragraphs([*parts, report.format_text(), *report.format_proof_paragraphs()])
            )
        self._gap = "\n\n"

    def print_answer(
        self, file: str, answer: object, *report_arguments: object, **more_json_values: object
    ) -> None:
        """Print an answer for `file`, in the form of this printer: as a text, as one line or as
        JSON. `report_arguments` are further arguments of the class that reports this type of
        answer. For JSON, the keys and values in `more_json_values` are added to the object.
        """
        self.print_report(
            file, make_report(answer, self.display, *report_arguments), **more_json_values
        )

    def print_and_return_error_line(self, file: str, error: SudokopieError | OSError) -> str:
        """Print an error about `file` to standard error as one line, and return this line."""
        found = split_error_line(file, error, self.display)
        print(found.line, file=sys.stderr)
        if self.on_result is not None:
            self.on_result(file, found)
        return found.line

    def print_error_in_place_of_answer(
        self, file: str, error: SudokopieError | OSError, backend: str
    ) -> None:
        """Print the error that prevented an answer for `file`. If the form is JSON, also print an
        object with the status "error" to standard output. The object also has `backend`, the name
        of the solver that was chosen for the question.
        """
        line = self.print_and_return_error_line(file, error)
        if self.form is OutputForm.JSON:
            steps = dict.fromkeys(("steps", "fewest", "forward", "backward"))
            others: dict[str, object] = {"seconds": None, "statistics": {}, "reason": None}
            record = {"file": file, "status": "error", **steps, "backend": backend, **others}
            print_json({**record, "error": line})

    def print_certificate_refusal(self, file: str, folder: str, error: SudokopieError) -> None:
        """Print the error that shows why a certificate was refused. The certificate is in `folder`,
        and `file` has the Sudokus that the certificate is about. If the form is JSON, also print an
        object with the status "refused" to standard output.
        """
        line = self.print_and_return_error_line(folder, error)
        if self.form is OutputForm.JSON:
            print_json({"file": file, "folder": folder, "status": "refused", "error": line})


def print_saved_path(path: str, display: AnswerFormatter) -> None:
    """Print a message to standard error that a file was saved at `path`."""
    print_message(Message("Saved as {path}", path=path), display)


def print_message(message: Message, display: AnswerFormatter) -> None:
    """Print a message to standard error as a single line. Control characters in file names and
    other names are escaped.
    """
    print(escape_on_one_line(display.translate(message)), file=sys.stderr)


def make_variant_record(name: str) -> dict[str, object]:
    """Return a dictionary with the name of a variant, such as Killer, under the key that JSON
    output uses. If `name` is an empty text, because the file does not call the Sudoku a variant,
    the dictionary is empty, too.
    """
    return {"variant": name} if name else {}


FORMAT = 1
"""The version of the JSON format. A higher version removes a key or changes the
meaning of a key.
"""


def print_json(record: Mapping[str, object]) -> None:
    """Print `record` to standard output as a JSON object on a single line. The version of the JSON
    format is added as its last key.
    """
    import json

    print(json.dumps({**record, "format": FORMAT}))


def format_error_line(file: str, error: SudokopieError | OSError, display: AnswerFormatter) -> str:
    """Return an error as a single line of text: the name of the file, the place in the file if it
    is known, and the message.
    """
    return split_error_line(file, error, display).line


def split_error_line(
    file: str, error: SudokopieError | OSError, display: AnswerFormatter
) -> ErrorLine:
    """Return an error as a single line of text, together with the parts of this line."""
    if isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename else ""
        message = where + display.translate(make_os_error_message(error))
        return _join_error_line(file, ":", message)
    if isinstance(error, ExportError):  # The message of this error contains the file's name.
        message = escape_on_one_line(display.translate(error.message))
        return ErrorLine(message, file, "", message)
    place = ":"
    if isinstance(error, PairFileError):
        place = error.location_after_file_name
        if error.source.startswith(
            (f"{file}/", f"{file}[")
        ):  # The error is in a file that `file` contains.
            file = error.source
    return _join_error_line(file, place, display.translate(error.message))


def _join_error_line(file: str, place: str, message: str) -> ErrorLine:
    """Return the line of an error. `place` is the text between the name of the file and the
    message, such as `:7:81:`, `[June]!B2:` or `:`.
    """
    line = escape_on_one_line(f"{file}{place} {message}")
    return ErrorLine(line, file, place.strip(":"), escape_on_one_line(message))


def escape_on_one_line(text: str) -> str:
    """Return a text that contains names from users as a single line that cannot harm a terminal.
    Its control characters, line ends included, are escaped.
    """
    return escape_unprintable(text)


def find_terminal_width_or_none() -> int | None:
    """Return the width of the terminal in characters, or None if standard output is not a
    terminal.
    """
    if not sys.stdout.isatty():
        return None
    import shutil

    return shutil.get_terminal_size().columns
