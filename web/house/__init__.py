"""The pages of the house: people, cage, floor and office."""
