"""The score pad in words and on paper: matches of any game that is played for points."""
