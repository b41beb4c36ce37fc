"""The ledger: balances folded from the moves that facts carry, asserted after every one."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import field

from events.facts.fact import Move
from events.frozen import Frozen
from ledger.accounts import CHART, family_of


class LedgerBroken(AssertionError):
    """An invariant of the books does not hold; the command that would have broken it is stopped."""


class Ledger(Frozen, kw_only=False, gc=False):
    """Balances in cents, debits above zero and credits below. Immutable: posting gives a new ledger.

    ``debits_cents`` and ``credits_cents`` are the running totals of both sides, kept apart so that their equality
    says something.
    """

    balances: dict[str, int] = field(default_factory=dict)
    families: dict[str, int] = field(default_factory=dict)
    debits_cents: int = 0
    credits_cents: int = 0

    def post(self, moves: Iterable[Move]) -> Ledger:
        """The ledger after these moves.

        Raises :class:`LedgerBroken` where a move is not positive, names an account that the chart has not, leaves an
        account on the wrong side, or where debits and credits would differ afterwards.
        """
        balances, families = self.balances.copy(), self.families.copy()
        debits, credits_, touched = self.debits_cents, self.credits_cents, dict[str, str]()
        for one in moves:
            cents, debit, credit = one.amount_cents, one.debit, one.credit
            if cents <= 0:
                raise LedgerBroken(f"a move of {cents} cents")
            balances[debit] = balances.get(debit, 0) + cents
            balances[credit] = balances.get(credit, 0) - cents
            touched[debit] = to = debit.partition(":")[0]
            touched[credit] = by = credit.partition(":")[0]
            families[to] = families.get(to, 0) + cents
            families[by] = families.get(by, 0) - cents
            debits += cents
            credits_ += cents
        if not touched:
            return self
        if debits != credits_ or sum(families.values()) != 0:
            raise LedgerBroken(f"debits {debits} and credits {credits_} differ")
        for account, name in touched.items():
            family = CHART.get(name)
            if family is None:
                raise LedgerBroken(f"the chart has no account {account}")
            signed = balances[account] if family.grows_by_debit else -balances[account]
            if family.never_crosses and signed < 0:
                raise LedgerBroken(f"{account} would stand at {signed} cents")
        return Ledger(balances, families, debits, credits_)

    def balance(self, account: str) -> int:
        """An account's balance in cents on the side on which it grows; 0 where nothing was ever posted."""
        signed = self.balances.get(account, 0)
        return signed if family_of(account).grows_by_debit else -signed

    def family(self, name: str) -> int:
        """The balance in cents of all accounts of a family together, on the side on which it grows."""
        signed = self.families.get(name, 0)
        return signed if CHART[name].grows_by_debit else -signed

    def owners(self, family: str) -> list[str]:
        """Whose accounts a family holds, in the order in which they were opened."""
        prefix = family + ":"
        return [account[len(prefix) :] for account in self.balances if account.startswith(prefix)]
