"""Numbers of things in words, for screens and refusals."""

from __future__ import annotations


def counted(number: int, what: str, plural: str = "") -> str:
    """A number with its noun; ``plural`` where an s does not make it.

    >>> counted(1, "pass", "passes"), counted(2, "pass", "passes"), counted(0, "chip"), counted(1200, "turn")
    ('1 pass', '2 passes', '0 chips', '1,200 turns')
    """
    return f"{number:,} {what if number == 1 else plural or what + 's'}"
