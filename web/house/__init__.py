"""The pages of the house: people, the cage, the floor, roles and settings."""
