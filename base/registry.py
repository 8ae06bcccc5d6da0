"""Objects that are found by name, and imported when they are first asked for.

A table gives each name a place, `module:attribute`, such as `questions.copy:Copy`; the module's
name is that inside the package. So a table costs nothing to read, a command loads only the files
that it uses, and a lower room can call a higher one without importing it.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # `typing` is slow, and this file is read before Ctrl-C is looked after
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

PACKAGE = __name__.rpartition(".base.")[0]
"""The name of the package: `sudokopie`."""


def load(place: str) -> Any:
    """Import and return the object at a place, `module:attribute`; a module if none is named."""
    module, _, attribute = place.partition(":")
    found = import_module(f"{PACKAGE}.{module}")
    return getattr(found, attribute) if attribute else found


class Registry:
    """A table from names to places, to which applications may add names of their own.

    `added_by` is the field of an application's declaration that has its names and places
    (base/applications.py); None if applications add nothing. The applications are only looked at
    if a name is not in the core's table, or if all names are asked for.
    """

    def __init__(self, places: Mapping[str, str], added_by: str | None = None) -> None:
        self._places = places
        self._added_by = added_by

    def __contains__(self, name: object) -> bool:
        """Return whether there is an object of this name."""
        return name in self._places or name in self._added()

    def __iter__(self) -> Iterator[str]:
        """Yield all names: the core's, then those of the applications."""
        yield from self._places
        yield from self._added()

    def find(self, name: str) -> Any:
        """Import and return the object of a name; raise `KeyError` if there is none."""
        place = self._places.get(name)
        return load(self._added()[name] if place is None else place)

    def find_first(self, names: Sequence[str]) -> Any:
        """Import and return the object of the first of some names that has one; None if none has.

        The core's names are tried before those of applications.
        """
        for name in names:
            if name in self._places:
                return load(self._places[name])
        added = self._added()
        return next((load(added[name]) for name in names if name in added), None)

    def _added(self) -> Mapping[str, str]:
        if self._added_by is None:
            return {}
        added: Mapping[str, str] = load("base.applications:collect_additions")(self._added_by)
        return added


HIGHER = Registry(
    {
        "grid_of_text": "reading.gridfile:parse_grid",
        "as_html": "showing.answers_page:as_html",
    }
)
"""The functions of higher rooms that methods of lower rooms call: `Grid(text)` reads, and an answer
shows itself in a notebook."""


def as_html(answer: object) -> str:
    """Return the HTML in which a notebook shows a grid or an answer: their `_repr_html_`."""
    html: str = HIGHER.find("as_html")(answer)
    return html
