"""A deterministic simulation of servers, tablets, lines and disks that fail."""
