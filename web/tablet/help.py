"""Help on the dealer's tablet: what each place shows, and what a touch on each key does."""

from __future__ import annotations

import json
from collections.abc import Iterable

from dealer.commands.refusal import marked
from reports.words.formatting import brief
from reports.words.language import gettext as _
from web.game_screens import Help, Practice

SHARED = (
    Help("#part-top .standing", marked("Where the play stands.")),
    Help(".seat.add", marked("Seats a player.")),
    Help(
        "#part-players",
        marked("The players and their checks. Touch one to act for them; touch them again to sell checks or pay out."),
        note=True,
    ),
    Help(
        "#menu",
        marked("Opens the drawer: money, seats, disputes, and the night with its papers and links."),
        note=True,
    ),
    Help("#help-key", marked("Shows this help. Touch and hold any key to see what it does.")),
    Help("#lock-now", marked("Locks this tablet until somebody enters their PIN.")),
    Help("#dealer", marked("Who deals. Touch it when another dealer takes over.")),
    Help("#open-disputes", marked("Disputes that wait for a ruling.")),
    Help("#take-back", marked("Undoes what was done last. It stays in the book, marked as taken back."), note=True),
    Help("#step", marked("The next step of the game."), note=True),
    Help(
        "[data-act=buy_checks]",
        marked("The player pays cash and gets checks. Without an amount it sells the usual sum."),
    ),
    Help("[data-act=issue_marker]", marked("The player gets checks on credit and signs a marker.")),
    Help("[data-act=redeem_and_cash]", marked("The player pays their marker with checks and gets cash for the rest.")),
    Help("[data-act=redeem_marker]", marked("The player pays back a marker, with checks or with cash.")),
    Help("[data-act=redeem_carried]", marked("The player pays on markers of earlier nights.")),
    Help("[data-act=cash_in]", marked("The player gives checks and gets cash.")),
    Help("[data-act=tip]", marked("The player tips the dealer with checks.")),
    Help("[data-act=draw_deposit]", marked("The player gets checks from the money they left with the house.")),
    Help("[data-act=take_pledge]", marked("The player leaves goods and gets checks for them.")),
    Help("[data-act=return_pledge]", marked("The player gets their goods back and pays what was lent on them.")),
    Help("[data-act=lend_stake]", marked("One player lends another checks for a share of the profit.")),
    Help("[data-act=repay_stake]", marked("The player pays back checks that another player lent them.")),
    Help("[data-act=raise_roll]", marked("The bank puts up more money.")),
    Help(
        "[data-act=leave_table]",
        marked("The player leaves: bets come down, debts are paid as far as checks reach, the rest is cash."),
    ),
    Help("[data-act=seat_player]", marked("Gives the player a seat.")),
    Help("[data-act=sit_out]", marked("The player keeps their seat and is not dealt in.")),
    Help("[data-act=sit_in]", marked("The player is dealt in again.")),
    Help("[data-act=move_seat]", marked("Moves the player to another place at the table.")),
    Help("[data-act=raise_dispute]", marked("Notes the dispute. It can be ruled now or later.")),
    Help("[data-act=rule_dispute]", marked("Decides the dispute and moves the money it costs.")),
    Help("[data-act]", marked("Does this now. Take back undoes it.")),
    Help("[data-touch=dispute]", marked("Notes that a player disputes this bet or turn.")),
    Help("#put-right, .order-keys a", marked("Corrects an entry. Everything after it is worked out again.")),
    Help("[data-touch=tab]", marked("Opens this part of the drawer.")),
    Help("[data-touch=account]", marked("Shows this player’s money.")),
    Help("[data-touch=player]", marked("Chooses this player. Touch again for their money.")),
    Help("[data-touch=sum]", marked("Adds this to the amount.")),
    Help("[data-touch=digit]", marked("Types a digit of the amount.")),
    Help("[data-touch=amount]", marked("Takes checks of this amount in hand, to lay them.")),
    Help("[data-touch=other]", marked("Types another amount.")),
    Help("[data-touch=drawer-away]", marked("Closes the drawer.")),
    Help("[data-touch=theme]", marked("Changes between a dark and a bright room.")),
    Help("[data-touch=clear]", marked("Empties what was entered and not sent.")),
    Help("[data-touch=command]", marked("Does this now. Take back undoes it.")),
    Help("[data-touch=task]", marked("Opens what is needed for this.")),
    Help("[data-touch=choose], [data-touch=chosen]", marked("Chooses this.")),
    Help("[data-touch=take-back]", marked("Undoes what was done last. It stays in the book, marked as taken back.")),
    Help("[data-touch=take-amount]", marked("Takes the typed amount in hand.")),
    Help("[data-touch=pane]", marked("Opens or closes this.")),
    Help("[data-touch=rows-more]", marked("Shows what did not fit.")),
    Help("[data-touch=correct]", marked("Adds another move of money to the ruling.")),
    Help("[data-touch=rule]", marked("Says how the dispute is ruled.")),
    Help("[data-touch=disputer]", marked("The player who disputes it.")),
    Help("[data-touch=say-claim], [data-touch=other-claim]", marked("What the player says.")),
    Help("[data-touch=relieve], [data-touch=relieve-guest]", marked("This dealer takes over.")),
    Help("[data-touch=relieve-pin]", marked("Confirms the PIN of the dealer who takes over.")),
    Help("[data-touch=relief]", marked("Opens the list of dealers who can take over.")),
    Help("[data-touch=claims-away], [data-touch=relief-away]", marked("Closes this without a change.")),
    Help(
        "[data-touch=feel]",
        marked("Lets this device be heard or felt: for what was taken, refused or paid, and for a lost line."),
    ),
    Help("[data-touch=help]", marked("Shows this help. Touch and hold any key to see what it does.")),
)
"""What every table has; the first that fits an element says what it is."""

_KEYS = (
    ("?", marked("this help")),
    ("Esc", marked("close what is open")),
    ("Enter", marked("touch the key in the frame")),
    ("Tab", marked("go to the next key")),
    ("← ↑ → ↓", marked("go from place to place on the layout")),
    ("0 … 9", marked("type an amount or a PIN on the keypad")),
    ("A 2 … 9 0 J Q K", marked("show that card; 0 is the ten")),
)


def practice_steps(practice: Practice) -> str:
    """The steps of a practice deal as JSON, and what comes after them."""
    amount = brief(practice.stake_cents)
    steps = [(_(step.says, amount=amount), step.key, step.done, step.plays) for step in practice.steps]
    return json.dumps([*steps, (_(_AFTER_PRACTICE), "", "", ())], ensure_ascii=False)


_AFTER_PRACTICE = marked("That is all you need to start. Open a night of your own, or go on here as you like.")


def shortcuts() -> tuple[tuple[str, str], ...]:
    """The keys of a keyboard, each with what it does; the last only where cards are shown by their rank."""
    return tuple((key, _(does)) for key, does in _KEYS)


def help_texts(own: Iterable[Help]) -> str:
    """The help of a table as JSON: a selector, a text, and whether it is a note; a game's ``own`` first."""
    found = [[entry.on, _(entry.says), entry.note] for entry in (*own, *SHARED)]
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
