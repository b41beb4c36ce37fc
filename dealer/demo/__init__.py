"""Demonstration nights: players, packs and mistakes from one seed, dealt through the assistant like any."""
