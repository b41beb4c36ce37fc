"""A language in which every letter of a text is a box: what is printed in it still has letters where it was not said.

What is filled in keeps its letters: names, keys, amounts, the index of a card.
"""

from __future__ import annotations

import gettext
import re

_PLACEHOLDER = re.compile(r"(%\(\w+\)s)")


class Boxes(gettext.NullTranslations):
    """Translates every text into boxes, and remembers which it was asked for, each with its context if it had one."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[tuple[str, str]] = set()

    def gettext(self, message: str) -> str:
        """A text in boxes."""
        return self._boxed("", message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """A text with a number in it in boxes."""
        self.asked.add(("", msgid1))
        return boxed(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        """A text of a context in boxes."""
        return self._boxed(context, message)

    def _boxed(self, context: str, message: str) -> str:
        self.asked.add((context, message))
        return boxed(message)


def boxed(message: str) -> str:
    """A text with a box for every letter that is not part of a placeholder."""
    parts = _PLACEHOLDER.split(message)
    return "".join(part if at % 2 else re.sub(r"[^\W\d_]", "▯", part) for at, part in enumerate(parts))
