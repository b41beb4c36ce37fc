"""The staff: who they are, their PINs, devices and sessions."""
