"""Numbers of things and amounts in words, for screens and refusals."""

from __future__ import annotations


def counted(number: int, what: str, plural: str = "") -> str:
    """A number with its noun; ``plural`` where an s does not make it.

    >>> counted(1, "pass", "passes"), counted(2, "pass", "passes"), counted(0, "chip"), counted(1200, "turn")
    ('1 pass', '2 passes', '0 chips', '1,200 turns')
    """
    return f"{number:,} {what if number == 1 else plural or what + 's'}"


def dollars(cents: int) -> str:
    """An amount as a person reads it.

    >>> dollars(125000), dollars(-325), dollars(25)
    ('$1,250', '-$3.25', '25¢')
    """
    if 0 < abs(cents) < 100:
        return f"{'-' if cents < 0 else ''}{abs(cents)}¢"
    whole, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}${whole:,}" + (f".{rest:02d}" if rest else "")


def printable(text: str) -> str:
    """A text on one line, with whatever cannot be printed escaped: refusals quote what people and programs sent."""
    return text if text.isprintable() else "".join(one if one.isprintable() else ascii(one)[1:-1] for one in text)
