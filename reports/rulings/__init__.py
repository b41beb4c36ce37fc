"""The ruling of a dispute as a sheet to sign."""
