"""The board of a Fan-Tan table: four suits that grow, who sits and how many cards they have left, the pot."""
