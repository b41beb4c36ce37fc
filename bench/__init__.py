"""Casekeeper measured beside its peers: ``python -m bench``."""
