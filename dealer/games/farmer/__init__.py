"""Farmer: everybody draws towards sixteen, and who counts it has the farm and deals (rulebook G3)."""
