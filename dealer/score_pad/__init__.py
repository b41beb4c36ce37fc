"""The score pad: matches of any game played for points, with bidding, hands, score and price (rule 10)."""
