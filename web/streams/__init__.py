"""Server-sent events: streams that tell screens of a night, without a thread each, and how many there may be."""
