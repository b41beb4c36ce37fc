"""The score pad: matches of any game that is played for points, their bidding, hands, score and price (rulebook G0)."""
