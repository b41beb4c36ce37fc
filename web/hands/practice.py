"""What the practice deals of games of hands have in common."""

from __future__ import annotations

from dealer.commands.refusal import marked
from web.game_screens import Practice, PracticeStep

SEND = "#part-turn > .go:not([hidden]) .send"
"""The key that sends what is entered."""

ENDED = "#part-state[data-phase=between]"


def begun(phase: str) -> PracticeStep:
    """The step that begins a hand, which is then in a phase."""
    return PracticeStep(
        marked("Ada deals. Touch the key in the frame to begin."), "#step", f"#part-state[data-phase={phase}]"
    )


def speaks(player: str) -> str:
    """What the table shows while it is a player's turn to speak."""
    return f"#part-turn > .go:not([hidden]) [data-of={player}]:not([hidden])"


def takes(trick: int, player: str) -> str:
    """What the table shows once a trick is a player's."""
    return f"#trick-{trick} [data-of={player}]:not([hidden])"


def practice_of(*steps: PracticeStep) -> Practice:
    """A practice deal by these steps, dealt by red to blue and white."""
    return Practice(
        opening={"roll": 0},
        players={"red": "Ada", "blue": "Doc", "white": "Kate"},
        checks_cents=10_000,
        stake_cents=0,
        steps=steps,
    )
