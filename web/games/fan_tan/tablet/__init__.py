"""The tablet's Fan-Tan table: the layout, whose turn it is, the hands shown, wrong passes and the pot."""
