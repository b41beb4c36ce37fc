"""Every screen at every size: long names, full tables, telephones; nothing is cut off or lies on another."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from itertools import islice, pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import web
from dealer.demo import Demo
from dealer.game.demonstration import DEMO_PLAYERS
from tests.support.house import Client, House
from tests.web.evenings import short_night
from tests.web.geometry import (
    broken_words,
    covered_keys,
    cut_off,
    lies_in,
    measure,
    out_of_reach,
    overlaps,
    small_keys,
    written,
)
from tests.web.tablet_in_browser import SMALLEST, Tablets, resize
from web.app.links import player_link

NAMES = (
    "Thaddeus Featherstonehaugh-Cholmondeley",
    "Wm. Hart",
    "Maximiliana Wolfeschlegelsteinhausenbergerdorff-Featherstone",
    "C. Moss",
    "Bartholomew Vanderbilt",
    "Anne-Marie de la Rochefoucauld",
    "J. Oakes",
    "Mary O’Shaughnessy",
    "Li",
    "Constantine Papadopoulos",
    "T. Vane",
    "Zebedee",
)
COLOURS = ("red", "blue", "white", "black", "yellow", "green", "brown", "orange", "seat9", "seat10", "seat11", "seat12")
UPRIGHT = ((800, 1280), (768, 1024), (820, 1180))
ON_ITS_SIDE = ((1280, 800), (1180, 820), (1024, 768))
SMALLEST_AND_WIDEST = ((768, 1024), (1024, 768), (1280, 800))
"""What is whole at these sizes has room at those between."""
TELEPHONE = ((390, 844), (844, 390))


def faro_of(house: House, players: int) -> str:
    """A turn that takes and pays, with so many players of long and short names, of whom every other owes a marker."""
    night = house.open_night()
    seated = COLOURS[:players]
    house.seat(night, **dict(zip(seated, NAMES, strict=False)))
    for player in seated[1::2]:
        house.do(night, "issue_marker", player=player, amount=50_000)
    house.deal(night)
    for at, player in enumerate(seated):
        rank = ("Q", "K", "6")[at % 3]
        house.do(night, "place_bet", bet=f"b{at}", player=player, kind="single", ranks=[rank], stake=1_250)
    house.do(night, "turn", loser="Q", winner="K")
    return night


def fan_tan_of(house: House, players: int) -> str:
    """A hand in which a player has passed."""
    night = house.open_night(game="fan_tan", house="antes", roll=0)
    house.seat(night, **dict(zip(COLOURS[:players], NAMES, strict=False)))
    house.do(night, "start_hand", dealer="red")
    house.do(night, "lay", player="blue", cards=["7d"])
    house.do(night, "pass", player="white")
    return night


def hands_of(game: str, house: House, players: int) -> str:
    night = house.open_night(game=game, house="usual", roll=0)
    house.seat(night, **dict(zip(COLOURS[:players], NAMES, strict=False)))
    house.do(night, "start_hand", dealer="red")
    return night


def test_no_style_cuts_a_name_with_dots() -> None:
    styles = sorted(Path(web.__file__).parent.rglob("*.css"))
    assert len(styles) > 8
    for style in styles:
        assert not re.search(r"text-overflow", style.read_text()), style.name


def test_every_key_of_a_table_is_in_reach_at_every_size(tablets: Tablets, house: House) -> None:
    """Every key is on the screen, large enough and free, and the page does not scroll: two tables, three sizes."""
    tablet = tablets.new()
    page = tablet.page
    for night in (faro_of(house, 6), fan_tan_of(house, 6)):
        tablet.go(f"/nights/{night}")
        page.evaluate("document.fonts.ready")
        for size in SMALLEST_AND_WIDEST:
            resize(page, size)
            at = size, night
            assert small_keys(page, "#table > .part") == [], at
            assert covered_keys(page, "#table > .part") == [], at
            assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), at
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), at
    for size in UPRIGHT:
        resize(page, size)
        box = page.locator("#part-turn").bounding_box()
        assert box
        assert box["y"] + box["height"] > size[1] - 20, size


@pytest.mark.parametrize(
    ("deal", "players"),
    [
        pytest.param(faro_of, 8, marks=pytest.mark.soak),
        (faro_of, 12),
        (fan_tan_of, 8),
        pytest.param(partial(hands_of, "spoil_five"), 10, marks=pytest.mark.soak),
        (partial(hands_of, "five_in_one"), 10),
    ],
)
def test_names_are_whole_at_large_tables(
    tablets: Tablets, house: House, deal: Callable[[House, int], str], players: int
) -> None:
    """In the seats, the sheet, the drawer and on what is done next, at every size."""
    tablet = tablets.new()
    page = tablet.page
    night = deal(house, players)
    tablet.go(f"/nights/{night}")
    page.evaluate("document.fonts.ready")
    for size in SMALLEST_AND_WIDEST:
        resize(page, size)
        at = size, night
        assert cut_off(page, "#part-players") == [], at
        assert cut_off(page, "#part-top") == [], at
        assert cut_off(page, ".sheet .scroll, #part-turn") == [], at
        seats = measure(page, ".seat[data-player]")
        (edge,) = measure(page, "#part-players")
        assert len(seats) == players
        for seat in seats:
            assert seat["bottom"] - seat["top"] >= 44, at
            assert seat["right"] <= edge["right"] + 1, at
    tablet.touch("#menu")
    for size in SMALLEST_AND_WIDEST:
        resize(page, size)
        at = size, night
        assert cut_off(page, ".drawer .who") == [], at
    tablet.touch("#drawer-done")


LONG_WORDS = ("Featherstonehaugh", "Thaddeus Featherstonehaugh-Cholmondeley", "Featherstonehaugh Jr.", *NAMES[3:])
"""Names whose longest word has seventeen letters."""


def pharo_of(house: House, players: int) -> str:
    """A table at which everybody has a livret."""
    night = house.open_night(game="pharo", house="usual")
    house.seat(night, **dict(zip(COLOURS[:players], LONG_WORDS, strict=False)))
    return night


def match_of(game: str, house: House, players: int) -> str:
    """A match that is on, of which the sheet has a column for each side."""
    night = house.open_night(game=game, house="usual", roll=0)
    seated = COLOURS[:players]
    house.seat(night, **dict(zip(seated, LONG_WORDS, strict=False)))
    house.do(night, "start_match", sides=[[player] for player in seated[:5]])
    return night


@pytest.mark.parametrize(
    ("deal", "players"),
    [
        pytest.param(faro_of, 10, marks=pytest.mark.soak),
        (pharo_of, 10),
        pytest.param(partial(hands_of, "five_in_one"), 10, marks=pytest.mark.soak),
        (partial(hands_of, "frog"), 4),
        (partial(match_of, "forty_five"), 10),
    ],
)
def test_a_word_of_seventeen_letters_is_whole_on_every_key(
    tablets: Tablets, house: House, monkeypatch: pytest.MonkeyPatch, deal: Callable[[House, int], str], players: int
) -> None:
    """And in the heads of columns and beside the pot: a name is written smaller for its longest word too."""
    monkeypatch.setattr(f"{__name__}.NAMES", LONG_WORDS)
    night = deal(house, players)
    tablet = tablets.new()
    page = tablet.page
    tablet.go(f"/nights/{night}")
    page.evaluate("document.fonts.ready")
    for size in SMALLEST_AND_WIDEST:
        resize(page, size)
        assert broken_words(page, "#table > .part button .name, .columns .name, .pot .name") == [], size


def faro_between_deals(house: House, players: int) -> str:
    night = house.open_night(house={"preset": "american", "running_limit": 50_000})
    house.seat(night, **dict(zip(COLOURS[:players], LONG_WORDS, strict=False)))
    return night


def faro_in_dispute(house: House, players: int) -> str:
    """A turn in which two bets are disputed."""
    night = faro_of(house, players)
    for at, claim in enumerate(("My bet was on the king, and nobody moved it there", "The card fell")):
        house.do(night, "raise_dispute", dispute=f"d{at}", player=COLOURS[at], about=f"b{at}", claim=claim)
    return night


LANDSCAPE = ((1280, 800), (1024, 768))
TABS = tuple(f'.tab[data-opens="{tab}"]' for tab in ("money", "seats", "disputes", "night"))


@pytest.mark.parametrize(
    ("deal", "players", "touches"),
    [
        (lambda house, _: house.open_night(), 0, ("#menu", *TABS)),
        (faro_between_deals, 2, ("#key-pick", "#key-pick", "#key-other", "#menu", *TABS)),
        (
            faro_in_dispute,
            8,
            ("#menu", TABS[2], '[data-dispute="d0"].primary', '[data-choice="ruling"][data-value="corrected"]'),
        ),
        (fan_tan_of, 6, ("#menu", *TABS)),
        pytest.param(pharo_of, 6, ("#menu", *TABS), marks=pytest.mark.soak),
        pytest.param(partial(hands_of, "five_in_one"), 4, ("#menu", TABS[3]), marks=pytest.mark.soak),
        (partial(match_of, "forty_five"), 5, ("#menu", TABS[3])),
    ],
)
def test_no_text_is_cut_on_the_main_screens(
    tablets: Tablets, house: House, deal: Callable[[House, int], str], players: int, touches: tuple[str, ...]
) -> None:
    tablet = tablets.new(SMALLEST)
    tablet.go(f"/nights/{deal(house, players)}")
    tablet.page.evaluate("document.fonts.ready")
    for touched in ("", *touches):
        if touched:
            tablet.touch(touched)
        assert cut_off(tablet.page, "body") == [], touched


def test_every_rank_of_the_case_keeper_keeps_its_column_while_bets_are_paid(tablets: Tablets, house: House) -> None:
    tablet = tablets.new()
    tablet.go(f"/nights/{faro_of(house, 6)}")
    for size in LANDSCAPE:
        resize(tablet.page, size)
        paying = measure(tablet.page, ".keeper .tile")
        assert overlaps(paying) == [], size
        tablet.touch("#step")
        tablet.sees(".side:not(.paying)")
        settled = measure(tablet.page, ".keeper .tile")
        assert [(tile["left"], tile["top"]) for tile in paying] == [(tile["left"], tile["top"]) for tile in settled]
        assert len({tile["left"] for tile in settled}) == 1, size
        tablet.touch("#step")
        tablet.rest()


def test_a_seat_beyond_the_colours_has_a_name(tablets: Tablets, house: House) -> None:
    night = faro_of(house, 10)
    with house.app.test_request_context():
        own = player_link(night, "seat9")
    tablet = tablets.new()
    for page in (f"/nights/{night}", own):
        tablet.go(page)
        assert "seat9" not in tablet.page.inner_text("body")
        assert "seat11" not in tablet.page.inner_text("body")
    tablet.go(f"/nights/{night}")
    tablet.touch("#menu")
    tablet.touch(TABS[1])
    expect(tablet.page.locator('[data-choice="colour"]')).to_contain_text("grey 11")


def test_names_are_whole_on_the_board_a_players_page_and_the_register(tablets: Tablets, house: House) -> None:
    tablet = tablets.new((1280, 720))
    page = tablet.page
    for night in (faro_of(house, 12), fan_tan_of(house, 8)):
        tablet.go(f"/board/{night}")
        page.evaluate("document.fonts.ready")
        for size in ((1280, 720), (1920, 1080), (768, 1024)):
            resize(page, size)
            at = size, night
            assert cut_off(page, ".at-table, .casekeeper.seated, .turns, .head") == [], at
        with house.app.test_request_context():
            own = player_link(night, "white")
        resize(page, (390, 844))
        for where in (own, f"/nights/{night}/audit"):
            tablet.go(where)
            expect(page.locator("h1, .register .says").filter(has_text=NAMES[2]).first).to_be_visible()
            assert cut_off(page, "h1, .who, .register") == [], where
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), where


CROWD = {"white": "Bartholomew Vanderbilt", "black": "Constance Moss", "yellow": "Ruth Bellingham", "green": "T. Vane"}
BESIDES = {"brown": "Doc Reed", "orange": "Li Wei", "seat9": "E. Poe", "seat10": "Ann Shaw"}
BOARD_SIZES = ((1920, 1080), (1280, 720))
SEED = 7
Dealt = Callable[[str, int], str]


@pytest.fixture
def dealt(house: House, monkeypatch: pytest.MonkeyPatch) -> Dealt:
    """Deals so many turns of a demonstration; gives its night."""
    for player, name in CROWD.items():
        monkeypatch.setitem(DEMO_PLAYERS, player, name)

    def deal(name: str, turns: int) -> str:
        demo = Demo((name,), house.book, "2026-11-21", SEED)
        for _ in islice(demo.turns(), turns):
            pass
        return demo.night

    return deal


def test_a_telephone_keeps_what_waits_in_sight_and_sends_it(tablets: Tablets, house: House, night: str) -> None:
    """Also when the page is loaded again on it; the keys of the table can still be scrolled to."""
    tablet = tablets.new()
    page = tablet.page
    tablet.go(f"/nights/{night}")
    page.route("**/commands", lambda route: route.abort())
    tablet.follow("player:red", "amount:500", "spot:single-Q")
    expect(tablet.saved).to_have_text("not saved")
    for size in TELEPHONE:
        resize(page, size)
        for shown in ("#strip", "#waiting", "#saved"):
            expect(page.locator(shown)).to_be_in_viewport(ratio=1)
        assert cut_off(page, "#strip, #waits, #part-top") == [], size
    page.reload()
    expect(page.locator("#strip")).to_contain_text("Offline. 1 action will be sent")
    page.unroute("**/commands")
    expect(tablet.saved).to_have_text("saved")
    assert house.result(night)["players"]["red"]["staked"] == 500


SCALED = ((1366, 625), (1280, 593), (944, 656), (656, 944))
"""Windows in which the table is drawn smaller, and is whole: browsers on laptops, tablets with a browser's zoom."""
SCROLLED = ((960, 465), (390, 844), (844, 390))
LEAST_PX = {"faro": 30, "fan_tan": 38, "farmer": 38, "five_hundred": 38}
"""How high and wide a key is at least; the places of Faro's layout are as high as they are between the cards."""


@pytest.mark.parametrize("game", LEAST_PX)
def test_every_key_of_a_table_is_in_reach_in_a_small_window(tablets: Tablets, dealt: Dealt, game: str) -> None:
    """A smaller table is whole; in a window that is smaller still each key is scrolled to, under the head."""
    tablet = tablets.at(dealt(game, 5))
    page = tablet.page
    page.evaluate("document.fonts.ready")
    for size in SCALED:
        resize(page, size)
        assert out_of_reach(page, LEAST_PX[game]) == [], size
    for size in SCROLLED:
        resize(page, size)
        assert out_of_reach(page, LEAST_PX[game], scrolls=True) == [], size
        for key in ("#menu", "#saved", "#part-top .phase"):
            expect(page.locator(key)).to_be_in_viewport(ratio=1)
        assert cut_off(page, "#part-top") == [], size


def test_a_telephone_does_money_seats_and_disputes(tablets: Tablets, house: House, night: str) -> None:
    house.do(night, "place_bet", bet="q", player="red", kind="single", ranks=["Q"], stake=500)
    tablet = tablets.at(night, TELEPHONE[0])
    page = tablet.page
    tablet.touch("#menu")
    for tab, chosen in (("money", "red"), ("money", "bank"), ("seats", ""), ("disputes", "red"), ("night", "")):
        tablet.touch(f'.tab[data-opens="{tab}"]')
        if chosen:
            tablet.touch(f"#who-{tab}-{chosen}")
        for size in TELEPHONE:
            resize(page, size)
            assert out_of_reach(page, 38, scrolls=True) == [], (tab, size)
            assert cut_off(page, ".drawer-body") == [], (tab, size)
    resize(page, TELEPHONE[0])
    tablet.cage("red", "buy_checks", 10_000)
    tablet.touch('.tab[data-opens="seats"]')
    tablet.seat("white", "J. Oakes")
    tablet.follow('.tab[data-opens="disputes"]', "#who-disputes-red")
    tablet.follow('#disputed-by-red [data-choice="about"]', "fill:#typed-claim:It was coppered", "#act-raise_dispute")
    expect(tablet.saved).to_have_text("saved")
    players = house.result(night)["players"]
    assert players["red"]["checks"] == 29_500
    assert players["white"]["name"] == "J. Oakes"
    assert house.service.night(night).disputes


@pytest.mark.parametrize("size", [(1280, 800), (800, 1280), (390, 844)])
def test_a_field_stays_above_the_keyboard_that_types_into_it(
    tablets: Tablets, house: House, night: str, size: tuple[int, int]
) -> None:
    """A keyboard on the screen takes the lower part of it: the page has 300 px left."""
    tablet = tablets.at(night, size)
    page, name = tablet.page, tablet.page.locator("#seat-name")
    tablet.follow("#menu", '.tab[data-opens="seats"]', "#seat-name")
    resize(page, (size[0], 300))
    expect(name).to_be_focused()
    expect(name).to_be_in_viewport(ratio=1)
    page.keyboard.type("Dora Lane")
    assert not page.evaluate(COVERED_FIELD, "#seat-name")
    expect(name).to_have_value("Dora Lane")
    tablet.touch("#seat-them")
    expect(tablet.saved).to_have_text("saved")
    assert house.result(night)["players"]["white"]["name"] == "Dora Lane"
    resize(page, size)
    tablet.follow('.tab[data-opens="disputes"]', "#who-disputes-red", "#typed-claim")
    resize(page, (size[0], 300))
    expect(page.locator("#typed-claim")).to_be_in_viewport(ratio=0.99)
    assert not page.evaluate(COVERED_FIELD, "#typed-claim")


COVERED_FIELD = """(selector) => {
  const field = document.querySelector(selector), box = field.getBoundingClientRect();
  return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) !== field;
}"""


def test_all_seats_of_a_table_of_ten_are_on_the_board(tablets: Tablets, house: House, dealt: Dealt) -> None:
    """Of hands that are shown, with cards and counts."""
    night = dealt("farmer", 5)
    for player, name in BESIDES.items():
        house.do(night, "seat_player", player=player, name=name)
    tablet = tablets.new()
    tablet.go(f"/board/{night}")
    for size in BOARD_SIZES:
        resize(tablet.page, size)
        assert len(measure(tablet.page, "#seats > li")) == 10
        assert cut_off(tablet.page, "#seats") == [], size


@pytest.mark.parametrize("game", ["five_in_one", "frog"])
def test_what_came_of_the_last_hands_and_parts_is_told_to_the_end(tablets: Tablets, dealt: Dealt, game: str) -> None:
    """What is long is written smaller; a part that was tied names its six players twice."""
    night = dealt(game, 17)
    tablet = tablets.new()
    tablet.go(f"/board/{night}")
    for size in BOARD_SIZES:
        resize(tablet.page, size)
        assert cut_off(tablet.page, "#turns") == [], size
        parts, words = measure(tablet.page, ".five-parts li"), written(tablet.page, ".five-parts span")
        assert overlaps(words) == [], size
        assert all(lies_in(word, part) for word, part in zip(words, parts, strict=True)), size


def test_what_is_called_out_at_a_turn_is_said_once(house: House, client: Client) -> None:
    """Five bets of one place become sleepers at the same turn: on the board and on the sheet of the tablet."""
    night = house.open_night()
    house.seat(night, **{player: f"{player.capitalize()} Lamb" for player in ("red", "blue", "white", "black")})
    house.deal(night)
    for loser, winner in (("2", "2"), ("2", "3")):
        house.do(night, "turn", loser=loser, winner=winner)
    for player in ("red", "blue", "white", "black"):
        house.do(night, "place_bet", bet=player, player=player, kind="single", ranks=["2"], stake=500)
        house.do(night, "bar_bet", bet=player)
    house.do(night, "turn", loser="K", winner="2")
    for page in (f"/board/{night}", f"/nights/{night}"):
        assert client.get(page, follow_redirects=True).text.count(">sleeper: the 2<") == 1, page


PHONE = (390, 844)
TOUCH = 44
SMALL = """([within, least]) => [...document.querySelector(within)
    .querySelectorAll("a, button, input, select, textarea, summary")]
  .filter((one) => one.type !== "hidden" && one.checkVisibility({ visibilityProperty: true }))
  .map((one) => [one, (["checkbox", "radio"].includes(one.type) && one.closest("label")) || one])
  .map(([one, met]) => [one, met.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.width < least || box.height < least))
  .map(([one, box]) => `${one.outerHTML.slice(0, 80)}: ${box.width} × ${box.height}`)"""
"""Controls that are smaller than a finger, those in a label with it."""


def assert_fits(page: Page, within: str = "body") -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), page.url
    assert page.evaluate(SMALL, [within, TOUCH]) == [], page.url


def voided_hands(house: House, hands: int) -> str:
    """A night of so many hands close together, each broken off as it began."""
    night = house.open_night(game="fan_tan", house="antes", roll=0)
    house.seat(night, red="Ada Lamb", blue="Wm. Hart", white="J. Oakes")
    for _ in range(hands):
        house.do(night, "start_hand", dealer="red")
        house.do(night, "void_hand", reason="A card lay face up")
    return night


def test_every_page_of_a_night_fits(tablets: Tablets, house: House) -> None:
    night = house.open_night()
    house.seat(night, red="Bartholomew Featherstonehaugh", blue="Wm. Hart")
    house.deal(night)
    house.do(night, "place_bet", bet="a-bet-of-a-long-name", player="red", kind="single", ranks=["Q"], stake=500)
    house.do(night, "bar_bet", bet="a-bet-of-a-long-name", turns=1)
    house.do(night, "void")
    house.do(night, "turn", loser="2", winner="Q")
    house.do(night, "raise_dispute", dispute="d1", player="blue", about=1, claim="It was the king")
    tablet = tablets.new(PHONE)
    room = ("/audit", "/bets", "/bets/a-bet-of-a-long-name", "/disputes", "/verify", "/square")
    for page in (*room, "/what-if?command=8&how=put"):
        tablet.go(f"/nights/{night}{page}")
        assert_fits(tablet.page)
    house.do(night, "rule_dispute", dispute="d1", ruling="stands", reason="It was the queen")
    house.do(night, "close_night")
    for page in ("/", f"/nights/{night}", f"/nights/{short_night(house)}", "/square", "/sheet"):
        tablet.go(page)
        assert_fits(tablet.page)


NARROW = (360, 740)
LONGEST = "M. Wolfeschlegelsteinhausenbergerdorffhohenstein"
"""With a word that no line of a narrow screen has room for."""


def test_a_turn_is_put_right_on_a_narrow_screen(tablets: Tablets, house: House) -> None:
    """What is put right stands in whole words, every key is as large as a finger, and who gains is seen."""
    night = house.open_night()
    house.seat(night, red=LONGEST)
    house.deal(night)
    house.do(night, "place_bet", bet="a", player="red", kind="single", ranks=["Q"], stake=500)
    house.do(night, "turn", loser="2c", winner="Qs")
    house.do(night, "turn", loser="3c", winner="4s")
    tablet = tablets.new(NARROW)
    for wanted in ("", "&swap=yes"):
        tablet.go(f"/nights/{night}/correct?turn=1{wanted}")
        assert_fits(tablet.page)
        assert broken_words(tablet.page, "header p") == []
        assert bool(wanted) == tablet.page.locator(".gains").is_visible()


def test_a_long_word_of_a_name_widens_no_page(tablets: Tablets, house: House) -> None:
    """Of a dispute, and of a settlement with a match that was played by three a side."""
    faro = house.open_night()
    house.seat(faro, red=LONGEST)
    house.deal(faro)
    house.do(faro, "turn", loser="2", winner="Q")
    house.do(faro, "raise_dispute", dispute="d1", player="red", about=1, claim="It was the king")
    match = house.open_night(game="five_hundred", house="usual", roll=0)
    house.seat(match, red=LONGEST, blue="Wm. Hart", white="J. Oakes", black="C. Moss", yellow="Li", green="T. Vane")
    house.do(match, "start_match", sides=[["red", "white", "yellow"], ["blue", "black", "green"]])
    house.do(match, "abandon_match", reason="It is too late to go on")
    house.do(match, "close_night")
    tablet = tablets.new(NARROW)
    for page in (f"/nights/{faro}/disputes", f"/nights/{match}"):
        tablet.go(page)
        assert_fits(tablet.page)


def test_the_labels_of_the_scrubber_do_not_lie_over_each_other(tablets: Tablets, house: House) -> None:
    tablet = tablets.new(PHONE)
    tablet.go(f"/nights/{voided_hands(house, 8)}?at=9")
    assert_fits(tablet.page, "#scrubber")
    labels = tablet.page.locator("#scrubber-ticks text:visible")
    boxes = [label.bounding_box() for label in labels.all()]
    assert len(boxes) > 2
    for entry, following in pairwise(boxes):
        assert entry
        assert following
        assert entry["x"] + entry["width"] < following["x"]
