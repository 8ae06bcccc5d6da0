"""The parts of the generator of made files (tests/reading/made_files.py)."""
