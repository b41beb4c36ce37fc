"""The story of a hand of Fan-Tan: every fact in a sentence, wrong passes with their proof, the refusals around."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from dealer.games.fan_tan.house import FanTanHouse
from dealer.games.fan_tan.state import FAN_TAN, fan_tan_of
from dealer.night.history import History
from dealer.night.night import Night
from events.effective_facts import effective
from events.facts.fact import Fact
from events.games import fan_tan
from reports.games.fan_tan.hands import Ending, HandRecord
from reports.games.fan_tan.play import pot_play_of
from reports.games.fan_tan.words import LAYS, SHOWS
from reports.rounds.rounds import RoundStory, RoundSummary, rounds_of
from reports.words.cards import card_in_words, cards_in_words
from reports.words.formatting import brief
from reports.words.language import gettext as _
from reports.words.language import ngettext
from reports.words.phrases import under
from reports.words.players import names_of


def hands_of(history: History, game: str = FAN_TAN) -> tuple[RoundSummary, ...]:
    """The hands of a night that stand, the first one first, each with how many passes were proved wrong."""
    names = names_of(history.facts)
    play = pot_play_of(one.fact for one in effective(history.facts))
    return tuple(
        replace(
            one,
            came_of_it=_came_of(record, names, play.chip_cents),
            dealer=names[record.dealer],
            counted=(("Wrong pass", "Wrong passes", len(record.proved)),),
        )
        for one, record in zip(rounds_of(history, game), play.hands, strict=True)
    )


class HandStory(RoundStory):
    """The story of a hand: wrong passes with their proof, cards written out, and rules cited."""

    def said(self, fact: Fact, before: Night, now: Night) -> str:
        """What a fact of the hand says, with its cards written out."""
        tell = _TELLING_MORE.get(type(fact))
        return tell(fact, self.names) if tell else super().said(fact, before, now)

    def why(self, fact: Fact, now: Night) -> str:
        """The rule under which it happened."""
        why = _REASONS.get(type(fact))
        return why(fact, self.names, fan_tan_of(now).house) if why else ""


def _came_of(record: HandRecord, names: Mapping[str, str], chip_cents: int) -> str:
    if record.ending is Ending.WON and record.winner:
        return ngettext(
            "%(name)s took the pot of %(num)s chip, %(worth)s",
            "%(name)s took the pot of %(num)s chips, %(worth)s",
            record.pot_chips,
            name=names[record.winner],
            worth=brief(record.pot_chips * chip_cents),
        )
    return _(record.ending.value)


def _started(fact: fan_tan.HandStarted, names: Mapping[str, str]) -> str:
    dealt = ", ".join(f"{names[who]} {count}" for who, count in zip(fact.players, fact.dealt, strict=True))
    return _("%(name)s deals hand %(hand)s: %(dealt)s.", name=names[fact.dealer], hand=fact.hand, dealt=dealt)


def _laid(fact: fan_tan.CardsLaid, names: Mapping[str, str]) -> str:
    return _(LAYS, name=names[fact.player], cards=cards_in_words(fact.cards))


def _shown(fact: fan_tan.HandShown, names: Mapping[str, str]) -> str:
    cards = cards_in_words(fact.cards) or _("no card")
    return _(SHOWS, name=names[fact.player], cards=cards)


def _proved(fact: fan_tan.WrongPassProved, names: Mapping[str, str]) -> str:
    return _(
        "The pass of %(name)s at turn %(turn)s is proved wrong: they held %(cards)s.",
        name=names[fact.player],
        turn=fact.turn,
        cards=_held(fact.held),
    )


def _held(cards: Sequence[fan_tan.HeldCard]) -> str:
    """Cards that a player held when they passed, each with when that came out."""
    told, *more = (_came_out(one) for one in cards)
    for one in more:
        told = _("%(cards)s, and %(card)s", cards=told, card=one)
    return told


def _came_out(held: fan_tan.HeldCard) -> str:
    card = card_in_words(held.card)
    if held.laid_at:
        return _("the %(card)s, laid at turn %(turn)s", card=card, turn=held.laid_at)
    return _("the %(card)s, shown at the end", card=card)


_TELLING_MORE: dict[type[Fact], Callable[[Any, Mapping[str, str]], str]] = {
    fan_tan.HandStarted: _started,
    fan_tan.CardsLaid: _laid,
    fan_tan.HandShown: _shown,
    fan_tan.WrongPassProved: _proved,
}
"""Facts of which a dossier tells more than a table has room for, with their cards written out."""


def _why_proved(fact: fan_tan.WrongPassProved, names: Mapping[str, str], house: FanTanHouse) -> str:
    costs = _("it costs nothing here")
    if fact.penalty:
        costs = ngettext(
            "the penalty is %(num)s chip to the pot", "the penalty is %(num)s chips to the pot", fact.chips
        )
        for one in fact.besides:
            costs = _gift(costs, one, names)
    proved = _("wrong pass: nobody draws a card, so what was in the hand later was in it then; %(costs)s", costs=costs)
    return under("3.5", proved)


def _gift(costs: str, to: fan_tan.ChipsTo, names: Mapping[str, str]) -> str:
    """A penalty, with what goes to a player for a card that they could not lay."""
    return ngettext(
        "%(costs)s and %(num)s chip to %(name)s for the %(card)s",
        "%(costs)s and %(num)s chips to %(name)s for the %(card)s",
        to.chips,
        costs=costs,
        name=names[to.player],
        card=card_in_words(to.card),
    )


def _why_ended(fact: fan_tan.HandEnded, names: Mapping[str, str], house: FanTanHouse) -> str:
    if fact.winner:
        return under("3.4", _("the first to go out wins"))
    return under("3.6", _("nobody laid a card, which only a wrong pass or a short pack explains"))


def _why_paid(fact: fan_tan.HandPaid, names: Mapping[str, str], house: FanTanHouse) -> str:
    if not fact.cards:
        return under("3.6", _("a dead hand"))
    if house.counted == "pips":
        return under("3.4", _("what is left in hand is paid for, counted by pips"))
    return under("3.4", _("what is left in hand is paid for, counted by cards"))


_REASONS: dict[type[Fact], Callable[[Any, Mapping[str, str], FanTanHouse], str]] = {
    fan_tan.HandStarted: lambda fact, names, house: under("3.1", _("one at a time, from the dealer’s left")),
    fan_tan.WrongPassProved: _why_proved,
    fan_tan.HandEnded: _why_ended,
    fan_tan.PenaltyTaken: lambda fact, names, house: under(
        "3.5", _("wrong pass: the penalty is the dealer’s to take or to waive")
    ),
    fan_tan.HandPaid: _why_paid,
    fan_tan.PotWon: lambda fact, names, house: under("3.4", _("the pot goes to whoever went out first")),
}


def turn_done(about: str, fact: Fact, now: Night) -> str:
    """A turn of a hand, with what was done in it."""
    match fact:
        case fan_tan.CardsLaid(player=player, cards=cards):
            laid = cards_in_words(cards)
            return _(
                "%(about)s, in which %(name)s laid %(cards)s", about=about, name=now.seats[player].name, cards=laid
            )
        case fan_tan.TurnPassed(player=player):
            return _("%(about)s, in which %(name)s passed", about=about, name=now.seats[player].name)
        case _:
            return about
