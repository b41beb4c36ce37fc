"""The command line: ``casekeeper`` and its commands."""
