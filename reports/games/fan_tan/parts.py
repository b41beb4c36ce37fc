"""What a settlement and the table sheet say of Fan-Tan.

The table sheet has the pot hand by hand: what lay in it, what came in, what went out; and every player's part.
"""

from __future__ import annotations

from itertools import accumulate

from dealer.night.night import Night
from events.frozen import Frozen
from reports.games.fan_tan.hands import Ending, HandRecord, WrongPass
from reports.games.fan_tan.play import (
    Columns,
    HandFigures,
    PotPlay,
    ReckonedHand,
    got_columns,
    paid_columns,
    pot_columns,
)
from reports.rounds.play import PlayerPart, TablePart
from reports.rounds.player_statement import Line
from reports.rounds.sums import added, assert_equal
from reports.words.language import gettext as _
from reports.words.language import ngettext

TEMPLATE = "fan_tan/papers.html"


class Hands(Frozen):
    """A player's Fan-Tan: the hands they were dealt, and what they came to together, in chips of ``chip_cents``.

    ``divided`` is their part, in chips, of a pot that nobody had won by the close.
    """

    rows: tuple[ReckonedHand, ...]
    all: HandFigures
    wrong_passes: tuple[WrongPass, ...]
    divided: int
    chip_cents: int

    @property
    def paid(self) -> Columns:
        """The columns of what they paid."""
        return paid_columns(self.all)

    @property
    def got(self) -> Columns:
        """The columns of what they got."""
        return got_columns(self.all)


class PotRow(Frozen):
    """One hand of the pot, in chips: ``before`` lay in it, ``after`` was left; ``nets`` are what each player won."""

    record: HandRecord
    figures: HandFigures
    before: int
    after: int
    nets: dict[str, int]


class PotAccount(Frozen):
    """The pot of a night in chips of ``chip_cents``: ``divided`` of them went to the seats at the close.

    ``nets`` are the players' results of all hands and of the pot divided.
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
        """What lies in the pot now."""
        return (self.rows[-1].after if self.rows else 0) - self.divided

    @property
    def took_part(self) -> frozenset[str]:
        """Who was dealt a hand, or had a part of a pot that nobody won."""
        return frozenset(self.divided_to).union(*(row.nets for row in self.rows))

    @property
    def nets_cents(self) -> dict[str, int]:
        """The players' results in cents."""
        return {player: chips * self.chip_cents for player, chips in self.nets.items()}

    @property
    def into(self) -> Columns:
        """The columns of what came in."""
        return pot_columns(self.all)

    @property
    def carries(self) -> bool:
        """Whether a hand left something in the pot for the next."""
        return any(row.after for row in self.rows)

    def assert_adds_up(self) -> None:
        """Assert that what the players won or lost and what lies in the pot make nothing."""
        assert_equal("players and pot", sum(self.nets.values()) + self.left, 0)
        for row in self.rows:
            assert_equal(f"the pot before hand {row.record.hand}", row.before, row.record.before_chips)
            if row.record.ending in (Ending.WON, Ending.DEAD):
                held = row.figures.pot + row.after
                assert_equal(f"the pot of hand {row.record.hand}", held, row.record.pot_chips)


def player_part(play: PotPlay, player: str) -> PlayerPart:
    """The hands that a player was dealt."""
    rows = tuple(
        ReckonedHand(record=one, figures=play.figures.of(one.hand, player)) for one in play.hands_dealt_to(player)
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
    said = ngettext(
        "Part of the pot that nobody had won, %(num)s chip",
        "Part of the pot that nobody had won, %(num)s chips",
        hands.divided,
    )
    return (Line(what=said, cents=hands.divided * hands.chip_cents),)


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
        notes=tuple(_("Hand %(number)s was voided: %(why)s", number=one.hand, why=one.voided) for one in voided),
    )


def pot_account_of(now: Night, play: PotPlay) -> PotAccount:
    """The pot of a night; :class:`reports.rounds.sums.DoesNotAddUp` where it does not come out."""
    figures = [play.figures.of_round(one.hand) for one in play.hands]
    after = list(accumulate(one.into_pot - one.pot - one.returned for one in figures))
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
