"""A player's Fan-Tan: the hand that is on, and what every hand brought or cost them."""
