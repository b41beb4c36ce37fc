"""Floor 4: paper. Turns events and projections into HTML and PDF; makes no decisions about cards or money."""
