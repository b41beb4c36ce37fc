"""The tablet's Spoil Five table: a plate a player, five tricks, dead hands, the pool."""
