"""What the commands are called: each of the contract's by words of the table, no two alike."""

from __future__ import annotations
