"""What of Farmer can be put right at a touch: other cards in a hand that was shown."""

from __future__ import annotations

from collections.abc import Sequence

from dealer.commands.fields import RANKS
from dealer.game.cards import rank_of
from dealer.games.farmer.cards import PACK
from dealer.games.farmer.commands import ShowHand
from dealer.games.farmer.state import farmer_of
from dealer.night.amending import Document, Earlier
from dealer.night.night import Night
from events.games.farmer import FarmHandShown
from events.records import Recorded
from reports.words.players import name_of
from web.correcting.choices import Asked, Choice, Row, Subject, around, found, struck
from web.games.farmer.hands import face_of

_RANKS = tuple(rank for rank in RANKS if rank in set(map(rank_of, PACK)))


def correcting(night: Night, stand: Sequence[Recorded], asked: Asked, documents: Earlier) -> Subject:
    """A hand as it was shown in a turn of the hand that is on."""
    turn = asked.get("turn", "")
    hand = farmer_of(night).round
    turns = {
        str(fact.turn): (one.command, fact)
        for one in stand
        if isinstance(fact := one.fact, FarmHandShown) and fact.hand == hand
    }
    command, fact = found((turns[one] for one in turns if one == turn), f"Turn {turn[:9]}")
    cards = tuple(asked["cards"].split()) if asked.get("cards") else fact.cards
    instead: Document | None = {"do": ShowHand.do, "player": fact.player, "cards": list(cards)}
    name = name_of(night, fact.player)
    return Subject(
        title=f"Turn {turn}: {name} shows {' '.join(map(face_of, fact.cards))}",
        command=command,
        kept={"turn": turn},
        rows=(
            Row(title="Take one off", kind="ranks", choices=tuple(_without(cards, at) for at in range(len(cards)))),
            Row(title="Add one", kind="ranks", choices=tuple(_with(cards, rank) for rank in _RANKS)),
        ),
        chosen="cards" in asked or "strike" in asked,
        instead=None if "strike" in asked or "cards" not in asked else instead,
        more=(struck("They showed no such hand", asked),),
        around=around(turn, len(turns)),
    )


def _without(cards: Sequence[str], at: int) -> Choice:
    rest = [*cards[:at], *cards[at + 1 :]]
    return Choice(
        label=face_of(cards[at]), said=f"Take the {face_of(cards[at])} off", changes={"cards": " ".join(rest)}
    )


def _with(cards: Sequence[str], rank: str) -> Choice:
    return Choice(label=face_of(rank), said=f"Add the {face_of(rank)}", changes={"cards": " ".join((*cards, rank))})
