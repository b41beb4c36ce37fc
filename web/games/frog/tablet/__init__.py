"""The tablet's Frog table: who plays, the bidding, and the bidder's points by tens and units."""
