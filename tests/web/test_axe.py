"""What axe-core finds on the pages, in both themes: nothing; and the keyboard's focus is seen."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from playwright.sync_api import expect

from dealer.game.cards import PACK
from dealer.games import GAMES
from tests.support.disputed import Disputed
from tests.support.fixtures import soaked
from tests.support.house import House
from tests.web import axe
from tests.web.axe import SWITCH, found
from tests.web.evenings import (
    busy,
    chip_night,
    deal_down_to_the_last_turn,
    hand_of,
    lay_till_somebody_is_out,
    pot_night,
    regulars_night,
    short_night,
    worked_night,
)
from tests.web.tablet_in_browser import Tablet, Tablets
from tests.web.test_roles import with_roles
from tests.web.test_screens import fan_tan_of, match_of
from web.app.addresses import Entrance
from web.app.backups import EXTENSION as BACKUPS
from web.app.backups import LATE, Backup, Backups, Failure, Status
from web.app.certificate import make_certificate
from web.app.links import ENTRANCE, board_link, hand_link, player_link


def _last_turn(house: House) -> str:
    """Three cards are left, and a bet lies that the hock would take."""
    night = house.open_night()
    house.seat(night, red="Ada Lamb", blue="Wm. Hart")
    house.deal(night)
    deal_down_to_the_last_turn(house, night)
    house.do(night, "place_bet", bet="a", player="red", kind="single", ranks=["A"], stake=500)
    return night


def _near_breaking(house: House) -> str:
    """A bank that the worst next turn would break."""
    night = house.open_night(roll=10_000)
    house.seat(night, red="Ada Lamb", blue="Wm. Hart")
    house.deal(night)
    for player in ("red", "blue"):
        house.do(night, "place_bet", bet=player, player=player, kind="single", ranks=["Q"], stake=10_000)
    return night


FAULTY = """() => {
    const faulty = Object.assign(document.createElement("section"), { id: "faulty", ariaLabel: "Faulty" });
    const text = Object.assign(document.createElement("p"), { textContent: "Hardly to be read" });
    text.style.cssText = "color: #777; background: #888";
    faulty.append(document.createElement("button"), text);
    document.querySelector("#table").append(faulty);
}"""
"""Adds a key without a name, and a text without contrast in either theme."""


def test_faults_are_found_and_the_table_goes_on_meanwhile(
    house: House, night: str, tablet: Tablet, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A card is dealt elsewhere while the parts that are not looked at are hidden."""
    cards = iter([("draw_loser", "2s"), ("draw_winner", "3s")])
    look = axe.run

    def look_later(*arguments: Any) -> list[tuple[str, str]]:
        command, card = next(cards)
        tablet.settle_down(house.do(night, command, card=card))
        return look(*arguments)

    monkeypatch.setattr(axe, "run", look_later)
    tablet.page.evaluate(FAULTY)
    assert [rule for rule, _ in found(tablet.page, "#faulty")] == ["button-name", "color-contrast", "color-contrast"]
    assert not list(cards)
    assert tablet.page.evaluate("() => document.querySelectorAll('.part[style]').length") == 0


AROUND_THE_CLOTH = "#part-top, #part-players, #part-hand, #part-sheet, #part-ranks"
"""The parts of a table without its cloth, on which there lies no stack of a sort that was not looked at at a turn."""


TABLES: dict[str, tuple[Callable[[House], str], str]] = {
    "fresh": (House.open_night, AROUND_THE_CLOTH),
    "at a turn": (busy, "html"),
    "a bank near breaking": (_near_breaking, AROUND_THE_CLOTH),
    "before the last turn": (_last_turn, AROUND_THE_CLOTH),
}


@pytest.mark.parametrize("name", soaked(TABLES, at_once=["at a turn"]))
def test_nothing_is_found_on_a_table(tablets: Tablets, house: House, name: str) -> None:
    deal, within = TABLES[name]
    tablet = tablets.new()
    tablet.go(f"/nights/{deal(house)}")
    assert found(tablet.page, within) == []


OPENS_AT_A_TURN = {
    "#key-orders >> the Q": "#pane-on-single-Q",
    "#key-orders >> the Q >> #pane-on-single-Q .bets-here [data-pane]:first-child": ".pane.orders:not([hidden])",
    "#key-other": '.pane[data-pane="keypad"]',
    "#key-pick": '.pane[data-pane="pick"]',
    ".lines li:first-child .dispute-key": "#part-claims",
    "#menu": "#part-drawer",
    "#key-suits >> #rank-K": ".suit-row",
}


OPEN_AT_ONCE = {"#key-other", ".lines li:first-child .dispute-key", "#menu"}


@pytest.mark.parametrize("touched", soaked(OPENS_AT_A_TURN, at_once=OPEN_AT_ONCE))
def test_nothing_is_found_in_what_opens_at_a_turn(tablets: Tablets, house: House, touched: str) -> None:
    """Each part that opens, with the row of ranks, which sleeps while others are picked."""
    tablet = tablets.at(busy(house))
    for selector in touched.split(" >> "):
        if selector == "the Q":
            tablet.spot("single-Q")
        else:
            tablet.touch(selector)
    _found_in_what_opens(tablet, OPENS_AT_A_TURN[touched])


def test_nothing_is_found_where_a_dealer_is_relieved(tablets: Tablets, house: House) -> None:
    house.auth.engage("Ann Oakley", "2222", house.sender)
    tablet = tablets.at(busy(house))
    tablet.touch("#dealer")
    _found_in_what_opens(tablet, "#part-relief")
    tablet.touch('#part-relief [data-dealer="Ann Oakley"]')
    _found_in_what_opens(tablet, "#part-relief [data-relief=pin]")


def test_nothing_is_found_among_people_and_in_their_accounts(tablets: Tablets, house: House) -> None:
    tablet = tablets.at(regulars_night(house))
    tablet.follow("player:red", "#seat-red")
    assert found(tablet.page, "#part-drawer") == []
    tablet.follow('.tab[data-opens="seats"]', "fill:#seat-name:Kate EIder", "#seat-them")
    assert found(tablet.page, "#part-drawer") == []


def test_nothing_is_found_in_the_calls_of_the_last_turn(tablets: Tablets, house: House) -> None:
    tablet = tablets.new()
    tablet.go(f"/nights/{_last_turn(house)}")
    tablet.touch("#call-turn")
    _found_in_what_opens(tablet, '.pane[data-pane="call"]')


def _found_in_what_opens(tablet: Tablet, opens: str) -> None:
    expect(tablet.page.locator(opens)).to_be_visible()
    assert found(tablet.page, f"{opens}, #part-ranks") == [], opens


AT_THE_END = "#part-turn, #part-layout, #part-sheet"
"""The parts of a Fan-Tan table that are others at the end of a hand."""


def test_nothing_is_found_at_a_fan_tan_table(tablets: Tablets, house: House) -> None:
    """From the antes through a hand to its end: players who lack chips, cards, proofs, the pot."""
    night = pot_night(house)
    house.do(night, "cash_in", player="white", amount=5_000)
    tablet = tablets.at(night)
    assert found(tablet.page, "#part-players, #part-sheet") == []
    house.do(night, "buy_checks", player="white", amount=25)
    house.do(night, "start_hand", dealer="red")
    house.do(night, "lay", player="blue", cards=["7d", "7s"])
    tablet.settle_down(house.do(night, "pass", player="green"))
    assert found(tablet.page) == []
    lay_till_somebody_is_out(house, night)
    for player in hand_of(house, night).to_show:
        hand = hand_of(house, night)
        shown = {card for cards in hand.shown.values() for card in cards}
        left = [card for card in PACK if not hand.layout.holds(card) and card not in shown]
        house.do(night, "show_hand", player=player, cards=left[: hand.left(player)])
    house.do(night, "end_hand")
    tablet.settle_down(house.result(night)["events"])
    expect(tablet.page.locator(".wrong-pass")).not_to_have_count(0)
    assert found(tablet.page, AT_THE_END) == []
    tablet.follow('[data-touch="waive"] >> nth=0', "#menu", "#tab-night")
    assert found(tablet.page, "#part-drawer") == []


def staffed(house: House) -> str:
    """A house with roles."""
    return busy(with_roles(house))


def _disputed(house: House) -> str:
    """A night with a dispute open and one ruled."""
    return Disputed(house.book).play_bet().rule().play_hand().night


def with_people(house: House) -> str:
    """A night with a deal on, and in the house two cards with one name, one of them owing at a table and barred."""
    for card in ("ada", "ada-2"):
        person = {"card": card, "name": "Ada Lamb", "color": "red", "note": "likes the queen"}
        house.service.execute_for_house({"do": "register_player", **person}, house.sender)
    for _ in range(2):
        night = house.open_night()
        house.do(night, "seat_player", player="red", card="ada")
        house.do(night, "issue_marker", player="red", amount=5_000)
        house.do(night, "tip", player="red", amount=5_000)
        house.do(night, "close_night")
    barring = {"do": "bar_player", "card": "ada", "reason": "marked the queen"}
    night = busy(house)
    house.do(night, "seat_player", player="brown", card="ada")
    house.service.execute_for_house(barring, house.sender)
    return night


def _counted(house: House) -> str:
    """A night with a count that differed, a slip, and a void one."""
    night = house.open_night()
    house.do(night, "count_drawer", at="opening", cash=499_000, reason="Wrong change given")
    for amount in (20_000, 7_500):
        house.do(night, "fill", amount=amount)
    house.do(night, "void_slip", kind="fill", number=2, reason="Not signed")
    return night


def _on_the_floor(house: House) -> str:
    """A table where nothing is wrong, and one with a dispute and a count that differed."""
    house.open_night()
    night = _disputed(house)
    open_night = house.open_night()
    house.do(open_night, "count_drawer", at="opening", cash=1, reason="a bill was missing")
    return night


def _open_to_players(house: House) -> str:
    """A night in which players lay their own stakes."""
    night = worked_night(house)
    house.do(night, "open_to_players")
    return night


def _with_authority(house: House) -> str:
    """A house whose certificate was signed by an authority of its own."""
    with TemporaryDirectory() as folder:
        made = make_certificate(["cage.lan"], Path(folder), datetime.now(UTC))
        entrance = Entrance(scheme="https", host="0.0.0.0", port=8321, authority=made.authority.read_text())
    house.app.extensions[ENTRANCE] = entrance
    return house.open_night()


BACKUPS_AT, BACKUP_FAILED = "/media/stick", "The copy cannot be written to /media/stick: No space left on device."


def _with_late_backups(house: House) -> str:
    """A house whose last good backup is long ago, and the last one failed."""
    night, at = busy(house), datetime.now(UTC)
    backups = Backups(house.book, "night.db", Path(BACKUPS_AT), now=lambda: at + 2 * LATE)
    backup = Backup(path=backups.folder / "night-20261121-200000.db", at=at, size_bytes=71_000_000, sound=True)
    failure = Failure(at=at, why=BACKUP_FAILED)
    backups.status = Status(backups=(backup,), failure=failure, position=1)
    house.app.extensions[BACKUPS] = backups
    return night


def _hand_on(house: House) -> str:
    """A hand of Fan-Tan that is being played."""
    night = pot_night(house)
    house.do(night, "start_hand", dealer=next(iter(house.service.night(night).seats)))
    return night


PAGES: dict[str, Callable[[House], str]] = {
    "/authority": _with_authority,
    **dict.fromkeys(("/people", "/people?find=zz", "/people/ada", "/people/ada?join=ada-2"), with_people),
    "{night}/cash-drawer": _counted,
    **dict.fromkeys(("/house/backups", "/?find=Ada"), _with_late_backups),
    **dict.fromkeys(("/", "/square", "/papers", "/rules", "/rules/faro", "/house-style", "{night}/papers"), busy),
    "/school": busy,
    **dict.fromkeys(("/sheet", f"/sheet?seal=casekeeper+1+1882-01-01-1+9+{'0' * 64}+-+-", "/sheet?seal=nothing"), busy),
    "/floor": _on_the_floor,
    "{night}/correct?turn=1&swap=yes": busy,
    **dict.fromkeys(("/house", "/staff", "/staff/roles", "{night}/links?of=red"), staffed),
    **dict.fromkeys(("{night}/odds", "{board}&odds=1"), busy),
    **dict.fromkeys(("{night}/odds?of=pot", "{board}&odds=1&of=pot"), _hand_on),
    **dict.fromkeys(("{night}/square", "{night}/verify", "/offline", "/nothing", "/nights/1882"), busy),
    **dict.fromkeys(("{red}", "{board}", "/office?period=all", "/office?by=week&period=all"), short_night),
    "{hand}": _open_to_players,
    **{f"/how-to-play/{game}": House.open_night for game in GAMES},
    "{night}/audit?outcome=stands": busy,
    **dict.fromkeys(("{night}/what-if", "{night}/what-if?command=16&how=strike"), busy),
    "{night}/what-if?command=16&how=put&ready=1&a.stake=9000": busy,
    **dict.fromkeys(("{night}", "{night}/bets", "{night}/bets/q", "{night}/hands/1", "{night}/disputes"), _disputed),
    **dict.fromkeys(("{night}?at=16", "{night}?at=33", "{night}?at=60", "{board}&at=16", "{red}?at=16"), short_night),
}
"""People, lists, papers, rules, guides, the page that checks a sheet, the auditor's room, disputes, the office, errors,
the pages of a night that is closed, and what is looked back at.

That is a table of each game with a refusal beside the scrubber, the settlement, the board and a player's page.
"""
PAGES_AT_ONCE = {
    "/",
    "/people/ada?join=ada-2",
    "{night}/cash-drawer",
    "/house/backups",
    "/floor",
    "/rules/faro",
    "{night}/correct?turn=1&swap=yes",
    "{night}/audit?outcome=stands",
    "{night}/what-if?command=16&how=put&ready=1&a.stake=9000",
    "{night}/disputes",
    "{night}/odds",
    "{board}&odds=1",
    "{night}?at=16",
    "{red}",
    "{hand}",
    "/how-to-play/faro",
}


def address_of(page: str, house: House) -> str:
    """The address of one of the pages, in a night that it is looked at in."""
    night = PAGES[page](house)
    with house.app.test_request_context():
        links = {"board": board_link(night), "red": player_link(night, "red"), "hand": hand_link(night, "red")}
    return page.format(night=f"/nights/{night}", **links)


@pytest.mark.parametrize("page", soaked(PAGES, at_once=PAGES_AT_ONCE))
def test_nothing_is_found_on_a_page(tablets: Tablets, house: House, page: str) -> None:
    tablet = tablets.new()
    tablet.go(address_of(page, house))
    if "at=" in page:
        expect(tablet.page.locator("#way-play")).to_be_visible()
    assert found(tablet.page) == []


def test_nothing_is_found_where_a_night_is_verified(tablets: Tablets, house: House) -> None:
    tablet = tablets.new()
    tablet.go(f"/nights/{busy(house)}/verify")
    tablet.page.get_by_role("button", name="Verify this night").click()
    expect(tablet.page.locator(".verdict.sound")).to_be_visible()
    assert found(tablet.page) == []


LEAST_CONTRAST = 3
"""What WCAG 2.2 asks of what is no text (1.4.11)."""
UNSEEN = """(least) => {
  const numbers = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const light = ([red, green, blue]) => [red, green, blue]
    .map((part) => part / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0.05);
  const ground = (of) => {
    const { backgroundColor, backgroundImage } = getComputedStyle(of);
    const plain = numbers(backgroundColor);
    if (plain.length < 4 || plain[3] > 0.6) return plain;
    const [painted] = backgroundImage.match(/rgba?\\([^)]+\\)/) ?? [];
    return painted ? numbers(painted) : of.parentElement && ground(of.parentElement);
  };
  const keys = document.querySelectorAll("a[href], button, input, select, summary, textarea, [tabindex='0']");
  return [...keys]
    .filter((key) => key.checkVisibility({ visibilityProperty: true }) && !key.disabled && !key.closest("[inert]"))
    .filter((key) => {
      key.focus({ focusVisible: true });
      const { outlineStyle, outlineColor } = getComputedStyle(key);
      if (document.activeElement !== key || key.querySelector(".target")) return false;
      if (outlineStyle === "none") return true;
      const two = [light(numbers(outlineColor)), light(ground(key.parentElement))];
      return Math.max(...two) / Math.min(...two) < least;
    })
    .map((key) => `${key.tagName}.${key.className} in ${key.parentElement.className}`);
}"""
"""What may have the keyboard and is then not seen; a place of the layout has a line of its own."""
WITH_KEYS = ("/", "/house", "/people", "/staff", "/staff/roles", "/house-style", "/papers", "/sheet")
OF_A_NIGHT = ("", "/cash-drawer", "/links", "/audit", "/what-if?command=3&how=put", "/disputes", "?at=9")


def test_what_has_the_keyboard_stands_out(tablets: Tablets, house: House) -> None:
    """In both themes."""
    night = short_night(house, closed=False)
    with house.app.test_request_context():
        own = player_link(night, "red")
    pages = [*WITH_KEYS, *(f"/nights/{night}{page}" for page in OF_A_NIGHT), own, f"/nights/{short_night(house)}"]
    pages += [f"/nights/{entry}" for entry in (fan_tan_of(house, 6), match_of("forty_five", house, 5))]
    tablet = tablets.new()
    for page in pages:
        tablet.go(page)
        assert tablet.page.evaluate(UNSEEN, LEAST_CONTRAST) == [], page
        tablet.page.evaluate(SWITCH)
        assert tablet.page.evaluate(UNSEEN, LEAST_CONTRAST) == [], page


def test_the_keyboard_goes_into_the_drawer_and_back_to_the_table(tablet: Tablet) -> None:
    """Enter opened the drawer again while the menu's key kept the focus."""
    page = tablet.page
    for away in ("#drawer-done", "Escape"):
        tablet.touch("#menu")
        expect(page.locator(".drawer-body")).to_be_focused()
        if away == "Escape":
            page.keyboard.press(away)
        else:
            tablet.touch(away)
        expect(page.locator("#table")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#part-drawer")).to_be_hidden()


NEXT: dict[str, tuple[list[dict[str, Any]], str]] = {
    "farmer": (
        [
            {"do": "start_hand", "dealer": "red"},
            {"do": "show_hand", "player": "blue", "cards": ["9", "7"]},
            {"do": "show_hand", "player": "red", "cards": ["9", "5"]},
        ],
        "Start hand 2",
    ),
    "fan_tan": (
        [
            {"do": "start_hand", "dealer": "red"},
            *({"do": "pass", "player": entry} for entry in ("blue", "white", "red")),
        ],
        "Settle the dead hand",
    ),
}
"""What the key at the foot of the sheet says once it has done what it did, with what was done before."""


@pytest.mark.parametrize("game", NEXT)
def test_the_key_that_takes_the_table_on_keeps_the_keyboard(tablets: Tablets, house: House, game: str) -> None:
    """It sleeps while its command waits to be saved; disabled it let go of the keyboard then."""
    night = chip_night(house, game, len(NEXT[game][0]) - 1)
    for document in NEXT[game][0]:
        house.do(night, **document)
    tablet = tablets.at(night)
    step = tablet.page.locator("#step")
    step.focus()
    tablet.page.keyboard.press("Enter")
    expect(step).to_contain_text(NEXT[game][1])
    expect(step).to_be_enabled()
    expect(step).to_be_focused()
