"""Is the game square? From the events of nights to the sentence, with exact chances beneath."""

from __future__ import annotations

import doctest
from collections import Counter
from fractions import Fraction
from itertools import combinations, groupby, permutations, product
from random import Random

import pytest

from dealer import fairness as fairness_words
from dealer.commands.refusal import Refusal, phrase
from dealer.demo import Demo
from dealer.fairness import (
    Inspection,
    NightsCards,
    as_document,
    can_see,
    how_often,
    inspect,
    late_bets_text,
    looked_at,
    odd_cards_text,
    read_cards,
    verdict_of,
)
from dealer.game import statistics as chances_of
from dealer.game.statistics import (
    Distribution,
    StatisticalTest,
    as_before,
    by_inclusion,
    drawn,
    runs,
    sum_of,
    trials,
    weighed,
)
from dealer.games.fan_tan.state import FAN_TAN
from dealer.games.faro.fairness import FaroObservation
from dealer.games.faro.state import FARO
from dealer.night.own_acts import NOT_OPENED
from events.book.book import Book
from events.common.night import PlayerSeated
from events.effective_events import effective
from events.games import faro
from events.records import RecordedCommand
from tests.support.packs import shuffled, with_splits_put_up
from tests.support.pure import PureNight
from tests.support.tables import Table


def cards_of(table: Table, *commands: RecordedCommand) -> NightsCards:
    return NightsCards.of(table.recorded, commands)


def faro_seen(inspection: Inspection) -> FaroObservation:
    seen = inspection.seen[FARO]
    assert isinstance(seen, FaroObservation)
    return seen


def deal_out(table: Table, pack: list[str], turns: int = 25) -> None:
    """Deal a pack whose soda is not out yet."""
    table("expose_soda", card=pack[0])
    for at in range(1, 2 * turns, 2):
        table.turn(pack[at], pack[at + 1])
    if turns == 25:
        table("expose_hock", card=pack[51])
        table("end_deal")


def card_tests(inspection: Inspection) -> dict[str, tuple[float, bool]]:
    return {entry.test.name: (entry.test.chance, entry.stands_out) for entry in inspection.tests}


def test_splits_put_up_are_named_in_the_sentence() -> None:
    random, table = Random(1), Table(soda=None)
    for deal in range(4):
        deal_out(table, with_splits_put_up(random, 5))
        if deal < 3:
            table("start_deal")
    inspection = inspect([cards_of(table)])
    text = str(verdict_of(inspection))
    assert text.startswith("One test stands out. Splits: ")
    assert " in 100 turns of 4 deals; a square pack gives 5.9, which is 100 times 1/17. " in text
    assert text.endswith("It would mean that splits were put up, by which the bank gains.")


def test_a_square_deal_is_reported_as_unremarkable() -> None:
    """Ten looks at one deal; the rarest is of red and black, 0.034 by itself and ten times that of all."""
    table = Table(soda=None)
    deal_out(table, shuffled(Random(13)))
    inspection = inspect([cards_of(table)])
    assert len(inspection.tests) == 10
    assert card_tests(inspection)["colour_runs"] == (pytest.approx(0.0344, abs=0.0001), False)
    assert str(verdict_of(inspection)) == "Nothing here that a square pack would not do one night in three."


def test_the_order_of_a_turn_is_worth_both_its_settlements() -> None:
    """An open bet of $2 on the Q: with Q-5 it is lost, the other way it would have won; on a split nothing changes."""
    table = Table(soda="Ks")
    table.bet("Q", 200)
    table.bet("5", 100, "blue", coppered=True)
    table.turn("Qs", "5s")
    table.bet("Q", 200)
    table.turn("Qh", "Qd")
    table.turn("2s", "3s")
    (deal,) = cards_of(table).rounds[FARO]
    assert [(order.as_dealt_cents, order.other_way_cents) for order in deal.orders] == [(300, -300), (100, 100), (0, 0)]


def test_a_players_turn_has_the_chances_of_the_cards_left() -> None:
    """A bet of $2 on the Q after the K as soda: 4 x 47 turns win, as many lose, 4 x 3 are splits."""
    table = Table(soda="Ks")
    table.bet("Q", 200)
    table.bet("", 100, "blue", kind="colors", win="red")
    table.turn("5s", "Qh")
    table.turn("Qd", "5d")
    (deal,) = cards_of(table).rounds[FARO]
    first, second = deal.players
    assert (first.name, first.turn, first.to_come, first.net_cents) == ("Red", 1, 24, 200)
    assert first.ways == {200: 188, -200: 188, -100: 12, 0: 51 * 50 - 388}
    assert first.chance_to_win == 188 / 2550
    assert (second.turn, second.net_cents) == (2, -200)
    assert second.ways == {200: 3 * 46, -200: 3 * 46, -100: 3 * 2, 0: 49 * 48 - 282}


def test_what_players_turns_brought_is_what_was_settled(book: Book) -> None:
    """A demonstration night with combinations, coppers and splits; calls and bets on colours are left out."""
    demo = Demo(("faro",), book, "2026-11-21", 3, rounds=3)
    for _ in demo.turns():
        pass
    events = [recorded.event for recorded in effective(book.events(demo.night))]
    names = {event.player: event.name for event in events if isinstance(event, PlayerSeated)}
    left_out = {event.bet for event in events if isinstance(event, faro.TurnCalled)} | {
        event.bet
        for event in events
        if isinstance(event, faro.BetPlaced | faro.BetMoved) and event.place.kind == "colors"
    }
    settled = Counter[tuple[int, int, str]]()
    for event in events:
        if isinstance(event, faro.BetPaid | faro.BetLost | faro.BetSplit) and event.bet not in left_out:
            net = event.due_cents if isinstance(event, faro.BetPaid) else -event.taken_cents
            settled[event.deal, event.turn, names[event.player]] += net
    turns = [(deal.tabs.deal, turn) for deal in read_cards(book, demo.night).rounds[FARO] for turn in deal.players]
    assert len(turns) > 200
    for deal, turn in turns:
        left = 53 - 2 * turn.turn
        assert (turn.net_cents, sum(turn.ways.values())) == (settled[deal, turn.turn, turn.name], left * (left - 1))


def test_late_bets_are_counted_by_player_and_those_before_the_opening_are_not() -> None:
    table = Table(soda="Ks")
    table.bet("Q", 200, "blue")
    table("draw_loser", card="9s")
    late = Refusal("bets_closed", "The loser is drawn: bets are closed until the winner is out.")
    early = Refusal("bets_closed", NOT_OPENED)
    wrong = Refusal("dead_card", "All four are out.")
    documents = [
        ({"do": "place_bet", "player": "red", "bet": "x"}, late),
        ({"do": "copper_bet", "bet": "b1"}, late),
        ({"do": "place_bet", "player": "red", "bet": "y"}, late),
        ({"do": "place_bet", "player": "blue", "bet": "z"}, early),
        ({"do": "place_bet", "player": "blue", "bet": "z"}, wrong),
    ]
    version = len(table.recorded)
    commands = [
        RecordedCommand(
            id=f"c{number}", stream="night", number=number, document=document, at="2026-11-21T21:00:00Z", who="D",
            device="t", version_before=version, version_after=version, refused=why.code, why=why.recorded, hash="",
        )
        for number, (document, why) in enumerate(documents)
    ]  # fmt: skip
    nights = [cards_of(table, *commands), cards_of(table, *commands[:1])]
    inspection = inspect(nights)
    assert inspection.late_bets == {"Red": 3, "Blue": 1}
    assert str(late_bets_text(inspection.late_bets)).startswith("4 late bets refused: Red 3, Blue 1. ")
    assert as_document(inspect(nights[1:]))["late_bets"]["by_player"] == {"Red": 1}
    assert as_document(inspect([cards_of(table)]))["late_bets"] == {"said": None, "by_player": {}}


def test_voided_commands_are_left_out_and_foul_deals_are_examined() -> None:
    table = Table(soda="Ks")
    table.turn("Qs", "Qh")
    table("void")
    table.turn("Qh", "2h")
    table.turn("2s", "2d")
    table("draw_loser", card="9s")
    table("void_deal", reason="a card lay face up")
    inspection = inspect([cards_of(table)])
    seen = faro_seen(inspection)
    assert (seen.turns, seen.cards, seen.splits_found) == (2, 6, 1)
    assert (seen.voided, seen.stopped, seen.splits_in_voided, inspection.taken_back) == (1, 1, 1, 1)
    assert [*map(str, looked_at(inspection))] == [
        "6 cards of Faro, in 2 turns of 1 deal.",
        "1 deal of these found foul: the cards are tested like the others (1 split among them).",
        "1 deal not dealt out: tested as far as dealt.",
        "1 showing of cards taken back as wrongly noted: those are not tested.",
    ]
    assert seen.power(inspection.level) is None


def test_odd_cards_are_reported_with_their_place() -> None:
    table = Table(soda="Ks")
    table.turn("Qs", "2h")
    version = len(table.recorded)
    refused = RecordedCommand(
        id="c", stream="night", number=9, document={}, at="2026-11-21T21:00:00Z", who="D", device="t",
        version_before=version, version_after=version, refused="odd_card", why="The Qs is already out.", hash="",
    )  # fmt: skip
    inspection = inspect([cards_of(table, refused)])
    (odd,) = inspection.odd_cards
    assert (odd.night, odd.command, str(odd.where), str(odd.why)) == (
        "night",
        9,
        "deal 1, before turn 2",
        "The Qs is already out.",
    )
    assert str(odd_cards_text(inspection.odd_cards)).startswith("1 odd card refused. ")
    table.turn("3s", "4s")
    earlier = NightsCards.of(table.recorded[: version - 1], [refused])
    assert earlier.odd_cards == ()


def test_several_nights_are_looked_at_together_and_repeats_only_within_one() -> None:
    pack = shuffled(Random(3))
    nights = []
    for _ in range(2):
        table = Table(soda=None)
        deal_out(table, pack)
        nights.append(cards_of(table))
    inspection = inspect(nights)
    seen = faro_seen(inspection)
    assert (seen.deals, seen.turns) == (2, 50)
    assert {check.name for check in inspection.not_looked} >= {"places", "neighbours", "repeats", "take", "calls"}
    assert "time" in str(verdict_of(inspection))
    power = seen.power(inspection.level)
    assert power is not None
    assert f"{power.put_up} splits put up in all" in str(can_see(inspection)[0])


def test_a_night_without_a_deal_is_reported_as_such() -> None:
    table = Table(soda=None)
    inspection = inspect([cards_of(table)])
    assert str(verdict_of(inspection)).startswith("There is nothing to test: ")
    document = as_document(inspection)
    assert (document["looks"], document["can_see"], document["power"]) == ([], [], None)
    assert inspect([]).rarest == 1.0


def test_players_with_the_same_name_are_distinguished_by_seat() -> None:
    night = PureNight()
    night("open_night", table="T", date="2026-11-21", game="fan_tan", house="encyclopedia", roll=0, dealer="D")
    for seat, name in (("red", "Ada"), ("blue", "Moss"), ("green", "Ada")):
        night("seat_player", player=seat, name=name)
        night("buy_checks", player=seat, amount=5_000)
    night("start_hand", dealer="red")
    (hand,) = NightsCards.of(night.recorded, ()).rounds[FAN_TAN]
    assert (hand.dealer, hand.dealt) == ("Ada (red)", {"Moss": 18, "Ada (green)": 17, "Ada (red)": 17})


def test_a_night_that_is_not_in_the_book_is_refused() -> None:
    with Book.open() as book, pytest.raises(Refusal, match="no night") as refused:
        read_cards(book, "2026-11-21-1")
    assert refused.value.code == "no_such_night"


def test_how_rare_in_words() -> None:
    assert doctest.testmod(fairness_words).failed == 0
    assert [str(how_often(chance, "night")) for chance in (1.0, 0.5, 0.2, 0.05, 0.00123)] == [
        "on almost any night",
        "every other night",
        "one night in five",
        "one night in 20",
        "one night in 810",
    ]


DIE = Distribution(1, (1,) * 6)


def by_counting(counts: list[int]) -> dict[int, Fraction]:
    return {count: Fraction(number, len(counts)) for count, number in Counter(counts).items()}


def chances(distribution: Distribution) -> dict[int, Fraction]:
    counts = range(distribution.least, distribution.most + 1)
    return {count: distribution.chance(count) for count in counts if distribution.chance(count)}


def test_two_dice_and_three_by_counting() -> None:
    assert chances(DIE.plus(DIE)) == by_counting([sum(dice) for dice in product(range(1, 7), repeat=2)])
    three = by_counting([sum(dice) for dice in product(range(1, 7), repeat=3)])
    assert chances(DIE.times(3)) == chances(sum_of([DIE, DIE, DIE])) == three


def test_tails_of_a_die() -> None:
    assert (DIE.at_least(5), DIE.at_most(2), DIE.at_least(7), DIE.at_most(0)) == (Fraction(1, 3), Fraction(1, 3), 0, 0)
    assert (DIE.either_way(6), DIE.either_way(3), DIE.either_way(1)) == (Fraction(1, 3), 1, Fraction(1, 3))
    assert (DIE.mean, DIE.chance(9)) == (Fraction(7, 2), 0)
    assert [DIE.rare_from(level) for level in (Fraction(1, 7), Fraction(1, 6), Fraction(1, 2), 1)] == [7, 6, 4, 1]


def test_a_sum_too_long_for_its_digits_is_rounded_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chances_of, "EXACT_BITS", 300)
    whole = 300 // 3
    assert DIE.times(whole).exact
    rounded = DIE.times(3 * whole)
    assert not rounded.exact
    first, cases = [1], 6 ** (3 * whole)
    for _ in range(3 * whole):
        first = [sum(first[max(0, at - 5) : at + 1]) for at in range(len(first) + 5)]
    for count in (rounded.least, int(rounded.mean), int(rounded.mean) + 120):
        exact = Fraction(sum(first[count - 3 * whole :]), cases)
        assert abs(rounded.at_least(count) - exact) < exact / 10**25


def test_runs_by_laying_every_row() -> None:
    for some, others in ((1, 1), (3, 3), (2, 5), (4, 0), (5, 3)):
        rows = [
            [place in chosen for place in range(some + others)] for chosen in combinations(range(some + others), some)
        ]
        assert chances(runs(some, others)) == by_counting([len(list(groupby(row))) for row in rows]), (some, others)


def test_what_falls_as_before_by_every_order() -> None:
    pack = "aabbc"
    orders = [sum(map(str.__eq__, order, pack)) for order in permutations(pack)]
    assert chances(as_before(((2, 2), (2, 2), (1, 1)))) == by_counting(orders)
    new = [sum(map(str.__eq__, order, "aabbd")) for order in permutations("abbbc")]
    assert chances(as_before(((2, 1), (2, 3), (0, 1)))) == by_counting(new)


def test_cards_drawn_and_trials_by_counting() -> None:
    hands = [sum(card < 3 for card in hand) for hand in combinations(range(7), 5)]
    assert chances(drawn(7, 3, 5)) == by_counting(hands)
    dice = [sum(die == 6 for die in thrown) for thrown in product(range(1, 7), repeat=3)]
    assert chances(trials(3, Fraction(1, 6))) == by_counting(dice)


def test_chances_that_are_no_parts_of_a_whole_are_refused() -> None:
    for wrong in ([Fraction(1, 2)], [Fraction(3, 2), Fraction(-1, 2)]):
        with pytest.raises(ValueError, match="whole"):
            Distribution.of(wrong)
    with pytest.raises(ValueError, match="whole"):
        by_inclusion([Fraction(1), Fraction(3)])


def card_test(name: str, chance: float) -> StatisticalTest:
    text = phrase(name)
    return StatisticalTest(name=name, title=text, observed=text, square=text, chance=chance, way=text, means=text)


def test_the_rarest_counts_for_all_looks_and_none_is_rarer_than_one_before_it() -> None:
    card_tests = weighed([card_test("a", 0.02), card_test("b", 0.01), card_test("c", 0.9), card_test("d", 0.011)])
    assert [entry.test.name for entry in card_tests] == ["a", "b", "c", "d"]
    assert [entry.corrected for entry in card_tests] == pytest.approx([0.04, 0.04, 0.9, 0.04])
    assert [entry.stands_out for entry in card_tests] == [True, True, False, True]


def test_no_corrected_chance_is_over_one() -> None:
    assert [entry.corrected for entry in weighed([card_test("a", 0.6), card_test("b", 0.7)])] == [1.0, 1.0]
    assert weighed([]) == ()
