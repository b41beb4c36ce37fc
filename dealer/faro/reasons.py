"""Why a bet was settled as it was: the case of rule 1.4 that two cards fall under, the laws that speak, what follows.

Reckoned anew from the cards, the place and the orders, rank by rank as the rulebook's table has it, and not read off
the settlement: a test holds both equal.
"""

from __future__ import annotations

from dataclasses import dataclass

from dealer.faro.cards import NUMBER, RED_SUITS, rank_of, suit_of
from dealer.faro.house import FaroHouse
from dealer.faro.settlement import LOST, SPLIT, STANDOFF, WON, bigger_half, call_pays_cents
from dealer.faro.state import Bet, Call
from dealer.refusal import dollars
from dealer.wording import listed
from events.faro import Place

AS_THEY_LIE, UNTIL_IT_GOES, HALF_GOES, COPPERED_FIRST, IN_FULL, BROKEN_BANK, MAY_CLOSE = 1, 2, 3, 5, 6, 8, 9
"""The laws of rulebook 1.9 that speak where a bet is settled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """Why something came of a bet, or nothing: the rulebook's section, a case of it, the laws, and a half sentence.

    ``result`` is what follows (``won``, ``lost``, ``split``, ``standoff``; ``None`` where the bet lies on untouched),
    and ``amount_cents`` what it moves before the bank's means and the limit on bills are looked at.
    """

    rule: str
    why: str
    case: int | None = None
    laws: tuple[int, ...] = ()
    result: str | None = None
    amount_cents: int = 0

    @property
    def cited(self) -> str:
        """The reason as it is cited: ``Rule 1.4 case 4, law 1: the Q came twice, a true split``."""
        case = f" case {self.case}" if self.case else ""
        numbers = listed([str(law) for law in sorted(self.laws)])
        laws = f", law{'s' if len(self.laws) > 1 else ''} {numbers}" if numbers else ""
        return f"Rule {self.rule}{case}{laws}: {self.why}"


@dataclass(frozen=True, slots=True)
class _Cards:
    """The cards of a turn that act for a bet and against it, in words."""

    for_it: tuple[str, ...]
    against: tuple[str, ...]


def why_in_turn(bet: Bet, loser: str, winner: str, house: FaroHouse, *, counts: bool = True) -> Reason:
    """Why a turn did to a lying bet what it did; ``counts`` is false in a last turn that settles no ordinary bet."""
    if not counts:
        return Reason(rule="1.7", why="in this house the last turn settles calls alone")
    if bet.barred:
        return Reason(rule="1.5", laws=(UNTIL_IT_GOES,), why="it is barred, and neither wins nor loses")
    live = bet.live_cents(house.check)
    if not live:
        return Reason(rule="1.5", laws=(HALF_GOES,), why="half of one check goes, which is no whole check")
    laws = (AS_THEY_LIE, HALF_GOES) if bet.half else (AS_THEY_LIE,)
    acting = _acting(bet, loser, winner)
    if acting.for_it and acting.against:
        return _both_ways(bet, acting, live, (loser, winner), house, laws)
    if not acting.for_it and not acting.against:
        return Reason(rule="1.4", case=1, why="no card of it came, and it lies")
    share, of_how_many = _share(bet, live, house)
    won = bool(acting.for_it)
    rounded = "" if share * of_how_many == live else ", rounded down to whole checks"
    part = f" one share of {of_how_many}{rounded}" if of_how_many > 1 else ""
    return Reason(
        rule="1.4",
        case=2 if won else 3,
        laws=laws,
        why=f"{_act(bet, acting.for_it or acting.against, for_it=won)}: {'won' if won else 'lost'}{part}"
        + (", even money" if won else ""),
        result=WON if won else LOST,
        amount_cents=share,
    )


def why_at_hock(call: Call, order: tuple[str, ...], house: FaroHouse) -> Reason:
    """Why a call of the last three cards won or lost; ``order`` are the ranks as they came."""
    came, called = "-".join(order), "-".join(call.order)
    if call.order != order:
        why = f"{called} was called and {came} came"
        return Reason(rule="1.7", laws=(AS_THEY_LIE,), why=why, result=LOST, amount_cents=call.stake_cents)
    cat = len(set(order)) == 2
    times = house.cat_pays if cat else house.call_pays
    return Reason(
        rule="1.7",
        laws=(AS_THEY_LIE,),
        why=f"{came} came as it was called: {'a cat' if cat else 'the exact order'} pays "
        f"{times} {house.call_quote.replace('_', ' ')}",
        result=WON,
        amount_cents=call_pays_cents(call.stake_cents, cat, house),
    )


def why_hockelty(bet: Bet, card: str, house: FaroHouse) -> Reason:
    """Why the soda or the hock took an open bet on its rank, where the house plays hockelty."""
    share, _ = _share(bet, bet.live_cents(house.check), house)
    why = f"hockelty: open bets that cover the {rank_of(card)} are the bank’s"
    return Reason(rule="1.7", laws=(AS_THEY_LIE,), why=why, result=LOST, amount_cents=share)


def why_returned(reason: str) -> Reason:
    """Why a stake went back to its owner, by the word that the fact has for it."""
    return _RETURNED[reason]


SWEPT = Reason(rule="1.7", why="checks still lying when the hock is shown are the dealer’s in this house")
CLAIMED = Reason(rule="1.8", why="all its cards were out, and whoever notices a sleeper first may claim it")
TAKEN_ASLEEP = Reason(rule="1.8", why="all its cards were out, and sleepers are the dealer’s in this house")
_RETURNED = {
    "bank_broken": Reason(rule="1.9", laws=(BROKEN_BANK,), why="the bank was broken, and what lies is returned"),
    "sleeper": Reason(rule="1.8", why="all its cards were out, and this house returns sleepers"),
    "after_hock": Reason(rule="1.7", why="it still lay when the last card was shown, and is returned"),
    "deal_voided": Reason(rule="1.9", why="the deal was found foul, and what was not settled is returned"),
    "night_closed": Reason(
        rule="1.9", laws=(MAY_CLOSE,), why="the dealer closed, and what was not settled is returned"
    ),
}


def _both_ways(
    bet: Bet, acting: _Cards, live: int, cards: tuple[str, str], house: FaroHouse, laws: tuple[int, ...]
) -> Reason:
    loser, winner = cards
    of_one_rank = rank_of(loser) == rank_of(winner)
    share, shares = _share(bet, live, house)
    # Equal cards are no case of a high card: the rulebook has a sentence of its own for them.
    case: int | None = 4 if of_one_rank else 5
    if bet.place.kind == "high_card":
        case = None
        halved, why = house.high_card_equal == SPLIT, f"two cards of one rank, the {rank_of(winner)}, are equal"
    elif of_one_rank:
        halved, why = True, f"the {rank_of(winner)} came as loser and as winner: a true split"
    else:
        halved = house.both_ways == SPLIT and shares == 1
        why = f"{_act(bet, acting.for_it, for_it=True)}, {' and '.join(acting.against)} against it"
    if not halved:
        stands = "a share for it and one against it" if shares > 1 and not of_one_rank else "in this house a stand-off"
        why = f"{why}: {stands}, and nothing moves"
        return Reason(rule="1.4", case=case, laws=laws, why=why, result=STANDOFF)
    taken = bigger_half(share, house.check)
    half = "half" if taken * 2 == share else "the bigger half"
    of_share = f" of one share of {shares}" if shares > 1 else ""
    why = f"{why}, the bank takes {half}{of_share}, {dollars(taken)} of {dollars(share)}"
    return Reason(rule="1.4", case=case, laws=laws, why=why, result=SPLIT, amount_cents=taken)


def _act(bet: Bet, cards: tuple[str, ...], *, for_it: bool) -> str:
    verb = "is" if len(cards) == 1 else "are"
    coppered = ", coppered as it lies" if bet.coppered else ""
    return f"{' and '.join(cards)} {verb} {'for' if for_it else 'against'} it{coppered}"


def _share(bet: Bet, live_cents: int, house: FaroHouse) -> tuple[int, int]:
    """What one card moves of a live stake, in cents, and into how many shares the house divides it."""
    ranks = len(bet.place.ranks) + len(bet.place.lose)
    if house.combination_pays == "whole" or bet.place.kind in _ONE_SHARE or ranks < 2:
        return live_cents, 1
    return live_cents // ranks // house.check * house.check, ranks


_ONE_SHARE = frozenset({"colors", "high_card", "parity"})


def _acting(bet: Bet, loser: str, winner: str) -> _Cards:
    """Which of the two cards act for a bet and which against it, its copper counted (the table of rulebook 1.4)."""
    place = bet.place
    as_winner, as_loser = _sides(place, loser, winner)
    said: dict[bool, list[str]] = {True: [], False: []}
    for card, role, sides in ((winner, "winner", as_winner), (loser, "loser", as_loser)):
        for side in sides:
            said[side != bet.coppered].append(f"the {_named(place, card)} as {role}")
    return _Cards(tuple(said[True]), tuple(said[False]))


def _sides(place: Place, loser: str, winner: str) -> tuple[set[bool], set[bool]]:
    """On which side of an uncoppered bet the winner and the loser are: true is for it, none where it is not touched."""
    lost, won = rank_of(loser), rank_of(winner)
    match place.kind:
        case "high_card":
            higher = NUMBER[won] - NUMBER[lost]
            return {side for side, so in ((True, higher >= 0), (False, higher <= 0)) if so}, set()
        case "colors":
            wants_red = place.choice == "red"
            return {_is_red(winner) == wants_red}, {_is_red(loser) != wants_red}
        case "parity":
            sides = _side(won if place.card == "winner" else lost, place.ranks, place.lose)
            return (sides, set()) if place.card == "winner" else (set(), sides)
        case "heeled" | "side":
            return _side(won, place.ranks, place.lose), _side(lost, place.lose, place.ranks)
        case _:
            return _side(won, place.ranks, ()), _side(lost, (), place.ranks)


def _side(rank: str, for_it: tuple[str, ...], against: tuple[str, ...]) -> set[bool]:
    return {side for side, ranks in ((True, for_it), (False, against)) if rank in ranks}


def _is_red(card: str) -> bool:
    return suit_of(card) in RED_SUITS


def _named(place: Place, card: str) -> str:
    """A card by its rank, and by its colour where that is what counts."""
    if place.kind != "colors":
        return rank_of(card)
    return f"{'red' if _is_red(card) else 'black'} {rank_of(card)}"
