"""The board on the wall: the table from the players' side, with no money of persons on it."""
