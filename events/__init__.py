"""Floor 1: facts, their schemas, and the book that stores them."""
