"""What a command asked for, in a sentence: every word of the contract, and whatever else a book may hold."""

from __future__ import annotations
