"""Old names of public functions and parameters, which still work until the next release. A call by
an old name gives a `DeprecationWarning` with the new name.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, ParamSpec, TypeVar

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def warn_of_old_name(old_name: str, new_name: str, stacklevel: int = 3) -> None:
    """Warn that a name is outdated, and name its replacement. The warning points at the line that
    uses the old name: `stacklevel` is the number of calls from this line to `warnings.warn`.
    """
    warnings.warn(
        f"{old_name} is now {new_name}; the old name ends with the next release",
        DeprecationWarning,
        stacklevel=stacklevel,
    )


def replace_old_name(name: str, new_names: Mapping[str, str]) -> str:
    """Return the present name for a name that is looked up in a module, and warn if it is an old
    name. `new_names` maps each old name to its new name; every other name is returned unchanged.

    Only the function `__getattr__` of a module may call this, because the warning points at the
    caller of its caller.
    """
    if name in new_names:
        warn_of_old_name(name, new_names[name], stacklevel=4)
    return new_names.get(name, name)


class OldMethod:
    """A method of a class under its old name: it warns, and returns the method with the new name.

    >>> class Box:
    ...     def open_lid(self) -> str:
    ...         return "open"
    ...
    ...     unlid = OldMethod("open_lid")
    """

    def __init__(self, new_name: str) -> None:
        self._new_name = new_name

    def __set_name__(self, owner: type, name: str) -> None:
        self._class_name, self._old_name = owner.__name__, name

    def __get__(self, instance: object, owner: type) -> Any:
        name = self._class_name
        warn_of_old_name(f"{name}.{self._old_name}", f"{name}.{self._new_name}")
        return getattr(owner if instance is None else instance, self._new_name)


def accept_old_parameters(
    **new_names: str,
) -> Callable[[Callable[Parameters, Result]], Callable[Parameters, Result]]:
    """Return a decorator for a function whose parameters were renamed: a call may still pass an
    argument by its old name, which gives a warning. `new_names` maps old names to new names.
    """

    def decorate(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
        @wraps(function)
        def call(*arguments: Parameters.args, **named: Parameters.kwargs) -> Result:
            for old_name in new_names.keys() & named.keys():
                new_name = new_names[old_name]
                if new_name in named:
                    continue  # The function raises TypeError for the unknown parameter.
                label = f"the parameter {old_name} of {function.__qualname__}"
                warn_of_old_name(label, new_name)
                named[new_name] = named.pop(old_name)
            return function(*arguments, **named)

        return call

    return decorate
