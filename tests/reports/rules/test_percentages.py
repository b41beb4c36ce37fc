"""The bank's percentages as they are printed: hundredths that are the fractions beside them, and what they mean."""

from __future__ import annotations
