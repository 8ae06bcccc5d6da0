"""Work on many processes and machines, which a single pair never needs."""
