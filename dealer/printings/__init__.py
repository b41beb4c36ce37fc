"""Papers as they were printed, and whether they still hold."""
