"""What people ask for, typed, and how they are answered when it cannot be."""
