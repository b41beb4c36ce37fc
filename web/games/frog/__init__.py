"""The screens of Frog."""
