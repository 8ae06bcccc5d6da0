"""What a room calls that stands above it: by a name that `sudokopie` registers for a function.

A grid is read from a text, and an answer is shown in a notebook, by rooms that import these.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # `typing` is slow, and this file is read before Ctrl-C is looked after
if TYPE_CHECKING:
    from typing import Any

_PLACES: dict[str, str] = {}


def register(name: str, place: str) -> None:
    """Let a name stand for a function, given as `package.module:function`; nothing is imported."""
    _PLACES[name] = place


def call(name: str, *arguments: object, **options: object) -> Any:
    """Call the function that is registered by a name, importing it when it is first used."""
    module, _, function = _PLACES[name].partition(":")
    return getattr(import_module(module), function)(*arguments, **options)


def shown(answer: object) -> str:
    """Return the HTML in which a notebook shows a grid or an answer: their `_repr_html_`."""
    html: str = call("as_html", answer)
    return html
