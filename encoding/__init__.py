"""Questions as formulas, and models of the formulas back as transformations."""
