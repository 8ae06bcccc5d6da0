"""Answers and errors on standard output and standard error, as they were asked for."""

import sys
from collections.abc import Callable, Mapping
from enum import Enum

from ..base.errors import ExportError, PairFileError, SudokopieError, reason
from ..base.language import Message, escaped
from .manner import Manner, paragraphs
from .said import Said, in_words

Listener = Callable[[str, Said | str], None]


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
        self, manner: Manner, form: Form = Form.TEXT, listener: Listener | None = None
    ) -> None:
        self.manner, self.form, self.listener = manner, form, listener

    def show(self, file: str, said: Said, **also: object) -> None:
        """Print an answer about a file; `also` stands in JSON besides what the answer says."""
        said.titles = self.titles
        if self.listener is not None:
            self.listener(file, said)
        if self.form is Form.JSON:
            titles = {"titles": self.titles} if any(self.titles) else {}
            print_json({"file": file, **titles, **also, **said.record(), **said.evidence.record()})
        elif self.form is Form.VERDICT:
            prefix = f"{harmless(file)}: " if self.several else ""
            print(prefix + said.verdict())
        else:
            parts = [harmless(file)] if self.several else []
            if named := [f"{i}: {harmless(one)}" for i, one in enumerate(self.titles, 1) if one]:
                parts.append("\n".join(named))
            print(self._gap + paragraphs([*parts, said.text(), *said.proved()]))
        self._gap = "\n\n"

    def answer(self, file: str, found: object, *more: object, **also: object) -> None:
        """Print an answer as the class for its type says it, made with `more`; `also` in JSON."""
        self.show(file, in_words(found, self.manner, *more), **also)

    def problem(self, file: str, error: SudokopieError | OSError) -> str:
        """Print an error about a file, and return its line."""
        line = error_line(file, error, self.manner)
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


def say_saved(path: str, manner: Manner) -> None:
    """Say on standard error where something was saved."""
    say(Message("Saved as {path}", path=path), manner)


def say(message: Message, manner: Manner) -> None:
    """Say something on standard error, in one line whatever the names in it are."""
    print(harmless(manner.say(message)), file=sys.stderr)


FORMAT = 1
"""The version of what JSON says: a higher one takes away a key, or lets one mean something else."""


def print_json(record: Mapping[str, object]) -> None:
    """Print a line of JSON, which ends with the version of its form."""
    import json

    print(json.dumps({**record, "format": FORMAT}))


def error_line(file: str, error: SudokopieError | OSError, manner: Manner) -> str:
    """Return what is wrong with a file: its name, the place in it if there is one, the message."""
    if isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename else ""
        return harmless(f"{file}: {where}{manner.say(reason(error))}")
    if isinstance(error, ExportError):  # names the file itself
        return harmless(manner.say(error.message))
    place = f"{error.line}:{error.column}:" if isinstance(error, PairFileError) else ""
    return harmless(f"{file}:{place} {manner.say(error.message)}")


def harmless(text: str) -> str:
    """Return a text that holds names as users gave them so that it stays one harmless line."""
    return escaped(text)


def terminal_columns() -> int | None:
    """Return how wide the terminal is; None where the output goes elsewhere."""
    if not sys.stdout.isatty():
        return None
    import shutil

    return shutil.get_terminal_size().columns
