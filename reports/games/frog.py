"""Frog: its rules (11.1 to 11.4), house rules as sentences, words and papers."""

from __future__ import annotations

from dealer.commands.refusal import marked
from dealer.games.frog import ACTIVE, CHICO, FROG, GAME, GRAND, HALF, HEARTS, FrogHouse, ScoreFrog
from dealer.night.night import Night
from events.common.play import BidMade, BidPassed, ContractNamed
from events.games import frog as facts
from reports.house_rules import CHIP, MARKERS, Preset, Setting
from reports.rounds.hands import HandRecord, HandWords
from reports.rounds.tables import Column, Columns, Row
from reports.rounds.tricks import HIGHEST_WINS
from reports.rulebook import Guide, Rule, Rulebook, Table
from reports.score_pad.words import COMMANDS, EVENTS
from reports.sheets.round_sheet import hand_papers
from reports.words import night_words
from reports.words.formatting import SUIT_NAMES, listed, name_of, number_of_chips, signed_number
from reports.words.game_words import CommandWords, EventWords, Say, clauses
from reports.words.language import gettext as _

_ENCYCLOPEDIA = "an encyclopedia of card games, entry Frog"
_USUAL = "usual in card books"


def _why_settled(event: facts.FrogHandSettled, now: Night) -> str:
    if event.points == HALF:
        return _("at sixty nothing is paid")
    if event.points < HALF:
        return _("the bidder pays each opponent for every point under sixty")
    return _("each opponent pays the bidder for every point over sixty")


FROG_RULES = Rulebook(
    name="frog",
    number="11",
    title="Frog",
    about=(
        "Frog, a small form of Solo: the highest of three bids plays alone against two, for chips by the points in "
        "the cards that the bidder takes."
    ),
    without_bank=marked("Frog has no bank: the players play against each other, and the house percentage is 0."),
    rules=(
        Rule(
            number="11.1",
            title="Cards, seats and the deal",
            says=(
                "36 cards, which have 120 points together. Three players play; with four at the table the "
                "dealer takes no cards and pays or gets nothing. Three cards are set aside as the widow. "
                "The deal goes to the left.",
            ),
            sources=(_ENCYCLOPEDIA, _USUAL),
            why={facts.FrogHandBegun: marked("the deal goes to the left")},
        ),
        Rule(
            number="11.2",
            title="The three bids",
            says=(
                "The bidding is closed (rule 10.2) and begins at the dealer’s left. Grand, the highest bid, ends it.",
                Table(
                    heads=("bid", "trumps", "widow"),
                    rows=(
                        ("frog", "hearts", "the bidder takes it up and lays three cards away"),
                        ("chico", "a suit of the bidder’s choice, not hearts", "nobody looks at it"),
                        ("grand", "hearts", "nobody looks at it"),
                    ),
                ),
                "If everybody passes, the hand is dead and the deal moves on.",
            ),
            sources=(_ENCYCLOPEDIA,),
            ours="what becomes of a hand that nobody bids.",
            why={
                BidMade: marked("each bid is higher than the one before"),
                facts.FrogHandPassedOut: marked("nobody has bid: the hand is dead"),
            },
        ),
        Rule(
            number="11.3",
            title="What is paid",
            says=(
                "The points of the bidder’s tricks are counted, with the cards they laid away. For every "
                "point over sixty each opponent pays the bidder; for every point under it the bidder pays "
                "each opponent. The price depends on the bid, usually one chip for frog, two for chico and "
                "three for grand. At sixty nothing is paid.",
                "A player who must pay needs chips for the whole loss, or buys them first.",
            ),
            sources=(_ENCYCLOPEDIA,),
            ours=(
                "that the bidder wins of each opponent as they lose to each; the source says that of losses alone. It "
                "also puts grand once at three points a chip, which is read as three chips a point."
            ),
            why={facts.FrogHandSettled: _why_settled},
            without_bank=marked(
                "The bidder and each opponent pay each other; a dealer who sits out pays and gets nothing."
            ),
        ),
        Rule(
            number="11.4",
            title="Foul hands",
            says=(
                "A foul hand is broken off: nothing is paid, its number is not used again, and the same player deals "
                "once more; where they do not play, the next on their left.",
            ),
            ours="all of it.",
            why={facts.FrogHandVoided: marked("a foul hand pays nothing")},
        ),
    ),
)


PAYS = marked("%(bid)s pays %(chips)s a point: from each opponent over sixty, to each opponent under it.")
PAYS_NOTHING = marked("%(bid)s pays nothing.")


def _pays(bid: str, label: str, called: str) -> Setting:
    """What a bid pays; ``called`` is its name at the beginning of a sentence."""

    def says(house: FrogHouse) -> str:
        chips = getattr(house, bid)
        return _(PAYS if chips else PAYS_NOTHING, bid=_(called), chips=number_of_chips(chips))

    return Setting(bid, label, "11.3", says=says, chips=True)


SETTINGS = {
    marked("The bids"): (
        CHIP.under("11.3"),
        _pays(FROG, marked("frog pays a point"), marked("Frog")),
        _pays(CHICO, marked("chico pays a point"), marked("Chico")),
        _pays(GRAND, marked("grand pays a point"), marked("Grand")),
    ),
    **MARKERS,
}

PRESETS = {"frog": Preset(marked("usual"), marked("a chip a point, two for chico, three for grand"))}

BIDS = {FROG: marked("frog"), CHICO: marked("chico"), GRAND: marked("grand")}
"""The names of the bids."""


def _settled(say: Say, event: facts.FrogHandSettled) -> str:
    won = listed([f"{name_of(say.now, share.player)} {signed_number(share.chips)}" for share in event.won])
    bidder = name_of(say.now, event.bidder)
    return say("Hand %(hand)s, %(bid)s: %(bidder)s has %(points)s points: %(won)s.", bidder=bidder, won=won)


def _score_text(say: Say, command: ScoreFrog) -> str:
    points = say.ngettext("%(num)s point", "%(num)s points", command.points)
    trump = _("trumps %(suit)s", suit=_(SUIT_NAMES[command.trump])) if command.trump else ""
    return say("The bidder has %(score)s.", score=clauses(points, trump))


WORDS = night_words.hand_words(
    GAME,
    events={
        **{kind: EVENTS[kind] for kind in (BidMade, BidPassed, ContractNamed)},
        facts.FrogHandPassedOut: EventWords(
            marked("Hand %(hand)s is dead: everybody passed."), receipt=marked("Hand %(hand)s passed out"), sums_up=True
        ),
        facts.FrogHandSettled: EventWords(_settled, receipt=marked("Hand %(hand)s settled"), sums_up=True),
    },
    commands={
        "bid": COMMANDS["bid"],
        "pass": COMMANDS["pass"],
        "contract": COMMANDS["contract"],
        "score_hand": CommandWords(marked("Score the hand"), _score_text),
    },
    named={"bid": lambda say, command: _(BIDS[command.bid])},
    round=night_words.called_of("frog-hand"),
    arguments={
        "points": marked("Points of the bidder’s tricks"),
        "trump": marked("Trumps"),
        "players": marked("Who plays, if not all"),
    },
)


def _columns() -> Columns:
    return Column(_("Played"), _part, kind="who"), Column(_("Points"), _points, kind="who")


def _part(row: Row) -> str:
    """What a player did in a hand."""
    end = row.record.last(facts.FrogHandSettled)
    if row.player not in row.record.players[:ACTIVE]:
        return _("sat out")
    if not end:
        return _last_call(row.record, row.player) or "–"
    return _played(end) if row.player == end.bidder else _("against")


def _points(row: Row) -> str:
    end = row.record.last(facts.FrogHandSettled)
    return str(end.points) if end and row.player == end.bidder else "–"


def _last_call(record: HandRecord, player: str) -> str:
    """A player's last call in a hand that was not scored."""
    text = ""
    for event in record.events:
        match event:
            case BidMade(player=speaker, bid=bid) | ContractNamed(player=speaker, bid=bid) if speaker == player:
                text = _(BIDS[str(bid)])
            case BidPassed(player=speaker) if speaker == player:
                text = _("passed")
            case _:
                pass
    return text


def _played(end: facts.FrogHandSettled) -> str:
    """The contract with its trumps; at chico these are known only if they were noted."""
    trump = end.trump or (None if end.bid == CHICO else HEARTS)
    return clauses(_(BIDS[end.bid]), _("trumps %(suit)s", suit=_(SUIT_NAMES[trump])) if trump else "")


HAND_WORDS = HandWords(game=FROG, has_pot=False, own=_columns)


GUIDE = Guide(
    aim=marked("The highest bidder plays alone against two, and needs more than sixty points in tricks."),
    steps=(
        marked("There are 36 cards with 120 points. Three cards are set aside as the widow."),
        marked("Bid in turn: pass, frog, chico or grand. The highest bid plays alone."),
        marked("Frog: hearts are trumps, and the bidder takes up the widow and lays three cards away."),
        marked("Chico: the bidder names another suit as trumps, and nobody looks at the widow."),
        marked("Grand: hearts are trumps, nobody looks at the widow, and the price is highest."),
        marked(
            "For each point over sixty both opponents pay the bidder. For each point under sixty the bidder pays both."
        ),
    ),
    play=(
        marked(
            "Cards rank ace, ten, king, queen, jack, and from the nine down to the six. The first five count 11, 10, "
            "4, 3 and 2 points, the others none."
        ),
        marked(
            "The player on the dealer’s left leads. Follow suit if you can. If you cannot, play a trump if you have "
            "one."
        ),
        HIGHEST_WINS,
    ),
    terms=(
        (marked("widow"), marked("The three cards that are set aside.")),
        (marked("chico"), marked("A bid with a trump suit other than hearts.")),
        (marked("grand"), marked("The highest bid.")),
    ),
)

PAPERS = hand_papers(
    HAND_WORDS,
    words=WORDS,
    settings=SETTINGS,
    presets=PRESETS,
    guide=GUIDE,
    rulebook=FROG_RULES,
)
