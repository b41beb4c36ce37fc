"""Floor 3: the games and the assistant. State and command in, facts out; a game does no I/O."""
