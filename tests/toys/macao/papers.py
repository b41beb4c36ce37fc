"""The words of Macao, its house rules and its papers."""

from __future__ import annotations

from dealer.commands.refusal import marked
from reports.house_rules import ANTE, CHIP, MARKERS, Preset
from reports.rounds.hands import HandWords, shown_columns
from reports.sheets.round_sheet import hand_papers
from reports.words import night_words
from reports.words.game_words import CommandWords, EventWords
from tests.toys.macao import events as facts
from tests.toys.macao.game import GAME

SHOWS = marked("%(name)s shows %(cards)s.")

WORDS = night_words.hand_words(
    GAME,
    events={
        facts.MacaoShown: EventWords(marked("%(name)s shows %(cards)s and counts %(points)s.")),
        facts.MacaoWon: EventWords(marked("%(name)s is nearest to nine and takes %(chips)s."), sums_up=True),
        facts.MacaoTied: EventWords(marked("Hand %(hand)s is tied; the pot keeps %(chips)s."), sums_up=True),
        facts.MacaoShared: EventWords(marked("%(name)s gets %(chips)s from the pot.")),
    },
    commands={
        "show_hand": CommandWords(marked("Show a hand"), SHOWS),
        "settle_hand": CommandWords(marked("Settle the hand"), marked("The hand is settled.")),
    },
    round=night_words.called_of("macao-hand"),
)

PAPERS = hand_papers(
    HandWords(game=GAME.name, own=shown_columns),
    words=WORDS,
    settings={marked("The pot"): (CHIP, ANTE), **MARKERS},
    presets={"macao": Preset(marked("usual"), "an ante a hand, nearest to nine takes the pot")},
)
