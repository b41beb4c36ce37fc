"""Whether the cards of Faro fell as from a square pack: one module for each thing that is looked at."""
