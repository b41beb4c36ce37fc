"""Chances, exact where they can be, and what is asked of cards with them."""
