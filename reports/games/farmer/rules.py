"""The house rules of Farmer as sentences, and what the bank has of the game: nothing (rulebook G3)."""

from __future__ import annotations

from dealer.games.farmer.house import FarmerHouse
from reports.words.formatting import money, number_of_chips
from reports.words.hands import pot_at_close
from reports.words.house_rules import Numbered, Sentences, marker_rules
from reports.words.language import gettext as _


def farmer_rules(house: FarmerHouse) -> dict[str, Sentences]:
    """The rules of a house by the titles of their groups."""
    return {
        _("The farm"): {
            "chip": _("A chip is %(amount)s.", amount=money(house.chip)),
            "ante": _("Each player’s ante is %(chips)s.", chips=number_of_chips(house.ante))
            if house.ante
            else _("There is no ante."),
            "farmer_plays": _("The farmer holds a hand and antes as the others do.")
            if house.farmer_plays
            else _("The farmer holds no hand, antes nothing, and is the others’ banker."),
        },
        _("Sixteen"): {
            "nearest_pays": _(
                "Where nobody counts sixteen, each other hand pays %(chips)s to the nearest below it.",
                chips=number_of_chips(house.nearest_pays),
            )
            if house.nearest_pays
            else _("Where nobody counts sixteen, the nearest below it is paid nothing."),
            "over_pays": _(
                "A hand over sixteen pays the farmer %(chips)s a point over.", chips=number_of_chips(house.over_pays)
            )
            if house.over_pays
            else _("A hand over sixteen pays nothing for it."),
        },
        _("Markers"): marker_rules(house.marker, house.marker_limit),
    }


def banks_part() -> tuple[Numbered, ...]:
    """What the bank has of Farmer, in sentences: where every chip goes."""
    return (
        ("7", _("Farmer has no bank: the players play for a farm, and the percentage of the house is 0.")),
        ("7.3", _("The farm is the winner’s, whole.")),
        ("7.4", _("What is paid for the nearest and for points over sixteen goes from player to player.")),
        ("7.5", pot_at_close()),
    )
