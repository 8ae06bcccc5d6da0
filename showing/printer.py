"""Prints answers to standard output, as text, as a verdict in one line or as JSON, and prints
errors to standard error.
"""

import sys
from collections.abc import Callable, Mapping
from enum import Enum

from ..base.errors import ExportError, PairFileError, SudokopieError, describe_os_error
from ..base.messages import Message, escape_unprintable
from .answer_report import AnswerReport, make_report
from .display_options import DisplayOptions, join_paragraphs

Listener = Callable[[str, AnswerReport | str], None]


class Form(Enum):
    """The form in which answers are printed: the whole text, the verdict in one line, or a JSON
    object.
    """

    TEXT = "text"
    VERDICT = "verdict"
    JSON = "json"


class Printer:
    """Prints answers in the given form with the given display options. If `several` is true, each
    answer is printed under the name of its file.

    `listener` is called with each file's name and its answer, or the line of its error. `titles`
    are the names of the two Sudokus in the pair that is answered next.
    """

    several, titles, _gap = False, ("", ""), ""

    def __init__(
        self, display: DisplayOptions, form: Form = Form.TEXT, listener: Listener | None = None
    ) -> None:
        self.display, self.form, self.listener = display, form, listener

    def print_report(self, file: str, said: AnswerReport, **also: object) -> None:
        """Print the report `said` on a file, in the printer's form. `also` has further keys for the
        JSON object.
        """
        said.titles = self.titles
        if self.listener is not None:
            self.listener(file, said)
        if self.form is Form.JSON:
            titles = {"titles": self.titles} if any(self.titles) else {}
            print_json({"file": file, **titles, **also, **said.record(), **said.evidence.record()})
        elif self.form is Form.VERDICT:
            prefix = f"{escape_names(file)}: " if self.several else ""
            print(prefix + said.verdict())
        else:
            parts = [escape_names(file)] if self.several else []
            if named := [
                f"{i}: {escape_names(one)}" for i, one in enumerate(self.titles, 1) if one
            ]:
                parts.append("\n".join(named))
            print(self._gap + join_paragraphs([*parts, said.text(), *said.proof_paragraphs()]))
        self._gap = "\n\n"

    def print_answer(self, file: str, found: object, *more: object, **also: object) -> None:
        """Print an answer as text or JSON, by the report class for its type. `more` are further
        arguments of this class, and `also` has further keys for the JSON object.
        """
        self.print_report(file, make_report(found, self.display, *more), **also)

    def print_problem(self, file: str, error: SudokopieError | OSError) -> str:
        """Print an error about a file to standard error, and return the line of text that was
        printed.
        """
        line = write_error_line(file, error, self.display)
        print(line, file=sys.stderr)
        if self.listener is not None:
            self.listener(file, line)
        return line

    def print_error(self, file: str, error: SudokopieError | OSError, backend: str) -> None:
        """Print an error because of which a file has no answer. With JSON, also print an object
        with the status "error" to standard output.
        """
        line = self.print_problem(file, error)
        if self.form is Form.JSON:
            steps = dict.fromkeys(("steps", "fewest", "forward", "backward"))
            others: dict[str, object] = {"seconds": None, "statistics": {}, "reason": None}
            record = {"file": file, "status": "error", **steps, "backend": backend, **others}
            print_json({**record, "error": line})

    def print_refusal(self, file: str, folder: str, error: SudokopieError) -> None:
        """Print the error because of which the certificate of a file, in `folder`, proves nothing.
        With JSON, also print an object with the status "refused" to standard output.
        """
        line = self.print_problem(folder, error)
        if self.form is Form.JSON:
            print_json({"file": file, "folder": folder, "status": "refused", "error": line})


def print_saved(path: str, display: DisplayOptions) -> None:
    """Print to standard error the name of the file that was saved."""
    print_message(Message("Saved as {path}", path=path), display)


def print_message(message: Message, display: DisplayOptions) -> None:
    """Print a message to standard error, always in one line: control characters in the names that
    it contains are escaped.
    """
    print(escape_names(display.translate(message)), file=sys.stderr)


FORMAT = 1
"""The version of the JSON format. A higher version removes a key or changes the
meaning of a key.
"""


def print_json(record: Mapping[str, object]) -> None:
    """Print `record` to standard output as a JSON object on a line of text; its last key is the
    version of the JSON format.
    """
    import json

    print(json.dumps({**record, "format": FORMAT}))


def write_error_line(file: str, error: SudokopieError | OSError, display: DisplayOptions) -> str:
    """Return the line that reports an error: the name of the file, the place in the file if it is
    known, and the message.
    """
    if isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename else ""
        return escape_names(f"{file}: {where}{display.translate(describe_os_error(error))}")
    if isinstance(error, ExportError):  # the message of this error contains the file's name
        return escape_names(display.translate(error.message))
    place = error.place if isinstance(error, PairFileError) else ""
    return escape_names(f"{file}:{place} {display.translate(error.message)}")


def escape_names(text: str) -> str:
    """Escape the control characters in a text that contains names from users, so that it is a
    single harmless line.
    """
    return escape_unprintable(text)


def find_terminal_width() -> int | None:
    """Return the width of the terminal in columns; None if standard output is not a terminal."""
    if not sys.stdout.isatty():
        return None
    import shutil

    return shutil.get_terminal_size().columns
