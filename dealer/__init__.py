"""Floor 3: the games and the night service. State and command in, events out; games do no I/O."""
