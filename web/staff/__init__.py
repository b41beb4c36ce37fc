"""The pages of the staff: signing in, names, PINs, devices."""
