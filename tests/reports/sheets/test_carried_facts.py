"""Sheets carry the facts that their figures are made from: whoever has one can work them out again from these alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import UTC
from typing import Any

import pytest
from msgspec.structs import fields

from events.effective_facts import effective
from events.facts.night import DisputeRaised, DisputeRuled, MarkerIssued, PlayerSeated
from events.facts.play import RoundBegun
from events.games import game_of
from events.records import Recorded
from ledger.ledger import Ledger
from ledger.statement import player_line
from reports.game_papers import papers_of
from reports.sheets.agreement import CarriedFacts
from reports.sheets.disputes import disputes_of
from reports.sheets.markers import marker_register_of
from reports.sheets.settlement import night_play_of
from tests.reports.conftest import NIGHTS
from tests.reports.nights import long_night

every_night = pytest.mark.parametrize("make", NIGHTS.values(), ids=NIGHTS)


@every_night
def test_a_player_has_in_every_account_what_the_facts_of_their_settlement_moved(make: Callable[[], Any]) -> None:
    night = make()
    carried = CarriedFacts(night.facts)
    for player in night.now.seats:
        own = _of(night.facts, carried.of_player(player))
        assert player_line(_posted(own), player) == player_line(night.now.ledger, player)


@every_night
def test_the_play_of_a_round_is_what_the_facts_of_its_sheet_make_it(make: Callable[[], Any]) -> None:
    """All that its view has but how many rounds there were, and what lay in the pot from those before."""
    night = make()
    carried, stand = CarriedFacts(night.facts), effective(night.facts)
    play = night_play_of(one.fact for one in stand)
    for begun in (one.fact for one in stand if isinstance(one.fact, RoundBegun)):
        game = game_of(begun)
        sheet = papers_of(game).round_sheet
        if sheet is None:
            continue
        versions = {*carried.of_round(game, papers_of(game).sheet_of(begun))} - _last_of_another(stand, begun)
        own = night_play_of(one.fact for one in stand if one.version in versions)
        number = sheet.number_of(begun)
        theirs, ours = (
            _figures(sheet.view(night.now, night.facts, number, UTC, of.games[game]), number) for of in (play, own)
        )
        assert theirs == ours


@every_night
def test_whoever_a_sheet_names_is_seated_by_one_of_its_facts(make: Callable[[], Any]) -> None:
    night = make()
    carried = CarriedFacts(night.facts)
    for player in night.now.seats:
        own = _of(night.facts, carried.of_player(player))
        seated = {one.fact.player for one in own if isinstance(one.fact, PlayerSeated)}
        assert seated >= {player, *(getattr(one.fact, "player", player) for one in own)}


@every_night
def test_every_sheet_begins_with_the_opening_and_ends_with_the_head(make: Callable[[], Any]) -> None:
    facts = make().facts
    carried = CarriedFacts(facts)
    assert carried.of_night()[0] == 1
    assert carried.of_night()[-1] == len(facts) == facts[-1].version
    assert carried.of([2, 2, 1]) == sorted({*carried.of_night(), *carried.of([2])})


def test_a_marker_that_was_taken_back_carries_what_took_it_back() -> None:
    night = NIGHTS["both"]()
    for marker in marker_register_of(night.now, night.facts).markers:
        own = _of(night.facts, marker.facts)
        assert isinstance(own[0].fact, MarkerIssued)
        assert own[0].fact.player == marker.player
        assert len(own) == 1 + len(marker.payments) + bool(marker.void)


def test_a_ruling_that_moved_checks_comes_with_the_dispute_that_it_ended() -> None:
    night = NIGHTS["both"]()
    carried = CarriedFacts(night.facts)
    moved = [(line, player) for line in disputes_of(night.now, effective(night.facts)) for player in night.now.seats]
    touched = [(line.dispute, player) for line, player in moved if line.ruled and line.touches(player)]
    assert touched
    for dispute, player in touched:
        facts = [one.fact for one in _of(night.facts, carried.of_player(player))]
        assert dispute in {fact.dispute for fact in facts if isinstance(fact, DisputeRaised)}
        assert dispute in {fact.dispute for fact in facts if isinstance(fact, DisputeRuled)}


def test_all_papers_of_a_night_together_carry_as_much_for_each_fact_however_long_it_is() -> None:
    """The night of twenty deals against the same night when its fifth deal was over."""
    facts = long_night().facts
    begun = [one.version for one in facts if isinstance(one.fact, RoundBegun)]
    short, whole = _carried(facts[: begun[5] - 1]), _carried(facts)
    assert whole / len(facts) <= 1.05 * short / (begun[5] - 1)


def _carried(facts: Any) -> int:
    """How many facts the table sheet, the settlements and the sheets of rounds carry, all together."""
    carried = CarriedFacts(facts)
    players = dict.fromkeys(one.fact.player for one in facts if isinstance(one.fact, PlayerSeated))
    begun = [one.fact for one in facts if isinstance(one.fact, RoundBegun)]
    rounds = dict.fromkeys((game_of(one), papers_of(game_of(one)).sheet_of(one)) for one in begun)
    own = [*(carried.of_player(player) for player in players), *(carried.of_round(*one) for one in rounds)]
    return len(facts) + sum(map(len, own))


def _of(facts: Any, versions: Iterable[int]) -> list[Recorded]:
    return [facts[version - 1] for version in versions]


def _last_of_another(stand: Sequence[Recorded], begun: RoundBegun) -> set[int]:
    """The night's last fact, which every sheet carries, where it is of a later round of the same game."""
    rounds = [one.fact for one in stand if isinstance(one.fact, RoundBegun) and game_of(one.fact) == game_of(begun)]
    is_later = rounds[-1] is not begun and game_of(stand[-1].fact) == game_of(begun)
    return {stand[-1].version} if is_later else set()


def _figures(view: Any, number: int) -> dict[str, Any]:
    """What stands in the view of a round's sheet, for as far as it is the round's own."""
    shown = {one.name: getattr(view, one.name) for one in fields(view)}
    for how_many in ("deals_dealt", "hands_played"):
        shown.pop(how_many, None)
    if hasattr(shown.get("record"), "before_chips"):
        shown["record"] = replace(shown["record"], before_chips=0)
    if matches := getattr(shown.get("play"), "matches", None):
        shown["play"] = [one for one in matches if one.match == number]
    elif "play" in shown:
        del shown["play"]
    return shown


def _posted(facts: Iterable[Recorded]) -> Ledger:
    """What moves of facts come to by account, though facts between them are missing."""
    balances: dict[str, int] = {}
    for move in (move for one in facts for move in one.fact.moves):
        balances[move.debit] = balances.get(move.debit, 0) + move.amount_cents
        balances[move.credit] = balances.get(move.credit, 0) - move.amount_cents
    return Ledger(balances)
