"""The lessons of the school of Faro: the cards, every kind of bet, the end of a deal, drills and the exam."""

from __future__ import annotations

from functools import partial

from dealer.commands.refusal import marked
from dealer.game.school import Exercise, Lesson, SchoolTable
from dealer.games.faro import exercises
from dealer.games.faro.layout import KINDS
from dealer.games.faro.rulings import SITUATIONS, ruling
from events.frozen import Frozen


class Kind(Frozen, kw_only=False):
    """The lesson of a kind of bet: its title, and what it teaches."""

    title: str
    teaches: str


KIND_LESSONS: dict[str, Kind] = {
    "single": Kind(
        marked("A single card"),
        marked(
            "A check on one card plays for that card. If it comes second, it wins even money. If it comes first, the "
            "bank takes it."
        ),
    ),
    "split": Kind(
        marked("A bet on two neighbours"),
        marked(
            "A check on the line between two cards plays for both. The first of them that comes decides, and the whole "
            "stake is won or lost."
        ),
    ),
    "diagonal": Kind(
        marked("A bet cornerwise"),
        marked("A check at the inner corners joins two cards of different rows. It plays for both."),
    ),
    "corner": Kind(
        marked("A corner with a barred card"),
        marked(
            "A check outside, at the corner of a card, plays for two cards of a row and leaves out the one between "
            "them. That one is barred: it does nothing."
        ),
    ),
    "figure": Kind(
        marked("A figure"),
        marked("A check at the outer edge of a card plays for that card and its two neighbours in the row."),
    ),
    "pot": Kind(marked("The pot"), marked("A check between the six, the seven and the eight plays for all three.")),
    "square": Kind(
        marked("A square"),
        marked("A check in the middle of four cards plays for all four. Two rows and two columns meet there."),
    ),
    "row": Kind(
        marked("A row"),
        marked("The high row is eight to king, the low row ace to six. The seven belongs to neither."),
    ),
    "parity_string": Kind(
        marked("All odd or all even"),
        marked(
            "One check plays for all odd or all even cards. Jack and queen are eleven and twelve; the king is neither."
        ),
    ),
    "string": Kind(
        marked("A string"),
        marked("A player names any cards, and you take them as one bet. The first of them that comes decides."),
    ),
    "heeled": Kind(
        marked("A heeled bet"),
        marked(
            "One stake plays for some cards to win and for others to lose. It wins if either happens, and loses if it "
            "goes the other way."
        ),
    ),
    "side": Kind(
        marked("Side against side"),
        marked("The cards from ace to six play against those from eight to king: one side to win, the other to lose."),
    ),
    "colors": Kind(
        marked("Colours"),
        marked(
            "Black to win is red to lose, and the other way round. Look at the suit of both cards. If they are of one "
            "colour, one is for the bet and one against it."
        ),
    ),
    "high_card": Kind(
        marked("The high card"),
        marked("The bet wins if the winner is higher than the loser. Ace is low, king is high. Equal cards split it."),
    ),
    "parity": Kind(
        marked("Odd or even of one card"),
        marked("The bet names the loser or the winner, and whether it is odd or even. The other card does nothing."),
    ),
}
"""The lessons of the kinds of bet."""

_BEGINNINGS = (
    Lesson(
        name="cards",
        title=marked("Soda, loser and winner"),
        teaches=marked(
            "A deal begins with the soda. Then every turn has two cards: the loser, which is the bank’s, and the "
            "winner, which is the players’. The last card is the hock."
        ),
        rules=("1.1",),
        make=exercises.first_cards,
    ),
    Lesson(
        name="layout",
        title=marked("The layout"),
        teaches=marked(
            "Where a check lies says what it plays for: a card, the line between two, a corner, an edge. Read the "
            "place before you touch the check."
        ),
        rules=("1.2", "1.3"),
        make=partial(exercises.reading, {kind: lesson.title for kind, lesson in KIND_LESSONS.items()}),
    ),
)

_SPLITS = Lesson(
    name="splits",
    title=marked("Splits: two cards of a rank"),
    teaches=marked(
        "If loser and winner are of one rank, you take half of every bet on it, with or without a copper. If a stake "
        "does not divide into whole checks, the bank has the bigger half."
    ),
    rules=("1.4",),
    make=exercises.split_turn,
    exercises=4,
)

_COPPERED = Lesson(
    name="coppered",
    title=marked("The copper"),
    teaches=marked(
        "A copper on a check turns it round. It wins if its card comes first, and loses if its card comes second."
    ),
    rules=("1.3", "1.4"),
    make=partial(exercises.kind_turn, "single", coppered=True),
)

_LATER = (
    Lesson(
        name="orders",
        title=marked("Barred bets, and half that goes"),
        teaches=marked(
            "A barred bet neither wins nor loses until its player lets it go. If half goes, only half of the stake "
            "plays, rounded down to whole checks."
        ),
        rules=("1.5", "1.9"),
        make=exercises.ordered_turn,
        exercises=4,
    ),
    Lesson(
        name="paroli",
        title=marked("Paroli"),
        teaches=marked(
            "After a win the stake and its winnings stay together and play again, up to the running limit. You pay "
            "what is over the limit into the player’s hand."
        ),
        rules=("1.6",),
        make=exercises.paroli_turn,
        exercises=4,
    ),
    Lesson(
        name="cases",
        title=marked("Keeping cases"),
        teaches=marked(
            "The case-keeper counts what is out of each rank, the soda too. One left is a case card; none left is a "
            "dead card."
        ),
        rules=("1.10",),
        make=exercises.kept_cases,
        exercises=4,
    ),
    Lesson(
        name="sleepers",
        title=marked("Dead cards and sleepers"),
        teaches=marked(
            "A bet sleeps if all its cards are out. It can neither win nor lose. In this house the first player to "
            "notice it may claim it."
        ),
        rules=("1.8",),
        make=exercises.sleeping,
    ),
    Lesson(
        name="rulings",
        title=marked("Late bets, odd cards and other rulings"),
        teaches=marked(
            "Bets are made and changed between turns, never after the loser is out. A card that cannot be in the box "
            "any more is an odd card. Stop the deal, and have it voided."
        ),
        rules=("1.1", "1.5", "1.6", "1.7", "1.8", "1.9"),
        make=ruling,
        exercises=SITUATIONS,
    ),
    Lesson(
        name="calls",
        title=marked("Calling the turn"),
        teaches=marked(
            "With three cards left, players may call their order: loser, winner, hock. The right order pays 4 to 1. If "
            "two of the three are of one rank, it is a cat and pays 2 to 1."
        ),
        rules=("1.7",),
        make=exercises.called,
        exercises=4,
    ),
    Lesson(
        name="hock",
        title=marked("After the hock"),
        teaches=marked(
            "When the hock is shown the deal is over. What still lies on the layout then is the dealer’s, or goes "
            "back: each house has its rule."
        ),
        rules=("1.7",),
        make=exercises.after_hock,
        exercises=4,
    ),
)


def _kind_lesson(kind: str) -> Lesson:
    return Lesson(
        name=kind.replace("_", "-"),
        title=KIND_LESSONS[kind].title,
        teaches=KIND_LESSONS[kind].teaches,
        rules=("1.3", "1.4"),
        make=partial(exercises.kind_turn, kind),
    )


DRILLS = (
    (marked("Drill 1: two bets, plenty of time"), 2, 20),
    (marked("Drill 2: three bets"), 3, 12),
    (marked("Drill 3: four bets, quickly"), 4, 8),
    (marked("Drill 4: five bets, at the speed of the table"), 5, 5),
)
"""The drills: titles, bets in a turn, and seconds for each."""


def _drill(level: int, title: str, bets: int, seconds: int) -> Lesson:
    return Lesson(
        name=f"drill-{level}",
        title=title,
        teaches=marked("Bets of all kinds lie there, and the clock runs. What you answer too late does not count."),
        rules=("1.3", "1.4"),
        make=partial(exercises.mixed_turn, bets),
        exercises=4,
        seconds=seconds,
    )


_PARTS = (
    partial(exercises.mixed_turn, 4),
    exercises.split_turn,
    exercises.kept_cases,
    ruling,
    partial(exercises.mixed_turn, 4),
    exercises.paroli_turn,
    exercises.sleeping,
    exercises.called,
    exercises.ordered_turn,
    partial(exercises.mixed_turn, 5),
)
"""What the exam is made of."""


def _exam(table: SchoolTable, number: int) -> Exercise:
    # Every part gets another number each time, so that all its cases come up.
    return _PARTS[number](table, table.random.randrange(4))


_SINGLE, *_OTHER_KINDS = map(_kind_lesson, KINDS)

LESSONS = (
    *_BEGINNINGS,
    _SINGLE,
    _COPPERED,
    _SPLITS,
    *_OTHER_KINDS,
    *_LATER,
    *(_drill(level, *drill) for level, drill in enumerate(DRILLS, start=1)),
    Lesson(
        name="exam",
        title=marked("The exam"),
        teaches=marked("A bit of everything, against the clock. 85 of 100 answers must be right and in time."),
        rules=("1",),
        make=_exam,
        exercises=len(_PARTS),
        seconds=15,
        pass_percent=85,
        is_exam=True,
    ),
)
"""All lessons in the order of learning."""
