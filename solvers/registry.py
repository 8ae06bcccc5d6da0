"""The backends that there are: a file and a line here each, and those of other packages."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

from ..base.errors import ArgumentError, BackendError
from .clock import Clock

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from ..encoding.formula import Formula
    from .protocol import Backend, Incremental, Oracle

DEFAULT = "pysat:minisat22"
"""The backend with the best PAR-2 of those that need no other package (benchmarks/RESULTS.md). It
loads a formula fastest, and after refinement loading is most of the work. It is also the quickest
oracle: it finds all unavoidable sets of up to 12 cells of a 9×9 grid in half the time of glucose4.
"""

NEAREST = "pysat:glucose4"
"""The default for the nearest copy: for unrelated puzzles of 30 clues five times as fast as
`DEFAULT`."""

ENTRY_POINTS = "sudokopie.solvers"
"""The group in which another package names its modules of backends."""

_MODULES = {
    "pysat": "pysat_solvers",
    "cp-sat": "cp_sat",
    "cp-sat:table": "cp_sat_table",
    "maxsat:rc2": "maxsat",
    "dimacs": "dimacs",
    **dict.fromkeys(("maxsat", "pb", "count"), "optimisers"),
    "graph:bliss": "graph_bliss",
    "search:assignments": "search_assignments",
    "search:block-hash": "search_block_hash",
    "search:brute-force": "search_brute_force",
}
"""The module of each family of backends, or of a backend by its full name."""


class BackendModule(Protocol):
    """What a module of backends has to define."""

    @staticmethod
    def names() -> tuple[str, ...]:
        """Return the full names of the backends that can be used on this machine."""
        ...

    @staticmethod
    def create(name: str) -> Backend | None:
        """Return the backend of a full name; None where there is none of that name.

        Raises `BackendError` that says why where it cannot be used on this machine.
        """
        ...


def backend_names() -> tuple[str, ...]:
    """Return the full names of all backends, those of other packages last."""
    found: list[str] = []
    for family in (*_MODULES, *_outside()):
        try:
            found += _module(family).names()
        except BackendError:
            found.append(family)  # a call that asks for it says why it cannot be had
    return tuple(dict.fromkeys(found))


@cache
def find_backend(name: str = DEFAULT) -> Backend:
    """Return the backend of a full name.

    Raises `BackendError`: for a backend that cannot be used here it says why, for an unknown name
    it lists the names that there are.
    """
    if not isinstance(name, str):
        raise ArgumentError("expected the name of a backend, found {name}", name=name)
    families = name, name.partition(":")[0]
    # Ours first: to look for others takes longer than a whole answer.
    for modules in (lambda: _MODULES, _outside):
        for family in families:
            if family in modules():
                backend = _module(family).create(name)
                if backend is not None:
                    return backend
    raise BackendError(
        "unknown backend '{name}'; there are: {names}",
        name=name,
        names=", ".join(backend_names()),
    )


def full_name(name: str) -> str:
    """Return the full name of a backend; raise as `find_backend` does.

    That of the default is known without its module, which most pairs do not need.
    """
    return DEFAULT if name == DEFAULT else find_backend(name).name


def incremental(name: str, clock: Clock) -> Incremental:
    """Return a backend that can be asked under assumptions, within the time if there is a limit.

    Raises `BackendError` where it cannot.
    """
    chosen = find_backend(name)
    able = chosen.abilities.assumptions
    if not able or (clock.remaining is not None and not chosen.abilities.interrupt):
        raise BackendError(
            "{name} cannot answer several questions about one formula; {default} can",
            name=chosen.name,
            default=DEFAULT,
        )
    return cast("Incremental", chosen)


def oracle_for(formula: Formula, clock: Clock, name: str = DEFAULT) -> Oracle:
    """Return an oracle that holds a formula; raise `BackendError` as `incremental` does."""
    return incremental(name, clock).oracle(formula, clock)


def _module(family: str) -> BackendModule:
    if family in _MODULES:
        return cast("BackendModule", import_module(f".{_MODULES[family]}", __package__))
    try:
        return cast("BackendModule", _outside()[family].load())
    except Exception as error:  # whatever goes wrong when another package is imported
        raise BackendError(
            "{family}: cannot be loaded: {error}", family=family, error=repr(error)
        ) from error


@cache
def _outside() -> dict[str, EntryPoint]:
    """Return the modules that other packages name, by family or full name; ours come first."""
    from importlib.metadata import entry_points

    found = {one.name: one for one in entry_points(group=ENTRY_POINTS)}
    return {family: one for family, one in found.items() if family not in _MODULES}
