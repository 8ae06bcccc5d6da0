"""The registry that finds a backend by its name: one line here for each family of backends (such as
all solvers of PySAT), and the backends that other installed packages declare as entry points.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, cast

from ..base.errors import ArgumentError, BackendError
from ..base.registry import load
from .clock import Clock

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from ..encoding.formula import Formula
    from .protocol import Backend, Incremental, Oracle

DEFAULT = "pysat:minisat22"
"""The default backend. It has the best PAR-2 of the backends that need no other package
(benchmarks/RESULTS.md), because it loads a formula fastest, and loading is most of the work after
refinement. It is the fastest oracle, too.
"""

NEAREST = "pysat:glucose4"
"""The default backend for the nearest copy: for unrelated puzzles it is five times as fast as
`DEFAULT`.
"""

MODULES = {
    "pysat": "solvers.pysat_solvers",
    "cp-sat": "solvers.cp_sat",
    "maxsat:rc2": "solvers.maxsat",
    "dimacs": "solvers.dimacs",
    **dict.fromkeys(("maxsat", "pb", "count"), "solvers.optimisers"),
    "graph:bliss": "solvers.graph_bliss",
    "search:assignments": "solvers.search_assignments",
    "search:block-hash": "solvers.search_block_hash",
    "search:brute-force": "solvers.search_brute_force",
}
"""The module of each family of backends, or of a single backend by its full name.

A module's function `names()` returns the full names of its backends that can be used on this
machine. Its function `create(name)` returns the backend with this full name, or None if the name is
not one of its own. It raises `BackendError` with the reason if the backend cannot be used.
"""


def backend_names() -> tuple[str, ...]:
    """Return the full names of all backends; the backends of other packages are last."""
    found: list[str] = []
    for family in (*MODULES, *_find_other_packages()):
        try:
            found += _load_module(family).names()
        except BackendError:
            # Whoever asks for this backend gets an error that explains why it cannot be used.
            found.append(family)
    return tuple(dict.fromkeys(found))


@cache
def find_backend(name: str = DEFAULT) -> Backend:
    """Return the backend with this full name. Raises `BackendError` if the backend cannot be used,
    with the reason, or if the name is unknown, with a list of all names; raises `ArgumentError` if
    `name` is not a string.
    """
    if not isinstance(name, str):
        raise ArgumentError("expected the name of a backend, found {name}", name=name)
    families = name, name.partition(":")[0]
    # Our own backends are looked up first: a search through other packages takes longer than a
    # whole answer.
    for modules in (lambda: MODULES, _find_other_packages):
        for family in filter(modules().__contains__, families):
            backend: Backend | None = _load_module(family).create(name)
            if backend is not None:
                return backend
    names = backend_names()
    if meant := _meant(name, names):
        raise BackendError(
            "unknown backend '{name}'; did you mean {meant}? There are: {names}",
            name=name,
            meant=", ".join(meant),
            names=", ".join(names),
        )
    raise BackendError(
        "unknown backend '{name}'; there are: {names}, and dimacs:PROGRAM for an installed SAT "
        "solver",
        name=name,
        names=", ".join(names),
    )


def _meant(name: str, names: tuple[str, ...]) -> list[str]:
    """Return the full names that a user may have meant by the unknown `name`, such as
    `dimacs:kissat` for `kissat`, so that an error message can suggest them. `names` holds the full
    names of all backends.

    An installed program, or one that sudokopie knows how to call, is `dimacs:` and its name.
    """
    import shutil
    from difflib import get_close_matches

    found = [full for full in names if full.endswith(f":{name}")] if name else []
    if name and ":" not in name and (_load_module("dimacs").is_known(name) or shutil.which(name)):
        found.append(f"dimacs:{name}")
    tails = {full.rpartition(":")[2]: full for full in names}
    if not any(full in names for full in found):
        found += [tails[tail] for tail in get_close_matches(name.lower(), tails, 2, 0.75)]
    return found


def find_full_name(name: str) -> str:
    """Return the full name of the backend that `name` selects, because a name may be an alias. For
    the default backend its module is not loaded, which saves time.
    """
    return DEFAULT if name == DEFAULT else find_backend(name).name


def find_incremental(name: str, clock: Clock) -> Incremental:
    """Return the backend `name` if it can make oracles, solvers that answer many questions about
    one formula. Raises `BackendError` if it cannot, or if `clock` has a deadline and the backend
    cannot be stopped at it.
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


def make_oracle(formula: Formula, clock: Clock, name: str = DEFAULT) -> Oracle:
    """Return an oracle, a solver that answers many questions about one formula. `name` is its
    backend. Raises `BackendError` if this backend cannot make oracles, or if `clock` has a deadline
    and the backend cannot be stopped at it.
    """
    return find_incremental(name, clock).make_oracle(formula, clock)


def _load_module(family: str) -> Any:
    if family in MODULES:
        return load(MODULES[family])
    try:
        return _find_other_packages()[family].load()
    except Exception as error:  # The import of another package may fail with any exception.
        raise BackendError(
            "{family}: cannot be loaded: {error}", family=family, error=repr(error)
        ) from error


@cache
def _find_other_packages() -> dict[str, EntryPoint]:
    """Return the entry points (declarations in installed packages) of the backends in other
    packages, by family or full name. Names that sudokopie's own backends use are skipped.
    """
    from importlib.metadata import entry_points

    found = {one.name: one for one in entry_points(group="sudokopie.solvers")}
    return {family: one for family, one in found.items() if family not in MODULES}
