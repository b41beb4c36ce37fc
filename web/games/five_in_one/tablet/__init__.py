"""The tablet's Five in One table: the five parts, chips by touch, winners, the ten cards of the consolation."""
