"""The papers of a game that is played for points."""

from __future__ import annotations

from reports.game_papers import GamePapers, HouseRulesText
from reports.rulebook import Rulebook
from reports.score_pad.play import matches_play_of, player_part, table_part
from reports.score_pad.sheet import SheetForm, score_sheet
from reports.score_pad.stories import MatchHandStory, hands_of, turn_done
from reports.words.game_words import GameWords

_BY_ROWS = SheetForm()


def score_papers(
    name: str,
    words: GameWords,
    *,
    rulebook: Rulebook,
    house_rules: HouseRulesText,
    story: type[MatchHandStory],
    sheet: SheetForm = _BY_ROWS,
) -> GamePapers:
    """The papers of such a game: those of the score pad, with the game's own words and rules.

    ``story`` tells of a hand and cites the rules, ``sheet`` is that of a match.
    """
    return GamePapers(
        name=name,
        words=words,
        play_of=lambda facts: matches_play_of(facts, name),
        player_part=player_part,
        table_part=table_part,
        round_sheet=score_sheet(name, sheet),
        house_rules=house_rules,
        rulebook=rulebook,
        rounds_of=hands_of,
        round_story=story,
        turn_done=turn_done,
    )
