"""What of Fan-Tan can be put right at a touch: another card laid by the same player, or a pass."""

from __future__ import annotations

from collections.abc import Sequence

from dealer.games.fan_tan.commands import Lay, Pass
from dealer.games.fan_tan.state import fan_tan_of
from dealer.night.amending import Document, Earlier
from dealer.night.night import Night
from events.games.fan_tan import CardsLaid, HandShown, TurnPassed
from events.records import Recorded
from reports.words.cards import card_words
from web.correcting.choices import Asked, Choice, Subject, around, cards_shown, found, possible, rows_of_cards, struck


def correcting(night: Night, stand: Sequence[Recorded], asked: Asked, documents: Earlier) -> Subject:
    """A turn of the hand that is on."""
    turn = asked.get("turn", "")
    table = fan_tan_of(night)
    number, played_turns = table.hand_number, len(table.hand.turns) if table.hand else 0
    played = found(
        (
            one
            for one in reversed(stand)
            if isinstance(one.fact, CardsLaid | TurnPassed) and (one.fact.hand, str(one.fact.turn)) == (number, turn)
        ),
        f"Turn {turn[:9]}",
    )
    assert isinstance(played.fact, CardsLaid | TurnPassed)
    player = played.fact.player
    was = played.fact.cards if isinstance(played.fact, CardsLaid) else ()
    instead: Document | None = None
    if asked.get("card"):
        instead = {"do": Lay.do, "player": player, "card": asked["card"]}
    elif asked.get("pass"):
        instead = {"do": Pass.do, "player": player}
    name = night.seats[player].name
    did = f"lays {' '.join(card_words(card) for card in was)}" if was else "passes"
    passed = Choice(
        label=f"{name} passed", said="a pass", changes={"pass": "yes"}, was=not was, chosen=bool(asked.get("pass"))
    )
    elsewhere = cards_shown(one for one in stand if one.command != played.command and _is_of_hand(one, number))
    assert table.hand, "a turn of it was played"
    offered = possible(table.hand.turns[played.fact.turn - 1].before.playable(), elsewhere)
    return Subject(
        title=f"Turn {turn}: {name} {did}",
        command=played.command,
        kept={"turn": turn},
        rows=rows_of_cards("card", was, asked.get("card", ""), offered),
        chosen=instead is not None or "strike" in asked,
        instead=None if "strike" in asked else instead,
        more=(passed, struck("There was no such turn", asked)),
        around=around(turn, played_turns),
    )


def _is_of_hand(one: Recorded, hand: int) -> bool:
    return isinstance(one.fact, CardsLaid | HandShown) and one.fact.hand == hand
