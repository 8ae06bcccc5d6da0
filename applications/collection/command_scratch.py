"""The folder for temporary files of commands about many Sudokus, and the options --scratch and
--resume.
"""

import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

from ...base.errors import OutputError
from ...base.messages import Message
from ...commands.machinery.command_rules import RARE
from ...commands.machinery.options import option
from ...showing.answer_formatter import AnswerFormatter
from ...showing.printer import escape_on_one_line, print_message

if TYPE_CHECKING:
    from .scratch import ScratchFiles

_TEMPORARY_BYTES = 2
"""The number of bytes of temporary files for each byte of the input, if every Sudoku is on a line
of its own.

One byte more is needed if a later run may continue with these files.
"""

SCRATCH = option(
    "--scratch DIR",
    "The folder for temporary files, made if it does not exist. They need twice the space of the "
    "Sudokus, and for near copies 16 bytes for each clue.  [default: the system's]",
    heading=RARE,
)
RESUME = option(
    "--resume",
    "Continue the last run with this --scratch DIR that was killed or interrupted. The Sudokus "
    "are read again, but finished work is not repeated.",
    heading=RARE,
)


@contextmanager
def open_scratch(
    parent_folder: str | None, resume: bool, files: Iterable[str], display: AnswerFormatter
) -> "Iterator[ScratchFiles]":
    """Yield the manager of the temporary files. They are in the folder `parent_folder`, the value
    of --scratch; None means the system's temporary folder. If `resume` is true, the run uses the
    results that an interrupted run with the same `files` has saved.

    A warning is printed if the disk may become full, and if it was full, that --resume continues
    the run.
    """
    from .scratch import ScratchFiles

    with (
        ScratchFiles.open_resumable(parent_folder, resume)
        if parent_folder is not None
        else closing(ScratchFiles()) as kept
    ):
        length = sum(map(os.path.getsize, filter(os.path.isfile, files)))
        expected = (_TEMPORARY_BYTES + (parent_folder is not None)) * length
        if (free := shutil.disk_usage(kept.parent_folder).free) < expected:
            message = Message(
                "{folder} has {free} MB free, of about {expected} MB that may be needed; --scratch "
                "DIR chooses another folder",
                folder=escape_on_one_line(kept.parent_folder),
                free=display.format_number(free // 10**6),
                expected=display.format_number(expected // 10**6),
            )
            print_message(message, display)
        try:
            yield kept
        except OutputError:  # such as a full disk
            print_hint_to_resume_if_unfinished(kept, display)
            raise


def print_hint_to_resume_if_unfinished(scratch: "ScratchFiles", display: AnswerFormatter) -> None:
    """Print that the option --resume continues the run, if it has not finished and its results are
    kept.
    """
    if scratch.results_folder is not None and not scratch.is_finished:
        message = Message("The results so far are kept; --resume continues from there.")
        print_message(message, display)
