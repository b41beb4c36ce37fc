"""What was done with a bet, in sentences: laid, ordered, taken down, settled; and the rule and law each time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from dealer.game.cards import rank_of
from dealer.games.faro.reasons import CLAIMED, SWEPT, TAKEN_ASLEEP, why_returned
from dealer.games.faro.state import FaroTable, Phase
from events.facts.fact import Fact
from events.games import faro
from reports.games.faro.words import bets
from reports.games.faro.words.bets import place_called
from reports.words.formatting import brief, either
from reports.words.language import gettext as _
from reports.words.language import ngettext, pgettext
from reports.words.phrases import said, under

Told = tuple[str, str]
"""A sentence, and the reason cited for it, if any."""

Names = Mapping[str, str]


def cards_of_turn(loser: str, winner: str) -> str:
    """The two cards of a turn by their ranks."""
    return _("loser %(loser)s, winner %(winner)s", loser=rank_of(loser), winner=rank_of(winner))


def order_told(fact: Fact, before: FaroTable, after: FaroTable, names: Names) -> Told | None:
    """What the players did with a bet: laying it, calling, pressing, moving, the orders; ``None`` for other facts."""
    tell = _ORDERS.get(type(fact))
    return tell(fact, before, after, names) if tell else None


def outcome_told(fact: Fact, names: Names) -> Told | None:
    """What a fact that ends a bet without a turn says: given back, claimed, swept; ``None`` for other facts."""
    match fact:
        case faro.BetReturned():
            back = _("%(amount)s goes back to %(name)s.", amount=brief(fact.stake_cents), name=names[fact.player])
            return back, said(why_returned(fact.reason).cited)
        case faro.SleeperClaimed():
            name, amount = names[fact.claimant], brief(fact.stake_cents)
            own = _("%(name)s claims their own sleeper, %(amount)s.", name=name, amount=amount)
            another = _("%(name)s claims the sleeper, %(amount)s.", name=name, amount=amount)
            return own if fact.claimant == fact.player else another, said(CLAIMED.cited)
        case faro.SleeperTaken():
            taken = _("A sleeper: the bank takes %(amount)s.", amount=brief(fact.stake_cents))
            return taken, said(TAKEN_ASLEEP.cited)
        case faro.BetSwept():
            swept = _("After the hock the dealer sweeps %(amount)s.", amount=brief(fact.stake_cents))
            return swept, said(SWEPT.cited)
        case _:
            return None


def settlement_told(fact: Fact, won_cents: int, to_player_cents: int, name: str) -> str:
    """What was paid or taken, and what lies on.

    ``won_cents`` is what a won bet had coming before the limit on bills and the bank's means were looked at;
    ``to_player_cents`` is how much of what was paid went to its player, called ``name``, though it was a paroli.
    """
    match fact:
        case faro.BetPaid():
            paid = brief(fact.paid_cents)
            told = _("Won: %(amount)s is paid", amount=paid)
            if fact.paid_cents < won_cents:
                told = _("Won: %(amount)s of %(due)s due is paid", amount=paid, due=brief(won_cents))
            if to_player_cents:
                told = _("%(said)s, of it %(amount)s to %(name)s", said=told, amount=brief(to_player_cents), name=name)
        case faro.BetLost():
            told = _("Lost: the bank takes %(amount)s", amount=brief(fact.taken_cents))
        case faro.BetSplit():
            told = _("Split: the bank takes %(amount)s", amount=brief(fact.taken_cents))
        case _:
            return _("Stand-off: nothing moves, and it lies on.")
    if fact.remains_cents:
        told = _("%(said)s, %(amount)s lies on", said=told, amount=brief(fact.remains_cents))
    return f"{told}."


def _placed(fact: faro.BetPlaced, before: FaroTable, after: FaroTable, names: Names) -> Told:
    told = bets.lays(
        names[fact.player],
        brief(fact.stake_cents),
        place_called(fact.place),
        coppered=fact.coppered,
        paroli=fact.paroli,
        form=fact.form,
    )
    return told, under("1.3", covers(fact.place, coppered=fact.coppered))


def covers(place: faro.Place, *, coppered: bool) -> str:
    """When a place wins and when it loses, its copper counted."""
    if place.kind == "high_card" and coppered:
        return _("it wins where the loser is the higher card, and loses where the winner is")
    if place.kind == "high_card":
        return _("it wins where the winner is the higher card, and loses where the loser is")
    winning, losing = _conditions(place)
    if coppered:
        winning, losing = losing, winning
    return _("it wins where %(winning)s, and loses where %(losing)s", winning=winning, losing=losing)


def _conditions(place: faro.Place) -> tuple[str, str]:
    """When a place without a copper wins, and when it loses."""
    here, there = either(place.ranks), either(place.lose)
    match place.kind:
        case "colors":
            red = _("the winner is red or the loser black")
            black = _("the winner is black or the loser red")
            return (red, black) if place.choice == "red" else (black, red)
        case "parity" if place.card == "winner":
            return _("the winner is %(ranks)s", ranks=here), _("the winner is %(ranks)s", ranks=there)
        case "parity":
            return _("the loser is %(ranks)s", ranks=here), _("the loser is %(ranks)s", ranks=there)
        case "heeled" | "side":
            winning = _("the winner is %(ranks)s or the loser %(others)s", ranks=here, others=there)
            return winning, _("the winner is %(ranks)s or the loser %(others)s", ranks=there, others=here)
        case _:
            return _("the winner is %(ranks)s", ranks=here), _("the loser is %(ranks)s", ranks=here)


def _called(fact: faro.TurnCalled, before: FaroTable, after: FaroTable, names: Names) -> Told:
    told = bets.calls(names[fact.player], fact.order, brief(fact.stake_cents))
    return told, _("Rule 1.7: the exact order of the last three cards, loser, winner and hock")


def _pressed(fact: faro.BetPressed, before: FaroTable, after: FaroTable, names: Names) -> Told:
    told = _(
        "%(name)s presses it by %(more)s, to %(amount)s.",
        name=names[fact.player],
        more=brief(fact.add_cents),
        amount=brief(fact.stake_cents),
    )
    return told, _("Rule 1.5: a bet may be added to between turns")


def _moved(fact: faro.BetMoved, before: FaroTable, after: FaroTable, names: Names) -> Told:
    bet = after.bets[fact.bet]
    came_from, place = place_called(before.bets[fact.bet].place), place_called(fact.place)
    told = _("It is moved from %(before)s to %(place)s, with its orders.", before=came_from, place=place)
    if fact.place == before.bets[fact.bet].place:
        told = _("It is moved to %(place)s, where it lay already, and nothing changes.", place=place)
    return told, under("1.5", covers(fact.place, coppered=bet.coppered))


def _coppered(fact: faro.BetCoppered, before: FaroTable, after: FaroTable, names: Names) -> Told:
    told = _("A copper is laid on it.")
    if before.bets[fact.bet].coppered:
        told = _("A copper is laid on it again; it had one, and nothing changes.")
    return told, under("1.4", covers(after.bets[fact.bet].place, coppered=True))


def _uncoppered(fact: faro.BetUncoppered, before: FaroTable, after: FaroTable, names: Names) -> Told:
    told = _("The copper is taken off; it had none, and nothing changes.")
    if before.bets[fact.bet].coppered:
        told = _("The copper is taken off.")
    return told, under("1.4", covers(after.bets[fact.bet].place, coppered=False))


def _barred(fact: faro.BetBarred, before: FaroTable, after: FaroTable, names: Names) -> Told:
    told = bets.barred(pgettext("a bet", "It"), fact.turns)
    bet = before.bets[fact.bet]
    if bet.barred and bet.bar_turns == fact.turns:
        told = _("It is barred again, as it was already, and nothing changes.")
    elif bet.barred:
        told = _("%(said)s This bar replaces %(bar)s.", said=told, bar=_bar(bet.bar_turns))
    if not fact.turns:
        return told, _("Rule 1.5, law 2: it neither wins nor loses until it goes")
    return told, ngettext(
        "Rule 1.5, law 2: it neither wins nor loses for %(num)s turn",
        "Rule 1.5, law 2: it neither wins nor loses for %(num)s turns",
        fact.turns,
    )


def _bar(turns: int | None) -> str:
    """A bar that another replaces, by how long it would still have held."""
    if not turns:
        return _("one until it goes")
    return ngettext("one for %(num)s turn more", "one for %(num)s turns more", turns)


def _released(fact: faro.BetReleased, before: FaroTable, after: FaroTable, names: Names) -> Told:
    told = _("“It goes”: it was not barred, and nothing changes.")
    if before.bets[fact.bet].barred:
        told = _("“It goes”: the bar is off.")
    return told, _("Rule 1.5, law 2: a bar holds until it goes")


def _halved(fact: faro.BetHalved, before: FaroTable, after: FaroTable, names: Names) -> Told:
    bet = after.bets[fact.bet]
    check_cents = after.house.check
    half = bet.stake_cents // 2 // check_cents * check_cents
    told = _("Half of it goes: nothing, for half of one check is none.")
    if before.bets[fact.bet].half:
        told = _("Half of it goes, as it did already, and nothing changes.")
    elif half:
        told = _("Half of it goes: %(half)s of %(amount)s.", half=brief(half), amount=brief(bet.stake_cents))
    return told, _("Rule 1.5, law 3: half goes until the end of the deal, or until revoked")


def _made_whole(fact: faro.BetMadeWhole, before: FaroTable, after: FaroTable, names: Names) -> Told:
    told = _("The whole of it goes, as it did already, and nothing changes.")
    if before.bets[fact.bet].half:
        told = _("The whole of it goes again.")
    return told, _("Rule 1.5, law 3: half goes until revoked")


def _left_on(fact: faro.BetLeftOn, before: FaroTable, after: FaroTable, names: Names) -> Told:
    limit = brief(after.house.running_limit_cents)
    why = _("Rule 1.6: after a win stake and winnings stay on, up to %(limit)s", limit=limit)
    already = before.bets[fact.bet].paroli
    return _("It is a paroli already, and nothing changes.") if already else _("It is made a paroli."), why


def _stood_pat(fact: faro.BetStoodPat, before: FaroTable, after: FaroTable, names: Names) -> Told:
    why = _("Rule 1.4: after a win the stake stays, and the winnings go to the player")
    told = _("It stands pat, as it did already, and nothing changes.")
    if before.bets[fact.bet].paroli:
        told = _("It is no paroli any more.")
    return told, why


def _taken_down(fact: faro.BetTakenDown, before: FaroTable, after: FaroTable, names: Names) -> Told:
    told = bets.takes_down(names[fact.player], brief(fact.stake_cents))
    if before.phase is Phase.BEFORE_HOCK:
        return told, _("Rule 1.7: in this house a bet may be taken down until the hock is shown")
    return told, _("Rule 1.5: a bet may be taken down between turns")


_ORDERS: dict[type[Fact], Callable[[Any, FaroTable, FaroTable, Names], Told]] = {
    faro.BetPlaced: _placed,
    faro.TurnCalled: _called,
    faro.BetPressed: _pressed,
    faro.BetMoved: _moved,
    faro.BetCoppered: _coppered,
    faro.BetUncoppered: _uncoppered,
    faro.BetBarred: _barred,
    faro.BetReleased: _released,
    faro.BetHalved: _halved,
    faro.BetMadeWhole: _made_whole,
    faro.BetLeftOn: _left_on,
    faro.BetStoodPat: _stood_pat,
    faro.BetTakenDown: _taken_down,
}
