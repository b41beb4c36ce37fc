"""What a night's rounds come to, and their stories: read models that papers and pages share."""
