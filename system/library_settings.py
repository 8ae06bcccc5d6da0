"""Settings that a library would take from the current folder, where anything may lie."""

import os
import sys
from contextlib import AbstractContextManager, chdir, nullcontext


def ignore_current_folder() -> AbstractContextManager[None]:
    """Let matplotlib, which igraph imports too, be imported without the settings that lie there.

    It looks there before all else, and its rules can let other files be read. Only where there are
    any the folder is left for the block.
    """
    is_harmless = "matplotlib" in sys.modules or not os.path.lexists("matplotlibrc")
    return nullcontext() if is_harmless else chdir(os.sep)
