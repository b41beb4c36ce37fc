"""Auction Forty-Five in words and on paper."""
