"""Fan-Tan on paper: its part of the settlement and the table sheet, and the sheet of a hand."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo
from itertools import accumulate
from pathlib import Path

from dealer.commands.fields import RANKS
from dealer.commands.refusal import marked
from dealer.game.cards import SUITS
from dealer.games.fan_tan.commands import house_of
from dealer.games.fan_tan.state import FAN_TAN
from dealer.night.night import Night
from events.effective_events import effective
from events.frozen import Frozen
from events.records import Recorded
from reports.game_papers import Blank, GamePapers, HouseRulesText, RoundSheet
from reports.games.fan_tan.hands import (
    Columns,
    Ending,
    HandFigures,
    HandRecord,
    HandTurn,
    PotPlay,
    ReckonedHand,
    WrongPass,
    got_columns,
    paid_columns,
    pot_columns,
    pot_play_of,
)
from reports.games.fan_tan.rules import FAN_TAN_RULES, banks_part, fan_tan_rules
from reports.games.fan_tan.words import WORDS, HandStory, turn_done
from reports.pdf.render import blank_paper, pdf
from reports.pdf.seal import Seal, seal_of
from reports.render_options import PLAIN, RenderOptions
from reports.rounds.play import PlayerPart, TablePart
from reports.rounds.statement import Line, added, assert_equal
from reports.sheets.masthead import Masthead, masthead_of
from reports.words.language import gettext as _
from reports.words.language import ngettext

TEMPLATE = "fan_tan/papers.html"


class Hands(Frozen):
    """A player's Fan-Tan: the hands that they were dealt, and their totals, with chips of ``chip_cents``.

    ``divided`` is their share, in chips, of a pot that nobody had won by the close.
    """

    rows: tuple[ReckonedHand, ...]
    all: HandFigures
    wrong_passes: tuple[WrongPass, ...]
    divided: int
    chip_cents: int

    @property
    def paid(self) -> Columns:
        """The columns of their payments."""
        return paid_columns(self.all)

    @property
    def got(self) -> Columns:
        """The columns of their winnings."""
        return got_columns(self.all)


class PotRow(Frozen):
    """One hand of the pot, in chips: in the pot ``before`` and ``after`` it; ``nets`` are the players' results."""

    record: HandRecord
    figures: HandFigures
    before: int
    after: int
    nets: dict[str, int]


class PotAccount(Frozen):
    """The pot of a night, with chips of ``chip_cents``; ``divided`` are the chips divided at the close.

    ``nets`` are the players' results in all hands, with their shares of the divided pot.
    """

    rows: tuple[PotRow, ...]
    all: HandFigures
    divided: int
    divided_to: dict[str, int]
    nets: dict[str, int]
    wrong_passes: tuple[WrongPass, ...]
    names: dict[str, str]
    turns: int
    chip_cents: int

    @property
    def left(self) -> int:
        """Chips in the pot now."""
        return (self.rows[-1].after if self.rows else 0) - self.divided

    @property
    def took_part(self) -> frozenset[str]:
        """The players who were dealt a hand or got a share of the pot."""
        return frozenset(self.divided_to).union(*(row.nets for row in self.rows))

    @property
    def nets_cents(self) -> dict[str, int]:
        """The players' results in cents."""
        return {player: chips * self.chip_cents for player, chips in self.nets.items()}

    @property
    def into(self) -> Columns:
        """The columns of payments into the pot."""
        return pot_columns(self.all)

    @property
    def carries(self) -> bool:
        """Whether a hand left chips in the pot for the next."""
        return any(row.after for row in self.rows)

    def assert_adds_up(self) -> None:
        """Assert that the players' results and the chips in the pot add up to zero."""
        assert_equal("players and pot", sum(self.nets.values()) + self.left, 0)
        for row in self.rows:
            assert_equal(f"the pot before hand {row.record.hand}", row.before, row.record.before_chips)
            if row.record.ending in (Ending.WON, Ending.DEAD):
                held = row.figures.pot + row.after
                assert_equal(f"the pot of hand {row.record.hand}", held, row.record.pot_chips)


def player_part(play: PotPlay, player: str) -> PlayerPart:
    """The hands that a player was dealt."""
    rows = tuple(
        ReckonedHand(record=record, figures=play.figures.of(record.hand, player))
        for record in play.hands_dealt_to(player)
    )
    hands = Hands(
        rows=rows,
        all=added(HandFigures, (row.figures for row in rows)),
        wrong_passes=tuple(wrong for row in rows for wrong in row.record.wrong_passes(player)),
        divided=play.divided.get(player, 0),
        chip_cents=play.chip_cents,
    )
    return PlayerPart(
        template=TEMPLATE,
        view=hands,
        lines=len(rows) + 2 * len(hands.wrong_passes) + 5,
        net_cents=hands.all.net * hands.chip_cents,
        summary=ngettext("Fan-Tan, %(num)s hand", "Fan-Tan, %(num)s hands", len(rows)),
        beside=_of_pot_divided(hands),
    )


def _of_pot_divided(hands: Hands) -> tuple[Line, ...]:
    if not hands.divided:
        return ()
    text = ngettext(
        "Part of the pot that nobody had won, %(num)s chip",
        "Part of the pot that nobody had won, %(num)s chips",
        hands.divided,
    )
    return (Line(what=text, cents=hands.divided * hands.chip_cents),)


def table_part(play: PotPlay, now: Night) -> TablePart:
    """The pot."""
    pot = pot_account_of(now, play)
    voided = [row.record for row in pot.rows if row.record.voided is not None]
    return TablePart(
        template=TEMPLATE,
        view=pot,
        lines=2 * len(pot.rows) + len(pot.wrong_passes),
        pot_cents=pot.left * pot.chip_cents,
        counted=(ngettext("%(num)s hand voided", "%(num)s hands voided", len(voided)),),
        notes=tuple(
            _("Hand %(number)s was voided: %(why)s", number=record.hand, why=record.voided) for record in voided
        ),
    )


def pot_account_of(now: Night, play: PotPlay) -> PotAccount:
    """The pot of a night; :class:`reports.rounds.statement.DoesNotAddUp` if it does not balance."""
    figures = [play.figures.of_round(hand.hand) for hand in play.hands]
    after = list(accumulate(figure.into_pot - figure.pot - figure.returned for figure in figures))
    rows = tuple(
        PotRow(
            record=record,
            figures=own,
            before=left - (own.into_pot - own.pot - own.returned),
            after=left,
            nets={player: play.figures.of(record.hand, player).net for player in record.players},
        )
        for record, own, left in zip(play.hands, figures, after, strict=True)
    )
    account = PotAccount(
        rows=rows,
        all=added(HandFigures, figures),
        divided=sum(play.divided.values()),
        divided_to=play.divided,
        nets={
            player: sum(row.nets.get(player, 0) for row in rows) + play.divided.get(player, 0) for player in now.seats
        },
        wrong_passes=tuple(wrong for row in rows for wrong in row.record.wrong_passes()),
        names=now.names,
        turns=play.turns,
        chip_cents=play.chip_cents,
    )
    account.assert_adds_up()
    return account


ROUNDS_IN_A_BAND = 13
"""The most rounds of a hand side by side."""

FEWEST_COLUMNS = 8
"""The least width of the play, in rounds."""

ROWS_AT_EASE, ROWS_OF_A_PAGE = 14, 30
"""Rows of players and wrong passes that fit on a page with room to spare, and the number that no longer fits."""


class Place(Frozen):
    """A card's place on the layout: the player and turn that laid it, or (turn 0) the player who held it at the end."""

    card: str
    player: str = ""
    turn: int = 0
    opened: bool = False


class SeatRow(Frozen):
    """One player of the hand: cards dealt and held at the end, and chips paid and won."""

    player: str
    seat: int
    name: str
    dealt: int
    laid: int
    shown: tuple[str, ...]
    figures: HandFigures


class Band(Frozen):
    """Some rounds of play side by side: their numbers, and each player's actions."""

    rounds: tuple[int, ...]
    turns: tuple[tuple[str, tuple[HandTurn | None, ...]], ...]


class HandSheet(Frozen):
    """The contents of a hand sheet."""

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
        """Whether dense type saves a second page."""
        rows = len(self.seats) * (len(self.bands) + 1) + 2 * len(self.bands) + len(self.wrong_passes)
        return ROWS_AT_EASE < rows < ROWS_OF_A_PAGE

    @property
    def shows_layout(self) -> bool:
        """Whether any card was laid, or shown at the end."""
        return any(place.player for places in self.suits for place in places)

    @property
    def columns(self) -> int:
        """The width of the bands in rounds, for short bands too."""
        return max(FEWEST_COLUMNS, len(self.bands[0].rounds))

    @property
    def paid(self) -> Columns:
        """The columns of payments."""
        return paid_columns(self.all)

    @property
    def got(self) -> Columns:
        """The columns of winnings."""
        return got_columns(self.all)

    @property
    def wrong_turns(self) -> frozenset[int]:
        """The turns that were wrong passes."""
        return frozenset(wrong_pass.turn for wrong_pass in self.wrong_passes)

    @property
    def numbers(self) -> dict[str, int]:
        """The seat of each player of the hand."""
        return {seat.player: seat.seat for seat in self.seats}

    @property
    def pot(self) -> tuple[str, int]:
        """The end of the pot, in a word and in chips."""
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
    now: Night, events: Sequence[Recorded], hand: int, zone: tzinfo | None = None, pot: PotPlay | None = None
) -> HandSheet:
    """The sheet of a hand from a night and all of its events; :class:`LookupError` if it was not dealt."""
    pot = pot or pot_play_of(recorded.event for recorded in effective(events))
    record = next((dealt for dealt in pot.hands if dealt.hand == hand), None)
    if record is None:
        raise LookupError(f"hand {hand} was not dealt")
    seats = {player: seat for seat, player in enumerate(now.seats, start=1)}
    return HandSheet(
        masthead=masthead_of(now, events, f"hand-{hand}", zone),
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
        seal=seal_of(now, events),
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
    """The turns by rounds, in bands of about equal length."""
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


_HANDS = 24
_SEATS = 8


def _score_sheet(title: str, options: RenderOptions) -> bytes:
    kind = f"score-sheet {options.style.paper}"
    return blank_paper(title, options, kind, template=TEMPLATE, hands=_HANDS, seats=_SEATS)


PAPERS = GamePapers(
    name=FAN_TAN,
    words=WORDS,
    whole_title="Fan-Tan (Sevens, Parliament)",
    folder=Path(__file__).parent,
    play_of=pot_play_of,
    player_part=player_part,
    table_part=table_part,
    round_sheet=RoundSheet(view=hand_sheet_view, print=print_hand_sheet),
    house_rules=HouseRulesText(
        sentences=lambda recorded: fan_tan_rules(house_of(recorded)),
        covered_by={
            "ante_extra": "ante",
            "extra_from": "ante",
            "counted": "card_pays",
            "free_passes": "voluntary_pass",
            "opener_chips": "wrong_pass_opener",
        },
        banks_part=banks_part,
    ),
    rulebook=FAN_TAN_RULES,
    blanks=(
        Blank(
            name="fan-tan-score",
            title=marked("Fan-Tan score sheet"),
            about="Twenty-four hands of up to eight players, in chips.",
            make=_score_sheet,
        ),
    ),
    round_story=HandStory,
    turn_done=turn_done,
)
