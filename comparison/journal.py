"""The file in which the records of a comparison are kept as its runs end."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import StringIO
from typing import IO

from ..base.errors import ArgumentError, ComparisonError
from ..base.language import Message
from ..system.locks import lock
from .record import Record, Settings, read_records


def last_comparison() -> str:
    """Return the path of the file for comparisons that were given none."""
    state = os.environ.get("XDG_STATE_HOME") or os.path.join("~", ".local", "state")
    return os.path.join(os.path.expanduser(state), "sudokopie", "compare.jsonl")


class Journal:
    """Keeps records: those that were there, and those added since."""

    def __init__(self, path: str, records: Iterable[Record], file: IO[str] | None) -> None:
        self.path, self.records, self._file = path, list(records), file

    def add(self, record: Record) -> None:
        """Keep a record, on the disk too."""
        if self._file is None:
            raise ArgumentError("this journal is only read")
        self.records.append(record)
        print(record.to_json(), file=self._file, flush=True)


@contextmanager
def opened_journal(path: str | None, resume: bool, settings: Settings | None) -> Iterator[Journal]:
    """Open a journal: a new one or, with `resume`, one whose records are kept.

    Without a path it is the journal of the last comparison. The records in it have to be made with
    the same `settings`; without `settings` the journal is only read. Raises `ComparisonError` where
    the settings differ, where there is nothing to read, or where the file at `path` holds something
    and `resume` is not set; and `OSError`.
    """
    place = path or last_comparison()
    if os.path.exists(place) and not os.path.isfile(place):
        raise ComparisonError(Message("{file}: expected a file to keep records in", file=place))
    if settings is None:
        if not os.path.exists(place):
            raise ComparisonError(Message("{file}: no comparison to report", file=place))
        with _opened(place, "r") as old:
            yield Journal(place, read_records(old, place), None)
        return
    if path is None:
        os.makedirs(os.path.dirname(place), exist_ok=True)
    elif not resume and os.path.exists(path) and os.path.getsize(path):
        raise ComparisonError(
            Message("{file} holds something already: --resume goes on from it", file=path)
        )
    with _opened(place, "a+") as file:
        if lock(file.fileno()) is False:
            raise ComparisonError(
                Message(
                    "{file}: another comparison is writing to it; --json names another file",
                    file=place,
                )
            )
        if not resume and path is None:
            file.truncate(0)
        file.seek(0)
        records = read_records(file, place)
        for record in records:
            _compare(record, settings, place)
        _end_the_last_line(file, place)
        yield Journal(place, records, file)


def _opened(place: str, mode: str) -> IO[str]:
    # Bytes that are no text are escaped; as no record looks like that, they are reported.
    return open(place, mode, encoding="utf-8", errors="backslashreplace", newline="\n")


def _compare(record: Record, settings: Settings, place: str) -> None:
    for name, found, value in zip(settings._fields, record.settings, settings, strict=True):
        if found != value:
            raise ComparisonError(
                Message(
                    "{file} holds runs with {name} {found}; they cannot be continued with {name} "
                    "{expected}",
                    file=place,
                    name=name.replace("_", "-"),
                    found=found,
                    expected=value,
                )
            )


def _end_the_last_line(file: IO[str], place: str) -> None:
    """Make sure that there are whole lines only: one that was cut short is taken away."""
    file.seek(0)
    text = file.read()
    start = text.rfind("\n") + 1
    if start < len(text):
        if read_records(StringIO(text[start:]), place):
            file.write("\n")
        else:
            file.truncate(len(text[:start].encode()))
    file.seek(0, os.SEEK_END)
