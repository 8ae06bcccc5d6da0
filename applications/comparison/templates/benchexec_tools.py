"""BenchExec loads tool-info modules only from packages. With this file, the modules in its folder
are modules of the package `benchexec_tools`, if the folder is on the Python path.
"""

import os

__path__ = [os.path.dirname(os.path.abspath(__file__))]
