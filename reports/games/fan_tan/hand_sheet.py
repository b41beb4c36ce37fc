"""The hand sheet of a Fan-Tan hand: the layout as it was built, the order of play, what was left and what was paid."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo

from dealer.commands.fields import RANKS
from dealer.game.cards import SUITS
from dealer.night.night import Night
from events.effective_facts import effective
from events.frozen import Frozen
from events.records import Recorded
from reports.games.fan_tan.hands import Ending, HandRecord, HandTurn, WrongPass
from reports.games.fan_tan.play import Columns, HandFigures, PotPlay, got_columns, paid_columns, pot_play_of
from reports.pdf.render import pdf
from reports.pdf.seal import Seal, seal_of
from reports.render_options import PLAIN, RenderOptions
from reports.sheets.masthead import Masthead, masthead_of
from reports.words.language import gettext as _

ROUNDS_IN_A_BAND = 13
"""The most rounds of a hand that stand side by side."""

FEWEST_COLUMNS = 8
"""How many rounds wide the play is set at least."""

ROWS_AT_EASE, ROWS_OF_A_PAGE = 14, 30
"""How many rows of players and wrong passes one page holds at ease, and how many it cannot hold at all."""


class Place(Frozen):
    """A card's place on the layout: who laid it at which turn, or (turn 0) held it at the end; nobody where unknown."""

    card: str
    player: str = ""
    turn: int = 0
    opened: bool = False


class SeatRow(Frozen):
    """One player of the hand: what they were dealt and still held, and what they paid and got, in chips."""

    player: str
    seat: int
    name: str
    dealt: int
    laid: int
    shown: tuple[str, ...]
    figures: HandFigures


class Band(Frozen):
    """Some rounds of play side by side: their numbers, and what each player did in each of them."""

    rounds: tuple[int, ...]
    turns: tuple[tuple[str, tuple[HandTurn | None, ...]], ...]


class HandSheet(Frozen):
    """All that a hand sheet says."""

    masthead: Masthead
    record: HandRecord
    hands_played: int
    chip_cents: int
    suits: tuple[tuple[Place, ...], ...]
    bands: tuple[Band, ...]
    seats: tuple[SeatRow, ...]
    all: HandFigures
    wrong_passes: tuple[WrongPass, ...]
    names: dict[str, str]
    seal: Seal

    @property
    def is_crowded(self) -> bool:
        """Whether a close setting brings it on one page that would else take two."""
        rows = len(self.seats) * (len(self.bands) + 1) + 2 * len(self.bands) + len(self.wrong_passes)
        return ROWS_AT_EASE < rows < ROWS_OF_A_PAGE

    @property
    def shows_layout(self) -> bool:
        """Whether any card was laid, or shown at the end."""
        return any(place.player for places in self.suits for place in places)

    @property
    def columns(self) -> int:
        """How many rounds wide the bands are set, a short one too."""
        return max(FEWEST_COLUMNS, len(self.bands[0].rounds))

    @property
    def paid(self) -> Columns:
        """The columns of what was paid."""
        return paid_columns(self.all)

    @property
    def got(self) -> Columns:
        """The columns of what was got."""
        return got_columns(self.all)

    @property
    def wrong_turns(self) -> frozenset[int]:
        """The turns that were wrong passes."""
        return frozenset(one.turn for one in self.wrong_passes)

    @property
    def numbers(self) -> dict[str, int]:
        """The seat of every player of the hand."""
        return {one.player: one.seat for one in self.seats}

    @property
    def pot(self) -> tuple[str, int]:
        """What became of the pot, in a word and in chips."""
        match self.record.ending:
            case Ending.WON:
                return _("pot won"), self.record.pot_chips
            case Ending.DEAD:
                return _("left in the pot"), self.record.pot_chips
            case Ending.ON:
                return _("in the pot"), self.record.before_chips + self.all.into_pot
            case Ending.VOIDED | Ending.BROKEN_OFF:
                return _("given back"), self.all.returned


def hand_sheet_view(
    now: Night, facts: Sequence[Recorded], hand: int, zone: tzinfo | None = None, pot: PotPlay | None = None
) -> HandSheet:
    """The hand sheet of a hand from a night and all of its facts; :class:`LookupError` where it was not dealt."""
    pot = pot or pot_play_of(one.fact for one in effective(facts))
    record = next((one for one in pot.hands if one.hand == hand), None)
    if record is None:
        raise LookupError(f"hand {hand} was not dealt")
    seats = {player: seat for seat, player in enumerate(now.seats, start=1)}
    return HandSheet(
        masthead=masthead_of(now, facts, f"hand-{hand}", zone),
        record=record,
        hands_played=len(pot.hands),
        chip_cents=pot.chip_cents,
        suits=_suits(record),
        bands=_bands(record),
        seats=tuple(
            SeatRow(
                player=player,
                seat=seats[player],
                name=now.seats[player].name,
                dealt=record.dealt[player],
                laid=record.dealt[player] - record.left(player),
                shown=record.shown.get(player, ()),
                figures=pot.figures.of(hand, player),
            )
            for player in record.players
        ),
        all=pot.figures.of_round(hand),
        wrong_passes=record.wrong_passes(),
        names=now.names,
        seal=seal_of(now, facts),
    )


def print_hand_sheet(view: HandSheet, options: RenderOptions = PLAIN) -> bytes:
    """A hand sheet as PDF."""
    title = _("Hand sheet %(number)s", number=view.masthead.number)
    return pdf("fan_tan/papers.html", title, options, view=view)


def _suits(record: HandRecord) -> tuple[tuple[Place, ...], ...]:
    laid = record.laid_at()
    held = {card: player for player, cards in record.shown.items() for card in cards}
    opened: dict[str, str] = {}
    for card in laid:
        opened.setdefault(card[-1], card)

    def place(card: str) -> Place:
        if card in laid:
            return Place(card=card, player=laid[card].player, turn=laid[card].number, opened=opened[card[-1]] == card)
        return Place(card=card, player=held.get(card, ""))

    return tuple(tuple(place(rank + suit) for rank in RANKS) for suit in SUITS)


def _bands(record: HandRecord) -> tuple[Band, ...]:
    """The turns by rounds, and the rounds in bands of about the same length."""
    rounds = _rounds(record)
    bands = -(-len(rounds) // ROUNDS_IN_A_BAND)
    length = -(-len(rounds) // bands) if bands else 1
    return tuple(
        Band(
            rounds=tuple(range(start + 1, min(start + length, len(rounds)) + 1)),
            turns=tuple(
                (player, tuple(turns.get(player) for turns in rounds[start : start + length]))
                for player in record.players
            ),
        )
        for start in range(0, len(rounds), length)
    )


def _rounds(record: HandRecord) -> list[dict[str, HandTurn]]:
    """The turns of each round: once around the table, from the dealer's left."""
    rounds: list[dict[str, HandTurn]] = []
    places = {player: place for place, player in enumerate(record.players)}
    last = len(places)
    for turn in record.turns:
        if places[turn.player] <= last:
            rounds.append({})
        last = places[turn.player]
        rounds[-1][turn.player] = turn
    return rounds
