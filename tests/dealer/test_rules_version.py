"""Nights are decided under the version of the rules that their opening records, however old it is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dealer import streams
from dealer.commands.commands import OpenNight, Tip
from dealer.commands.refusal import Refusal
from dealer.night import decide
from dealer.night.command_parsing import read_command
from dealer.night.decide import _DECIDERS
from dealer.night.money import tip
from dealer.night.night import Night
from dealer.night_service import NightService
from dealer.rules_version import CURRENT, FIRST, PRESETS_ARE_THE_SOURCES, SHARES_ARE_OF_THE_WHOLE
from dealer.streams import Sender
from dealer.verification.streams import verify
from events.book.book import Book
from events.book.reading import canonical
from events.common.event import Event
from reports.house_rules import changed_rules
from reports.pdf.archive import NightLog
from tests.support.forger import NIGHT, Forger, forging, make_hashes_good
from tests.support.stored import named_by

SENDER = Sender(who="Tester", device="test")
OPENING = {"do": "open_night", "table": "T", "date": "2026-11-21", "game": "faro", "roll": 500_000, "dealer": "D"}


@pytest.fixture
def forger(tmp_path: Path) -> Iterator[Forger]:
    path = tmp_path / "sound.db"
    with Book.open(path) as book:
        NightService(book).execute(OPENING, SENDER)
        NightService(book).execute({"do": "seat_player", "player": "red", "name": "Ada"}, SENDER, night=NIGHT)
    with forging(path, tmp_path) as at_work:
        yield at_work


def test_a_new_night_is_of_the_current_rules() -> None:
    with Book.open() as book:
        opened = NightService(book).night(NightService(book).execute(OPENING, SENDER).night).opened
        assert opened.rules == CURRENT
        assert f'"rules":{CURRENT}' in book.rows(NIGHT)[0][0].body
        assert verify(book, NIGHT).sound


def test_a_night_opened_without_a_version_is_of_the_first_rules_and_its_bytes_stay(forger: Forger) -> None:
    """As every book of the program's first year is; what is hashed on its papers are the bytes in the book."""
    for table in ("facts", "commands"):
        forger(f"DELETE FROM {table} WHERE night = 'house'")
    (body,) = forger.one("SELECT body FROM facts WHERE version = 1")
    later = ("rules", "house_version", "house_hash", "settings")
    body = canonical({name: value for name, value in json.loads(body).items() if name not in later})
    forger("UPDATE facts SET body = ? WHERE version = 1", body)
    assert '"rules"' not in body
    make_hashes_good(forger)
    assert forger.verdict().finding is None
    with Book.open(forger.path) as book:
        assert NightService(book).night(NIGHT).opened.rules == FIRST
        rows = book.event_rows(NIGHT)
        assert body.encode() in NightLog(rows).of(range(1, len(rows) + 1)).replace(b'\\"', b'"')


def test_a_night_of_later_rules_than_the_program_knows_is_a_finding(forger: Forger) -> None:
    forger(f"""UPDATE facts SET body = replace(body, '"rules":{CURRENT}', '"rules":99') WHERE kind = 'NightOpened'""")
    make_hashes_good(forger)
    assert named_by(forger.verdict().finding) == ("decided again", 1)


def test_an_opening_of_today_lacks_no_house_rule(forger: Forger) -> None:
    """Those of older nights may; to take one out of a newer night's opening would change its rules unseen."""
    forger("""UPDATE facts SET body = replace(body, '"lift_before_hock":true,', '') WHERE kind = 'NightOpened'""")
    (body,) = forger.one("SELECT body FROM facts WHERE kind = 'NightOpened'")
    assert "lift_before_hock" not in body
    make_hashes_good(forger)
    assert named_by(forger.verdict().finding) == ("decided again", 1)


@pytest.mark.parametrize(
    ("shares", "recorded"),
    [
        ((0.1,), (("A", "0.1"), ("house", "0.9"))),
        ((0.25, 0.25), (("A", "0.25"), ("B", "0.25"), ("house", "0.50"))),
        (
            (1 / 3, 1 / 3, 1 / 3),
            (("A", "0.3333333333333333"), ("B", "0.3333333333333333"), ("C", "0.3333333333333333")),
        ),
        ((0.3333, 0.3333, 0.3333), (("A", "0.3333"), ("B", "0.3333"), ("C", "0.3333"))),
        ((0.1667,) * 6, tuple((name, "0.1667") for name in "ABCDEF")),
        ((0.33, 0.33, 0.33), (("A", "0.33"), ("B", "0.33"), ("C", "0.33"), ("house", "0.01"))),
        ((0.6, 0.6), None),
    ],
)
def test_backers_shares_are_of_the_whole_since_the_rules_that_made_them_so(
    shares: tuple[float, ...], recorded: tuple[tuple[str, str], ...] | None
) -> None:
    backers = [{"name": name, "share": share} for name, share in zip("ABCDEF", shares, strict=False)]
    command = read_command({**OPENING, "backers": backers})
    assert isinstance(command, OpenNight)
    before = decide.open_night(command, SHARES_ARE_OF_THE_WHOLE - 1).backers
    assert [backer.name for backer in before] == [backer["name"] for backer in backers]
    if recorded is None:
        with pytest.raises(Refusal, match="more than the whole"):
            decide.open_night(command)
    else:
        assert tuple((backer.name, backer.share) for backer in decide.open_night(command).backers) == recorded


@pytest.mark.parametrize("house", ["antes", {"preset": "antes", "ante": 2}, {"fan_tan": "antes"}])
def test_the_preset_with_antes_is_its_sources_game_since_the_rules_that_made_it_so(house: Any) -> None:
    """Its source lays several cards of a suit in a turn and moves the deal left; older nights keep their own."""
    command = read_command({**OPENING, "game": ["fan_tan"], "house": house})
    assert isinstance(command, OpenNight)
    added = {"several_cards", "deal_moves"}
    now, before = decide.open_night(command), decide.open_night(command, PRESETS_ARE_THE_SOURCES - 1)
    (newer,), (older,) = now.houses.values(), before.houses.values()
    assert {name for name in newer if newer[name] != older[name]} == added
    assert all(newer[name] is True for name in added)
    assert decide.open_again(command, before) == before
    changed = ["ante"] if isinstance(house, dict) and "preset" in house else []
    for opened, recorded in ((now, newer), (before, older)):
        assert [rule.name for rule in changed_rules(recorded, "fan_tan", opened.rules)] == changed


NEXT = CURRENT + 1
TOKES_ARE_WHOLE_DOLLARS = NEXT
"""A change of what is decided, as ``dealer.rules_version`` would name it."""


def tip_of_the_next_rules(night: Night, request: Tip) -> tuple[Event, ...]:
    """The pattern of a decider whose rules were changed: what was decided before is decided so for nights of before."""
    if night.opened.rules >= TOKES_ARE_WHOLE_DOLLARS and request.amount % 100:
        raise Refusal("not_a_multiple", "A toke is of whole dollars.")
    return tip(night, request)


def test_a_new_version_of_the_rules_leaves_older_nights_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    """A night goes on, and is decided again, under the rules with which it was opened; the next one has new rules."""
    with Book.open() as book:
        service = NightService(book)

        def begin() -> str:
            night = service.execute(OPENING, SENDER).night
            service.execute({"do": "seat_player", "player": "red", "name": "Ada"}, SENDER, night=night)
            service.execute({"do": "buy_checks", "player": "red", "amount": 10_000}, SENDER, night=night)
            return night

        def give_a_toke(night: str) -> None:
            service.execute({"do": "tip", "player": "red", "amount": 25}, SENDER, night=night)

        older = begin()
        give_a_toke(older)
        monkeypatch.setattr(decide, "CURRENT", NEXT)
        monkeypatch.setattr(streams, "CURRENT", NEXT)
        deciders: dict[Any, Any] = _DECIDERS
        monkeypatch.setitem(deciders, Tip, tip_of_the_next_rules)
        give_a_toke(older)
        newer = begin()
        with pytest.raises(Refusal, match="A toke is of whole dollars"):
            give_a_toke(newer)
        assert [service.night(night).opened.rules for night in (older, newer)] == [CURRENT, NEXT]
        for night in (older, newer):
            assert verify(book, night).finding is None
        # Without the question for the version the older night would not hold.
        monkeypatch.setitem(globals(), "TOKES_ARE_WHOLE_DOLLARS", FIRST)
        finding = verify(book, older).finding
        assert finding
        assert finding.what.startswith("decided again it is refused (A toke is of whole dollars.")
