"""The words of every night, whatever is played: seats, money, taking back, disputes, opening and closing."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from dealer.commands import commands as asked
from dealer.commands.phrases import marked
from events.facts import money, night
from ledger.accounts import HOUSE
from reports.words import disputes
from reports.words.formatting import brief
from reports.words.game_words import CommandWords, FactWords, GameWords
from reports.words.language import gettext as _
from reports.words.language import percentage
from reports.words.naming import about_of, bet_of, turn_called
from reports.words.players import name_of, side_of
from reports.words.say import Say

TAKEN_BACK = marked("The last command is taken back.")
STRUCK = marked("A command is struck, and what was done since is decided again.")
LEAVES = marked("%(name)s leaves the table.")


def _lent(say: Say, fact: money.StakeLent) -> str:
    share = Fraction(fact.profit_share)
    if not share:
        return say("%(lender)s lends %(borrower)s %(amount)s.")
    return say(
        "%(lender)s lends %(borrower)s %(amount)s for %(share)s of their profit.",
        share=percentage(Decimal(f"{float(share):.6g}")),
    )


def _roll_raised(say: Say, it: money.RollRaised | asked.RaiseRoll) -> str:
    if it.backer in (None, HOUSE):
        return say("The house raises the roll by %(amount)s.")
    return say("%(backer)s raises the roll by %(amount)s.")


def _seated(say: Say, it: night.PlayerSeated | asked.SeatPlayer) -> str:
    if it.after is None:
        return say("%(name)s takes a seat.")
    if not it.after:
        return say("%(name)s takes the first seat.")
    return say("%(name)s takes the seat after %(other)s.", other=name_of(say.now, it.after))


def _moved(say: Say, it: night.PlayerMoved | asked.MoveSeat) -> str:
    if not it.after:
        return say("%(name)s moves to the first seat.")
    return say("%(name)s moves to the seat after %(other)s.", other=name_of(say.now, it.after))


def _left(say: Say, fact: night.PlayerLeft) -> str:
    if not fact.markers_open_cents:
        return say(LEAVES)
    return say("%(name)s leaves the table, owing %(amount)s on markers.", amount=brief(fact.markers_open_cents))


def _taken_back(say: Say, it: night.CommandVoidedForReason | asked.Void) -> str:
    return say(TAKEN_BACK) if it.reason is None else say("The last command is taken back: %(reason)s.")


def _amended(say: Say, fact: night.CommandAmended) -> str:
    return say(STRUCK) if fact.struck else say("A command is put right, and what was done since is decided again.")


def _opened(say: Say, it: night.OpenedToPlayers | asked.OpenToPlayers) -> str:
    if it.player is None:
        return say("The game is open: players act by themselves.")
    return say("%(name)s acts by themselves again.")


def _closed(say: Say, it: night.ClosedToPlayers | asked.CloseToPlayers) -> str:
    if it.player is None:
        return say("The dealer acts for all players.")
    return say("The dealer acts for %(name)s.")


def _ruled(say: Say, it: asked.RuleDispute) -> str:
    """A ruling; a dispute that the night has not goes by its key."""
    dispute = say.now.disputes.get(it.dispute)
    which = disputes.dispute_called(dispute.claim) if dispute else _("The dispute %(key)s", key=it.dispute)
    ruling = _("stands") if it.ruling == "stands" else _("corrected")
    return say("%(dispute)s is ruled: %(ruling)s, %(reason)s.", dispute=which, ruling=ruling)


def _to_be_disputed(say: Say, it: asked.RaiseDispute) -> str:
    now, about = say.now, it.about
    called = turn_called(now, about) if isinstance(about, int) else bet_of(now, str(about), within=True)
    return disputes.raised(name_of(now, it.player), called, it.claim)


def _ruling_receipt(say: Say, fact: night.DisputeRuled) -> str:
    raised = say.now.disputes.get(fact.dispute)
    law = f" under law {fact.law}" if fact.law else ""
    moved = [f"{brief(one.amount_cents)} to {side_of(one.target, say.now.names)}" for one in fact.corrections]
    raiser = name_of(say.now, raised.player) if raised else ""
    parts = ("Dispute ruled", raiser, f"{fact.ruling}{law}", *moved, disputes.nothing_moved(fact))
    return " · ".join(filter(None, parts))


NIGHT = GameWords(
    facts={
        night.NightOpened: FactWords(marked("The night is open.")),
        night.PlayerSeated: FactWords(_seated, receipt="Seated · %(name)s"),
        night.PlayerMoved: FactWords(_moved),
        night.PlayerSatOut: FactWords(marked("%(name)s sits out from the next hand on.")),
        night.PlayerSatIn: FactWords(marked("%(name)s plays again from the next hand on.")),
        night.PlayerLeft: FactWords(
            _left, receipt="Left the table · %(name)s · %(redeemed)s · %(paid)s · %(owing)s · %(short)s", sums_up=True
        ),
        night.CommandVoided: FactWords(TAKEN_BACK),
        night.CommandVoidedForReason: FactWords(_taken_back),
        night.CommandAmended: FactWords(_amended),
        night.CommandGivenAgain: FactWords(marked("This is given again:")),
        night.DisputeRaised: FactWords(
            lambda say, fact: disputes.raised(name_of(say.now, fact.player), about_of(say.now, fact.about), fact.claim),
            receipt="Dispute raised · %(name)s · “%(claim)s”",
        ),
        night.DisputeRuled: FactWords(lambda say, fact: disputes.ruled(fact, say.now.names), receipt=_ruling_receipt),
        night.OpenedToPlayers: FactWords(_opened),
        night.ClosedToPlayers: FactWords(_closed),
        night.PlayersHeld: FactWords(marked("Players wait until the cards are turned.")),
        night.NightClosed: FactWords(marked("The night is closed."), sums_up=True),
        money.ChecksBought: FactWords(
            marked("%(name)s buys %(amount)s in checks."),
            receipt="Checks · %(name)s · %(amount)s · bought %(bought)s tonight",
        ),
        money.MarkerIssued: FactWords(
            marked("%(name)s has marker Nº %(marker)s for %(amount)s."),
            receipt="Marker Nº %(marker)s · %(name)s · %(amount)s · %(open)s",
        ),
        money.MarkerRedeemed: FactWords(
            marked("%(name)s pays %(amount)s on markers in %(tender)s."),
            receipt="Marker redeemed in %(tender)s · %(name)s · %(amount)s · %(open)s",
        ),
        money.MarkerCarriedOver: FactWords(marked("%(name)s still owes %(amount)s on markers.")),
        money.PledgeTaken: FactWords(
            marked("%(name)s pledges %(item)s for %(amount)s."), receipt="Pledge: %(item)s · %(name)s · %(amount)s"
        ),
        money.PledgeReturned: FactWords(
            marked("%(name)s has %(item)s back for %(amount)s in %(tender)s."),
            receipt="Pledge returned: %(item)s · %(name)s · %(amount)s · in %(tender)s",
        ),
        money.StakeLent: FactWords(
            _lent, receipt="Stake lent · %(lender)s and %(borrower)s · %(amount)s · owes them %(owed)s"
        ),
        money.StakeRepaid: FactWords(
            marked("%(borrower)s repays %(lender)s %(amount)s."),
            receipt="Stake repaid · %(lender)s and %(borrower)s · %(amount)s · owes them %(owed)s",
        ),
        money.ProfitShared: FactWords(marked("%(lender)s has %(amount)s of %(borrower)s’s profit of %(profit)s.")),
        money.ChecksCashed: FactWords(
            marked("%(name)s cashes in %(amount)s."), receipt="Cashed in · %(name)s · %(amount)s · %(short)s"
        ),
        money.RollRaised: FactWords(_roll_raised, receipt="Roll raised · %(backer)s · %(amount)s · roll %(roll)s"),
        money.TokeGiven: FactWords(
            marked("%(name)s gives the dealer %(amount)s."), receipt="Tip · %(name)s · %(amount)s · tips %(tokes)s"
        ),
    },
    commands={
        asked.OpenNight: CommandWords(marked("Open the night"), marked("A night at %(table)s.")),
        asked.SeatPlayer: CommandWords(marked("Take a seat"), _seated),
        asked.MoveSeat: CommandWords(marked("Move a seat"), _moved, waits="move %(name)s"),
        asked.SitOut: CommandWords(marked("Sit out"), night.PlayerSatOut),
        asked.SitIn: CommandWords(marked("Sit in"), night.PlayerSatIn),
        asked.BuyChecks: CommandWords(marked("Buy checks"), marked("%(name)s buys checks for %(amount)s.")),
        asked.IssueMarker: CommandWords(marked("Give a marker"), marked("%(name)s has a marker for %(amount)s.")),
        asked.RedeemMarker: CommandWords(
            marked("Pay on a marker"), marked("%(name)s redeems markers of %(amount)s in %(tender)s.")
        ),
        asked.TakePledge: CommandWords(marked("Take a pledge"), money.PledgeTaken),
        asked.ReturnPledge: CommandWords(
            marked("Give a pledge back"), marked("%(name)s has %(item)s back in %(tender)s.")
        ),
        asked.LendStake: CommandWords(marked("Lend a stake"), marked("%(lender)s lends %(borrower)s %(amount)s.")),
        asked.RepayStake: CommandWords(marked("Repay a stake"), money.StakeRepaid),
        asked.CashIn: CommandWords(marked("Cash in"), money.ChecksCashed),
        asked.RaiseRoll: CommandWords(marked("Raise the roll"), money.RollRaised),
        asked.Tip: CommandWords(marked("Tip the dealer"), money.TokeGiven),
        asked.LeaveTable: CommandWords(marked("Leave the table"), LEAVES),
        asked.Void: CommandWords(marked("Take back"), night.CommandVoidedForReason, waits="take back"),
        asked.Amend: CommandWords(marked("Correct a past command"), STRUCK),
        asked.RaiseDispute: CommandWords(marked("Raise a dispute"), _to_be_disputed),
        asked.RuleDispute: CommandWords(marked("Rule a dispute"), _ruled, waits="rule dispute"),
        asked.OpenToPlayers: CommandWords(
            marked("Let players act"), night.OpenedToPlayers, waits="let players act by themselves"
        ),
        asked.CloseToPlayers: CommandWords(
            marked("Let players act no more"), night.ClosedToPlayers, waits="let players act no more"
        ),
        asked.HoldPlayers: CommandWords(marked("No more bets"), night.PlayersHeld, waits="no more bets"),
        asked.CloseNight: CommandWords(marked("Close the night"), night.NightClosed, waits="close the night"),
    },
    named={"marker": lambda say, it: str(say.now.slip_of(it.marker))},
)
