"""Fan-Tan, the stops game with a pot (rulebook 3): pure rules, no I/O."""
