"""How each game is played: for players on their phones, without signing in, and as a sheet."""

from __future__ import annotations

import pytest

from dealer.games import GAMES
from reports.game_papers import all_blanks, papers_of
from reports.sheets.guide import guide_sheet
from tests.support.house import Client, House
from web.app.links import player_link

OF_FIVES = (
    "the five of trumps, the jack of trumps and the ace of hearts",
    "leads",
    "If you cannot follow, play any card",
)
"""What the guides of Spoil Five and its descendants say."""


@pytest.mark.parametrize("game", GAMES)
def test_anybody_can_read_how_a_game_is_played(house: House, game: str) -> None:
    guide = papers_of(game).guide
    assert guide is not None
    page = Client(house.app.test_client()).get(f"/how-to-play/{game}").text
    for text in (guide.aim, *guide.steps, *guide.play, *(meaning for _, meaning in guide.terms)):
        assert text in page
    assert guide_sheet(game) in all_blanks()
    assert guide_sheet(game) not in page


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("spoil_five", (*OF_FIVES, "Robbing")),
        ("forty_five", (*OF_FIVES, "Robbing")),
        ("auction_forty_five", OF_FIVES),
        ("five_hundred", ("joker", "right bower", "left bower", "leads", "Follow suit", "above the ten")),
        ("hasenpfeffer", ("joker", "right bower", "left bower", "leads", "Follow suit")),
        ("frog", ("ace, ten, king", "leads", "Follow suit")),
        ("big_three", ("lays first", "pass")),
        ("four_deal_bridge", ("dummy", "leads", "Follow suit")),
    ],
)
def test_the_guides_of_games_with_tricks_say_how_the_cards_are_played(game: str, words: tuple[str, ...]) -> None:
    guide = papers_of(game).guide
    assert guide is not None
    assert [word for word in words if word not in " ".join(guide.play)] == []


def test_the_words_that_new_players_of_faro_ask_about_are_explained() -> None:
    guide = papers_of("faro").guide
    assert guide is not None
    terms = {term for term, _ in guide.terms}
    assert terms >= {"copper", "paroli", "heeled", "string", "cat hop", "hock", "orders"}


def test_a_game_without_a_guide_has_no_such_page(house: House) -> None:
    assert house.client().get("/how-to-play/whist").status_code == 404


def test_a_players_page_leads_to_the_guides_of_the_night(house: House) -> None:
    night = house.open_night()
    house.seat(night, red="Ada Lamb")
    with house.app.test_request_context():
        link = player_link(night, "red")
    assert "/how-to-play/faro" in Client(house.app.test_client()).get(link).text
