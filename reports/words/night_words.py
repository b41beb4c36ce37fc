"""The words of every night and of hands played for chips, whatever the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from dealer.commands import commands
from dealer.commands.refusal import marked
from dealer.game.hands import HandGame, HandTable
from dealer.night.disputes import laws
from events.common import box, night
from events.common.event import Event
from events.common.night import Correction, DisputeRuled
from ledger.accounts import HOUSE
from reports.words.formatting import brief, chips_words, listed, name_of, side_of
from reports.words.game_words import (
    CommandWords,
    EventWords,
    GameWords,
    Named,
    Position,
    RoundWords,
    Say,
    clauses,
)
from reports.words.language import gettext as _
from reports.words.language import percentage, pgettext
from reports.words.naming import about_of, bet_of, turn_called

BEGUN = EventWords(marked("%(name)s deals hand %(hand)s."), receipt=marked("Hand %(hand)s begun · %(name)s deals"))
ANTE = EventWords(marked("%(name)s antes %(chips)s."))
VOIDED = EventWords(
    marked("Hand %(hand)s is void: %(reason)s."),
    receipt=lambda say, event: say("Hand %(hand)s void · %(reason)s", reason=event.reason),
)
RETURNED = EventWords(marked("%(name)s gets %(chips)s back."))

DEAL = CommandWords(
    marked("Deal a hand"), marked("%(name)s deals a hand."), waits=marked("start the hand, %(name)s deals")
)
VOID = CommandWords(marked("Void the hand"), marked("The hand is void: %(reason)s."))

OWN_PAGE = marked("Your night,<br>hand by hand")

POT_AT_CLOSE = marked(
    "Chips that nobody has won at the close of the night are divided evenly among the seated players, "
    "odd chips from the last dealer’s left. If a hand is broken off, everybody gets their ante back."
)
"""The house rule for a pot that nobody has won at the close."""


def chips_at(game: str) -> Named:
    """Makes the placeholder for the chips of an event: their number, and their value at the table of a game."""
    return lambda say, event: chips_words(event.chips, say.now.tables[game].house.check)


def called_of(kind: str) -> RoundWords:
    """The names of a game's hands with the title of the game, for nights with several games."""
    return RoundWords(
        kind=kind,
        title=marked("hand %(number)s of %(game)s"),
        over=marked("after hand %(number)s of %(game)s"),
        turn=marked("turn %(turn)s of hand %(number)s of %(game)s"),
        own_page=OWN_PAGE,
    )


def hand_words(
    game: HandGame,
    *,
    events: Mapping[type[Event], EventWords],
    commands: Mapping[str, CommandWords],
    named: Mapping[str, Named] | None = None,
    **own: Any,
) -> GameWords:
    """The words of a game of hands: those of ``events`` and of ``commands`` by word, and what all such games share.

    ``own`` sets further fields.
    """
    usual = {game.begun: BEGUN, game.ante: ANTE, game.voided: VOIDED, game.returned: RETURNED}
    spoken = {"start_hand": DEAL, "void_hand": VOID, **commands}
    return GameWords(
        events={**{kind: words for kind, words in usual.items() if kind}, **events},
        commands={game.words[word]: words for word, words in spoken.items()},
        named={"chips": chips_at(game.name), **(named or {})},
        position=position,
        **own,
    )


def position(table: HandTable) -> Position:
    """Where the play stands at a table of hands."""
    return Position(number=table.round, is_on=table.is_on, turn=table.turn, dealer=table.dealer)


TAKEN_BACK = marked("The last command is taken back.")
STRUCK = marked("A command is struck, and everything after it is decided again.")
LEAVES = marked("%(name)s leaves the table.")


def _lent(say: Say, event: night.StakeLent) -> str:
    share = Fraction(event.profit_share)
    if not share:
        return say("%(lender)s lends %(borrower)s %(amount)s.")
    return say(
        "%(lender)s lends %(borrower)s %(amount)s for %(share)s of their profit.",
        share=percentage(Decimal(f"{float(share):.6g}")),
    )


def _roll_raised(say: Say, action: night.RollRaised | commands.RaiseRoll) -> str:
    if action.backer in (None, HOUSE):
        return say("The house raises the roll by %(amount)s.")
    return say("%(backer)s raises the roll by %(amount)s.")


def _name_seated(say: Say, action: night.PlayerSeated | commands.SeatPlayer) -> str:
    """Who sits down, as the night calls the seat; a command that is not carried out may only have the card."""
    seat = say.now.seats.get(action.player) if isinstance(action, night.PlayerSeated) else None
    return seat.name if seat else action.name or action.card or ""


_SEATED_RECEIPT = marked("Seated · %(name)s")


def _seated(say: Say, action: night.PlayerSeated | commands.SeatPlayer) -> str:
    name = _name_seated(say, action)
    if action.after is None:
        return say("%(name)s takes a seat.", name=name)
    if not action.after:
        return say("%(name)s takes the first seat.", name=name)
    return say("%(name)s takes the seat after %(other)s.", name=name, other=name_of(say.now, action.after))


def slip_name(kind: str) -> str:
    """A kind of slip in words: ``Fill``."""
    names = {"fill": pgettext("slip", "Fill"), "credit": pgettext("slip", "Credit"), "drop": pgettext("slip", "Drop")}
    return names[kind]


SLIPS = {
    "fill": marked("%(amount)s come from the cage to the table."),
    "credit": marked("%(amount)s go back to the cage."),
    "drop": marked("%(amount)s go into the locked box."),
}
"""The sentence of each kind of slip."""


def _slip(say: Say, action: night.SlipWritten | commands.SlipCommand) -> str:
    return say(SLIPS[action.slip if isinstance(action, night.SlipWritten) else action.do])


def over_or_short(over_cents: int) -> str:
    """By how much a count differs: ``over by $10`` for a positive difference, ``short by $10`` for a negative one."""
    if over_cents > 0:
        return _("over by %(amount)s", amount=brief(over_cents))
    return _("short by %(amount)s", amount=brief(-over_cents))


def _counted(say: Say, event: night.DrawerCounted) -> str:
    over_cents = event.cash_cents - event.expected_cents
    if not over_cents:
        return say("The drawer is counted: %(cash)s, as it must be.")
    difference = over_or_short(over_cents)
    return say("The drawer is counted: %(cash)s, %(difference)s (%(reason)s).", difference=difference)


def _moved(say: Say, action: night.PlayerMoved | commands.MoveSeat) -> str:
    if not action.after:
        return say("%(name)s moves to the first seat.")
    return say("%(name)s moves to the seat after %(other)s.", other=name_of(say.now, action.after))


def _left(say: Say, event: night.PlayerLeft) -> str:
    if not event.markers_open_cents:
        return say(LEAVES)
    return say("%(name)s leaves the table, owing %(amount)s on markers.", amount=brief(event.markers_open_cents))


def _taken_back(say: Say, action: night.CommandVoidedForReason | commands.Void) -> str:
    return say(TAKEN_BACK) if action.reason is None else say("The last command is taken back: %(reason)s.")


def _amended(say: Say, event: night.CommandAmended) -> str:
    return say(STRUCK) if event.struck else say("A command is corrected, and everything after it is decided again.")


def _opened(say: Say, action: night.OpenedToPlayers | commands.OpenToPlayers) -> str:
    if action.player is None:
        return say("Players can act from their phones.")
    return say("%(name)s can act from their phone again.")


def _closed(say: Say, action: night.ClosedToPlayers | commands.CloseToPlayers) -> str:
    if action.player is None:
        return say("The dealer acts for all players.")
    return say("The dealer acts for %(name)s.")


def _hands_dealt(say: Say, event: box.HandsDealt) -> str:
    names = [name_of(say.now, player) for player in event.players]
    if len(names) == 1:
        return say.ngettext("%(name)s is dealt a card.", "%(name)s is dealt %(num)s cards.", event.each, name=names[0])
    return say.ngettext(
        "%(names)s are dealt a card each.", "%(names)s are dealt %(num)s cards each.", event.each, names=listed(names)
    )


def _ruled(say: Say, command: commands.RuleDispute) -> str:
    """The sentence of a ruling; an unknown dispute is named by its key."""
    dispute = say.now.disputes.get(command.dispute)
    which = dispute_called(dispute.claim) if dispute else _("The dispute %(key)s", key=command.dispute)
    ruling = _("stands") if command.ruling == "stands" else _("corrected")
    return say("%(dispute)s is ruled: %(ruling)s, %(reason)s.", dispute=which, ruling=ruling)


def _to_be_disputed(say: Say, command: commands.RaiseDispute) -> str:
    now, about = say.now, command.about
    called = turn_called(now, about) if isinstance(about, int) else bet_of(now, str(about), within=True)
    return raised(name_of(now, command.player), called, command.claim)


def _ruling_receipt(say: Say, event: night.DisputeRuled) -> str:
    raised = say.now.disputes.get(event.dispute)
    moved = [
        _(
            "%(amount)s to %(target)s",
            amount=brief(correction.amount_cents),
            target=side_of(correction.target, say.now.names),
        )
        for correction in event.corrections
    ]
    raiser = name_of(say.now, raised.player) if raised else ""
    parts = (_("Dispute ruled"), raiser, _ruled_in_short(event), *moved, nothing_moved(event), ruled_by_party(event))
    return " · ".join(filter(None, parts))


def _ruled_in_short(event: DisputeRuled) -> str:
    if event.ruling == "stands":
        return _("stands under law %(number)s", number=event.law) if event.law else _("stands")
    return _("corrected under law %(number)s", number=event.law) if event.law else _("corrected")


NIGHT = GameWords(
    events={
        night.NightOpened: EventWords(marked("The night is open.")),
        night.PlayerSeated: EventWords(
            _seated, receipt=lambda say, event: say(_SEATED_RECEIPT, name=_name_seated(say, event))
        ),
        night.PlayerMoved: EventWords(_moved),
        night.PlayerSatOut: EventWords(marked("%(name)s sits out from the next hand.")),
        night.PlayerSatIn: EventWords(marked("%(name)s is back in from the next hand.")),
        night.PlayerLeft: EventWords(
            _left,
            receipt=marked("Left the table · %(name)s · %(redeemed)s · %(paid)s · %(owing)s · %(short)s"),
            sums_up=True,
        ),
        night.CommandVoided: EventWords(TAKEN_BACK),
        night.CommandVoidedForReason: EventWords(_taken_back),
        night.CommandAmended: EventWords(_amended),
        night.CommandGivenAgain: EventWords(marked("Given again:")),
        night.DisputeRaised: EventWords(
            lambda say, event: raised(name_of(say.now, event.player), about_of(say.now, event.about), event.claim),
            receipt=marked("Dispute raised · %(name)s · “%(claim)s”"),
        ),
        night.DisputeRuled: EventWords(lambda say, event: ruled(event, say.now.names), receipt=_ruling_receipt),
        night.PlayerRenamed: EventWords(marked("%(name)s is the name to print."), aside=True),
        night.DealerRelieved: EventWords(marked("%(dealer)s deals from now on.")),
        night.DrawerCounted: EventWords(_counted),
        night.SlipWritten: EventWords(_slip, receipt=marked("%(slip)s Nº %(number)s · %(amount)s")),
        night.SlipVoided: EventWords(
            marked("%(slip)s Nº %(number)s for %(amount)s is void: %(reason)s."),
            receipt=marked("Void · %(slip)s Nº %(number)s · %(amount)s"),
        ),
        box.BoxCommitted: EventWords(marked("Box %(box)s is committed: %(commitment)s.")),
        box.WordsAdded: EventWords(marked("%(name)s puts words into box %(box)s: “%(words)s”.")),
        box.WordsClosed: EventWords(marked("The order of box %(box)s is fixed.")),
        box.BoxRevealed: EventWords(marked("The secret of box %(box)s is revealed: %(secret)s.")),
        box.BoxStarted: EventWords(marked("The cards come from box %(box)s."), aside=True),
        box.CardsFromBox: EventWords(marked("From box %(box)s: %(cards)s."), aside=True),
        box.CardTurnedUp: EventWords(marked("Turned up: %(cards)s."), taken_back=marked("%(cards)s")),
        box.HandsDealt: EventWords(_hands_dealt),
        night.OpenedToPlayers: EventWords(_opened),
        night.ClosedToPlayers: EventWords(_closed),
        night.PlayersHeld: EventWords(marked("Players wait until the cards are turned.")),
        night.HandBound: EventWords(marked("%(name)s’s hand is on the device %(device)s.")),
        night.HandMoved: EventWords(marked("%(name)s’s hand moves to another phone.")),
        night.NightClosed: EventWords(marked("The night is closed."), sums_up=True),
        night.ChecksBought: EventWords(
            marked("%(name)s buys %(amount)s in checks."),
            receipt=marked("Checks · %(name)s · %(amount)s · bought %(bought)s tonight"),
        ),
        night.MarkerIssued: EventWords(
            marked("%(name)s takes marker Nº %(marker)s for %(amount)s."),
            receipt=marked("Marker Nº %(marker)s · %(name)s · %(amount)s · %(open)s"),
        ),
        night.MarkerRedeemed: EventWords(
            marked("%(name)s pays %(amount)s on markers in %(tender)s."),
            receipt=marked("Marker redeemed in %(tender)s · %(name)s · %(amount)s · %(open)s"),
        ),
        night.DepositDrawn: EventWords(
            marked("%(name)s takes %(amount)s of their deposit in checks."),
            receipt=marked("From the deposit · %(name)s · %(amount)s"),
        ),
        night.CarriedPaid: EventWords(
            marked("%(name)s pays %(amount)s in %(tender)s on markers of earlier nights."),
            receipt=marked("Old markers paid in %(tender)s · %(name)s · %(amount)s"),
        ),
        night.DealersCutPaid: EventWords(marked("%(dealer)s gets %(amount)s of the bank’s result.")),
        night.MarkerCarriedOver: EventWords(marked("%(name)s still owes %(amount)s on markers.")),
        night.PledgeTaken: EventWords(
            marked("%(name)s pledges %(item)s for %(amount)s."),
            receipt=marked("Pledge: %(item)s · %(name)s · %(amount)s"),
        ),
        night.PledgeReturned: EventWords(
            marked("%(name)s gets %(item)s back for %(amount)s in %(tender)s."),
            receipt=marked("Pledge returned: %(item)s · %(name)s · %(amount)s · in %(tender)s"),
        ),
        night.StakeLent: EventWords(
            _lent, receipt=marked("Stake lent · %(lender)s and %(borrower)s · %(amount)s · owes them %(owed)s")
        ),
        night.StakeRepaid: EventWords(
            marked("%(borrower)s repays %(lender)s %(amount)s."),
            receipt=marked("Stake repaid · %(lender)s and %(borrower)s · %(amount)s · owes them %(owed)s"),
        ),
        night.ProfitShared: EventWords(marked("%(lender)s gets %(amount)s of %(borrower)s’s profit of %(profit)s.")),
        night.ChecksCashed: EventWords(
            marked("%(name)s cashes in %(amount)s."), receipt=marked("Cashed in · %(name)s · %(amount)s · %(short)s")
        ),
        night.RollRaised: EventWords(
            _roll_raised, receipt=marked("Roll raised · %(backer)s · %(amount)s · roll %(roll)s")
        ),
        night.TokeGiven: EventWords(
            marked("%(name)s gives the dealer %(amount)s."),
            receipt=marked("Tip · %(name)s · %(amount)s · tips %(tokes)s"),
        ),
    },
    commands={
        commands.OpenNight: CommandWords(marked("Open the night"), marked("A night at %(table)s.")),
        commands.SeatPlayer: CommandWords(marked("Take a seat"), _seated, waits=marked("%(name)s: seat player")),
        commands.MoveSeat: CommandWords(marked("Move a seat"), _moved, waits=marked("move %(name)s")),
        commands.SitOut: CommandWords(marked("Sit out"), night.PlayerSatOut, waits=marked("%(name)s: sit out")),
        commands.SitIn: CommandWords(marked("Sit in"), night.PlayerSatIn, waits=marked("%(name)s: sit in")),
        commands.BuyChecks: CommandWords(
            marked("Buy checks"),
            marked("%(name)s buys checks for %(amount)s."),
            waits=marked("%(name)s: buy checks %(amount)s"),
        ),
        commands.IssueMarker: CommandWords(
            marked("Give a marker"),
            marked("%(name)s takes a marker for %(amount)s."),
            waits=marked("%(name)s: issue marker %(amount)s"),
        ),
        commands.RedeemMarker: CommandWords(
            marked("Pay on a marker"),
            marked("%(name)s redeems markers of %(amount)s in %(tender)s."),
            waits=marked("%(name)s: redeem marker %(amount)s"),
        ),
        commands.DrawDeposit: CommandWords(
            marked("Draw on a deposit"), night.DepositDrawn, waits=marked("%(name)s: draw deposit %(amount)s")
        ),
        commands.RedeemCarried: CommandWords(
            marked("Pay on old markers"), night.CarriedPaid, waits=marked("%(name)s: redeem old markers %(amount)s")
        ),
        commands.TakePledge: CommandWords(
            marked("Take a pledge"), night.PledgeTaken, waits=marked("%(name)s: take pledge %(amount)s")
        ),
        commands.ReturnPledge: CommandWords(
            marked("Give a pledge back"),
            marked("%(name)s gets %(item)s back in %(tender)s."),
            waits=marked("%(name)s: return pledge"),
        ),
        commands.LendStake: CommandWords(
            marked("Lend a stake"),
            marked("%(lender)s lends %(borrower)s %(amount)s."),
            waits=marked("lend stake %(amount)s"),
        ),
        commands.RepayStake: CommandWords(
            marked("Repay a stake"), night.StakeRepaid, waits=marked("repay stake %(amount)s")
        ),
        commands.CashIn: CommandWords(
            marked("Cash in"), night.ChecksCashed, waits=marked("%(name)s: cash in %(amount)s")
        ),
        commands.RaiseRoll: CommandWords(
            marked("Raise the roll"), night.RollRaised, waits=marked("raise roll %(amount)s")
        ),
        commands.Tip: CommandWords(marked("Tip the dealer"), night.TokeGiven, waits=marked("%(name)s: tip %(amount)s")),
        commands.RelieveDealer: CommandWords(
            marked("Relieve the dealer"), night.DealerRelieved, waits=marked("%(name)s deals now")
        ),
        commands.CountDrawer: CommandWords(
            marked("Count the drawer"),
            lambda say, command: say("The drawer is counted: %(counted)s.", counted=brief(command.cash)),
        ),
        commands.Fill: CommandWords(marked("Fill"), _slip),
        commands.Credit: CommandWords(marked("Credit"), _slip),
        commands.Drop: CommandWords(marked("Drop"), _slip),
        commands.VoidSlip: CommandWords(marked("Void a slip"), marked("%(kind)s Nº %(number)s is void: %(reason)s.")),
        commands.LeaveTable: CommandWords(marked("Leave the table"), LEAVES, waits=marked("%(name)s: leave table")),
        commands.Void: CommandWords(marked("Take back"), night.CommandVoidedForReason, waits=marked("take back")),
        commands.Amend: CommandWords(marked("Correct a past command"), STRUCK),
        commands.RaiseDispute: CommandWords(
            marked("Raise a dispute"), _to_be_disputed, waits=marked("%(name)s: raise dispute")
        ),
        commands.RuleDispute: CommandWords(marked("Rule a dispute"), _ruled, waits=marked("rule dispute")),
        commands.OpenToPlayers: CommandWords(
            marked("Let players act"), night.OpenedToPlayers, waits=marked("let players act by themselves")
        ),
        commands.CloseToPlayers: CommandWords(
            marked("Stop players acting"), night.ClosedToPlayers, waits=marked("let players act no more")
        ),
        commands.HoldPlayers: CommandWords(marked("No more bets"), night.PlayersHeld, waits=marked("no more bets")),
        commands.BindHand: CommandWords(marked("Bind a hand to a phone"), night.HandBound),
        commands.MoveHand: CommandWords(marked("Move a hand to another phone"), night.HandMoved),
        commands.CommitBox: CommandWords(marked("Commit a box"), marked("A dealing box is committed.")),
        commands.AddWords: CommandWords(
            marked("Put words into the box"),
            marked("%(name)s puts words into the box: “%(words)s”."),
            waits=marked("%(name)s: words for the box"),
        ),
        commands.CloseWords: CommandWords(marked("Fix the order of the box"), marked("The order of the box is fixed.")),
        commands.RevealBox: CommandWords(marked("Reveal the box"), box.BoxRevealed),
        commands.DealCards: CommandWords(
            marked("Deal cards"),
            lambda say, command: say.ngettext(
                "%(name)s is dealt a card.", "%(name)s is dealt %(num)s cards.", command.cards
            ),
        ),
        commands.TurnUp: CommandWords(marked("Turn a card up"), marked("Turned up: %(card)s.")),
        commands.CloseNight: CommandWords(
            marked("Close the night"), night.NightClosed, waits=marked("close the night")
        ),
    },
    named={
        "marker": lambda say, command: str(say.now.slip_of(command.marker)),
        "slip": lambda say, event: slip_name(event.slip),
        "lender": lambda say, loan: loan.lender_name or name_of(say.now, loan.lender or ""),
        "kind": lambda say, command: slip_name(command.kind),
    },
)


def raised(name: str, about: str, claim: str) -> str:
    """The sentence of a raised dispute; ``about`` is its subject in words."""
    return _("%(name)s disputes %(about)s: “%(claim)s”.", name=name, about=about, claim=claim)


def ruled(event: DisputeRuled, names: Mapping[str, str], *, with_law: bool = True, claim: str = "") -> str:
    """A ruling with its corrections, without the law where that is cited beside it.

    ``claim`` tells the dispute from others, where several may be mentioned.
    """
    law = event.law if with_law else None
    moves = (moved(correction, names) for correction in event.corrections)
    text = clauses(_as_ruled(event.ruling, law), *moves, nothing_moved(event), ruled_by_party(event))
    return _("%(dispute)s is ruled: %(ruling)s.", dispute=dispute_called(claim), ruling=text)


def dispute_called(claim: str) -> str:
    """A dispute by its claim: ``The dispute “It was coppered”``."""
    return _("The dispute “%(claim)s”", claim=claim) if claim else _("The dispute")


def outcome(event: DisputeRuled) -> str:
    """The outcome of a dispute in short: ``corrected under law 7 (the dealer takes and pays correctly)``."""
    law, by = law_named(event.law), ruled_by_party(event)
    if event.ruling == "stands":
        return clauses(_("stands under %(law)s", law=law) if law else _("stands"), by)
    ruling = _("corrected under %(law)s", law=law) if law else _("corrected")
    return clauses(_("%(ruling)s, no money moved", ruling=ruling) if nothing_moved(event) else ruling, by)


def nothing_moved(event: DisputeRuled) -> str:
    """A note that a correcting ruling moves no money; "" for any other ruling."""
    return _("no money moved") if event.ruling == "corrected" and not event.corrections else ""


def ruled_by_party(event: DisputeRuled) -> str:
    """A note that who ruled is a party to the dispute; "" for anybody else's ruling."""
    return _("ruled by %(name)s, who is a party to it", name=event.party) if event.party else ""


def moved(correction: Correction, names: Mapping[str, str], written: Callable[[int], str] = brief) -> str:
    """A correction: ``$5 from the bank to Ada``; ``written`` formats the amount."""
    return _(
        "%(amount)s from %(source)s to %(target)s",
        amount=written(correction.amount_cents),
        source=side_of(correction.source, names),
        target=side_of(correction.target, names),
    )


def law_named(number: int | None) -> str:
    """A law by its number and text; "" for none."""
    return _("law %(number)s (%(text)s)", number=number, text=_(laws()[number - 1])) if number else ""


def _as_ruled(ruling: str, number: int | None) -> str:
    """What happens to the disputed action."""
    law = law_named(number)
    if ruling == "stands":
        return _("it stands under %(law)s", law=law) if law else _("it stands")
    if law:
        return _("it is corrected under %(law)s", law=law)
    return _("it is corrected")
