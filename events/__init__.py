"""Floor 1: events, their schemas, and the book that stores them."""
