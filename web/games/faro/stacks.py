"""The stacks on the layout: their spots, heights and labels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile

from dealer.games.faro.commands import FaroHouse
from dealer.games.faro.layout import is_dead
from dealer.games.faro.state import Bet, Call, FaroTable, Phase
from dealer.night.night import Night, Seat
from events.cache import Cache
from events.frozen import Frozen
from events.records import Recorded
from reports.games.faro.bet_words import where_lies
from reports.words.formatting import brief
from reports.words.language import currency_figures, is_plain, pgettext, style
from reports.words.language import gettext as _
from web.games.faro.spots import TRAY_ID, spot_id
from web.games.faro.warnings import is_over_case_limit
from web.tablet.seats import Mark, marks_of


def in_checks(cents: int, house: FaroHouse) -> str:
    """How an amount (cents) is counted out in the fewest checks: ``2×$5 2×$1 2×25¢``.

    "" if colours mean players, since all checks are then worth the same, and for an amount that no checks make.
    """
    if house.check_colours == "player" or cents % house.check:
        return ""
    piles = []
    # The largest first gives the fewest: each value is a multiple of the one before.
    for value in reversed(house.check_values):
        count, cents = divmod(cents, value)
        if count:
            piles.append(f"{count}×{brief(value)}")
    return " ".join(piles)


_PILES = (500, 2_500, 10_000, 50_000)
"""A stack is drawn one check higher from each of these amounts (cents) on."""
_BADGE_ROOM = 8
"""The most letters that fit under a single stack on a card."""


class Stack(Frozen):
    """A bet or call as it is drawn: one of ``count`` stacks on its spot."""

    key: str
    player: str
    player_name: str
    mark: Mark
    spot: str
    place: str
    count: int
    discs: int
    amount: str
    amount_cents: int
    label: str
    coppered: bool
    paroli: bool
    barred: str
    barred_turns: str
    half: bool
    bills: bool
    over_limit: bool
    dead: bool
    is_call: bool
    caption: str

    @property
    def _orders(self) -> tuple[tuple[str, str, str], ...]:
        """Its orders: in words, in short, and as a sign."""
        orders = (
            (self.coppered, _("to lose"), "", ""),
            (self.paroli, _("paroli"), _("paroli"), "P"),
            (self.barred, self.barred, self.barred, f"×{self.barred_turns}"),
            (self.half, _("half goes"), _("½ goes"), "½"),
            (self.bills, _("in bills"), pgettext("a stack", "bills"), "B"),
            (self.over_limit, _("over the case limit"), pgettext("a stack", "over"), "!"),
            (self.dead, _("dead: a sleeper"), pgettext("a stack", "sleeper"), "z"),
        )
        return tuple((words, short, sign) for given, words, short, sign in orders if given)

    @property
    def orders(self) -> str:
        """Its orders in words."""
        return ", ".join(words for words, _, _ in self._orders)

    @property
    def words(self) -> str:
        """Owner, amount and orders in words."""
        text = f"{self.player_name} {self.amount}"
        return _("%(bet)s (%(orders)s)", bet=text, orders=self.orders) if self.orders else text

    @property
    def written(self) -> str:
        """Its orders as written at it: in words if the stack lies alone on a card and they fit, else in signs."""
        on_card = self.spot.startswith("single-")
        return self.badge if self.count == 1 and on_card and len(self.badge) <= _BADGE_ROOM else self.signs

    @property
    def signs(self) -> str:
        """Its orders in signs, which fit on each of six stacks; of a dead bet only that it is dead."""
        return " ".join(sign for _, _, sign in self._shown if sign)

    @property
    def badge(self) -> str:
        """Its orders in short words, for a stack with room for them."""
        return " · ".join(short for _, short, _ in self._shown if short)

    @property
    def _shown(self) -> tuple[tuple[str, str, str], ...]:
        return self._orders[-1:] if self.dead else self._orders


def short_amount(cents: int) -> str:
    """An amount as written on a check: ``25¢``, ``5``, ``12.50``."""
    return brief(cents) if is_plain() and cents < 100 else currency_figures(cents, grouped=False)


_AT_HAND: Cache[tuple[str, str, str], tuple[FaroTable, Mapping[str, Seat], tuple[Stack, ...]]] = Cache(64)
"""The last stacks of a night in a language and a currency, with the table and the seats they were built from."""


def stacks_of(night: Night, table: FaroTable) -> tuple[Stack, ...]:
    """All stacks in the order they were placed. The result is cached for all screens of the same table."""
    key = (night.id, style().language, style().currency)
    known = _AT_HAND.get(key)
    if known and known[0] is table and known[1] is night.seats:
        return known[2]
    marks = marks_of(night)
    wagers: list[Bet | Call] = sorted((*table.bets.values(), *table.calls.values()), key=lambda wager: wager.placed)
    counts = Counter(map(_spot_of, wagers))
    stacks = tuple(_stack(night, table, marks, wager, counts[_spot_of(wager)]) for wager in wagers)
    _AT_HAND.put(key, (table, night.seats, stacks))
    return stacks


def _spot_of(wager: Bet | Call) -> str:
    return spot_id(wager.place) if isinstance(wager, Bet) else TRAY_ID


def sum_of(stacks: Iterable[Stack]) -> str:
    """The sum of stacks, as written below a heap."""
    return brief(sum(stack.amount_cents for stack in stacks))


def last_bet(stacks: Iterable[Stack], events: Sequence[Recorded]) -> Stack | None:
    """The bet of the last command, if it still lies; its orders can be changed with a touch."""
    *_, first = takewhile(lambda recorded: recorded.command == events[-1].command, reversed(events))
    key = getattr(first.event, "bet", None)
    return next((stack for stack in stacks if stack.key == key), None)


def _stack(night: Night, table: FaroTable, marks: dict[str, Mark], wager: Bet | Call, count: int) -> Stack:
    """A single stack."""
    bet = wager if isinstance(wager, Bet) else None
    spot = _spot_of(wager)
    barred = barred_turns = ""
    if bet and bet.barred:
        barred_turns = str(bet.bar_turns or "")
        barred = _("barred for %(turns)s", turns=barred_turns) if barred_turns else _("barred")
    return Stack(
        key=wager.key,
        player=wager.player,
        player_name=night.seats[wager.player].name,
        mark=marks[wager.player],
        spot=spot,
        place=where_lies(wager),
        count=count,
        discs=1 + sum(wager.stake_cents >= pile for pile in _PILES),
        amount=brief(wager.stake_cents),
        amount_cents=wager.stake_cents,
        label=short_amount(wager.stake_cents),
        coppered=bool(bet and bet.coppered),
        paroli=bool(bet and bet.paroli),
        barred=barred,
        barred_turns=barred_turns,
        half=bool(bet and bet.half),
        bills=bool(bet and bet.form == "bills"),
        over_limit=bool(bet and is_over_case_limit(table, bet)),
        dead=bool(bet and is_dead(bet.place, table.box.dead)),
        is_call=bet is None,
        caption=_caption(wager) if spot == TRAY_ID else "",
    )


def _caption(wager: Bet | Call) -> str:
    """The text under a stack in the tray."""
    if isinstance(wager, Call):
        return "-".join(wager.order)
    if wager.place.kind == "heeled":
        text = f"{'-'.join(wager.place.ranks)}/{'-'.join(wager.place.lose)}"
    else:
        text = "-".join(wager.place.ranks)
    return text if len(text) <= 8 else f"{text[:7]}…"


def why_no_orders(table: FaroTable) -> str:
    """Why no orders may be given now; "" if they may."""
    if table.phase is Phase.LOSER_DRAWN:
        return _("Bets are closed until the winner is out.")
    if table.phase is not Phase.BEFORE_HOCK:
        return ""
    if table.house.lift_before_hock:
        return _("Before the hock bets may only be taken down.")
    return _("Bets stay until the hock is shown.")
