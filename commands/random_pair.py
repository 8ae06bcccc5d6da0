"""The command `sudokopie random`: make a random pair of Sudokus."""

import os
from random import Random, SystemRandom
from typing import NamedTuple

import click

from ..answers.decide import decide
from ..answers.random_pairs import PairKind, random_pair
from ..base.messages import Message
from ..reading.gridfile import format_pair
from ..showing.answers_page import make_worksheet
from ..showing.display_options import DisplayOptions
from ..showing.printer import Printer, escape_names, find_terminal_width, say, say_saved
from ..showing.worksheet_pdf import check_pdf_installed
from ..sudoku.shape import BoxShape
from ..system.endings import Endings
from ..system.output import find_free_name, open_output, write_new_file
from .machinery.command_rules import (
    YES,
    UsageError,
    bars,
    command,
    excludes,
    find_exit_status,
    needs,
)
from .machinery.options import DISPLAY, box_option, option
from .machinery.outputs import check_outputs
from .machinery.terminal import is_on_terminal, is_yes

_SEEDS = 10**9

_LARGEST = 49
"""The largest N of a random N×N Sudoku. A puzzle of this size with one solution takes minutes."""


_WORKSHEETS = Endings({".html": "html", ".htm": "html", ".pdf": "pdf"}, "html")


class _Wanted(NamedTuple):
    """The options that describe the pair to make."""

    clues: int | None
    box: BoxShape
    related: str
    near_miss: bool
    arbitrary: bool
    seed: int | None

    @property
    def kind(self) -> PairKind:
        """The kind of pair that the options describe."""
        related = {"yes": True, "no": False, "maybe": None}[self.related]
        return PairKind(self.box, self.clues, related, self.near_miss, not self.arbitrary)

    def command(self, seed: int) -> str:
        """Return the command line that makes the same pair again; `seed` is the pair's seed."""
        said = f"sudokopie random --box {self.box}"
        said += "" if self.clues is None else f" --clues {self.clues}"
        if self.near_miss:
            said += " --near-miss"
        elif self.related != "maybe":
            said += f" --related {self.related}"
        said += " --arbitrary" if self.arbitrary else ""
        return f"{said} --seed {seed}"


@command(
    excludes("--near-miss", "--related yes"),
    excludes("--output", "--folder"),
    bars("--worksheet", "--output", "--folder", "--solve"),
    needs("-n", "--worksheet"),
    bars("--solve", "-o -", said=Message("--solve prints the pair itself, so not with -o -")),
    wanted=_Wanted,
)
@option("--clues K", "How many clues each has.  [default: a fifth to a half of the cells]", least=0)
@box_option("Boxes of R rows and C columns.", default="3x3")
@option(
    "--related [yes|no|maybe]",
    "Is the second a copy of the first? maybe: one time in two.",
    default="maybe",
)
@option("--near-miss", "No copy, but almost: a clue or two are elsewhere.")
@option("--arbitrary", "Use arbitrary digits instead of puzzles with exactly one solution.")
@option("--seed S", "The same seed makes the same pair.  [default: a random one]", least=0)
@option(
    "-o, --output FILE",
    "Write the pair there; - is standard output.",
    writes=Endings({".txt": "text"}, "text"),
)
@option("--folder DIR", "Save it as the next free zufallN.txt in a folder.")
@option("--solve", "Answer at once whether they are copies.", "solved")
@option(
    "--worksheet FILE",
    "Write a page to print for a class: several pairs, then the answers; HTML or, if the name ends "
    "in .pdf, PDF.",
    "sheet",
    writes=_WORKSHEETS,
)
@option("-n K", "How many pairs the worksheet has.", "pairs", least=1, most=100, default=4)
@DISPLAY
def random(
    wanted: _Wanted,
    sheet: str | None,
    pairs: int,
    output: str | None,
    folder: str | None,
    solved: bool,
    display: DisplayOptions,
) -> int:
    """Make a random pair of Sudokus, copies of each other or not.

    Each is a puzzle with exactly one solution; with --arbitrary its digits are as they come, unless
    all cells are clues. The text begins with a comment with the command that makes the same pair
    again. On a terminal --folder asks before it saves. Large boxes take minutes, 5x5 and more, but
    not with --arbitrary. A worksheet has room for the answers, a page of its own with the right
    ones, and the command that makes the same sheet again.

    Exit status: 0, with --solve that of solve; 2 trouble.

    Example:
      sudokopie random --clues 28 --seed 7
    """
    box = wanted.box
    if box.size > _LARGEST:
        raise UsageError(
            "expected at most {size} cells a side, found boxes of {box}", size=_LARGEST, box=box
        )
    check_outputs({"-o": output}, [])
    check_outputs({"--worksheet": sheet}, [], may_print=False)
    form = "" if sheet is None else _WORKSHEETS.format_of(sheet)
    if form == "pdf":
        check_pdf_installed()
    number = SystemRandom().randrange(_SEEDS) if wanted.seed is None else wanted.seed
    rng = Random(number)
    pair = random_pair(wanted.kind, rng)
    if sheet is not None:
        shown = [pair, *(random_pair(wanted.kind, rng) for _ in range(1, pairs))]
        again = f"{wanted.command(number)} -n {pairs} --worksheet FILE"
        content = make_worksheet(shown, display, again, form)
        with open_output(sheet) as file:
            file.write(content)
        say_saved(sheet, display)
        return YES
    text = f"# {wanted.command(number)}\n{format_pair(pair)}"
    if folder is not None:
        _save_in(folder, text, display)
    elif output is not None and output != "-":
        with open_output(output) as file:
            file.write(text.encode("ascii"))
    else:
        click.echo(text.partition("\n")[0] if solved else text.removesuffix("\n"))
    if not solved:
        return YES
    printer = Printer(display._replace(columns=find_terminal_width()))
    answer = decide(*pair)
    printer.answer("", answer)
    return find_exit_status([answer.word])


def _save_in(folder: str, text: str, display: DisplayOptions) -> None:
    """Save a pair in the folder as the next free `zufallN.txt`; on a terminal, ask first."""
    if is_on_terminal():
        click.echo(text, nl=False)
        path = os.path.join(folder, find_free_name(folder, "zufall", ".txt"))
        question = display.translate(Message("Save as {path}? [y/n] ", path=path))
        if not is_yes(input(escape_names(question))):
            say(Message("Not saved."), display)
            return
    path = write_new_file(folder, "zufall", ".txt", text.encode("ascii"))
    say_saved(path, display)
