"""The option --worksheet of `sudokopie solve`: a worksheet for a class with pairs from files."""

import shlex
from collections.abc import Iterable

from ..solvers.registry import DEFAULT
from ..sudoku.grid import Pair
from .machinery.command_rules import UsageError
from .machinery.reading import CommandInput, read_and_answer_pairs_and_get_status
from .machinery.worksheet import check_worksheet_path, save_worksheet

_MOST_PAIRS = 100


def write_worksheet_of_files_and_get_status(command_input: CommandInput, path: str) -> int:
    """Write a printable worksheet for pupils to `path`, with the pairs of Sudokus from all files.
    Return the exit status. Errors in files are printed. If no file can be read, nothing is written.
    """
    check_worksheet_path(path, command_input.files)
    pairs = list[Pair]()

    def append_pair_to_worksheet(_: str, pair: Pair) -> Iterable[str]:
        """Append a pair to the worksheet. Returns an empty sequence, because a worksheet has no
        answer that could change the exit status. Raises `UsageError` for the 101st pair.
        """
        if len(pairs) == _MOST_PAIRS:
            raise UsageError("a worksheet has at most {most} pairs", most=_MOST_PAIRS)
        pairs.append(pair)
        return ()

    status = read_and_answer_pairs_and_get_status(command_input, DEFAULT, append_pair_to_worksheet)
    if pairs:
        command = f"sudokopie solve {shlex.join(command_input.files)}"
        save_worksheet(path, pairs, command, command_input.display)
    return status
