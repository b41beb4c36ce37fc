"""Four-deal bridge in words and on paper."""

from __future__ import annotations

from pathlib import Path

from dealer.commands.phrases import marked
from dealer.games.four_deal_bridge import GAME, BridgeHouse, ScoreBridge
from events.facts.bidding import BidDoubled, BidRedoubled
from events.facts.matches import HandPassedOut, HandScored
from events.games.four_deal_bridge import DealPassedOut, DealScored
from reports.games.four_deal_bridge.chicago import boxes_of, contract_tables
from reports.games.four_deal_bridge.rulebook import FOUR_DEAL_BRIDGE_RULES
from reports.score_pad.papers import score_papers
from reports.score_pad.rules import score_rules
from reports.score_pad.sheet import SheetForm
from reports.score_pad.stories import HandRules, MatchHandStory
from reports.score_pad.words import FACTS, score_words, tricks_said
from reports.words.formatting import listed
from reports.words.game_words import CommandWords, SettingWords
from reports.words.house_rules import Sentences
from reports.words.language import gettext as _
from reports.words.language import number
from reports.words.phrases import clauses
from reports.words.players import name_of
from reports.words.say import Say

SETTINGS = SettingWords(
    names={
        "vulnerable": marked("vulnerable in deals 2 and 3"),
        "penalties": marked("doubled tricks down, from the fourth"),
        "insult_redoubled": marked("the insult, redoubled"),
        "honours": marked("honours"),
    },
    choices={
        "vulnerable": {"dealer": marked("the dealer’s side"), "other": marked("the other side")},
        "penalties": {"modern": marked("300 each"), "old": marked("200 each")},
    },
    presets={"chicago": marked("Chicago")},
)


def bridge_rules(house: BridgeHouse) -> dict[str, Sentences]:
    """The rules of a house by the titles of their groups."""
    return {
        _("The deals"): {
            "vulnerable": _("In the second and third deals the dealer’s side is vulnerable.")
            if house.vulnerable == "dealer"
            else _("In the second and third deals the side that does not deal is vulnerable."),
        },
        _("The score"): {
            "penalties": _("Not vulnerable and doubled, the fourth trick down and each further one cost 300.")
            if house.penalties == "modern"
            else _("Not vulnerable and doubled, the fourth trick down and each further one cost 200."),
            "insult_redoubled": _(
                "A redoubled contract made scores %(points)s for the insult.", points=number(house.insult_redoubled)
            ),
            "honours": _("Honours are scored.") if house.honours else _("Honours are not scored."),
        },
    }


class BridgeHandStory(MatchHandStory):
    """The story of a deal, with its rules cited."""

    rules = HandRules(
        deal="17.2",
        bidding="17.1",
        score="17.3",
        won="17.6",
        lines={"game": "17.4", "part_score": "17.4", "down": "17.5", "honours": "17.5"},
        told={
            DealPassedOut: ("17.2", marked("nobody has bid: the same player deals again")),
            BidDoubled: ("17.1", marked("a bid of the other side may be doubled")),
            BidRedoubled: ("17.1", marked("a bid of one’s own side that was doubled may be redoubled")),
        },
    )


def _score_told(say: Say, it: ScoreBridge) -> str:
    had = [f"{name_of(say.now, player)} {points}" for player, points in (it.honours or {}).items()]
    honours = _("honours %(honours)s", honours=listed(had)) if had else ""
    return say("The hand is scored: %(tricks)s.", tricks=clauses(tricks_said(say, it.tricks), honours))


WORDS = score_words(
    GAME,
    SETTINGS,
    facts={DealScored: FACTS[HandScored], DealPassedOut: FACTS[HandPassedOut]},
    commands={ScoreBridge.do: CommandWords(marked("Score the hand"), _score_told)},
    arguments={"doubled": "Doubled, how often"},
)

PAPERS = score_papers(
    GAME,
    WORDS,
    rulebook=FOUR_DEAL_BRIDGE_RULES,
    house_rules=score_rules(GAME, bridge_rules),
    story=BridgeHandStory,
    sheet=SheetForm(
        sides=2,
        about="The four boxes of a match after Chicago, with what contracts and tricks down score.",
        template=f"{GAME.name}/papers.html",
        own=boxes_of,
        blank=f"{GAME.name}/blank.html",
        tables=contract_tables,
    ),
    folder=Path(__file__).parent,
)
