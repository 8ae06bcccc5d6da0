"""The recogniser: it finds the Sudokus in the lines of a text or in the cells of tables. If several
readings are possible, it refuses the text and names them. It opens no file.

`recognise.py` reads a text: `forms/` has one file for each way to write a Sudoku, `cover.py`
chooses among their candidates, and `meaning.py` and `rules.py` give the tokens their digits and the
Sudokus their boxes. `recognise_sheets.py` reads tables.
"""
