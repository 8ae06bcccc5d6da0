"""Registries: dictionaries from names to objects, each of which is imported only when it is first
used.

A registry maps each name to a location, `module:attribute`, such as `questions.copy:IsCopy`; the
module's name is relative to the package. Therefore defining a registry imports nothing, a command
loads only the files that it uses, and a lower folder can call a higher one without importing it.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # importing `typing` is slow, and Ctrl-C is not handled before
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

PACKAGE = __name__.rpartition(".base.")[0]
"""The name of the package: `sudokopie`."""


def load_object(location: str) -> Any:
    """Import and return the object at a location in the package, `module:attribute`. If the
    location is only `module`, return the module.
    """
    module, _, attribute = location.partition(":")
    found = import_module(f"{PACKAGE}.{module}")
    return getattr(found, attribute) if attribute else found


class Registry:
    """A dictionary from names to objects that are imported only when they are used. `locations`
    maps the names of the core's objects to the locations of these objects, written as
    `module:attribute`. `application_field` is the field of `base.applications.Application` in which
    applications declare further names and locations; None if applications cannot add any.

    The applications are searched only if a name is not in `locations`, or if all names are
    requested. So a name of the core is found quickly.
    """

    def __init__(self, locations: Mapping[str, str], application_field: str | None = None) -> None:
        self._locations = locations
        self._application_field = application_field

    def __contains__(self, name: object) -> bool:
        """Return whether the registry has an object with this name."""
        return name in self._locations or name in self._find_application_locations()

    def __iter__(self) -> Iterator[str]:
        """Yield all names: first the names of the core, then the names that applications add."""
        yield from self._locations
        yield from self._find_application_locations()

    def load_named(self, name: str) -> Any:
        """Import and return the object with this name. Raise `KeyError` if the name is unknown."""
        location = self._locations.get(name)
        return load_object(
            self._find_application_locations()[name] if location is None else location
        )

    def load_first_known_or_none(self, names: Sequence[str]) -> Any:
        """Import and return the object for one of several names: the first name in `names` that is
        in the core or, if the core has none of them, the first name in `names` that an application
        has added. Return None if the registry has none of these names.
        """
        for name in names:
            if name in self._locations:
                return load_object(self._locations[name])
        added = self._find_application_locations()
        return next((load_object(added[name]) for name in names if name in added), None)

    def _find_application_locations(self) -> Mapping[str, str]:
        """Return a dictionary for the objects that applications add to this registry: from their
        names to their locations, written as `module:attribute`.
        """
        if self._application_field is None:
            return {}
        added: Mapping[str, str] = load_object(
            "base.applications:collect_application_locations_by_name"
        )(self._application_field)
        return added


HIGHER = Registry(
    {
        "grid_of_text": "reading.pair_files:parse_grid",
        "role_of_heading": "recognition.columns:find_role",
        "as_html": "showing.answers_page:as_html",
        "as_text": "showing.answer_report:as_text",
        "count_completions": "answers.completion:count_completions",
    }
)
"""Functions of higher folders, by the names under which lower folders call them: a grid parses a
text, a notebook and `print` show an answer, and a reader asks how many solutions a Sudoku has.
"""


def render_as_html(answer: object) -> str:
    """Return a grid or an answer as HTML for a notebook. Grids and answers have this function as
    their method `_repr_html_`, which a notebook calls to show them.
    """
    html: str = HIGHER.load_named("as_html")(answer)
    return html


def render_as_text(answer: object) -> str:
    """Return an answer as the text that the command line prints. Answers have this function as
    their method `__str__`, so that `print(answer)` shows this text.
    """
    text: str = HIGHER.load_named("as_text")(answer)
    return text
