"""Rulings in the school of Faro: what a player or the box does, and whether the rules let it stand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from dealer.commands.fields import RANKS
from dealer.commands.refusal import Amount, Cards, Phrase, Player, Refusal, phrase
from dealer.game.cards import rank_of
from dealer.game.school import Exercise, Question, SchoolTable, choices_of, rule
from dealer.games.faro.exercises import HOUSE, ROLL_CENTS, any_card, begin, cards_left, place_bet
from dealer.games.faro.layout import named
from dealer.games.faro.state import faro_of

ALLOW, REFUSE = "allow", "refuse"
_BETS = choices_of({ALLOW: phrase("Allow it"), REFUSE: phrase("Refuse it")})
_CARDS = choices_of({ALLOW: phrase("Deal on"), REFUSE: phrase("Stop: it is an odd card")})


class Situation(NamedTuple):
    """What somebody does: in words, as a command, and the rule that decides it."""

    says: Phrase
    do: str
    arguments: dict[str, Any]
    section: str
    allowed: Phrase
    on_card: bool = False


def ruling(table: SchoolTable, number: int) -> Exercise:
    """A situation to rule on; they come in turn, so that each is there."""
    situation = _SITUATIONS[number % len(_SITUATIONS)](table)
    answer = table.tried(situation.do, **situation.arguments)
    refused = isinstance(answer, Refusal)
    question = Question(
        about=situation.says,
        choices=_CARDS if situation.on_card else _BETS,
        right=REFUSE if refused else ALLOW,
        why=rule(situation.section, answer.sentence if isinstance(answer, Refusal) else situation.allowed),
    )
    return Exercise(says=phrase("What do you say?"), questions=(question,), facts=_cards_out(table), night=table.state)


def _cards_out(table: SchoolTable) -> tuple[Phrase, ...]:
    return (phrase("These cards are out: %(cards)s.", cards=Cards(faro_of(table.state).box.exposed)),)


def _late_bet(table: SchoolTable) -> Situation:
    begin(table, 3)
    table.do("draw_loser", card=any_card(table))
    rank = rank_of(any_card(table))
    return _bet(
        table, rank, 500, phrase("The loser is out. %(name)s lays %(stake)s on the %(rank)s.", **_by(500, rank))
    )


def _bet_in_time(table: SchoolTable) -> Situation:
    begin(table, 3)
    rank = rank_of(any_card(table))
    says = phrase("The winner is out and paid. %(name)s lays %(stake)s on the %(rank)s.", **_by(500, rank))
    return _bet(table, rank, 500, says)


def _dead_card(table: SchoolTable) -> Situation:
    rank = _with_out(table, 4)
    return _bet(table, rank, 500, phrase("%(name)s lays %(stake)s on the %(rank)s.", **_by(500, rank)), section="1.8")


def _over_case_limit(table: SchoolTable) -> Situation:
    rank = _with_out(table, 3)
    stake = int(HOUSE["limit"]) * 3 // 4
    says = phrase(
        "The limit is %(limit)s. %(name)s lays %(stake)s on the %(rank)s.",
        limit=Amount(HOUSE["limit"]),
        **_by(stake, rank),
    )
    return _bet(table, rank, stake, says, section="1.6")


def _late_lift(table: SchoolTable) -> Situation:
    begin(table, 3)
    key = place_bet(table, "blue", "single")
    table.do("draw_loser", card=any_card(table))
    return _lift(table, key, phrase("The loser is out. %(name)s takes the bet on %(place)s down.", **_on(table, key)))


def _lift_in_time(table: SchoolTable) -> Situation:
    begin(table, 3)
    key = place_bet(table, "blue", "figure")
    return _lift(table, key, phrase("Between turns %(name)s takes the bet on %(place)s down.", **_on(table, key)))


def _odd_card(table: SchoolTable) -> Situation:
    rank = _with_out(table, 4)
    return _next_card(rank + "s", table)


def _even_card(table: SchoolTable) -> Situation:
    rank = _with_out(table, 3)
    return _next_card(rank + "c", table)


def _early_call(table: SchoolTable) -> Situation:
    begin(table, 20)
    ranks = [rank_of(card) for card in table.random.sample(cards_left(table), 3)]
    says = phrase(
        "There are %(count)s cards in the box. %(name)s calls the turn: %(cards)s.",
        count=len(cards_left(table)),
        name=Player("blue"),
        cards=Cards(tuple(ranks)),
    )
    call = {"bet": "c1", "player": "blue", "order": ranks, "stake": 500}
    return Situation(says, "call_turn", call, "1.7", phrase("three cards are left, and may be called"))


def _copper_between(table: SchoolTable) -> Situation:
    begin(table, 3)
    key = place_bet(table, "blue", "single")
    says = phrase("Between turns %(name)s puts a copper on the bet on %(place)s.", **_on(table, key))
    return Situation(says, "copper_bet", {"bet": key}, "1.5", phrase("between turns a bet may be changed"))


_SITUATIONS: tuple[Callable[[SchoolTable], Situation], ...] = (
    _late_bet,
    _even_card,
    _odd_card,
    _bet_in_time,
    _late_lift,
    _dead_card,
    _lift_in_time,
    _over_case_limit,
    _early_call,
    _copper_between,
)
SITUATIONS = len(_SITUATIONS)


def _by(stake_cents: int, rank: str) -> dict[str, Any]:
    return {"name": Player("blue"), "stake": Amount(stake_cents), "rank": rank}


def _on(table: SchoolTable, key: str) -> dict[str, Any]:
    return {"name": Player("blue"), "place": named(faro_of(table.state).bets[key].place)}


def _bet(table: SchoolTable, rank: str, stake_cents: int, says: Phrase, section: str = "1.1") -> Situation:
    laid = {"bet": "late", "player": "blue", "kind": "single", "ranks": [rank], "stake": stake_cents}
    return Situation(says, "place_bet", laid, section, phrase("bets are made between turns"))


def _lift(table: SchoolTable, key: str, says: Phrase) -> Situation:
    return Situation(says, "take_down_bet", {"bet": key}, "1.5", phrase("a bet may be taken down between turns"))


def _next_card(card: str, table: SchoolTable) -> Situation:
    says = phrase("The next card from the box is the %(card)s.", card=Cards((card,)))
    return Situation(says, "draw_loser", {"card": card}, "1.1", phrase("this card can still come"), on_card=True)


def _with_out(table: SchoolTable, out: int) -> str:
    """Deal until so many cards of a rank are out, in the order spades, hearts, diamonds, clubs; returns the rank."""
    rank, *others = table.random.sample(RANKS, 6)
    table.open(game="faro", house=HOUSE, roll=ROLL_CENTS)
    table.do("start_deal")
    table.do("expose_soda", card=others[-1] + "s")
    for suit, other in zip("shdc"[:out], others, strict=False):
        table.do("turn", loser=other + "h", winner=rank + suit)
    return rank
