"""What the scripts of a table write in other languages: nothing of it stays English."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support.boxes import scripts_in_boxes
from tests.support.house import House
from tests.web.cable import Cable
from tests.web.tablet_in_browser import SMALLEST, Tablet, Tablets
from tests.web.test_languages import boxes, in_euros, own_words, words_left

ANN = "Ann Oakley"
WRITTEN = """() => [...document.querySelectorAll(
    "#part-drawer, #part-relief, #alert, #whisper, #strip .sentence, #waiting, #saved"
)].filter((part) => part.checkVisibility()).map((part) => part.innerText).join(" ")"""
"""What the drawer, the list of dealers, the strip and the messages show."""
STATES = (
    ("#menu", "#who-money-bank", "#act-raise_roll"),
    ("account:red", "#act-red-buy_checks"),
    ('#account-red [data-opens="lend"]', "#act-lend_stake"),
    ('#lending [data-opens=""]', '#account-red [data-opens="pledge"]', "#act-take_pledge"),
    ('#pledging [data-opens=""]', '#account-red [data-opens="leave"]'),
    ('.tab[data-opens="seats"]', "#seat-them"),
    ("fill:#seat-name:Ada Lamb", "#seat-them"),
    ("fill:#seat-name:Doc Reed", "#seat-them"),
    ("fill:#seat-name:Doc Reid", "#seat-them"),
    ('#sits-red [data-choice="move"]',),
    ("#drawer-done", "#dealer", "#relieve-guest"),
    (f'[data-dealer="{ANN}"]', "#relieve-pin"),
)
"""The keys that lead from one state of the drawer and of the list of dealers to the next."""


@pytest.fixture
def line(tablets: Tablets) -> Cable:
    return tablets.cable()


@pytest.fixture
def at_table(tablets: Tablets, line: Cable, house: House, monkeypatch: pytest.MonkeyPatch) -> Tablet:
    """A table in boxes and euros, with a player who has a card, another who has none, and a card without a seat."""
    monkeypatch.setattr("web.language.script_texts", scripts_in_boxes)
    in_euros(house).auth.engage(ANN, "2222", house.sender)
    for card, name in (("ada", "Ada Lamb"), ("doc", "Doc Reed")):
        house.service.execute_for_house({"do": "register_player", "card": card, "name": name}, house.sender)
    night = house.open_night()
    house.do(night, "seat_player", player="red", card="ada")
    house.do(night, "seat_player", player="blue", name="Wm. Hart")
    for player in ("red", "blue"):
        house.do(night, "buy_checks", player=player, amount=50_000)
    return tablets.at(night, SMALLEST, line=line)


@pytest.mark.usefixtures(boxes.__name__)
def test_every_word_that_the_scripts_of_a_table_write_is_translated(
    at_table: Tablet, line: Cable, house: House
) -> None:
    own = own_words(house) | {ANN, "Doc Reid"}
    for keys in STATES:
        at_table.follow(*keys)
        assert words_left(at_table.page.evaluate(WRITTEN), own) == "", keys
    at_table.follow("#relief-away", "#menu", '.tab[data-opens="money"]', "account:red")
    line.cut()
    expect(at_table.page.locator("#strip")).to_be_visible()
    for key in ("buy_checks", "issue_marker"):
        at_table.follow("sum:10000", f"#act-red-{key}")
        assert words_left(at_table.page.evaluate(WRITTEN), own) == ""
    expect(at_table.page.locator("#waiting li")).to_have_count(2)
