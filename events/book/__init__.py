"""The book: tables, the single writer, the hash chain, reading, and upcasting of older rows and events."""
