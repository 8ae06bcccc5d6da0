"""`sudokopie` without arguments, on a terminal: asks which file, answers, and asks again."""

import io
import os
import shutil
from contextlib import suppress
from glob import escape, glob

from ..answers.decide import decide
from ..base.errors import SudokopieError
from ..base.messages import Message
from ..reading.file_entry import Reading
from ..reading.gridfile import GridFile
from ..showing.display_options import DisplayOptions
from ..showing.printer import Printer, escape_names
from ..showing.walk import print_walk
from ..sudoku.grid import Grid, Pair
from .machinery.reading import open_grids, report_left_aside
from .machinery.terminal import is_yes

FOLDER = "instances"
"""Files in this folder are found by their names too, and those that come along with sudokopie."""

ENDING = ".txt"
QUIT, LIST, HELP = "q", "list", "?"
"""Commands. A file with such a name is named with its ending, as `list.txt`."""

_PACKAGE = os.path.dirname(os.path.dirname(__file__))

SHORTEST_LINE = 4
"""A line with fewer characters is not taken for a pasted row of a Sudoku."""
SMALLEST_ON_ONE_LINE = 4
"""Of this size on, a line of cells may be a whole Sudoku; 9 cells are a row of one."""
EXAMPLES = "size9-clues25-copies", "size9-clues25-moved", "size6-clues12-copies"
"""Some of the files that come along."""


def ask(display: DisplayOptions) -> int:
    """Ask for pair files and answer, until an empty line, Ctrl-D or Ctrl-C; return 0."""
    examples = Message("Examples: {names}", names=", ".join(EXAMPLES))
    print(display.write_paragraph(_HOW), display.write_paragraph(examples), sep="\n")
    _complete_with_tab()
    first = None
    with suppress(EOFError, KeyboardInterrupt):
        while (name := _read_typed(first, display)) and name != QUIT:
            if name == LIST:
                print(_list_files(display))
            elif name == HELP:
                print("\n" + "\n\n".join(display.write_paragraph(one) for one in (_HOW, *_MORE)))
            else:
                first = _answer(name, first, Printer(display))
        return 0
    print()
    return 0


_HOW = Message(
    "Type the name of a text file (Tab completes it), or paste Sudokus. {list} lists the files, "
    "{help} explains more, and an empty line or {quit} ends the program.",
    list=LIST,
    help=HELP,
    quit=QUIT,
)

_MORE = (
    Message(
        "sudokopie looks for a file here, then in the folder {folder} if there is one, then "
        "among its own files; the ending {ending} may be left out. A file, or the text that you "
        "paste, has two Sudokus or one; after one Sudoku, give the other one.",
        folder=FOLDER,
        ending=ENDING,
    ),
    Message(
        "Paste a Sudoku row by row, or on one line, with 0 or . for a blank cell; frames are "
        "ignored. Other commands: {command}",
        command="sudokopie --help",
    ),
)
"""What the help explains beyond the line with which the prompt begins."""


_One = tuple[str, Grid]
"""A Sudoku that waits for another one, after the name of what it came from."""


def _read_typed(first: _One | None, display: DisplayOptions) -> str:
    """Return what the user types; where a Sudoku waits for another, one empty line is no end."""
    if first is None:
        return input("\n" + display.translate(Message("Which text file? "))).strip()
    question = "\n" + display.translate(Message("Where is the other Sudoku? "))
    return input(question).strip() or input().strip()


def _answer(typed: str, first: _One | None, printer: Printer) -> _One | None:
    """Answer about what was typed; return the Sudoku that still needs another one."""
    display, path = printer.display, find_file(typed)
    is_pasted = len(typed) >= SHORTEST_LINE and not any(map(str.isalpha, typed))
    if path is None and not is_pasted:
        shown = typed if typed.endswith(ENDING) else typed + ENDING
        missing = Message(
            'There is no file "{name}", here or among the files of sudokopie; '
            "type list to see all files.",
            name=shown,
        )
        print(escape_names(display.translate(missing)))
        return first
    name = path or display.translate(Message("pasted"))
    try:
        if path is not None:
            source = open_grids(path, Reading())
        elif (lines := _read_pasted(typed)) is not None:
            source = GridFile(lines, name)
        else:
            return first
        with source as opened:
            grids = _read_sudokus(opened)
            report_left_aside(name, opened, display)
    except (SudokopieError, OSError) as error:
        printer.problem(name, error)
        return first
    if first is not None and len(grids) == 1:
        grids, name = (first[1], *grids), f"{first[0]} {name}"
    if len(grids) == 1:
        one = Message("{file}: has one Sudoku, but two are needed", file=name)
        print(escape_names(display.translate(one)))
        return name, grids[0]
    print()
    try:
        answer = decide(*Pair(*grids))
        printer.answer(name, answer)
        if answer.transformation is not None and answer.steps:
            wanted = Message("Show the grid after every step? [y/n] ")
            if is_yes(input("\n" + display.translate(wanted))):
                print_walk(answer, display)
    except SudokopieError as error:
        printer.problem(name, error)
    return None


def _read_sudokus(grids: GridFile) -> tuple[Grid, ...]:
    """Return the one or two Sudokus of a file; raise `PairFileError` where there are others."""
    return (grids.single(),) if grids.is_single else grids.pair()


def _read_pasted(line: str) -> io.BytesIO | None:
    """Return the lines that the user pastes after this one, up to a Sudoku or an empty line.

    None if they hold no cells: the last line of a frame comes when its Sudoku is known already.
    """
    lines = [line]
    while True:
        data = "\n".join(lines).encode()
        rows = sum(any(map(str.isdigit, one)) or "." in one for one in lines)
        with suppress(SudokopieError):
            (grid,) = _read_sudokus(GridFile(io.BytesIO(data)))
            if grid.size == rows or (rows == 1 and grid.size >= SMALLEST_ON_ONE_LINE):
                return io.BytesIO(data)
        if not (line := input().strip()):
            return io.BytesIO(data) if rows else None
        lines.append(line)


def find_file(name: str) -> str | None:
    """Return the path of the file that a name means, with or without its ending."""
    folders = "", FOLDER, os.path.join(_PACKAGE, FOLDER)
    paths = (os.path.join(folder, name + end) for folder in folders for end in ("", ENDING))
    return next(filter(os.path.isfile, paths), None)


def _list_files(display: DisplayOptions) -> str:
    """Return the names of all files that `find_file` finds without a path, folder by folder."""
    package = os.path.join(_PACKAGE, FOLDER)
    places = {
        "": Message("Here:"),
        FOLDER: Message("In the folder {folder}:", folder=FOLDER),
        package: Message("Files that come with sudokopie:"),
    }
    parts, seen = [], set[str]()
    for folder, heading in places.items():
        paths = filter(os.path.isfile, glob(os.path.join(escape(folder), f"*{ENDING}")))
        names = sorted({os.path.basename(path) for path in paths} - seen)
        seen.update(names)
        if names:
            shown = [escape_names(name.removesuffix(ENDING)) for name in names]
            parts.append("\n".join([display.translate(heading), *_write_columns(shown)]))
    return "\n" + "\n\n".join(parts)


def _write_columns(names: list[str]) -> list[str]:
    """Return lines in which names are in columns, as many as fit; read downwards."""
    width = max(map(len, names)) + 2
    across = max(1, (shutil.get_terminal_size().columns - 2) // width)
    down = -(-len(names) // across)
    return [
        "  " + "".join(name.ljust(width) for name in names[line::down]).rstrip()
        for line in range(down)
    ]


def _complete_with_tab() -> None:
    try:
        import readline  # which completes names of files by itself
    except ImportError:  # not on Windows
        return
    readline.set_completer_delims("\n")
    # libedit, which stands in for readline on macOS, has a syntax of its own.
    is_libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")
