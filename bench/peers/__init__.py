"""What casekeeper is measured beside: the bare library or program that does the same part of the work."""
