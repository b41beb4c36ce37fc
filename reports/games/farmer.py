"""Farmer: its rules (7.1 to 7.5), house rules as sentences, words and papers."""

from __future__ import annotations

from dealer.commands.refusal import marked
from dealer.games.farmer import FARMER, GAME
from dealer.night.night import Night
from events.games import farmer as facts
from reports.house_rules import ANTE, CHIP, MARKERS, Preset, Setting
from reports.rounds.hands import HandWords, shown_columns
from reports.rulebook import LEFT_OVER, Guide, Rule, Rulebook
from reports.sheets.round_sheet import hand_papers
from reports.words import night_words
from reports.words.game_words import CommandWords, EventWords, Say
from reports.words.language import gettext as _
from reports.words.night_words import POT_AT_CLOSE

_ENCYCLOPEDIA = "an encyclopedia of card games, entry Farm or Farmer"
_USUAL = "usual in card books"


def _why_won(event: facts.FarmWon, now: Night) -> str:
    if event.with_six:
        return _("sixteen with the six beats any other")
    return _("sixteen with the fewest cards; if equal, the first from the farmer’s left")


FARMER_RULES = Rulebook(
    name="farmer",
    number="7",
    title="Farmer",
    about=(
        "Farmer, also Farm: everybody draws cards towards sixteen. A player who counts exactly sixteen "
        "wins the farm (the chips in the middle) and the deal. A player who goes over pays the farmer."
    ),
    without_bank=marked("Farmer has no bank: the players play for a farm, and the house percentage is 0."),
    rules=(
        Rule(
            number="7.1",
            title="Cards and seats",
            says=(
                "45 cards: without the eights, and without the sixes except the six of hearts. An ace "
                "counts one, a court card ten, any other card its spots. Two to eight players.",
            ),
            sources=(_ENCYCLOPEDIA, _USUAL),
            ours="that the only six is the six of hearts: the source has lost its suit.",
        ),
        Rule(
            number="7.2",
            title="Antes and the deal",
            says=(
                "Each player puts the ante into the farm. The farmer deals a card to each player. Each "
                "asks for at least one more, then for as many as they like. Anybody may be the first "
                "farmer.",
                "In some houses the farmer plays no hand, does not ante and is only the banker for the others.",
            ),
            sources=(_ENCYCLOPEDIA,),
            ours="the choice between a farmer who plays and one who only banks.",
            why={facts.FarmHandBegun: marked("the farmer deals, from their left")},
        ),
        Rule(
            number="7.3",
            title="Who wins the farm",
            says=(
                "All hands are shown. A player who counts sixteen with the six wins the farm; otherwise "
                "sixteen with the fewest cards wins, and of equal hands the first from the farmer’s left. "
                "The winner takes the whole farm and is the next farmer.",
                "A farmer who has left is followed by the next player on their left.",
            ),
            sources=(_ENCYCLOPEDIA,),
            ours="who follows a farmer who has left.",
            why={facts.FarmWon: _why_won},
            without_bank=marked("The winner takes the whole farm."),
        ),
        Rule(
            number="7.4",
            title="Nobody at sixteen, and hands over it",
            says=(
                "If nobody counts sixteen, the farm and the farmer stay, and new antes are added. Each "
                "other hand, including hands over sixteen and the farmer’s own, pays the hand nearest "
                "below sixteen. Of equal hands that is the first from the farmer’s left. If all are over, "
                "nobody is paid.",
                "In either case each hand over sixteen pays the farmer for every point over. Nobody pays "
                "out of winnings from the same hand.",
            ),
            sources=(_ENCYCLOPEDIA,),
            ours="the first of equals, new antes on a farm that stayed, and that players pay before they receive.",
            why={
                facts.NearestPaid: marked("nobody counts sixteen, so each other hand pays the nearest below"),
                facts.OverdrawnPaid: marked("a hand over sixteen pays the farmer"),
                facts.FarmStayed: marked("nobody counts sixteen: the farm stays, and the farmer"),
            },
            without_bank=marked("Payments for the nearest hand and for points over sixteen go from player to player."),
        ),
        Rule(
            number="7.5",
            title="Foul hands and a farm left over",
            says=(
                "A foul hand is broken off: the antes go back, its number is not used again, and the farmer deals "
                "once more.",
                LEFT_OVER,
            ),
            ours="all of it.",
            without_bank=POT_AT_CLOSE,
        ),
    ),
)


SETTINGS = {
    marked("The farm"): (
        CHIP.under("7.2"),
        ANTE.under("7.2"),
        Setting(
            "farmer_plays",
            marked("the farmer plays"),
            "7.2",
            says=marked("The farmer plays a hand and antes like the others."),
            off=marked("The farmer plays no hand and does not ante, but is the banker for the others."),
        ),
    ),
    marked("Sixteen"): (
        Setting(
            "nearest_pays",
            marked("each other hand pays the nearest"),
            "7.4",
            says=marked("If nobody counts sixteen, each other hand pays %(chips)s to the nearest below it."),
            off=marked("If nobody counts sixteen, the nearest below it gets nothing."),
            chips=True,
        ),
        Setting(
            "over_pays",
            marked("a point over sixteen costs"),
            "7.4",
            says=marked("A hand over sixteen pays the farmer %(chips)s for each point over."),
            off=marked("A hand over sixteen pays nothing."),
            chips=True,
        ),
    ),
    **MARKERS,
}

PRESETS = {
    "farm": Preset(marked("farm"), marked("the farmer plays too")),
    "banker": Preset(marked("banker"), marked("the farmer only deals, pays and is paid")),
}


def _over(say: Say, event: facts.OverdrawnPaid) -> str:
    return say.ngettext(
        "%(name)s is %(num)s point over sixteen and pays the farmer %(chips)s.",
        "%(name)s is %(num)s points over sixteen and pays the farmer %(chips)s.",
        event.over,
    )


def _won(say: Say, event: facts.FarmWon) -> str:
    if event.with_six:
        return say("%(name)s counts sixteen with the six and takes the farm of hand %(hand)s: %(chips)s.")
    return say("%(name)s counts sixteen and takes the farm of hand %(hand)s: %(chips)s.")


WORDS = night_words.hand_words(
    GAME,
    events={
        facts.FarmHandShown: EventWords(marked("%(name)s shows %(cards)s and counts %(points)s.")),
        facts.NearestPaid: EventWords(marked("%(name)s pays %(chips)s to %(to)s, the nearest to sixteen.")),
        facts.OverdrawnPaid: EventWords(_over),
        facts.FarmWon: EventWords(_won, receipt=marked("Farm of hand %(hand)s · %(name)s · %(chips)s"), sums_up=True),
        facts.FarmStayed: EventWords(
            marked("Nobody counts sixteen in hand %(hand)s; the farm keeps %(chips)s."),
            receipt=marked("Hand %(hand)s · the farm stays"),
            sums_up=True,
        ),
        facts.FarmDivided: EventWords(marked("%(name)s gets %(chips)s from the farm.")),
    },
    commands={
        "show_hand": CommandWords(
            marked("Show a hand"), marked("%(name)s shows %(cards)s."), waits=marked("%(name)s shows %(cards)s")
        ),
        "settle_hand": CommandWords(marked("Settle the hand"), marked("The hand is settled.")),
    },
    round=night_words.called_of("farmer-hand"),
)


HAND_WORDS = HandWords(game=FARMER, own=shown_columns)


GUIDE = Guide(
    aim=marked("Draw cards to count exactly sixteen, and win the farm: the chips in the middle."),
    steps=(
        marked("Everybody puts a chip into the farm. The farmer deals a card to each player."),
        marked("Ask for at least one more card, and then for as many as you like. An ace counts one, court cards ten."),
        marked(
            "All hands are shown. Exactly sixteen wins the farm; with the six of hearts it beats every other sixteen."
        ),
        marked("Of several sixteens without the six, the one with the fewest cards wins."),
        marked("If nobody has sixteen, the farm stays. The others pay the hand nearest below sixteen."),
        marked("If you go over sixteen, you pay the farmer for each point over."),
        marked("Whoever wins the farm is the next farmer."),
    ),
    terms=(
        (marked("farm"), marked("The chips in the middle.")),
        (marked("farmer"), marked("The player who deals, until somebody else wins the farm.")),
    ),
)

PAPERS = hand_papers(
    HAND_WORDS,
    words=WORDS,
    settings=SETTINGS,
    form={marked("What is paid"): ("farmer_plays", "nearest_pays", "over_pays")},
    presets=PRESETS,
    guide=GUIDE,
    rulebook=FARMER_RULES,
)
