"""The lessons of the school of Fan-Tan: laying, what goes into the pot, wrong passes and the end of a hand."""

from __future__ import annotations

from dealer.commands.refusal import Cards, Phrase, Player, Refusal, marked, number_of, phrase
from dealer.game.cards import PACK, SUITS
from dealer.game.school import PLAYERS, Choice, Exercise, Lesson, Question, SchoolTable, choices_of, rule
from dealer.games.fan_tan.state import FAN_TAN, Hand, Layout, fan_tan_of, in_order
from events.common.event import Event
from events.games import fan_tan as facts

ANTES = "antes"
"""The house with antes and penalties."""

Hands = dict[str, list[str]]
_TRIES = 200


def _begin(table: SchoolTable, house: str = ANTES, players: int = 4) -> tuple[Event, ...]:
    """Open a night and deal a hand to so many players; the events of the deal."""
    table.open(game=FAN_TAN, house=house, roll=0)
    for player in [*PLAYERS][players:]:
        table.do("sit_out", player=player)
    return table.do("start_hand", dealer=table.random.choice([*PLAYERS][:players]))


def _dealt(table: SchoolTable) -> Hands:
    """What each player holds after a shuffle, as nobody at the table knows it."""
    pack = table.random.sample(PACK, len(PACK))
    hand = fan_tan_of(table.state).hand
    return {player: [pack.pop() for _ in range(hand.dealt[player])] for player in hand.players}


def _hand(table: SchoolTable) -> Hand:
    return fan_tan_of(table.state).hand


def _play(table: SchoolTable, held: Hands, *, wrong: str = "", turns: int = 400) -> None:
    """Play a hand; the player ``wrong`` once passes with a card that could be laid, a seven if they can."""
    for _ in range(turns):
        hand = _hand(table)
        if hand.winner or hand.is_dead:
            return
        player = hand.on_turn
        playable = in_order(filter(hand.layout.takes, held[player]))
        if player == wrong and not hand.layout.is_empty and any(map(hand.layout.opens, playable)):
            wrong, playable = "", ()
        if playable:
            card = table.random.choice(playable)
            held[player].remove(card)
            table.do("lay", player=player, card=card)
        else:
            table.do("pass", player=player)


def _laid(layout: Layout) -> tuple[Phrase, ...]:
    """The cards of each suit on the table."""
    laid = {suit: tuple(card for card in PACK if card[-1] == suit and layout.holds(card)) for suit in SUITS}
    return tuple(phrase("On the table: %(cards)s.", cards=Cards(cards)) for cards in laid.values() if cards)


def laying(table: SchoolTable, number: int) -> Exercise:
    """Cards that can be laid now, and others that cannot."""
    _begin(table)
    _play(table, _dealt(table), turns=6 + 5 * number)
    hand = _hand(table)
    fits = [card for card in PACK if hand.layout.takes(card)]
    others = [card for card in PACK if not hand.layout.takes(card) and not hand.layout.holds(card)]
    cards = [*table.random.sample(fits, min(2, len(fits))), *table.random.sample(others, 2)]
    return Exercise(
        says=phrase("It is %(name)s’s turn. Which cards may be laid?", name=Player(hand.on_turn)),
        facts=_laid(hand.layout),
        questions=tuple(_about_lay(table, card) for card in in_order(cards)),
    )


def _about_lay(table: SchoolTable, card: str) -> Question:
    answer = table.tried("lay", player=_hand(table).on_turn, card=card)
    refused = isinstance(answer, Refusal)
    fits = phrase("a seven opens its suit, and a card goes on next to one of its suit")
    return Question(
        about=phrase("The %(card)s", card=Cards((card,))),
        choices=choices_of({"yes": phrase("May be laid"), "no": phrase("Not now")}),
        right="no" if refused else "yes",
        why=rule("3.2", answer.sentence if isinstance(answer, Refusal) else fits),
    )


def chips(*offered: int) -> tuple[Choice, ...]:
    """Numbers of chips as choices."""
    return tuple(
        Choice(str(count), phrase("%(chips)s", chips=number_of(count, "%(num)s chip", "%(num)s chips")))
        for count in sorted(set(offered))
    )


def _about_chips(about: Phrase, right: int, why: Phrase, *others: int) -> Question:
    return Question(about=about, choices=chips(right, *others), right=str(right), why=why)


def paying_in(table: SchoolTable, number: int) -> Exercise:
    """Antes with an extra card, or passes that cost a chip."""
    if number % 2 == 0:
        events = _begin(table, players=3)
        antes = {event.player: event.chips for event in events if isinstance(event, facts.AntePaid)}
        dealt = _hand(table).dealt
        more = phrase("the ante is a chip, and two for a player with one card more")
        return Exercise(
            says=phrase("A hand is dealt to three players. What does each put into the pot?"),
            questions=tuple(
                _about_chips(
                    _holds(player, dealt[player]),
                    paid,
                    rule("3.3", more),
                    *range(4),
                )
                for player, paid in antes.items()
            ),
            events=events,
        )
    houses = {
        "encyclopedia": (
            phrase("In this house a pass costs a chip."),
            phrase("a player who cannot lay passes, and pays a chip into the pot"),
        ),
        ANTES: (phrase("In this house there are antes."), phrase("where there are antes, a pass costs nothing")),
    }
    return _passes(table, *list(houses.items())[number // 2 % 2])


def _holds(player: str, cards: int) -> Phrase:
    return phrase(
        "%(name)s has %(cards)s", name=Player(player), cards=number_of(cards, "%(num)s card", "%(num)s cards")
    )


def _passes(table: SchoolTable, house: str, words: tuple[Phrase, Phrase]) -> Exercise:
    for _ in range(_TRIES):
        _begin(table, house)
        held = _dealt(table)
        _play(table, held, turns=table.random.randrange(3, 12))
        player, layout = _hand(table).on_turn, _hand(table).layout
        if not layout.is_empty and not any(map(layout.takes, held[player])):
            break
    else:
        raise AssertionError("nobody has to pass")
    events = table.do("pass", player=player)
    (passed,) = (event for event in events if isinstance(event, facts.TurnPassed))
    about = phrase("%(name)s cannot lay a card and passes", name=Player(player))
    return Exercise(
        says=phrase("What goes into the pot?"),
        facts=(words[0], *_laid(layout)),
        questions=(_about_chips(about, passed.chips, rule("3.3", words[1]), *range(4)),),
        events=events,
    )


def penalties(table: SchoolTable, number: int) -> Exercise:
    """A wrong pass that the end of a hand proves: what goes to the pot, and to the neighbours of a kept seven."""
    for _ in range(_TRIES):
        _begin(table)
        held = _dealt(table)
        _play(table, held, wrong=table.random.choice([*PLAYERS]))
        events = _ended(table, held)
        proved = [event for event in events if isinstance(event, facts.WrongPassProved)]
        if proved and proved[0].besides:
            return _about_penalty(proved[0], events)
    raise AssertionError("no wrong pass with a seven")


def _ended(table: SchoolTable, held: Hands) -> tuple[Event, ...]:
    """Show all hands and end the hand."""
    for player in _hand(table).to_show:
        table.do("show_hand", player=player, cards=held[player])
    return table.do("end_hand")


def _about_penalty(proof: facts.WrongPassProved, events: tuple[Event, ...]) -> Exercise:
    gifts = {player: sum(gift.chips for gift in proof.besides if gift.player == player) for player in PLAYERS}
    holders = list(dict.fromkeys(gift.player for gift in proof.besides))
    others = [player for player in PLAYERS if player not in (*holders, proof.player)]
    pot = phrase("a wrong pass costs 3 chips to the pot")
    beside = phrase("a kept seven costs 5 chips to each holder of the six and the eight of its suit")
    neither = phrase("a player who held neither the six nor the eight gets nothing")
    return Exercise(
        says=phrase(
            "%(name)s passed in turn %(turn)s and could have laid: %(cards)s. What does %(name)s pay?",
            name=Player(proof.player),
            turn=proof.turn,
            cards=Cards(tuple(held.card for held in proof.held)),
        ),
        facts=tuple(
            phrase("%(name)s held the %(card)s.", name=Player(gift.player), card=Cards((gift.card,)))
            for gift in proof.besides
        ),
        questions=(
            _about_chips(phrase("Into the pot"), proof.chips, rule("3.5", pot), 0, 1, 3, 5),
            *(
                _about_chips(
                    phrase("To %(name)s", name=Player(player)),
                    gifts[player],
                    rule("3.5", beside if gifts[player] else neither),
                    *(0, 3, 5, 10),
                )
                for player in sorted((*holders, *others[:1]), key=[*PLAYERS].index)
            ),
        ),
        events=events,
    )


def settling(table: SchoolTable, number: int) -> Exercise:
    """The end of a hand: what each opponent pays, and what the winner takes."""
    _begin(table)
    held = _dealt(table)
    _play(table, held)
    winner = _hand(table).winner
    assert winner
    left = {player: _hand(table).left(player) for player in _hand(table).to_show}
    pot = fan_tan_of(table.state).pot_chips
    _ended(table, held)
    events = table.do("settle_hand")
    paid = [event for event in events if isinstance(event, facts.HandPaid)]
    (won,) = (event for event in events if isinstance(event, facts.PotWon))
    each = phrase("everybody pays a chip for each card they hold")
    takes = phrase("the winner takes the pot with what the others paid")
    return Exercise(
        says=phrase("%(name)s is out. What does each of the others pay?", name=Player(winner)),
        facts=(phrase("In the pot before: %(chips)s.", chips=number_of(pot, "%(num)s chip", "%(num)s chips")),),
        questions=(
            *(
                _about_chips(
                    _holds(event.player, left[event.player]),
                    event.chips,
                    rule("3.4", each),
                    *range(1, 5),
                )
                for event in paid
            ),
            _about_chips(
                phrase("%(name)s takes", name=Player(winner)),
                won.chips,
                rule("3.4", takes),
                pot,
                won.chips - pot,
                won.chips + table.random.choice((-2, -1, 1, 2)),
            ),
        ),
        events=events,
    )


_PARTS = (laying, paying_in, penalties, paying_in, settling, penalties, settling)
"""What the exam is made of."""


def _exam(table: SchoolTable, number: int) -> Exercise:
    return _PARTS[number](table, number)


LESSONS = (
    Lesson(
        name="laying",
        title=marked("What may be laid"),
        teaches=marked(
            "A seven opens its suit. On it go the six and down to the ace, and the eight and up to the king."
        ),
        rules=("3.2",),
        make=laying,
    ),
    Lesson(
        name="paying-in",
        title=marked("Antes and passes"),
        teaches=marked(
            "In some houses a pass costs a chip. In others everybody puts in an ante before the hand, and a player "
            "with a card more puts in two."
        ),
        rules=("3.3",),
        make=paying_in,
        exercises=4,
    ),
    Lesson(
        name="penalties",
        title=marked("Wrong passes and their penalties"),
        teaches=marked(
            "A player who passes with a card that could be laid pays 3 chips to the pot. For a seven they pay 5 more "
            "to each holder of its six and its eight. The cards laid and shown later prove it."
        ),
        rules=("3.5",),
        make=penalties,
    ),
    Lesson(
        name="settling",
        title=marked("The end of a hand"),
        teaches=marked(
            "The first player without cards wins the hand. The others pay a chip a card into the pot, and the winner "
            "takes all of it."
        ),
        rules=("3.4",),
        make=settling,
    ),
    Lesson(
        name="exam",
        title=marked("The exam"),
        teaches=marked("A bit of everything, against the clock. 85 of 100 answers must be right and in time."),
        rules=("3",),
        make=_exam,
        exercises=len(_PARTS),
        seconds=15,
        pass_percent=85,
        is_exam=True,
    ),
)
"""All lessons in the order of learning."""
