"""The papers of a game that is played for points."""

from __future__ import annotations

from pathlib import Path

from dealer.game.game import Game
from reports.game_papers import GamePapers, HouseRulesText
from reports.rulebook import Rulebook
from reports.score_pad.blanks import score_blank
from reports.score_pad.play import matches_play_of, player_part, table_part
from reports.score_pad.sheet import SheetForm, score_sheet
from reports.score_pad.stories import MatchHandStory, hands_of, turn_done
from reports.words.game_words import GameWords


def score_papers(
    game: Game,
    words: GameWords,
    *,
    rulebook: Rulebook,
    house_rules: HouseRulesText,
    story: type[MatchHandStory],
    sheet: SheetForm,
    folder: Path | None = None,
) -> GamePapers:
    """The papers of such a game: those of the score pad, with the game's own words and rules.

    ``story`` tells of a hand and cites the rules, ``sheet`` is that of a match; ``folder`` has the game's templates,
    where it has any.
    """
    return GamePapers(
        name=game.name,
        words=words,
        folder=folder,
        play_of=lambda facts: matches_play_of(facts, game.name),
        player_part=player_part,
        table_part=table_part,
        round_sheet=score_sheet(game.name, sheet),
        house_rules=house_rules,
        rulebook=rulebook,
        blanks=(score_blank(game, sheet),),
        rounds_of=hands_of,
        round_story=story,
        turn_done=turn_done,
    )
