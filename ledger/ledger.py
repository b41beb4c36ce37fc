"""The ledger: balances folded from the moves of facts, asserted after every move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from msgspec import field

from events.facts.fact import Move
from events.frozen import Frozen
from ledger.accounts import ACCOUNTS_KNOWN, CHART, growth_of


class LedgerBroken(AssertionError):
    """An invariant of the books does not hold; the command that would have broken it is stopped."""


class Ledger(Frozen, kw_only=False, gc=False):
    """Balances in cents, debits above zero and credits below. Immutable: posting gives a new ledger.

    ``debits_cents`` and ``credits_cents`` are the running totals of both sides, kept apart so that their equality says
    something.
    """

    balances: dict[str, int] = field(default_factory=dict)
    families: dict[str, int] = field(default_factory=dict)
    debits_cents: int = 0
    credits_cents: int = 0

    def opened(self) -> OpenLedger:
        """A copy to be posted to in place."""
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
        """An account's balance in cents on the side on which it grows; 0 where nothing was ever posted."""
        return self.balances.get(account, 0) * growth_of(account)

    def family(self, name: str) -> int:
        """The balance in cents of all accounts of a family together, on the side on which it grows."""
        signed = self.families.get(name, 0)
        return signed if CHART[name].grows_by_debit else -signed

    def owners(self, family: str) -> list[str]:
        """Whose accounts a family holds, in the order in which they were opened."""
        prefix = family + ":"
        return [account[len(prefix) :] for account in self.balances if account.startswith(prefix)]


class OpenLedger:
    """A ledger that many facts are posted to before it is closed again: its balances are copied once for all of them.

    One that has raised is not gone on with.
    """

    __slots__ = ("_balances", "_credits_cents", "_debits_cents", "_families")

    def __init__(
        self, balances: dict[str, int], families: dict[str, int], debits_cents: int, credits_cents: int
    ) -> None:
        """``balances`` and ``families`` are its own from now on."""
        self._balances, self._families = balances, families
        self._debits_cents, self._credits_cents = debits_cents, credits_cents

    def post(self, moves: Sequence[Move]) -> None:
        """Post the moves of a fact.

        Raises :class:`LedgerBroken` where a move is not positive, names an account that the chart has not, leaves an
        account on the wrong side, or where debits and credits would differ afterwards.
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
        """The ledger as it stands: a copy of nothing, which is good until this one is posted to again."""
        return Ledger(self._balances, self._families, self._debits_cents, self._credits_cents)

    def _assert_sides(self, moves: Iterable[Move]) -> None:
        """Assert that all accounts that moved are on their side: by a later move one may have come back to it."""
        for account in (name for move in moves for name in (move.debit, move.credit)):
            side = _family_and_side(account)[1]
            if side is None:
                raise LedgerBroken(f"the chart has no account {account}")
            if self._balances[account] * side < 0:
                raise LedgerBroken(f"{account} would stand at {-abs(self._balances[account])} cents")


@lru_cache(maxsize=ACCOUNTS_KNOWN)
def _family_and_side(account: str) -> tuple[str, int | None]:
    """The name of an account's family, and the sign that its balance never loses.

    That is 1 for debits and -1 for credits, 0 where it may stand on either side, ``None`` where the chart has it not.
    """
    name = account.partition(":")[0]
    family = CHART.get(name)
    if family is None:
        return name, None
    if not family.never_crosses:
        return name, 0
    return name, 1 if family.grows_by_debit else -1
