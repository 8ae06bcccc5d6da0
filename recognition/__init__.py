"""Recognition: finds the Sudokus in the lines of a text, or in the cells of tables, or refuses them
and names the readings that are left. It opens no file.

`recognise.py` reads a text: `forms/` has one file for each way to write a Sudoku, `cover.py`
chooses among their candidates, and `meaning.py` and `rules.py` give the tokens their digits and the
Sudokus their boxes. `recognise_sheets.py` reads tables.
"""
