"""The score pad on the screens: matches of any game that is played for points."""
