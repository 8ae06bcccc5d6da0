"""`sudokopie` without arguments, on a terminal: asks which file, answers, and asks again."""

import io
import os
import shutil
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from glob import glob, has_magic

from ..answers.decide import decide
from ..base.errors import SudokopieError
from ..base.language import Message
from ..reading.form import Reading
from ..reading.gridfile import GridFile, Pair
from ..showing.answers_page import Answers, answers_page
from ..showing.manner import Manner
from ..showing.printer import Printer, error_line, harmless, say_saved
from ..showing.walk import print_walk
from ..sudoku.grid import Grid
from ..system.output import written_anew
from .reading import read_grids, say_left_aside
from .terminal import is_yes

FOLDER = "instances"
"""Files in this folder are offered too, or those that come with sudokopie where it is missing."""

ENDING = ".txt"
LIST = "?"
"""What is typed to see all files."""
PAGE = "!"
"""What is typed to save the last answer as a page."""
QUIT, HELP = "q", ("help", "h", "--help")
"""What is typed to end, and to read again what can be typed."""

SHORTEST_LINE = 4
"""A line with fewer characters is not taken for a pasted row of a Sudoku."""
SMALLEST_ON_ONE_LINE = 4
"""Of this size on, a line of cells may be a whole Sudoku; 9 cells are a row of one."""
EXAMPLES = "size9-clues25-copies", "size9-clues25-moved", "size6-clues12-copies"
"""Pair files that come along, offered by name where there are no other files."""


def ask(manner: Manner) -> int:
    """Ask for pair files and answer, until an empty line, Ctrl-D or Ctrl-C; return 0."""
    try:
        here, others = files_here(), other_files()
        files = here | {name: path for name, path in others.items() if name not in here}
        _complete_with_tab(list(files))
        if here:
            print(_in_columns(list(here)))
        print(_offered(others, manner))
        how = Message(
            "A name or a number, or Sudokus that you paste; {list} lists all; {page} saves the "
            "last answer as a page; an empty line, or {quit}, ends this.",
            list=LIST,
            page=PAGE,
            quit=QUIT,
        )
        print(f"\n{manner.paragraph(how)}")
        answers, first = Answers(), None
        while (name := _typed(first, manner)) and name != QUIT:
            if name == LIST:
                print(_in_columns(list(files)))
            elif name in HELP and not found(name, files):
                print(f"\n{manner.paragraph(how)}")
            elif name == PAGE:
                _save_page(answers, manner)
            else:
                asked = Answers()
                first = _answer(name, files, first, Printer(manner, listener=asked.add))
                if asked.count:
                    answers = asked
    except (EOFError, KeyboardInterrupt):
        print()
    return 0


_One = tuple[str, Grid]
"""A Sudoku that waits for another one, after the name of what it came from."""


def _typed(first: _One | None, manner: Manner) -> str:
    """Return what the user types; where a Sudoku waits for another, one empty line is no end."""
    if first is None:
        return input("\n" + manner.say(Message("Which text file is it to be? "))).strip()
    question = "\n" + manner.say(Message("Which is the other one? "))
    return input(question).strip() or input().strip()


def _answer(typed: str, files: dict[str, str], first: _One | None, printer: Printer) -> _One | None:
    """Answer about what was typed; return the Sudoku that still needs another one."""
    manner, path = printer.manner, found(typed, files)
    is_pasted = len(typed) >= SHORTEST_LINE and not any(map(str.isalpha, typed))
    if path is None and not is_pasted:
        shown = typed if typed.endswith(ENDING) else typed + ENDING
        missing = Message('The file "{name}" does not exist at that path.', name=shown)
        print(harmless(manner.say(missing)))
        return first
    name = path or manner.say(Message("pasted"))
    try:
        if path is not None:
            source = read_grids(path, Reading())
        elif (lines := _pasted(typed)) is not None:
            source = GridFile(lines, name)
        else:
            return first
        with source as opened:
            grids = _sudokus(opened)
            say_left_aside(name, opened, manner)
    except (SudokopieError, OSError) as error:
        printer.problem(name, error)
        return first
    if first is not None and len(grids) == 1:
        grids, name = (first[1], *grids), f"{first[0]} {name}"
    if len(grids) == 1:
        one = Message("{file}: holds one Sudoku, two are needed", file=name)
        print(harmless(manner.say(one)))
        return name, grids[0]
    print()
    try:
        answer = decide(*Pair(*grids))
        printer.answer(name, answer)
        if answer.transformation is not None and answer.steps:
            wanted = Message("Show the grid after every step? [y/n] ")
            if is_yes(input("\n" + manner.say(wanted))):
                print_walk(answer, manner)
    except SudokopieError as error:
        printer.problem(name, error)
    return None


def _sudokus(grids: GridFile) -> tuple[Grid, ...]:
    """Return the one or two Sudokus of a file; raise `PairFileError` where there are others."""
    return (grids.single(),) if grids.is_single else grids.pair()


def _pasted(line: str) -> io.BytesIO | None:
    """Return the lines that the user pastes after this one, up to a Sudoku or an empty line.

    None if they hold no cells: the last line of a frame comes when its Sudoku is known already.
    """
    lines = [line]
    while True:
        data = "\n".join(lines).encode()
        rows = sum(any(map(str.isdigit, one)) or "." in one for one in lines)
        with suppress(SudokopieError):
            (grid,) = _sudokus(GridFile(io.BytesIO(data)))
            if grid.size == rows or (rows == 1 and grid.size >= SMALLEST_ON_ONE_LINE):
                return io.BytesIO(data)
        if not (line := input().strip()):
            return io.BytesIO(data) if rows else None
        lines.append(line)


def _save_page(answers: Answers, manner: Manner) -> None:
    """Save a page that shows the last answer, under a name that is free."""
    if not answers.has_any:
        print(manner.say(Message("There is no answer yet.")))
        return
    page = answers_page(answers, manner).encode()
    try:
        say_saved(written_anew(".", "sudokopie", ".html", page), manner)
    except OSError as error:
        print(error_line(PAGE, error, manner))


def files_here() -> dict[str, str]:
    """Return the files of the current folder to choose from: their names and paths."""
    return _named(filter(os.path.isfile, glob(f"*{ENDING}")))


def other_files() -> dict[str, str]:
    """Return the files of the folder `instances`, or else those that come with sudokopie."""
    package = os.path.dirname(os.path.dirname(__file__))
    beside = FOLDER if os.path.isdir(FOLDER) else os.path.join(package, FOLDER)
    return _named(glob(os.path.join(beside, f"*{ENDING}")))


def _named(paths: Iterable[str]) -> dict[str, str]:
    return {harmless(os.path.basename(path)): path for path in sorted(paths)}


def _offered(files: dict[str, str], manner: Manner) -> str:
    """Return what other files there are: some examples, or what their names begin with."""
    if not os.path.isdir(FOLDER):
        return manner.paragraph(Message("Examples: {names}", names=", ".join(EXAMPLES)))
    counts = Counter(name.removesuffix(ENDING).partition("-")[0] for name in files)
    groups = ", ".join(
        beginning if count == 1 else f"{beginning}-… ({count})"
        for beginning, count in counts.items()
    )
    return manner.paragraph(Message("Others: {groups}", groups=groups))


def found(name: str, files: dict[str, str]) -> str | None:
    """Return the path that a number in the list or a name with or without ending means."""
    if name.isdecimal() and len(name) < 10 and 1 <= int(name) <= len(files):
        return list(files.values())[int(name) - 1]
    for candidate in (name, name + ENDING):
        for path in (candidate, os.path.join(FOLDER, candidate), files.get(candidate, "")):
            if os.path.isfile(path):
                return path
    return None


def _in_columns(names: list[str]) -> str:
    """Return the names numbered from 1, in columns that are read downwards."""
    entries = [f"{number:3} {name}" for number, name in enumerate(names, 1)]
    width = max(map(len, entries), default=0) + 2
    across = max(1, shutil.get_terminal_size().columns // width)
    down = -(-len(entries) // across) or 1
    return "\n".join(
        "".join(entry.ljust(width) for entry in entries[line::down]).rstrip()
        for line in range(min(down, len(entries)))
    )


def _complete_with_tab(names: list[str]) -> None:
    try:
        import readline
    except ImportError:  # not on Windows
        return

    def completed(text: str, state: int) -> str | None:
        here = [] if has_magic(text) else glob(f"{text}*")
        matching = [name for name in names if name.startswith(text)]
        matching += [path + "/" * os.path.isdir(path) for path in here if path not in names]
        return matching[state] if state < len(matching) else None

    readline.set_completer(completed)
    readline.set_completer_delims("\n")
    # libedit, which stands in for readline on macOS, has a syntax of its own.
    is_libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")
