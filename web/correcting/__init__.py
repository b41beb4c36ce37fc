"""Putting a command right on the tablet: choose what should have been, see what comes of it, and say yes."""
