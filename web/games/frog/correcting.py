"""What of Frog can be put right at a touch: the points, and what was trumps; calls as their commands have them."""

from __future__ import annotations

from collections.abc import Sequence

from dealer.games.frog.commands import HEARTS, SUITS, ScoreFrog
from dealer.games.frog.house import CHICO
from dealer.games.frog.state import POINTS, frog_of
from dealer.night.amending import Earlier
from dealer.night.night import Night
from events.games.frog import FrogHandSettled
from events.records import Recorded
from reports.score_pad.words import SUITS as SIGNS
from reports.words.players import name_of
from web.correcting.choices import Asked, Row, Subject, around, of_schema, row_of, struck

_NOT_NOTED = "-"
"""What stands in the address for trumps that were not noted."""


def correcting(night: Night, stand: Sequence[Recorded], asked: Asked, documents: Earlier) -> Subject:
    """A turn of the hand that is on or was last; a call as its command has it."""
    table, turn = frog_of(night), asked.get("turn", "")
    scored = next((one for one in reversed(stand) if isinstance(one.fact, FrogHandSettled)), None)
    if scored is None or not isinstance(scored.fact, FrogHandSettled):
        return of_schema(night, stand, asked, documents)
    fact = scored.fact
    if (fact.hand, str(fact.turn)) != (table.round, turn):
        return of_schema(night, stand, asked, documents)
    tens, units = _read(asked, "tens", fact.points // 10 * 10), _read(asked, "units", fact.points % 10)
    trump = asked.get("trump", fact.trump or _NOT_NOTED)
    changed = any(name in asked for name in ("tens", "units", "trump")) and "strike" not in asked
    instead = {"do": ScoreFrog.do, "points": min(POINTS, tens + units)}
    if trump in SUITS:
        instead["trump"] = trump
    return Subject(
        title=f"Hand {fact.hand}: the points of {name_of(night, fact.bidder)}",
        command=scored.command,
        kept={"turn": turn, "tens": str(tens), "units": str(units), "trump": trump},
        rows=(
            _points("Tens", "tens", range(0, POINTS + 1, 10), fact.points // 10 * 10, asked),
            _points("And over the ten", "units", range(10), fact.points % 10, asked),
            *((_trumps(fact, asked),) if fact.bid == CHICO else ()),
        ),
        chosen=changed or "strike" in asked,
        instead=instead if changed else None,
        more=(struck("It was not scored", asked),),
        around=around(turn, fact.turn),
    )


def _points(title: str, name: str, offered: range, was: int, asked: Asked) -> Row:
    numbers = [(str(number), str(number)) for number in offered]
    return row_of(title, "ranks", name, numbers, (str(was),), asked.get(name, ""), said=f"{title}: ")


def _trumps(fact: FrogHandSettled, asked: Asked) -> Row:
    offered = [(_NOT_NOTED, "not noted"), *((suit, SIGNS[suit]) for suit in SUITS if suit != HEARTS)]
    return row_of("Trumps", "players", "trump", offered, (fact.trump or _NOT_NOTED,), asked.get("trump", ""))


def _read(asked: Asked, name: str, otherwise: int) -> int:
    """A number as the address has it; ``otherwise`` where it has none."""
    text = asked.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 4 else otherwise
