"""The house rules of Spoil Five as sentences, and what the bank has of the game: nothing (rulebook G4)."""

from __future__ import annotations

from dealer.games.spoil_five.house import SpoilFiveHouse
from reports.words.formatting import money, number_of_chips
from reports.words.hands import pot_at_close
from reports.words.house_rules import Numbered, Sentences, marker_rules
from reports.words.language import gettext as _


def spoil_five_rules(house: SpoilFiveHouse) -> dict[str, Sentences]:
    """The rules of a house by the titles of their groups."""
    return {
        _("The pool"): {
            "chip": _("A chip is %(amount)s.", amount=money(house.chip)),
            "ante": _(
                "Each player’s ante is %(chips)s, also of one who has no cards.", chips=number_of_chips(house.ante)
            )
            if house.ante
            else _("There is no ante."),
        },
        _("Tricks"): {
            "all_five": _(
                "Three tricks win the pool; who takes all five has %(chips)s of every other player besides.",
                chips=number_of_chips(house.all_five),
            )
            if house.all_five
            else _("Three tricks win the pool; all five win no more than that."),
        },
        _("Markers"): marker_rules(house.marker, house.marker_limit),
    }


def banks_part() -> tuple[Numbered, ...]:
    """What the bank has of Spoil Five, in sentences: where every chip goes."""
    return (
        ("8", _("Spoil Five has no bank: the players play for a pool, and the percentage of the house is 0.")),
        ("8.3", _("The pool is the winner’s, whole; what is paid for all five tricks goes to them from each player.")),
        ("8.5", pot_at_close()),
    )
