"""Which characters of a text can be shown and printed, and what is left out of a text that somebody types or pastes."""

from __future__ import annotations

import re

_JOINERS = "\u200c\u200d"
"""The zero-width non-joiner and joiner, which Persian, Indic scripts and emoji spell with."""

_NO_JOINERS = dict.fromkeys(map(ord, _JOINERS))

_INVISIBLE = re.compile("[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")
"""Soft hyphen, direction marks, and spaces and joiners without width: they come along when a text is copied."""

_SPACES = "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
_SPACE = re.compile(f"[{_SPACES}]")

_LOOSE_JOINER = re.compile(rf"(?:^|(?<=[\x00-\x7f{_JOINERS}]))[{_JOINERS}]+")
"""Joiners that join nothing: at the beginning, after another one, or after a character of ASCII."""


def is_printable(text: str) -> bool:
    r"""Whether a text is on a single line and each character can be seen, or joins letters.

    >>> is_printable("علی\u200cرضا"), is_printable("Ada\u0000"), is_printable("Ada\nLamb")
    (True, False, False)
    """
    return text.isprintable() or all(character.isprintable() or character in _JOINERS for character in text)


def plain_text(text: str) -> str:
    r"""A text without invisible characters, and with ordinary spaces in the place of other kinds, except at its ends.

    >>> plain_text("Ada\u00a0Lamb"), plain_text("Rosen\u00adkranz"), plain_text("דוד\u200f")
    ('Ada Lamb', 'Rosenkranz', 'דוד')
    """
    if text.isascii():
        return text
    return _LOOSE_JOINER.sub("", _INVISIBLE.sub("", _SPACE.sub(" ", text.strip(_SPACES))))


def without_joiners(text: str) -> str:
    """A text without zero-width joiners and non-joiners, for comparison."""
    return text if text.isascii() else text.translate(_NO_JOINERS)
