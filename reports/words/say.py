"""Says a text about a fact or a command, with its fields filled in, in the language in force."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias, Union

from dealer.night.night import Night
from events.frozen import Frozen
from reports.words.cards import cards_words
from reports.words.formatting import brief
from reports.words.language import gettext, ngettext
from reports.words.players import name_of

Said: TypeAlias = Union[str, "Callable[[Say, Any], str]"]
"""A text, filled with the fields of what it is about; or a function that says it."""

Named: TypeAlias = "Callable[[Say, Any], str]"
"""What stands for a placeholder."""

_PLAYERS = ("player", "lender", "borrower", "dealer", "winner", "claimant", "to")
_PLACEHOLDER = re.compile(r"%\((\w+)\)s")


class Say(Frozen, kw_only=False):
    """Says texts about one fact or command, ``about``, of a night as it stands ``now``.

    A placeholder ``%(card)s`` is filled by what ``named`` says of ``card``, else by the field of that name: a player
    by name, the amount of a field ``card_cents``, everything else as it is. ``cards`` writes several cards: with signs
    for the suits, or in words.
    """

    now: Night
    about: Any
    named: Mapping[str, Named]
    cards: Callable[[Iterable[str]], str] = cards_words

    def __call__(self, text: str, **filled: object) -> str:
        """A text; ``filled`` are placeholders that are no fields."""
        return gettext(text, **self._filled(text, filled))

    def ngettext(self, singular: str, plural: str, num: int, **filled: object) -> str:
        """A text with a number in it, which is ``%(num)s``."""
        return ngettext(singular, plural, num, **self._filled(plural, {"num": num, **filled}, but="num"))

    def said(self, said: Said) -> str:
        """A text, or what a function says."""
        return self(said) if isinstance(said, str) else said(self, self.about)

    def value(self, name: str) -> str:
        """What stands for a placeholder."""
        named = self.named.get(name)
        if named:
            return named(self, self.about)
        if not hasattr(self.about, name):
            return brief(getattr(self.about, f"{name}_cents"))
        value = getattr(self.about, name)
        return name_of(self.now, value) if name in _PLAYERS else str(value)

    def _filled(self, text: str, given: Mapping[str, object], but: str = "") -> dict[str, object]:
        names = dict.fromkeys(_PLACEHOLDER.findall(text))
        return {name: given[name] if name in given else self.value(name) for name in names if name != but}
