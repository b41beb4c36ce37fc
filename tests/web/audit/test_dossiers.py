"""The pages of bets and hands: every bet with what came of it, and its dossier on screen and as a PDF."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO

import pytest
from pypdf import PdfReader

from tests.support.disputed import BET, Disputed
from tests.support.house import Client, House


@pytest.fixture(scope="module")
def room() -> Iterator[tuple[Client, str]]:
    """A client of the staff, and a night with a ruled bet and a disputed turn of a hand."""
    house = House()
    one = Disputed(house.book).play_bet().rule().play_hand()
    one.refused("raise_dispute", dispute="d9", player="red", about="disputed", claim="I laid it")
    night = one.night
    yield house.client(), f"/nights/{night}"
    house.book.close()


def text(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, (path, answer.status_code)
    return " ".join(answer.get_data(as_text=True).split())


def test_all_bets_and_hands_are_listed_with_what_is_disputed(room: tuple[Client, str]) -> None:
    client, night = room
    page = text(client, f"{night}/bets")
    assert f'href="{night}/bets/{BET}">the Q</a>' in page
    assert f'href="{night}/bets/other">splitting the Q-K</a>' in page
    assert f'href="{night}/hands/1">Hand 1</a>' in page
    assert f'class="dispute-mark" href="{night}/disputes#d1"' in page
    assert f'class="dispute-mark open" href="{night}/disputes#d2"' in page
    of_blue = text(client, f"{night}/bets?player=blue")
    assert f'href="{night}/bets/other"' in of_blue
    assert f'href="{night}/bets/{BET}"' not in of_blue


def test_many_bets_are_shown_a_page_at_a_time(room: tuple[Client, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.audit.pages.A_PAGE", 1)
    client, night = room
    first, second = (text(client, f"{night}/bets?page={page}&at=26") for page in (1, 2))
    for page, has, lacks in ((first, BET, "other"), (second, "other", BET)):
        assert f'href="{night}/bets/{has}?at=26"' in page
        assert f'href="{night}/bets/{lacks}?at=26"' not in page
    assert f'href="{night}/bets?at=26&amp;page=2" aria-current="page">2–2 <small>deal 1</small></a>' in second
    # Of one player's bets there is one page, and no way to others.
    assert 'class="pagination"' not in text(client, f"{night}/bets?player=blue")
    assert [client.get(f"{night}/bets?page={page}").status_code for page in ("0", "3", "x")] == [400] * 3


def test_a_dossier_is_a_page_and_a_paper(room: tuple[Client, str]) -> None:
    client, night = room
    page = text(client, f"{night}/bets/{BET}")
    assert "Ada Lamb’s bet on the Q" in page
    assert page.count('class="was-refused') == 4
    told = re.sub("<[^>]*>", "", page)
    assert "Rule 1.4 case 3, law 1: the Q as loser is against it: lost" in told
    paper = client.get(f"{night}/bets/{BET}.pdf")
    assert paper.mimetype == "application/pdf"
    assert paper.data.startswith(b"%PDF-")


def test_players_of_one_name_are_told_apart_on_a_dossier_s_paper() -> None:
    house = House()
    one = Disputed(house.book).play_bet()
    one.do("seat_player", player="green", name="Ada Lamb")
    paper = house.client().get(f"/nights/{one.night}/bets/{BET}.pdf").data
    assert "Ada Lamb (seat 1)’s bet" in " ".join(PdfReader(BytesIO(paper)).pages[0].extract_text().split())
    house.book.close()


def test_a_dossier_as_of_a_fact_knows_nothing_later(room: tuple[Client, str]) -> None:
    client, night = room
    assert "is barred for 1 turn" in text(client, f"{night}/bets/{BET}?at=16")
    earlier = text(client, f"{night}/bets/{BET}?at=15")
    assert "is barred" not in earlier
    assert "disputes it" not in earlier
    assert f'href="{night}/bets/{BET}.pdf?at=15"' in earlier
    assert "refused" in earlier


def test_a_bet_that_came_too_late_has_a_page_too(room: tuple[Client, str]) -> None:
    client, night = room
    page = text(client, f"{night}/bets/late")
    assert "A bet that was not taken" in page
    assert "Turn 4: the loser is the Q; bets are closed." in page
    assert "Refused: Wm. Hart lays $5 on the J." in page
    assert client.get(f"{night}/bets/late.pdf").status_code == 404


def test_a_hand_tells_its_turns_and_links_its_sheet(room: tuple[Client, str]) -> None:
    client, night = room
    page = text(client, f"{night}/hands/1")
    assert "Turn 4: Ada Lamb lays the 8 of diamonds." in page
    assert f'href="{night}/papers/hand-1.pdf"' in page


def test_what_the_night_has_not_had_is_not_found(room: tuple[Client, str]) -> None:
    client, night = room
    for path in ("bets/none", "bets/disputed", "bets/none.pdf", "hands/7", "hands/x", f"bets/{BET}?at=8"):
        assert client.get(f"{night}/{path}").status_code == 404
    assert client.get(f"{night}/bets?at=9999").status_code == 400
