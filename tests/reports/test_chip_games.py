"""The chip games on paper: every chip by the moves of money, players and pot adding up to nothing."""

from __future__ import annotations

from datetime import UTC

import pytest
from msgspec.structs import replace

from events.common.event import Event
from events.common.play import ChipsWon
from events.effective_events import effective
from events.games.farmer import FarmWon
from events.games.five_in_one import ConsolationTurned, PartSettled
from reports.games.farmer import HAND_WORDS as OF_FARMER
from reports.games.five_in_one import HAND_WORDS as OF_FIVE_IN_ONE
from reports.games.frog import HAND_WORDS
from reports.games.spoil_five import HAND_WORDS as OF_SPOIL_FIVE
from reports.render_options import HouseStyle
from reports.rounds.hands import Ending, HandFigures, HandsPlay, HandWords, hands_play_of, player_part, table_part
from reports.rounds.statement import DoesNotAddUp
from reports.sheets.papers import list_papers, name_of
from reports.sheets.round_sheet import sheet_view
from tests.reports.conftest import Prints
from tests.reports.nights_of_games import (
    FOUR,
    SEATS,
    THREE,
    night_of_frog,
    night_of_pots,
    night_of_rounds,
)
from tests.support.pdf import read_tagged


def events() -> list[Event]:
    return [one.event for one in effective(night_of_pots().events)]


def play(words: HandWords) -> HandsPlay:
    return hands_play_of(events(), words)


def test_what_each_paid_and_got_is_told_apart_by_pot_and_players() -> None:
    farmer = play(OF_FARMER)
    assert farmer.figures.of(1, "red") == HandFigures(into_pot=1, from_players=4)
    assert farmer.figures.of(1, "blue") == HandFigures(into_pot=1, to_players=2)
    assert farmer.figures.of(1, "black") == HandFigures(into_pot=1, to_players=1, from_players=1 + 1 + 6)
    assert farmer.figures.of(2, "red").from_pot == 10
    assert play(OF_SPOIL_FIVE).figures.of(3, "blue") == HandFigures(into_pot=1, from_pot=15, from_players=4)


@pytest.mark.parametrize("words", [OF_FARMER, OF_SPOIL_FIVE], ids=lambda words: words.game)
def test_players_and_pot_come_to_nothing_and_to_the_settlements_nets(words: HandWords) -> None:
    of_game = play(words)
    assert sum(of_game.net(player) for player in SEATS) + of_game.left == 0
    for player in SEATS:
        part = player_part(of_game, player)
        assert part.net_cents + sum(line.cents for line in part.beside) == of_game.net(player) * of_game.chip_cents
    assert table_part(of_game, night_of_pots().now).pot_cents == 0


def test_both_games_together_are_the_night() -> None:
    nets = {player: line["net"] for player, line in night_of_pots().result["players"].items()}
    farmer, spoil_five = play(OF_FARMER), play(OF_SPOIL_FIVE)
    assert nets == {player: farmer.net(player) * 25 + spoil_five.net(player) * 25 for player in SEATS}


def test_an_event_that_says_otherwise_stops_the_paper() -> None:
    said = [replace(one, chips=one.chips + 1) if isinstance(one, FarmWon) else one for one in events()]
    with pytest.raises(DoesNotAddUp):
        hands_play_of(said, OF_FARMER)


def rounds_events() -> list[Event]:
    return [one.event for one in effective(night_of_rounds().events)]


def rounds_play() -> HandsPlay:
    return hands_play_of(rounds_events(), OF_FIVE_IN_ONE)


def test_what_each_part_brought_adds_up_to_the_nets_of_the_night() -> None:
    play = rounds_play()
    assert [(one.hand, one.ending, one.voided) for one in play.hands] == [
        (1, Ending.OVER, None),
        (2, Ending.VOIDED, "the pack was short"),
        (3, Ending.OVER, None),
        (4, Ending.BROKEN_OFF, None),
    ]
    assert {player: play.figures.of(1, player).net for player in THREE} == {"red": -6, "blue": -3, "white": 9}
    parts = player_part(play, "white").view.tables[0].rows[0][1:6]
    assert sum(int(cell.text.replace("−", "-")) for cell in parts) == 9
    nets = {player: line["net"] for player, line in night_of_rounds().result["players"].items()}
    assert nets == {player: player_part(play, player).net_cents for player in THREE}


def test_the_rows_of_the_result_are_the_rounds_that_are_over() -> None:
    rows, play = night_of_rounds().result["hands"], rounds_play()
    over = [one for one in play.hands if one.ending is Ending.OVER]
    assert [(row["hand"], row["hits"]) for row in rows] == [(1, 4), (3, 0)]
    for row, one in zip(rows, over, strict=True):
        assert row["hits"] == one.last(ConsolationTurned).hits
        assert row["net"] == {player: play.figures.of(one.hand, player).net for player in one.players}


def test_a_part_whose_chips_are_not_what_moved_stops_the_paper() -> None:
    wrong = (ChipsWon(player="red", chips=3), ChipsWon(player="blue", chips=-3))
    said = [replace(one, won=wrong) if isinstance(one, PartSettled) else one for one in rounds_events()]
    with pytest.raises(DoesNotAddUp):
        hands_play_of(said, OF_FIVE_IN_ONE)


def test_each_round_has_a_sheet_and_one_that_was_not_dealt_has_none() -> None:
    night = night_of_rounds()
    names = [name_of(night.now, one) for one in list_papers(night.now, night.events)]
    assert [name for name in names if "round" in name] == [f"five-in-one-round-{number}" for number in range(1, 5)]
    with pytest.raises(LookupError, match="hand 5"):
        sheet_view("five_in_one", night.now, night.events, 5, UTC)


def test_no_word_above_the_parts_is_broken_beside_names_of_one_long_word(prints: Prints) -> None:
    """In the language of the longest words."""
    sheet = read_tagged(prints("ten_rounds", "five-in-one-round-1", HouseStyle(language="de", currency="EUR")))
    rows = [row for one in sheet.root.all("Table") for row in one.cells[:2]]
    above = [[" ".join(run.text for run in cell.runs) for cell in row] for row in rows]
    parts = ["Plus oder Minus", "Cold Hand", "Bango", "Put and Take", "Trostrunde"]
    assert ["Spieler", *parts] in [one[:6] for one in above]


def frog_play() -> HandsPlay:
    return hands_play_of((one.event for one in effective(night_of_frog().events)), HAND_WORDS)


def test_the_figures_of_the_hands_are_the_nets_and_the_rows_of_the_night() -> None:
    result = night_of_frog().result
    assert {player: line["net"] for player, line in result["players"].items()} == {
        player: frog_play().net(player) * 25 for player in FOUR
    }
    for row in result["hands"]:
        assert row["net"] == {player: frog_play().figures.of(row["hand"], player).net for player in row["net"]}
