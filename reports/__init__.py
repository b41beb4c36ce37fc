"""Floor 4: paper. Turns facts and projections into HTML and PDF; makes no decisions about cards or money."""
