"""Reading of files: finds the Sudokus in a file of text, a spreadsheet, a web page or another
format.

`gridfile.py` opens a file, and `registry.py` chooses who reads it. `single_lines.py` reads lists
of any length, a Sudoku on each line; `line_lists.py` recognises such a list, and compares its first
Sudokus with those of the recogniser. The recogniser, in the folder `recognition`, reads all other
texts and the sheets: right, or it refuses them.
"""
