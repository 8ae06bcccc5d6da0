"""The modules with which applications extend the tests of certificates. Each is in the folder of
the application's own tests.
"""

from importlib import import_module

from sudokopie.base.applications import find_applications_by_name

ADDED = [
    import_module(f"certified_{name}")
    for name, one in find_applications_by_name().items()
    if one.questions or one.claims
]
"""The modules with examples of the questions and claims that applications add."""
