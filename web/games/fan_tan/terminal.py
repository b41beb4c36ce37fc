"""Fan-Tan on the command line: the pot, the suits as far as they are laid, and everybody's part in the hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from dealer.commands.phrases import counted, dollars
from dealer.game.cards import PACK, SUITS
from dealer.games.fan_tan.layout import suit_of
from dealer.games.fan_tan.state import FanTanTable, Hand
from dealer.night.night import Night
from events.records import Recorded
from reports.words.cards import SUIT_NAMES
from web.command_line.text import NAME, clipped, in_columns, title, wrapped


def data_of(night: Night, game: str, facts: Sequence[Recorded]) -> dict[str, Any]:
    """The table as JSON-ready data; the pot and what was put in are in chips, a chip is in cents."""
    table: FanTanTable = night.tables[game]
    return {
        "hand": table.hand_number,
        "phase": table.phase.value,
        "pot": table.pot,
        "chip": table.house.chip,
        **(_hand(table.hand) if table.hand else {}),
    }


def _hand(hand: Hand) -> dict[str, Any]:
    lying = [card for card in PACK if hand.layout.holds(card)]
    return {
        "dealer": hand.dealer,
        "turns": len(hand.turns),
        "to_play": hand.on_turn if hand.winner is None and not hand.ended else None,
        "winner": hand.winner,
        "players": [
            {
                "player": player,
                "dealt": hand.dealt[player],
                "left": hand.left(player),
                "passes": hand.passes(player),
                "put_in": hand.put_in.get(player, 0),
                "shown": list(hand.shown.get(player, ())),
            }
            for player in hand.players
        ],
        "layout": {suit: [card for card in lying if suit_of(card) == suit] for suit in SUITS},
        "wrong_passes": [
            {"player": one.player, "turn": one.turn, "penalty": one.penalty, "taken": one.turn in hand.taken}
            for one in hand.proved
        ],
    }


def lines_of(fan_tan: dict[str, Any], called: str, names: Mapping[str, str]) -> Iterator[str]:
    """The lines of that data."""
    chips, cents = fan_tan["pot"], fan_tan["pot"] * fan_tan["chip"]
    pot = f"{counted(chips, 'chip')} ({dollars(cents)}) in the pot" if chips else "the pot is empty"
    if "layout" not in fan_tan:
        yield title(f"{called}: {fan_tan['phase']}, {pot}")
        return
    yield title(f"{called}: hand {fan_tan['hand']}, turn {fan_tan['turns']}, {fan_tan['phase']}")
    told = f"{names[fan_tan['dealer']]} deals; {pot}"
    if fan_tan["to_play"]:
        told += f"; {names[fan_tan['to_play']]} to play"
    elif fan_tan["winner"]:
        told += f"; {names[fan_tan['winner']]} is out"
    yield from wrapped(told + ".")
    for suit, cards in fan_tan["layout"].items():
        yield f"  {SUIT_NAMES[suit]:<9}" + (" ".join(card[:-1] for card in cards) or "–")
    yield ""
    yield f"{'in the order of play':<{NAME + 2}}{'dealt':>6}{'left':>6}{'passes':>8}{'chips in':>10}  shown"
    for one in fan_tan["players"]:
        start = f"{clipped(names[one['player']], NAME):<{NAME + 2}}{one['dealt']:>6}{one['left']:>6}"
        start += f"{one['passes']:>8}{one['put_in']:>10}  "
        yield from in_columns(start, " ".join(one["shown"]))
    for one in fan_tan["wrong_passes"]:
        taken = "taken" if one["taken"] else "not taken"
        penalty = counted(one["penalty"], "chip")
        yield from wrapped(f"{names[one['player']]} passed wrongly at turn {one['turn']}: {penalty}, {taken}.")


def row_lines(hand: dict[str, Any]) -> Iterator[str]:
    """The lines of a hand in a night's result."""
    yield _settled(hand)
    yield from map(_wrong_pass, hand["wrong_passes"])


def _settled(hand: dict[str, Any]) -> str:
    if hand["winner"] is None:
        return f"hand {hand['hand']}: dead, the pot is left for the next one"
    pot = counted(hand["pot"], "chip") if hand["pot"] else "an empty pot"
    return f"hand {hand['hand']}: {hand['winner']} goes out and takes {pot}"


def _wrong_pass(wrong: dict[str, Any]) -> str:
    said = "no penalty here"
    if wrong["penalty"]:
        said = f"the penalty of {counted(wrong['penalty'], 'chip')} {'taken' if wrong['taken'] else 'waived'}"
    cards = " ".join(wrong["cards"])
    return f"  turn {wrong['turn']}: {wrong['player']} passed and could have laid {cards}; {said}"
