"""Every page that looks back at a night of a toy shows it, as do the exports and what the command line prints."""

from __future__ import annotations

import json

import pytest

from dealer.assistant import Assistant
from dealer.night.history import History
from dealer.night.result import result_of
from events.facts.play import RoundBegun, StakeLaid
from ledger.export.formats import FORMATS
from tests.support.house import Client, House
from tests.toys.test_toys import TOYS
from web.app.links import board_link, player_link
from web.command_line.output import lines_of, lines_of_night, shown_night
from web.text import WIDTH


def shown(client: Client, address: str) -> str:
    """A page, which is there."""
    answer = client.get(address)
    assert (answer.status_code, address) == (200, address)
    return str(answer.get_data(as_text=True))


def closed(house: House, night: str) -> None:
    """Close a night; its dispute, if it has one, is ruled."""
    for dispute in house.assistant.night(night).open_disputes:
        house.do(night, "rule_dispute", dispute=dispute, ruling="stands", reason="As it was called.")
    house.do(night, "close_night")


def test_every_page_shows_it_as_of_any_fact(house: House, client: Client, played: dict[str, str], toy: str) -> None:
    night = played[toy]
    with house.app.test_request_context():
        followed = [board_link(night), player_link(night, "red"), player_link(night, "blue")]
    pages = [f"/nights/{night}{page}" for page in ("", "/bets", "/disputes", "/square")]
    last = house.assistant.at(night)[1].version
    for address in (*pages, *followed):
        shown(client, address)
        for at in range(1, last + 1, 4):
            shown(client, f"{address}{'&' if '?' in address else '?'}at={at}")
    closed(house, night)
    for address in (*pages, *followed, "/", "/square", *(f"/nights/{night}/{page}" for page in ("verify", "papers"))):
        shown(client, address)


def test_the_register_says_every_command(house: House, client: Client, played: dict[str, str], toy: str) -> None:
    text = shown(client, f"/nights/{played[toy]}/audit")
    for command in house.book.commands(played[toy]):
        assert f'id="command-{command.number}"' in text
    assert "round 2" in text.lower()


def test_every_command_can_be_struck_or_followed_by_another(
    house: House, client: Client, played: dict[str, str], toy: str
) -> None:
    night = played[toy]
    words = house.assistant.night(night).games[0].words
    for command in house.book.commands(night):
        page = f"/nights/{night}/what-if?command={command.number}"
        shown(client, page)
        if command.number > 1:
            assert 'class="headline"' in shown(client, f"{page}&how=strike")
        for word in words:
            shown(client, f"{page}&how=insert&do={word}")


def test_stakes_and_rounds_have_their_stories(house: House, client: Client, played: dict[str, str], toy: str) -> None:
    night = played[toy]
    facts = [one.fact for one in house.book.facts(night)]
    for bet in {fact.bet for fact in facts if isinstance(fact, StakeLaid)}:
        assert "Ada Lamb" in shown(client, f"/nights/{night}/bets/{bet}") or "blue" in bet
    for fact in facts:
        if isinstance(fact, RoundBegun):
            shown(client, f"/nights/{night}/rounds/{fact.round_number}")


def test_it_is_exported_in_every_format(house: House, client: Client, played: dict[str, str], toy: str) -> None:
    for form in FORMATS:
        assert shown(client, f"/nights/{played[toy]}/export/{form}")


def test_a_player_sees_the_net_of_every_round(house: House, client: Client, played: dict[str, str]) -> None:
    with house.app.test_request_context():
        pages = {toy: shown(client, player_link(played[toy], "red")) for toy in TOYS}
    for text in pages.values():
        assert "round 1" in text.lower()
        assert "round 2" in text.lower()
    assert "+$5.00" in pages["high_low"]
    assert "−$12.00" in pages["high_low"]
    assert "7 points" in pages["tally"]
    assert "Tally: round 3" in pages["tally"]


def test_the_terminal_shows_it_as_of_every_fact(house: House, played: dict[str, str], toy: str) -> None:
    closed(house, played[toy])
    history: History = Assistant(house.book).history(played[toy])
    for version in range(1, history.version + 1):
        data = shown_night(history, version)
        assert json.loads(json.dumps(data)) == data
        lines = list(lines_of_night(data))
        assert all(len(line) <= WIDTH for text in lines for line in text.split("\n"))
    assert "round 3" in "\n".join(lines_of_night(shown_night(history, history.version)))
    night = history.at(history.version)
    assert list(lines_of(result_of(night, history.facts)))


@pytest.fixture(params=TOYS)
def toy(request: pytest.FixtureRequest) -> str:
    """Each toy by its name."""
    return str(request.param)
