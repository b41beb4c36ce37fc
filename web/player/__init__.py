"""One player's page of a night: their checks, markers, bets and settlements, and nothing of anybody else's."""
