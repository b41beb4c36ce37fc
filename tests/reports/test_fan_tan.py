"""Fan-Tan on paper: hands as they are written down, every card in its place, every turn in its round."""

from __future__ import annotations

from datetime import UTC

import pytest

from dealer.game.cards import PACK
from dealer.night.evolve import History
from events.effective_events import effective
from reports.games.fan_tan.hands import Ending, HandRecord, Penalty, hand_records_of
from reports.games.fan_tan.papers import ROUNDS_IN_A_BAND, HandSheet, hand_sheet_view
from reports.render_options import RenderOptions
from reports.sheets.dossier import round_story
from reports.sheets.papers import list_papers
from reports.words.formatting import money, signed
from tests.oracle.random_fan_tan import random_fan_tan_night
from tests.reports import nights
from tests.reports.nights import Played
from tests.reports.test_papers import words_of_html
from tests.support.pure import PureNight
from tests.support.tables import PotTable


def records(night: Played) -> list[HandRecord]:
    return hand_records_of(one.event for one in effective(night.events))


def test_every_way_in_which_a_hand_ends_is_told_apart() -> None:
    closed = [hand.ending for hand in records(nights.crowded_pot())]
    assert closed == [Ending.WON, Ending.DEAD, Ending.VOIDED, Ending.BROKEN_OFF]
    assert records(nights.crowded_pot(closed=False))[-1].ending is Ending.ON


def test_a_penalty_is_taken_waived_or_not_decided_yet() -> None:
    first, *_ = records(nights.crowded_pot())
    fates = {one.turn: one.fate for one in first.wrong_passes()}
    assert {2, 9, 11} <= fates.keys()
    assert fates.pop(2) is Penalty.TAKEN
    assert set(fates.values()) == {Penalty.WAIVED}
    last = records(nights.crowded_pot(closed=False))[-1]
    assert {one.fate for one in last.wrong_passes()} == {Penalty.OPEN}


def test_a_wrong_pass_names_cards_that_were_laid_later_or_shown() -> None:
    for hand in records(nights.crowded_pot()):
        laid = hand.laid_at()
        for wrong in hand.wrong_passes():
            for held in wrong.held:
                if held.laid_at:
                    assert (laid[held.card].number, laid[held.card].player) == (held.laid_at, wrong.player)
                    assert held.laid_at > wrong.turn
                else:
                    assert held.card in hand.shown[wrong.player]


def test_hands_shown_because_all_had_passed_are_forgotten_when_play_goes_on() -> None:
    table = PotTable(3)
    table.deal(given={"red": "7c"})
    for _ in table.players:
        table.pass_on()
    table.show_all()
    assert set(hand_records_of(one.event for one in table.recorded)[-1].shown) == set(table.players)
    table.lay("7c")
    assert hand_records_of(one.event for one in table.recorded)[-1].shown == {}
    table.play_out()
    winner = table.hand.winner
    table.finish()
    assert winner not in hand_records_of(one.event for one in table.recorded)[-1].shown


def sheet(hand: int, *, closed: bool = True) -> HandSheet:
    night = nights.crowded_pot(closed=closed)
    return hand_sheet_view(night.now, night.events, hand, UTC)


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
    view = hand_sheet_view(night.now, night.events, number, UTC)
    assert turns_of(view) == list(range(1, len(view.record.turns) + 1))
    assert all(len(band.rounds) <= ROUNDS_IN_A_BAND for band in view.bands)
    rounds = [number for band in view.bands for number in band.rounds]
    assert rounds == list(range(1, len(rounds) + 1))


def test_whoever_lays_first_out_of_turn_stands_in_their_own_row() -> None:
    lines = [
        nights.opening(game="fan_tan", house={"preset": "encyclopedia", "first": "7d"}, roll=0, backers=[]),
        *nights.seated(),
        {"do": "start_hand", "dealer": "black"},
        {"do": "lay", "player": "white", "card": "7d"},
        {"do": "pass", "player": "black"},
        {"do": "lay", "player": "red", "card": "6d"},
    ]
    night = nights.played(lines)
    view = hand_sheet_view(night.now, night.events, 1, UTC)
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


AT_UTC = RenderOptions(zone=UTC)


def test_the_papers_are_listed_in_the_order_of_play() -> None:
    def sheets(night: Played) -> list[str]:
        names = [one.name.removeprefix(nights.NIGHT_ID + "-") for one in list_papers(night.now, night.events)]
        assert names[: len(night.now.seats) + 2] == [
            "table.pdf",
            "rules.pdf",
            *(f"settlement-{seat}-{player}.pdf" for seat, player in enumerate(night.now.seats, start=1)),
        ]
        return [name for name in names if name.startswith(("deal-", "hand-"))]

    assert sheets(nights.crowded_pot()) == ["hand-1.pdf", "hand-2.pdf", "hand-3.pdf", "hand-4.pdf"]
    assert sheets(nights.night_of_both()) == ["deal-1.pdf", "hand-1.pdf", "hand-2.pdf", "deal-2.pdf"]


@pytest.mark.usefixtures("unprinted")
def test_a_hand_whose_penalties_wait_is_not_final() -> None:
    night = nights.crowded_pot(closed=False)
    paper = words_of_html(night.sheet("hand-4", AT_UTC))
    assert "not final" in paper
    assert "not decided" in paper
    table = words_of_html(night.sheet("table", AT_UTC))
    lying = night.now.ledger.balance("pot")
    assert f"In the pot now {lying // 100} {money(lying)}" in table
    assert f"In the pot {signed(lying)}" in table


def test_nothing_of_a_hand_is_left_out_in_random_nights() -> None:
    proofs = 0
    for seed in range(4):
        history = History.of(PureNight().play(random_fan_tan_night(seed)).recorded)
        hands = {one.event.hand for one in history.events if hasattr(one.event, "hand")}
        for hand in hands:
            lines = round_story(history, (), "fan_tan", hand)
            told = [source.number for line in lines for source in line.sources]
            assert {one.version for one in history.events if getattr(one.event, "hand", 0) == hand} <= set(told)
            assert len(told) == len(set(told))
            proofs += sum("passed wrongly at turn" in line.text for line in lines)
    assert proofs
