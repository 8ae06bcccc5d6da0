"""What follows for classes of grids: the classes themselves, unavoidable sets, fewest clues."""
