"""The option --worksheet of `sudokopie solve`: a worksheet for a class with pairs from files."""

import shlex
from collections.abc import Iterable

from ..showing.answers_page import make_worksheet
from ..showing.printer import print_saved_path
from ..showing.worksheet_pdf import check_pdf_installed
from ..solvers.registry import DEFAULT
from ..sudoku.grid import Pair
from ..system.output import open_output
from .machinery.command_rules import UsageError
from .machinery.options import WORKSHEET_ENDINGS
from .machinery.outputs import check_outputs
from .machinery.reading import CommandInput, answer_pair_files

_MOST_PAIRS = 100


def write_worksheet(command_input: CommandInput, path: str) -> int:
    """Write a worksheet with the pairs of all files to `path`, and return the exit status. Errors
    in files are printed. If no file can be read, nothing is written.
    """
    check_outputs({"--worksheet": path}, command_input.files, may_print=False)
    if (form := WORKSHEET_ENDINGS.choose_format(path)) == "pdf":
        check_pdf_installed()
    pairs = list[Pair]()

    def keep_pair(_: str, pair: Pair) -> Iterable[str]:
        if len(pairs) == _MOST_PAIRS:
            raise UsageError("a worksheet has at most {most} pairs", most=_MOST_PAIRS)
        pairs.append(pair)
        return ()

    status = answer_pair_files(command_input, DEFAULT, keep_pair)
    if pairs:
        display = command_input.display
        name = "FILE.pdf" if form == "pdf" else "FILE"
        again = f"sudokopie solve {shlex.join(command_input.files)} --worksheet {name}"
        again += f" --lang {display.language}"
        again += "" if display.notation == "arrows" else f" --notation {display.notation}"
        content = make_worksheet(pairs, display, again, form)
        with open_output(path) as file:
            file.write(content)
        print_saved_path(path, display)
    return status
