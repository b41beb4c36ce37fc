"""What every page stands on: who asks, what they may, what they sent, and what goes wrong."""
