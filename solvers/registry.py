"""The backends that there are. A backend is a file of its own and a line here."""

from functools import cache
from importlib import import_module
from types import ModuleType

from ..sudoku.errors import BackendError
from ..sudoku.language import Message
from .protocol import Backend

DEFAULT = "pysat:minisat22"
"""The best PAR-2 of those that need nothing else (benchmarks/RESULTS.md): it loads a formula
fastest, and what refinement leaves is mostly loading."""

NEAREST = "pysat:glucose4"
"""For the nearest copy: of unrelated puzzles of 30 clues in a fifth of the time of `DEFAULT`."""

_MODULES = {
    "pysat": "pysat_solvers",
    "cp-sat": "cp_sat",
    "cp-sat:table": "cp_sat_table",
    "maxsat:rc2": "maxsat",
    "dimacs": "dimacs",
    "graph:bliss": "graph_bliss",
    "canonical": "canonical",
    "search:assignments": "search_assignments",
    "search:block-hash": "search_block_hash",
    "search:brute-force": "search_brute_force",
}
"""Family, or full name, to the module that has `names()` and `create(name)`."""


def backend_names() -> tuple[str, ...]:
    """Return the full names of all backends."""
    return tuple(name for module in _MODULES.values() for name in _load(module).names())


@cache
def find_backend(name: str = DEFAULT) -> Backend:
    """Return the backend of a full name; raises `BackendError` that lists those there are."""
    module = _MODULES.get(name) or _MODULES.get(name.partition(":")[0])
    if module is not None:
        try:
            return _load(module).create(name)  # type: ignore[no-any-return]
        except KeyError:
            pass
    raise BackendError(
        Message(
            "unknown backend '{name}'; there are: {names}",
            name=name,
            names=", ".join(backend_names()),
        )
    )


def _load(module: str) -> ModuleType:
    return import_module(f".{module}", __package__)
