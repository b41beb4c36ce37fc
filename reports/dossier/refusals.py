"""What was asked for and refused, in words: part of the story of a bet, and of a hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dealer.commands import PLAYER_FIELDS, Malformed, read_command
from dealer.faro import commands as faro_commands
from dealer.faro.house import FaroHouse
from dealer.faro.layout import name_of
from dealer.faro.placing import place_of
from dealer.refusal import Refusal, dollars, printable
from events.records import RecordedCommand
from reports.dossier.line import Line, refused_line
from reports.dossier.words import card_said, laid_how

_WORDS = {
    "copper_bet": "to copper the bet",
    "uncopper_bet": "to take the copper off the bet",
    "paroli_bet": "to make the bet a paroli",
    "stand_pat": "to let the bet stand pat",
    "bar_bet": "to bar the bet",
    "release_bet": "to let the barred bet go",
    "half_goes": "that half of the bet goes",
    "whole_goes": "that the whole of the bet goes",
    "take_down_bet": "to take the bet down",
    "claim_sleeper": "to claim the bet as a sleeper",
    "buy_checks": "to buy checks",
    "issue_marker": "for a marker",
    "redeem_marker": "to pay on his markers",
    "take_pledge": "to pledge goods",
    "return_pledge": "to have his pledge back",
    "lend_stake": "to lend stake money",
    "repay_stake": "to repay stake money",
    "tip": "to give the dealer a toke",
    "cash_in": "to cash in",
    "leave_table": "to leave the table",
    "raise_dispute": "to raise a dispute",
    "rule_dispute": "to rule the dispute",
    "pass": "to pass",
    "show_hand": "to show the hand",
    "start_hand": "to start a hand",
    "end_hand": "to end the hand",
    "settle_hand": "to settle the hand",
    "void_hand": "to void the hand",
    "take_penalty": "to take a penalty",
}


def named_in(command: RecordedCommand, *fields: str) -> set[str]:
    """What a command names in some of its arguments, as far as that is text."""
    return {value for field in fields if isinstance(value := command.document.get(field), str)}


def players_in(command: RecordedCommand) -> set[str]:
    """The players that a command names."""
    return named_in(command, *PLAYER_FIELDS)


def refusal_told(command: RecordedCommand, names: Mapping[str, str], house: FaroHouse | None) -> Line:
    """A refused command as a line: what was asked for, and the sentence with which it was refused."""
    who = " and ".join(names.get(player, player) for player in sorted(players_in(command)))
    asked = f"{who} asked" if who else "Asked"
    return refused_line(f"{asked} {_asked(command.document, house)}: refused.", command)


def _asked(document: Mapping[str, Any], house: FaroHouse | None) -> str:
    try:
        command = read_command(document)
    except Refusal:
        return f"for “{printable(str(document.get('do')))[:40]}”, which is no command"
    match command:
        case faro_commands.PlaceBet():
            how = laid_how(coppered=command.coppered, paroli=command.paroli, form=command.form)
            return f"to lay {dollars(command.stake)} on {_place(command, house)}{how}"
        case faro_commands.MoveBet():
            return f"to move the bet to {_place(command, house)}"
        case faro_commands.PressBet():
            return f"to press the bet by {dollars(command.add)}"
        case faro_commands.CallTurn():
            return f"to call {'-'.join(command.order)} for {dollars(command.stake)}"
        case Malformed():
            return f"“{document['do']}” in a form that does not read"
        case _:
            return _other(document)


def _place(command: faro_commands.PlaceArguments, house: FaroHouse | None) -> str:
    """The place that was asked for by the table's name, or by its kind where it is none."""
    try:
        return name_of(place_of(command, house or FaroHouse()))
    except Refusal:
        return f"a {command.kind.replace('_', ' ')}"


def _other(document: Mapping[str, Any]) -> str:
    word = str(document["do"])
    if word == "lay":
        cards = document.get("cards") or [document.get("card")]
        return f"to lay the {' and the '.join(card_said(card) for card in cards if isinstance(card, str))}"
    return _WORDS.get(word, f"for “{word}”")
