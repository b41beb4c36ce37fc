"""What can be put right at a touch, and what it could have been instead: cards, players, places."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dealer.amending import Document
from dealer.cards import rank_of, suit_of
from dealer.fields import RANKS
from dealer.games.fan_tan.commands import Lay, Pass
from dealer.games.fan_tan.game import FAN_TAN
from dealer.games.fan_tan.state import fan_tan_of
from dealer.games.faro.commands import PlaceBet, Turn
from dealer.games.faro.state import faro_of
from dealer.night import Night
from dealer.refusal import Refusal
from events.games import fan_tan, faro
from events.records import Recorded
from reports.words.cards import card_words

SUITS = ("s", "h", "d", "c")

Asked = Mapping[str, str]
"""What the address says: which turn or bet, and what was chosen instead."""

Documents = Callable[[str], Document]
"""What a command that stands asked, by its id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One thing that it could have been: how it is called, and what it changes in the address.

    ``was`` says that it is what was given, ``chosen`` that it is chosen instead.
    """

    label: str
    said: str
    changes: dict[str, str]
    was: bool = False
    chosen: bool = False
    player: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """Choices of one kind under a heading; ``kind`` says how they are laid out."""

    title: str
    kind: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """A command that can be put right: what is said of it, its id, the rows of choices, and what is chosen.

    ``kept`` are the parts of the address that name it; ``around`` lead to the turns before and after it. ``chosen`` is
    whether anything else was chosen, and ``instead`` is that, ``None`` to strike it.
    """

    title: str
    command: str
    kept: dict[str, str]
    rows: tuple[Row, ...]
    chosen: bool = False
    instead: Document | None = None
    more: tuple[Choice, ...] = ()
    around: tuple[Choice, ...] = ()


def subject_of(night: Night, stand: Sequence[Recorded], asked: Asked, documents: Documents) -> Subject:
    """What the address asks to put right: a ``turn`` of the deal or hand that is on, or a ``bet`` laid in the deal.

    Raises :class:`Refusal` (``unknown_command``) where no such thing stands.
    """
    turn = asked.get("turn", "")
    if night.dealing == FAN_TAN:
        return _of_hand(night, stand, turn, asked, documents)
    if "bet" in asked:
        return _of_bet(night, stand, asked["bet"], asked, documents)
    return _of_turn(night, stand, turn, asked, documents)


def _found(facts: Iterable[Recorded], what: str) -> Recorded:
    one = next(iter(facts), None)
    if one is None:
        raise Refusal("unknown_command", "%(what)s was not dealt in the deal or hand that is on.", what=what)
    return one


def _of_turn(night: Night, stand: Sequence[Recorded], turn: str, asked: Asked, documents: Documents) -> Subject:
    """A turn of Faro: either card, both exchanged, or the whole of it struck."""
    deal = faro_of(night).deal
    shown = [
        one
        for one in reversed(stand)
        if isinstance(one.fact, faro.LoserDrawn | faro.WinnerDrawn)
        and (one.fact.deal, str(one.fact.turn)) == (deal, turn)
    ]
    last = _found(shown, f"Turn {turn[:9]}")
    cards = {"winner" if isinstance(one.fact, faro.WinnerDrawn) else "loser": one for one in reversed(shown)}
    side = next((one for one in ("loser", "winner") if one in cards and asked.get(one)), "")
    command = (cards[side] if side else last).command
    document, instead = documents(command), None
    if side:
        instead = {**document, side if document["do"] == Turn.do else "card": asked[side]}
    more = [_struck("There was no such card", asked)]
    if document["do"] == Turn.do:
        swap = Choice(
            label="Loser and winner the other way round",
            said="loser and winner the other way round",
            changes={"swap": "yes"},
            chosen="swap" in asked,
        )
        more = [swap, _struck("There was no such turn", asked)]
        if swap.chosen:
            instead = {**document, "loser": document["winner"], "winner": document["loser"]}
    rows = [_cards(one, _card_of(cards[one]), asked.get(one, "")) for one in ("loser", "winner") if one in cards]
    rows += [_suits(one, asked[one]) for one in ("loser", "winner") if one in cards and asked.get(one)]
    names = " · ".join(f"{one} {card_words(_card_of(cards[one]))}" for one in ("loser", "winner") if one in cards)
    return Subject(
        title=f"Turn {turn}: {names}",
        command=command,
        kept={"turn": turn},
        rows=tuple(rows),
        chosen=instead is not None or "strike" in asked,
        instead=instead,
        more=tuple(more),
        around=_around(turn, faro_of(night).turn),
    )


def _around(turn: str, last: int) -> tuple[Choice, ...]:
    """The ways to the turns before and after one, of so many."""
    numbers = (int(turn) - 1, int(turn) + 1)
    return tuple(
        Choice(label=f"Turn {number}", said=f"Turn {number}", changes={"turn": str(number)})
        for number in numbers
        if 1 <= number <= last
    )


def _card_of(one: Recorded) -> str:
    assert isinstance(one.fact, faro.LoserDrawn | faro.WinnerDrawn)
    return one.fact.card


def _cards(side: str, was: str, chosen: str) -> Row:
    """The thirteen ranks for one card of a turn."""
    return Row(
        title=f"{side.capitalize()}: {card_words(was)} was given",
        kind="ranks",
        choices=tuple(
            Choice(
                label=rank,
                said=f"{side} {rank}",
                changes={side: rank},
                was=rank == rank_of(was),
                chosen=bool(chosen) and rank == rank_of(chosen),
            )
            for rank in RANKS
        ),
    )


def _suits(side: str, chosen: str) -> Row:
    """The four suits of the card that was chosen, which need not be noted."""
    rank = rank_of(chosen)
    return Row(
        title="Its suit, if it matters",
        kind="suits",
        choices=tuple(
            Choice(
                label=card_words(rank + suit),
                said=card_words(rank + suit),
                changes={side: rank + suit},
                chosen=suit_of(chosen) == suit,
            )
            for suit in SUITS
        ),
    )


def _struck(label: str, asked: Asked) -> Choice:
    return Choice(label=label, said=label, changes={"strike": "yes"}, chosen="strike" in asked)


def _of_bet(night: Night, stand: Sequence[Recorded], bet: str, asked: Asked, documents: Documents) -> Subject:
    """A bet as it was laid: another player, another card for one that lies on a single card, or never laid."""
    placed = _found(
        (
            one
            for one in reversed(stand)
            if isinstance(one.fact, faro.BetPlaced | faro.TurnCalled) and one.fact.bet == bet
        ),
        f"The bet {bet[:64]}",
    )
    document = documents(placed.command)
    changes: dict[str, Any] = {}
    if asked.get("player"):
        changes["player"] = asked["player"]
    single = document.get("do") == PlaceBet.do and document.get("kind") == "single"
    if single and asked.get("rank"):
        changes["ranks"] = [asked["rank"]]
    players = Row(
        title="Whose it is",
        kind="players",
        choices=tuple(
            Choice(
                label=seat.name,
                said=seat.name,
                changes={"player": player},
                was=player == document["player"],
                chosen=player == asked.get("player"),
                player=player,
            )
            for player, seat in night.seats.items()
            if seat.taken
        ),
    )
    ranks = Row(
        title="Where it lies",
        kind="ranks",
        choices=tuple(
            Choice(
                label=rank,
                said=f"on the {rank}",
                changes={"rank": rank},
                was=document.get("ranks") == [rank],
                chosen=rank == asked.get("rank"),
            )
            for rank in RANKS
        ),
    )
    owner = night.seats[document["player"]].name
    return Subject(
        title=f"{owner}’s bet as it was laid",
        command=placed.command,
        kept={"bet": bet},
        rows=(players, ranks) if single else (players,),
        chosen=bool(changes) or "strike" in asked,
        instead={**document, **changes} if changes else None,
        more=(_struck("It was never laid", asked),),
    )


def _of_hand(night: Night, stand: Sequence[Recorded], turn: str, asked: Asked, documents: Documents) -> Subject:
    """A turn of Fan-Tan: another card laid by the same player, or a pass."""
    table = fan_tan_of(night)
    number, played_turns = table.hand_number, len(table.hand.turns) if table.hand else 0
    played = _found(
        (
            one
            for one in reversed(stand)
            if isinstance(one.fact, fan_tan.CardsLaid | fan_tan.TurnPassed)
            and (one.fact.hand, str(one.fact.turn)) == (number, turn)
        ),
        f"Turn {turn[:9]}",
    )
    assert isinstance(played.fact, fan_tan.CardsLaid | fan_tan.TurnPassed)
    player = played.fact.player
    was = played.fact.cards if isinstance(played.fact, fan_tan.CardsLaid) else ()
    instead: Document | None = None
    if asked.get("card"):
        instead = {"do": Lay.do, "player": player, "card": asked["card"]}
    elif asked.get("pass"):
        instead = {"do": Pass.do, "player": player}
    suits = {"s": "Spades", "h": "Hearts", "d": "Diamonds", "c": "Clubs"}
    rows = tuple(
        Row(
            title=suits[suit],
            kind="ranks",
            choices=tuple(
                Choice(
                    label=card_words(rank + suit),
                    said=card_words(rank + suit),
                    changes={"card": rank + suit},
                    was=rank + suit in was,
                    chosen=asked.get("card") == rank + suit,
                )
                for rank in RANKS
            ),
        )
        for suit in SUITS
    )
    name = night.seats[player].name
    did = f"lays {' '.join(card_words(card) for card in was)}" if was else "passes"
    passed = Choice(
        label=f"{name} passed", said="a pass", changes={"pass": "yes"}, was=not was, chosen=bool(asked.get("pass"))
    )
    return Subject(
        title=f"Turn {turn}: {name} {did}",
        command=played.command,
        kept={"turn": turn},
        rows=rows,
        chosen=instead is not None or "strike" in asked,
        instead=None if "strike" in asked else instead,
        more=(passed, _struck("There was no such turn", asked)),
        around=_around(turn, played_turns),
    )
