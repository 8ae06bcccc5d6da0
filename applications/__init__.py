"""Applications that are built on the core. Each folder is self-contained and can be deleted."""
