"""The dealer’s tablet at a Pharo table."""
