"""The board of a Faro table: the layout, the case-keeper, the last turns."""
