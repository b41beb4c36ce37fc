"""The papers of a game of hands for chips: all that is not of the game's own is made of what it says of its hands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from dealer.game.house import read_recorded
from dealer.games import game_called
from reports.game_papers import GamePapers, HouseRulesText
from reports.rounds.hands import HandWords, hands_play_of, player_part, summaries_of, table_part
from reports.sheets.chip_hand_sheet import chip_hand_sheet
from reports.words.house_rules import Numbered, Sentences


def hand_papers(
    hands: HandWords,
    *,
    rules: Callable[[Any], Mapping[str, Sentences]],
    banks_part: Callable[[], tuple[Numbered, ...]],
    **own: Any,
) -> GamePapers:
    """The papers; ``rules`` are those of a house by the titles of their groups, ``own`` are other fields of them."""
    return GamePapers(
        name=hands.game,
        play_of=lambda facts: hands_play_of(facts, hands),
        player_part=player_part,
        table_part=table_part,
        round_sheet=chip_hand_sheet(hands),
        house_rules=HouseRulesText(
            sentences=lambda recorded: rules(read_recorded(recorded, game_called(hands.game).house)),
            banks_part=banks_part,
        ),
        rounds_of=summaries_of(hands),
        **own,
    )
