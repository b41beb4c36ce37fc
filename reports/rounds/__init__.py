"""Read models of a night's rounds and stakes, and their stories; shared by papers and pages."""
