"""What leaves and comes back: formulas for other solvers, their answers, and certificates."""
