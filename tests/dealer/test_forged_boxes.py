"""A forger who changes commands and events of a boxed night alike, and takes every hash again: the boxes tell."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from dealer.dealing_box import commitment_to
from dealer.verification.boxes import BOXES
from dealer.verification.inspection import Finding, Rows
from dealer.verification.streams import verify_rows
from tests.support.stored import both_made_good, copied, from_boxes, stored

Body = dict[str, Any]


@cache
def night() -> Rows:
    return stored(from_boxes())


def forged(change: Callable[[str, Body], object]) -> Rows:
    """The night with all bodies changed: ``change`` gets the kind of an event or the word of a command."""

    def changed(kind: str, body: str) -> str:
        document = json.loads(body)
        change(kind or document["do"], document)
        return json.dumps(document, ensure_ascii=False, separators=(",", ":"), sort_keys=bool(kind))

    rows = night()
    return both_made_good(
        copied(
            rows,
            events=[row._replace(body=changed(row.kind, row.body)) for row in rows.events],
            commands=[row._replace(body=changed("", row.body)) for row in rows.commands],
        )
    )


def found(rows: Rows) -> Finding:
    finding = verify_rows(rows).finding
    assert finding
    return finding


def bodies(kind: str) -> list[Body]:
    return [json.loads(row.body) for row in night().events if row.kind == kind]


def of_one_rank() -> tuple[str, str]:
    """Two cards of a rank that came in the first deal, in different turns."""
    cards = [body["cards"] for body in bodies("CardsFromBox") if body["box"] == 1 and len(body["cards"]) == 2]
    return next(
        (first, second)
        for one, some in enumerate(cards)
        for others in cards[one + 1 :]
        for first in some
        for second in others
        if first[:-1] == second[:-1] and first != second
    )


def with_swapped_cards(kind: str, body: Body) -> None:
    first, second = of_one_rank()
    other = {first: second, second: first}
    if kind != "BoxStarted":
        for holder in (body, body.get("drawn", {})):
            for name, value in holder.items():
                if isinstance(value, str) and name in ("card", "loser", "winner"):
                    holder[name] = other.get(value, value)
                elif name == "cards" and isinstance(value, list):
                    holder[name] = [other.get(card, card) for card in value]


def with_words(text: str) -> Callable[[str, Body], None]:
    def change(kind: str, body: Body) -> None:
        if kind in ("WordsAdded", "add_words") and body["player"] == "red":
            body["words"] = text

    return change


def with_words_of_another(kind: str, body: Body) -> None:
    if kind in ("WordsAdded", "add_words"):
        body["player"] = {"red": "blue", "blue": "red"}[body["player"]]


def with_secret(kind: str, body: Body) -> None:
    box = {"commitment": bodies("BoxCommitted")[0]["commitment"], "secret": bodies("BoxRevealed")[0]["secret"]}
    own = {"commitment": commitment_to("ab" * 32), "secret": "ab" * 32}
    for name, value in box.items():
        if body.get(name) == value:
            body[name] = own[name]


def with_pack_in_another_order(kind: str, body: Body) -> None:
    if kind == "BoxStarted":
        body["pack"][0], body["pack"][1] = body["pack"][1], body["pack"][0]


def with_one_commitment_twice(kind: str, body: Body) -> None:
    committed, revealed = bodies("BoxCommitted"), bodies("BoxRevealed")
    for name, rows in (("commitment", committed), ("nonce", committed), ("secret", revealed)):
        if body.get(name) == rows[1][name]:
            body[name] = rows[0][name]


def test_the_night_is_sound() -> None:
    assert verify_rows(copied(night())).finding is None
    assert verify_rows(forged(lambda kind, body: None)).finding is None


@pytest.mark.parametrize(
    "change",
    [
        with_swapped_cards,
        with_words("Rien ne va plus"),
        with_words("Faites vos jeux "),
        with_words_of_another,
        with_secret,
    ],
)
def test_a_forgery_that_the_rules_would_decide_so_is_found_by_the_boxes(change: Callable[[str, Body], None]) -> None:
    assert found(forged(change)).check == BOXES.name


@pytest.mark.parametrize("change", [with_pack_in_another_order, with_one_commitment_twice])
def test_a_forgery_that_the_rules_would_not_decide_so_is_found(change: Callable[[str, Body], None]) -> None:
    assert found(forged(change)).check in (BOXES.name, "decided again")


def test_every_field_of_a_box_that_is_changed_in_an_event_alone_is_found() -> None:
    kinds = ("BoxCommitted", "WordsAdded", "BoxRevealed", "BoxStarted", "CardsFromBox", "CardTurnedUp", "HandsDealt")
    changed = [(kind, name) for kind in kinds for name in bodies(kind)[0] if name not in ("moves", "schema_version")]
    assert len(changed) >= 20
    for kind, name in changed:

        def change(seen: str, body: Body, kind: str = kind, name: str = name) -> None:
            if seen == kind:
                value = body[name]
                body[name] = (
                    value + 1 if isinstance(value, int) else value[1:] if isinstance(value, list) else value[::-1]
                )

        rows = forged(change)
        assert verify_rows(rows).finding, (kind, name)
