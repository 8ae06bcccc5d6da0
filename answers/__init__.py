"""What is asked about Sudokus: each answer one typed object, verified before anybody sees it."""
