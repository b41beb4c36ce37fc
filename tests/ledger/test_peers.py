"""Second opinions: hledger, ledger and beancount take every export, and refuse one with any amount changed."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from random import Random
from urllib.parse import unquote

import pytest

from dealer.games import GAMES
from dealer.night_service import NightService
from events.book.book import Book
from events.common.house import HOUSE
from events.common.night import CommandVoided
from events.games import game_of
from events.games.faro import BetSplit
from events.records import Recorded
from ledger.accounts import CHART
from ledger.export import Commodities, Commodity
from ledger.journal import component, to_depth
from ledger.statement import player_line
from tests.ledger.export import peers
from tests.ledger.export.nights import balances_of, book_of, everything_in_a_house, exported, random_book, whole
from tests.support.fixtures import soaked

SCRIPTS = Path(__file__).parents[1] / "nights"


@pytest.fixture(scope="module")
def crowd() -> Iterator[Book]:
    with random_book() as book:
        yield book


@pytest.fixture(scope="module")
def small() -> Iterator[Book]:
    with book_of(everything_in_a_house()) as book:
        yield book


@pytest.mark.parametrize("which", ["crowd", "small"])
def test_each_program_takes_its_export_and_has_our_ledgers_balances(which: str, request: pytest.FixtureRequest) -> None:
    """One file of many nights, in as few processes as can be; accounts that came to nothing are there too."""
    book: Book = request.getfixturevalue(which)
    ours = balances_of(book)
    journal, other, text = (exported(book, to) for to in ("hledger", "ledger", "beancount"))
    assert (peers.check_hledger(journal), peers.check_ledger(other), peers.check_beancount(text)) == ("", "", "")
    assert peers.hledger_balances(journal) == ours
    assert peers.ledger_balances(other) == ours
    assert peers.beancount_balances(text) == ours


@pytest.mark.parametrize("commodity", [Commodity(code="JPY", digits=0), Commodity(code="KWD", digits=3)])
def test_each_program_takes_a_currency_with_other_decimals(small: Book, commodity: Commodity) -> None:
    ours, commodities = balances_of(small), Commodities(usual=commodity)
    journal, other, text = (exported(small, to, commodities) for to in ("hledger", "ledger", "beancount"))
    assert (peers.check_hledger(journal), peers.check_ledger(other), peers.check_beancount(text)) == ("", "", "")
    assert peers.hledger_balances(journal, commodity) == ours
    assert peers.ledger_balances(other, commodity) == ours
    assert peers.beancount_balances(text, commodity) == ours


def test_each_program_takes_a_night_in_another_currency_than_the_house(small: Book) -> None:
    commodities = Commodities(of_nights={small.nights()[0]: Commodity(code="JPY", digits=0)})
    journal, other, text = (exported(small, to, commodities) for to in ("hledger", "ledger", "beancount"))
    assert (peers.check_hledger(journal), peers.check_ledger(other), peers.check_beancount(text)) == ("", "", "")
    assert all("JPY" in export and "USD" in export for export in (journal, other, text))


def test_the_small_nights_touch_every_account_of_the_chart_that_nights_before_their_last_turn_can(small: Book) -> None:
    assert not [command for stream in whole(small) for command in small.commands(stream) if command.refused]
    families = {entry.partition(":")[0] for event in moving_in(small) for entry in accounts_of(event)}
    assert set(CHART) - families == {"sleepers", "after_hock"}


def test_the_random_nights_touch_every_account_of_the_chart(crowd: Book) -> None:
    assert {entry.partition(":")[0] for event in moving_in(crowd) for entry in accounts_of(event)} == set(CHART)
    assert {True, False} == {NightService(crowd).night(night).closed for night in crowd.nights()}


@pytest.mark.parametrize("script", sorted(SCRIPTS.glob("house-*.jsonl")), ids=lambda script: script.stem)
def test_each_program_says_what_a_house_is_owed_and_keeps(script: Path) -> None:
    with book_of(json.loads(line) for line in script.read_text().splitlines() if line.startswith("{")) as book:
        house = NightService(book).house()
        journal, other, text = (exported(book, to) for to in ("hledger", "ledger", "beancount"))
        assert (peers.check_hledger(journal), peers.check_ledger(other), peers.check_beancount(text)) == ("", "", "")
        ours = balances_of(book)
        without_card = sum(
            player_line(night.ledger, player).markers_open_cents
            for night in map(NightService(book).night, book.nights())
            for player, seat in night.seats.items()
            if not seat.card
        )
    for totals in (peers.hledger_balances(journal), peers.ledger_balances(other), peers.beancount_balances(text)):
        assert totals == ours
        by_two = Counter(to_depth(totals, 2))
        assert by_two["Equity:Transfers"] == 0
        assert by_two["Assets:Markers"] == sum(card.exposure_cents for card in house.open_cards) + without_card
        for key, card in house.cards.items():
            assert totals.get(f"Liabilities:Deposits:House:{component(key)}", 0) == -card.deposit_cents
            assert totals.get(f"Assets:Markers:Carried:House:{component(key)}", 0) == card.carried_cents


def test_the_random_nights_move_money_in_every_game_and_in_several_of_a_night_and_splits_take_all(crowd: Book) -> None:
    moving = [[event.event for event in crowd.events(night) if event.event.moves] for night in crowd.nights()]
    games = [{game_of(event) for event in events} - {""} for events in moving]
    assert set().union(*games) == set(GAMES)
    assert max(map(len, games)) >= 3
    assert any(event.taken_cents == event.stake_cents > 25 for event in chain(*moving) if isinstance(event, BetSplit))


def test_every_event_that_moves_money_is_one_transaction_with_where_it_comes_from(crowd: Book, small: Book) -> None:
    for book in (crowd, small):
        moving = moving_in(book)
        seen = {
            (entry.meta["night"], int(entry.meta["fact"])): entry
            for entry in peers.transactions(exported(book, "beancount"))
        }
        assert list(seen) == [(event.stream, event.version) for event in moving]
        for event, entry in zip(moving, seen.values(), strict=True):
            assert entry.date.isoformat() == "2026-11-21"
            assert entry.narration.startswith(f"evt-{event.version:06d} ")
            assert {name: entry.meta.get(name) for name in tags_of(event)} == tags_of(event)
            assert len(entry.postings) == 2 * len(event.event.moves)
            assert sum(posting.units.number for posting in entry.postings) == 0
    kinds = {event.kind for event in moving}
    assert {"CommandVoided", "StakeLent", "PledgeTaken", "DisputeRuled", "BetSplit", "AntePaid"} <= kinds


def test_tags_come_back_from_hledger_and_ledger_as_they_stand_in_the_book(small: Book) -> None:
    moving = moving_in(small)
    printed = json.loads(peers.hledger(exported(small, "hledger"), "print", "-O", "json").stdout)
    assert [entry["tcode"] for entry in printed] == [f"evt-{event.version:06d}" for event in moving]
    for event, move in zip(moving, printed, strict=True):
        assert move["tdate"] == "2026-11-21"
        assert move["tdate2"] is None
        assert {name: unquote(value) for name, value in move["ttags"]} == tags_of(event)
        assert len(move["tpostings"]) == 2 * len(event.event.moves)
        assert all(posting["pbalanceassertion"] for posting in move["tpostings"])
    names = ("time", "night", "fact", "kind", "command", "who", "device", "hash")
    columns = "\t".join(["%(date)", "%(code)", *(f'%(tag("{name}"))' for name in names)])
    register = peers.ledger(exported(small, "ledger"), "register", "--format", columns + "\n").stdout.splitlines()
    shown = list(dict.fromkeys(register))
    assert len(shown) == len(moving)
    for event, line in zip(moving, shown, strict=True):
        day, code, *values = line.split("\t")
        assert (day, code) == ("2026/11/21", f"evt-{event.version:06d}")
        assert {name: unquote(value) for name, value in zip(names, values, strict=True)} == {
            name: value for name, value in tags_of(event).items() if name != "voids"
        }


def test_a_missing_peer_is_a_failure_and_no_skip(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    for check in (peers.check_hledger, peers.check_ledger):
        with pytest.raises(pytest.fail.Exception, match="is not installed"):
            check("")


def tags_of(event: Recorded) -> dict[str, str]:
    """The tags that an event's transaction is to have."""
    tags = {name: str(getattr(event, name)) for name in ("kind", "command", "who", "device", "hash")}
    tags |= {"night": event.stream, "time": event.at, "fact": str(event.version)}
    return tags | ({"voids": event.event.command} if isinstance(event.event, CommandVoided) else {})


def moving_in(book: Book) -> list[Recorded]:
    """The events that move money, in the order of an export whose nights are of one date: the house comes last."""
    return [event for stream in (*book.nights(), HOUSE) for event in book.events(stream) if event.event.moves]


def accounts_of(event: Recorded) -> Iterator[str]:
    return (account for move in event.event.moves for account in (move.debit, move.credit))


AMOUNT = re.compile(r"(?<![~\d])(?<!~ )-?\d+\.\d\d(?= (?:=|~|USD\n))|(?<== USD )-?\d+\.\d\d(?=\n)", re.ASCII)
"""An amount of a posting or an assertion; not beancount's tolerance, which is no amount of the book."""

Check = Callable[[str], str]

CHECKS: dict[str, Check] = {
    "hledger": peers.check_hledger,
    "ledger": peers.check_ledger,
    "beancount": peers.check_beancount,
}


@pytest.mark.parametrize("part", soaked(range(4), at_once=[0]))
@pytest.mark.parametrize("to", ["ledger", "beancount"])
def test_a_small_night_with_any_one_amount_changed_is_refused(small: Book, to: str, part: int) -> None:
    """Every amount of postings and of assertions, by a cent or by a tenth of one, which beancount would let pass."""
    text = exported(small, to)
    result = list(AMOUNT.finditer(text))
    assert len(result) == amounts_of(small, to)
    for at, entry in enumerate(result[part::4]):
        assert "balance" in CHECKS[to](changed(text, entry, at)).lower(), f"{entry[0]} at {entry.start()}"


def test_hledger_refuses_a_night_with_one_amount_changed(small: Book) -> None:
    """One posting and one assertion of every place in the chart, for each costs a process."""
    text = exported(small, "hledger")
    result = list(AMOUNT.finditer(text))
    assert len(result) == amounts_of(small, "hledger")
    Random("hledger").shuffle(result)
    kinds: Counter[tuple[str, bool]] = Counter()
    chosen: list[re.Match[str]] = []
    for entry in result:
        line = text[text.rindex("\n", 0, entry.start()) + 1 : entry.end()]
        kind = (place_of(line), " = " in line)
        kinds[kind] += 1
        if kinds[kind] == 1:
            chosen.append(entry)
    assert {place for place, _ in kinds} == {
        CHART[family].place for family in CHART if family not in ("sleepers", "after_hock")
    }
    for at, entry in enumerate(chosen):
        assert "balance" in peers.check_hledger(changed(text, entry, at)).lower(), f"{entry[0]} at {entry.start()}"


@pytest.mark.parametrize("tail", ["004", "0000001"])
def test_ledger_refuses_less_than_half_a_cent_where_an_account_comes_to_nothing(small: Book, tail: str) -> None:
    """With a format declared for the commodity it would let that pass."""
    text = exported(small, "ledger")
    nothing = list(re.finditer(r"-?\d+\.\d\d(?= = USD 0\.00\n)", text))
    assert nothing
    for entry in nothing:
        assert "balance" in peers.check_ledger(text[: entry.end()] + tail + text[entry.end() :]).lower()


def test_two_changed_amounts_that_balance_are_still_refused(small: Book) -> None:
    """A transaction made over whole balances; the running balances, and beancount's of the next day, do not."""
    for to, check in CHECKS.items():
        text = exported(small, to)
        head, first, rest = re.split(r"(\n2026-11-21 \* [^\n]* marker issued[^\n]*\n(?: [^\n]*\n)*)", text, maxsplit=1)
        altered = re.sub(r"80\.00", "80.01", first)
        assert altered != first
        assert "balance" in check(head + altered + rest).lower(), to


def test_a_transaction_left_out_is_refused(small: Book) -> None:
    for to, check in CHECKS.items():
        text = exported(small, to)
        parts = re.split(r"(\n2026-11-21 \* [^\n]*\n(?: [^\n]*\n)*)", text)
        gone = parts.pop(len(parts) // 4 * 2 + 1)
        assert "evt-0000" in gone
        assert "balance" in check("".join(parts)).lower(), to


def test_an_amount_in_another_commodity_is_refused(small: Book) -> None:
    for to, check in CHECKS.items():
        text = exported(small, to)
        at = text.rindex("USD")
        assert check(f"{text[:at]}EUR{text[at + 3 :]}"), to


def amounts_of(book: Book, to: str) -> int:
    """How many amounts the export of a book must have."""
    postings = 2 * sum(len(event.event.moves) for event in moving_in(book))
    return postings + 2 * len(balances_of(book)) if to == "beancount" else 2 * postings


def place_of(line: str) -> str:
    """Where the account of a posting's line stands in the chart."""
    return re.split(":(?:2026-11-21-|House)", line.split()[0])[0]


def changed(text: str, first: re.Match[str], at: int) -> str:
    """The text with one amount a cent or, every other time, a tenth of a cent off."""
    return text[: first.start()] + (first[0] + "1" if at % 2 else _a_cent_more(first[0])) + text[first.end() :]


def _a_cent_more(amount: str) -> str:
    whole, cents = amount.lstrip("-").split(".")
    more = int(whole) * 100 + int(cents) + 1
    return f"{'-' if amount.startswith('-') else ''}{more // 100}.{more % 100:02d}"
