"""`sudokopie` without arguments, on a terminal: asks which file, answers, and asks again."""

from __future__ import annotations

import os
from glob import glob, has_magic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..report.manner import Manner

FOLDER = "instances"
"""Files in this folder are offered too, or those that come with sudokopie where it is missing."""

ENDING = ".txt"


def ask(manner: Manner) -> int:
    """Ask for pair files and answer, until an empty line, Ctrl-D or Ctrl-C; return 0."""
    try:
        _ask_and_answer(manner)
    except (EOFError, KeyboardInterrupt):
        print()
    return 0


def _ask_and_answer(manner: Manner) -> None:
    from ..report.printer import Printer
    from ..solvers.registry import DEFAULT
    from ..sudoku.kind import Reading
    from ..sudoku.language import Message
    from .pairs import Decider, answer_files

    files = pair_files()
    _complete_with_tab(list(files))
    question = manner.say(Message("Which text file is it to be? "))
    print(_in_columns(list(files)))
    while name := input(f"\n{question}").strip():
        path = found(name, files)
        if path is None:
            shown = name if name.endswith(ENDING) else name + ENDING
            missing = Message('The file "{name}" does not exist at that path.', name=shown)
            print(manner.say(missing))
            continue
        print()
        printer = Printer(manner)
        decider = Decider(printer, DEFAULT)
        answer_files((path,), Reading(), printer, DEFAULT, decider.decide)


def pair_files() -> dict[str, str]:
    """Return the files to choose from, their names and paths: those here, then the instances."""
    here = sorted(filter(os.path.isfile, glob(f"*{ENDING}")))
    beside = FOLDER if os.path.isdir(FOLDER) else _shipped()
    instances = sorted(os.path.basename(path) for path in glob(os.path.join(beside, f"*{ENDING}")))
    from ..report.printer import on_one_line

    files = {name: name for name in here}
    files |= {name: os.path.join(beside, name) for name in instances if name not in files}
    return {on_one_line(name): path for name, path in files.items()}


def found(name: str, files: dict[str, str]) -> str | None:
    """Return the path that a number in the list or a name with or without ending means."""
    if name.isdecimal() and 1 <= int(name) <= len(files):
        return list(files.values())[int(name) - 1]
    for candidate in (name, name + ENDING):
        for path in (candidate, os.path.join(FOLDER, candidate), files.get(candidate, "")):
            if os.path.isfile(path):
                return path
    return None


def _shipped() -> str:
    return os.path.join(os.path.dirname(os.path.dirname(__file__)), FOLDER)


def _in_columns(names: list[str]) -> str:
    """Return the names numbered, in columns that are read downwards."""
    import shutil

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
