"""The book in other programs' words: hledger, ledger, beancount, CSV and JSON lines. Facts' moves in, text out."""
