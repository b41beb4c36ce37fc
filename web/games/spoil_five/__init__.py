"""The screens of Spoil Five."""
