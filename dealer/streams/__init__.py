"""How commands become facts in any stream of a book: nights, the staff's register, the papers."""
