"""What of Spoil Five can be put right at a touch: the tricks of a hand, and whose hand died for what."""

from __future__ import annotations

from collections.abc import Sequence

from dealer.games.spoil_five.commands import ScoreHand
from dealer.games.spoil_five.scoring import ALL_FIVE
from dealer.games.spoil_five.state import spoil_five_of
from dealer.night.amending import Earlier
from dealer.night.night import Night
from events.games.spoil_five import TricksTaken
from events.records import Recorded
from reports.words.players import name_of
from web.correcting.choices import Asked, Choice, Row, Subject, around, of_schema, struck


def correcting(night: Night, stand: Sequence[Recorded], asked: Asked, documents: Earlier) -> Subject:
    """A turn of the hand that is on or was last; a hand that died as its command has it."""
    table, turn = spoil_five_of(night), asked.get("turn", "")
    scored = next((one for one in reversed(stand) if isinstance(one.fact, TricksTaken)), None)
    if scored is None or not isinstance(scored.fact, TricksTaken):
        return of_schema(night, stand, asked, documents)
    fact = scored.fact
    if (fact.hand, str(fact.turn)) != (table.round, turn):
        return of_schema(night, stand, asked, documents)
    were = {one.player: one.tricks for one in fact.tricks}
    tricks = _read(asked.get("tricks", ""), table.players) or were
    went_on = asked.get("went", "yes" if fact.went_on else "no") == "yes"
    document = {"do": ScoreHand.do, "tricks": tricks, "went_on": went_on}
    is_changed = bool(asked.get("tricks") or asked.get("went"))
    return Subject(
        title=f"The tricks of hand {fact.hand}",
        command=scored.command,
        kept={"turn": turn, "tricks": _written(tricks, table.players), "went": "yes" if went_on else "no"},
        rows=tuple(
            Row(
                title=name_of(night, player),
                kind="ranks",
                choices=tuple(
                    Choice(
                        label=str(number),
                        said=f"{name_of(night, player)} took {number}",
                        changes={"tricks": _written({**tricks, player: number}, table.players)},
                        was=number == were.get(player, 0),
                        chosen=is_changed and number == tricks.get(player, 0),
                    )
                    for number in range(ALL_FIVE + 1)
                ),
            )
            for player in table.players
        ),
        chosen=is_changed or "strike" in asked,
        instead=None if "strike" in asked or not is_changed else document,
        more=(_going_on(went_on), struck("It was not scored", asked)),
        around=around(turn, fact.turn),
    )


def _going_on(went_on: bool) -> Choice:
    if went_on:
        return Choice(label="They did not go on", changes={"went": "no"})
    return Choice(label="They went on", changes={"went": "yes"})


def _written(tricks: dict[str, int], players: Sequence[str]) -> str:
    return " ".join(str(tricks.get(player, 0)) for player in players)


def _read(text: str, players: Sequence[str]) -> dict[str, int]:
    numbers = text.split()
    if len(numbers) != len(players) or not all(number.isdecimal() for number in numbers):
        return {}
    return {player: int(number) for player, number in zip(players, numbers, strict=True) if int(number)}
