"""Games that nobody but the tests knows: what the house makes of a game by its events, commands and rules alone."""
