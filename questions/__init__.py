"""Questions with a yes or no, a file each: facts, formula, and what a model says."""
