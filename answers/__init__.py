"""What is asked about Sudokus: each answer is one typed object, and verified."""
