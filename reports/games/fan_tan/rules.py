"""The house rules of Fan-Tan as sentences, and what the bank has of the game: nothing (rulebook 3)."""

from __future__ import annotations

from dealer.games.fan_tan.house import FanTanHouse
from reports.words.formatting import money, number_of_chips
from reports.words.house_rules import Numbered, Sentences, marker_rules
from reports.words.language import gettext as _
from reports.words.language import ngettext


def fan_tan_rules(house: FanTanHouse) -> dict[str, Sentences]:
    """The rules of a house by the titles of their groups."""
    return {
        _("The layout"): _layout(house),
        _("The pot"): _pot(house),
        _("Passing"): _passing(house),
        _("Markers"): marker_rules(house.marker, house.marker_limit),
    }


def banks_part() -> tuple[Numbered, ...]:
    """What the bank has of Fan-Tan, in sentences: where every chip goes."""
    return (
        ("3", _("Fan-Tan has no bank: the players play for a pot, and the percentage of the house is 0.")),
        (
            "3.3",
            _(
                "Antes, passes, dead hands and wrong passes are paid into the pot; what a kept opener costs goes to "
                "players."
            ),
        ),
        (
            "3.4",
            _(
                "The pot is the winner’s, whole. What dead hands have left in it at the close of the night is "
                "divided evenly among the seats, odd chips from the last dealer’s left."
            ),
        ),
        ("3.6", _("Of a hand that is broken off everybody gets back what they put in.")),
    )


def _layout(house: FanTanHouse) -> Sentences:
    first = {
        "dealer_left": _("The player at the dealer’s left begins."),
        "7d": _("Whoever holds the seven of diamonds begins, with that card."),
        "7h": _("Whoever holds the seven of hearts begins, with that card."),
    }
    return {
        "opener": _("Each suit is opened by its seven, and built up to the king and down to the ace.")
        if house.opener == "7"
        else _(
            "The first suit is opened by a five or a nine, the others then by that rank; suits are built up to "
            "the king and down to the ace."
        ),
        "first": first[house.first],
        "several_openers": _("A player lays one card in a turn, or several openers together.")
        if house.several_openers
        else _("A player lays one card in a turn."),
        "several_cards": _("Several cards of one suit may also go down together in a turn, upward and downward.")
        if house.several_cards
        else _("Cards of one suit are laid one at a time."),
        "deal_moves": _("The deal moves to the left after every hand, a dead one too.")
        if house.deal_moves
        else _("Whoever the players like deals the next hand."),
    }


def _pot(house: FanTanHouse) -> Sentences:
    return {
        "chip": _("A chip is %(amount)s.", amount=money(house.chip)),
        "ante": _ante(house),
        "card_pays": _card_pays(house),
        "dead_hand": _(
            "When everybody has passed and no card lies the hand is dead: each pays %(chips)s, and the pot waits "
            "for the next.",
            chips=number_of_chips(house.dead_hand),
        )
        if house.dead_hand
        else _("When everybody has passed and no card lies the hand is dead, and the pot waits for the next."),
    }


def _ante(house: FanTanHouse) -> str:
    ante, extra = number_of_chips(house.ante), number_of_chips(house.ante_extra)
    if house.ante == house.ante_extra:
        return _("Each player’s ante is %(chips)s.", chips=ante) if house.ante else _("There is no ante.")
    if house.extra_from == "long":
        return _(
            "Each player’s ante is %(chips)s; with a card more than others it is %(extra)s.", chips=ante, extra=extra
        )
    return _("Each player’s ante is %(chips)s; with a card fewer than others it is %(extra)s.", chips=ante, extra=extra)


def _card_pays(house: FanTanHouse) -> str:
    if not house.card_pays:
        return _("Who is out first takes the pot; cards left in hand cost nothing.")
    chips = number_of_chips(house.card_pays)
    if house.counted == "cards":
        return _(
            "Who is out first takes the pot, after the others have paid into it %(chips)s for each card they hold.",
            chips=chips,
        )
    return _(
        "Who is out first takes the pot, after the others have paid into it %(chips)s for each pip of the cards "
        "they hold, a court card counting ten.",
        chips=chips,
    )


def _passing(house: FanTanHouse) -> Sentences:
    return {
        "pass_pays": _("A pass costs %(chips)s.", chips=number_of_chips(house.pass_pays))
        if house.pass_pays
        else _("A pass costs nothing."),
        "voluntary_pass": _voluntary(house),
        "wrong_pass": _(
            "A wrong pass, found when the cards show it, costs %(chips)s.",
            chips=number_of_chips(house.wrong_pass),
        )
        if house.wrong_pass
        else _("A wrong pass is named when the cards show it, and costs nothing."),
        "wrong_pass_opener": _kept_opener(house),
    }


def _voluntary(house: FanTanHouse) -> str:
    if not house.voluntary_pass:
        return _("Who can lay a card must: to pass then is wrong.")
    if house.free_passes is None:
        return _("A player may pass although they could lay a card.")
    return ngettext(
        "A player may pass although they could lay a card, but only in their first %(num)s pass of a hand.",
        "A player may pass although they could lay a card, but only in their first %(num)s passes of a hand.",
        house.free_passes,
    )


def _kept_opener(house: FanTanHouse) -> str:
    if not house.wrong_pass_opener:
        return _("An opener kept back costs no more than that.")
    chips = number_of_chips(house.wrong_pass_opener)
    if house.opener_chips == "each":
        return _(
            "An opener kept back costs besides %(chips)s to the holder of the card below it and as much to that "
            "of the card above.",
            chips=chips,
        )
    return _(
        "An opener kept back costs besides %(chips)s, shared by the holders of the card below it and of the card "
        "above.",
        chips=chips,
    )
