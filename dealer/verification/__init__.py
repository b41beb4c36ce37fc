"""Verifies the stored rows of nights, staff and papers: chains, ledger, conservation, and deciding everything again."""
