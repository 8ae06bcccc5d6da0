"""The prompt of `sudokopie` without arguments on a terminal: ask for a file, answer, repeat."""

import io
import os
import shutil
from contextlib import suppress
from glob import escape, glob

from ..answers.decide import decide
from ..base.errors import SudokopieError
from ..base.messages import Message
from ..reading.file_entry import ReadingOptions
from ..reading.gridfile import GridFile, open_stream_as_grid_file
from ..showing.answer_formatter import AnswerFormatter
from ..showing.printer import AnswerPrinter, escape_on_one_line
from ..showing.walk import print_steps_and_grids_there_and_back
from ..sudoku.grid import Grid, Pair
from .machinery.reading import open_grid_file, print_skipped_line_count
from .machinery.terminal import is_yes

INSTANCES_FOLDER = "instances"
"""The name of two further folders in which `find_sudoku_file` looks for a file. They are in the
working directory and in the package.
"""

ENDING = ".txt"
QUIT, LIST, HELP = "q", "list", "?"
"""Words with a special meaning at the prompt. To name a file `list`, the user types `list.txt`."""

_PACKAGE = os.path.dirname(os.path.dirname(__file__))

SHORTEST_LINE = 4
"""The fewest characters of a line that may be a pasted row of a Sudoku."""
SMALLEST_ON_ONE_LINE = 4
"""The smallest N for which a line of N·N cells may be a whole Sudoku.

A line of 9 cells is thus one row of a 9×9 Sudoku, not a whole 3×3 Sudoku.
"""
EXAMPLES = "size9-clues25-copies", "size9-clues25-moved", "size6-clues12-copies"
"""The files of the package that the prompt suggests as examples."""


def run_prompt_and_get_status(display: AnswerFormatter) -> int:
    """Ask for files with pairs of Sudokus and print the answers, until an empty line, `q`, Ctrl-D
    or Ctrl-C. Returns the exit status 0.
    """
    examples = Message("Examples: {names}", names=", ".join(EXAMPLES))
    print(
        display.format_messages_as_paragraph(_INTRODUCTION),
        display.format_messages_as_paragraph(examples),
        sep="\n",
    )
    _enable_tab_completion()
    first_sudoku = None
    with suppress(EOFError, KeyboardInterrupt):
        while (name := _ask_for_file_or_sudoku_as_text(first_sudoku, display)) and name != QUIT:
            if name == LIST:
                print(_format_file_list(display))
            elif name == HELP:
                print(
                    "\n"
                    + "\n\n".join(
                        display.format_messages_as_paragraph(one)
                        for one in (_INTRODUCTION, *_MORE_HELP)
                    )
                )
            else:
                first_sudoku = _answer_and_find_first_sudoku(
                    name, first_sudoku, AnswerPrinter(display)
                )
        return 0
    print()
    return 0


_INTRODUCTION = Message(
    "Type the name of a text file (Tab completes it), or paste Sudokus. {list} lists the files, "
    "{help} explains more, and an empty line or {quit} ends the program.",
    list=LIST,
    help=HELP,
    quit=QUIT,
)

_MORE_HELP = (
    Message(
        "sudokopie looks for a file here, then in the folder {folder} if there is one, then "
        "among its own files; the ending {ending} may be left out. A file, or the text that you "
        "paste, has two Sudokus or one; after one Sudoku, give the other one.",
        folder=INSTANCES_FOLDER,
        ending=ENDING,
    ),
    Message(
        "Paste a Sudoku row by row, or on one line, with 0 or . for a blank cell; frames are "
        "ignored. Other commands: {command}",
        command="sudokopie --help",
    ),
)
"""The paragraphs of the prompt's help after `_INTRODUCTION`, which the prompt shows at its start.
"""


_FirstSudoku = tuple[str, Grid]
"""The first Sudoku of a pair, which is kept until the user gives the second: the name of the file
from which it comes, and the Sudoku.
"""


def _ask_for_file_or_sudoku_as_text(
    first_sudoku: _FirstSudoku | None, display: AnswerFormatter
) -> str:
    """Ask for a file or a Sudoku, and return the text that the user types, without spaces around
    it. If `first_sudoku` is None, the question is about a new pair. Otherwise the first Sudoku of
    the pair is known, and the question is where the other Sudoku is.

    An empty text means that the user wants to end the program. In the second case the first empty
    line is ignored, because pasted text often ends with an empty line.
    """
    if first_sudoku is None:
        return input("\n" + display.translate(Message("Which text file? "))).strip()
    question = "\n" + display.translate(Message("Where is the other Sudoku? "))
    return input(question).strip() or input().strip()


def _answer_and_find_first_sudoku(
    typed_text: str, first_sudoku: _FirstSudoku | None, printer: AnswerPrinter
) -> _FirstSudoku | None:
    """Print the answer about the text that the user typed: the name of a file, or a pasted Sudoku.
    `first_sudoku` is the Sudoku that was given alone before, with the name of its file, or None.

    Returns what the caller must pass as `first_sudoku` in the next call: None after the answer
    about a complete pair; a Sudoku with the name of its file if the text is the first Sudoku of a
    pair; `first_sudoku` unchanged if the text cannot be read.
    """
    display, path = printer.display, find_sudoku_file(typed_text)
    is_pasted = len(typed_text) >= SHORTEST_LINE and not any(map(str.isalpha, typed_text))
    if path is None and not is_pasted:
        shown = typed_text if typed_text.endswith(ENDING) else typed_text + ENDING
        missing = Message(
            'There is no file "{name}", here or among the files of sudokopie; '
            "type list to see all files.",
            name=shown,
        )
        print(escape_on_one_line(display.translate(missing)))
        return first_sudoku
    name = path or display.translate(Message("pasted"))
    try:
        if path is not None:
            source = open_grid_file(path, ReadingOptions())
        elif (lines := _read_pasted_sudoku_as_stream_or_none(typed_text)) is not None:
            source = open_stream_as_grid_file(lines, name)
        else:
            return first_sudoku
        with source as opened:
            grids = _read_one_or_two_sudokus(opened)
            print_skipped_line_count(name, opened, display)
    except (SudokopieError, OSError) as error:
        printer.print_and_return_error_line(name, error)
        return first_sudoku
    if first_sudoku is not None and len(grids) == 1:
        grids, name = (first_sudoku[1], *grids), f"{first_sudoku[0]} {name}"
    if len(grids) == 1:
        one = Message("{file}: has one Sudoku, but two are needed", file=name)
        print(escape_on_one_line(display.translate(one)))
        return name, grids[0]
    print()
    try:
        answer = decide(*Pair(*grids))
        printer.print_answer(name, answer)
        if answer.transformation is not None and answer.steps:
            wanted = Message("Show the grid after every step? [y/n] ")
            if is_yes(input("\n" + display.translate(wanted))):
                print_steps_and_grids_there_and_back(answer, display)
    except SudokopieError as error:
        printer.print_and_return_error_line(name, error)
    return None


def _read_one_or_two_sudokus(grid_file: GridFile) -> tuple[Grid, ...]:
    """Return the Sudokus of an opened file that has one or two. Raises `PairFileError` if it has
    none or more than two.
    """
    return (
        (grid_file.read_single_grid_and_close(),)
        if grid_file.has_at_most_one_sudoku
        else grid_file.read_pair_and_close()
    )


def _read_pasted_sudoku_as_stream_or_none(first_line: str) -> io.BytesIO | None:
    """Read the lines that the user pastes, up to a complete Sudoku or an empty line. `first_line`
    is the first of these lines, which was read before. Returns a stream with all lines, or None if
    none of the lines has cells.

    If the Sudoku has a frame, it is complete before the last line of the frame is read. This last
    line has no cells. The next call therefore gets it as `first_line`, and returns None.
    """
    lines = [first_line]
    while True:
        data = "\n".join(lines).encode()
        rows = sum(any(map(str.isdigit, one)) or "." in one for one in lines)
        with suppress(SudokopieError):
            (grid,) = _read_one_or_two_sudokus(open_stream_as_grid_file(io.BytesIO(data)))
            if grid.size == rows or (rows == 1 and grid.size >= SMALLEST_ON_ONE_LINE):
                return io.BytesIO(data)
        if not (first_line := input().strip()):
            return io.BytesIO(data) if rows else None
        lines.append(first_line)


def find_sudoku_file(name: str) -> str | None:
    """Return the path of the file that the user named, with or without its ending `.txt`. The file
    may be in the working directory, in its folder `instances`, or in the folder `instances` of the
    package. Returns None if there is no such file.
    """
    folders = "", INSTANCES_FOLDER, os.path.join(_PACKAGE, INSTANCES_FOLDER)
    paths = (os.path.join(folder, name + end) for folder in folders for end in ("", ENDING))
    return next(filter(os.path.isfile, paths), None)


def _format_file_list(display: AnswerFormatter) -> str:
    """Return a text that lists the files of Sudokus, folder by folder, that the user can name at
    the prompt without a folder and without the ending `.txt`.
    """
    package = os.path.join(_PACKAGE, INSTANCES_FOLDER)
    places = {
        "": Message("Here:"),
        INSTANCES_FOLDER: Message("In the folder {folder}:", folder=INSTANCES_FOLDER),
        package: Message("Files that come with sudokopie:"),
    }
    parts, seen = [], set[str]()
    for folder, heading in places.items():
        paths = filter(os.path.isfile, glob(os.path.join(escape(folder), f"*{ENDING}")))
        names = sorted({os.path.basename(path) for path in paths} - seen)
        seen.update(names)
        if names:
            shown = [escape_on_one_line(name.removesuffix(ENDING)) for name in names]
            parts.append(
                "\n".join([display.translate(heading), *_format_names_in_columns_as_lines(shown)])
            )
    return "\n" + "\n\n".join(parts)


def _format_names_in_columns_as_lines(names: list[str]) -> list[str]:
    """Return lines of text that list the names in columns, to be read downwards. There are as many
    columns as the terminal has room for.
    """
    width = max(map(len, names)) + 2
    across = max(1, (shutil.get_terminal_size().columns - 2) // width)
    down = -(-len(names) // across)
    return [
        "  " + "".join(name.ljust(width) for name in names[line::down]).rstrip()
        for line in range(down)
    ]


def _enable_tab_completion() -> None:
    """Let the Tab key complete the names of files, if Python has a library for this."""
    try:
        import readline  # readline completes names of files by default
    except ImportError:  # Windows has no readline
        return
    readline.set_completer_delims("\n")
    # libedit, which replaces readline on macOS, has its own syntax.
    is_libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")
