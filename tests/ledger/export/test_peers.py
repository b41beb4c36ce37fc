"""Second opinions: hledger, ledger and beancount take every export and come to our ledger's balances."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain
from urllib.parse import unquote

import pytest

from dealer.assistant import Assistant
from dealer.games import GAMES
from events.book.book import Book
from events.facts.night import CommandVoided
from events.games import game_of
from events.games.faro import BetSplit
from events.records import Recorded
from ledger.accounts import CHART
from tests.ledger.export import peers
from tests.ledger.export.nights import balances_of, book_of, everything, exported, random_book


@pytest.fixture(scope="module")
def crowd() -> Iterator[Book]:
    with random_book() as book:
        yield book


@pytest.fixture(scope="module")
def small() -> Iterator[Book]:
    with book_of(everything()) as book:
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


def test_the_small_night_touches_every_account_of_the_chart_that_a_night_before_its_last_turn_can(small: Book) -> None:
    assert not [one for one in small.commands(small.nights()[0]) if one.refused]
    families = {one.partition(":")[0] for fact in small.facts(small.nights()[0]) for one in accounts_of(fact)}
    assert set(CHART) - families == {"sleepers", "after_hock"}


def test_the_random_nights_touch_every_account_of_the_chart(crowd: Book) -> None:
    facts = [fact for night in crowd.nights() for fact in crowd.facts(night)]
    assert {one.partition(":")[0] for fact in facts for one in accounts_of(fact)} == set(CHART)
    assert {True, False} == {Assistant(crowd).night(night).closed for night in crowd.nights()}


def test_the_random_nights_move_money_in_every_game_and_in_several_of_a_night_and_splits_take_all(crowd: Book) -> None:
    moving = [[fact.fact for fact in crowd.facts(night) if fact.fact.moves] for night in crowd.nights()]
    games = [{game_of(fact) for fact in facts} - {""} for facts in moving]
    assert set().union(*games) == set(GAMES)
    assert max(map(len, games)) >= 3
    assert any(fact.taken_cents == fact.stake_cents > 25 for fact in chain(*moving) if isinstance(fact, BetSplit))


def test_every_fact_that_moves_money_is_one_transaction_with_where_it_comes_from(crowd: Book, small: Book) -> None:
    for book in (crowd, small):
        moving = [fact for night in book.nights() for fact in book.facts(night) if fact.fact.moves]
        seen = {
            (entry.meta["night"], int(entry.meta["fact"])): entry
            for entry in peers.transactions(exported(book, "beancount"))
        }
        assert list(seen) == [(fact.stream, fact.version) for fact in moving]
        for fact, entry in zip(moving, seen.values(), strict=True):
            assert entry.date.isoformat() == "2026-11-21"
            assert entry.narration.startswith(f"evt-{fact.version:06d} ")
            assert {name: entry.meta.get(name) for name in tags_of(fact)} == tags_of(fact)
            assert len(entry.postings) == 2 * len(fact.fact.moves)
            assert sum(posting.units.number for posting in entry.postings) == 0
    kinds = {fact.kind for fact in moving}
    assert {"CommandVoided", "StakeLent", "PledgeTaken", "DisputeRuled", "BetSplit", "AntePaid"} <= kinds


def test_tags_come_back_from_hledger_and_ledger_as_they_stand_in_the_book(small: Book) -> None:
    moving = [fact for fact in small.facts(small.nights()[0]) if fact.fact.moves]
    printed = json.loads(peers.hledger(exported(small, "hledger"), "print", "-O", "json").stdout)
    assert [one["tcode"] for one in printed] == [f"evt-{fact.version:06d}" for fact in moving]
    for fact, one in zip(moving, printed, strict=True):
        assert one["tdate"] == "2026-11-21"
        assert one["tdate2"] is None
        assert {name: unquote(value) for name, value in one["ttags"]} == tags_of(fact)
        assert len(one["tpostings"]) == 2 * len(fact.fact.moves)
        assert all(posting["pbalanceassertion"] for posting in one["tpostings"])
    names = ("time", "night", "fact", "kind", "command", "who", "device", "hash")
    columns = "\t".join(["%(date)", "%(code)", *(f'%(tag("{name}"))' for name in names)])
    register = peers.ledger(exported(small, "ledger"), "register", "--format", columns + "\n").stdout.splitlines()
    shown = list(dict.fromkeys(register))
    assert len(shown) == len(moving)
    for fact, line in zip(moving, shown, strict=True):
        day, code, *values = line.split("\t")
        assert (day, code) == ("2026/11/21", f"evt-{fact.version:06d}")
        assert {name: unquote(value) for name, value in zip(names, values, strict=True)} == {
            name: value for name, value in tags_of(fact).items() if name != "voids"
        }


def test_a_missing_peer_is_a_failure_and_no_skip(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    for check in (peers.check_hledger, peers.check_ledger):
        with pytest.raises(pytest.fail.Exception, match="is not installed"):
            check("")


def tags_of(fact: Recorded) -> dict[str, str]:
    """The tags that a fact's transaction is to have."""
    tags = {name: str(getattr(fact, name)) for name in ("kind", "command", "who", "device", "hash")}
    tags |= {"night": fact.stream, "time": fact.at, "fact": str(fact.version)}
    return tags | ({"voids": fact.fact.command} if isinstance(fact.fact, CommandVoided) else {})


def accounts_of(fact: Recorded) -> Iterator[str]:
    return (account for move in fact.fact.moves for account in (move.debit, move.credit))
