"""Read models that are folded fact by fact beside a night, for the screens and papers of every game."""
