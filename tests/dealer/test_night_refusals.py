"""Refusals: a code and a sentence for any document, people by name and bets by their place, nothing changed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer.commands.refusal import CODES, Refusal
from dealer.night.command_parsing import command_type, words
from dealer.night_service import NightService
from dealer.streams import Sender
from events.book.book import Book
from events.schema import schema_for
from reports.sheets.dossier import stake_story
from tests.support.pure import PureNight
from tests.support.tables import Table

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=8)
    | st.sampled_from(["red", "A", "Qs"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=8,
)
ARGUMENTS = sorted(
    {
        field.data_key or name
        for word in words()
        if (kind := command_type(word))
        for name, field in schema_for(kind).fields.items()
    }
)


@given(
    st.one_of(
        json_values,
        st.builds(
            lambda do, more: {"do": do, **more},
            st.sampled_from(sorted(words())),
            st.dictionaries(st.sampled_from(ARGUMENTS), json_values, max_size=6),
        ),
    )
)
def test_any_document_makes_events_or_one_refusal(document: Any) -> None:
    """At an open table and before one: either events come of it, or one coded sentence, and the night is as it was."""
    for night in (PureNight(), Table()):
        before, events, refusal = night.night, len(night.recorded), None
        try:
            night.do(json.loads(json.dumps(document)))
        except Refusal as error:
            refusal = error
        if refusal:
            assert refusal.code in CODES
            assert "\n" not in refusal.why
            assert night.night is before
        assert (len(night.recorded) > events) == (refusal is None)


SENDER = Sender(who="dealer", device="tablet")
ADA, WYATT = "key-of-ada", "key-of-wyatt"
BET = "dd0190ff"
QUEEN: dict[str, Any] = {"do": "place_bet", "bet": BET, "player": ADA, "kind": "single", "ranks": ["Q"], "stake": 500}
FARO: list[dict[str, Any]] = [{"do": "start_deal"}, {"do": "expose_soda", "card": "5h"}, QUEEN]
PHARO: list[dict[str, Any]] = [{"do": "start_deal"}, {"do": "show_bottom", "card": "2c"}, QUEEN]
LOST = {"do": "turn", "loser": "Qs", "winner": "2d"}
DISPUTED = {"do": "raise_dispute", "dispute": "d1", "player": ADA, "about": BET, "claim": "No"}
RULED = {"do": "rule_dispute", "dispute": "d1", "ruling": "stands", "reason": "So it was"}
ANTE = {"do": "start_hand", "dealer": WYATT}
BROKE: list[dict[str, Any]] = [
    *({"do": "cash_in", "player": player, "amount": 2_000} for player in (ADA, WYATT)),
    {"do": "seat_player", "player": "key-of-a-third", "name": "Ada Lamb’s sister"},
]

REFUSED: list[tuple[str, Any, list[dict[str, Any]], dict[str, Any]]] = [
    ("faro", {}, FARO, {**QUEEN, "bet": "other", "stake": 9_000}),
    ("faro", {}, [*FARO, LOST], {"do": "press_bet", "bet": BET, "add": 500}),
    ("faro", {}, [*FARO, LOST, DISPUTED, RULED], RULED),
    ("faro", {}, [*FARO, LOST, DISPUTED], {"do": "close_night"}),
    ("faro", {"preset": "early_bank"}, FARO, {"do": "take_down_bet", "bet": BET}),
    ("faro", {}, FARO, {"do": "claim_sleeper", "bet": BET, "player": ADA}),
    ("faro", {}, FARO, {"do": "leave_table", "player": ADA}),
    ("faro", {}, [], {"do": "seat_player", "player": ADA, "name": "Ada Lamb"}),
    ("faro", {}, [], {"do": "redeem_marker", "player": ADA, "amount": 500, "with": "cash"}),
    ("pharo", {}, PHARO, {"do": "paroli", "bet": BET}),
    ("pharo", {}, PHARO, {"do": "pli", "bet": BET}),
    ("pharo", {}, PHARO, {**QUEEN, "bet": "other"}),
    ("pharo", {}, [*PHARO, {"do": "take_down_bet", "bet": BET}], {"do": "mask_bet", "bet": BET}),
    ("fan_tan", "antes", BROKE, ANTE),
    ("farmer", {}, BROKE, ANTE),
]


@pytest.mark.parametrize(("game", "house", "before", "refused"), REFUSED)
def test_a_refusal_calls_people_by_name_and_bets_by_their_place(
    game: str, house: Any, before: list[dict[str, Any]], refused: dict[str, Any]
) -> None:
    with Book.open() as book:
        service, night = NightService(book), opened(book, game, house)
        for document in before:
            service.execute(document, SENDER, night=night)
        for _sent_twice in range(2):
            with pytest.raises(Refusal) as first:
                service.execute(refused, SENDER, night=night, command_id="the-refused-one")
            assert "Ada Lamb" in first.value.why or "Wyatt Earp" in first.value.why
            assert not [key for key in ("key-of", BET, "d1") if key in first.value.why]


def test_a_dossier_tells_refusals_by_name() -> None:
    with Book.open() as book:
        service, night = NightService(book), opened(book, "faro", {})
        for document in FARO:
            service.execute(document, SENDER, night=night)
        with pytest.raises(Refusal):
            service.execute({"do": "press_bet", "bet": BET, "add": 9_000}, SENDER, night=night)
        lines = stake_story(service.history(night), book.commands(night), BET)
        reasons = [line.reason for line in lines if line.refused]
        assert len(reasons) == 1
        assert "Ada Lamb" in reasons[0]
        assert ADA not in reasons[0]


def opened(book: Book, game: str, house: Any) -> str:
    """A night with two players who hold $20 each."""
    opening = {"do": "open_night", "table": "Tiger", "date": "2026-11-21", "game": game, "roll": 500_000}
    service = NightService(book)
    night = service.execute({**opening, "house": house or {}, "dealer": "M. Earp"}, SENDER).night
    for player, name in ((ADA, "Ada Lamb"), (WYATT, "Wyatt Earp")):
        service.execute({"do": "seat_player", "player": player, "name": name}, SENDER, night=night)
        service.execute({"do": "buy_checks", "player": player, "amount": 2_000}, SENDER, night=night)
    return night
