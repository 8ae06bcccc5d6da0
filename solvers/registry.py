"""Find a backend by its name. A table has one line for each family of backends, such as all solvers
of PySAT. Other installed packages can add backends by declaring entry points.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from ..base.errors import ArgumentError, BackendError
from ..base.messages import Message
from ..base.registry import load_object
from .deadline import Deadline

if TYPE_CHECKING:
    from collections.abc import Iterable
    from importlib.metadata import EntryPoint

    from ..encoding.formula import Formula
    from .protocol import Backend, IncrementalBackend, Oracle

DEFAULT = "pysat:minisat22"
"""The default backend. Of the backends that need no other package, it has the best PAR-2 (the mean
time, in which an unsolved question counts twice the limit; see benchmarks/RESULTS.md). It loads a
formula fastest, and loading takes the most time after colour refinement. It is also the fastest
oracle (a solver that answers many questions about one formula).
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
not one of its own. It raises `BackendError` with the reason if the backend cannot be used. If a
module may have backends that cannot be used, its function `known_backends()` returns all backends
that `list_all_backends` lists.
"""


class BackendListEntry(NamedTuple):
    """A backend in the list of all backends. `description` describes it in one line, `proofs` is
    whether it can write proofs that an answer is no, and `installed` is whether it can be used on
    this machine.
    """

    name: str
    description: Message | str
    proofs: bool
    installed: bool


def backend_names() -> tuple[str, ...]:
    """Return the full names of all backends that can be used on this machine, such as
    `pysat:glucose4`. The names of backends from other packages come last.
    """
    found: list[str] = []
    for family in (*MODULES, *_find_entry_points_by_backend_name()):
        try:
            found += _load_backend_module(family).names()
        except BackendError:
            # A user who chooses this backend gets an error that explains why it cannot be used.
            found.append(family)
    return tuple(dict.fromkeys(found))


def list_all_backends() -> list[BackendListEntry]:
    """Return a list of all backends, including known backends that are not installed. The backends
    of other packages come last. A package that cannot be imported is listed with the reason.
    """
    found: dict[str, BackendListEntry] = {}
    for family in (*MODULES, *_find_entry_points_by_backend_name()):
        try:
            module = _load_backend_module(family)
        except BackendError as error:
            found[family] = BackendListEntry(family, error.message, False, False)
            continue
        known = getattr(module, "known_backends", None)
        backends: Iterable[Backend] = known() if known else map(module.create, module.names())
        for one in backends:
            description = getattr(one, "description", Message("no description"))
            found[one.name] = BackendListEntry(
                one.name, description, one.abilities.proofs, _can_be_used(one.name)
            )
    return list(found.values())


def _can_be_used(name: str) -> bool:
    """Return whether the backend with the full name `name` can be used on this machine."""
    try:
        find_backend(name)
    except BackendError:
        return False
    return True


@cache
def find_backend(name: str = DEFAULT) -> Backend:
    """Return the backend with the full name `name`. Raises `BackendError` with the reason if the
    backend cannot be used, and with a list of all names if the name is unknown or is a pattern such
    as `search:*`. Raises `ArgumentError` if `name` is not a string.
    """
    if not isinstance(name, str):
        raise ArgumentError("expected the name of a backend, found {name}", name=name)
    if matching := list_names_matching_pattern(name):
        raise BackendError(
            "expected one backend, found the pattern '{pattern}', which matches: {names}",
            pattern=name,
            names=", ".join(matching),
        )
    families = name, name.partition(":")[0]
    # The backends of sudokopie are looked up first: a search through other packages takes longer
    # than a whole answer.
    for modules in (lambda: MODULES, _find_entry_points_by_backend_name):
        for family in filter(modules().__contains__, families):
            backend: Backend | None = _load_backend_module(family).create(name)
            if backend is not None:
                return backend
    names = backend_names()
    if meant := _list_suggested_names(name, names):
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


def list_names_matching_pattern(pattern: str) -> list[str]:
    """Return the full names of the backends that match a pattern such as `pysat:*` and can be used
    on this machine. A text without the characters `*`, `?` and `[` is not a pattern; then the list
    is empty.
    """
    if not any(sign in pattern for sign in "*?["):
        return []
    from fnmatch import fnmatchcase  # most names are no patterns

    return [name for name in backend_names() if fnmatchcase(name, pattern)]


def _list_suggested_names(unknown_name: str, known_names: tuple[str, ...]) -> list[str]:
    """Return full names, such as `dimacs:kissat`, that a user may have meant by an unknown name,
    such as `kissat`. An error message suggests them. `known_names` are the full names of all
    backends.

    If the unknown name is a program that is installed, or that sudokopie knows how to call, the
    suggestion is `dimacs:` and this name.
    """
    import re
    import shutil
    from difflib import get_close_matches

    if not unknown_name:
        return []
    tails = {full.rpartition(":")[2]: full for full in known_names}
    found = [full for full in known_names if full.endswith(f":{unknown_name}")]
    if ":" not in unknown_name and (
        _load_backend_module("dimacs").is_known_solver_program(unknown_name)
        or shutil.which(unknown_name)
    ):
        found.append(f"dimacs:{unknown_name}")
    # The newest of several versions of a solver, such as `pysat:cadical195` for `cadical`.
    versions = [tail for tail in tails if re.fullmatch(re.escape(unknown_name) + r"\d+", tail)]
    found += [tails[tail] for tail in versions[-1:]]
    if not any(full in known_names for full in found):
        found += [tails[tail] for tail in get_close_matches(unknown_name.lower(), tails, 2, 0.75)]
    return list(dict.fromkeys(found))


def runs_external_program(name: str) -> bool:
    """Return whether the backend `name` runs an installed program of other authors in a separate
    process, so that its answers depend on this program's output. False for an unknown name.
    """
    if name == DEFAULT:
        return False
    from .external import ExternalProgramBackend

    try:
        return isinstance(find_backend(name), ExternalProgramBackend)
    except BackendError:
        return False


def find_full_name(name: str) -> str:
    """Return the full name of the backend that `name` selects; `name` may be one of several names
    of this backend. The default backend is not loaded for this, which saves time.
    """
    return DEFAULT if name == DEFAULT else find_backend(name).name


def find_incremental_backend(name: str, deadline: Deadline) -> IncrementalBackend:
    """Return the backend `name`, which must be able to make oracles: solvers that answer many
    questions about one formula. Raises `BackendError` if it cannot, or if `deadline` has a limit
    and the backend cannot be stopped there.
    """
    chosen = find_backend(name)
    able = chosen.abilities.assumptions
    if not able or (deadline.remaining_seconds is not None and not chosen.abilities.interrupt):
        raise BackendError(
            "{name} cannot answer several questions about one formula; {default} can",
            name=chosen.name,
            default=DEFAULT,
        )
    return cast("IncrementalBackend", chosen)


def make_oracle(formula: Formula, deadline: Deadline, name: str = DEFAULT) -> Oracle:
    """Return an oracle: a solver that holds the clauses of `formula` and answers many questions
    about them. `name` is the name of the backend that makes the oracle. Raises `BackendError` if
    the backend cannot make oracles, or if `deadline` has a limit and the backend cannot be stopped
    there.
    """
    return find_incremental_backend(name, deadline).make_oracle(formula, deadline)


def _load_backend_module(backend_family: str) -> Any:
    """Return the module (or the object with the functions `names` and `create`) of a family of
    backends, such as `pysat`. Raises `BackendError` if the module is in another package and cannot
    be imported.
    """
    if backend_family in MODULES:
        return load_object(MODULES[backend_family])
    try:
        return _find_entry_points_by_backend_name()[backend_family].load()
    except Exception as error:  # The import of another package may fail with any exception.
        raise BackendError(
            "{family}: cannot be loaded: {error}", family=backend_family, error=repr(error)
        ) from error


@cache
def _find_entry_points_by_backend_name() -> dict[str, EntryPoint]:
    """Return the backends that other installed packages declare: a dictionary from their names to
    their entry points. Names that sudokopie itself uses are skipped.
    """
    from importlib.metadata import entry_points

    found = {one.name: one for one in entry_points(group="sudokopie.solvers")}
    return {family: one for family, one in found.items() if family not in MODULES}
