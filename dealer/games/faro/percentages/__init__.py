"""What the bank may expect of every kind of bet under the rules of a house, in exact fractions."""
