"""Answers and errors on standard output and standard error, as they were asked for."""

import sys
from collections.abc import Callable, Mapping
from gettext import NullTranslations
from types import MappingProxyType

from ..solvers.decide import Answer
from ..sudoku.errors import ExportError, PairFileError, SudokopieError
from .answers import as_object, in_words, verdict


class Printer:
    """Prints answers: drawn and in words, or the verdict alone, or as one JSON object a line.

    `several`: there are several files, so that each answer is headed by its file's name.
    """

    def __init__(
        self, notation: str, words: NullTranslations, quiet: bool, as_json: bool, several: bool
    ) -> None:
        self.notation, self.words, self.quiet, self.as_json = notation, words, quiet, as_json
        self.several, self.number = several, 0

    def answer(
        self,
        file: str,
        answer: Answer,
        certified: bool | None,
        more: str = "",
        values: Mapping[str, object] = MappingProxyType({}),
    ) -> None:
        """Print an answer; `certified` says whether a no was proved, None if nobody asked.

        `more` is said behind it, and stands as `values` in JSON.
        """

        def text() -> str:
            said = in_words(answer, self.notation, self.words, terminal_columns(), certified)
            return f"{said}\n\n{more}" if more else said

        self.show(
            file,
            text,
            " ".join([verdict(answer, self.words, certified), *more.splitlines()[:1]]),
            lambda: as_object(answer, self.notation, self.words, certified) | dict(values),
        )

    def show(
        self,
        file: str,
        text: Callable[[], str],
        short: str,
        record: Callable[[], Mapping[str, object]],
    ) -> None:
        """Print one of three: a record as JSON, the short text, or the whole one."""
        if self.as_json:
            print_json({"file": file, **record()})
        elif self.quiet:
            prefix = f"{file}: " if self.several else ""
            print(prefix + short)
        else:
            heading = f"{file}\n\n" if self.several else ""
            gap = "\n\n" if self.number else ""
            print(gap + heading + text())
        self.number += 1

    def problem(self, file: str, error: SudokopieError | OSError) -> str:
        """Print an error about a file, and return its line."""
        line = error_line(file, error, self.words)
        print(line, file=sys.stderr)
        return line

    def error(self, file: str, error: SudokopieError | OSError, backend: str) -> None:
        """Print an error that leaves a file without an answer."""
        line = self.problem(file, error)
        if self.as_json:
            keys = dict.fromkeys(_KEYS) | {"statistics": {}}
            print_json(keys | {"file": file, "status": "error", "backend": backend, "error": line})


_KEYS = (
    "file",
    "status",
    "steps",
    "fewest",
    "forward",
    "backward",
    "backend",
    "seconds",
    "statistics",
)


def print_json(record: Mapping[str, object]) -> None:
    """Print a line of JSON."""
    import json

    print(json.dumps(record))


def error_line(file: str, error: SudokopieError | OSError, words: NullTranslations) -> str:
    """Return what is wrong with a file: its name, the place in it if there is one, the message."""
    if isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename else ""
        return on_one_line(f"{file}: {where}{error.strerror or error}")
    if isinstance(error, ExportError):  # names the file itself
        return on_one_line(error.message.to(words))
    place = f"{error.line}:{error.column}:" if isinstance(error, PairFileError) else ""
    return on_one_line(f"{file}:{place} {error.message.to(words)}")


def on_one_line(text: str) -> str:
    """Return a text that holds names as users gave them so that it stays one harmless line."""
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in text
    )


def terminal_columns() -> int | None:
    """Return how wide the terminal is; None where the output goes elsewhere."""
    if not sys.stdout.isatty():
        return None
    import shutil

    return shutil.get_terminal_size().columns
