"""The screens of Pharo."""
