"""Print at most three lines about the errors in a file. Equal errors are counted instead of printed
again.
"""

from collections import Counter
from collections.abc import Callable

from ...base.errors import SudokopieError
from ...base.messages import Message

_AT_ONCE = 2
"""The number of different errors of a file that are printed when they are found."""
_MOST_LINES = 3
_MOST_KINDS = 1000
"""The most different errors of a file that are counted separately."""

ReadingError = SudokopieError | OSError


class FileErrorPrinter:
    """A printer of the errors in one file of a command. The first two different errors are printed
    at once. If the file has more than three errors, `make_summary_or_print_others` returns one line
    about all errors that were not printed.
    """

    def __init__(self, file: str, print_line: Callable[[ReadingError], object]) -> None:
        """Start without errors. `file` is the name of the file, and `print_line` prints a line
        about an error.
        """
        self._file, self._print_line = file, print_line
        self._total = self._printed = 0
        self._kinds = set[str]()
        self._held = list[ReadingError]()
        self._others = Counter[str]()
        self._problems = dict[str, Message]()

    def add(self, error: ReadingError) -> None:
        """Print an error at once, or keep it for the end of the command."""
        self._total += 1
        problem = error.message if isinstance(error, SudokopieError) else Message(str(error))
        kind = str(problem)
        if self._printed < _AT_ONCE and not self._held and kind not in self._kinds:
            self._kinds.add(kind)
            self._printed += 1
            self._print_line(error)
            return
        if len(self._held) < _MOST_LINES:
            self._held.append(error)
        if kind in self._problems or len(self._problems) < _MOST_KINDS:
            self._problems.setdefault(kind, problem)
            self._others[kind] += 1

    def make_summary_or_print_others(self) -> Message | None:
        """Report the errors that were not printed at once. If three lines are enough for all errors
        of the file, print the remaining errors and return None. Otherwise return one line that sums
        them up.
        """
        if self._total <= _MOST_LINES:
            for error in self._held:
                self._print_line(error)
            return None
        ((kind, times),) = self._others.most_common(1)
        count = self._total - self._printed
        message = Message("{file}: {count} more errors; {times} times: {problem}")
        if times == count:
            message = Message("{file}: {count} more times: {problem}")
        return message.with_values(
            file=self._file, count=count, times=times, problem=self._problems[kind]
        )


class ErrorLinePrinter:
    """A printer of the errors in all files of a command. It prints at most three lines for each
    file.
    """

    def __init__(
        self,
        print_line: Callable[[str, ReadingError], object],
        print_message: Callable[[Message], object],
    ) -> None:
        """Start without errors. `print_line` prints a line about an error in a file, and
        `print_message` prints a message.
        """
        self._print_line, self._print_message = print_line, print_message
        self._files = dict[str, FileErrorPrinter]()

    def add(self, file: str, error: ReadingError) -> None:
        """Print an error in a file at once, or keep it for the end of the command."""
        if file not in self._files:
            self._files[file] = FileErrorPrinter(file, lambda one: self._print_line(file, one))
        self._files[file].add(error)

    def finish(self) -> None:
        """Print the lines about the errors that were not printed at once."""
        for errors in self._files.values():
            if message := errors.make_summary_or_print_others():
                self._print_message(message)
        self._files.clear()
