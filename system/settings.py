"""Settings that a library would take from the current folder, where anything may lie."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def not_of_the_current_folder() -> Iterator[None]:
    """Let matplotlib, which igraph imports too, be imported without the settings that lie there.

    It looks there before all else, and its rules can let other files be read. Only where there are
    any the folder is left for the block.
    """
    if "matplotlib" in sys.modules or not os.path.lexists("matplotlibrc"):
        yield
        return
    folder = os.getcwd()
    os.chdir(os.sep)
    try:
        yield
    finally:
        os.chdir(folder)
