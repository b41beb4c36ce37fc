"""The tablet's Farmer table: the pack by ranks, the hand that is shown, everybody's count, the farm."""
