"""Old names of functions, methods, classes and parameters. They still work until the next release,
and warn with the new name.
"""

import sys
import warnings
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, ParamSpec, TypeVar

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def warn_of_old_name(old_name: str, new_name: str, *, stacklevel: int = 3) -> None:
    """Give a `DeprecationWarning` that `old_name` is now called `new_name`. The warning names a
    line of the program: by default (`stacklevel=3`) the line that called the function which calls
    `warn_of_old_name`; each level more is one call further up.
    """
    warnings.warn(
        f"{old_name} is now {new_name}; the old name ends with the next release",
        DeprecationWarning,
        stacklevel=stacklevel,
    )


def replace_old_name(name: str, new_names: Mapping[str, str]) -> str:
    """Return the present name for a name that is looked up in a module, and warn if it is an old
    name. `new_names` maps each old name to its new name; every other name is returned unchanged.

    Call this function only in the function `__getattr__` of a module. The warning then names the
    line that imported or used the old name.
    """
    if name in new_names:
        warn_of_old_name(name, new_names[name], stacklevel=4)
    return new_names.get(name, name)


def find_by_old_name(name: str, module_name: str, new_names: Mapping[str, str]) -> object:
    """Return the object that the module `module_name` now has under a new name, and warn that the
    name `name` is outdated. `new_names` maps each old name of the module to its new name. Raise
    `AttributeError` if `name` is not an old name of the module.

    Call this function only in the function `__getattr__` of the module `module_name`. The warning
    then names the line that imported or used the old name.
    """
    if name not in new_names:
        raise AttributeError(f"module {module_name!r} has no attribute {name!r}")
    warn_of_old_name(name, new_names[name], stacklevel=4)
    found: object = getattr(sys.modules[module_name], new_names[name])
    return found


class OldName:
    """A class attribute that keeps the old name of a method or property usable. Each access warns,
    and returns the method or the value that has the new name.

    `old_parameters` maps old names of the method's parameters to their new names.
    """

    def __init__(self, new_name: str, **old_parameters: str) -> None:
        self._new_name, self._parameters = new_name, old_parameters

    def __set_name__(self, _: type, old_name: str) -> None:
        """Record the old name: the name of the class attribute to which this object is assigned."""
        self._old_name = old_name

    def __get__(self, instance: object, owner: type) -> Any:
        """Return the method or value with the new name, and warn that this name is outdated."""
        warn_of_old_name(f"{owner.__name__}.{self._old_name}", f"{owner.__name__}.{self._new_name}")
        found = getattr(owner if instance is None else instance, self._new_name)
        if not self._parameters:
            return found

        @wraps(found)
        def call(*args: Any, **kwargs: Any) -> Any:
            """Call the method that has replaced the outdated method. If an argument is passed by
            the old name of a parameter, it is passed on by the new name.
            """
            return found(*args, **{self._parameters.get(k, k): v for k, v in kwargs.items()})

        return call


def accept_old_parameters(
    **new_names: str,
) -> Callable[[Callable[Parameters, Result]], Callable[Parameters, Result]]:
    """Return a decorator for a function whose parameters were renamed: a call may still pass an
    argument by its old name, which gives a warning. `new_names` maps old names to new names.
    """

    def decorate(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
        """Return a function that calls `function` after it has replaced old names of parameters by
        their new names.
        """

        @wraps(function)
        def call(*arguments: Parameters.args, **named: Parameters.kwargs) -> Result:
            """Call the function with the present names of its parameters, and warn of each old name
            that the caller has used.
            """
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
