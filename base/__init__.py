"""What every room may use: messages and their languages, errors, limits, JSON read into types."""
