"""Shared screens of games that are played for points: matches and their score sheet."""
