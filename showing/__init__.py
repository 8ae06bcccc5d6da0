"""Show answers: as text in a terminal, as JSON for other programs, as HTML pages, as PDF worksheets
and as plots.
"""
