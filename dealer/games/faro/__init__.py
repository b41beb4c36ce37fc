"""American Faro (rulebook 1): pure rules, no I/O."""
