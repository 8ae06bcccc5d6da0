"""Reading of files: finds the Sudokus in a file of text, a spreadsheet, a web page or another
format.
"""
