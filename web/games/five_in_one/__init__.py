"""The screens of Five in One."""
