"""Every command of the contract says in a sentence what it did, and what taking it back would undo or undid."""

from __future__ import annotations

from typing import Any

from dealer.commands.commands import HOUSE_COMMANDS
from dealer.games.fan_tan.game import GAME as FAN_TAN
from dealer.games.faro.game import GAME as FARO
from dealer.night.history import History
from events.effective_facts import effective
from events.facts.night import CommandAmended
from reports.words.sentences import asked_for, last_said, would_be_taken_back
from tests.support.pure import PureNight

SAID_OF_THE_NIGHT = {"open_night": "The night is open.", "close_night": "The night is closed."}

EVENING: list[tuple[dict[str, Any], str]] = [
    ({"do": "seat_player", "player": "red", "name": "Ada Lamb"}, "Ada Lamb takes a seat."),
    ({"do": "seat_player", "player": "blue", "name": "Wm. Hart"}, "Wm. Hart takes a seat."),
    ({"do": "move_seat", "player": "red", "after": "blue"}, "Ada Lamb moves to the seat after Wm. Hart."),
    ({"do": "move_seat", "player": "red", "after": ""}, "Ada Lamb moves to the first seat."),
    ({"do": "sit_out", "player": "red"}, "Ada Lamb sits out from the next hand on."),
    ({"do": "sit_in", "player": "red"}, "Ada Lamb plays again from the next hand on."),
    ({"do": "buy_checks", "player": "red", "amount": 50_000}, "Ada Lamb buys $500 in checks."),
    ({"do": "issue_marker", "player": "blue", "amount": 50_000}, "Wm. Hart has marker Nº 1 for $500."),
    (
        {"do": "redeem_marker", "player": "blue", "amount": 10_000, "with": "checks"},
        "Wm. Hart pays $100 on markers in checks.",
    ),
    ({"do": "take_pledge", "player": "blue", "amount": 5_000, "item": "watch"}, "Wm. Hart pledges watch for $50."),
    (
        {"do": "return_pledge", "player": "blue", "item": "watch", "with": "cash"},
        "Wm. Hart has watch back for $50 in cash.",
    ),
    (
        {"do": "lend_stake", "lender": "red", "borrower": "blue", "amount": 5_000, "profit_share": 0.5},
        "Ada Lamb lends Wm. Hart $50 for 50% of their profit.",
    ),
    ({"do": "repay_stake", "lender": "red", "borrower": "blue", "amount": 2_500}, "Wm. Hart repays Ada Lamb $25."),
    ({"do": "cash_in", "player": "red", "amount": 2_500}, "Ada Lamb cashes in $25."),
    ({"do": "tip", "player": "red", "amount": 500}, "Ada Lamb gives the dealer $5."),
    ({"do": "raise_roll", "amount": 100_000}, "The house raises the roll by $1,000."),
    ({"do": "start_deal"}, "Deal 1 begins."),
    ({"do": "expose_soda", "card": "5s"}, "The soda is 5♠."),
    (
        {"do": "place_bet", "bet": "a", "player": "red", "kind": "single", "ranks": ["Q"], "stake": 500},
        "Ada Lamb lays $5 on the Q.",
    ),
    ({"do": "press_bet", "bet": "a", "add": 500}, "Ada Lamb’s bet on the Q is pressed to $10."),
    ({"do": "copper_bet", "bet": "a"}, "Ada Lamb’s bet on the Q is coppered."),
    ({"do": "uncopper_bet", "bet": "a"}, "Ada Lamb’s bet on the Q: the copper is off."),
    ({"do": "paroli_bet", "bet": "a"}, "Ada Lamb’s bet on the Q is a paroli: stake and winnings stay on."),
    ({"do": "stand_pat", "bet": "a"}, "Ada Lamb’s bet on the Q stands pat: the winnings come off."),
    ({"do": "bar_bet", "bet": "a", "turns": 2}, "Ada Lamb’s bet on the Q is barred for 2 turns."),
    ({"do": "release_bet", "bet": "a"}, "Ada Lamb’s bet on the Q goes again."),
    ({"do": "half_goes", "bet": "a"}, "Ada Lamb’s bet on the Q: half goes."),
    ({"do": "whole_goes", "bet": "a"}, "Ada Lamb’s bet on the Q: the whole goes."),
    ({"do": "move_bet", "bet": "a", "kind": "single", "ranks": ["J"]}, "Ada Lamb’s bet is moved to the J."),
    ({"do": "take_down_bet", "bet": "a"}, "Ada Lamb takes $10 down."),
    ({"do": "turn", "loser": "7", "winner": "9"}, "Turn 1: loser 7, winner 9."),
    ({"do": "draw_loser", "card": "9"}, "The loser is 9; bets are closed."),
    ({"do": "draw_winner", "card": "9"}, "The winner is 9."),
    (
        {"do": "raise_dispute", "dispute": "d1", "player": "red", "about": 1, "claim": "I was paid short"},
        "Ada Lamb disputes turn 1 of deal 1: “I was paid short”.",
    ),
    (
        {
            "do": "rule_dispute",
            "dispute": "d1",
            "ruling": "corrected",
            "law": 4,
            "reason": "The order was given in time",
            "corrections": [{"from": "bank", "to": "red", "amount": 500}],
        },
        "The dispute is ruled: what was done is corrected under law 4 (who alters another’s bet answers for its loss); "
        "$5 from the bank to Ada Lamb.",
    ),
    (
        {"do": "place_bet", "bet": "s", "player": "red", "kind": "single", "ranks": ["9"], "stake": 500},
        "Ada Lamb lays $5 on the 9.",
    ),
    ({"do": "turn", "loser": "2", "winner": "9"}, "Turn 3: loser 2, winner 9; 1 bet settled."),
    ({"do": "claim_sleeper", "bet": "s", "player": "blue"}, "Wm. Hart claims Ada Lamb’s sleeper of $5."),
    (
        {"do": "place_bet", "bet": "t", "player": "red", "kind": "single", "ranks": ["8"], "stake": 500},
        "Ada Lamb lays $5 on the 8.",
    ),
    ({"do": "turn", "loser": "8", "winner": "10"}, "Turn 4: loser 8, winner 10; 1 bet settled."),
    ({"do": "same_again", "player": "red", "bet": "t2"}, "Ada Lamb lays 1 bet again, $5 in all."),
    ({"do": "void_deal", "reason": "A card is missing."}, "Deal 1 is void: A card is missing."),
    ({"do": "start_deal"}, "Deal 2 begins."),
    ({"do": "expose_soda", "card": "5"}, "The soda is 5."),
    (
        {"do": "place_bet", "bet": "e", "player": "red", "kind": "single", "ranks": ["Q"], "stake": 500},
        "Ada Lamb lays $5 on the Q.",
    ),
    (
        {"do": "place_bet", "bet": "f", "player": "red", "kind": "single", "ranks": ["J"], "stake": 1_000},
        "Ada Lamb lays $10 on the J.",
    ),
    ({"do": "take_down_all", "player": "red"}, "Ada Lamb takes 2 bets down, $15 in all."),
]

LAST_TURN: list[tuple[dict[str, Any], str]] = [
    (
        {"do": "call_turn", "bet": "c", "player": "red", "order": ["A", "K", "K"], "stake": 500},
        "Ada Lamb calls A-K-K for $5.",
    ),
    ({"do": "turn", "loser": "A", "winner": "K"}, "Turn 25: loser A, winner K."),
    ({"do": "expose_hock", "card": "K"}, "The K in hock; 1 bet settled."),
    ({"do": "end_deal"}, "Deal 2 is over."),
    ({"do": "leave_table", "player": "red"}, "Ada Lamb leaves the table."),
]


HANDS: list[tuple[dict[str, Any], str]] = [
    ({"do": "start_hand", "dealer": "green"}, "T. Vane deals hand 1."),
    ({"do": "lay", "player": "red", "cards": ["7s", "7d"]}, "Ada Lamb lays 7♠ and 7♦."),
    ({"do": "pass", "player": "blue"}, "Wm. Hart passes and pays 1 chip (25¢)."),
    ({"do": "void_hand", "reason": "A card is missing."}, "Hand 1 is void: A card is missing."),
    ({"do": "start_hand", "dealer": "green"}, "T. Vane deals hand 2."),
    ({"do": "pass", "player": "red"}, "Ada Lamb passes and pays 1 chip (25¢)."),
    ({"do": "lay", "player": "blue", "card": "7s"}, "Wm. Hart lays 7♠."),
    *(
        ({"do": "lay", "player": player, "card": f"{rank}s"}, f"{name} lays {rank}♠.")
        for player, name, rank in zip(
            ("green", "red", "blue") * 4,
            ("T. Vane", "Ada Lamb", "Wm. Hart") * 4,
            ("8", "9", "10", "J", "Q", "K", "6", "5", "4", "3", "2", "A"),
            strict=True,
        )
    ),
]
"""The start of two hands of three players: one is void, of the other the spades are laid."""


def _hand_played_out() -> list[tuple[dict[str, Any], str]]:
    """The rest of the hand: hearts, diamonds and clubs in turn, until blue has laid their seventeen cards."""
    ranks = ("7", "8", "9", "10", "J", "Q", "K", "6", "5", "4", "3", "2", "A")
    cards = [rank + suit for suit in "hdc" for rank in ranks]
    players = ("green", "red", "blue") * 12
    return [
        *(({"do": "lay", "player": player, "card": card}, "") for player, card in zip(players, cards, strict=False)),
        ({"do": "show_hand", "player": "green", "cards": ["3c"]}, "T. Vane shows 1 card."),
        ({"do": "show_hand", "player": "red", "cards": ["2c", "Ac"]}, "Ada Lamb shows 2 cards."),
        ({"do": "end_hand"}, "Hand 2 is over: Wm. Hart is out; 1 wrong pass is proved."),
        (
            {"do": "take_penalty", "player": "red", "turn": 1},
            "Ada Lamb pays 13 chips ($3.25) for the wrong pass at turn 1.",
        ),
        ({"do": "settle_hand"}, "Wm. Hart takes the pot of hand 2: 11 chips ($2.75)."),
    ]


def test_no_command_of_a_hand_falls_through_to_an_empty_sentence() -> None:
    assert _hands_said() == set(FAN_TAN.words)


def test_a_dead_hand_says_that_it_is_dead() -> None:
    night = _pot_night()
    _say(night, {"do": "start_hand", "dealer": "green"})
    for player in ("red", "blue", "green"):
        _say(night, {"do": "pass", "player": player})
    assert _say(night, {"do": "end_hand"}) == "Hand 1 is dead: nobody laid a card."
    assert _say(night, {"do": "settle_hand"}) == "Hand 1 is settled as dead; the pot keeps 10 chips ($2.50)."


def _pot_night() -> PureNight:
    night = PureNight()
    house = {"preset": "antes", "pass_pays": 1}
    opening = {"table": "T", "date": "2026-11-21", "game": "fan_tan", "house": house, "roll": 0, "dealer": "D"}
    _say(night, {"do": "open_night", **opening})
    for player, name in (("red", "Ada Lamb"), ("blue", "Wm. Hart"), ("green", "T. Vane")):
        _say(night, {"do": "seat_player", "player": player, "name": name})
        _say(night, {"do": "buy_checks", "player": player, "amount": 5_000})
    return night


def _hands_said() -> set[str]:
    """Play two hands, each command taken back and done again; the words of the commands."""
    night = _pot_night()
    for document, said in [*HANDS, *_hand_played_out()]:
        told = _say(night, document)
        assert told, document
        if said:
            assert told == said
        _take_back_and_again(night, document, told)
    return {document["do"] for document, _ in [*HANDS, *_hand_played_out()]}


def test_no_command_of_the_contract_falls_through_to_an_empty_sentence() -> None:
    night = PureNight()
    opening = {"table": "T", "date": "2026-11-21", "game": "faro", "house": _house(), "roll": 500_000, "dealer": "D"}
    done = {"open_night", "void", "close_night"}
    assert _say(night, {"do": "open_night", **opening}) == SAID_OF_THE_NIGHT["open_night"]
    for document, said in [*EVENING, *_turns(), *LAST_TURN]:
        told = _say(night, document)
        done.add(document["do"])
        assert told, document
        if said:
            assert told == said
        _take_back_and_again(night, document, told)
    done.add("amend")
    assert _say(night, {"do": "close_night"}) == SAID_OF_THE_NIGHT["close_night"]
    assert would_be_taken_back(night.now, night.recorded) == ""
    # What players do by themselves is said in tests/dealer/night/test_acting_alone.py.
    done |= {"open_to_players", "close_to_players", "hold_players", *FAN_TAN.words}
    assert done == {*HOUSE_COMMANDS, *FARO.words, *FAN_TAN.words}, "a command is not said here"


def test_a_correction_is_said_by_what_it_put_right() -> None:
    night = PureNight()
    opening = {"table": "T", "date": "2026-11-21", "game": "faro", "house": _house(), "roll": 500_000, "dealer": "D"}
    night.do({"do": "open_night", **opening})
    night.do({"do": "seat_player", "player": "red", "name": "Ada Lamb"})
    night.do({"do": "buy_checks", "player": "red", "amount": 20_000})
    night.do({"do": "start_deal"})
    night.do({"do": "expose_soda", "card": "5"})
    night.do({"do": "turn", "loser": "2", "winner": "3", "id": "misread"})
    night.do({"do": "tip", "player": "red", "amount": 25})
    amend = {"do": "amend", "command": "misread", "drop": []}
    instead = {"do": "turn", "loser": "2", "winner": "9"}
    for put_right, said in (
        (instead, "Put right: Turn 1: loser 2, winner 9."),
        (None, "A command is struck, and what was done since is decided again."),
    ):
        told = _say(night, {**amend, "instead": put_right})
        assert told == said
        assert would_be_taken_back(night.now, effective(night.recorded)) == said
        assert asked_for(night.now, {**amend, "instead": put_right}).startswith(said.partition(":")[0])
        assert _say(night, {"do": "void"}) == f"Taken back: {said}"
    history = History.of(night.recorded)
    by_version = [last_said(history.at(at), history.until(at)) for at in range(1, history.version + 1)]
    assert all(by_version)
    middle = "A command is put right, and what was done since is decided again."
    at = next(at for at, one in enumerate(night.recorded) if isinstance(one.fact, CommandAmended))
    assert by_version[at : at + 2] == [middle, middle]
    assert by_version[at + 2].startswith("Put right: ")


def _house() -> dict[str, Any]:
    return {"preset": "american", "running_limit": 50_000}


def _turns() -> list[tuple[dict[str, Any], str]]:
    """Twenty-four turns that leave an A and two K."""
    pack = [rank for rank in ("5", "2", "3", "4", "6", "7", "8", "9", "10", "J", "Q", "A", "K") for _ in range(4)][1:-2]
    pack.remove("A")
    return [({"do": "turn", "loser": pack[at], "winner": pack[at + 1]}, "") for at in range(0, len(pack) // 2 * 2, 2)]


def _say(night: PureNight, document: dict[str, Any]) -> str:
    night.do(document, line=len(night.recorded) + 1)
    return last_said(night.now, night.recorded)


def _take_back_and_again(night: PureNight, document: dict[str, Any], told: str) -> None:
    """The same sentence says what taking back would undo, and what it undid."""
    assert would_be_taken_back(night.now, effective(night.recorded))
    undone = _say(night, {"do": "void"})
    assert undone.startswith("Taken back: ")
    assert len(undone) > len("Taken back: ") + 5
    again = _say(night, document)
    # Only the number of a slip is not given a second time.
    assert again == (told.replace("Nº 1 ", "Nº 2 ") if document["do"] == "issue_marker" else told)
