"""Checks what is conserved through a night: checks and cash come from somewhere and go somewhere, after every event.

The ledger is folded from the moves of the events. Here its balances are compared with the amounts in the events' own
fields, by purpose. An event whose moves and fields disagree breaks one of the laws.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import cache, lru_cache, partial
from typing import Any

from dealer.commands.refusal import Amount, marked, phrase
from dealer.night.evolve import Folder, foldings_after
from dealer.night.result import assert_sound
from dealer.verification.decided_again import AlongTheFold
from dealer.verification.house import HeldEntries
from dealer.verification.inspection import (
    EVENTS,
    FAILURES,
    TOLD_EVERY,
    Breach,
    Check,
    Finding,
    Progress,
    Rows,
    at_event,
    failed_at,
)
from events.common import night
from events.common import night as money
from events.common.event import Event
from events.common.play import StakeSettled
from events.effective_events import MARKS, EffectiveFold
from events.frozen import Frozen
from events.games import game_of, game_whose
from events.records import Recorded
from ledger.accounts import (
    ACCOUNTS_KNOWN,
    AFTER_HOCK,
    BANK,
    CHART,
    DEALERS_CUT,
    DROP_BOX,
    PLAY,
    POT,
    SLEEPERS,
    TOKES,
    TRANSFERS,
)
from ledger.ledger import Ledger
from ledger.statement import accounts_of, bank_line, player_line

Totals = dict[str, int]
"""What the events so far moved by their own fields, in cents by purpose, without events that were taken back."""

_BY_EVENT: dict[type[Event], Callable[[Any], Totals]] = {
    night.NightOpened: lambda event: {"cash": event.roll_cents},
    night.DisputeRuled: lambda event: {
        "play": sum(correction.amount_cents for correction in event.corrections if correction.target == BANK)
        - sum(correction.amount_cents for correction in event.corrections if correction.source == BANK)
    },
    money.RollRaised: lambda event: {"cash": event.amount_cents},
    money.ChecksBought: lambda event: {"cash": event.amount_cents, "checks": event.amount_cents},
    money.ChecksCashed: lambda event: {"cash": -event.amount_cents, "checks": -event.amount_cents},
    money.MarkerIssued: lambda event: {"markers": event.amount_cents, "checks": event.amount_cents},
    money.MarkerRedeemed: lambda event: {"markers": -event.amount_cents, event.tender: _paid_in(event)},
    money.PledgeTaken: lambda event: {"pledges": event.amount_cents, "checks": event.amount_cents},
    money.PledgeReturned: lambda event: {"pledges": -event.amount_cents, event.tender: _paid_in(event)},
    money.StakeLent: lambda event: {"loans": event.amount_cents, **_of_bystander(event, event.amount_cents)},
    money.StakeRepaid: lambda event: {"loans": -event.amount_cents, **_of_bystander(event, -event.amount_cents)},
    money.ProfitShared: lambda event: _of_bystander(event, -event.amount_cents),
    money.TokeGiven: lambda event: {"tokes": event.amount_cents},
    money.DepositDrawn: lambda event: {"deposits": event.amount_cents, "checks": event.amount_cents},
    money.CarriedPaid: lambda event: {"carried": event.amount_cents, event.tender: _paid_in(event)},
    money.DealersCutPaid: lambda event: {DEALERS_CUT: -event.amount_cents, "cash": -event.amount_cents},
    money.SlipWritten: lambda event: _slip(event, 1),
    money.SlipVoided: lambda event: _slip(event, -1),
}


def _slip(event: money.SlipWritten | money.SlipVoided, sign: int) -> Totals:
    """What a slip brought the drawer, and took from the cage or put into the locked box."""
    cents = sign * event.amount_cents
    if event.slip == "drop":
        return {"cash": -cents, DROP_BOX: cents}
    into_drawer = cents if event.slip == "fill" else -cents
    return {"cash": into_drawer, TRANSFERS: into_drawer}


def _settled(event: StakeSettled) -> Totals:
    return {event.taken_as: event.bank_took_cents - event.bank_paid_cents}


def _by_moves(event: Event) -> Totals:
    """What a game's event other than a settlement brought the bank or dealer; only its moves record that."""
    totals: Totals = {}
    for move in event.moves:
        if move.credit in _BROUGHT:
            totals[move.credit] = totals.get(move.credit, 0) + move.amount_cents
        if move.debit in _BROUGHT:
            totals[move.debit] = totals.get(move.debit, 0) - move.amount_cents
    # An event shared by several games names its game.
    return totals if totals and game_of(event) else {}


_BROUGHT = frozenset({PLAY, SLEEPERS, AFTER_HOCK, TOKES})


def _paid_in(event: money.MarkerRedeemed | money.PledgeReturned | money.CarriedPaid) -> int:
    """What a payment adds to the cash, or subtracts from the checks that are out."""
    return event.amount_cents if event.tender == "cash" else -event.amount_cents


def _of_bystander(event: money.StakeLent | money.StakeRepaid | money.ProfitShared, cents: int) -> Totals:
    """What a loan adds to cash and checks: a bystander brings cash for the borrower's checks, and gets it for them."""
    return {"cash": cents, "checks": cents} if event.lender_name else {}


class Law(Frozen, eq=False):
    """A law of conservation: the events' sum for a purpose equals the ledger's, in cents; the ``name`` of its check.

    The ledger's side is the sum of the balances of some ``families``, ``less`` those of others.
    """

    purpose: str
    name: str
    says: str
    families: tuple[str, ...]
    less: tuple[str, ...] = ()

    def gains_by_debit(self, family: str) -> int:
        """The change of the ledger's side per cent debited to an account of a family."""
        share = (family in self.families) - (family in self.less)
        return share if share and CHART[family].grows_by_debit else -share

    def sides(self, ledger: Ledger, totals: Totals) -> tuple[int, int]:
        """The events' sum so far, and the ledger's."""
        cents, held = ledger.families.get, 0
        for family, gain in _gains_of(self):
            held += cents(family, 0) * gain
        return totals.get(self.purpose, 0), held


@cache
def _gains_of(law: Law) -> tuple[tuple[str, int], ...]:
    """Each family of a law with the change of the ledger's side per cent debited to its accounts."""
    return tuple((family, law.gains_by_debit(family)) for family in (*law.families, *law.less))


LAWS = (
    Law(
        purpose="cash",
        name=marked("conserved: cash"),
        says=marked(
            "the drawer holds what came in for the roll, checks, markers, pledges and fills, less what was paid out"
        ),
        families=("cash.roll", "cash.bought", "cash.markers", "cash.pledges", "cash.carried", "cash.fills"),
        less=("paid.checks", "paid.cuts", "paid.credits", "paid.drops"),
    ),
    Law(
        purpose="checks",
        name=marked("conserved: checks"),
        says=marked(
            "checks given out and not handed back are in hands, on the layout, in the pot, the bank's or the dealer's"
        ),
        families=("checks", "layout", POT, TOKES, PLAY, SLEEPERS, AFTER_HOCK),
    ),
    Law(
        purpose="markers",
        name=marked("conserved: markers"),
        says=marked("markers issued, less what was paid on them, are the markers open"),
        families=("markers.issued",),
        less=("markers.redeemed",),
    ),
    Law(
        purpose="pledges",
        name=marked("conserved: pledges"),
        says=marked("goods are held at what was given on them"),
        families=("pledges",),
    ),
    Law(
        purpose="loans",
        name=marked("conserved: loans"),
        says=marked("stakes lent and not yet repaid are owed to the lenders"),
        families=("stakes.owed", "bystanders.owed"),
    ),
    Law(
        purpose=PLAY,
        name=marked("conserved: play"),
        says=marked("the bank has what it took less what it paid, on bets and by rulings"),
        families=(PLAY,),
    ),
    Law(
        purpose=SLEEPERS,
        name=marked("conserved: sleepers"),
        says=marked("the bank has the dead bets that it took"),
        families=(SLEEPERS,),
    ),
    Law(
        purpose=AFTER_HOCK,
        name=marked("conserved: after hock"),
        says=marked("the bank has what was left on the layout after the hock"),
        families=(AFTER_HOCK,),
    ),
    Law(purpose=TOKES, name=marked("conserved: tokes"), says=marked("the dealer has their tips"), families=(TOKES,)),
    Law(
        purpose="deposits",
        name=marked("conserved: deposits"),
        says=marked("checks were given for what was drawn from deposits"),
        families=("deposits.drawn",),
    ),
    Law(
        purpose="carried",
        name=marked("conserved: carried"),
        says=marked("what was paid on markers of earlier nights is theirs"),
        families=("carried.paid",),
    ),
    Law(
        purpose=DEALERS_CUT,
        name=marked("conserved: dealers cut"),
        says=marked("the dealers were paid their cut"),
        families=(DEALERS_CUT,),
    ),
    Law(
        purpose=TRANSFERS,
        name=marked("conserved: transfers"),
        says=marked("the cage gave the fills and got the credits"),
        families=(TRANSFERS,),
    ),
    Law(
        purpose=DROP_BOX,
        name=marked("conserved: drop box"),
        says=marked("the locked box has the drops"),
        families=(DROP_BOX,),
    ),
)
"""The laws for each purpose."""

NOWHERE = "nothing_from_nowhere"
"""The law for all purposes together, which does not use the events' own fields."""

_SAYS = {law.purpose: (law.name, law.says) for law in LAWS} | {
    NOWHERE: (
        marked("conserved: nothing from nowhere"),
        marked("all players' nets, the bank's play, sleepers and rest, the tips and the pot add up to zero"),
    )
}
"""The name of each law's check, and what it says."""


class Conserved:
    """Checks all laws after every event: the effective events' sums against the ledger and the seats."""

    def __init__(self, breaches: dict[str, Breach]) -> None:
        """``breaches`` collects the first breach of every law."""
        self._breaches = breaches
        self._stood = EffectiveFold()
        self._totals: list[Totals] = [{}]

    def follow(self, recorded: Recorded, ledger: Ledger, seats: Iterable[str]) -> None:
        """Add an event, with the ledger and the seats after it."""
        self._stood.follow(recorded)
        del self._totals[self._stood.changed_at + 1 :]
        for stood in self._stood.events[self._stood.changed_at :]:
            self._totals.append(_with(self._totals[-1], _words(stood.event)))
        for law in LAWS:
            self._hold(law.purpose, recorded.version, *law.sides(ledger, self._totals[-1]))
        bank, nets = bank_line(ledger), sum(player_line(ledger, player).net_cents for player in seats)
        self._hold(NOWHERE, recorded.version, -nets, bank.result_cents + bank.tokes_cents + ledger.balance(POT))

    def _hold(self, law: str, version: int, by_events: int, held: int) -> None:
        if by_events != held:
            self._breaches.setdefault(law, (version, by_events, held))


class EachByItself:
    """Checks that each event alone moves what it says and creates no money: then every law holds after each event.

    An event that takes others back needs no such check: folding the night asserts that the ledger is as it was before
    them. This class only checks that there is something to take back.
    """

    def __init__(self) -> None:
        self._stood = EffectiveFold()
        self._since: list[Recorded] = []
        self._seated: frozenset[str] = frozenset()

    def holds(self, recorded: Recorded, after: Folder) -> bool:
        """Whether an event passes, with the night after it; if it does not, the laws may still hold."""
        event = recorded.event
        kind = type(event)
        if kind in MARKS:
            self._stood.follow_all(self._since)
            self._since.clear()
            self._stood.follow(recorded)
            # Players seated by events that are taken back have no seats.
            self._seated = frozenset()
            return True
        # The effective events are folded only when something is taken back.
        self._since.append(recorded)
        words = _words_of(kind)
        left = words(event) if words else {}
        for move in event.moves:
            gains, owners = _gains_by(move.debit, move.credit)
            for purpose, gain in gains:
                left[purpose] = left.get(purpose, 0) - gain * move.amount_cents
            if not owners <= self._seated:
                self._seated |= owners
                if not owners <= after.seats.keys():
                    return False
        return not any(left.values())


@lru_cache(maxsize=ACCOUNTS_KNOWN)
def _gains_by(debit: str, credit: str) -> tuple[tuple[tuple[str, int], ...], frozenset[str]]:
    """The change of each law's side per cent moved between two accounts, by purpose, and the accounts' owners.

    For :data:`NOWHERE` it is what comes from nowhere to somebody who needs a seat, or to the bank, dealer or pot.
    """
    (to, _, owner), (by, _, other) = debit.partition(":"), credit.partition(":")
    gains = {law.purpose: law.gains_by_debit(to) - law.gains_by_debit(by) for law in LAWS}
    gains[NOWHERE] = _is_counted(to, debit) - _is_counted(by, credit)
    owners = frozenset(whose for family, whose in ((to, owner), (by, other)) if family in _OF_PLAYERS)
    return tuple((purpose, gain) for purpose, gain in gains.items() if gain), owners


def _is_counted(family: str, account: str) -> bool:
    """Whether an account is one of those whose sum is 0."""
    return family in _OF_PLAYERS or family in _BROUGHT or account == POT


_OF_PLAYERS = frozenset(account.partition(":")[0] for account in accounts_of(""))
"""The families of the accounts in a player's net."""


def check_ledger(rows: Rows, tell: Progress) -> Finding | None:
    """Fold every event: debits equal credits after each, and after each command the layout holds what lies on it.

    In the same pass it checks the conservation laws, derives the house's entries and decides the commands again, for
    the checks that follow.
    """
    ends, last = rows.ends, len(rows.recorded)
    rows.folded, rows.decided, rows.breaches, rows.entered = {}, {}, {}, None
    each, deciding, entering = EachByItself(), AlongTheFold(rows), HeldEntries(rows)
    all_hold, done, finding = True, 0, None
    try:
        for recorded, folder in zip(rows.recorded, foldings_after(rows.recorded), strict=False):
            version = done + 1
            all_hold = each.holds(recorded, folder) and all_hold
            if version in ends:
                now = folder.night
                assert_sound(now)
                entering.go_on(version, now)
                deciding.go_on(version, now)
            elif version == last:
                rows.folded[version] = folder.night
            done = version
            if done % TOLD_EVERY == 0:
                tell(TOLD_EVERY)
    except FAILURES as error:
        finding = failed_at(LEDGER.name, done + 1, error)
    entering.end()
    tell(done % TOLD_EVERY)
    if not all_hold:
        rows.breaches = _breaches(rows.recorded)
    return finding


def _breaches(events: Sequence[Recorded]) -> dict[str, Breach]:
    """The first breach of every law, as far as the events can be folded."""
    breaches: dict[str, Breach] = {}
    conserved = Conserved(breaches)
    with suppress(*FAILURES):
        for recorded, folder in zip(events, foldings_after(events), strict=True):
            conserved.follow(recorded, folder.ledger, folder.seats)
    return breaches


LEDGER = Check(
    name=marked("ledger"),
    says=marked("debits equal credits after every event, and layout and pot hold the checks on them"),
    things=EVENTS,
    run=check_ledger,
)


def _check_law(law: str, rows: Rows, tell: Progress) -> Finding | None:
    """Whether a law held after every event that :func:`check_ledger` has folded."""
    if law not in rows.breaches:
        tell(next(reversed(rows.folded), 0))
        return None
    version, by_events, held = rows.breaches[law]
    tell(version - 1)
    name, says = _SAYS[law]
    problem = phrase(
        "by the events %(events)s and by the ledger %(ledger)s; %(law)s",
        events=Amount(by_events),
        ledger=Amount(held),
        law=phrase(says),
    )
    return at_event(name, version, problem)


CONSERVATION = tuple(
    Check(name=name, says=says, things=EVENTS, run=partial(_check_law, law)) for law, (name, says) in _SAYS.items()
)


def _words(event: Event) -> Totals:
    """What an event moved by its own fields."""
    words = _words_of(type(event))
    return words(event) if words else {}


def _with(totals: Totals, words: Totals) -> Totals:
    """The sums so far with those of another event."""
    if not words:
        return totals
    return totals | {purpose: totals.get(purpose, 0) + cents for purpose, cents in words.items()}


@cache
def _words_of(kind: type[Event]) -> Callable[[Any], Totals] | None:
    """The function for the fields of an event type; ``None`` if they name no amounts."""
    if issubclass(kind, StakeSettled):
        return _settled
    return _BY_EVENT.get(kind) or (None if game_whose(kind) == "" else _by_moves)
