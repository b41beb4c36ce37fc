"""What players, sides and bets are called in a sentence about a night."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from dealer.faro.game import FARO
from dealer.faro.layout import called
from dealer.faro.layout import name_of as place_of
from dealer.faro.state import Bet, Call
from dealer.night import Night
from dealer.tables import faro_of
from events.night import PlayerSeated
from events.records import Recorded
from ledger.accounts import BANK

_RESULTS = {"standoff": "stand-off", "claimed": "sleeper", "after_hock": "after the hock"}


def name_of(night: Night, player: str) -> str:
    """A player's name; his key where nobody of it ever sat."""
    seat = night.seats.get(player)
    return seat.name if seat else player


def names_of(facts: Iterable[Recorded]) -> dict[str, str]:
    """The name of everybody who took a seat, by seat key, also of those whose seat was taken back."""
    return {one.fact.player: one.fact.name for one in facts if isinstance(one.fact, PlayerSeated)}


def side_of(side: str, names: Mapping[str, str]) -> str:
    """A side of a correction: the bank, or a player by his name."""
    return "the bank" if side == BANK else names.get(side, side)


def where_lies(lying: Bet | Call) -> str:
    """The table's name for the place of a bet, or what a call called."""
    return place_of(lying.place) if isinstance(lying, Bet) else called(lying.order)


def bet_of(now: Night, key: str, player: str = "") -> str:
    """A bet or call as it lies in a state; one that does not lie goes by its key, and by its player if he is known."""
    lying = lying_of(now, key)
    if lying is None:
        return f"{name_of(now, player)}’s bet {key}" if player else f"The bet {key}"
    name = name_of(now, lying.player)
    return f"{name}’s bet on {place_of(lying.place)}" if isinstance(lying, Bet) else f"{name}’s call"


def about_of(now: Night, about: str) -> str:
    """What a dispute is about: a bet as it lies in a state, a turn, or a bet that lies no more."""
    if lying_of(now, about):
        return bet_of(now, about)
    return f"turn {about}" if about.isdigit() else "a bet that is settled"


def lying_of(now: Night, key: str) -> Bet | Call | None:
    """The bet or call of a key, if it lies."""
    return faro_of(now).lying(key) if FARO in now.tables else None


def result_of(result: str) -> str:
    """What came of a bet, in a word or two, by the word of its settlement row."""
    return _RESULTS.get(result, result)
