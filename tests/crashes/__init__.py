"""Servers that are killed at random moments under load, and what is in the book and on the screens afterwards."""
