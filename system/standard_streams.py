"""Standard output and standard error of a command whose result is a file. The command must write
the file even if the program that reads its output has ended, or if the disk is full.
"""

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO

from .signals import let_broken_pipes_raise_errors


@contextmanager
def continue_without_readers() -> Iterator[None]:
    """A context manager in whose block printing never fails. After the first error of standard
    output, such as a reader that has ended or a disk that is full, further output to it is dropped.
    The same holds for standard error.

    At the end of the block, the first error is raised, unless the block itself has raised an error.
    """
    before = sys.stdout, sys.stderr
    with let_broken_pipes_raise_errors():
        files = [_PersistentFile.of_stream_or_none(stream) for stream in before]
        sys.stdout, sys.stderr = (
            stream if file is None else file.make_stream_like(stream)
            for file, stream in zip(files, before, strict=True)
        )
        try:
            yield
        finally:
            for stream in (sys.stdout, sys.stderr):
                stream.flush()
            sys.stdout, sys.stderr = before
    for file in files:
        if file is not None and file.error is not None:
            raise file.error


class _PersistentFile(io.FileIO):
    """The file behind a standard stream. Its method `write` raises no error: it keeps the first
    error in the attribute `error`, and drops everything that is written afterwards.
    """

    error: OSError | None = None

    @staticmethod
    def of_stream_or_none(stream: TextIO) -> "_PersistentFile | None":
        """Return the file behind a stream; None if the stream writes to a terminal or to memory."""
        if not isinstance(stream, io.TextIOWrapper) or stream.isatty():
            return None
        try:
            return _PersistentFile(stream.fileno(), "w", closefd=False)
        except io.UnsupportedOperation:
            return None

    def make_stream_like(self, stream: TextIO) -> TextIO:
        """Return a text stream that writes to this file, with the encoding and the buffers of
        `stream`.
        """
        assert isinstance(stream, io.TextIOWrapper)
        stream.flush()
        return io.TextIOWrapper(
            # With `python -u`, output is not buffered.
            self if isinstance(stream.buffer, io.RawIOBase) else io.BufferedWriter(self),
            stream.encoding,
            stream.errors,
            line_buffering=stream.line_buffering,
            write_through=stream.write_through,
        )

    def write(self, data: Any, /) -> int:
        if self.error is None:
            try:
                return super().write(data)
            except OSError as error:
                self.error = error
        return memoryview(data).nbytes
