"""Answers and errors on standard output and standard error, as they were asked for."""

import sys
from collections.abc import Callable, Mapping
from enum import Enum

from ..base.errors import ExportError, PairFileError, SudokopieError, describe_os_error
from ..base.messages import Message, escape
from .answer_report import AnswerReport, make_report
from .display_options import DisplayOptions, join_paragraphs

Listener = Callable[[str, AnswerReport | str], None]


class Form(Enum):
    """What is printed of an answer: the whole text, the verdict alone, or an object of JSON."""

    TEXT = "text"
    VERDICT = "verdict"
    JSON = "json"


class Printer:
    """Prints answers in a form and a manner; if there are `several` files, each under its name.

    `listener` gets each file's name with what is said of it: an answer, or the line of an error.
    `titles` are those of the pair that is answered next.
    """

    several, titles, _gap = False, ("", ""), ""

    def __init__(
        self, display: DisplayOptions, form: Form = Form.TEXT, listener: Listener | None = None
    ) -> None:
        self.display, self.form, self.listener = display, form, listener

    def show(self, file: str, said: AnswerReport, **also: object) -> None:
        """Print an answer about a file; `also` stands in JSON besides what the answer says."""
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
            print(self._gap + join_paragraphs([*parts, said.text(), *said.proved()]))
        self._gap = "\n\n"

    def answer(self, file: str, found: object, *more: object, **also: object) -> None:
        """Print an answer as the class for its type says it, made with `more`; `also` in JSON."""
        self.show(file, make_report(found, self.display, *more), **also)

    def problem(self, file: str, error: SudokopieError | OSError) -> str:
        """Print an error about a file, and return its line."""
        line = write_error_line(file, error, self.display)
        print(line, file=sys.stderr)
        if self.listener is not None:
            self.listener(file, line)
        return line

    def error(self, file: str, error: SudokopieError | OSError, backend: str) -> None:
        """Print an error that leaves a file without an answer."""
        line = self.problem(file, error)
        if self.form is Form.JSON:
            steps = dict.fromkeys(("steps", "fewest", "forward", "backward"))
            others: dict[str, object] = {"seconds": None, "statistics": {}, "reason": None}
            record = {"file": file, "status": "error", **steps, "backend": backend, **others}
            print_json({**record, "error": line})

    def refused(self, file: str, folder: str, error: SudokopieError) -> None:
        """Print why the certificate of a file, in a folder, proves nothing."""
        line = self.problem(folder, error)
        if self.form is Form.JSON:
            print_json({"file": file, "folder": folder, "status": "refused", "error": line})


def say_saved(path: str, display: DisplayOptions) -> None:
    """Say on standard error where something was saved."""
    say(Message("Saved as {path}", path=path), display)


def say(message: Message, display: DisplayOptions) -> None:
    """Say something on standard error, in one line whatever the names in it are."""
    print(escape_names(display.translate(message)), file=sys.stderr)


FORMAT = 1
"""The version of what JSON says: a higher one takes away a key, or lets one mean something else."""


def print_json(record: Mapping[str, object]) -> None:
    """Print a line of JSON, which ends with the version of its form."""
    import json

    print(json.dumps({**record, "format": FORMAT}))


def write_error_line(file: str, error: SudokopieError | OSError, display: DisplayOptions) -> str:
    """Return what is wrong with a file: its name, the place in it if there is one, the message."""
    if isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename else ""
        return escape_names(f"{file}: {where}{display.translate(describe_os_error(error))}")
    if isinstance(error, ExportError):  # names the file itself
        return escape_names(display.translate(error.message))
    place = error.place if isinstance(error, PairFileError) else ""
    return escape_names(f"{file}:{place} {display.translate(error.message)}")


def escape_names(text: str) -> str:
    """Return a text that holds names as users gave them so that it stays one harmless line."""
    return escape(text)


def find_terminal_width() -> int | None:
    """Return how wide the terminal is; None where the output goes elsewhere."""
    if not sys.stdout.isatty():
        return None
    import shutil

    return shutil.get_terminal_size().columns
