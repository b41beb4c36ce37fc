"""The files and the database that a book lies in: whose they are, and whether they are still the same."""
