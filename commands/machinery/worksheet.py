"""The file that the options --worksheet of `solve` and `random` write: a worksheet with pairs for a
class.
"""

from collections.abc import Iterable

from ...showing.answer_formatter import AnswerFormatter
from ...showing.answers_page import make_worksheet
from ...showing.printer import print_saved_path
from ...showing.worksheet_pdf import check_pdf_installed
from ...sudoku.grid import Pair
from ...system.output import open_output
from .options import WORKSHEET_ENDINGS
from .outputs import check_outputs


def check_worksheet_path(path: str, input_files: Iterable[str]) -> None:
    """Raise an error if no worksheet can be written to `path`, or if this would overwrite one of
    `input_files`. A command calls this before it does any work.
    """
    check_outputs({"--worksheet": path}, input_files, may_print=False)
    if WORKSHEET_ENDINGS.choose_format(path) == "pdf":
        check_pdf_installed()


def save_worksheet(
    path: str, pairs: Iterable[Pair], command_line: str, display: AnswerFormatter
) -> None:
    """Write a worksheet with the pairs to `path`, and print that it is saved. `command_line` is the
    command line that makes these pairs again; the worksheet shows it with the options --worksheet,
    --lang and --notation added.
    """
    file_format = WORKSHEET_ENDINGS.choose_format(path)
    name = "FILE.pdf" if file_format == "pdf" else "FILE"
    command_line += f" --worksheet {name} --lang {display.language}"
    command_line += "" if display.notation == "arrows" else f" --notation {display.notation}"
    content = make_worksheet(pairs, display, command_line, file_format)
    with open_output(path) as file:
        file.write(content)
    print_saved_path(path, display)
