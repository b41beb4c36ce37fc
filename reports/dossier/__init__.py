"""The dossier of a bet, and the story of a hand: one text for screen, paper and terminal."""
