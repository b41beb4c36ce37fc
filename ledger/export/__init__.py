"""Exports of the book for other programs: hledger, ledger, beancount, CSV and JSON lines."""
