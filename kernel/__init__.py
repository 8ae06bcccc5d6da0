"""The compiled twin of what is hot. Everything works without it, and it is never the evidence."""
