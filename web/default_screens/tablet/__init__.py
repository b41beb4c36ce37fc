"""The tablet of a game that brings none: keys of its commands, what lies and was scored for each player, the course."""
