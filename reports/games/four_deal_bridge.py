"""Four-deal bridge: its rules (17.1 to 17.6), words, papers and Chicago's score sheet."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from dealer.commands.refusal import marked
from dealer.games.four_deal_bridge import (
    BOOK,
    DEALS,
    GAME,
    TRICKS,
    ScoreBridge,
    part_score,
    penalty,
    trick_score_of,
)
from dealer.score_pad.table import Sides
from events.common.matches import HandPassedOut, HandScored
from events.common.play import BidDoubled, BidMade, BidRedoubled
from events.frozen import Frozen
from events.games.four_deal_bridge import DealPassedOut, DealScored
from reports.house_rules import Preset, Setting
from reports.rounds.tricks import FOLLOW_OR_ANY, HIGHEST_WINS
from reports.rulebook import Guide, Rule, Rulebook, Table
from reports.score_pad.papers import SheetForm, SmallTable, score_papers
from reports.score_pad.play import WHY_DEALT, WHY_WON, MatchHand, MatchRecord, scored, scored_for
from reports.score_pad.words import EVENTS, contract_text, score_words, side_text, tricks_text
from reports.words.formatting import listed, name_of
from reports.words.game_words import CommandWords, Say, clauses
from reports.words.language import gettext as _
from reports.words.language import pgettext

_ENCYCLOPEDIA = "an encyclopedia of card games, entry Four-Deal Bridge"
_USUAL = "contract bridge as usually scored"

FOUR_DEAL_BRIDGE_RULES = Rulebook(
    name="four-deal-bridge",
    number="17",
    title="Four-deal bridge",
    about=(
        "Four-deal bridge, also Chicago: contract bridge in four deals, each with a vulnerability of its own. There is "
        "no bonus for a rubber; the higher total wins."
    ),
    rules=(
        Rule(
            number="17.1",
            title="Sides, calls and the declarer",
            says=(
                "Two sides of two, thirteen tricks. Bids are one to seven tricks over six, at ♣, ♦, ♥, ♠ or no trump, "
                "from the lowest. The bidding is open (rule 10.2) and begins with the dealer. A bid of the other side "
                "may be doubled, and then redoubled by the side that bid it.",
                "Declarer is the first player of the side that bid last to have named its suit, or no trump.",
            ),
            sources=(_ENCYCLOPEDIA, _USUAL),
            why={
                BidMade: marked("each bid is higher than the one before"),
                BidDoubled: marked("a bid of the other side may be doubled"),
                BidRedoubled: marked("your own side’s doubled bid may be redoubled"),
            },
        ),
        Rule(
            number="17.2",
            title="The four deals",
            says=(
                "The deal goes to the left. A deal that everybody passes is dealt again by the same player "
                "and does not count as one of the four.",
                Table(
                    heads=("deal", "vulnerable"),
                    rows=(
                        ("first", "nobody"),
                        ("second, third", "the dealer’s side; in some clubs the other one"),
                        ("fourth", "both"),
                    ),
                ),
            ),
            sources=(_ENCYCLOPEDIA,),
            why=WHY_DEALT | {DealPassedOut: marked("nobody has bid: the same player deals again")},
        ),
        Rule(
            number="17.3",
            title="A contract made",
            says=(
                Table(
                    heads=("scored for", "not vulnerable", "vulnerable"),
                    rows=(
                        ("a trick bid at ♣ or ♦", "20", "20"),
                        ("a trick bid at ♥ or ♠", "30", "30"),
                        ("a trick bid at no trump", "40 the first, then 30", "40 the first, then 30"),
                        ("an overtrick", "its trick’s value, at no trump 30", "its trick’s value, at no trump 30"),
                        ("an overtrick, doubled", "100", "200"),
                        ("an overtrick, redoubled", "200", "400"),
                        ("a doubled contract, for the insult", "50", "50"),
                        ("a redoubled contract, for the insult", "100, of old 50", "100, of old 50"),
                        ("six bid", "500", "750"),
                        ("seven bid", "1000", "1500"),
                    ),
                ),
                "Tricks bid count twice doubled, and four times redoubled.",
            ),
            sources=(_USUAL,),
            why={HandScored: scored("trick_score", "overtricks", "insult", "small_slam", "grand_slam")},
        ),
        Rule(
            number="17.4",
            title="Game and part scores",
            says=(
                "The tricks bid and made in one deal are its trick score. A trick score of 100, with the "
                "side’s score from earlier deals, is a game: 300, or 500 vulnerable. Less is carried to "
                "the next deal; a game wipes out both sides’ part scores.",
                "In the fourth deal a trick score that is not a game gets 100 extra.",
            ),
            sources=(_ENCYCLOPEDIA, _USUAL),
            why={HandScored: scored("game", "part_score")},
        ),
        Rule(
            number="17.5",
            title="A contract lost, and honours",
            says=(
                "The other side scores for each trick that declarer is down:",
                Table(
                    heads=("contract", "not vulnerable", "vulnerable"),
                    rows=(
                        ("undoubled", "50", "100"),
                        (
                            "doubled",
                            "100 the first, 200 the second and the third, then 300; of old always 200",
                            "200 the first, then 300",
                        ),
                        ("redoubled", "twice that", "twice that"),
                    ),
                ),
                "If the house scores honours, one hand with four of the five highest trumps scores 100 for "
                "its side, and one with all five, or four aces at no trump, 150.",
            ),
            sources=(_USUAL,),
            why={HandScored: scored("down", "honours")},
        ),
        Rule(
            number="17.6",
            title="Winning",
            says=("After the fourth deal the higher total wins. Equal totals are a draw.",),
            sources=(_ENCYCLOPEDIA, _USUAL),
            why=WHY_WON,
        ),
    ),
)


class Line(Frozen):
    """One line of a box: the reason, and the points of each side."""

    what: str
    points: tuple[int, ...]


class Box(Frozen):
    """The box of one of the four deals. ``hand`` is ``None`` until it is scored.

    ``before`` are the hands of this deal that were passed out or voided, or are on; ``part_scores`` are those after it.
    """

    deal: int
    sides: Sides
    hand: MatchHand | None
    before: tuple[MatchHand, ...]
    part_scores: tuple[int, ...]

    @property
    def over(self) -> DealScored | None:
        """The event that scored the deal."""
        over = self.hand.over if self.hand else None
        return over if isinstance(over, DealScored) else None

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines of its score."""
        lines = self.over.lines if self.over else ()
        return tuple(
            Line(
                what=scored_for(line),
                points=tuple(line.points if side == line.side else 0 for side in range(len(self.sides))),
            )
            for line in lines
        )

    def vulnerable_text(self, names: Mapping[str, str]) -> str:
        """The vulnerable sides in words; "" until the deal is dealt."""
        if self.over is None:
            return ""
        if all(self.over.vulnerable):
            return _("both vulnerable")
        for side, vulnerable in zip(self.sides, self.over.vulnerable, strict=True):
            if vulnerable:
                return _("vulnerable: %(side)s", side=side_text(side, names))
        return _("nobody vulnerable")

    @property
    def contract(self) -> str:
        """The contract: ``4♠ doubled``."""
        over = self.over
        if over is None or over.bid is None:
            return ""
        return contract_text(over.bid, over.doubled)

    @property
    def notes(self) -> tuple[str, ...]:
        """The results of the hands in which the deal was not scored."""
        return tuple(_("hand %(number)s: %(text)s", number=hand.number, text=_came_of(hand)) for hand in self.before)


def _came_of(hand: MatchHand) -> str:
    if hand.over:
        return _("passed out")
    return hand.voided if hand.voided is not None else _(hand.ending.value)


def contract_tables() -> tuple[SmallTable, ...]:
    """The scores for tricks bid and tricks down, for the foot of the blank sheet."""
    strains = ("c", "h", "nt")
    suits = ("♣ ♦", "♥ ♠", _("No trump"))
    doubled = (1, 2, 4)
    return (
        SmallTable(
            title=_("Tricks bid and made; doubled twice as much, redoubled four times"),
            heads=(pgettext("a column", "Bid"), *suits),
            rows=tuple(
                (str(number), *(str(trick_score_of(f"{number}{strain}")) for strain in strains))
                for number in range(1, TRICKS - BOOK + 1)
            ),
        ),
        SmallTable(
            title=_("Tricks down: not vulnerable, and vulnerable"),
            heads=(_("Down"), *2 * (_("undoubled"), _("doubled"), _("redoubled"))),
            rows=tuple(
                (str(down), *(str(penalty(down, side, doubled=times)) for side in (False, True) for times in doubled))
                for down in range(1, TRICKS - BOOK + 1)
            ),
        ),
    )


def boxes_of(match: MatchRecord) -> tuple[Box, ...]:
    """The four boxes of a match."""
    boxes: list[Box] = []
    before: list[MatchHand] = []
    for hand in match.hands:
        if isinstance(hand.over, DealScored):
            boxes.append(_box(match, len(boxes) + 1, hand, before))
            before = []
        else:
            before.append(hand)
    while len(boxes) < DEALS:
        boxes.append(_box(match, len(boxes) + 1, None, before))
        before = []
    return tuple(boxes)


def _box(match: MatchRecord, deal: int, hand: MatchHand | None, before: list[MatchHand]) -> Box:
    so_far = [earlier.over for earlier in match.hands if earlier.over and hand and earlier.number <= hand.number]
    return Box(
        deal=deal,
        sides=match.sides,
        hand=hand,
        before=tuple(before),
        part_scores=tuple(part_score(so_far, side) for side in range(len(match.sides))),
    )


SETTINGS = {
    marked("The deals"): (
        Setting(
            "vulnerable",
            marked("vulnerable in deals 2 and 3"),
            "17.2",
            choices={
                "dealer": (
                    marked("the dealer’s side"),
                    marked("In the second and third deals the dealer’s side is vulnerable."),
                ),
                "other": (
                    marked("the other side"),
                    marked("In the second and third deals the side that does not deal is vulnerable."),
                ),
            },
        ),
    ),
    marked("The score"): (
        Setting(
            "penalties",
            marked("doubled tricks down, from the fourth"),
            "17.5",
            choices={
                "modern": (
                    marked("300 each"),
                    marked("When doubled and not vulnerable, the fourth trick down and each further one cost 300."),
                ),
                "old": (
                    marked("200 each"),
                    marked("When doubled and not vulnerable, the fourth trick down and each further one cost 200."),
                ),
            },
        ),
        Setting(
            "insult_redoubled",
            marked("the insult, redoubled"),
            "17.3",
            says=marked("A redoubled contract made scores %(points)s for the insult."),
        ),
        Setting(
            "honours",
            marked("honours"),
            "17.5",
            says=marked("Honours are scored."),
            off=marked("Honours are not scored."),
            shown=True,
        ),
    ),
}


def _score_text(say: Say, command: ScoreBridge) -> str:
    had = [f"{name_of(say.now, player)} {points}" for player, points in (command.honours or {}).items()]
    honours = _("honours %(honours)s", honours=listed(had)) if had else ""
    return say("The hand is scored: %(tricks)s.", tricks=clauses(tricks_text(say, command.tricks), honours))


WORDS = score_words(
    GAME,
    events={DealScored: EVENTS[HandScored], DealPassedOut: EVENTS[HandPassedOut]},
    commands={ScoreBridge.do: CommandWords(marked("Score the hand"), _score_text)},
    arguments={"doubled": marked("Doubled, how often")},
)

GUIDE = Guide(
    aim=marked("Contract bridge in four deals. The side with the higher total wins."),
    steps=(
        marked("Two sides of two play thirteen tricks in each deal."),
        marked(
            "Bid one to seven tricks over six, with a trump suit or none. The other side may double, and your side "
            "may redouble."
        ),
        marked("The side that bid last must take the tricks of its contract."),
        marked("A contract that is made scores for each trick. A contract that fails scores for the other side."),
        marked(
            "In the first deal nobody is vulnerable, in the second and third one side is, in the fourth both are. "
            "Scores are higher then."
        ),
        marked("After four deals the higher total wins."),
    ),
    play=(
        marked(
            "The player on the declarer’s left leads. The declarer’s partner then lays their hand face up as the "
            "dummy, and the declarer plays its cards."
        ),
        marked("The ace is the highest card of each suit."),
        FOLLOW_OR_ANY,
        HIGHEST_WINS,
    ),
    terms=(
        (marked("declarer"), marked("The player of the bidding side who first named the trump suit.")),
        (marked("vulnerable"), marked("A side whose gains and losses are higher in this deal.")),
        (marked("double"), marked("Raises the score of a contract, made or lost.")),
    ),
)

PAPERS = score_papers(
    GAME,
    WORDS,
    guide=GUIDE,
    rulebook=FOUR_DEAL_BRIDGE_RULES,
    settings=SETTINGS,
    form={marked("The score"): ("vulnerable", "penalties", "insult_redoubled")},
    presets={"chicago": Preset(marked("Chicago"), marked("four deals, each with its own vulnerability"))},
    sheet=SheetForm(
        sides=2,
        about=marked("The four boxes of a match after Chicago, with what contracts and tricks down score."),
        template=f"{GAME.name}/papers.html",
        own=boxes_of,
        blank=f"{GAME.name}/papers.html",
        tables=contract_tables,
    ),
    folder=Path(__file__).with_suffix(""),
)
