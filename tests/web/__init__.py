"""The pages, the tablet and the JSON API."""
