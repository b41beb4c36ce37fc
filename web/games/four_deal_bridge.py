"""Four-deal bridge's screens."""

from __future__ import annotations

from dealer.games.four_deal_bridge import SCORING
from web.score_pad.screens import score_screens

SCREENS = score_screens(
    SCORING,
    title="Four-deal bridge (Chicago)",
    presets={"chicago": "Chicago: four deals, each with its own vulnerability"},
    shown=("honours",),
    groups={"The score": ("vulnerable", "penalties", "insult_redoubled")},
)
