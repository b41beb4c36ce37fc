"""What games against a bank share: open bets, checks of commands about them, and payment within the bank's money."""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

from msgspec import field
from msgspec.structs import replace
from rpds import HashTrieSet

from dealer.commands.commands import Command, InvalidCommand, command, type_of
from dealer.commands.fields import Key, whole
from dealer.commands.refusal import Amount, Phrase, Player, Refusal, phrase
from dealer.game.actions import Choice
from dealer.game.cards import PACK
from dealer.game.forecast import items
from dealer.game.table import Grown, SeatedTable, key_used
from dealer.rules_version import THE_PACK_IS_COUNTED
from events.common.event import Event
from events.common.night import MarkerIssued, MarkerRedeemed
from events.common.play import PackCounted, RoundEnded
from events.frozen import Frozen
from ledger.accounts import PLAY, gains
from ledger.ledger import Ledger
from ledger.statement import in_sight_cents

COUNTED = Choice(values=items(*range(len(PACK) + 3)))
"""The numbers of cards that a count usually has."""


class OnLyingBet(Command):
    """The base of commands on an existing bet, by its key."""

    bet: Key


@command("count_pack")
class CountPack(Command):
    """Count the pack for a player who asks for it: ``cards`` are there."""

    since = THE_PACK_IS_COUNTED

    player: Key
    cards: Annotated[int, whole(0, 1_000_000)]


class BankTable:
    """A table of bets against a bank; a game's table adds it to its fields.

    ``bets`` are the current bets by key, in placing order; ``gone`` are the finished bets of the last deal, as they
    last lay; ``keys`` are all keys used in the night, and ``placed`` is their number. A bet has a ``key``, a
    ``player``, ``stake_cents``, its number ``placed``, and ``named``: its owner and place.
    """

    __slots__ = ()
    bets: dict[str, Any]
    broken: bool
    placed: int
    keys: HashTrieSet[str]
    gone: Grown[Any]

    @property
    def all_lying(self) -> tuple[Any, ...]:
        """The current bets."""
        return tuple(self.bets.values())

    def open_bet(self, key: str) -> Any:
        """The current bet with this key, or ``None``."""
        return self.bets.get(key)

    def keys_now(self) -> tuple[str, ...]:
        """The keys of current bets, then of the finished ones of the last deal, in placing order."""
        gone = sorted(self.gone.values(), key=lambda bet: bet.placed)
        return tuple(bet.key for bet in (*self.all_lying, *gone))

    @property
    def cards_due(self) -> int:
        """How many cards must be in the pack if it is counted now: all of them between deals."""
        return len(PACK)

    @property
    def stakes_cents(self) -> dict[str, int]:
        """Each player's stakes on the layout, in cents."""
        stakes: dict[str, int] = {}
        for bet in self.all_lying:
            stakes[bet.player] = stakes.get(bet.player, 0) + bet.stake_cents
        return stakes


class Markers(Frozen, gc=False):
    """Open markers by player, in cents: those of earlier deals, and those since the end of the last deal."""

    earlier: dict[str, int] = field(default_factory=dict)
    since: dict[str, int] = field(default_factory=dict)

    def due(self, player: str) -> int:
        """What a player owes on markers of earlier deals, in cents."""
        return self.earlier.get(player, 0)


T = TypeVar("T", bound=SeatedTable)


def with_markers(table: T, event: Event) -> T:
    """The table after an event that concerns its open ``markers``. Payments redeem the oldest first."""
    markers: Markers = table.markers  # type: ignore[attr-defined]
    earlier, since = markers.earlier, markers.since
    match event:
        case MarkerIssued():
            since = {**since, event.player: since.get(event.player, 0) + event.amount_cents}
        case MarkerRedeemed():
            of_earlier = min(event.amount_cents, markers.due(event.player))
            earlier = {**earlier, event.player: markers.due(event.player) - of_earlier}
            since = {**since, event.player: since.get(event.player, 0) - event.amount_cents + of_earlier}
        case RoundEnded():
            earlier = {player: markers.due(player) + since.get(player, 0) for player in {**earlier, **since}}
            since = {}
        case _:
            return table
    return replace(table, markers=Markers(earlier=earlier, since=since))


class BankBook:
    """Collects the events of a command, and tracks the bank's money in sight and what it could not pay, in cents."""

    def __init__(self, ledger: Ledger) -> None:
        self.events: list[Event] = []
        self.unpaid_cents = 0
        self._in_sight_cents = in_sight_cents(ledger)

    def add(self, event: Event) -> None:
        """Add an event."""
        self.events.append(event)
        self._in_sight_cents += sum(cents for account, cents in gains(event.moves) if account == PLAY)

    def payable(self, due_cents: int) -> int:
        """How much of an amount the bank can pay now; the rest counts as unpaid."""
        paid_cents = min(due_cents, max(0, self._in_sight_cents))
        self.unpaid_cents += due_cents - paid_cents
        return paid_cents


def pack_counted(game: str, table: BankTable, number: int, turn: int, command: CountPack) -> tuple[Event, ...]:
    """The event of a count; ``number`` is the last deal's, and ``turn`` the last turn of a deal that is on (law 10)."""
    return (
        PackCounted(
            game=game, round=number, turn=turn, player=command.player, cards=command.cards, due=table.cards_due
        ),
    )


def bigger_half(amount_cents: int, check_cents: int) -> int:
    """The bank's half of a split, rounded up to whole smallest checks."""
    checks = amount_cents // check_cents
    return (checks - checks // 2) * check_cents


def bet_on(place: Phrase, player: str) -> Phrase:
    """A player's bet by its place, as the subject or object of a sentence."""
    return phrase("%(name)s’s bet on %(place)s", name=Player(player), place=place)


def bet_of(command: Command) -> str | None:
    """The key of the bet that a command names, or ``None``."""
    bet = getattr(command, "bet", None)
    return bet if isinstance(bet, str) else None


def check_bet(table: BankTable, command: Command, kinds: tuple[type[Command], ...] = (OnLyingBet,)) -> None:
    """Refuse (``unknown_bet``) a command on a bet that is not on the table; ``kinds`` are the commands on bets."""
    bet = bet_of(command)
    if not issubclass(type_of(command), kinds) or (bet is None and isinstance(command, InvalidCommand)):
        return
    if bet is not None and table.open_bet(bet):
        return
    known = table.gone.get(bet or "")
    if known:
        raise Refusal("unknown_bet", "%(stake)s is no longer on the layout.", stake=known.named)
    raise Refusal("unknown_bet", "That bet is not on the layout. It was taken back, or it is from an earlier deal.")


def check_bank(table: BankTable) -> None:
    """Refuse (``bank_broken``) to raise stakes at a broken bank."""
    if table.broken:
        raise Refusal("bank_broken", "The bank is broken: no bets until the roll is raised.")


def check_key(table: BankTable, command: Command) -> None:
    """Refuse (``already_done``) a new bet under a key that was used."""
    bet = bet_of(command)
    if bet in table.keys:
        raise key_used(str(bet))


def check_minimum(stake_cents: int, least_cents: int) -> None:
    """Refuse (``under_minimum``) a smaller stake than the house takes."""
    if stake_cents < least_cents:
        raise Refusal("under_minimum", "The smallest stake here is %(minimum)s.", minimum=Amount(least_cents))


def check_limit(stake_cents: int, limit_cents: int) -> None:
    """Refuse (``over_limit``) a larger stake than the house takes."""
    if stake_cents > limit_cents:
        raise Refusal("over_limit", "The limit here is %(limit)s.", limit=Amount(limit_cents))


def dead_card(*ranks: str) -> Refusal:
    """The refusal of a bet whose cards are all out (``dead_card``)."""
    return Refusal(
        "dead_card", "All cards of the %(ranks)s are out: that bet could never win or lose.", ranks="-".join(ranks)
    )
