"""The practice deal: a hand of Fan-Tan, step by step."""

from __future__ import annotations

from itertools import cycle

from dealer.commands.refusal import marked
from dealer.games.fan_tan.state import Lay
from web.game_screens import PLAY_ON, Practice, PracticeStep

_CARDS = """
    6c 5c 4c 7d 3c 8d 9d 6d 10d 5d 2c 4d Ac 7h 3d 6h 7s 2d 9c 5h Ad 10c Jd
    8s 4h 6s Jc 5s Qc 3h 8h Qd 4s 2h 9h Ah 9s Kc 10s 10h Js 3s Jh 2s As Qs
"""
"""What is laid from the fourth turn to the last but one. Red passed the third, and lays no card that fitted then."""

_TURNS = tuple(
    {"do": Lay.do, "player": player, "card": card}
    for player, card in zip(cycle(("blue", "white", "red")), _CARDS.split(), strict=False)
)


def _laid(card: str) -> str:
    return f"#place-{card}[data-state=laid]"


def _shown(card: str) -> str:
    return f"#place-{card}[aria-pressed=true]"


PRACTICE = Practice(
    opening={"roll": 0, "house": {"preset": "encyclopedia", "ante": 1, "ante_extra": 1}},
    players={"red": "Ada", "blue": "Doc", "white": "Kate"},
    checks_cents=10_000,
    stake_cents=25,
    steps=(
        PracticeStep(
            marked("Ada deals the whole pack, and each player puts a chip in the pot. Touch the key in the frame."),
            "#step",
            "#part-state[data-phase=playing]",
        ),
        PracticeStep(
            marked("Each suit begins with its seven. Doc lays the seven of clubs: touch it."), "#place-7c", _laid("7c")
        ),
        PracticeStep(
            marked("From the seven a suit goes up to the king and down to the ace. Kate lays the eight: touch it."),
            "#place-8c",
            _laid("8c"),
        ),
        PracticeStep(
            marked("Ada has no card that fits. She passes and pays a chip into the pot: touch Pass."),
            "#pass",
            "#seat-red .passes",
        ),
        PracticeStep(marked("Not sure what a key does? Touch ? at the top."), "#help-key", "body[data-help]"),
        PracticeStep(
            marked("The notes say what is where. Touch Back to the table."), "#help-away", "body:not([data-help])"
        ),
        PracticeStep(
            marked("Play goes on: each lays a card or passes. Touch Play on to see it."),
            PLAY_ON,
            _laid("Qs"),
            _TURNS,
        ),
        PracticeStep(
            marked("Kate has one card left, the king of spades. Touch it."), "#place-Ks", "#part-state[data-phase=out]"
        ),
        PracticeStep(
            marked("Kate is out and wins. Ada still holds the queen and the king of hearts: touch the queen."),
            "#place-Qh",
            _shown("Qh"),
        ),
        PracticeStep(marked("Touch the king of hearts, too."), "#place-Kh", _shown("Kh")),
        PracticeStep(marked("That is all she holds. Touch the framed key."), "#shown", "#rest"),
        PracticeStep(
            marked("Only one card is left, and it is Doc’s. Touch the framed key."),
            "#rest",
            "#part-turn:not(:has(#shown))",
        ),
        PracticeStep(
            marked("Now end the hand: the program looks for players who passed and could have laid."),
            "#step",
            "#part-state[data-phase=ended]",
        ),
        PracticeStep(
            marked("No pass was wrong. Each card left costs a chip. Give Kate the pot, then touch the framed key."),
            "#step",
            "#part-state[data-phase=between]",
        ),
    ),
)
