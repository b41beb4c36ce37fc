"""What the board shows of Fan-Tan: the layout, the last turns, and the outcome of a hand."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from dealer.commands.fields import RANKS
from dealer.commands.refusal import counted, dollars
from dealer.game.cards import SUITS, rank_of
from dealer.games.fan_tan.commands import FanTanHouse
from dealer.games.fan_tan.game import GAME
from dealer.games.fan_tan.state import HIGHEST, LOWEST, FanTanTable, Hand, Layout, Phase, Turn, fan_tan_of, suit_of
from dealer.night.evolve import SnapshotLoader
from dealer.night.night import Night
from events.frozen import Frozen
from events.games.fan_tan import HandVoided, PotLeft, PotWon, WrongPassProved
from events.records import Recorded
from reports.games.fan_tan.words import in_hand
from reports.words.formatting import SUIT_NAMES, card_words
from web.games.fan_tan.player import dead_hand_in_words, held_in_words
from web.nights.house_form import title_of
from web.tablet.seats import Mark, marks_of, sits_out_text

WIDTH, HEIGHT = 1360, 700
CARD_WIDTH, CARD_HEIGHT = 90, 152
_LEFT, _ACROSS = 78, 98.5
_TOP, _DOWN = 10, 176


class Place(Frozen):
    """A card's place: ``lies`` if it is laid, ``last`` if it was laid last, ``next`` if it can be laid now."""

    card: str
    rank: str
    x: float
    lies: bool
    last: bool
    next: bool


class SuitRow(Frozen):
    """The row of places of a suit."""

    suit: str
    name: str
    y: float
    places: tuple[Place, ...]

    @property
    def words(self) -> str:
        """The row in words."""
        laid = [place.rank for place in self.places if place.lies]
        if not laid:
            return f"{self.name}: not opened"
        return f"{self.name}: {laid[0]}" if len(laid) == 1 else f"{self.name}: {laid[0]} to {laid[-1]}"


def suit_rows(layout: Layout, last: Collection[str], *, shows_next: bool) -> tuple[SuitRow, ...]:
    """The four rows; ``last`` are the cards laid last, ``shows_next`` marks the cards that can be laid now."""
    return tuple(
        SuitRow(
            suit=suit,
            name=SUIT_NAMES[suit],
            y=_TOP + _DOWN * row,
            places=tuple(
                Place(
                    card=card,
                    rank=rank_of(card),
                    x=_LEFT + _ACROSS * column,
                    lies=layout.holds(card),
                    last=card in last,
                    next=shows_next and layout.takes(card),
                )
                for column, card in enumerate(rank + suit for rank in RANKS)
            ),
        )
        for row, suit in enumerate(SUITS)
    )


class Slip(Frozen):
    """A small card: its rank, its suit's letter and its suit's name."""

    rank: str
    suit: str
    of: str


class TurnLine(Frozen):
    """A turn: its player, the cards laid (none for a pass), and a few words about it."""

    number: int
    name: str
    mark: Mark
    cards: tuple[Slip, ...]
    words: tuple[str, ...]


def slip_of(card: str) -> Slip:
    """A card as a slip."""
    return Slip(rank=rank_of(card), suit=suit_of(card), of=SUIT_NAMES[suit_of(card)])


def last_turns(
    hand: Hand, house: FanTanHouse, names: Mapping[str, str], marks: Mapping[str, Mark], most: int
) -> tuple[TurnLine, ...]:
    """The last turns of a hand, the newest first."""
    left = dict(hand.dealt)
    lines = []
    for number, turn in enumerate(hand.turns, start=1):
        left[turn.player] -= len(turn.cards)
        lines.append(
            TurnLine(
                number=number,
                name=names[turn.player],
                mark=marks[turn.player],
                cards=tuple(slip_of(card) for card in turn.cards),
                words=_words(turn, left[turn.player], house),
            )
        )
    return tuple(lines[-most:][::-1])


def _words(turn: Turn, left: int, house: FanTanHouse) -> tuple[str, ...]:
    if not turn.cards:
        return (f"pays {counted(house.pass_pays, 'chip')}",) if house.pass_pays else ()
    words = []
    layout = turn.before
    for card in turn.cards:
        suit = SUIT_NAMES[suit_of(card)]
        if layout.opens(card):
            words.append(f"opens the {suit}")
        layout = layout.lay(card)
        if layout.runs[suit_of(card)] == (LOWEST, HIGHEST):
            words.append(f"the {suit} are full")
    if left < 2:
        words.append("one card left" if left else "goes out")
    return tuple(words)


LINES, LETTERS_A_LINE = 15, 56
"""The room for the sentences of wrong passes, in two columns."""

Ending = HandVoided | PotLeft | PotWon
"""The event that ends a hand."""


class Outcome(Frozen):
    """The result of a hand: sentences about the hand, the pot and each wrong pass, in the order of play.

    ``more`` counts the wrong passes that do not fit on the board.
    """

    result: str
    pot: str
    wrong: tuple[str, ...] = ()
    more: int = 0


def hand_to_show(night: Night) -> Hand | None:
    """The hand that is on; between hands, the last hand as it was before it ended."""
    table = fan_tan_of(night)
    if table.hand or not table.hand_number:
        return table.hand
    back = SnapshotLoader()
    hands = (fan_tan_of(back.before(frame)).hand for frame in night.frames)
    return next(filter(None, hands), None)


def outcome_of(
    table: FanTanTable, hand: Hand, names: Mapping[str, str], effective: Sequence[Recorded]
) -> Outcome | None:
    """The result of a hand, ``None`` while it is played. ``effective`` are the night's effective events."""
    ending = None if table.hand else _ending(effective)
    if isinstance(ending, HandVoided):
        reason = ending.reason.rstrip(". ")
        return Outcome(
            result=f"Hand {hand.number} was broken off: {reason}.", pot="Everybody has back what they put into it."
        )
    if not hand.winner and not hand.ended:
        return None
    result, pot = _result(table, hand, names, ending)
    wrong = tuple(
        _sentence(wrong_pass_proved, hand, names, settled=table.hand is None) for wrong_pass_proved in hand.proved
    )
    room = _with_room(wrong)
    return Outcome(result=result, pot=pot, wrong=wrong[:room], more=len(wrong) - room)


def _ending(effective: Sequence[Recorded]) -> Ending | None:
    """The event that ended the last hand."""
    return next(
        (
            recorded.event
            for recorded in reversed(effective)
            if isinstance(recorded.event, HandVoided | PotLeft | PotWon)
        ),
        None,
    )


def _result(table: FanTanTable, hand: Hand, names: Mapping[str, str], ending: Ending | None) -> tuple[str, str]:
    """Sentences about who went out, and about the pot."""
    if isinstance(ending, PotWon):
        return f"{names[ending.player]} went out first and takes the pot of {_chips(ending.chips, table)}.", ""
    result = f"{names[hand.winner]} went out first." if hand.winner else dead_hand_in_words(table.house)
    if isinstance(ending, PotLeft):
        return result, f"The pot of {_chips(ending.chips, table)} waits for the next hand."
    if not hand.ended:
        return result, "The others show what they hold."
    unpaid = "the cards left in hand are still to be paid" if hand.winner else "the hand is still to be settled"
    return result, f"In the pot: {_chips(table.pot, table)}; {unpaid}."


def _chips(chips: int, table: FanTanTable) -> str:
    return f"{counted(chips, 'chip')}, {dollars(chips * table.house.chip)}"


def _sentence(wrong: WrongPassProved, hand: Hand, names: Mapping[str, str], *, settled: bool) -> str:
    text = f"Turn {wrong.turn}: {names[wrong.player]} passed and held {held_in_words(wrong)}"
    if wrong.turn in hand.taken:
        return f"{text}; the penalty is taken."
    return f"{text}; the penalty is waived." if settled and wrong.penalty else f"{text}."


def _with_room(sentences: Sequence[str]) -> int:
    """How many of the sentences fit on the board, with a line left for the number of the others."""
    lines = 0
    for at, sentence in enumerate(sentences):
        lines += -(-len(sentence) // LETTERS_A_LINE)
        if lines > LINES:
            return at
    return len(sentences)


TURNS_SHOWN = 6


class SeatAtTable(Frozen):
    """A seat: turn, deal, cards left and passes; never the player's chips.

    ``left`` is ``None`` for a player who is not in the hand. ``shown`` are the cards shown at its end.
    """

    key: str
    name: str
    mark: Mark
    on_turn: bool
    deals: bool
    is_out: bool
    left: int | None
    passes: str
    shown: tuple[Slip, ...]
    sits_out: str


class FanTanBoard(Frozen):
    """Everything on the board. The only amounts are the pot and the house's rules."""

    night: str
    table: str
    title: str
    phase: str
    in_play: bool
    standing_at: str
    resting: str
    pot_chips: str
    pot: str
    rules: tuple[tuple[str, str], ...]
    rows: tuple[SuitRow, ...]
    turns: tuple[TurnLine, ...]
    outcome: Outcome | None
    seats: tuple[SeatAtTable, ...]


def fan_tan_board(night: Night, effective: Sequence[Recorded]) -> FanTanBoard:
    """The board of a night; ``effective`` are its effective events."""
    table = fan_tan_of(night)
    hand = hand_to_show(night)
    in_play = table.phase is Phase.PLAYING
    names = night.names
    last = hand.turns[-1].cards if hand and hand.turns else ()
    layout = hand.layout if hand else Layout(table.house.openers, first=table.house.first_card)
    return FanTanBoard(
        night=night.id,
        table=night.opened.table,
        title=title_of(GAME),
        phase=_phase(night, table, names),
        in_play=in_play,
        standing_at=_standing_at(table),
        resting=_resting(night, table),
        pot_chips=counted(table.pot, "chip") if table.pot else "",
        pot=dollars(table.pot * table.house.chip),
        rules=_rules(table.house),
        rows=suit_rows(layout, last if table.hand else (), shows_next=in_play),
        turns=last_turns(hand, table.house, names, marks_of(night), TURNS_SHOWN) if hand else (),
        outcome=outcome_of(table, hand, names, effective) if hand else None,
        seats=_seats(night, table, hand),
    )


def _phase(night: Night, table: FanTanTable, names: dict[str, str]) -> str:
    hand = table.hand
    if night.closed:
        return "The night is over"
    if hand is None:
        return "Between hands"
    if table.phase is not Phase.PLAYING:
        return "The hand is over" if hand.ended else "Hands are shown"
    if hand.layout.first and hand.layout.is_empty:
        return f"The {card_words(hand.layout.first)} lies first"
    return f"{names[hand.on_turn]}’s turn"


def _standing_at(table: FanTanTable) -> str:
    hand = table.hand
    if hand is None:
        return f"{counted(table.hand_number, 'hand')} dealt" if table.hand_number else "Nothing dealt yet"
    return f"Hand {hand.number} · {in_hand(table)}"


def _resting(night: Night, table: FanTanTable) -> str:
    """The text across the empty cloth."""
    if night.closed:
        return "The night is over. Good night."
    return "" if table.hand_number else "The table is open"


def _rules(house: FanTanHouse) -> tuple[tuple[str, str], ...]:
    """The prices of this house as pairs of a word and an amount, without those that are zero."""
    more = "more" if house.extra_from == "long" else "fewer"
    ante = counted(house.ante, "chip")
    if house.ante != house.ante_extra:
        ante = f"{house.ante}, with a card {more} {house.ante_extra}"
    beside = "for the cards" if house.opener_chips == "shared" else "for each card"
    opener = "a kept seven" if house.opener == "7" else "a kept opener"
    paid = [
        ("ante", ante, house.ante + house.ante_extra),
        ("a pass", counted(house.pass_pays, "chip"), house.pass_pays),
        ("a pip left" if house.counted == "pips" else "a card left", counted(house.card_pays, "chip"), house.card_pays),
        ("a wrong pass", counted(house.wrong_pass, "chip"), house.wrong_pass),
        (opener, f"{house.wrong_pass_opener} more {beside} beside it", house.wrong_pass_opener),
        ("a dead hand", counted(house.dead_hand, "chip"), house.dead_hand),
    ]
    return (("a chip", dollars(house.chip)), *((word, text) for word, text, chips in paid if chips))


def _seats(night: Night, table: FanTanTable, hand: Hand | None) -> tuple[SeatAtTable, ...]:
    marks = marks_of(night)
    in_play = table.phase is Phase.PLAYING
    return tuple(
        SeatAtTable(
            key=player,
            name=night.seats[player].name,
            mark=marks[player],
            on_turn=in_play and hand is not None and player == hand.on_turn and not _holder_plays_first(hand),
            deals=player == table.dealer,
            is_out=hand is not None and player == hand.winner,
            left=hand.left(player) if hand and player in hand.players else None,
            passes=counted(hand.passes(player), "pass", "passes") if hand and hand.passes(player) else "",
            sits_out=sits_out_text(night, player),
            shown=tuple(slip_of(card) for card in hand.shown.get(player, ())) if hand else (),
        )
        for player in table.seated
    )


def _holder_plays_first(hand: Hand) -> bool:
    """Whether the holder of a certain card plays first."""
    return bool(hand.layout.first) and hand.layout.is_empty
