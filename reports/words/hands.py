"""What a command of a Fan-Tan hand did, in one sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from dealer.games.fan_tan.state import fan_tan_of
from dealer.night import Night
from events.fact import Fact
from events.games import fan_tan
from reports.words.cards import cards_words
from reports.words.formatting import chips_words
from reports.words.language import gettext as _
from reports.words.language import ngettext
from reports.words.naming import name_of
from reports.words.phrases import clauses


def _started(now: Night, fact: fan_tan.HandStarted) -> str:
    return _("%(name)s deals hand %(hand)s.", name=name_of(now, fact.dealer), hand=fact.hand)


def _laid(now: Night, fact: fan_tan.CardsLaid) -> str:
    return _("%(name)s lays %(cards)s.", name=name_of(now, fact.player), cards=cards_words(fact.cards))


def _passed(now: Night, fact: fan_tan.TurnPassed) -> str:
    name = name_of(now, fact.player)
    if not fact.chips:
        return _("%(name)s passes.", name=name)
    return _("%(name)s passes and pays %(chips)s.", name=name, chips=chips_of(now, fact.chips))


def _shown(now: Night, fact: fan_tan.HandShown) -> str:
    name = name_of(now, fact.player)
    return ngettext("%(name)s shows %(num)s card.", "%(name)s shows %(num)s cards.", len(fact.cards), name=name)


def _ended(now: Night, fact: fan_tan.HandEnded) -> str:
    if fact.winner is None:
        return _("Hand %(hand)s is dead: nobody laid a card.", hand=fact.hand)
    return _("Hand %(hand)s is over: %(name)s is out.", hand=fact.hand, name=name_of(now, fact.winner))


def _penalty(now: Night, fact: fan_tan.PenaltyTaken) -> str:
    return _(
        "%(name)s pays %(chips)s for the wrong pass at turn %(turn)s.",
        name=name_of(now, fact.player),
        chips=chips_of(now, fact.chips),
        turn=fact.turn,
    )


def _won(now: Night, fact: fan_tan.PotWon) -> str:
    return _(
        "%(name)s takes the pot of hand %(hand)s: %(chips)s.",
        name=name_of(now, fact.player),
        hand=fact.hand,
        chips=chips_of(now, fact.chips),
    )


def _left(now: Night, fact: fan_tan.PotLeft) -> str:
    chips = chips_of(now, fact.chips)
    return _("Hand %(hand)s is settled as dead; the pot keeps %(chips)s.", hand=fact.hand, chips=chips)


def _voided(now: Night, fact: fan_tan.HandVoided) -> str:
    return _("Hand %(hand)s is void: %(reason)s.", hand=fact.hand, reason=fact.reason.rstrip("."))


def chips_of(now: Night, chips: int) -> str:
    """Chips of the pot, and what they are worth."""
    return chips_words(chips, fan_tan_of(now).house.chip)


def with_wrong_passes(said: str, facts: Sequence[Fact]) -> str:
    """A sentence about the end of a hand, with the number of wrong passes that it proved."""
    proved = sum(isinstance(fact, fan_tan.WrongPassProved) for fact in facts)
    if not proved:
        return said
    wrong = ngettext("%(num)s wrong pass is proved", "%(num)s wrong passes are proved", proved)
    return f"{clauses(said[:-1], wrong)}."


SENTENCES: dict[type[Fact], Callable[[Night, Any], str]] = {
    fan_tan.HandStarted: _started,
    fan_tan.CardsLaid: _laid,
    fan_tan.TurnPassed: _passed,
    fan_tan.HandShown: _shown,
    fan_tan.HandEnded: _ended,
    fan_tan.PenaltyTaken: _penalty,
    fan_tan.PotWon: _won,
    fan_tan.PotLeft: _left,
    fan_tan.HandVoided: _voided,
}

TOLD_BY_THE_LAST = (fan_tan.HandEnded, fan_tan.PotWon, fan_tan.PotLeft)
"""Facts that come after what they brought about, and say what the command was."""
