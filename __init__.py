"""Decide whether two Sudokus are the same up to symmetry. Answers are verified and explained in
steps.

>>> from sudokopie import Grid, decide
>>> first = Grid([[1, 2, 0, 0], [0, 0, 1, 0], [0, 3, 0, 0], [0, 0, 0, 4]])
>>> second = Grid([[0, 0, 1, 0], [4, 0, 0, 0], [0, 0, 0, 1], [0, 3, 0, 2]])
>>> answer = decide(first, second)
>>> answer.word, answer.steps
('copies', 2)
>>> answer.transformation.rotation, answer.transformation.bands
(1, (1, 0))
"""

import sys
from importlib import import_module


def _map_core_names_to_modules() -> dict[str, str]:
    """Return a dictionary from each public name of the core to the module that defines it, such as
    ".answers.decide". Names of applications are not included, because the declarations of the
    applications list these names.

    The names are read from `__init__.pyi`, a file that also tells type checkers which names exist.
    Each line of this file imports one name: `from .MODULE import NAME as NAME`. The file is read by
    the package's import loader, so that it is found even if the package is in a .zip file.
    """
    stub = __spec__.loader.get_data(f"{__path__[0]}/__init__.pyi")
    lines = (line.split() for line in stub.decode().splitlines())
    places = {words[3]: words[1] for words in lines if words[:1] == ["from"]}
    return {name: place for name, place in places.items() if ".applications." not in place}


def _find_all_public_names() -> set[str]:
    """Return all public names: those of the core, and those of the applications that are
    present.
    """
    from .base.applications import collect_added_locations_by_name

    return {*_map_core_names_to_modules(), *collect_added_locations_by_name("library")}


def __getattr__(name: str) -> object:
    """Import a public name when it is first used, and return its object. Names that are not used
    are not imported.
    """
    found: object
    if name == "__all__":
        found = sorted(_find_all_public_names())
    elif name == "__version__":
        found = import_module(".base.version", __name__).VERSION
    elif name.startswith("__") or "__path__" not in globals():
        # pytest also loads this file alone, without a path, if the checkout's folder has a name
        # that is not a Python identifier, such as `sudokopie-main`.
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    elif (place := _map_core_names_to_modules().get(name)) is not None:
        found = getattr(import_module(place, __name__), name)
    else:
        from .base.applications import collect_added_locations_by_name
        from .base.registry import load_object

        if (place := collect_added_locations_by_name("library").get(name)) is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found = load_object(place)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """Return all public names, whether they have been imported or not."""
    return sorted({"__version__", *globals(), *_find_all_public_names()})


class _MovedModuleFinder:
    """An import hook that finds modules by the names that they had in earlier versions. It loads
    base/moved.py only if such a name is imported.
    """

    @staticmethod
    def find_spec(fullname: str, _path: object = None, _target: object = None) -> object:
        """Return the module specification of a module of this package that has moved; None for all
        other modules.
        """
        if not fullname.startswith(_OLD_NAMES):
            return None
        from .base.moved import MovedModules

        return MovedModules().find_spec(fullname, None)


_OLD_NAMES = tuple(
    f"{__name__}.{name}" for name in ("answers.seen_best", "collection", "catalogue", "studies")
)

sys.meta_path.append(_MovedModuleFinder)  # type: ignore[arg-type]
