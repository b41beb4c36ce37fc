"""A night's result as the command line prints it: a line a player, the bank, the hands, what was refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dealer.refusal import dollars
from dealer.wording import counted

_AMOUNTS = ("bought", "markers_issued", "markers_open", "pledges_open", "cashed", "net")
_HEADINGS = ("bought", "markers", "open", "pledged", "cashed", "net")


def lines_of(result: dict[str, Any]) -> Iterator[str]:
    """The lines of a result in the contract's words."""
    yield f"\nNight {result['night']}: {result['events']} facts, head {result['head'][:16]}…\n"
    yield f"{'player':<12}{'name':<22}" + "".join(f"{heading:>12}" for heading in _HEADINGS)
    for player, line in result["players"].items():
        amounts = "".join(f"{dollars(line[name]):>12}" for name in _AMOUNTS)
        yield f"{player[:11]:<12}{line['name'][:21]:<22}{amounts}"
    yield "\nbank " + ", ".join(f"{name.replace('_', ' ')} {dollars(cents)}" for name, cents in result["bank"].items())
    if result["hands"]:
        yield ""
    for hand in result["hands"]:
        yield _hand(hand)
        yield from map(_wrong_pass, hand["wrong_passes"])
    for one in result["refused"]:
        yield f"refused: line {one['line']}: {one['do']}: {one['why']} [{one['code']}]"


def _hand(hand: dict[str, Any]) -> str:
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
