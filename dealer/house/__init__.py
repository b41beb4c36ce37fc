"""The house: people and their credit, the cage, slips, roles, and the nights it knows (contract of the house)."""
