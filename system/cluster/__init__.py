"""Work on many processes and machines, which a question about a single pair never needs."""
