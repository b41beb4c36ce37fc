"""Numbers of things and lists of them in words, the same in sentences, on screens and on paper."""

from __future__ import annotations

from collections.abc import Sequence


def counted(number: int, what: str, plural: str = "") -> str:
    """A number with its noun; ``plural`` where an s does not make it.

    >>> counted(1, "pass", "passes"), counted(2, "pass", "passes"), counted(0, "chip"), counted(1200, "turn")
    ('1 pass', '2 passes', '0 chips', '1,200 turns')
    """
    return f"{number:,} {what if number == 1 else plural or what + 's'}"


def listed(parts: Sequence[str], last: str = "and") -> str:
    """Things in a sentence; ``last`` is the word before the last of them.

    >>> listed(["a"]), listed(["a", "b"]), listed(("a", "b", "c"), "or"), listed([])
    ('a', 'a and b', 'a, b or c', '')
    """
    return f" {last} ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))
