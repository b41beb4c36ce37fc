"""Events of nights, their money, the staff and the papers; and the base events of play that games share."""
