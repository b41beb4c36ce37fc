"""Fan-Tan's odds against every deal and every way of play at the real table, and samples against exact figures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import pytest

from dealer.commands.refusal import Refusal
from dealer.game.cards import PACK
from dealer.games.fan_tan import odds
from dealer.games.fan_tan.odds import FanTanOdds, odds_of, position_of, possible_turns
from dealer.games.fan_tan.state import fan_tan_of
from ledger.accounts import checks
from tests.dealer.test_fan_tan import could_be_laid
from tests.support.pure import PureNight
from tests.support.tables import PotTable

Figures = tuple[tuple[Fraction, Fraction], ...]
"""Each player's chance to win and mean gain in cents."""


def figures_of(result: FanTanOdds | None) -> Figures:
    assert result
    return tuple((player.win, player.cents) for player in result.players)


def deals(table: PotTable) -> Iterator[dict[str, frozenset[str]]]:
    """Every deal of the unlaid cards in which no pass was wrong, but for the passes that prove nothing."""
    hand, house = table.hand, table.table.house
    laid = [card for turn in hand.turns for card in turn.cards]

    def dealt(players: list[str], cards: frozenset[str]) -> Iterator[dict[str, frozenset[str]]]:
        if not players:
            yield {}
            return
        for mine in combinations(sorted(cards), hand.left(players[0])):
            if could_hold(players[0], mine):
                for rest in dealt(players[1:], cards - set(mine)):
                    yield {players[0]: frozenset(mine), **rest}

    def could_hold(player: str, cards: tuple[str, ...]) -> bool:
        lying: list[str] = []
        passes = 0
        for number, turn in enumerate(hand.turns):
            if not turn.cards and turn.player == player:
                passes += 1
                free = house.voluntary_pass and (house.free_passes is None or passes <= house.free_passes)
                later = [card for other in hand.turns[number:] if other.player == player for card in other.cards]
                opening = {card for card in PACK if could_be_laid(card, lying, house.openers, house.first_card)}
                if not free and not opening & set(later) and opening & set(cards):
                    return False
            lying += turn.cards
        return True

    return dealt(list(hand.players), frozenset(PACK) - set(laid))


@dataclass
class Player:
    """Plays a deal at the real table in every way, and settles it."""

    table: PotTable
    deal: dict[str, frozenset[str]]

    def __post_init__(self) -> None:
        self.seen: dict[str, Figures] = {}

    def figures(self, night: PureNight) -> Figures:
        """The chances to win and the checks of everybody in the end."""
        table = fan_tan_of(night.now)
        hand = table.hand
        held = {
            player: sorted(card for card in cards if not hand.layout.holds(card)) for player, cards in self.deal.items()
        }
        key = repr((hand.layout, hand.on_turn, self.checks(night)))
        if key not in self.seen:
            if hand.winner:
                self.seen[key] = self.settled(night, hand.winner, held)
            else:
                first = hand.layout.first if hand.awaits_first else ""
                player = next(name for name, cards in held.items() if first in cards) if first else hand.on_turn
                nights = [
                    after(night, "lay", player=player, cards=cards) for cards in turns(night, player, held[player])
                ]
                values = [self.figures(child) for child in nights or [after(night, "pass", player=player)]]
                self.seen[key] = mean(values)
        return self.seen[key]

    def settled(self, night: PureNight, winner: str, held: dict[str, list[str]]) -> Figures:
        for player in held:
            if player != winner:
                night = after(night, "show_hand", player=player, cards=held[player])
        night = after(night, "end_hand")
        for proof in fan_tan_of(night.now).hand.proved:
            night = after(night, "take_penalty", player=proof.player, turn=proof.turn)
        night = after(night, "settle_hand")
        return tuple(
            (Fraction(player == winner), Fraction(cents))
            for player, cents in zip(held, self.checks(night), strict=True)
        )

    def checks(self, night: PureNight) -> tuple[int, ...]:
        return tuple(night.now.ledger.balance(checks(player)) for player in self.table.hand.players)


def after(night: PureNight, do: str, **arguments: Any) -> PureNight:
    """A night with another command; the night itself is left as it is."""
    copy = PureNight(night=night.now)
    copy(do, **arguments)
    return copy


def allowed(night: PureNight, player: str, cards: tuple[str, ...]) -> bool:
    try:
        after(night, "lay", player=player, cards=list(cards))
    except Refusal:
        return False
    return True


def turns(night: PureNight, player: str, held: list[str]) -> list[list[str]]:
    """For each card that the table lets the player lay, the most cards that it lets go down with it."""
    house = fan_tan_of(night.now).house
    most_cards = len(held) if house.several_openers or house.several_cards else 1
    sets = [cards for size in range(1, most_cards + 1) for cards in combinations(held, size)]
    legal = [cards for cards in sets if allowed(night, player, cards)]
    singles = [cards[0] for cards in legal if len(cards) == 1]
    return [list(max((cards for cards in legal if card in cards), key=most)) for card in singles]


def most(cards: Iterable[str]) -> tuple[int, bool]:
    """More cards first; of as many, openers."""
    cards = [*cards]
    return len(cards), len({card[:-1] for card in cards}) == 1


def mean(values: list[Figures]) -> Figures:
    return tuple(
        (
            sum((win for win, _ in rows), Fraction()) / len(rows),
            sum((cents for _, cents in rows), Fraction()) / len(rows),
        )
        for rows in zip(*values, strict=True)
    )


def by_brute_force(table: PotTable) -> tuple[int, Figures]:
    """The number of deals, and the figures as gains from here."""
    every = [Player(table, deal).figures(PureNight(night=table.now)) for deal in deals(table)]
    now = [table.chips(player) for player in table.hand.players]
    return len(every), tuple((win, cents - held) for (win, cents), held in zip(mean(every), now, strict=True))


def play_until(table: PotTable, unlaid: int, seed: int, held_back: Callable[[str], bool] = lambda card: False) -> None:
    """Play cards at random, none of those held back, until so many are not laid; stops before anybody is out."""
    random = Random(seed)
    while sum(map(table.hand.left, table.hand.players)) > unlaid:
        player = table.hand.on_turn
        able = [card for card in table.able(player) if not held_back(card)]
        if able:
            table.lay(random.choice(able))
        else:
            table.pass_on()
        assert not table.hand.winner, "choose another seed"


HOUSES: dict[str, tuple[int, int, dict[str, Any]]] = {
    "a chip for a pass": (3, 7, {"preset": "encyclopedia"}),
    "antes": (4, 6, {"preset": "antes"}),
    "five or nine": (3, 7, {"preset": "five_or_nine", "pass_pays": 2}),
    "pips": (3, 6, {"preset": "encyclopedia", "counted": "pips", "card_pays": 2}),
    "several cards": (3, 7, {"preset": "antes", "several_cards": True, "pass_pays": 1}),
    "passes at will": (3, 6, {"preset": "encyclopedia", "voluntary_pass": True, "free_passes": 3}),
    "the seven of diamonds first": (4, 6, {"preset": "encyclopedia", "first": "7d"}),
}


def late_table(house: str) -> PotTable:
    """A hand with few cards unlaid, of the first seed with which nobody is out before."""
    players, unlaid, rules = HOUSES[house]
    for seed in range(100):
        table = PotTable(players, chips=20_000, **rules)
        table.deal(seed=seed)
        try:
            if rules.get("first"):
                holder = next(player for player, cards in table.held.items() if rules["first"] in cards)
                table("lay", player=holder, card=rules["first"])
                table.held[holder].discard(rules["first"])
            play_until(table, unlaid, seed)
        except AssertionError:
            continue
        return table
    raise AssertionError("no such hand")


@pytest.mark.parametrize("house", HOUSES)
def test_few_unknown_cards_have_the_chances_of_every_deal_at_the_real_table(house: str) -> None:
    table = late_table(house)
    result = odds_of(table.table)
    assert result
    assert result.is_exact
    number, figures = by_brute_force(table)
    assert result.deals == number > 1
    assert figures_of(result) == figures


def kept_suit(house: dict[str, Any]) -> PotTable:
    """A hand of three with only spades unlaid, as nobody played one: red has eleven of them, with the seven."""
    table = PotTable(3, chips=40_000, **house)
    table.deal("green", given={"red": "As 2s 3s 4s 5s 7s 9s 10s Js Qs Ks", "blue": "8s", "green": "6s"})
    play_until(table, 13, 3, lambda card: card.endswith("s"))
    while table.hand.on_turn != "red":
        table.pass_on()
    return table


GIFTS = {"preset": "antes", "several_openers": False, "wrong_pass": 3, "wrong_pass_opener": 5}


def test_proved_penalties_go_to_the_pot_and_to_the_possible_holders() -> None:
    table = kept_suit({**GIFTS, "opener_chips": "shared"})
    table.lay("7s")
    result = odds_of(table.table)
    assert result
    assert result.is_exact
    number, figures = by_brute_force(table)
    assert result.deals == number
    assert figures_of(result) == figures


def test_no_deal_fits_passes_of_which_a_wrong_pass_is_not_proved() -> None:
    result = odds_of(kept_suit(GIFTS).table)
    assert result
    assert (result.deals, result.players) == (0, ())


@pytest.mark.parametrize("house", HOUSES)
def test_a_sample_is_within_four_standard_errors(house: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = late_table(house)
    exact = odds_of(table.table)
    monkeypatch.setattr(odds, "DEALS", 0)
    odds.worked_out.cache_clear()
    sample = odds_of(table.table)
    odds.worked_out.cache_clear()
    assert exact
    assert sample
    assert (sample.deals, sample.samples) == (exact.deals, odds.SAMPLES)
    for player, true in zip(sample.players, exact.players, strict=True):
        assert abs(player.win - true.win) <= 4 * player.win_error
        assert abs(player.cents - true.cents) <= 4 * player.cents_error


@pytest.mark.parametrize("preset", ["encyclopedia", "antes", "five_or_nine"])
@pytest.mark.parametrize("players", [3, 8])
def test_chances_add_up_to_one_and_gains_to_the_pot_from_the_first_turn(players: int, preset: str) -> None:
    table = PotTable(players, chips=20_000, preset=preset)
    table.deal(seed=players)
    for _ in range(3):
        result = odds_of(table.table)
        assert result
        assert not result.is_exact
        assert sum(player.win for player in result.players) == 1
        assert sum(player.cents for player in result.players) == table.table.pot_cents
        assert all(0 < player.win_error < 0.02 for player in result.players)
        able = table.able(table.hand.on_turn)
        if able:
            table.lay(able[0])
        else:
            table.pass_on()


SEVERAL = {"preset": "antes", "several_cards": True}


@pytest.mark.parametrize(
    "house",
    [
        SEVERAL,
        {"preset": "antes"},
        {**SEVERAL, "several_openers": False},
        {**SEVERAL, "opener": "5_or_9"},
        {**SEVERAL, "first": "7h"},
    ],
)
def test_a_turn_has_the_most_cards_that_the_table_takes_with_each_playable_card(house: dict[str, Any]) -> None:
    random = Random(5)
    seen = 0
    for seed in range(3):
        table = PotTable(8, chips=20_000, **house)
        table.deal(seed=seed)
        while not table.hand.winner:
            hand = table.hand
            first = hand.layout.first if hand.awaits_first else ""
            player = next(name for name, cards in table.held.items() if first in cards) if first else hand.on_turn
            options = turns(table, player, sorted(table.held[player]))
            position = position_of(table.table)
            mine = sum(1 << PACK.index(card) for card in table.held[player])
            cards = possible_turns(position, position.unlaid, position.reach, mine)
            assert sorted(map(names, cards)) == sorted(map(sorted, options))
            seen += sum(len(option) > 1 for option in options)
            if options:
                choice = random.choice(options)
                table("lay", player=player, cards=choice)
                table.held[player] -= set(choice)
            else:
                table.pass_on()
    assert seen


def names(cards: int) -> list[str]:
    return sorted(card for place, card in enumerate(PACK) if cards >> place & 1)


def test_there_are_no_odds_between_hands_nor_of_a_dead_hand_nor_when_somebody_is_out() -> None:
    table = PotTable(3)
    assert odds_of(table.table) is None
    table.deal()
    for _ in table.players:
        table.pass_on()
    assert odds_of(table.table) is None
    table = PotTable(3)
    table.deal()
    table.play_out()
    assert odds_of(table.table) is None


def test_every_pass_leaves_fewer_deals() -> None:
    table = kept_suit(GIFTS)
    table.lay("7s")
    counts = []
    for _ in range(2):
        result = odds_of(table.table)
        assert result
        counts.append(result.deals)
        table.pass_on()
    assert counts == [132, 110]
