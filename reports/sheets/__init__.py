"""The papers of a night, with a module for each."""
