"""Facts of nights, their money, the staff and the papers; and the base facts of play that games share."""
