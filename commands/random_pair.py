"""The command `sudokopie random`: make a random pair of Sudokus."""

import os
from random import Random, SystemRandom
from typing import NamedTuple

import click

from ..answers.decide import decide
from ..answers.random_pairs import PairProperties, make_random_pair
from ..base.messages import Message
from ..reading.pair_files import format_pair
from ..showing.answer_formatter import AnswerFormatter
from ..showing.printer import (
    AnswerPrinter,
    escape_on_one_line,
    find_terminal_width_or_none,
    print_message,
    print_saved_path,
)
from ..sudoku.grid import Pair
from ..sudoku.shape import BoxShape
from ..system.endings import FileEndings
from ..system.output import find_free_file_name, open_output, write_new_file
from .machinery.command_rules import (
    ANSWER,
    OUTPUT_FOLDER,
    YES,
    UsageError,
    command,
    excludes,
    find_exit_status,
    forbids,
    needs,
)
from .machinery.options import DISPLAY, WORKSHEET_ENDINGS, box_option, option
from .machinery.outputs import check_outputs
from .machinery.terminal import can_ask_user, is_yes

_NUMBER_OF_SEEDS = 10**9

_LARGEST_SIZE = 49
"""The largest N of a random N×N Sudoku. A puzzle of this size with one solution takes minutes."""


class _PairOptions(NamedTuple):
    """The options for a random pair of Sudokus.

    - `clues`: the number of clues of each Sudoku; None means a random number.
    - `box`: the shape of the boxes.
    - `seed`: the seed of the random numbers; None means a random seed.
    - `related`: "yes" if the Sudokus must be copies of each other, "no" if they must not be copies,
      "maybe" if this is chosen at random.
    - `near_miss`: whether the Sudokus are copies except for one or two clues.
    - `arbitrary`: whether the digits are random; the Sudokus then need not have exactly one
      solution.
    """

    clues: int | None
    box: BoxShape
    related: str
    near_miss: bool
    arbitrary: bool
    seed: int | None

    @property
    def pair_properties(self) -> PairProperties:
        """The properties that the pair of Sudokus will have, from the options of the command: for
        example the shape of the boxes, the number of clues, and whether they are copies.
        """
        related = {"yes": True, "no": False, "maybe": None}[self.related]
        return PairProperties(self.box, self.clues, related, self.near_miss, not self.arbitrary)

    def format_command(self, seed: int) -> str:
        """Return the command line that makes the same pair again; `seed` is the pair's seed."""
        text = f"sudokopie random --box {self.box}"
        text += "" if self.clues is None else f" --clues {self.clues}"
        if self.near_miss:
            text += " --near-miss"
        elif self.related != "maybe":
            text += f" --related {self.related}"
        text += " --arbitrary" if self.arbitrary else ""
        return f"{text} --seed {seed}"


def _make_worksheet_pairs(properties: PairProperties, pair_count: int, rng: Random) -> list[Pair]:
    """Return `pair_count` random pairs for a worksheet. If the properties leave open whether the
    Sudokus of a pair are copies, half of the pairs are copies, in random order: pairs that are
    drawn one by one may all have the same answer.
    """
    if properties.related is not None or properties.near_miss:
        return [make_random_pair(properties, rng) for _ in range(pair_count)]
    are_copies = [i % 2 == 0 for i in range(pair_count)]
    if pair_count % 2:
        are_copies[-1] = rng.random() < 0.5
    rng.shuffle(are_copies)
    return [make_random_pair(properties._replace(related=related), rng) for related in are_copies]


class _FileRefusingArgument(click.Argument):
    """A click argument for files, which the command only refuses, with a message that names the
    command for existing Sudokus. The help does not show this argument.
    """

    def get_usage_pieces(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's
        return []


def _raise_if_files_given(
    _context: click.Context, _param: click.Parameter, files: tuple[str, ...]
) -> None:
    """Raise `UsageError` if the user names a file. Click calls this function when it parses the
    arguments.
    """
    if files:
        raise UsageError(
            "random makes new Sudokus and reads no file; for random copies of the Sudokus in a "
            "file: sudokopie shuffle {file}",
            file=files[0],
        )


@command(
    excludes("--near-miss", "--related yes"),
    excludes("--output", "--folder"),
    forbids("--worksheet", "--output", "--folder", "--solve"),
    needs("-n", "--worksheet"),
    forbids(
        "--solve",
        "-o -",
        message=Message("--solve prints the pair, so it cannot be used with -o -; leave -o - out"),
    ),
    pair_options=_PairOptions,
)
@option(
    "--clues K",
    "The number of clues of each Sudoku.  [default: a fifth to a half of the cells]",
    minimum=0,
)
@box_option("Boxes of R rows and C columns, such as 2x3.", default="3x3")
@option(
    "--related [yes|no|maybe]",
    "Whether the second Sudoku is a copy of the first; maybe chooses at random, or half of the "
    "pairs of a worksheet.",
    default="maybe",
)
@option(
    "--near-miss", "Make the second Sudoku almost a copy: one or two clues are in other places."
)
@option("--arbitrary", "Use random digits, not puzzles with exactly one solution.")
@option(
    "--seed S",
    "A number; the same number makes the same pair.  [default: a random number]",
    minimum=0,
)
@option(
    "-o, --output FILE",
    "Write the pair to this file; - is standard output.",
    "output_path",
    output_endings=FileEndings({".txt": "text"}, "text"),
    heading=ANSWER,
)
@option(
    "--folder DIR",
    "Save the pair in this folder, as zufallN.txt with the next free number N.",
    type=OUTPUT_FOLDER,
    heading=ANSWER,
)
@option(
    "--solve", "Also answer whether the two Sudokus are copies.", "is_answer_wanted", heading=ANSWER
)
@option(
    "--worksheet FILE",
    "Write a worksheet for a class: several pairs, then the answers. HTML, or PDF if the name "
    "ends in .pdf.",
    "worksheet_path",
    output_endings=WORKSHEET_ENDINGS,
    heading=ANSWER,
)
@option(
    "-n K",
    "The number of pairs on the worksheet.",
    "pair_count",
    minimum=1,
    maximum=100,
    default=4,
    heading=ANSWER,
)
@click.argument(
    "files", nargs=-1, cls=_FileRefusingArgument, callback=_raise_if_files_given, expose_value=False
)
@DISPLAY
def random(
    pair_options: _PairOptions,
    worksheet_path: str | None,
    pair_count: int,
    output_path: str | None,
    folder: str | None,
    is_answer_wanted: bool,
    display: AnswerFormatter,
) -> int:
    """Make two new random Sudokus that are copies of each other or not.

    For random copies of Sudokus of your own, use `sudokopie shuffle`. Each new Sudoku is a puzzle
    with exactly one solution or, with --arbitrary, has any digits. The output begins with a
    comment: the command that makes the same pair again. With boxes of 2x2 and 2x3, all complete
    Sudokus are equally likely; with other boxes this is unknown. Boxes of 5x5 and more take
    minutes, except with --arbitrary. A worksheet has room for answers, a page with the solutions,
    and the command that repeats it. On a terminal --folder asks before it saves.

    Exit status: 0, or 2 after an error; with --solve as for `sudokopie solve`.

    Example:
      sudokopie random --clues 28 --seed 7
    """
    box = pair_options.box
    if box.size > _LARGEST_SIZE:
        side = max(box)
        raise UsageError(
            "boxes of {box} make Sudokus of {size}×{size}, but at most {most}×{most} can be made; "
            "boxes of {fitting} make Sudokus of {side}×{side}",
            box=box,
            size=box.size,
            most=_LARGEST_SIZE,
            fitting=BoxShape.for_size(side),
            side=side,
        )
    check_outputs({"-o": output_path}, [])
    if worksheet_path is not None:
        from .machinery.worksheet import check_worksheet_path, save_worksheet

        check_worksheet_path(worksheet_path, [])
    number = (
        SystemRandom().randrange(_NUMBER_OF_SEEDS)
        if pair_options.seed is None
        else pair_options.seed
    )
    rng = Random(number)
    if worksheet_path is not None:
        shown = _make_worksheet_pairs(pair_options.pair_properties, pair_count, rng)
        again = f"{pair_options.format_command(number)} -n {pair_count}"
        save_worksheet(worksheet_path, shown, again, display)
        return YES
    pair = make_random_pair(pair_options.pair_properties, rng)
    text = f"# {pair_options.format_command(number)}\n{format_pair(pair)}"
    if folder is not None:
        _save_pair_if_confirmed(folder, text, display)
    elif output_path is not None and output_path != "-":
        with open_output(output_path) as file:
            file.write(text.encode("ascii"))
    else:
        click.echo(text.partition("\n")[0] if is_answer_wanted else text.removesuffix("\n"))
    if not is_answer_wanted:
        return YES
    printer = AnswerPrinter(display._replace(columns=find_terminal_width_or_none()))
    answer = decide(*pair)
    printer.print_answer("", answer)
    return find_exit_status([answer.word])


def _save_pair_if_confirmed(folder: str, pair_text: str, display: AnswerFormatter) -> None:
    """Save a pair in a folder as the next free `zufallN.txt`. On a terminal, show the pair and ask
    the user before; if the answer is not yes, nothing is saved.
    """
    if can_ask_user():
        click.echo(pair_text, nl=False)
        path = os.path.join(folder, find_free_file_name(folder, "zufall", ".txt"))
        question = display.translate(Message("Save as {path}? [y/n] ", path=path))
        if not is_yes(input(escape_on_one_line(question))):
            print_message(Message("Not saved."), display)
            return
    path = write_new_file(folder, "zufall", ".txt", pair_text.encode("ascii"))
    print_saved_path(path, display)
