"""A second, independent reading of the rulebook: the oracle that the engine is held against."""
