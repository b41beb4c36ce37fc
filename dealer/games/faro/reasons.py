"""Explains a settlement: the case of rule 1.4 that the two cards fall under, the laws that apply, and the outcome.

It is computed from the cards, the place and the orders by the rulebook's table, independently of the settlement. A test
checks that both agree.
"""

from __future__ import annotations

from dealer.commands.refusal import Amount, Phrase, marked, phrase
from dealer.game.bank import bigger_half
from dealer.game.cards import NUMBER, is_red, rank_of
from dealer.games.faro.commands import FaroHouse
from dealer.games.faro.settlement import LOST, SPLIT, STANDOFF, WON, call_pays_cents
from dealer.games.faro.state import Bet, Call, FaroTable, Phase
from events.common.event import Event
from events.frozen import Frozen
from events.games import faro as faro_events
from events.games.faro import BetLost, Place

LAWS = (
    marked("bets are paid or taken by where they lie"),
    marked("a bar holds until “it goes”"),
    marked("half goes until the end of the deal"),
    marked("a player who alters another’s bet answers for its loss"),
    marked("of two equal stakes the coppered one is paid first"),
    marked("checks are paid in full, bills to the limit"),
    marked("the dealer takes and pays correctly"),
    marked("a broken bank takes every loss first, then pays the largest bets"),
    marked("the dealer may close at any time"),
    marked("players may count the cards"),
)
"""The ten laws (rulebook 1.9), numbered from 1."""

AS_THEY_LIE, UNTIL_IT_GOES, HALF_GOES, COPPERED_FIRST, IN_FULL, BROKEN_BANK, MAY_CLOSE = 1, 2, 3, 5, 6, 8, 9
"""The numbers of the laws that apply to settlements."""


class Reason(Frozen):
    """The reason for a result: the rulebook's section and case, the laws, and a clause.

    ``result`` is ``won``, ``lost``, ``split`` or ``standoff``, or ``None`` for an untouched bet. ``amount_cents`` is
    what moves before the bank's means and the limit on bills are applied.
    """

    rule: str
    why: Phrase
    case: int | None = None
    laws: tuple[int, ...] = ()
    result: str | None = None
    amount_cents: int = 0

    @property
    def cited(self) -> Phrase:
        """The citation: ``Rule 1.4 case 4, law 1: the Q came twice, a true split``."""
        rule = phrase("Rule %(rule)s", rule=self.rule)
        if self.case:
            rule = phrase("Rule %(rule)s case %(case)s", rule=self.rule, case=self.case)
        if not self.laws:
            return phrase("%(rule)s: %(why)s", rule=rule, why=self.why)
        *first, last = (str(law) for law in sorted(self.laws))
        if not first:
            return phrase("%(rule)s, law %(law)s: %(why)s", rule=rule, law=last, why=self.why)
        laws = phrase("%(first)s and %(last)s", first=", ".join(first), last=last)
        return phrase("%(rule)s, laws %(laws)s: %(why)s", rule=rule, laws=laws, why=self.why)


class _Cards(Frozen, kw_only=False):
    """The cards of a turn that act for a bet and against it, in words."""

    for_it: tuple[Phrase, ...]
    against: tuple[Phrase, ...]


def why_in_turn(bet: Bet, loser: str, winner: str, house: FaroHouse, *, counts: bool = True) -> Reason:
    """The reason for a turn's effect on a bet; ``counts`` is false in a last turn that settles no ordinary bet."""
    if not counts:
        return Reason(rule="1.7", why=phrase("in this house the last turn settles only calls"))
    if bet.barred:
        return Reason(rule="1.5", laws=(UNTIL_IT_GOES,), why=phrase("it is barred, and neither wins nor loses"))
    live = bet.live_cents(house.check)
    if not live:
        return Reason(rule="1.5", laws=(HALF_GOES,), why=phrase("half of one check is not a whole check"))
    laws = (AS_THEY_LIE, HALF_GOES) if bet.half else (AS_THEY_LIE,)
    acting = _acting(bet, loser, winner)
    if acting.for_it and acting.against:
        return _both_ways(bet, acting, live, (loser, winner), house, laws)
    if not acting.for_it and not acting.against:
        return Reason(rule="1.4", case=1, why=phrase("none of its cards came, and it stays"))
    share, shares = _share(bet, live, house)
    won = bool(acting.for_it)
    came_of_it = _moved(shares, won=won, rounded=share * shares != live)
    act = _act(bet, acting.for_it or acting.against, for_it=won)
    if bet.place.kind == "high_card":
        act = _compared(bet, loser, winner)
    return Reason(
        rule="1.4",
        case=2 if won else 3,
        laws=laws,
        why=phrase("%(act)s: %(came_of_it)s", act=act, came_of_it=came_of_it),
        result=WON if won else LOST,
        amount_cents=share,
    )


def worth_of_copper(table: FaroTable, settled: Event) -> int:
    """How much more a bet that lost open would have brought under a copper, in cents; 0 for no difference.

    The same cards act, for the bet instead of against it (rule 1.4).
    """
    if not isinstance(settled, BetLost):
        return 0
    bet = table.open_bet(settled.bet) or table.gone.get(settled.bet)
    if not isinstance(bet, Bet) or bet.coppered:
        return 0
    won = min(settled.taken_cents, table.limit_on(bet.place)) if bet.form == "bills" else settled.taken_cents
    return settled.taken_cents + won


def why_at_hock(call: Call, order: tuple[str, ...], house: FaroHouse) -> Reason:
    """Why a call of the last three cards won or lost; ``order`` are the actual ranks."""
    came, called = "-".join(order), "-".join(call.order)
    if call.order != order:
        why = phrase("%(called)s was called and %(came)s came", called=called, came=came)
        return Reason(rule="1.7", laws=(AS_THEY_LIE,), why=why, result=LOST, amount_cents=call.stake_cents)
    cat = len(set(order)) == 2
    times = house.cat_pays if cat else house.call_pays
    if house.call_quote == "for_one":
        a_cat = phrase("%(came)s came as it was called: a cat pays %(times)s for one", came=came, times=times)
        exact = phrase("%(came)s came as it was called: the exact order pays %(times)s for one", came=came, times=times)
    else:
        a_cat = phrase("%(came)s came as it was called: a cat pays %(times)s to one", came=came, times=times)
        exact = phrase("%(came)s came as it was called: the exact order pays %(times)s to one", came=came, times=times)
    return Reason(
        rule="1.7",
        laws=(AS_THEY_LIE,),
        why=a_cat if cat else exact,
        result=WON,
        amount_cents=call_pays_cents(call.stake_cents, cat, house),
    )


def why_hockelty(bet: Bet, card: str, house: FaroHouse) -> Reason:
    """Why the soda or hock took an open bet on its rank, in a house with hockelty."""
    share, _ = _share(bet, bet.live_cents(house.check), house)
    why = phrase("hockelty: the bank takes open bets that cover the %(rank)s", rank=rank_of(card))
    return Reason(rule="1.7", laws=(AS_THEY_LIE,), why=why, result=LOST, amount_cents=share)


def why_done(event: Event, before: FaroTable) -> Reason | None:
    """The reason for an order on a bet, or for its end outside a turn; ``None`` for any other event."""
    match event:
        case faro_events.BetReturned():
            return why_returned(event.reason)
        case faro_events.BetLeftOn():
            limit = Amount(before.house.running_limit_cents)
            return Reason(
                rule="1.6", why=phrase("after a win stake and winnings stay on, up to %(limit)s", limit=limit)
            )
        case faro_events.BetTakenDown() if before.phase is Phase.BEFORE_HOCK:
            why = phrase("in this house a bet may be taken down until the hock is shown")
            return Reason(rule="1.7", why=why)
        case _:
            return _DONE.get(type(event))


def why_returned(reason: str) -> Reason:
    """Why a stake was returned, by the word in the event."""
    return _RETURNED[reason]


_DONE: dict[type[Event], Reason] = {
    faro_events.TurnCalled: Reason(
        rule="1.7", why=phrase("the exact order of the last three cards, loser, winner and hock")
    ),
    faro_events.BetPressed: Reason(rule="1.5", why=phrase("a bet may be added to between turns")),
    faro_events.BetBarred: Reason(
        rule="1.5", laws=(UNTIL_IT_GOES,), why=phrase("it is barred, and neither wins nor loses")
    ),
    faro_events.BetReleased: Reason(rule="1.5", laws=(UNTIL_IT_GOES,), why=phrase("a bar holds until it goes")),
    faro_events.BetHalved: Reason(
        rule="1.5", laws=(HALF_GOES,), why=phrase("half goes until the end of the deal, or until revoked")
    ),
    faro_events.BetMadeWhole: Reason(rule="1.5", laws=(HALF_GOES,), why=phrase("half goes until revoked")),
    faro_events.BetStoodPat: Reason(
        rule="1.4", why=phrase("after a win the stake stays, and the winnings go to the player")
    ),
    faro_events.BetTakenDown: Reason(rule="1.5", why=phrase("a bet may be taken down between turns")),
    faro_events.SleeperClaimed: Reason(
        rule="1.8", why=phrase("all its cards were out, and the first player to notice a sleeper may claim it")
    ),
    faro_events.SleeperTaken: Reason(
        rule="1.8", why=phrase("all its cards were out, and in this house the dealer takes sleepers")
    ),
    faro_events.BetSwept: Reason(
        rule="1.7", why=phrase("in this house the dealer takes checks that are still on the layout after the hock")
    ),
}
_RETURNED = {
    "bank_broken": Reason(rule="1.9", laws=(BROKEN_BANK,), why=phrase("the bank broke, and stakes are returned")),
    "sleeper": Reason(rule="1.8", why=phrase("all its cards were out, and in this house sleepers go back")),
    "after_hock": Reason(rule="1.7", why=phrase("it was still on the layout after the last card, and is returned")),
    "deal_voided": Reason(rule="1.9", why=phrase("the deal was foul, and unsettled bets are returned")),
    "night_closed": Reason(
        rule="1.9", laws=(MAY_CLOSE,), why=phrase("the dealer closed, and unsettled bets are returned")
    ),
}


def _both_ways(
    bet: Bet, acting: _Cards, live: int, cards: tuple[str, str], house: FaroHouse, laws: tuple[int, ...]
) -> Reason:
    loser, winner = cards
    of_one_rank = rank_of(loser) == rank_of(winner)
    true_split = of_one_rank and bet.place.kind != "high_card"
    share, shares = _share(bet, live, house)
    # Equal cards are not a case of the high card: the rulebook has a separate sentence for them.
    case: int | None = 4 if of_one_rank else 5
    if bet.place.kind == "high_card":
        case, halved = None, house.high_card_equal == SPLIT
        why = phrase("two cards of one rank, the %(rank)s, are equal", rank=rank_of(winner))
    elif true_split:
        halved, why = True, phrase("the %(rank)s came as loser and as winner: a true split", rank=rank_of(winner))
    else:
        halved, act = house.both_ways == SPLIT and shares == 1, _act(bet, acting.for_it, for_it=True)
        why = phrase("%(act)s, %(cards)s against it", act=act, cards=_all(acting.against))
    if halved:
        whole = true_split and house.split_takes == "all"
        taken = share if whole else bigger_half(share, house.check)
        of_it = _taken_whole(taken, shares) if whole else _halved(taken, share, shares)
        why = phrase("%(why)s, %(halved)s", why=why, halved=of_it)
        return Reason(rule="1.4", case=case, laws=laws, why=why, result=SPLIT, amount_cents=taken)
    if shares > 1 and not of_one_rank:
        why = phrase("%(why)s: one share for it and one against it, so nothing moves", why=why)
    else:
        why = phrase("%(why)s: a stand-off by the house rule, nothing moves", why=why)
    return Reason(rule="1.4", case=case, laws=laws, why=why, result=STANDOFF)


def _moved(shares: int, *, won: bool, rounded: bool) -> Phrase:
    """What a single card for or against a bet does with a share."""
    if shares == 1:
        return phrase("won, even money") if won else phrase("lost")
    if rounded and won:
        return phrase("won one share of %(shares)s, rounded down to whole checks, even money", shares=shares)
    if rounded:
        return phrase("lost one share of %(shares)s, rounded down to whole checks", shares=shares)
    if won:
        return phrase("won one share of %(shares)s, even money", shares=shares)
    return phrase("lost one share of %(shares)s", shares=shares)


def _halved(taken_cents: int, share_cents: int, shares: int) -> Phrase:
    """What the bank takes of a split bet."""
    taken, of = Amount(taken_cents), Amount(share_cents)
    even = taken_cents * 2 == share_cents
    if shares == 1 and even:
        return phrase("the bank takes half, %(taken)s of %(of)s", taken=taken, of=of)
    if shares == 1:
        return phrase("the bank takes the bigger half, %(taken)s of %(of)s", taken=taken, of=of)
    if even:
        return phrase(
            "the bank takes half of one share of %(shares)s, %(taken)s of %(of)s", shares=shares, taken=taken, of=of
        )
    return phrase(
        "the bank takes the bigger half of one share of %(shares)s, %(taken)s of %(of)s",
        shares=shares,
        taken=taken,
        of=of,
    )


def _taken_whole(taken_cents: int, shares: int) -> Phrase:
    """What the bank takes of a split bet where a split takes all."""
    taken = Amount(taken_cents)
    if shares == 1:
        return phrase("the bank takes the whole of it, %(taken)s", taken=taken)
    return phrase("the bank takes the whole of one share of %(shares)s, %(taken)s", shares=shares, taken=taken)


def _act(bet: Bet, cards: tuple[Phrase, ...], *, for_it: bool) -> Phrase:
    single = len(cards) == 1
    named = _all(cards)
    if for_it:
        act = phrase("%(card)s is for it", card=named) if single else phrase("%(cards)s are for it", cards=named)
    else:
        act = (
            phrase("%(card)s is against it", card=named) if single else phrase("%(cards)s are against it", cards=named)
        )
    return phrase("%(act)s, coppered as it lies", act=act) if bet.coppered else act


def _compared(bet: Bet, loser: str, winner: str) -> Phrase:
    """The two cards of a high card bet, compared."""
    here, there = rank_of(winner), rank_of(loser)
    if NUMBER[here] > NUMBER[there]:
        act = phrase("the %(winner)s as winner is higher than the %(loser)s as loser", winner=here, loser=there)
    else:
        act = phrase("the %(winner)s as winner is lower than the %(loser)s as loser", winner=here, loser=there)
    return phrase("%(act)s, coppered as it lies", act=act) if bet.coppered else act


def _all(cards: tuple[Phrase, ...]) -> Phrase:
    """One card or both."""
    first, *rest = cards
    return phrase("%(first)s and %(last)s", first=first, last=rest[0]) if rest else first


def _share(bet: Bet, live_cents: int, house: FaroHouse) -> tuple[int, int]:
    """What a card moves of a live stake, in cents, and the number of shares the house divides it into."""
    ranks = len(bet.place.ranks) + len(bet.place.lose)
    if house.combination_pays == "whole" or bet.place.kind in _ONE_SHARE or ranks < 2:
        return live_cents, 1
    return live_cents // ranks // house.check * house.check, ranks


_ONE_SHARE = frozenset({"colors", "high_card", "parity"})


def _acting(bet: Bet, loser: str, winner: str) -> _Cards:
    """The cards that act for a bet and against it, counting its copper (the table of rulebook 1.4)."""
    place = bet.place
    as_winner, as_loser = _sides(place, loser, winner)
    cards: dict[bool, list[Phrase]] = {True: [], False: []}
    for card, named, sides in ((winner, _winner, as_winner), (loser, _loser, as_loser)):
        for side in sides:
            cards[side != bet.coppered].append(named(place, card))
    return _Cards(tuple(cards[True]), tuple(cards[False]))


def _sides(place: Place, loser: str, winner: str) -> tuple[set[bool], set[bool]]:
    """How winner and loser act on an uncoppered bet: true is for it; empty if they do not act."""
    lost, won = rank_of(loser), rank_of(winner)
    match place.kind:
        case "high_card":
            higher = NUMBER[won] - NUMBER[lost]
            return {side for side, so in ((True, higher >= 0), (False, higher <= 0)) if so}, set()
        case "colors":
            wants_red = place.choice == "red"
            return {is_red(winner) == wants_red}, {is_red(loser) != wants_red}
        case "parity":
            sides = _side(won if place.card == "winner" else lost, place.ranks, place.lose)
            return (sides, set()) if place.card == "winner" else (set(), sides)
        case "heeled" | "side":
            return _side(won, place.ranks, place.lose), _side(lost, place.lose, place.ranks)
        case _:
            return _side(won, place.ranks, ()), _side(lost, (), place.ranks)


def _side(rank: str, for_it: tuple[str, ...], against: tuple[str, ...]) -> set[bool]:
    return {side for side, ranks in ((True, for_it), (False, against)) if rank in ranks}


def _winner(place: Place, card: str) -> Phrase:
    """The winner by rank, or by colour where that counts."""
    rank = rank_of(card)
    if place.kind != "colors":
        return phrase("the %(rank)s as winner", rank=rank)
    if is_red(card):
        return phrase("the red %(rank)s as winner", rank=rank)
    return phrase("the black %(rank)s as winner", rank=rank)


def _loser(place: Place, card: str) -> Phrase:
    """The loser by rank, or by colour where that counts."""
    rank = rank_of(card)
    if place.kind != "colors":
        return phrase("the %(rank)s as loser", rank=rank)
    if is_red(card):
        return phrase("the red %(rank)s as loser", rank=rank)
    return phrase("the black %(rank)s as loser", rank=rank)
