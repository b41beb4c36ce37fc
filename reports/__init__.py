"""Floor 4: paper. Facts and projections in, HTML and PDF out; decides nothing about cards or money."""
