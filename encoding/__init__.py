"""The question as a formula, and a model of the formula back as a transformation."""
