"""The figures of the papers are those of the ledger, and of the events that each sheet carries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC
from typing import Any

import pytest
from msgspec.structs import fields, replace

from events.common.night import DisputeRaised, DisputeRuled, MarkerIssued, PlayerSeated, StakeLent
from events.common.play import RoundBegun
from events.effective_events import effective
from events.games import fan_tan, game_of
from events.games.faro import BetPlaced
from events.records import Recorded
from ledger.accounts import POT, checks
from ledger.ledger import Ledger
from ledger.statement import player_line
from reports.game_papers import papers_of
from reports.games.fan_tan.papers import HandSheet
from reports.games.faro.play import play_of
from reports.pdf.render import to_html
from reports.render_options import HouseStyle, RenderOptions
from reports.rounds.hands import Ending, HandsPlay
from reports.rounds.statement import DoesNotAddUp
from reports.sheets.agreement import AttachedEvents
from reports.sheets.disputes import disputes_of
from reports.sheets.markers import marker_register_of
from reports.sheets.round_sheet import sheet_view
from reports.sheets.settlement import NightPlay, Settlement, night_play_of, settlement_view
from reports.sheets.table_sheet import TableSheet, table_sheet_view
from reports.words.language import written_in
from reports.words.sentences import sentence
from tests.oracle.random_fan_tan import random_fan_tan_night, random_night_of_both
from tests.oracle.random_nights import random_night
from tests.reports import nights
from tests.reports.conftest import NIGHTS
from tests.reports.nights import Played, long_night
from tests.support.fixtures import soaked
from tests.support.tables import rows_of

GIVEN = [script.stem for script in nights.SCRIPTS]
SEEDS_A_TEST = 15


def assert_papers_add_up(night: Played) -> None:
    """Make every view of a night; each asserts its own sums, and these are held against the contract's result."""
    now, events, result = night.now, night.events, night.result
    play = night_play_of(one.event for one in effective(events))
    for player, expected in result["players"].items():
        view = settlement_view(now, events, player, UTC, play)
        account = view.statement
        assert view.net_cents == expected["net"]
        assert account.taken_away_cents - account.brought_cents == expected["net"]
        assert played_cents(play, player) + account.beside_play_cents == expected["net"]
        assert view.seal.nets_cents == {view.seat: expected["net"]}
    sheet = table_sheet_view(now, events, UTC, play)
    bank = result["bank"]
    assert {row.player: row.line.net_cents for row in sheet.players} == {
        player: expected["net"] for player, expected in result["players"].items()
    }
    bank_cents = bank["play"] + bank["sleepers"] + bank["after_hock"]
    assert sheet.sums.net_cents + bank_cents + bank["tokes"] + now.ledger.balance(POT) == 0
    at_bank = [play.games[game].figures.rows.values() for game in ("faro", "pharo") if game in sheet.parts]
    of_deals = sum(figures.bank_cents for rows in at_bank for figures in rows)
    assert of_deals + sheet.corrections_cents == sheet.result.cents == bank_cents
    for deal in play.games["faro"].rounds if "faro" in sheet.parts else ():
        own = sheet_view("faro", now, events, deal.number, UTC, play.games["faro"]).own
        assert own.bank_cents == play.games["faro"].figures.of_round(deal.number).bank_cents
    assert_pot_adds_up(night, sheet, play)


def played_cents(play: NightPlay, player: str) -> int:
    """What the play of a night came to for a player, from the figures that the papers print."""
    return sum(_cents(play.games[game], player) for game in play.played)


def _cents(game: Any, player: str) -> int:
    if isinstance(game, HandsPlay):
        return game.net(player) * game.chip_cents
    if hasattr(game, "matches"):
        return int(game.net_cents(player))
    return sum(figures.net_cents for (_, whose), figures in game.figures.rows.items() if whose == player)


def assert_pot_adds_up(night: Played, sheet: TableSheet, play: NightPlay) -> None:
    """Hold the pot of a table sheet against the contract's hands, the ledger, and the moves of money one by one."""
    begun = {game_of(one.event) for one in effective(night.events) if isinstance(one.event, RoundBegun)}
    assert ("fan_tan" in sheet.parts) == ("fan_tan" in begun or night.now.opened.games == ("fan_tan",))
    if "fan_tan" not in sheet.parts:
        return
    pot: HandsPlay = play.games["fan_tan"]
    assert pot.left * pot.chip_cents == night.now.ledger.balance(POT)
    settled = [hand for hand in pot.hands if hand.ending is Ending.OVER]
    assert [
        (
            hand.hand,
            hand.winner,
            pot.figures.of_round(hand.hand).pot,
            [(one.turn, one.penalty) for one in hand.wrong_passes()],
        )
        for hand in settled
    ] == [
        (one["hand"], one["winner"], one["pot"], [(wrong["turn"], wrong["penalty"]) for wrong in one["wrong_passes"]])
        for one in night.result["hands"]
    ]
    moved: Counter[str] = Counter()
    for one in effective(night.events):
        for move in one.event.moves if type(one.event).__module__ == fan_tan.__name__ else ():
            moved[move.credit] += move.amount_cents
            moved[move.debit] -= move.amount_cents
    assert {player: pot.net(player) * pot.chip_cents for player in night.now.seats} == {
        player: moved[checks(player)] for player in night.now.seats
    }
    for hand in pot.hands:
        players = sheet_view("fan_tan", night.now, night.events, hand.hand, UTC, pot).own.players
        assert [cell.players for cell, *_ in players.rows] == [(player,) for player in hand.seats]


@pytest.mark.parametrize("name", GIVEN)
def test_the_given_nights_add_up(name: str) -> None:
    assert_papers_add_up(nights.given(name))


@pytest.mark.parametrize("closed", [True, False])
@pytest.mark.parametrize("night", [nights.crowded, nights.crowded_pot, nights.night_of_both])
def test_long_nights_add_up_open_and_closed(night: Callable[..., Played], closed: bool) -> None:
    assert_papers_add_up(night(closed=closed))


@pytest.mark.parametrize("random_lines", [random_night, random_fan_tan_night, random_night_of_both])
@pytest.mark.parametrize("first", soaked(range(0, 45, SEEDS_A_TEST), at_once=[0]))
def test_random_nights_add_up(random_lines: Callable[[int], list[dict[str, Any]]], first: int) -> None:
    for seed in range(first, first + SEEDS_A_TEST):
        assert_papers_add_up(nights.played(random_lines(seed)))


@pytest.mark.parametrize("upto", [1, 2, 9, 40, 75, 110, 150])
@pytest.mark.parametrize("lines", [random_night(4), random_fan_tan_night(12)], ids=["faro", "fan_tan"])
def test_a_night_that_is_still_open_adds_up(lines: list[dict[str, Any]], upto: int) -> None:
    assert_papers_add_up(nights.played(lines[:upto]))


@pytest.mark.parametrize("name", GIVEN)
def test_each_deal_says_what_its_settlements_say(name: str) -> None:
    night = nights.given(name)
    play = play_of(one.event for one in effective(night.events))
    won: Counter[tuple[int, str]] = Counter()
    taken: Counter[tuple[int, str]] = Counter()
    for row in rows_of(one.event for one in effective(night.events)):
        won[row.deal, row.player] += row.paid_cents
        taken[row.deal, row.player] += row.taken_cents
    for (deal, player), figures in play.figures.rows.items():
        assert figures.won_cents + figures.calls_won_cents == won[deal, player]
        lost = figures.lost_cents + figures.split_cents + figures.calls_lost_cents
        assert lost + figures.sleepers_cents + figures.after_hock_cents == taken[deal, player]


def deals_on(view: Settlement) -> list[int]:
    return [int(row[0].text) for row in view.parts["faro"].view.tables[0].rows]


def test_a_lender_sees_what_is_still_owed_to_them() -> None:
    night = nights.crowded()
    lender = settlement_view(night.now, night.events, "black", UTC).statement
    borrower = settlement_view(night.now, night.events, "yellow", UTC).statement
    assert sum(line.cents for line in lender.is_owed) == sum(line.cents for line in borrower.owes)
    assert not lender.owes
    assert not borrower.is_owed


def test_a_debt_is_one_line_however_often_it_was_lent() -> None:
    """Each lending had the whole debt of the pair in a line of its own, on both of their settlements."""
    seats = [{"do": "seat_player", "player": one, "name": name} for one, name in (("red", "Ada"), ("blue", "Will"))]
    buys = [{"do": "buy_checks", "player": player, "amount": 50_000} for player in ("red", "blue")]
    lend = {"do": "lend_stake", "lender": "blue", "borrower": "red", "amount": 10_000, "profit_share": 0}
    repay = {"do": "repay_stake", "lender": "blue", "borrower": "red", "amount": 25_000}
    night = nights.played([nights.opening(), *seats, *buys, *[lend] * 3, repay])
    assert night.result["refused"] == []
    borrower, lender = (settlement_view(night.now, night.events, one, UTC).statement for one in ("red", "blue"))
    assert [(line.what, line.cents) for line in borrower.owes] == [("Will", 5_000)]
    assert [(line.what, line.cents) for line in lender.is_owed] == [("Ada", 5_000)]


def test_the_stake_of_a_bystander_is_cash_on_the_settlement_and_owed_by_name() -> None:
    stake = {"do": "place_bet", "bet": "b", "player": "red", "kind": "single", "ranks": ["Q"], "stake": 1_000}
    night = nights.played(
        [
            nights.opening(),
            {"do": "seat_player", "player": "red", "name": "Ada"},
            {"do": "lend_stake", "lender_name": "Doc", "borrower": "red", "amount": 3_000, "profit_share": 0.5},
            {"do": "start_deal"},
            {"do": "expose_soda", "card": "5"},
            {**stake, "form": "checks"},
            {**stake, "bet": "c", "form": "cash"},
            {"do": "turn", "loser": "Q", "winner": "2"},
            {"do": "lend_stake", "lender_name": "Kate", "borrower": "red", "amount": 500},
            {"do": "close_night"},
        ]
    )
    assert night.result["refused"] == []
    statement = settlement_view(night.now, night.events, "red", UTC).statement
    assert [(line.what, line.cents) for line in statement.brought] == [
        ("Cash from Doc for checks", 3_000),
        ("Cash for checks", 1_000),
        ("Cash from Kate for checks", 500),
    ]
    assert [(line.what, line.cents) for line in statement.taken_away] == [("Cash repaid to Doc for checks", 2_500)]
    assert [(line.what, line.cents) for line in statement.owes] == [("Doc", 500), ("Kate", 500)]
    assert (statement.between, statement.is_owed) == ((), ())
    # Of the cash for her checks she paid only that of her bet, and Doc got all that was paid for them.
    assert (statement.paid_in_cents, statement.paid_out_cents) == (1_000, 0)
    placed = next(row for row in night.events if isinstance(row.event, BetPlaced) and row.event.bet == "c")
    bought = [row.event for row in night.events if row.command == placed.command]
    assert sentence(night.now, bought) == "Ada lays $10 on the Q; Ada buys $10 in checks."
    lent = next(row.event for row in night.events if isinstance(row.event, StakeLent))
    assert sentence(night.now, [lent]) == "Doc lends Ada $30 for 50% of their profit."


def test_a_command_taken_back_is_not_on_paper() -> None:
    night = nights.crowded()
    view = settlement_view(night.now, night.events, "white", UTC)
    assert [line.cents for line in view.statement.brought] == [12500]
    assert table_sheet_view(night.now, night.events, UTC).counts.commands_taken_back == 1


@pytest.mark.parametrize(("language", "said"), [("en", "1 command corrected"), ("de", "1 Eingabe berichtigt")])
def test_a_table_sheet_says_that_a_command_was_put_right(language: str, said: str) -> None:
    lines: list[dict[str, Any]] = [
        {"do": "open_night", "table": "T", "date": "2026-11-21", "game": "faro", "house": "american"}
        | {"roll": 500_000, "dealer": "D"},
        {"do": "start_deal"},
        {"do": "expose_soda", "card": "5", "id": "soda"},
    ]
    amend = {"do": "amend", "command": "soda", "instead": {"do": "expose_soda", "card": "6"}, "drop": []}
    for corrected in (False, True):
        night = nights.played([*lines, *([amend] if corrected else [])])
        view = table_sheet_view(night.now, night.events, UTC)
        style = HouseStyle(language=language)
        with written_in(style):
            html = to_html("table_sheet.html", "", RenderOptions(style=style, zone=UTC), view=view)
        assert (said in html) == corrected


def test_who_puts_up_more_without_a_share_draws_just_that() -> None:
    """The house, where nobody is named, and anybody else; a raise that was taken back makes no row."""
    night = nights.played(
        [
            nights.opening(),
            {"do": "raise_roll", "amount": 50_000},
            {"do": "raise_roll", "amount": 20_000, "backer": "L. Short"},
            {"do": "raise_roll", "amount": 90_000, "backer": "Nobody"},
            {"do": "void"},
        ]
    )
    view = table_sheet_view(night.now, night.events, UTC)
    assert [(one.name, one.put_up_cents, one.share, one.cut_cents) for one in view.backers] == [
        ("E. Clark", 150_000, "60%", 0),
        ("B. Thompson", 100_000, "40%", 0),
        ("The house", 50_000, "–", 0),
        ("L. Short", 20_000, "–", 0),
    ]
    assert [(line.what, line.cents) for line in view.roll.lines][2:] == [
        ("The house, raised", 50_000),
        ("L. Short, raised", 20_000),
    ]


def test_a_deal_in_which_a_player_did_not_sit_is_not_on_their_settlement() -> None:
    late = {"do": "seat_player", "player": "blue", "name": "Blue"}
    early = [
        {"do": "seat_player", "player": "red", "name": "Red"},
        {"do": "buy_checks", "player": "red", "amount": 5000},
    ]
    leaves = {"do": "leave_table", "player": "red"}
    lines = [
        nights.opening(),
        *early,
        *nights.deal_lines(1),
        late,
        *nights.deal_lines(2),
        leaves,
        *nights.deal_lines(3),
    ]
    night = nights.played(lines)
    deals = {player: deals_on(settlement_view(night.now, night.events, player, UTC)) for player in ("red", "blue")}
    assert deals == {"red": [1, 2], "blue": [2, 3]}


def test_the_course_of_a_night_of_both_goes_through_deals_and_hands() -> None:
    night = nights.night_of_both()
    view = settlement_view(night.now, night.events, "red", UTC)
    play = night_play_of(one.event for one in effective(night.events)).games["fan_tan"]
    turns = [len(hand.turns) for hand in play.hands]
    assert [(one.game, one.number, one.end - one.start) for one in view.timeline.stretches] == [
        ("faro", 1, 26),
        ("fan_tan", 1, turns[0] + 1),
        ("fan_tan", 2, turns[1] + 1),
        ("faro", 2, 26),
    ]
    last = view.timeline.points[-1]
    assert last.checks_cents - last.put_in_cents == view.net_cents


def test_moves_that_do_not_fit_a_hand_stop_the_press_too() -> None:
    night = nights.crowded_pot()
    antes = ((at, one.event) for at, one in enumerate(night.events) if isinstance(one.event, fan_tan.AntePaid))
    at, ante = next(antes)
    forged = replace(night.events[at], event=replace(ante, chips=2))
    with pytest.raises(DoesNotAddUp, match="AntePaid of hand 1"):
        table_sheet_view(night.now, (*night.events[:at], forged, *night.events[at + 1 :]), UTC)


def test_moves_that_do_not_fit_the_events_stop_the_press() -> None:
    night = nights.given("faro-one-deal")
    at = next(at for at, one in enumerate(night.events) if one.kind == "BetLost")
    forged = replace(night.events[at], event=replace(night.events[at].event, taken_cents=1))
    events = (*night.events[:at], forged, *night.events[at + 1 :])
    with pytest.raises(DoesNotAddUp):
        table_sheet_view(night.now, events, UTC)


def test_nobody_and_no_deal_have_no_paper() -> None:
    night = nights.given("faro-one-deal")
    with pytest.raises(LookupError):
        settlement_view(night.now, night.events, "nobody")
    with pytest.raises(LookupError):
        sheet_view("faro", night.now, night.events, 9)


every_night = pytest.mark.parametrize("make", NIGHTS.values(), ids=NIGHTS)


@every_night
def test_a_player_has_in_every_account_what_the_events_of_their_settlement_moved(make: Callable[[], Any]) -> None:
    night = make()
    carried = AttachedEvents(night.events)
    for player in night.now.seats:
        own = _of(night.events, carried.of_player(player))
        assert player_line(_posted(own), player) == player_line(night.now.ledger, player)


@every_night
def test_the_play_of_a_round_is_what_the_events_of_its_sheet_make_it(make: Callable[[], Any]) -> None:
    """All that its view has but how many rounds there were, and what lay in the pot from those before."""
    night = make()
    carried, stand = AttachedEvents(night.events), effective(night.events)
    play = night_play_of(one.event for one in stand)
    for begun in (one.event for one in stand if isinstance(one.event, RoundBegun)):
        game = game_of(begun)
        sheet = papers_of(game).round_sheet
        if sheet is None:
            continue
        versions = {*carried.of_round(game, papers_of(game).sheet_of(begun))} - _last_of_another(stand, begun)
        own = night_play_of(one.event for one in stand if one.version in versions)
        number = sheet.number_of(begun)
        theirs, ours = (
            _figures(sheet_view(game, night.now, night.events, number, UTC, of.games[game])) for of in (play, own)
        )
        assert theirs == ours


@every_night
def test_whoever_a_sheet_names_is_seated_by_one_of_its_events(make: Callable[[], Any]) -> None:
    night = make()
    carried = AttachedEvents(night.events)
    for player in night.now.seats:
        own = _of(night.events, carried.of_player(player))
        seated = {one.event.player for one in own if isinstance(one.event, PlayerSeated)}
        assert seated >= {player, *(getattr(one.event, "player", player) for one in own)}


@every_night
def test_every_sheet_begins_with_the_opening_and_ends_with_the_head(make: Callable[[], Any]) -> None:
    events = make().events
    carried = AttachedEvents(events)
    assert carried.of_night()[0] == 1
    assert carried.of_night()[-1] == len(events) == events[-1].version
    assert carried.of([2, 2, 1]) == sorted({*carried.of_night(), *carried.of([2])})


def test_a_marker_that_was_taken_back_carries_what_took_it_back() -> None:
    night = NIGHTS["both"]()
    for marker in marker_register_of(night.now, night.events).markers:
        own = _of(night.events, marker.events)
        assert isinstance(own[0].event, MarkerIssued)
        assert own[0].event.player == marker.player
        assert len(own) == 1 + len(marker.payments) + bool(marker.void)


def test_a_ruling_that_moved_checks_comes_with_the_dispute_that_it_ended() -> None:
    night = NIGHTS["both"]()
    carried = AttachedEvents(night.events)
    moved = [(line, player) for line in disputes_of(night.now, effective(night.events)) for player in night.now.seats]
    touched = [(line.dispute, player) for line, player in moved if line.ruled and line.touches(player)]
    assert touched
    for dispute, player in touched:
        events = [one.event for one in _of(night.events, carried.of_player(player))]
        assert dispute in {event.dispute for event in events if isinstance(event, DisputeRaised)}
        assert dispute in {event.dispute for event in events if isinstance(event, DisputeRuled)}


def test_all_papers_of_a_night_together_carry_as_much_for_each_event_however_long_it_is() -> None:
    """The night of twenty deals against the same night when its fifth deal was over."""
    events = long_night().events
    begun = [one.version for one in events if isinstance(one.event, RoundBegun)]
    short, whole = _carried(events[: begun[5] - 1]), _carried(events)
    assert whole / len(events) <= 1.05 * short / (begun[5] - 1)


def _carried(events: Any) -> int:
    """How many events the table sheet, the settlements and the sheets of rounds carry, all together."""
    carried = AttachedEvents(events)
    players = dict.fromkeys(one.event.player for one in events if isinstance(one.event, PlayerSeated))
    begun = [one.event for one in events if isinstance(one.event, RoundBegun)]
    rounds = dict.fromkeys((game_of(one), papers_of(game_of(one)).sheet_of(one)) for one in begun)
    own = [*(carried.of_player(player) for player in players), *(carried.of_round(*one) for one in rounds)]
    return len(events) + sum(map(len, own))


def _of(events: Any, versions: Iterable[int]) -> list[Recorded]:
    return [events[version - 1] for version in versions]


def _last_of_another(stand: Sequence[Recorded], begun: RoundBegun) -> set[int]:
    """The night's last event, which every sheet carries, where it is of a later round of the same game."""
    rounds = [one.event for one in stand if isinstance(one.event, RoundBegun) and game_of(one.event) == game_of(begun)]
    is_later = rounds[-1] is not begun and game_of(stand[-1].event) == game_of(begun)
    return {stand[-1].version} if is_later else set()


def _figures(view: Any) -> dict[str, Any]:
    """What stands in the view of a round's sheet, for as far as it is the round's own."""
    shown = {one.name: getattr(view, one.name) for one in fields(view) if one.name not in ("play", "own")}
    shown |= {one.name: getattr(view.own, one.name) for one in fields(view.own)}
    for of_others in ("deals_dealt", "extent", "all"):
        shown.pop(of_others, None)
    if "players" in shown:
        shown["players"] = replace(shown["players"], beside="")
        del shown["record"]
    if isinstance(shown.get("more"), HandSheet):
        shown["more"] = (shown["more"].suits, shown["more"].bands, shown["more"].wrong_passes)
    return shown


def _posted(events: Iterable[Recorded]) -> Ledger:
    """What moves of events come to by account, though events between them are missing."""
    balances: dict[str, int] = {}
    for move in (move for one in events for move in one.event.moves):
        balances[move.debit] = balances.get(move.debit, 0) + move.amount_cents
        balances[move.credit] = balances.get(move.credit, 0) - move.amount_cents
    return Ledger(balances)
