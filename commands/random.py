"""`sudokopie random`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from .exits import YES, Misuse
from .options import PATH, Folder, a_shape, manner_options
from .outputs import check_outputs
from .pairs import Decider
from .terminal import is_on_terminal, is_yes

if TYPE_CHECKING:
    from ..answers.random_pairs import PairKind
    from ..showing.manner import Manner
    from ..sudoku.shape import BoxShape

_SEEDS = 10**9

_LARGEST = 49
"""The most cells a side that are made; proper puzzles of that size take minutes."""


@click.command(short_help="Make a random pair of Sudokus.")
@click.option(
    "--clues",
    type=click.IntRange(0),
    metavar="K",
    help="How many clues each has.  [default: a fifth to a half of the cells]",
)
@click.option(
    "--box",
    callback=a_shape,
    metavar="RxC",
    default="3x3",
    show_default=True,
    help="Boxes of R rows and C columns.",
)
@click.option(
    "--related",
    type=click.Choice(["yes", "no", "maybe"]),
    default="maybe",
    show_default=True,
    help="Is the second a copy of the first? maybe: one time in two.",
)
@click.option("--near-miss", is_flag=True, help="No copy, but almost: a clue or two are elsewhere.")
@click.option(
    "--arbitrary",
    is_flag=True,
    help="Use arbitrary digits instead of puzzles with exactly one solution.",
)
@click.option(
    "--seed",
    type=click.IntRange(0),
    metavar="S",
    help="The same seed makes the same pair.  [default: a random one]",
)
@click.option(
    "-o",
    "--output",
    type=PATH,
    metavar="FILE",
    help="Write the pair there; - is standard output.",
)
@click.option(
    "--folder",
    type=Folder(),
    metavar="DIR",
    help="Save it as the next free zufallN.txt in a folder.",
)
@click.option("--solve", "solved", is_flag=True, help="Answer at once whether they are copies.")
@manner_options
def random(
    clues: int | None,
    box: BoxShape,
    related: str,
    near_miss: bool,
    arbitrary: bool,
    seed: int | None,
    output: str | None,
    folder: str | None,
    solved: bool,
    manner: Manner,
) -> int:
    """Make a random pair of Sudokus, copies of each other or not.

    Each is a puzzle with exactly one solution; with --arbitrary its digits are as they come, unless
    all cells are clues. The text begins with a comment with the command that makes the same pair
    again. On a terminal --folder asks before it saves. Large boxes take minutes, 5x5 and more, but
    not with --arbitrary.

    Exit status: 0, with --solve that of solve; 2 trouble.

    \b
    Example:
      sudokopie random --clues 28 --seed 7
    """  # noqa: D301
    from random import Random, SystemRandom

    from ..answers.random_pairs import PairKind, random_pair
    from ..reading.pairfile import format_pair
    from ..showing.printer import Printer, terminal_columns
    from ..solvers.registry import DEFAULT
    from .exits import exit_status

    if box.size > _LARGEST:
        raise Misuse(
            "expected at most {size} cells a side, found boxes of {box}", size=_LARGEST, box=box
        )
    if near_miss and related == "yes":
        raise Misuse(
            "{one} and {other} exclude each other", one="--near-miss", other="--related yes"
        )
    if output is not None and folder is not None:
        raise Misuse("{one} and {other} exclude each other", one="--output", other="--folder")
    if solved and output == "-":
        raise Misuse("--solve prints the pair itself, so not with -o -")
    check_outputs({"-o": output}, [])
    kind = PairKind(
        box, clues, {"yes": True, "no": False, "maybe": None}[related], near_miss, not arbitrary
    )
    number = SystemRandom().randrange(_SEEDS) if seed is None else seed
    pair = random_pair(kind, Random(number))
    text = f"# {_command(kind, related, number)}\n{format_pair(pair)}"
    if folder is not None:
        _save_in(folder, text, manner)
    elif output not in (None, "-"):
        _save(str(output), text)
    elif not solved:
        click.echo(text, nl=False)
    else:
        click.echo(text.partition("\n")[0])
    if not solved:
        return YES
    printer = Printer(manner._replace(columns=terminal_columns()))
    return exit_status(Decider(printer, DEFAULT).decide("", pair))


def _command(kind: PairKind, related: str, seed: int) -> str:
    """Return the command that makes the same pair again."""
    options = [f"--box {kind.shape}"]
    if kind.clues is not None:
        options.append(f"--clues {kind.clues}")
    if kind.near_miss:
        options.append("--near-miss")
    elif related != "maybe":
        options.append(f"--related {related}")
    if not kind.proper:
        options.append("--arbitrary")
    return " ".join(["sudokopie random", *options, f"--seed {seed}"])


def _save(path: str, text: str) -> None:
    from ..system.output import written

    with written(path) as file:
        file.write(text.encode("ascii"))


def _save_in(folder: str, text: str, manner: Manner) -> None:
    """Save under the next free name; on a terminal, ask before."""
    from ..base.language import Message
    from ..showing.printer import on_one_line, say_saved
    from ..system.output import free_name, written_anew

    if is_on_terminal():
        click.echo(text, nl=False)
        path = os.path.join(folder, free_name(folder, "zufall", ".txt"))
        question = manner.say(Message("Save as {path}? [y/n] ", path=path))
        if not is_yes(input(on_one_line(question))):
            click.echo(manner.say(Message("Not saved.")), err=True)
            return
    path = written_anew(folder, "zufall", ".txt", text.encode("ascii"))
    say_saved(path, manner)
