"""Decides the money of the night: checks, markers, pledges, loans, tips and the roll (rulebook 4)."""

from __future__ import annotations

from fractions import Fraction

from dealer.commands import commands
from dealer.commands.refusal import Amount, Player, Refusal, does_not_read, phrase
from dealer.game.table import check_amount, check_holds
from dealer.house.decide import check_carried
from dealer.night.house import Context, check_deposit_of
from dealer.night.night import Loan, Night
from dealer.night.similar_names import skeleton
from dealer.rules_version import UNNAMED_ROLL_IS_THE_HOUSES
from events.common import night as events
from events.common.event import Event, Move
from ledger import accounts
from ledger.accounts import HOUSE, TOKES, checks, move, reversed_moves
from ledger.statement import player_line


def buy_checks(night: Night, command: commands.BuyChecks) -> tuple[Event, ...]:
    """Sell checks for cash."""
    check_amount(command.amount, night.check_cents)
    return (sale(night, command.player, command.amount, "cash"),)


SOLD_WITH_STAKE = ("cash", "marker")
"""The forms of a stake that is bought, or taken on credit, as it is laid."""


def sale(night: Night, player: str, amount_cents: int, form: str) -> Event:
    """The event of checks given to a player for cash or on a marker."""
    if form == "cash":
        moves = (move(accounts.cash("bought", player), checks(player), amount_cents),)
        return events.ChecksBought(player=player, amount_cents=amount_cents, moves=moves)
    moves = (move(accounts.markers_issued(player), checks(player), amount_cents),)
    return events.MarkerIssued(player=player, marker=night.markers + 1, amount_cents=amount_cents, moves=moves)


def issue_marker(night: Night, command: commands.IssueMarker) -> tuple[Event, ...]:
    """Give checks on credit. Markers are numbered without gaps; beyond the table's limit it is ``over_limit``."""
    check_amount(command.amount, night.check_cents)
    check_marker_limit(night, command.player, command.amount)
    return (sale(night, command.player, command.amount, "marker"),)


def check_marker_limit(night: Night, player: str, amount_cents: int) -> None:
    """Refuse (``over_limit``) markers beyond the table's limit for a seat."""
    limit = night.marker_limit_cents
    would_be = player_line(night.ledger, player).markers_open_cents + amount_cents
    if limit is not None and would_be > limit:
        name = night.seats[player].name
        raise Refusal(
            "over_limit",
            "%(name)s's open markers would be %(would_be)s; the limit is %(limit)s.",
            name=name,
            would_be=Amount(would_be),
            limit=Amount(limit),
        )


def redeem_marker(night: Night, command: commands.RedeemMarker) -> tuple[Event, ...]:
    """Pay off markers; more than is owed is ``bad_input``."""
    owed = player_line(night.ledger, command.player).markers_open_cents
    if command.amount > owed:
        raise Refusal(
            "bad_input",
            "%(player)s owes %(owed)s on markers, not %(amount)s.",
            player=Player(command.player),
            owed=Amount(owed),
            amount=Amount(command.amount),
        )
    check_amount(command.amount, night.check_cents)
    if command.tender == "checks":
        check_holds(night.ledger, command.player, command.amount)
    return (redeemed(command.player, command.amount, command.tender),)


def redeemed(player: str, amount_cents: int, tender: str) -> Event:
    """The event of a payment on markers."""
    source = checks(player) if tender == "checks" else accounts.cash("markers", player)
    moves = (move(source, accounts.markers_redeemed(player), amount_cents),)
    return events.MarkerRedeemed(player=player, amount_cents=amount_cents, tender=tender, moves=moves)


def draw_deposit(night: Night, command: commands.DrawDeposit, context: Context) -> tuple[Event, ...]:
    """Turn front money into checks."""
    check_amount(command.amount, night.check_cents)
    check_deposit_of(night, command.player, command.amount, context)
    moves = (move(accounts.deposits_drawn(command.player), checks(command.player), command.amount),)
    return (events.DepositDrawn(player=command.player, amount_cents=command.amount, moves=moves),)


def redeem_carried(night: Night, command: commands.RedeemCarried, context: Context) -> tuple[Event, ...]:
    """Pay off markers of earlier nights, oldest first; more than is owed is ``bad_input``."""
    card = context.card_at(night, command.player)
    if card:
        check_carried(card, command.amount)
    elif context.house and command.amount > 0:
        raise Refusal(
            "bad_input", "%(player)s owes nothing on markers of earlier nights.", player=Player(command.player)
        )
    check_amount(command.amount, night.check_cents)
    if command.tender == "checks":
        check_holds(night.ledger, command.player, command.amount)
    source = checks(command.player) if command.tender == "checks" else accounts.cash("carried", command.player)
    return (
        events.CarriedPaid(
            player=command.player,
            amount_cents=command.amount,
            tender=command.tender,
            parts=card.oldest_parts(command.amount) if card else (),
            moves=(move(source, accounts.carried_paid(command.player), command.amount),),
        ),
    )


def take_pledge(night: Night, command: commands.TakePledge) -> tuple[Event, ...]:
    """Give checks against goods at an agreed value; goods that are held already are ``already_done``."""
    if any((pledge.player, pledge.item) == (command.player, command.item) for pledge in night.pledges):
        raise Refusal(
            "already_done", "%(player)s has already pledged %(item)s.", player=Player(command.player), item=command.item
        )
    check_amount(command.amount, night.check_cents)
    moves = (move(accounts.pledges(command.player), checks(command.player), command.amount),)
    return (events.PledgeTaken(player=command.player, item=command.item, amount_cents=command.amount, moves=moves),)


def return_pledge(night: Night, command: commands.ReturnPledge) -> tuple[Event, ...]:
    """Return goods for their agreed value; goods that are not held are ``bad_input``."""
    held = [pledge for pledge in night.pledges if (pledge.player, pledge.item) == (command.player, command.item)]
    if not held:
        raise Refusal(
            "bad_input", "%(player)s has not pledged %(item)s.", player=Player(command.player), item=command.item
        )
    amount = held[0].amount_cents
    if command.tender == "checks":
        check_holds(night.ledger, command.player, amount)
    source = checks(command.player) if command.tender == "checks" else accounts.cash("pledges", command.player)
    return (
        events.PledgeReturned(
            player=command.player,
            item=command.item,
            amount_cents=amount,
            tender=command.tender,
            moves=(move(source, accounts.pledges(command.player), amount),),
        ),
    )


def lend_stake(night: Night, command: commands.LendStake) -> tuple[Event, ...]:
    """Lend a player checks for a share of their profit, or sell them checks for a bystander's cash."""
    lender, name = _lender(night, command)
    if lender == command.borrower:
        raise Refusal("bad_input", "Players cannot lend to themselves.")
    check_amount(command.amount, night.check_cents)
    if lender:
        check_holds(night.ledger, lender, command.amount)
    source = checks(lender) if lender else accounts.cash("bought", command.borrower)
    lent = events.StakeLent(
        lender=lender,
        borrower=command.borrower,
        amount_cents=command.amount,
        profit_share=command.profit_share,
        lender_name=name,
        moves=(
            move(source, checks(command.borrower), command.amount),
            _debt(lender, command.borrower, name, command.amount),
        ),
    )
    return (lent,)


def _lender(night: Night, command: commands.LendStake | commands.RepayStake) -> tuple[str, str]:
    """The seat of a lender, or a bystander's name as it was first written; exactly one of them, else ``bad_input``."""
    if command.lender_name is None:
        if command.lender is None:
            raise does_not_read(command.do, phrase("%(key)s: %(problem)s", key="lender", problem=_MISSING))
        return command.lender, ""
    if command.lender is not None:
        raise does_not_read(command.do, phrase("%(key)s: %(problem)s", key="lender_name", problem=_ONE_LENDER))
    shape = skeleton(command.lender_name)
    names = (loan.lender_name for loan in night.loans if loan.lender_name)
    return "", next((name for name in names if skeleton(name) == shape), command.lender_name)


def _debt(lender: str, borrower: str, name: str, amount_cents: int) -> Move:
    """The move of a borrower's debt to a player, or to a bystander of this name."""
    if lender:
        return move(accounts.stakes_lent(lender, borrower), accounts.stakes_owed(lender, borrower), amount_cents)
    lent, owed = accounts.bystander_lent(borrower, name), accounts.bystander_owed(borrower, name)
    return move(lent, owed, amount_cents)


def _handed(loan: Loan, amount_cents: int) -> Move:
    """The move of a borrower's checks to the lender, or to the bank for the cash that a bystander gets."""
    target = checks(loan.lender) if loan.lender else accounts.paid_out(loan.borrower)
    return move(checks(loan.borrower), target, amount_cents)


def repay_stake(night: Night, command: commands.RepayStake) -> tuple[Event, ...]:
    """Return borrowed checks to the lender, or their cash to a bystander; more than is owed is ``bad_input``."""
    lender, name = _lender(night, command)
    loan = Loan(lender, command.borrower, Fraction(), command.amount, name)
    owed = night.ledger.balance(loan.owed_account)
    if command.amount > owed:
        raise Refusal(
            "bad_input",
            "%(borrower)s owes %(lender)s %(owed)s.",
            borrower=Player(command.borrower),
            lender=Player(lender) if lender else name,
            owed=Amount(owed),
        )
    check_amount(command.amount, night.check_cents)
    check_holds(night.ledger, command.borrower, command.amount)
    return (repaid(loan, command.amount),)


def repaid(loan: Loan, amount_cents: int) -> Event:
    """The event of a repayment: checks for a player, the cash for them for a bystander."""
    lender, borrower, name = loan.parties
    debt = _debt(lender, borrower, name, amount_cents)
    return events.StakeRepaid(
        lender=lender,
        borrower=borrower,
        amount_cents=amount_cents,
        lender_name=name,
        moves=(_handed(loan, amount_cents), *reversed_moves((debt,))),
    )


def profit_shared(loan: Loan, profit_cents: int, amount_cents: int) -> Event:
    """The event of a lender's share of the borrower's profit: checks for a player, cash for a bystander."""
    return events.ProfitShared(
        lender=loan.lender,
        borrower=loan.borrower,
        profit_cents=profit_cents,
        amount_cents=amount_cents,
        lender_name=loan.lender_name,
        moves=(_handed(loan, amount_cents),),
    )


def cash_in(night: Night, command: commands.CashIn) -> tuple[Event, ...]:
    """Buy checks back for the bank."""
    check_amount(command.amount, night.check_cents)
    check_holds(night.ledger, command.player, command.amount)
    return (cashed(command.player, command.amount),)


def cashed(player: str, amount_cents: int) -> Event:
    """The event of checks sold back to the bank."""
    moves = (move(checks(player), accounts.paid_out(player), amount_cents),)
    return events.ChecksCashed(player=player, amount_cents=amount_cents, moves=moves)


def raise_roll(night: Night, command: commands.RaiseRoll) -> tuple[Event, ...]:
    """Put more money behind the bank, for the house unless a backer is named. A broken bank takes bets again."""
    check_amount(command.amount, night.check_cents)
    unnamed = HOUSE if night.opened.rules >= UNNAMED_ROLL_IS_THE_HOUSES else next(iter(night.shares), HOUSE)
    backer = command.backer or unnamed
    moves = (move(accounts.cash("roll", backer), accounts.roll(backer), command.amount),)
    return (events.RollRaised(backer=backer, amount_cents=command.amount, moves=moves),)


def tip(night: Night, command: commands.Tip) -> tuple[Event, ...]:
    """Tip the dealer."""
    check_amount(command.amount, night.check_cents)
    check_holds(night.ledger, command.player, command.amount)
    moves = (move(checks(command.player), TOKES, command.amount),)
    return (events.TokeGiven(player=command.player, amount_cents=command.amount, moves=moves),)


_MISSING = phrase("missing data for required field")
_ONE_LENDER = phrase("name a player or somebody who does not play, not both")
