"""Typed commands, their fields, and refusals."""
