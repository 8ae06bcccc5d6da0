"""The command line, run as `python -m sudokopie`."""

from .cli import main

if __name__ == "__main__":  # the processes of a cluster import this file too
    main()
