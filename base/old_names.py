"""Old names of functions, methods and classes. They still work until the next release, and warn
with the new name.
"""

import warnings
from functools import wraps
from typing import Any


def warn_of_old_name(old_name: str, new_name: str, *, stacklevel: int = 3) -> None:
    """Warn that a name is outdated. By default the warning is shown for the caller of the function
    that calls this function.
    """
    warnings.warn(
        f"{old_name} is now {new_name}; the old name ends with the next release",
        DeprecationWarning,
        stacklevel=stacklevel,
    )


class OldName:
    """A class attribute that keeps the old name of a method or property usable. Each access warns,
    and returns the method or the value that has the new name.

    `old_parameters` maps old names of the method's parameters to their new names.
    """

    def __init__(self, old_name: str, new_name: str, **old_parameters: str) -> None:
        self._old_name, self._new_name, self._parameters = old_name, new_name, old_parameters

    def __get__(self, instance: object, owner: type) -> Any:
        """Return the method or value with the new name, and warn that this name is outdated."""
        warn_of_old_name(f"{owner.__name__}.{self._old_name}", f"{owner.__name__}.{self._new_name}")
        found = getattr(owner if instance is None else instance, self._new_name)
        if not self._parameters:
            return found

        @wraps(found)
        def call(*args: Any, **kwargs: Any) -> Any:
            return found(*args, **{self._parameters.get(k, k): v for k, v in kwargs.items()})

        return call
