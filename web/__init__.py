"""Floor 5: the command line, tablets, boards and the JSON API. Decides nothing about cards or money."""
