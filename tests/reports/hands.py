"""Hands of Fan-Tan to print: written from a shuffled pack, with wrong passes where they are wanted."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from typing import Any

from tests.reports.nights import NIGHT_ID, Played, bet, deal_lines, opening, pack, played

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SEATS = ("red", "blue", "white", "black")
LONG_NAMES = ("Bartholomew Maximilian Featherstonehaugh-Cholmondeley, Esqre", "Blue", "Żółć <b>& Őry</b>", "Black")
__all__ = ["NIGHT_ID", "crowded_pot", "fifteen_players", "hand_lines", "night_of_both", "seated", "two_players"]


def seated(players: Sequence[str] = SEATS, checks: int = 20_000, names: Sequence[str] = ()) -> list[dict[str, Any]]:
    """The lines that seat players with checks."""
    lines: list[dict[str, Any]] = []
    for at, player in enumerate(players):
        lines.append({"do": "seat_player", "player": player, "name": names[at] if names else player.title()})
        lines.append({"do": "buy_checks", "player": player, "amount": checks})
    return lines


def fits(card: str, lying: Collection[str]) -> bool:
    """Whether a card can be laid where the sevens open."""
    place = RANKS.index(card[:-1])
    if card[:-1] == "7":
        return True
    beside = RANKS[place + 1] if place < RANKS.index("7") else RANKS[place - 1]
    return beside + card[-1] in lying


def hand_lines(
    seed: int, players: Sequence[str] = SEATS, wrong: Collection[int] = (), turns: int | None = None
) -> list[dict[str, Any]]:
    """A hand dealt by the last of ``players``: everybody lays the first card that fits; in the turns ``wrong`` none.

    Whole with the hands shown and its end, unless it breaks off after so many ``turns``.
    """
    cards = pack(seed)
    held = {player: cards[at :: len(players)] for at, player in enumerate(players)}
    lines: list[dict[str, Any]] = [{"do": "start_hand", "dealer": players[-1]}]
    lying: set[str] = set()
    turn = 0
    while all(held.values()) and turn != turns:
        player = players[turn % len(players)]
        turn += 1
        able = [card for card in held[player] if fits(card, lying)]
        if not able or turn in wrong:
            lines.append({"do": "pass", "player": player})
            continue
        held[player].remove(able[0])
        lying.add(able[0])
        lines.append({"do": "lay", "player": player, "card": able[0]})
    if turns is None:
        lines += [{"do": "show_hand", "player": player, "cards": held[player]} for player in players if held[player]]
        lines.append({"do": "end_hand"})
    return lines


@cache
def crowded_pot(*, closed: bool = True) -> Played:
    """Four players of a house with antes: wrong passes taken and waived, a dead hand, a voided one, disputes.

    Closed, it ends in the middle of a hand; open, with the penalties of a hand still to be decided.
    """
    lines: list[dict[str, Any]] = [
        opening(game="fan_tan", house={"preset": "antes", "chip": 100}, roll=0, backers=[]),
        *seated(names=LONG_NAMES),
        *hand_lines(1, wrong=(2, 9, 11)),
        {"do": "take_penalty", "player": "blue", "turn": 2},
        {"do": "tip", "player": "red", "amount": 200},
        {"do": "void"},
        {"do": "settle_hand"},
        {"do": "raise_dispute", "dispute": "d1", "player": "white", "about": 9, "claim": "they had nothing to lay"},
        {"do": "rule_dispute", "dispute": "d1", "ruling": "corrected", "reason": "the card was seen",
         "corrections": [{"from": "red", "to": "white", "amount": 300}]},
        {"do": "start_hand", "dealer": "red"},
        *({"do": "pass", "player": player} for player in ("blue", "white", "black", "red")),
        {"do": "end_hand"},
        {"do": "settle_hand"},
        *hand_lines(3, turns=14),
        {"do": "void_hand", "reason": "a card lay face up in the pack"},
        {"do": "tip", "player": "blue", "amount": 100},
    ]  # fmt: skip
    if closed:
        lines += [*hand_lines(4, turns=10), {"do": "close_night"}]
    else:
        lines += hand_lines(4, wrong=(3, 5, 6, 7))
    return _unrefused(lines)


@cache
def night_of_both(*, closed: bool = True) -> Played:
    """Two deals of Faro and two hands of Fan-Tan in turn, at one table with one set of checks."""
    house = {"faro": {"preset": "american", "limit": 20_000}, "fan_tan": {"preset": "encyclopedia", "pass_pays": 2}}
    lines = [
        opening(game=["fan_tan", "faro"], house=house),
        *seated(),
        *deal_lines(1, [bet(f"a-{seat}", seat, 700) for seat in SEATS]),
        *hand_lines(5, wrong=(3,)),
        {"do": "settle_hand"},
        *hand_lines(6),
        {"do": "settle_hand"},
        {"do": "raise_dispute", "dispute": "d1", "player": "red", "about": 3, "claim": "the pass was mine"},
        {"do": "rule_dispute", "dispute": "d1", "ruling": "stands", "reason": "it was written down"},
        *deal_lines(2, [bet(f"b-{seat}", seat, 1250) for seat in SEATS[:2]], turns=25 if closed else 6),
        *([{"do": "close_night"}] if closed else []),
    ]
    return _unrefused(lines)


def _unrefused(lines: list[dict[str, Any]]) -> Played:
    made = played(lines)
    assert made.result["refused"] == [], made.result["refused"]
    return made


@cache
def fifteen_players(deals: int = 12) -> Played:
    """Fifteen people in a night of both games: a hand of eight, two of whom leave, then thirteen at the layout.

    One never has checks, and one has them without ever laying a bet.
    """
    sat = tuple(f"seat-{seat}" for seat in range(1, 16))
    later = sat[2:]
    lines = [
        opening(game=["faro", "fan_tan"], house={"faro": "american", "fan_tan": "antes"}, backers=[]),
        *seated(sat[:8], names=[f"{LONG_NAMES[0][:50]} {seat}" for seat in range(1, 9)]),
        *hand_lines(7, sat[:8], wrong=(2, 5)),
        {"do": "settle_hand"},
        *({"do": "leave_table", "player": seat} for seat in sat[:2]),
        *seated(sat[8:14], names=[f"Player {seat}" for seat in range(9, 15)]),
        {"do": "seat_player", "player": sat[14], "name": "Looking on"},
    ]
    for deal in range(1, deals + 1):
        bets = [bet(f"{deal}-{seat}", seat, 100 * at) for at, seat in enumerate(later[:-2], start=1)]
        lines += deal_lines(deal, bets)
    made = played([*lines, {"do": "close_night"}])
    assert made.result["refused"] == [], made.result["refused"][:3]
    return made


@cache
def two_players() -> Played:
    """Two people and one deal, in which nobody won or lost."""
    lines = [opening(backers=[]), *seated(("red", "blue"))]
    return played([*lines, *deal_lines(1), {"do": "close_night"}])
