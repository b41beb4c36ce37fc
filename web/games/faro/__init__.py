"""The screens of Faro."""
