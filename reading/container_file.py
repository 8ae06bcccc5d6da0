"""Reading of the files that are inside another file, such as the attachments of a mail: each is
opened as a file of Sudokus of its own.
"""

from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from itertools import chain, islice

from ..base.errors import PairFileError, make_unexpected_error
from ..base.limits import ARRAY
from ..base.messages import Message, shorten_and_escape
from ..system.limited_process import make_memory_error
from .container import Container, InnerFile
from .file_entry import (
    Entry,
    MailHeader,
    NoSudokuError,
    ThirdSudokuError,
    make_second_sudoku_missing_error,
    make_unreadable_error,
)
from .file_head import OtherTextSummary, make_other_text_warning
from .gridfile import ENTRIES_AT_ONCE, GridFile, OpenedStream, open_stream_as_grid_file

_NAMED = 5
"""The largest number of files without a Sudoku that warnings name. Further files are only
counted.
"""
_MOST_BROKEN = 100
"""The largest number of broken files inside a file. After that, reading ends."""
_LARGEST_IN_MAIL = 25
"""The most rows of the Sudokus that may be in the text of a mail."""

Report = Callable[[str, PairFileError], object]
"""A function that is called with the name of a file inside another file, and with its error."""


def list_no_sudoku_warnings(container_name: str, errors: Sequence[PairFileError]) -> list[Message]:
    """Return warnings about files without a Sudoku. `errors` has the error of each such file, and
    `container_name` is the name of the file or folder in which they are.
    """
    found = [
        Message("{file}: {problem}", file=error.source, problem=error.message)
        for error in errors[:_NAMED]
    ]
    if (count := len(errors) - _NAMED) > 0:
        found.append(
            Message("{file}: {count} more files without a Sudoku", file=container_name, count=count)
        )
    return found


class ContainerFile(GridFile):
    """A file of Sudokus that contains other files, such as a mail with attachments. They can be
    read only once, either as opened files by `yield_open_inner_files` or as lists of Sudokus by
    `yield_entry_batches`. `shape` is the shape of the boxes in the first of these files that
    contains a Sudoku.
    """

    is_container = True

    def __init__(self, opened: OpenedStream, container: Container) -> None:
        """Open the files inside `container`, up to the first file that contains a Sudoku. Raises
        `PairFileError` if no file contains a Sudoku.
        """
        super().__init__(opened)
        self._no_sudoku_description = container.no_sudoku_description
        self._current, self._aside, self._aside_in = self.source, OtherTextSummary(), ""
        self.notes = list[PairFileError]()
        self._mail: MailHeader | None = None  # the mail of the last file
        self._has_sudoku = False  # whether this mail has a Sudoku
        self.mails_without = 0
        """The number of mails without a Sudoku, up to the mail of the last file."""
        self._unread = list[Message]()
        self._items = self._yield_open_files_or_errors(container.inner_files)
        if container.is_document:
            from .shared_boxes import yield_files_with_shared_boxes  # other containers need it not

            self._items = yield_files_with_shared_boxes(self._items)
        self._ahead = deque[GridFile | PairFileError]()
        self._entries = self._yield_inner_entries_and_close()
        for item in self._items:
            self._ahead.append(item)
            if isinstance(item, GridFile):
                self.shape = item.shape
                return
        errors = [item for item in self._ahead if isinstance(item, PairFileError)]
        raise errors[0] if errors else self.make_no_sudoku_error()

    def _yield_open_files_or_errors(
        self, inner_files: Iterator[InnerFile | PairFileError]
    ) -> Generator[GridFile | PairFileError, None, None]:
        """Yield each file that contains a Sudoku, opened, and the error of each file that cannot be
        read. Files without a Sudoku are recorded for a warning. After too many broken files, or too
        many bytes without a Sudoku, an error is the last item.
        """
        broken = taken = 0
        item: GridFile | PairFileError | None = None
        for inner_file in inner_files:
            if isinstance(inner_file, NoSudokuError):
                self.notes.append(inner_file)
                item = None
            elif isinstance(inner_file, PairFileError):
                item = inner_file
            elif inner_file.is_fallback and isinstance(item, GridFile):
                continue
            else:
                item = self._open_file_or_error(inner_file)
                taken = 0 if isinstance(item, GridFile) else taken + inner_file.count_taken()
            if item is not None:
                yield item
            broken += isinstance(item, PairFileError)
            if broken > _MOST_BROKEN:
                found = Message("more than {count} that are broken", count=_MOST_BROKEN)
            elif taken > ARRAY:
                found = Message("more than {limit} MiB without one", limit=ARRAY // 2**20)
            else:
                continue
            yield make_unexpected_error(
                self.source, 1, 1, Message("files with Sudokus inside this file"), found
            )
            return

    def _open_file_or_error(self, inner_file: InnerFile) -> GridFile | PairFileError | None:
        """Open a file inside the container. Return its error if it cannot be read. Return None if
        it contains no Sudoku but need not contain one.
        """
        if inner_file.mail_header is not self._mail:
            self._mail, self._has_sudoku = inner_file.mail_header, False
            self.mails_without += 1
        mail_header = inner_file.mail_header or self.mail_header
        try:
            file = open_stream_as_grid_file(
                inner_file.stream,
                inner_file.name,
                inner_file.reading_options,
                closes_stream=True,
                mail_header=mail_header,
                names_around=(*self.names_around, inner_file.name.removeprefix(self.source)),
            )
        except MemoryError:
            return make_unreadable_error(inner_file.name, make_memory_error().message)
        except PairFileError as error:
            if inner_file.refusal is not None:
                return inner_file.refusal
            return self._record_or_return_error(inner_file, error)
        is_unusual = min(file.shape) < 2 or file.shape.size > _LARGEST_IN_MAIL
        if inner_file.is_body and not file.is_one_a_line and is_unusual:
            # Rows of another length in the text of a mail are telephone numbers and the like.
            file.close()
            return None
        if self._mail is not None and not self._has_sudoku:
            self._has_sudoku = True
            self.mails_without -= 1
        return file

    def _record_or_return_error(
        self, inner_file: InnerFile, error: PairFileError
    ) -> PairFileError | None:
        """Return the error of a file that is broken. If the file merely contains no Sudoku, or is
        the text of a mail, record the error for a warning and return None.

        The text of a mail need not contain a Sudoku. If it contains neither a Sudoku nor a line
        that is nearly a Sudoku, there is no warning.
        """
        is_empty = isinstance(error, NoSudokuError)
        if not is_empty and not inner_file.is_body:
            return error
        if not inner_file.is_body or not isinstance(error, NoSudokuError) or error.is_near:
            self.notes.append(error)
        return None

    def make_no_sudoku_error(self) -> PairFileError:
        """Return the error for a container in which no file contains a Sudoku. It is the error of
        the only file or, if there are several files, an error that quotes the first file's error.
        """
        if len(self.notes) == 1:
            return self.notes[0]
        found = self._no_sudoku_description
        if self.notes:
            found = Message(
                "{nothing}, but {count} other files; the first is {file}: {problem}",
                nothing=self._no_sudoku_description,
                count=len(self.notes),
                file=shorten_and_escape(self.notes[0].source),
                problem=self.notes[0].message,
            )
        return NoSudokuError(
            self.source,
            1,
            1,
            Message(
                "expected {expected}, found {found}", expected=Message("a Sudoku"), found=found
            ),
        )

    def yield_items(self) -> Iterator[GridFile | PairFileError]:
        """Yield each file inside this file that contains a Sudoku, opened, and the error of each
        file that cannot be read. The caller closes the files.
        """
        while True:
            item = self._ahead.popleft() if self._ahead else next(self._items, None)
            if item is None:
                return
            yield item

    def yield_open_inner_files(self, print_and_count_error: Report) -> Iterator[GridFile]:
        """Yield each file inside the container that contains a Sudoku, opened. Each file is closed
        when the next file is requested. `print_and_count_error` is called with the name and the
        error of each file that cannot be read.
        """
        for item in self.yield_items():
            if isinstance(item, PairFileError):
                print_and_count_error(item.source, item)
                continue
            with item:
                for file in item.yield_open_inner_files(print_and_count_error):
                    self._current = file.source
                    yield file
                    if not item.is_container:
                        self._record_unread_lines(file)
                if item.is_container:
                    self._unread += item.list_warnings(item.source)

    def _record_unread_lines(self, file: GridFile) -> None:
        """Record the lines of `file`, a file inside the container, that were not read, so that a
        warning can name them.
        """
        total, line, text = file.other_text_summary
        if total and not self._aside.total:
            self._aside, self._aside_in = OtherTextSummary(0, line, text), file.source
        self._aside = self._aside._replace(total=self._aside.total + total)
        self._unread += file.list_variant_warnings(file.source)
        for message in file.list_box_warnings(file.source):
            # The parts of a document have the same name, and boxes of the same shape.
            if str(message) not in map(str, self._unread):
                self._unread.append(message)
        if file.broken_off is not None:
            self._unread += file.list_warnings(file.source)[-1:]

    def yield_entry_batches(self, batch_size: int) -> Iterator[list[Entry]]:
        """Yield the entries (each a Sudoku or an error) of all files inside the container, in lists
        of at most `batch_size` entries of one file. A file that cannot be read gives a list with an
        entry for its error.
        """
        errors = list[PairFileError]()
        for file in self.yield_open_inner_files(lambda _, error: errors.append(error)):
            yield from self._yield_popped_errors_as_batches(errors)
            yield from file.yield_entry_batches(batch_size)
        yield from self._yield_popped_errors_as_batches(errors)

    def _yield_popped_errors_as_batches(self, errors: list[PairFileError]) -> Iterator[list[Entry]]:
        """Yield each error as a list with one entry, and empty the list `errors`."""
        for error in errors:
            yield [Entry(max(error.line, 1), self.shape, error, b"")]
        errors.clear()

    def _yield_inner_entries_and_close(self) -> Iterator[Entry]:
        """Yield the entries (each a Sudoku or an error) of all files inside this file. At the end,
        close this file.
        """
        yield from chain.from_iterable(self.yield_entry_batches(ENTRIES_AT_ONCE))
        self.close()

    def check_rest_is_utf8_and_close(self) -> None:
        """See `GridFile.check_rest_is_utf8_and_close`."""
        for file in self.yield_open_inner_files(lambda *_: None):
            file.check_rest_is_utf8_and_close()
        self.close()

    def close(self) -> None:
        """Close this file and all files inside it that are open."""
        self._items.close()
        for item in self._ahead:
            if isinstance(item, GridFile):
                item.close()
        self._ahead.clear()
        super().close()

    @property
    def has_at_most_one_sudoku(self) -> bool:
        """Whether the files inside the container have at most one entry (a Sudoku or an error) in
        total.
        """
        first = self._ahead[0]
        if not isinstance(first, GridFile) or not first.has_at_most_one_sudoku:
            return False
        self._ahead.extend(islice(self._items, max(0, 2 - len(self._ahead))))
        return len(self._ahead) < 2

    @property
    def other_text_summary(self) -> OtherTextSummary:
        """The number of lines without a Sudoku, but with other text, in the files read so far, and
        the number and text of the first such line.
        """
        return self._aside

    def list_warnings(self, file_name: str) -> list[Message]:
        """Return warnings about text and files without a Sudoku. `file_name` is the name of the
        container in the warnings.
        """
        found = list[Message]()
        if self._aside.total:
            inner_file_name = self._aside_in if self._aside_in != self.source else None
            found.append(make_other_text_warning(file_name, self._aside, inner_file_name))
        found += self._unread
        found += list_no_sudoku_warnings(file_name, self.notes)
        if self.mails_without:
            count = self.mails_without
            found.append(
                Message("{file}: mails without a Sudoku: {count}", file=file_name, count=count)
            )
        return found

    def make_third_sudoku_error(self, entry: Entry) -> PairFileError:
        """Return the error for a container that should have two Sudokus but has a third, `entry`.
        If `entry` is an error, return this error.
        """
        if entry.error is not None:
            return entry.error
        return ThirdSudokuError(self._current, entry.line, entry.cell)

    def make_missing_sudoku_error(self, first_entry: Entry) -> PairFileError:
        """Return the error for a container that should have two Sudokus but has only one,
        `first_entry`.
        """
        return make_second_sudoku_missing_error(self._current, first_entry.line, 1)
