"""Fan-Tan on paper: hands as they are written down, every card in its place, every turn in its round."""

from __future__ import annotations

from datetime import UTC

import pytest

from dealer.game.cards import PACK
from dealer.night.evolve import History
from events.effective_events import effective
from reports.games.fan_tan.papers import HANDS, ROUNDS_IN_A_BAND, FanTanHand, HandSheet, Penalty
from reports.render_options import RenderOptions
from reports.rounds.hands import Ending, HandsPlay, hands_play_of
from reports.sheets.dossier import round_story
from reports.sheets.papers import list_papers
from reports.sheets.round_sheet import sheet_view
from reports.words.formatting import money, signed
from tests.oracle.random_fan_tan import random_fan_tan_night
from tests.reports import nights
from tests.reports.nights import Played
from tests.reports.test_papers import words_of_html
from tests.support.pure import PureNight
from tests.support.tables import PotTable


def play_of(night: Played) -> HandsPlay:
    return hands_play_of((one.event for one in effective(night.events)), HANDS)


def records(night: Played) -> list[FanTanHand]:
    return [*play_of(night).hands]


def test_every_way_in_which_a_hand_ends_is_told_apart() -> None:
    closed = [hand.ending for hand in records(nights.crowded_pot())]
    assert closed == [Ending.OVER, Ending.OVER, Ending.VOIDED, Ending.BROKEN_OFF]
    assert [hand.is_won for hand in records(nights.crowded_pot())] == [True, False, False, False]
    assert records(nights.crowded_pot(closed=False))[-1].ending is Ending.ON


def test_a_penalty_is_taken_waived_or_not_decided_yet() -> None:
    first, *_ = records(nights.crowded_pot())
    fates = {wrong.turn: first.fate(wrong) for wrong in first.wrong_passes()}
    assert {2, 9, 11} <= fates.keys()
    assert fates.pop(2) is Penalty.TAKEN
    assert set(fates.values()) == {Penalty.WAIVED}
    last = records(nights.crowded_pot(closed=False))[-1]
    assert {last.fate(wrong) for wrong in last.wrong_passes()} == {Penalty.OPEN}


def test_a_wrong_pass_names_cards_that_were_laid_later_or_shown() -> None:
    for hand in records(nights.crowded_pot()):
        laid = hand.laid_at()
        for wrong in hand.wrong_passes():
            for held in wrong.held:
                if held.laid_at:
                    assert (laid[held.card].turn, laid[held.card].player) == (held.laid_at, wrong.player)
                    assert held.laid_at > wrong.turn
                else:
                    assert held.card in hand.shown[wrong.player]


def test_hands_shown_because_all_had_passed_are_forgotten_when_play_goes_on() -> None:
    table = PotTable(3)
    table.deal(given={"red": "7c"})
    for _ in table.players:
        table.pass_on()
    table.show_all()
    assert set(last_of(table).shown) == set(table.players)
    table.lay("7c")
    assert last_of(table).shown == {}
    table.play_out()
    winner = table.hand.winner
    table.finish()
    assert winner not in last_of(table).shown


def last_of(table: PotTable) -> FanTanHand:
    """The last hand of a table that is only played."""
    hand: FanTanHand = hands_play_of((one.event for one in table.recorded), HANDS).hands[-1]
    return hand


def sheet(night: Played, hand: int) -> HandSheet:
    view: HandSheet = sheet_view("fan_tan", night.now, night.events, hand, UTC).own.more
    return view


def turns_of(view: HandSheet) -> list[int]:
    """The numbers of all turns, read off the rounds from the first to the last and down each."""
    found = []
    for band in view.bands:
        for at in range(len(band.rounds)):
            found += [turn.turn for _, turns in band.turns if (turn := turns[at])]
    return found


def test_every_card_of_the_pack_is_laid_or_was_left_in_a_hand() -> None:
    night = nights.crowded_pot()
    view, record = sheet(night, 1), records(night)[0]
    places = {place.card: place for places in view.suits for place in places}
    assert tuple(places) == PACK
    laid = {card: turn for turn in record.turns for card in turn.cards}
    held = {card: player for player, cards in record.shown.items() for card in cards}
    assert laid.keys() | held.keys() == set(PACK)
    for card, place in places.items():
        expected = (laid[card].player, laid[card].turn) if card in laid else (held[card], 0)
        assert (place.player, place.turn) == expected
        assert place.opened == (card[:-1] == "7" and card in laid)


@pytest.mark.parametrize("seed", [7, 12, 26])
def test_the_rounds_read_in_the_order_of_play(seed: int) -> None:
    night = nights.played(random_fan_tan_night(seed))
    view = sheet(night, 1)
    assert turns_of(view) == list(range(1, len(records(night)[0].turns) + 1))
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
    (band,) = sheet(night, 1).bands
    rows = {player: [turn.turn if turn else None for turn in turns] for player, turns in band.turns}
    assert rows == {"red": [None, 3], "blue": [None, None], "white": [1, None], "black": [2, None]}


def test_what_was_paid_stands_beside_what_was_left() -> None:
    night = nights.crowded_pot()
    view, play = sheet(night, 1), play_of(night)
    record = play.hand_called(1)
    taken = next(one for one in view.wrong_passes if one.turn == 2)
    assert play.figures.of(1, "blue").penalties == taken.penalty
    assert view.wrong_turns >= {2, 9, 11}
    assert record.winner not in record.shown
    others = [player for player in record.players if player != record.winner]
    assert [play.figures.of(1, player).for_cards for player in others] == [
        len(record.shown[player]) for player in others
    ]
    assert all(record.left(player) == len(record.shown.get(player, ())) for player in record.players)


def test_the_pot_of_a_hand_that_nobody_won() -> None:
    play = play_of(nights.crowded_pot())
    assert [(hand.before, hand.after) for hand in play.hands] == [(0, 0), (0, 8), (8, 8), (8, 8)]
    assert [play.figures.of_round(number).returned for number in (3, 4)] == [4, 4]
    assert sum(play.divided.values()) == 8
    last = play_of(nights.crowded_pot(closed=False)).hands[-1]
    assert (last.before, last.after) == (8, 12)


def test_before_the_hand_is_over_nothing_is_said_of_what_is_held() -> None:
    night = nights.crowded_pot()
    view = sheet(night, 4)
    laid = {card for turn in records(night)[3].turns for card in turn.cards}
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
    assert f"In the pot now {money(lying)} {lying // 100}" in table
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
