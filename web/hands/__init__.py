"""What the screens of games share in which hands are dealt for chips: the next hand, the pot, what was paid."""
