"""Forty-Five, and the auction of it: five tricks a hand with the same cards, without a bidding and with one."""
