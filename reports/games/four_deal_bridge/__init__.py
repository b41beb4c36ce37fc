"""Four-deal bridge in words and on paper."""
