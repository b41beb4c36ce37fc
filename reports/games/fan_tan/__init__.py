"""Fan-Tan on paper and in words."""
