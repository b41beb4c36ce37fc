"""A player's Faro: their bets on the layout, and every settlement of them."""
