"""The money drawer as one view model: accounts, pledges, loans, disputes, receipts and the close."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rpds import HashTrieMap

from dealer.night.disputes import RULINGS
from dealer.night.drawer import is_counted_blind
from dealer.night.night import Night, Pledge
from dealer.night.similar_names import all_look_alikes
from dealer.projections import Projection
from dealer.rules_version import THE_HOUSE
from events.common import night
from events.common.event import Event
from events.common.night import Correction, PlayerLeft, PlayerSeated
from events.effective_events import EffectiveEvents
from events.frozen import Frozen
from events.records import Recorded
from ledger.statement import bank_line, box_cents, boxed_cents, player_line
from reports.rulebooks import Citable
from reports.sheets.disputes import DisputeLine, disputes_of
from reports.sheets.papers import settlement_name
from reports.words.formatting import brief, hour_of_night
from reports.words.game_words import Named, phrase_text
from reports.words.language import gettext as _
from reports.words.sentences import receipt_of, telling
from reports.words.spoken import words_of_event
from web.app.schema_fields import Choices
from web.game_screens import Step
from web.tablet.disputable import About, disputable_by
from web.tablet.seats import Mark, marks_of
from web.tablet.settling import (
    Closing,
    Leaving,
    Share,
    bank_result,
    box_short,
    closing_of,
    leaving_of,
    shares_of,
)
from web.tablet.steps import other_games, steps_for_players
from web.tablet.take_and_pay import citable_of, comes_to, proposal_of

MOST_RECEIPTS = 4


class Receipt(Frozen):
    """What was done, and when by the table's clock; ``last`` if taking back would undo just this.

    ``slip`` says that it makes a slip void, on which the reason is printed. ``settlement`` names the settlement of a
    player who left, and ``command`` is the command that the receipt is for. ``seated`` is the player who was seated,
    and ``seated_name`` their name.
    """

    text: str
    at: str
    last: bool
    command: str
    slip: bool = False
    settlement: str = ""
    seated: str = ""
    seated_name: str = ""


Sums = Mapping[tuple[str, ...], int]
"""The running sums that receipts name, in cents, by what they are and whose."""

_OPEN, _BOUGHT, _OWED, _TOKES, _ROLL, _BOX = "open", "bought", "owed", "tokes", "roll", "box"


def _added(event: Event) -> tuple[tuple[str, ...], int] | None:
    """The sum to which an event adds something, and how much."""
    match event:
        case night.NightOpened():
            return (_ROLL,), event.roll_cents
        case night.RollRaised():
            return (_ROLL,), event.amount_cents
        case night.ChecksBought():
            return (_BOUGHT, event.player), event.amount_cents
        case night.TokeGiven():
            return (_TOKES,), event.amount_cents
        case night.MarkerIssued():
            return (_OPEN, event.player), event.amount_cents
        case night.MarkerRedeemed():
            return (_OPEN, event.player), -event.amount_cents
        case night.StakeLent():
            return _owed_of(event), event.amount_cents
        case night.StakeRepaid():
            return _owed_of(event), -event.amount_cents
        case _:
            return None


def _owed_of(event: night.StakeLent | night.StakeRepaid) -> tuple[str, ...]:
    """The sum of what is owed to the lender of a stake."""
    return _OWED, event.lender, event.borrower, event.lender_name


def _sums_after(sums: HashTrieMap[tuple[str, ...], int], recorded: Recorded) -> HashTrieMap[tuple[str, ...], int]:
    boxed = boxed_cents(recorded.event.moves)
    for added in (_added(recorded.event), ((_BOX,), boxed) if boxed else None):
        if added:
            sums = sums.insert(added[0], sums.get(added[0], 0) + added[1])
    return sums


class _Act(Frozen, kw_only=False):
    """An act over the counter: the events of one command that have receipts, each with the sums after it."""

    command: str
    made: tuple[tuple[Recorded, Sums], ...]


class _Counter(Frozen, kw_only=False):
    """What was done at the counter so far: the running sums, and the last acts, the newest first."""

    sums: HashTrieMap[tuple[str, ...], int]
    acts: tuple[_Act, ...]


def _counter_after(counter: _Counter, recorded: Recorded) -> _Counter:
    sums, acts = _sums_after(counter.sums, recorded), counter.acts
    if words_of_event(recorded.event)[0].receipt:
        last, *before = acts or (_Act(recorded.command, ()),)
        if last.command != recorded.command:
            last, before = _Act(recorded.command, ()), [last, *before]
        acts = (_Act(recorded.command, (*last.made, (recorded, sums))), *before)[:MOST_RECEIPTS]
    elif sums is counter.sums:
        return counter
    return _Counter(sums, acts)


_COUNTER: Projection[_Counter] = Projection(_Counter(HashTrieMap(), ()), _counter_after)


class _Tally(Frozen, kw_only=False):
    """The sums that the receipt of an act names."""

    sums: Sums
    limit_cents: int | None

    def named(self, events: Sequence[Event]) -> dict[str, Named]:
        """What the sums say in the receipt of a command's events."""

        def cents(*of: str) -> int:
            return self.sums.get(of, 0)

        pays_cash = any(boxed_cents(event.moves) < 0 for event in events)
        return {
            "bought": lambda say, event: brief(cents(_BOUGHT, event.player)),
            "open": lambda say, event: markers_open(cents(_OPEN, event.player), self.limit_cents),
            "owed": lambda say, event: brief(cents(*_owed_of(event))),
            "tokes": lambda say, event: brief(cents(_TOKES)),
            "roll": lambda say, event: brief(cents(_ROLL)),
            "redeemed": lambda say, event: _redeemed(_share(event, events).redeemed_cents),
            "paid": lambda say, event: _("paid %(amount)s", amount=brief(_share(event, events).cashed_cents)),
            "owing": lambda say, event: _owing(event.markers_open_cents),
            "short": lambda say, event: box_short(cents(_BOX)) if pays_cash else "",
        }


def _share(event: PlayerLeft, events: Sequence[Event]) -> Share:
    return shares_of(events).get(event.player, Share())


def _redeemed(cents: int) -> str:
    return _("redeemed %(amount)s", amount=brief(cents)) if cents else ""


def _owing(cents: int) -> str:
    return _("markers open %(amount)s", amount=brief(cents)) if cents else _("no markers open")


def markers_open(cents: int, limit_cents: int | None) -> str:
    """Open markers in words: ``open $1,500 of $2,000``."""
    if limit_cents is None:
        return _("open %(amount)s", amount=brief(cents))
    return _("open %(amount)s of %(limit)s", amount=brief(cents), limit=brief(limit_cents))


def _markers(cents: int, limit_cents: int | None) -> str:
    """A player's markers in words."""
    if limit_cents is not None:
        return _("markers open %(amount)s of %(limit)s", amount=brief(cents), limit=brief(limit_cents))
    return _("markers open %(amount)s", amount=brief(cents)) if cents else _("no markers")


def receipts_of(now: Night, events: EffectiveEvents, limit_cents: int | None) -> tuple[Receipt, ...]:
    """The last receipts of a night from its effective events, the newest first."""
    top = now.last_voidable.command if now.last_voidable else None
    found: list[Receipt] = []
    for act in _COUNTER.of(events).acts:
        made = [recorded.event for recorded, sums in act.made]
        event = telling(made)
        sums = next(sums for recorded, sums in act.made if recorded.event is event)
        text = receipt_of(now, event, _Tally(sums, limit_cents).named(made))
        if text:
            first = act.made[0][0]
            found.append(
                Receipt(
                    text=text,
                    at=hour_of_night(first.at, events[0].at),
                    last=act.command == top,
                    command=act.command,
                    slip=isinstance(first.event, night.MarkerIssued),
                    settlement=settlement_name(now, event.player) if isinstance(event, PlayerLeft) else "",
                    seated=event.player if isinstance(event, PlayerSeated) else "",
                    seated_name=now.seats[event.player].name if isinstance(event, PlayerSeated) else "",
                )
            )
    return tuple(found)


_AMOUNTS = (100, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000)
_MOST_AMOUNTS = 6
_LEAST_AGAINST_A_BANK, _LEAST_FOR_A_POT = 2_000, 500


class Debt(Frozen):
    """Stake money that a player owes; ``due_cents`` is what their checks can repay of it now.

    ``lender`` is the seat of a player, "" for somebody who does not play; ``name`` is what they are called.
    """

    lender: str
    name: str
    owed: str
    due_cents: int


class Account(Frozen):
    """A player at the counter: what they hold and owe, and what can be done for them."""

    player: str
    name: str
    mark: Mark
    checks: str
    checks_cents: int
    markers: str
    markers_cents: int
    redeemable_cents: int
    redeeming: str
    lying: str
    pledges: tuple[Pledge, ...]
    debts: tuple[Debt, ...]
    sits_out: bool
    leaving: Leaving
    disputable: tuple[About, ...]

    @property
    def bets(self) -> tuple[About, ...]:
        """Their bets that they may dispute."""
        return tuple(about for about in self.disputable if not about.is_turn)


class OpenDispute(Frozen):
    """A dispute that waits for a ruling, with what the ruling begins with; ``comes_to`` says it in a sentence.

    ``dealt_by`` warns whoever dealt what is disputed.
    """

    dispute: str
    player_name: str
    about: str
    claim: str
    dealt_by: str
    proposal: Correction | None
    comes_to: str
    citable: tuple[Citable, ...]


class Person(Frozen):
    """A player as keys name them, whether they sit out the next hands, and the card of their seat, "" for none."""

    player: str
    name: str
    mark: Mark
    sits_out: bool = False
    card: str = ""


class DrawerView(Frozen):
    """Everything that the drawer shows; ``why_void``, ``goods`` and ``profit_shares`` are choices that save typing.

    ``box`` is what the cash drawer holds, "" where the house has it counted blind.

    ``away`` left and may come back to their seats. ``may_sit_out`` says whether a game of the night deals everybody in.
    ``own_acts`` are the keys that open the game to players and close it, if they can act by themselves; ``hand`` is
    the player whose link is shown first then. ``other_tables`` are the night's other games, between rounds, each with
    its title.
    """

    accounts: tuple[Account, ...]
    away: tuple[Person, ...]
    may_sit_out: bool
    look_alikes: tuple[str, ...]
    amounts: tuple[int, ...]
    roll: str
    result: str
    in_sight: str
    box: str
    box_cents: int
    has_cash_drawer: bool
    backers: tuple[str, ...]
    disputes: tuple[OpenDispute, ...]
    next_dispute: str
    closing: Closing
    receipts: tuple[Receipt, ...]
    other_tables: Choices
    own_acts: tuple[Step, ...]
    hand: str

    @property
    def why_void(self) -> tuple[str, ...]:
        """Why a slip is void."""
        return (
            _("Written for the wrong player"),
            _("Written for the wrong amount"),
            _("No longer wanted"),
            _("Not signed"),
        )

    @property
    def goods(self) -> tuple[str, ...]:
        """What is pledged."""
        return _("watch"), _("ring"), _("pin"), _("pistol"), _("deed")

    @property
    def profit_shares(self) -> Choices:
        """The shares of a profit for which a stake is lent."""
        return ("0", _("no share")), ("0.1", _("a tenth")), ("0.25", _("a quarter")), ("0.5", _("half"))

    @property
    def rulings(self) -> Choices:
        """The rulings of a dispute."""
        return tuple((ruling, _(text)) for ruling, text in RULINGS)

    @property
    def turns(self) -> tuple[About, ...]:
        """The turns that any player at the table may dispute."""
        return tuple(about for account in self.accounts[:1] for about in account.disputable if about.is_turn)

    @property
    def people(self) -> tuple[Person, ...]:
        """The players who sit at the table."""
        return tuple(
            Person(player=account.player, name=account.name, mark=account.mark, sits_out=account.sits_out)
            for account in self.accounts
        )


def drawer_view(night: Night, events: EffectiveEvents) -> DrawerView:
    """The drawer's view of a night, from its state and its effective events."""
    bank, box = bank_line(night.ledger), box_cents(night.ledger)
    marks, disputable = marks_of(night), disputable_by(night, events)
    return DrawerView(
        accounts=tuple(_account(night, player, marks[player], disputable[player]) for player in night.seated),
        look_alikes=tuple(map(phrase_text, all_look_alikes(night.names))),
        away=tuple(
            Person(player=player, name=seat.name, mark=marks[player], card=seat.card)
            for player, seat in night.seats.items()
            if not seat.taken
        ),
        may_sit_out=not all(game.against_bank for game in night.games),
        amounts=_amounts(night),
        roll=brief(bank.roll_cents),
        result=bank_result(night.ledger),
        in_sight=brief(bank.in_sight_cents),
        box=box_short(box) or ("" if is_counted_blind(night) else _("in the drawer %(amount)s", amount=brief(box))),
        box_cents=box,
        has_cash_drawer=night.opened.rules >= THE_HOUSE,
        backers=tuple(night.shares),
        disputes=_disputes(night, events),
        next_dispute=_next_dispute(night),
        closing=closing_of(night, events),
        receipts=receipts_of(night, events, night.marker_limit_cents),
        other_tables=tuple((game.name, game.title) for game in other_games(night)),
        own_acts=steps_for_players(night),
        hand=next(iter(night.seated), ""),
    )


def _amounts(night: Night) -> tuple[int, ...]:
    """The amounts to offer: usual ones that the house's checks can make up, smaller if no game has a bank."""
    check_cents = night.check_cents
    found = [cents for cents in _AMOUNTS if cents % check_cents == 0]
    least = _LEAST_AGAINST_A_BANK if any(game.against_bank for game in night.games) else _LEAST_FOR_A_POT
    usual = [cents for cents in found if cents >= max(least, check_cents)] or found
    return tuple(usual[:_MOST_AMOUNTS]) or (check_cents,)


def _account(night: Night, player: str, mark: Mark, disputable: tuple[About, ...]) -> Account:
    line = player_line(night.ledger, player)
    owes = line.markers_open_cents
    limit_cents = night.marker_limit_cents
    return Account(
        player=player,
        name=night.seats[player].name,
        mark=mark,
        checks=brief(line.checks_cents),
        checks_cents=line.checks_cents,
        markers=_markers(owes, limit_cents),
        markers_cents=owes,
        redeemable_cents=min(owes, line.checks_cents),
        redeeming=_redeeming(owes, line.checks_cents),
        lying=brief(line.staked_cents) if line.staked_cents else "",
        pledges=tuple(pledge for pledge in night.pledges if pledge.player == player),
        debts=_debts(night, player, line.checks_cents),
        sits_out=night.seats[player].sits_out,
        leaving=leaving_of(night, player),
        disputable=disputable,
    )


def _redeeming(owes_cents: int, checks_cents: int) -> str:
    """What redeeming markers and cashing in the rest does, in a few words; empty if nothing can be redeemed."""
    redeemed_cents = min(owes_cents, checks_cents)
    if not redeemed_cents:
        return ""
    if checks_cents <= owes_cents:
        return _("%(amount)s redeemed, nothing to cash in", amount=brief(redeemed_cents))
    paid = brief(checks_cents - redeemed_cents)
    return _("%(amount)s redeemed, %(paid)s in cash", amount=brief(redeemed_cents), paid=paid)


def _debts(night: Night, player: str, checks_cents: int) -> tuple[Debt, ...]:
    loans = {loan.parties: loan for loan in night.loans if loan.borrower == player}.values()
    return tuple(
        Debt(
            lender=loan.lender,
            name=loan.lender_name or night.seats[loan.lender].name,
            owed=brief(cents),
            due_cents=min(cents, checks_cents),
        )
        for loan in loans
        if (cents := night.ledger.balance(loan.owed_account)) and (loan.lender_name or night.is_seated(loan.lender))
    )


def _disputes(night: Night, events: Sequence[Recorded]) -> tuple[OpenDispute, ...]:
    if not night.open_disputes:
        return ()
    return tuple(
        _open_dispute(night, events, dispute) for dispute in disputes_of(night, events) if dispute.ruled is None
    )


def _open_dispute(night: Night, events: Sequence[Recorded], line: DisputeLine) -> OpenDispute:
    proposal = proposal_of(night, events, line)
    return OpenDispute(
        dispute=line.dispute,
        player_name=line.name,
        about=line.called,
        claim=line.claim,
        dealt_by=line.dealt_by,
        proposal=proposal,
        comes_to=comes_to(proposal, night.names),
        citable=citable_of(night, line),
    )


def _next_dispute(night: Night) -> str:
    """A key for the next dispute that none of the night has."""
    number = len(night.disputes) + 1
    while f"d{number}" in night.disputes:
        number += 1
    return f"d{number}"
