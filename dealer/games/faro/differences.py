"""What is compared of two courses of a Faro game: what lies on the layout, the case-keeper's tabs, and the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rpds import HashTrieMap, HashTrieSet, List

from dealer.game.game import TABLE, Things
from dealer.games.faro.case_keeper import tabs_of
from dealer.games.faro.state import Bet, Call, FaroTable
from events.facts.fact import Fact

LYING, TABS = "lying", "tabs"
"""Bets and calls that lie, by key; the tabs of each deal, by its number."""


def compared(table: FaroTable, facts: Sequence[Fact]) -> Things:
    """The things compared by their group.

    The table leaves out what is compared by itself and what only says what can be named: which keys bets have had, and
    how many were laid.
    """
    by_themselves = replace(table, bets={}, calls={}, placed=0, gone=HashTrieMap(), turns_before=List())
    rest = replace(by_themselves, keys_before=HashTrieSet(), last_turn=-1, last_bets={})
    return {LYING: _lying(table), TABS: {tabs.deal: tabs for tabs in tabs_of(facts)}, TABLE: {"": rest}}


def _lying(table: FaroTable) -> dict[str, Bet | Call]:
    """The bets and calls that lie, without their number in the order of placing: another bet's absence moves that."""
    return {one.key: replace(one, placed=0) for one in table.all_lying}
