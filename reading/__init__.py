"""Reading of files: finds the Sudokus in the bytes of a file, in the formats that people use."""
