"""The papers of a night, a module each."""
