"""The auditor's room: the register of a night, its bets and disputes, what if, and whether the book holds."""
