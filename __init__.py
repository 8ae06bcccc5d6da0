"""Are two Sudokus the same up to symmetry? Decided by SAT, verified, explained in steps.

>>> from sudokopie import Grid, decide
>>> first = Grid([[1, 2, 0, 0], [0, 0, 1, 0], [0, 3, 0, 0], [0, 0, 0, 4]])
>>> second = Grid([[0, 0, 1, 0], [4, 0, 0, 0], [0, 0, 0, 1], [0, 3, 0, 2]])
>>> answer = decide(first, second)
>>> answer.word, answer.steps
('copies', 2)
>>> answer.transformation.rotation, answer.transformation.bands
(1, (1, 0))
"""

from importlib import import_module

from .base import above as _above


def _places() -> dict[str, str]:
    """Return for each public name the module that defines it: `__init__.pyi` is the list.

    Type checkers read the same list. Each of its lines imports one name: `from .MODULE import NAME
    as NAME`. By the loader it is also read where the package lies in an archive.
    """
    stub = __spec__.loader.get_data(f"{__path__[0]}/__init__.pyi")
    lines = (line.split() for line in stub.decode().splitlines())
    return {words[3]: words[1] for words in lines if words[:1] == ["from"]}


def __getattr__(name: str) -> object:
    """Return a public name, imported when it is first used, so that all others cost nothing."""
    found: object
    if name == "__all__":
        found = sorted(_places())
    elif name == "__version__":
        found = import_module(".base.version", __name__).VERSION
    elif name.startswith("__") or name not in (places := _places()):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    else:
        found = getattr(import_module(places[name], __name__), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """Return the public names, imported or not."""
    return sorted({"__version__", *globals(), *_places()})


for _name, _place in (
    ("grid_of_text", "reading.gridfile"),
    ("as_html", "showing.answers_page"),
):
    _above.register(_name, f"{__name__}.{_place}:{_name}")
