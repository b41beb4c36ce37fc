"""Hasenpfeffer: its rules (15.1 to 15.4), words and papers."""

from __future__ import annotations

from dealer.commands.refusal import marked
from dealer.games.hasenpfeffer import GAME, HasenpfefferHouse, ShowJoker
from events.games.hasenpfeffer import JokerShown
from reports.house_rules import GOAL, Preset, Setting
from reports.rounds.tricks import ACE_HIGH, FOLLOW_OR_ANY, HIGHEST_WINS, WITH_BOWERS
from reports.rulebook import Guide, Rule, Rulebook
from reports.score_pad.papers import SheetForm, score_papers
from reports.score_pad.play import WHY_BID, WHY_DEALT, WHY_SCORED, WHY_WON
from reports.score_pad.words import score_words
from reports.words.game_words import CommandWords, EventWords, Say
from reports.words.language import ngettext

_SHEET = "a rule sheet of Spoil Five and the games that came of it"

HASENPFEFFER_RULES = Rulebook(
    name="hasenpfeffer",
    number="15",
    title="Hasenpfeffer",
    about=("Hasenpfeffer: each player bids once for six tricks. If all pass, the holder of the joker has bid."),
    rules=(
        Rule(
            number="15.1",
            title="Players and cards",
            says=(
                "Two sides of two. 25 cards with the joker: six each, and one that lies face down. The deal goes to "
                "the left.",
            ),
            sources=(_SHEET,),
            why=WHY_DEALT,
        ),
        Rule(
            number="15.2",
            title="Bidding",
            says=(
                "Bids are one to six tricks, one from each player (rule 10.2), from the dealer’s left.",
                "If all pass, the holder of the joker shows it and has bid what the house says. If the "
                "joker is the card face down, the hand is dead and the same player deals again.",
            ),
            sources=(_SHEET,),
            why=WHY_BID | {JokerShown: marked("all passed, so the holder of the joker has bid")},
        ),
        Rule(
            number="15.3",
            title="What a hand scores",
            says=(
                "The bidding side scores a point a trick if it has as many as it bid, else it loses its bid. The other "
                "side scores a point a trick in either case.",
            ),
            sources=(_SHEET,),
            why=WHY_SCORED,
        ),
        Rule(
            number="15.4",
            title="Winning",
            says=(
                "The first to reach the goal wins, ten points in most houses; if both do in one hand, the "
                "bidding side.",
            ),
            sources=(_SHEET,),
            why=WHY_WON,
        ),
    ),
)


def _forced_bid(house: HasenpfefferHouse) -> str:
    return ngettext(
        "If all pass, the holder of the joker has bid %(num)s trick.",
        "If all pass, the holder of the joker has bid %(num)s tricks.",
        house.forced_bid,
    )


SETTINGS = {
    marked("The match"): (
        Setting("forced_bid", marked("the joker has bid, in tricks"), "15.2", says=_forced_bid),
        GOAL.under("15.4"),
    )
}


def _joker_asked(say: Say, command: ShowJoker) -> str:
    return say("Nobody holds the joker.") if command.player is None else say("%(name)s shows the joker.")


WORDS = score_words(
    GAME,
    events={JokerShown: EventWords(marked("%(name)s shows the joker: the bid is %(bid)s."))},
    commands={ShowJoker.do: CommandWords(marked("Show the joker"), _joker_asked, waits=marked("show the joker"))},
)

GUIDE = Guide(
    aim=marked("Bid once for six tricks. The first side with ten points wins."),
    steps=(
        marked("Two sides of two have six cards each. One card lies face down."),
        marked("Each player bids once, from one to six tricks. The highest bidder names trumps."),
        marked("If everybody passes, the holder of the joker must play."),
        marked(
            "If the bidding side takes the tricks it bid, it scores a point for each trick. If not, it loses its bid."
        ),
        marked("The other side scores a point for each of its tricks."),
        marked("The first side to reach the goal wins the match, usually with ten points."),
    ),
    play=(
        marked("The bidder takes up the card that lies face down, names trumps, lays one card away and leads."),
        WITH_BOWERS,
        ACE_HIGH,
        FOLLOW_OR_ANY,
        HIGHEST_WINS,
        marked("The joker may not be played while you can follow another suit that was led."),
    ),
    terms=((marked("joker"), marked("The highest card. Its holder must play if nobody bids.")),),
)

PAPERS = score_papers(
    GAME,
    WORDS,
    guide=GUIDE,
    rulebook=HASENPFEFFER_RULES,
    settings=SETTINGS,
    presets={"hasenpfeffer": Preset(marked("usual"), marked("one bid each, the joker bids where nobody does"))},
    sheet=SheetForm(
        sides=2, about=marked("Twenty-four hands of two sides: the bid, the bidder, and the running score.")
    ),
)
