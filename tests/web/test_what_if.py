"""The page that asks what would come of another command: what is struck, changed, and what follows."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.house import House


class Asked:
    """A night of two bets and a turn, and what its page answers."""

    def __init__(self) -> None:
        self.house = House()
        self.night = self.house.open_night()
        self.house.seat(self.night, red="Ada Lamb", blue="Wm. Hart")
        self.house.deal(self.night)
        self.house.do(self.night, "place_bet", bet="a", player="red", kind="single", ranks=["Q"], stake=500)
        self.house.do(self.night, "place_bet", bet="b", player="blue", kind="single", ranks=["J"], stake=500)
        self.house.do(self.night, "turn", loser="Qs", winner="Js")
        self.placed = self._number("place_bet")
        self.version = len(self.house.book.events(self.night))
        self.client = self.house.client()

    def _number(self, do: str) -> int:
        return next(command.number for command in self.house.book.commands(self.night) if command.document["do"] == do)

    def get(self, status: int = 200, night: str = "", **asked: Any) -> str:
        answer = self.client.get(f"/nights/{night or self.night}/what-if", query_string=asked)
        assert answer.status_code == status
        return html.unescape(re.sub(r"\s+", " ", answer.text))

    @staticmethod
    def rulings(text: str) -> list[tuple[str, str]]:
        """The ways into rulings, in their order: how each is painted, and the dispute that it leads to."""
        return re.findall(r'class="button( primary)?" href="[^"#]+#([a-z]+)">Take these corrections', text)

    def change(self, status: int = 200, dispute: str = "", **typed: str) -> str:
        """What comes of the first bet typed anew."""
        bet = {"bet": "a", "player": "red", "kind": "single", "ranks": "Q", "stake": "5.00", **typed}
        form = {f"a.{name}": text for name, text in bet.items()}
        return self.get(status, command=self.placed, how="put", ready=1, dispute=dispute, **form)


@pytest.fixture(scope="module")
def asked() -> Iterator[Asked]:
    made = Asked()
    yield made
    assert len(made.house.book.events(made.night)) == made.version, "nothing that was asked is in the book"
    made.house.book.close()


def test_a_bet_struck_says_who_has_what_more(asked: Asked) -> None:
    text = asked.get(command=asked.placed, how="strike")
    assert f"Without command {asked.placed}: Ada Lamb lays $5 on the Q." in text
    assert "Ada Lamb would have $5.00 more and the bank $5.00 less." in text
    assert "lost $5.00</td><td>–</td>" in text
    assert "$5.00 from the bank to Ada Lamb" in text
    assert "No dispute is open." in text


def test_a_bet_that_was_coppered_after_all(asked: Asked) -> None:
    text = asked.change(coppered="on")
    assert f"Command {asked.placed} instead: Ada Lamb lays $5 on the Q, coppered." in text
    assert "At the table it was: Ada Lamb lays $5 on the Q." in text
    assert "lost $5.00</td><td>won $5.00</td>" in text
    assert "+$10.00" in text
    as_json = json.dumps(
        {"do": "place_bet", "bet": "a", "player": "red", "kind": "single", "ranks": ["Q"], "stake": 500}
    )
    text = asked.get(command=asked.placed, how="put", ready=1, json=as_json)
    assert "Nothing would change." in text


def test_an_order_is_put_in(asked: Asked) -> None:
    text = asked.get(command=asked.placed, how="insert", do="copper_bet")
    assert '<option value="a" selected>Ada Lamb’s bet on the Q</option>' in text
    assert '<option value="copper_bet" selected>Copper a bet</option>' in text
    assert not re.search(r">[a-z]+_[a-z_]+<", text), "no word of the script, and no key, is shown"
    chosen: dict[str, Any] = {"a.bet": "a"}
    text = asked.get(command=asked.placed, how="insert", do="copper_bet", ready=1, **chosen)
    assert f"After command {asked.placed}, also: Ada Lamb’s bet on the Q is coppered." in text
    assert "Ada Lamb would have $10.00 more and the bank $10.00 less." in text


def test_a_dispute_chooses_from_bets_and_turns_by_their_names(asked: Asked) -> None:
    number = len(asked.house.book.commands(asked.night))
    text = asked.get(command=number, how="insert", do="raise_dispute")
    assert '<option value="a">Ada Lamb’s bet on the Q</option>' in text
    assert '<option value="1">turn 1 of deal 1</option>' in text
    assert 'name="a.dispute"' not in text
    typed: dict[str, Any] = {"a.player": "red", "a.about": "1", "a.claim": "It was the K"}
    text = asked.get(command=number, how="insert", do="raise_dispute", ready=1, **typed)
    assert "also: Ada Lamb disputes turn 1 of deal 1: “It was the K”." in text


def test_a_bad_change_is_refused_beside_the_form_and_what_was_typed_stays(asked: Asked) -> None:
    text = asked.change(422, stake="9000")
    assert re.search(r'role="alert">The limit here is \$100\.<', text)
    assert 'value="9000"' in text
    text = asked.change(400, stake="lots")
    assert re.search(r'name="a.stake" value="lots"[^>]*aria-invalid="true"', text)
    for typed, why in (({"stake": ""}, "Stake: fill this in."), ({"kind": ""}, "Kind: choose one.")):
        assert f'role="alert">{why}<' in asked.change(400, **typed)
    assert "This is not valid JSON." in asked.get(400, command=asked.placed, how="put", ready=1, json="{")
    twice = asked.get(400, command=asked.placed, how="put", ready=1, json='{"do": "tip", "do": "turn"}')
    assert "is given twice. Give it once." in twice
    assert "cannot be struck" in asked.get(400, command=1, how="strike")
    assert "no command '99'" in asked.get(400, command=99)
    assert "There is no command 'dance'" in asked.get(400, command=asked.placed, how="insert", do="dance")


def test_what_falls_out_is_told_with_its_refusal(asked: Asked) -> None:
    soda = next(
        command.number for command in asked.house.book.commands(asked.night) if command.document["do"] == "expose_soda"
    )
    text = asked.get(command=soda, how="strike")
    assert "3 later commands would not be possible and drop out of it." in text
    assert "It would be refused." in text
    assert "Soda <small" in text, "the case-keeper would have no soda"


def test_a_struck_lay_in_a_hand_that_was_voided_is_not_said_to_change_nothing() -> None:
    """No money differs, but every later turn of the hand would have been refused."""
    house = House()
    night = house.open_night(game="fan_tan", house="encyclopedia")
    house.seat(night, red="Ada Lamb", blue="Wm. Hart", green="T. Vane")
    house.do(night, "start_hand", dealer="green")
    for player, card in (("red", "7s"), ("blue", "8s"), ("green", "9s")):
        house.do(night, "lay", player=player, card=card)
    house.do(night, "void_hand", reason="A card is missing")
    number = next(command.number for command in house.book.commands(night) if command.document["do"] == "lay")
    text = house.client().get(f"/nights/{night}/what-if?command={number}&how=strike").text
    assert "would be refused" in text
    assert "Nobody’s money would change, but" in html.unescape(text)
    house.book.close()


def test_what_differs_by_no_cent_is_said(asked: Asked) -> None:
    other = Asked()
    house, night = other.house, other.night
    house.do(night, "take_pledge", player="red", amount=1_000, item="watch")
    house.do(night, "lend_stake", lender="red", borrower="blue", amount=500)
    number = {command.document["do"]: command.number for command in house.book.commands(night)}

    def put(do: str, **instead: object) -> str:
        document = next(entry.document for entry in house.book.commands(night) if entry.number == number[do])
        return other.get(command=number[do], how="put", ready=1, json=json.dumps({**document, **instead}))

    text = put("take_pledge", item="ring")
    assert "Nobody’s money would change, but something else would." in text
    assert re.search(r"Pledges.*Ada Lamb’s watch for \$10.00</td><td>Ada Lamb’s ring for \$10.00", text)
    assert re.search(
        r"Ada Lamb to Wm. Hart</td><td>Ada Lamb to Wm. Hart for 50% of their profit",
        put("lend_stake", profit_share=0.5),
    )
    text = put("open_night", dealer="Somebody Else", house={"limit": 9_000})
    assert "<td>Somebody Else</td>" in text
    assert re.search(r"House: limit.*<td>\$100.00</td><td>\$90.00</td>", text)
    assert "would be called Big $ Joe" in put("seat_player", name="Big $ Joe")
    house.book.close()


def test_the_headline_takes_no_name_apart() -> None:
    """And a ruling that cannot be carried out says so with the player's name."""
    house = House()
    night = house.open_night()
    house.seat(night, red="Big $ Joe", blue="Wm. Hart")
    house.deal(night)
    house.do(night, "place_bet", bet="a", player="red", kind="single", ranks=["Q"], stake=500)
    house.do(night, "turn", loser="Js", winner="Qs")
    house.do(night, "cash_in", player="red", amount=house.service.night(night).ledger.balance("checks:red"))
    number = next(command.number for command in house.book.commands(night) if command.document["do"] == "place_bet")
    text = html.unescape(house.client().get(f"/nights/{night}/what-if?command={number}&how=strike").text)
    assert "Big $ Joe would have $5.00 less and the bank $5.00 more." in text
    assert "This ruling is not possible now: Big $ Joe has $0 in checks, not $5." in text
    house.book.close()


def test_the_corrections_go_into_a_ruling_that_gives_what_the_other_night_has(asked: Asked) -> None:
    """In a night of its own: a dispute is raised, and the ruling's form has the corrections filled in."""
    other = Asked()
    other.house.do(other.night, "raise_dispute", dispute="d", player="red", about="a", claim="That bet was coppered")
    text = other.change(coppered="on")
    found = re.search(r'href="([^"]+)">Take these corrections into a ruling', text)
    assert found
    assert "correction=bank:red:1000" in found[1]
    ruling = html.unescape(other.client.get(found[1]).text)
    assert 'value="10"' in ruling
    assert f"Command {other.placed} instead" in ruling
    other.house.book.close()


def test_the_dispute_that_the_reader_came_from_is_kept_along_and_offered_first() -> None:
    other = Asked()
    for key in ("first", "second"):
        other.house.do(other.night, "raise_dispute", dispute=key, player="red", about="a", claim=f"The {key} of two")
    disputes = other.client.get(f"/nights/{other.night}/disputes").text
    assert f"/nights/{other.night}/what-if?command={other.placed}&amp;dispute=second" in disputes
    text = other.get(command=other.placed, dispute="second")
    assert f'For the dispute of <a href="/nights/{other.night}/disputes#second">Ada Lamb: “The second of two”' in text
    ways = re.findall(r"<a[^>]*>|<form.*?</form>", text.partition("<section")[2])
    on = [way for way in ways if "what-if?" in way or way.startswith("<form")]
    assert len(on) > 6
    assert [way for way in on if "dispute=second" not in way and 'name="dispute" value="second"' not in way] == []
    text = other.change(coppered="on", dispute="second")
    assert other.rulings(text) == [(" primary", "second"), ("", "first")]
    assert other.rulings(other.change(coppered="on")) == [(" primary", "first"), (" primary", "second")]
    assert "For the dispute of" not in other.get(command=other.placed, dispute="none such")
    other.house.book.close()
