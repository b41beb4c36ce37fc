"""The practice deal: a coup of Pharo, step by step."""

from __future__ import annotations

from dealer.commands.refusal import marked
from web.game_screens import Practice, PracticeStep

_FIVE_CENTS = 500
_FIVE = f"#part-hand [data-cents='{_FIVE_CENTS}']"
_TAKES = "#part-sheet .decides .primary"

PRACTICE = Practice(
    opening={"roll": 100_000, "house": "hoyle"},
    players={"red": "Ada", "blue": "Doc"},
    checks_cents=10_000,
    stake_cents=_FIVE_CENTS,
    steps=(
        PracticeStep(marked("Begin the deal: touch the key in the frame."), "#step", "#part-state[data-phase=bottom]"),
        PracticeStep(
            marked("Show everybody the bottom card of your pack. Say it is a jack: touch J."),
            "#rank-J",
            "#part-state[data-phase=betting]",
        ),
        PracticeStep(
            marked("You see Ada’s livret, her row of cards. She stakes %(amount)s: touch that check."),
            _FIVE,
            f"{_FIVE}[aria-pressed=true]",
        ),
        PracticeStep(
            marked("She stakes it on the queen. Touch the queen of her livret."), "#card-red-Q", "#card-red-Q.lies"
        ),
        PracticeStep(marked("Doc stakes too. Touch his name."), "#seat-blue", "[data-livret=blue]:not([hidden])"),
        PracticeStep(
            marked("The same check is still in your hand. Touch the eight of his livret."),
            "#card-blue-8",
            "#card-blue-8.lies",
        ),
        PracticeStep(
            marked("Now draw a coup. The first card is the bank’s. It is an eight: touch 8 in your row of cards."),
            "#rank-8",
            f"#rank-8[aria-pressed=true], {_TAKES}",
        ),
        PracticeStep(marked("The second card is the punters’. It is a queen: touch Q."), "#rank-Q", _TAKES),
        PracticeStep(
            marked("The bank takes Doc’s stake. Ada has won and could play on for more. Here she takes her money."),
            _TAKES,
            "#part-sheet:not(:has(.decides))",
        ),
        PracticeStep(
            marked("Was a card entered wrongly? Take back undoes the last one. Touch it."), "#take-back", _TAKES
        ),
        PracticeStep(marked("Let Ada take her money once more."), _TAKES, "#part-sheet:not(:has(.decides))"),
    ),
)
