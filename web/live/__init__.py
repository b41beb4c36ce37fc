"""Live pages: server-sent events, a channel for each night."""
