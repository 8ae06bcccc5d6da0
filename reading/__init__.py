"""Reading of files: finds the Sudokus in a file of text, a spreadsheet, a web page or another
format.

The commands read by `gridfile.py` and the files that it imports. `recognise.py` and `forms/` are
the recogniser, a smaller reader of texts that is to replace them: it reads a text right or refuses
it. No command uses it before it is better in everything.
"""
