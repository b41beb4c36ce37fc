"""The exercises of the school of Faro: turns with bets, calls, the hock, the case-keeper and rulings."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from random import Random
from typing import Any

from msgspec.structs import replace

from dealer.commands.fields import RANKS
from dealer.commands.refusal import Amount, Cards, Phrase, Player, Refusal, phrase
from dealer.game.cards import PACK, rank_of
from dealer.game.school import (
    HALF,
    LEAVE,
    PAY,
    PLAYERS,
    TAKE,
    Choice,
    Exercise,
    Question,
    SchoolTable,
    choices_of,
    hands,
    rule,
)
from dealer.games.faro.layout import KINDS, PLACES, call_named, named
from dealer.games.faro.reasons import why_at_hock, why_done, why_in_turn
from dealer.games.faro.settlement import LOST, SPLIT, STANDOFF, WON
from dealer.games.faro.state import FARO, Bet, Call, FaroTable, faro_of
from events.common.event import Event
from events.common.play import StakeSettled
from events.games import faro

HOUSE = {"check": 100, "limit": 10_000}
ROLL_CENTS = 1_000_000
STAKES_CENTS = (100, 200, 500, 700, 1_000, 1_500)
UNEVEN_CENTS = (300, 500, 700, 1_500)
"""Stakes that do not divide into whole checks."""

NO_ACTION = ""
"""The result of a bet that the turn does not touch."""

_HANDS = {WON: PAY, LOST: TAKE, SPLIT: HALF, STANDOFF: LEAVE, NO_ACTION: LEAVE}
_TRIES = 300


def begin(table: SchoolTable, turns: int = 0, **house: Any) -> None:
    """Open a night, show the soda and deal some turns without bets."""
    table.open(game=FARO, house={**HOUSE, **house}, roll=ROLL_CENTS)
    table.do("start_deal")
    table.do("expose_soda", card=any_card(table))
    for _ in range(turns):
        table.do("turn", **_cards(table))


def place_bet(table: SchoolTable, player: str, kind: str, stakes: Iterable[int] = STAKES_CENTS, **orders: Any) -> str:
    """Place a bet of a kind somewhere it can still act; returns its key."""
    return _laid(table, player, lambda: place_arguments(kind, table.random), stakes, **orders)


def bet_on(table: SchoolTable, player: str, rank: str, stakes: Iterable[int] = STAKES_CENTS, **orders: Any) -> str:
    """Place a bet on a single rank; returns its key."""
    return _laid(table, player, lambda: {"kind": "single", "ranks": [rank]}, stakes, **orders)


def _laid(
    table: SchoolTable, player: str, place: Callable[[], Mapping[str, Any]], stakes: Iterable[int], **orders: Any
) -> str:
    key = f"b{faro_of(table.state).placed + 1}"
    for _ in range(_TRIES):
        laid = {"bet": key, "player": player, "stake": table.random.choice([*stakes]), **place(), **orders}
        if not isinstance(table.tried("place_bet", **laid), Refusal):
            table.do("place_bet", **laid)
            return key
    raise AssertionError(f"no place is left for {key}")


def place_arguments(kind: str, random: Random) -> dict[str, Any]:
    """The arguments of a random place of a kind."""
    place: dict[str, Any] = {"kind": kind}
    match kind:
        case "pot" | "high_card":
            return place
        case "row":
            return place | {"row": random.choice(("high", "low"))}
        case "parity_string":
            return place | {"parity": random.choice(("odd", "even"))}
        case "parity":
            return place | {"card": random.choice(("winner", "loser")), "parity": random.choice(("odd", "even"))}
        case "side":
            return place | {"win": random.choice(("high", "low"))}
        case "colors":
            return place | {"win": random.choice(("black", "red"))}
        case "string":
            return place | {"ranks": random.sample(RANKS, 3)}
        case "heeled":
            win, *lose = random.sample(RANKS, random.choice((2, 3)))
            return place | {"win": [win], "lose": lose}
        case _:
            return place | {"ranks": random.choice(sorted(sorted(ranks) for ranks in PLACES[kind]))}


def result_of(events: Iterable[Event], bet: str) -> StakeSettled | None:
    """The event that settles a bet, if any."""
    return next((event for event in events if isinstance(event, StakeSettled) and event.bet == bet), None)


def turn_with(table: SchoolTable, bet: str, wanted: Collection[str]) -> dict[str, str] | None:
    """Cards for the next turn that give a bet one of the wanted results; ``None`` if none were found."""
    for _ in range(_TRIES):
        cards = _cards(table)
        events = table.tried("turn", **cards)
        if isinstance(events, Refusal):
            raise events
        settled = result_of(events, bet)
        if (settled.result if settled else NO_ACTION) in wanted:
            return cards
    return None


def settled_turn(table: SchoolTable, cards: Mapping[str, str], *, with_amounts: bool = False) -> Exercise:
    """Deal a turn, and ask what to do with each bet."""
    before = faro_of(table.state)
    events = table.do("turn", **cards)
    drawn = {"loser": Cards((cards["loser"],)), "winner": Cards((cards["winner"],))}
    return Exercise(
        says=phrase("The %(loser)s loses, the %(winner)s wins. What do you do with each bet?", **drawn),
        questions=tuple(
            _about_bet(before, bet, cards, events, with_amounts=with_amounts) for bet in before.bets.values()
        ),
        night=table_with(table, before, cards),
        events=events,
    )


def table_with(table: SchoolTable, before: FaroTable, cards: Mapping[str, str]) -> Any:
    """The night with the bets as they lay, and the cards of the turn shown."""
    shown = replace(before, loser=cards["loser"], winner=cards["winner"])
    night: Any = table.state
    return replace(night, tables={**night.tables, FARO: shown})


def _about_bet(
    before: FaroTable, bet: Bet, cards: Mapping[str, str], events: Iterable[Event], *, with_amounts: bool
) -> Question:
    settled = result_of(events, bet.key)
    right = _HANDS[settled.result if settled else NO_ACTION]
    cents = max(settled.bank_paid_cents, settled.bank_took_cents) if settled else 0
    reason = why_in_turn(bet, cards["loser"], cards["winner"], before.house)
    return Question(
        about=described(bet),
        choices=hands(with_amount=with_amounts),
        right=right,
        cents=cents if with_amounts and right != LEAVE else None,
        why=reason.cited,
        bet=bet.key,
        laws=reason.laws,
    )


def described(bet: Bet | Call) -> Phrase:
    """A bet as it lies, in words."""
    place = named(bet.place) if isinstance(bet, Bet) else call_named(bet.order)
    text = phrase("%(name)s, %(stake)s: %(place)s", name=Player(bet.player), stake=Amount(bet.stake_cents), place=place)
    if isinstance(bet, Call):
        return text
    for given, order in (
        (bet.coppered, phrase("with a copper")),
        (bet.paroli, phrase("paroli")),
        (bet.barred, phrase("barred")),
        (bet.half, phrase("half goes")),
    ):
        if given:
            text = phrase("%(bet)s, %(order)s", bet=text, order=order)
    return text


def kind_turn(kind: str, table: SchoolTable, number: int, *, coppered: bool = False) -> Exercise:
    """A turn with a bet of a kind that wins, then loses, then neither; others lie beside it."""
    wanted = ((WON,), (LOST,), (NO_ACTION, STANDOFF, SPLIT))[number % 3]
    for _ in range(_TRIES):
        begin(table, table.random.randrange(4, 16))
        first, second, third = table.random.sample([*PLAYERS], 3)
        subject = place_bet(table, first, kind, coppered=coppered)
        place_bet(table, second, kind, coppered=not coppered)
        place_bet(table, third, "single", coppered=table.random.random() < 0.3)
        # Bets on colours and the like act in almost every turn.
        cards = turn_with(table, subject, wanted) or turn_with(table, subject, (WON, LOST, SPLIT, STANDOFF))
        if cards:
            return settled_turn(table, cards)
    raise AssertionError(f"no turn for {kind}")


def split_turn(table: SchoolTable, number: int) -> Exercise:
    """A turn with two cards of a rank that splits a bet, with the amount."""
    for _ in range(_TRIES):
        begin(table, table.random.randrange(2, 14))
        subject = place_bet(table, "red", "single", UNEVEN_CENTS if number % 2 else (200, 500, 1_000))
        rank = faro_of(table.state).bets[subject].place.ranks[0]
        left = [card for card in cards_left(table) if rank_of(card) == rank]
        if len(left) < 2:
            continue
        bet_on(table, "blue", rank, UNEVEN_CENTS, coppered=True)
        place_bet(table, "white", "single")
        loser, winner = table.random.sample(left, 2)
        return settled_turn(table, {"loser": loser, "winner": winner}, with_amounts=True)
    raise AssertionError("no rank has two cards left")


def ordered_turn(table: SchoolTable, number: int) -> Exercise:
    """A turn with bets that are barred or of which half goes, with the amount."""
    for _ in range(_TRIES):
        begin(table, table.random.randrange(2, 14))
        halved = place_bet(table, "red", "single")
        barred = place_bet(table, "blue", "row")
        table.do("half_goes", bet=halved)
        table.do("bar_bet", bet=barred)
        cards = turn_with(table, halved, ((WON,), (LOST,))[number % 2])
        if cards:
            return settled_turn(table, cards, with_amounts=True)
    raise AssertionError("half of the bet never acts")


RUNNING_LIMIT_CENTS = 2_500


def paroli_turn(table: SchoolTable, number: int) -> Exercise:
    """A turn with a paroli bet that wins, and what lies there afterwards."""
    for _ in range(_TRIES):
        begin(table, table.random.randrange(2, 14), running_limit=RUNNING_LIMIT_CENTS)
        subject = place_bet(table, "red", "single", (1_500, 2_000) if number % 2 else (500, 1_000), paroli=True)
        place_bet(table, "blue", "single", paroli=table.random.random() < 0.5)
        cards = turn_with(table, subject, (WON,))
        if cards:
            break
    else:
        raise AssertionError("the bet never wins")
    bet = faro_of(table.state).bets[subject]
    exercise = settled_turn(table, cards, with_amounts=True)
    paid = result_of(exercise.events, subject)
    assert isinstance(paid, faro.BetPaid)
    amounts = sorted({bet.stake_cents, bet.stake_cents + paid.paid_cents, paid.remains_cents, RUNNING_LIMIT_CENTS})
    left_on = why_done(faro.BetLeftOn(bet=subject), faro_of(table.state))
    assert left_on
    stays = Question(
        about=phrase("What lies on %(place)s then?", place=named(bet.place)),
        choices=tuple(Choice(str(cents), phrase("%(amount)s", amount=Amount(cents))) for cents in amounts),
        right=str(paid.remains_cents),
        why=left_on.cited,
    )
    return Exercise(
        says=exercise.says,
        questions=(*exercise.questions, stays),
        facts=(phrase("The running limit is %(amount)s.", amount=Amount(RUNNING_LIMIT_CENTS)),),
        night=exercise.night,
        events=exercise.events,
    )


def mixed_turn(bets: int, table: SchoolTable, number: int) -> Exercise:
    """A turn with several bets of any kinds, of which some act."""
    for _ in range(_TRIES):
        begin(table, table.random.randrange(2, 18))
        keys = [
            place_bet(table, player, kind, coppered=table.random.random() < 0.3)
            for player, kind in zip([*PLAYERS] * 2, table.random.choices(KINDS, k=bets), strict=False)
        ]
        cards = turn_with(table, table.random.choice(keys), (WON, LOST, SPLIT, STANDOFF))
        if cards:
            return settled_turn(table, cards)
    raise AssertionError("no bet acts")


def reading(titles: Mapping[str, str], table: SchoolTable, number: int) -> Exercise:
    """Bets on the layout, and what kind each is."""
    begin(table)
    kinds = [kind for kind in PLACES if kind in titles]
    for player, kind in zip(PLAYERS, table.random.sample(kinds, 3), strict=False):
        place_bet(table, player, kind)
    return Exercise(
        says=phrase("Look at the checks on the layout."),
        questions=tuple(_about_kind(bet, kinds, titles, table.random) for bet in faro_of(table.state).bets.values()),
        night=table.state,
    )


def _about_kind(bet: Bet, kinds: Iterable[str], titles: Mapping[str, str], random: Random) -> Question:
    kind, ranks = bet.place.kind, "-".join(bet.place.ranks)
    others = random.sample([other for other in kinds if other != kind], 3)
    return Question(
        about=phrase("%(name)s’s check lies for %(ranks)s. What is that?", name=Player(bet.player), ranks=ranks),
        choices=choices_of({each: phrase(titles[each]) for each in sorted((kind, *others), key=KINDS.index)}),
        right=kind,
        why=rule("1.3", phrase("%(place)s covers %(ranks)s", place=named(bet.place), ranks=ranks)),
    )


def first_cards(table: SchoolTable, number: int) -> Exercise:
    """The soda and a turn, and what each card is."""
    table.open(game=FARO, house=HOUSE, roll=ROLL_CENTS)
    table.do("start_deal")
    soda, loser, winner = (rank + "s" for rank in table.random.sample(RANKS, 3))
    events = (*table.do("expose_soda", card=soda), *table.do("turn", loser=loser, winner=winner))
    questions = {
        faro.SodaExposed: (
            phrase("Which card is the soda?"),
            phrase("the top card is shown before anybody bets, and plays for nobody"),
        ),
        faro.LoserDrawn: (
            phrase("Which card is the bank’s?"),
            phrase("the first card of a turn is the loser, and loses for the players"),
        ),
        faro.WinnerDrawn: (
            phrase("Which card wins for the players?"),
            phrase("the second card of a turn is the winner"),
        ),
    }
    cards = sorted((soda, loser, winner), key=PACK.index)
    shown = choices_of({card: phrase("the %(ranks)s", ranks=rank_of(card)) for card in cards})
    return Exercise(
        says=phrase("The cards came in this order: %(cards)s.", cards=Cards((soda, loser, winner))),
        questions=tuple(
            Question(
                about=questions[type(event)][0],
                choices=shown,
                right=event.card,
                why=rule("1.1", questions[type(event)][1]),
            )
            for event in events
            if isinstance(event, faro.SodaExposed | faro.LoserDrawn | faro.WinnerDrawn)
        ),
        night=table.state,
        events=events,
    )


def kept_cases(table: SchoolTable, number: int) -> Exercise:
    """The cards of a deal so far, and how many of some ranks are left."""
    begin(table, 6 + 4 * number)
    box = faro_of(table.state).box
    # Ranks of which many are out teach more; ties are broken at random.
    ranks = sorted(table.random.sample(RANKS, len(RANKS)), key=box.left)[:3]
    left = choices_of({str(count): phrase("%(count)s", count=count) for count in range(5)})
    return Exercise(
        says=phrase("Keep the cases. These cards are out: %(cards)s.", cards=Cards(box.exposed)),
        questions=tuple(
            Question(
                about=phrase("How many of the %(rank)s are left in the box?", rank=rank),
                choices=left,
                right=str(box.left(rank)),
                why=rule("1.10", phrase("%(out)s of the four are out", out=4 - box.left(rank))),
            )
            for rank in sorted(ranks, key=RANKS.index)
        ),
    )


DEAD, ALIVE = "dead", "alive"


def sleeping(table: SchoolTable, number: int) -> Exercise:
    """A bet whose rank is all out and another that can still act."""
    rank, *others = table.random.sample(RANKS, 4)
    three, last = [rank + suit for suit in "shd"], rank + "c"
    table.open(game=FARO, house=HOUSE, roll=ROLL_CENTS)
    table.do("start_deal")
    table.do("expose_soda", card=others[0] + "s")
    for card, other in zip(three, others, strict=True):
        table.do("turn", loser=card, winner=other + "h")
    for player, on in sorted((("red", rank), ("blue", others[0])), key=lambda _: table.random.random()):
        bet_on(table, player, on)
    table.do("turn", loser=others[1] + "d", winner=last)
    state = faro_of(table.state)
    return Exercise(
        says=phrase("These cards are out: %(cards)s. Does each bet still play?", cards=Cards(state.box.exposed)),
        questions=tuple(_about_sleeper(table, bet) for bet in state.bets.values()),
        night=table.state,
    )


def _about_sleeper(table: SchoolTable, bet: Bet) -> Question:
    claimed = table.tried("claim_sleeper", bet=bet.key, player="green")
    if isinstance(claimed, Refusal):
        right, why = ALIVE, rule("1.8", claimed.sentence)
    else:
        done = why_done(claimed[0], faro_of(table.state))
        assert done
        right, why = DEAD, done.cited
    choices = choices_of({ALIVE: phrase("It can still win or lose"), DEAD: phrase("It is dead: a sleeper")})
    return Question(about=described(bet), choices=choices, right=right, why=why)


def called(table: SchoolTable, number: int) -> Exercise:
    """Calls of the last turn, with the amounts; every other exercise is a cat."""
    *dealt, loser, winner, hock = _last_three(table.random, cat=number % 2 == 1)
    _to_the_last_turn(table, dealt)
    order = [rank_of(card) for card in (loser, winner, hock)]
    others = [list(other) for other in faro_of(table.state).orders if list(other) != order]
    for player, call in zip(PLAYERS, sorted((order, *others[:2]), key=lambda _: table.random.random()), strict=False):
        stake = table.random.choice(STAKES_CENTS)
        table.do("call_turn", bet=f"c-{player}", player=player, order=call, stake=stake)
    before = faro_of(table.state)
    table.do("turn", loser=loser, winner=winner)
    events = table.do("expose_hock", card=hock)
    drawn = {"loser": Cards((loser,)), "winner": Cards((winner,)), "hock": Cards((hock,))}
    return Exercise(
        says=phrase("The last turn: %(loser)s, %(winner)s, and the hock is %(hock)s.", **drawn),
        questions=tuple(_about_call(before, call, tuple(order), events) for call in before.calls.values()),
        night=table_with(table, before, {"loser": loser, "winner": winner}),
        events=events,
    )


def _about_call(before: FaroTable, call: Call, order: tuple[str, ...], events: Iterable[Event]) -> Question:
    settled = result_of(events, call.key)
    assert settled
    reason = why_at_hock(call, order, before.house)
    return Question(
        about=described(call),
        choices=hands(with_amount=True),
        right=_HANDS[settled.result],
        cents=max(settled.bank_paid_cents, settled.bank_took_cents),
        why=reason.cited,
        bet=call.key,
        laws=reason.laws,
    )


def after_hock(table: SchoolTable, number: int) -> Exercise:
    """Bets that still lie when the hock is shown, in a house that sweeps them or gives them back."""
    *dealt, loser, winner, hock = _last_three(table.random, cat=False)
    after = ("dealer", "returned")[number % 2]
    _to_the_last_turn(table, dealt, after_hock=after)
    for player, card in (("red", hock), ("blue", winner)):
        bet_on(table, player, rank_of(card))
    table.do("turn", loser=loser, winner=winner)
    before = faro_of(table.state)
    events = table.do("expose_hock", card=hock)
    facts = {
        "dealer": phrase("In this house the dealer has what still lies after the hock."),
        "returned": phrase("In this house what still lies after the hock goes back."),
    }
    return Exercise(
        says=phrase("The hock is shown: %(hock)s. Whose are these checks?", hock=Cards((hock,))),
        facts=(facts[after],),
        questions=tuple(_about_rest(before, bet, events) for bet in before.bets.values()),
        night=table_with(table, before, {"loser": loser, "winner": winner}),
        events=events,
    )


def _about_rest(before: FaroTable, bet: Bet, events: Iterable[Event]) -> Question:
    settled = result_of(events, bet.key)
    assert settled
    why = why_done(settled, before)
    assert why
    words = {"after_hock": phrase("The dealer’s"), "returned": phrase("Its owner’s")}
    return Question(about=described(bet), choices=choices_of(words), right=settled.result, why=why.cited, bet=bet.key)


def _last_three(random: Random, *, cat: bool) -> list[str]:
    """A shuffled pack whose last three cards are of two ranks (a cat) or of three."""
    while True:
        pack = random.sample(PACK, len(PACK))
        if len({rank_of(card) for card in pack[-3:]}) == (2 if cat else 3):
            return pack


def _to_the_last_turn(table: SchoolTable, cards: list[str], **house: Any) -> None:
    table.open(game=FARO, house={**HOUSE, **house}, roll=ROLL_CENTS)
    table.do("start_deal")
    soda, *turns = cards
    table.do("expose_soda", card=soda)
    for loser, winner in zip(turns[::2], turns[1::2], strict=True):
        table.do("turn", loser=loser, winner=winner)


def cards_left(table: SchoolTable) -> list[str]:
    """The cards in the box."""
    exposed = frozenset(faro_of(table.state).box.exposed)
    return [card for card in PACK if card not in exposed]


def any_card(table: SchoolTable) -> str:
    """Some card in the box."""
    return table.random.choice(cards_left(table))


def _cards(table: SchoolTable) -> dict[str, str]:
    loser, winner = table.random.sample(cards_left(table), 2)
    return {"loser": loser, "winner": winner}
