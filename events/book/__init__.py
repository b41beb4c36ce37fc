"""The book: tables, the one writer, the chain of hashes, reading, older rows and facts lifted when they are read."""
