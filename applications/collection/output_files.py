"""Copy the Sudokus of a collection, unchanged, to two files: one for kept and one for dropped
Sudokus.
"""

import itertools
import os
from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack
from typing import Any, NamedTuple

from ...base.errors import SudokopieError
from ...commands.machinery.command_rules import UsageError
from ...commands.machinery.outputs import check_outputs
from ...commands.machinery.reading import CommandInput, open_grid_file
from ...reading.file_entry import Entry, ReadingOptions
from ...reading.gridfile import GridFile
from ...reading.pair_files import make_box_comment
from ...system.endings import FileEndings, find_format_and_compression_endings
from ...system.open_file import STANDARD_INPUT
from ...system.output import open_output

FORMATS = FileEndings(
    {
        **dict.fromkeys((".txt", ".sdm", ".sdk"), "text"),
        ".csv": "csv",
        ".tsv": "tsv",
        **dict.fromkeys((".jsonl", ".ndjson", ".json"), "json"),
        **dict.fromkeys((".parquet", ".pq"), "parquet"),
        **dict.fromkeys((".arrow", ".feather"), "arrow"),
    },
    "text",
)
"""The endings of the files to which Sudokus can be copied, each with the name of its format."""

_COLUMNAR_FORMATS = ("parquet", "arrow")

_SUDOKUS_AT_ONCE = 10_000
"""The number of Sudokus that are read at a time."""


class OutputPaths(NamedTuple):
    """The paths of the output files of `sudokopie duplicates`: `output` for the kept Sudokus,
    `drop` for the dropped Sudokus, and `parquet` for a table. A path is None if the user did not
    ask for this file.
    """

    output: str | None
    drop: str | None
    parquet: str | None

    @property
    def needs_second_reading(self) -> bool:
        """Whether the command must read its input files a second time, to copy Sudokus to an output
        file.
        """
        return self.output is not None or self.drop is not None

    def check_writable(self, command_input: CommandInput, known: tuple[str, ...]) -> None:
        """Raise an error if the output files cannot be written, or if the input does not fit them.
        The command calls this before it reads any file. `known` are the paths of the files with
        known Sudokus, given by --against.

        `UsageError` is raised in these cases:

        - An input file would be overwritten.
        - An input file cannot be read twice, but must be.
        - The input files differ in layout: in the shape of the boxes, the number of text lines for
          a grid, or the table columns.
        - The format of an output file, which its ending selects, cannot hold the Sudokus unchanged.

        May raise `OSError`.
        """
        named = {"-o": self.output, "--drop": self.drop, "--parquet": self.parquet}
        check_outputs(named, (*command_input.files, *known), may_print=False)
        if self.needs_second_reading:
            check_can_be_read_twice(command_input.files, "-o, --drop")
            paths = {option: named[option] for option in ("-o", "--drop")}
            check_same_layout(
                command_input, {option: path for option, path in paths.items() if path}
            )

    def copy_sudokus_and_find_next_number(
        self,
        files: Iterable[str],
        reading_options: ReadingOptions,
        dropped_numbers: Iterator[int],
        first_number: int,
        *,
        as_text: bool = False,
    ) -> int:
        """Read the input files again, and copy each Sudoku, unchanged, to the file of kept Sudokus
        or to the file of dropped Sudokus. `dropped_numbers` yields the numbers of the Sudokus to
        drop, ascending; the first Sudoku has the number `first_number`. Returns the number that the
        next Sudoku would have.

        A text file begins with a heading: the shape of the boxes, and the names of the columns. If
        the ending of an output file means Parquet or Arrow, the rows are written in this format. If
        `as_text`, all output files are text.
        """

        def choose_path_indices() -> Iterator[int]:
            """Yield an index for each Sudoku: 1 if the Sudoku is dropped, 0 if it is kept."""
            next_dropped = next(dropped_numbers, None)
            for number in itertools.count(first_number):
                is_dropped = number == next_dropped
                next_dropped = next(dropped_numbers, None) if is_dropped else next_dropped
                yield int(is_dropped)

        paths, indices = (self.output, self.drop), choose_path_indices()
        copied = copy_sudokus_to_files(files, reading_options, paths, indices, as_text=as_text)
        return first_number + copied.sudokus


def check_same_layout(command_input: CommandInput, paths_by_option: dict[str, str]) -> None:
    """Raise `UsageError` if the input files differ in layout (shape of the boxes, number of
    text lines for a grid, table columns), or if their Sudokus cannot be copied unchanged to a
    file with the ending of an output file. `paths_by_option` maps options, such as `-o`, to the
    paths of the output files.
    """
    forms = {option: FORMATS.choose_format(path) for option, path in paths_by_option.items()}
    has_columns = any(form in _COLUMNAR_FORMATS for form in forms.values())
    first: tuple[str, object] | None = None
    for file in command_input.files:
        try:
            with open_grid_file(file, command_input.reading_options) as grids:
                form: object = grids.shape, grids.is_one_a_line, grids.header, grids.delimiter
                possible = _find_possible_formats(file, grids)
        except (SudokopieError, OSError):
            continue  # the error is reported when the file is read
        for option, wanted in forms.items():
            if wanted not in possible:
                endings = [one for one, meant in FORMATS.formats.items() if meant in possible]
                raise UsageError(
                    "{option}: Sudokus are written in the form that they have in {file}; for "
                    "that '{path}' needs one of the endings {endings}",
                    option=option,
                    file=file,
                    endings=", ".join(endings),
                    path=paths_by_option[option],
                )
        if has_columns:
            from ...showing.parquet import read_schema

            form = form, read_schema(file)
        first = first or (file, form)
        if form != first[1]:
            raise UsageError(
                "{options} needs files of the same form, but {one} and {other} have different "
                "columns or forms",
                options=", ".join(paths_by_option),
                one=first[0],
                other=file,
            )


def choose_ending_of_copies(command_input: CommandInput) -> str:
    """Return the ending, such as `.csv` or `.csv.gz`, for output files that have the form of the
    input. It is the ending of the first input file that can be opened, with the ending for its
    compression. If Sudokus cannot be written in the form of this file, it is `.csv` or `.txt`.
    """
    for file in command_input.files:
        try:
            with open_grid_file(file, command_input.reading_options) as grids:
                possible, has_header = _find_possible_formats(file, grids), grids.header is not None
        except (SudokopieError, OSError):
            continue  # the error is reported when the file is read
        ending, compression = find_format_and_compression_endings(file)
        if FORMATS.formats.get(ending) in possible:
            return ending + compression
        return ".csv" if has_header and "csv" in possible else ".txt"
    return ".txt"


class CopiedCounts(NamedTuple):
    """Two numbers: of the Sudokus that were copied, and of the lines without a Sudoku, except
    comments.
    """

    sudokus: int
    other_lines: int


def copy_sudokus_to_files(
    files: Iterable[str],
    reading_options: ReadingOptions,
    paths: Sequence[str | None],
    path_indices: Iterator[int],
    *,
    as_text: bool = False,
) -> CopiedCounts:
    """Read input files again, and copy each Sudoku, unchanged, to one of the files `paths`; None
    means that the Sudoku is copied to no file. `path_indices` yields for each Sudoku the index in
    `paths`. Returns the number of Sudokus and the number of other lines in the input files.

    A text file begins with a heading: the shape of the boxes, and the names of the columns. If the
    ending of a path means Parquet or Arrow, the rows are written in this format. If `as_text`, all
    files are text.
    """
    sudokus = other_lines = 0
    with ExitStack() as stack:
        writers = [
            stack.enter_context(_make_sudoku_writer(path, as_text=as_text)) for path in paths
        ]
        for file in files:
            with open_grid_file(file, reading_options) as opened:
                # Errors were reported before.
                for grids in opened.yield_open_inner_files(lambda *_: None):
                    for writer in writers:
                        writer.begin_file(file, grids)
                    is_first = True
                    for entries in grids.yield_entry_batches(_SUDOKUS_AT_ONCE):
                        for writer in writers if is_first and grids.header is None else ():
                            writer.add_heading_of_single_column(grids)
                        is_first = False
                        readable = [entry for entry in entries if entry.error is None]
                        sudokus += len(readable)
                        chosen = [*itertools.islice(path_indices, len(readable))]
                        for index, writer in enumerate(writers):
                            of_writer = [choice == index for choice in chosen]
                            writer.copy_entries([*itertools.compress(readable, of_writer)], grids)
                    other_lines += grids.other_text_summary.total
    return CopiedCounts(sudokus, other_lines)


def _find_possible_formats(file: str, grid_file: GridFile) -> set[str]:
    """Return the formats in `FORMATS` to which the Sudokus of a file can be copied unchanged."""
    if not grid_file.is_one_a_line:
        return {"text"}
    entry = next(grid_file, None)
    if entry is not None and entry.raw.lstrip().startswith(b"{"):
        return {"text", "json"}
    found = {"text"}
    if grid_file.delimiter in (None, ",", ";"):
        found.add("csv")
    if grid_file.delimiter in (None, "\t"):
        found.add("tsv")
    from ...showing.parquet import is_parquet_or_arrow

    return found | set(_COLUMNAR_FORMATS if is_parquet_or_arrow(file) else ())


class _NullSudokuWriter(AbstractContextManager["_NullSudokuWriter"]):
    """A writer that copies no Sudokus, for an output file that the user did not ask for. It is also
    the base class of the other writers.
    """

    def __exit__(self, *_: object) -> None:
        """Do nothing, as no file is open."""

    def begin_file(self, file: str, grid_file: GridFile) -> None:
        """Prepare for the Sudokus of the next input file. This writer does nothing."""

    def add_heading_of_single_column(self, grid_file: GridFile) -> None:
        """Copy the heading of a table that has only the column of Sudokus. This writer does
        nothing.
        """

    def copy_entries(self, entries: list[Entry], grid_file: GridFile) -> None:
        """Copy some Sudokus to the output file. This writer does nothing."""


class _SudokuTextWriter(_NullSudokuWriter):
    """A writer of a text file: a heading, and below it the unchanged lines of the Sudokus."""

    def __init__(self, path: str) -> None:
        self._stack, self._is_begun = ExitStack(), False
        self._is_table = find_format_and_compression_endings(path)[0] in (".csv", ".tsv")
        self._stream = self._stack.enter_context(open_output(path))

    def __exit__(self, *error: Any) -> None:
        self._stack.__exit__(*error)

    def begin_file(self, file: str, grid_file: GridFile) -> None:  # noqa: ARG002
        """Write the heading before the first input file: the shape of the boxes, and the names of
        the columns if the file has them.
        """
        if not self._is_begun:
            header = (
                ""
                if grid_file.header is None
                else f"{grid_file.disarm_formulas_in_line(grid_file.header)}\n"
            )
            self._stream.write((make_box_comment(grid_file.shape) + header).encode())
        self._is_begun = True

    def add_heading_of_single_column(self, grid_file: GridFile) -> None:
        """Write the first line of the first input file if it is a single word, such as `puzzle`.
        The reader counts it among the lines without a Sudoku, because no second column shows that
        it is a heading.
        """
        _, line, text = grid_file.other_text_summary
        if self._is_table and self._stream.tell() == 0 and line == 1 and len(text.split()) == 1:
            self._stream.write(f"{grid_file.disarm_formulas_in_line(text)}\n".encode())

    def copy_entries(self, entries: list[Entry], grid_file: GridFile) -> None:
        lines = [_format_unchanged_lines(entry, grid_file) for entry in entries]
        self._stream.write(b"".join(lines))


class _TableRowCopier(_NullSudokuWriter):
    """A writer of a Parquet or Arrow table. It collects the row numbers of Sudokus in the input
    tables, and copies these rows at the end.
    """

    def __init__(self, path: str, form: str) -> None:
        self._path, self._form = path, form
        self._sources = list[tuple[str, "array[int]"]]()

    def __exit__(self, *error: object) -> None:
        if error[0] is None:
            from ...showing.parquet import copy_rows_to_file

            copy_rows_to_file(self._path, self._form, self._sources)

    def begin_file(self, file: str, grid_file: GridFile) -> None:  # noqa: ARG002
        self._sources.append((file, array("q")))

    def copy_entries(self, entries: list[Entry], grid_file: GridFile) -> None:  # noqa: ARG002
        # Line 1 has the columns' names, line 2 row 0.
        self._sources[-1][1].extend([entry.line - 2 for entry in entries])


def _make_sudoku_writer(path: str | None, *, as_text: bool) -> _NullSudokuWriter:
    """Return a writer that copies Sudokus to the file `path`, in the format that its ending means,
    or as text if `as_text`. If `path` is None, the writer does nothing.
    """
    if path is None:
        return _NullSudokuWriter()
    form = "text" if as_text else FORMATS.choose_format(path)
    return _TableRowCopier(path, form) if form in _COLUMNAR_FORMATS else _SudokuTextWriter(path)


def check_can_be_read_twice(files: Iterable[str], option_field_names: str) -> None:
    """Raise `UsageError` if a file can be read only once, such as standard input.
    `option_field_names` are the options for which each file must be read twice; the message names
    them.
    """
    for file in files:
        if file == STANDARD_INPUT or (os.path.exists(file) and not os.path.isfile(file)):
            raise UsageError(
                "{options}: the files are read twice, but {file} can be read only once; save it "
                "as a file first",
                options=option_field_names,
                file=file,
            )


def _format_unchanged_lines(entry: Entry, grid_file: GridFile) -> bytes:
    """Return the lines of a Sudoku as they are in its file; a grid of several lines follows its
    title. In lines that a reader has made from a spreadsheet, texts that a spreadsheet would
    execute as formulas are made harmless.
    """
    if grid_file.is_one_a_line:
        if grid_file.is_made:
            return grid_file.disarm_formulas_in_line(entry.file_lines_as_text).encode() + b"\n"
        return entry.raw + b"\n"
    title = f"{entry.sudoku_name}\n" if entry.sudoku_name else ""
    return title.encode() + entry.raw + b"\n\n"
