"""Somebody at a terminal: whether there is one, and what is asked of them."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from ..showing.manner import Manner


def is_on_terminal() -> bool:
    """Return whether there is somebody to ask."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


def is_yes(text: str) -> bool:
    """Return whether somebody typed yes, in one of our languages."""
    return text.strip().lower() in ("y", "yes", "j", "ja")


def wait_for_a_key(manner: Manner) -> None:
    """Ask for a key and wait until one is pressed on the terminal; Ctrl-C is Ctrl-C."""
    from ..base.language import Message

    click.echo(manner.say(Message("(press any key to go on)")), nl=False, err=True)
    click.getchar()
    click.echo("\r\x1b[K", nl=False, err=True)
