"""The pot of a Fan-Tan night, hand by hand: what lay in it, what came in, what went out; and every player's part."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

from dealer.night import Night
from reports.balance import assert_equal
from reports.hand_columns import Columns, pot_columns
from reports.hands import Ending, HandRecord, WrongPass
from reports.pot_play import HandFigures, PotPlay
from reports.sums import added


@dataclass(frozen=True, slots=True, kw_only=True)
class PotRow:
    """One hand of the pot, in chips: ``before`` lay in it, ``after`` was left; ``nets`` are what each player won."""

    record: HandRecord
    figures: HandFigures
    before: int
    after: int
    nets: dict[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class PotAccount:
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


def pot_account_of(now: Night, play: PotPlay) -> PotAccount:
    """The pot of a night; :class:`reports.balance.DoesNotAddUp` where it does not come out."""
    figures = [play.of_hand(one.hand) for one in play.hands]
    after = list(accumulate(one.into_pot - one.pot - one.returned for one in figures))
    rows = tuple(
        PotRow(
            record=record,
            figures=own,
            before=left - (own.into_pot - own.pot - own.returned),
            after=left,
            nets={player: play.of(record.hand, player).net for player in record.players},
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
