"""What the board shows of Fan-Tan: a pure function of a night and its effective facts."""

from __future__ import annotations

from collections.abc import Sequence

from dealer.commands.phrases import counted, dollars
from dealer.games.fan_tan.game import GAME
from dealer.games.fan_tan.house import FanTanHouse
from dealer.games.fan_tan.layout import Layout
from dealer.games.fan_tan.state import FanTanTable, Hand, Phase, fan_tan_of
from dealer.night.night import Night
from events.frozen import Frozen
from events.records import Recorded
from reports.games.fan_tan.words import in_hand
from reports.words.cards import card_words
from web.games.fan_tan.board.outcome import Outcome, hand_to_show, outcome_of
from web.games.fan_tan.board.places import SuitRow, suit_rows
from web.games.fan_tan.board.turns import Slip, TurnLine, last_turns, slip_of
from web.nights.houses import title_of
from web.tablet.marks import Mark, marks_of
from web.tablet.seats import sits_out_said

TURNS_SHOWN = 6


class SeatAtTable(Frozen):
    """A seat: whose turn it is, who deals, how many cards are left and how often they passed; never their chips.

    ``left`` is ``None`` for who is not in the hand. ``shown`` is what they showed at its end.
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


def fan_tan_board(night: Night, kept: Sequence[Recorded]) -> FanTanBoard:
    """The board of a night; ``kept`` are its effective facts."""
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
        outcome=outcome_of(table, hand, names, kept) if hand else None,
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
    """What is written across the cloth while there is nothing to be seen on it."""
    if night.closed:
        return "The night is over. Good night."
    return "" if table.hand_number else "The table is open"


def _rules(house: FanTanHouse) -> tuple[tuple[str, str], ...]:
    """What is paid in this house, each a word and an amount; what costs nothing is left out."""
    more = "more" if house.extra_from == "long" else "fewer"
    ante = counted(house.ante, "chip")
    if house.ante != house.ante_extra:
        ante = f"{house.ante}, with a card {more} {house.ante_extra}"
    beside = "for the cards" if house.opener_chips == "shared" else "for each card"
    kept = "a kept seven" if house.opener == "7" else "a kept opener"
    paid = [
        ("ante", ante, house.ante + house.ante_extra),
        ("a pass", counted(house.pass_pays, "chip"), house.pass_pays),
        ("a pip left" if house.counted == "pips" else "a card left", counted(house.card_pays, "chip"), house.card_pays),
        ("a wrong pass", counted(house.wrong_pass, "chip"), house.wrong_pass),
        (kept, f"{house.wrong_pass_opener} more {beside} beside it", house.wrong_pass_opener),
        ("a dead hand", counted(house.dead_hand, "chip"), house.dead_hand),
    ]
    return (("a chip", dollars(house.chip)), *((word, said) for word, said, chips in paid if chips))


def _seats(night: Night, table: FanTanTable, hand: Hand | None) -> tuple[SeatAtTable, ...]:
    marks = marks_of(night)
    in_play = table.phase is Phase.PLAYING
    return tuple(
        SeatAtTable(
            key=player,
            name=night.seats[player].name,
            mark=marks[player],
            on_turn=in_play and hand is not None and player == hand.on_turn and not _whoever(hand),
            deals=player == table.dealer,
            is_out=hand is not None and player == hand.winner,
            left=hand.left(player) if hand and player in hand.players else None,
            passes=counted(hand.passes(player), "pass", "passes") if hand and hand.passes(player) else "",
            sits_out=sits_out_said(night, player),
            shown=tuple(slip_of(card) for card in hand.shown.get(player, ())) if hand else (),
        )
        for player in table.seated
    )


def _whoever(hand: Hand) -> bool:
    """Whether the first card is laid by its holder, whoever they are."""
    return bool(hand.layout.first) and hand.layout.is_empty
