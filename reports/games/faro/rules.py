"""The house rules of Faro as sentences, in the order of the rulebook (1.1-1.8)."""

from __future__ import annotations

from dealer.games.faro.house import FaroHouse
from dealer.games.faro.layout import KINDS
from reports.games.faro.words.settings import kind_said
from reports.words.formatting import listed, money
from reports.words.house_rules import Sentences, marker_rules
from reports.words.language import gettext as _
from reports.words.language import ngettext, number


def faro_rules(house: FaroHouse) -> dict[str, Sentences]:
    """The rules of a house by the titles of their groups."""
    return {
        _("The deal"): _deal(house),
        _("Bets"): _bets(house),
        _("How a turn settles"): _turn(house),
        _("Limits and paroli"): _limits(house),
        _("The last turn"): _last_turn(house),
        _("Dead cards"): _dead_cards(house),
        _("Checks and markers"): _checks(house),
    }


def _deal(house: FaroHouse) -> Sentences:
    said = {}
    if house.turns == 26:
        said["turns"] = _(
            "The cards are dealt from the hand in 26 turns, a losing card and then a winning one: there is no "
            "soda, no hock and no call."
        )
    else:
        said["turns"] = _(
            "The cards are dealt from a box: the soda is shown, 25 turns follow, a losing card and then a "
            "winning one, and the last card is the hock."
        )
        said["hockelty"] = (
            _(
                "Hockelty is played: bets may lie before the soda, and open bets on the soda’s rank when it "
                "shows, and on the hock’s rank at the end, are the bank’s."
            )
            if house.hockelty
            else _("Bets are made after the soda is shown; neither soda nor hock wins or loses a bet.")
        )
    said["locked_until_action"] = (
        _("A bet stays where it was laid until it has had action.")
        if house.locked_until_action
        else _("Between turns a bet may be added to, moved or taken down.")
    )
    return said


def _bets(house: FaroHouse) -> Sentences:
    said = {}
    if set(house.takes) == set(KINDS):
        said["kinds"] = _("Every kind of bet of the rulebook is taken.")
    else:
        taken = listed([kind_said(kind) for kind in house.takes])
        said["kinds"] = _("These kinds of bet are taken, and no others: %(kinds)s.", kinds=taken)
    said["copper"] = (
        _(
            "Every bet but a call may be coppered: it wins by what would have lost it, and loses by what would "
            "have won it."
        )
        if house.copper
        else _("No bet may be coppered.")
    )
    said["king_is_odd"] = (
        _("The king counts as odd: seven ranks are odd, and six are even.")
        if house.king_is_odd
        else _("The king is neither odd nor even.")
    )
    return said


def _turn(house: FaroHouse) -> Sentences:
    shares = house.combination_pays == "proportional"
    return {
        "combination_pays": _(
            "A bet on several ranks is in so many shares; a card pays or costs one share in whole checks, and "
            "the rest of the stake lies on."
        )
        if shares
        else _(
            "Bets are paid even money, and one on several ranks wins or loses the whole of its stake on any of them."
        ),
        "split_takes": _split(house, shares=shares),
        "both_ways": _both_ways(house, shares=shares),
        "high_card_equal": _("Equal cards split a bet on the high card: the bank takes half.")
        if house.high_card_equal == "split"
        else _("Equal cards leave a bet on the high card as it is."),
    }


def _split(house: FaroHouse, *, shares: bool) -> str:
    if house.split_takes == "all":
        return (
            _("Two cards of a covered rank in one turn are a split: the bank takes the whole of the share at stake.")
            if shares
            else _("Two cards of a covered rank in one turn are a split: the bank takes the whole of the stake.")
        )
    if shares:
        return _(
            "Two cards of a covered rank in one turn are a split: the bank takes half of the share that is at "
            "stake, the bigger half where it does not divide into whole checks."
        )
    return _(
        "Two cards of a covered rank in one turn are a split: the bank takes half of the stake, the bigger "
        "half where it does not divide into whole checks."
    )


def _both_ways(house: FaroHouse, *, shares: bool) -> str:
    if house.both_ways == "standoff":
        return _("A card for a bet and one of another rank against it in one turn are a standoff: nothing moves.")
    if shares:
        return _(
            "A card for a bet and one of another rank against it in one turn are a standoff; of a bet that is "
            "all one share the bank takes half."
        )
    return _("A card for a bet and one of another rank against it in one turn are a split too: the bank takes half.")


def _limits(house: FaroHouse) -> Sentences:
    said = {
        "check": _(
            "The smallest check is %(amount)s, and every stake is a whole number of them.", amount=money(house.check)
        ),
        "limit": _(
            "A bet or call is %(least)s at the least and %(most)s at the most; checks are paid in full, bank "
            "bills to that limit.",
            least=money(house.minimum_cents),
            most=money(house.limit),
        ),
        "case_limit": _(
            "A single bet on a case card, the last of its rank in the box, is held to %(amount)s instead.",
            amount=money(house.case_limit_cents),
        ),
    }
    if house.running_limit is None:
        said["running_limit"] = _(
            "There is no paroli: after a win the stake may lie on, and the winnings are paid out."
        )
        return said
    running = money(house.running_limit_cents)
    if house.paroli_times is None:
        said["running_limit"] = _(
            "A paroli, stake and winnings left on together, may run to %(amount)s; what is over is paid out.",
            amount=running,
        )
    else:
        said["running_limit"] = ngettext(
            "A paroli, stake and winnings left on together, may run to %(amount)s, and be left on %(num)s time; "
            "what is over is paid out.",
            "A paroli, stake and winnings left on together, may run to %(amount)s, and be left on %(num)s times; "
            "what is over is paid out.",
            house.paroli_times,
            amount=running,
        )
    return said


def _last_turn(house: FaroHouse) -> Sentences:
    said = {}
    if house.turns == 25:
        odds = {"call": number(house.call_pays), "cat": number(house.cat_pays)}
        said["call_pays"] = (
            _(
                "A right call of the last three cards pays %(call)s to 1, and a cat, with two cards of one rank, "
                "%(cat)s to 1.",
                **odds,
            )
            if house.call_quote == "to_one"
            else _(
                "A right call of the last three cards pays %(call)s for 1, and a cat, with two cards of one "
                "rank, %(cat)s for 1: the stake is part of the pay.",
                **odds,
            )
        )
    said["last_turn_counts"] = (
        _("Bets settle on the last turn as on any other.")
        if house.last_turn_counts
        else _("The last turn settles no bets but calls.")
        if house.turns == 25
        else _("The last turn settles no bets.")
    )
    if house.turns == 25:
        said["lift_before_hock"] = (
            _("After the last turn a bet, but not a call, may be taken down until the hock is shown.")
            if house.lift_before_hock
            else _("Once the last turn is dealt nothing may be taken down before the hock is shown.")
        )
    said["after_hock"] = (
        _("What still lies when all cards are out is the bank’s.")
        if house.after_hock == "dealer"
        else _("What still lies when all cards are out goes back to its owners.")
    )
    return said


def _dead_cards(house: FaroHouse) -> Sentences:
    sleepers = {
        "first_claim": _("A bet whose cards are all out is a sleeper; whoever claims it first may have it."),
        "returned": _(
            "A bet whose cards are all out before the last turn is a sleeper; it goes back to its owner at the end of "
            "the turn."
        ),
        "dealer": _(
            "A bet whose cards are all out before the last turn is a sleeper; it is the bank’s at the end of the turn."
        ),
    }
    return {"sleepers": sleepers[house.sleepers]}


def _checks(house: FaroHouse) -> Sentences:
    return {
        "check_colours": _("The colour of a check says whose it is.")
        if house.check_colours == "player"
        else _("The colour of a check says what it is worth, not whose it is."),
        **marker_rules(house.marker, house.marker_limit),
    }
