"""Verifying the stored rows of nights and of the staff: chains, ledger, conservation, everything decided again."""
