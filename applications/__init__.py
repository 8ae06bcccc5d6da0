"""What is built on the core: each folder is a whole, and can be deleted."""
