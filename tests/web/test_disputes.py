"""The page of disputes, and the form that rules them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import pytest
from werkzeug.test import TestResponse

from reports.rulebooks import citable_in
from reports.sheets.disputes import disputes_of
from tests.support.disputed import Disputed
from tests.support.house import Client, House
from web.audit.disputes import Row, RulingForm


@pytest.fixture
def played() -> Iterator[tuple[House, Disputed, Client]]:
    house = House()
    yield house, Disputed(house.book).play_bet(), house.client()
    house.book.close()


def send(client: Client, night: str, **typed: object) -> TestResponse:
    fields = {"dispute": "d1", "command_id": "a-command-of-the-test", "csrf_token": client.token, **typed}
    return client.http.post(f"/nights/{night}/disputes", data=fields)


def text(answer: TestResponse) -> str:
    return " ".join(unescape(answer.text).split())


def test_an_open_dispute_is_shown_with_ways_to_look_again(played: tuple[House, Disputed, Client]) -> None:
    _, entry, client = played
    page = text(client.get(f"/nights/{entry.night}/disputes"))
    assert "Ada Lamb: “It was coppered”" in page
    assert "deal 1, before turn 5 · the Q, laid in deal 1" in page
    assert "by M. Earp on tablet-1, event 26" in page
    placed = next(each.number for each in entry.book.commands(entry.night) if each.document.get("bet") == "other") - 1
    for way in ("bets/q", f"what-if?command={placed}&dispute=d1"):
        assert f'href="/nights/{entry.night}/{way}"' in page
    assert f'href="/nights/{entry.night}?at=25">The table when it was settled<' in page
    assert f'href="/nights/{entry.night}?at=26">The table when it was raised<' in page
    assert "Law 1: bets are paid or taken by where they lie" in page
    assert "1 open dispute" in text(client.get("/"))


def proposal(page: str) -> tuple[str, ...]:
    """The first correction of the first form: from whom, to whom and how much, as it is filled in."""
    form = page.partition('class="correction"')[2].partition("</div>")[0]
    sides = re.findall(r'<option value="(\w*)" selected>', form)
    return (*sides, re.findall(r'name="amount" value="([^"]*)"', form)[0])


def test_a_ruling_begins_with_what_the_claim_comes_to(played: tuple[House, Disputed, Client]) -> None:
    house, entry, client = played
    page = text(client.get(f"/nights/{entry.night}/disputes"))
    # The Q lost $5 open; under a copper it would have won as much.
    assert proposal(page) == ("bank", "red", "10")
    proposed = page.partition('name="proposed" value="')[2].partition('"')[0]
    stands = {"ruling": "stands", "reason": "It lay open", "from": "bank", "to": "red", "amount": "10"}
    answer = send(client, entry.night, **stands, proposed=proposed)
    assert answer.status_code == 303, "a proposal that nobody wanted is left out"
    assert house.result(entry.night)["players"]["red"]["net"] == -500


CLAIMS = [
    ("faro", "I was paid short", None),
    ("faro", "My bet was taken but had not lost", ("bank", "red", "5")),
    ("pharo", "It was opposed", ("bank", "red", "10")),
    ("pharo", "My card was masked", ("bank", "red", "5")),
]


@pytest.mark.parametrize(("game", "claim", "proposed"), CLAIMS)
def test_what_a_claim_comes_to_is_proposed_if_known(game: str, claim: str, proposed: tuple[str, ...] | None) -> None:
    house = House()
    night = house.open_night(game=game, house={})
    house.seat(night, red="Ada Lamb", blue="Wm. Hart")
    house.do(night, "start_deal")
    house.do(night, "expose_soda" if game == "faro" else "show_bottom", card="5h")
    house.do(night, "place_bet", bet="q", player="red", kind="single", ranks=["Q"], stake=500)
    lost = {"loser": "Qs", "winner": "2d"} if game == "faro" else {"bank": "Qs", "punters": "2d"}
    house.do(night, "turn" if game == "faro" else "coup", **lost)
    house.do(night, "raise_dispute", dispute="d1", player="red", about="q", claim=claim)
    page = text(house.client().get(f"/nights/{night}/disputes"))
    assert proposal(page) == (proposed or ("",))
    assert ("law" in page.partition('<select name="law">')[2][:400].lower()) is (game == "faro")
    house.book.close()


def test_a_ruling_in_fan_tan_cites_the_rules_of_fan_tan_and_no_law_of_faro() -> None:
    house = House()
    entry = Disputed(house.book)
    client = house.client()
    entry.do("start_hand", dealer="white")
    entry.do("lay", player="red", card="7d")
    entry.do("pass", player="blue")
    entry.do("raise_dispute", dispute="d1", player="blue", about=2, claim="I did not pass")
    page = text(client.get(f"/nights/{entry.night}/disputes"))
    offered = re.findall(r'<option value="([^"]+)"', page.partition('<select name="law">')[2].partition("</select>")[0])
    assert offered == [cited.value for cited in citable_in("fan_tan")]
    assert all(cited.citation.rule for cited in citable_in("fan_tan"))
    answer = send(client, entry.night, ruling="stands", law=offered[2], reason="As the table saw it")
    assert answer.status_code == 303
    page = text(client.get(f"/nights/{entry.night}/disputes"))
    assert '<a class="cited" href="/rules/fan-tan#rule-3.3">Rule 3.3</a>' in page
    house.book.close()


def test_a_ruling_moves_what_the_form_says_and_is_told(played: tuple[House, Disputed, Client]) -> None:
    house, entry, client = played
    before = house.result(entry.night)["players"]
    corrections = {"from": ["bank", "red", ""], "to": ["red", "blue", ""], "amount": ["10", "2.50", ""]}
    answer = send(client, entry.night, ruling="corrected", law="4", reason="The copper was moved", **corrections)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/nights/{entry.night}/disputes#d1")
    after = house.result(entry.night)["players"]
    assert {key: after[key]["checks"] - before[key]["checks"] for key in after} == {"red": 750, "blue": 250, "white": 0}
    page = text(client.get(f"/nights/{entry.night}/disputes"))
    law = '<a class="cited" href="/rules/faro#law-4">Law 4</a>'
    assert f"{law}, a player who alters another’s bet answers for its loss: The copper was moved" in page
    assert "it is corrected; $10 from the bank to Ada Lamb; $2.50 from Ada Lamb to Wm. Hart; ruled by M. Earp" in page
    assert 'name="ruling"' not in page
    assert "open dispute" not in text(client.get("/"))


REFUSED = [
    ({"amount": "9999"}, 422, "checks"),
    ({"amount": "ten"}, 400, "is not an amount in US dollars"),
    ({"to": "blue"}, 400, "must move checks from one side to another"),
    ({"to": ""}, 400, "Correction 1: choose to whom."),
    ({"amount": ""}, 400, "Correction 1: enter an amount."),
    ({"ruling": "stands"}, 400, "A ruling that stands cannot have corrections"),
    ({"reason": ""}, 400, "reason"),
    ({"law": "11"}, 400, "law"),
    ({"law": "1" * 5_000}, 400, "law"),
    ({"ruling": ""}, 400, "Choose the ruling"),
]


def test_a_refusal_stands_by_the_form_which_keeps_what_was_typed(played: tuple[House, Disputed, Client]) -> None:
    house, entry, client = played
    events = house.result(entry.night)["events"]
    command_id = "the-first-command-of-all"
    for differs, status, why in REFUSED:
        typed = {"ruling": "corrected", "law": "1", "reason": "As it lay", "from": "blue", "to": "red", "amount": "5"}
        answer = send(client, entry.night, **{**typed, **differs}, command_id=command_id)
        assert answer.status_code == status, (differs, text(answer))
        page = text(answer)
        words = page.partition('<p class="refused" role="alert">')[2].partition("</p>")[0]
        assert why in words, (differs, words)
        assert f'value="{differs.get("amount", "5")}"' in page
        # The next try is a command of its own: a refused one is in the book under its id.
        command_id = page.partition('name="command_id" value="')[2].partition('"')[0]
        assert '<option value="blue" selected>Wm. Hart</option>' in page
    assert house.result(entry.night)["events"] == events
    assert client.http.post(f"/nights/{entry.night}/disputes", data={"dispute": "d1"}).status_code == 400


def test_what_if_fills_the_form_in_and_rows_can_be_added(played: tuple[House, Disputed, Client]) -> None:
    _, entry, client = played
    query = (
        "dispute=d1&reason=As+it+would+have+been&correction=bank:red:1000&correction=red:blue:250&correction=nonsense"
    )
    page = text(client.get(f"/nights/{entry.night}/disputes?{query}"))
    assert 'value="10"' in page
    assert 'value="2.50"' in page
    assert 'value="As it would have been"' in page
    assert 'value="corrected" required checked' in page
    assert page.count('class="correction"') == 3
    full = {"from": ["bank"] * 3, "to": ["red"] * 3, "amount": ["1", "2", "3"], "more": "yes"}
    assert text(send(client, entry.night, **full)).count('class="correction"') == 4


def test_in_a_night_of_both_the_ways_lead_to_the_turn_that_the_page_names(monkeypatch: pytest.MonkeyPatch) -> None:
    house = House()
    entry = Disputed(house.book)
    client = house.client()
    with monkeypatch.context() as patch:
        # Where nothing is disputed no command is read.
        patch.setattr("web.audit.disputes.steps_of", None)
        assert "No disputes in this night." in text(client.get(f"/nights/{entry.night}/disputes"))
    entry.do("start_hand", dealer="white")
    for player, card in (("red", "7d"), ("blue", "8d"), ("white", "6d"), ("red", "9d")):
        entry.do("lay", player=player, card=card)
    entry.do("void_hand", reason="A card lay face up")
    entry.do("start_deal")
    entry.do("expose_soda", card="5")
    entry.do("turn", loser="2", winner="9")
    entry.do("place_bet", bet="k", player="blue", kind="single", ranks=["K"], stake=500)
    for dispute, about in (("d1", 3), ("d2", 1), ("d3", "k")):
        entry.do("raise_dispute", dispute=dispute, player="blue", about=about, claim="So it was")
    entry.do("draw_loser", card="K")
    entry.do("draw_winner", card="3")
    numbers = {
        each.document.get("card") or each.document["do"]: each.number for each in entry.book.commands(entry.night)
    }
    page = text(client.get(f"/nights/{entry.night}/disputes"))
    of_hand, of_deal, of_bet = page.split("<article")[1:]
    assert "deal 1, before turn 2 · about turn 3 of hand 1, Cy Young lays the 6 of diamonds" in of_hand
    assert f'href="/nights/{entry.night}/hands/1"' in of_hand
    assert f'href="/nights/{entry.night}/what-if?command={numbers["6d"]}&dispute=d1"' in of_hand
    laid = next(each.version_after for each in entry.book.commands(entry.night) if each.number == numbers["6d"])
    assert f'href="/nights/{entry.night}?at={laid}">The table at that turn<' in of_hand
    assert "deal 1, before turn 2 · about turn 1 of deal 1 ·" in of_deal
    assert "/hands/" not in of_deal
    assert f'href="/nights/{entry.night}/what-if?command={numbers["turn"]}&dispute=d2"' in of_deal
    assert "when it was raised<" in of_bet
    assert "when it was settled<" not in of_bet, "it lay when it was disputed"
    # On the night as it was nothing is ruled.
    assert page.count('name="ruling"') == 6
    past = text(client.get(f"/nights/{entry.night}/disputes?at={entry.service.at(entry.night)[1].version}"))
    assert past.count("<article") == 3
    assert 'name="ruling"' not in past
    house.book.close()


def test_who_rules_after_another_is_told_so_where_the_form_is_gone(played: tuple[House, Disputed, Client]) -> None:
    house, entry, client = played
    entry.rule()
    events = house.result(entry.night)["events"]
    stands = {"ruling": "stands", "reason": "It lay as it lay"}
    for status, typed, words in (
        (422, stands, "Ada Lamb's dispute has already been ruled."),
        (400, {**stands, "reason": ""}, "That dispute has already been ruled."),
        (200, {**stands, "more": "yes"}, "That dispute has already been ruled."),
    ):
        answer = send(client, entry.night, **typed, command_id=f"command-{status}")
        assert answer.status_code == status
        head, _, article = text(answer).partition('<article class="dispute" id="d1"')
        assert f'<p class="refused" role="alert">{words}</p>' in article
        assert "$10 from the bank to Ada Lamb" in article
        assert 'role="alert"' not in head
    answer = send(client, entry.night, **stands, dispute="d7", command_id="of-no-dispute")
    head, _, article = text(answer).partition("<article")
    assert '<p class="refused" role="alert">There is no such dispute. It may have been taken back.</p>' in head
    assert 'role="alert"' not in article
    assert house.result(entry.night)["events"] == events


def test_a_correction_is_asked_for_and_may_be_of_nothing(played: tuple[House, Disputed, Client]) -> None:
    _, entry, client = played
    answer = send(client, entry.night, ruling="corrected", reason="So it was")
    assert answer.status_code == 400
    assert "Enter the correction: from whom, to whom and how much." in text(answer)
    entry.do("rule_dispute", dispute="d1", ruling="corrected", law=1, reason="So it was")
    page = text(client.get(f"/nights/{entry.night}/disputes"))
    assert "The dispute is ruled: it is corrected; no money moved." in page
    assert "Dispute ruled · Ada Lamb · corrected under law 1 · no money moved" in text(
        client.get(f"/nights/{entry.night}")
    )
    kept = entry.book.events(entry.night)
    (line,) = disputes_of(entry.service.history(entry.night).states[-1], kept)
    assert line.outcome == (
        "corrected under law 1 (bets are paid or taken by where they lie), no money moved: So it was"
    )


FULL = {"ruling": "corrected", "law": "4", "reason": "The copper was moved", "rows": (Row("bank", "red", "2.50"),)}


def form(**differs: object) -> RulingForm:
    return RulingForm(dispute="d1", command_id="a-command", **{**FULL, **differs})  # type: ignore[arg-type]
