"""What lies on a table, which cards were shown and what was scored, of any game: a projection of the base facts."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, fields, replace

from rpds import HashTrieMap

from dealer.commands.phrases import dollars
from dealer.night.night import Night
from dealer.projections.projection import Projection
from events.facts.fact import Fact
from events.facts.play import CardsShown, PointsScored, RoundBegun, StakeLaid, StakeSettled
from events.records import Recorded
from reports.words.cards import card_words
from reports.words.players import name_of
from web.tablet.marks import Mark, marks_of
from web.tablet.seats import SeatView, seats_of

_BASE = frozenset(one.name for one in fields(StakeLaid))


@dataclass(frozen=True, slots=True, kw_only=True)
class Stake:
    """A stake that lies: whose, how much in cents, and what it is on in the words of its fact."""

    player: str
    cents: int
    on: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """The round that is on or was last: its number, the stakes by their keys, the cards shown, the points scored."""

    number: int = 0
    stakes: HashTrieMap[str, Stake] = field(default_factory=HashTrieMap)
    cards: tuple[str, ...] = ()
    points: HashTrieMap[str, int] = field(default_factory=HashTrieMap)


def _apply(now: Round, one: Recorded) -> Round:
    match one.fact:
        case RoundBegun():
            return replace(now, number=now.number + 1, cards=(), points=HashTrieMap())
        case StakeLaid() as laid:
            stake = Stake(player=laid.player, cents=laid.stake_cents, on=_on(laid))
            return replace(now, stakes=now.stakes.insert(laid.bet, stake))
        case StakeSettled() as settled:
            return replace(now, stakes=now.stakes.discard(settled.bet))
        case CardsShown() as shown:
            return replace(now, cards=(*now.cards, *_cards_of(shown)))
        case PointsScored() as scored:
            points = now.points.get(scored.player, 0) + scored.points
            return replace(now, points=now.points.insert(scored.player, points))
        case _:
            return now


def _on(laid: StakeLaid) -> str:
    """What a stake is on: the plain words of its fact beside those of every stake."""
    said = (getattr(laid, one.name) for one in fields(laid) if one.name not in _BASE)
    return " ".join(word.replace("_", " ") for word in said if isinstance(word, str))


def _cards_of(shown: Fact) -> tuple[str, ...]:
    cards = getattr(shown, "cards", None) or (getattr(shown, "card", ""),)
    return tuple(card_words(card) for card in cards if card)


ROUND = Projection(Round(), _apply)
"""The round that is on or was last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lying:
    """A stake as a line: its key, what it is on, and the amount."""

    bet: str
    on: str
    amount: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A player at the table: what lies for them and, where points are scored, how many they have in this round."""

    seat: SeatView
    mark: Mark
    stakes: tuple[Lying, ...]
    points: int | None


def places_of(night: Night, now: Round) -> tuple[Place, ...]:
    """Everybody who sits at the table, with what lies there."""
    marks = marks_of(night)
    return tuple(
        Place(
            seat=seat,
            mark=marks[seat.player],
            stakes=tuple(
                Lying(bet=bet, on=stake.on, amount=dollars(stake.cents))
                for bet, stake in sorted(now.stakes.items())
                if stake.player == seat.player
            ),
            points=now.points.get(seat.player, 0) if now.points else None,
        )
        for seat in seats_of(night)
    )


def stakes_that_lie(night: Night, now: Round) -> tuple[tuple[str, str], ...]:
    """What a command about a stake is asked with: the stakes by their keys as JSON, and whose and what they are."""
    return tuple(
        (json.dumps(bet), f"{name_of(night, stake.player)}: {dollars(stake.cents)} {stake.on}".rstrip())
        for bet, stake in sorted(now.stakes.items())
    )
