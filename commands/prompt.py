"""`sudokopie` without arguments, on a terminal: asks which file, answers, and asks again."""

import os
import shutil
from collections.abc import Iterable
from functools import partial
from glob import glob, has_magic

from ..answers.decide import Answer
from ..base.language import Message
from ..reading.form import Reading
from ..showing.answers_page import Answers, answers_page
from ..showing.manner import Manner
from ..showing.printer import Printer, error_line, harmless, say_saved
from ..showing.walk import print_walk
from ..solvers.registry import DEFAULT
from ..system.output import written_anew
from .reading import Given, answer_files
from .solve import Decider
from .terminal import is_yes

FOLDER = "instances"
"""Files in this folder are offered too, or those that come with sudokopie where it is missing."""

ENDING = ".txt"
LIST = "?"
"""What is typed to see all files."""
PAGE = "!"
"""What is typed to save the last answer as a page."""


def ask(manner: Manner) -> int:
    """Ask for pair files and answer, until an empty line, Ctrl-D or Ctrl-C; return 0."""
    try:
        _ask_and_answer(manner)
    except (EOFError, KeyboardInterrupt):
        print()
    return 0


def _ask_and_answer(manner: Manner) -> None:
    here, others = files_here(), other_files()
    files = here | {name: path for name, path in others.items() if name not in here}
    _complete_with_tab(list(files))
    if here:
        print(_in_columns(list(here)))
    print(_groups(others, manner))
    how = Message(
        "A name or a number; {list} lists all; {page} saves the last answer as a page; "
        "an empty line ends this.",
        list=LIST,
        page=PAGE,
    )
    print(f"\n{manner.paragraph(how)}")
    question = manner.say(Message("Which text file is it to be? "))
    answers = Answers()
    while name := input(f"\n{question}").strip():
        if name == LIST:
            print(_in_columns(list(files)))
            continue
        if name == PAGE:
            _save_page(answers, manner)
            continue
        path = found(name, files)
        if path is None:
            shown = name if name.endswith(ENDING) else name + ENDING
            missing = Message('The file "{name}" does not exist at that path.', name=shown)
            print(harmless(manner.say(missing)))
            continue
        print()
        answers = Answers()
        printer = Printer(manner, listener=answers.add)
        decide = partial(Decider(printer).decide, then=partial(_offer_walk, manner=manner))
        answer_files(Given((path,), Reading(), printer), DEFAULT, decide)


def _offer_walk(answer: Answer, manner: Manner) -> None:
    """Show the grid after every step, if that is wanted."""
    if answer.transformation is None or not answer.steps:
        return
    if is_yes(input("\n" + manner.say(Message("Show the grid after every step? [y/n] ")))):
        print_walk(answer, manner)


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
    beside = FOLDER if os.path.isdir(FOLDER) else _shipped()
    return _named(glob(os.path.join(beside, f"*{ENDING}")))


def _named(paths: Iterable[str]) -> dict[str, str]:
    return {harmless(os.path.basename(path)): path for path in sorted(paths)}


def _groups(files: dict[str, str], manner: Manner) -> str:
    """Return what other files there are: what their names begin with, and how many."""
    counts: dict[str, int] = {}
    for name in files:
        beginning = name.removesuffix(ENDING).partition("-")[0]
        counts[beginning] = counts.get(beginning, 0) + 1
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


def _shipped() -> str:
    return os.path.join(os.path.dirname(os.path.dirname(__file__)), FOLDER)


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
