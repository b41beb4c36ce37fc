"""The JSON API: its routes, replies, OpenAPI document, pages of documentation, and client."""
