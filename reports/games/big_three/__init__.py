"""Big Three in words and on paper."""
