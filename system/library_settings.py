"""Protection from settings files in the current folder, which may contain files of other people:
some libraries read such a file when they are imported.
"""

import os
import sys
from contextlib import AbstractContextManager, chdir, nullcontext


def ignore_matplotlib_settings_in_current_folder() -> AbstractContextManager[None]:
    """Return a context manager in whose block matplotlib can be imported without reading a settings
    file from the current folder. If the current folder has such a file and matplotlib is not
    imported yet, the current folder is the root folder during the block.

    Matplotlib searches the current folder first, and settings there can make it read other files.
    Imports of igraph need this too, because igraph imports matplotlib.
    """
    is_harmless = "matplotlib" in sys.modules or not os.path.lexists("matplotlibrc")
    return nullcontext() if is_harmless else chdir(os.sep)
