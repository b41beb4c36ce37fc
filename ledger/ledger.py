"""The ledger: balances folded from the moves of events, asserted after every move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from msgspec import field

from events.common.event import Move
from events.frozen import Frozen
from ledger.accounts import ACCOUNTS_KNOWN, CHART, growth_of


class LedgerBroken(AssertionError):
    """An invariant of the ledger fails; the command that would break it is stopped."""


class Ledger(Frozen, kw_only=False, gc=False):
    """Balances in cents, debits positive and credits negative. Immutable: posting returns a new ledger.

    ``debits_cents`` and ``credits_cents`` are the running totals of both sides, kept separately so that their equality
    is a real check.
    """

    balances: dict[str, int] = field(default_factory=dict)
    families: dict[str, int] = field(default_factory=dict)
    debits_cents: int = 0
    credits_cents: int = 0

    def opened(self) -> OpenLedger:
        """A copy that can be posted to in place."""
        return OpenLedger(self.balances.copy(), self.families.copy(), self.debits_cents, self.credits_cents)

    def post(self, moves: Iterable[Move]) -> Ledger:
        """The ledger after these moves; raises :class:`LedgerBroken` as :meth:`OpenLedger.post` does."""
        moves = tuple(moves)
        if not moves:
            return self
        posted = self.opened()
        posted.post(moves)
        return posted.closed()

    def balance(self, account: str) -> int:
        """An account's balance in cents on the side it grows on; 0 if nothing was posted."""
        return self.balances.get(account, 0) * growth_of(account)

    def family(self, name: str) -> int:
        """The total balance of a family's accounts in cents, on the side it grows on."""
        signed = self.families.get(name, 0)
        return signed if CHART[name].grows_by_debit else -signed

    def owners(self, family: str) -> list[str]:
        """The owners of a family's accounts, in the order opened."""
        prefix = family + ":"
        return [account[len(prefix) :] for account in self.balances if account.startswith(prefix)]


class OpenLedger:
    """A mutable ledger for posting many events: its balances are copied only once.

    Do not use it after it has raised.
    """

    __slots__ = ("_balances", "_credits_cents", "_debits_cents", "_families")

    def __init__(
        self, balances: dict[str, int], families: dict[str, int], debits_cents: int, credits_cents: int
    ) -> None:
        """Takes over ``balances`` and ``families``."""
        self._balances, self._families = balances, families
        self._debits_cents, self._credits_cents = debits_cents, credits_cents

    def post(self, moves: Sequence[Move]) -> None:
        """Post the moves of an event.

        Raises :class:`LedgerBroken` if an amount is not positive, an account is unknown or ends on the wrong side, or
        debits and credits differ.
        """
        balances, families = self._balances, self._families
        moved_cents, doubtful = 0, False
        for move in moves:
            cents, debit, credit = move.amount_cents, move.debit, move.credit
            if cents <= 0:
                raise LedgerBroken(f"a move of {cents} cents")
            to, to_side = _family_and_side(debit)
            by, by_side = _family_and_side(credit)
            balances[debit] = debited = balances.get(debit, 0) + cents
            balances[credit] = credited = balances.get(credit, 0) - cents
            families[to] = families.get(to, 0) + cents
            families[by] = families.get(by, 0) - cents
            moved_cents += cents
            if to_side is None or by_side is None or debited * to_side < 0 or credited * by_side < 0:
                doubtful = True
        self._debits_cents += moved_cents
        self._credits_cents += moved_cents
        if self._debits_cents != self._credits_cents or sum(families.values()) != 0:
            raise LedgerBroken(f"debits {self._debits_cents} and credits {self._credits_cents} differ")
        if doubtful:
            self._assert_sides(moves)

    def closed(self) -> Ledger:
        """The current ledger, without copying: valid until the next post."""
        return Ledger(self._balances, self._families, self._debits_cents, self._credits_cents)

    def _assert_sides(self, moves: Iterable[Move]) -> None:
        """Assert that all moved accounts are on their side; a later move may have brought one back to it."""
        for account in (name for move in moves for name in (move.debit, move.credit)):
            side = _family_and_side(account)[1]
            if side is None:
                raise LedgerBroken(f"the chart has no account {account}")
            if self._balances[account] * side < 0:
                raise LedgerBroken(f"{account} would stand at {-abs(self._balances[account])} cents")


@lru_cache(maxsize=ACCOUNTS_KNOWN)
def _family_and_side(account: str) -> tuple[str, int | None]:
    """The name of an account's family, and the sign that its balance must keep.

    The sign is 1 for debits, -1 for credits, 0 for either, and ``None`` if the family is unknown.
    """
    name = account.partition(":")[0]
    family = CHART.get(name)
    if family is None:
        return name, None
    if not family.never_crosses:
        return name, 0
    return name, 1 if family.grows_by_debit else -1
