"""A player's part in hands dealt for chips: the one that is on, and what each brought or cost them."""
