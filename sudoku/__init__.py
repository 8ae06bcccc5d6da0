"""What a Sudoku is: grids, transformations, instructions in words, pair files, random grids."""
