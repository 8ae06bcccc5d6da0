"""What a Sudoku is: grids, their shapes, transformations and which of their parts may differ."""
