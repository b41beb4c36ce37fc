"""The dealer's tablet with a Faro layout on it."""
