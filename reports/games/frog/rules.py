"""The house rules of Frog as sentences, and what the bank has of the game: nothing (rulebook G6)."""

from __future__ import annotations

from dealer.games.frog.house import FrogHouse
from reports.words.formatting import money, number_of_chips
from reports.words.house_rules import Numbered, Sentences, marker_rules
from reports.words.language import gettext as _


def frog_rules(house: FrogHouse) -> dict[str, Sentences]:
    """The rules of a house by the titles of their groups."""
    return {
        _("The bids"): {
            "chip": _("A chip is %(amount)s.", amount=money(house.chip)),
            "frog": _bid_rule(_("Frog"), house.frog),
            "chico": _bid_rule(_("Chico"), house.chico),
            "grand": _bid_rule(_("Grand"), house.grand),
        },
        _("Markers"): marker_rules(house.marker, house.marker_limit),
    }


def _bid_rule(bid: str, chips: int) -> str:
    if not chips:
        return _("%(bid)s pays nothing.", bid=bid)
    return _(
        "%(bid)s pays %(chips)s for each point over sixty, of each opponent, or to each for a point under.",
        bid=bid,
        chips=number_of_chips(chips),
    )


def banks_part() -> tuple[Numbered, ...]:
    """What the bank has of Frog, in sentences: where every chip goes."""
    return (
        ("11", _("Frog has no bank: the players play against each other, and the percentage of the house is 0.")),
        ("11.3", _("A hand is paid between the bidder and each opponent; a dealer who sits out has no part in it.")),
    )
