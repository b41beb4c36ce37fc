"""What the screens of games against a bank share: fields of the tablet's view, and a player's settled bets by deal."""

from __future__ import annotations

from msgspec.structs import replace

from events.common.play import StakeSettled
from events.frozen import Frozen
from reports.words.formatting import brief
from reports.words.language import currency_figures
from web.game_screens import Step
from web.tablet.view import TabletView


class BankTabletView(TabletView):
    """What the tablet shows at a table of bets against a bank.

    ``position`` is what keys depend on, ``position_before`` what it was before the last command in effect, and
    ``actions`` what commands change of it, all as JSON. ``amounts`` are those to choose by touch, in cents, with their
    words; ``foul`` are the usual reasons to void a deal.
    """

    phase: str
    phase_words: str
    position: str
    position_before: str
    actions: str
    in_sight: str
    broken: bool
    amounts: tuple[tuple[int, str], ...]
    steps: tuple[Step, ...]
    foul: tuple[str, ...]


_MOST_LETTERS = 8


def coin_label(cents: int) -> str:
    """An amount as written on a key; without its currency where the letters would be too small to read."""
    text = brief(cents)
    return text if len(text) <= _MOST_LETTERS else currency_figures(cents)


class SettledBet(Frozen):
    """A settlement, in cents: what it brought or cost the player, and the running total with it.

    ``suspense_cents`` are won and not paid after it. ``row`` is its row in the night; another's sleeper that the player
    claimed has no row of theirs.
    """

    turn: int
    where: str
    result: str
    gained_cents: int
    suspense_cents: int = 0
    running_cents: int = 0
    row: StakeSettled | None = None


class PlayedDeal(Frozen):
    """A player's settlements in a deal, the newest first."""

    title: str
    deal: int
    settled: tuple[SettledBet, ...]

    @property
    def net_cents(self) -> int:
        """Their sum."""
        return sum(bet.gained_cents for bet in self.settled)

    def going_on_from(self, before_cents: int) -> PlayedDeal:
        """The deal with its running totals, which continue from ``before_cents``."""
        running_cents, settled = before_cents, []
        for bet in reversed(self.settled):
            running_cents += bet.gained_cents
            settled.append(replace(bet, running_cents=running_cents))
        return replace(self, settled=tuple(reversed(settled)))
