"""`sudokopie random`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from .common import Misuse, is_on_terminal, lang_option, one_line, parsed_shape

if TYPE_CHECKING:
    from gettext import NullTranslations

    from ..solvers.random_pairs import Kind

_SEEDS = 10**9


@click.command(short_help="Make a random pair of Sudokus.")
@click.option(
    "--clues",
    type=click.IntRange(0),
    metavar="K",
    help="How many clues each has.  [default: a fifth to a half of the cells]",
)
@click.option(
    "--box", metavar="RxC", default="3x3", show_default=True, help="Boxes of R rows and C columns."
)
@click.option(
    "--related",
    type=click.Choice(["yes", "no", "maybe"]),
    default="maybe",
    show_default=True,
    help="Is the second a copy of the first? maybe: as a coin falls.",
)
@click.option("--near-miss", is_flag=True, help="No copy, but almost: a clue or two are elsewhere.")
@click.option("--proper", is_flag=True, help="Puzzles with exactly one solution.")
@click.option(
    "--seed",
    type=click.IntRange(0),
    metavar="S",
    help="The same seed makes the same pair.  [default: a random one]",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(),
    metavar="FILE",
    help="Write the pair there; - is standard output.",
)
@click.option(
    "--folder",
    type=click.Path(),
    metavar="DIR",
    help="Save it as the next free zufallN.txt in a folder.",
)
@click.option("--solve", "solved", is_flag=True, help="Answer at once whether they are copies.")
@lang_option
def random(
    clues: int | None,
    box: str,
    related: str,
    near_miss: bool,
    proper: bool,
    seed: int | None,
    output: str | None,
    folder: str | None,
    solved: bool,
    lang: str | None,
) -> int:
    """Make a random pair of Sudokus, copies of each other or not.

    Digits are arbitrary, unless --proper is given or all cells are clues. The text begins with a
    comment with the command that makes the same pair again. On a terminal --folder asks before it
    saves.

    Exit status: 0, with --solve that of solve; 2 trouble.

    \b
    Example:
      sudokopie random --proper --clues 28 --seed 7
    """  # noqa: D301
    from random import Random, SystemRandom

    from ..report.printer import Printer
    from ..solvers.random_pairs import Kind, random_pair
    from ..solvers.registry import DEFAULT
    from ..sudoku.language import language
    from ..sudoku.pairfile import box_comment, format_pair
    from .asked import Asked

    words = language(lang)
    if near_miss and related == "yes":
        raise Misuse(
            "{one} and {other} exclude each other", one="--near-miss", other="--related yes"
        )
    if output is not None and folder is not None:
        raise Misuse("{one} and {other} exclude each other", one="--output", other="--folder")
    if solved and output == "-":
        raise Misuse("--solve prints the pair itself, so not with -o -")
    with one_line(words):
        shape = parsed_shape(box)
        assert shape is not None
        kind = Kind(
            shape, clues, {"yes": True, "no": False, "maybe": None}[related], near_miss, proper
        )
        number = SystemRandom().randrange(_SEEDS) if seed is None else seed
        pair = random_pair(kind, Random(number))
        text = f"# {_command(kind, related, number)}\n{box_comment(shape)}{format_pair(pair)}"
        if folder is not None:
            _save_in(folder, text, words)
        elif output not in (None, "-"):
            _save(str(output), text)
        elif not solved:
            click.echo(text, nl=False)
        else:
            click.echo(text.partition("\n")[0])
    if not solved:
        return 0
    printer = Printer("order", words, quiet=False, as_json=False, several=False)
    return Asked(printer, DEFAULT, None).plainly("", pair)


def _command(kind: Kind, related: str, seed: int) -> str:
    """Return the command that makes the same pair again."""
    options = [f"--box {kind.shape}"]
    if kind.clues is not None:
        options.append(f"--clues {kind.clues}")
    if kind.near_miss:
        options.append("--near-miss")
    elif related != "maybe":
        options.append(f"--related {related}")
    if kind.proper:
        options.append("--proper")
    return " ".join(["sudokopie random", *options, f"--seed {seed}"])


def _save(path: str, text: str) -> None:
    from ..sudoku.output import written

    with written(path) as file:
        file.write(text.encode("ascii"))


def _save_in(folder: str, text: str, words: NullTranslations) -> None:
    """Save under the next free name; on a terminal, ask before."""
    from ..sudoku.language import Message
    from ..sudoku.output import free_name, written_anew

    if is_on_terminal():
        click.echo(text, nl=False)
        path = os.path.join(folder, free_name(folder, "zufall", ".txt"))
        question = Message("Save as {path}? [y/n] ", path=path).to(words)
        if input(question).strip().lower() not in ("y", "yes", "j", "ja"):
            click.echo(Message("Not saved.").to(words), err=True)
            return
    path = written_anew(folder, "zufall", ".txt", text.encode("ascii"))
    click.echo(Message("Saved as {path}", path=path).to(words), err=True)
