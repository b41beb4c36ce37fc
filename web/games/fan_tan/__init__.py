"""The screens of Fan-Tan."""
