"""The practice deal: a turn of Faro, step by step."""

from __future__ import annotations

from dealer.commands.refusal import marked
from web.game_screens import Practice, PracticeStep

_FIVE_CENTS = 500
_FIVE = f"#part-hand [data-cents='{_FIVE_CENTS}']"

PRACTICE = Practice(
    opening={"roll": 100_000},
    players={"red": "Ada", "blue": "Doc"},
    checks_cents=10_000,
    stake_cents=_FIVE_CENTS,
    steps=(
        PracticeStep(
            marked("Begin the deal: touch the key in the frame."), "#step", "#part-state[data-phase=before_soda]"
        ),
        PracticeStep(
            marked("Show the first card of your pack, the soda. Say it is a five: touch 5."),
            "#rank-5",
            "#part-state[data-phase=betting]",
        ),
        PracticeStep(
            marked("Ada wants to bet. Touch her name."),
            "#seat-red",
            "#seat-red[aria-pressed=true], .stack[data-player=red]",
        ),
        PracticeStep(marked("She puts down %(amount)s. Touch that check."), _FIVE, f"{_FIVE}[aria-pressed=true]"),
        PracticeStep(
            marked("She lays it on the queen. Touch the queen on the layout."),
            "#spot-single-Q",
            ".stack[data-player=red]",
        ),
        PracticeStep(
            marked("Doc bets too. Touch his name."),
            "#seat-blue",
            "#seat-blue[aria-pressed=true], .stack[data-player=blue]",
        ),
        PracticeStep(
            marked("He puts a copper on his check, to bet that his card loses. Touch Copper."),
            "#key-copper",
            "#key-copper[aria-pressed=true], .stack[data-player=blue]",
        ),
        PracticeStep(marked("Touch the eight on the layout."), "#spot-single-8", ".stack[data-player=blue]"),
        PracticeStep(
            marked("Now draw a turn. The first card loses. It is an eight: touch 8 in your row of cards."),
            "#rank-8",
            "#part-state[data-phase=loser_drawn]",
        ),
        PracticeStep(marked("The second card wins. It is a queen: touch Q."), "#rank-Q", ".payments:not([hidden])"),
        PracticeStep(
            marked("Both have won. Pay what the list says, then touch All settled."),
            "#step",
            "#part-sheet:not(.paying) .payments",
        ),
        PracticeStep(
            marked("Was a card entered wrongly? Take back undoes the last one. Touch it."),
            "#take-back",
            "#part-state[data-phase=loser_drawn]",
        ),
        PracticeStep(marked("Touch the queen again."), "#rank-Q", "#part-state[data-phase=betting]"),
    ),
)
