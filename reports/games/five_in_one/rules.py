"""The house rules of Five in One as sentences, and what the bank has of the game: nothing (rulebook G5)."""

from __future__ import annotations

from dealer.games.five_in_one.house import FiveInOneHouse
from reports.words.formatting import money, number_of_chips
from reports.words.house_rules import Numbered, Sentences, marker_rules
from reports.words.language import gettext as _


def five_in_one_rules(house: FiveInOneHouse) -> dict[str, Sentences]:
    """The rules of a house by the titles of their groups."""
    return {
        _("The parts"): {
            "chip": _("A chip is %(amount)s.", amount=money(house.chip)),
            "cold_hand_pays": _(
                "The winner of the cold hand has %(chips)s from each other player.",
                chips=number_of_chips(house.cold_hand_pays),
            )
            if house.cold_hand_pays
            else _("The cold hand is paid nothing."),
            "hit_pays": _(
                "For each hit of the consolation the dealer has %(chips)s from each other player.",
                chips=number_of_chips(house.hit_pays),
            )
            if house.hit_pays
            else _("A hit of the consolation is paid nothing."),
        },
        _("Markers"): marker_rules(house.marker, house.marker_limit),
    }


def banks_part() -> tuple[Numbered, ...]:
    """What the bank has of Five in One, in sentences: where every chip goes."""
    return (
        ("9", _("Five in One has no bank: the players play against each other, and the percentage of the house is 0.")),
        ("9.3", _("What a part brings goes from player to player, and stays paid.")),
        ("9.4", _("In the consolation the dealer can only win, and the deal goes round.")),
    )
