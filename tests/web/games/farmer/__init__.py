"""The screens of Farmer."""
