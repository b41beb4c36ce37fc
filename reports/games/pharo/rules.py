"""The house rules of Pharo as sentences, in the order of the rulebook (2.1-2.6)."""

from __future__ import annotations

from dealer.games.pharo.house import PharoHouse
from reports.games.pharo.words.chains import chain_called
from reports.words.formatting import money
from reports.words.house_rules import Sentences, marker_rules
from reports.words.language import gettext as _
from reports.words.language import ngettext


def pharo_rules(house: PharoHouse) -> dict[str, Sentences]:
    """The rules of a house by the titles of their groups."""
    return {
        _("The livret"): _livret(house),
        _("Stakes"): _stakes(house),
        _("The coups"): _coups(house),
        _("Paix and paroli"): _folds(house),
        _("Markers"): marker_rules(house.marker, house.marker_limit),
    }


def _livret(house: PharoHouse) -> Sentences:
    return {
        "figures": _("A livret has thirteen cards and four figures: A-2-3, 4-5-6, 7-8-9-10 and J-Q-K.")
        if house.figures
        else _("A livret has thirteen cards and no figures."),
        "oppose": _("A stake may be opposed: it wins by the bank’s card, and loses by the punters’.")
        if house.oppose
        else _("No stake is opposed."),
    }


def _stakes(house: PharoHouse) -> Sentences:
    return {
        "check": _(
            "The smallest check is %(amount)s, and every stake is a whole number of them.", amount=money(house.check)
        ),
        "limit": _(
            "A stake is %(least)s at the least and %(most)s at the most; what it wins is not limited.",
            least=money(house.minimum_cents),
            most=money(house.limit),
        ),
        "late_cards": ngettext(
            "With %(num)s card left or none nothing is taken down, and a card is changed only right after a win, a "
            "loss or a doublet.",
            "With %(num)s cards left or fewer nothing is taken down, and a card is changed only right after a win, a "
            "loss or a doublet.",
            house.late_cards,
        )
        if house.late_cards
        else _("Stakes may be taken down and cards changed as long as coups are dealt."),
    }


def _coups(house: PharoHouse) -> Sentences:
    return {
        "drawn": _(
            "Both cards of a coup under stakes of one punter draw all the stakes that they touch: l’une pour l’autre."
        )
        if house.drawn == "punter"
        else _("Every stake is for itself: both cards of a coup draw only a figure that has both."),
        "hockley": _("The last coup is the bank’s chance, the hockley: nothing wins in it, and a doublet is a loss.")
        if house.hockley
        else _("The last coup is like any other: the last card, which was shown at the bottom, wins too."),
    }


def _folds(house: PharoHouse) -> Sentences:
    carried = {
        "soixante": _("A soixante et le va that the deal leaves undecided is carried into the next."),
        "chain": _("Any card with a paix or a paroli that the deal leaves undecided is carried into the next."),
        "none": _("Nothing is carried into the next deal."),
    }
    return {
        "highest": ngettext(
            "A card takes %(num)s paix or paroli, as far as the %(chain)s; then it can only be paid.",
            "A card takes %(num)s paix or parolis, as far as the %(chain)s; then it can only be paid.",
            house.highest,
            chain=chain_called(("paroli",) * house.highest),
        ),
        "carry": carried[house.carry],
    }
