"""Deciding the money of the night: checks, markers, pledges, loans, tokes and the roll (rulebook 4)."""

from __future__ import annotations

from dealer.commands import commands
from dealer.commands.phrases import Amount, Player
from dealer.commands.refusal import Refusal
from dealer.game.preconditions import check_amount, check_holds
from dealer.night.night import Night
from dealer.rules_version import UNNAMED_ROLL_IS_THE_HOUSES
from events.facts import money as facts
from events.facts.fact import Fact
from ledger import accounts
from ledger.accounts import HOUSE, TOKES, checks, move
from ledger.statement import player_line


def buy_checks(night: Night, asked: commands.BuyChecks) -> tuple[Fact, ...]:
    """Checks for cash."""
    check_amount(asked.amount, night.check_cents)
    moves = (move(accounts.cash("bought", asked.player), checks(asked.player), asked.amount),)
    return (facts.ChecksBought(player=asked.player, amount_cents=asked.amount, moves=moves),)


def issue_marker(night: Night, asked: commands.IssueMarker) -> tuple[Fact, ...]:
    """Checks on credit, the markers counted without a gap; more than the house lets stand open is ``over_limit``."""
    check_amount(asked.amount, night.check_cents)
    limit = night.marker_limit_cents
    would_be = player_line(night.ledger, asked.player).markers_open_cents + asked.amount
    if limit is not None and would_be > limit:
        name = night.seats[asked.player].name
        raise Refusal(
            "over_limit",
            "%(name)s's open markers would be %(would_be)s; the house stops at %(limit)s.",
            name=name,
            would_be=Amount(would_be),
            limit=Amount(limit),
        )
    moves = (move(accounts.markers_issued(asked.player), checks(asked.player), asked.amount),)
    number = night.markers + 1
    return (facts.MarkerIssued(player=asked.player, marker=number, amount_cents=asked.amount, moves=moves),)


def redeem_marker(night: Night, asked: commands.RedeemMarker) -> tuple[Fact, ...]:
    """Payment on markers; more than is owed is ``bad_input``."""
    owed = player_line(night.ledger, asked.player).markers_open_cents
    if asked.amount > owed:
        raise Refusal(
            "bad_input",
            "%(player)s owes %(owed)s on markers, not %(amount)s.",
            player=Player(asked.player),
            owed=Amount(owed),
            amount=Amount(asked.amount),
        )
    check_amount(asked.amount, night.check_cents)
    if asked.tender == "checks":
        check_holds(night.ledger, asked.player, asked.amount)
    return (redeemed(asked.player, asked.amount, asked.tender),)


def redeemed(player: str, amount_cents: int, tender: str) -> Fact:
    """The fact of a payment on markers."""
    source = checks(player) if tender == "checks" else accounts.cash("markers", player)
    moves = (move(source, accounts.markers_redeemed(player), amount_cents),)
    return facts.MarkerRedeemed(player=player, amount_cents=amount_cents, tender=tender, moves=moves)


def take_pledge(night: Night, asked: commands.TakePledge) -> tuple[Fact, ...]:
    """Checks against goods at an agreed value; goods that are held already are ``already_done``."""
    if any((one.player, one.item) == (asked.player, asked.item) for one in night.pledges):
        raise Refusal(
            "already_done", "%(player)s has pledged %(item)s already.", player=Player(asked.player), item=asked.item
        )
    check_amount(asked.amount, night.check_cents)
    moves = (move(accounts.pledges(asked.player), checks(asked.player), asked.amount),)
    return (facts.PledgeTaken(player=asked.player, item=asked.item, amount_cents=asked.amount, moves=moves),)


def return_pledge(night: Night, asked: commands.ReturnPledge) -> tuple[Fact, ...]:
    """Goods back for their agreed value; what was not pledged is ``bad_input``."""
    held = [one for one in night.pledges if (one.player, one.item) == (asked.player, asked.item)]
    if not held:
        raise Refusal("bad_input", "%(player)s has not pledged %(item)s.", player=Player(asked.player), item=asked.item)
    amount = held[0].amount_cents
    if asked.tender == "checks":
        check_holds(night.ledger, asked.player, amount)
    source = checks(asked.player) if asked.tender == "checks" else accounts.cash("pledges", asked.player)
    return (
        facts.PledgeReturned(
            player=asked.player,
            item=asked.item,
            amount_cents=amount,
            tender=asked.tender,
            moves=(move(source, accounts.pledges(asked.player), amount),),
        ),
    )


def lend_stake(night: Night, asked: commands.LendStake) -> tuple[Fact, ...]:
    """Checks from one player to another, for a share of the borrower's profit."""
    if asked.lender == asked.borrower:
        raise Refusal("bad_input", "Nobody lends to themselves.")
    check_amount(asked.amount, night.check_cents)
    check_holds(night.ledger, asked.lender, asked.amount)
    return (
        facts.StakeLent(
            lender=asked.lender,
            borrower=asked.borrower,
            amount_cents=asked.amount,
            profit_share=asked.profit_share,
            moves=(
                move(checks(asked.lender), checks(asked.borrower), asked.amount),
                move(
                    accounts.stakes_lent(asked.lender, asked.borrower),
                    accounts.stakes_owed(asked.lender, asked.borrower),
                    asked.amount,
                ),
            ),
        ),
    )


def repay_stake(night: Night, asked: commands.RepayStake) -> tuple[Fact, ...]:
    """Borrowed checks back to the lender; more than is owed is ``bad_input``."""
    owed = night.ledger.balance(accounts.stakes_owed(asked.lender, asked.borrower))
    if asked.amount > owed:
        raise Refusal(
            "bad_input",
            "%(borrower)s owes %(lender)s %(owed)s.",
            borrower=Player(asked.borrower),
            lender=Player(asked.lender),
            owed=Amount(owed),
        )
    check_amount(asked.amount, night.check_cents)
    check_holds(night.ledger, asked.borrower, asked.amount)
    return (repaid(asked.lender, asked.borrower, asked.amount),)


def repaid(lender: str, borrower: str, amount_cents: int) -> Fact:
    """The fact of borrowed checks given back."""
    return facts.StakeRepaid(
        lender=lender,
        borrower=borrower,
        amount_cents=amount_cents,
        moves=(
            move(checks(borrower), checks(lender), amount_cents),
            move(accounts.stakes_owed(lender, borrower), accounts.stakes_lent(lender, borrower), amount_cents),
        ),
    )


def cash_in(night: Night, asked: commands.CashIn) -> tuple[Fact, ...]:
    """Checks sold back to the bank."""
    check_amount(asked.amount, night.check_cents)
    check_holds(night.ledger, asked.player, asked.amount)
    return (cashed(asked.player, asked.amount),)


def cashed(player: str, amount_cents: int) -> Fact:
    """The fact of checks sold back."""
    moves = (move(checks(player), accounts.paid_out(player), amount_cents),)
    return facts.ChecksCashed(player=player, amount_cents=amount_cents, moves=moves)


def raise_roll(night: Night, asked: commands.RaiseRoll) -> tuple[Fact, ...]:
    """More money behind the bank, the house's where no backer is named; a broken bank takes bets again."""
    check_amount(asked.amount, night.check_cents)
    unnamed = HOUSE if night.opened.rules >= UNNAMED_ROLL_IS_THE_HOUSES else next(iter(night.shares), HOUSE)
    backer = asked.backer or unnamed
    moves = (move(accounts.cash("roll", backer), accounts.roll(backer), asked.amount),)
    return (facts.RollRaised(backer=backer, amount_cents=asked.amount, moves=moves),)


def tip(night: Night, asked: commands.Tip) -> tuple[Fact, ...]:
    """A toke for the dealer."""
    check_amount(asked.amount, night.check_cents)
    check_holds(night.ledger, asked.player, asked.amount)
    moves = (move(checks(asked.player), TOKES, asked.amount),)
    return (facts.TokeGiven(player=asked.player, amount_cents=asked.amount, moves=moves),)
