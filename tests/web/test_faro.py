"""Faro on the tablet and the board."""

from __future__ import annotations

import json
from contextlib import nullcontext
from itertools import islice
from operator import attrgetter
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from dealer.commands.refusal import Refusal
from dealer.demo import Demo
from dealer.game.actions import Choice
from dealer.games.faro.bets import place_of
from dealer.games.faro.commands import FaroHouse, PlaceBet, house_of
from dealer.games.faro.game import GAME
from dealer.games.faro.layout import KINDS, PLACES, name_of
from dealer.games.faro.state import faro_of
from dealer.night.command_parsing import read_command
from dealer.night.decide import decide
from dealer.night_service import NightService
from dealer.rules_version import PRESETS_ARE_THE_SOURCES
from events.book.book import Book
from events.effective_events import NightEvents, effective
from events.games.faro import Place
from reports.games.faro.words import words_of_turn
from reports.sheets.disputes import disputes_of
from tests.support.house import Client, House
from tests.support.tables import faro_house
from tests.web.evenings import deal_down_to_the_last_turn
from tests.web.geometry import cut_off, measure, overlaps
from tests.web.tablet_in_browser import Tablets, resize
from web.app.links import board_link, player_link
from web.board import html_of
from web.game_screens import screens_of
from web.games.faro.board import BoardView, board_view, turned
from web.games.faro.spots import LOWER, UPPER, Spot, spot_id, spots
from web.games.faro.stacks import in_checks, stacks_of
from web.games.faro.tablet import TableView, table_view

HALVES = (attrgetter("upper"), attrgetter("middle"), attrgetter("lower"))


class Faro:
    """A night of Faro with Ada Lamb and Wm. Hart, as its screens show it; a deal is on unless it is said otherwise."""

    def __init__(self, house: House, *, soda: str = "5", roll: int = 500_000, **rules: Any) -> None:
        self.house = house
        self.night = house.open_night(house={"preset": "american", **rules}, roll=roll)
        house.seat(self.night, red="Ada Lamb", blue="Wm. Hart")
        if soda:
            house.deal(self.night, soda)

    def __call__(self, do: str, **arguments: Any) -> None:
        self.house.do(self.night, do, **arguments)

    def bet(self, key: str, player: str, stake: int, *ranks: str, **place: Any) -> None:
        """A bet on a rank, or on another place."""
        at = {"kind": "single", "ranks": list(ranks), **place} if ranks else place
        self("place_bet", bet=key, player=player, stake=stake, **at)

    def turns(self, *pairs: str) -> None:
        """Turns, each ``loser winner``."""
        for pair in pairs:
            loser, winner = pair.split()
            self("turn", loser=loser, winner=winner)

    def to_the_last_turn(self) -> None:
        deal_down_to_the_last_turn(self.house, self.night)

    @property
    def view(self) -> TableView:
        state, head = self.house.service.at(self.night)
        return table_view(state, head, self.house.book.events(self.night))

    @property
    def board(self) -> BoardView:
        return board_view(self.house.service.night(self.night), effective(self.house.book.events(self.night)))

    @property
    def board_path(self) -> str:
        with self.house.app.test_request_context():
            return board_link(self.night)


@pytest.fixture
def faro(house: House) -> Faro:
    return Faro(house)


def test_a_key_for_the_next_bet_was_never_used(faro: Faro) -> None:
    version = faro.house.result(faro.night)["events"]
    assert faro.view.next_bet == f"b{version + 1}"
    faro.bet(f"b{version + 2}", "red", 100, kind="pot")
    assert faro.view.next_bet == f"b{version + 2}.1"


@pytest.mark.parametrize(
    ("rules", "cents"),
    [
        ({}, [25, 100, 500, 2_500, 10_000]),
        ({"preset": "home_night"}, [500, 2_500, 10_000]),
        ({"check": 30, "limit": 3_000}, [30]),
    ],
)
def test_amounts_are_whole_checks_of_the_house(house: House, rules: dict[str, Any], cents: list[int]) -> None:
    night = house.open_night(house={"preset": "american", **rules}, roll=300_000)
    state, head = house.service.at(night)
    assert [amount for amount, _ in table_view(state, head, house.book.events(night)).amounts] == cents


def test_a_settlement_is_listed_as_it_lay_whatever_became_of_the_bet_since(house: House) -> None:
    """What was paid on the Q was paid on the Q, though the bet was dragged on, coppered, pressed and made a paroli."""
    faro = Faro(house, running_limit=20_000)
    faro.bet("a", "red", 500, "Q")
    faro.turns("9 Q")
    as_it_lay = faro.view.sheet.lines
    assert [(line.hand, line.where, line.amount, line.note) for line in as_it_lay] == [("Pay", "the Q", "$5", "")]
    for word, more in (
        ("move_bet", {"kind": "split", "ranks": ["6", "8"]}),
        ("copper_bet", {}),
        ("press_bet", {"add": 100}),
        ("paroli_bet", {}),
        ("bar_bet", {}),
        ("take_down_bet", {}),
    ):
        faro(word, bet="a", **more)
        assert faro.view.sheet.lines == as_it_lay, word


def test_what_may_be_disputed_of_the_past_is_named_by_where_it_lay(faro: Faro) -> None:
    faro.bet("a", "red", 500, "Q")
    faro.turns("9 Q")
    faro("move_bet", bet="a", kind="split", ranks=["6", "8"])
    faro("raise_dispute", dispute="d", player="red", about="a", claim="I was paid short")
    faro("move_bet", bet="a", kind="single", ranks=["J"])
    assert faro.view.drawer.accounts[0].disputable[0].words == "the J, $5"
    faro("take_down_bet", bet="a")
    assert faro.view.drawer.accounts[0].disputable[0].words.startswith("the Q, won in ")
    service = faro.house.service
    (dispute,) = disputes_of(service.night(faro.night), service.events(faro.night))
    assert "the 6-8" in dispute.about


def test_all_screens_of_a_table_share_its_stacks_until_another_bet_is_laid(faro: Faro) -> None:
    faro.bet("a", "red", 500, "Q")
    state = faro.house.service.night(faro.night)
    stacks = stacks_of(state, faro_of(state))
    assert stacks_of(state, faro_of(state)) is stacks
    faro.bet("b", "blue", 500, "Q")
    later = faro.house.service.night(faro.night)
    assert [stack.key for stack in stacks_of(later, faro_of(later))] == ["a", "b"]
    assert stacks_of(state, faro_of(state)) == stacks


def test_the_rows_lie_as_the_players_see_them() -> None:
    columns = turned(KINDS)
    rows = [[spot.rank for column in columns for spot in half(column) if spot.rank] for half in HALVES]
    assert rows == [list("65432A"), ["7"], ["8", "9", "10", "J", "Q", "K"]]
    assert [spot.id for spot in columns[1].upper] == ["tray"]


def test_a_bet_lies_on_its_card_and_the_board_does_not_say_how_much(faro: Faro, client: Client) -> None:
    faro.bet("a", "red", 475, "Q", coppered=True)
    assert "4.75" not in client.get(faro.board_path).text
    faro.bet("b", "blue", 100, kind="heeled", win=["2"], lose=["9"])
    places = faro.board.places
    assert [(bet.player_name, bet.coppered) for bet in places["single-Q"].stacks] == [("Ada Lamb", True)]
    assert [(bet.player_name, bet.caption) for bet in places["tray"].stacks] == [("Wm. Hart", "2/9")]


def test_what_is_drawn_once_looks_as_it_would_drawn_anew(house: House) -> None:
    drawn_anew = {"once": lambda macro, *arguments: macro(*arguments)}
    with Book.open() as book, house.app.test_request_context():
        show = Demo(("faro",), book, "2026-11-21", seed=5, rounds=1)
        for _ in islice(show.turns(), 0, None, 8):
            view = board_view(NightService(book).night(show.night), effective(book.events(show.night)))
            drawn = html_of(screens_of("faro").board, view)
            with patch.dict(house.app.jinja_env.globals, drawn_anew):
                assert html_of(screens_of("faro").board, view) == drawn


def test_the_staff_are_sent_on_to_the_signed_address(faro: Faro, client: Client) -> None:
    sent = client.get(f"/board/{faro.night}")
    assert (sent.status_code, sent.headers["Location"]) == (302, faro.board_path)


@pytest.mark.parametrize("path", ["/board/{night}", "/board/{night}/stream"])
def test_a_board_needs_its_own_key_and_gives_none_away(house: House, stranger: Client, path: str) -> None:
    faro, other = Faro(house), Faro(house)
    foreign, own = (table.board_path.partition("key=")[2] for table in (other, faro))
    with house.app.test_request_context():
        players = player_link(faro.night, "red").rpartition("/")[2]
    for key in ("", "x", own[:-1], own + "A", foreign, players):
        answer = stranger.get(path.format(night=faro.night), query_string={"key": key})
        assert answer.status_code == 404, key
        assert "Tiger" not in answer.text
    page = stranger.get(faro.board_path)
    assert page.status_code == 200
    assert (page.headers["Referrer-Policy"], page.headers["Cache-Control"]) == ("no-referrer", "no-store")
    assert "style=" not in page.text


def test_dead_and_case_stand_in_one_line_beside_their_rank(tablets: Tablets, faro: Faro) -> None:
    faro.turns("9 9", "9 9", "K Q", "K Q", "K 2")
    page = tablets.at(faro.night).page
    page.evaluate("document.fonts.ready")
    for size in ((1280, 800), (1180, 820), (1179, 820), (1024, 768)):
        resize(page, size)
        tiles, states = measure(page, ".keeper .tile"), measure(page, ".keeper .state:not(:empty)")
        rows = measure(page, ".spindles li")
        heights = [tile["bottom"] - tile["top"] for tile in tiles]
        assert max(heights) - min(heights) < 1, size
        assert overlaps(tiles) == [], size
        assert [state["what"].split()[-1] for state in states] == ["dead", "case"], size
        for state, row in zip(states, (rows[8], rows[12]), strict=True):
            assert state["bottom"] - state["top"] < 1.6 * state["letters"], (size, state)
            assert abs(state["top"] + state["bottom"] - row["top"] - row["bottom"]) <= 2, (size, state)
        assert cut_off(page, ".spindles") == [], size


ALL = spots(KINDS)
HOUSE = FaroHouse()


def place_at(spot: Spot) -> Place:
    command = read_command({"do": "place_bet", "bet": "b", "player": "red", "stake": 100, **json.loads(spot.arguments)})
    assert isinstance(command, PlaceBet)
    return place_of(command, HOUSE)


def test_every_place_of_the_rules_can_be_touched_and_no_other() -> None:
    assert ("".join(UPPER), "".join(LOWER)) == ("KQJ1098", "A23456"), "the rows as the dealer sees them"
    touched = {(place.kind, frozenset(place.ranks)) for place in map(place_at, ALL) if place.kind in PLACES}
    assert touched == {(kind, ranks) for kind, sets in PLACES.items() for ranks in sets}
    assert {place_at(spot).kind for spot in ALL} == set(KINDS) - {"string", "heeled"}
    assert sum("zone" in spot.slot for spot in ALL) == 13
    assert len({spot.id for spot in ALL}) == len(ALL)


@pytest.mark.parametrize("spot", ALL, ids=lambda spot: spot.id)
def test_a_bet_lies_on_the_spot_it_is_laid_on(spot: Spot) -> None:
    place = place_at(spot)
    assert (spot_id(place), name_of(place)) == (spot.id, spot.name)


def test_a_house_shows_only_what_it_takes() -> None:
    early = faro_house("early_bank")
    kinds = {place_at(spot).kind for spot in spots(early.takes)}
    assert kinds == {"single", "split", "figure", "pot", "square"}
    assert spot_id(Place(kind="heeled", ranks=("Q",), lose=("5",))) == "tray"


BY_VALUE = FaroHouse(check_colours="value")
STAMPED = faro_house("home_night")


@pytest.mark.parametrize(
    ("cents", "counted"),
    [
        (62_500, "1×$500 1×$100 1×$25"),
        (165_500, "3×$500 1×$100 2×$25 1×$5"),
        (2_000, "4×$5"),
        (50_000, "1×$500"),
        (62_600, ""),
        (100, ""),
    ],
)
def test_the_stamped_checks_of_a_home_night_are_counted_out(cents: int, counted: str) -> None:
    """Each colour of the source's set has $5, $25, $100 and $500 checks; an amount that they cannot make stays one."""
    assert STAMPED.check_values == (500, 2_500, 10_000, 50_000)
    assert in_checks(cents, STAMPED) == counted


def test_no_other_checks_of_a_stamped_set_are_fewer() -> None:
    """The fewest checks for each amount, found without taking the largest first."""
    values = STAMPED.check_values
    fewest = {0: 0}
    for cents in range(500, 120_500, 500):
        fewest[cents] = 1 + min(fewest[cents - value] for value in values if value <= cents)
        counted = [int(part.split("×")[0]) for part in in_checks(cents, STAMPED).split()]
        assert sum(counted) == fewest[cents], cents


def test_a_payment_is_told_in_stamped_checks(house: House) -> None:
    faro = Faro(house, preset="home_night", limit=100_000)
    faro.bet("a", "red", 20_000, "Q")
    faro.turns("9 Q")
    (line,) = faro.view.sheet.lines
    assert (line.hand, line.amount, line.checks) == ("Pay", "$200", "2×$100")
    assert faro.view.counts_values


def test_a_night_of_before_is_not_of_stamped_checks() -> None:
    """A home night of earlier rules has colours for players, as its opening was made."""
    before = GAME.read_house("home_night", PRESETS_ARE_THE_SOURCES - 1)
    assert in_checks(62_500, house_of(before)) == ""
    assert before["check_colours"] == "player"


@given(st.integers(min_value=1, max_value=1_000_000))
def test_what_is_counted_out_adds_up(count: int) -> None:
    counted = [part.split("×$") if "$" in part else part.split("×") for part in in_checks(count * 25, BY_VALUE).split()]
    values = [int(value[:-1]) if value.endswith("¢") else int(value.replace(",", "")) * 100 for _, value in counted]
    assert sum(int(number) * value for (number, _), value in zip(counted, values, strict=True)) == count * 25
    assert values == sorted(values, reverse=True)


def test_dead_places_are_those_that_no_card_can_reach(faro: Faro) -> None:
    for pairs, places in (
        (["9 9"], set()),
        (["9 9"], {"single-9"}),
        (["8 8", "8 8"], {"single-8", "single-9", "split-8-9"}),
    ):
        faro.turns(*pairs)
        assert {spot.spot.id for spot in faro.view.spots.values() if spot.dead} == places


@pytest.mark.parametrize(("after_hock", "warned"), [("dealer", [("Ada Lamb, the A",)]), ("returned", [])])
def test_checks_that_would_go_with_the_hock_are_named(house: House, after_hock: str, warned: list[object]) -> None:
    """A house that returns them warns of nothing."""
    faro = Faro(house, after_hock=after_hock)
    faro.to_the_last_turn()
    faro.bet("a", "red", 500, "A")
    assert [warning.bets for warning in faro.view.sheet.warnings] == warned


def bets_for(faro: Faro, word: str) -> list[str]:
    """The bets that can be named by a command now."""
    now = faro.house.service.night(faro.night).tables["faro"]
    (bets,) = [legal.takes({})["bet"] for legal in GAME.legal(now) if legal.command.do == word] or [Choice(values=[])]
    assert isinstance(bets, Choice)
    return list(bets.values)


def at_the_hock(house: House, **rules: Any) -> Faro:
    """A night whose last turn is dealt: red has two barred bets and a call left, blue one bet."""
    faro = Faro(house, **rules)
    faro.to_the_last_turn()
    for key, player, cents in (("a", "red", 500), ("b", "red", 1_000), ("c", "blue", 200)):
        faro.bet(key, player, cents, "A", coppered=key == "b")
        faro("bar_bet", bet=key)
    left = sorted(key.rank for key in faro.view.ranks for _ in range(key.left))
    faro("call_turn", bet="call", player="red", order=left, stake=100)
    faro.turns(" ".join(rank for rank in left if rank != "A"))
    return faro


@pytest.mark.parametrize("lifted", [True, False])
def test_orders_are_offered_when_they_are_taken_and_at_no_other_time(house: House, lifted: bool) -> None:
    faro = at_the_hock(house, lift_before_hock=lifted)
    assert bets_for(faro, "take_down_bet") == (["a", "b", "c"] if lifted else [])
    assert [bets_for(faro, word) for word in ("move_bet", "copper_bet")] == [[], []]
    assert faro.view.why_no_orders
    assert bool(faro.view.sheet.warnings[0].lifts) is lifted
    for word, bet, offered in (
        ("take_down_bet", "a", lifted),
        ("take_down_bet", "call", False),
        ("copper_bet", "a", False),
    ):
        with nullcontext() if offered else pytest.raises(Refusal):
            decide(house.service.night(faro.night), read_command({"do": word, "bet": bet}))


def test_a_bet_that_its_house_locks_is_neither_moved_nor_taken_down_before_it_has_acted(house: House) -> None:
    faro = Faro(house, locked_until_action=True)
    faro.bet("a", "red", 500, "Q")
    assert [bets_for(faro, word) for word in ("move_bet", "take_down_bet", "copper_bet")] == [[], [], ["a"]]
    faro.turns("9 Q")
    assert [bets_for(faro, word) for word in ("move_bet", "take_down_bet")] == [["a"], ["a"]]


def test_the_bet_of_the_last_command_is_at_hand_until_a_card_is_shown(faro: Faro) -> None:
    faro.bet("a", "red", 500, "Q")
    faro.bet("b", "blue", 500, "2")
    for word, arguments, key in (
        ("press_bet", {"bet": "b", "add": 100}, "b"),
        ("copper_bet", {"bet": "a"}, "a"),
        ("take_down_bet", {"bet": "a"}, None),
        ("draw_loser", {"card": "K"}, None),
    ):
        faro(word, **arguments)
        assert (faro.view.last_bet and faro.view.last_bet.key) == key, word


@pytest.fixture
def whipsawed(faro: Faro) -> Faro:
    faro.bet("a", "red", 500, "Q")
    faro.bet("b", "red", 500, "2", coppered=True)
    faro.turns("Q 2")
    return faro


def called(faro: Faro, events: int | None = None) -> tuple[str, ...]:
    """What the board calls out of the only turn, as of an event."""
    history = faro.house.service.history(faro.night)
    at = history.version if events is None else events
    ((_, words),) = board_view(history.at(at), effective(history.until(at))).turns
    return words


def test_tablet_and_board_have_the_words_of_a_turn_made_once(whipsawed: Faro) -> None:
    with patch("web.games.faro.sheet.words_of_turn", wraps=words_of_turn) as made:
        words = whipsawed.view.sheet.words
        assert called(whipsawed) == words
        whipsawed.bet("c", "red", 500, "5")
        assert called(whipsawed) == words
    assert made.call_count == 1


def test_a_turn_is_called_out_as_of_each_event_and_anew_once_it_is_dealt_otherwise(whipsawed: Faro) -> None:
    events = whipsawed.house.book.events(whipsawed.night)
    at = next(event.version for event in events if event.kind == "WinnerDrawn")
    for _ in range(2):
        assert (called(whipsawed), called(whipsawed, at)) == (("Ada Lamb whipsawed",), ())
    whipsawed("void")
    whipsawed.turns("J K")
    assert called(whipsawed) == ("hangman’s turn", "wash")


def test_of_the_turn_that_a_close_cut_off_nothing_is_called_out(whipsawed: Faro) -> None:
    """A night that is closed has nothing to take back, and so no table before the turn."""
    assert whipsawed.view.sheet.words == ("Ada Lamb whipsawed",)
    whipsawed("close_night")
    assert whipsawed.view.sheet.words == ()


def test_of_events_that_are_in_no_book_nothing_is_cached(whipsawed: Faro) -> None:
    events = [replace(event, hash="") for event in whipsawed.house.book.events(whipsawed.night)]
    with patch("web.games.faro.sheet.words_of_turn", wraps=words_of_turn) as made:
        for _ in range(2):
            board_view(whipsawed.house.service.night(whipsawed.night), effective(NightEvents(events)))
    assert made.call_count == 2


def test_two_players_whose_names_differ_in_a_capital_are_both_called_out(house: House, client: Client) -> None:
    faro = Faro(house)
    for player, name in (("green", "Ann"), ("white", "ann")):
        faro("seat_player", player=player, name=name)
        faro("buy_checks", player=player, amount=5_000)
        faro.bet(f"{player}-1", player, 500, "2")
        faro.bet(f"{player}-2", player, 500, "Q", coppered=True)
    faro.turns("2 Q")
    for path in (f"/nights/{faro.night}", faro.board_path):
        assert "<li>Ann whipsawed</li><li>ann whipsawed</li>" in client.get(path).text, path
