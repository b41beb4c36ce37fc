"""The hand sheet: every card in its place, every turn in its round."""

from __future__ import annotations

from datetime import UTC

import pytest

from dealer.game.cards import PACK
from reports.games.fan_tan.papers import ROUNDS_IN_A_BAND, HandSheet, hand_sheet_view
from tests.oracle.random_fan_tan import random_fan_tan_night
from tests.reports import hands, nights


def sheet(hand: int, *, closed: bool = True) -> HandSheet:
    night = hands.crowded_pot(closed=closed)
    return hand_sheet_view(night.now, night.facts, hand, UTC)


def turns_of(view: HandSheet) -> list[int]:
    """The numbers of all turns, read off the rounds from the first to the last and down each."""
    found = []
    for band in view.bands:
        for at in range(len(band.rounds)):
            found += [turn.number for _, turns in band.turns if (turn := turns[at])]
    return found


def test_every_card_of_the_pack_is_laid_or_was_left_in_a_hand() -> None:
    view = sheet(1)
    places = {place.card: place for places in view.suits for place in places}
    assert tuple(places) == PACK
    laid = {card: turn for turn in view.record.turns for card in turn.cards}
    held = {card: player for player, cards in view.record.shown.items() for card in cards}
    assert laid.keys() | held.keys() == set(PACK)
    for card, place in places.items():
        expected = (laid[card].player, laid[card].number) if card in laid else (held[card], 0)
        assert (place.player, place.turn) == expected
        assert place.opened == (card[:-1] == "7" and card in laid)


@pytest.mark.parametrize("seed", [7, 12, 26])
def test_the_rounds_read_in_the_order_of_play(seed: int) -> None:
    night = nights.played(random_fan_tan_night(seed))
    number = 1
    view = hand_sheet_view(night.now, night.facts, number, UTC)
    assert turns_of(view) == list(range(1, len(view.record.turns) + 1))
    assert all(len(band.rounds) <= ROUNDS_IN_A_BAND for band in view.bands)
    rounds = [number for band in view.bands for number in band.rounds]
    assert rounds == list(range(1, len(rounds) + 1))


def test_whoever_lays_first_out_of_turn_stands_in_their_own_row() -> None:
    lines = [
        nights.opening(game="fan_tan", house={"preset": "encyclopedia", "first": "7d"}, roll=0, backers=[]),
        *hands.seated(),
        {"do": "start_hand", "dealer": "black"},
        {"do": "lay", "player": "white", "card": "7d"},
        {"do": "pass", "player": "black"},
        {"do": "lay", "player": "red", "card": "6d"},
    ]
    night = nights.played(lines)
    view = hand_sheet_view(night.now, night.facts, 1, UTC)
    (band,) = view.bands
    rows = {player: [turn.number if turn else None for turn in turns] for player, turns in band.turns}
    assert rows == {"red": [None, 3], "blue": [None, None], "white": [1, None], "black": [2, None]}


def test_what_was_paid_stands_beside_what_was_left() -> None:
    view = sheet(1)
    blue = next(row for row in view.seats if row.player == "blue")
    taken = next(one for one in view.wrong_passes if one.turn == 2)
    assert blue.figures.penalties == taken.chips
    assert view.wrong_turns >= {2, 9, 11}
    winner = next(row for row in view.seats if row.player == view.record.winner)
    assert (winner.figures.pot, winner.shown) == (view.record.pot_chips, ())
    assert view.pot == ("pot won", view.record.pot_chips)
    others = [row for row in view.seats if row is not winner]
    assert [row.figures.for_cards for row in others] == [len(row.shown) for row in others]
    assert all(row.dealt == row.laid + len(row.shown) for row in view.seats)


def test_the_pot_of_a_hand_that_nobody_won() -> None:
    assert sheet(2).pot == ("left in the pot", 8)
    assert sheet(3).pot == ("given back", 4)
    assert sheet(4).pot == ("given back", 4)
    view = sheet(4, closed=False)
    assert view.pot == ("in the pot", 8 + view.all.into_pot)


def test_before_the_hand_is_over_nothing_is_said_of_what_is_held() -> None:
    view = sheet(4)
    laid = {card for turn in view.record.turns for card in turn.cards}
    assert {place.card for places in view.suits for place in places if place.player} == laid
    assert view.wrong_passes == ()


def test_a_hand_that_was_not_dealt_has_no_sheet() -> None:
    with pytest.raises(LookupError, match="hand 5"):
        sheet(5)
