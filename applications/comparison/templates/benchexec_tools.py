"""A file that makes its folder the package `benchexec_tools`, if the folder is on the Python path.
BenchExec loads tool-info modules only from packages.
"""

import os

__path__ = [os.path.dirname(os.path.abspath(__file__))]
