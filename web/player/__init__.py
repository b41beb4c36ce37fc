"""One player's page of a night: his checks, markers, bets and settlements, and nothing of anybody else's."""
