"""What applications add to the tests of certificates, each in a module beside its own tests."""

from importlib import import_module

from sudokopie.base.applications import find_applications

ADDED = [
    import_module(f"certified_{name}")
    for name, one in find_applications().items()
    if one.questions or one.claims
]
"""For each application that adds questions or claims, the module with examples of these."""
