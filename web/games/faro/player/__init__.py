"""A player's Faro: his bets on the layout, and every settlement of them."""
