"""What of Five in One can be put right at a touch: the chips of a part, who won the cold hand.

The consolation ends the round, and with it what can be put right of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from dealer.games.five_in_one.commands import ColdHand, PartResult
from dealer.games.five_in_one.parts import PARTS
from dealer.games.five_in_one.state import five_in_one_of
from dealer.night.amending import Document, Earlier
from dealer.night.night import Night
from events.games.five_in_one import ColdHandWon, PartSettled
from events.records import Recorded
from reports.words.formatting import signed_number
from reports.words.players import name_of
from web.correcting.choices import Asked, Choice, Row, Subject, around, found, struck
from web.games.five_in_one.parts import called

_STEPS = (-10, -5, -1, 1, 5, 10)


def correcting(night: Night, stand: Sequence[Recorded], asked: Asked, documents: Earlier) -> Subject:
    """A part of the round that is on."""
    table, turn = five_in_one_of(night), asked.get("turn", "")
    paid = {
        str(fact.turn): (one.command, fact)
        for one in stand
        if isinstance(fact := one.fact, ColdHandWon | PartSettled) and fact.hand == table.round
    }
    command, fact = found((paid[one] for one in paid if one == turn), f"Part {turn[:9]}")
    instead, rows = _told(night, table.players, fact, asked.get("instead"))
    changed = "instead" in asked and "strike" not in asked
    return Subject(
        title=f"Part {turn}: {called(PARTS[fact.turn - 1])}",
        command=command,
        kept={"turn": turn},
        rows=rows,
        chosen="instead" in asked or "strike" in asked,
        instead=instead if changed else None,
        more=(struck("It was not played", asked),),
        around=tuple(replace(one, label=one.label.replace("Turn", "Part")) for one in around(turn, len(paid))),
    )


def _told(
    night: Night, players: Sequence[str], fact: ColdHandWon | PartSettled, text: str | None
) -> tuple[Document, tuple[Row, ...]]:
    """The command that the address tells of the part, as it was given where it tells none, and what can be chosen."""
    if isinstance(fact, ColdHandWon):
        winners = fact.winners if text is None else tuple(one for one in players if one in text.split())
        return {"do": ColdHand.do, "winners": list(winners)}, (_winners(night, players, winners, fact.winners),)
    won = {one.player: one.chips for one in fact.won} if text is None else _read(text, players)
    document = {"do": PartResult.do, "part": fact.part, "chips": {one: won[one] for one in won if won[one]}}
    return document, tuple(_chips(night, players, won, player) for player in players)


def _winners(night: Night, players: Sequence[str], winners: Sequence[str], were: Sequence[str]) -> Row:
    return Row(
        title="Who won",
        kind="players",
        choices=tuple(
            Choice(
                label=name_of(night, player),
                changes={"instead": " ".join(one for one in players if (one in winners) != (one == player))},
                was=player in were,
                chosen=player in winners,
                player=player,
            )
            for player in players
        ),
    )


def _chips(night: Night, players: Sequence[str], won: Mapping[str, int], player: str) -> Row:
    name, chips = name_of(night, player), won.get(player, 0)
    return Row(
        title=f"{name}: {signed_number(chips)}",
        kind="ranks",
        choices=tuple(
            Choice(
                label=signed_number(by),
                said=f"{name}: {signed_number(by)}",
                changes={"instead": " ".join(str(won.get(one, 0) + by * (one == player)) for one in players)},
            )
            for by in _STEPS
        ),
    )


def _read(text: str, players: Sequence[str]) -> dict[str, int]:
    """The chips as the address has them, in the order of the players; what is no number is none."""
    numbers = (int(one) if one.removeprefix("-").isdecimal() else 0 for one in text.split())
    return dict(zip(players, numbers, strict=False))
