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
        moves = tuple(moves)
        if not moves:
            return self
        balances, families = dict(self.balances), dict(self.families)
        debits, credits_ = self.debits_cents, self.credits_cents
        for one in moves:
            if one.amount_cents <= 0:
                raise LedgerBroken(f"a move of {one.amount_cents} cents")
            for account, signed in ((one.debit, one.amount_cents), (one.credit, -one.amount_cents)):
                balances[account] = balances.get(account, 0) + signed
                family = account.partition(":")[0]
                families[family] = families.get(family, 0) + signed
            debits += one.amount_cents
            credits_ += one.amount_cents
        posted = Ledger(balances, families, debits, credits_)
        posted._assert_sound(moves)
        return posted

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

    def _assert_sound(self, moves: tuple[Move, ...]) -> None:
        if self.debits_cents != self.credits_cents or sum(self.families.values()) != 0:
            raise LedgerBroken(f"debits {self.debits_cents} and credits {self.credits_cents} differ")
        for account in {name for one in moves for name in (one.debit, one.credit)}:
            family = CHART.get(account.partition(":")[0])
            if family is None:
                raise LedgerBroken(f"the chart has no account {account}")
            if family.never_crosses and self.balance(account) < 0:
                raise LedgerBroken(f"{account} would stand at {self.balance(account)} cents")
