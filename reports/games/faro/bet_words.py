"""Bets of Faro in words: their places, what was done with them, and the rule and law of their settlement."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from dealer.commands.refusal import Refusal, marked
from dealer.game.cards import rank_of
from dealer.games.faro.bets import place_of
from dealer.games.faro.commands import PlaceArguments
from dealer.games.faro.layout import call_named, named
from dealer.games.faro.reasons import CLAIMED, SWEPT, TAKEN_ASLEEP, why_returned
from dealer.games.faro.state import FARO, Bet, Call, FaroTable, Phase, faro_of
from dealer.night.night import Night
from events.common.event import Event
from events.games import faro
from events.games.faro import BetLeftOut, BetsLaidAgain, Place
from reports.words.formatting import brief, either, name_of
from reports.words.game_words import Position, clauses, phrase_text, under
from reports.words.language import gettext as _
from reports.words.language import ngettext, pgettext
from reports.words.naming import after_turn, before_turn, in_turn


def place_called(place: Place) -> str:
    """The name of a place on the layout."""
    return phrase_text(named(place))


def where_lies(stake: Bet | Call) -> str:
    """The place of a bet, or the order of a call."""
    return place_called(stake.place) if isinstance(stake, Bet) else phrase_text(call_named(stake.order))


def place_asked(now: Night, command: PlaceArguments) -> str:
    """The requested place of a bet; a place that the layout lacks is named by its kind and ranks."""
    if FARO in now.tables:
        try:
            return place_called(place_of(command, faro_of(now).house))
        except Refusal:
            pass
    return " ".join((command.kind.replace("_", " "), "-".join(command.ranks or ()))).strip()


def bet_called(now: Night, key: str, within: bool) -> str:
    """A bet or call as it lies, or as it last lay in the latest deal; "" if the night had no such bet."""
    table = faro_of(now)
    known = table.open_bet(key) or table.gone.get(key)
    if known is None:
        if not table.used(key):
            return ""
        return _("a bet of an earlier deal") if within else _("A bet of an earlier deal")
    name = name_of(now, known.player)
    if isinstance(known, Bet):
        place = place_called(known.place)
        if within:
            return pgettext("within a sentence", "%(name)s’s bet on %(place)s", name=name, place=place)
        return _("%(name)s’s bet on %(place)s", name=name, place=place)
    if within:
        return pgettext("within a sentence", "%(name)s’s call", name=name)
    return _("%(name)s’s call", name=name)


def in_deal(table: FaroTable, *, of_all: bool = False) -> str:
    """Where a deal that is on stands: ``before turn 8``, ``turn 8``; ``of_all`` adds the number of turns."""
    turns = table.house.turns if of_all else 0
    match table.phase:
        case Phase.BEFORE_SODA:
            return _("before the soda")
        case Phase.BETTING:
            return before_turn(table.turn + 1, of=turns)
        case Phase.LOSER_DRAWN:
            return in_turn(table.turn, of=turns)
        case Phase.BEFORE_HOCK:
            return _("before the hock")
        case _:
            return _("after the hock") if table.house.turns == 25 else after_turn(table.turn)


def position(table: FaroTable) -> Position:
    """Where the play stands; between loser and winner it is in a turn."""
    if not table.deal_is_on:
        return Position(number=table.deal, is_on=False)
    turn = table.turn + (table.phase is Phase.BETTING)
    return Position(number=table.deal, is_on=True, turn=turn, within=in_deal(table))


def earlier_deal(table: FaroTable, turn: int) -> int:
    """The last deal that had a turn of this number.

    In books of the first rules a turn that no deal had can be disputed; it counts as one of the last deal.
    """
    return table.deal_with_turn(turn) or table.deal


def lays(name: str, amount: str, place: str, *, coppered: bool, paroli: bool, form: str) -> str:
    """The sentence of a bet: ``Ada lays $5 on the Q, coppered.``."""
    text = _("%(name)s lays %(amount)s on %(place)s", name=name, amount=amount, place=place)
    if coppered:
        text = _("%(text)s, coppered", text=text)
    if paroli:
        text = _("%(text)s, as a paroli", text=text)
    if form == "bills":
        text = _("%(text)s, in bills", text=text)
    return f"{text}."


def calls(name: str, order: Sequence[str], amount: str) -> str:
    """The sentence of a call: ``Ada calls A-K-Q for $5.``."""
    return _("%(name)s calls %(order)s for %(amount)s.", name=name, order="-".join(order), amount=amount)


def takes_down(name: str, amount: str) -> str:
    """The sentence of a bet taken down: ``Ada takes $5 down.``."""
    return _("%(name)s takes %(amount)s down.", name=name, amount=amount)


def takes_all_down(name: str, bets: int, stake_cents: int) -> str:
    """The sentence of several bets taken down at once: ``Ada takes 3 bets down, $15 in all.``."""
    return ngettext(
        "%(name)s takes %(num)s bet down, %(amount)s in all.",
        "%(name)s takes %(num)s bets down, %(amount)s in all.",
        bets,
        name=name,
        amount=brief(stake_cents),
    )


def laid_again(name: str, event: BetsLaidAgain) -> str:
    """The sentence of bets laid again, and of those that could not be: ``Ada lays 2 bets again, $10 in all.``."""
    text = ngettext(
        "%(name)s lays %(num)s bet again, %(amount)s in all",
        "%(name)s lays %(num)s bets again, %(amount)s in all",
        len(event.bets),
        name=name,
        amount=brief(event.stake_cents),
    )
    return f"{clauses(text, *(_left_out(bet) for bet in event.left_out))}."


def _left_out(bet: BetLeftOut) -> str:
    return _(
        "%(amount)s on %(place)s was left out: %(why)s",
        amount=brief(bet.stake_cents),
        place=place_called(bet.place),
        why=_(_WHY_LEFT_OUT[bet.code]),
    )


_WHY_LEFT_OUT = {
    "dead_card": marked("a dead card"),
    "over_limit": marked("over the limit"),
    "under_minimum": marked("under the minimum"),
    "not_a_multiple": marked("not a whole number of checks"),
    "not_enough_checks": marked("not enough checks"),
    "not_allowed_here": marked("this house does not take it"),
}
"""Why a bet may be refused when it is laid again, by the code of the refusal."""


def barred(bet: str, turns: int | None) -> str:
    """The sentence of a bet barred for some turns, or until it goes."""
    if not turns:
        return _("%(bet)s is barred.", bet=bet)
    return ngettext("%(bet)s is barred for %(num)s turn.", "%(bet)s is barred for %(num)s turns.", turns, bet=bet)


SentenceAndReason = tuple[str, str]
"""A sentence, and the reason cited for it, or ""."""

Names = Mapping[str, str]


def cards_of_turn(loser: str, winner: str) -> str:
    """The two cards of a turn by rank."""
    return _("loser %(loser)s, winner %(winner)s", loser=rank_of(loser), winner=rank_of(winner))


def order_text(event: Event, before: FaroTable, after: FaroTable, names: Names) -> SentenceAndReason | None:
    """The sentence of a player's action on a bet (laying, calling, moving, orders); ``None`` for other events."""
    tell = _ORDERS.get(type(event))
    return tell(event, before, after, names) if tell else None


def outcome_text(event: Event, names: Names) -> SentenceAndReason | None:
    """The sentence of an event that ends a bet outside a turn (returned, claimed, swept); ``None`` for other events."""
    match event:
        case faro.BetReturned():
            back = _("%(amount)s goes back to %(name)s.", amount=brief(event.stake_cents), name=names[event.player])
            return back, phrase_text(why_returned(event.reason).cited)
        case faro.SleeperClaimed():
            name, amount = names[event.claimant], brief(event.stake_cents)
            own = _("%(name)s claims their own sleeper, %(amount)s.", name=name, amount=amount)
            another = _("%(name)s claims the sleeper, %(amount)s.", name=name, amount=amount)
            return own if event.claimant == event.player else another, phrase_text(CLAIMED.cited)
        case faro.SleeperTaken():
            taken = _("A sleeper: the bank takes %(amount)s.", amount=brief(event.stake_cents))
            return taken, phrase_text(TAKEN_ASLEEP.cited)
        case faro.BetSwept():
            swept = _("After the hock the dealer sweeps %(amount)s.", amount=brief(event.stake_cents))
            return swept, phrase_text(SWEPT.cited)
        case _:
            return None


def settlement_text(event: Event, won_cents: int, to_player_cents: int, name: str) -> str:
    """What was paid or taken, and what lies on.

    ``won_cents`` is what a won bet was due before the limit on bills and the bank's means; ``to_player_cents`` is the
    part of a paroli's winnings that was paid to its player, ``name``.
    """
    match event:
        case faro.BetPaid():
            paid = brief(event.paid_cents)
            text = _("Won: %(amount)s is paid", amount=paid)
            if event.paid_cents < won_cents:
                text = _("Won: %(amount)s of %(due)s due is paid", amount=paid, due=brief(won_cents))
            if to_player_cents:
                text = _("%(text)s, %(amount)s of it to %(name)s", text=text, amount=brief(to_player_cents), name=name)
        case faro.BetLost():
            text = _("Lost: the bank takes %(amount)s", amount=brief(event.taken_cents))
        case faro.BetSplit():
            text = _("Split: the bank takes %(amount)s", amount=brief(event.taken_cents))
        case _:
            return _("Stand-off: nothing moves, and it stays on.")
    if event.remains_cents:
        text = _("%(text)s, %(amount)s stays on", text=text, amount=brief(event.remains_cents))
    return f"{text}."


def _placed(event: faro.BetPlaced, before: FaroTable, after: FaroTable, names: Names) -> SentenceAndReason:
    text = lays(
        names[event.player],
        brief(event.stake_cents),
        place_called(event.place),
        coppered=event.coppered,
        paroli=event.paroli,
        form=event.form,
    )
    return text, under("1.3", covers(event.place, coppered=event.coppered))


def covers(place: faro.Place, *, coppered: bool) -> str:
    """When a place wins and loses, with its copper."""
    if place.kind == "high_card" and coppered:
        return _("it wins if the loser is the higher card, and loses if the winner is")
    if place.kind == "high_card":
        return _("it wins if the winner is the higher card, and loses if the loser is")
    winning, losing = _conditions(place)
    if coppered:
        winning, losing = losing, winning
    return _("it wins if %(winning)s, and loses if %(losing)s", winning=winning, losing=losing)


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


def _called(event: faro.TurnCalled, before: FaroTable, after: FaroTable, names: Names) -> SentenceAndReason:
    text = calls(names[event.player], event.order, brief(event.stake_cents))
    return text, _("Rule 1.7: the exact order of the last three cards, loser, winner and hock")


def _pressed(event: faro.BetPressed, before: FaroTable, after: FaroTable, names: Names) -> SentenceAndReason:
    text = _(
        "%(name)s presses it by %(more)s, to %(amount)s.",
        name=names[event.player],
        more=brief(event.add_cents),
        amount=brief(event.stake_cents),
    )
    return text, _("Rule 1.5: a bet may be added to between turns")


def _moved(event: faro.BetMoved, before: FaroTable, after: FaroTable, names: Names) -> SentenceAndReason:
    bet = after.bets[event.bet]
    came_from, place = place_called(before.bets[event.bet].place), place_called(event.place)
    text = _("It is moved from %(before)s to %(place)s, with its orders.", before=came_from, place=place)
    if event.place == before.bets[event.bet].place:
        text = _("It was already on %(place)s; nothing changes.", place=place)
    return text, under("1.5", covers(event.place, coppered=bet.coppered))


def _coppered(event: faro.BetCoppered, before: FaroTable, after: FaroTable, names: Names) -> SentenceAndReason:
    text = _("A copper is laid on it.")
    if before.bets[event.bet].coppered:
        text = _("It was already coppered; nothing changes.")
    return text, under("1.4", covers(after.bets[event.bet].place, coppered=True))


def _uncoppered(event: faro.BetUncoppered, before: FaroTable, after: FaroTable, names: Names) -> SentenceAndReason:
    text = _("It had no copper; nothing changes.")
    if before.bets[event.bet].coppered:
        text = _("The copper is taken off.")
    return text, under("1.4", covers(after.bets[event.bet].place, coppered=False))


def _barred(event: faro.BetBarred, before: FaroTable, after: FaroTable, names: Names) -> SentenceAndReason:
    text = barred(pgettext("a bet", "It"), event.turns)
    bet = before.bets[event.bet]
    if bet.barred and bet.bar_turns == event.turns:
        text = _("It was already barred; nothing changes.")
    elif bet.barred:
        text = _("%(text)s This bar replaces %(bar)s.", text=text, bar=_bar(bet.bar_turns))
    if not event.turns:
        return text, _("Rule 1.5, law 2: it neither wins nor loses until it goes")
    return text, ngettext(
        "Rule 1.5, law 2: it neither wins nor loses for %(num)s turn",
        "Rule 1.5, law 2: it neither wins nor loses for %(num)s turns",
        event.turns,
    )


def _bar(turns: int | None) -> str:
    """A replaced bar, by how long it would have lasted."""
    if not turns:
        return _("one until it goes")
    return ngettext("one for %(num)s turn more", "one for %(num)s turns more", turns)


def _released(event: faro.BetReleased, before: FaroTable, after: FaroTable, names: Names) -> SentenceAndReason:
    text = _("“It goes”: it was not barred; nothing changes.")
    if before.bets[event.bet].barred:
        text = _("“It goes”: the bar is off.")
    return text, _("Rule 1.5, law 2: a bar holds until it goes")


def _halved(event: faro.BetHalved, before: FaroTable, after: FaroTable, names: Names) -> SentenceAndReason:
    bet = after.bets[event.bet]
    check_cents = after.house.check
    half = bet.stake_cents // 2 // check_cents * check_cents
    text = _("Half of it goes: nothing, because one check cannot be halved.")
    if before.bets[event.bet].half:
        text = _("Half of it already went; nothing changes.")
    elif half:
        text = _("Half of it goes: %(half)s of %(amount)s.", half=brief(half), amount=brief(bet.stake_cents))
    return text, _("Rule 1.5, law 3: half goes until the end of the deal, or until revoked")


def _made_whole(event: faro.BetMadeWhole, before: FaroTable, after: FaroTable, names: Names) -> SentenceAndReason:
    text = _("The whole of it already went; nothing changes.")
    if before.bets[event.bet].half:
        text = _("The whole of it goes again.")
    return text, _("Rule 1.5, law 3: half goes until revoked")


def _left_on(event: faro.BetLeftOn, before: FaroTable, after: FaroTable, names: Names) -> SentenceAndReason:
    limit = brief(after.house.running_limit_cents)
    why = _("Rule 1.6: after a win stake and winnings stay on, up to %(limit)s", limit=limit)
    already = before.bets[event.bet].paroli
    return _("It was already a paroli; nothing changes.") if already else _("It is made a paroli."), why


def _stood_pat(event: faro.BetStoodPat, before: FaroTable, after: FaroTable, names: Names) -> SentenceAndReason:
    why = _("Rule 1.4: after a win the stake stays, and the winnings go to the player")
    text = _("It already stood pat; nothing changes.")
    if before.bets[event.bet].paroli:
        text = _("It is no longer a paroli.")
    return text, why


def _taken_down(event: faro.BetTakenDown, before: FaroTable, after: FaroTable, names: Names) -> SentenceAndReason:
    text = takes_down(names[event.player], brief(event.stake_cents))
    if before.phase is Phase.BEFORE_HOCK:
        return text, _("Rule 1.7: in this house a bet may be taken down until the hock is shown")
    return text, _("Rule 1.5: a bet may be taken down between turns")


_ORDERS: dict[type[Event], Callable[[Any, FaroTable, FaroTable, Names], SentenceAndReason]] = {
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
