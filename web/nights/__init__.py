"""The pages of the nights: the list, the form for a new night, closed and damaged nights."""
